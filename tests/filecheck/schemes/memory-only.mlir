// RUN: ckptopt %s -p 'loop-checkpoint' | filecheck %s

// A loop without carried values that changes %m: the snapshot is a copy of %m, the replay works on
// that copy, and the caller's %m is written by the forward sweep only.

func.func @f(%m: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %m[%c0] : memref<3xf64>
    %b = math.sin %a : f64
    memref.store %b, %m[%c0] : memref<3xf64>
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%m: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      scf.for %i = %c0 to %c8 step %c1 {
// CHECK-NEXT:        %a = memref.load %m[%c0] : memref<3xf64>
// CHECK-NEXT:        %b = math.sin %a : f64
// CHECK-NEXT:        memref.store %b, %m[%c0] : memref<3xf64>
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<3xf64>, %m_shadow: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %m_snapshots = memref.alloc() : memref<1x3xf64>
// CHECK-NEXT:      %m_snapshot = memref.subview %m_snapshots[%c0, 0] [1, 3] [1, 1] : memref<1x3xf64> to memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      memref.copy %m, %m_snapshot : memref<3xf64> to memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      scf.for %offset = %c0 to %c4 step %c1 {
// CHECK-NEXT:        %a = memref.load %m[%c0] : memref<3xf64>
// CHECK-NEXT:        %b = math.sin %a : f64
// CHECK-NEXT:        memref.store %b, %m[%c0] : memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_tape = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      scf.for %offset_1 = %c0 to %c4 step %c1 {
// CHECK-NEXT:        %a_1 = memref.load %m[%c0] : memref<3xf64>
// CHECK-NEXT:        %b_1 = math.sin %a_1 : f64
// CHECK-NEXT:        memref.store %b_1, %m[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %a_1, %a_tape[%offset_1] : memref<4xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %back = %c0 to %c4 step %c1 {
// CHECK-NEXT:        %offset_2 = arith.subi %c3, %back : index
// CHECK-NEXT:        %a_2 = memref.load %a_tape[%offset_2] : memref<4xf64>
// CHECK-NEXT:        %b_adj = memref.load %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:        %0 = math.cos %a_2 : f64
// CHECK-NEXT:        %a_adj = arith.mulf %b_adj, %0 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %a_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<4xf64>
// CHECK-NEXT:      %a_tape_1 = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      scf.for %offset_3 = %c0 to %c4 step %c1 {
// CHECK-NEXT:        %a_3 = memref.load %m_snapshots[%c0, %c0] : memref<1x3xf64>
// CHECK-NEXT:        %b_2 = math.sin %a_3 : f64
// CHECK-NEXT:        memref.store %b_2, %m_snapshots[%c0, %c0] : memref<1x3xf64>
// CHECK-NEXT:        memref.store %a_3, %a_tape_1[%offset_3] : memref<4xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %back_1 = %c0 to %c4 step %c1 {
// CHECK-NEXT:        %offset_4 = arith.subi %c3, %back_1 : index
// CHECK-NEXT:        %a_4 = memref.load %a_tape_1[%offset_4] : memref<4xf64>
// CHECK-NEXT:        %b_adj_1 = memref.load %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:        %1 = math.cos %a_4 : f64
// CHECK-NEXT:        %a_adj_1 = arith.mulf %b_adj_1, %1 : f64
// CHECK-NEXT:        %m_adj_2 = memref.load %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:        %m_adj_3 = arith.addf %m_adj_2, %a_adj_1 : f64
// CHECK-NEXT:        memref.store %m_adj_3, %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape_1 : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %m_snapshots : memref<1x3xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

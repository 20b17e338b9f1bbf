// RUN: ckptopt %s -p 'loop-checkpoint{fn=f storage=stack}' | filecheck %s

// With `storage=stack` nothing is allocated. The slots of the memory are parts of one buffer, of which
// handles are views; each alloca is at the top, where it is made once.

func.func @f(%m: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %a = memref.load %m[%c1] : memref<3xf64>
    %b = math.sin %a : f64
    memref.store %b, %m[%c1] : memref<3xf64>
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%m: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c10 = arith.constant 10 : index
// CHECK-NEXT:      scf.for %i = %c0 to %c10 step %c1 {
// CHECK-NEXT:        %a = memref.load %m[%c1] : memref<3xf64>
// CHECK-NEXT:        %b = math.sin %a : f64
// CHECK-NEXT:        memref.store %b, %m[%c1] : memref<3xf64>
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<3xf64>, %m_shadow: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c24 = arith.constant 24 : index
// CHECK-NEXT:      %a_tape = memref.alloca() : memref<2xf64>
// CHECK-NEXT:      %a_tape_1 = memref.alloca() : memref<4xf64>
// CHECK-NEXT:      %m_snapshots = memref.alloca() {alignment = 8 : i64} : memref<48xi8>
// CHECK-NEXT:      scf.for %segment = %c0 to %c2 step %c1 {
// CHECK-NEXT:        %start = arith.muli %segment, %c24 : index
// CHECK-NEXT:        %m_snapshot = memref.view %m_snapshots[%start][] : memref<48xi8> to memref<3xf64>
// CHECK-NEXT:        memref.copy %m, %m_snapshot : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:        scf.for %offset = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %a = memref.load %m[%c1] : memref<3xf64>
// CHECK-NEXT:          %b = math.sin %a : f64
// CHECK-NEXT:          memref.store %b, %m[%c1] : memref<3xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %offset_1 = %c0 to %c2 step %c1 {
// CHECK-NEXT:        %a_1 = memref.load %m[%c1] : memref<3xf64>
// CHECK-NEXT:        %b_1 = math.sin %a_1 : f64
// CHECK-NEXT:        memref.store %b_1, %m[%c1] : memref<3xf64>
// CHECK-NEXT:        memref.store %a_1, %a_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %back = %c0 to %c2 step %c1 {
// CHECK-NEXT:        %offset_2 = arith.subi %c1, %back : index
// CHECK-NEXT:        %a_2 = memref.load %a_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        %b_adj = memref.load %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:        %0 = math.cos %a_2 : f64
// CHECK-NEXT:        %a_adj = arith.mulf %b_adj, %0 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %a_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %back_1 = %c0 to %c2 step %c1 {
// CHECK-NEXT:        %segment_1 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:        %start_1 = arith.muli %segment_1, %c24 : index
// CHECK-NEXT:        %m_1 = memref.view %m_snapshots[%start_1][] : memref<48xi8> to memref<3xf64>
// CHECK-NEXT:        scf.for %offset_3 = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %a_3 = memref.load %m_1[%c1] : memref<3xf64>
// CHECK-NEXT:          %b_2 = math.sin %a_3 : f64
// CHECK-NEXT:          memref.store %b_2, %m_1[%c1] : memref<3xf64>
// CHECK-NEXT:          memref.store %a_3, %a_tape_1[%offset_3] : memref<4xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.for %back_2 = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %offset_4 = arith.subi %c3, %back_2 : index
// CHECK-NEXT:          %a_4 = memref.load %a_tape_1[%offset_4] : memref<4xf64>
// CHECK-NEXT:          %b_adj_1 = memref.load %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:          memref.store %zero, %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:          %1 = math.cos %a_4 : f64
// CHECK-NEXT:          %a_adj_1 = arith.mulf %b_adj_1, %1 : f64
// CHECK-NEXT:          %m_adj_2 = memref.load %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:          %m_adj_3 = arith.addf %m_adj_2, %a_adj_1 : f64
// CHECK-NEXT:          memref.store %m_adj_3, %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

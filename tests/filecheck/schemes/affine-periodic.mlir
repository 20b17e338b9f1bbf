// RUN: ckptopt %s -p 'loop-checkpoint{fn=f}' | filecheck %s

// An `affine.for` becomes loops over steps 0 to 3: the induction variable is 2 + 3 * step.

func.func @f(%x: f64, %m: memref<12xf64>) -> f64 {
  %y = affine.for %i = 2 to 12 step 3 iter_args(%s = %x) -> (f64) {
    %a = affine.load %m[%i - 1] : memref<12xf64>
    %t = arith.mulf %s, %a : f64
    affine.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<12xf64>) -> f64 {
// CHECK-NEXT:      %y = affine.for %i = 2 to 12 step 3 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %a = affine.load %m[%i - 1] : memref<12xf64>
// CHECK-NEXT:        %t = arith.mulf %s, %a : f64
// CHECK-NEXT:        affine.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<12xf64>, %m_shadow: memref<12xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c2 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %i = arith.muli %offset, %c3 : index
// CHECK-NEXT:        %0 = arith.addi %i, %c1 : index
// CHECK-NEXT:        %a = memref.load %m[%0] : memref<12xf64>
// CHECK-NEXT:        %t = arith.mulf %s_1, %a : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c2 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.addi %c2, %offset_1 : index
// CHECK-NEXT:        %i_2 = arith.muli %i_1, %c3 : index
// CHECK-NEXT:        %1 = arith.addi %i_2, %c1 : index
// CHECK-NEXT:        %a_1 = memref.load %m[%1] : memref<12xf64>
// CHECK-NEXT:        %t_1 = arith.mulf %s_2, %a_1 : f64
// CHECK-NEXT:        memref.store %s_2, %s_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_3 = arith.subi %c3, %back : index
// CHECK-NEXT:        %offset_2 = arith.subi %c1, %back : index
// CHECK-NEXT:        %s_3 = memref.load %s_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        %i_4 = arith.muli %i_3, %c3 : index
// CHECK-NEXT:        %2 = arith.addi %i_4, %c1 : index
// CHECK-NEXT:        %a_2 = memref.load %m[%2] : memref<12xf64>
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %a_2 : f64
// CHECK-NEXT:        %a_adj = arith.mulf %s_adj_1, %s_3 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%2] : memref<12xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %a_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%2] : memref<12xf64>
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<2xf64>
// CHECK-NEXT:      %s_tape_1 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_5 = scf.for %offset_3 = %c0 to %c2 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// CHECK-NEXT:        %i_5 = arith.muli %offset_3, %c3 : index
// CHECK-NEXT:        %3 = arith.addi %i_5, %c1 : index
// CHECK-NEXT:        %a_3 = memref.load %m[%3] : memref<12xf64>
// CHECK-NEXT:        %t_2 = arith.mulf %s_6, %a_3 : f64
// CHECK-NEXT:        memref.store %s_6, %s_tape_1[%offset_3] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %i_6 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:        %s_7 = memref.load %s_tape_1[%i_6] : memref<2xf64>
// CHECK-NEXT:        %i_7 = arith.muli %i_6, %c3 : index
// CHECK-NEXT:        %4 = arith.addi %i_7, %c1 : index
// CHECK-NEXT:        %a_4 = memref.load %m[%4] : memref<12xf64>
// CHECK-NEXT:        %s_adj_5 = arith.mulf %s_adj_4, %a_4 : f64
// CHECK-NEXT:        %a_adj_1 = arith.mulf %s_adj_4, %s_7 : f64
// CHECK-NEXT:        %m_adj_2 = memref.load %m_shadow[%4] : memref<12xf64>
// CHECK-NEXT:        %m_adj_3 = arith.addf %m_adj_2, %a_adj_1 : f64
// CHECK-NEXT:        memref.store %m_adj_3, %m_shadow[%4] : memref<12xf64>
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

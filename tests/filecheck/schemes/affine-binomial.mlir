// RUN: ckptopt %s -p 'differentiate{fn=f},remove-unnecessary-enzyme-ops,simplify' | filecheck %s

// An `affine.for` becomes loops over steps 0 to 3: the induction variable is 2 + 3 * step.

func.func @f(%x: f64, %m: memref<12xf64>) -> f64 {
  %y = affine.for %i = 2 to 12 step 3 iter_args(%s = %x) -> (f64) {
    %a = affine.load %m[%i - 1] : memref<12xf64>
    %t = arith.mulf %s, %a : f64
    affine.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<12xf64>) -> f64 {
// CHECK-NEXT:      %y = affine.for %i = 2 to 12 step 3 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %a = affine.load %m[%i - 1] : memref<12xf64>
// CHECK-NEXT:        %t = arith.mulf %s, %a : f64
// CHECK-NEXT:        affine.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<12xf64>, %m_shadow: memref<12xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %0 = arith.constant 10 : index
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<2xindex>
// CHECK-NEXT:      %s_slots = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %step, %s = scf.for %slot = %c0 to %c2 step %c1 iter_args(%step_1 = %c0, %s_1 = %x) -> (index, f64) {
// CHECK-NEXT:        memref.store %step_1, %slot_steps[%slot] : memref<2xindex>
// CHECK-NEXT:        memref.store %s_1, %s_slots[%slot] : memref<2xf64>
// CHECK-NEXT:        %left = arith.subi %c3, %step_1 : index
// CHECK-NEXT:        %free = arith.subi %c2, %slot : index
// CHECK-NEXT:        %stretch = enzyme.binomial_progress %left, %free : index
// CHECK-NEXT:        %s_2 = scf.for %offset = %c0 to %stretch step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:          %i = arith.addi %step_1, %offset : index
// CHECK-NEXT:          %i_1 = arith.muli %i, %c3 : index
// CHECK-NEXT:          %1 = arith.addi %i_1, %c1 : index
// CHECK-NEXT:          %a = memref.load %m[%1] : memref<12xf64>
// CHECK-NEXT:          %t = arith.mulf %s_3, %a : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2, %s_2 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_1 = memref.load %m[%0] : memref<12xf64>
// CHECK-NEXT:      %s_adj = arith.mulf %seed, %a_1 : f64
// CHECK-NEXT:      %a_adj = arith.mulf %seed, %s : f64
// CHECK-NEXT:      %m_adj = memref.load %m_shadow[%0] : memref<12xf64>
// CHECK-NEXT:      %m_adj_1 = arith.addf %m_adj, %a_adj : f64
// CHECK-NEXT:      memref.store %m_adj_1, %m_shadow[%0] : memref<12xf64>
// CHECK-NEXT:      %live, %s_adj_1 = scf.for %back = %c0 to %c3 step %c1 iter_args(%live_1 = %c2, %s_adj_2 = %s_adj) -> (index, f64) {
// CHECK-NEXT:        %target = arith.subi %c2, %back : index
// CHECK-NEXT:        %top = arith.subi %live_1, %c1 : index
// CHECK-NEXT:        %step_3 = memref.load %slot_steps[%top] : memref<2xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %step_3, %target : index
// CHECK-NEXT:        %s_4 = memref.load %s_slots[%top] : memref<2xf64>
// CHECK-NEXT:        %slot_1, %step_4, %s_5 = scf.while (%slot_2 = %top, %step_5 = %step_3, %s_6 = %s_4) : (index, index, f64) -> (index, index, f64) {
// CHECK-NEXT:          %more = arith.cmpi slt, %step_5, %target : index
// CHECK-NEXT:          scf.condition(%more) %slot_2, %step_5, %s_6 : index, index, f64
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_3: index, %step_6: index, %s_7: f64):
// CHECK-NEXT:          %ahead = arith.subi %target, %step_6 : index
// CHECK-NEXT:          %left_1 = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free_1 = arith.subi %c2, %slot_3 : index
// CHECK-NEXT:          %stretch_1 = enzyme.binomial_progress %left_1, %free_1 : index
// CHECK-NEXT:          %length = arith.minsi %stretch_1, %ahead : index
// CHECK-NEXT:          %s_8 = scf.for %offset_1 = %c0 to %length step %c1 iter_args(%s_9 = %s_7) -> (f64) {
// CHECK-NEXT:            %i_2 = arith.addi %step_6, %offset_1 : index
// CHECK-NEXT:            %i_3 = arith.muli %i_2, %c3 : index
// CHECK-NEXT:            %2 = arith.addi %i_3, %c1 : index
// CHECK-NEXT:            %a_2 = memref.load %m[%2] : memref<12xf64>
// CHECK-NEXT:            %t_1 = arith.mulf %s_9, %a_2 : f64
// CHECK-NEXT:            scf.yield %t_1 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_7 = arith.addi %step_6, %length : index
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %step_7, %target : index
// CHECK-NEXT:          %slot_4 = arith.addi %slot_3, %c1 : index
// CHECK-NEXT:          scf.if %more_1 {
// CHECK-NEXT:            memref.store %step_7, %slot_steps[%slot_4] : memref<2xindex>
// CHECK-NEXT:            memref.store %s_8, %s_slots[%slot_4] : memref<2xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_5 = arith.select %more_1, %slot_4, %slot_3 : index
// CHECK-NEXT:          scf.yield %slot_5, %step_7, %s_8 : index, index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %i_4 = arith.muli %target, %c3 : index
// CHECK-NEXT:        %3 = arith.addi %i_4, %c1 : index
// CHECK-NEXT:        %a_3 = memref.load %m[%3] : memref<12xf64>
// CHECK-NEXT:        %s_adj_3 = arith.mulf %s_adj_2, %a_3 : f64
// CHECK-NEXT:        %a_adj_1 = arith.mulf %s_adj_2, %s_5 : f64
// CHECK-NEXT:        %m_adj_2 = memref.load %m_shadow[%3] : memref<12xf64>
// CHECK-NEXT:        %m_adj_3 = arith.addf %m_adj_2, %a_adj_1 : f64
// CHECK-NEXT:        memref.store %m_adj_3, %m_shadow[%3] : memref<12xf64>
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3, %s_adj_3 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_slots : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<2xindex>
// CHECK-NEXT:      return %s_adj_1 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

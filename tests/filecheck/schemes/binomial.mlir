// RUN: ckptopt %s -p 'differentiate,remove-unnecessary-enzyme-ops,simplify' | filecheck %s

// Binomial checkpointing of 4 steps with 2 slots: the forward scaffold fills the slots; each adjoint
// step restores the top slot, advances with finer snapshots, tapes one step and reverses it.
// `enzyme.binomial_progress` says how far to advance before the next snapshot.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<2xindex>
// CHECK-NEXT:      %s_slots = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %step, %s = scf.for %slot = %c0 to %c2 step %c1 iter_args(%step_1 = %c0, %s_1 = %x) -> (index, f64) {
// CHECK-NEXT:        memref.store %step_1, %slot_steps[%slot] : memref<2xindex>
// CHECK-NEXT:        memref.store %s_1, %s_slots[%slot] : memref<2xf64>
// CHECK-NEXT:        %left = arith.subi %c3, %step_1 : index
// CHECK-NEXT:        %free = arith.subi %c2, %slot : index
// CHECK-NEXT:        %stretch = enzyme.binomial_progress %left, %free : index
// CHECK-NEXT:        %s_2 = scf.for %offset = %c0 to %stretch step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:          %t = math.sin %s_3 : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2, %s_2 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %0 = math.cos %s : f64
// CHECK-NEXT:      %s_adj = arith.mulf %seed, %0 : f64
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
// CHECK-NEXT:            %t_1 = math.sin %s_9 : f64
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
// CHECK-NEXT:        %1 = math.cos %s_5 : f64
// CHECK-NEXT:        %s_adj_3 = arith.mulf %s_adj_2, %1 : f64
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3, %s_adj_3 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_slots : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<2xindex>
// CHECK-NEXT:      return %s_adj_1 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

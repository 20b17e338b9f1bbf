// RUN: ckptopt %s -p 'differentiate{fn=f},remove-unnecessary-enzyme-ops,simplify' | filecheck %s

// A periodic loop in a binomial one: advancing, the inner loop is as it was written; in the step that
// is taped and reversed, it saves snapshots and replays from them.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
    %z = scf.for %j = %c0 to %c4 step %c1 iter_args(%u = %s) -> (f64) {
      %t = math.sin %u : f64
      scf.yield %t : f64
    } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
    scf.yield %z : f64
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %z = scf.for %j = %c0 to %c4 step %c1 iter_args(%u = %s) -> (f64) {
// CHECK-NEXT:          %t = math.sin %u : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:        scf.yield %z : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
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
// CHECK-NEXT:          %z = scf.for %j = %c0 to %c4 step %c1 iter_args(%u = %s_3) -> (f64) {
// CHECK-NEXT:            %t = math.sin %u : f64
// CHECK-NEXT:            scf.yield %t : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %z : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2, %s_2 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %u_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %s, %u_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %u_1 = scf.for %offset_1 = %c0 to %c2 step %c1 iter_args(%u_2 = %s) -> (f64) {
// CHECK-NEXT:        %t_1 = math.sin %u_2 : f64
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %u_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %y = scf.for %offset_2 = %c0 to %c2 step %c1 iter_args(%u_3 = %u_1) -> (f64) {
// CHECK-NEXT:        %t_2 = math.sin %u_3 : f64
// CHECK-NEXT:        memref.store %u_3, %u_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %u_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%u_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_3 = arith.subi %c1, %back : index
// CHECK-NEXT:        %u_4 = memref.load %u_tape[%offset_3] : memref<2xf64>
// CHECK-NEXT:        %0 = math.cos %u_4 : f64
// CHECK-NEXT:        %u_adj_2 = arith.mulf %u_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %u_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %u_tape : memref<2xf64>
// CHECK-NEXT:      %u_tape_1 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %u_5 = memref.load %u_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %u_6 = scf.for %offset_4 = %c0 to %c2 step %c1 iter_args(%u_7 = %u_5) -> (f64) {
// CHECK-NEXT:        %t_3 = math.sin %u_7 : f64
// CHECK-NEXT:        memref.store %u_7, %u_tape_1[%offset_4] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t_3 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %u_adj_3 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%u_adj_4 = %u_adj) -> (f64) {
// CHECK-NEXT:        %j_1 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:        %u_8 = memref.load %u_tape_1[%j_1] : memref<2xf64>
// CHECK-NEXT:        %1 = math.cos %u_8 : f64
// CHECK-NEXT:        %u_adj_5 = arith.mulf %u_adj_4, %1 : f64
// CHECK-NEXT:        scf.yield %u_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %u_tape_1 : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %u_snapshots : memref<1xf64>
// CHECK-NEXT:      %live, %s_adj = scf.for %back_2 = %c0 to %c3 step %c1 iter_args(%live_1 = %c2, %s_adj_1 = %u_adj_3) -> (index, f64) {
// CHECK-NEXT:        %target = arith.subi %c2, %back_2 : index
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
// CHECK-NEXT:          %s_8 = scf.for %offset_5 = %c0 to %length step %c1 iter_args(%s_9 = %s_7) -> (f64) {
// CHECK-NEXT:            %z_1 = scf.for %j_2 = %c0 to %c4 step %c1 iter_args(%u_9 = %s_9) -> (f64) {
// CHECK-NEXT:              %t_4 = math.sin %u_9 : f64
// CHECK-NEXT:              scf.yield %t_4 : f64
// CHECK-NEXT:            }
// CHECK-NEXT:            scf.yield %z_1 : f64
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
// CHECK-NEXT:        %u_snapshots_1 = memref.alloc() : memref<1xf64>
// CHECK-NEXT:        memref.store %s_5, %u_snapshots_1[%c0] : memref<1xf64>
// CHECK-NEXT:        %u_10 = scf.for %offset_6 = %c0 to %c2 step %c1 iter_args(%u_11 = %s_5) -> (f64) {
// CHECK-NEXT:          %t_5 = math.sin %u_11 : f64
// CHECK-NEXT:          scf.yield %t_5 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %u_tape_2 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:        %z_2 = scf.for %offset_7 = %c0 to %c2 step %c1 iter_args(%u_12 = %u_10) -> (f64) {
// CHECK-NEXT:          %t_6 = math.sin %u_12 : f64
// CHECK-NEXT:          memref.store %u_12, %u_tape_2[%offset_7] : memref<2xf64>
// CHECK-NEXT:          scf.yield %t_6 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %u_adj_6 = scf.for %back_3 = %c0 to %c2 step %c1 iter_args(%u_adj_7 = %s_adj_1) -> (f64) {
// CHECK-NEXT:          %offset_8 = arith.subi %c1, %back_3 : index
// CHECK-NEXT:          %u_13 = memref.load %u_tape_2[%offset_8] : memref<2xf64>
// CHECK-NEXT:          %2 = math.cos %u_13 : f64
// CHECK-NEXT:          %u_adj_8 = arith.mulf %u_adj_7, %2 : f64
// CHECK-NEXT:          scf.yield %u_adj_8 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %u_tape_2 : memref<2xf64>
// CHECK-NEXT:        %u_tape_3 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:        %u_14 = memref.load %u_snapshots_1[%c0] : memref<1xf64>
// CHECK-NEXT:        %u_15 = scf.for %offset_9 = %c0 to %c2 step %c1 iter_args(%u_16 = %u_14) -> (f64) {
// CHECK-NEXT:          %t_7 = math.sin %u_16 : f64
// CHECK-NEXT:          memref.store %u_16, %u_tape_3[%offset_9] : memref<2xf64>
// CHECK-NEXT:          scf.yield %t_7 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %u_adj_9 = scf.for %back_4 = %c0 to %c2 step %c1 iter_args(%u_adj_10 = %u_adj_6) -> (f64) {
// CHECK-NEXT:          %j_3 = arith.subi %c1, %back_4 : index
// CHECK-NEXT:          %u_17 = memref.load %u_tape_3[%j_3] : memref<2xf64>
// CHECK-NEXT:          %3 = math.cos %u_17 : f64
// CHECK-NEXT:          %u_adj_11 = arith.mulf %u_adj_10, %3 : f64
// CHECK-NEXT:          scf.yield %u_adj_11 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %u_tape_3 : memref<2xf64>
// CHECK-NEXT:        memref.dealloc %u_snapshots_1 : memref<1xf64>
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3, %u_adj_9 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_slots : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<2xindex>
// CHECK-NEXT:      return %s_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

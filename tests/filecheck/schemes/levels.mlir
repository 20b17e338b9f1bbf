// RUN: ckptopt %s -p 'loop-checkpoint{fn=f}' | filecheck %s

// Carried numbers in two levels, for a constant trip count: an interval of 4 steps, three of 3, and a
// last one of 5 whose snapshot is in the fast slot.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c18 = arith.constant 18 : index
  %y = scf.for %i = %c0 to %c18 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 1, slow_space = 1, write = 4, read = 2.0}}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c18 = arith.constant 18 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c18 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 1 : i64, slow_space = 1 : i64, write = 4 : i64, read = 2.000000e+00 : f64}}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c17 = arith.constant 17 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<1xindex>
// CHECK-NEXT:      %s_slots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %s = scf.for %interval = %c0 to %c4 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        memref.store %s_1, %s_snapshots[%interval] : memref<4xf64>
// CHECK-NEXT:        %base = arith.muli %c3, %interval : index
// CHECK-NEXT:        %0 = arith.minsi %interval, %c1 : index
// CHECK-NEXT:        %base_1 = arith.addi %base, %0 : index
// CHECK-NEXT:        %1 = arith.addi %interval, %c1 : index
// CHECK-NEXT:        %base_2 = arith.muli %c3, %1 : index
// CHECK-NEXT:        %2 = arith.minsi %1, %c1 : index
// CHECK-NEXT:        %base_3 = arith.addi %base_2, %2 : index
// CHECK-NEXT:        %length = arith.subi %base_3, %base_1 : index
// CHECK-NEXT:        %s_2 = scf.for %offset = %c0 to %length step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:          %t = math.sin %s_3 : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_snapshots_away = memref.alloc() : memref<4xf64, 1 : i64>
// CHECK-NEXT:      memref.copy %s_snapshots, %s_snapshots_away : memref<4xf64> to memref<4xf64, 1 : i64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<4xf64>
// CHECK-NEXT:      memref.store %c0, %slot_steps[%c0] : memref<1xindex>
// CHECK-NEXT:      memref.store %s, %s_slots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_4 = scf.for %offset_1 = %c0 to %c4 step %c1 iter_args(%s_5 = %s) -> (f64) {
// CHECK-NEXT:        %t_1 = math.sin %s_5 : f64
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %3 = math.cos %s_4 : f64
// CHECK-NEXT:      %s_adj = arith.mulf %seed, %3 : f64
// CHECK-NEXT:      %s_snapshots_1 = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      memref.copy %s_snapshots_away, %s_snapshots_1 : memref<4xf64, 1 : i64> to memref<4xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots_away : memref<4xf64, 1 : i64>
// CHECK-NEXT:      %end, %s_adj_1 = scf.for %back = %c0 to %c4 step %c1 iter_args(%end_1 = %c17, %s_adj_2 = %s_adj) -> (index, f64) {
// CHECK-NEXT:        %interval_1 = arith.subi %c4, %back : index
// CHECK-NEXT:        %interval_2 = arith.subi %c3, %back : index
// CHECK-NEXT:        %s_6 = memref.load %s_snapshots_1[%interval_2] : memref<4xf64>
// CHECK-NEXT:        %base_4 = arith.muli %c3, %interval_1 : index
// CHECK-NEXT:        %4 = arith.minsi %interval_1, %c1 : index
// CHECK-NEXT:        %base_5 = arith.addi %base_4, %4 : index
// CHECK-NEXT:        %length_1 = arith.subi %end_1, %base_5 : index
// CHECK-NEXT:        %last = arith.subi %length_1, %c1 : index
// CHECK-NEXT:        %live, %s_adj_3 = scf.for %back_1 = %c0 to %length_1 step %c1 iter_args(%live_1 = %c1, %s_adj_4 = %s_adj_2) -> (index, f64) {
// CHECK-NEXT:          %target = arith.subi %last, %back_1 : index
// CHECK-NEXT:          %top = arith.subi %live_1, %c1 : index
// CHECK-NEXT:          %step = memref.load %slot_steps[%top] : memref<1xindex>
// CHECK-NEXT:          %far = arith.cmpi slt, %step, %target : index
// CHECK-NEXT:          %s_7 = memref.load %s_slots[%top] : memref<1xf64>
// CHECK-NEXT:          %slot, %step_1, %s_8 = scf.while (%slot_1 = %top, %step_2 = %step, %s_9 = %s_7) : (index, index, f64) -> (index, index, f64) {
// CHECK-NEXT:            %more = arith.cmpi slt, %step_2, %target : index
// CHECK-NEXT:            scf.condition(%more) %slot_1, %step_2, %s_9 : index, index, f64
// CHECK-NEXT:          } do {
// CHECK-NEXT:          ^bb0(%slot_2: index, %step_3: index, %s_10: f64):
// CHECK-NEXT:            %ahead = arith.subi %target, %step_3 : index
// CHECK-NEXT:            %left = arith.addi %ahead, %c1 : index
// CHECK-NEXT:            %free = arith.subi %c1, %slot_2 : index
// CHECK-NEXT:            %5 = arith.cmpi sle, %left, %c1 : index
// CHECK-NEXT:            %6 = arith.cmpi sle, %free, %c1 : index
// CHECK-NEXT:            %at_once = arith.ori %5, %6 : i1
// CHECK-NEXT:            %stretch = scf.if %at_once -> (index) {
// CHECK-NEXT:              %7 = arith.maxsi %left, %c0 : index
// CHECK-NEXT:              scf.yield %7 : index
// CHECK-NEXT:            } else {
// CHECK-NEXT:              %repetitions, %before, %beta = scf.while (%repetitions_1 = %c0, %before_1 = %c0, %beta_1 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:                %8 = arith.cmpi slt, %beta_1, %left : index
// CHECK-NEXT:                scf.condition(%8) %repetitions_1, %before_1, %beta_1 : index, index, index
// CHECK-NEXT:              } do {
// CHECK-NEXT:              ^bb0(%repetitions_2: index, %before_2: index, %beta_2: index):
// CHECK-NEXT:                %repetitions_3 = arith.addi %repetitions_2, %c1 : index
// CHECK-NEXT:                %9 = arith.addi %free, %repetitions_3 : index
// CHECK-NEXT:                %10 = arith.muli %beta_2, %9 : index
// CHECK-NEXT:                %beta_3 = arith.divui %10, %repetitions_3 : index
// CHECK-NEXT:                scf.yield %repetitions_3, %beta_2, %beta_3 : index, index, index
// CHECK-NEXT:              }
// CHECK-NEXT:              %11 = arith.addi %free, %repetitions : index
// CHECK-NEXT:              %12 = arith.subi %11, %c1 : index
// CHECK-NEXT:              %13 = arith.muli %before, %free : index
// CHECK-NEXT:              %finer = arith.divui %13, %12 : index
// CHECK-NEXT:              %14 = arith.subi %left, %finer : index
// CHECK-NEXT:              %15 = arith.minsi %14, %ahead : index
// CHECK-NEXT:              %16 = arith.minsi %before, %15 : index
// CHECK-NEXT:              %stretch_1 = arith.maxsi %c1, %16 : index
// CHECK-NEXT:              scf.yield %stretch_1 : index
// CHECK-NEXT:            }
// CHECK-NEXT:            %length_2 = arith.minsi %stretch, %ahead : index
// CHECK-NEXT:            %s_11 = scf.for %offset_2 = %c0 to %length_2 step %c1 iter_args(%s_12 = %s_10) -> (f64) {
// CHECK-NEXT:              %t_2 = math.sin %s_12 : f64
// CHECK-NEXT:              scf.yield %t_2 : f64
// CHECK-NEXT:            }
// CHECK-NEXT:            %step_4 = arith.addi %step_3, %length_2 : index
// CHECK-NEXT:            %more_1 = arith.cmpi slt, %step_4, %target : index
// CHECK-NEXT:            %slot_3 = arith.addi %slot_2, %c1 : index
// CHECK-NEXT:            scf.if %more_1 {
// CHECK-NEXT:              memref.store %step_4, %slot_steps[%slot_3] : memref<1xindex>
// CHECK-NEXT:              memref.store %s_11, %s_slots[%slot_3] : memref<1xf64>
// CHECK-NEXT:            }
// CHECK-NEXT:            %slot_4 = arith.select %more_1, %slot_3, %slot_2 : index
// CHECK-NEXT:            scf.yield %slot_4, %step_4, %s_11 : index, index, f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %17 = math.cos %s_8 : f64
// CHECK-NEXT:          %s_adj_5 = arith.mulf %s_adj_4, %17 : f64
// CHECK-NEXT:          %live_2 = arith.addi %slot, %c1 : index
// CHECK-NEXT:          %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:          scf.yield %live_3, %s_adj_5 : index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %c0, %slot_steps[%c0] : memref<1xindex>
// CHECK-NEXT:        memref.store %s_6, %s_slots[%c0] : memref<1xf64>
// CHECK-NEXT:        scf.yield %base_5, %s_adj_3 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_snapshots_1 : memref<4xf64>
// CHECK-NEXT:      %last_1 = arith.subi %end, %c1 : index
// CHECK-NEXT:      %live_4, %s_adj_6 = scf.for %back_2 = %c0 to %end step %c1 iter_args(%live_5 = %c1, %s_adj_7 = %s_adj_1) -> (index, f64) {
// CHECK-NEXT:        %target_1 = arith.subi %last_1, %back_2 : index
// CHECK-NEXT:        %top_1 = arith.subi %live_5, %c1 : index
// CHECK-NEXT:        %step_5 = memref.load %slot_steps[%top_1] : memref<1xindex>
// CHECK-NEXT:        %far_1 = arith.cmpi slt, %step_5, %target_1 : index
// CHECK-NEXT:        %s_13 = memref.load %s_slots[%top_1] : memref<1xf64>
// CHECK-NEXT:        %slot_5, %step_6, %s_14 = scf.while (%slot_6 = %top_1, %step_7 = %step_5, %s_15 = %s_13) : (index, index, f64) -> (index, index, f64) {
// CHECK-NEXT:          %more_2 = arith.cmpi slt, %step_7, %target_1 : index
// CHECK-NEXT:          scf.condition(%more_2) %slot_6, %step_7, %s_15 : index, index, f64
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_7: index, %step_8: index, %s_16: f64):
// CHECK-NEXT:          %ahead_1 = arith.subi %target_1, %step_8 : index
// CHECK-NEXT:          %left_1 = arith.addi %ahead_1, %c1 : index
// CHECK-NEXT:          %free_1 = arith.subi %c1, %slot_7 : index
// CHECK-NEXT:          %18 = arith.cmpi sle, %left_1, %c1 : index
// CHECK-NEXT:          %19 = arith.cmpi sle, %free_1, %c1 : index
// CHECK-NEXT:          %at_once_1 = arith.ori %18, %19 : i1
// CHECK-NEXT:          %stretch_2 = scf.if %at_once_1 -> (index) {
// CHECK-NEXT:            %20 = arith.maxsi %left_1, %c0 : index
// CHECK-NEXT:            scf.yield %20 : index
// CHECK-NEXT:          } else {
// CHECK-NEXT:            %repetitions_4, %before_3, %beta_4 = scf.while (%repetitions_5 = %c0, %before_4 = %c0, %beta_5 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:              %21 = arith.cmpi slt, %beta_5, %left_1 : index
// CHECK-NEXT:              scf.condition(%21) %repetitions_5, %before_4, %beta_5 : index, index, index
// CHECK-NEXT:            } do {
// CHECK-NEXT:            ^bb0(%repetitions_6: index, %before_5: index, %beta_6: index):
// CHECK-NEXT:              %repetitions_7 = arith.addi %repetitions_6, %c1 : index
// CHECK-NEXT:              %22 = arith.addi %free_1, %repetitions_7 : index
// CHECK-NEXT:              %23 = arith.muli %beta_6, %22 : index
// CHECK-NEXT:              %beta_7 = arith.divui %23, %repetitions_7 : index
// CHECK-NEXT:              scf.yield %repetitions_7, %beta_6, %beta_7 : index, index, index
// CHECK-NEXT:            }
// CHECK-NEXT:            %24 = arith.addi %free_1, %repetitions_4 : index
// CHECK-NEXT:            %25 = arith.subi %24, %c1 : index
// CHECK-NEXT:            %26 = arith.muli %before_3, %free_1 : index
// CHECK-NEXT:            %finer_1 = arith.divui %26, %25 : index
// CHECK-NEXT:            %27 = arith.subi %left_1, %finer_1 : index
// CHECK-NEXT:            %28 = arith.minsi %27, %ahead_1 : index
// CHECK-NEXT:            %29 = arith.minsi %before_3, %28 : index
// CHECK-NEXT:            %stretch_3 = arith.maxsi %c1, %29 : index
// CHECK-NEXT:            scf.yield %stretch_3 : index
// CHECK-NEXT:          }
// CHECK-NEXT:          %length_3 = arith.minsi %stretch_2, %ahead_1 : index
// CHECK-NEXT:          %s_17 = scf.for %offset_3 = %c0 to %length_3 step %c1 iter_args(%s_18 = %s_16) -> (f64) {
// CHECK-NEXT:            %t_3 = math.sin %s_18 : f64
// CHECK-NEXT:            scf.yield %t_3 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_9 = arith.addi %step_8, %length_3 : index
// CHECK-NEXT:          %more_3 = arith.cmpi slt, %step_9, %target_1 : index
// CHECK-NEXT:          %slot_8 = arith.addi %slot_7, %c1 : index
// CHECK-NEXT:          scf.if %more_3 {
// CHECK-NEXT:            memref.store %step_9, %slot_steps[%slot_8] : memref<1xindex>
// CHECK-NEXT:            memref.store %s_17, %s_slots[%slot_8] : memref<1xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_9 = arith.select %more_3, %slot_8, %slot_7 : index
// CHECK-NEXT:          scf.yield %slot_9, %step_9, %s_17 : index, index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %30 = math.cos %s_14 : f64
// CHECK-NEXT:        %s_adj_8 = arith.mulf %s_adj_7, %30 : f64
// CHECK-NEXT:        %live_6 = arith.addi %slot_5, %c1 : index
// CHECK-NEXT:        %live_7 = arith.select %far_1, %live_6, %top_1 : index
// CHECK-NEXT:        scf.yield %live_7, %s_adj_8 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_slots : memref<1xf64>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<1xindex>
// CHECK-NEXT:      return %s_adj_6 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

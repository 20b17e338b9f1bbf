// RUN: ckptopt %S/../../../examples/implicit.mlir -p loop-checkpoint | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func @implicit(%start: f64, %rate: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %steps = arith.constant 24 : index
// CHECK-NEXT:      %iterations = arith.constant 30 : index
// CHECK-NEXT:      %h = arith.constant 1.000000e-01 : f64
// CHECK-NEXT:      %final = scf.for %t = %c0 to %steps step %c1 iter_args(%before = %start) -> (f64) {
// CHECK-NEXT:        %solution = scf.for %k = %c0 to %iterations step %c1 iter_args(%guess = %before) -> (f64) {
// CHECK-NEXT:          %angle = arith.mulf %rate, %guess : f64
// CHECK-NEXT:          %slope = math.sin %angle : f64
// CHECK-NEXT:          %change = arith.mulf %h, %slope : f64
// CHECK-NEXT:          %better = arith.addf %before, %change : f64
// CHECK-NEXT:          scf.yield %better : f64
// CHECK-NEXT:        } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 5 : i64}
// CHECK-NEXT:        scf.yield %solution : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 4 : i64}
// CHECK-NEXT:      return %final : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @implicit_grad(%start: f64, %rate: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %iterations = arith.constant 30 : index
// CHECK-NEXT:      %h = arith.constant 1.000000e-01 : f64
// CHECK-NEXT:      %c23 = arith.constant 23 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c22 = arith.constant 22 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c5 = arith.constant 5 : index
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<4xindex>
// CHECK-NEXT:      %before_slots = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %step, %before = scf.for %slot = %c0 to %c4 step %c1 iter_args(%step_1 = %c0, %before_1 = %start) -> (index, f64) {
// CHECK-NEXT:        memref.store %step_1, %slot_steps[%slot] : memref<4xindex>
// CHECK-NEXT:        memref.store %before_1, %before_slots[%slot] : memref<4xf64>
// CHECK-NEXT:        %left = arith.subi %c23, %step_1 : index
// CHECK-NEXT:        %free = arith.subi %c4, %slot : index
// CHECK-NEXT:        %0 = arith.cmpi sle, %left, %c1 : index
// CHECK-NEXT:        %1 = arith.cmpi sle, %free, %c1 : index
// CHECK-NEXT:        %at_once = arith.ori %0, %1 : i1
// CHECK-NEXT:        %stretch = scf.if %at_once -> (index) {
// CHECK-NEXT:          %2 = arith.maxsi %left, %c0 : index
// CHECK-NEXT:          scf.yield %2 : index
// CHECK-NEXT:        } else {
// CHECK-NEXT:          %repetitions, %before_2, %beta = scf.while (%repetitions_1 = %c0, %before_3 = %c0, %beta_1 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:            %3 = arith.cmpi slt, %beta_1, %left : index
// CHECK-NEXT:            scf.condition(%3) %repetitions_1, %before_3, %beta_1 : index, index, index
// CHECK-NEXT:          } do {
// CHECK-NEXT:          ^bb0(%repetitions_2: index, %before_4: index, %beta_2: index):
// CHECK-NEXT:            %repetitions_3 = arith.addi %repetitions_2, %c1 : index
// CHECK-NEXT:            %4 = arith.addi %free, %repetitions_3 : index
// CHECK-NEXT:            %5 = arith.muli %beta_2, %4 : index
// CHECK-NEXT:            %beta_3 = arith.divui %5, %repetitions_3 : index
// CHECK-NEXT:            scf.yield %repetitions_3, %beta_2, %beta_3 : index, index, index
// CHECK-NEXT:          }
// CHECK-NEXT:          %6 = arith.addi %free, %repetitions : index
// CHECK-NEXT:          %7 = arith.subi %6, %c1 : index
// CHECK-NEXT:          %8 = arith.muli %before_2, %free : index
// CHECK-NEXT:          %finer = arith.divui %8, %7 : index
// CHECK-NEXT:          %9 = arith.subi %left, %finer : index
// CHECK-NEXT:          %10 = arith.subi %c22, %step_1 : index
// CHECK-NEXT:          %11 = arith.minsi %9, %10 : index
// CHECK-NEXT:          %12 = arith.minsi %before_2, %11 : index
// CHECK-NEXT:          %stretch_1 = arith.maxsi %c1, %12 : index
// CHECK-NEXT:          scf.yield %stretch_1 : index
// CHECK-NEXT:        }
// CHECK-NEXT:        %before_5 = scf.for %offset = %c0 to %stretch step %c1 iter_args(%before_6 = %before_1) -> (f64) {
// CHECK-NEXT:          %solution = scf.for %k = %c0 to %iterations step %c1 iter_args(%guess = %before_6) -> (f64) {
// CHECK-NEXT:            %angle = arith.mulf %rate, %guess : f64
// CHECK-NEXT:            %slope = math.sin %angle : f64
// CHECK-NEXT:            %change = arith.mulf %h, %slope : f64
// CHECK-NEXT:            %better = arith.addf %before_6, %change : f64
// CHECK-NEXT:            scf.yield %better : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %solution : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2, %before_5 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %guess_snapshots = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %guess_1 = scf.for %segment = %c0 to %c4 step %c1 iter_args(%guess_2 = %before) -> (f64) {
// CHECK-NEXT:        memref.store %guess_2, %guess_snapshots[%segment] : memref<4xf64>
// CHECK-NEXT:        %guess_3 = scf.for %offset_1 = %c0 to %c6 step %c1 iter_args(%guess_4 = %guess_2) -> (f64) {
// CHECK-NEXT:          %angle_1 = arith.mulf %rate, %guess_4 : f64
// CHECK-NEXT:          %slope_1 = math.sin %angle_1 : f64
// CHECK-NEXT:          %change_1 = arith.mulf %h, %slope_1 : f64
// CHECK-NEXT:          %better_1 = arith.addf %before, %change_1 : f64
// CHECK-NEXT:          scf.yield %better_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %guess_3 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %guess_tape = memref.alloc() : memref<6xf64>
// CHECK-NEXT:      %final = scf.for %offset_2 = %c0 to %c6 step %c1 iter_args(%guess_5 = %guess_1) -> (f64) {
// CHECK-NEXT:        %angle_2 = arith.mulf %rate, %guess_5 : f64
// CHECK-NEXT:        %slope_2 = math.sin %angle_2 : f64
// CHECK-NEXT:        %change_2 = arith.mulf %h, %slope_2 : f64
// CHECK-NEXT:        %better_2 = arith.addf %before, %change_2 : f64
// CHECK-NEXT:        memref.store %guess_5, %guess_tape[%offset_2] : memref<6xf64>
// CHECK-NEXT:        scf.yield %better_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %guess_adj, %rate_adj, %before_adj = scf.for %back = %c0 to %c6 step %c1 iter_args(%guess_adj_1 = %seed, %rate_adj_1 = %zero, %before_adj_1 = %zero) -> (f64, f64, f64) {
// CHECK-NEXT:        %offset_3 = arith.subi %c5, %back : index
// CHECK-NEXT:        %guess_6 = memref.load %guess_tape[%offset_3] : memref<6xf64>
// CHECK-NEXT:        %slope_adj = arith.mulf %guess_adj_1, %h : f64
// CHECK-NEXT:        %angle_3 = arith.mulf %rate, %guess_6 : f64
// CHECK-NEXT:        %13 = math.cos %angle_3 : f64
// CHECK-NEXT:        %angle_adj = arith.mulf %slope_adj, %13 : f64
// CHECK-NEXT:        %rate_adj_2 = arith.mulf %angle_adj, %guess_6 : f64
// CHECK-NEXT:        %guess_adj_2 = arith.mulf %angle_adj, %rate : f64
// CHECK-NEXT:        %rate_adj_3 = arith.addf %rate_adj_1, %rate_adj_2 : f64
// CHECK-NEXT:        %before_adj_2 = arith.addf %before_adj_1, %guess_adj_1 : f64
// CHECK-NEXT:        scf.yield %guess_adj_2, %rate_adj_3, %before_adj_2 : f64, f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %guess_tape : memref<6xf64>
// CHECK-NEXT:      %guess_tape_1 = memref.alloc() : memref<6xf64>
// CHECK-NEXT:      %guess_adj_3, %rate_adj_4, %before_adj_3 = scf.for %back_1 = %c0 to %c4 step %c1 iter_args(%guess_adj_4 = %guess_adj, %rate_adj_5 = %rate_adj, %before_adj_4 = %before_adj) -> (f64, f64, f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c3, %back_1 : index
// CHECK-NEXT:        %guess_7 = memref.load %guess_snapshots[%segment_1] : memref<4xf64>
// CHECK-NEXT:        %guess_8 = scf.for %offset_4 = %c0 to %c6 step %c1 iter_args(%guess_9 = %guess_7) -> (f64) {
// CHECK-NEXT:          %angle_4 = arith.mulf %rate, %guess_9 : f64
// CHECK-NEXT:          %slope_3 = math.sin %angle_4 : f64
// CHECK-NEXT:          %change_3 = arith.mulf %h, %slope_3 : f64
// CHECK-NEXT:          %better_3 = arith.addf %before, %change_3 : f64
// CHECK-NEXT:          memref.store %guess_9, %guess_tape_1[%offset_4] : memref<6xf64>
// CHECK-NEXT:          scf.yield %better_3 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %guess_adj_5, %rate_adj_6, %before_adj_5 = scf.for %back_2 = %c0 to %c6 step %c1 iter_args(%guess_adj_6 = %guess_adj_4, %rate_adj_7 = %rate_adj_5, %before_adj_6 = %before_adj_4) -> (f64, f64, f64) {
// CHECK-NEXT:          %offset_5 = arith.subi %c5, %back_2 : index
// CHECK-NEXT:          %guess_10 = memref.load %guess_tape_1[%offset_5] : memref<6xf64>
// CHECK-NEXT:          %slope_adj_1 = arith.mulf %guess_adj_6, %h : f64
// CHECK-NEXT:          %angle_5 = arith.mulf %rate, %guess_10 : f64
// CHECK-NEXT:          %14 = math.cos %angle_5 : f64
// CHECK-NEXT:          %angle_adj_1 = arith.mulf %slope_adj_1, %14 : f64
// CHECK-NEXT:          %rate_adj_8 = arith.mulf %angle_adj_1, %guess_10 : f64
// CHECK-NEXT:          %guess_adj_7 = arith.mulf %angle_adj_1, %rate : f64
// CHECK-NEXT:          %rate_adj_9 = arith.addf %rate_adj_7, %rate_adj_8 : f64
// CHECK-NEXT:          %before_adj_7 = arith.addf %before_adj_6, %guess_adj_6 : f64
// CHECK-NEXT:          scf.yield %guess_adj_7, %rate_adj_9, %before_adj_7 : f64, f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %guess_adj_5, %rate_adj_6, %before_adj_5 : f64, f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %guess_tape_1 : memref<6xf64>
// CHECK-NEXT:      memref.dealloc %guess_snapshots : memref<4xf64>
// CHECK-NEXT:      %before_adj_8 = arith.addf %before_adj_3, %guess_adj_3 : f64
// CHECK-NEXT:      %rate_adj_10 = arith.addf %zero, %rate_adj_4 : f64
// CHECK-NEXT:      %live, %before_adj_9, %rate_adj_11 = scf.for %back_3 = %c0 to %c23 step %c1 iter_args(%live_1 = %c4, %before_adj_10 = %before_adj_8, %rate_adj_12 = %rate_adj_10) -> (index, f64, f64) {
// CHECK-NEXT:        %target = arith.subi %c22, %back_3 : index
// CHECK-NEXT:        %top = arith.subi %live_1, %c1 : index
// CHECK-NEXT:        %step_3 = memref.load %slot_steps[%top] : memref<4xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %step_3, %target : index
// CHECK-NEXT:        %before_7 = memref.load %before_slots[%top] : memref<4xf64>
// CHECK-NEXT:        %slot_1, %step_4, %before_8 = scf.while (%slot_2 = %top, %step_5 = %step_3, %before_9 = %before_7) : (index, index, f64) -> (index, index, f64) {
// CHECK-NEXT:          %more = arith.cmpi slt, %step_5, %target : index
// CHECK-NEXT:          scf.condition(%more) %slot_2, %step_5, %before_9 : index, index, f64
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_3: index, %step_6: index, %before_10: f64):
// CHECK-NEXT:          %ahead = arith.subi %target, %step_6 : index
// CHECK-NEXT:          %left_1 = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free_1 = arith.subi %c4, %slot_3 : index
// CHECK-NEXT:          %15 = arith.cmpi sle, %left_1, %c1 : index
// CHECK-NEXT:          %16 = arith.cmpi sle, %free_1, %c1 : index
// CHECK-NEXT:          %at_once_1 = arith.ori %15, %16 : i1
// CHECK-NEXT:          %stretch_2 = scf.if %at_once_1 -> (index) {
// CHECK-NEXT:            %17 = arith.maxsi %left_1, %c0 : index
// CHECK-NEXT:            scf.yield %17 : index
// CHECK-NEXT:          } else {
// CHECK-NEXT:            %repetitions_4, %before_11, %beta_4 = scf.while (%repetitions_5 = %c0, %before_12 = %c0, %beta_5 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:              %18 = arith.cmpi slt, %beta_5, %left_1 : index
// CHECK-NEXT:              scf.condition(%18) %repetitions_5, %before_12, %beta_5 : index, index, index
// CHECK-NEXT:            } do {
// CHECK-NEXT:            ^bb0(%repetitions_6: index, %before_13: index, %beta_6: index):
// CHECK-NEXT:              %repetitions_7 = arith.addi %repetitions_6, %c1 : index
// CHECK-NEXT:              %19 = arith.addi %free_1, %repetitions_7 : index
// CHECK-NEXT:              %20 = arith.muli %beta_6, %19 : index
// CHECK-NEXT:              %beta_7 = arith.divui %20, %repetitions_7 : index
// CHECK-NEXT:              scf.yield %repetitions_7, %beta_6, %beta_7 : index, index, index
// CHECK-NEXT:            }
// CHECK-NEXT:            %21 = arith.addi %free_1, %repetitions_4 : index
// CHECK-NEXT:            %22 = arith.subi %21, %c1 : index
// CHECK-NEXT:            %23 = arith.muli %before_11, %free_1 : index
// CHECK-NEXT:            %finer_1 = arith.divui %23, %22 : index
// CHECK-NEXT:            %24 = arith.subi %left_1, %finer_1 : index
// CHECK-NEXT:            %25 = arith.minsi %24, %ahead : index
// CHECK-NEXT:            %26 = arith.minsi %before_11, %25 : index
// CHECK-NEXT:            %stretch_3 = arith.maxsi %c1, %26 : index
// CHECK-NEXT:            scf.yield %stretch_3 : index
// CHECK-NEXT:          }
// CHECK-NEXT:          %length = arith.minsi %stretch_2, %ahead : index
// CHECK-NEXT:          %before_14 = scf.for %offset_6 = %c0 to %length step %c1 iter_args(%before_15 = %before_10) -> (f64) {
// CHECK-NEXT:            %solution_1 = scf.for %k_1 = %c0 to %iterations step %c1 iter_args(%guess_11 = %before_15) -> (f64) {
// CHECK-NEXT:              %angle_6 = arith.mulf %rate, %guess_11 : f64
// CHECK-NEXT:              %slope_4 = math.sin %angle_6 : f64
// CHECK-NEXT:              %change_4 = arith.mulf %h, %slope_4 : f64
// CHECK-NEXT:              %better_4 = arith.addf %before_15, %change_4 : f64
// CHECK-NEXT:              scf.yield %better_4 : f64
// CHECK-NEXT:            }
// CHECK-NEXT:            scf.yield %solution_1 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_7 = arith.addi %step_6, %length : index
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %step_7, %target : index
// CHECK-NEXT:          %slot_4 = arith.addi %slot_3, %c1 : index
// CHECK-NEXT:          scf.if %more_1 {
// CHECK-NEXT:            memref.store %step_7, %slot_steps[%slot_4] : memref<4xindex>
// CHECK-NEXT:            memref.store %before_14, %before_slots[%slot_4] : memref<4xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_5 = arith.select %more_1, %slot_4, %slot_3 : index
// CHECK-NEXT:          scf.yield %slot_5, %step_7, %before_14 : index, index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %guess_snapshots_1 = memref.alloc() : memref<4xf64>
// CHECK-NEXT:        %guess_12 = scf.for %segment_2 = %c0 to %c4 step %c1 iter_args(%guess_13 = %before_8) -> (f64) {
// CHECK-NEXT:          memref.store %guess_13, %guess_snapshots_1[%segment_2] : memref<4xf64>
// CHECK-NEXT:          %guess_14 = scf.for %offset_7 = %c0 to %c6 step %c1 iter_args(%guess_15 = %guess_13) -> (f64) {
// CHECK-NEXT:            %angle_7 = arith.mulf %rate, %guess_15 : f64
// CHECK-NEXT:            %slope_5 = math.sin %angle_7 : f64
// CHECK-NEXT:            %change_5 = arith.mulf %h, %slope_5 : f64
// CHECK-NEXT:            %better_5 = arith.addf %before_8, %change_5 : f64
// CHECK-NEXT:            scf.yield %better_5 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %guess_14 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %guess_tape_2 = memref.alloc() : memref<6xf64>
// CHECK-NEXT:        %solution_2 = scf.for %offset_8 = %c0 to %c6 step %c1 iter_args(%guess_16 = %guess_12) -> (f64) {
// CHECK-NEXT:          %angle_8 = arith.mulf %rate, %guess_16 : f64
// CHECK-NEXT:          %slope_6 = math.sin %angle_8 : f64
// CHECK-NEXT:          %change_6 = arith.mulf %h, %slope_6 : f64
// CHECK-NEXT:          %better_6 = arith.addf %before_8, %change_6 : f64
// CHECK-NEXT:          memref.store %guess_16, %guess_tape_2[%offset_8] : memref<6xf64>
// CHECK-NEXT:          scf.yield %better_6 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %guess_adj_8, %rate_adj_13, %before_adj_11 = scf.for %back_4 = %c0 to %c6 step %c1 iter_args(%guess_adj_9 = %before_adj_10, %rate_adj_14 = %zero, %before_adj_12 = %zero) -> (f64, f64, f64) {
// CHECK-NEXT:          %offset_9 = arith.subi %c5, %back_4 : index
// CHECK-NEXT:          %guess_17 = memref.load %guess_tape_2[%offset_9] : memref<6xf64>
// CHECK-NEXT:          %slope_adj_2 = arith.mulf %guess_adj_9, %h : f64
// CHECK-NEXT:          %angle_9 = arith.mulf %rate, %guess_17 : f64
// CHECK-NEXT:          %27 = math.cos %angle_9 : f64
// CHECK-NEXT:          %angle_adj_2 = arith.mulf %slope_adj_2, %27 : f64
// CHECK-NEXT:          %rate_adj_15 = arith.mulf %angle_adj_2, %guess_17 : f64
// CHECK-NEXT:          %guess_adj_10 = arith.mulf %angle_adj_2, %rate : f64
// CHECK-NEXT:          %rate_adj_16 = arith.addf %rate_adj_14, %rate_adj_15 : f64
// CHECK-NEXT:          %before_adj_13 = arith.addf %before_adj_12, %guess_adj_9 : f64
// CHECK-NEXT:          scf.yield %guess_adj_10, %rate_adj_16, %before_adj_13 : f64, f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %guess_tape_2 : memref<6xf64>
// CHECK-NEXT:        %guess_tape_3 = memref.alloc() : memref<6xf64>
// CHECK-NEXT:        %guess_adj_11, %rate_adj_17, %before_adj_14 = scf.for %back_5 = %c0 to %c4 step %c1 iter_args(%guess_adj_12 = %guess_adj_8, %rate_adj_18 = %rate_adj_13, %before_adj_15 = %before_adj_11) -> (f64, f64, f64) {
// CHECK-NEXT:          %segment_3 = arith.subi %c3, %back_5 : index
// CHECK-NEXT:          %guess_18 = memref.load %guess_snapshots_1[%segment_3] : memref<4xf64>
// CHECK-NEXT:          %guess_19 = scf.for %offset_10 = %c0 to %c6 step %c1 iter_args(%guess_20 = %guess_18) -> (f64) {
// CHECK-NEXT:            %angle_10 = arith.mulf %rate, %guess_20 : f64
// CHECK-NEXT:            %slope_7 = math.sin %angle_10 : f64
// CHECK-NEXT:            %change_7 = arith.mulf %h, %slope_7 : f64
// CHECK-NEXT:            %better_7 = arith.addf %before_8, %change_7 : f64
// CHECK-NEXT:            memref.store %guess_20, %guess_tape_3[%offset_10] : memref<6xf64>
// CHECK-NEXT:            scf.yield %better_7 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %guess_adj_13, %rate_adj_19, %before_adj_16 = scf.for %back_6 = %c0 to %c6 step %c1 iter_args(%guess_adj_14 = %guess_adj_12, %rate_adj_20 = %rate_adj_18, %before_adj_17 = %before_adj_15) -> (f64, f64, f64) {
// CHECK-NEXT:            %offset_11 = arith.subi %c5, %back_6 : index
// CHECK-NEXT:            %guess_21 = memref.load %guess_tape_3[%offset_11] : memref<6xf64>
// CHECK-NEXT:            %slope_adj_3 = arith.mulf %guess_adj_14, %h : f64
// CHECK-NEXT:            %angle_11 = arith.mulf %rate, %guess_21 : f64
// CHECK-NEXT:            %28 = math.cos %angle_11 : f64
// CHECK-NEXT:            %angle_adj_3 = arith.mulf %slope_adj_3, %28 : f64
// CHECK-NEXT:            %rate_adj_21 = arith.mulf %angle_adj_3, %guess_21 : f64
// CHECK-NEXT:            %guess_adj_15 = arith.mulf %angle_adj_3, %rate : f64
// CHECK-NEXT:            %rate_adj_22 = arith.addf %rate_adj_20, %rate_adj_21 : f64
// CHECK-NEXT:            %before_adj_18 = arith.addf %before_adj_17, %guess_adj_14 : f64
// CHECK-NEXT:            scf.yield %guess_adj_15, %rate_adj_22, %before_adj_18 : f64, f64, f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %guess_adj_13, %rate_adj_19, %before_adj_16 : f64, f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %guess_tape_3 : memref<6xf64>
// CHECK-NEXT:        memref.dealloc %guess_snapshots_1 : memref<4xf64>
// CHECK-NEXT:        %before_adj_19 = arith.addf %before_adj_14, %guess_adj_11 : f64
// CHECK-NEXT:        %rate_adj_23 = arith.addf %rate_adj_12, %rate_adj_17 : f64
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3, %before_adj_19, %rate_adj_23 : index, f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %before_slots : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<4xindex>
// CHECK-NEXT:      return %before_adj_9, %rate_adj_11 : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

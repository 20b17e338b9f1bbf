// RUN: ckptopt %s -p 'loop-checkpoint{fn=f offload-copy=gpu.memcpy}' | filecheck %s

// Memory in two levels, for a trip count that is known at run time. While an interval is reversed,
// the snapshot of the one before it is fetched.

func.func @f(%m: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = math.sin %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}}
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%m: memref<?xf64>, %n: index) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:        %a = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:        %t = math.sin %a : f64
// CHECK-NEXT:        memref.store %t, %m[%c0] : memref<?xf64>
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3 : i64, slow_space = 1 : i64, write = 2.000000e+00 : f64, read = 2.000000e+00 : f64}}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<?xf64>, %m_shadow: memref<?xf64>, %n: index) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %stretches = arith.maxsi %trips, %c1 : index
// CHECK-NEXT:      %others = arith.subi %stretches, %c1 : index
// CHECK-NEXT:      %rest = arith.subi %trips, %others : index
// CHECK-NEXT:      %0 = arith.maxsi %others, %c1 : index
// CHECK-NEXT:      %1 = arith.subi %0, %c1 : index
// CHECK-NEXT:      %intervals = arith.divui %1, %c4 : index
// CHECK-NEXT:      %slot_count = arith.minsi %c3, %others : index
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<3xindex>
// CHECK-NEXT:      %m_slots = memref.alloc() : memref<3xmemref<?xf64>>
// CHECK-NEXT:      %dim = memref.dim %m, %c0 : memref<?xf64>
// CHECK-NEXT:      %m_work = memref.alloc(%dim) : memref<?xf64>
// CHECK-NEXT:      scf.for %slot = %c0 to %slot_count step %c1 {
// CHECK-NEXT:        %m_snapshot = memref.alloc(%dim) : memref<?xf64>
// CHECK-NEXT:        memref.store %m_snapshot, %m_slots[%slot] : memref<3xmemref<?xf64>>
// CHECK-NEXT:      }
// CHECK-NEXT:      %m_snapshots = memref.alloc(%intervals) : memref<?xmemref<?xf64, 1 : i64>>
// CHECK-NEXT:      scf.for %interval = %c0 to %intervals step %c1 {
// CHECK-NEXT:        %m_snapshot_1 = memref.alloc(%dim) : memref<?xf64, 1 : i64>
// CHECK-NEXT:        gpu.memcpy %m_snapshot_1, %m : memref<?xf64, 1 : i64>, memref<?xf64>
// CHECK-NEXT:        memref.store %m_snapshot_1, %m_snapshots[%interval] : memref<?xmemref<?xf64, 1 : i64>>
// CHECK-NEXT:        scf.for %offset = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %a = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:          %t = math.sin %a : f64
// CHECK-NEXT:          memref.store %t, %m[%c0] : memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      %base = arith.muli %c4, %intervals : index
// CHECK-NEXT:      %length = arith.subi %others, %base : index
// CHECK-NEXT:      %filled = arith.minsi %slot_count, %length : index
// CHECK-NEXT:      %step = scf.for %slot_1 = %c0 to %filled step %c1 iter_args(%step_1 = %c0) -> (index) {
// CHECK-NEXT:        memref.store %step_1, %slot_steps[%slot_1] : memref<3xindex>
// CHECK-NEXT:        %m_snapshot_2 = memref.load %m_slots[%slot_1] : memref<3xmemref<?xf64>>
// CHECK-NEXT:        memref.copy %m, %m_snapshot_2 : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:        %left = arith.subi %length, %step_1 : index
// CHECK-NEXT:        %free = arith.subi %filled, %slot_1 : index
// CHECK-NEXT:        %2 = arith.cmpi sle, %left, %c1 : index
// CHECK-NEXT:        %3 = arith.cmpi sle, %free, %c1 : index
// CHECK-NEXT:        %at_once = arith.ori %2, %3 : i1
// CHECK-NEXT:        %stretch = scf.if %at_once -> (index) {
// CHECK-NEXT:          %4 = arith.maxsi %left, %c0 : index
// CHECK-NEXT:          scf.yield %4 : index
// CHECK-NEXT:        } else {
// CHECK-NEXT:          %repetitions, %before, %beta = scf.while (%repetitions_1 = %c0, %before_1 = %c0, %beta_1 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:            %5 = arith.cmpi slt, %beta_1, %left : index
// CHECK-NEXT:            scf.condition(%5) %repetitions_1, %before_1, %beta_1 : index, index, index
// CHECK-NEXT:          } do {
// CHECK-NEXT:          ^bb0(%repetitions_2: index, %before_2: index, %beta_2: index):
// CHECK-NEXT:            %repetitions_3 = arith.addi %repetitions_2, %c1 : index
// CHECK-NEXT:            %6 = arith.addi %free, %repetitions_3 : index
// CHECK-NEXT:            %7 = arith.muli %beta_2, %6 : index
// CHECK-NEXT:            %beta_3 = arith.divui %7, %repetitions_3 : index
// CHECK-NEXT:            scf.yield %repetitions_3, %beta_2, %beta_3 : index, index, index
// CHECK-NEXT:          }
// CHECK-NEXT:          %8 = arith.addi %free, %repetitions : index
// CHECK-NEXT:          %9 = arith.subi %8, %c1 : index
// CHECK-NEXT:          %10 = arith.muli %before, %free : index
// CHECK-NEXT:          %finer = arith.divui %10, %9 : index
// CHECK-NEXT:          %11 = arith.subi %left, %finer : index
// CHECK-NEXT:          %12 = arith.subi %left, %c1 : index
// CHECK-NEXT:          %13 = arith.minsi %11, %12 : index
// CHECK-NEXT:          %14 = arith.minsi %before, %13 : index
// CHECK-NEXT:          %stretch_1 = arith.maxsi %c1, %14 : index
// CHECK-NEXT:          scf.yield %stretch_1 : index
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.for %offset_1 = %c0 to %stretch step %c1 {
// CHECK-NEXT:          %a_1 = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:          %t_1 = math.sin %a_1 : f64
// CHECK-NEXT:          memref.store %t_1, %m[%c0] : memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2 : index
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      scf.for %offset_2 = %c0 to %rest step %c1 {
// CHECK-NEXT:        %a_2 = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_2 = math.sin %a_2 : f64
// CHECK-NEXT:        memref.store %t_2, %m[%c0] : memref<?xf64>
// CHECK-NEXT:        memref.store %a_2, %a_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %rest, %c1 : index
// CHECK-NEXT:      scf.for %back = %c0 to %rest step %c1 {
// CHECK-NEXT:        %offset_3 = arith.subi %last, %back : index
// CHECK-NEXT:        %a_3 = memref.load %a_tape[%offset_3] : memref<?xf64>
// CHECK-NEXT:        %t_adj = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %15 = math.cos %a_3 : f64
// CHECK-NEXT:        %a_adj = arith.mulf %t_adj, %15 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %a_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<?xf64>
// CHECK-NEXT:      %last_1 = arith.subi %intervals, %c1 : index
// CHECK-NEXT:      %live, %end = scf.for %back_1 = %c0 to %intervals step %c1 iter_args(%live_1 = %filled, %end_1 = %others) -> (index, index) {
// CHECK-NEXT:        %interval_1 = arith.subi %intervals, %back_1 : index
// CHECK-NEXT:        %interval_2 = arith.subi %last_1, %back_1 : index
// CHECK-NEXT:        %m_1 = memref.load %m_snapshots[%interval_2] : memref<?xmemref<?xf64, 1 : i64>>
// CHECK-NEXT:        %dim_1 = memref.dim %m_1, %c0 : memref<?xf64, 1 : i64>
// CHECK-NEXT:        %m_work_1 = memref.alloc(%dim_1) : memref<?xf64>
// CHECK-NEXT:        %16 = gpu.wait async
// CHECK-NEXT:        %17 = gpu.memcpy async [%16] %m_work_1, %m_1 : memref<?xf64>, memref<?xf64, 1 : i64>
// CHECK-NEXT:        %base_1 = arith.muli %c4, %interval_1 : index
// CHECK-NEXT:        %length_1 = arith.subi %end_1, %base_1 : index
// CHECK-NEXT:        %last_2 = arith.subi %length_1, %c1 : index
// CHECK-NEXT:        %live_2 = scf.for %back_2 = %c0 to %length_1 step %c1 iter_args(%live_3 = %live_1) -> (index) {
// CHECK-NEXT:          %target = arith.subi %last_2, %back_2 : index
// CHECK-NEXT:          %top = arith.subi %live_3, %c1 : index
// CHECK-NEXT:          %step_3 = memref.load %slot_steps[%top] : memref<3xindex>
// CHECK-NEXT:          %far = arith.cmpi slt, %step_3, %target : index
// CHECK-NEXT:          %m_snapshot_3 = memref.load %m_slots[%top] : memref<3xmemref<?xf64>>
// CHECK-NEXT:          %m_2 = arith.select %far, %m_work, %m_snapshot_3 : memref<?xf64>
// CHECK-NEXT:          scf.if %far {
// CHECK-NEXT:            memref.copy %m_snapshot_3, %m_work : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_2, %step_4 = scf.while (%slot_3 = %top, %step_5 = %step_3) : (index, index) -> (index, index) {
// CHECK-NEXT:            %more = arith.cmpi slt, %step_5, %target : index
// CHECK-NEXT:            scf.condition(%more) %slot_3, %step_5 : index, index
// CHECK-NEXT:          } do {
// CHECK-NEXT:          ^bb0(%slot_4: index, %step_6: index):
// CHECK-NEXT:            %ahead = arith.subi %target, %step_6 : index
// CHECK-NEXT:            %left_1 = arith.addi %ahead, %c1 : index
// CHECK-NEXT:            %free_1 = arith.subi %slot_count, %slot_4 : index
// CHECK-NEXT:            %18 = arith.cmpi sle, %left_1, %c1 : index
// CHECK-NEXT:            %19 = arith.cmpi sle, %free_1, %c1 : index
// CHECK-NEXT:            %at_once_1 = arith.ori %18, %19 : i1
// CHECK-NEXT:            %stretch_2 = scf.if %at_once_1 -> (index) {
// CHECK-NEXT:              %20 = arith.maxsi %left_1, %c0 : index
// CHECK-NEXT:              scf.yield %20 : index
// CHECK-NEXT:            } else {
// CHECK-NEXT:              %repetitions_4, %before_3, %beta_4 = scf.while (%repetitions_5 = %c0, %before_4 = %c0, %beta_5 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:                %21 = arith.cmpi slt, %beta_5, %left_1 : index
// CHECK-NEXT:                scf.condition(%21) %repetitions_5, %before_4, %beta_5 : index, index, index
// CHECK-NEXT:              } do {
// CHECK-NEXT:              ^bb0(%repetitions_6: index, %before_5: index, %beta_6: index):
// CHECK-NEXT:                %repetitions_7 = arith.addi %repetitions_6, %c1 : index
// CHECK-NEXT:                %22 = arith.addi %free_1, %repetitions_7 : index
// CHECK-NEXT:                %23 = arith.muli %beta_6, %22 : index
// CHECK-NEXT:                %beta_7 = arith.divui %23, %repetitions_7 : index
// CHECK-NEXT:                scf.yield %repetitions_7, %beta_6, %beta_7 : index, index, index
// CHECK-NEXT:              }
// CHECK-NEXT:              %24 = arith.addi %free_1, %repetitions_4 : index
// CHECK-NEXT:              %25 = arith.subi %24, %c1 : index
// CHECK-NEXT:              %26 = arith.muli %before_3, %free_1 : index
// CHECK-NEXT:              %finer_1 = arith.divui %26, %25 : index
// CHECK-NEXT:              %27 = arith.subi %left_1, %finer_1 : index
// CHECK-NEXT:              %28 = arith.minsi %27, %ahead : index
// CHECK-NEXT:              %29 = arith.minsi %before_3, %28 : index
// CHECK-NEXT:              %stretch_3 = arith.maxsi %c1, %29 : index
// CHECK-NEXT:              scf.yield %stretch_3 : index
// CHECK-NEXT:            }
// CHECK-NEXT:            %length_2 = arith.minsi %stretch_2, %ahead : index
// CHECK-NEXT:            scf.for %offset_4 = %c0 to %length_2 step %c1 {
// CHECK-NEXT:              %a_4 = memref.load %m_2[%c0] : memref<?xf64>
// CHECK-NEXT:              %t_3 = math.sin %a_4 : f64
// CHECK-NEXT:              memref.store %t_3, %m_2[%c0] : memref<?xf64>
// CHECK-NEXT:            }
// CHECK-NEXT:            %step_7 = arith.addi %step_6, %length_2 : index
// CHECK-NEXT:            %more_1 = arith.cmpi slt, %step_7, %target : index
// CHECK-NEXT:            %slot_5 = arith.addi %slot_4, %c1 : index
// CHECK-NEXT:            scf.if %more_1 {
// CHECK-NEXT:              memref.store %step_7, %slot_steps[%slot_5] : memref<3xindex>
// CHECK-NEXT:              %m_snapshot_4 = memref.load %m_slots[%slot_5] : memref<3xmemref<?xf64>>
// CHECK-NEXT:              memref.copy %m_2, %m_snapshot_4 : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:            }
// CHECK-NEXT:            %slot_6 = arith.select %more_1, %slot_5, %slot_4 : index
// CHECK-NEXT:            scf.yield %slot_6, %step_7 : index, index
// CHECK-NEXT:          }
// CHECK-NEXT:          %a_5 = memref.load %m_2[%c0] : memref<?xf64>
// CHECK-NEXT:          %t_4 = math.sin %a_5 : f64
// CHECK-NEXT:          memref.store %t_4, %m_2[%c0] : memref<?xf64>
// CHECK-NEXT:          %t_adj_1 = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          memref.store %zero, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %30 = math.cos %a_5 : f64
// CHECK-NEXT:          %a_adj_1 = arith.mulf %t_adj_1, %30 : f64
// CHECK-NEXT:          %m_adj_2 = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %m_adj_3 = arith.addf %m_adj_2, %a_adj_1 : f64
// CHECK-NEXT:          memref.store %m_adj_3, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %live_4 = arith.addi %slot_2, %c1 : index
// CHECK-NEXT:          %live_5 = arith.select %far, %live_4, %top : index
// CHECK-NEXT:          scf.yield %live_5 : index
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %c0, %slot_steps[%c0] : memref<3xindex>
// CHECK-NEXT:        %m_snapshot_5 = memref.load %m_slots[%c0] : memref<3xmemref<?xf64>>
// CHECK-NEXT:        gpu.wait [%17]
// CHECK-NEXT:        memref.copy %m_work_1, %m_snapshot_5 : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:        memref.dealloc %m_work_1 : memref<?xf64>
// CHECK-NEXT:        memref.dealloc %m_1 : memref<?xf64, 1 : i64>
// CHECK-NEXT:        scf.yield %c1, %base_1 : index, index
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %m_snapshots : memref<?xmemref<?xf64, 1 : i64>>
// CHECK-NEXT:      %last_3 = arith.subi %end, %c1 : index
// CHECK-NEXT:      %live_6 = scf.for %back_3 = %c0 to %end step %c1 iter_args(%live_7 = %live) -> (index) {
// CHECK-NEXT:        %target_1 = arith.subi %last_3, %back_3 : index
// CHECK-NEXT:        %top_1 = arith.subi %live_7, %c1 : index
// CHECK-NEXT:        %step_8 = memref.load %slot_steps[%top_1] : memref<3xindex>
// CHECK-NEXT:        %far_1 = arith.cmpi slt, %step_8, %target_1 : index
// CHECK-NEXT:        %m_snapshot_6 = memref.load %m_slots[%top_1] : memref<3xmemref<?xf64>>
// CHECK-NEXT:        %m_3 = arith.select %far_1, %m_work, %m_snapshot_6 : memref<?xf64>
// CHECK-NEXT:        scf.if %far_1 {
// CHECK-NEXT:          memref.copy %m_snapshot_6, %m_work : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %slot_7, %step_9 = scf.while (%slot_8 = %top_1, %step_10 = %step_8) : (index, index) -> (index, index) {
// CHECK-NEXT:          %more_2 = arith.cmpi slt, %step_10, %target_1 : index
// CHECK-NEXT:          scf.condition(%more_2) %slot_8, %step_10 : index, index
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_9: index, %step_11: index):
// CHECK-NEXT:          %ahead_1 = arith.subi %target_1, %step_11 : index
// CHECK-NEXT:          %left_2 = arith.addi %ahead_1, %c1 : index
// CHECK-NEXT:          %free_2 = arith.subi %slot_count, %slot_9 : index
// CHECK-NEXT:          %31 = arith.cmpi sle, %left_2, %c1 : index
// CHECK-NEXT:          %32 = arith.cmpi sle, %free_2, %c1 : index
// CHECK-NEXT:          %at_once_2 = arith.ori %31, %32 : i1
// CHECK-NEXT:          %stretch_4 = scf.if %at_once_2 -> (index) {
// CHECK-NEXT:            %33 = arith.maxsi %left_2, %c0 : index
// CHECK-NEXT:            scf.yield %33 : index
// CHECK-NEXT:          } else {
// CHECK-NEXT:            %repetitions_8, %before_6, %beta_8 = scf.while (%repetitions_9 = %c0, %before_7 = %c0, %beta_9 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:              %34 = arith.cmpi slt, %beta_9, %left_2 : index
// CHECK-NEXT:              scf.condition(%34) %repetitions_9, %before_7, %beta_9 : index, index, index
// CHECK-NEXT:            } do {
// CHECK-NEXT:            ^bb0(%repetitions_10: index, %before_8: index, %beta_10: index):
// CHECK-NEXT:              %repetitions_11 = arith.addi %repetitions_10, %c1 : index
// CHECK-NEXT:              %35 = arith.addi %free_2, %repetitions_11 : index
// CHECK-NEXT:              %36 = arith.muli %beta_10, %35 : index
// CHECK-NEXT:              %beta_11 = arith.divui %36, %repetitions_11 : index
// CHECK-NEXT:              scf.yield %repetitions_11, %beta_10, %beta_11 : index, index, index
// CHECK-NEXT:            }
// CHECK-NEXT:            %37 = arith.addi %free_2, %repetitions_8 : index
// CHECK-NEXT:            %38 = arith.subi %37, %c1 : index
// CHECK-NEXT:            %39 = arith.muli %before_6, %free_2 : index
// CHECK-NEXT:            %finer_2 = arith.divui %39, %38 : index
// CHECK-NEXT:            %40 = arith.subi %left_2, %finer_2 : index
// CHECK-NEXT:            %41 = arith.minsi %40, %ahead_1 : index
// CHECK-NEXT:            %42 = arith.minsi %before_6, %41 : index
// CHECK-NEXT:            %stretch_5 = arith.maxsi %c1, %42 : index
// CHECK-NEXT:            scf.yield %stretch_5 : index
// CHECK-NEXT:          }
// CHECK-NEXT:          %length_3 = arith.minsi %stretch_4, %ahead_1 : index
// CHECK-NEXT:          scf.for %offset_5 = %c0 to %length_3 step %c1 {
// CHECK-NEXT:            %a_6 = memref.load %m_3[%c0] : memref<?xf64>
// CHECK-NEXT:            %t_5 = math.sin %a_6 : f64
// CHECK-NEXT:            memref.store %t_5, %m_3[%c0] : memref<?xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_12 = arith.addi %step_11, %length_3 : index
// CHECK-NEXT:          %more_3 = arith.cmpi slt, %step_12, %target_1 : index
// CHECK-NEXT:          %slot_10 = arith.addi %slot_9, %c1 : index
// CHECK-NEXT:          scf.if %more_3 {
// CHECK-NEXT:            memref.store %step_12, %slot_steps[%slot_10] : memref<3xindex>
// CHECK-NEXT:            %m_snapshot_7 = memref.load %m_slots[%slot_10] : memref<3xmemref<?xf64>>
// CHECK-NEXT:            memref.copy %m_3, %m_snapshot_7 : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_11 = arith.select %more_3, %slot_10, %slot_9 : index
// CHECK-NEXT:          scf.yield %slot_11, %step_12 : index, index
// CHECK-NEXT:        }
// CHECK-NEXT:        %a_7 = memref.load %m_3[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_6 = math.sin %a_7 : f64
// CHECK-NEXT:        memref.store %t_6, %m_3[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_adj_2 = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %43 = math.cos %a_7 : f64
// CHECK-NEXT:        %a_adj_2 = arith.mulf %t_adj_2, %43 : f64
// CHECK-NEXT:        %m_adj_4 = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %m_adj_5 = arith.addf %m_adj_4, %a_adj_2 : f64
// CHECK-NEXT:        memref.store %m_adj_5, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %live_8 = arith.addi %slot_7, %c1 : index
// CHECK-NEXT:        %live_9 = arith.select %far_1, %live_8, %top_1 : index
// CHECK-NEXT:        scf.yield %live_9 : index
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %slot_12 = %c0 to %slot_count step %c1 {
// CHECK-NEXT:        %m_snapshot_8 = memref.load %m_slots[%slot_12] : memref<3xmemref<?xf64>>
// CHECK-NEXT:        memref.dealloc %m_snapshot_8 : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %m_work : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %m_slots : memref<3xmemref<?xf64>>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<3xindex>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

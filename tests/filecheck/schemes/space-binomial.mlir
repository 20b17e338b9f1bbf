// RUN: ckptopt %s -p 'loop-checkpoint{offload-copy=memref.copy}' | filecheck %s

// Slots for memory in a named memory space: a replay never works in its slot, but on a copy.

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_space = "pinned", enzyme.binomial_checkpointing, enzyme.checkpoint_period = 4 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %a = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:        %t = arith.mulf %s, %a : f64
// CHECK-NEXT:        memref.store %t, %m[%c0] : memref<?xf64>
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_space = "pinned", enzyme.binomial_checkpointing, enzyme.checkpoint_period = 4 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<?xf64>, %m_shadow: memref<?xf64>, %n: index, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %stretches = arith.maxsi %trips, %c1 : index
// CHECK-NEXT:      %others = arith.subi %stretches, %c1 : index
// CHECK-NEXT:      %rest = arith.subi %trips, %others : index
// CHECK-NEXT:      %slot_count = arith.minsi %c4, %others : index
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<4xindex>
// CHECK-NEXT:      %s_slots = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %m_slots = memref.alloc() : memref<4xmemref<?xf64, "pinned">>
// CHECK-NEXT:      %dim = memref.dim %m, %c0 : memref<?xf64>
// CHECK-NEXT:      %m_work = memref.alloc(%dim) : memref<?xf64>
// CHECK-NEXT:      %step, %s = scf.for %slot = %c0 to %slot_count step %c1 iter_args(%step_1 = %c0, %s_1 = %x) -> (index, f64) {
// CHECK-NEXT:        %m_snapshot = memref.alloc(%dim) : memref<?xf64, "pinned">
// CHECK-NEXT:        memref.store %m_snapshot, %m_slots[%slot] : memref<4xmemref<?xf64, "pinned">>
// CHECK-NEXT:        memref.store %step_1, %slot_steps[%slot] : memref<4xindex>
// CHECK-NEXT:        memref.store %s_1, %s_slots[%slot] : memref<4xf64>
// CHECK-NEXT:        %m_snapshot_1 = memref.load %m_slots[%slot] : memref<4xmemref<?xf64, "pinned">>
// CHECK-NEXT:        memref.copy %m, %m_snapshot_1 : memref<?xf64> to memref<?xf64, "pinned">
// CHECK-NEXT:        %left = arith.subi %others, %step_1 : index
// CHECK-NEXT:        %free = arith.subi %slot_count, %slot : index
// CHECK-NEXT:        %0 = arith.cmpi sle, %left, %c1 : index
// CHECK-NEXT:        %1 = arith.cmpi sle, %free, %c1 : index
// CHECK-NEXT:        %at_once = arith.ori %0, %1 : i1
// CHECK-NEXT:        %stretch = scf.if %at_once -> (index) {
// CHECK-NEXT:          %2 = arith.maxsi %left, %c0 : index
// CHECK-NEXT:          scf.yield %2 : index
// CHECK-NEXT:        } else {
// CHECK-NEXT:          %repetitions, %before, %beta = scf.while (%repetitions_1 = %c0, %before_1 = %c0, %beta_1 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:            %3 = arith.cmpi slt, %beta_1, %left : index
// CHECK-NEXT:            scf.condition(%3) %repetitions_1, %before_1, %beta_1 : index, index, index
// CHECK-NEXT:          } do {
// CHECK-NEXT:          ^bb0(%repetitions_2: index, %before_2: index, %beta_2: index):
// CHECK-NEXT:            %repetitions_3 = arith.addi %repetitions_2, %c1 : index
// CHECK-NEXT:            %4 = arith.addi %free, %repetitions_3 : index
// CHECK-NEXT:            %5 = arith.muli %beta_2, %4 : index
// CHECK-NEXT:            %beta_3 = arith.divui %5, %repetitions_3 : index
// CHECK-NEXT:            scf.yield %repetitions_3, %beta_2, %beta_3 : index, index, index
// CHECK-NEXT:          }
// CHECK-NEXT:          %6 = arith.addi %free, %repetitions : index
// CHECK-NEXT:          %7 = arith.subi %6, %c1 : index
// CHECK-NEXT:          %8 = arith.muli %before, %free : index
// CHECK-NEXT:          %finer = arith.divui %8, %7 : index
// CHECK-NEXT:          %9 = arith.subi %left, %finer : index
// CHECK-NEXT:          %10 = arith.subi %left, %c1 : index
// CHECK-NEXT:          %11 = arith.minsi %9, %10 : index
// CHECK-NEXT:          %12 = arith.minsi %before, %11 : index
// CHECK-NEXT:          %stretch_1 = arith.maxsi %c1, %12 : index
// CHECK-NEXT:          scf.yield %stretch_1 : index
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_2 = scf.for %offset = %c0 to %stretch step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:          %a = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:          %t = arith.mulf %s_3, %a : f64
// CHECK-NEXT:          memref.store %t, %m[%c0] : memref<?xf64>
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2, %s_2 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %a_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %rest step %c1 iter_args(%s_4 = %s) -> (f64) {
// CHECK-NEXT:        %a_1 = memref.load %m[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_1 = arith.mulf %s_4, %a_1 : f64
// CHECK-NEXT:        memref.store %t_1, %m[%c0] : memref<?xf64>
// CHECK-NEXT:        memref.store %s_4, %s_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        memref.store %a_1, %a_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %rest, %c1 : index
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %rest step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %last, %back : index
// CHECK-NEXT:        %a_2 = memref.load %a_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %s_5 = memref.load %s_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %t_adj = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_adj_1 = arith.addf %s_adj_1, %t_adj : f64
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %s_adj_2 = arith.mulf %t_adj_1, %a_2 : f64
// CHECK-NEXT:        %a_adj = arith.mulf %t_adj_1, %s_5 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %a_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %s_tape : memref<?xf64>
// CHECK-NEXT:      %last_1 = arith.subi %stretches, %c2 : index
// CHECK-NEXT:      %live, %s_adj_3 = scf.for %back_1 = %c0 to %others step %c1 iter_args(%live_1 = %slot_count, %s_adj_4 = %s_adj) -> (index, f64) {
// CHECK-NEXT:        %target = arith.subi %last_1, %back_1 : index
// CHECK-NEXT:        %top = arith.subi %live_1, %c1 : index
// CHECK-NEXT:        %step_3 = memref.load %slot_steps[%top] : memref<4xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %step_3, %target : index
// CHECK-NEXT:        %s_6 = memref.load %s_slots[%top] : memref<4xf64>
// CHECK-NEXT:        %m_snapshot_2 = memref.load %m_slots[%top] : memref<4xmemref<?xf64, "pinned">>
// CHECK-NEXT:        memref.copy %m_snapshot_2, %m_work : memref<?xf64, "pinned"> to memref<?xf64>
// CHECK-NEXT:        %slot_1, %step_4, %s_7 = scf.while (%slot_2 = %top, %step_5 = %step_3, %s_8 = %s_6) : (index, index, f64) -> (index, index, f64) {
// CHECK-NEXT:          %more = arith.cmpi slt, %step_5, %target : index
// CHECK-NEXT:          scf.condition(%more) %slot_2, %step_5, %s_8 : index, index, f64
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_3: index, %step_6: index, %s_9: f64):
// CHECK-NEXT:          %ahead = arith.subi %target, %step_6 : index
// CHECK-NEXT:          %left_1 = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free_1 = arith.subi %slot_count, %slot_3 : index
// CHECK-NEXT:          %13 = arith.cmpi sle, %left_1, %c1 : index
// CHECK-NEXT:          %14 = arith.cmpi sle, %free_1, %c1 : index
// CHECK-NEXT:          %at_once_1 = arith.ori %13, %14 : i1
// CHECK-NEXT:          %stretch_2 = scf.if %at_once_1 -> (index) {
// CHECK-NEXT:            %15 = arith.maxsi %left_1, %c0 : index
// CHECK-NEXT:            scf.yield %15 : index
// CHECK-NEXT:          } else {
// CHECK-NEXT:            %repetitions_4, %before_3, %beta_4 = scf.while (%repetitions_5 = %c0, %before_4 = %c0, %beta_5 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:              %16 = arith.cmpi slt, %beta_5, %left_1 : index
// CHECK-NEXT:              scf.condition(%16) %repetitions_5, %before_4, %beta_5 : index, index, index
// CHECK-NEXT:            } do {
// CHECK-NEXT:            ^bb0(%repetitions_6: index, %before_5: index, %beta_6: index):
// CHECK-NEXT:              %repetitions_7 = arith.addi %repetitions_6, %c1 : index
// CHECK-NEXT:              %17 = arith.addi %free_1, %repetitions_7 : index
// CHECK-NEXT:              %18 = arith.muli %beta_6, %17 : index
// CHECK-NEXT:              %beta_7 = arith.divui %18, %repetitions_7 : index
// CHECK-NEXT:              scf.yield %repetitions_7, %beta_6, %beta_7 : index, index, index
// CHECK-NEXT:            }
// CHECK-NEXT:            %19 = arith.addi %free_1, %repetitions_4 : index
// CHECK-NEXT:            %20 = arith.subi %19, %c1 : index
// CHECK-NEXT:            %21 = arith.muli %before_3, %free_1 : index
// CHECK-NEXT:            %finer_1 = arith.divui %21, %20 : index
// CHECK-NEXT:            %22 = arith.subi %left_1, %finer_1 : index
// CHECK-NEXT:            %23 = arith.minsi %22, %ahead : index
// CHECK-NEXT:            %24 = arith.minsi %before_3, %23 : index
// CHECK-NEXT:            %stretch_3 = arith.maxsi %c1, %24 : index
// CHECK-NEXT:            scf.yield %stretch_3 : index
// CHECK-NEXT:          }
// CHECK-NEXT:          %length = arith.minsi %stretch_2, %ahead : index
// CHECK-NEXT:          %s_10 = scf.for %offset_3 = %c0 to %length step %c1 iter_args(%s_11 = %s_9) -> (f64) {
// CHECK-NEXT:            %a_3 = memref.load %m_work[%c0] : memref<?xf64>
// CHECK-NEXT:            %t_2 = arith.mulf %s_11, %a_3 : f64
// CHECK-NEXT:            memref.store %t_2, %m_work[%c0] : memref<?xf64>
// CHECK-NEXT:            scf.yield %t_2 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_7 = arith.addi %step_6, %length : index
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %step_7, %target : index
// CHECK-NEXT:          %slot_4 = arith.addi %slot_3, %c1 : index
// CHECK-NEXT:          scf.if %more_1 {
// CHECK-NEXT:            memref.store %step_7, %slot_steps[%slot_4] : memref<4xindex>
// CHECK-NEXT:            memref.store %s_10, %s_slots[%slot_4] : memref<4xf64>
// CHECK-NEXT:            %m_snapshot_3 = memref.load %m_slots[%slot_4] : memref<4xmemref<?xf64, "pinned">>
// CHECK-NEXT:            memref.copy %m_work, %m_snapshot_3 : memref<?xf64> to memref<?xf64, "pinned">
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_5 = arith.select %more_1, %slot_4, %slot_3 : index
// CHECK-NEXT:          scf.yield %slot_5, %step_7, %s_10 : index, index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %a_4 = memref.load %m_work[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_3 = arith.mulf %s_7, %a_4 : f64
// CHECK-NEXT:        memref.store %t_3, %m_work[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_adj_2 = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_adj_3 = arith.addf %s_adj_4, %t_adj_2 : f64
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %s_adj_5 = arith.mulf %t_adj_3, %a_4 : f64
// CHECK-NEXT:        %a_adj_1 = arith.mulf %t_adj_3, %s_7 : f64
// CHECK-NEXT:        %m_adj_2 = memref.load %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %m_adj_3 = arith.addf %m_adj_2, %a_adj_1 : f64
// CHECK-NEXT:        memref.store %m_adj_3, %m_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3, %s_adj_5 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %slot_6 = %c0 to %slot_count step %c1 {
// CHECK-NEXT:        %m_snapshot_4 = memref.load %m_slots[%slot_6] : memref<4xmemref<?xf64, "pinned">>
// CHECK-NEXT:        memref.dealloc %m_snapshot_4 : memref<?xf64, "pinned">
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %m_work : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %s_slots : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %m_slots : memref<4xmemref<?xf64, "pinned">>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<4xindex>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// A loop whose trip count is known when it ends, with a budget of slots. From 8 slots on: the spacing
// of snapshots is doubled, and every second one goes, when the slots are full; the order of the slots
// says which one holds which snapshot. The buffer that the body overwrites is part of each snapshot.

func.func @f(%x: f64, %m: memref<4xf64>, %e: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %u = memref.load %m[%c0] : memref<4xf64>
    %t = math.sin %s : f64
    %v = arith.mulf %t, %u : f64
    memref.store %v, %m[%c0] : memref<4xf64>
    scf.yield %v : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 8 : i64, user.note = 1 : i64}
  return %y : f64
}

// -----

// Fewer slots hold levels: each step is saved, and which snapshot makes way depends on the levels.

func.func @f(%x: f64, %e: f64) -> f64 {
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 4 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<4xf64>, %e: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %y = scf.while (%s = %x) : (f64) -> f64 {
// CHECK-NEXT:        %p = arith.cmpf ogt, %s, %e : f64
// CHECK-NEXT:        scf.condition(%p) %s : f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%s_1: f64):
// CHECK-NEXT:        %u = memref.load %m[%c0] : memref<4xf64>
// CHECK-NEXT:        %t = math.sin %s_1 : f64
// CHECK-NEXT:        %v = arith.mulf %t, %u : f64
// CHECK-NEXT:        memref.store %v, %m[%c0] : memref<4xf64>
// CHECK-NEXT:        scf.yield %v : f64
// CHECK-NEXT:      } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 8 : i64, user.note = 1 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<4xf64>, %m_shadow: memref<4xf64>, %e: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %p = arith.cmpf ogt, %x, %e : f64
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<8xindex>
// CHECK-NEXT:      %s_slots = memref.alloc() : memref<8xf64>
// CHECK-NEXT:      %slot_order = memref.alloc() : memref<8xindex>
// CHECK-NEXT:      scf.for %slot = %c0 to %c8 step %c1 {
// CHECK-NEXT:        memref.store %slot, %slot_order[%slot] : memref<8xindex>
// CHECK-NEXT:      }
// CHECK-NEXT:      %m_slots = memref.alloc() : memref<8x4xf64>
// CHECK-NEXT:      %step, %live, %spacing, %full_at, %y = scf.while (%step_1 = %c0, %live_1 = %c0, %spacing_1 = %c1, %full_at_1 = %c8, %more = %p, %s = %x) : (index, index, index, index, i1, f64) -> (index, index, index, index, f64) {
// CHECK-NEXT:        scf.condition(%more) %step_1, %live_1, %spacing_1, %full_at_1, %s : index, index, index, index, f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%step_2: index, %live_2: index, %spacing_2: index, %full_at_2: index, %s_1: f64):
// CHECK-NEXT:        %full = arith.cmpi eq, %step_2, %full_at_2 : index
// CHECK-NEXT:        %live_3, %spacing_3, %full_at_3 = scf.if %full -> (index, index, index) {
// CHECK-NEXT:          %0 = arith.addi %live_2, %c1 : index
// CHECK-NEXT:          %half = arith.divui %0, %c2 : index
// CHECK-NEXT:          %gaps = arith.subi %half, %c1 : index
// CHECK-NEXT:          scf.for %gap = %c0 to %gaps step %c1 {
// CHECK-NEXT:            %place = arith.addi %gap, %c1 : index
// CHECK-NEXT:            %twice = arith.addi %place, %place : index
// CHECK-NEXT:            %slot_1 = memref.load %slot_order[%place] : memref<8xindex>
// CHECK-NEXT:            %slot_2 = memref.load %slot_order[%twice] : memref<8xindex>
// CHECK-NEXT:            memref.store %slot_2, %slot_order[%place] : memref<8xindex>
// CHECK-NEXT:            memref.store %slot_1, %slot_order[%twice] : memref<8xindex>
// CHECK-NEXT:          }
// CHECK-NEXT:          %spacing_4 = arith.addi %spacing_2, %spacing_2 : index
// CHECK-NEXT:          %full_at_4 = arith.muli %spacing_4, %c6 : index
// CHECK-NEXT:          scf.yield %half, %spacing_4, %full_at_4 : index, index, index
// CHECK-NEXT:        } else {
// CHECK-NEXT:          scf.yield %live_2, %spacing_2, %full_at_2 : index, index, index
// CHECK-NEXT:        }
// CHECK-NEXT:        %next = arith.muli %live_3, %spacing_3 : index
// CHECK-NEXT:        %kept = arith.cmpi eq, %step_2, %next : index
// CHECK-NEXT:        %live_4 = scf.if %kept -> (index) {
// CHECK-NEXT:          %slot_3 = memref.load %slot_order[%live_3] : memref<8xindex>
// CHECK-NEXT:          memref.store %step_2, %slot_steps[%slot_3] : memref<8xindex>
// CHECK-NEXT:          memref.store %s_1, %s_slots[%slot_3] : memref<8xf64>
// CHECK-NEXT:          %m_snapshot = memref.subview %m_slots[%slot_3, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          memref.copy %m, %m_snapshot : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          %live_5 = arith.addi %live_3, %c1 : index
// CHECK-NEXT:          scf.yield %live_5 : index
// CHECK-NEXT:        } else {
// CHECK-NEXT:          scf.yield %live_3 : index
// CHECK-NEXT:        }
// CHECK-NEXT:        %u = memref.load %m[%c0] : memref<4xf64>
// CHECK-NEXT:        %t = math.sin %s_1 : f64
// CHECK-NEXT:        %v = arith.mulf %t, %u : f64
// CHECK-NEXT:        memref.store %v, %m[%c0] : memref<4xf64>
// CHECK-NEXT:        %p_1 = arith.cmpf ogt, %v, %e : f64
// CHECK-NEXT:        %step_3 = arith.addi %step_2, %c1 : index
// CHECK-NEXT:        scf.yield %step_3, %live_4, %spacing_3, %full_at_3, %p_1, %v : index, index, index, index, i1, f64
// CHECK-NEXT:      } attributes {user.note = 1 : i64}
// CHECK-NEXT:      %m_work = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %m_work_1 = memref.cast %m_work : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      %last = arith.subi %step, %c1 : index
// CHECK-NEXT:      %live_6, %s_adj = scf.for %back = %c0 to %step step %c1 iter_args(%live_7 = %live, %s_adj_1 = %seed) -> (index, f64) {
// CHECK-NEXT:        %target = arith.subi %last, %back : index
// CHECK-NEXT:        %top = arith.subi %live_7, %c1 : index
// CHECK-NEXT:        %slot_4 = memref.load %slot_order[%top] : memref<8xindex>
// CHECK-NEXT:        %step_4 = memref.load %slot_steps[%slot_4] : memref<8xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %step_4, %target : index
// CHECK-NEXT:        %s_2 = memref.load %s_slots[%slot_4] : memref<8xf64>
// CHECK-NEXT:        %m_snapshot_1 = memref.subview %m_slots[%slot_4, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %m_1 = arith.select %far, %m_work_1, %m_snapshot_1 : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        scf.if %far {
// CHECK-NEXT:          memref.copy %m_snapshot_1, %m_work : memref<4xf64, strided<[1], offset: ?>> to memref<4xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %slot_5, %step_5, %s_3 = scf.while (%slot_6 = %top, %step_6 = %step_4, %s_4 = %s_2) : (index, index, f64) -> (index, index, f64) {
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %step_6, %target : index
// CHECK-NEXT:          scf.condition(%more_1) %slot_6, %step_6, %s_4 : index, index, f64
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_7: index, %step_7: index, %s_5: f64):
// CHECK-NEXT:          %ahead = arith.subi %target, %step_7 : index
// CHECK-NEXT:          %left = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free = arith.subi %c8, %slot_7 : index
// CHECK-NEXT:          %1 = arith.cmpi sle, %left, %c1 : index
// CHECK-NEXT:          %2 = arith.cmpi sle, %free, %c1 : index
// CHECK-NEXT:          %at_once = arith.ori %1, %2 : i1
// CHECK-NEXT:          %stretch = scf.if %at_once -> (index) {
// CHECK-NEXT:            %3 = arith.maxsi %left, %c0 : index
// CHECK-NEXT:            scf.yield %3 : index
// CHECK-NEXT:          } else {
// CHECK-NEXT:            %repetitions, %before, %beta = scf.while (%repetitions_1 = %c0, %before_1 = %c0, %beta_1 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:              %4 = arith.cmpi slt, %beta_1, %left : index
// CHECK-NEXT:              scf.condition(%4) %repetitions_1, %before_1, %beta_1 : index, index, index
// CHECK-NEXT:            } do {
// CHECK-NEXT:            ^bb0(%repetitions_2: index, %before_2: index, %beta_2: index):
// CHECK-NEXT:              %repetitions_3 = arith.addi %repetitions_2, %c1 : index
// CHECK-NEXT:              %5 = arith.addi %free, %repetitions_3 : index
// CHECK-NEXT:              %6 = arith.muli %beta_2, %5 : index
// CHECK-NEXT:              %beta_3 = arith.divui %6, %repetitions_3 : index
// CHECK-NEXT:              scf.yield %repetitions_3, %beta_2, %beta_3 : index, index, index
// CHECK-NEXT:            }
// CHECK-NEXT:            %7 = arith.addi %free, %repetitions : index
// CHECK-NEXT:            %8 = arith.subi %7, %c1 : index
// CHECK-NEXT:            %9 = arith.muli %before, %free : index
// CHECK-NEXT:            %finer = arith.divui %9, %8 : index
// CHECK-NEXT:            %10 = arith.subi %left, %finer : index
// CHECK-NEXT:            %11 = arith.minsi %10, %ahead : index
// CHECK-NEXT:            %12 = arith.minsi %before, %11 : index
// CHECK-NEXT:            %stretch_1 = arith.maxsi %c1, %12 : index
// CHECK-NEXT:            scf.yield %stretch_1 : index
// CHECK-NEXT:          }
// CHECK-NEXT:          %length = arith.minsi %stretch, %ahead : index
// CHECK-NEXT:          %s_6 = scf.for %offset = %c0 to %length step %c1 iter_args(%s_7 = %s_5) -> (f64) {
// CHECK-NEXT:            %u_1 = memref.load %m_1[%c0] : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            %t_1 = math.sin %s_7 : f64
// CHECK-NEXT:            %v_1 = arith.mulf %t_1, %u_1 : f64
// CHECK-NEXT:            memref.store %v_1, %m_1[%c0] : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            scf.yield %v_1 : f64
// CHECK-NEXT:          } {user.note = 1 : i64}
// CHECK-NEXT:          %step_8 = arith.addi %step_7, %length : index
// CHECK-NEXT:          %more_2 = arith.cmpi slt, %step_8, %target : index
// CHECK-NEXT:          %slot_8 = arith.addi %slot_7, %c1 : index
// CHECK-NEXT:          scf.if %more_2 {
// CHECK-NEXT:            %slot_9 = memref.load %slot_order[%slot_8] : memref<8xindex>
// CHECK-NEXT:            memref.store %step_8, %slot_steps[%slot_9] : memref<8xindex>
// CHECK-NEXT:            memref.store %s_6, %s_slots[%slot_9] : memref<8xf64>
// CHECK-NEXT:            %m_snapshot_2 = memref.subview %m_slots[%slot_9, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            memref.copy %m_1, %m_snapshot_2 : memref<4xf64, strided<[1], offset: ?>> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_10 = arith.select %more_2, %slot_8, %slot_7 : index
// CHECK-NEXT:          scf.yield %slot_10, %step_8, %s_6 : index, index, f64
// CHECK-NEXT:        } attributes {user.note = 1 : i64}
// CHECK-NEXT:        %u_2 = memref.load %m_1[%c0] : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %t_2 = math.sin %s_3 : f64
// CHECK-NEXT:        %v_2 = arith.mulf %t_2, %u_2 : f64
// CHECK-NEXT:        memref.store %v_2, %m_1[%c0] : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %v_adj = memref.load %m_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:        %v_adj_1 = arith.addf %s_adj_1, %v_adj : f64
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:        %t_adj = arith.mulf %v_adj_1, %u_2 : f64
// CHECK-NEXT:        %u_adj = arith.mulf %v_adj_1, %t_2 : f64
// CHECK-NEXT:        %13 = math.cos %s_3 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %t_adj, %13 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %u_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:        %live_8 = arith.addi %slot_5, %c1 : index
// CHECK-NEXT:        %live_9 = arith.select %far, %live_8, %top : index
// CHECK-NEXT:        scf.yield %live_9, %s_adj_2 : index, f64
// CHECK-NEXT:      } {user.note = 1 : i64}
// CHECK-NEXT:      memref.dealloc %m_work : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %s_slots : memref<8xf64>
// CHECK-NEXT:      memref.dealloc %m_slots : memref<8x4xf64>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<8xindex>
// CHECK-NEXT:      memref.dealloc %slot_order : memref<8xindex>
// CHECK-NEXT:      return %s_adj, %zero : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %e: f64) -> f64 {
// CHECK-NEXT:      %y = scf.while (%s = %x) : (f64) -> f64 {
// CHECK-NEXT:        %p = arith.cmpf ogt, %s, %e : f64
// CHECK-NEXT:        scf.condition(%p) %s : f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%s_1: f64):
// CHECK-NEXT:        %t = math.sin %s_1 : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } attributes {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 4 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %e: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %p = arith.cmpf ogt, %x, %e : f64
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<4xindex>
// CHECK-NEXT:      %s_slots = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %slot_order = memref.alloc() : memref<4xindex>
// CHECK-NEXT:      scf.for %slot = %c0 to %c4 step %c1 {
// CHECK-NEXT:        memref.store %slot, %slot_order[%slot] : memref<4xindex>
// CHECK-NEXT:      }
// CHECK-NEXT:      %slot_levels = memref.alloc() : memref<4xindex>
// CHECK-NEXT:      %step, %live, %y = scf.while (%step_1 = %c0, %live_1 = %c0, %more = %p, %s = %x) : (index, index, i1, f64) -> (index, index, f64) {
// CHECK-NEXT:        scf.condition(%more) %step_1, %live_1, %s : index, index, f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%step_2: index, %live_2: index, %s_1: f64):
// CHECK-NEXT:        %full = arith.cmpi eq, %live_2, %c4 : index
// CHECK-NEXT:        %place = arith.select %full, %c3, %live_2 : index
// CHECK-NEXT:        %level = scf.if %full -> (index) {
// CHECK-NEXT:          %dropped = scf.for %gap = %c0 to %c2 step %c1 iter_args(%dropped_1 = %c3) -> (index) {
// CHECK-NEXT:            %place_1 = arith.addi %gap, %c1 : index
// CHECK-NEXT:            %above = arith.addi %gap, %c2 : index
// CHECK-NEXT:            %level_1 = memref.load %slot_levels[%place_1] : memref<4xindex>
// CHECK-NEXT:            %level_2 = memref.load %slot_levels[%above] : memref<4xindex>
// CHECK-NEXT:            %lower = arith.cmpi slt, %level_1, %level_2 : index
// CHECK-NEXT:            %dropped_2 = arith.select %lower, %place_1, %dropped_1 : index
// CHECK-NEXT:            scf.yield %dropped_2 : index
// CHECK-NEXT:          }
// CHECK-NEXT:          %newest = memref.load %slot_levels[%c3] : memref<4xindex>
// CHECK-NEXT:          %spare = arith.cmpi slt, %dropped, %c3 : index
// CHECK-NEXT:          %higher = arith.addi %newest, %c1 : index
// CHECK-NEXT:          %level_3 = arith.select %spare, %c0, %higher : index
// CHECK-NEXT:          %freed = memref.load %slot_order[%dropped] : memref<4xindex>
// CHECK-NEXT:          %younger = arith.subi %c3, %dropped : index
// CHECK-NEXT:          scf.for %offset = %c0 to %younger step %c1 {
// CHECK-NEXT:            %place_2 = arith.addi %dropped, %offset : index
// CHECK-NEXT:            %above_1 = arith.addi %place_2, %c1 : index
// CHECK-NEXT:            %slot_1 = memref.load %slot_order[%above_1] : memref<4xindex>
// CHECK-NEXT:            memref.store %slot_1, %slot_order[%place_2] : memref<4xindex>
// CHECK-NEXT:            %level_4 = memref.load %slot_levels[%above_1] : memref<4xindex>
// CHECK-NEXT:            memref.store %level_4, %slot_levels[%place_2] : memref<4xindex>
// CHECK-NEXT:          }
// CHECK-NEXT:          memref.store %freed, %slot_order[%c3] : memref<4xindex>
// CHECK-NEXT:          scf.yield %level_3 : index
// CHECK-NEXT:        } else {
// CHECK-NEXT:          scf.yield %c0 : index
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %level, %slot_levels[%place] : memref<4xindex>
// CHECK-NEXT:        %slot_2 = memref.load %slot_order[%place] : memref<4xindex>
// CHECK-NEXT:        memref.store %step_2, %slot_steps[%slot_2] : memref<4xindex>
// CHECK-NEXT:        memref.store %s_1, %s_slots[%slot_2] : memref<4xf64>
// CHECK-NEXT:        %live_3 = arith.addi %place, %c1 : index
// CHECK-NEXT:        %t = math.sin %s_1 : f64
// CHECK-NEXT:        %p_1 = arith.cmpf ogt, %t, %e : f64
// CHECK-NEXT:        %step_3 = arith.addi %step_2, %c1 : index
// CHECK-NEXT:        scf.yield %step_3, %live_3, %p_1, %t : index, index, i1, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %slot_levels : memref<4xindex>
// CHECK-NEXT:      %last = arith.subi %step, %c1 : index
// CHECK-NEXT:      %live_4, %s_adj = scf.for %back = %c0 to %step step %c1 iter_args(%live_5 = %live, %s_adj_1 = %seed) -> (index, f64) {
// CHECK-NEXT:        %target = arith.subi %last, %back : index
// CHECK-NEXT:        %top = arith.subi %live_5, %c1 : index
// CHECK-NEXT:        %slot_3 = memref.load %slot_order[%top] : memref<4xindex>
// CHECK-NEXT:        %step_4 = memref.load %slot_steps[%slot_3] : memref<4xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %step_4, %target : index
// CHECK-NEXT:        %s_2 = memref.load %s_slots[%slot_3] : memref<4xf64>
// CHECK-NEXT:        %slot_4, %step_5, %s_3 = scf.while (%slot_5 = %top, %step_6 = %step_4, %s_4 = %s_2) : (index, index, f64) -> (index, index, f64) {
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %step_6, %target : index
// CHECK-NEXT:          scf.condition(%more_1) %slot_5, %step_6, %s_4 : index, index, f64
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_6: index, %step_7: index, %s_5: f64):
// CHECK-NEXT:          %ahead = arith.subi %target, %step_7 : index
// CHECK-NEXT:          %left = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free = arith.subi %c4, %slot_6 : index
// CHECK-NEXT:          %0 = arith.cmpi sle, %left, %c1 : index
// CHECK-NEXT:          %1 = arith.cmpi sle, %free, %c1 : index
// CHECK-NEXT:          %at_once = arith.ori %0, %1 : i1
// CHECK-NEXT:          %stretch = scf.if %at_once -> (index) {
// CHECK-NEXT:            %2 = arith.maxsi %left, %c0 : index
// CHECK-NEXT:            scf.yield %2 : index
// CHECK-NEXT:          } else {
// CHECK-NEXT:            %repetitions, %before, %beta = scf.while (%repetitions_1 = %c0, %before_1 = %c0, %beta_1 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:              %3 = arith.cmpi slt, %beta_1, %left : index
// CHECK-NEXT:              scf.condition(%3) %repetitions_1, %before_1, %beta_1 : index, index, index
// CHECK-NEXT:            } do {
// CHECK-NEXT:            ^bb0(%repetitions_2: index, %before_2: index, %beta_2: index):
// CHECK-NEXT:              %repetitions_3 = arith.addi %repetitions_2, %c1 : index
// CHECK-NEXT:              %4 = arith.addi %free, %repetitions_3 : index
// CHECK-NEXT:              %5 = arith.muli %beta_2, %4 : index
// CHECK-NEXT:              %beta_3 = arith.divui %5, %repetitions_3 : index
// CHECK-NEXT:              scf.yield %repetitions_3, %beta_2, %beta_3 : index, index, index
// CHECK-NEXT:            }
// CHECK-NEXT:            %6 = arith.addi %free, %repetitions : index
// CHECK-NEXT:            %7 = arith.subi %6, %c1 : index
// CHECK-NEXT:            %8 = arith.muli %before, %free : index
// CHECK-NEXT:            %finer = arith.divui %8, %7 : index
// CHECK-NEXT:            %9 = arith.subi %left, %finer : index
// CHECK-NEXT:            %10 = arith.minsi %9, %ahead : index
// CHECK-NEXT:            %11 = arith.minsi %before, %10 : index
// CHECK-NEXT:            %stretch_1 = arith.maxsi %c1, %11 : index
// CHECK-NEXT:            scf.yield %stretch_1 : index
// CHECK-NEXT:          }
// CHECK-NEXT:          %length = arith.minsi %stretch, %ahead : index
// CHECK-NEXT:          %s_6 = scf.for %offset_1 = %c0 to %length step %c1 iter_args(%s_7 = %s_5) -> (f64) {
// CHECK-NEXT:            %t_1 = math.sin %s_7 : f64
// CHECK-NEXT:            scf.yield %t_1 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_8 = arith.addi %step_7, %length : index
// CHECK-NEXT:          %more_2 = arith.cmpi slt, %step_8, %target : index
// CHECK-NEXT:          %slot_7 = arith.addi %slot_6, %c1 : index
// CHECK-NEXT:          scf.if %more_2 {
// CHECK-NEXT:            %slot_8 = memref.load %slot_order[%slot_7] : memref<4xindex>
// CHECK-NEXT:            memref.store %step_8, %slot_steps[%slot_8] : memref<4xindex>
// CHECK-NEXT:            memref.store %s_6, %s_slots[%slot_8] : memref<4xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_9 = arith.select %more_2, %slot_7, %slot_6 : index
// CHECK-NEXT:          scf.yield %slot_9, %step_8, %s_6 : index, index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %12 = math.cos %s_3 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %12 : f64
// CHECK-NEXT:        %live_6 = arith.addi %slot_4, %c1 : index
// CHECK-NEXT:        %live_7 = arith.select %far, %live_6, %top : index
// CHECK-NEXT:        scf.yield %live_7, %s_adj_2 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_slots : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<4xindex>
// CHECK-NEXT:      memref.dealloc %slot_order : memref<4xindex>
// CHECK-NEXT:      return %s_adj, %zero : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

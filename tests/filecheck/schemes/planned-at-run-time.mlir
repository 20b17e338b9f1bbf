// RUN: ckptopt %s -p 'differentiate{fn=f memory=1kB},remove-unnecessary-enzyme-ops,simplify' | filecheck %s

// The trip count and the size of the buffer are known when the loop begins: the code plans then how
// long a leaf is and how many slots there are.

func.func @f(%x: f64, %n: index, %b: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %old = memref.load %b[%c0] : memref<?xf64>
    %m = arith.mulf %s, %old : f64
    %t = math.sin %m : f64
    memref.store %t, %b[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: index, %b: memref<?xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %old = memref.load %b[%c0] : memref<?xf64>
// CHECK-NEXT:        %m = arith.mulf %s, %old : f64
// CHECK-NEXT:        %t = math.sin %m : f64
// CHECK-NEXT:        memref.store %t, %b[%c0] : memref<?xf64>
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %n: index, %b: memref<?xf64>, %b_shadow: memref<?xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c56 = arith.constant 56 : index
// CHECK-NEXT:      %c16 = arith.constant 16 : index
// CHECK-NEXT:      %c40 = arith.constant 40 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c1000 = arith.constant 1000 : index
// CHECK-NEXT:      %c9223372036854775807 = arith.constant 9223372036854775807 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %dim = memref.dim %b, %c0 : memref<?xf64>
// CHECK-NEXT:      %bytes = arith.muli %c8, %dim : index
// CHECK-NEXT:      %each = arith.addi %c56, %bytes : index
// CHECK-NEXT:      %fixed = arith.addi %c40, %bytes : index
// CHECK-NEXT:      %leaf, %leaf_length, %slot_count, %best_over, %fewest = scf.while (%leaf_1 = %c1, %best_leaf = %c1, %best_slots = %c0, %best_over_1 = %c9223372036854775807, %fewest_1 = %c9223372036854775807) : (index, index, index, index, index) -> (index, index, index, index, index) {
// CHECK-NEXT:        %more = arith.cmpi sle, %leaf_1, %trips : index
// CHECK-NEXT:        scf.condition(%more) %leaf_1, %best_leaf, %best_slots, %best_over_1, %fewest_1 : index, index, index, index, index
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%leaf_2: index, %best_leaf_1: index, %best_slots_1: index, %best_over_2: index, %fewest_2: index):
// CHECK-NEXT:        %0 = arith.subi %leaf_2, %c1 : index
// CHECK-NEXT:        %1 = arith.addi %trips, %0 : index
// CHECK-NEXT:        %leaves = arith.divui %1, %leaf_2 : index
// CHECK-NEXT:        %others = arith.subi %leaves, %c1 : index
// CHECK-NEXT:        %tape_bytes = arith.muli %leaf_2, %c16 : index
// CHECK-NEXT:        %beside = arith.addi %fixed, %tape_bytes : index
// CHECK-NEXT:        %2 = arith.subi %c1000, %beside : index
// CHECK-NEXT:        %3 = arith.maxsi %2, %c0 : index
// CHECK-NEXT:        %room = arith.divui %3, %each : index
// CHECK-NEXT:        %room_1 = arith.maxsi %room, %c1 : index
// CHECK-NEXT:        %slots = arith.minsi %room_1, %others : index
// CHECK-NEXT:        %4 = arith.muli %slots, %each : index
// CHECK-NEXT:        %kept = arith.addi %beside, %4 : index
// CHECK-NEXT:        %5 = arith.subi %kept, %c1000 : index
// CHECK-NEXT:        %over = arith.maxsi %5, %c0 : index
// CHECK-NEXT:        %single = arith.cmpi eq, %slots, %c1 : index
// CHECK-NEXT:        %repetitions = arith.select %single, %others, %c0 : index
// CHECK-NEXT:        %beta = arith.select %single, %leaves, %c1 : index
// CHECK-NEXT:        %repetitions_1, %beta_1 = scf.while (%repetitions_2 = %repetitions, %beta_2 = %beta) : (index, index) -> (index, index) {
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %beta_2, %leaves : index
// CHECK-NEXT:          scf.condition(%more_1) %repetitions_2, %beta_2 : index, index
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%repetitions_3: index, %beta_3: index):
// CHECK-NEXT:          %repetitions_4 = arith.addi %repetitions_3, %c1 : index
// CHECK-NEXT:          %6 = arith.addi %slots, %repetitions_4 : index
// CHECK-NEXT:          %7 = arith.muli %beta_3, %6 : index
// CHECK-NEXT:          %beta_4 = arith.divui %7, %repetitions_4 : index
// CHECK-NEXT:          scf.yield %repetitions_4, %beta_4 : index, index
// CHECK-NEXT:        }
// CHECK-NEXT:        %8 = arith.muli %beta_1, %repetitions_1 : index
// CHECK-NEXT:        %9 = arith.addi %slots, %c1 : index
// CHECK-NEXT:        %spared = arith.divui %8, %9 : index
// CHECK-NEXT:        %10 = arith.muli %repetitions_1, %leaves : index
// CHECK-NEXT:        %repeated = arith.subi %10, %spared : index
// CHECK-NEXT:        %advances = arith.muli %leaf_2, %repeated : index
// CHECK-NEXT:        %11 = arith.cmpi eq, %over, %best_over_2 : index
// CHECK-NEXT:        %12 = arith.cmpi slt, %advances, %fewest_2 : index
// CHECK-NEXT:        %better_in_time = arith.andi %11, %12 : i1
// CHECK-NEXT:        %13 = arith.cmpi slt, %over, %best_over_2 : index
// CHECK-NEXT:        %better = arith.ori %13, %better_in_time : i1
// CHECK-NEXT:        %best_leaf_2 = arith.select %better, %leaf_2, %best_leaf_1 : index
// CHECK-NEXT:        %best_slots_2 = arith.select %better, %slots, %best_slots_1 : index
// CHECK-NEXT:        %best_over_3 = arith.select %better, %over, %best_over_2 : index
// CHECK-NEXT:        %fewest_3 = arith.select %better, %advances, %fewest_2 : index
// CHECK-NEXT:        %14 = arith.maxsi %others, %c1 : index
// CHECK-NEXT:        %15 = arith.subi %14, %c1 : index
// CHECK-NEXT:        %16 = arith.addi %trips, %15 : index
// CHECK-NEXT:        %longer = arith.divui %16, %14 : index
// CHECK-NEXT:        %17 = arith.cmpi slt, %c1, %leaves : index
// CHECK-NEXT:        %18 = arith.addi %trips, %c1 : index
// CHECK-NEXT:        %leaf_3 = arith.select %17, %longer, %18 : index
// CHECK-NEXT:        scf.yield %leaf_3, %best_leaf_2, %best_slots_2, %best_over_3, %fewest_3 : index, index, index, index, index
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %leaf_length, %c1 : index
// CHECK-NEXT:      %19 = arith.addi %trips, %last : index
// CHECK-NEXT:      %leaves_1 = arith.divui %19, %leaf_length : index
// CHECK-NEXT:      %stretches = arith.maxsi %leaves_1, %c1 : index
// CHECK-NEXT:      %others_1 = arith.subi %stretches, %c1 : index
// CHECK-NEXT:      %base = arith.muli %leaf_length, %others_1 : index
// CHECK-NEXT:      %rest = arith.subi %trips, %base : index
// CHECK-NEXT:      %slot_leafs = memref.alloc(%slot_count) : memref<?xindex>
// CHECK-NEXT:      %s_slots = memref.alloc(%slot_count) : memref<?xf64>
// CHECK-NEXT:      %b_slots = memref.alloc(%slot_count) : memref<?xmemref<?xf64>>
// CHECK-NEXT:      %b_work = memref.alloc(%dim) : memref<?xf64>
// CHECK-NEXT:      %leaf_4, %s = scf.for %slot = %c0 to %slot_count step %c1 iter_args(%leaf_5 = %c0, %s_1 = %x) -> (index, f64) {
// CHECK-NEXT:        %b_snapshot = memref.alloc(%dim) : memref<?xf64>
// CHECK-NEXT:        memref.store %b_snapshot, %b_slots[%slot] : memref<?xmemref<?xf64>>
// CHECK-NEXT:        memref.store %leaf_5, %slot_leafs[%slot] : memref<?xindex>
// CHECK-NEXT:        memref.store %s_1, %s_slots[%slot] : memref<?xf64>
// CHECK-NEXT:        %b_snapshot_1 = memref.load %b_slots[%slot] : memref<?xmemref<?xf64>>
// CHECK-NEXT:        memref.copy %b, %b_snapshot_1 : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:        %left = arith.subi %others_1, %leaf_5 : index
// CHECK-NEXT:        %free = arith.subi %slot_count, %slot : index
// CHECK-NEXT:        %stretch = enzyme.binomial_progress %left, %free : index
// CHECK-NEXT:        %length = arith.muli %leaf_length, %stretch : index
// CHECK-NEXT:        %s_2 = scf.for %offset = %c0 to %length step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:          %old = memref.load %b[%c0] : memref<?xf64>
// CHECK-NEXT:          %m = arith.mulf %s_3, %old : f64
// CHECK-NEXT:          %t = math.sin %m : f64
// CHECK-NEXT:          memref.store %t, %b[%c0] : memref<?xf64>
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %leaf_6 = arith.addi %leaf_5, %stretch : index
// CHECK-NEXT:        scf.yield %leaf_6, %s_2 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %old_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %rest step %c1 iter_args(%s_4 = %s) -> (f64) {
// CHECK-NEXT:        %old_1 = memref.load %b[%c0] : memref<?xf64>
// CHECK-NEXT:        %m_1 = arith.mulf %s_4, %old_1 : f64
// CHECK-NEXT:        %t_1 = math.sin %m_1 : f64
// CHECK-NEXT:        memref.store %t_1, %b[%c0] : memref<?xf64>
// CHECK-NEXT:        memref.store %s_4, %s_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        memref.store %old_1, %old_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %last_1 = arith.subi %rest, %c1 : index
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %rest step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %last_1, %back : index
// CHECK-NEXT:        %old_2 = memref.load %old_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %s_5 = memref.load %s_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %t_adj = memref.load %b_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %t_adj_1 = arith.addf %s_adj_1, %t_adj : f64
// CHECK-NEXT:        memref.store %zero, %b_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %m_2 = arith.mulf %s_5, %old_2 : f64
// CHECK-NEXT:        %20 = math.cos %m_2 : f64
// CHECK-NEXT:        %m_adj = arith.mulf %t_adj_1, %20 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %m_adj, %old_2 : f64
// CHECK-NEXT:        %old_adj = arith.mulf %m_adj, %s_5 : f64
// CHECK-NEXT:        %b_adj = memref.load %b_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        %b_adj_1 = arith.addf %b_adj, %old_adj : f64
// CHECK-NEXT:        memref.store %b_adj_1, %b_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %old_tape : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %s_tape : memref<?xf64>
// CHECK-NEXT:      %last_2 = arith.subi %stretches, %c2 : index
// CHECK-NEXT:      %s_tape_1 = memref.alloc(%leaf_length) : memref<?xf64>
// CHECK-NEXT:      %old_tape_1 = memref.alloc(%leaf_length) : memref<?xf64>
// CHECK-NEXT:      %live, %s_adj_3 = scf.for %back_1 = %c0 to %others_1 step %c1 iter_args(%live_1 = %slot_count, %s_adj_4 = %s_adj) -> (index, f64) {
// CHECK-NEXT:        %target = arith.subi %last_2, %back_1 : index
// CHECK-NEXT:        %top = arith.subi %live_1, %c1 : index
// CHECK-NEXT:        %leaf_7 = memref.load %slot_leafs[%top] : memref<?xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %leaf_7, %target : index
// CHECK-NEXT:        %s_6 = memref.load %s_slots[%top] : memref<?xf64>
// CHECK-NEXT:        %b_snapshot_2 = memref.load %b_slots[%top] : memref<?xmemref<?xf64>>
// CHECK-NEXT:        %b_1 = arith.select %far, %b_work, %b_snapshot_2 : memref<?xf64>
// CHECK-NEXT:        scf.if %far {
// CHECK-NEXT:          memref.copy %b_snapshot_2, %b_work : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %slot_1, %leaf_8, %s_7 = scf.while (%slot_2 = %top, %leaf_9 = %leaf_7, %s_8 = %s_6) : (index, index, f64) -> (index, index, f64) {
// CHECK-NEXT:          %more_2 = arith.cmpi slt, %leaf_9, %target : index
// CHECK-NEXT:          scf.condition(%more_2) %slot_2, %leaf_9, %s_8 : index, index, f64
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_3: index, %leaf_10: index, %s_9: f64):
// CHECK-NEXT:          %ahead = arith.subi %target, %leaf_10 : index
// CHECK-NEXT:          %left_1 = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free_1 = arith.subi %slot_count, %slot_3 : index
// CHECK-NEXT:          %stretch_1 = enzyme.binomial_progress %left_1, %free_1 : index
// CHECK-NEXT:          %length_1 = arith.minsi %stretch_1, %ahead : index
// CHECK-NEXT:          %length_2 = arith.muli %leaf_length, %length_1 : index
// CHECK-NEXT:          %s_10 = scf.for %offset_3 = %c0 to %length_2 step %c1 iter_args(%s_11 = %s_9) -> (f64) {
// CHECK-NEXT:            %old_3 = memref.load %b_1[%c0] : memref<?xf64>
// CHECK-NEXT:            %m_3 = arith.mulf %s_11, %old_3 : f64
// CHECK-NEXT:            %t_2 = math.sin %m_3 : f64
// CHECK-NEXT:            memref.store %t_2, %b_1[%c0] : memref<?xf64>
// CHECK-NEXT:            scf.yield %t_2 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %leaf_11 = arith.addi %leaf_10, %length_1 : index
// CHECK-NEXT:          %more_3 = arith.cmpi slt, %leaf_11, %target : index
// CHECK-NEXT:          %slot_4 = arith.addi %slot_3, %c1 : index
// CHECK-NEXT:          scf.if %more_3 {
// CHECK-NEXT:            memref.store %leaf_11, %slot_leafs[%slot_4] : memref<?xindex>
// CHECK-NEXT:            memref.store %s_10, %s_slots[%slot_4] : memref<?xf64>
// CHECK-NEXT:            %b_snapshot_3 = memref.load %b_slots[%slot_4] : memref<?xmemref<?xf64>>
// CHECK-NEXT:            memref.copy %b_1, %b_snapshot_3 : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_5 = arith.select %more_3, %slot_4, %slot_3 : index
// CHECK-NEXT:          scf.yield %slot_5, %leaf_11, %s_10 : index, index, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_12 = scf.for %offset_4 = %c0 to %leaf_length step %c1 iter_args(%s_13 = %s_7) -> (f64) {
// CHECK-NEXT:          %old_4 = memref.load %b_1[%c0] : memref<?xf64>
// CHECK-NEXT:          %m_4 = arith.mulf %s_13, %old_4 : f64
// CHECK-NEXT:          %t_3 = math.sin %m_4 : f64
// CHECK-NEXT:          memref.store %t_3, %b_1[%c0] : memref<?xf64>
// CHECK-NEXT:          memref.store %s_13, %s_tape_1[%offset_4] : memref<?xf64>
// CHECK-NEXT:          memref.store %old_4, %old_tape_1[%offset_4] : memref<?xf64>
// CHECK-NEXT:          scf.yield %t_3 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj_5 = scf.for %back_2 = %c0 to %leaf_length step %c1 iter_args(%s_adj_6 = %s_adj_4) -> (f64) {
// CHECK-NEXT:          %offset_5 = arith.subi %last, %back_2 : index
// CHECK-NEXT:          %old_5 = memref.load %old_tape_1[%offset_5] : memref<?xf64>
// CHECK-NEXT:          %s_14 = memref.load %s_tape_1[%offset_5] : memref<?xf64>
// CHECK-NEXT:          %t_adj_2 = memref.load %b_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %t_adj_3 = arith.addf %s_adj_6, %t_adj_2 : f64
// CHECK-NEXT:          memref.store %zero, %b_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %m_5 = arith.mulf %s_14, %old_5 : f64
// CHECK-NEXT:          %21 = math.cos %m_5 : f64
// CHECK-NEXT:          %m_adj_1 = arith.mulf %t_adj_3, %21 : f64
// CHECK-NEXT:          %s_adj_7 = arith.mulf %m_adj_1, %old_5 : f64
// CHECK-NEXT:          %old_adj_1 = arith.mulf %m_adj_1, %s_14 : f64
// CHECK-NEXT:          %b_adj_2 = memref.load %b_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          %b_adj_3 = arith.addf %b_adj_2, %old_adj_1 : f64
// CHECK-NEXT:          memref.store %b_adj_3, %b_shadow[%c0] : memref<?xf64>
// CHECK-NEXT:          scf.yield %s_adj_7 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3, %s_adj_5 : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %old_tape_1 : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<?xf64>
// CHECK-NEXT:      scf.for %slot_6 = %c0 to %slot_count step %c1 {
// CHECK-NEXT:        %b_snapshot_4 = memref.load %b_slots[%slot_6] : memref<?xmemref<?xf64>>
// CHECK-NEXT:        memref.dealloc %b_snapshot_4 : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %b_work : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %s_slots : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %b_slots : memref<?xmemref<?xf64>>
// CHECK-NEXT:      memref.dealloc %slot_leafs : memref<?xindex>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s -p 'loop-checkpoint{fn=f storage=stack}' | filecheck %s

// With `storage=stack` nothing is allocated. The slots of the memory are parts of one buffer, of which
// handles are views; each alloca is at the top, where it is made once.

func.func @f(%m: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %a = memref.load %m[%c1] : memref<3xf64>
    %b = math.sin %a : f64
    memref.store %b, %m[%c1] : memref<3xf64>
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 3 : i64}
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%m: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c10 = arith.constant 10 : index
// CHECK-NEXT:      scf.for %i = %c0 to %c10 step %c1 {
// CHECK-NEXT:        %a = memref.load %m[%c1] : memref<3xf64>
// CHECK-NEXT:        %b = math.sin %a : f64
// CHECK-NEXT:        memref.store %b, %m[%c1] : memref<3xf64>
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 3 : i64}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<3xf64>, %m_shadow: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c9 = arith.constant 9 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %slot_steps = memref.alloca() : memref<3xindex>
// CHECK-NEXT:      %m_slots = memref.alloca() : memref<3x3xf64>
// CHECK-NEXT:      %m_work = memref.alloca() : memref<3xf64>
// CHECK-NEXT:      %step = scf.for %slot = %c0 to %c3 step %c1 iter_args(%step_1 = %c0) -> (index) {
// CHECK-NEXT:        memref.store %step_1, %slot_steps[%slot] : memref<3xindex>
// CHECK-NEXT:        %m_snapshot = memref.subview %m_slots[%slot, 0] [1, 3] [1, 1] : memref<3x3xf64> to memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        memref.copy %m, %m_snapshot : memref<3xf64> to memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %left = arith.subi %c9, %step_1 : index
// CHECK-NEXT:        %free = arith.subi %c3, %slot : index
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
// CHECK-NEXT:          %10 = arith.subi %c8, %step_1 : index
// CHECK-NEXT:          %11 = arith.minsi %9, %10 : index
// CHECK-NEXT:          %12 = arith.minsi %before, %11 : index
// CHECK-NEXT:          %stretch_1 = arith.maxsi %c1, %12 : index
// CHECK-NEXT:          scf.yield %stretch_1 : index
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.for %offset = %c0 to %stretch step %c1 {
// CHECK-NEXT:          %a = memref.load %m[%c1] : memref<3xf64>
// CHECK-NEXT:          %b = math.sin %a : f64
// CHECK-NEXT:          memref.store %b, %m[%c1] : memref<3xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2 : index
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_1 = memref.load %m[%c1] : memref<3xf64>
// CHECK-NEXT:      %b_1 = math.sin %a_1 : f64
// CHECK-NEXT:      memref.store %b_1, %m[%c1] : memref<3xf64>
// CHECK-NEXT:      %b_adj = memref.load %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:      %13 = math.cos %a_1 : f64
// CHECK-NEXT:      %a_adj = arith.mulf %b_adj, %13 : f64
// CHECK-NEXT:      %m_adj = memref.load %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:      %m_adj_1 = arith.addf %m_adj, %a_adj : f64
// CHECK-NEXT:      memref.store %m_adj_1, %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:      %m_work_1 = memref.cast %m_work : memref<3xf64> to memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      %live = scf.for %back = %c0 to %c9 step %c1 iter_args(%live_1 = %c3) -> (index) {
// CHECK-NEXT:        %target = arith.subi %c8, %back : index
// CHECK-NEXT:        %top = arith.subi %live_1, %c1 : index
// CHECK-NEXT:        %step_3 = memref.load %slot_steps[%top] : memref<3xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %step_3, %target : index
// CHECK-NEXT:        %m_snapshot_1 = memref.subview %m_slots[%top, 0] [1, 3] [1, 1] : memref<3x3xf64> to memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %m_1 = arith.select %far, %m_work_1, %m_snapshot_1 : memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        scf.if %far {
// CHECK-NEXT:          memref.copy %m_snapshot_1, %m_work : memref<3xf64, strided<[1], offset: ?>> to memref<3xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %slot_1, %step_4 = scf.while (%slot_2 = %top, %step_5 = %step_3) : (index, index) -> (index, index) {
// CHECK-NEXT:          %more = arith.cmpi slt, %step_5, %target : index
// CHECK-NEXT:          scf.condition(%more) %slot_2, %step_5 : index, index
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_3: index, %step_6: index):
// CHECK-NEXT:          %ahead = arith.subi %target, %step_6 : index
// CHECK-NEXT:          %left_1 = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free_1 = arith.subi %c3, %slot_3 : index
// CHECK-NEXT:          %14 = arith.cmpi sle, %left_1, %c1 : index
// CHECK-NEXT:          %15 = arith.cmpi sle, %free_1, %c1 : index
// CHECK-NEXT:          %at_once_1 = arith.ori %14, %15 : i1
// CHECK-NEXT:          %stretch_2 = scf.if %at_once_1 -> (index) {
// CHECK-NEXT:            %16 = arith.maxsi %left_1, %c0 : index
// CHECK-NEXT:            scf.yield %16 : index
// CHECK-NEXT:          } else {
// CHECK-NEXT:            %repetitions_4, %before_3, %beta_4 = scf.while (%repetitions_5 = %c0, %before_4 = %c0, %beta_5 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:              %17 = arith.cmpi slt, %beta_5, %left_1 : index
// CHECK-NEXT:              scf.condition(%17) %repetitions_5, %before_4, %beta_5 : index, index, index
// CHECK-NEXT:            } do {
// CHECK-NEXT:            ^bb0(%repetitions_6: index, %before_5: index, %beta_6: index):
// CHECK-NEXT:              %repetitions_7 = arith.addi %repetitions_6, %c1 : index
// CHECK-NEXT:              %18 = arith.addi %free_1, %repetitions_7 : index
// CHECK-NEXT:              %19 = arith.muli %beta_6, %18 : index
// CHECK-NEXT:              %beta_7 = arith.divui %19, %repetitions_7 : index
// CHECK-NEXT:              scf.yield %repetitions_7, %beta_6, %beta_7 : index, index, index
// CHECK-NEXT:            }
// CHECK-NEXT:            %20 = arith.addi %free_1, %repetitions_4 : index
// CHECK-NEXT:            %21 = arith.subi %20, %c1 : index
// CHECK-NEXT:            %22 = arith.muli %before_3, %free_1 : index
// CHECK-NEXT:            %finer_1 = arith.divui %22, %21 : index
// CHECK-NEXT:            %23 = arith.subi %left_1, %finer_1 : index
// CHECK-NEXT:            %24 = arith.minsi %23, %ahead : index
// CHECK-NEXT:            %25 = arith.minsi %before_3, %24 : index
// CHECK-NEXT:            %stretch_3 = arith.maxsi %c1, %25 : index
// CHECK-NEXT:            scf.yield %stretch_3 : index
// CHECK-NEXT:          }
// CHECK-NEXT:          %length = arith.minsi %stretch_2, %ahead : index
// CHECK-NEXT:          scf.for %offset_1 = %c0 to %length step %c1 {
// CHECK-NEXT:            %a_2 = memref.load %m_1[%c1] : memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            %b_2 = math.sin %a_2 : f64
// CHECK-NEXT:            memref.store %b_2, %m_1[%c1] : memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_7 = arith.addi %step_6, %length : index
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %step_7, %target : index
// CHECK-NEXT:          %slot_4 = arith.addi %slot_3, %c1 : index
// CHECK-NEXT:          scf.if %more_1 {
// CHECK-NEXT:            memref.store %step_7, %slot_steps[%slot_4] : memref<3xindex>
// CHECK-NEXT:            %m_snapshot_2 = memref.subview %m_slots[%slot_4, 0] [1, 3] [1, 1] : memref<3x3xf64> to memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            memref.copy %m_1, %m_snapshot_2 : memref<3xf64, strided<[1], offset: ?>> to memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_5 = arith.select %more_1, %slot_4, %slot_3 : index
// CHECK-NEXT:          scf.yield %slot_5, %step_7 : index, index
// CHECK-NEXT:        }
// CHECK-NEXT:        %a_3 = memref.load %m_1[%c1] : memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %b_3 = math.sin %a_3 : f64
// CHECK-NEXT:        memref.store %b_3, %m_1[%c1] : memref<3xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %b_adj_1 = memref.load %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:        %26 = math.cos %a_3 : f64
// CHECK-NEXT:        %a_adj_1 = arith.mulf %b_adj_1, %26 : f64
// CHECK-NEXT:        %m_adj_2 = memref.load %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:        %m_adj_3 = arith.addf %m_adj_2, %a_adj_1 : f64
// CHECK-NEXT:        memref.store %m_adj_3, %m_shadow[%c1] : memref<3xf64>
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3 : index
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

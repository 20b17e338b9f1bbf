// RUN: ckptopt %s -p 'differentiate{fn=f},remove-unnecessary-enzyme-ops,simplify' | filecheck %s

// A slot holds a copy of %m: made before the loop reaches it, written where a stretch starts, and freed
// after the last step. A slot that is needed again is copied to %m_work; one that is not is worked in.

func.func @f(%m: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %a = memref.load %m[%c0] : memref<3xf64>
    %b = math.sin %a : f64
    memref.store %b, %m[%c0] : memref<3xf64>
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%m: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      scf.for %i = %c0 to %c6 step %c1 {
// CHECK-NEXT:        %a = memref.load %m[%c0] : memref<3xf64>
// CHECK-NEXT:        %b = math.sin %a : f64
// CHECK-NEXT:        memref.store %b, %m[%c0] : memref<3xf64>
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<3xf64>, %m_shadow: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c5 = arith.constant 5 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<2xindex>
// CHECK-NEXT:      %m_slots = memref.alloc() : memref<2xmemref<3xf64>>
// CHECK-NEXT:      %step = scf.for %slot = %c0 to %c2 step %c1 iter_args(%step_1 = %c0) -> (index) {
// CHECK-NEXT:        %m_snapshot = memref.alloc() : memref<3xf64>
// CHECK-NEXT:        memref.store %m_snapshot, %m_slots[%slot] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        memref.store %step_1, %slot_steps[%slot] : memref<2xindex>
// CHECK-NEXT:        %m_snapshot_1 = memref.load %m_slots[%slot] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        memref.copy %m, %m_snapshot_1 : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:        %left = arith.subi %c5, %step_1 : index
// CHECK-NEXT:        %free = arith.subi %c2, %slot : index
// CHECK-NEXT:        %stretch = enzyme.binomial_progress %left, %free : index
// CHECK-NEXT:        scf.for %offset = %c0 to %stretch step %c1 {
// CHECK-NEXT:          %a = memref.load %m[%c0] : memref<3xf64>
// CHECK-NEXT:          %b = math.sin %a : f64
// CHECK-NEXT:          memref.store %b, %m[%c0] : memref<3xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2 : index
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_1 = memref.load %m[%c0] : memref<3xf64>
// CHECK-NEXT:      %b_1 = math.sin %a_1 : f64
// CHECK-NEXT:      memref.store %b_1, %m[%c0] : memref<3xf64>
// CHECK-NEXT:      %b_adj = memref.load %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:      %0 = math.cos %a_1 : f64
// CHECK-NEXT:      %a_adj = arith.mulf %b_adj, %0 : f64
// CHECK-NEXT:      %m_adj = memref.load %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:      %m_adj_1 = arith.addf %m_adj, %a_adj : f64
// CHECK-NEXT:      memref.store %m_adj_1, %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:      %m_work = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %live = scf.for %back = %c0 to %c5 step %c1 iter_args(%live_1 = %c2) -> (index) {
// CHECK-NEXT:        %target = arith.subi %c4, %back : index
// CHECK-NEXT:        %top = arith.subi %live_1, %c1 : index
// CHECK-NEXT:        %step_3 = memref.load %slot_steps[%top] : memref<2xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %step_3, %target : index
// CHECK-NEXT:        %m_snapshot_2 = memref.load %m_slots[%top] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        %m_1 = arith.select %far, %m_work, %m_snapshot_2 : memref<3xf64>
// CHECK-NEXT:        scf.if %far {
// CHECK-NEXT:          memref.copy %m_snapshot_2, %m_work : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %slot_1, %step_4 = scf.while (%slot_2 = %top, %step_5 = %step_3) : (index, index) -> (index, index) {
// CHECK-NEXT:          %more = arith.cmpi slt, %step_5, %target : index
// CHECK-NEXT:          scf.condition(%more) %slot_2, %step_5 : index, index
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_3: index, %step_6: index):
// CHECK-NEXT:          %ahead = arith.subi %target, %step_6 : index
// CHECK-NEXT:          %left_1 = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free_1 = arith.subi %c2, %slot_3 : index
// CHECK-NEXT:          %stretch_1 = enzyme.binomial_progress %left_1, %free_1 : index
// CHECK-NEXT:          %length = arith.minsi %stretch_1, %ahead : index
// CHECK-NEXT:          scf.for %offset_1 = %c0 to %length step %c1 {
// CHECK-NEXT:            %a_2 = memref.load %m_1[%c0] : memref<3xf64>
// CHECK-NEXT:            %b_2 = math.sin %a_2 : f64
// CHECK-NEXT:            memref.store %b_2, %m_1[%c0] : memref<3xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_7 = arith.addi %step_6, %length : index
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %step_7, %target : index
// CHECK-NEXT:          %slot_4 = arith.addi %slot_3, %c1 : index
// CHECK-NEXT:          scf.if %more_1 {
// CHECK-NEXT:            memref.store %step_7, %slot_steps[%slot_4] : memref<2xindex>
// CHECK-NEXT:            %m_snapshot_3 = memref.load %m_slots[%slot_4] : memref<2xmemref<3xf64>>
// CHECK-NEXT:            memref.copy %m_1, %m_snapshot_3 : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_5 = arith.select %more_1, %slot_4, %slot_3 : index
// CHECK-NEXT:          scf.yield %slot_5, %step_7 : index, index
// CHECK-NEXT:        }
// CHECK-NEXT:        %a_3 = memref.load %m_1[%c0] : memref<3xf64>
// CHECK-NEXT:        %b_3 = math.sin %a_3 : f64
// CHECK-NEXT:        memref.store %b_3, %m_1[%c0] : memref<3xf64>
// CHECK-NEXT:        %b_adj_1 = memref.load %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %zero, %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:        %1 = math.cos %a_3 : f64
// CHECK-NEXT:        %a_adj_1 = arith.mulf %b_adj_1, %1 : f64
// CHECK-NEXT:        %m_adj_2 = memref.load %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:        %m_adj_3 = arith.addf %m_adj_2, %a_adj_1 : f64
// CHECK-NEXT:        memref.store %m_adj_3, %m_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3 : index
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %slot_6 = %c0 to %c2 step %c1 {
// CHECK-NEXT:        %m_snapshot_4 = memref.load %m_slots[%slot_6] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        memref.dealloc %m_snapshot_4 : memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %m_work : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %m_slots : memref<2xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<2xindex>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

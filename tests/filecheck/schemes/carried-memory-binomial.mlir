// RUN: ckptopt %s -p 'differentiate{fn=f},remove-unnecessary-enzyme-ops,simplify' | filecheck %s

// Two buffers that change places: a slot holds the contents of both, and the handles of their shadows
// in that step.

func.func @f(%p: memref<3xf64>, %q: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%src = %p, %dst = %q) -> (memref<3xf64>, memref<3xf64>) {
    %a = memref.load %src[%c0] : memref<3xf64>
    %b = math.sin %a : f64
    memref.store %b, %dst[%c0] : memref<3xf64>
    scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%p: memref<3xf64>, %q: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %r, %r_1 = scf.for %i = %c0 to %c6 step %c1 iter_args(%src = %p, %dst = %q) -> (memref<3xf64>, memref<3xf64>) {
// CHECK-NEXT:        %a = memref.load %src[%c0] : memref<3xf64>
// CHECK-NEXT:        %b = math.sin %a : f64
// CHECK-NEXT:        memref.store %b, %dst[%c0] : memref<3xf64>
// CHECK-NEXT:        scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%p: memref<3xf64>, %p_shadow: memref<3xf64>, %q: memref<3xf64>, %q_shadow: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c5 = arith.constant 5 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<2xindex>
// CHECK-NEXT:      %src_shadow_slots = memref.alloc() : memref<2xmemref<3xf64>>
// CHECK-NEXT:      %dst_shadow_slots = memref.alloc() : memref<2xmemref<3xf64>>
// CHECK-NEXT:      %src_slots = memref.alloc() : memref<2xmemref<3xf64>>
// CHECK-NEXT:      %dst_slots = memref.alloc() : memref<2xmemref<3xf64>>
// CHECK-NEXT:      %step, %r, %r_1, %r_shadow, %r_shadow_1 = scf.for %slot = %c0 to %c2 step %c1 iter_args(%step_1 = %c0, %src = %p, %dst = %q, %src_shadow = %p_shadow, %dst_shadow = %q_shadow) -> (index, memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>) {
// CHECK-NEXT:        %src_snapshot = memref.alloc() : memref<3xf64>
// CHECK-NEXT:        memref.store %src_snapshot, %src_slots[%slot] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        %dst_snapshot = memref.alloc() : memref<3xf64>
// CHECK-NEXT:        memref.store %dst_snapshot, %dst_slots[%slot] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        memref.store %step_1, %slot_steps[%slot] : memref<2xindex>
// CHECK-NEXT:        memref.store %src_shadow, %src_shadow_slots[%slot] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        memref.store %dst_shadow, %dst_shadow_slots[%slot] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        %src_snapshot_1 = memref.load %src_slots[%slot] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        memref.copy %src, %src_snapshot_1 : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:        %dst_snapshot_1 = memref.load %dst_slots[%slot] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        memref.copy %dst, %dst_snapshot_1 : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:        %left = arith.subi %c5, %step_1 : index
// CHECK-NEXT:        %free = arith.subi %c2, %slot : index
// CHECK-NEXT:        %stretch = enzyme.binomial_progress %left, %free : index
// CHECK-NEXT:        %src_1, %dst_1, %src_shadow_1, %dst_shadow_1 = scf.for %offset = %c0 to %stretch step %c1 iter_args(%src_2 = %src, %dst_2 = %dst, %src_shadow_2 = %src_shadow, %dst_shadow_2 = %dst_shadow) -> (memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>) {
// CHECK-NEXT:          %a = memref.load %src_2[%c0] : memref<3xf64>
// CHECK-NEXT:          %b = math.sin %a : f64
// CHECK-NEXT:          memref.store %b, %dst_2[%c0] : memref<3xf64>
// CHECK-NEXT:          scf.yield %dst_2, %src_2, %dst_shadow_2, %src_shadow_2 : memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2, %src_1, %dst_1, %src_shadow_1, %dst_shadow_1 : index, memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_1 = memref.load %r[%c0] : memref<3xf64>
// CHECK-NEXT:      %b_1 = math.sin %a_1 : f64
// CHECK-NEXT:      memref.store %b_1, %r_1[%c0] : memref<3xf64>
// CHECK-NEXT:      %b_adj = memref.load %r_shadow_1[%c0] : memref<3xf64>
// CHECK-NEXT:      memref.store %zero, %r_shadow_1[%c0] : memref<3xf64>
// CHECK-NEXT:      %0 = math.cos %a_1 : f64
// CHECK-NEXT:      %a_adj = arith.mulf %b_adj, %0 : f64
// CHECK-NEXT:      %src_adj = memref.load %r_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:      %src_adj_1 = arith.addf %src_adj, %a_adj : f64
// CHECK-NEXT:      memref.store %src_adj_1, %r_shadow[%c0] : memref<3xf64>
// CHECK-NEXT:      %src_work = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %dst_work = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %live = scf.for %back = %c0 to %c5 step %c1 iter_args(%live_1 = %c2) -> (index) {
// CHECK-NEXT:        %target = arith.subi %c4, %back : index
// CHECK-NEXT:        %top = arith.subi %live_1, %c1 : index
// CHECK-NEXT:        %step_3 = memref.load %slot_steps[%top] : memref<2xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %step_3, %target : index
// CHECK-NEXT:        %src_shadow_3 = memref.load %src_shadow_slots[%top] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        %dst_shadow_3 = memref.load %dst_shadow_slots[%top] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        %src_snapshot_2 = memref.load %src_slots[%top] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        %dst_snapshot_2 = memref.load %dst_slots[%top] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        %src_3 = arith.select %far, %src_work, %src_snapshot_2 : memref<3xf64>
// CHECK-NEXT:        %dst_3 = arith.select %far, %dst_work, %dst_snapshot_2 : memref<3xf64>
// CHECK-NEXT:        scf.if %far {
// CHECK-NEXT:          memref.copy %src_snapshot_2, %src_work : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:          memref.copy %dst_snapshot_2, %dst_work : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %slot_1, %step_4, %src_4, %dst_4, %src_shadow_4, %dst_shadow_4 = scf.while (%slot_2 = %top, %step_5 = %step_3, %src_5 = %src_3, %dst_5 = %dst_3, %src_shadow_5 = %src_shadow_3, %dst_shadow_5 = %dst_shadow_3) : (index, index, memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>) -> (index, index, memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>) {
// CHECK-NEXT:          %more = arith.cmpi slt, %step_5, %target : index
// CHECK-NEXT:          scf.condition(%more) %slot_2, %step_5, %src_5, %dst_5, %src_shadow_5, %dst_shadow_5 : index, index, memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_3: index, %step_6: index, %src_6: memref<3xf64>, %dst_6: memref<3xf64>, %src_shadow_6: memref<3xf64>, %dst_shadow_6: memref<3xf64>):
// CHECK-NEXT:          %ahead = arith.subi %target, %step_6 : index
// CHECK-NEXT:          %left_1 = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free_1 = arith.subi %c2, %slot_3 : index
// CHECK-NEXT:          %stretch_1 = enzyme.binomial_progress %left_1, %free_1 : index
// CHECK-NEXT:          %length = arith.minsi %stretch_1, %ahead : index
// CHECK-NEXT:          %src_7, %dst_7, %src_shadow_7, %dst_shadow_7 = scf.for %offset_1 = %c0 to %length step %c1 iter_args(%src_8 = %src_6, %dst_8 = %dst_6, %src_shadow_8 = %src_shadow_6, %dst_shadow_8 = %dst_shadow_6) -> (memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>) {
// CHECK-NEXT:            %a_2 = memref.load %src_8[%c0] : memref<3xf64>
// CHECK-NEXT:            %b_2 = math.sin %a_2 : f64
// CHECK-NEXT:            memref.store %b_2, %dst_8[%c0] : memref<3xf64>
// CHECK-NEXT:            scf.yield %dst_8, %src_8, %dst_shadow_8, %src_shadow_8 : memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_7 = arith.addi %step_6, %length : index
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %step_7, %target : index
// CHECK-NEXT:          %slot_4 = arith.addi %slot_3, %c1 : index
// CHECK-NEXT:          scf.if %more_1 {
// CHECK-NEXT:            memref.store %step_7, %slot_steps[%slot_4] : memref<2xindex>
// CHECK-NEXT:            memref.store %src_shadow_7, %src_shadow_slots[%slot_4] : memref<2xmemref<3xf64>>
// CHECK-NEXT:            memref.store %dst_shadow_7, %dst_shadow_slots[%slot_4] : memref<2xmemref<3xf64>>
// CHECK-NEXT:            %src_snapshot_3 = memref.load %src_slots[%slot_4] : memref<2xmemref<3xf64>>
// CHECK-NEXT:            memref.copy %src_7, %src_snapshot_3 : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:            %dst_snapshot_3 = memref.load %dst_slots[%slot_4] : memref<2xmemref<3xf64>>
// CHECK-NEXT:            memref.copy %dst_7, %dst_snapshot_3 : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_5 = arith.select %more_1, %slot_4, %slot_3 : index
// CHECK-NEXT:          scf.yield %slot_5, %step_7, %src_7, %dst_7, %src_shadow_7, %dst_shadow_7 : index, index, memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %a_3 = memref.load %src_4[%c0] : memref<3xf64>
// CHECK-NEXT:        %b_3 = math.sin %a_3 : f64
// CHECK-NEXT:        memref.store %b_3, %dst_4[%c0] : memref<3xf64>
// CHECK-NEXT:        %b_adj_1 = memref.load %dst_shadow_4[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %zero, %dst_shadow_4[%c0] : memref<3xf64>
// CHECK-NEXT:        %1 = math.cos %a_3 : f64
// CHECK-NEXT:        %a_adj_1 = arith.mulf %b_adj_1, %1 : f64
// CHECK-NEXT:        %src_adj_2 = memref.load %src_shadow_4[%c0] : memref<3xf64>
// CHECK-NEXT:        %src_adj_3 = arith.addf %src_adj_2, %a_adj_1 : f64
// CHECK-NEXT:        memref.store %src_adj_3, %src_shadow_4[%c0] : memref<3xf64>
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3 : index
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %slot_6 = %c0 to %c2 step %c1 {
// CHECK-NEXT:        %src_snapshot_4 = memref.load %src_slots[%slot_6] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        memref.dealloc %src_snapshot_4 : memref<3xf64>
// CHECK-NEXT:        %dst_snapshot_4 = memref.load %dst_slots[%slot_6] : memref<2xmemref<3xf64>>
// CHECK-NEXT:        memref.dealloc %dst_snapshot_4 : memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %src_work : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %dst_work : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %src_shadow_slots : memref<2xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %dst_shadow_slots : memref<2xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %src_slots : memref<2xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %dst_slots : memref<2xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<2xindex>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

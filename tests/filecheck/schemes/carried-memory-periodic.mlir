// RUN: ckptopt %s -p 'loop-checkpoint{fn=f}' | filecheck %s

// Two buffers that change places: a snapshot holds the contents of both, and a replay starts from its
// copies. The shadows are the caller's own.

func.func @f(%p: memref<3xf64>, %q: memref<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%src = %p, %dst = %q) -> (memref<3xf64>, memref<3xf64>) {
    %a = memref.load %src[%c0] : memref<3xf64>
    %b = math.sin %a : f64
    memref.store %b, %dst[%c0] : memref<3xf64>
    scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
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
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%p: memref<3xf64>, %p_shadow: memref<3xf64>, %q: memref<3xf64>, %q_shadow: memref<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %src_snapshots = memref.alloc() : memref<1xmemref<3xf64>>
// CHECK-NEXT:      %dst_snapshots = memref.alloc() : memref<1xmemref<3xf64>>
// CHECK-NEXT:      %src_shadow_snapshots = memref.alloc() : memref<1xmemref<3xf64>>
// CHECK-NEXT:      %dst_shadow_snapshots = memref.alloc() : memref<1xmemref<3xf64>>
// CHECK-NEXT:      %src_snapshot = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      memref.copy %p, %src_snapshot : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:      memref.store %src_snapshot, %src_snapshots[%c0] : memref<1xmemref<3xf64>>
// CHECK-NEXT:      %dst_snapshot = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      memref.copy %q, %dst_snapshot : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:      memref.store %dst_snapshot, %dst_snapshots[%c0] : memref<1xmemref<3xf64>>
// CHECK-NEXT:      memref.store %p_shadow, %src_shadow_snapshots[%c0] : memref<1xmemref<3xf64>>
// CHECK-NEXT:      memref.store %q_shadow, %dst_shadow_snapshots[%c0] : memref<1xmemref<3xf64>>
// CHECK-NEXT:      %src, %dst, %src_shadow, %dst_shadow = scf.for %offset = %c0 to %c3 step %c1 iter_args(%src_1 = %p, %dst_1 = %q, %src_shadow_1 = %p_shadow, %dst_shadow_1 = %q_shadow) -> (memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>) {
// CHECK-NEXT:        %a = memref.load %src_1[%c0] : memref<3xf64>
// CHECK-NEXT:        %b = math.sin %a : f64
// CHECK-NEXT:        memref.store %b, %dst_1[%c0] : memref<3xf64>
// CHECK-NEXT:        scf.yield %dst_1, %src_1, %dst_shadow_1, %src_shadow_1 : memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %src_shadow_tape = memref.alloc() : memref<3xmemref<3xf64>>
// CHECK-NEXT:      %dst_shadow_tape = memref.alloc() : memref<3xmemref<3xf64>>
// CHECK-NEXT:      %a_tape = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %r, %r_1, %r_shadow, %r_shadow_1 = scf.for %offset_1 = %c0 to %c3 step %c1 iter_args(%src_2 = %src, %dst_2 = %dst, %src_shadow_2 = %src_shadow, %dst_shadow_2 = %dst_shadow) -> (memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>) {
// CHECK-NEXT:        %a_1 = memref.load %src_2[%c0] : memref<3xf64>
// CHECK-NEXT:        %b_1 = math.sin %a_1 : f64
// CHECK-NEXT:        memref.store %b_1, %dst_2[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %src_shadow_2, %src_shadow_tape[%offset_1] : memref<3xmemref<3xf64>>
// CHECK-NEXT:        memref.store %dst_shadow_2, %dst_shadow_tape[%offset_1] : memref<3xmemref<3xf64>>
// CHECK-NEXT:        memref.store %a_1, %a_tape[%offset_1] : memref<3xf64>
// CHECK-NEXT:        scf.yield %dst_2, %src_2, %dst_shadow_2, %src_shadow_2 : memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %back = %c0 to %c3 step %c1 {
// CHECK-NEXT:        %offset_2 = arith.subi %c2, %back : index
// CHECK-NEXT:        %a_2 = memref.load %a_tape[%offset_2] : memref<3xf64>
// CHECK-NEXT:        %dst_shadow_3 = memref.load %dst_shadow_tape[%offset_2] : memref<3xmemref<3xf64>>
// CHECK-NEXT:        %src_shadow_3 = memref.load %src_shadow_tape[%offset_2] : memref<3xmemref<3xf64>>
// CHECK-NEXT:        %b_adj = memref.load %dst_shadow_3[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %zero, %dst_shadow_3[%c0] : memref<3xf64>
// CHECK-NEXT:        %0 = math.cos %a_2 : f64
// CHECK-NEXT:        %a_adj = arith.mulf %b_adj, %0 : f64
// CHECK-NEXT:        %src_adj = memref.load %src_shadow_3[%c0] : memref<3xf64>
// CHECK-NEXT:        %src_adj_1 = arith.addf %src_adj, %a_adj : f64
// CHECK-NEXT:        memref.store %src_adj_1, %src_shadow_3[%c0] : memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %dst_shadow_tape : memref<3xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %src_shadow_tape : memref<3xmemref<3xf64>>
// CHECK-NEXT:      %src_shadow_tape_1 = memref.alloc() : memref<3xmemref<3xf64>>
// CHECK-NEXT:      %dst_shadow_tape_1 = memref.alloc() : memref<3xmemref<3xf64>>
// CHECK-NEXT:      %a_tape_1 = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %src_3 = memref.load %src_snapshots[%c0] : memref<1xmemref<3xf64>>
// CHECK-NEXT:      %dst_3 = memref.load %dst_snapshots[%c0] : memref<1xmemref<3xf64>>
// CHECK-NEXT:      %src_shadow_4 = memref.load %src_shadow_snapshots[%c0] : memref<1xmemref<3xf64>>
// CHECK-NEXT:      %dst_shadow_4 = memref.load %dst_shadow_snapshots[%c0] : memref<1xmemref<3xf64>>
// CHECK-NEXT:      %src_4, %dst_4, %src_shadow_5, %dst_shadow_5 = scf.for %offset_3 = %c0 to %c3 step %c1 iter_args(%src_5 = %src_3, %dst_5 = %dst_3, %src_shadow_6 = %src_shadow_4, %dst_shadow_6 = %dst_shadow_4) -> (memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>) {
// CHECK-NEXT:        %a_3 = memref.load %src_5[%c0] : memref<3xf64>
// CHECK-NEXT:        %b_2 = math.sin %a_3 : f64
// CHECK-NEXT:        memref.store %b_2, %dst_5[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %src_shadow_6, %src_shadow_tape_1[%offset_3] : memref<3xmemref<3xf64>>
// CHECK-NEXT:        memref.store %dst_shadow_6, %dst_shadow_tape_1[%offset_3] : memref<3xmemref<3xf64>>
// CHECK-NEXT:        memref.store %a_3, %a_tape_1[%offset_3] : memref<3xf64>
// CHECK-NEXT:        scf.yield %dst_5, %src_5, %dst_shadow_6, %src_shadow_6 : memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %back_1 = %c0 to %c3 step %c1 {
// CHECK-NEXT:        %offset_4 = arith.subi %c2, %back_1 : index
// CHECK-NEXT:        %a_4 = memref.load %a_tape_1[%offset_4] : memref<3xf64>
// CHECK-NEXT:        %dst_shadow_7 = memref.load %dst_shadow_tape_1[%offset_4] : memref<3xmemref<3xf64>>
// CHECK-NEXT:        %src_shadow_7 = memref.load %src_shadow_tape_1[%offset_4] : memref<3xmemref<3xf64>>
// CHECK-NEXT:        %b_adj_1 = memref.load %dst_shadow_7[%c0] : memref<3xf64>
// CHECK-NEXT:        memref.store %zero, %dst_shadow_7[%c0] : memref<3xf64>
// CHECK-NEXT:        %1 = math.cos %a_4 : f64
// CHECK-NEXT:        %a_adj_1 = arith.mulf %b_adj_1, %1 : f64
// CHECK-NEXT:        %src_adj_2 = memref.load %src_shadow_7[%c0] : memref<3xf64>
// CHECK-NEXT:        %src_adj_3 = arith.addf %src_adj_2, %a_adj_1 : f64
// CHECK-NEXT:        memref.store %src_adj_3, %src_shadow_7[%c0] : memref<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %src_3 : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %dst_3 : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %a_tape_1 : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %dst_shadow_tape_1 : memref<3xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %src_shadow_tape_1 : memref<3xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %dst_shadow_snapshots : memref<1xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %src_shadow_snapshots : memref<1xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %dst_snapshots : memref<1xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %src_snapshots : memref<1xmemref<3xf64>>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

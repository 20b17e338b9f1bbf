// The policy of a loop says what is kept of each step, here on the tape of a segment.

// RUN: ckptopt %s -p 'loop-checkpoint{fn=loop}' | filecheck %s

func.func @loop(%x: f64, %w: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x) -> (f64) {
    %p = arith.mulf %h, %w : f64
    %q = math.exp %p {ckptopt.checkpoint_name = "expensive"} : f64
    %s = math.sin %q : f64
    scf.yield %s : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64,
     ckptopt.policy = "save_only_these_names(expensive)"}
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @loop(%x: f64, %w: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x) -> (f64) {
// CHECK-NEXT:        %p = arith.mulf %h, %w : f64
// CHECK-NEXT:        %q = math.exp %p {ckptopt.checkpoint_name = "expensive"} : f64
// CHECK-NEXT:        %s = math.sin %q : f64
// CHECK-NEXT:        scf.yield %s : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64, ckptopt.policy = "save_only_these_names(expensive)"}
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @loop_grad(%x: f64, %w: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %h_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %h_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %h = scf.for %offset = %c0 to %c3 step %c1 iter_args(%h_1 = %x) -> (f64) {
// CHECK-NEXT:        %p = arith.mulf %h_1, %w : f64
// CHECK-NEXT:        %q = math.exp %p : f64
// CHECK-NEXT:        %s = math.sin %q : f64
// CHECK-NEXT:        scf.yield %s : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %h_tape = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %q_tape = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %r = scf.for %offset_1 = %c0 to %c3 step %c1 iter_args(%h_2 = %h) -> (f64) {
// CHECK-NEXT:        %p_1 = arith.mulf %h_2, %w : f64
// CHECK-NEXT:        %q_1 = math.exp %p_1 : f64
// CHECK-NEXT:        %s_1 = math.sin %q_1 : f64
// CHECK-NEXT:        memref.store %h_2, %h_tape[%offset_1] : memref<3xf64>
// CHECK-NEXT:        memref.store %q_1, %q_tape[%offset_1] : memref<3xf64>
// CHECK-NEXT:        scf.yield %s_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %h_adj, %w_adj = scf.for %back = %c0 to %c3 step %c1 iter_args(%h_adj_1 = %seed, %w_adj_1 = %zero) -> (f64, f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c2, %back : index
// CHECK-NEXT:        %q_2 = memref.load %q_tape[%offset_2] : memref<3xf64>
// CHECK-NEXT:        %h_3 = memref.load %h_tape[%offset_2] : memref<3xf64>
// CHECK-NEXT:        %0 = math.cos %q_2 : f64
// CHECK-NEXT:        %q_adj = arith.mulf %h_adj_1, %0 : f64
// CHECK-NEXT:        %p_adj = arith.mulf %q_adj, %q_2 : f64
// CHECK-NEXT:        %h_adj_2 = arith.mulf %p_adj, %w : f64
// CHECK-NEXT:        %w_adj_2 = arith.mulf %p_adj, %h_3 : f64
// CHECK-NEXT:        %w_adj_3 = arith.addf %w_adj_1, %w_adj_2 : f64
// CHECK-NEXT:        scf.yield %h_adj_2, %w_adj_3 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %q_tape : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %h_tape : memref<3xf64>
// CHECK-NEXT:      %h_tape_1 = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %q_tape_1 = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %h_4 = memref.load %h_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %h_5 = scf.for %offset_3 = %c0 to %c3 step %c1 iter_args(%h_6 = %h_4) -> (f64) {
// CHECK-NEXT:        %p_2 = arith.mulf %h_6, %w : f64
// CHECK-NEXT:        %q_3 = math.exp %p_2 : f64
// CHECK-NEXT:        %s_2 = math.sin %q_3 : f64
// CHECK-NEXT:        memref.store %h_6, %h_tape_1[%offset_3] : memref<3xf64>
// CHECK-NEXT:        memref.store %q_3, %q_tape_1[%offset_3] : memref<3xf64>
// CHECK-NEXT:        scf.yield %s_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %h_adj_3, %w_adj_4 = scf.for %back_1 = %c0 to %c3 step %c1 iter_args(%h_adj_4 = %h_adj, %w_adj_5 = %w_adj) -> (f64, f64) {
// CHECK-NEXT:        %offset_4 = arith.subi %c2, %back_1 : index
// CHECK-NEXT:        %q_4 = memref.load %q_tape_1[%offset_4] : memref<3xf64>
// CHECK-NEXT:        %h_7 = memref.load %h_tape_1[%offset_4] : memref<3xf64>
// CHECK-NEXT:        %1 = math.cos %q_4 : f64
// CHECK-NEXT:        %q_adj_1 = arith.mulf %h_adj_4, %1 : f64
// CHECK-NEXT:        %p_adj_1 = arith.mulf %q_adj_1, %q_4 : f64
// CHECK-NEXT:        %h_adj_5 = arith.mulf %p_adj_1, %w : f64
// CHECK-NEXT:        %w_adj_6 = arith.mulf %p_adj_1, %h_7 : f64
// CHECK-NEXT:        %w_adj_7 = arith.addf %w_adj_5, %w_adj_6 : f64
// CHECK-NEXT:        scf.yield %h_adj_5, %w_adj_7 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %q_tape_1 : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %h_tape_1 : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %h_snapshots : memref<1xf64>
// CHECK-NEXT:      return %h_adj_3, %w_adj_4 : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

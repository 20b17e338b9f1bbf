// What a policy keeps of straight-line code: the reverse computes the rest again, from values that
// later passes do not know to be the same.

// RUN: ckptopt %s -p 'loop-checkpoint{fn=straight policy=nothing_saveable}' | filecheck %s --check-prefix NOTHING
// RUN: ckptopt %s -p 'loop-checkpoint{fn=straight policy="save_only_these_names(c)"}' | filecheck %s --check-prefix NAMED
// RUN: ckptopt %s -p 'loop-checkpoint{fn=straight policy=everything_saveable}' | filecheck %s --check-prefix EVERYTHING
// RUN: ckptopt %s -p 'loop-checkpoint{fn=loop}' | filecheck %s --check-prefix LOOP

func.func @straight(%x: f64, %w: f64) -> f64 {
  %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
  %b = arith.mulf %a, %w : f64
  %c = math.sin %b {ckptopt.checkpoint_name = "c"} : f64
  %d = math.exp %c : f64
  return %d : f64
}

// Per step of a loop, as it is kept in each segment of a checkpointed one.
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

// NOTHING:       module {
// NOTHING-LABEL:   func.func @straight(%x: f64, %w: f64) -> f64 {
// NOTHING-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// NOTHING-NEXT:      %b = arith.mulf %a, %w : f64
// NOTHING-NEXT:      %c = math.sin %b {ckptopt.checkpoint_name = "c"} : f64
// NOTHING-NEXT:      %d = math.exp %c : f64
// NOTHING-NEXT:      return %d : f64
// NOTHING-NEXT:    }
// NOTHING-LABEL:   func.func @straight_grad(%x: f64, %w: f64, %seed: f64) -> (f64, f64) {
// NOTHING-NEXT:      %x_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x) : (f64) -> f64
// NOTHING-NEXT:      %w_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%w) : (f64) -> f64
// NOTHING-NEXT:      %a = math.sin %x_1 : f64
// NOTHING-NEXT:      %b = arith.mulf %a, %w_1 : f64
// NOTHING-NEXT:      %c = math.sin %b : f64
// NOTHING-NEXT:      %d = math.exp %c : f64
// NOTHING-NEXT:      %c_adj = arith.mulf %seed, %d : f64
// NOTHING-NEXT:      %0 = math.cos %b : f64
// NOTHING-NEXT:      %b_adj = arith.mulf %c_adj, %0 : f64
// NOTHING-NEXT:      %a_adj = arith.mulf %b_adj, %w_1 : f64
// NOTHING-NEXT:      %w_adj = arith.mulf %b_adj, %a : f64
// NOTHING-NEXT:      %1 = math.cos %x_1 : f64
// NOTHING-NEXT:      %x_adj = arith.mulf %a_adj, %1 : f64
// NOTHING-NEXT:      return %x_adj, %w_adj : f64, f64
// NOTHING-NEXT:    }
// NOTHING-LABEL:   func.func @loop(%x: f64, %w: f64) -> f64 {
// NOTHING-NEXT:      %c0 = arith.constant 0 : index
// NOTHING-NEXT:      %c1 = arith.constant 1 : index
// NOTHING-NEXT:      %c6 = arith.constant 6 : index
// NOTHING-NEXT:      %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x) -> (f64) {
// NOTHING-NEXT:        %p = arith.mulf %h, %w : f64
// NOTHING-NEXT:        %q = math.exp %p {ckptopt.checkpoint_name = "expensive"} : f64
// NOTHING-NEXT:        %s = math.sin %q : f64
// NOTHING-NEXT:        scf.yield %s : f64
// NOTHING-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64, ckptopt.policy = "save_only_these_names(expensive)"}
// NOTHING-NEXT:      return %r : f64
// NOTHING-NEXT:    }
// NOTHING-NEXT:  }

// NAMED:       module {
// NAMED-LABEL:   func.func @straight(%x: f64, %w: f64) -> f64 {
// NAMED-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// NAMED-NEXT:      %b = arith.mulf %a, %w : f64
// NAMED-NEXT:      %c = math.sin %b {ckptopt.checkpoint_name = "c"} : f64
// NAMED-NEXT:      %d = math.exp %c : f64
// NAMED-NEXT:      return %d : f64
// NAMED-NEXT:    }
// NAMED-LABEL:   func.func @straight_grad(%x: f64, %w: f64, %seed: f64) -> (f64, f64) {
// NAMED-NEXT:      %a = math.sin %x : f64
// NAMED-NEXT:      %b = arith.mulf %a, %w : f64
// NAMED-NEXT:      %c = math.sin %b : f64
// NAMED-NEXT:      %x_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x) : (f64) -> f64
// NAMED-NEXT:      %w_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%w) : (f64) -> f64
// NAMED-NEXT:      %c_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%c) : (f64) -> f64
// NAMED-NEXT:      %d = math.exp %c_1 : f64
// NAMED-NEXT:      %c_adj = arith.mulf %seed, %d : f64
// NAMED-NEXT:      %a_1 = math.sin %x_1 : f64
// NAMED-NEXT:      %b_1 = arith.mulf %a_1, %w_1 : f64
// NAMED-NEXT:      %0 = math.cos %b_1 : f64
// NAMED-NEXT:      %b_adj = arith.mulf %c_adj, %0 : f64
// NAMED-NEXT:      %a_adj = arith.mulf %b_adj, %w_1 : f64
// NAMED-NEXT:      %w_adj = arith.mulf %b_adj, %a_1 : f64
// NAMED-NEXT:      %1 = math.cos %x_1 : f64
// NAMED-NEXT:      %x_adj = arith.mulf %a_adj, %1 : f64
// NAMED-NEXT:      return %x_adj, %w_adj : f64, f64
// NAMED-NEXT:    }
// NAMED-LABEL:   func.func @loop(%x: f64, %w: f64) -> f64 {
// NAMED-NEXT:      %c0 = arith.constant 0 : index
// NAMED-NEXT:      %c1 = arith.constant 1 : index
// NAMED-NEXT:      %c6 = arith.constant 6 : index
// NAMED-NEXT:      %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x) -> (f64) {
// NAMED-NEXT:        %p = arith.mulf %h, %w : f64
// NAMED-NEXT:        %q = math.exp %p {ckptopt.checkpoint_name = "expensive"} : f64
// NAMED-NEXT:        %s = math.sin %q : f64
// NAMED-NEXT:        scf.yield %s : f64
// NAMED-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64, ckptopt.policy = "save_only_these_names(expensive)"}
// NAMED-NEXT:      return %r : f64
// NAMED-NEXT:    }
// NAMED-NEXT:  }

// EVERYTHING:       module {
// EVERYTHING-LABEL:   func.func @straight(%x: f64, %w: f64) -> f64 {
// EVERYTHING-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// EVERYTHING-NEXT:      %b = arith.mulf %a, %w : f64
// EVERYTHING-NEXT:      %c = math.sin %b {ckptopt.checkpoint_name = "c"} : f64
// EVERYTHING-NEXT:      %d = math.exp %c : f64
// EVERYTHING-NEXT:      return %d : f64
// EVERYTHING-NEXT:    }
// EVERYTHING-LABEL:   func.func @straight_grad(%x: f64, %w: f64, %seed: f64) -> (f64, f64) {
// EVERYTHING-NEXT:      %a = math.sin %x : f64
// EVERYTHING-NEXT:      %a_factor = math.cos %x : f64
// EVERYTHING-NEXT:      %b = arith.mulf %a, %w : f64
// EVERYTHING-NEXT:      %c = math.sin %b : f64
// EVERYTHING-NEXT:      %c_factor = math.cos %b : f64
// EVERYTHING-NEXT:      %d = math.exp %c : f64
// EVERYTHING-NEXT:      %c_adj = arith.mulf %seed, %d : f64
// EVERYTHING-NEXT:      %b_adj = arith.mulf %c_adj, %c_factor : f64
// EVERYTHING-NEXT:      %a_adj = arith.mulf %b_adj, %w : f64
// EVERYTHING-NEXT:      %w_adj = arith.mulf %b_adj, %a : f64
// EVERYTHING-NEXT:      %x_adj = arith.mulf %a_adj, %a_factor : f64
// EVERYTHING-NEXT:      return %x_adj, %w_adj : f64, f64
// EVERYTHING-NEXT:    }
// EVERYTHING-LABEL:   func.func @loop(%x: f64, %w: f64) -> f64 {
// EVERYTHING-NEXT:      %c0 = arith.constant 0 : index
// EVERYTHING-NEXT:      %c1 = arith.constant 1 : index
// EVERYTHING-NEXT:      %c6 = arith.constant 6 : index
// EVERYTHING-NEXT:      %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x) -> (f64) {
// EVERYTHING-NEXT:        %p = arith.mulf %h, %w : f64
// EVERYTHING-NEXT:        %q = math.exp %p {ckptopt.checkpoint_name = "expensive"} : f64
// EVERYTHING-NEXT:        %s = math.sin %q : f64
// EVERYTHING-NEXT:        scf.yield %s : f64
// EVERYTHING-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64, ckptopt.policy = "save_only_these_names(expensive)"}
// EVERYTHING-NEXT:      return %r : f64
// EVERYTHING-NEXT:    }
// EVERYTHING-NEXT:  }

// LOOP:       module {
// LOOP-LABEL:   func.func @straight(%x: f64, %w: f64) -> f64 {
// LOOP-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// LOOP-NEXT:      %b = arith.mulf %a, %w : f64
// LOOP-NEXT:      %c = math.sin %b {ckptopt.checkpoint_name = "c"} : f64
// LOOP-NEXT:      %d = math.exp %c : f64
// LOOP-NEXT:      return %d : f64
// LOOP-NEXT:    }
// LOOP-LABEL:   func.func @loop(%x: f64, %w: f64) -> f64 {
// LOOP-NEXT:      %c0 = arith.constant 0 : index
// LOOP-NEXT:      %c1 = arith.constant 1 : index
// LOOP-NEXT:      %c6 = arith.constant 6 : index
// LOOP-NEXT:      %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x) -> (f64) {
// LOOP-NEXT:        %p = arith.mulf %h, %w : f64
// LOOP-NEXT:        %q = math.exp %p {ckptopt.checkpoint_name = "expensive"} : f64
// LOOP-NEXT:        %s = math.sin %q : f64
// LOOP-NEXT:        scf.yield %s : f64
// LOOP-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64, ckptopt.policy = "save_only_these_names(expensive)"}
// LOOP-NEXT:      return %r : f64
// LOOP-NEXT:    }
// LOOP-LABEL:   func.func @loop_grad(%x: f64, %w: f64, %seed: f64) -> (f64, f64) {
// LOOP-NEXT:      %c0 = arith.constant 0 : index
// LOOP-NEXT:      %c1 = arith.constant 1 : index
// LOOP-NEXT:      %c2 = arith.constant 2 : index
// LOOP-NEXT:      %c3 = arith.constant 3 : index
// LOOP-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// LOOP-NEXT:      %h_snapshots = memref.alloc() : memref<2xf64>
// LOOP-NEXT:      %r = scf.for %segment = %c0 to %c2 step %c1 iter_args(%h = %x) -> (f64) {
// LOOP-NEXT:        memref.store %h, %h_snapshots[%segment] : memref<2xf64>
// LOOP-NEXT:        %h_1 = scf.for %offset = %c0 to %c3 step %c1 iter_args(%h_2 = %h) -> (f64) {
// LOOP-NEXT:          %p = arith.mulf %h_2, %w : f64
// LOOP-NEXT:          %q = math.exp %p : f64
// LOOP-NEXT:          %s = math.sin %q : f64
// LOOP-NEXT:          scf.yield %s : f64
// LOOP-NEXT:        }
// LOOP-NEXT:        scf.yield %h_1 : f64
// LOOP-NEXT:      }
// LOOP-NEXT:      %h_adj, %w_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%h_adj_1 = %seed, %w_adj_1 = %zero) -> (f64, f64) {
// LOOP-NEXT:        %segment_1 = arith.subi %c1, %back : index
// LOOP-NEXT:        %h_3 = memref.load %h_snapshots[%segment_1] : memref<2xf64>
// LOOP-NEXT:        %h_tape = memref.alloc() : memref<3xf64>
// LOOP-NEXT:        %q_tape = memref.alloc() : memref<3xf64>
// LOOP-NEXT:        %h_4 = scf.for %offset_1 = %c0 to %c3 step %c1 iter_args(%h_5 = %h_3) -> (f64) {
// LOOP-NEXT:          %p_1 = arith.mulf %h_5, %w : f64
// LOOP-NEXT:          %q_1 = math.exp %p_1 : f64
// LOOP-NEXT:          %s_1 = math.sin %q_1 : f64
// LOOP-NEXT:          memref.store %h_5, %h_tape[%offset_1] : memref<3xf64>
// LOOP-NEXT:          memref.store %q_1, %q_tape[%offset_1] : memref<3xf64>
// LOOP-NEXT:          scf.yield %s_1 : f64
// LOOP-NEXT:        }
// LOOP-NEXT:        %h_adj_2, %w_adj_2 = scf.for %back_1 = %c0 to %c3 step %c1 iter_args(%h_adj_3 = %h_adj_1, %w_adj_3 = %w_adj_1) -> (f64, f64) {
// LOOP-NEXT:          %offset_2 = arith.subi %c2, %back_1 : index
// LOOP-NEXT:          %q_2 = memref.load %q_tape[%offset_2] : memref<3xf64>
// LOOP-NEXT:          %h_6 = memref.load %h_tape[%offset_2] : memref<3xf64>
// LOOP-NEXT:          %0 = math.cos %q_2 : f64
// LOOP-NEXT:          %q_adj = arith.mulf %h_adj_3, %0 : f64
// LOOP-NEXT:          %p_adj = arith.mulf %q_adj, %q_2 : f64
// LOOP-NEXT:          %h_adj_4 = arith.mulf %p_adj, %w : f64
// LOOP-NEXT:          %1 = arith.mulf %p_adj, %h_6 : f64
// LOOP-NEXT:          %w_adj_4 = arith.addf %w_adj_3, %1 : f64
// LOOP-NEXT:          scf.yield %h_adj_4, %w_adj_4 : f64, f64
// LOOP-NEXT:        }
// LOOP-NEXT:        memref.dealloc %q_tape : memref<3xf64>
// LOOP-NEXT:        memref.dealloc %h_tape : memref<3xf64>
// LOOP-NEXT:        scf.yield %h_adj_2, %w_adj_2 : f64, f64
// LOOP-NEXT:      }
// LOOP-NEXT:      memref.dealloc %h_snapshots : memref<2xf64>
// LOOP-NEXT:      return %h_adj, %w_adj : f64, f64
// LOOP-NEXT:    }
// LOOP-NEXT:  }

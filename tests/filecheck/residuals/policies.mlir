// What a policy keeps of straight-line code: the reverse computes the rest again.

// RUN: ckptopt %s -p 'loop-checkpoint{fn=straight policy=nothing_saveable}' | filecheck %s --check-prefix NOTHING
// RUN: ckptopt %s -p 'loop-checkpoint{fn=straight policy="save_only_these_names(c)"}' | filecheck %s --check-prefix NAMED
// RUN: ckptopt %s -p 'loop-checkpoint{fn=straight policy=everything_saveable}' | filecheck %s --check-prefix EVERYTHING

func.func @straight(%x: f64, %w: f64) -> f64 {
  %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
  %b = arith.mulf %a, %w : f64
  %c = math.sin %b {ckptopt.checkpoint_name = "c"} : f64
  %d = math.exp %c : f64
  return %d : f64
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
// EVERYTHING-NEXT:  }

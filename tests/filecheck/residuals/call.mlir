// A call that runs again in the reverse sweep, from its argument and from what its policy saves.
// In split mode the reverse function runs it.

// RUN: ckptopt %s -p 'loop-checkpoint{fn=call return-primal=true}' | filecheck %s
// RUN: ckptopt %s -p 'loop-checkpoint{fn=call mode=split}' | filecheck %s --check-prefix SPLIT

func.func private @g(%x: f64) -> f64 {
  %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
  %b = math.exp %a : f64
  %c = math.sin %b : f64
  return %c : f64
}

func.func @call(%x: f64) -> f64 {
  %y = func.call @g(%x) {ckptopt.remat, ckptopt.policy = "save_only_these_names(a)"} : (f64) -> f64
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func private @g(%x: f64) -> f64 {
// CHECK-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// CHECK-NEXT:      %b = math.exp %a : f64
// CHECK-NEXT:      %c = math.sin %b : f64
// CHECK-NEXT:      return %c : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @call(%x: f64) -> f64 {
// CHECK-NEXT:      %y = call @g(%x) {ckptopt.remat, ckptopt.policy = "save_only_these_names(a)"} : (f64) -> f64
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @call_grad(%x: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %a = math.sin %x : f64
// CHECK-NEXT:      %b = math.exp %a : f64
// CHECK-NEXT:      %y = math.sin %b : f64
// CHECK-NEXT:      %x_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x) : (f64) -> f64
// CHECK-NEXT:      %a_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%a) : (f64) -> f64
// CHECK-NEXT:      %b_1 = math.exp %a_1 : f64
// CHECK-NEXT:      %0 = math.cos %b_1 : f64
// CHECK-NEXT:      %b_adj = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      %a_adj = arith.mulf %b_adj, %b_1 : f64
// CHECK-NEXT:      %1 = math.cos %x_1 : f64
// CHECK-NEXT:      %x_adj = arith.mulf %a_adj, %1 : f64
// CHECK-NEXT:      return %y, %x_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// SPLIT:       module {
// SPLIT-LABEL:   func.func private @g(%x: f64) -> f64 {
// SPLIT-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// SPLIT-NEXT:      %b = math.exp %a : f64
// SPLIT-NEXT:      %c = math.sin %b : f64
// SPLIT-NEXT:      return %c : f64
// SPLIT-NEXT:    }
// SPLIT-LABEL:   func.func @call(%x: f64) -> f64 {
// SPLIT-NEXT:      %y = call @g(%x) {ckptopt.remat, ckptopt.policy = "save_only_these_names(a)"} : (f64) -> f64
// SPLIT-NEXT:      return %y : f64
// SPLIT-NEXT:    }
// SPLIT-LABEL:   func.func @call_fwd(%x: f64) -> (f64, f64) {
// SPLIT-NEXT:      %a = math.sin %x : f64
// SPLIT-NEXT:      %b = math.exp %a : f64
// SPLIT-NEXT:      %y = math.sin %b : f64
// SPLIT-NEXT:      return %y, %a : f64, f64
// SPLIT-NEXT:    }
// SPLIT-LABEL:   func.func @call_rev(%x: f64, %seed: f64, %a: f64) -> f64 {
// SPLIT-NEXT:      %x_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x) : (f64) -> f64
// SPLIT-NEXT:      %a_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%a) : (f64) -> f64
// SPLIT-NEXT:      %b = math.exp %a_1 : f64
// SPLIT-NEXT:      %0 = math.cos %b : f64
// SPLIT-NEXT:      %b_adj = arith.mulf %seed, %0 : f64
// SPLIT-NEXT:      %a_adj = arith.mulf %b_adj, %b : f64
// SPLIT-NEXT:      %1 = math.cos %x_1 : f64
// SPLIT-NEXT:      %x_adj = arith.mulf %a_adj, %1 : f64
// SPLIT-NEXT:      return %x_adj : f64
// SPLIT-NEXT:    }
// SPLIT-NEXT:  }

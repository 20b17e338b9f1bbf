// The forms in which a replay is hidden from passes that share equal operations.

// RUN: ckptopt %s -p 'loop-checkpoint{fn=whole}' | filecheck %s
// RUN: ckptopt %s -p 'loop-checkpoint{fn=whole prevent-cse=while}' | filecheck %s --check-prefix WHILE
// RUN: ckptopt %s -p 'loop-checkpoint{fn=whole prevent-cse=cond}' | filecheck %s --check-prefix COND
// RUN: ckptopt %s -p 'loop-checkpoint{fn=whole prevent-cse=none}' | filecheck %s --check-prefix NONE

func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
  %a = math.exp %x : f64
  %b = math.sin %a : f64
  return %b : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
// CHECK-NEXT:      %a = math.exp %x : f64
// CHECK-NEXT:      %b = math.sin %a : f64
// CHECK-NEXT:      return %b : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @whole_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %x_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x) : (f64) -> f64
// CHECK-NEXT:      %a = math.exp %x_1 : f64
// CHECK-NEXT:      %0 = math.cos %a : f64
// CHECK-NEXT:      %a_adj = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      %x_adj = arith.mulf %a_adj, %a : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// WHILE:       module {
// WHILE-LABEL:   func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
// WHILE-NEXT:      %a = math.exp %x : f64
// WHILE-NEXT:      %b = math.sin %a : f64
// WHILE-NEXT:      return %b : f64
// WHILE-NEXT:    }
// WHILE-LABEL:   func.func @whole_grad(%x: f64, %seed: f64) -> f64 {
// WHILE-NEXT:      %c0_i64 = arith.constant 0 : i64
// WHILE-NEXT:      %0 = llvm.inline_asm has_side_effects "", "=r,0" %c0_i64 : (i64) -> i64
// WHILE-NEXT:      %1 = arith.trunci %0 : i64 to i1
// WHILE-NEXT:      %x_1 = scf.while (%again = %1, %x_2 = %x) : (i1, f64) -> f64 {
// WHILE-NEXT:        scf.condition(%again) %x_2 : f64
// WHILE-NEXT:      } do {
// WHILE-NEXT:      ^bb0(%x_3: f64):
// WHILE-NEXT:        %2 = llvm.inline_asm has_side_effects "", "=r,0" %c0_i64 : (i64) -> i64
// WHILE-NEXT:        %3 = arith.trunci %2 : i64 to i1
// WHILE-NEXT:        %4 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x_3) : (f64) -> f64
// WHILE-NEXT:        scf.yield %3, %4 : i1, f64
// WHILE-NEXT:      }
// WHILE-NEXT:      %a = math.exp %x_1 : f64
// WHILE-NEXT:      %5 = math.cos %a : f64
// WHILE-NEXT:      %a_adj = arith.mulf %seed, %5 : f64
// WHILE-NEXT:      %x_adj = arith.mulf %a_adj, %a : f64
// WHILE-NEXT:      return %x_adj : f64
// WHILE-NEXT:    }
// WHILE-NEXT:  }

// COND:       module {
// COND-LABEL:   func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
// COND-NEXT:      %a = math.exp %x : f64
// COND-NEXT:      %b = math.sin %a : f64
// COND-NEXT:      return %b : f64
// COND-NEXT:    }
// COND-LABEL:   func.func @whole_grad(%x: f64, %seed: f64) -> f64 {
// COND-NEXT:      %c1_i64 = arith.constant 1 : i64
// COND-NEXT:      %0 = llvm.inline_asm has_side_effects "", "=r,0" %c1_i64 : (i64) -> i64
// COND-NEXT:      %1 = arith.trunci %0 : i64 to i1
// COND-NEXT:      %x_1 = scf.if %1 -> (f64) {
// COND-NEXT:        scf.yield %x : f64
// COND-NEXT:      } else {
// COND-NEXT:        %2 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x) : (f64) -> f64
// COND-NEXT:        scf.yield %2 : f64
// COND-NEXT:      }
// COND-NEXT:      %a = math.exp %x_1 : f64
// COND-NEXT:      %3 = math.cos %a : f64
// COND-NEXT:      %a_adj = arith.mulf %seed, %3 : f64
// COND-NEXT:      %x_adj = arith.mulf %a_adj, %a : f64
// COND-NEXT:      return %x_adj : f64
// COND-NEXT:    }
// COND-NEXT:  }

// NONE:       module {
// NONE-LABEL:   func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
// NONE-NEXT:      %a = math.exp %x : f64
// NONE-NEXT:      %b = math.sin %a : f64
// NONE-NEXT:      return %b : f64
// NONE-NEXT:    }
// NONE-LABEL:   func.func @whole_grad(%x: f64, %seed: f64) -> f64 {
// NONE-NEXT:      %a = math.exp %x : f64
// NONE-NEXT:      %0 = math.cos %a : f64
// NONE-NEXT:      %a_adj = arith.mulf %seed, %0 : f64
// NONE-NEXT:      %x_adj = arith.mulf %a_adj, %a : f64
// NONE-NEXT:      return %x_adj : f64
// NONE-NEXT:    }
// NONE-NEXT:  }

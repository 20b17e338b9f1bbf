// A region in a region: the replay of the outer one keeps the input of the inner one, which is
// replayed in its turn.

// RUN: ckptopt %s -p 'loop-checkpoint{fn=nest}' | filecheck %s

func.func @nest(%x: f64) -> f64 {
  %y = scf.execute_region -> f64 {
    %a = math.sin %x : f64
    %i = scf.execute_region -> f64 {
      %b = math.exp %a : f64
      %c = math.sin %b : f64
      scf.yield %c : f64
    } {ckptopt.remat}
    %d = math.cos %i : f64
    scf.yield %d : f64
  } {ckptopt.remat}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @nest(%x: f64) -> f64 {
// CHECK-NEXT:      %y = scf.execute_region -> (f64) {
// CHECK-NEXT:        %a = math.sin %x : f64
// CHECK-NEXT:        %i = scf.execute_region -> (f64) {
// CHECK-NEXT:          %b = math.exp %a : f64
// CHECK-NEXT:          %c = math.sin %b : f64
// CHECK-NEXT:          scf.yield %c : f64
// CHECK-NEXT:        } {ckptopt.remat}
// CHECK-NEXT:        %d = math.cos %i : f64
// CHECK-NEXT:        scf.yield %d : f64
// CHECK-NEXT:      } {ckptopt.remat}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @nest_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %x_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x) : (f64) -> f64
// CHECK-NEXT:      %a = math.sin %x_1 : f64
// CHECK-NEXT:      %b = math.exp %a : f64
// CHECK-NEXT:      %i = math.sin %b : f64
// CHECK-NEXT:      %0 = math.sin %i : f64
// CHECK-NEXT:      %1 = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      %i_adj = arith.negf %1 : f64
// CHECK-NEXT:      %a_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%a) : (f64) -> f64
// CHECK-NEXT:      %b_1 = math.exp %a_1 : f64
// CHECK-NEXT:      %2 = math.cos %b_1 : f64
// CHECK-NEXT:      %b_adj = arith.mulf %i_adj, %2 : f64
// CHECK-NEXT:      %a_adj = arith.mulf %b_adj, %b_1 : f64
// CHECK-NEXT:      %3 = math.cos %x_1 : f64
// CHECK-NEXT:      %x_adj = arith.mulf %a_adj, %3 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

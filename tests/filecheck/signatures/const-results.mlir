// RUN: ckptopt %s -p 'loop-checkpoint{fn=f retTys=enzyme_const,enzyme_active}' | filecheck %s

// A constant result has no seed, and what only it depends on is not differentiated.

func.func @f(%x: f64) -> (f64, f64) {
  %s = math.sin %x : f64
  %c = math.exp %x : f64
  return %s, %c : f64, f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> (f64, f64) {
// CHECK-NEXT:      %s = math.sin %x : f64
// CHECK-NEXT:      %c = math.exp %x : f64
// CHECK-NEXT:      return %s, %c : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c = math.exp %x : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %c : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

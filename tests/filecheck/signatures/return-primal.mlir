// RUN: ckptopt %s -p 'loop-checkpoint{fn=f return-primal=true}' | filecheck %s

// All primal results, then the gradients.

func.func @f(%x: f64, %n: i64) -> (f64, i64) {
  %e = math.exp %x : f64
  return %e, %n : f64, i64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: i64) -> (f64, i64) {
// CHECK-NEXT:      %e = math.exp %x : f64
// CHECK-NEXT:      return %e, %n : f64, i64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %n: i64, %seed: f64) -> (f64, i64, f64) {
// CHECK-NEXT:      %e = math.exp %x : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %e : f64
// CHECK-NEXT:      return %e, %n, %x_adj : f64, i64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

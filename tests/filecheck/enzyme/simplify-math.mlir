// RUN: ckptopt %s -p enzyme-simplify-math,simplify | filecheck %s

func.func @dropped(%x: f64, %v: vector<2xf32>) -> (f64, vector<2xf32>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %ones = arith.constant dense<1.0> : vector<2xf32>
  %a = arith.addf %x, %zero : f64
  %b = arith.addf %zero, %a : f64
  %c = arith.subf %b, %zero : f64
  %d = arith.mulf %c, %one : f64
  %e = arith.mulf %one, %d : f64
  %f = arith.divf %e, %one : f64
  %w = arith.mulf %v, %ones : vector<2xf32>
  return %f, %w : f64, vector<2xf32>
}

func.func @negated(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %a = arith.subf %zero, %x fastmath<nsz> : f64
  return %a : f64
}

// NaN and infinity times zero are not zero, and one divided by x is not x.

func.func @kept(%x: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %a = arith.mulf %x, %zero : f64
  %b = arith.divf %one, %x : f64
  return %a, %b : f64, f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @dropped(%x: f64, %v: vector<2xf32>) -> (f64, vector<2xf32>) {
// CHECK-NEXT:      return %x, %v : f64, vector<2xf32>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @negated(%x: f64) -> f64 {
// CHECK-NEXT:      %a = arith.negf %x fastmath<nsz> : f64
// CHECK-NEXT:      return %a : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @kept(%x: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %a = arith.mulf %x, %zero : f64
// CHECK-NEXT:      %b = arith.divf %one, %x : f64
// CHECK-NEXT:      return %a, %b : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

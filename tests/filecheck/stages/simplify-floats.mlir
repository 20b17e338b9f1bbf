// RUN: ckptopt %s -p simplify | filecheck %s

// What leaves every bit as it is goes, and nothing else: -0.0 + 0.0 is 0.0.

func.func @exact(%x: f64) -> (f64, f64, f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %minus_zero = arith.constant -0.0 : f64
  %one = arith.constant 1.0 : f64
  %a = arith.mulf %one, %x : f64
  %b = arith.divf %x, %one : f64
  %c = arith.subf %x, %zero : f64
  %d = arith.addf %x, %minus_zero : f64
  %n = arith.negf %x : f64
  %e = arith.negf %n : f64
  return %a, %b, %c, %d, %e : f64, f64, f64, f64, f64
}

func.func @inexact(%x: f64) -> (f64, f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %minus_zero = arith.constant -0.0 : f64
  %one = arith.constant 1.0 : f64
  %a = arith.addf %x, %zero : f64
  %b = arith.subf %x, %minus_zero : f64
  %c = arith.mulf %x, %zero : f64
  %d = math.sin %one : f64
  return %a, %b, %c, %d : f64, f64, f64, f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @exact(%x: f64) -> (f64, f64, f64, f64, f64) {
// CHECK-NEXT:      return %x, %x, %x, %x, %x : f64, f64, f64, f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @inexact(%x: f64) -> (f64, f64, f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %minus_zero = arith.constant -0.000000e+00 : f64
// CHECK-NEXT:      %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %a = arith.addf %x, %zero : f64
// CHECK-NEXT:      %b = arith.subf %x, %minus_zero : f64
// CHECK-NEXT:      %c = arith.mulf %x, %zero : f64
// CHECK-NEXT:      %d = math.sin %one : f64
// CHECK-NEXT:      return %a, %b, %c, %d : f64, f64, f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

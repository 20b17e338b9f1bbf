// RUN: ckptopt %s -p remove-unnecessary-enzyme-ops | filecheck %s

func.func @f(%x: f64) -> f64 {
  %0 = enzyme.ignore_derivatives %x : f64 -> f64
  %1 = enzyme.ignore_derivatives %0 : f64 -> f64
  %y = arith.mulf %x, %1 : f64
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %y = arith.mulf %x, %x : f64
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s -p enzyme,simplify | filecheck %s

// A request in a function that is itself differentiated is expanded first: forward over reverse.

func.func @f(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}

func.func @slope(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %dx = enzyme.autodiff @f(%x, %one) <{activity = [#enzyme.activity<enzyme_active>], ret_activity = [#enzyme.activity<enzyme_activenoneed>]}> : (f64, f64) -> f64
  return %dx : f64
}

func.func @curvature(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %ddx = enzyme.fwddiff @slope(%x, %one) <{activity = [#enzyme.activity<enzyme_dup>], ret_activity = [#enzyme.activity<enzyme_dupnoneed>]}> : (f64, f64) -> f64
  return %ddx : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %y = math.sin %x : f64
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @slope(%x: f64) -> f64 {
// CHECK-NEXT:      %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %dx = call @diffef(%x, %one) : (f64, f64) -> f64
// CHECK-NEXT:      return %dx : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @curvature(%x: f64) -> f64 {
// CHECK-NEXT:      %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %ddx = call @fwddiffeslope(%x, %one) : (f64, f64) -> f64
// CHECK-NEXT:      return %ddx : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @diffef(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %0 = math.cos %x : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @fwddiffeslope(%x: f64, %x_tan: f64) -> f64 {
// CHECK-NEXT:      %y = math.sin %x : f64
// CHECK-NEXT:      %0 = arith.mulf %x_tan, %y : f64
// CHECK-NEXT:      %x_adj_tan = arith.negf %0 : f64
// CHECK-NEXT:      return %x_adj_tan : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

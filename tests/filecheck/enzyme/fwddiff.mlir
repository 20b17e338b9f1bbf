// RUN: ckptopt %s -p enzyme | filecheck %s

func.func @f(%x: f64) -> (f64, i64) {
  %y = math.tanh %x : f64
  %k = arith.fptosi %x : f64 to i64
  return %y, %k : f64, i64
}

func.func @g(%x: f64, %dx: f64) -> (f64, f64, i64) {
  %y, %dy, %k = enzyme.fwddiff @f(%x, %dx) <{activity = [#enzyme.activity<enzyme_dup>], ret_activity = [#enzyme.activity<enzyme_dup>, #enzyme.activity<enzyme_const>]}> : (f64, f64) -> (f64, f64, i64)
  return %y, %dy, %k : f64, f64, i64
}

func.func @tangent(%x: f64, %dx: f64) -> f64 {
  %dy = enzyme.fwddiff @f(%x, %dx) <{activity = [#enzyme.activity<enzyme_dup>], ret_activity = [#enzyme.activity<enzyme_dupnoneed>, #enzyme.activity<enzyme_constnoneed>]}> : (f64, f64) -> f64
  return %dy : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> (f64, i64) {
// CHECK-NEXT:      %y = math.tanh %x : f64
// CHECK-NEXT:      %k = arith.fptosi %x : f64 to i64
// CHECK-NEXT:      return %y, %k : f64, i64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @g(%x: f64, %dx: f64) -> (f64, f64, i64) {
// CHECK-NEXT:      %y, %dy, %k = call @fwddiffef(%x, %dx) : (f64, f64) -> (f64, f64, i64)
// CHECK-NEXT:      return %y, %dy, %k : f64, f64, i64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @tangent(%x: f64, %dx: f64) -> f64 {
// CHECK-NEXT:      %dy = call @fwddiffef_1(%x, %dx) : (f64, f64) -> f64
// CHECK-NEXT:      return %dy : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @fwddiffef(%x: f64, %x_tan: f64) -> (f64, f64, i64) {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %y = math.tanh %x : f64
// CHECK-NEXT:      %0 = arith.mulf %y, %y : f64
// CHECK-NEXT:      %1 = arith.subf %cst, %0 : f64
// CHECK-NEXT:      %y_tan = arith.mulf %x_tan, %1 : f64
// CHECK-NEXT:      %k = arith.fptosi %x : f64 to i64
// CHECK-NEXT:      return %y, %y_tan, %k : f64, f64, i64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @fwddiffef_1(%x: f64, %x_tan: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %y = math.tanh %x : f64
// CHECK-NEXT:      %0 = arith.mulf %y, %y : f64
// CHECK-NEXT:      %1 = arith.subf %cst, %0 : f64
// CHECK-NEXT:      %y_tan = arith.mulf %x_tan, %1 : f64
// CHECK-NEXT:      %k = arith.fptosi %x : f64 to i64
// CHECK-NEXT:      return %y_tan : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

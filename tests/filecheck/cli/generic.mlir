// RUN: ckptopt %s --mlir-print-op-generic | filecheck %s
// RUN: ckptopt %s --print-op-generic | ckptopt | filecheck %s --check-prefix PRETTY
// RUN: ckptopt %s --mlir-print-op-generic | mlir-opt --mlir-use-nameloc-as-prefix | ckptopt | filecheck %s --check-prefix BACK

func.func @scale(%x: f64) -> f64 attributes {note = [[1, 2], [3]]} {
  %two = arith.constant 2.0 : f64
  %y = arith.mulf %x, %two : f64
  return %y : f64
}

// CHECK:       "builtin.module"() ({
// CHECK-LABEL:   "func.func"() <{sym_name = "scale", function_type = (f64) -> f64}> ({
// CHECK-NEXT:    ^bb0(%x: f64):
// CHECK-NEXT:      %two = "arith.constant"() <{value = 2.000000e+00 : f64}> : () -> f64
// CHECK-NEXT:      %y = "arith.mulf"(%x, %two) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
// CHECK-NEXT:      "func.return"(%y) : (f64) -> ()
// CHECK-NEXT:    }) {note = {{\[\[}}1 : i64, 2 : i64], [3 : i64]]} : () -> ()
// CHECK-NEXT:  }) : () -> ()

// PRETTY:       module {
// PRETTY-LABEL:   func.func @scale(%x: f64) -> f64 attributes {note = {{\[\[}}1 : i64, 2 : i64], [3 : i64]]} {
// PRETTY-NEXT:      %two = arith.constant 2.000000e+00 : f64
// PRETTY-NEXT:      %y = arith.mulf %x, %two : f64
// PRETTY-NEXT:      return %y : f64
// PRETTY-NEXT:    }
// PRETTY-NEXT:  }

// BACK:       module {
// BACK-LABEL:   func.func @scale(%arg0: f64) -> f64 attributes {note = {{\[\[}}1 : i64, 2 : i64], [3 : i64]]} {
// BACK-NEXT:      %cst = arith.constant 2.000000e+00 : f64
// BACK-NEXT:      %0 = arith.mulf %arg0, %cst : f64
// BACK-NEXT:      return %0 : f64
// BACK-NEXT:    }
// BACK-NEXT:  }

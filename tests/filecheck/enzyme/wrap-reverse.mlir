// RUN: ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_active,enzyme_const retTys=enzyme_active mode=ReverseModeCombined}' | filecheck %s
// RUN: ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_active,enzyme_const retTys=enzyme_active mode=ReverseModePrimal}' | filecheck %s
// RUN: ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_active,enzyme_const retTys=enzyme_active mode=ReverseModeGradient}' | filecheck %s

// One seed for the result, one gradient for the active argument, no primal result. The three
// reverse modes are one.

func.func @f(%x: f64, %y: f64) -> f64 {
  %p = arith.mulf %x, %y : f64
  return %p : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %p = arith.mulf %x, %y : f64
// CHECK-NEXT:      return %p : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @df(%x: f64, %y: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %p = arith.mulf %x, %y : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %y : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

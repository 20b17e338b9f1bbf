// RUN: ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_active retTys=enzyme_dup,enzyme_active mode=ReverseModeCombined}' | filecheck %s

// In reverse mode `enzyme_dup` asks for the primal result: the first result is returned and has no
// seed, the second has a seed and is not returned.

func.func @f(%x: f64) -> (f64, f64) {
  %s = math.exp %x : f64
  %t = arith.mulf %s, %s : f64
  return %s, %t : f64, f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> (f64, f64) {
// CHECK-NEXT:      %s = math.exp %x : f64
// CHECK-NEXT:      %t = arith.mulf %s, %s : f64
// CHECK-NEXT:      return %s, %t : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @df(%x: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %s = math.exp %x : f64
// CHECK-NEXT:      %t = arith.mulf %s, %s : f64
// CHECK-NEXT:      %s_adj = arith.mulf %seed, %s : f64
// CHECK-NEXT:      %0 = arith.mulf %seed, %s : f64
// CHECK-NEXT:      %s_adj_1 = arith.addf %s_adj, %0 : f64
// CHECK-NEXT:      %x_adj = arith.mulf %s_adj_1, %s : f64
// CHECK-NEXT:      return %s, %x_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

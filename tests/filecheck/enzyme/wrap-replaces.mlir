// RUN: ckptopt %s -p 'enzyme-wrap{infn=f argTys=enzyme_dup retTys=enzyme_active mode=ReverseModeCombined}' | filecheck %s

// Without outfn the derivative takes the place and the name of the function, and is public.

func.func private @f(%m: memref<2xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %v = memref.load %m[%c1] : memref<2xf64>
  %s = arith.mulf %v, %v : f64
  return %s : f64
}

func.func @after() {
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%m: memref<2xf64>, %m_shadow: memref<2xf64>, %seed: f64) {
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %v = memref.load %m[%c1] : memref<2xf64>
// CHECK-NEXT:      %s = arith.mulf %v, %v : f64
// CHECK-NEXT:      %v_adj = arith.mulf %seed, %v : f64
// CHECK-NEXT:      %0 = arith.mulf %seed, %v : f64
// CHECK-NEXT:      %v_adj_1 = arith.addf %v_adj, %0 : f64
// CHECK-NEXT:      %m_adj = memref.load %m_shadow[%c1] : memref<2xf64>
// CHECK-NEXT:      %m_adj_1 = arith.addf %m_adj, %v_adj_1 : f64
// CHECK-NEXT:      memref.store %m_adj_1, %m_shadow[%c1] : memref<2xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @after() {
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

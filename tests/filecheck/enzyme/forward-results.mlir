// RUN: ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_dup retTys=enzyme_dup,enzyme_dup,enzyme_const}' | filecheck %s

// A memref that is returned is followed by its shadow, which is zero where nothing arrives.

func.func @f(%x: f64) -> (memref<f64>, memref<f64>, f64) {
  %two = arith.constant 2.0 : f64
  %a = memref.alloc() : memref<f64>
  %b = memref.alloc() : memref<f64>
  memref.store %x, %a[] : memref<f64>
  memref.store %two, %b[] : memref<f64>
  return %a, %b, %x : memref<f64>, memref<f64>, f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> (memref<f64>, memref<f64>, f64) {
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %a = memref.alloc() : memref<f64>
// CHECK-NEXT:      %b = memref.alloc() : memref<f64>
// CHECK-NEXT:      memref.store %x, %a[] : memref<f64>
// CHECK-NEXT:      memref.store %two, %b[] : memref<f64>
// CHECK-NEXT:      return %a, %b, %x : memref<f64>, memref<f64>, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @df(%x: f64, %x_tan: f64) -> (memref<f64>, memref<f64>, memref<f64>, memref<f64>, f64) {
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %a = memref.alloc() : memref<f64>
// CHECK-NEXT:      %a_shadow = memref.alloc() : memref<f64>
// CHECK-NEXT:      memref.store %zero, %a_shadow[] : memref<f64>
// CHECK-NEXT:      %b = memref.alloc() : memref<f64>
// CHECK-NEXT:      memref.store %x, %a[] : memref<f64>
// CHECK-NEXT:      memref.store %x_tan, %a_shadow[] : memref<f64>
// CHECK-NEXT:      memref.store %two, %b[] : memref<f64>
// CHECK-NEXT:      %b_shadow = memref.alloc() : memref<f64>
// CHECK-NEXT:      memref.store %zero, %b_shadow[] : memref<f64>
// CHECK-NEXT:      return %a, %a_shadow, %b, %b_shadow, %x : memref<f64>, memref<f64>, memref<f64>, memref<f64>, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

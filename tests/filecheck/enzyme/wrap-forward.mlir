// RUN: ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_dup,enzyme_dup,enzyme_const retTys=enzyme_dup,enzyme_const}' | filecheck %s
// RUN: ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_const,enzyme_dupnoneed,enzyme_const retTys=enzyme_dupnoneed,enzyme_dupnoneed mode=ForwardMode}' | filecheck %s --check-prefix TANGENTS

// Forward mode is the default. Each duplicated argument is followed by its tangent; a result is
// returned, and followed by its tangent if `enzyme_dup`; `enzyme_dupnoneed` is the tangent alone,
// zero where none arrives.

func.func @f(%x: f64, %m: memref<3xf64>, %i: index) -> (f64, f64) {
  %v = memref.load %m[%i] : memref<3xf64>
  %p = arith.mulf %x, %v : f64
  memref.store %p, %m[%i] : memref<3xf64>
  return %p, %v : f64, f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<3xf64>, %i: index) -> (f64, f64) {
// CHECK-NEXT:      %v = memref.load %m[%i] : memref<3xf64>
// CHECK-NEXT:      %p = arith.mulf %x, %v : f64
// CHECK-NEXT:      memref.store %p, %m[%i] : memref<3xf64>
// CHECK-NEXT:      return %p, %v : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @df(%x: f64, %x_tan: f64, %m: memref<3xf64>, %m_shadow: memref<3xf64>, %i: index) -> (f64, f64, f64) {
// CHECK-NEXT:      %v = memref.load %m[%i] : memref<3xf64>
// CHECK-NEXT:      %v_tan = memref.load %m_shadow[%i] : memref<3xf64>
// CHECK-NEXT:      %p = arith.mulf %x, %v : f64
// CHECK-NEXT:      %0 = arith.mulf %x_tan, %v : f64
// CHECK-NEXT:      %1 = arith.mulf %v_tan, %x : f64
// CHECK-NEXT:      %p_tan = arith.addf %0, %1 : f64
// CHECK-NEXT:      memref.store %p, %m[%i] : memref<3xf64>
// CHECK-NEXT:      memref.store %p_tan, %m_shadow[%i] : memref<3xf64>
// CHECK-NEXT:      return %p, %p_tan, %v : f64, f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// TANGENTS:       module {
// TANGENTS-LABEL:   func.func @f(%x: f64, %m: memref<3xf64>, %i: index) -> (f64, f64) {
// TANGENTS-NEXT:      %v = memref.load %m[%i] : memref<3xf64>
// TANGENTS-NEXT:      %p = arith.mulf %x, %v : f64
// TANGENTS-NEXT:      memref.store %p, %m[%i] : memref<3xf64>
// TANGENTS-NEXT:      return %p, %v : f64, f64
// TANGENTS-NEXT:    }
// TANGENTS-LABEL:   func.func private @df(%x: f64, %m: memref<3xf64>, %m_shadow: memref<3xf64>, %i: index) -> (f64, f64) {
// TANGENTS-NEXT:      %v = memref.load %m[%i] : memref<3xf64>
// TANGENTS-NEXT:      %v_tan = memref.load %m_shadow[%i] : memref<3xf64>
// TANGENTS-NEXT:      %p = arith.mulf %x, %v : f64
// TANGENTS-NEXT:      %p_tan = arith.mulf %v_tan, %x : f64
// TANGENTS-NEXT:      memref.store %p, %m[%i] : memref<3xf64>
// TANGENTS-NEXT:      memref.store %p_tan, %m_shadow[%i] : memref<3xf64>
// TANGENTS-NEXT:      return %p_tan, %v_tan : f64, f64
// TANGENTS-NEXT:    }
// TANGENTS-NEXT:  }

// RUN: ckptopt %s -p 'loop-checkpoint{fn=f argTys=enzyme_active,enzyme_const,enzyme_const,enzyme_dup}' | filecheck %s

// A constant argument has no gradient and no shadow. Words and lists of words are read as in
// mlir-opt; quoted strings would do, too.

func.func @f(%x: f64, %y: f64, %a: memref<f64>, %b: memref<f64>) -> f64 {
  %ea = memref.load %a[] : memref<f64>
  %eb = memref.load %b[] : memref<f64>
  %xy = arith.mulf %x, %y : f64
  %ab = arith.mulf %ea, %eb : f64
  %r = arith.addf %xy, %ab : f64
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64, %a: memref<f64>, %b: memref<f64>) -> f64 {
// CHECK-NEXT:      %ea = memref.load %a[] : memref<f64>
// CHECK-NEXT:      %eb = memref.load %b[] : memref<f64>
// CHECK-NEXT:      %xy = arith.mulf %x, %y : f64
// CHECK-NEXT:      %ab = arith.mulf %ea, %eb : f64
// CHECK-NEXT:      %r = arith.addf %xy, %ab : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %a: memref<f64>, %b: memref<f64>, %b_shadow: memref<f64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %ea = memref.load %a[] : memref<f64>
// CHECK-NEXT:      %eb_adj = arith.mulf %seed, %ea : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %y : f64
// CHECK-NEXT:      %b_adj = memref.load %b_shadow[] : memref<f64>
// CHECK-NEXT:      %b_adj_1 = arith.addf %b_adj, %eb_adj : f64
// CHECK-NEXT:      memref.store %b_adj_1, %b_shadow[] : memref<f64>
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

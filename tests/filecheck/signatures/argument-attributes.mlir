// RUN: ckptopt %s -p 'loop-checkpoint{fn=f}' | filecheck %s

// Attributes of the function and of its arguments stay, and a shadow has those of its buffer.

func.func @f(%x: f64, %m: memref<4xf64> {llvm.noalias}) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %y = math.sin %x : f64
  memref.store %y, %m[%c0] : memref<4xf64>
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<4xf64> {llvm.noalias}) attributes {llvm.emit_c_interface} {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %y = math.sin %x : f64
// CHECK-NEXT:      memref.store %y, %m[%c0] : memref<4xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<4xf64> {llvm.noalias}, %m_shadow: memref<4xf64> {llvm.noalias}) -> f64 attributes {llvm.emit_c_interface} {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %y = math.sin %x : f64
// CHECK-NEXT:      memref.store %y, %m[%c0] : memref<4xf64>
// CHECK-NEXT:      %y_adj = memref.load %m_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[%c0] : memref<4xf64>
// CHECK-NEXT:      %0 = math.cos %x : f64
// CHECK-NEXT:      %x_adj = arith.mulf %y_adj, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s -p 'loop-checkpoint{fn=f mode=ForwardMode}' | filecheck %s

// Shadows hold tangents: what is loaded, stored, copied, freed and looked at is so twice. A store of
// a constant stores a zero tangent; a copy from memory without tangents clears.

memref.global "private" @table : memref<2xf64> = dense<1.5>

func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %local = memref.alloc() : memref<2xf64>
  %table = memref.get_global @table : memref<2xf64>
  memref.copy %table, %local : memref<2xf64> to memref<2xf64>
  memref.store %x, %local[%c0] : memref<2xf64>
  %half = memref.subview %m[2] [2] [1] : memref<4xf64> to memref<2xf64, strided<[1], offset: 2>>
  memref.copy %local, %half : memref<2xf64> to memref<2xf64, strided<[1], offset: 2>>
  memref.dealloc %local : memref<2xf64>
  memref.store %two, %m[%c1] : memref<4xf64>
  %y = memref.load %half[%c0] : memref<2xf64, strided<[1], offset: 2>>
  return %y : f64
}

// CHECK:       module {
// CHECK-NEXT:    memref.global "private" @table : memref<2xf64> = dense<1.500000e+00>
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %local = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %table = memref.get_global @table : memref<2xf64>
// CHECK-NEXT:      memref.copy %table, %local : memref<2xf64> to memref<2xf64>
// CHECK-NEXT:      memref.store %x, %local[%c0] : memref<2xf64>
// CHECK-NEXT:      %half = memref.subview %m[2] [2] [1] : memref<4xf64> to memref<2xf64, strided<[1], offset: 2>>
// CHECK-NEXT:      memref.copy %local, %half : memref<2xf64> to memref<2xf64, strided<[1], offset: 2>>
// CHECK-NEXT:      memref.dealloc %local : memref<2xf64>
// CHECK-NEXT:      memref.store %two, %m[%c1] : memref<4xf64>
// CHECK-NEXT:      %y = memref.load %half[%c0] : memref<2xf64, strided<[1], offset: 2>>
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_fwd(%x: f64, %x_tan: f64, %m: memref<4xf64>, %m_shadow: memref<4xf64>) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %local = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %local_shadow = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      scf.for %i = %c0 to %c2 step %c1 {
// CHECK-NEXT:        memref.store %zero, %local_shadow[%i] : memref<2xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %table = memref.get_global @table : memref<2xf64>
// CHECK-NEXT:      memref.copy %table, %local : memref<2xf64> to memref<2xf64>
// CHECK-NEXT:      scf.for %i_1 = %c0 to %c2 step %c1 {
// CHECK-NEXT:        memref.store %zero, %local_shadow[%i_1] : memref<2xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.store %x, %local[%c0] : memref<2xf64>
// CHECK-NEXT:      memref.store %x_tan, %local_shadow[%c0] : memref<2xf64>
// CHECK-NEXT:      %half = memref.subview %m[2] [2] [1] : memref<4xf64> to memref<2xf64, strided<[1], offset: 2>>
// CHECK-NEXT:      %half_shadow = memref.subview %m_shadow[2] [2] [1] : memref<4xf64> to memref<2xf64, strided<[1], offset: 2>>
// CHECK-NEXT:      memref.copy %local, %half : memref<2xf64> to memref<2xf64, strided<[1], offset: 2>>
// CHECK-NEXT:      memref.copy %local_shadow, %half_shadow : memref<2xf64> to memref<2xf64, strided<[1], offset: 2>>
// CHECK-NEXT:      memref.dealloc %local : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %local_shadow : memref<2xf64>
// CHECK-NEXT:      memref.store %two, %m[%c1] : memref<4xf64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[%c1] : memref<4xf64>
// CHECK-NEXT:      %y = memref.load %half[%c0] : memref<2xf64, strided<[1], offset: 2>>
// CHECK-NEXT:      %y_tan = memref.load %half_shadow[%c0] : memref<2xf64, strided<[1], offset: 2>>
// CHECK-NEXT:      return %y, %y_tan : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

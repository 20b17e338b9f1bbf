// RUN: ckptopt %s -p sink-checkpoint-views | filecheck %s

// The checkpointed loop captures %buffer only: both views are derived inside it, the base of a view
// first. The loop without the directive keeps its view.

func.func @views(%buffer: memref<8xf64>, %x: f64, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %whole = memref.cast %buffer : memref<8xf64> to memref<?xf64>
  %half = memref.subview %whole[%i] [4] [1] : memref<?xf64> to memref<4xf64, strided<[1], offset: ?>>
  scf.for %k = %c0 to %c4 step %c1 {
    memref.store %x, %half[%k] : memref<4xf64, strided<[1], offset: ?>>
  } {enzyme.enable_checkpointing = true}
  scf.for %k = %c0 to %c4 step %c1 {
    memref.store %x, %half[%k] : memref<4xf64, strided<[1], offset: ?>>
  }
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @views(%buffer: memref<8xf64>, %x: f64, %i: index) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %whole = memref.cast %buffer : memref<8xf64> to memref<?xf64>
// CHECK-NEXT:      %half = memref.subview %whole[%i] [4] [1] : memref<?xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      scf.for %k = %c0 to %c4 step %c1 {
// CHECK-NEXT:        %whole_1 = memref.cast %buffer : memref<8xf64> to memref<?xf64>
// CHECK-NEXT:        %half_1 = memref.subview %whole_1[%i] [4] [1] : memref<?xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        memref.store %x, %half_1[%k] : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true}
// CHECK-NEXT:      scf.for %k_1 = %c0 to %c4 step %c1 {
// CHECK-NEXT:        memref.store %x, %half[%k_1] : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s -p simplify | filecheck %s

func.func @casts(%m: memref<8xf64>, %i: index, %x: f64) -> (f64, memref<?xf64>) {
  %cast = memref.cast %m : memref<8xf64> to memref<?xf64>
  memref.store %x, %cast[%i] : memref<?xf64>
  %v = memref.load %cast[%i] : memref<?xf64>
  return %v, %cast : f64, memref<?xf64>
}

func.func @handle(%m: memref<8xf64>, %slots: memref<2xmemref<?xf64>>, %i: index) {
  %cast = memref.cast %m : memref<8xf64> to memref<?xf64>
  memref.store %cast, %slots[%i] : memref<2xmemref<?xf64>>
  return
}

func.func @sizes(%m: memref<?x3xf64>, %n: index) -> (index, index, index, memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %a = memref.dim %m, %c1 : memref<?x3xf64>
  %buffer = memref.alloc(%n, %c7) : memref<?x?xf64>
  %b = memref.dim %buffer, %c0 : memref<?x?xf64>
  %c = memref.dim %buffer, %c1 : memref<?x?xf64>
  return %a, %b, %c, %buffer : index, index, index, memref<?x?xf64>
}

func.func @constant_size(%n: index, %i: index, %x: f64) -> f64 {
  %c7 = arith.constant 7 : index
  %buffer = memref.alloc(%n, %c7) : memref<?x?xf64>
  memref.store %x, %buffer[%i, %i] : memref<?x?xf64>
  %v = memref.load %buffer[%i, %i] : memref<?x?xf64>
  memref.dealloc %buffer : memref<?x?xf64>
  return %v : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @casts(%m: memref<8xf64>, %i: index, %x: f64) -> (f64, memref<?xf64>) {
// CHECK-NEXT:      %cast = memref.cast %m : memref<8xf64> to memref<?xf64>
// CHECK-NEXT:      memref.store %x, %m[%i] : memref<8xf64>
// CHECK-NEXT:      %v = memref.load %m[%i] : memref<8xf64>
// CHECK-NEXT:      return %v, %cast : f64, memref<?xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @handle(%m: memref<8xf64>, %slots: memref<2xmemref<?xf64>>, %i: index) {
// CHECK-NEXT:      %cast = memref.cast %m : memref<8xf64> to memref<?xf64>
// CHECK-NEXT:      memref.store %cast, %slots[%i] : memref<2xmemref<?xf64>>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @sizes(%m: memref<?x3xf64>, %n: index) -> (index, index, index, memref<?x?xf64>) {
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %buffer = memref.alloc(%n, %c7) : memref<?x?xf64>
// CHECK-NEXT:      return %c3, %n, %c7, %buffer : index, index, index, memref<?x?xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @constant_size(%n: index, %i: index, %x: f64) -> f64 {
// CHECK-NEXT:      %buffer = memref.alloc(%n) : memref<?x7xf64>
// CHECK-NEXT:      memref.store %x, %buffer[%i, %i] : memref<?x7xf64>
// CHECK-NEXT:      %v = memref.load %buffer[%i, %i] : memref<?x7xf64>
// CHECK-NEXT:      memref.dealloc %buffer : memref<?x7xf64>
// CHECK-NEXT:      return %v : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

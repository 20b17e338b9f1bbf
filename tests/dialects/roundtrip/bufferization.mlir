func.func @alloc_tensor(%n: index, %t: tensor<?xf32>) {
  %0 = bufferization.alloc_tensor() : tensor<4xf32>
  %1 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %2 = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  %3 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %4 = bufferization.alloc_tensor(%n) {foo.a} : tensor<?xf32>
  return
}
// -----
func.func @size_hint(%n: index) {
  %0 = bufferization.alloc_tensor(%n) size_hint=%n : tensor<?xf32>
  return
}
// -----
func.func @clone(%m: memref<?xf32>) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  %1 = bufferization.clone %m {foo.a} : memref<?xf32> to memref<4xf32>
  return
}
// -----
func.func @to_tensor(%m: memref<?xf32>, %s: memref<4xf32, strided<[2]>>, %u: memref<*xf32>, %d: memref<4xf32, 3>) {
  %0 = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %1 = bufferization.to_tensor %m restrict : memref<?xf32> to tensor<?xf32>
  %2 = bufferization.to_tensor %s restrict writable {foo.a} : memref<4xf32, strided<[2]>> to tensor<4xf32>
  %3 = bufferization.to_tensor %u : memref<*xf32> to tensor<*xf32>
  %4 = bufferization.to_tensor %d writable : memref<4xf32, 3> to tensor<4xf32>
  return
}
// -----
func.func @to_buffer(%t: tensor<?xf32>, %u: tensor<*xf32>) {
  %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %1 = bufferization.to_buffer %t read_only {foo.a} : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  %2 = bufferization.to_buffer %u : tensor<*xf32> to memref<*xf32>
  %3 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32, 1>
  return
}
// -----
func.func @materialize(%t: tensor<?xf32>, %d: tensor<?xf32>, %m: memref<?xf32>) {
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<?xf32>, memref<?xf32>) -> ()
  bufferization.materialize_in_destination %t in writable %m {foo.a} : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}
// -----
func.func @dealloc_tensor(%t: tensor<?xf32>) {
  bufferization.dealloc_tensor %t : tensor<?xf32>
  bufferization.dealloc_tensor %t {foo.a} : tensor<?xf32>
  return
}
// -----
func.func @dealloc(%a: memref<2xf32>, %b: memref<4xi32>, %c: i1) {
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<4xi32>) if (%c, %c)
  %0:2 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%a, %b : memref<2xf32>, memref<4xi32>)
  bufferization.dealloc
  return
}
// -----
func.func @bufferization_tensors(%m: memref<4xf32>, %t: tensor<4xf32>, %n: index) {
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %2 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %3 = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  return
}
// -----
func.func @bufferization_allocations(%t: tensor<?xf32>, %n: index) {
  %0 = bufferization.alloc_tensor() : tensor<4xf32>
  %1 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %2 = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  %3 = bufferization.alloc_tensor(%n) size_hint=%n : tensor<?xf32>
  %4 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  bufferization.dealloc_tensor %1 : tensor<?xf32>
  return
}
// -----
func.func @bufferization_clone(%m: memref<?xf32>) {
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  return
}
// -----
func.func @bufferization_materialize(%t: tensor<4xf32>, %m: memref<4xf32>, %u: tensor<4xf32>) {
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  %0 = bufferization.materialize_in_destination %t in %u : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @bufferization_dealloc(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1) {
  %0:2 = bufferization.dealloc (%m, %n : memref<4xf32>, memref<4xf32>) if (%c, %c) retain (%m, %n : memref<4xf32>, memref<4xf32>)
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  bufferization.dealloc
  return
}

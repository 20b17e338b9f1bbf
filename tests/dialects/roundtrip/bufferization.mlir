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

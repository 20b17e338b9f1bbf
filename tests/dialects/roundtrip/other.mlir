func.func @tensor(%t: tensor<?x4xf32>, %i: index, %x: f32) {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = tensor.empty(%i) : tensor<?x4xf32>
  %2 = tensor.extract %t[%i, %i] : tensor<?x4xf32>
  %3 = tensor.insert %x into %t[%i, %i] : tensor<?x4xf32>
  %4 = tensor.dim %t, %i : tensor<?x4xf32>
  %5 = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
  %6 = tensor.from_elements %x, %x : tensor<2xf32>
  %7 = tensor.extract_slice %t[0, 0] [2, 4] [1, 1] : tensor<?x4xf32> to tensor<2x4xf32>
  %8 = tensor.insert_slice %7 into %t[%i, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<?x4xf32>
  %9 = tensor.splat %x : tensor<4xf32>
  return
}
// -----
func.func @vector(%m: memref<8xf32>, %i: index, %x: f32) {
  %0 = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
  vector.store %0, %m[%i] : memref<8xf32>, vector<4xf32>
  %1 = vector.broadcast %x : f32 to vector<4xf32>
  %2 = vector.fma %0, %1, %1 : vector<4xf32>
  %3 = vector.reduction <add>, %2 : vector<4xf32> into f32
  %4 = vector.extract %0[1] : f32 from vector<4xf32>
  %5 = vector.insert %x, %0 [2] : f32 into vector<4xf32>
  return
}
// -----
func.func @complex(%a: f32) {
  %0 = complex.create %a, %a : complex<f32>
  %1 = complex.re %0 : complex<f32>
  %2 = complex.mul %0, %0 : complex<f32>
  return
}
// -----
func.func @poison() -> f32 {
  %0 = ub.poison : f32
  return %0 : f32
}
// -----
func.func @linalg(%a: memref<4x4xf32>, %x: f32) {
  linalg.fill ins(%x : f32) outs(%a : memref<4x4xf32>)
  linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  return
}

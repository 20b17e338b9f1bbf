func.func @elements(%t: tensor<4x?xf32>, %i: index, %x: f32) {
  %0 = tensor.extract %t[%i, %i] {foo.a} : tensor<4x?xf32>
  %1 = tensor.insert %x into %t[%i, %i] {foo.a} : tensor<4x?xf32>
  %2 = tensor.dim {foo.a} %t, %i : tensor<4x?xf32>
  return
}
// -----
func.func @scalar(%t: tensor<f32>, %x: f32) {
  %0 = tensor.extract %t[] : tensor<f32>
  %1 = tensor.insert %x into %t[] : tensor<f32>
  return
}
// -----
func.func @rank(%t: tensor<4x?xf32>, %u: tensor<*xf32>, %i: index) {
  %0 = tensor.rank %t : tensor<4x?xf32>
  %1 = tensor.rank %u {foo.a} : tensor<*xf32>
  %2 = tensor.dim %u, %i : tensor<*xf32>
  return
}
// -----
func.func @bitcast(%t: tensor<4x?xf32>, %u: tensor<*xi32>) {
  %0 = tensor.bitcast %t : tensor<4x?xf32> to tensor<4x?xi32>
  %1 = tensor.bitcast %u {foo.a} : tensor<*xi32> to tensor<*xui32>
  return
}
// -----
func.func @cast(%t: tensor<4x?xf32>, %u: tensor<*xf32>) {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x8xf32>
  %1 = tensor.cast %u {foo.a} : tensor<*xf32> to tensor<4xf32>
  %2 = tensor.cast %t : tensor<4x?xf32> to tensor<*xf32>
  return
}
// -----
func.func @empty(%n: index) {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = tensor.empty(%n, %n) {foo.a} : tensor<?x2x?xf32>
  %2 = tensor.empty(%n) : tensor<?xf32, "dense">
  return
}
// -----
func.func @from_elements(%x: f32) {
  %0 = tensor.from_elements %x : tensor<f32>
  %1 = tensor.from_elements %x, %x {foo.a} : tensor<2xf32>
  %2 = tensor.from_elements %x, %x, %x, %x : tensor<2x2xf32>
  %3 = tensor.from_elements : tensor<0xi32>
  return
}
// -----
func.func @splat(%x: f32, %n: index) {
  %0 = tensor.splat %x : tensor<8x16xf32>
  %1 = tensor.splat %x[%n, %n] {foo.a} : tensor<?x4x?xf32>
  return
}
// -----
func.func @generate(%n: index) -> tensor<?x4xf32> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 1.0 : f32
    tensor.yield %c : f32
  } {foo.a} : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
// -----
func.func @generate_static() {
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c = arith.index_cast %i : index to i64
    tensor.yield %c : i64
  } : tensor<4xi64>
  return
}
// -----
func.func @pad(%t: tensor<4x?xf32>, %n: index, %x: f32) {
  %0 = tensor.pad %t low[1, %n] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<5x?xf32>
  %1 = tensor.pad %t nofold low[0, 0] high[%n, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } {foo.a} : tensor<4x?xf32> to tensor<?x?xf32>
  return
}
// -----
func.func @concat(%a: tensor<3x6xf32>, %b: tensor<?x6xf32>) {
  %0 = tensor.concat dim(0) %a, %a : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<6x6xf32>
  %1 = tensor.concat dim(0) %a, %b {foo.a} : (tensor<3x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>
  %2 = tensor.concat dim(1) %a : (tensor<3x6xf32>) -> tensor<3x6xf32>
  return
}
// -----
func.func @reshape(%t: tensor<4x4xf32>, %u: tensor<*xf32>, %s: tensor<1xi32>, %d: tensor<?xindex>, %v: tensor<?xf32>, %two: tensor<2xindex>) {
  %0 = tensor.reshape %t(%s) : (tensor<4x4xf32>, tensor<1xi32>) -> tensor<16xf32>
  %1 = tensor.reshape %u(%d) {foo.a} : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  %2 = tensor.reshape %v(%two) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return
}
// -----
func.func @collapse_expand(%t: tensor<4x?x8xf32>, %n: index, %s: tensor<1x1xf32>, %z: tensor<f32>) {
  %0 = tensor.collapse_shape %t [[0, 1], [2]] {foo.a} : tensor<4x?x8xf32> into tensor<?x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [4, %n, 8] {foo.a} : tensor<?x8xf32> into tensor<4x?x8xf32>
  %2 = tensor.collapse_shape %s [] : tensor<1x1xf32> into tensor<f32>
  %3 = tensor.expand_shape %z [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return
}
// -----
func.func @slices(%t: tensor<8x16xf32>, %n: index, %d: tensor<?x?xf32>) {
  %0 = tensor.extract_slice %t[0, %n] [4, 4] [1, 2] : tensor<8x16xf32> to tensor<4x4xf32>
  %1 = tensor.extract_slice %t[0, 0] [1, 4] [1, 1] {foo.a} : tensor<8x16xf32> to tensor<4xf32>
  %2 = tensor.extract_slice %d[%n, 1] [%n, 2] [%n, 1] : tensor<?x?xf32> to tensor<?x2xf32>
  %3 = tensor.insert_slice %0 into %t[0, %n] [4, 4] [1, 2] : tensor<4x4xf32> into tensor<8x16xf32>
  %4 = tensor.insert_slice %1 into %d[%n, 0] [1, 4] [1, %n] {foo.a} : tensor<4xf32> into tensor<?x?xf32>
  return
}
// -----
func.func @gather(%t: tensor<4x5x6xf32>, %i: tensor<3x2xindex>) {
  %0 = tensor.gather %t[%i] gather_dims([0, 2]) : (tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<3x1x5x1xf32>
  %1 = tensor.gather %t[%i] gather_dims([0, 2]) unique {foo.a} : (tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<3x5xf32>
  return
}
// -----
func.func @scatter(%s: tensor<3x1x5x1xf32>, %t: tensor<4x5x6xf32>, %i: tensor<3x2xindex>) {
  %0 = tensor.scatter %s into %t[%i] scatter_dims([0, 2]) unique : (tensor<3x1x5x1xf32>, tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<4x5x6xf32>
  %1 = tensor.scatter %s into %t[%i] scatter_dims([0, 2]) unique {foo.a} : (tensor<3x1x5x1xf32>, tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<4x5x6xf32>
  return
}
// -----
func.func @in_loop(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<?xf32>) {
    %x = tensor.extract %a[%i] : tensor<?xf32>
    %y = arith.mulf %x, %x : f32
    %b = tensor.insert %y into %a[%i] : tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
// -----
func.func @parallel_insert(%t: tensor<8xf32>, %s: tensor<1xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @generic(%a: memref<?x?xf32>, %b: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<?x?xf32>) outs(%b : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  return
}
// -----
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @generic_tensors(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  %1:2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} outs(%0, %b : tensor<?x?xf32>, tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %2 = linalg.index 0 : index
    %3 = linalg.index 1 {foo.a} : index
    linalg.yield %x, %y : f32, f32
  } -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %1#0, %1#1 : tensor<?x?xf32>, tensor<?x?xf32>
}
// -----
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @generic_attributes(%a: memref<?xf32>, %s: f32) {
  linalg.generic {doc = "text", indexing_maps = [#id, #none, #id], iterator_types = ["parallel"], library_call = "call"} ins(%a, %s : memref<?xf32>, f32) outs(%a : memref<?xf32>) attrs = {foo.a, foo.b = 1 : i32} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %y : f32
  }
  return
}
// -----
func.func @generic_scalar(%a: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%a : memref<f32>) outs(%a : memref<f32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
// -----
func.func @map(%a: tensor<64xf32>, %b: tensor<64xf32>, %o: tensor<64xf32>, %m: memref<64xf32>) {
  %0 = linalg.map { arith.addf } ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>)
  %1 = linalg.map ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%o : tensor<64xf32>) (%x: f32, %y: f32, %z: f32) {
    %2 = arith.mulf %x, %y : f32
    %3 = arith.addf %2, %x : f32
    linalg.yield %3 : f32
  }
  linalg.map { math.exp {foo.a} } ins(%m : memref<64xf32>) outs(%m : memref<64xf32>)
  linalg.map outs(%m : memref<64xf32>) {foo.b} (%x: f32) {
    %c = arith.constant 1.0 : f32
    linalg.yield %c : f32
  }
  return
}
// -----
func.func @reduce(%a: tensor<16x32x64xf32>, %o: tensor<16x64xf32>, %m: memref<8x4xf32>, %n: memref<4xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<16x32x64xf32>) outs(%o : tensor<16x64xf32>) dimensions = [1]
  linalg.reduce ins(%m : memref<8x4xf32>) outs(%n : memref<4xf32>) dimensions = [0] {foo.a} (%x: f32, %y: f32) {
    %1 = arith.mulf %x, %x : f32
    %2 = arith.addf %1, %y : f32
    linalg.yield %2 : f32
  }
  return
}
// -----
func.func @reduce_two(%a: tensor<16x32xf32>, %b: tensor<16x32xi32>, %o: tensor<16xf32>, %p: tensor<16xi32>) {
  %0:2 = linalg.reduce ins(%a, %b : tensor<16x32xf32>, tensor<16x32xi32>) outs(%o, %p : tensor<16xf32>, tensor<16xi32>) dimensions = [1]
    (%x: f32, %i: i32, %y: f32, %j: i32) {
      %1 = arith.addf %x, %y : f32
      %2 = arith.addi %i, %j : i32
      linalg.yield %1, %2 : f32, i32
    }
  return
}
// -----
func.func @transpose(%a: tensor<2x3x4xf32>, %o: tensor<4x2x3xf32>, %m: memref<2x3xf32>, %n: memref<3x2xf32>) {
  %0 = linalg.transpose ins(%a : tensor<2x3x4xf32>) outs(%o : tensor<4x2x3xf32>) permutation = [2, 0, 1]
  linalg.transpose ins(%m : memref<2x3xf32>) outs(%n : memref<3x2xf32>) permutation = [1, 0] {foo.a}
  return
}
// -----
func.func @broadcast(%a: tensor<16xf32>, %o: tensor<16x64xf32>, %m: memref<f32>, %n: memref<4xf32>) {
  %0 = linalg.broadcast ins(%a : tensor<16xf32>) outs(%o : tensor<16x64xf32>) dimensions = [1]
  linalg.broadcast ins(%m : memref<f32>) outs(%n : memref<4xf32>) dimensions = [0] {foo.a}
  return
}
// -----
func.func @fill(%x: f32, %m: memref<?xf32>, %t: tensor<4xf32>) {
  linalg.fill ins(%x : f32) outs(%m : memref<?xf32>)
  %0 = linalg.fill {foo.a} ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @copy(%a: memref<?xf32>, %b: memref<?xf64>, %t: tensor<4xf32>) {
  linalg.copy ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a : memref<?xf32>) outs(%b : memref<?xf64>)
  %0 = linalg.copy {foo.a} ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @matmul(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>, %s: tensor<4x8xf32>, %t: tensor<8x16xf32>, %u: tensor<4x16xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  %0 = linalg.matmul ins(%s, %t : tensor<4x8xf32>, tensor<8x16xf32>) outs(%u : tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%s, %t : tensor<4x8xf32>, tensor<8x16xf32>) outs(%u : tensor<4x16xf32>) -> tensor<4x16xf32>
  linalg.matmul {foo.a} ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}
// -----
func.func @matmul_transposed(%a: memref<8x4xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : memref<8x4xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] {foo.a} ins(%a, %b : memref<8x4xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}
// -----
func.func @batch_matmul(%a: memref<2x4x8xf32>, %b: memref<2x8x16xf32>, %c: memref<2x4x16xf32>, %s: tensor<?x?x?xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<2x4x8xf32>, memref<2x8x16xf32>) outs(%c : memref<2x4x16xf32>)
  %0 = linalg.batch_matmul {foo.a} ins(%s, %s : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%s : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return
}
// -----
func.func @batch_matmul_transposed(%a: memref<2x8x4xf32>, %b: memref<2x8x16xf32>, %c: memref<2x4x16xf32>, %d: memref<4x16xf32>) {
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%a, %b : memref<2x8x4xf32>, memref<2x8x16xf32>) outs(%c : memref<2x4x16xf32>)
  linalg.batch_reduce_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (m, n)>] ins(%a, %b : memref<2x8x4xf32>, memref<2x8x16xf32>) outs(%d : memref<4x16xf32>)
  return
}
// -----
func.func @batch_reduce_matmul(%a: memref<2x4x8xf32>, %b: memref<2x8x16xf32>, %c: memref<4x16xf32>) {
  linalg.batch_reduce_matmul ins(%a, %b : memref<2x4x8xf32>, memref<2x8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}
// -----
func.func @contract(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @vectors(%a: memref<4x8xf32>, %x: memref<8xf32>, %y: memref<4xf32>, %s: memref<f32>) {
  linalg.matvec ins(%a, %x : memref<4x8xf32>, memref<8xf32>) outs(%y : memref<4xf32>)
  linalg.vecmat ins(%y, %a : memref<4xf32>, memref<4x8xf32>) outs(%x : memref<8xf32>)
  linalg.dot ins(%x, %x : memref<8xf32>, memref<8xf32>) outs(%s : memref<f32>)
  linalg.matvec {foo.a} ins(%a, %x : memref<4x8xf32>, memref<8xf32>) outs(%y : memref<4xf32>)
  return
}
// -----
func.func @vector_tensors(%a: tensor<?x?xf32>, %x: tensor<?xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = linalg.matvec ins(%a, %x : tensor<?x?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.vecmat ins(%x, %a : tensor<?xf32>, tensor<?x?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.dot ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
// -----
func.func @batch_vectors(%a: memref<2x4x8xf32>, %x: memref<2x8xf32>, %y: memref<2x4xf32>) {
  linalg.batch_matvec ins(%a, %x : memref<2x4x8xf32>, memref<2x8xf32>) outs(%y : memref<2x4xf32>)
  linalg.batch_vecmat ins(%y, %a : memref<2x4xf32>, memref<2x4x8xf32>) outs(%x : memref<2x8xf32>)
  return
}
// -----
func.func @unary(%a: memref<?xf32>) {
  linalg.exp ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.log ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.abs ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.ceil ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.floor ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.negf ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.reciprocal ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.round ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.sqrt ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.rsqrt ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.square ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.tanh ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.erf ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  return
}
// -----
func.func @unary_tensors(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.tanh {foo.a} ins(%0 : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.square ins(%1 : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
// -----
func.func @binary(%a: memref<?xf32>, %i: memref<?xi32>) {
  linalg.add ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.sub ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.mul ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.div ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.div_unsigned ins(%i, %i : memref<?xi32>, memref<?xi32>) outs(%i : memref<?xi32>)
  linalg.max ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.min ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
  linalg.powf ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
  return
}
// -----
func.func @binary_tensors(%t: tensor<4xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  %0 = linalg.add ins(%t, %t : tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.div {foo.a} ins(%0, %t : tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.max ins(%i, %i : tensor<4xi32>, tensor<4xi32>) outs(%i : tensor<4xi32>) -> tensor<4xi32>
  return %1 : tensor<4xf32>
}
// -----
func.func @select(%c: memref<?xi1>, %a: memref<?xf32>) {
  linalg.select ins(%c, %a, %a : memref<?xi1>, memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
  return
}
// -----
func.func @elementwise(%a: memref<4xf32>, %b: memref<4x8xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%a, %b : memref<4xf32>, memref<4x8xf32>) outs(%b : memref<4x8xf32>)
  return
}
// -----
func.func @conv_1d(%i: memref<?xf32>, %f: memref<?xf32>, %o: memref<?xf32>, %a: memref<?x?xf32>) {
  linalg.conv_1d ins(%i, %f : memref<?xf32>, memref<?xf32>) outs(%o : memref<?xf32>)
  linalg.conv_2d ins(%a, %a : memref<?x?xf32>, memref<?x?xf32>) outs(%a : memref<?x?xf32>)
  return
}
// -----
func.func @conv_2d(%i: tensor<1x8x8x3xf32>, %f: tensor<3x3x3x4xf32>, %o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%i, %f : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {foo.a} ins(%i, %f : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%0 : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %1 : tensor<1x6x6x4xf32>
}
// -----
func.func @conv_layouts(%i: memref<?x?x?x?xf32>, %g: memref<?x?x?x?x?xf32>, %d: memref<?x?x?xf32>) {
  linalg.conv_2d_nchw_fchw ins(%i, %i : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%i : memref<?x?x?x?xf32>)
  linalg.conv_2d_nhwc_fhwc {strides = dense<2> : vector<2xi64>} ins(%i, %i : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%i : memref<?x?x?x?xf32>)
  linalg.conv_2d_ngchw_fgchw ins(%g, %g : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%g : memref<?x?x?x?x?xf32>)
  linalg.conv_2d_ngchw_gfchw ins(%g, %g : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%g : memref<?x?x?x?x?xf32>)
  linalg.conv_2d_nhwgc_gfhwc ins(%g, %g : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%g : memref<?x?x?x?x?xf32>)
  linalg.conv_1d_nwc_wcf ins(%d, %d : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%d : memref<?x?x?xf32>)
  linalg.conv_1d_ncw_fcw ins(%d, %d : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%d : memref<?x?x?xf32>)
  linalg.conv_3d ins(%d, %d : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%d : memref<?x?x?xf32>)
  linalg.conv_3d_ndhwc_dhwcf ins(%g, %g : memref<?x?x?x?x?xf32>, memref<?x?x?x?x?xf32>) outs(%g : memref<?x?x?x?x?xf32>)
  return
}
// -----
func.func @depthwise(%i: memref<?x?x?x?xf32>, %f: memref<?x?x?xf32>, %o: memref<?x?x?x?x?xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc ins(%i, %f : memref<?x?x?x?xf32>, memref<?x?x?xf32>) outs(%i : memref<?x?x?x?xf32>)
  linalg.depthwise_conv_2d_nchw_chw ins(%i, %f : memref<?x?x?x?xf32>, memref<?x?x?xf32>) outs(%i : memref<?x?x?x?xf32>)
  linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<2> : tensor<2xi64>} ins(%i, %i : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%o : memref<?x?x?x?x?xf32>)
  return
}
// -----
func.func @pooling(%i: memref<1x8x8x3xf32>, %w: memref<3x3xf32>, %o: memref<1x6x6x3xf32>) {
  linalg.pooling_nhwc_sum ins(%i, %w : memref<1x8x8x3xf32>, memref<3x3xf32>) outs(%o : memref<1x6x6x3xf32>)
  linalg.pooling_nhwc_max {strides = dense<1> : tensor<2xi64>} ins(%i, %w : memref<1x8x8x3xf32>, memref<3x3xf32>) outs(%o : memref<1x6x6x3xf32>)
  linalg.pooling_nhwc_min {foo.a} ins(%i, %w : memref<1x8x8x3xf32>, memref<3x3xf32>) outs(%o : memref<1x6x6x3xf32>)
  return
}
// -----
func.func @pooling_nchw(%i: tensor<1x3x8x8xf32>, %w: tensor<3x3xf32>, %o: tensor<1x3x6x6xf32>) {
  %0 = linalg.pooling_nchw_max ins(%i, %w : tensor<1x3x8x8xf32>, tensor<3x3xf32>) outs(%o : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  %1 = linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%i, %w : tensor<1x3x8x8xf32>, tensor<3x3xf32>) outs(%o : tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  return
}
// -----
func.func @quantized(%a: tensor<4x8xi8>, %b: tensor<8x16xi8>, %z: i32, %o: tensor<4x16xi32>) {
  %0 = linalg.quantized_matmul ins(%a, %b, %z, %z : tensor<4x8xi8>, tensor<8x16xi8>, i32, i32) outs(%o : tensor<4x16xi32>) -> tensor<4x16xi32>
  return
}
// -----
func.func @packed(%a: tensor<2x3x4x5xf32>, %b: tensor<6x3x7x5xf32>, %o: tensor<2x6x4x7xf32>, %l: memref<1x1x2x3xf32>) {
  %0 = linalg.mmt4d ins(%a, %b : tensor<2x3x4x5xf32>, tensor<6x3x7x5xf32>) outs(%o : tensor<2x6x4x7xf32>) -> tensor<2x6x4x7xf32>
  return
}
// -----
func.func @softmax(%a: tensor<2x16x32xf32>, %o: tensor<2x16x32xf32>) {
  %0 = linalg.softmax dimension(2) ins(%a : tensor<2x16x32xf32>) outs(%o : tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  return
}
// -----
func.func @pack(%a: tensor<128x256xf32>, %o: tensor<16x8x8x32xf32>, %p: tensor<8x16x8x32xf32>, %x: f32) {
  %0 = linalg.pack %a outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %p : tensor<128x256xf32> -> tensor<8x16x8x32xf32>
  %1 = linalg.pack %a padding_value(%x : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %o : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  %2 = linalg.unpack %1 inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %a : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  return
}

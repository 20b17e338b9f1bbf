func.func @memory(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  %1 = vector.load %m[%i, %i] {nontemporal = true, foo.a} : memref<8x8xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] {nontemporal = true, foo.a} : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
func.func @alignment(%m: memref<8x8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  %0 = vector.load %m[%i, %i] {alignment = 16 : i64} : memref<8x8xf32>, vector<4xf32>
  vector.store %v, %m[%i, %i] {alignment = 16 : i64} : memref<8x8xf32>, vector<4xf32>
  %1 = vector.maskedload %m[%i, %i], %k, %v {alignment = 8 : i64} : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %k, %v {alignment = 8 : i64, foo.a} : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @vector_memory(%m: memref<8xvector<4xf32>>, %i: index, %v: vector<4xf32>) {
  %0 = vector.load %m[%i] : memref<8xvector<4xf32>>, vector<4xf32>
  vector.store %v, %m[%i] : memref<8xvector<4xf32>>, vector<4xf32>
  return
}
// -----
func.func @masked(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @expand_compress(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  %0 = vector.expandload %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.expandload %m[%i], %k, %v {alignment = 8 : i64, foo.a} : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %k, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %k, %v {foo.a} : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @gather(%m: memref<8x8xf32>, %i: index, %x: vector<4xi32>, %k: vector<4xi1>, %v: vector<4xf32>, %t: tensor<8x8xf32>) {
  %0 = vector.gather %m[%i, %i] [%x], %k, %v : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.gather %t[%i, %i] [%x], %k, %v {foo.a} : tensor<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%x], %k, %v : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%i, %i] [%x], %k, %v {alignment = 8 : i64, foo.a} : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @scatter_tensor(%t: tensor<8xf32>, %i: index, %x: vector<4xindex>, %k: vector<4xi1>, %v: vector<4xf32>) -> tensor<8xf32> {
  %0 = vector.scatter %t[%i] [%x], %k, %v : tensor<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @broadcast(%x: f32, %v: vector<4xf32>, %s: vector<[4]xf32>, %z: vector<f32>) {
  %0 = vector.broadcast %x : f32 to vector<4x8xf32>
  %1 = vector.broadcast %v {foo.a} : vector<4xf32> to vector<2x4xf32>
  %2 = vector.broadcast %s : vector<[4]xf32> to vector<2x[4]xf32>
  %3 = vector.broadcast %z : vector<f32> to vector<4xf32>
  %4 = vector.broadcast %x : f32 to vector<f32>
  return
}
// -----
func.func @extract(%v: vector<4x8x16xf32>, %w: vector<4xf32>, %i: index, %z: vector<f32>) {
  %0 = vector.extract %v[1] : vector<8x16xf32> from vector<4x8x16xf32>
  %1 = vector.extract %v[1, 2] {foo.a} : vector<16xf32> from vector<4x8x16xf32>
  %2 = vector.extract %v[1, %i, 3] : f32 from vector<4x8x16xf32>
  %3 = vector.extract %w[%i] : f32 from vector<4xf32>
  %4 = vector.extract %z[] : f32 from vector<f32>
  return
}
// -----
func.func @insert(%v: vector<4x8x16xf32>, %w: vector<16xf32>, %x: f32, %i: index, %z: vector<f32>) {
  %0 = vector.insert %w, %v[1, 2] : vector<16xf32> into vector<4x8x16xf32>
  %1 = vector.insert %x, %v[1, %i, 3] {foo.a} : f32 into vector<4x8x16xf32>
  %2 = vector.insert %x, %w[%i] : f32 into vector<16xf32>
  %3 = vector.insert %x, %z[] : f32 into vector<f32>
  return
}
// -----
func.func @scalable_insert_extract(%v: vector<4xf32>, %s: vector<[16]xf32>) {
  %0 = vector.scalable.insert %v, %s[8] : vector<4xf32> into vector<[16]xf32>
  %1 = vector.scalable.extract %s[4] : vector<4xf32> from vector<[16]xf32>
  return
}
// -----
func.func @strided_slices(%v: vector<4x8x16xf32>, %w: vector<2x4xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x4x16xf32>
  %1 = vector.insert_strided_slice %w, %v {offsets = [0, 0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<4x8x16xf32>
  %2 = vector.insert_strided_slice %w, %v {foo.a, offsets = [0, 0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<4x8x16xf32>
  return
}
// -----
func.func @shuffle(%a: vector<2xf32>, %b: vector<4xf32>, %c: vector<2x3xf32>) {
  %0 = vector.shuffle %a, %b [0, 1, 3] : vector<2xf32>, vector<4xf32>
  %1 = vector.shuffle %c, %c [0, -1, 3] {foo.a} : vector<2x3xf32>, vector<2x3xf32>
  return
}
// -----
func.func @shape_cast(%v: vector<4x8xf32>, %s: vector<2x[4]xf32>) {
  %0 = vector.shape_cast %v : vector<4x8xf32> to vector<32xf32>
  %1 = vector.shape_cast %s {foo.a} : vector<2x[4]xf32> to vector<1x2x[4]xf32>
  return
}
// -----
func.func @bitcast(%v: vector<4x8xf32>, %s: vector<[4]xi8>, %z: vector<f32>) {
  %0 = vector.bitcast %v : vector<4x8xf32> to vector<4x16xf16>
  %1 = vector.bitcast %s {foo.a} : vector<[4]xi8> to vector<[1]xi32>
  %2 = vector.bitcast %z : vector<f32> to vector<i32>
  return
}
// -----
func.func @type_cast(%m: memref<5x4x3xf32>) {
  %0 = vector.type_cast %m : memref<5x4x3xf32> to memref<vector<5x4x3xf32>>
  return
}
// -----
func.func @transpose(%v: vector<2x3x4xf32>) {
  %0 = vector.transpose %v, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %1 = vector.transpose %v, [0, 2, 1] {foo.a} : vector<2x3x4xf32> to vector<2x4x3xf32>
  return
}
// -----
func.func @fma(%v: vector<4xf32>) {
  %0 = vector.fma %v, %v, %v : vector<4xf32>
  %1 = vector.fma %v, %v, %v {foo.a} : vector<4xf32>
  return
}
// -----
func.func @reduction(%v: vector<4xf32>, %x: f32, %i: vector<4xi32>, %n: i32) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
  %1 = vector.reduction <mul>, %v, %x : vector<4xf32> into f32
  %2 = vector.reduction <minnumf>, %v, %x fastmath<reassoc> {foo.a} : vector<4xf32> into f32
  %3 = vector.reduction <maximumf>, %v : vector<4xf32> into f32
  %4 = vector.reduction <xor>, %i : vector<4xi32> into i32
  %5 = vector.reduction <minui>, %i, %n : vector<4xi32> into i32
  return
}
// -----
func.func @multi_reduction(%v: vector<4x8x16xf32>, %a: vector<4x16xf32>, %x: f32) {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<4x8x16xf32> to vector<4x16xf32>
  %1 = vector.multi_reduction <mul>, %v, %x {foo.a} [0, 1, 2] : vector<4x8x16xf32> to f32
  %2 = vector.multi_reduction <maxnumf>, %v, %v [] : vector<4x8x16xf32> to vector<4x8x16xf32>
  return
}
// -----
func.func @scan(%v: vector<4x8xf32>, %i: vector<4xf32>) {
  %0:2 = vector.scan <add>, %v, %i {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  %1, %2 = vector.scan <mul>, %v, %i {foo.a, inclusive = false, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  return
}
// -----
func.func @outerproduct(%a: vector<4xf32>, %b: vector<8xf32>, %c: vector<4x8xf32>, %x: f32) {
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<8xf32>
  %1 = vector.outerproduct %a, %b, %c : vector<4xf32>, vector<8xf32>
  %2 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<8xf32>
  %3 = vector.outerproduct %a, %x, %a : vector<4xf32>, f32
  return
}
// -----
func.func @outerproduct_scalable(%a: vector<4xf32>, %b: vector<[8]xf32>) {
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<[8]xf32>
  return
}
// -----
#accesses = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
#trait = {indexing_maps = #accesses, iterator_types = ["parallel", "parallel", "reduction"]}
func.func @contract(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) {
  %0 = vector.contract #trait %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  %1 = vector.contract {indexing_maps = #accesses, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  %2 = vector.contract {foo.a, indexing_maps = #accesses, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  %3 = vector.contract #trait %a, %b, %c {fastmath = #arith.fastmath<fast>} : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  return
}
// -----
func.func @dot(%a: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %a, %x : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @masks(%n: index) {
  %0 = vector.create_mask %n : vector<4xi1>
  %1 = vector.create_mask %n, %n {foo.a} : vector<4x[8]xi1>
  %2 = vector.constant_mask [3] : vector<4xi1>
  %3 = vector.constant_mask [2, 4] {foo.a} : vector<4x[4]xi1>
  return
}
// -----
func.func @mask(%k: vector<4xi1>, %v: vector<4xf32>, %m: memref<8xf32>, %i: index, %x: f32) {
  %0 = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  vector.mask %k { vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<8xf32> } : vector<4xi1>
  %1 = vector.mask %k, %v { vector.transfer_read %m[%i], %x : memref<8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %k { } : vector<4xi1>
  return
}
// -----
func.func @step() {
  %0 = vector.step : vector<4xindex>
  %1 = vector.step {foo.a} : vector<[4]xindex>
  return
}
// -----
func.func @vscale() {
  %0 = vector.vscale
  %1 = vector.vscale {foo.a}
  return
}
// -----
func.func @elements(%x: f32, %v: vector<2x2xf32>) {
  %0 = vector.from_elements %x, %x, %x, %x : vector<2x2xf32>
  %1 = vector.from_elements %x {foo.a} : vector<f32>
  %2:4 = vector.to_elements %v : vector<2x2xf32>
  return
}
// -----
func.func @interleave(%a: vector<4xf32>, %s: vector<2x[4]xi8>, %z: vector<f32>) {
  %0 = vector.interleave %a, %a : vector<4xf32> -> vector<8xf32>
  %1 = vector.interleave %s, %s {foo.a} : vector<2x[4]xi8> -> vector<2x[8]xi8>
  %2, %3 = vector.deinterleave %a : vector<4xf32> -> vector<2xf32>
  %4 = vector.interleave %z, %z : vector<f32> -> vector<2xf32>
  return
}
// -----
func.func @print(%v: vector<4xf32>, %x: f32) {
  vector.print %v : vector<4xf32>
  vector.print %x : f32 punctuation <comma>
  vector.print punctuation <newline>
  vector.print str "text"
  return
}
// -----
func.func @transfer_read(%m: memref<?x?xf32>, %t: tensor<?x?xf32>, %i: index, %x: f32, %k: vector<4xi1>) {
  %0 = vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  %3 = vector.transfer_read %t[%i, %i], %x, %k {in_bounds = [true]} : tensor<?x?xf32>, vector<4xf32>
  %4 = vector.transfer_read %t[%i, %i], %x {foo.a, in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : tensor<?x?xf32>, vector<4x4xf32>
  return
}
// -----
func.func @transfer_write(%v: vector<4xf32>, %w: vector<4x8xf32>, %m: memref<?x?xf32>, %t: tensor<?x?xf32>, %i: index, %k: vector<4xi1>) {
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %v, %m[%i, %i], %k {foo.a, in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  %0 = vector.transfer_write %w, %t[%i, %i] {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x8xf32>, tensor<?x?xf32>
  return
}
// -----
func.func @transfer_zero(%m: memref<f32>, %x: f32, %v: vector<f32>, %e: memref<4xvector<4xf32>>, %i: index, %p: vector<4xf32>) {
  %0 = vector.transfer_read %m[], %x : memref<f32>, vector<f32>
  vector.transfer_write %v, %m[] : vector<f32>, memref<f32>
  %1 = vector.transfer_read %e[%i], %p : memref<4xvector<4xf32>>, vector<1x4xf32>
  return
}
// -----
func.func @arithmetic(%a: vector<[4]xf32>, %b: vector<2x3xi32>) {
  %0 = arith.addf %a, %a fastmath<contract> : vector<[4]xf32>
  %1 = arith.constant dense<1.0> : vector<[4]xf32>
  %2 = arith.muli %b, %b overflow<nsw> : vector<2x3xi32>
  %3 = math.exp %a : vector<[4]xf32>
  %4 = arith.sitofp %b : vector<2x3xi32> to vector<2x3xf64>
  return
}

func.func @alloc(%n: index) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n) {alignment = 64 : i64, foo.a} : memref<?x4xf32>
  %2 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %3 = memref.alloca() {foo.a} : memref<4xf32>
  %4 = memref.alloca(%n) {alignment = 8 : i64} : memref<?xf32>
  memref.dealloc %0 : memref<4xf32>
  memref.dealloc %1 {foo.a} : memref<?x4xf32>
  return
}
// -----
func.func @load_store(%m: memref<4x?xf32>, %s: memref<f32>, %i: index) {
  %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  %1 = memref.load %s[] {nontemporal = true} : memref<f32>
  %2 = memref.load %s[] {alignment = 8 : i64, foo.a} : memref<f32>
  memref.store %0, %m[%i, %i] : memref<4x?xf32>
  memref.store %0, %s[] {alignment = 16 : i64, nontemporal = true} : memref<f32>
  memref.store %0, %s[] {foo.a} : memref<f32>
  return
}
// -----
func.func @copy(%a: memref<4xf32>, %b: memref<?xf32>, %c: memref<*xf32>, %s: memref<4xf32, strided<[?], offset: ?>>) {
  memref.copy %a, %b : memref<4xf32> to memref<?xf32>
  memref.copy %a, %s {foo.a} : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  memref.copy %c, %c : memref<*xf32> to memref<*xf32>
  return
}
// -----
func.func @cast(%a: memref<4xf32>, %u: memref<*xf32>) {
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %0 {foo.a} : memref<?xf32> to memref<4xf32>
  %2 = memref.cast %a : memref<4xf32> to memref<*xf32>
  %3 = memref.cast %u : memref<*xf32> to memref<?x?xf32>
  %4 = memref.cast %a : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  return
}
// -----
memref.global "private" constant @constant : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64 : i64}
memref.global "private" @uninitialized : memref<2xf32> = uninitialized
memref.global @public : memref<2xf32> = dense<3.0> {foo.a}
memref.global @external : memref<2x3xi32>
memref.global "public" @explicit : memref<f32> = dense<0.0>
memref.global "nested" @space : memref<2xf32, 3> = uninitialized {alignment = 16 : i64, foo.a}
memref.global "private" constant @special : memref<2xf64> = dense<[0x7FF0000000000000, -0.0]>
func.func @get() {
  %0 = memref.get_global @constant : memref<2xf32>
  %1 = memref.get_global @external : memref<2x3xi32>
  return
}
// -----
func.func @memory_space_cast(%a: memref<4xf32, 1>, %u: memref<*xf32, 1>) {
  %0 = memref.memory_space_cast %a : memref<4xf32, 1> to memref<4xf32>
  %1 = memref.memory_space_cast %u {foo.a} : memref<*xf32, 1> to memref<*xf32, 3>
  return
}
// -----
func.func @atomic(%m: memref<4xf32>, %v: f32, %i: index, %n: memref<i32>, %w: i32) {
  %0 = memref.atomic_rmw addf %v, %m[%i] {foo.a} : (f32, memref<4xf32>) -> f32
  %1 = memref.atomic_rmw addi %w, %n[] : (i32, memref<i32>) -> i32
  %2 = memref.atomic_rmw andi %w, %n[] : (i32, memref<i32>) -> i32
  %3 = memref.atomic_rmw assign %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %4 = memref.atomic_rmw maximumf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %5 = memref.atomic_rmw maxnumf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %6 = memref.atomic_rmw maxs %w, %n[] : (i32, memref<i32>) -> i32
  %7 = memref.atomic_rmw maxu %w, %n[] : (i32, memref<i32>) -> i32
  %8 = memref.atomic_rmw minimumf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %9 = memref.atomic_rmw minnumf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %10 = memref.atomic_rmw mins %w, %n[] : (i32, memref<i32>) -> i32
  %11 = memref.atomic_rmw minu %w, %n[] : (i32, memref<i32>) -> i32
  %12 = memref.atomic_rmw mulf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %13 = memref.atomic_rmw muli %w, %n[] : (i32, memref<i32>) -> i32
  %14 = memref.atomic_rmw ori %w, %n[] : (i32, memref<i32>) -> i32
  %15 = memref.atomic_rmw xori %w, %n[] : (i32, memref<i32>) -> i32
  return
}
// -----
func.func @generic_atomic(%m: memref<4xf32>, %v: f32, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    %1 = arith.mulf %old, %v : f32
    memref.atomic_yield %1 : f32
  }
  return
}
// -----
func.func @rank_dim(%m: memref<?x4xf32>, %u: memref<*xf32>, %i: index) {
  %0 = memref.rank %m : memref<?x4xf32>
  %1 = memref.rank %u {foo.a} : memref<*xf32>
  %2 = memref.dim %m, %i : memref<?x4xf32>
  %3 = memref.dim %u, %i : memref<*xf32>
  return
}
// -----
func.func @realloc(%m: memref<4xf32>, %n: index) {
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  %1 = memref.realloc %0(%n) {alignment = 8 : i64, foo.a} : memref<8xf32> to memref<?xf32>
  return
}
// -----
func.func @subview(%m: memref<8x8xf32>, %d: memref<?x?xf32>, %i: index) {
  %0 = memref.subview %m[0, 2] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 2>>
  %1 = memref.subview %d[%i, %i] [%i, 4] [1, %i] {foo.a} : memref<?x?xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  %2 = memref.subview %m[1, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<8xf32, strided<[1], offset: 8>>
  return
}
// -----
func.func @reinterpret(%m: memref<8xf32>, %u: memref<*xf32>, %n: index) {
  %0 = memref.reinterpret_cast %m to offset: [2], sizes: [3], strides: [1] : memref<8xf32> to memref<3xf32, strided<[1], offset: 2>>
  %1 = memref.reinterpret_cast %u to offset: [%n], sizes: [%n, 4], strides: [%n, 1] : memref<*xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  return
}
// -----
func.func @shapes(%m: memref<4x4xf32>, %f: memref<16xf32>, %d: memref<?xf32>, %n: index) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  %1 = memref.expand_shape %f [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  %2 = memref.expand_shape %d [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  return
}
// -----
func.func @view(%m: memref<64xi8>, %n: index) {
  %0 = memref.view %m[%n][] : memref<64xi8> to memref<4xf32>
  %1 = memref.view %m[%n][%n] : memref<64xi8> to memref<?xf32>
  return
}
// -----
func.func @metadata(%m: memref<4x?xf32>) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %0 = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index {foo.a}
  %1 = memref.assume_alignment %m, 16 : memref<4x?xf32>
  return
}
// -----
func.func @alloca_scope(%x: f32) {
  memref.alloca_scope {
    %0 = memref.alloca() : memref<4xf32>
  }
  %1 = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %x : f32
  } {foo.a}
  return
}
// -----
func.func @transpose(%m: memref<?x?xf32>) {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>>
  return
}
// -----
func.func @reshape(%m: memref<*xf32>, %s: memref<2xindex>) {
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  return
}
// -----
func.func @hints(%m: memref<4xf32>, %i: index, %n: memref<4xi32>) {
  memref.prefetch %m[%i], read, locality<3>, data : memref<4xf32>
  memref.prefetch %m[%i], write, locality<0>, instr : memref<4xf32>
  %0:2 = memref.distinct_objects %m, %n : memref<4xf32>, memref<4xi32>
  return
}
// -----
func.func @allocations(%n: index) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n, %n) {alignment = 64 : i64, foo.a} : memref<?x?xf32>
  %2 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 * s0)>>
  %3 = memref.alloca() : memref<4xf32, 5>
  %4 = memref.alloca(%n) {alignment = 8 : i64} : memref<?xf32>
  %5 = memref.alloc() : memref<f32>
  memref.dealloc %0 {foo.a} : memref<4xf32>
  return
}
// -----
func.func @views(%b: memref<2048xi8>, %n: index, %m: memref<?x?xf32>, %s: memref<8x16xf32, strided<[16, 1], offset: ?>>) {
  %0 = memref.view %b[%n][] : memref<2048xi8> to memref<64x4xf32>
  %1 = memref.view %b[%n][%n, %n] {foo.a} : memref<2048xi8> to memref<?x4x?xf32>
  %2 = memref.subview %m[%n, 0] [2, %n] [1, %n] : memref<?x?xf32> to memref<2x?xf32, strided<[?, ?], offset: ?>>
  %3 = memref.subview %m[0, 0] [1, %n] [1, 1] {foo.a} : memref<?x?xf32> to memref<?xf32, strided<[1]>>
  %4 = memref.subview %s[0, 0] [4, 4] [2, 2] : memref<8x16xf32, strided<[16, 1], offset: ?>> to memref<4x4xf32, strided<[32, 2], offset: ?>>
  return
}
// -----
func.func @reinterpret(%m: memref<?xf32>, %u: memref<*xf32>, %n: index) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<?xf32> to memref<4x4xf32>
  %1 = memref.reinterpret_cast %m to offset: [%n], sizes: [%n, 4], strides: [%n, 1] {foo.a} : memref<?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %2 = memref.reinterpret_cast %u to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32>
  return
}
// -----
func.func @reshapes(%m: memref<4x?x8xf32>, %n: index, %s: memref<1x1xf32>, %z: memref<f32>) {
  %0 = memref.collapse_shape %m [[0, 1], [2]] {foo.a} : memref<4x?x8xf32> into memref<?x8xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [4, %n, 8] {foo.a} : memref<?x8xf32> into memref<4x?x8xf32>
  %2 = memref.collapse_shape %s [] : memref<1x1xf32> into memref<f32>
  %3 = memref.expand_shape %z [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  return
}
// -----
func.func @metadata(%m: memref<?x4xf32>, %u: memref<*xf32>) {
  %0, %1, %2:2, %3:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %4 = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32> -> index
  %5 = memref.rank %u {foo.a} : memref<*xf32>
  %6 = memref.dim {foo.a} %u, %1 : memref<*xf32>
  return
}
// -----
func.func @scope() -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %c = arith.constant 1.0 : f32
    memref.alloca_scope.return %c : f32
  }
  memref.alloca_scope {
    %1 = memref.alloca() : memref<4xf32>
    memref.alloca_scope.return
  }
  return %0 : f32
}
// -----
func.func @assumptions(%m: memref<?xf32>) {
  %0 = memref.assume_alignment %m, 64 : memref<?xf32>
  %1 = memref.assume_alignment %m, 16 {foo.a} : memref<?xf32>
  return
}
// -----
memref.global "private" constant @dense : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 0x7F800000]]> {alignment = 16 : i64}
memref.global @uninitialized : memref<4xi32> = uninitialized
memref.global "nested" @space : memref<4xf32, 3> = dense<0.0>
memref.global "private" @external : memref<4xf32>
memref.global "private" constant @resource : memref<2xf32> = dense_resource<not_given>
memref.global constant @attributes : memref<f64> = dense<1.5> {foo.a}
func.func @get() {
  %0 = memref.get_global @dense : memref<2x2xf32>
  %1 = memref.get_global @space : memref<4xf32, 3> {foo.a}
  return
}
// -----
func.func @memory_spaces(%a: memref<4xf32, 1>, %b: memref<4xf32, "host">) {
  %0 = memref.memory_space_cast %a : memref<4xf32, 1> to memref<4xf32>
  %1 = memref.memory_space_cast %b {foo.a} : memref<4xf32, "host"> to memref<4xf32, 2>
  memref.copy %a, %b {foo.a} : memref<4xf32, 1> to memref<4xf32, "host">
  return
}
// -----
func.func @accesses(%m: memref<?x4xf32>, %z: memref<f32>, %i: index, %x: f32, %c: memref<4xcomplex<f64>>, %v: memref<4xvector<4xf32>>) {
  %0 = memref.load %m[%i, %i] {nontemporal = true} : memref<?x4xf32>
  %1 = memref.load %m[%i, %i] {alignment = 8 : i64, foo.a} : memref<?x4xf32>
  memref.store %x, %m[%i, %i] {nontemporal = true, foo.a} : memref<?x4xf32>
  memref.store %x, %z[] {foo.a} : memref<f32>
  %2 = memref.load %c[%i] : memref<4xcomplex<f64>>
  %3 = memref.load %v[%i] : memref<4xvector<4xf32>>
  return
}
// -----
func.func @casts(%m: memref<4xf32>, %u: memref<*xf32>, %s: memref<4x4xf32, strided<[4, 1], offset: ?>>) {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %m {foo.a} : memref<4xf32> to memref<*xf32>
  %2 = memref.cast %u : memref<*xf32> to memref<?x?xf32>
  %3 = memref.cast %s : memref<4x4xf32, strided<[4, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  return
}
// -----
func.func @transposes(%m: memref<4x8xf32>, %d: memref<?x?x?xf32>) {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  %1 = memref.transpose %d (d0, d1, d2) -> (d2, d0, d1) {foo.a} : memref<?x?x?xf32> to memref<?x?x?xf32, strided<[1, ?, ?]>>
  return
}
// -----
func.func @atomics(%m: memref<8xf32>, %n: memref<8xi64>, %i: index, %x: f32, %k: i64) {
  %0 = memref.atomic_rmw addf %x, %m[%i] {foo.a} : (f32, memref<8xf32>) -> f32
  %1 = memref.atomic_rmw xori %k, %n[%i] : (i64, memref<8xi64>) -> i64
  %2 = memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
  ^bb0(%old: f32):
    %3 = arith.mulf %old, %x : f32
    memref.atomic_yield %3 : f32
  } {foo.a}
  return
}
// -----
func.func @distinct_and_prefetch(%a: memref<?xf32>, %b: memref<4xf32>, %i: index) {
  %0:2 = memref.distinct_objects %a, %b {foo.a} : memref<?xf32>, memref<4xf32>
  memref.prefetch %a[%i], read, locality<3>, data : memref<?xf32>
  memref.prefetch %b[%i], write, locality<0>, instr : memref<4xf32>
  %1 = memref.realloc %a(%i) {alignment = 16 : i64} : memref<?xf32> to memref<?xf32>
  return
}
// -----
memref.global "private" constant @blob : memref<2xf32> = dense_resource<weights>
{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}

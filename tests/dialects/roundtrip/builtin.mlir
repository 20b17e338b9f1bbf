// empty file
// -----
module @named attributes {foo.a = 1 : i64} {
}
// -----
module {
  module @inner {
    func.func private @f()
  }
}
// -----
func.func private @types(f16, bf16, f32, f64, f80, f128, tf32, f8E5M2, f8E4M3FN, i1, i7, i64, si8, ui16, index, none)
// -----
func.func private @shaped(memref<?x3xf64>, memref<*xf32, 1>, memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, 2>, memref<f64>, tensor<?x2xf32>, tensor<*xf64>, vector<2x[4]xf32>, complex<f32>, tuple<i32, f32>)
// -----
func.func private @layout(memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<?x?xf32, affine_map<(d0, d1)[s0, s1] -> (d0 * s0 + d1 + s1)>>, memref<4xf32, "host">)
// -----
func.func private @functions((i32) -> f32, () -> (), (f32, f64) -> (i1, i8))
// -----
// floats that have no decimal spelling
func.func @hex() -> (f32, f64, f16, bf16) {
  %0 = arith.constant 0x7F800000 : f32
  %1 = arith.constant 0x7FF8000000000000 : f64
  %2 = arith.constant 0xFC00 : f16
  %3 = arith.constant 0x7FC0 : bf16
  return %0, %1, %2, %3 : f32, f64, f16, bf16
}
// -----
func.func @digits() -> (f32, f64, f64, f64, f32) {
  %0 = arith.constant 0.1 : f32
  %1 = arith.constant 0.1 : f64
  %2 = arith.constant 1.2345678901234567e-300 : f64
  %3 = arith.constant -0.0 : f64
  %4 = arith.constant 16777217.0 : f32
  return %0, %1, %2, %3, %4 : f32, f64, f64, f64, f32
}
// -----
func.func @dense_special() {
  %0 = arith.constant dense<0x7F800000> : tensor<4xf32>
  %1 = arith.constant dense<[1.0, 0xFF800000]> : vector<2xf32>
  %2 = arith.constant dense<[0x7FF0000000000000, 0x7FF8000000000000]> : tensor<2xf64>
  %3 = arith.constant dense<0x7C00> : tensor<2xf16>
  %4 = arith.constant dense<0xFF80> : tensor<2xbf16>
  return
}
// -----
func.func @dense() {
  %0 = arith.constant dense<[[1, 2], [-3, 4]]> : tensor<2x2xi32>
  %1 = arith.constant dense<true> : vector<4xi1>
  %2 = arith.constant dense<[true, false]> : tensor<2xi1>
  %3 = arith.constant dense<> : tensor<0xf32>
  %4 = arith.constant dense<2.5> : tensor<f64>
  %5 = arith.constant dense<[0, 7]> : tensor<2xindex>
  %6 = arith.constant dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>
  %7 = arith.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  %8 = arith.constant dense<0x1F> : tensor<2xi8>
  return
}
// -----
func.func @attributes() attributes {a.i = 5 : i32, a.b = true, a.s = "x\22y\0A", a.f = 2.0 : f32, a.u, a.arr = [1, "b"], a.d = {x = 1 : i8, y}, a.t = f32, a.sym = @s::@t, a.da = array<i32: 1, 2>, a.db = array<i1: true>, a.df = array<f64: 1.5>, a.e = array<i64>, a.map = affine_map<(d0)[s0] -> (d0 + s0 * 2 - 1)>, a.set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)>, "a.quoted name" = 1 : i64, a.n = none, a.strided = strided<[2, 1]>} {
  return
}
// -----
func.func @resource() {
  %0 = arith.constant dense_resource<blob1> : tensor<2xi32>
  return
}
{-#
  dialect_resources: {
    builtin: {
      blob1: "0x040000000100000002000000"
    }
  }
#-}
// -----
#map = affine_map<(d0, d1) -> (d0 * 2 + d1, d0 floordiv 3, d1 ceildiv 4, (d0 + d1) mod 5)>
!pair = tuple<f32, f32>
func.func private @aliases(!pair) attributes {a.map = #map}
// -----
func.func private @semi_affine(memref<?x?xf64, affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>>) attributes {a.m = affine_map<(d0)[s0] -> (d0 floordiv s0, d0 mod s0, d0 ceildiv s0)>}
// -----
func.func @cast(%a: i32, %b: f32) -> index {
  %0 = builtin.unrealized_conversion_cast %a : i32 to index
  %1:2 = builtin.unrealized_conversion_cast %b : f32 to f32, f32 {foo.a}
  return %0 : index
}
// -----
func.func @names(%alpha: f32, %c.1: f32, %a$b: f32, %d-e: f32) -> f32 {
  %x_1 = arith.addf %alpha, %c.1 : f32
  %x_2 = arith.addf %a$b, %d-e : f32
  %x = arith.addf %x_1, %x_2 : f32
  return %x : f32
}
// -----
func.func @complex_dense() {
  %0 = arith.constant dense<[(1.0, 2.0), (0x7F800000, -0.0)]> : tensor<2xcomplex<f32>>
  %1 = arith.constant dense<(1, -2)> : tensor<2xcomplex<i32>>
  %2 = arith.constant dense<"0x0000803F000000400000803F00000040"> : tensor<2xcomplex<f32>>
  return
}
// -----
func.func @small_floats() {
  %0 = arith.constant 1.5 : f8E5M2
  %1 = arith.constant 0.5 : f8E4M3FN
  %2 = arith.constant 1.5 : f8E4M3FNUZ
  %3 = arith.constant 1.5 : f8E5M2FNUZ
  %4 = arith.constant 1.5 : f8E4M3B11FNUZ
  %5 = arith.constant 1.5 : tf32
  %6 = arith.constant dense<[1.5, 0.5]> : tensor<2xf8E5M2>
  %7 = arith.constant 1.0 : f4E2M1FN
  %8 = arith.constant 1.0 : f6E2M3FN
  %9 = arith.constant 1.0 : f6E3M2FN
  %10 = arith.constant 1.5 : f8E3M4
  %11 = arith.constant 1.5 : f8E4M3
  %12 = arith.constant 1.0 : f8E8M0FNU
  return
}
// -----
func.func @small_special() {
  %0 = arith.constant 0x7C : f8E5M2
  %1 = arith.constant dense<0x7C> : tensor<2xf8E5M2>
  %2 = arith.constant dense<[0x7FC0, 0x3F80]> : tensor<2xbf16>
  %3 = arith.constant dense<[0xFF80, 0x7F80]> : vector<2xbf16>
  %4 = arith.constant dense<0x7FC00000> : tensor<2xf32>
  %5 = arith.constant dense<[[0xFFF0000000000000, 1.0]]> : tensor<1x2xf64>
  return
}
// -----
func.func @dense_integers() {
  %0 = arith.constant dense<[1, -128]> : tensor<2xi8>
  %1 = arith.constant dense<[-1, 9223372036854775807]> : tensor<2xi64>
  %3 = arith.constant dense<[1, 0, 1]> : tensor<3xi1>
  %4 = arith.constant dense<[-4, 3]> : vector<2xi3>
  %5 = arith.constant dense<"0x01000000020000000300000004000000"> : tensor<4xi32>
  %6 = arith.constant dense<"0xFF80"> : tensor<2xi8>
  return
}
// -----
func.func @dense_signed() attributes {a.u = dense<[255, 1]> : tensor<2xui8>, a.s = dense<-1> : tensor<2xsi16>, a.i = dense<> : tensor<0x4xi32>, a.v = dense<1> : vector<4xindex>} {
  return
}
// -----
func.func @large_dense() {
  %0 = arith.constant dense<"0x0000803F0000004000004040000080400000A0400000C0400000E04000000041"> : tensor<2x4xf32>
  %1 = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf64>
  return
}
// -----
func.func @distinct() attributes {a.d = distinct[0]<>, a.e = distinct[1]<42 : i32>} {
  return
}
// -----
func.func @distinct_same() attributes {a.d = [distinct[0]<"x">, distinct[0]<"x">, distinct[1]<"x">]} {
  return
}
// -----
func.func private @spaces(memref<4xf32, 1>, memref<4xf32, 1 : i32>, memref<4xf32, "host">, memref<4xf32, strided<[1], offset: 4>, 3>, memref<*xf32, "host">, memref<4xf32, {a = 1 : i64}>, memref<4xf32, affine_map<(d0) -> (d0 * 2)>, 2>)
// -----
func.func private @strided(memref<4x4xf32, strided<[4, 1], offset: 2>>, memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<f32, strided<[], offset: 3>>, memref<2xf32, strided<[-1]>>)
// -----
func.func private @vectors(vector<4x[2]xf32>, vector<[4]x[2]xf32>, vector<f32>, vector<1x1xi1>, vector<3xindex>)
// -----
func.func private @nested_types(tuple<tuple<>, tuple<f32, tuple<i1>>>, (tuple<i32>) -> ((f32) -> ()), memref<2xvector<4xf32>>, memref<2xmemref<3xf32>>, tensor<2xcomplex<f64>>, tensor<2xvector<4xf32>>)
// -----
func.func @float_attributes() attributes {a.a = 1.0 : f16, a.b = 0x7F800000 : f32, a.c = -0.0 : f32, a.d = 1.0e10 : f64, a.e = 0x7FF8000000000000 : f64, a.f = 1.0e-45 : f32, a.g = 3.4028235e38 : f32} {
  return
}
// -----
func.func @integer_attributes() attributes {a.a = -1 : i8, a.b = 255 : ui8, a.c = -1 : si8, a.d = false, a.e = 0 : index, a.f = 1 : i128, a.g = 0xFF : i32, a.h = 18446744073709551615 : ui64} {
  return
}
// -----
func.func @dense_arrays() attributes {a.a = array<i8: 1, -2>, a.b = array<i1: true, false>, a.c = array<f32: 1.0, -0.5>, a.d = array<i16>, a.e = array<i32: 2147483647>, a.f = array<f64: 0x7FF0000000000000>} {
  return
}
// -----
func.func @symbols() attributes {a.a = @f, a.b = @"with space", a.c = @m::@f, a.d = @m::@n::@"o p"} {
  return
}
// -----
func.func @unicode() attributes {a.s = "caf\C3\A9", a.t = "tab\09nl\0Aq\22b\\", a.u = ""} {
  return
}
// -----
func.func @nested_dictionaries() attributes {a.d = {b = {c = [1 : i32, {d = "e"}]}, "f g" = unit}, a.e = {}, a.f = []} {
  return
}
// -----
func.func @maps() attributes {a.a = affine_map<() -> ()>, a.b = affine_map<(d0) -> ()>, a.c = affine_map<() -> (0)>, a.d = affine_map<(d0, d1) -> (-d0, d1 * -3, d0 - d1)>, a.e = affine_map<(d0)[s0, s1] -> ((d0 + s0) floordiv 4 * s1)>, a.f = affine_map<(d0) -> ((-d0) mod 3, (d0 * 2) ceildiv 5)>} {
  return
}
// -----
func.func @sets() attributes {a.a = affine_set<(d0) : (d0 >= 0, -d0 + 10 >= 0)>, a.b = affine_set<()[s0] : (s0 == 0)>, a.c = affine_set<(d0, d1)[s0] : (d0 mod 2 - d1 == 0, s0 - 5 >= 0)>} {
  return
}
// -----
func.func @semi_affine_more(%m: memref<?xf32, affine_map<(d0)[s0, s1] -> (d0 * s1 + s0)>>) attributes {a.m = affine_map<(d0)[s0, s1] -> ((d0 * s0) * s1, (d0 + 1) * s0, d0 floordiv (s0 + s1))>} {
  return
}
// -----
#map = affine_map<(d0) -> (d0 + 1)>
#map1 = affine_map<(d0)[s0] -> (d0 * s0)>
#set = affine_set<(d0) : (d0 - 1 >= 0)>
func.func @alias_uses() attributes {a.a = #map, a.b = #map1, a.c = #set, a.d = [#map, #map]} {
  return
}
// -----
func.func @resources() {
  %0 = arith.constant dense_resource<first> : tensor<2xf32>
  %1 = arith.constant dense_resource<second> : tensor<1xi64>
  %2 = arith.constant dense_resource<first> : tensor<2xi32>
  return
}
{-#
  dialect_resources: {
    builtin: {
      first: "0x040000000000803F00000040",
      second: "0x080000000100000000000000"
    }
  }
#-}
// -----
func.func @resource_without_blob() {
  %0 = arith.constant dense_resource<nowhere> : tensor<2xf32>
  return
}
// -----
func.func @casts(%a: i32, %b: f32) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to index
  %1:2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to f64, i64
  %2 = builtin.unrealized_conversion_cast to i1 {foo.a}
  return
}
// -----
module @a {
  module @b attributes {foo.a} {
    module {
    }
    func.func private @f()
  }
  func.func @g() {
    return
  }
}
// -----
module attributes {foo.a = 1 : i64, foo.b = [@x]} {
  func.func @in_module() {
    return
  }
}

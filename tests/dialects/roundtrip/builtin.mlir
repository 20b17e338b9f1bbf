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

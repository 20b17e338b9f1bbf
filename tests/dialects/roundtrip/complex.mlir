func.func @complex_parts(%a: f64, %z: complex<f64>) {
  %0 = complex.create %a, %a : complex<f64>
  %1 = complex.re %z : complex<f64>
  %2 = complex.im %z : complex<f64>
  %3 = complex.constant [1.0, -2.5] : complex<f64>
  %4 = complex.constant [0x7F800000 : f32, 0xFF800000 : f32] : complex<f32>
  return
}
// -----
func.func @complex_arithmetic(%z: complex<f64>, %w: complex<f64>) {
  %0 = complex.add %z, %w : complex<f64>
  %1 = complex.sub %z, %w : complex<f64>
  %2 = complex.mul %z, %w : complex<f64>
  %3 = complex.div %z, %w : complex<f64>
  %4 = complex.pow %z, %w : complex<f64>
  %5 = complex.atan2 %z, %w : complex<f64>
  %6 = complex.eq %z, %w : complex<f64>
  %7 = complex.neq %z, %w : complex<f64>
  return
}
// -----
func.func @complex_functions(%z: complex<f64>) {
  %0 = complex.abs %z : complex<f64>
  %1 = complex.angle %z : complex<f64>
  %2 = complex.conj %z : complex<f64>
  %3 = complex.cos %z : complex<f64>
  %4 = complex.exp %z : complex<f64>
  %5 = complex.expm1 %z : complex<f64>
  %6 = complex.log %z : complex<f64>
  %7 = complex.log1p %z : complex<f64>
  %8 = complex.neg %z : complex<f64>
  %9 = complex.rsqrt %z : complex<f64>
  %10 = complex.sign %z : complex<f64>
  %11 = complex.sin %z : complex<f64>
  %12 = complex.sqrt %z : complex<f64>
  %13 = complex.tan %z : complex<f64>
  %14 = complex.tanh %z : complex<f64>
  return
}
// -----
func.func @complex_fastmath(%z: complex<f32>, %w: complex<f32>) {
  %0 = complex.add %z, %w fastmath<fast> : complex<f32>
  %1 = complex.abs %z fastmath<nnan,contract> : complex<f32>
  %2 = complex.exp %z fastmath<nnan> : complex<f32>
  %3 = complex.pow %z, %w fastmath<ninf> : complex<f32>
  return
}
// -----
func.func @complex_powi(%z: complex<f32>, %n: i32) {
  %0 = complex.powi %z, %n : complex<f32>, i32
  return
}
// -----
func.func @complex_bitcast(%z: complex<f32>, %n: i64) {
  %0 = complex.bitcast %z : complex<f32> to i64
  %1 = complex.bitcast %n : i64 to complex<f32>
  return
}
// -----
module attributes {my.number = #complex.number<:f64 1.0, 2.0> : complex<f64>} {
}
// -----
func.func @complex_attributes(%z: complex<f32>) {
  %0 = complex.re %z {my.mark} : complex<f32>
  %1 = complex.mul %z, %z {my.mark = 3 : i32} : complex<f32>
  %2 = complex.constant [1.0 : f32, 2.0 : f32] {my.mark} : complex<f32>
  return
}

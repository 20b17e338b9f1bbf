func.func @unary(%x: f64) {
  %0 = math.absf %x : f64
  %1 = math.acos %x : f64
  %2 = math.acosh %x : f64
  %3 = math.asin %x : f64
  %4 = math.asinh %x : f64
  %5 = math.atan %x : f64
  %6 = math.atanh %x : f64
  %7 = math.cbrt %x : f64
  %8 = math.ceil %x : f64
  %9 = math.cos %x : f64
  %10 = math.cosh %x : f64
  %11 = math.erf %x : f64
  %12 = math.erfc %x : f64
  %13 = math.exp %x : f64
  %14 = math.exp2 %x : f64
  %15 = math.expm1 %x : f64
  %16 = math.floor %x : f64
  %17 = math.log %x : f64
  %18 = math.log10 %x : f64
  %19 = math.log1p %x : f64
  %20 = math.log2 %x : f64
  %21 = math.round %x : f64
  %22 = math.roundeven %x : f64
  %23 = math.rsqrt %x : f64
  %24 = math.sin %x : f64
  %25 = math.sinh %x : f64
  %26 = math.sqrt %x : f64
  %27 = math.tan %x : f64
  %28 = math.tanh %x : f64
  %29 = math.trunc %x : f64
  return
}
// -----
func.func @binary(%x: f64, %n: i32) {
  %0 = math.atan2 %x, %x : f64
  %1 = math.copysign %x, %x fastmath<nsz> : f64
  %2 = math.powf %x, %x {foo.a} : f64
  %3 = math.fpowi %x, %n : f64, i32
  %4 = math.ipowi %n, %n : i32
  %5 = math.fma %x, %x, %x : f64
  %6 = math.clampf %x to [%x, %x] : f64
  %7 = math.clampf %x to [%x, %x] fastmath<fast> {foo.a} : f64
  return
}
// -----
func.func @integer(%n: i32) {
  %0 = math.absi %n : i32
  %1 = math.ctlz %n : i32
  %2 = math.cttz %n : i32
  %3 = math.ctpop %n {foo.a} : i32
  return
}
// -----
func.func @sincos(%x: f32, %v: vector<4xf32>) {
  %0, %1 = math.sincos %x : f32
  %2, %3 = math.sincos %v fastmath<fast> {foo.a} : vector<4xf32>
  return
}
// -----
func.func @classes(%x: f32, %v: vector<4xf32>, %t: tensor<?xf64>) {
  %0 = math.isnan %x : f32
  %1 = math.isinf %v : vector<4xf32>
  %2 = math.isfinite %t {foo.a} : tensor<?xf64>
  %3 = math.isnormal %x : f32
  return
}
// -----
func.func @flags(%x: f32, %v: vector<4xf32>) {
  %0 = math.sin %x fastmath<fast> {foo.a} : f32
  %1 = math.exp %v fastmath<nnan, afn> : vector<4xf32>
  %2 = math.erfc %v {foo.a} : vector<4xf32>
  return
}
// -----
func.func @classes_on_shapes(%v: vector<4xf32>, %t: tensor<?xf64>) {
  %0 = math.isnan %v : vector<4xf32>
  %1 = math.isinf %t {foo.a} : tensor<?xf64>
  %2 = math.isfinite %v : vector<4xf32>
  %3 = math.isnormal %t : tensor<?xf64>
  return
}
// -----
func.func @fastmath_on_all(%a: f32, %b: f32, %i: i32) {
  %0 = math.powf %a, %b fastmath<fast> {foo.a} : f32
  %1 = math.fma %a, %b, %a fastmath<contract> : f32
  %2 = math.atan2 %a, %b fastmath<nnan, ninf> : f32
  %3 = math.copysign %a, %b {foo.a} : f32
  %4 = math.fpowi %a, %i fastmath<reassoc> : f32, i32
  %5 = math.clampf %a to [%a, %b] fastmath<nnan> {foo.a} : f32
  %6:2 = math.sincos %a fastmath<afn> {foo.a} : f32
  %7 = math.erfc %a fastmath<fast> : f32
  return
}
// -----
func.func @integer_math(%i: i32, %v: vector<4xi64>, %x: index) {
  %0 = math.absi %i : i32
  %1 = math.ctlz %i {foo.a} : i32
  %2 = math.cttz %v : vector<4xi64>
  %3 = math.ctpop %v : vector<4xi64>
  %4 = math.ipowi %i, %i : i32
  %5 = math.absi %x : index
  return
}
// -----
func.func @math_on_shapes(%v: vector<2x[4]xf32>, %t: tensor<4x?xbf16>) {
  %0 = math.exp %v : vector<2x[4]xf32>
  %1 = math.tanh %t fastmath<fast> : tensor<4x?xbf16>
  %2, %5 = math.sincos %v : vector<2x[4]xf32>
  %3 = math.fma %t, %t, %t : tensor<4x?xbf16>
  %4 = math.clampf %v to [%v, %v] : vector<2x[4]xf32>
  return
}

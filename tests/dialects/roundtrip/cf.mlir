func.func @branches(%c: i1, %a: f32) {
  cf.cond_br %c, ^bb1(%a : f32), ^bb2(%a, %a : f32, f32) {foo.a}
^bb1(%0: f32):
  cf.br ^bb2(%0, %0 : f32, f32) {foo.b}
^bb2(%1: f32, %2: f32):
  return
}
// -----
func.func @weights(%c: i1, %a: f32) {
  cf.cond_br %c weights([9, 1]), ^bb1, ^bb2(%a : f32)
^bb1:
  return
^bb2(%0: f32):
  return
}
// -----
func.func @switch(%n: i32, %a: f32) {
  cf.switch %n : i32, [
    default: ^bb1,
    42: ^bb1,
    -1: ^bb2(%a : f32)
  ] {foo.a}
^bb1:
  return
^bb2(%0: f32):
  return
}
// -----
func.func @switch_default(%n: i32) {
  cf.switch %n : i32, [
    default: ^bb1
  ]
^bb1:
  return
}
// -----
func.func @assert(%c: i1) {
  cf.assert %c, "message" {foo.a}
  return
}
// -----
func.func @cf_weights(%c: i1, %x: f64) -> f64 {
  cf.cond_br %c weights([9, 1]), ^a(%x : f64), ^b
^a(%y: f64):
  return %y : f64
^b:
  return %x : f64
}
// -----
func.func @cf_assert(%c: i1) {
  cf.assert %c, "must be \"true\"\n"
  cf.assert %c, "" {my.mark}
  return
}
// -----
func.func @cf_switch(%n: i32, %x: f64, %y: f64) -> f64 {
  cf.switch %n : i32, [
    default: ^a(%x : f64),
    42: ^b(%x, %y : f64, f64),
    -1: ^c
  ]
^a(%0: f64):
  return %0 : f64
^b(%1: f64, %2: f64):
  return %2 : f64
^c:
  return %x : f64
}
// -----
func.func @cf_switch_default(%n: i64) {
  cf.switch %n : i64, [
    default: ^a
  ] {my.mark}
^a:
  return
}
// -----
func.func @cf_marked(%c: i1) {
  cf.cond_br %c, ^a, ^a {my.mark}
^a:
  cf.br ^b {my.mark}
^b:
  return
}

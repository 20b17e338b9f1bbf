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

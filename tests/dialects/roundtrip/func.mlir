func.func @basic(%a: f64) -> f64 {
  return %a : f64
}
// -----
func.func private @declaration(f32)
// -----
func.func nested @visible()  {
  return
}
// -----
func.func private @declared_attributes(memref<?xf64> {llvm.noalias}, f32, i32 {foo.a = 1 : i64}) -> (f32 {foo.r}, i32)
// -----
func.func private @result_attributes() -> (f32 {foo.r})
// -----
func.func private @returns_function() -> ((f32) -> f32)
// -----
func.func @definition_attributes(%a: memref<?xf64> {llvm.noalias}, %b: f32) -> (f32 {foo.r = 1 : i32}) attributes {foo.f, llvm.emit_c_interface} {
  return %b : f32
}
// -----
func.func @several(%a: f32, %b: i32) -> (f32, i32) {
  return %a, %b : f32, i32
}
// -----
func.func private @callee(f32) -> (f32, f32)
func.func @call(%a: f32, %c: i1) {
  %0:2 = call @callee(%a) : (f32) -> (f32, f32)
  %1:2 = call @callee(%0#1) {foo.a} : (f32) -> (f32, f32)
  %2:2 = call @callee(%a) {no_inline} : (f32) -> (f32, f32)
  scf.if %c {
    %3:2 = func.call @callee(%a) : (f32) -> (f32, f32)
  }
  return
}
// -----
func.func private @value(f32) -> f32
func.func @indirect(%a: f32) -> f32 {
  %f = constant @value : (f32) -> f32
  %0 = call_indirect %f(%a) {foo.a} : (f32) -> f32
  return {foo.b} %0 : f32
}
// -----
func.func @no_inline() attributes {no_inline} {
  return
}
// -----
func.func @"quoted name"() {
  call @"quoted name"() : () -> ()
  return
}
// -----
func.func @blocks(%c: i1, %a: f32) -> f32 {
  cf.cond_br %c, ^bb1(%a : f32), ^bb2
^bb1(%x: f32):
  return %x : f32
^bb2:
  cf.br ^bb1(%a : f32)
}
// -----
func.func @labelled() {
^bb0:
  cf.br ^bb1
^bb1:
  return
}
// -----
func.func private @callee(f64, i32) -> (f64, i32)
func.func @func_values(%x: f64, %n: i32) -> f64 {
  %f = func.constant @callee : (f64, i32) -> (f64, i32)
  %0:2 = func.call_indirect %f(%x, %n) : (f64, i32) -> (f64, i32)
  %1:2 = func.call_indirect %f(%x, %n) {my.mark} : (f64, i32) -> (f64, i32)
  return %0#0 : f64
}
// -----
func.func private @nothing()
func.func @func_value_of_nothing() {
  %f = func.constant {my.mark} @nothing : () -> ()
  func.call_indirect %f() : () -> ()
  return
}
// -----
func.func @func_value_arguments(%f: (f64) -> f64, %g: () -> (f64, f64), %h: ((f64) -> f64) -> ((f64) -> f64)) -> ((f64) -> f64) {
  %0 = func.call_indirect %h(%f) : ((f64) -> f64) -> ((f64) -> f64)
  return %0 : (f64) -> f64
}

func.func @file(%a: f32 loc("x.c":1:2)) {
  %0 = arith.addf %a, %a : f32 loc("x.c":3:4)
  return loc("x.c":5:6)
} loc("x.c":7:8)
// -----
func.func @named(%a: f32) {
  %0 = arith.addf %a, %a : f32 loc("name")
  %1 = arith.addf %a, %a : f32 loc("name"("x.c":3:4))
  %2 = arith.addf %a, %a : f32 loc("outer"("inner"("x.c":3:4)))
  return
}
// -----
func.func @fused(%a: f32) {
  %0 = arith.addf %a, %a : f32 loc(fused["x.c":3:4, "y.c":5:6])
  %1 = arith.addf %a, %a : f32 loc(fused<"pass">["x.c":3:4, "name"])
  %2 = arith.addf %a, %a : f32 loc(fused<{a = 1 : i32}>["x.c":3:4])
  return
}
// -----
func.func @callsite(%a: f32) {
  %0 = arith.addf %a, %a : f32 loc(callsite("x.c":3:4 at "y.c":5:6))
  %1 = arith.addf %a, %a : f32 loc(callsite("f"("x.c":3:4) at callsite("y.c":5:6 at "z.c":1:1)))
  return
}
// -----
func.func @unknown(%a: f32) {
  %0 = arith.addf %a, %a : f32 loc(unknown)
  return loc(unknown)
} loc(unknown)
// -----
func.func @regions(%n: index) {
  %c1 = arith.constant 1 : index loc("a.c":1:1)
  scf.for %i = %c1 to %n step %c1 {
    %0 = arith.addi %i, %i : index loc("a.c":2:2)
  } {foo.a} loc("a.c":3:3)
  scf.while : () -> () {
    %c = arith.constant true loc("a.c":4:4)
    scf.condition(%c) loc("a.c":5:5)
  } do {
    scf.yield loc("a.c":6:6)
  } loc("a.c":7:7)
  return
}
// -----
func.func @blocks(%c: i1) {
  cf.cond_br %c, ^bb1(%c : i1), ^bb2 loc("b.c":1:1)
^bb1(%a: i1 loc("b.c":2:2)):
  cf.br ^bb2 loc("b.c":3:3)
^bb2:
  return
}
// -----
module @outer {
  module @inner {
    func.func private @f(f32) loc("c.c":1:1)
  } loc("c.c":2:2)
} loc("c.c":3:3)
// -----
func.func @structured(%a: memref<4xf32>, %t: tensor<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>) loc("d.c":1:1)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%x: f32 loc("d.c":2:2)):
    linalg.yield %x : f32 loc("d.c":3:3)
  } loc("d.c":4:4)
  %0 = linalg.reduce { arith.addf } ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) dimensions = [] loc("d.c":5:5)
  return
}
// -----
func.func @affine(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i] : memref<8xf32> loc("e.c":1:1)
    affine.store %0, %m[%i] : memref<8xf32> loc("e.c":2:2)
  } loc("e.c":3:3)
  affine.parallel (%i) = (0) to (8) {
  } loc("e.c":4:4)
  return
}
// -----
func.func @attribute() attributes {a.loc = loc("x.c":1:2), a.other = loc(unknown)} {
  return
}

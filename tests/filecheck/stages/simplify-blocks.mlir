// RUN: ckptopt %s -p simplify | filecheck %s

// Regions of several blocks keep their branches and what those pass on.

func.func @blocks(%c: i1, %x: f64) -> f64 {
  %r = scf.execute_region -> f64 {
    %y = math.sin %x : f64
    %dead = math.cos %x : f64
    cf.cond_br %c, ^bb1, ^bb2(%y : f64)
  ^bb1:
    %z = arith.addf %x, %x : f64
    cf.br ^bb2(%z : f64)
  ^bb2(%s: f64):
    scf.yield %s : f64
  }
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @blocks(%c: i1, %x: f64) -> f64 {
// CHECK-NEXT:      %r = scf.execute_region -> (f64) {
// CHECK-NEXT:        %y = math.sin %x : f64
// CHECK-NEXT:        cf.cond_br %c, ^bb1, ^bb2(%y : f64)
// CHECK-NEXT:      ^bb1:
// CHECK-NEXT:        %z = arith.addf %x, %x : f64
// CHECK-NEXT:        cf.br ^bb2(%z : f64)
// CHECK-NEXT:      ^bb2(%s: f64):
// CHECK-NEXT:        scf.yield %s : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s -p simplify | filecheck %s

// Folds of loops, branches and caches, one function each.

func.func @never_runs(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c1 to %c0 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  return %r : f64
}

func.func @runs_once(%x: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %x) -> (f64) {
    %w = memref.load %m[%i] : memref<4xf64>
    %t = arith.mulf %s, %w : f64
    scf.yield %t : f64
  }
  return %r : f64
}

// %k is passed on unchanged, so it is no carried value.
func.func @invariant(%x: f64, %y: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %k = %y) -> (f64, f64) {
    %t = arith.mulf %s, %k : f64
    scf.yield %t, %k : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}

func.func @constant_branch(%x: f64, %y: f64) -> f64 {
  %false = arith.constant false
  %r = scf.if %false -> (f64) {
    scf.yield %x : f64
  } else {
    %t = math.sin %y : f64
    scf.yield %t : f64
  }
  return %r : f64
}

func.func @equal_yields(%c: i1, %x: f64, %m: memref<f64>) -> f64 {
  %r = scf.if %c -> (f64) {
    memref.store %x, %m[] : memref<f64>
    scf.yield %x : f64
  } else {
    scf.yield %x : f64
  }
  return %r : f64
}

// What each iteration pushes is the same %x, which can be seen where it is popped.
func.func @invariant_push(%x: f64, %n: index, %m: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cache = enzyme.init : !enzyme.Cache<f64>
  scf.for %i = %c0 to %n step %c1 {
    enzyme.push %cache, %x : !enzyme.Cache<f64>, f64
  }
  scf.for %i = %c0 to %n step %c1 {
    %p = enzyme.pop %cache : !enzyme.Cache<f64> -> f64
    memref.store %p, %m[%i] : memref<?xf64>
  }
  return
}

func.func @known_case(%x: f64) -> f64 {
  %c2 = arith.constant 2 : index
  %r = scf.index_switch %c2 -> f64
  case 2 {
    %t = math.sin %x : f64
    scf.yield %t : f64
  }
  default {
    scf.yield %x : f64
  }
  return %r : f64
}

func.func @executed(%x: f64) -> f64 {
  %r = scf.execute_region -> f64 {
    %t = math.sin %x : f64
    scf.yield %t : f64
  }
  return %r : f64
}

func.func @choice(%c: i1, %x: f64, %y: f64, %m: memref<f64>) -> (f64, f64) {
  %r:2 = scf.if %c -> (f64, f64) {
    %t = math.sin %x : f64
    memref.store %t, %m[] : memref<f64>
    scf.yield %x, %t : f64, f64
  } else {
    scf.yield %y, %y : f64, f64
  }
  return %r#0, %r#1 : f64, f64
}

func.func @settled(%x: f64, %y: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
    memref.store %s, %m[%i] : memref<4xf64>
    scf.yield %y : f64
  }
  return %r : f64
}

func.func @parallel_runs_once(%x: f64, %m: memref<4xf64>) -> f64 {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.parallel (%i) = (%c2) to (%c3) step (%c2) init (%x) -> f64 {
    %v = memref.load %m[%i] : memref<4xf64>
    scf.reduce(%v : f64) {
    ^bb0(%a: f64, %b: f64):
      %sum = arith.addf %a, %b : f64
      scf.reduce.return %sum : f64
    }
  }
  return %r : f64
}

func.func @while_invariant(%x: f64, %y: f64, %n: index) -> (f64, f64, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:4 = scf.while (%i = %c0, %s = %x, %k = %y) : (index, f64, f64) -> (index, f64, f64, i1) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %s, %k, %more : index, f64, f64, i1
  } do {
  ^bb0(%i: index, %s: f64, %k: f64, %more: i1):
    %next = arith.addi %i, %c1 : index
    %t = arith.mulf %s, %k : f64
    %u = arith.select %more, %t, %s : f64
    scf.yield %next, %u, %k : index, f64, f64
  }
  return %r#1, %r#2, %r#3 : f64, f64, i1
}

func.func @while_repeats(%x: f64, %e: f64) -> (f64, f64) {
  %r:2 = scf.while (%s = %x) : (f64) -> (f64, f64) {
    %more = arith.cmpf ogt, %s, %e : f64
    scf.condition(%more) %s, %s : f64, f64
  } do {
  ^bb0(%a: f64, %b: f64):
    %t = arith.mulf %a, %b : f64
    scf.yield %t : f64
  }
  return %r#0, %r#1 : f64, f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @never_runs(%x: f64) -> f64 {
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @runs_once(%x: f64, %m: memref<4xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %w = memref.load %m[%c0] : memref<4xf64>
// CHECK-NEXT:      %t = arith.mulf %x, %w : f64
// CHECK-NEXT:      return %t : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @invariant(%x: f64, %y: f64, %n: index) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = arith.mulf %s, %y : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r, %y : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @constant_branch(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %t = math.sin %y : f64
// CHECK-NEXT:      return %t : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @equal_yields(%c: i1, %x: f64, %m: memref<f64>) -> f64 {
// CHECK-NEXT:      scf.if %c {
// CHECK-NEXT:        memref.store %x, %m[] : memref<f64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @invariant_push(%x: f64, %n: index, %m: memref<?xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:        memref.store %x, %m[%i] : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @known_case(%x: f64) -> f64 {
// CHECK-NEXT:      %t = math.sin %x : f64
// CHECK-NEXT:      return %t : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @executed(%x: f64) -> f64 {
// CHECK-NEXT:      %t = math.sin %x : f64
// CHECK-NEXT:      return %t : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @choice(%c: i1, %x: f64, %y: f64, %m: memref<f64>) -> (f64, f64) {
// CHECK-NEXT:      %r = arith.select %c, %x, %y : f64
// CHECK-NEXT:      %r_1 = scf.if %c -> (f64) {
// CHECK-NEXT:        %t = math.sin %x : f64
// CHECK-NEXT:        memref.store %t, %m[] : memref<f64>
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %y : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r, %r_1 : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @settled(%x: f64, %y: f64, %m: memref<4xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        memref.store %s, %m[%i] : memref<4xf64>
// CHECK-NEXT:        scf.yield %y : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @parallel_runs_once(%x: f64, %m: memref<4xf64>) -> f64 {
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %v = memref.load %m[%c2] : memref<4xf64>
// CHECK-NEXT:      %sum = arith.addf %x, %v : f64
// CHECK-NEXT:      return %sum : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @while_invariant(%x: f64, %y: f64, %n: index) -> (f64, f64, i1) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %false = arith.constant false
// CHECK-NEXT:      %r, %r_1 = scf.while (%i = %c0, %s = %x) : (index, f64) -> (index, f64) {
// CHECK-NEXT:        %more = arith.cmpi slt, %i, %n : index
// CHECK-NEXT:        scf.condition(%more) %i, %s : index, f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%i_1: index, %s_1: f64):
// CHECK-NEXT:        %next = arith.addi %i_1, %c1 : index
// CHECK-NEXT:        %t = arith.mulf %s_1, %y : f64
// CHECK-NEXT:        scf.yield %next, %t : index, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r_1, %y, %false : f64, f64, i1
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @while_repeats(%x: f64, %e: f64) -> (f64, f64) {
// CHECK-NEXT:      %r = scf.while (%s = %x) : (f64) -> f64 {
// CHECK-NEXT:        %more = arith.cmpf ogt, %s, %e : f64
// CHECK-NEXT:        scf.condition(%more) %s : f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%a: f64):
// CHECK-NEXT:        %t = arith.mulf %a, %a : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r, %r : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

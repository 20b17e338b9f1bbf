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
// CHECK-NEXT:  }

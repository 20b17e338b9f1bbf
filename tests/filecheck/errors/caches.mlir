// RUN: ckptopt %s --split-input-file --verify-diagnostics -p remove-unnecessary-enzyme-ops

// A cache has one push and one pop, each in a loop over 0 .. n - 1.

func.func @never_pushed(%m: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{a cache is popped but never pushed}}
  %tape = enzyme.init : !enzyme.Cache<f64>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = enzyme.pop %tape : !enzyme.Cache<f64> -> f64
    memref.store %x, %m[%i] : memref<8xf64>
  }
  return
}

// -----

func.func @pushed_twice(%x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{a cache must have one push and at most one pop}}
  %tape = enzyme.init : !enzyme.Cache<f64>
  scf.for %i = %c0 to %c8 step %c1 {
    enzyme.push %tape, %x : !enzyme.Cache<f64>, f64
    enzyme.push %tape, %x : !enzyme.Cache<f64>, f64
  }
  return
}

// -----

func.func @popped_more_often(%x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{a cache must be pushed and popped equally often}}
  %tape = enzyme.init : !enzyme.Cache<f64>
  enzyme.push %tape, %x : !enzyme.Cache<f64>, f64
  scf.for %i = %c0 to %c8 step %c1 {
    %y = enzyme.pop %tape : !enzyme.Cache<f64> -> f64
  }
  return
}

// -----

func.func @another_lower_bound(%x: f64) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %tape = enzyme.init : !enzyme.Cache<f64>
  scf.for %i = %c1 to %c8 step %c1 {
    // expected-error @below {{a cache must be pushed and popped in loops over 0 .. n - 1}}
    enzyme.push %tape, %x : !enzyme.Cache<f64>, f64
  }
  return
}

// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// A directive that has no effect, or another one than it seems, is reported at its loop.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{'enzyme.enable_checkpointing' without a value counts as true; write '= true'}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{'enzyme.enable_checkpointing' must be a boolean; it is ignored}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = 1 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{'enzyme.checkpoint_period' has no effect without 'enzyme.enable_checkpointing = true'}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{'enzyme.binomial_checkpointing' has no effect without 'enzyme.enable_checkpointing = true'}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.binomial_checkpointing}
  return %y : f64
}

// -----

// Turned off on purpose: the other directives are no surprise.
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = false, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{'enzyme.checkpoint_period' must be an integer; it is ignored}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2.0 : f64}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{a checkpoint period of 0 counts as none}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 0 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{the trip count is not constant and no checkpoint period is stated: the loop is differentiated without checkpointing}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

// -----

// A directive of another tool.
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{'enzyme.disable_mincut' has no effect}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.disable_mincut}
  return %y : f64
}

// -----

// Another prefix than `attr-prefix`.
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{'enzymexla.checkpoint_period' has no effect; did you mean 'enzyme.checkpoint_period'?}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzymexla.checkpoint_period = 2 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{unknown attribute 'enzyme.checkpoint_perod' on a loop has no effect; did you mean 'enzyme.checkpoint_period'?}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_perod = 2 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{unknown attribute 'enzyme.zzz' on a loop has no effect}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.zzz}
  return %y : f64
}

// -----

// The loop does not depend on an active argument.
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f64
  // expected-warning @below {{no derivative flows through this loop: it is not checkpointed}}
  %w = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %one) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  %y = arith.mulf %x, %w : f64
  return %y : f64
}

// -----

// What is no loop has nothing to checkpoint.
// expected-warning @below {{checkpointing attributes have no effect on 'func.func'}}
func.func @f(%x: f64, %c: i1) -> f64 attributes {enzyme.enable_checkpointing = true} {
  // expected-warning @below {{checkpointing attributes have no effect on 'math.sin'}}
  %y = math.sin %x {enzyme.checkpoint_period = 2 : i64} : f64
  // expected-warning @below {{checkpointing attributes have no effect on 'scf.if'}}
  %z = scf.if %c -> (f64) {
    scf.yield %y : f64
  } else {
    scf.yield %x : f64
  } {enzyme.binomial_checkpointing}
  return %z : f64
}

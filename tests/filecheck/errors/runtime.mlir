// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// Runtime schedules that cannot be, and directives that have no effect beside them.

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{there is no runtime schedule 'leaf'; known are none, auto, periodic, revolve, store_all, binomial}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_runtime, enzyme.checkpoint_scheme = "leaf"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_memory' plans a schedule, 'checkpoint_runtime' asks a library for one}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_runtime, enzyme.checkpoint_memory = "1KiB"}
  return %y : f64
}

// -----

// expected-error @below {{'@__enzyme_ckpt_schedule_end' is declared as (i64) -> (), but the derivative calls it as (!llvm.ptr) -> ()}}
func.func private @__enzyme_ckpt_schedule_end(i64)
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_runtime}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{'checkpoint_leaf' has no effect beside 'checkpoint_runtime'}}
  // expected-warning @below {{'cache_use_tensor' has no effect beside 'checkpoint_runtime'}}
  // expected-warning @below {{scheme 'revolve' is asked for: the binomial directive has no effect}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_runtime, enzyme.binomial_checkpointing, enzyme.checkpoint_scheme = "revolve", enzyme.checkpoint_leaf = 2 : i64, enzyme.cache_use_tensor}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{'enzyme.checkpoint_runtime' has no effect without 'enzyme.enable_checkpointing = true'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.checkpoint_runtime}
  return %y : f64
}

// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// Levels that make no schedule, or contradict another directive.

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'enzyme.checkpoint_levels' must be a dictionary such as {fast = 5, write = 2.0, read = 2.0}}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = 3 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' needs 'fast', the number of fast slots, of 1 or more}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {slow_space = 1, write = 2.0, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' needs 'fast', the number of fast slots, of 1 or more}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 0, write = 2.0, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' needs 'fast', the number of fast slots, of 1 or more}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 2.5, write = 2.0, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' needs 'fast', the number of fast slots, of 1 or more}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = true, write = 2.0, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' needs 'write' and 'read', the costs of a copy to the slow level and back, in steps of the loop, of 0 or more}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, write = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' needs 'write' and 'read', the costs of a copy to the slow level and back, in steps of the loop, of 0 or more}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, write = -1, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' needs 'write' and 'read', the costs of a copy to the slow level and back, in steps of the loop, of 0 or more}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, write = 0x7FF0000000000000 : f64, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' has no entry 'writes'; did you mean 'write'?}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, writes = 2.0, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'slow_space' of 'checkpoint_levels' must be a memory space, got -1 : i64}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = -1, write = 2.0, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'slow_space' of 'checkpoint_levels' must be a memory space, got unit}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space, write = 2.0, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' has a schedule and slots of its own: 'checkpoint_scheme' contradicts}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}, enzyme.checkpoint_scheme = "binomial"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' has a schedule and slots of its own: 'checkpoint_memory' contradicts}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}, enzyme.checkpoint_memory = "1KiB"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' has a schedule and slots of its own: 'checkpoint_runtime' contradicts}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}, enzyme.checkpoint_runtime}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_levels' has a schedule and slots of its own: 'cache_use_tensor' contradicts}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}, enzyme.cache_use_tensor}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_space' cannot stand beside 'checkpoint_levels', whose 'slow_space' names the space}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}, enzyme.checkpoint_space = 2 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{'binomial_checkpointing' has no effect beside 'checkpoint_levels'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}, enzyme.binomial_checkpointing}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{'checkpoint_period' has no effect beside 'checkpoint_levels'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}, enzyme.checkpoint_period = 4 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{'checkpoint_leaf' has no effect beside 'checkpoint_levels'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}, enzyme.checkpoint_leaf = 4 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{the fast slots alone are best for 1 steps: the slow level has no effect}}
  %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{'enzyme.checkpoint_levels' has no effect without 'enzyme.enable_checkpointing = true'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-error @below {{scheme 'levels' needs the trip count, which 'scf.while' does not tell before it ends; use 'online'}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}}
  return %y : f64
}

// -----

func.func @f(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  // expected-warning @below {{tensors in snapshots stay in the default memory space, not in 'slow_space'}}
  %y = affine.for %i = 0 to %n iter_args(%s = %x) -> (tensor<4xf64>) {
    %t = math.sin %s : tensor<4xf64>
    affine.yield %t : tensor<4xf64>
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {fast = 3, slow_space = 1, write = 2.0, read = 2.0}}
  return %y : tensor<4xf64>
}

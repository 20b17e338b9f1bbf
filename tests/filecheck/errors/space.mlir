// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// Memory spaces that snapshots cannot be in, or have no use for.

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_memory' plans for one memory space: 'checkpoint_space' cannot stand beside it}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_space = 1 : i64, enzyme.checkpoint_memory = "1KiB"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{tensors have no memory space: 'checkpoint_space' and 'cache_use_tensor' contradict}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_space = 1 : i64, enzyme.checkpoint_period = 4 : i64, enzyme.cache_use_tensor}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_space' must be a memory space, got unit}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_space, enzyme.checkpoint_period = 4 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{runtime schedules work in their slots: 'checkpoint_space' cannot move them}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_space = 1 : i64, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_runtime}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{this loop keeps no snapshots: 'checkpoint_space' has no effect}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_space = 1 : i64, enzyme.checkpoint_scheme = "store_all"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{'enzyme.checkpoint_space' has no effect without 'enzyme.enable_checkpointing = true'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.checkpoint_space = 1 : i64}
  return %y : f64
}

// -----

func.func @f(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{tensors in slots stay in the default memory space}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (tensor<4xf64>) {
    %t = arith.mulf %s, %s : tensor<4xf64>
    scf.yield %t : tensor<4xf64>
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_space = 1 : i64, enzyme.checkpoint_period = 4 : i64}
  return %y : tensor<4xf64>
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{this loop keeps no snapshots: 'checkpoint_space' has no effect}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_space = 1 : i64, enzyme.checkpoint_period = 1 : i64}
  return %y : f64
}

// -----

func.func @f(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{tensors in snapshots stay in the default memory space}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (tensor<4xf64>) {
    %t = arith.mulf %s, %s : tensor<4xf64>
    scf.yield %t : tensor<4xf64>
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_space = 1 : i64, enzyme.checkpoint_period = 4 : i64}
  return %y : tensor<4xf64>
}

// -----

func.func @f(%x: tensor<4xf64>, %e: i1) -> tensor<4xf64> {
  // expected-warning @below {{tensors in slots stay in the default memory space}}
  %y:2 = scf.while (%more = %e, %s = %x) : (i1, tensor<4xf64>) -> (i1, tensor<4xf64>) {
    scf.condition(%more) %more, %s : i1, tensor<4xf64>
  } do {
  ^bb0(%more: i1, %s: tensor<4xf64>):
    %t = arith.mulf %s, %s : tensor<4xf64>
    %no = arith.constant false
    scf.yield %no, %t : i1, tensor<4xf64>
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_scheme = "online", enzyme.checkpoint_space = 1 : i64, enzyme.checkpoint_period = 4 : i64}
  return %y#1 : tensor<4xf64>
}

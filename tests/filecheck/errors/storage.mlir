// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// What cannot be kept in a file, or has no use for one.

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_storage' must be one of heap, file, got 'disk'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_storage = "disk"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{'enzyme.checkpoint_storage' must be a string; it is ignored}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_storage = 1 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'checkpoint_memory' plans for snapshots in memory: they cannot be in a file}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_storage = "file", enzyme.checkpoint_memory = "1KiB"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{snapshots are in a file or in a memory space: 'checkpoint_space' contradicts}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_storage = "file", enzyme.checkpoint_space = 1 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{snapshots are in a file or in tensors: 'cache_use_tensor' contradicts}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_storage = "file", enzyme.cache_use_tensor}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{runtime schedules work in their slots, which cannot be in a file}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_storage = "file", enzyme.checkpoint_runtime}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{this loop keeps no snapshots: 'checkpoint_storage' has no effect}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_storage = "file", enzyme.checkpoint_scheme = "store_all"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{'enzyme.checkpoint_storage' has no effect without 'enzyme.enable_checkpointing = true'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.checkpoint_storage = "file"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{unknown attribute 'enzyme.checkpoint_store' on a loop has no effect; did you mean 'enzyme.checkpoint_storage'?}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_store = "file"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64, 1 : i64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{a snapshot of memory in space 1 : i64 cannot be kept in a file}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64, 1 : i64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64, 1 : i64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_storage = "file"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<?xf64, strided<[2]>>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{memory of type memref<?xf64, strided<[2]>> cannot be copied for a replay yet}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64, strided<[2]>>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64, strided<[2]>>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_storage = "file"}
  return %y : f64
}

// -----

func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{a snapshot of type tensor<?xf64> cannot be kept in a file}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (tensor<?xf64>) {
    %t = arith.mulf %s, %s : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_storage = "file"}
  return %y : tensor<?xf64>
}

// -----

func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{this loop keeps no snapshots: 'checkpoint_storage' has no effect}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_storage = "file", enzyme.checkpoint_period = 1 : i64}
  return %y : f64
}

// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f storage=file}'

// The option for a function of which no snapshots are kept, and for a loop that asks for the heap.

// expected-warning @below {{no loop keeps snapshots: storage=file has no effect}}
func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  }
  return %y : f64
}

// -----

// expected-warning @below {{no loop keeps snapshots: storage=file has no effect}}
func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %t = arith.mulf %s, %a : f64
    memref.store %t, %m[%c0] : memref<?xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_storage = "heap"}
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
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_memory = "1KiB"}
  return %y : f64
}

// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f storage=stack}'

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{'%s_snapshots' cannot be on the stack: its size is not known when compiling}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    // expected-error @below {{'%r_tape' cannot be on the stack: its size is not known when compiling}}
    %t = scf.for %j = %c0 to %i step %c1 iter_args(%r = %s) -> (f64) {
      %u = math.sin %r : f64
      scf.yield %u : f64
    }
    scf.yield %t : f64
  }
  return %y : f64
}

// -----

func.func @f(%m: memref<4xf64, 1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{cannot be on the stack: it is in memory space 1}}
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %m[%c0] : memref<4xf64, 1>
    %b = math.sin %a : f64
    memref.store %b, %m[%c0] : memref<4xf64, 1>
  } {enzyme.enable_checkpointing = true}
  return
}

// -----

func.func @f(%m: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    // expected-error @below {{'%l' cannot be on the stack: each iteration of the 'scf.parallel' around it needs its own}}
    %l = memref.alloc() : memref<1xf64>
    %a = memref.load %m[%i] : memref<8xf64>
    memref.store %a, %l[%c0] : memref<1xf64>
    %b = memref.load %l[%c0] : memref<1xf64>
    %c = math.sin %b : f64
    memref.store %c, %m[%i] : memref<8xf64>
    memref.dealloc %l : memref<1xf64>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  // expected-error @below {{tensors cannot be kept on the stack: bufferization chooses where they are}}
  %a = tensor.extract %x[%c1] : tensor<4xf64>
  %b = math.sin %a : f64
  return %b : f64
}

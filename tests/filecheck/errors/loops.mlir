// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// Loops that cannot be stepped, and loops that cannot be replayed.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{loop step must be positive, got 0}}
  %y = scf.for %i = %c0 to %c8 step %c0 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %down = arith.constant -1 : i32
  // expected-error @below {{loop step must be positive, got -1}}
  %y = scf.for %i = %c8 to %c0 step %down iter_args(%s = %x) -> (f64) : i32 {
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  // expected-error @below {{loop step must not be zero}}
  %y = scf.for unsigned %i = %c0 to %c8 step %c0 iter_args(%s = %x) -> (f64) : i32 {
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  return %y : f64
}

// -----

func.func @f(%x: f64, %lower: i128, %upper: i128, %step: i128) -> f64 {
  // expected-error @below {{induction variable of type i128: at most 64 bits are supported}}
  %y = scf.for %i = %lower to %upper step %step iter_args(%s = %x) -> (f64) : i128 {
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  return %y : f64
}

// -----

func.func private @log()
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-note @below {{in this checkpointed loop}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    // expected-error @below {{'func.call' has effects that a replay would repeat}}
    func.call @log() : () -> ()
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<f64>
  // expected-error @below {{a checkpointed loop that frees memory from outside cannot be replayed}}
  %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %x) -> (f64) {
    memref.dealloc %m : memref<f64>
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<8xf64, strided<[2]>>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{memory of type memref<8xf64, strided<[2]>> cannot be copied for a replay yet}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %w = memref.load %m[%i] : memref<8xf64, strided<[2]>>
    memref.store %s, %m[%i] : memref<8xf64, strided<[2]>>
    %t = arith.mulf %s, %w : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{binomial checkpointing needs a checkpoint period of 2 or more; none is stated}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing}
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{binomial checkpointing needs a checkpoint period of 2 or more; it is 1}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 1 : i64}
  return %y : f64
}

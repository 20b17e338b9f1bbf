// RUN: ckptopt %s --verify-diagnostics -p loop-checkpoint

// Without `fn=`, public functions that reach an enabled loop are differentiated; directives in
// those that they do not call have no effect.

func.func private @called(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

func.func @f(%x: f64) -> f64 {
  %y = call @called(%x) : (f64) -> f64
  return %y : f64
}

func.func private @uncalled(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{checkpointing attributes have no effect here: '@uncalled' is not differentiated (name it with fn=)}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

func.func @without_the_switch(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{checkpointing attributes have no effect here: '@without_the_switch' is not differentiated (name it with fn=)}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

func.func @switched_off(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = false, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f memory=100B}'

// What a budget of the function was split into, and what of it has no effect.

// expected-remark @below {{all loops together: at most 96 of 100 bytes are kept at once}}
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 12 : index
  // expected-remark @below {{periodic: 2 snapshots, segments of 4 steps; 20 evaluations of 12 steps; 48 bytes}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  // expected-remark @below {{periodic: 2 snapshots, segments of 4 steps; 20 evaluations of 12 steps; 48 bytes}}
  %z = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %z : f64
}

// -----

// expected-remark @below {{all loops together: at most 96 of 100 bytes are kept at once}}
func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-remark @below {{online: 3 slots; 96 bytes}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true}
  return %y : f64
}

// -----

// expected-warning @below {{no loop is checkpointed within the budget of the function: it has no effect}}
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 12 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
  return %y : f64
}

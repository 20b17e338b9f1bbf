// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f memory=20B}'

// Budgets that nothing fits in: of a function, and of a loop.

// expected-error @below {{the checkpointed loops have no schedules that fit in 20 bytes; the smallest budget that works is 32 bytes}}
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 12 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  %z = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %z : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 12 : index
  // expected-error @below {{no schedule fits in 15 bytes; the smallest budget that works is 16 bytes}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_memory = "15B"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-error @below {{no schedule can be planned for scheme 'periodic': 'scf.while' does not tell its trip count before it ends}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_scheme = "periodic"}
  return %y : f64
}

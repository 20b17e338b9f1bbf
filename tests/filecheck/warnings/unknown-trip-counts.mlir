// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// Directives on loops that do not tell how often they run, some of which have no effect there.

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-warning @below {{the trip count is not known and no checkpoint period is stated: the loop is differentiated without checkpointing}}
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

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-warning @below {{the trip count is not known and no checkpoint period is stated}}
  // expected-warning @below {{a checkpoint period of 0 counts as none}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 0 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-warning @below {{the slots of an online schedule are memrefs: tensors are not used}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.cache_use_tensor}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-warning @below {{store-all keeps no snapshots: the checkpoint period has no effect}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_scheme = "store_all"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-warning @below {{scheme 'store_all' is asked for: the binomial directive has no effect}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_scheme = "store_all"}
  return %y : f64
}

// -----

// A counted loop tells how often it runs.
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-warning @below {{'scf.for' tells its trip count: 'binomial' takes the place of 'online'}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_scheme = "online", enzyme.checkpoint_period = 3 : i64}
  return %y : f64
}

// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// Directives that loops cannot follow which do not tell how often they run.

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-error @below {{online checkpointing needs a checkpoint period of 2 or more; it is 1}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 1 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-error @below {{binomial checkpointing needs a checkpoint period of 2 or more; none is stated}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-error @below {{binomial checkpointing needs a checkpoint period of 2 or more; it is 1}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 1 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-error @below {{scheme 'periodic' needs the trip count, which 'scf.while' does not tell before it ends; use 'online'}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_scheme = "periodic"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-error @below {{scheme 'leaf' needs the trip count, which 'scf.while' does not tell before it ends; use 'online'}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_scheme = "leaf", enzyme.checkpoint_leaf = 2 : i64}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-error @below {{unknown scheme 'onlin', did you mean 'online'?}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64, enzyme.checkpoint_scheme = "onlin"}
  return %y : f64
}

// -----

func.func @f(%x: f64, %e: f64) -> f64 {
  // expected-note @below {{in this checkpointed loop}}
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    %w = arith.fptosi %e : f64 to i64
    // expected-error @below {{'vector.print' has effects that a replay would repeat}}
    vector.print %w : i64
    scf.yield %t : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
  return %y : f64
}

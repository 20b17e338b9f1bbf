// RUN: ckptopt %s --verify-diagnostics -p 'differentiate{fn=f storage=stack}'

// Caches are no buffers yet: the stack is for what is lowered.

// expected-error @below {{storage=stack is for what is lowered: give it to loop-checkpoint}}
module {
  func.func @f(%x: f64) -> f64 {
    return %x : f64
  }
}

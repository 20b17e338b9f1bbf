// RUN: ckptopt %s --verify-diagnostics -p 'loop-checkpoint{outfn=gradient}'
// expected-error @above {{outfn= needs fn=: there are several functions to differentiate}}

func.func @f(%x: f64) -> f64 {
  %y = func.call @g(%x) : (f64) -> f64
  return %y : f64
}

func.func @g(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %x) -> (f64) {
    scf.yield %s : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

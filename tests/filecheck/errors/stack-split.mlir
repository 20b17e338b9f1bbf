// RUN: ckptopt %s --verify-diagnostics -p 'loop-checkpoint{fn=f mode=split storage=stack}'

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error @below {{'%s_tape' cannot be on the stack: it is returned}}
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  return %y : f64
}

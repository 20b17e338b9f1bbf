// The logistic map: numbers only, a body of three operations.

func.func @f(%x: f64, %r: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant $steps : index
  %one = arith.constant 1.0 : f64
  %y = scf.for %t = %c0 to %steps step %c1 iter_args(%s = %x) -> (f64) {
    %rest = arith.subf %one, %s : f64
    %growth = arith.mulf %r, %s : f64
    %next = arith.mulf %growth, %rest : f64 // counted
    scf.yield %next : f64
  } $loop
  return %y : f64
}

// A loop over time around a loop over space, both checkpointed: the sweep carries a number from
// cell to cell and changes the cells.

func.func @f(%u: memref<${cells}xf64>, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cells = arith.constant $cells : index
  %steps = arith.constant $steps : index
  %h = arith.constant 0.01 : f64
  %y = scf.for %t = %c0 to %steps step %c1 iter_args(%s = %x) -> (f64) {
    %swept = scf.for %i = %c0 to %cells step %c1 iter_args(%flow = %s) -> (f64) {
      %here = memref.load %u[%i] : memref<${cells}xf64>
      %bent = arith.mulf %here, %flow : f64
      %change = arith.mulf %h, %bent : f64
      %new = arith.addf %here, %change : f64
      memref.store %new, %u[%i] : memref<${cells}xf64>
      %loss = arith.mulf %h, %here : f64
      %lost = arith.mulf %loss, %flow : f64
      %next = arith.subf %flow, %lost : f64 // counted
      scf.yield %next : f64
    } $inner
    scf.yield %swept : f64
  } $loop
  return %y : f64
}

// Gradient descent on an energy, 40 steps, with a gradient that the program asks for itself; and then
// the gradient of that: how the energy at the end depends on where it started, and on the rate.
//
// Run:       ckptopt examples/descent.mlir -p 'enzyme,loop-checkpoint{fn=descent}'
// Look for:  The pass enzyme makes a function for enzyme.autodiff and calls it. loop-checkpoint then
//            differentiates @descent with that call: the adjoint of the gradient holds second
//            derivatives of the energy. The loop is checkpointed like any other.
// ARGS: {"rate": 0.05}

func.func @energy(%x: f64, %y: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %left = arith.subf %one, %x : f64
  %miss = arith.mulf %left, %left : f64
  %square = arith.mulf %x, %x : f64
  %bend = arith.subf %y, %square : f64
  %again = arith.mulf %bend, %bend : f64
  %wall = arith.mulf %two, %again : f64
  %energy = arith.addf %miss, %wall : f64
  return %energy : f64
}

func.func @descent(%x0: f64, %y0: f64, %rate: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 40 : index
  %one = arith.constant 1.0 : f64
  %end:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%x = %x0, %y = %y0) -> (f64, f64) {
    %down:2 = enzyme.autodiff @energy(%x, %y, %one) <{
        activity = [#enzyme.activity<enzyme_active>, #enzyme.activity<enzyme_active>],
        ret_activity = [#enzyme.activity<enzyme_activenoneed>]}> : (f64, f64, f64) -> (f64, f64)
    %dx = arith.mulf %rate, %down#0 : f64
    %dy = arith.mulf %rate, %down#1 : f64
    %new_x = arith.subf %x, %dx : f64
    %new_y = arith.subf %y, %dy : f64
    scf.yield %new_x, %new_y : f64, f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 5 : i64}
  %final = func.call @energy(%end#0, %end#1) : (f64, f64) -> f64
  return %final : f64
}

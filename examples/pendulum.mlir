// A pendulum, stepped a number of times that is known only when the program runs.
//
// Run:       ckptopt examples/pendulum.mlir -p loop-checkpoint
// Look for:  @pendulum_grad returns the gradients of the initial angle, the initial speed and the
//            stiffness. The length of a segment is computed from %steps, and the last segment is cut
//            to what is left.

func.func @pendulum(%angle0: f64, %speed0: f64, %stiffness: f64, %steps: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dt = arith.constant 0.01 : f64
  %end:2 = scf.for %i = %c0 to %steps step %c1
      iter_args(%angle = %angle0, %speed = %speed0) -> (f64, f64) {
    %sine = math.sin %angle : f64
    %pull = arith.mulf %stiffness, %sine : f64
    %kick = arith.mulf %dt, %pull : f64
    %new_speed = arith.subf %speed, %kick : f64
    %move = arith.mulf %dt, %new_speed : f64
    %new_angle = arith.addf %angle, %move : f64
    scf.yield %new_angle, %new_speed : f64, f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
  return %end#0, %end#1 : f64, f64
}

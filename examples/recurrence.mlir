// A scalar recurrence: state <- state + 0.1 * sin(rate * state), 100 times.
//
// Run:       ckptopt examples/recurrence.mlir -p loop-checkpoint
// Look for:  @recurrence_grad returns the gradients of %initial and %rate. One loop runs over
//            3 of the 4 segments and keeps the state at the start of each; the last one is taped and
//            reversed at once. Another loop goes through the 3 backwards, replays each from its
//            snapshot, and reverses its steps.

func.func @recurrence(%initial: f64, %rate: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 100 : index
  %h = arith.constant 0.1 : f64
  %final = scf.for %i = %c0 to %steps step %c1 iter_args(%state = %initial) -> (f64) {
    %angle = arith.mulf %rate, %state : f64
    %slope = math.sin %angle : f64
    %change = arith.mulf %h, %slope : f64
    %next = arith.addf %state, %change : f64
    scf.yield %next : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
  return %final : f64
}

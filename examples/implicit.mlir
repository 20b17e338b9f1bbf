// Implicit Euler for y' = sin(rate * y), 24 steps; each solves y = before + 0.1 * sin(rate * y) by 30
// fixed-point iterations. Both loops are checkpointed.
//
// Run:       ckptopt examples/implicit.mlir -p loop-checkpoint
// Look for:  Each loop has its own scheme. The outer one keeps few states, of some steps; that a
//            step is replayed means that its inner loop is run, with few states of some iterations.
//            So the memory is a sum, of the outer snapshots and those of one inner loop, where
//            store-all needs the product: 24 times 30 states.

func.func @implicit(%start: f64, %rate: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 24 : index
  %iterations = arith.constant 30 : index
  %h = arith.constant 0.1 : f64
  %final = scf.for %t = %c0 to %steps step %c1 iter_args(%before = %start) -> (f64) {
    %solution = scf.for %k = %c0 to %iterations step %c1 iter_args(%guess = %before) -> (f64) {
      %angle = arith.mulf %rate, %guess : f64
      %slope = math.sin %angle : f64
      %change = arith.mulf %h, %slope : f64
      %better = arith.addf %before, %change : f64
      scf.yield %better : f64
    } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 5 : i64}
    scf.yield %solution : f64
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 4 : i64}
  return %final : f64
}

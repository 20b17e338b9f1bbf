// Heat in a rod of 64 cells, 200 time steps in place: %old gets a copy of %rod, and %rod is computed
// from it. The temperatures at both ends are fixed.
//
// Run:       ckptopt examples/heat.mlir -p loop-checkpoint
// Look for:  @heat_grad takes a shadow buffer after each buffer: it comes in with the sensitivity of
//            the final temperatures and goes out with that of the initial ones. %rod is read and then
//            overwritten, so each of the 3 snapshots holds a copy of it. %old is overwritten by each
//            step before it is read: no snapshot holds it, and the replay gets a buffer of its own.

func.func @heat(%rod: memref<64xf64>, %old: memref<64xf64>, %diffusion: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 63 : index
  %steps = arith.constant 200 : index
  %two = arith.constant 2.0 : f64
  scf.for %t = %c0 to %steps step %c1 {
    memref.copy %rod, %old : memref<64xf64> to memref<64xf64>
    scf.for %i = %c1 to %last step %c1 {
      %before = arith.subi %i, %c1 : index
      %after = arith.addi %i, %c1 : index
      %left = memref.load %old[%before] : memref<64xf64>
      %here = memref.load %old[%i] : memref<64xf64>
      %right = memref.load %old[%after] : memref<64xf64>
      %sides = arith.addf %left, %right : f64
      %twice = arith.mulf %two, %here : f64
      %bend = arith.subf %sides, %twice : f64
      %flow = arith.mulf %diffusion, %bend : f64
      %new = arith.addf %here, %flow : f64
      memref.store %new, %rod[%i] : memref<64xf64>
    }
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
  return
}

// A batch of Lorenz systems, one trajectory per GPU thread, with its gradient in the kernel.
//
// Run:       ckptopt examples/gpu/lorenz.mlir -p 'loop-checkpoint{storage=stack}'
// Look for:  @lorenz_grad, which the kernel calls, is declared below and filled in. Its 16 slots
//            are `memref.alloca`: local memory of a thread. README.md takes it on to PTX.

gpu.module @kernels {
  // 1000 Euler steps; the result is where the trajectory ends.
  func.func @lorenz(%x0: f64, %y0: f64, %z0: f64, %sigma: f64, %rho: f64, %beta: f64) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %steps = arith.constant 1000 : index
    %dt = arith.constant 0.001 : f64
    %end:3 = scf.for %i = %c0 to %steps step %c1
        iter_args(%x = %x0, %y = %y0, %z = %z0) -> (f64, f64, f64) {
      %xy = arith.subf %y, %x : f64
      %dx = arith.mulf %sigma, %xy : f64
      %rz = arith.subf %rho, %z : f64
      %xrz = arith.mulf %x, %rz : f64
      %dy = arith.subf %xrz, %y : f64
      %product = arith.mulf %x, %y : f64
      %decay = arith.mulf %beta, %z : f64
      %dz = arith.subf %product, %decay : f64
      %move_x = arith.mulf %dt, %dx : f64
      %move_y = arith.mulf %dt, %dy : f64
      %move_z = arith.mulf %dt, %dz : f64
      %new_x = arith.addf %x, %move_x : f64
      %new_y = arith.addf %y, %move_y : f64
      %new_z = arith.addf %z, %move_z : f64
      scf.yield %new_x, %new_y, %new_z : f64, f64, f64
    } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 16 : i64}
    return %end#0 : f64
  }

  func.func private @lorenz_grad(f64, f64, f64, f64, f64, f64, f64)
      -> (f64, f64, f64, f64, f64, f64)

  // Row k of %inputs and %gradients belongs to argument k of @lorenz, a column to a trajectory.
  gpu.func @gradients(%inputs: memref<6x?xf64>, %gradients: memref<6x?xf64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %one = arith.constant 1.0 : f64
    %count = memref.dim %inputs, %c1 : memref<6x?xf64>
    %t = gpu.global_id x
    %inside = arith.cmpi ult, %t, %count : index
    scf.if %inside {
      %x = memref.load %inputs[%c0, %t] : memref<6x?xf64>
      %y = memref.load %inputs[%c1, %t] : memref<6x?xf64>
      %z = memref.load %inputs[%c2, %t] : memref<6x?xf64>
      %sigma = memref.load %inputs[%c3, %t] : memref<6x?xf64>
      %rho = memref.load %inputs[%c4, %t] : memref<6x?xf64>
      %beta = memref.load %inputs[%c5, %t] : memref<6x?xf64>
      %g:6 = func.call @lorenz_grad(%x, %y, %z, %sigma, %rho, %beta, %one)
          : (f64, f64, f64, f64, f64, f64, f64) -> (f64, f64, f64, f64, f64, f64)
      memref.store %g#0, %gradients[%c0, %t] : memref<6x?xf64>
      memref.store %g#1, %gradients[%c1, %t] : memref<6x?xf64>
      memref.store %g#2, %gradients[%c2, %t] : memref<6x?xf64>
      memref.store %g#3, %gradients[%c3, %t] : memref<6x?xf64>
      memref.store %g#4, %gradients[%c4, %t] : memref<6x?xf64>
      memref.store %g#5, %gradients[%c5, %t] : memref<6x?xf64>
    }
    gpu.return
  }
}

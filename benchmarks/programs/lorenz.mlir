// A batch of Lorenz systems in place, by Euler steps.

func.func @f(%xs: memref<${batch}xf64>, %ys: memref<${batch}xf64>, %zs: memref<${batch}xf64>,
             %rho: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %batch = arith.constant $batch : index
  %steps = arith.constant $steps : index
  %zero = arith.constant 0.0 : f64
  %h = arith.constant 0.001 : f64
  %sigma = arith.constant 10.0 : f64
  %beta = arith.constant 2.6666666666666665 : f64
  %loss = scf.for %t = %c0 to %steps step %c1 iter_args(%sum = %zero) -> (f64) {
    scf.for %i = %c0 to %batch step %c1 {
      %x = memref.load %xs[%i] : memref<${batch}xf64>
      %y = memref.load %ys[%i] : memref<${batch}xf64>
      %z = memref.load %zs[%i] : memref<${batch}xf64>
      %yx = arith.subf %y, %x : f64
      %dx = arith.mulf %sigma, %yx : f64
      %rz = arith.subf %rho, %z : f64
      %xrz = arith.mulf %x, %rz : f64
      %dy = arith.subf %xrz, %y : f64
      %xy = arith.mulf %x, %y : f64
      %bz = arith.mulf %beta, %z : f64
      %dz = arith.subf %xy, %bz : f64
      %hx = arith.mulf %h, %dx : f64
      %hy = arith.mulf %h, %dy : f64
      %hz = arith.mulf %h, %dz : f64
      %x1 = arith.addf %x, %hx : f64
      %y1 = arith.addf %y, %hy : f64
      %z1 = arith.addf %z, %hz : f64
      memref.store %x1, %xs[%i] : memref<${batch}xf64>
      memref.store %y1, %ys[%i] : memref<${batch}xf64>
      memref.store %z1, %zs[%i] : memref<${batch}xf64>
    }
    %seen = memref.load %zs[%c0] : memref<${batch}xf64>
    %next = arith.addf %sum, %seen : f64 // counted
    scf.yield %next : f64
  } $loop
  return %loss : f64
}

// Viscous Burgers in one dimension with two buffers: each step goes from %u to %v and back.

func.func @f(%u: memref<${cells}xf64>, %v: memref<${cells}xf64>, %nu: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant $last : index
  %probe = arith.constant $probe : index
  %steps = arith.constant $steps : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %ratio = arith.constant 0.1 : f64
  %loss = scf.for %t = %c0 to %steps step %c1 iter_args(%sum = %zero) -> (f64) {
    scf.for %i = %c1 to %last step %c1 {
      %before = arith.subi %i, %c1 : index
      %after = arith.addi %i, %c1 : index
      %l = memref.load %u[%before] : memref<${cells}xf64>
      %m = memref.load %u[%i] : memref<${cells}xf64>
      %r = memref.load %u[%after] : memref<${cells}xf64>
      %slope = arith.subf %r, %l : f64
      %carried = arith.mulf %m, %slope : f64
      %advection = arith.mulf %ratio, %carried : f64
      %sides = arith.addf %l, %r : f64
      %twice = arith.mulf %two, %m : f64
      %bend = arith.subf %sides, %twice : f64
      %diffusion = arith.mulf %nu, %bend : f64
      %change = arith.subf %diffusion, %advection : f64
      %new = arith.addf %m, %change : f64
      memref.store %new, %v[%i] : memref<${cells}xf64>
    }
    scf.for %i = %c1 to %last step %c1 {
      %before = arith.subi %i, %c1 : index
      %after = arith.addi %i, %c1 : index
      %l = memref.load %v[%before] : memref<${cells}xf64>
      %m = memref.load %v[%i] : memref<${cells}xf64>
      %r = memref.load %v[%after] : memref<${cells}xf64>
      %slope = arith.subf %r, %l : f64
      %carried = arith.mulf %m, %slope : f64
      %advection = arith.mulf %ratio, %carried : f64
      %sides = arith.addf %l, %r : f64
      %twice = arith.mulf %two, %m : f64
      %bend = arith.subf %sides, %twice : f64
      %diffusion = arith.mulf %nu, %bend : f64
      %change = arith.subf %diffusion, %advection : f64
      %new = arith.addf %m, %change : f64
      memref.store %new, %u[%i] : memref<${cells}xf64>
    }
    %seen = memref.load %u[%probe] : memref<${cells}xf64>
    %next = arith.addf %sum, %seen : f64 // counted
    scf.yield %next : f64
  } $loop
  return %loss : f64
}

// Heat in a plate, in place: %old gets a copy of %u, and %u is computed from it.

func.func @f(%u: memref<${cells}x${cells}xf64>, %old: memref<${cells}x${cells}xf64>, %alpha: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cells = arith.constant $cells : index
  %last = arith.subi %cells, %c1 : index
  %probe = arith.constant $probe : index
  %steps = arith.constant $steps : index
  %zero = arith.constant 0.0 : f64
  %four = arith.constant 4.0 : f64
  %loss = scf.for %t = %c0 to %steps step %c1 iter_args(%sum = %zero) -> (f64) {
    scf.for %i = %c0 to %cells step %c1 {
      scf.for %j = %c0 to %cells step %c1 {
        %value = memref.load %u[%i, %j] : memref<${cells}x${cells}xf64>
        memref.store %value, %old[%i, %j] : memref<${cells}x${cells}xf64>
      }
    }
    scf.for %i = %c1 to %last step %c1 {
      %up = arith.subi %i, %c1 : index
      %down = arith.addi %i, %c1 : index
      scf.for %j = %c1 to %last step %c1 {
        %left = arith.subi %j, %c1 : index
        %right = arith.addi %j, %c1 : index
        %a = memref.load %old[%up, %j] : memref<${cells}x${cells}xf64>
        %b = memref.load %old[%down, %j] : memref<${cells}x${cells}xf64>
        %c = memref.load %old[%i, %left] : memref<${cells}x${cells}xf64>
        %d = memref.load %old[%i, %right] : memref<${cells}x${cells}xf64>
        %e = memref.load %old[%i, %j] : memref<${cells}x${cells}xf64>
        %ab = arith.addf %a, %b : f64
        %cd = arith.addf %c, %d : f64
        %sides = arith.addf %ab, %cd : f64
        %centre = arith.mulf %four, %e : f64
        %bend = arith.subf %sides, %centre : f64
        %flow = arith.mulf %alpha, %bend : f64
        %new = arith.addf %e, %flow : f64
        memref.store %new, %u[%i, %j] : memref<${cells}x${cells}xf64>
      }
    }
    %seen = memref.load %u[%probe, %probe] : memref<${cells}x${cells}xf64>
    %next = arith.addf %sum, %seen : f64 // counted
    scf.yield %next : f64
  } $loop
  return %loss : f64
}

// L x = b by forward substitution: step i reads what the steps before it wrote.

func.func @f(%lower: memref<${steps}x${steps}xf64>, %b: memref<${steps}xf64>, %x: memref<${steps}xf64>)
    -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant $steps : index
  %zero = arith.constant 0.0 : f64
  %loss = scf.for %i = %c0 to %size step %c1 iter_args(%sum = %zero) -> (f64) {
    %right = memref.load %b[%i] : memref<${steps}xf64>
    %rest = scf.for %j = %c0 to %i step %c1 iter_args(%r = %right) -> (f64) {
      %l = memref.load %lower[%i, %j] : memref<${steps}x${steps}xf64>
      %known = memref.load %x[%j] : memref<${steps}xf64>
      %product = arith.mulf %l, %known : f64
      %r1 = arith.subf %r, %product : f64
      scf.yield %r1 : f64
    }
    %pivot = memref.load %lower[%i, %i] : memref<${steps}x${steps}xf64>
    %value = arith.divf %rest, %pivot : f64
    memref.store %value, %x[%i] : memref<${steps}xf64>
    %square = arith.mulf %value, %value : f64
    %next = arith.addf %sum, %square : f64 // counted
    scf.yield %next : f64
  } $loop
  return %loss : f64
}

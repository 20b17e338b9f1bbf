// A recurrent cell, h = tanh(W h + v x[t]): the weights are only read.

func.func @f(%h: memref<${width}xf64>, %mixed: memref<${width}xf64>,
             %weights: memref<${width}x${width}xf64>, %input: memref<${width}xf64>,
             %signal: memref<${steps}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %width = arith.constant $width : index
  %steps = arith.constant $steps : index
  %zero = arith.constant 0.0 : f64
  %loss = scf.for %t = %c0 to %steps step %c1 iter_args(%sum = %zero) -> (f64) {
    %x = memref.load %signal[%t] : memref<${steps}xf64>
    scf.for %i = %c0 to %width step %c1 {
      %v = memref.load %input[%i] : memref<${width}xf64>
      %start = arith.mulf %v, %x : f64
      %dot = scf.for %j = %c0 to %width step %c1 iter_args(%d = %start) -> (f64) {
        %w = memref.load %weights[%i, %j] : memref<${width}x${width}xf64>
        %s = memref.load %h[%j] : memref<${width}xf64>
        %ws = arith.mulf %w, %s : f64
        %d1 = arith.addf %d, %ws : f64
        scf.yield %d1 : f64
      }
      memref.store %dot, %mixed[%i] : memref<${width}xf64>
    }
    scf.for %i = %c0 to %width step %c1 {
      %m = memref.load %mixed[%i] : memref<${width}xf64>
      %n = math.tanh %m : f64
      memref.store %n, %h[%i] : memref<${width}xf64>
    }
    %seen = memref.load %h[%c0] : memref<${width}xf64>
    %next = arith.addf %sum, %seen : f64 // counted
    scf.yield %next : f64
  } $loop
  return %loss : f64
}

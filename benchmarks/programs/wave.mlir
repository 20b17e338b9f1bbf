// An acoustic wave by leap-frog: %next is computed from %now and %before, then they move on; a
// receiver is written in each step. %speed2 is only read. The result compares with what was measured.

func.func @f(%before: memref<${cells}xf64>, %now: memref<${cells}xf64>, %after: memref<${cells}xf64>,
             %speed2: memref<${cells}xf64>, %received: memref<${steps}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cells = arith.constant $cells : index
  %last = arith.constant $last : index
  %probe = arith.constant $probe : index
  %steps = arith.constant $steps : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %energy = scf.for %t = %c0 to %steps step %c1 iter_args(%sum = %zero) -> (f64) {
    scf.for %i = %c1 to %last step %c1 {
      %left = arith.subi %i, %c1 : index
      %right = arith.addi %i, %c1 : index
      %l = memref.load %now[%left] : memref<${cells}xf64>
      %m = memref.load %now[%i] : memref<${cells}xf64>
      %r = memref.load %now[%right] : memref<${cells}xf64>
      %p = memref.load %before[%i] : memref<${cells}xf64>
      %c = memref.load %speed2[%i] : memref<${cells}xf64>
      %sides = arith.addf %l, %r : f64
      %twice = arith.mulf %two, %m : f64
      %bend = arith.subf %sides, %twice : f64
      %force = arith.mulf %c, %bend : f64
      %drift = arith.subf %twice, %p : f64
      %new = arith.addf %drift, %force : f64
      memref.store %new, %after[%i] : memref<${cells}xf64>
    }
    scf.for %i = %c1 to %last step %c1 {
      %m = memref.load %now[%i] : memref<${cells}xf64>
      %n = memref.load %after[%i] : memref<${cells}xf64>
      memref.store %m, %before[%i] : memref<${cells}xf64>
      memref.store %n, %now[%i] : memref<${cells}xf64>
    }
    %seen = memref.load %now[%probe] : memref<${cells}xf64>
    memref.store %seen, %received[%t] : memref<${steps}xf64>
    %square = arith.mulf %seen, %seen : f64
    %next = arith.addf %sum, %square : f64 // counted
    scf.yield %next : f64
  } $loop
  %first = memref.load %received[%c0] : memref<${steps}xf64>
  %loss = arith.addf %energy, %first : f64
  return %loss : f64
}

// Burgers' equation on 32 cells, 60 time steps, in two buffers that change places: each step reads
// %now, writes %next, and hands them on in the other order. The values at both ends are fixed.
//
// Run:       ckptopt examples/burgers.mlir -p loop-checkpoint
// Look for:  The loops of @burgers_grad carry the shadows of both buffers beside them, and these
//            change places too. A snapshot holds the contents of both buffers, and the replays run
//            on copies; what the caller passes is written by the first run only.
// ARGS: {"viscosity": 0.3}

func.func @burgers(%first: memref<32xf64>, %second: memref<32xf64>, %viscosity: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 31 : index
  %steps = arith.constant 60 : index
  %two = arith.constant 2.0 : f64
  %courant = arith.constant 0.05 : f64
  scf.for %t = %c0 to %steps step %c1
      iter_args(%now = %first, %next = %second) -> (memref<32xf64>, memref<32xf64>) {
    %head = memref.load %now[%c0] : memref<32xf64>
    memref.store %head, %next[%c0] : memref<32xf64>
    %tail = memref.load %now[%last] : memref<32xf64>
    memref.store %tail, %next[%last] : memref<32xf64>
    scf.for %i = %c1 to %last step %c1 {
      %before = arith.subi %i, %c1 : index
      %after = arith.addi %i, %c1 : index
      %left = memref.load %now[%before] : memref<32xf64>
      %here = memref.load %now[%i] : memref<32xf64>
      %right = memref.load %now[%after] : memref<32xf64>
      %in = arith.mulf %left, %left : f64
      %out = arith.mulf %right, %right : f64
      %flux = arith.subf %out, %in : f64
      %carried = arith.mulf %courant, %flux : f64
      %sides = arith.addf %left, %right : f64
      %twice = arith.mulf %two, %here : f64
      %bend = arith.subf %sides, %twice : f64
      %spread = arith.mulf %viscosity, %bend : f64
      %change = arith.subf %spread, %carried : f64
      %new = arith.addf %here, %change : f64
      memref.store %new, %next[%i] : memref<32xf64>
    }
    scf.yield %next, %now : memref<32xf64>, memref<32xf64>
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
  return
}

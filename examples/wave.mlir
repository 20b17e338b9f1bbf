// Sound in a rod of 48 cells, 60 time steps: a pulse goes in at cell 8, a receiver listens at cell
// 40, and the result is the misfit, the sum of squares of what it hears minus what was recorded.
// The gradient in the speeds is what full waveform inversion descends along.
//
// Run:       ckptopt examples/wave.mlir -p 'loop-checkpoint{fn=wave argTys=enzyme_dup,enzyme_const,enzyme_const,enzyme_dup,enzyme_dup}'
// Look for:  The reverse is the adjoint wave: it runs backwards in time, and at each step the
//            misfit goes in at cell 40, where the receiver is. A slot holds the pressures and the
//            flows, which steps overwrite. What they only read, such as the speeds, is in no slot.
//            The pulse and the record are constants: @wave_grad has no shadows for them.

func.func @wave(%speed: memref<48xf64>, %pulse: memref<60xf64>, %record: memref<60xf64>,
                %pressure: memref<48xf64>, %flow: memref<48xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %source = arith.constant 8 : index
  %receiver = arith.constant 40 : index
  %last = arith.constant 47 : index
  %cells = arith.constant 48 : index
  %steps = arith.constant 60 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %misfit = scf.for %t = %c0 to %steps step %c1 iter_args(%sum = %zero) -> (f64) {
    // Differences of pressure drive the flow,
    scf.for %i = %c0 to %last step %c1 {
      %after = arith.addi %i, %c1 : index
      %here = memref.load %pressure[%i] : memref<48xf64>
      %right = memref.load %pressure[%after] : memref<48xf64>
      %slope = arith.subf %here, %right : f64
      %push = arith.mulf %half, %slope : f64
      %old = memref.load %flow[%i] : memref<48xf64>
      %new = arith.addf %old, %push : f64
      memref.store %new, %flow[%i] : memref<48xf64>
    }
    // and differences of flow the pressure, times the square of the speed.
    scf.for %i = %c1 to %cells step %c1 {
      %before = arith.subi %i, %c1 : index
      %in = memref.load %flow[%before] : memref<48xf64>
      %out = memref.load %flow[%i] : memref<48xf64>
      %rest = arith.subf %in, %out : f64
      %c = memref.load %speed[%i] : memref<48xf64>
      %modulus = arith.mulf %c, %c : f64
      %scaled = arith.mulf %modulus, %rest : f64
      %rise = arith.mulf %half, %scaled : f64
      %old = memref.load %pressure[%i] : memref<48xf64>
      %new = arith.addf %old, %rise : f64
      memref.store %new, %pressure[%i] : memref<48xf64>
    }
    %quiet = memref.load %pressure[%source] : memref<48xf64>
    %kick = memref.load %pulse[%t] : memref<60xf64>
    %loud = arith.addf %quiet, %kick : f64
    memref.store %loud, %pressure[%source] : memref<48xf64>

    %heard = memref.load %pressure[%receiver] : memref<48xf64>
    %wanted = memref.load %record[%t] : memref<60xf64>
    %error = arith.subf %heard, %wanted : f64
    %square = arith.mulf %error, %error : f64
    %next = arith.addf %sum, %square : f64
    scf.yield %next : f64
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 6 : i64}
  return %misfit : f64
}

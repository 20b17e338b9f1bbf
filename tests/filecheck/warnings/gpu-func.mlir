// RUN: ckptopt %s --verify-diagnostics -p loop-checkpoint

gpu.module @kernels {
  func.func @f(%x: f64) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
      %t = math.sin %s : f64
      scf.yield %t : f64
    } {enzyme.enable_checkpointing = true}
    return %y : f64
  }
  gpu.func @kernel(%m: memref<8xf64>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    // expected-warning @below {{checkpointing attributes have no effect here: '@kernel' is not differentiated (move what is to be differentiated to a func.func and call that)}}
    scf.for %i = %c0 to %c8 step %c1 {
      %x = memref.load %m[%i] : memref<8xf64>
      %y = func.call @f(%x) : (f64) -> f64
      memref.store %y, %m[%i] : memref<8xf64>
    } {enzyme.enable_checkpointing = true}
    gpu.return
  }
}

// RUN: ckptopt %s -p 'loop-checkpoint{storage=stack}' | filecheck %s
// RUN: ckptopt %s -p 'loop-checkpoint{fn=kernels::f storage=stack}' | filecheck %s --check-prefix=ONE

// Functions of a `gpu.module` are differentiated there; a derivative takes the place of its
// declaration, so that a kernel can call it. Names in different symbol tables are different.

gpu.module @kernels {
  func.func @f(%x: f64) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
      %t = math.sin %s : f64
      scf.yield %t : f64
    } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
    return %y : f64
  }
  func.func private @f_grad(f64, f64) -> f64
  gpu.func @kernel(%m: memref<?xf64>) kernel {
    %one = arith.constant 1.0 : f64
    %t = gpu.global_id x
    %x = memref.load %m[%t] : memref<?xf64>
    %g = func.call @f_grad(%x, %one) : (f64, f64) -> f64
    memref.store %g, %m[%t] : memref<?xf64>
    gpu.return
  }
}

gpu.module @others {
  func.func @f(%x: f64) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %x) -> (f64) {
      %t = arith.mulf %s, %s : f64
      scf.yield %t : f64
    } {enzyme.enable_checkpointing = true, enzyme.checkpoint_scheme = "store_all"}
    return %y : f64
  }
}

// CHECK:       module {
// CHECK-NEXT:    gpu.module @kernels {
// CHECK-LABEL:     func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:        %c0 = arith.constant 0 : index
// CHECK-NEXT:        %c1 = arith.constant 1 : index
// CHECK-NEXT:        %c8 = arith.constant 8 : index
// CHECK-NEXT:        %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:          %t = math.sin %s : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:        return %y : f64
// CHECK-NEXT:      }
// CHECK-LABEL:     func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:        %c0 = arith.constant 0 : index
// CHECK-NEXT:        %c1 = arith.constant 1 : index
// CHECK-NEXT:        %c4 = arith.constant 4 : index
// CHECK-NEXT:        %c3 = arith.constant 3 : index
// CHECK-NEXT:        %s_snapshots = memref.alloca() : memref<1xf64>
// CHECK-NEXT:        %s_tape = memref.alloca() : memref<4xf64>
// CHECK-NEXT:        %s_tape_1 = memref.alloca() : memref<4xf64>
// CHECK-NEXT:        memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:        %s = scf.for %offset = %c0 to %c4 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:          %t = math.sin %s_1 : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %y = scf.for %offset_1 = %c0 to %c4 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:          %t_1 = math.sin %s_2 : f64
// CHECK-NEXT:          memref.store %s_2, %s_tape[%offset_1] : memref<4xf64>
// CHECK-NEXT:          scf.yield %t_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj = scf.for %back = %c0 to %c4 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:          %offset_2 = arith.subi %c3, %back : index
// CHECK-NEXT:          %s_3 = memref.load %s_tape[%offset_2] : memref<4xf64>
// CHECK-NEXT:          %0 = math.cos %s_3 : f64
// CHECK-NEXT:          %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:          scf.yield %s_adj_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:        %s_5 = scf.for %offset_3 = %c0 to %c4 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// CHECK-NEXT:          %t_2 = math.sin %s_6 : f64
// CHECK-NEXT:          memref.store %s_6, %s_tape_1[%offset_3] : memref<4xf64>
// CHECK-NEXT:          scf.yield %t_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj_3 = scf.for %back_1 = %c0 to %c4 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %c3, %back_1 : index
// CHECK-NEXT:          %s_7 = memref.load %s_tape_1[%offset_4] : memref<4xf64>
// CHECK-NEXT:          %1 = math.cos %s_7 : f64
// CHECK-NEXT:          %s_adj_5 = arith.mulf %s_adj_4, %1 : f64
// CHECK-NEXT:          scf.yield %s_adj_5 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        return %s_adj_3 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      gpu.func @kernel(%m: memref<?xf64>) kernel {
// CHECK-NEXT:        %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:        %t = gpu.global_id x
// CHECK-NEXT:        %x = memref.load %m[%t] : memref<?xf64>
// CHECK-NEXT:        %g = func.call @f_grad(%x, %one) : (f64, f64) -> f64
// CHECK-NEXT:        memref.store %g, %m[%t] : memref<?xf64>
// CHECK-NEXT:        gpu.return
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    gpu.module @others {
// CHECK-LABEL:     func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:        %c0 = arith.constant 0 : index
// CHECK-NEXT:        %c1 = arith.constant 1 : index
// CHECK-NEXT:        %c3 = arith.constant 3 : index
// CHECK-NEXT:        %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:          %t = arith.mulf %s, %s : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        } {enzyme.enable_checkpointing = true, enzyme.checkpoint_scheme = "store_all"}
// CHECK-NEXT:        return %y : f64
// CHECK-NEXT:      }
// CHECK-LABEL:     func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:        %c0 = arith.constant 0 : index
// CHECK-NEXT:        %c1 = arith.constant 1 : index
// CHECK-NEXT:        %c3 = arith.constant 3 : index
// CHECK-NEXT:        %c2 = arith.constant 2 : index
// CHECK-NEXT:        %s_tape = memref.alloca() : memref<3xf64>
// CHECK-NEXT:        %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:          %t = arith.mulf %s, %s : f64
// CHECK-NEXT:          memref.store %s, %s_tape[%i] : memref<3xf64>
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj = scf.for %back = %c0 to %c3 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:          %i_1 = arith.subi %c2, %back : index
// CHECK-NEXT:          %s_1 = memref.load %s_tape[%i_1] : memref<3xf64>
// CHECK-NEXT:          %s_adj_2 = arith.mulf %s_adj_1, %s_1 : f64
// CHECK-NEXT:          %s_adj_3 = arith.addf %s_adj_2, %s_adj_2 : f64
// CHECK-NEXT:          scf.yield %s_adj_3 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        return %s_adj : f64
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// ONE:       module {
// ONE-NEXT:    gpu.module @kernels {
// ONE-LABEL:     func.func @f(%x: f64) -> f64 {
// ONE-NEXT:        %c0 = arith.constant 0 : index
// ONE-NEXT:        %c1 = arith.constant 1 : index
// ONE-NEXT:        %c8 = arith.constant 8 : index
// ONE-NEXT:        %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
// ONE-NEXT:          %t = math.sin %s : f64
// ONE-NEXT:          scf.yield %t : f64
// ONE-NEXT:        } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// ONE-NEXT:        return %y : f64
// ONE-NEXT:      }
// ONE-LABEL:     func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// ONE-NEXT:        %c0 = arith.constant 0 : index
// ONE-NEXT:        %c1 = arith.constant 1 : index
// ONE-NEXT:        %c4 = arith.constant 4 : index
// ONE-NEXT:        %c3 = arith.constant 3 : index
// ONE-NEXT:        %s_snapshots = memref.alloca() : memref<1xf64>
// ONE-NEXT:        %s_tape = memref.alloca() : memref<4xf64>
// ONE-NEXT:        %s_tape_1 = memref.alloca() : memref<4xf64>
// ONE-NEXT:        memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// ONE-NEXT:        %s = scf.for %offset = %c0 to %c4 step %c1 iter_args(%s_1 = %x) -> (f64) {
// ONE-NEXT:          %t = math.sin %s_1 : f64
// ONE-NEXT:          scf.yield %t : f64
// ONE-NEXT:        }
// ONE-NEXT:        %y = scf.for %offset_1 = %c0 to %c4 step %c1 iter_args(%s_2 = %s) -> (f64) {
// ONE-NEXT:          %t_1 = math.sin %s_2 : f64
// ONE-NEXT:          memref.store %s_2, %s_tape[%offset_1] : memref<4xf64>
// ONE-NEXT:          scf.yield %t_1 : f64
// ONE-NEXT:        }
// ONE-NEXT:        %s_adj = scf.for %back = %c0 to %c4 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// ONE-NEXT:          %offset_2 = arith.subi %c3, %back : index
// ONE-NEXT:          %s_3 = memref.load %s_tape[%offset_2] : memref<4xf64>
// ONE-NEXT:          %0 = math.cos %s_3 : f64
// ONE-NEXT:          %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// ONE-NEXT:          scf.yield %s_adj_2 : f64
// ONE-NEXT:        }
// ONE-NEXT:        %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// ONE-NEXT:        %s_5 = scf.for %offset_3 = %c0 to %c4 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// ONE-NEXT:          %t_2 = math.sin %s_6 : f64
// ONE-NEXT:          memref.store %s_6, %s_tape_1[%offset_3] : memref<4xf64>
// ONE-NEXT:          scf.yield %t_2 : f64
// ONE-NEXT:        }
// ONE-NEXT:        %s_adj_3 = scf.for %back_1 = %c0 to %c4 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// ONE-NEXT:          %offset_4 = arith.subi %c3, %back_1 : index
// ONE-NEXT:          %s_7 = memref.load %s_tape_1[%offset_4] : memref<4xf64>
// ONE-NEXT:          %1 = math.cos %s_7 : f64
// ONE-NEXT:          %s_adj_5 = arith.mulf %s_adj_4, %1 : f64
// ONE-NEXT:          scf.yield %s_adj_5 : f64
// ONE-NEXT:        }
// ONE-NEXT:        return %s_adj_3 : f64
// ONE-NEXT:      }
// ONE-NEXT:      gpu.func @kernel(%m: memref<?xf64>) kernel {
// ONE-NEXT:        %one = arith.constant 1.000000e+00 : f64
// ONE-NEXT:        %t = gpu.global_id x
// ONE-NEXT:        %x = memref.load %m[%t] : memref<?xf64>
// ONE-NEXT:        %g = func.call @f_grad(%x, %one) : (f64, f64) -> f64
// ONE-NEXT:        memref.store %g, %m[%t] : memref<?xf64>
// ONE-NEXT:        gpu.return
// ONE-NEXT:      }
// ONE-NEXT:    }
// ONE-NEXT:    gpu.module @others {
// ONE-LABEL:     func.func @f(%x: f64) -> f64 {
// ONE-NEXT:        %c0 = arith.constant 0 : index
// ONE-NEXT:        %c1 = arith.constant 1 : index
// ONE-NEXT:        %c3 = arith.constant 3 : index
// ONE-NEXT:        %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %x) -> (f64) {
// ONE-NEXT:          %t = arith.mulf %s, %s : f64
// ONE-NEXT:          scf.yield %t : f64
// ONE-NEXT:        } {enzyme.enable_checkpointing = true, enzyme.checkpoint_scheme = "store_all"}
// ONE-NEXT:        return %y : f64
// ONE-NEXT:      }
// ONE-NEXT:    }
// ONE-NEXT:  }

// RUN: ckptopt %s -p 'loop-checkpoint{fn=f fastmath=contract,reassoc}' | filecheck %s
// RUN: ckptopt %s -p 'loop-checkpoint{fn=f mode=ForwardMode fastmath=fast}' | filecheck %s --check-prefix=FORWARD
// RUN: ckptopt %s -p 'loop-checkpoint{fn=parallel fastmath=reassoc}' | filecheck %s --check-prefix=PARALLEL

// Flags are for what derivatives are computed with, beside those of the primal: the primal and its
// replay have none more, in the reverse sweep too.
func.func @f(%x: f64, %c: f64, %m: memref<6xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
    %w = memref.load %m[%i] : memref<6xf64>
    %p = arith.mulf %s, %c fastmath<nsz> : f64
    %q = math.tanh %p : f64
    %n = arith.addf %q, %w : f64
    scf.yield %n : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %r : f64
}

// The sum of a parallel loop's reverse is a derivative's too.
func.func @parallel(%x: f64, %m: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.parallel (%i) = (%c0) to (%c6) step (%c1) {
    memref.store %x, %m[%i] : memref<6xf64>
    scf.reduce
  }
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %c: f64, %m: memref<6xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %w = memref.load %m[%i] : memref<6xf64>
// CHECK-NEXT:        %p = arith.mulf %s, %c fastmath<nsz> : f64
// CHECK-NEXT:        %q = math.tanh %p : f64
// CHECK-NEXT:        %n = arith.addf %q, %w : f64
// CHECK-NEXT:        scf.yield %n : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %c: f64, %m: memref<6xf64>, %m_shadow: memref<6xf64>, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c5 = arith.constant 5 : index
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c3 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %w = memref.load %m[%offset] : memref<6xf64>
// CHECK-NEXT:        %p = arith.mulf %s_1, %c fastmath<nsz> : f64
// CHECK-NEXT:        %q = math.tanh %p : f64
// CHECK-NEXT:        %n = arith.addf %q, %w : f64
// CHECK-NEXT:        scf.yield %n : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %r = scf.for %offset_1 = %c0 to %c3 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %i = arith.addi %c3, %offset_1 : index
// CHECK-NEXT:        %w_1 = memref.load %m[%i] : memref<6xf64>
// CHECK-NEXT:        %p_1 = arith.mulf %s_2, %c fastmath<nsz> : f64
// CHECK-NEXT:        %q_1 = math.tanh %p_1 : f64
// CHECK-NEXT:        %n_1 = arith.addf %q_1, %w_1 : f64
// CHECK-NEXT:        memref.store %s_2, %s_tape[%offset_1] : memref<3xf64>
// CHECK-NEXT:        scf.yield %n_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj, %c_adj = scf.for %back = %c0 to %c3 step %c1 iter_args(%s_adj_1 = %seed, %c_adj_1 = %zero) -> (f64, f64) {
// CHECK-NEXT:        %i_1 = arith.subi %c5, %back : index
// CHECK-NEXT:        %offset_2 = arith.subi %c2, %back : index
// CHECK-NEXT:        %s_3 = memref.load %s_tape[%offset_2] : memref<3xf64>
// CHECK-NEXT:        %p_2 = arith.mulf %s_3, %c fastmath<nsz> : f64
// CHECK-NEXT:        %q_2 = math.tanh %p_2 : f64
// CHECK-NEXT:        %0 = arith.mulf %q_2, %q_2 fastmath<reassoc,contract> : f64
// CHECK-NEXT:        %1 = arith.subf %cst, %0 fastmath<reassoc,contract> : f64
// CHECK-NEXT:        %p_adj = arith.mulf %s_adj_1, %1 fastmath<reassoc,contract> : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %p_adj, %c fastmath<reassoc,nsz,contract> : f64
// CHECK-NEXT:        %c_adj_2 = arith.mulf %p_adj, %s_3 fastmath<reassoc,nsz,contract> : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%i_1] : memref<6xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %s_adj_1 fastmath<reassoc,contract> : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%i_1] : memref<6xf64>
// CHECK-NEXT:        %c_adj_3 = arith.addf %c_adj_1, %c_adj_2 fastmath<reassoc,contract> : f64
// CHECK-NEXT:        scf.yield %s_adj_2, %c_adj_3 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<3xf64>
// CHECK-NEXT:      %s_tape_1 = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_5 = scf.for %offset_3 = %c0 to %c3 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// CHECK-NEXT:        %w_2 = memref.load %m[%offset_3] : memref<6xf64>
// CHECK-NEXT:        %p_3 = arith.mulf %s_6, %c fastmath<nsz> : f64
// CHECK-NEXT:        %q_3 = math.tanh %p_3 : f64
// CHECK-NEXT:        %n_2 = arith.addf %q_3, %w_2 : f64
// CHECK-NEXT:        memref.store %s_6, %s_tape_1[%offset_3] : memref<3xf64>
// CHECK-NEXT:        scf.yield %n_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3, %c_adj_4 = scf.for %back_1 = %c0 to %c3 step %c1 iter_args(%s_adj_4 = %s_adj, %c_adj_5 = %c_adj) -> (f64, f64) {
// CHECK-NEXT:        %i_2 = arith.subi %c2, %back_1 : index
// CHECK-NEXT:        %s_7 = memref.load %s_tape_1[%i_2] : memref<3xf64>
// CHECK-NEXT:        %p_4 = arith.mulf %s_7, %c fastmath<nsz> : f64
// CHECK-NEXT:        %q_4 = math.tanh %p_4 : f64
// CHECK-NEXT:        %2 = arith.mulf %q_4, %q_4 fastmath<reassoc,contract> : f64
// CHECK-NEXT:        %3 = arith.subf %cst, %2 fastmath<reassoc,contract> : f64
// CHECK-NEXT:        %p_adj_1 = arith.mulf %s_adj_4, %3 fastmath<reassoc,contract> : f64
// CHECK-NEXT:        %s_adj_5 = arith.mulf %p_adj_1, %c fastmath<reassoc,nsz,contract> : f64
// CHECK-NEXT:        %c_adj_6 = arith.mulf %p_adj_1, %s_7 fastmath<reassoc,nsz,contract> : f64
// CHECK-NEXT:        %m_adj_2 = memref.load %m_shadow[%i_2] : memref<6xf64>
// CHECK-NEXT:        %m_adj_3 = arith.addf %m_adj_2, %s_adj_4 fastmath<reassoc,contract> : f64
// CHECK-NEXT:        memref.store %m_adj_3, %m_shadow[%i_2] : memref<6xf64>
// CHECK-NEXT:        %c_adj_7 = arith.addf %c_adj_5, %c_adj_6 fastmath<reassoc,contract> : f64
// CHECK-NEXT:        scf.yield %s_adj_5, %c_adj_7 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      return %s_adj_3, %c_adj_4 : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @parallel(%x: f64, %m: memref<6xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      scf.parallel (%i) = (%c0) to (%c6) step (%c1) {
// CHECK-NEXT:        memref.store %x, %m[%i] : memref<6xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// FORWARD:       module {
// FORWARD-LABEL:   func.func @f(%x: f64, %c: f64, %m: memref<6xf64>) -> f64 {
// FORWARD-NEXT:      %c0 = arith.constant 0 : index
// FORWARD-NEXT:      %c1 = arith.constant 1 : index
// FORWARD-NEXT:      %c6 = arith.constant 6 : index
// FORWARD-NEXT:      %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
// FORWARD-NEXT:        %w = memref.load %m[%i] : memref<6xf64>
// FORWARD-NEXT:        %p = arith.mulf %s, %c fastmath<nsz> : f64
// FORWARD-NEXT:        %q = math.tanh %p : f64
// FORWARD-NEXT:        %n = arith.addf %q, %w : f64
// FORWARD-NEXT:        scf.yield %n : f64
// FORWARD-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// FORWARD-NEXT:      return %r : f64
// FORWARD-NEXT:    }
// FORWARD-LABEL:   func.func @f_fwd(%x: f64, %x_tan: f64, %c: f64, %c_tan: f64, %m: memref<6xf64>, %m_shadow: memref<6xf64>) -> (f64, f64) {
// FORWARD-NEXT:      %c0 = arith.constant 0 : index
// FORWARD-NEXT:      %c1 = arith.constant 1 : index
// FORWARD-NEXT:      %c6 = arith.constant 6 : index
// FORWARD-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// FORWARD-NEXT:      %r, %r_tan = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x, %s_tan = %x_tan) -> (f64, f64) {
// FORWARD-NEXT:        %w = memref.load %m[%i] : memref<6xf64>
// FORWARD-NEXT:        %w_tan = memref.load %m_shadow[%i] : memref<6xf64>
// FORWARD-NEXT:        %p = arith.mulf %s, %c fastmath<nsz> : f64
// FORWARD-NEXT:        %0 = arith.mulf %s_tan, %c fastmath<fast> : f64
// FORWARD-NEXT:        %1 = arith.mulf %c_tan, %s fastmath<fast> : f64
// FORWARD-NEXT:        %p_tan = arith.addf %0, %1 fastmath<fast> : f64
// FORWARD-NEXT:        %q = math.tanh %p : f64
// FORWARD-NEXT:        %2 = arith.mulf %q, %q fastmath<fast> : f64
// FORWARD-NEXT:        %3 = arith.subf %cst, %2 fastmath<fast> : f64
// FORWARD-NEXT:        %q_tan = arith.mulf %p_tan, %3 fastmath<fast> : f64
// FORWARD-NEXT:        %n = arith.addf %q, %w : f64
// FORWARD-NEXT:        %n_tan = arith.addf %q_tan, %w_tan fastmath<fast> : f64
// FORWARD-NEXT:        scf.yield %n, %n_tan : f64, f64
// FORWARD-NEXT:      }
// FORWARD-NEXT:      return %r, %r_tan : f64, f64
// FORWARD-NEXT:    }
// FORWARD-LABEL:   func.func @parallel(%x: f64, %m: memref<6xf64>) {
// FORWARD-NEXT:      %c0 = arith.constant 0 : index
// FORWARD-NEXT:      %c1 = arith.constant 1 : index
// FORWARD-NEXT:      %c6 = arith.constant 6 : index
// FORWARD-NEXT:      scf.parallel (%i) = (%c0) to (%c6) step (%c1) {
// FORWARD-NEXT:        memref.store %x, %m[%i] : memref<6xf64>
// FORWARD-NEXT:      }
// FORWARD-NEXT:      return
// FORWARD-NEXT:    }
// FORWARD-NEXT:  }

// PARALLEL:       module {
// PARALLEL-LABEL:   func.func @f(%x: f64, %c: f64, %m: memref<6xf64>) -> f64 {
// PARALLEL-NEXT:      %c0 = arith.constant 0 : index
// PARALLEL-NEXT:      %c1 = arith.constant 1 : index
// PARALLEL-NEXT:      %c6 = arith.constant 6 : index
// PARALLEL-NEXT:      %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
// PARALLEL-NEXT:        %w = memref.load %m[%i] : memref<6xf64>
// PARALLEL-NEXT:        %p = arith.mulf %s, %c fastmath<nsz> : f64
// PARALLEL-NEXT:        %q = math.tanh %p : f64
// PARALLEL-NEXT:        %n = arith.addf %q, %w : f64
// PARALLEL-NEXT:        scf.yield %n : f64
// PARALLEL-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// PARALLEL-NEXT:      return %r : f64
// PARALLEL-NEXT:    }
// PARALLEL-LABEL:   func.func @parallel(%x: f64, %m: memref<6xf64>) {
// PARALLEL-NEXT:      %c0 = arith.constant 0 : index
// PARALLEL-NEXT:      %c1 = arith.constant 1 : index
// PARALLEL-NEXT:      %c6 = arith.constant 6 : index
// PARALLEL-NEXT:      scf.parallel (%i) = (%c0) to (%c6) step (%c1) {
// PARALLEL-NEXT:        memref.store %x, %m[%i] : memref<6xf64>
// PARALLEL-NEXT:      }
// PARALLEL-NEXT:      return
// PARALLEL-NEXT:    }
// PARALLEL-LABEL:   func.func @parallel_grad(%x: f64, %m: memref<6xf64>, %m_shadow: memref<6xf64>) -> f64 {
// PARALLEL-NEXT:      %c0 = arith.constant 0 : index
// PARALLEL-NEXT:      %c1 = arith.constant 1 : index
// PARALLEL-NEXT:      %c6 = arith.constant 6 : index
// PARALLEL-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// PARALLEL-NEXT:      scf.parallel (%i) = (%c0) to (%c6) step (%c1) {
// PARALLEL-NEXT:        memref.store %x, %m[%i] : memref<6xf64>
// PARALLEL-NEXT:      }
// PARALLEL-NEXT:      %x_adj = scf.parallel (%i_1) = (%c0) to (%c6) step (%c1) init (%zero) -> (f64) {
// PARALLEL-NEXT:        %x_adj_1 = memref.load %m_shadow[%i_1] : memref<6xf64>
// PARALLEL-NEXT:        memref.store %zero, %m_shadow[%i_1] : memref<6xf64>
// PARALLEL-NEXT:        scf.reduce(%x_adj_1 : f64) {
// PARALLEL-NEXT:        ^bb0(%0: f64, %1: f64):
// PARALLEL-NEXT:          %x_adj_2 = arith.addf %0, %1 fastmath<reassoc> : f64
// PARALLEL-NEXT:          scf.reduce.return %x_adj_2 : f64
// PARALLEL-NEXT:        }
// PARALLEL-NEXT:      }
// PARALLEL-NEXT:      return %x_adj : f64
// PARALLEL-NEXT:    }
// PARALLEL-NEXT:  }

// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f argTys=enzyme_active,enzyme_const}' | filecheck %s

// What a checkpointed loop does with the memory %m that it sees from outside, by what it does to it.

// Shared: only read, and nobody writes it later. The replay reads the original.
func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
    %w = memref.load %m[%i] : memref<4xf64>
    %t = arith.mulf %s, %w : f64
    %u = math.sin %t : f64
    scf.yield %u : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// -----

// Kept: only read, but overwritten after the loop. One copy for the whole loop.
func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
    %w = memref.load %m[%i] : memref<4xf64>
    %t = arith.mulf %s, %w : f64
    %u = math.sin %t : f64
    scf.yield %u : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  memref.store %zero, %m[%c0] : memref<4xf64>
  return %y : f64
}

// -----

// Snapshot: read and written. One copy per segment.
func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
    %w = memref.load %m[%i] : memref<4xf64>
    %v = math.cos %w : f64
    memref.store %v, %m[%i] : memref<4xf64>
    %t = arith.mulf %s, %w : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// -----

// Scratch: each step overwrites all of it before it reads any. The replay gets a buffer of its own.
memref.global "private" constant @start : memref<4xf64> = dense<1.0>
func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %start = memref.get_global @start : memref<4xf64>
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
    memref.copy %start, %m : memref<4xf64> to memref<4xf64>
    %w = memref.load %m[%i] : memref<4xf64>
    %t = arith.mulf %s, %w : f64
    %u = math.sin %t : f64
    scf.yield %u : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// -----

// Dropped: only written. The replay leaves the stores out.
func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    memref.store %t, %m[%i] : memref<4xf64>
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %w = memref.load %m[%i] : memref<4xf64>
// CHECK-NEXT:        %t = arith.mulf %s, %w : f64
// CHECK-NEXT:        %u = math.sin %t : f64
// CHECK-NEXT:        scf.yield %u : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<4xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c2 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %w = memref.load %m[%offset] : memref<4xf64>
// CHECK-NEXT:        %t = arith.mulf %s_1, %w : f64
// CHECK-NEXT:        %u = math.sin %t : f64
// CHECK-NEXT:        scf.yield %u : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %t_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c2 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %i = arith.addi %c2, %offset_1 : index
// CHECK-NEXT:        %w_1 = memref.load %m[%i] : memref<4xf64>
// CHECK-NEXT:        %t_1 = arith.mulf %s_2, %w_1 : f64
// CHECK-NEXT:        %u_1 = math.sin %t_1 : f64
// CHECK-NEXT:        memref.store %t_1, %t_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:        scf.yield %u_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.subi %c3, %back : index
// CHECK-NEXT:        %offset_2 = arith.subi %c1, %back : index
// CHECK-NEXT:        %t_2 = memref.load %t_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        %0 = math.cos %t_2 : f64
// CHECK-NEXT:        %t_adj = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        %w_2 = memref.load %m[%i_1] : memref<4xf64>
// CHECK-NEXT:        %s_adj_2 = arith.mulf %t_adj, %w_2 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape : memref<2xf64>
// CHECK-NEXT:      %t_tape_1 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %s_3 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_4 = scf.for %offset_3 = %c0 to %c2 step %c1 iter_args(%s_5 = %s_3) -> (f64) {
// CHECK-NEXT:        %w_3 = memref.load %m[%offset_3] : memref<4xf64>
// CHECK-NEXT:        %t_3 = arith.mulf %s_5, %w_3 : f64
// CHECK-NEXT:        %u_2 = math.sin %t_3 : f64
// CHECK-NEXT:        memref.store %t_3, %t_tape_1[%offset_3] : memref<2xf64>
// CHECK-NEXT:        scf.yield %u_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %i_2 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:        %t_4 = memref.load %t_tape_1[%i_2] : memref<2xf64>
// CHECK-NEXT:        %1 = math.cos %t_4 : f64
// CHECK-NEXT:        %t_adj_1 = arith.mulf %s_adj_4, %1 : f64
// CHECK-NEXT:        %w_4 = memref.load %m[%i_2] : memref<4xf64>
// CHECK-NEXT:        %s_adj_5 = arith.mulf %t_adj_1, %w_4 : f64
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape_1 : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %w = memref.load %m[%i] : memref<4xf64>
// CHECK-NEXT:        %t = arith.mulf %s, %w : f64
// CHECK-NEXT:        %u = math.sin %t : f64
// CHECK-NEXT:        scf.yield %u : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      memref.store %zero, %m[%c0] : memref<4xf64>
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<4xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %m_snapshot = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      memref.copy %m, %m_snapshot : memref<4xf64> to memref<4xf64>
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c2 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %w = memref.load %m[%offset] : memref<4xf64>
// CHECK-NEXT:        %t = arith.mulf %s_1, %w : f64
// CHECK-NEXT:        %u = math.sin %t : f64
// CHECK-NEXT:        scf.yield %u : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %t_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c2 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %i = arith.addi %c2, %offset_1 : index
// CHECK-NEXT:        %w_1 = memref.load %m[%i] : memref<4xf64>
// CHECK-NEXT:        %t_1 = arith.mulf %s_2, %w_1 : f64
// CHECK-NEXT:        %u_1 = math.sin %t_1 : f64
// CHECK-NEXT:        memref.store %t_1, %t_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:        scf.yield %u_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.store %zero, %m[%c0] : memref<4xf64>
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.subi %c3, %back : index
// CHECK-NEXT:        %offset_2 = arith.subi %c1, %back : index
// CHECK-NEXT:        %t_2 = memref.load %t_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        %0 = math.cos %t_2 : f64
// CHECK-NEXT:        %t_adj = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        %w_2 = memref.load %m_snapshot[%i_1] : memref<4xf64>
// CHECK-NEXT:        %s_adj_2 = arith.mulf %t_adj, %w_2 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape : memref<2xf64>
// CHECK-NEXT:      %t_tape_1 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %s_3 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_4 = scf.for %offset_3 = %c0 to %c2 step %c1 iter_args(%s_5 = %s_3) -> (f64) {
// CHECK-NEXT:        %w_3 = memref.load %m_snapshot[%offset_3] : memref<4xf64>
// CHECK-NEXT:        %t_3 = arith.mulf %s_5, %w_3 : f64
// CHECK-NEXT:        %u_2 = math.sin %t_3 : f64
// CHECK-NEXT:        memref.store %t_3, %t_tape_1[%offset_3] : memref<2xf64>
// CHECK-NEXT:        scf.yield %u_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %i_2 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:        %t_4 = memref.load %t_tape_1[%i_2] : memref<2xf64>
// CHECK-NEXT:        %1 = math.cos %t_4 : f64
// CHECK-NEXT:        %t_adj_1 = arith.mulf %s_adj_4, %1 : f64
// CHECK-NEXT:        %w_4 = memref.load %m_snapshot[%i_2] : memref<4xf64>
// CHECK-NEXT:        %s_adj_5 = arith.mulf %t_adj_1, %w_4 : f64
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape_1 : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      memref.dealloc %m_snapshot : memref<4xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %w = memref.load %m[%i] : memref<4xf64>
// CHECK-NEXT:        %v = math.cos %w : f64
// CHECK-NEXT:        memref.store %v, %m[%i] : memref<4xf64>
// CHECK-NEXT:        %t = arith.mulf %s, %w : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<4xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %m_snapshots = memref.alloc() : memref<1x4xf64>
// CHECK-NEXT:      %m_snapshot = memref.subview %m_snapshots[%c0, 0] [1, 4] [1, 1] : memref<1x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      memref.copy %m, %m_snapshot : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      scf.for %offset = %c0 to %c2 step %c1 {
// CHECK-NEXT:        %w = memref.load %m[%offset] : memref<4xf64>
// CHECK-NEXT:        %v = math.cos %w : f64
// CHECK-NEXT:        memref.store %v, %m[%offset] : memref<4xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %w_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      scf.for %offset_1 = %c0 to %c2 step %c1 {
// CHECK-NEXT:        %i = arith.addi %c2, %offset_1 : index
// CHECK-NEXT:        %w_1 = memref.load %m[%i] : memref<4xf64>
// CHECK-NEXT:        %v_1 = math.cos %w_1 : f64
// CHECK-NEXT:        memref.store %v_1, %m[%i] : memref<4xf64>
// CHECK-NEXT:        memref.store %w_1, %w_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c1, %back : index
// CHECK-NEXT:        %w_2 = memref.load %w_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %w_2 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %w_tape : memref<2xf64>
// CHECK-NEXT:      %w_tape_1 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      scf.for %offset_3 = %c0 to %c2 step %c1 {
// CHECK-NEXT:        %w_3 = memref.load %m_snapshots[%c0, %offset_3] : memref<1x4xf64>
// CHECK-NEXT:        %v_2 = math.cos %w_3 : f64
// CHECK-NEXT:        memref.store %v_2, %m_snapshots[%c0, %offset_3] : memref<1x4xf64>
// CHECK-NEXT:        memref.store %w_3, %w_tape_1[%offset_3] : memref<2xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %offset_4 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:        %w_4 = memref.load %w_tape_1[%offset_4] : memref<2xf64>
// CHECK-NEXT:        %s_adj_5 = arith.mulf %s_adj_4, %w_4 : f64
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %w_tape_1 : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %m_snapshots : memref<1x4xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-NEXT:    memref.global "private" constant @start : memref<4xf64> = dense<1.000000e+00>
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %start = memref.get_global @start : memref<4xf64>
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        memref.copy %start, %m : memref<4xf64> to memref<4xf64>
// CHECK-NEXT:        %w = memref.load %m[%i] : memref<4xf64>
// CHECK-NEXT:        %t = arith.mulf %s, %w : f64
// CHECK-NEXT:        %u = math.sin %t : f64
// CHECK-NEXT:        scf.yield %u : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<4xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %start = memref.get_global @start : memref<4xf64>
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c2 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        memref.copy %start, %m : memref<4xf64> to memref<4xf64>
// CHECK-NEXT:        %w = memref.load %m[%offset] : memref<4xf64>
// CHECK-NEXT:        %t = arith.mulf %s_1, %w : f64
// CHECK-NEXT:        %u = math.sin %t : f64
// CHECK-NEXT:        scf.yield %u : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %w_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %t_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c2 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %i = arith.addi %c2, %offset_1 : index
// CHECK-NEXT:        memref.copy %start, %m : memref<4xf64> to memref<4xf64>
// CHECK-NEXT:        %w_1 = memref.load %m[%i] : memref<4xf64>
// CHECK-NEXT:        %t_1 = arith.mulf %s_2, %w_1 : f64
// CHECK-NEXT:        %u_1 = math.sin %t_1 : f64
// CHECK-NEXT:        memref.store %w_1, %w_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:        memref.store %t_1, %t_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:        scf.yield %u_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %m_scratch = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c1, %back : index
// CHECK-NEXT:        %t_2 = memref.load %t_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        %w_2 = memref.load %w_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        %0 = math.cos %t_2 : f64
// CHECK-NEXT:        %t_adj = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %t_adj, %w_2 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %w_tape : memref<2xf64>
// CHECK-NEXT:      %w_tape_1 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %t_tape_1 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %s_3 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_4 = scf.for %offset_3 = %c0 to %c2 step %c1 iter_args(%s_5 = %s_3) -> (f64) {
// CHECK-NEXT:        memref.copy %start, %m_scratch : memref<4xf64> to memref<4xf64>
// CHECK-NEXT:        %w_3 = memref.load %m_scratch[%offset_3] : memref<4xf64>
// CHECK-NEXT:        %t_3 = arith.mulf %s_5, %w_3 : f64
// CHECK-NEXT:        %u_2 = math.sin %t_3 : f64
// CHECK-NEXT:        memref.store %w_3, %w_tape_1[%offset_3] : memref<2xf64>
// CHECK-NEXT:        memref.store %t_3, %t_tape_1[%offset_3] : memref<2xf64>
// CHECK-NEXT:        scf.yield %u_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %offset_4 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:        %t_4 = memref.load %t_tape_1[%offset_4] : memref<2xf64>
// CHECK-NEXT:        %w_4 = memref.load %w_tape_1[%offset_4] : memref<2xf64>
// CHECK-NEXT:        %1 = math.cos %t_4 : f64
// CHECK-NEXT:        %t_adj_1 = arith.mulf %s_adj_4, %1 : f64
// CHECK-NEXT:        %s_adj_5 = arith.mulf %t_adj_1, %w_4 : f64
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape_1 : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %w_tape_1 : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      memref.dealloc %m_scratch : memref<4xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        memref.store %t, %m[%i] : memref<4xf64>
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<4xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c2 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s_1 : f64
// CHECK-NEXT:        memref.store %t, %m[%offset] : memref<4xf64>
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c2 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %i = arith.addi %c2, %offset_1 : index
// CHECK-NEXT:        %t_1 = math.sin %s_2 : f64
// CHECK-NEXT:        memref.store %t_1, %m[%i] : memref<4xf64>
// CHECK-NEXT:        memref.store %s_2, %s_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c1, %back : index
// CHECK-NEXT:        %s_3 = memref.load %s_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        %0 = math.cos %s_3 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<2xf64>
// CHECK-NEXT:      %s_tape_1 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_5 = scf.for %offset_3 = %c0 to %c2 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// CHECK-NEXT:        %t_2 = math.sin %s_6 : f64
// CHECK-NEXT:        memref.store %s_6, %s_tape_1[%offset_3] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %offset_4 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:        %s_7 = memref.load %s_tape_1[%offset_4] : memref<2xf64>
// CHECK-NEXT:        %1 = math.cos %s_7 : f64
// CHECK-NEXT:        %s_adj_5 = arith.mulf %s_adj_4, %1 : f64
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

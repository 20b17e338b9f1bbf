// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint' | filecheck %s

// A snapshot of %s per segment; each segment is replayed before it is reversed. The last is not: the
// forward sweep tapes it.

// 8 steps with a period of 2: two segments of 4.
func.func @even(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// -----

// 10 steps with a period of 3: segments of 4, 4 and 2. The last one is the shorter one, so that
// those which are replayed have the same length.
func.func @trailing(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %y = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
  return %y : f64
}

// -----

// No period: 16 steps make segments of sqrt(16) = 4.
func.func @default(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %y = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

// -----

// The number of a step is the segment's base plus an offset, and the induction variable is rebuilt
// from it: here 5 + 3 * step.
func.func @induction(%x: f64, %m: memref<20xf64>) -> f64 {
  %c5 = arith.constant 5 : index
  %c3 = arith.constant 3 : index
  %c17 = arith.constant 17 : index
  %y = scf.for %i = %c5 to %c17 step %c3 iter_args(%s = %x) -> (f64) {
    %w = memref.load %m[%i] : memref<20xf64>
    %t = arith.mulf %s, %w : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @even(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @even_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c4 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s_1 : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c4 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %t_1 = math.sin %s_2 : f64
// CHECK-NEXT:        memref.store %s_2, %s_tape[%offset_1] : memref<4xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c4 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c3, %back : index
// CHECK-NEXT:        %s_3 = memref.load %s_tape[%offset_2] : memref<4xf64>
// CHECK-NEXT:        %0 = math.cos %s_3 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<4xf64>
// CHECK-NEXT:      %s_tape_1 = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_5 = scf.for %offset_3 = %c0 to %c4 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// CHECK-NEXT:        %t_2 = math.sin %s_6 : f64
// CHECK-NEXT:        memref.store %s_6, %s_tape_1[%offset_3] : memref<4xf64>
// CHECK-NEXT:        scf.yield %t_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c4 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %offset_4 = arith.subi %c3, %back_1 : index
// CHECK-NEXT:        %s_7 = memref.load %s_tape_1[%offset_4] : memref<4xf64>
// CHECK-NEXT:        %1 = math.cos %s_7 : f64
// CHECK-NEXT:        %s_adj_5 = arith.mulf %s_adj_4, %1 : f64
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @trailing(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c10 = arith.constant 10 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @trailing_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %s = scf.for %segment = %c0 to %c2 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        memref.store %s_1, %s_snapshots[%segment] : memref<2xf64>
// CHECK-NEXT:        %s_2 = scf.for %offset = %c0 to %c4 step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:          %t = math.sin %s_3 : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c2 step %c1 iter_args(%s_4 = %s) -> (f64) {
// CHECK-NEXT:        %t_1 = math.sin %s_4 : f64
// CHECK-NEXT:        memref.store %s_4, %s_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c1, %back : index
// CHECK-NEXT:        %s_5 = memref.load %s_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        %0 = math.cos %s_5 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<2xf64>
// CHECK-NEXT:      %s_tape_1 = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:        %s_6 = memref.load %s_snapshots[%segment_1] : memref<2xf64>
// CHECK-NEXT:        %s_7 = scf.for %offset_3 = %c0 to %c4 step %c1 iter_args(%s_8 = %s_6) -> (f64) {
// CHECK-NEXT:          %t_2 = math.sin %s_8 : f64
// CHECK-NEXT:          memref.store %s_8, %s_tape_1[%offset_3] : memref<4xf64>
// CHECK-NEXT:          scf.yield %t_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj_5 = scf.for %back_2 = %c0 to %c4 step %c1 iter_args(%s_adj_6 = %s_adj_4) -> (f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %c3, %back_2 : index
// CHECK-NEXT:          %s_9 = memref.load %s_tape_1[%offset_4] : memref<4xf64>
// CHECK-NEXT:          %1 = math.cos %s_9 : f64
// CHECK-NEXT:          %s_adj_7 = arith.mulf %s_adj_6, %1 : f64
// CHECK-NEXT:          scf.yield %s_adj_7 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<2xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @default(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c16 = arith.constant 16 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @default_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %s = scf.for %segment = %c0 to %c3 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        memref.store %s_1, %s_snapshots[%segment] : memref<3xf64>
// CHECK-NEXT:        %s_2 = scf.for %offset = %c0 to %c4 step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:          %t = math.sin %s_3 : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c4 step %c1 iter_args(%s_4 = %s) -> (f64) {
// CHECK-NEXT:        %t_1 = math.sin %s_4 : f64
// CHECK-NEXT:        memref.store %s_4, %s_tape[%offset_1] : memref<4xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c4 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c3, %back : index
// CHECK-NEXT:        %s_5 = memref.load %s_tape[%offset_2] : memref<4xf64>
// CHECK-NEXT:        %0 = math.cos %s_5 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<4xf64>
// CHECK-NEXT:      %s_tape_1 = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c3 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c2, %back_1 : index
// CHECK-NEXT:        %s_6 = memref.load %s_snapshots[%segment_1] : memref<3xf64>
// CHECK-NEXT:        %s_7 = scf.for %offset_3 = %c0 to %c4 step %c1 iter_args(%s_8 = %s_6) -> (f64) {
// CHECK-NEXT:          %t_2 = math.sin %s_8 : f64
// CHECK-NEXT:          memref.store %s_8, %s_tape_1[%offset_3] : memref<4xf64>
// CHECK-NEXT:          scf.yield %t_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj_5 = scf.for %back_2 = %c0 to %c4 step %c1 iter_args(%s_adj_6 = %s_adj_4) -> (f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %c3, %back_2 : index
// CHECK-NEXT:          %s_9 = memref.load %s_tape_1[%offset_4] : memref<4xf64>
// CHECK-NEXT:          %1 = math.cos %s_9 : f64
// CHECK-NEXT:          %s_adj_7 = arith.mulf %s_adj_6, %1 : f64
// CHECK-NEXT:          scf.yield %s_adj_7 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<3xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @induction(%x: f64, %m: memref<20xf64>) -> f64 {
// CHECK-NEXT:      %c5 = arith.constant 5 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c17 = arith.constant 17 : index
// CHECK-NEXT:      %y = scf.for %i = %c5 to %c17 step %c3 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %w = memref.load %m[%i] : memref<20xf64>
// CHECK-NEXT:        %t = arith.mulf %s, %w : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @induction_grad(%x: f64, %m: memref<20xf64>, %m_shadow: memref<20xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c5 = arith.constant 5 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c2 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %i = arith.muli %offset, %c3 : index
// CHECK-NEXT:        %i_1 = arith.addi %c5, %i : index
// CHECK-NEXT:        %w = memref.load %m[%i_1] : memref<20xf64>
// CHECK-NEXT:        %t = arith.mulf %s_1, %w : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c2 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %i_2 = arith.addi %c2, %offset_1 : index
// CHECK-NEXT:        %i_3 = arith.muli %i_2, %c3 : index
// CHECK-NEXT:        %i_4 = arith.addi %c5, %i_3 : index
// CHECK-NEXT:        %w_1 = memref.load %m[%i_4] : memref<20xf64>
// CHECK-NEXT:        %t_1 = arith.mulf %s_2, %w_1 : f64
// CHECK-NEXT:        memref.store %s_2, %s_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_5 = arith.subi %c3, %back : index
// CHECK-NEXT:        %offset_2 = arith.subi %c1, %back : index
// CHECK-NEXT:        %s_3 = memref.load %s_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:        %i_6 = arith.muli %i_5, %c3 : index
// CHECK-NEXT:        %i_7 = arith.addi %c5, %i_6 : index
// CHECK-NEXT:        %w_2 = memref.load %m[%i_7] : memref<20xf64>
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %w_2 : f64
// CHECK-NEXT:        %w_adj = arith.mulf %s_adj_1, %s_3 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%i_7] : memref<20xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %w_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%i_7] : memref<20xf64>
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<2xf64>
// CHECK-NEXT:      %s_tape_1 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_5 = scf.for %offset_3 = %c0 to %c2 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// CHECK-NEXT:        %i_8 = arith.muli %offset_3, %c3 : index
// CHECK-NEXT:        %i_9 = arith.addi %c5, %i_8 : index
// CHECK-NEXT:        %w_3 = memref.load %m[%i_9] : memref<20xf64>
// CHECK-NEXT:        %t_2 = arith.mulf %s_6, %w_3 : f64
// CHECK-NEXT:        memref.store %s_6, %s_tape_1[%offset_3] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %i_10 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:        %s_7 = memref.load %s_tape_1[%i_10] : memref<2xf64>
// CHECK-NEXT:        %i_11 = arith.muli %i_10, %c3 : index
// CHECK-NEXT:        %i_12 = arith.addi %c5, %i_11 : index
// CHECK-NEXT:        %w_4 = memref.load %m[%i_12] : memref<20xf64>
// CHECK-NEXT:        %s_adj_5 = arith.mulf %s_adj_4, %w_4 : f64
// CHECK-NEXT:        %w_adj_1 = arith.mulf %s_adj_4, %s_7 : f64
// CHECK-NEXT:        %m_adj_2 = memref.load %m_shadow[%i_12] : memref<20xf64>
// CHECK-NEXT:        %m_adj_3 = arith.addf %m_adj_2, %w_adj_1 : f64
// CHECK-NEXT:        memref.store %m_adj_3, %m_shadow[%i_12] : memref<20xf64>
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

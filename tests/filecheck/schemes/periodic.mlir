// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint' | filecheck %s

// A snapshot of %s per segment; each segment is replayed before it is reversed.

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

// 10 steps with a period of 3: segments of 4, 4 and 2. The length of a segment is the minimum of 4
// and what is left, and so is the tape's.
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
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %y = scf.for %segment = %c0 to %c2 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        memref.store %s, %s_snapshots[%segment] : memref<2xf64>
// CHECK-NEXT:        %s_1 = scf.for %offset = %c0 to %c4 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:          %t = math.sin %s_2 : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c1, %back : index
// CHECK-NEXT:        %s_3 = memref.load %s_snapshots[%segment_1] : memref<2xf64>
// CHECK-NEXT:        %s_tape = memref.alloc() : memref<4xf64>
// CHECK-NEXT:        %s_4 = scf.for %offset_1 = %c0 to %c4 step %c1 iter_args(%s_5 = %s_3) -> (f64) {
// CHECK-NEXT:          %t_1 = math.sin %s_5 : f64
// CHECK-NEXT:          memref.store %s_5, %s_tape[%offset_1] : memref<4xf64>
// CHECK-NEXT:          scf.yield %t_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj_2 = scf.for %back_1 = %c0 to %c4 step %c1 iter_args(%s_adj_3 = %s_adj_1) -> (f64) {
// CHECK-NEXT:          %offset_2 = arith.subi %c3, %back_1 : index
// CHECK-NEXT:          %s_6 = memref.load %s_tape[%offset_2] : memref<4xf64>
// CHECK-NEXT:          %0 = math.cos %s_6 : f64
// CHECK-NEXT:          %s_adj_4 = arith.mulf %s_adj_3, %0 : f64
// CHECK-NEXT:          scf.yield %s_adj_4 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %s_tape : memref<4xf64>
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<2xf64>
// CHECK-NEXT:      return %s_adj : f64
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
// CHECK-NEXT:      %c10 = arith.constant 10 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %y = scf.for %segment = %c0 to %c3 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        memref.store %s, %s_snapshots[%segment] : memref<3xf64>
// CHECK-NEXT:        %base = arith.muli %c4, %segment : index
// CHECK-NEXT:        %left = arith.subi %c10, %base : index
// CHECK-NEXT:        %length = arith.minsi %c4, %left : index
// CHECK-NEXT:        %s_1 = scf.for %offset = %c0 to %length step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:          %t = math.sin %s_2 : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c3 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c2, %back : index
// CHECK-NEXT:        %base_1 = arith.muli %c4, %segment_1 : index
// CHECK-NEXT:        %left_1 = arith.subi %c10, %base_1 : index
// CHECK-NEXT:        %length_1 = arith.minsi %c4, %left_1 : index
// CHECK-NEXT:        %s_3 = memref.load %s_snapshots[%segment_1] : memref<3xf64>
// CHECK-NEXT:        %s_tape = memref.alloc(%length_1) : memref<?xf64>
// CHECK-NEXT:        %s_4 = scf.for %offset_1 = %c0 to %length_1 step %c1 iter_args(%s_5 = %s_3) -> (f64) {
// CHECK-NEXT:          %t_1 = math.sin %s_5 : f64
// CHECK-NEXT:          memref.store %s_5, %s_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:          scf.yield %t_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %last = arith.subi %length_1, %c1 : index
// CHECK-NEXT:        %s_adj_2 = scf.for %back_1 = %c0 to %length_1 step %c1 iter_args(%s_adj_3 = %s_adj_1) -> (f64) {
// CHECK-NEXT:          %offset_2 = arith.subi %last, %back_1 : index
// CHECK-NEXT:          %s_6 = memref.load %s_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:          %0 = math.cos %s_6 : f64
// CHECK-NEXT:          %s_adj_4 = arith.mulf %s_adj_3, %0 : f64
// CHECK-NEXT:          scf.yield %s_adj_4 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %s_tape : memref<?xf64>
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<3xf64>
// CHECK-NEXT:      return %s_adj : f64
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
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %y = scf.for %segment = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        memref.store %s, %s_snapshots[%segment] : memref<4xf64>
// CHECK-NEXT:        %s_1 = scf.for %offset = %c0 to %c4 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:          %t = math.sin %s_2 : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c4 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c3, %back : index
// CHECK-NEXT:        %s_3 = memref.load %s_snapshots[%segment_1] : memref<4xf64>
// CHECK-NEXT:        %s_tape = memref.alloc() : memref<4xf64>
// CHECK-NEXT:        %s_4 = scf.for %offset_1 = %c0 to %c4 step %c1 iter_args(%s_5 = %s_3) -> (f64) {
// CHECK-NEXT:          %t_1 = math.sin %s_5 : f64
// CHECK-NEXT:          memref.store %s_5, %s_tape[%offset_1] : memref<4xf64>
// CHECK-NEXT:          scf.yield %t_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj_2 = scf.for %back_1 = %c0 to %c4 step %c1 iter_args(%s_adj_3 = %s_adj_1) -> (f64) {
// CHECK-NEXT:          %offset_2 = arith.subi %c3, %back_1 : index
// CHECK-NEXT:          %s_6 = memref.load %s_tape[%offset_2] : memref<4xf64>
// CHECK-NEXT:          %0 = math.cos %s_6 : f64
// CHECK-NEXT:          %s_adj_4 = arith.mulf %s_adj_3, %0 : f64
// CHECK-NEXT:          scf.yield %s_adj_4 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %s_tape : memref<4xf64>
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<4xf64>
// CHECK-NEXT:      return %s_adj : f64
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
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %y = scf.for %segment = %c0 to %c2 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        memref.store %s, %s_snapshots[%segment] : memref<2xf64>
// CHECK-NEXT:        %base = arith.muli %c2, %segment : index
// CHECK-NEXT:        %s_1 = scf.for %offset = %c0 to %c2 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:          %i = arith.addi %base, %offset : index
// CHECK-NEXT:          %i_1 = arith.muli %i, %c3 : index
// CHECK-NEXT:          %i_2 = arith.addi %c5, %i_1 : index
// CHECK-NEXT:          %w = memref.load %m[%i_2] : memref<20xf64>
// CHECK-NEXT:          %t = arith.mulf %s_2, %w : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c1, %back : index
// CHECK-NEXT:        %base_1 = arith.muli %c2, %segment_1 : index
// CHECK-NEXT:        %s_3 = memref.load %s_snapshots[%segment_1] : memref<2xf64>
// CHECK-NEXT:        %s_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:        %s_4 = scf.for %offset_1 = %c0 to %c2 step %c1 iter_args(%s_5 = %s_3) -> (f64) {
// CHECK-NEXT:          %i_3 = arith.addi %base_1, %offset_1 : index
// CHECK-NEXT:          %i_4 = arith.muli %i_3, %c3 : index
// CHECK-NEXT:          %i_5 = arith.addi %c5, %i_4 : index
// CHECK-NEXT:          %w_1 = memref.load %m[%i_5] : memref<20xf64>
// CHECK-NEXT:          %t_1 = arith.mulf %s_5, %w_1 : f64
// CHECK-NEXT:          memref.store %s_5, %s_tape[%offset_1] : memref<2xf64>
// CHECK-NEXT:          scf.yield %t_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %last = arith.addi %base_1, %c1 : index
// CHECK-NEXT:        %s_adj_2 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%s_adj_3 = %s_adj_1) -> (f64) {
// CHECK-NEXT:          %i_6 = arith.subi %last, %back_1 : index
// CHECK-NEXT:          %offset_2 = arith.subi %c1, %back_1 : index
// CHECK-NEXT:          %s_6 = memref.load %s_tape[%offset_2] : memref<2xf64>
// CHECK-NEXT:          %i_7 = arith.muli %i_6, %c3 : index
// CHECK-NEXT:          %i_8 = arith.addi %c5, %i_7 : index
// CHECK-NEXT:          %w_2 = memref.load %m[%i_8] : memref<20xf64>
// CHECK-NEXT:          %s_adj_4 = arith.mulf %s_adj_3, %w_2 : f64
// CHECK-NEXT:          %w_adj = arith.mulf %s_adj_3, %s_6 : f64
// CHECK-NEXT:          %m_adj = memref.load %m_shadow[%i_8] : memref<20xf64>
// CHECK-NEXT:          %m_adj_1 = arith.addf %m_adj, %w_adj : f64
// CHECK-NEXT:          memref.store %m_adj_1, %m_shadow[%i_8] : memref<20xf64>
// CHECK-NEXT:          scf.yield %s_adj_4 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %s_tape : memref<2xf64>
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<2xf64>
// CHECK-NEXT:      return %s_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

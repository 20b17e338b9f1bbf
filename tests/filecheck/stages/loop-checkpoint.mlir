// RUN: ckptopt %s -p 'differentiate' | filecheck %s --check-prefix DIFF
// RUN: ckptopt %s -p 'differentiate,simplify' | filecheck %s --check-prefix SIMPLE
// RUN: ckptopt %s -p 'differentiate,simplify,remove-unnecessary-enzyme-ops' | filecheck %s --check-prefix LOWER
// RUN: ckptopt %s -p 'loop-checkpoint' | filecheck %s --check-prefix FULL

// One loop after each stage of `loop-checkpoint`. `differentiate` makes two scaffolds, in which a
// snapshot of %s is pushed per segment and a residual per step; `simplify` drops the step numbers,
// which nobody reads; `remove-unnecessary-enzyme-ops` turns each cache into a buffer; the last
// `simplify` shares what the lowering computes twice.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// DIFF:       module {
// DIFF-LABEL:   func.func @f(%x: f64) -> f64 {
// DIFF-NEXT:      %c0 = arith.constant 0 : index
// DIFF-NEXT:      %c1 = arith.constant 1 : index
// DIFF-NEXT:      %c6 = arith.constant 6 : index
// DIFF-NEXT:      %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
// DIFF-NEXT:        %t = math.sin %s : f64
// DIFF-NEXT:        scf.yield %t : f64
// DIFF-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// DIFF-NEXT:      return %y : f64
// DIFF-NEXT:    }
// DIFF-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// DIFF-NEXT:      %c0 = arith.constant 0 : index
// DIFF-NEXT:      %c1 = arith.constant 1 : index
// DIFF-NEXT:      %c6 = arith.constant 6 : index
// DIFF-NEXT:      %c6_1 = arith.constant 6 : index
// DIFF-NEXT:      %c2 = arith.constant 2 : index
// DIFF-NEXT:      %c3 = arith.constant 3 : index
// DIFF-NEXT:      %c1_1 = arith.constant 1 : index
// DIFF-NEXT:      %c0_1 = arith.constant 0 : index
// DIFF-NEXT:      %c5 = arith.constant 5 : index
// DIFF-NEXT:      %s_snapshots = enzyme.init : !enzyme.Cache<f64>
// DIFF-NEXT:      %s = scf.for %segment = %c0_1 to %c1_1 step %c1_1 iter_args(%s_1 = %x) -> (f64) {
// DIFF-NEXT:        enzyme.push %s_snapshots, %s_1 : !enzyme.Cache<f64>, f64
// DIFF-NEXT:        %base = arith.muli %c3, %segment : index
// DIFF-NEXT:        %s_2 = scf.for %offset = %c0_1 to %c3 step %c1_1 iter_args(%s_3 = %s_1) -> (f64) {
// DIFF-NEXT:          %i = arith.addi %base, %offset : index
// DIFF-NEXT:          %t = math.sin %s_3 : f64
// DIFF-NEXT:          scf.yield %t : f64
// DIFF-NEXT:        }
// DIFF-NEXT:        scf.yield %s_2 : f64
// DIFF-NEXT:      }
// DIFF-NEXT:      %s_tape = enzyme.init : !enzyme.Cache<f64>
// DIFF-NEXT:      %y = scf.for %offset_1 = %c0_1 to %c3 step %c1_1 iter_args(%s_4 = %s) -> (f64) {
// DIFF-NEXT:        %i_1 = arith.addi %c3, %offset_1 : index
// DIFF-NEXT:        %t_1 = math.sin %s_4 : f64
// DIFF-NEXT:        enzyme.push %s_tape, %s_4 : !enzyme.Cache<f64>, f64
// DIFF-NEXT:        scf.yield %t_1 : f64
// DIFF-NEXT:      }
// DIFF-NEXT:      %s_adj = scf.for %back = %c0_1 to %c3 step %c1_1 iter_args(%s_adj_1 = %seed) -> (f64) {
// DIFF-NEXT:        %i_2 = arith.subi %c5, %back : index
// DIFF-NEXT:        %s_5 = enzyme.pop %s_tape : !enzyme.Cache<f64> -> f64
// DIFF-NEXT:        %0 = math.cos %s_5 : f64
// DIFF-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// DIFF-NEXT:        scf.yield %s_adj_2 : f64
// DIFF-NEXT:      }
// DIFF-NEXT:      %s_adj_3 = scf.for %back_1 = %c0_1 to %c1_1 step %c1_1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// DIFF-NEXT:        %segment_1 = arith.subi %c0_1, %back_1 : index
// DIFF-NEXT:        %base_1 = arith.muli %c3, %segment_1 : index
// DIFF-NEXT:        %s_6 = enzyme.pop %s_snapshots : !enzyme.Cache<f64> -> f64
// DIFF-NEXT:        %s_tape_1 = enzyme.init : !enzyme.Cache<f64>
// DIFF-NEXT:        %s_7 = scf.for %offset_2 = %c0_1 to %c3 step %c1_1 iter_args(%s_8 = %s_6) -> (f64) {
// DIFF-NEXT:          %i_3 = arith.addi %base_1, %offset_2 : index
// DIFF-NEXT:          %t_2 = math.sin %s_8 : f64
// DIFF-NEXT:          enzyme.push %s_tape_1, %s_8 : !enzyme.Cache<f64>, f64
// DIFF-NEXT:          scf.yield %t_2 : f64
// DIFF-NEXT:        }
// DIFF-NEXT:        %last = arith.addi %base_1, %c2 : index
// DIFF-NEXT:        %s_adj_5 = scf.for %back_2 = %c0_1 to %c3 step %c1_1 iter_args(%s_adj_6 = %s_adj_4) -> (f64) {
// DIFF-NEXT:          %i_4 = arith.subi %last, %back_2 : index
// DIFF-NEXT:          %s_9 = enzyme.pop %s_tape_1 : !enzyme.Cache<f64> -> f64
// DIFF-NEXT:          %1 = math.cos %s_9 : f64
// DIFF-NEXT:          %s_adj_7 = arith.mulf %s_adj_6, %1 : f64
// DIFF-NEXT:          scf.yield %s_adj_7 : f64
// DIFF-NEXT:        }
// DIFF-NEXT:        scf.yield %s_adj_5 : f64
// DIFF-NEXT:      }
// DIFF-NEXT:      return %s_adj_3 : f64
// DIFF-NEXT:    }
// DIFF-NEXT:  }

// SIMPLE:       module {
// SIMPLE-LABEL:   func.func @f(%x: f64) -> f64 {
// SIMPLE-NEXT:      %c0 = arith.constant 0 : index
// SIMPLE-NEXT:      %c1 = arith.constant 1 : index
// SIMPLE-NEXT:      %c6 = arith.constant 6 : index
// SIMPLE-NEXT:      %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
// SIMPLE-NEXT:        %t = math.sin %s : f64
// SIMPLE-NEXT:        scf.yield %t : f64
// SIMPLE-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// SIMPLE-NEXT:      return %y : f64
// SIMPLE-NEXT:    }
// SIMPLE-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// SIMPLE-NEXT:      %c0 = arith.constant 0 : index
// SIMPLE-NEXT:      %c1 = arith.constant 1 : index
// SIMPLE-NEXT:      %c3 = arith.constant 3 : index
// SIMPLE-NEXT:      %s_snapshots = enzyme.init : !enzyme.Cache<f64>
// SIMPLE-NEXT:      %s = scf.for %segment = %c0 to %c1 step %c1 iter_args(%s_1 = %x) -> (f64) {
// SIMPLE-NEXT:        enzyme.push %s_snapshots, %s_1 : !enzyme.Cache<f64>, f64
// SIMPLE-NEXT:        %s_2 = scf.for %offset = %c0 to %c3 step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// SIMPLE-NEXT:          %t = math.sin %s_3 : f64
// SIMPLE-NEXT:          scf.yield %t : f64
// SIMPLE-NEXT:        }
// SIMPLE-NEXT:        scf.yield %s_2 : f64
// SIMPLE-NEXT:      }
// SIMPLE-NEXT:      %s_tape = enzyme.init : !enzyme.Cache<f64>
// SIMPLE-NEXT:      %y = scf.for %offset_1 = %c0 to %c3 step %c1 iter_args(%s_4 = %s) -> (f64) {
// SIMPLE-NEXT:        %t_1 = math.sin %s_4 : f64
// SIMPLE-NEXT:        enzyme.push %s_tape, %s_4 : !enzyme.Cache<f64>, f64
// SIMPLE-NEXT:        scf.yield %t_1 : f64
// SIMPLE-NEXT:      }
// SIMPLE-NEXT:      %s_adj = scf.for %back = %c0 to %c3 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// SIMPLE-NEXT:        %s_5 = enzyme.pop %s_tape : !enzyme.Cache<f64> -> f64
// SIMPLE-NEXT:        %0 = math.cos %s_5 : f64
// SIMPLE-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// SIMPLE-NEXT:        scf.yield %s_adj_2 : f64
// SIMPLE-NEXT:      }
// SIMPLE-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c1 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// SIMPLE-NEXT:        %s_6 = enzyme.pop %s_snapshots : !enzyme.Cache<f64> -> f64
// SIMPLE-NEXT:        %s_tape_1 = enzyme.init : !enzyme.Cache<f64>
// SIMPLE-NEXT:        %s_7 = scf.for %offset_2 = %c0 to %c3 step %c1 iter_args(%s_8 = %s_6) -> (f64) {
// SIMPLE-NEXT:          %t_2 = math.sin %s_8 : f64
// SIMPLE-NEXT:          enzyme.push %s_tape_1, %s_8 : !enzyme.Cache<f64>, f64
// SIMPLE-NEXT:          scf.yield %t_2 : f64
// SIMPLE-NEXT:        }
// SIMPLE-NEXT:        %s_adj_5 = scf.for %back_2 = %c0 to %c3 step %c1 iter_args(%s_adj_6 = %s_adj_4) -> (f64) {
// SIMPLE-NEXT:          %s_9 = enzyme.pop %s_tape_1 : !enzyme.Cache<f64> -> f64
// SIMPLE-NEXT:          %1 = math.cos %s_9 : f64
// SIMPLE-NEXT:          %s_adj_7 = arith.mulf %s_adj_6, %1 : f64
// SIMPLE-NEXT:          scf.yield %s_adj_7 : f64
// SIMPLE-NEXT:        }
// SIMPLE-NEXT:        scf.yield %s_adj_5 : f64
// SIMPLE-NEXT:      }
// SIMPLE-NEXT:      return %s_adj_3 : f64
// SIMPLE-NEXT:    }
// SIMPLE-NEXT:  }

// LOWER:       module {
// LOWER-LABEL:   func.func @f(%x: f64) -> f64 {
// LOWER-NEXT:      %c0 = arith.constant 0 : index
// LOWER-NEXT:      %c1 = arith.constant 1 : index
// LOWER-NEXT:      %c6 = arith.constant 6 : index
// LOWER-NEXT:      %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
// LOWER-NEXT:        %t = math.sin %s : f64
// LOWER-NEXT:        scf.yield %t : f64
// LOWER-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// LOWER-NEXT:      return %y : f64
// LOWER-NEXT:    }
// LOWER-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// LOWER-NEXT:      %c0 = arith.constant 0 : index
// LOWER-NEXT:      %c1 = arith.constant 1 : index
// LOWER-NEXT:      %c3 = arith.constant 3 : index
// LOWER-NEXT:      %c1_1 = arith.constant 1 : index
// LOWER-NEXT:      %c0_1 = arith.constant 0 : index
// LOWER-NEXT:      %c2 = arith.constant 2 : index
// LOWER-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// LOWER-NEXT:      %s = scf.for %segment = %c0 to %c1 step %c1 iter_args(%s_1 = %x) -> (f64) {
// LOWER-NEXT:        memref.store %s_1, %s_snapshots[%segment] : memref<1xf64>
// LOWER-NEXT:        %s_2 = scf.for %offset = %c0 to %c3 step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// LOWER-NEXT:          %t = math.sin %s_3 : f64
// LOWER-NEXT:          scf.yield %t : f64
// LOWER-NEXT:        }
// LOWER-NEXT:        scf.yield %s_2 : f64
// LOWER-NEXT:      }
// LOWER-NEXT:      %s_tape = memref.alloc() : memref<3xf64>
// LOWER-NEXT:      %y = scf.for %offset_1 = %c0 to %c3 step %c1 iter_args(%s_4 = %s) -> (f64) {
// LOWER-NEXT:        %t_1 = math.sin %s_4 : f64
// LOWER-NEXT:        memref.store %s_4, %s_tape[%offset_1] : memref<3xf64>
// LOWER-NEXT:        scf.yield %t_1 : f64
// LOWER-NEXT:      }
// LOWER-NEXT:      %s_adj = scf.for %back = %c0 to %c3 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// LOWER-NEXT:        %offset_2 = arith.subi %c2, %back : index
// LOWER-NEXT:        %s_5 = memref.load %s_tape[%offset_2] : memref<3xf64>
// LOWER-NEXT:        %0 = math.cos %s_5 : f64
// LOWER-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// LOWER-NEXT:        scf.yield %s_adj_2 : f64
// LOWER-NEXT:      }
// LOWER-NEXT:      memref.dealloc %s_tape : memref<3xf64>
// LOWER-NEXT:      %s_tape_1 = memref.alloc() : memref<3xf64>
// LOWER-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c1 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// LOWER-NEXT:        %segment_1 = arith.subi %c0_1, %back_1 : index
// LOWER-NEXT:        %s_6 = memref.load %s_snapshots[%segment_1] : memref<1xf64>
// LOWER-NEXT:        %s_7 = scf.for %offset_3 = %c0 to %c3 step %c1 iter_args(%s_8 = %s_6) -> (f64) {
// LOWER-NEXT:          %t_2 = math.sin %s_8 : f64
// LOWER-NEXT:          memref.store %s_8, %s_tape_1[%offset_3] : memref<3xf64>
// LOWER-NEXT:          scf.yield %t_2 : f64
// LOWER-NEXT:        }
// LOWER-NEXT:        %s_adj_5 = scf.for %back_2 = %c0 to %c3 step %c1 iter_args(%s_adj_6 = %s_adj_4) -> (f64) {
// LOWER-NEXT:          %offset_4 = arith.subi %c2, %back_2 : index
// LOWER-NEXT:          %s_9 = memref.load %s_tape_1[%offset_4] : memref<3xf64>
// LOWER-NEXT:          %1 = math.cos %s_9 : f64
// LOWER-NEXT:          %s_adj_7 = arith.mulf %s_adj_6, %1 : f64
// LOWER-NEXT:          scf.yield %s_adj_7 : f64
// LOWER-NEXT:        }
// LOWER-NEXT:        scf.yield %s_adj_5 : f64
// LOWER-NEXT:      }
// LOWER-NEXT:      memref.dealloc %s_tape_1 : memref<3xf64>
// LOWER-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// LOWER-NEXT:      return %s_adj_3 : f64
// LOWER-NEXT:    }
// LOWER-NEXT:  }

// FULL:       module {
// FULL-LABEL:   func.func @f(%x: f64) -> f64 {
// FULL-NEXT:      %c0 = arith.constant 0 : index
// FULL-NEXT:      %c1 = arith.constant 1 : index
// FULL-NEXT:      %c6 = arith.constant 6 : index
// FULL-NEXT:      %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
// FULL-NEXT:        %t = math.sin %s : f64
// FULL-NEXT:        scf.yield %t : f64
// FULL-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// FULL-NEXT:      return %y : f64
// FULL-NEXT:    }
// FULL-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// FULL-NEXT:      %c0 = arith.constant 0 : index
// FULL-NEXT:      %c1 = arith.constant 1 : index
// FULL-NEXT:      %c3 = arith.constant 3 : index
// FULL-NEXT:      %c2 = arith.constant 2 : index
// FULL-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// FULL-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// FULL-NEXT:      %s = scf.for %offset = %c0 to %c3 step %c1 iter_args(%s_1 = %x) -> (f64) {
// FULL-NEXT:        %t = math.sin %s_1 : f64
// FULL-NEXT:        scf.yield %t : f64
// FULL-NEXT:      }
// FULL-NEXT:      %s_tape = memref.alloc() : memref<3xf64>
// FULL-NEXT:      %y = scf.for %offset_1 = %c0 to %c3 step %c1 iter_args(%s_2 = %s) -> (f64) {
// FULL-NEXT:        %t_1 = math.sin %s_2 : f64
// FULL-NEXT:        memref.store %s_2, %s_tape[%offset_1] : memref<3xf64>
// FULL-NEXT:        scf.yield %t_1 : f64
// FULL-NEXT:      }
// FULL-NEXT:      %s_adj = scf.for %back = %c0 to %c3 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// FULL-NEXT:        %offset_2 = arith.subi %c2, %back : index
// FULL-NEXT:        %s_3 = memref.load %s_tape[%offset_2] : memref<3xf64>
// FULL-NEXT:        %0 = math.cos %s_3 : f64
// FULL-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// FULL-NEXT:        scf.yield %s_adj_2 : f64
// FULL-NEXT:      }
// FULL-NEXT:      memref.dealloc %s_tape : memref<3xf64>
// FULL-NEXT:      %s_tape_1 = memref.alloc() : memref<3xf64>
// FULL-NEXT:      %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// FULL-NEXT:      %s_5 = scf.for %offset_3 = %c0 to %c3 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// FULL-NEXT:        %t_2 = math.sin %s_6 : f64
// FULL-NEXT:        memref.store %s_6, %s_tape_1[%offset_3] : memref<3xf64>
// FULL-NEXT:        scf.yield %t_2 : f64
// FULL-NEXT:      }
// FULL-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c3 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// FULL-NEXT:        %offset_4 = arith.subi %c2, %back_1 : index
// FULL-NEXT:        %s_7 = memref.load %s_tape_1[%offset_4] : memref<3xf64>
// FULL-NEXT:        %1 = math.cos %s_7 : f64
// FULL-NEXT:        %s_adj_5 = arith.mulf %s_adj_4, %1 : f64
// FULL-NEXT:        scf.yield %s_adj_5 : f64
// FULL-NEXT:      }
// FULL-NEXT:      memref.dealloc %s_tape_1 : memref<3xf64>
// FULL-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// FULL-NEXT:      return %s_adj_3 : f64
// FULL-NEXT:    }
// FULL-NEXT:  }

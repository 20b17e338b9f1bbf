// The products read %h four times per step, which is overwritten at the end of the step: the tape
// keeps one copy of it per step. A binomial replay frees the copy before it takes the next step.
// Of %rows a copy is kept as well; what is loaded through a view of it is loaded through a view of
// the copy. A policy keeps each load.

// RUN: ckptopt %s -p 'loop-checkpoint{fn=cell}' | filecheck %s
// RUN: ckptopt %s -p 'loop-checkpoint{fn=cell_binomial}' | filecheck --check-prefix=BINOMIAL %s
// RUN: ckptopt %s -p 'loop-checkpoint{fn=rows}' | filecheck --check-prefix=VIEWS %s
// RUN: ckptopt %s -p 'loop-checkpoint{fn=cell policy=nothing_saveable}' | filecheck --check-prefix=POLICY %s

func.func @cell(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
        %k = memref.load %w[%i, %j] : memref<4x4xf64>
        %s = memref.load %h[%j] : memref<4xf64>
        %ks = arith.mulf %k, %s : f64
        %e = arith.addf %d, %ks : f64
        scf.yield %e : f64
      }
      memref.store %dot, %g[%i] : memref<4xf64>
    }
    memref.copy %g, %h : memref<4xf64> to memref<4xf64>
  }
  return
}

func.func @cell_binomial(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
        %k = memref.load %w[%i, %j] : memref<4x4xf64>
        %s = memref.load %h[%j] : memref<4xf64>
        %ks = arith.mulf %k, %s : f64
        %e = arith.addf %d, %ks : f64
        scf.yield %e : f64
      }
      memref.store %dot, %g[%i] : memref<4xf64>
    }
    memref.copy %g, %h : memref<4xf64> to memref<4xf64>
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
  return
}

func.func @rows(%rows: memref<4x4xf64>, %g: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant 6 : index
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %row = memref.subview %rows[%i, 0] [1, 4] [1, 1] : memref<4x4xf64> to memref<4xf64, strided<[1], offset: ?>>
      scf.for %j = %c0 to %c4 step %c1 {
        %a = memref.load %row[%j] : memref<4xf64, strided<[1], offset: ?>>
        %b = memref.load %rows[%j, %i] : memref<4x4xf64>
        %d = arith.mulf %a, %b : f64
        memref.store %d, %g[%i] : memref<4xf64>
      }
    }
    %v = memref.load %g[%c0] : memref<4xf64>
    memref.store %v, %rows[%c0, %c1] : memref<4x4xf64>
  }
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @cell(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %n = arith.constant 6 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      scf.for %t = %c0 to %n step %c1 {
// CHECK-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// CHECK-NEXT:            %k = memref.load %w[%i, %j] : memref<4x4xf64>
// CHECK-NEXT:            %s = memref.load %h[%j] : memref<4xf64>
// CHECK-NEXT:            %ks = arith.mulf %k, %s : f64
// CHECK-NEXT:            %e = arith.addf %d, %ks : f64
// CHECK-NEXT:            scf.yield %e : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          memref.store %dot, %g[%i] : memref<4xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @cell_grad(%h: memref<4xf64>, %h_shadow: memref<4xf64>, %g: memref<4xf64>, %g_shadow: memref<4xf64>, %w: memref<4x4xf64>, %w_shadow: memref<4x4xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %n = arith.constant 6 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c5 = arith.constant 5 : index
// CHECK-NEXT:      %h_kept = memref.alloc() : memref<6x4xf64>
// CHECK-NEXT:      scf.for %t = %c0 to %n step %c1 {
// CHECK-NEXT:        %h_kept_1 = memref.subview %h_kept[%t, 0] [1, 4] [1, 1] : memref<6x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        memref.copy %h, %h_kept_1 : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// CHECK-NEXT:            %k = memref.load %w[%i, %j] : memref<4x4xf64>
// CHECK-NEXT:            %s = memref.load %h[%j] : memref<4xf64>
// CHECK-NEXT:            %ks = arith.mulf %k, %s : f64
// CHECK-NEXT:            %e = arith.addf %d, %ks : f64
// CHECK-NEXT:            scf.yield %e : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          memref.store %dot, %g[%i] : memref<4xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %back = %c0 to %n step %c1 {
// CHECK-NEXT:        %t_1 = arith.subi %c5, %back : index
// CHECK-NEXT:        scf.for %i_1 = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %h_adj = memref.load %h_shadow[%i_1] : memref<4xf64>
// CHECK-NEXT:          memref.store %zero, %h_shadow[%i_1] : memref<4xf64>
// CHECK-NEXT:          %g_adj = memref.load %g_shadow[%i_1] : memref<4xf64>
// CHECK-NEXT:          %g_adj_1 = arith.addf %g_adj, %h_adj : f64
// CHECK-NEXT:          memref.store %g_adj_1, %g_shadow[%i_1] : memref<4xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.for %back_1 = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %i_2 = arith.subi %c3, %back_1 : index
// CHECK-NEXT:          %dot_adj = memref.load %g_shadow[%i_2] : memref<4xf64>
// CHECK-NEXT:          memref.store %zero, %g_shadow[%i_2] : memref<4xf64>
// CHECK-NEXT:          scf.for %back_2 = %c0 to %c4 step %c1 {
// CHECK-NEXT:            %j_1 = arith.subi %c3, %back_2 : index
// CHECK-NEXT:            %s_1 = memref.load %h_kept[%t_1, %j_1] : memref<6x4xf64>
// CHECK-NEXT:            %k_adj = arith.mulf %dot_adj, %s_1 : f64
// CHECK-NEXT:            %k_1 = memref.load %w[%i_2, %j_1] : memref<4x4xf64>
// CHECK-NEXT:            %s_adj = arith.mulf %dot_adj, %k_1 : f64
// CHECK-NEXT:            %h_adj_1 = memref.load %h_shadow[%j_1] : memref<4xf64>
// CHECK-NEXT:            %h_adj_2 = arith.addf %h_adj_1, %s_adj : f64
// CHECK-NEXT:            memref.store %h_adj_2, %h_shadow[%j_1] : memref<4xf64>
// CHECK-NEXT:            %w_adj = memref.load %w_shadow[%i_2, %j_1] : memref<4x4xf64>
// CHECK-NEXT:            %w_adj_1 = arith.addf %w_adj, %k_adj : f64
// CHECK-NEXT:            memref.store %w_adj_1, %w_shadow[%i_2, %j_1] : memref<4x4xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %h_kept : memref<6x4xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @cell_binomial(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %n = arith.constant 6 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      scf.for %t = %c0 to %n step %c1 {
// CHECK-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// CHECK-NEXT:            %k = memref.load %w[%i, %j] : memref<4x4xf64>
// CHECK-NEXT:            %s = memref.load %h[%j] : memref<4xf64>
// CHECK-NEXT:            %ks = arith.mulf %k, %s : f64
// CHECK-NEXT:            %e = arith.addf %d, %ks : f64
// CHECK-NEXT:            scf.yield %e : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          memref.store %dot, %g[%i] : memref<4xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @rows(%rows: memref<4x4xf64>, %g: memref<4xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %n = arith.constant 6 : index
// CHECK-NEXT:      scf.for %t = %c0 to %n step %c1 {
// CHECK-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %row = memref.subview %rows[%i, 0] [1, 4] [1, 1] : memref<4x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          scf.for %j = %c0 to %c4 step %c1 {
// CHECK-NEXT:            %a = memref.load %row[%j] : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            %b = memref.load %rows[%j, %i] : memref<4x4xf64>
// CHECK-NEXT:            %d = arith.mulf %a, %b : f64
// CHECK-NEXT:            memref.store %d, %g[%i] : memref<4xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:        %v = memref.load %g[%c0] : memref<4xf64>
// CHECK-NEXT:        memref.store %v, %rows[%c0, %c1] : memref<4x4xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// BINOMIAL:       module {
// BINOMIAL-LABEL:   func.func @cell(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
// BINOMIAL-NEXT:      %c0 = arith.constant 0 : index
// BINOMIAL-NEXT:      %c1 = arith.constant 1 : index
// BINOMIAL-NEXT:      %c4 = arith.constant 4 : index
// BINOMIAL-NEXT:      %n = arith.constant 6 : index
// BINOMIAL-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// BINOMIAL-NEXT:      scf.for %t = %c0 to %n step %c1 {
// BINOMIAL-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:          %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// BINOMIAL-NEXT:            %k = memref.load %w[%i, %j] : memref<4x4xf64>
// BINOMIAL-NEXT:            %s = memref.load %h[%j] : memref<4xf64>
// BINOMIAL-NEXT:            %ks = arith.mulf %k, %s : f64
// BINOMIAL-NEXT:            %e = arith.addf %d, %ks : f64
// BINOMIAL-NEXT:            scf.yield %e : f64
// BINOMIAL-NEXT:          }
// BINOMIAL-NEXT:          memref.store %dot, %g[%i] : memref<4xf64>
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:      }
// BINOMIAL-NEXT:      return
// BINOMIAL-NEXT:    }
// BINOMIAL-LABEL:   func.func @cell_binomial(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
// BINOMIAL-NEXT:      %c0 = arith.constant 0 : index
// BINOMIAL-NEXT:      %c1 = arith.constant 1 : index
// BINOMIAL-NEXT:      %c4 = arith.constant 4 : index
// BINOMIAL-NEXT:      %n = arith.constant 6 : index
// BINOMIAL-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// BINOMIAL-NEXT:      scf.for %t = %c0 to %n step %c1 {
// BINOMIAL-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:          %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// BINOMIAL-NEXT:            %k = memref.load %w[%i, %j] : memref<4x4xf64>
// BINOMIAL-NEXT:            %s = memref.load %h[%j] : memref<4xf64>
// BINOMIAL-NEXT:            %ks = arith.mulf %k, %s : f64
// BINOMIAL-NEXT:            %e = arith.addf %d, %ks : f64
// BINOMIAL-NEXT:            scf.yield %e : f64
// BINOMIAL-NEXT:          }
// BINOMIAL-NEXT:          memref.store %dot, %g[%i] : memref<4xf64>
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
// BINOMIAL-NEXT:      return
// BINOMIAL-NEXT:    }
// BINOMIAL-LABEL:   func.func @cell_binomial_grad(%h: memref<4xf64>, %h_shadow: memref<4xf64>, %g: memref<4xf64>, %g_shadow: memref<4xf64>, %w: memref<4x4xf64>, %w_shadow: memref<4x4xf64>) {
// BINOMIAL-NEXT:      %c0 = arith.constant 0 : index
// BINOMIAL-NEXT:      %c1 = arith.constant 1 : index
// BINOMIAL-NEXT:      %c4 = arith.constant 4 : index
// BINOMIAL-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// BINOMIAL-NEXT:      %c5 = arith.constant 5 : index
// BINOMIAL-NEXT:      %c2 = arith.constant 2 : index
// BINOMIAL-NEXT:      %c3 = arith.constant 3 : index
// BINOMIAL-NEXT:      %slot_steps = memref.alloc() : memref<2xindex>
// BINOMIAL-NEXT:      %h_slots = memref.alloc() : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:      %g_slots = memref.alloc() : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:      %step = scf.for %slot = %c0 to %c2 step %c1 iter_args(%step_1 = %c0) -> (index) {
// BINOMIAL-NEXT:        %h_snapshot = memref.alloc() : memref<4xf64>
// BINOMIAL-NEXT:        memref.store %h_snapshot, %h_slots[%slot] : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:        %g_snapshot = memref.alloc() : memref<4xf64>
// BINOMIAL-NEXT:        memref.store %g_snapshot, %g_slots[%slot] : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:        memref.store %step_1, %slot_steps[%slot] : memref<2xindex>
// BINOMIAL-NEXT:        %h_snapshot_1 = memref.load %h_slots[%slot] : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:        memref.copy %h, %h_snapshot_1 : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:        %g_snapshot_1 = memref.load %g_slots[%slot] : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:        memref.copy %g, %g_snapshot_1 : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:        %left = arith.subi %c5, %step_1 : index
// BINOMIAL-NEXT:        %free = arith.subi %c2, %slot : index
// BINOMIAL-NEXT:        %0 = arith.cmpi sle, %left, %c1 : index
// BINOMIAL-NEXT:        %1 = arith.cmpi sle, %free, %c1 : index
// BINOMIAL-NEXT:        %at_once = arith.ori %0, %1 : i1
// BINOMIAL-NEXT:        %stretch = scf.if %at_once -> (index) {
// BINOMIAL-NEXT:          %2 = arith.maxsi %left, %c0 : index
// BINOMIAL-NEXT:          scf.yield %2 : index
// BINOMIAL-NEXT:        } else {
// BINOMIAL-NEXT:          %repetitions, %before, %beta = scf.while (%repetitions_1 = %c0, %before_1 = %c0, %beta_1 = %c1) : (index, index, index) -> (index, index, index) {
// BINOMIAL-NEXT:            %3 = arith.cmpi slt, %beta_1, %left : index
// BINOMIAL-NEXT:            scf.condition(%3) %repetitions_1, %before_1, %beta_1 : index, index, index
// BINOMIAL-NEXT:          } do {
// BINOMIAL-NEXT:          ^bb0(%repetitions_2: index, %before_2: index, %beta_2: index):
// BINOMIAL-NEXT:            %repetitions_3 = arith.addi %repetitions_2, %c1 : index
// BINOMIAL-NEXT:            %4 = arith.addi %free, %repetitions_3 : index
// BINOMIAL-NEXT:            %5 = arith.muli %beta_2, %4 : index
// BINOMIAL-NEXT:            %beta_3 = arith.divui %5, %repetitions_3 : index
// BINOMIAL-NEXT:            scf.yield %repetitions_3, %beta_2, %beta_3 : index, index, index
// BINOMIAL-NEXT:          }
// BINOMIAL-NEXT:          %6 = arith.addi %free, %repetitions : index
// BINOMIAL-NEXT:          %7 = arith.subi %6, %c1 : index
// BINOMIAL-NEXT:          %8 = arith.muli %before, %free : index
// BINOMIAL-NEXT:          %finer = arith.divui %8, %7 : index
// BINOMIAL-NEXT:          %9 = arith.subi %left, %finer : index
// BINOMIAL-NEXT:          %10 = arith.subi %c4, %step_1 : index
// BINOMIAL-NEXT:          %11 = arith.minsi %9, %10 : index
// BINOMIAL-NEXT:          %12 = arith.minsi %before, %11 : index
// BINOMIAL-NEXT:          %stretch_1 = arith.maxsi %c1, %12 : index
// BINOMIAL-NEXT:          scf.yield %stretch_1 : index
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        scf.for %offset = %c0 to %stretch step %c1 {
// BINOMIAL-NEXT:          scf.for %i = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:            %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// BINOMIAL-NEXT:              %k = memref.load %w[%i, %j] : memref<4x4xf64>
// BINOMIAL-NEXT:              %s = memref.load %h[%j] : memref<4xf64>
// BINOMIAL-NEXT:              %ks = arith.mulf %k, %s : f64
// BINOMIAL-NEXT:              %e = arith.addf %d, %ks : f64
// BINOMIAL-NEXT:              scf.yield %e : f64
// BINOMIAL-NEXT:            }
// BINOMIAL-NEXT:            memref.store %dot, %g[%i] : memref<4xf64>
// BINOMIAL-NEXT:          }
// BINOMIAL-NEXT:          memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// BINOMIAL-NEXT:        scf.yield %step_2 : index
// BINOMIAL-NEXT:      }
// BINOMIAL-NEXT:      %h_kept = memref.alloc() : memref<4xf64>
// BINOMIAL-NEXT:      memref.copy %h, %h_kept : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:      scf.for %i_1 = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:        %dot_1 = scf.for %j_1 = %c0 to %c4 step %c1 iter_args(%d_1 = %zero) -> (f64) {
// BINOMIAL-NEXT:          %k_1 = memref.load %w[%i_1, %j_1] : memref<4x4xf64>
// BINOMIAL-NEXT:          %s_1 = memref.load %h[%j_1] : memref<4xf64>
// BINOMIAL-NEXT:          %ks_1 = arith.mulf %k_1, %s_1 : f64
// BINOMIAL-NEXT:          %e_1 = arith.addf %d_1, %ks_1 : f64
// BINOMIAL-NEXT:          scf.yield %e_1 : f64
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        memref.store %dot_1, %g[%i_1] : memref<4xf64>
// BINOMIAL-NEXT:      }
// BINOMIAL-NEXT:      memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:      scf.for %i_2 = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:        %h_adj = memref.load %h_shadow[%i_2] : memref<4xf64>
// BINOMIAL-NEXT:        memref.store %zero, %h_shadow[%i_2] : memref<4xf64>
// BINOMIAL-NEXT:        %g_adj = memref.load %g_shadow[%i_2] : memref<4xf64>
// BINOMIAL-NEXT:        %g_adj_1 = arith.addf %g_adj, %h_adj : f64
// BINOMIAL-NEXT:        memref.store %g_adj_1, %g_shadow[%i_2] : memref<4xf64>
// BINOMIAL-NEXT:      }
// BINOMIAL-NEXT:      scf.for %back = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:        %i_3 = arith.subi %c3, %back : index
// BINOMIAL-NEXT:        %dot_adj = memref.load %g_shadow[%i_3] : memref<4xf64>
// BINOMIAL-NEXT:        memref.store %zero, %g_shadow[%i_3] : memref<4xf64>
// BINOMIAL-NEXT:        scf.for %back_1 = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:          %j_2 = arith.subi %c3, %back_1 : index
// BINOMIAL-NEXT:          %s_2 = memref.load %h_kept[%j_2] : memref<4xf64>
// BINOMIAL-NEXT:          %k_adj = arith.mulf %dot_adj, %s_2 : f64
// BINOMIAL-NEXT:          %k_2 = memref.load %w[%i_3, %j_2] : memref<4x4xf64>
// BINOMIAL-NEXT:          %s_adj = arith.mulf %dot_adj, %k_2 : f64
// BINOMIAL-NEXT:          %h_adj_1 = memref.load %h_shadow[%j_2] : memref<4xf64>
// BINOMIAL-NEXT:          %h_adj_2 = arith.addf %h_adj_1, %s_adj : f64
// BINOMIAL-NEXT:          memref.store %h_adj_2, %h_shadow[%j_2] : memref<4xf64>
// BINOMIAL-NEXT:          %w_adj = memref.load %w_shadow[%i_3, %j_2] : memref<4x4xf64>
// BINOMIAL-NEXT:          %w_adj_1 = arith.addf %w_adj, %k_adj : f64
// BINOMIAL-NEXT:          memref.store %w_adj_1, %w_shadow[%i_3, %j_2] : memref<4x4xf64>
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:      }
// BINOMIAL-NEXT:      memref.dealloc %h_kept : memref<4xf64>
// BINOMIAL-NEXT:      %h_work = memref.alloc() : memref<4xf64>
// BINOMIAL-NEXT:      %g_work = memref.alloc() : memref<4xf64>
// BINOMIAL-NEXT:      %live = scf.for %back_2 = %c0 to %c5 step %c1 iter_args(%live_1 = %c2) -> (index) {
// BINOMIAL-NEXT:        %target = arith.subi %c4, %back_2 : index
// BINOMIAL-NEXT:        %top = arith.subi %live_1, %c1 : index
// BINOMIAL-NEXT:        %t = memref.load %slot_steps[%top] : memref<2xindex>
// BINOMIAL-NEXT:        %far = arith.cmpi slt, %t, %target : index
// BINOMIAL-NEXT:        %h_snapshot_2 = memref.load %h_slots[%top] : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:        %g_snapshot_2 = memref.load %g_slots[%top] : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:        %h_1 = arith.select %far, %h_work, %h_snapshot_2 : memref<4xf64>
// BINOMIAL-NEXT:        %g_1 = arith.select %far, %g_work, %g_snapshot_2 : memref<4xf64>
// BINOMIAL-NEXT:        scf.if %far {
// BINOMIAL-NEXT:          memref.copy %h_snapshot_2, %h_work : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:          memref.copy %g_snapshot_2, %g_work : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        %slot_1, %step_3 = scf.while (%slot_2 = %top, %step_4 = %t) : (index, index) -> (index, index) {
// BINOMIAL-NEXT:          %more = arith.cmpi slt, %step_4, %target : index
// BINOMIAL-NEXT:          scf.condition(%more) %slot_2, %step_4 : index, index
// BINOMIAL-NEXT:        } do {
// BINOMIAL-NEXT:        ^bb0(%slot_3: index, %step_5: index):
// BINOMIAL-NEXT:          %ahead = arith.subi %target, %step_5 : index
// BINOMIAL-NEXT:          %left_1 = arith.addi %ahead, %c1 : index
// BINOMIAL-NEXT:          %free_1 = arith.subi %c2, %slot_3 : index
// BINOMIAL-NEXT:          %13 = arith.cmpi sle, %left_1, %c1 : index
// BINOMIAL-NEXT:          %14 = arith.cmpi sle, %free_1, %c1 : index
// BINOMIAL-NEXT:          %at_once_1 = arith.ori %13, %14 : i1
// BINOMIAL-NEXT:          %stretch_2 = scf.if %at_once_1 -> (index) {
// BINOMIAL-NEXT:            %15 = arith.maxsi %left_1, %c0 : index
// BINOMIAL-NEXT:            scf.yield %15 : index
// BINOMIAL-NEXT:          } else {
// BINOMIAL-NEXT:            %repetitions_4, %before_3, %beta_4 = scf.while (%repetitions_5 = %c0, %before_4 = %c0, %beta_5 = %c1) : (index, index, index) -> (index, index, index) {
// BINOMIAL-NEXT:              %16 = arith.cmpi slt, %beta_5, %left_1 : index
// BINOMIAL-NEXT:              scf.condition(%16) %repetitions_5, %before_4, %beta_5 : index, index, index
// BINOMIAL-NEXT:            } do {
// BINOMIAL-NEXT:            ^bb0(%repetitions_6: index, %before_5: index, %beta_6: index):
// BINOMIAL-NEXT:              %repetitions_7 = arith.addi %repetitions_6, %c1 : index
// BINOMIAL-NEXT:              %17 = arith.addi %free_1, %repetitions_7 : index
// BINOMIAL-NEXT:              %18 = arith.muli %beta_6, %17 : index
// BINOMIAL-NEXT:              %beta_7 = arith.divui %18, %repetitions_7 : index
// BINOMIAL-NEXT:              scf.yield %repetitions_7, %beta_6, %beta_7 : index, index, index
// BINOMIAL-NEXT:            }
// BINOMIAL-NEXT:            %19 = arith.addi %free_1, %repetitions_4 : index
// BINOMIAL-NEXT:            %20 = arith.subi %19, %c1 : index
// BINOMIAL-NEXT:            %21 = arith.muli %before_3, %free_1 : index
// BINOMIAL-NEXT:            %finer_1 = arith.divui %21, %20 : index
// BINOMIAL-NEXT:            %22 = arith.subi %left_1, %finer_1 : index
// BINOMIAL-NEXT:            %23 = arith.minsi %22, %ahead : index
// BINOMIAL-NEXT:            %24 = arith.minsi %before_3, %23 : index
// BINOMIAL-NEXT:            %stretch_3 = arith.maxsi %c1, %24 : index
// BINOMIAL-NEXT:            scf.yield %stretch_3 : index
// BINOMIAL-NEXT:          }
// BINOMIAL-NEXT:          %length = arith.minsi %stretch_2, %ahead : index
// BINOMIAL-NEXT:          scf.for %offset_1 = %c0 to %length step %c1 {
// BINOMIAL-NEXT:            scf.for %i_4 = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:              %dot_2 = scf.for %j_3 = %c0 to %c4 step %c1 iter_args(%d_2 = %zero) -> (f64) {
// BINOMIAL-NEXT:                %k_3 = memref.load %w[%i_4, %j_3] : memref<4x4xf64>
// BINOMIAL-NEXT:                %s_3 = memref.load %h_1[%j_3] : memref<4xf64>
// BINOMIAL-NEXT:                %ks_2 = arith.mulf %k_3, %s_3 : f64
// BINOMIAL-NEXT:                %e_2 = arith.addf %d_2, %ks_2 : f64
// BINOMIAL-NEXT:                scf.yield %e_2 : f64
// BINOMIAL-NEXT:              }
// BINOMIAL-NEXT:              memref.store %dot_2, %g_1[%i_4] : memref<4xf64>
// BINOMIAL-NEXT:            }
// BINOMIAL-NEXT:            memref.copy %g_1, %h_1 : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:          }
// BINOMIAL-NEXT:          %step_6 = arith.addi %step_5, %length : index
// BINOMIAL-NEXT:          %more_1 = arith.cmpi slt, %step_6, %target : index
// BINOMIAL-NEXT:          %slot_4 = arith.addi %slot_3, %c1 : index
// BINOMIAL-NEXT:          scf.if %more_1 {
// BINOMIAL-NEXT:            memref.store %step_6, %slot_steps[%slot_4] : memref<2xindex>
// BINOMIAL-NEXT:            %h_snapshot_3 = memref.load %h_slots[%slot_4] : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:            memref.copy %h_1, %h_snapshot_3 : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:            %g_snapshot_3 = memref.load %g_slots[%slot_4] : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:            memref.copy %g_1, %g_snapshot_3 : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:          }
// BINOMIAL-NEXT:          %slot_5 = arith.select %more_1, %slot_4, %slot_3 : index
// BINOMIAL-NEXT:          scf.yield %slot_5, %step_6 : index, index
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        %h_kept_1 = memref.alloc() : memref<4xf64>
// BINOMIAL-NEXT:        memref.copy %h_1, %h_kept_1 : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:        scf.for %i_5 = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:          %dot_3 = scf.for %j_4 = %c0 to %c4 step %c1 iter_args(%d_3 = %zero) -> (f64) {
// BINOMIAL-NEXT:            %k_4 = memref.load %w[%i_5, %j_4] : memref<4x4xf64>
// BINOMIAL-NEXT:            %s_4 = memref.load %h_1[%j_4] : memref<4xf64>
// BINOMIAL-NEXT:            %ks_3 = arith.mulf %k_4, %s_4 : f64
// BINOMIAL-NEXT:            %e_3 = arith.addf %d_3, %ks_3 : f64
// BINOMIAL-NEXT:            scf.yield %e_3 : f64
// BINOMIAL-NEXT:          }
// BINOMIAL-NEXT:          memref.store %dot_3, %g_1[%i_5] : memref<4xf64>
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        memref.copy %g_1, %h_1 : memref<4xf64> to memref<4xf64>
// BINOMIAL-NEXT:        scf.for %i_6 = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:          %h_adj_3 = memref.load %h_shadow[%i_6] : memref<4xf64>
// BINOMIAL-NEXT:          memref.store %zero, %h_shadow[%i_6] : memref<4xf64>
// BINOMIAL-NEXT:          %g_adj_2 = memref.load %g_shadow[%i_6] : memref<4xf64>
// BINOMIAL-NEXT:          %g_adj_3 = arith.addf %g_adj_2, %h_adj_3 : f64
// BINOMIAL-NEXT:          memref.store %g_adj_3, %g_shadow[%i_6] : memref<4xf64>
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        scf.for %back_3 = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:          %i_7 = arith.subi %c3, %back_3 : index
// BINOMIAL-NEXT:          %dot_adj_1 = memref.load %g_shadow[%i_7] : memref<4xf64>
// BINOMIAL-NEXT:          memref.store %zero, %g_shadow[%i_7] : memref<4xf64>
// BINOMIAL-NEXT:          scf.for %back_4 = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:            %j_5 = arith.subi %c3, %back_4 : index
// BINOMIAL-NEXT:            %s_5 = memref.load %h_kept_1[%j_5] : memref<4xf64>
// BINOMIAL-NEXT:            %k_adj_1 = arith.mulf %dot_adj_1, %s_5 : f64
// BINOMIAL-NEXT:            %k_5 = memref.load %w[%i_7, %j_5] : memref<4x4xf64>
// BINOMIAL-NEXT:            %s_adj_1 = arith.mulf %dot_adj_1, %k_5 : f64
// BINOMIAL-NEXT:            %h_adj_4 = memref.load %h_shadow[%j_5] : memref<4xf64>
// BINOMIAL-NEXT:            %h_adj_5 = arith.addf %h_adj_4, %s_adj_1 : f64
// BINOMIAL-NEXT:            memref.store %h_adj_5, %h_shadow[%j_5] : memref<4xf64>
// BINOMIAL-NEXT:            %w_adj_2 = memref.load %w_shadow[%i_7, %j_5] : memref<4x4xf64>
// BINOMIAL-NEXT:            %w_adj_3 = arith.addf %w_adj_2, %k_adj_1 : f64
// BINOMIAL-NEXT:            memref.store %w_adj_3, %w_shadow[%i_7, %j_5] : memref<4x4xf64>
// BINOMIAL-NEXT:          }
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        memref.dealloc %h_kept_1 : memref<4xf64>
// BINOMIAL-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// BINOMIAL-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// BINOMIAL-NEXT:        scf.yield %live_3 : index
// BINOMIAL-NEXT:      }
// BINOMIAL-NEXT:      scf.for %slot_6 = %c0 to %c2 step %c1 {
// BINOMIAL-NEXT:        %h_snapshot_4 = memref.load %h_slots[%slot_6] : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:        memref.dealloc %h_snapshot_4 : memref<4xf64>
// BINOMIAL-NEXT:        %g_snapshot_4 = memref.load %g_slots[%slot_6] : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:        memref.dealloc %g_snapshot_4 : memref<4xf64>
// BINOMIAL-NEXT:      }
// BINOMIAL-NEXT:      memref.dealloc %h_work : memref<4xf64>
// BINOMIAL-NEXT:      memref.dealloc %g_work : memref<4xf64>
// BINOMIAL-NEXT:      memref.dealloc %h_slots : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:      memref.dealloc %g_slots : memref<2xmemref<4xf64>>
// BINOMIAL-NEXT:      memref.dealloc %slot_steps : memref<2xindex>
// BINOMIAL-NEXT:      return
// BINOMIAL-NEXT:    }
// BINOMIAL-LABEL:   func.func @rows(%rows: memref<4x4xf64>, %g: memref<4xf64>) {
// BINOMIAL-NEXT:      %c0 = arith.constant 0 : index
// BINOMIAL-NEXT:      %c1 = arith.constant 1 : index
// BINOMIAL-NEXT:      %c4 = arith.constant 4 : index
// BINOMIAL-NEXT:      %n = arith.constant 6 : index
// BINOMIAL-NEXT:      scf.for %t = %c0 to %n step %c1 {
// BINOMIAL-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:          %row = memref.subview %rows[%i, 0] [1, 4] [1, 1] : memref<4x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// BINOMIAL-NEXT:          scf.for %j = %c0 to %c4 step %c1 {
// BINOMIAL-NEXT:            %a = memref.load %row[%j] : memref<4xf64, strided<[1], offset: ?>>
// BINOMIAL-NEXT:            %b = memref.load %rows[%j, %i] : memref<4x4xf64>
// BINOMIAL-NEXT:            %d = arith.mulf %a, %b : f64
// BINOMIAL-NEXT:            memref.store %d, %g[%i] : memref<4xf64>
// BINOMIAL-NEXT:          }
// BINOMIAL-NEXT:        }
// BINOMIAL-NEXT:        %v = memref.load %g[%c0] : memref<4xf64>
// BINOMIAL-NEXT:        memref.store %v, %rows[%c0, %c1] : memref<4x4xf64>
// BINOMIAL-NEXT:      }
// BINOMIAL-NEXT:      return
// BINOMIAL-NEXT:    }
// BINOMIAL-NEXT:  }

// VIEWS:       module {
// VIEWS-LABEL:   func.func @cell(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
// VIEWS-NEXT:      %c0 = arith.constant 0 : index
// VIEWS-NEXT:      %c1 = arith.constant 1 : index
// VIEWS-NEXT:      %c4 = arith.constant 4 : index
// VIEWS-NEXT:      %n = arith.constant 6 : index
// VIEWS-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// VIEWS-NEXT:      scf.for %t = %c0 to %n step %c1 {
// VIEWS-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// VIEWS-NEXT:          %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// VIEWS-NEXT:            %k = memref.load %w[%i, %j] : memref<4x4xf64>
// VIEWS-NEXT:            %s = memref.load %h[%j] : memref<4xf64>
// VIEWS-NEXT:            %ks = arith.mulf %k, %s : f64
// VIEWS-NEXT:            %e = arith.addf %d, %ks : f64
// VIEWS-NEXT:            scf.yield %e : f64
// VIEWS-NEXT:          }
// VIEWS-NEXT:          memref.store %dot, %g[%i] : memref<4xf64>
// VIEWS-NEXT:        }
// VIEWS-NEXT:        memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// VIEWS-NEXT:      }
// VIEWS-NEXT:      return
// VIEWS-NEXT:    }
// VIEWS-LABEL:   func.func @cell_binomial(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
// VIEWS-NEXT:      %c0 = arith.constant 0 : index
// VIEWS-NEXT:      %c1 = arith.constant 1 : index
// VIEWS-NEXT:      %c4 = arith.constant 4 : index
// VIEWS-NEXT:      %n = arith.constant 6 : index
// VIEWS-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// VIEWS-NEXT:      scf.for %t = %c0 to %n step %c1 {
// VIEWS-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// VIEWS-NEXT:          %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// VIEWS-NEXT:            %k = memref.load %w[%i, %j] : memref<4x4xf64>
// VIEWS-NEXT:            %s = memref.load %h[%j] : memref<4xf64>
// VIEWS-NEXT:            %ks = arith.mulf %k, %s : f64
// VIEWS-NEXT:            %e = arith.addf %d, %ks : f64
// VIEWS-NEXT:            scf.yield %e : f64
// VIEWS-NEXT:          }
// VIEWS-NEXT:          memref.store %dot, %g[%i] : memref<4xf64>
// VIEWS-NEXT:        }
// VIEWS-NEXT:        memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// VIEWS-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
// VIEWS-NEXT:      return
// VIEWS-NEXT:    }
// VIEWS-LABEL:   func.func @rows(%rows: memref<4x4xf64>, %g: memref<4xf64>) {
// VIEWS-NEXT:      %c0 = arith.constant 0 : index
// VIEWS-NEXT:      %c1 = arith.constant 1 : index
// VIEWS-NEXT:      %c4 = arith.constant 4 : index
// VIEWS-NEXT:      %n = arith.constant 6 : index
// VIEWS-NEXT:      scf.for %t = %c0 to %n step %c1 {
// VIEWS-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// VIEWS-NEXT:          %row = memref.subview %rows[%i, 0] [1, 4] [1, 1] : memref<4x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// VIEWS-NEXT:          scf.for %j = %c0 to %c4 step %c1 {
// VIEWS-NEXT:            %a = memref.load %row[%j] : memref<4xf64, strided<[1], offset: ?>>
// VIEWS-NEXT:            %b = memref.load %rows[%j, %i] : memref<4x4xf64>
// VIEWS-NEXT:            %d = arith.mulf %a, %b : f64
// VIEWS-NEXT:            memref.store %d, %g[%i] : memref<4xf64>
// VIEWS-NEXT:          }
// VIEWS-NEXT:        }
// VIEWS-NEXT:        %v = memref.load %g[%c0] : memref<4xf64>
// VIEWS-NEXT:        memref.store %v, %rows[%c0, %c1] : memref<4x4xf64>
// VIEWS-NEXT:      }
// VIEWS-NEXT:      return
// VIEWS-NEXT:    }
// VIEWS-LABEL:   func.func @rows_grad(%rows: memref<4x4xf64>, %rows_shadow: memref<4x4xf64>, %g: memref<4xf64>, %g_shadow: memref<4xf64>) {
// VIEWS-NEXT:      %c0 = arith.constant 0 : index
// VIEWS-NEXT:      %c1 = arith.constant 1 : index
// VIEWS-NEXT:      %c4 = arith.constant 4 : index
// VIEWS-NEXT:      %n = arith.constant 6 : index
// VIEWS-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// VIEWS-NEXT:      %c3 = arith.constant 3 : index
// VIEWS-NEXT:      %c5 = arith.constant 5 : index
// VIEWS-NEXT:      %rows_kept_tape = memref.alloc() : memref<6xmemref<4x4xf64>>
// VIEWS-NEXT:      scf.for %t = %c0 to %n step %c1 {
// VIEWS-NEXT:        %rows_kept = memref.alloc() : memref<4x4xf64>
// VIEWS-NEXT:        memref.copy %rows, %rows_kept : memref<4x4xf64> to memref<4x4xf64>
// VIEWS-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// VIEWS-NEXT:          %row = memref.subview %rows[%i, 0] [1, 4] [1, 1] : memref<4x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// VIEWS-NEXT:          scf.for %j = %c0 to %c4 step %c1 {
// VIEWS-NEXT:            %a = memref.load %row[%j] : memref<4xf64, strided<[1], offset: ?>>
// VIEWS-NEXT:            %b = memref.load %rows[%j, %i] : memref<4x4xf64>
// VIEWS-NEXT:            %d = arith.mulf %a, %b : f64
// VIEWS-NEXT:            memref.store %d, %g[%i] : memref<4xf64>
// VIEWS-NEXT:          }
// VIEWS-NEXT:        }
// VIEWS-NEXT:        %v = memref.load %g[%c0] : memref<4xf64>
// VIEWS-NEXT:        memref.store %v, %rows[%c0, %c1] : memref<4x4xf64>
// VIEWS-NEXT:        memref.store %rows_kept, %rows_kept_tape[%t] : memref<6xmemref<4x4xf64>>
// VIEWS-NEXT:      }
// VIEWS-NEXT:      scf.for %back = %c0 to %n step %c1 {
// VIEWS-NEXT:        %t_1 = arith.subi %c5, %back : index
// VIEWS-NEXT:        %rows_kept_1 = memref.load %rows_kept_tape[%t_1] : memref<6xmemref<4x4xf64>>
// VIEWS-NEXT:        %v_adj = memref.load %rows_shadow[%c0, %c1] : memref<4x4xf64>
// VIEWS-NEXT:        memref.store %zero, %rows_shadow[%c0, %c1] : memref<4x4xf64>
// VIEWS-NEXT:        %g_adj = memref.load %g_shadow[%c0] : memref<4xf64>
// VIEWS-NEXT:        %g_adj_1 = arith.addf %g_adj, %v_adj : f64
// VIEWS-NEXT:        memref.store %g_adj_1, %g_shadow[%c0] : memref<4xf64>
// VIEWS-NEXT:        scf.for %back_1 = %c0 to %c4 step %c1 {
// VIEWS-NEXT:          %i_1 = arith.subi %c3, %back_1 : index
// VIEWS-NEXT:          %row_shadow = memref.subview %rows_shadow[%i_1, 0] [1, 4] [1, 1] : memref<4x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// VIEWS-NEXT:          scf.for %back_2 = %c0 to %c4 step %c1 {
// VIEWS-NEXT:            %j_1 = arith.subi %c3, %back_2 : index
// VIEWS-NEXT:            %d_adj = memref.load %g_shadow[%i_1] : memref<4xf64>
// VIEWS-NEXT:            memref.store %zero, %g_shadow[%i_1] : memref<4xf64>
// VIEWS-NEXT:            %b_1 = memref.load %rows_kept_1[%j_1, %i_1] : memref<4x4xf64>
// VIEWS-NEXT:            %a_adj = arith.mulf %d_adj, %b_1 : f64
// VIEWS-NEXT:            %row_1 = memref.subview %rows_kept_1[%i_1, 0] [1, 4] [1, 1] : memref<4x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// VIEWS-NEXT:            %a_1 = memref.load %row_1[%j_1] : memref<4xf64, strided<[1], offset: ?>>
// VIEWS-NEXT:            %b_adj = arith.mulf %d_adj, %a_1 : f64
// VIEWS-NEXT:            %rows_adj = memref.load %rows_shadow[%j_1, %i_1] : memref<4x4xf64>
// VIEWS-NEXT:            %rows_adj_1 = arith.addf %rows_adj, %b_adj : f64
// VIEWS-NEXT:            memref.store %rows_adj_1, %rows_shadow[%j_1, %i_1] : memref<4x4xf64>
// VIEWS-NEXT:            %row_adj = memref.load %row_shadow[%j_1] : memref<4xf64, strided<[1], offset: ?>>
// VIEWS-NEXT:            %row_adj_1 = arith.addf %row_adj, %a_adj : f64
// VIEWS-NEXT:            memref.store %row_adj_1, %row_shadow[%j_1] : memref<4xf64, strided<[1], offset: ?>>
// VIEWS-NEXT:          }
// VIEWS-NEXT:        }
// VIEWS-NEXT:        memref.dealloc %rows_kept_1 : memref<4x4xf64>
// VIEWS-NEXT:      }
// VIEWS-NEXT:      memref.dealloc %rows_kept_tape : memref<6xmemref<4x4xf64>>
// VIEWS-NEXT:      return
// VIEWS-NEXT:    }
// VIEWS-NEXT:  }

// POLICY:       module {
// POLICY-LABEL:   func.func @cell(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
// POLICY-NEXT:      %c0 = arith.constant 0 : index
// POLICY-NEXT:      %c1 = arith.constant 1 : index
// POLICY-NEXT:      %c4 = arith.constant 4 : index
// POLICY-NEXT:      %n = arith.constant 6 : index
// POLICY-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// POLICY-NEXT:      scf.for %t = %c0 to %n step %c1 {
// POLICY-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// POLICY-NEXT:          %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// POLICY-NEXT:            %k = memref.load %w[%i, %j] : memref<4x4xf64>
// POLICY-NEXT:            %s = memref.load %h[%j] : memref<4xf64>
// POLICY-NEXT:            %ks = arith.mulf %k, %s : f64
// POLICY-NEXT:            %e = arith.addf %d, %ks : f64
// POLICY-NEXT:            scf.yield %e : f64
// POLICY-NEXT:          }
// POLICY-NEXT:          memref.store %dot, %g[%i] : memref<4xf64>
// POLICY-NEXT:        }
// POLICY-NEXT:        memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// POLICY-NEXT:      }
// POLICY-NEXT:      return
// POLICY-NEXT:    }
// POLICY-LABEL:   func.func @cell_grad(%h: memref<4xf64>, %h_shadow: memref<4xf64>, %g: memref<4xf64>, %g_shadow: memref<4xf64>, %w: memref<4x4xf64>, %w_shadow: memref<4x4xf64>) {
// POLICY-NEXT:      %c0 = arith.constant 0 : index
// POLICY-NEXT:      %c1 = arith.constant 1 : index
// POLICY-NEXT:      %c4 = arith.constant 4 : index
// POLICY-NEXT:      %n = arith.constant 6 : index
// POLICY-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// POLICY-NEXT:      %c3 = arith.constant 3 : index
// POLICY-NEXT:      %c5 = arith.constant 5 : index
// POLICY-NEXT:      %s_tape = memref.alloc() : memref<6x4x4xf64>
// POLICY-NEXT:      scf.for %t = %c0 to %n step %c1 {
// POLICY-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// POLICY-NEXT:          %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// POLICY-NEXT:            %k = memref.load %w[%i, %j] : memref<4x4xf64>
// POLICY-NEXT:            %s = memref.load %h[%j] : memref<4xf64>
// POLICY-NEXT:            %ks = arith.mulf %k, %s : f64
// POLICY-NEXT:            %e = arith.addf %d, %ks : f64
// POLICY-NEXT:            memref.store %s, %s_tape[%t, %i, %j] : memref<6x4x4xf64>
// POLICY-NEXT:            scf.yield %e : f64
// POLICY-NEXT:          }
// POLICY-NEXT:          memref.store %dot, %g[%i] : memref<4xf64>
// POLICY-NEXT:        }
// POLICY-NEXT:        memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// POLICY-NEXT:      }
// POLICY-NEXT:      scf.for %back = %c0 to %n step %c1 {
// POLICY-NEXT:        %t_1 = arith.subi %c5, %back : index
// POLICY-NEXT:        scf.for %i_1 = %c0 to %c4 step %c1 {
// POLICY-NEXT:          %h_adj = memref.load %h_shadow[%i_1] : memref<4xf64>
// POLICY-NEXT:          memref.store %zero, %h_shadow[%i_1] : memref<4xf64>
// POLICY-NEXT:          %g_adj = memref.load %g_shadow[%i_1] : memref<4xf64>
// POLICY-NEXT:          %g_adj_1 = arith.addf %g_adj, %h_adj : f64
// POLICY-NEXT:          memref.store %g_adj_1, %g_shadow[%i_1] : memref<4xf64>
// POLICY-NEXT:        }
// POLICY-NEXT:        scf.for %back_1 = %c0 to %c4 step %c1 {
// POLICY-NEXT:          %i_2 = arith.subi %c3, %back_1 : index
// POLICY-NEXT:          %dot_adj = memref.load %g_shadow[%i_2] : memref<4xf64>
// POLICY-NEXT:          memref.store %zero, %g_shadow[%i_2] : memref<4xf64>
// POLICY-NEXT:          scf.for %back_2 = %c0 to %c4 step %c1 {
// POLICY-NEXT:            %j_1 = arith.subi %c3, %back_2 : index
// POLICY-NEXT:            %s_1 = memref.load %s_tape[%t_1, %i_2, %j_1] : memref<6x4x4xf64>
// POLICY-NEXT:            %k_adj = arith.mulf %dot_adj, %s_1 : f64
// POLICY-NEXT:            %k_1 = memref.load %w[%i_2, %j_1] : memref<4x4xf64>
// POLICY-NEXT:            %s_adj = arith.mulf %dot_adj, %k_1 : f64
// POLICY-NEXT:            %h_adj_1 = memref.load %h_shadow[%j_1] : memref<4xf64>
// POLICY-NEXT:            %h_adj_2 = arith.addf %h_adj_1, %s_adj : f64
// POLICY-NEXT:            memref.store %h_adj_2, %h_shadow[%j_1] : memref<4xf64>
// POLICY-NEXT:            %w_adj = memref.load %w_shadow[%i_2, %j_1] : memref<4x4xf64>
// POLICY-NEXT:            %w_adj_1 = arith.addf %w_adj, %k_adj : f64
// POLICY-NEXT:            memref.store %w_adj_1, %w_shadow[%i_2, %j_1] : memref<4x4xf64>
// POLICY-NEXT:          }
// POLICY-NEXT:        }
// POLICY-NEXT:      }
// POLICY-NEXT:      memref.dealloc %s_tape : memref<6x4x4xf64>
// POLICY-NEXT:      return
// POLICY-NEXT:    }
// POLICY-LABEL:   func.func @cell_binomial(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
// POLICY-NEXT:      %c0 = arith.constant 0 : index
// POLICY-NEXT:      %c1 = arith.constant 1 : index
// POLICY-NEXT:      %c4 = arith.constant 4 : index
// POLICY-NEXT:      %n = arith.constant 6 : index
// POLICY-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// POLICY-NEXT:      scf.for %t = %c0 to %n step %c1 {
// POLICY-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// POLICY-NEXT:          %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
// POLICY-NEXT:            %k = memref.load %w[%i, %j] : memref<4x4xf64>
// POLICY-NEXT:            %s = memref.load %h[%j] : memref<4xf64>
// POLICY-NEXT:            %ks = arith.mulf %k, %s : f64
// POLICY-NEXT:            %e = arith.addf %d, %ks : f64
// POLICY-NEXT:            scf.yield %e : f64
// POLICY-NEXT:          }
// POLICY-NEXT:          memref.store %dot, %g[%i] : memref<4xf64>
// POLICY-NEXT:        }
// POLICY-NEXT:        memref.copy %g, %h : memref<4xf64> to memref<4xf64>
// POLICY-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 2 : i64}
// POLICY-NEXT:      return
// POLICY-NEXT:    }
// POLICY-LABEL:   func.func @rows(%rows: memref<4x4xf64>, %g: memref<4xf64>) {
// POLICY-NEXT:      %c0 = arith.constant 0 : index
// POLICY-NEXT:      %c1 = arith.constant 1 : index
// POLICY-NEXT:      %c4 = arith.constant 4 : index
// POLICY-NEXT:      %n = arith.constant 6 : index
// POLICY-NEXT:      scf.for %t = %c0 to %n step %c1 {
// POLICY-NEXT:        scf.for %i = %c0 to %c4 step %c1 {
// POLICY-NEXT:          %row = memref.subview %rows[%i, 0] [1, 4] [1, 1] : memref<4x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// POLICY-NEXT:          scf.for %j = %c0 to %c4 step %c1 {
// POLICY-NEXT:            %a = memref.load %row[%j] : memref<4xf64, strided<[1], offset: ?>>
// POLICY-NEXT:            %b = memref.load %rows[%j, %i] : memref<4x4xf64>
// POLICY-NEXT:            %d = arith.mulf %a, %b : f64
// POLICY-NEXT:            memref.store %d, %g[%i] : memref<4xf64>
// POLICY-NEXT:          }
// POLICY-NEXT:        }
// POLICY-NEXT:        %v = memref.load %g[%c0] : memref<4xf64>
// POLICY-NEXT:        memref.store %v, %rows[%c0, %c1] : memref<4x4xf64>
// POLICY-NEXT:      }
// POLICY-NEXT:      return
// POLICY-NEXT:    }
// POLICY-NEXT:  }

// The products read %h four times per step, which is overwritten at the end of the step: the tape
// keeps one copy of it per step, a row of one buffer. Of %rows a copy is kept as well; what is loaded
// through a view of it is loaded through a view of the copy. A policy keeps each load.

// RUN: ckptopt %s -p 'loop-checkpoint{fn=cell}' | filecheck %s
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
// CHECK-NEXT:      %h_kept_tape = memref.alloc() : memref<6x4xf64>
// CHECK-NEXT:      scf.for %t = %c0 to %n step %c1 {
// CHECK-NEXT:        %h_kept = memref.subview %h_kept_tape[%t, 0] [1, 4] [1, 1] : memref<6x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        memref.copy %h, %h_kept : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
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
// CHECK-NEXT:            %s_1 = memref.load %h_kept_tape[%t_1, %j_1] : memref<6x4xf64>
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
// CHECK-NEXT:      memref.dealloc %h_kept_tape : memref<6x4xf64>
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

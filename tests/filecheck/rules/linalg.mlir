// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// Structured operations on memrefs. One function per kind of adjoint.

// A product: one contraction per factor. It adds to its output, whose shadow stays.
func.func @f(%a: memref<2x3xf64>, %b: memref<3x4xf64>, %c: memref<2x4xf64>) {
  linalg.matmul ins(%a, %b : memref<2x3xf64>, memref<3x4xf64>) outs(%c : memref<2x4xf64>)
  return
}

// -----

// A product that sums nothing in reverse: its adjoint is no contraction.
func.func @f(%a: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  linalg.matvec ins(%a, %x : memref<?x?xf64>, memref<?xf64>) outs(%y : memref<?xf64>)
  return
}

// -----

// A factor that is overwritten before the reverse is kept: its contents are copied, and freed.
func.func @f(%a: memref<2x3xf64>, %b: memref<3xf64>, %c: memref<2xf64>, %new: f64) {
  linalg.matvec ins(%a, %b : memref<2x3xf64>, memref<3xf64>) outs(%c : memref<2xf64>)
  linalg.fill ins(%new : f64) outs(%b : memref<3xf64>)
  return
}

// -----

// An elementwise operation clears the shadow of what it overwrites. What both operands get is
// computed together.
func.func @f(%x: memref<4xf64>, %y: memref<4xf64>, %r: memref<4xf64>) {
  linalg.mul ins(%x, %y : memref<4xf64>, memref<4xf64>) outs(%r : memref<4xf64>)
  return
}

// -----

// In place, the shadow gets a new value in place. The result is there to be read, so that nothing
// is kept.
func.func @f(%x: memref<4xf64>) {
  linalg.exp ins(%x : memref<4xf64>) outs(%x : memref<4xf64>)
  return
}

// -----

// A body with a broadcast operand and with numbers from around it: what is broadcast has a sum for
// its adjoint, and so have numbers.
func.func @f(%x: memref<3x4xf64>, %row: memref<4xf64>, %s: f64, %r: memref<3x4xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                                   affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x, %row : memref<3x4xf64>, memref<4xf64>) outs(%r : memref<3x4xf64>) {
  ^bb0(%e: f64, %w: f64, %old: f64):
    %p = arith.mulf %e, %w : f64
    %q = arith.addf %p, %s : f64
    linalg.yield %q : f64
  }
  return
}

// -----

// A sum, and the maximum, of which the first element that attains it takes the adjoint.
func.func @f(%x: memref<3x4xf64>, %sum: memref<3xf64>, %most: memref<3xf64>) {
  linalg.reduce { arith.addf } ins(%x : memref<3x4xf64>) outs(%sum : memref<3xf64>) dimensions = [1]
  linalg.reduce { arith.maximumf } ins(%x : memref<3x4xf64>) outs(%most : memref<3xf64>)
                dimensions = [1]
  return
}

// -----

// In a loop, what a step read is on the tape: handles of copies.
func.func @f(%w: memref<3x3xf64>, %h: memref<3xf64>, %t: memref<3xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%zero : f64) outs(%t : memref<3xf64>)
    linalg.matvec ins(%w, %h : memref<3x3xf64>, memref<3xf64>) outs(%t : memref<3xf64>)
    linalg.tanh ins(%t : memref<3xf64>) outs(%h : memref<3xf64>)
  }
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%a: memref<2x3xf64>, %b: memref<3x4xf64>, %c: memref<2x4xf64>) {
// CHECK-NEXT:      linalg.matmul ins(%a, %b : memref<2x3xf64>, memref<3x4xf64>) outs(%c : memref<2x4xf64>)
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%a: memref<2x3xf64>, %a_shadow: memref<2x3xf64>, %b: memref<3x4xf64>, %b_shadow: memref<3x4xf64>, %c: memref<2x4xf64>, %c_shadow: memref<2x4xf64>) {
// CHECK-NEXT:      linalg.matmul ins(%a, %b : memref<2x3xf64>, memref<3x4xf64>) outs(%c : memref<2x4xf64>)
// CHECK-NEXT:      linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>] ins(%b, %c_shadow : memref<3x4xf64>, memref<2x4xf64>) outs(%a_shadow : memref<2x3xf64>)
// CHECK-NEXT:      linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>] ins(%a, %c_shadow : memref<2x3xf64>, memref<2x4xf64>) outs(%b_shadow : memref<3x4xf64>)
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%a: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
// CHECK-NEXT:      linalg.matvec ins(%a, %x : memref<?x?xf64>, memref<?xf64>) outs(%y : memref<?xf64>)
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%a: memref<?x?xf64>, %a_shadow: memref<?x?xf64>, %x: memref<?xf64>, %x_shadow: memref<?xf64>, %y: memref<?xf64>, %y_shadow: memref<?xf64>) {
// CHECK-NEXT:      linalg.matvec ins(%a, %x : memref<?x?xf64>, memref<?xf64>) outs(%y : memref<?xf64>)
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %y_shadow : memref<?xf64>, memref<?xf64>) outs(%a_shadow : memref<?x?xf64>) {
// CHECK-NEXT:      ^bb0(%x_1: f64, %y_adj: f64, %a_adj: f64):
// CHECK-NEXT:        %0 = arith.mulf %y_adj, %x_1 : f64
// CHECK-NEXT:        %1 = arith.addf %a_adj, %0 : f64
// CHECK-NEXT:        linalg.yield %1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>] ins(%a, %y_shadow : memref<?x?xf64>, memref<?xf64>) outs(%x_shadow : memref<?xf64>)
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%a: memref<2x3xf64>, %b: memref<3xf64>, %c: memref<2xf64>, %new: f64) {
// CHECK-NEXT:      linalg.matvec ins(%a, %b : memref<2x3xf64>, memref<3xf64>) outs(%c : memref<2xf64>)
// CHECK-NEXT:      linalg.fill ins(%new : f64) outs(%b : memref<3xf64>)
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%a: memref<2x3xf64>, %a_shadow: memref<2x3xf64>, %b: memref<3xf64>, %b_shadow: memref<3xf64>, %c: memref<2xf64>, %c_shadow: memref<2xf64>, %new: f64) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %b_kept = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      memref.copy %b, %b_kept : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:      linalg.matvec ins(%a, %b : memref<2x3xf64>, memref<3xf64>) outs(%c : memref<2xf64>)
// CHECK-NEXT:      linalg.fill ins(%new : f64) outs(%b : memref<3xf64>)
// CHECK-NEXT:      %new_adj = memref.alloc() : memref<f64>
// CHECK-NEXT:      memref.store %zero, %new_adj[] : memref<f64>
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%b_shadow : memref<3xf64>) outs(%new_adj : memref<f64>) {
// CHECK-NEXT:      ^bb0(%b_adj: f64, %new_adj_1: f64):
// CHECK-NEXT:        %0 = arith.addf %new_adj_1, %b_adj : f64
// CHECK-NEXT:        linalg.yield %0 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %new_adj_2 = memref.load %new_adj[] : memref<f64>
// CHECK-NEXT:      memref.dealloc %new_adj : memref<f64>
// CHECK-NEXT:      linalg.fill ins(%zero : f64) outs(%b_shadow : memref<3xf64>)
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%b_kept, %c_shadow : memref<3xf64>, memref<2xf64>) outs(%a_shadow : memref<2x3xf64>) {
// CHECK-NEXT:      ^bb0(%b_1: f64, %c_adj: f64, %a_adj: f64):
// CHECK-NEXT:        %1 = arith.mulf %c_adj, %b_1 : f64
// CHECK-NEXT:        %2 = arith.addf %a_adj, %1 : f64
// CHECK-NEXT:        linalg.yield %2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>] ins(%a, %c_shadow : memref<2x3xf64>, memref<2xf64>) outs(%b_shadow : memref<3xf64>)
// CHECK-NEXT:      memref.dealloc %b_kept : memref<3xf64>
// CHECK-NEXT:      return %new_adj_2 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: memref<4xf64>, %y: memref<4xf64>, %r: memref<4xf64>) {
// CHECK-NEXT:      linalg.mul ins(%x, %y : memref<4xf64>, memref<4xf64>) outs(%r : memref<4xf64>)
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: memref<4xf64>, %x_shadow: memref<4xf64>, %y: memref<4xf64>, %y_shadow: memref<4xf64>, %r: memref<4xf64>, %r_shadow: memref<4xf64>) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      linalg.mul ins(%x, %y : memref<4xf64>, memref<4xf64>) outs(%r : memref<4xf64>)
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y, %r_shadow : memref<4xf64>, memref<4xf64>, memref<4xf64>) outs(%x_shadow, %y_shadow : memref<4xf64>, memref<4xf64>) {
// CHECK-NEXT:      ^bb0(%x_1: f64, %y_1: f64, %r_adj: f64, %x_adj: f64, %y_adj: f64):
// CHECK-NEXT:        %0 = arith.mulf %r_adj, %y_1 : f64
// CHECK-NEXT:        %1 = arith.mulf %r_adj, %x_1 : f64
// CHECK-NEXT:        %2 = arith.addf %x_adj, %0 : f64
// CHECK-NEXT:        %3 = arith.addf %y_adj, %1 : f64
// CHECK-NEXT:        linalg.yield %2, %3 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.fill ins(%zero : f64) outs(%r_shadow : memref<4xf64>)
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: memref<4xf64>) {
// CHECK-NEXT:      linalg.exp ins(%x : memref<4xf64>) outs(%x : memref<4xf64>)
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: memref<4xf64>, %x_shadow: memref<4xf64>) {
// CHECK-NEXT:      linalg.exp ins(%x : memref<4xf64>) outs(%x : memref<4xf64>)
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %x_shadow : memref<4xf64>, memref<4xf64>) outs(%x_shadow : memref<4xf64>) {
// CHECK-NEXT:      ^bb0(%x_1: f64, %x_adj: f64, %x_adj_1: f64):
// CHECK-NEXT:        %0 = arith.mulf %x_adj, %x_1 : f64
// CHECK-NEXT:        linalg.yield %0 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: memref<3x4xf64>, %row: memref<4xf64>, %s: f64, %r: memref<3x4xf64>) {
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %row : memref<3x4xf64>, memref<4xf64>) outs(%r : memref<3x4xf64>) {
// CHECK-NEXT:      ^bb0(%e: f64, %w: f64, %old: f64):
// CHECK-NEXT:        %p = arith.mulf %e, %w : f64
// CHECK-NEXT:        %q = arith.addf %p, %s : f64
// CHECK-NEXT:        linalg.yield %q : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: memref<3x4xf64>, %x_shadow: memref<3x4xf64>, %row: memref<4xf64>, %row_shadow: memref<4xf64>, %s: f64, %r: memref<3x4xf64>, %r_shadow: memref<3x4xf64>) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %row : memref<3x4xf64>, memref<4xf64>) outs(%r : memref<3x4xf64>) {
// CHECK-NEXT:      ^bb0(%e: f64, %w: f64, %old: f64):
// CHECK-NEXT:        %p = arith.mulf %e, %w : f64
// CHECK-NEXT:        %q = arith.addf %p, %s : f64
// CHECK-NEXT:        linalg.yield %q : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%row, %r_shadow : memref<4xf64>, memref<3x4xf64>) outs(%x_shadow : memref<3x4xf64>) {
// CHECK-NEXT:      ^bb0(%w_1: f64, %r_adj: f64, %e_adj: f64):
// CHECK-NEXT:        %e_adj_1 = arith.mulf %r_adj, %w_1 : f64
// CHECK-NEXT:        %0 = arith.addf %e_adj, %e_adj_1 : f64
// CHECK-NEXT:        linalg.yield %0 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%x, %r_shadow : memref<3x4xf64>, memref<3x4xf64>) outs(%row_shadow : memref<4xf64>) {
// CHECK-NEXT:      ^bb0(%e_1: f64, %r_adj_1: f64, %w_adj: f64):
// CHECK-NEXT:        %w_adj_1 = arith.mulf %r_adj_1, %e_1 : f64
// CHECK-NEXT:        %1 = arith.addf %w_adj, %w_adj_1 : f64
// CHECK-NEXT:        linalg.yield %1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = memref.alloc() : memref<f64>
// CHECK-NEXT:      memref.store %zero, %s_adj[] : memref<f64>
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%r_shadow : memref<3x4xf64>) outs(%s_adj : memref<f64>) {
// CHECK-NEXT:      ^bb0(%r_adj_2: f64, %s_adj_1: f64):
// CHECK-NEXT:        %2 = arith.addf %s_adj_1, %r_adj_2 : f64
// CHECK-NEXT:        linalg.yield %2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_2 = memref.load %s_adj[] : memref<f64>
// CHECK-NEXT:      memref.dealloc %s_adj : memref<f64>
// CHECK-NEXT:      linalg.fill ins(%zero : f64) outs(%r_shadow : memref<3x4xf64>)
// CHECK-NEXT:      return %s_adj_2 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: memref<3x4xf64>, %sum: memref<3xf64>, %most: memref<3xf64>) {
// CHECK-NEXT:      linalg.reduce ins(%x : memref<3x4xf64>) outs(%sum : memref<3xf64>) dimensions = [1] (%0: f64, %1: f64) {
// CHECK-NEXT:        %2 = arith.addf %1, %0 : f64
// CHECK-NEXT:        linalg.yield %2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.reduce ins(%x : memref<3x4xf64>) outs(%most : memref<3xf64>) dimensions = [1] (%3: f64, %4: f64) {
// CHECK-NEXT:        %5 = arith.maximumf %4, %3 : f64
// CHECK-NEXT:        linalg.yield %5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: memref<3x4xf64>, %x_shadow: memref<3x4xf64>, %sum: memref<3xf64>, %sum_shadow: memref<3xf64>, %most: memref<3xf64>, %most_shadow: memref<3xf64>) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      linalg.reduce ins(%x : memref<3x4xf64>) outs(%sum : memref<3xf64>) dimensions = [1] (%0: f64, %1: f64) {
// CHECK-NEXT:        %2 = arith.addf %1, %0 : f64
// CHECK-NEXT:        linalg.yield %2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.reduce ins(%x : memref<3x4xf64>) outs(%most : memref<3xf64>) dimensions = [1] (%3: f64, %4: f64) {
// CHECK-NEXT:        %5 = arith.maximumf %4, %3 : f64
// CHECK-NEXT:        linalg.yield %5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x, %most : memref<3x4xf64>, memref<3xf64>) outs(%x_shadow, %most_shadow : memref<3x4xf64>, memref<3xf64>) {
// CHECK-NEXT:      ^bb0(%x_1: f64, %most_1: f64, %x_adj: f64, %most_adj: f64):
// CHECK-NEXT:        %6 = arith.cmpf ueq, %x_1, %most_1 : f64
// CHECK-NEXT:        %7 = arith.select %6, %most_adj, %zero : f64
// CHECK-NEXT:        %8 = arith.select %6, %zero, %most_adj : f64
// CHECK-NEXT:        %9 = arith.addf %x_adj, %7 : f64
// CHECK-NEXT:        linalg.yield %9, %8 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sum_shadow : memref<3xf64>) outs(%x_shadow : memref<3x4xf64>) {
// CHECK-NEXT:      ^bb0(%sum_adj: f64, %x_adj_1: f64):
// CHECK-NEXT:        %10 = arith.addf %x_adj_1, %sum_adj : f64
// CHECK-NEXT:        linalg.yield %10 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%w: memref<3x3xf64>, %h: memref<3xf64>, %t: memref<3xf64>, %n: index) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:        linalg.fill ins(%zero : f64) outs(%t : memref<3xf64>)
// CHECK-NEXT:        linalg.matvec ins(%w, %h : memref<3x3xf64>, memref<3xf64>) outs(%t : memref<3xf64>)
// CHECK-NEXT:        linalg.tanh ins(%t : memref<3xf64>) outs(%h : memref<3xf64>)
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%w: memref<3x3xf64>, %w_shadow: memref<3x3xf64>, %h: memref<3xf64>, %h_shadow: memref<3xf64>, %t: memref<3xf64>, %t_shadow: memref<3xf64>, %n: index) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %h_kept_tape = memref.alloc(%trips) : memref<?xmemref<3xf64>>
// CHECK-NEXT:      %h_kept_tape_1 = memref.alloc(%trips) : memref<?xmemref<3xf64>>
// CHECK-NEXT:      scf.for %i = %c0 to %trips step %c1 {
// CHECK-NEXT:        linalg.fill ins(%zero : f64) outs(%t : memref<3xf64>)
// CHECK-NEXT:        %h_kept = memref.alloc() : memref<3xf64>
// CHECK-NEXT:        memref.copy %h, %h_kept : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:        linalg.matvec ins(%w, %h : memref<3x3xf64>, memref<3xf64>) outs(%t : memref<3xf64>)
// CHECK-NEXT:        linalg.tanh ins(%t : memref<3xf64>) outs(%h : memref<3xf64>)
// CHECK-NEXT:        %h_kept_1 = memref.alloc() : memref<3xf64>
// CHECK-NEXT:        memref.copy %h, %h_kept_1 : memref<3xf64> to memref<3xf64>
// CHECK-NEXT:        memref.store %h_kept, %h_kept_tape[%i] : memref<?xmemref<3xf64>>
// CHECK-NEXT:        memref.store %h_kept_1, %h_kept_tape_1[%i] : memref<?xmemref<3xf64>>
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %trips, %c1 : index
// CHECK-NEXT:      scf.for %back = %c0 to %trips step %c1 {
// CHECK-NEXT:        %i_1 = arith.subi %last, %back : index
// CHECK-NEXT:        %h_kept_2 = memref.load %h_kept_tape_1[%i_1] : memref<?xmemref<3xf64>>
// CHECK-NEXT:        %h_kept_3 = memref.load %h_kept_tape[%i_1] : memref<?xmemref<3xf64>>
// CHECK-NEXT:        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%h_kept_2, %h_shadow : memref<3xf64>, memref<3xf64>) outs(%t_shadow : memref<3xf64>) {
// CHECK-NEXT:        ^bb0(%h_1: f64, %h_adj: f64, %t_adj: f64):
// CHECK-NEXT:          %0 = arith.mulf %h_1, %h_1 : f64
// CHECK-NEXT:          %1 = arith.subf %cst, %0 : f64
// CHECK-NEXT:          %2 = arith.mulf %h_adj, %1 : f64
// CHECK-NEXT:          %3 = arith.addf %t_adj, %2 : f64
// CHECK-NEXT:          linalg.yield %3 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        linalg.fill ins(%zero : f64) outs(%h_shadow : memref<3xf64>)
// CHECK-NEXT:        memref.dealloc %h_kept_2 : memref<3xf64>
// CHECK-NEXT:        linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%h_kept_3, %t_shadow : memref<3xf64>, memref<3xf64>) outs(%w_shadow : memref<3x3xf64>) {
// CHECK-NEXT:        ^bb0(%h_2: f64, %t_adj_1: f64, %w_adj: f64):
// CHECK-NEXT:          %4 = arith.mulf %t_adj_1, %h_2 : f64
// CHECK-NEXT:          %5 = arith.addf %w_adj, %4 : f64
// CHECK-NEXT:          linalg.yield %5 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>] ins(%w, %t_shadow : memref<3x3xf64>, memref<3xf64>) outs(%h_shadow : memref<3xf64>)
// CHECK-NEXT:        memref.dealloc %h_kept_3 : memref<3xf64>
// CHECK-NEXT:        linalg.fill ins(%zero : f64) outs(%t_shadow : memref<3xf64>)
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %h_kept_tape_1 : memref<?xmemref<3xf64>>
// CHECK-NEXT:      memref.dealloc %h_kept_tape : memref<?xmemref<3xf64>>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

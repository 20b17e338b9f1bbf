// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// Structured operations on tensors, and operations that move elements.

// The adjoint of a tensor is a tensor. It starts as zero where a sum is added to it.
func.func @f(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %c: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %r = linalg.matmul ins(%a, %b : tensor<2x3xf64>, tensor<3x4xf64>)
                     outs(%c : tensor<2x4xf64>) -> tensor<2x4xf64>
  return %r : tensor<2x4xf64>
}

// -----

// The second use adds to the adjoint of the first.
func.func @f(%x: tensor<?xf64>, %e: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %s = linalg.exp ins(%x : tensor<?xf64>) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %t = linalg.mul ins(%x, %s : tensor<?xf64>, tensor<?xf64>)
                  outs(%e : tensor<?xf64>) -> tensor<?xf64>
  return %s, %t : tensor<?xf64>, tensor<?xf64>
}

// -----

// A sum of unknown size: the operand tells how large its adjoint is.
func.func @f(%x: tensor<?xf64>, %e: tensor<f64>) -> f64 {
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?xf64>) outs(%e : tensor<f64>) dimensions = [0]
  %r = tensor.extract %s[] : tensor<f64>
  return %r : f64
}

// -----

// Elements.
func.func @f(%x: tensor<4xf64>, %i: index) -> tensor<4xf64> {
  %a = tensor.extract %x[%i] : tensor<4xf64>
  %b = math.sin %a : f64
  %y = tensor.insert %b into %x[%i] : tensor<4xf64>
  return %y : tensor<4xf64>
}

// -----

// Slices.
func.func @f(%x: tensor<4x6xf64>, %y: tensor<2x3xf64>) -> tensor<4x6xf64> {
  %s = tensor.extract_slice %x[1, 0] [2, 3] [1, 2] : tensor<4x6xf64> to tensor<2x3xf64>
  %t = arith.mulf %s, %y : tensor<2x3xf64>
  %r = tensor.insert_slice %t into %x[0, 0] [2, 3] [1, 1] : tensor<2x3xf64> into tensor<4x6xf64>
  return %r : tensor<4x6xf64>
}

// -----

// Shapes and types.
func.func @f(%x: tensor<2x6xf64>) -> tensor<?x4xf64> {
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<2x6xf64> into tensor<12xf64>
  %e = tensor.expand_shape %c [[0, 1]] output_shape [3, 4] : tensor<12xf64> into tensor<3x4xf64>
  %r = tensor.cast %e : tensor<3x4xf64> to tensor<?x4xf64>
  return %r : tensor<?x4xf64>
}

// -----

// In a loop, the tape keeps the state; what the adjoint reads beside it is computed again.
func.func @f(%w: tensor<3x3xf64>, %h: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant dense<0.0> : tensor<3xf64>
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%g = %h) -> (tensor<3xf64>) {
    %y = linalg.matvec ins(%w, %g : tensor<3x3xf64>, tensor<3xf64>)
                       outs(%zero : tensor<3xf64>) -> tensor<3xf64>
    %t = linalg.tanh ins(%y : tensor<3xf64>) outs(%zero : tensor<3xf64>) -> tensor<3xf64>
    scf.yield %t : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %c: tensor<2x4xf64>) -> tensor<2x4xf64> {
// CHECK-NEXT:      %r = linalg.matmul ins(%a, %b : tensor<2x3xf64>, tensor<3x4xf64>) outs(%c : tensor<2x4xf64>) -> (tensor<2x4xf64>)
// CHECK-NEXT:      return %r : tensor<2x4xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %c: tensor<2x4xf64>, %seed: tensor<2x4xf64>) -> (tensor<2x3xf64>, tensor<3x4xf64>, tensor<2x4xf64>) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %a_adj = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT:      %a_adj_1 = linalg.fill ins(%zero : f64) outs(%a_adj : tensor<2x3xf64>) -> (tensor<2x3xf64>)
// CHECK-NEXT:      %a_adj_2 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>] ins(%b, %seed : tensor<3x4xf64>, tensor<2x4xf64>) outs(%a_adj_1 : tensor<2x3xf64>) -> (tensor<2x3xf64>)
// CHECK-NEXT:      %b_adj = tensor.empty() : tensor<3x4xf64>
// CHECK-NEXT:      %b_adj_1 = linalg.fill ins(%zero : f64) outs(%b_adj : tensor<3x4xf64>) -> (tensor<3x4xf64>)
// CHECK-NEXT:      %b_adj_2 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>] ins(%a, %seed : tensor<2x3xf64>, tensor<2x4xf64>) outs(%b_adj_1 : tensor<3x4xf64>) -> (tensor<3x4xf64>)
// CHECK-NEXT:      return %a_adj_2, %b_adj_2, %seed : tensor<2x3xf64>, tensor<3x4xf64>, tensor<2x4xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: tensor<?xf64>, %e: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
// CHECK-NEXT:      %s = linalg.exp ins(%x : tensor<?xf64>) outs(%e : tensor<?xf64>) -> (tensor<?xf64>)
// CHECK-NEXT:      %t = linalg.mul ins(%x, %s : tensor<?xf64>, tensor<?xf64>) outs(%e : tensor<?xf64>) -> (tensor<?xf64>)
// CHECK-NEXT:      return %s, %t : tensor<?xf64>, tensor<?xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: tensor<?xf64>, %e: tensor<?xf64>, %seed0: tensor<?xf64>, %seed1: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %s = linalg.exp ins(%x : tensor<?xf64>) outs(%e : tensor<?xf64>) -> (tensor<?xf64>)
// CHECK-NEXT:      %dim = tensor.dim %x, %c0 : tensor<?xf64>
// CHECK-NEXT:      %x_adj = tensor.empty(%dim) : tensor<?xf64>
// CHECK-NEXT:      %x_adj_1, %s_adj = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %s, %seed1 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) outs(%x_adj, %seed0 : tensor<?xf64>, tensor<?xf64>) {
// CHECK-NEXT:      ^bb0(%x_1: f64, %s_1: f64, %t_adj: f64, %x_adj_2: f64, %s_adj_1: f64):
// CHECK-NEXT:        %0 = arith.mulf %t_adj, %s_1 : f64
// CHECK-NEXT:        %1 = arith.mulf %t_adj, %x_1 : f64
// CHECK-NEXT:        %2 = arith.addf %s_adj_1, %1 : f64
// CHECK-NEXT:        linalg.yield %0, %2 : f64, f64
// CHECK-NEXT:      } -> (tensor<?xf64>, tensor<?xf64>)
// CHECK-NEXT:      %x_adj_3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%s, %s_adj : tensor<?xf64>, tensor<?xf64>) outs(%x_adj_1 : tensor<?xf64>) {
// CHECK-NEXT:      ^bb0(%s_2: f64, %s_adj_2: f64, %x_adj_4: f64):
// CHECK-NEXT:        %3 = arith.mulf %s_adj_2, %s_2 : f64
// CHECK-NEXT:        %4 = arith.addf %x_adj_4, %3 : f64
// CHECK-NEXT:        linalg.yield %4 : f64
// CHECK-NEXT:      } -> (tensor<?xf64>)
// CHECK-NEXT:      %dim_1 = tensor.dim %e, %c0 : tensor<?xf64>
// CHECK-NEXT:      %e_adj = tensor.empty(%dim_1) : tensor<?xf64>
// CHECK-NEXT:      %e_adj_1 = linalg.fill ins(%zero : f64) outs(%e_adj : tensor<?xf64>) -> (tensor<?xf64>)
// CHECK-NEXT:      return %x_adj_3, %e_adj_1 : tensor<?xf64>, tensor<?xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: tensor<?xf64>, %e: tensor<f64>) -> f64 {
// CHECK-NEXT:      %s = linalg.reduce ins(%x : tensor<?xf64>) outs(%e : tensor<f64>) dimensions = [0] (%0: f64, %1: f64) {
// CHECK-NEXT:        %2 = arith.addf %1, %0 : f64
// CHECK-NEXT:        linalg.yield %2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %r = tensor.extract %s[] : tensor<f64>
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: tensor<?xf64>, %e: tensor<f64>, %seed: f64) -> (tensor<?xf64>, tensor<f64>) {
// CHECK-NEXT:      %zero = arith.constant dense<0.000000e+00> : tensor<f64>
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %s_adj = tensor.insert %seed into %zero[] : tensor<f64>
// CHECK-NEXT:      %dim = tensor.dim %x, %c0 : tensor<?xf64>
// CHECK-NEXT:      %x_adj = tensor.empty(%dim) : tensor<?xf64>
// CHECK-NEXT:      %x_adj_1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %s_adj : tensor<?xf64>, tensor<f64>) outs(%x_adj : tensor<?xf64>) {
// CHECK-NEXT:      ^bb0(%x_1: f64, %s_adj_1: f64, %x_adj_2: f64):
// CHECK-NEXT:        linalg.yield %s_adj_1 : f64
// CHECK-NEXT:      } -> (tensor<?xf64>)
// CHECK-NEXT:      return %x_adj_1, %s_adj : tensor<?xf64>, tensor<f64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: tensor<4xf64>, %i: index) -> tensor<4xf64> {
// CHECK-NEXT:      %a = tensor.extract %x[%i] : tensor<4xf64>
// CHECK-NEXT:      %b = math.sin %a : f64
// CHECK-NEXT:      %y = tensor.insert %b into %x[%i] : tensor<4xf64>
// CHECK-NEXT:      return %y : tensor<4xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: tensor<4xf64>, %i: index, %seed: tensor<4xf64>) -> tensor<4xf64> {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %a = tensor.extract %x[%i] : tensor<4xf64>
// CHECK-NEXT:      %b_adj = tensor.extract %seed[%i] : tensor<4xf64>
// CHECK-NEXT:      %x_adj = tensor.insert %zero into %seed[%i] : tensor<4xf64>
// CHECK-NEXT:      %0 = math.cos %a : f64
// CHECK-NEXT:      %a_adj = arith.mulf %b_adj, %0 : f64
// CHECK-NEXT:      %x_adj_1 = tensor.extract %x_adj[%i] : tensor<4xf64>
// CHECK-NEXT:      %x_adj_2 = arith.addf %x_adj_1, %a_adj : f64
// CHECK-NEXT:      %x_adj_3 = tensor.insert %x_adj_2 into %x_adj[%i] : tensor<4xf64>
// CHECK-NEXT:      return %x_adj_3 : tensor<4xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: tensor<4x6xf64>, %y: tensor<2x3xf64>) -> tensor<4x6xf64> {
// CHECK-NEXT:      %s = tensor.extract_slice %x[1, 0] [2, 3] [1, 2] : tensor<4x6xf64> to tensor<2x3xf64>
// CHECK-NEXT:      %t = arith.mulf %s, %y : tensor<2x3xf64>
// CHECK-NEXT:      %r = tensor.insert_slice %t into %x[0, 0] [2, 3] [1, 1] : tensor<2x3xf64> into tensor<4x6xf64>
// CHECK-NEXT:      return %r : tensor<4x6xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: tensor<4x6xf64>, %y: tensor<2x3xf64>, %seed: tensor<4x6xf64>) -> (tensor<4x6xf64>, tensor<2x3xf64>) {
// CHECK-NEXT:      %zero = arith.constant dense<0.000000e+00> : tensor<2x3xf64>
// CHECK-NEXT:      %s = tensor.extract_slice %x[1, 0] [2, 3] [1, 2] : tensor<4x6xf64> to tensor<2x3xf64>
// CHECK-NEXT:      %t_adj = tensor.extract_slice %seed[0, 0] [2, 3] [1, 1] : tensor<4x6xf64> to tensor<2x3xf64>
// CHECK-NEXT:      %x_adj = tensor.insert_slice %zero into %seed[0, 0] [2, 3] [1, 1] : tensor<2x3xf64> into tensor<4x6xf64>
// CHECK-NEXT:      %s_adj = arith.mulf %t_adj, %y : tensor<2x3xf64>
// CHECK-NEXT:      %y_adj = arith.mulf %t_adj, %s : tensor<2x3xf64>
// CHECK-NEXT:      %x_adj_1 = tensor.extract_slice %x_adj[1, 0] [2, 3] [1, 2] : tensor<4x6xf64> to tensor<2x3xf64>
// CHECK-NEXT:      %x_adj_2 = arith.addf %x_adj_1, %s_adj : tensor<2x3xf64>
// CHECK-NEXT:      %x_adj_3 = tensor.insert_slice %x_adj_2 into %x_adj[1, 0] [2, 3] [1, 2] : tensor<2x3xf64> into tensor<4x6xf64>
// CHECK-NEXT:      return %x_adj_3, %y_adj : tensor<4x6xf64>, tensor<2x3xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: tensor<2x6xf64>) -> tensor<?x4xf64> {
// CHECK-NEXT:      %c = tensor.collapse_shape %x {{\[\[}}0 : i64, 1 : i64]] : tensor<2x6xf64> into tensor<12xf64>
// CHECK-NEXT:      %e = tensor.expand_shape %c {{\[\[}}0 : i64, 1 : i64]] output_shape [3, 4] : tensor<12xf64> into tensor<3x4xf64>
// CHECK-NEXT:      %r = tensor.cast %e : tensor<3x4xf64> to tensor<?x4xf64>
// CHECK-NEXT:      return %r : tensor<?x4xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: tensor<2x6xf64>, %seed: tensor<?x4xf64>) -> tensor<2x6xf64> {
// CHECK-NEXT:      %e_adj = tensor.cast %seed : tensor<?x4xf64> to tensor<3x4xf64>
// CHECK-NEXT:      %c_adj = tensor.collapse_shape %e_adj {{\[\[}}0 : i64, 1 : i64]] : tensor<3x4xf64> into tensor<12xf64>
// CHECK-NEXT:      %x_adj = tensor.expand_shape %c_adj {{\[\[}}0 : i64, 1 : i64]] output_shape [2, 6] : tensor<12xf64> into tensor<2x6xf64>
// CHECK-NEXT:      return %x_adj : tensor<2x6xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%w: tensor<3x3xf64>, %h: tensor<3xf64>) -> tensor<3xf64> {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c9 = arith.constant 9 : index
// CHECK-NEXT:      %zero = arith.constant dense<0.000000e+00> : tensor<3xf64>
// CHECK-NEXT:      %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%g = %h) -> (tensor<3xf64>) {
// CHECK-NEXT:        %y = linalg.matvec ins(%w, %g : tensor<3x3xf64>, tensor<3xf64>) outs(%zero : tensor<3xf64>) -> (tensor<3xf64>)
// CHECK-NEXT:        %t = linalg.tanh ins(%y : tensor<3xf64>) outs(%zero : tensor<3xf64>) -> (tensor<3xf64>)
// CHECK-NEXT:        scf.yield %t : tensor<3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : tensor<3xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%w: tensor<3x3xf64>, %h: tensor<3xf64>, %seed: tensor<3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c9 = arith.constant 9 : index
// CHECK-NEXT:      %zero = arith.constant dense<0.000000e+00> : tensor<3xf64>
// CHECK-NEXT:      %zero_1 = arith.constant dense<0.000000e+00> : tensor<3x3xf64>
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %zero_2 = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %g_tape = tensor.empty() : tensor<9x3xf64>
// CHECK-NEXT:      %r, %g_tape_1 = scf.for %i = %c0 to %c9 step %c1 iter_args(%g = %h, %g_tape_2 = %g_tape) -> (tensor<3xf64>, tensor<9x3xf64>) {
// CHECK-NEXT:        %y = linalg.matvec ins(%w, %g : tensor<3x3xf64>, tensor<3xf64>) outs(%zero : tensor<3xf64>) -> (tensor<3xf64>)
// CHECK-NEXT:        %t = linalg.tanh ins(%y : tensor<3xf64>) outs(%zero : tensor<3xf64>) -> (tensor<3xf64>)
// CHECK-NEXT:        %g_tape_3 = tensor.insert_slice %g into %g_tape_2[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<9x3xf64>
// CHECK-NEXT:        scf.yield %t, %g_tape_3 : tensor<3xf64>, tensor<9x3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %g_adj, %w_adj = scf.for %back = %c0 to %c9 step %c1 iter_args(%g_adj_1 = %seed, %w_adj_1 = %zero_1) -> (tensor<3xf64>, tensor<3x3xf64>) {
// CHECK-NEXT:        %i_1 = arith.subi %c8, %back : index
// CHECK-NEXT:        %g_1 = tensor.extract_slice %g_tape_1[%i_1, 0] [1, 3] [1, 1] : tensor<9x3xf64> to tensor<3xf64>
// CHECK-NEXT:        %y_1 = linalg.matvec ins(%w, %g_1 : tensor<3x3xf64>, tensor<3xf64>) outs(%zero : tensor<3xf64>) -> (tensor<3xf64>)
// CHECK-NEXT:        %t_1 = linalg.tanh ins(%y_1 : tensor<3xf64>) outs(%zero : tensor<3xf64>) -> (tensor<3xf64>)
// CHECK-NEXT:        %y_adj = tensor.empty() : tensor<3xf64>
// CHECK-NEXT:        %y_adj_1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t_1, %g_adj_1 : tensor<3xf64>, tensor<3xf64>) outs(%y_adj : tensor<3xf64>) {
// CHECK-NEXT:        ^bb0(%t_2: f64, %t_adj: f64, %y_adj_2: f64):
// CHECK-NEXT:          %0 = arith.mulf %t_2, %t_2 : f64
// CHECK-NEXT:          %1 = arith.subf %cst, %0 : f64
// CHECK-NEXT:          %2 = arith.mulf %t_adj, %1 : f64
// CHECK-NEXT:          linalg.yield %2 : f64
// CHECK-NEXT:        } -> (tensor<3xf64>)
// CHECK-NEXT:        %w_adj_2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%g_1, %y_adj_1 : tensor<3xf64>, tensor<3xf64>) outs(%w_adj_1 : tensor<3x3xf64>) {
// CHECK-NEXT:        ^bb0(%g_2: f64, %y_adj_3: f64, %w_adj_3: f64):
// CHECK-NEXT:          %3 = arith.mulf %y_adj_3, %g_2 : f64
// CHECK-NEXT:          %4 = arith.addf %w_adj_3, %3 : f64
// CHECK-NEXT:          linalg.yield %4 : f64
// CHECK-NEXT:        } -> (tensor<3x3xf64>)
// CHECK-NEXT:        %g_adj_2 = linalg.fill ins(%zero_2 : f64) outs(%y_adj : tensor<3xf64>) -> (tensor<3xf64>)
// CHECK-NEXT:        %g_adj_3 = linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>] ins(%w, %y_adj_1 : tensor<3x3xf64>, tensor<3xf64>) outs(%g_adj_2 : tensor<3xf64>) -> (tensor<3xf64>)
// CHECK-NEXT:        scf.yield %g_adj_3, %w_adj_2 : tensor<3xf64>, tensor<3x3xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return %w_adj, %g_adj : tensor<3x3xf64>, tensor<3xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f mode=ForwardMode}' | filecheck %s

// One operation computes numbers and tangents, so that it may be in place and a maximum.
func.func @f(%a: memref<2x3xf64>, %x: memref<3xf64>, %y: memref<2xf64>) {
  linalg.matvec ins(%a, %x : memref<2x3xf64>, memref<3xf64>) outs(%y : memref<2xf64>)
  linalg.tanh ins(%y : memref<2xf64>) outs(%y : memref<2xf64>)
  return
}

// -----

// An output that is overwritten lends its tangent's shape only.
func.func @f(%x: tensor<?xf64>, %e: tensor<?xf64>, %m: tensor<f64>) -> (tensor<?xf64>, tensor<f64>) {
  %s = linalg.exp ins(%x : tensor<?xf64>) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %r = linalg.reduce { arith.maximumf } ins(%s : tensor<?xf64>) outs(%m : tensor<f64>)
                     dimensions = [0]
  return %s, %r : tensor<?xf64>, tensor<f64>
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%a: memref<2x3xf64>, %x: memref<3xf64>, %y: memref<2xf64>) {
// CHECK-NEXT:      linalg.matvec ins(%a, %x : memref<2x3xf64>, memref<3xf64>) outs(%y : memref<2xf64>)
// CHECK-NEXT:      linalg.tanh ins(%y : memref<2xf64>) outs(%y : memref<2xf64>)
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_fwd(%a: memref<2x3xf64>, %a_shadow: memref<2x3xf64>, %x: memref<3xf64>, %x_shadow: memref<3xf64>, %y: memref<2xf64>, %y_shadow: memref<2xf64>) {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a, %a_shadow, %x, %x_shadow : memref<2x3xf64>, memref<2x3xf64>, memref<3xf64>, memref<3xf64>) outs(%y, %y_shadow : memref<2xf64>, memref<2xf64>) {
// CHECK-NEXT:      ^bb0(%0: f64, %1: f64, %2: f64, %3: f64, %4: f64, %5: f64):
// CHECK-NEXT:        %6 = arith.mulf %0, %2 : f64
// CHECK-NEXT:        %7 = arith.mulf %1, %2 : f64
// CHECK-NEXT:        %8 = arith.mulf %3, %0 : f64
// CHECK-NEXT:        %9 = arith.addf %7, %8 : f64
// CHECK-NEXT:        %10 = arith.addf %4, %6 : f64
// CHECK-NEXT:        %11 = arith.addf %5, %9 : f64
// CHECK-NEXT:        linalg.yield %10, %11 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%y, %y_shadow : memref<2xf64>, memref<2xf64>) outs(%y, %y_shadow : memref<2xf64>, memref<2xf64>) {
// CHECK-NEXT:      ^bb0(%12: f64, %13: f64, %14: f64, %15: f64):
// CHECK-NEXT:        %16 = math.tanh %12 : f64
// CHECK-NEXT:        %17 = arith.mulf %16, %16 : f64
// CHECK-NEXT:        %18 = arith.subf %cst, %17 : f64
// CHECK-NEXT:        %19 = arith.mulf %13, %18 : f64
// CHECK-NEXT:        linalg.yield %16, %19 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: tensor<?xf64>, %e: tensor<?xf64>, %m: tensor<f64>) -> (tensor<?xf64>, tensor<f64>) {
// CHECK-NEXT:      %s = linalg.exp ins(%x : tensor<?xf64>) outs(%e : tensor<?xf64>) -> (tensor<?xf64>)
// CHECK-NEXT:      %r = linalg.reduce ins(%s : tensor<?xf64>) outs(%m : tensor<f64>) dimensions = [0] (%0: f64, %1: f64) {
// CHECK-NEXT:        %2 = arith.maximumf %1, %0 : f64
// CHECK-NEXT:        linalg.yield %2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %s, %r : tensor<?xf64>, tensor<f64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_fwd(%x: tensor<?xf64>, %x_tan: tensor<?xf64>, %e: tensor<?xf64>, %e_tan: tensor<?xf64>, %m: tensor<f64>, %m_tan: tensor<f64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<f64>, tensor<f64>) {
// CHECK-NEXT:      %s, %s_tan = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %x_tan : tensor<?xf64>, tensor<?xf64>) outs(%e, %e_tan : tensor<?xf64>, tensor<?xf64>) {
// CHECK-NEXT:      ^bb0(%0: f64, %1: f64, %2: f64, %3: f64):
// CHECK-NEXT:        %4 = math.exp %0 : f64
// CHECK-NEXT:        %5 = arith.mulf %1, %4 : f64
// CHECK-NEXT:        linalg.yield %4, %5 : f64, f64
// CHECK-NEXT:      } -> (tensor<?xf64>, tensor<?xf64>)
// CHECK-NEXT:      %r, %r_tan = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%s, %s_tan : tensor<?xf64>, tensor<?xf64>) outs(%m, %m_tan : tensor<f64>, tensor<f64>) {
// CHECK-NEXT:      ^bb0(%6: f64, %7: f64, %8: f64, %9: f64):
// CHECK-NEXT:        %10 = arith.maximumf %8, %6 : f64
// CHECK-NEXT:        %11 = arith.cmpf oge, %8, %6 : f64
// CHECK-NEXT:        %12 = arith.select %11, %9, %7 : f64
// CHECK-NEXT:        linalg.yield %10, %12 : f64, f64
// CHECK-NEXT:      } -> (tensor<f64>, tensor<f64>)
// CHECK-NEXT:      return %s, %s_tan, %r, %r_tan : tensor<?xf64>, tensor<?xf64>, tensor<f64>, tensor<f64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }

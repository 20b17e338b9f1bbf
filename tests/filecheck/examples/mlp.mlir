// RUN: ckptopt %S/../../../examples/mlp.mlir -p 'loop-checkpoint{fn=mlp}' | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func @mlp(%samples: tensor<8x4xf64>, %w1: tensor<4x16xf64>, %b1: tensor<16xf64>, %w2: tensor<16x3xf64>, %b2: tensor<3xf64>, %targets: tensor<8x3xf64>) -> f64 {
// CHECK-NEXT:      %zero = arith.constant dense<0.000000e+00> : tensor<f64>
// CHECK-NEXT:      %count = arith.constant 2.400000e+01 : f64
// CHECK-NEXT:      %wide = tensor.empty() : tensor<8x16xf64>
// CHECK-NEXT:      %narrow = tensor.empty() : tensor<8x3xf64>
// CHECK-NEXT:      %bias1 = linalg.broadcast ins(%b1 : tensor<16xf64>) outs(%wide : tensor<8x16xf64>) dimensions = [0]
// CHECK-NEXT:      %sum1 = linalg.matmul ins(%samples, %w1 : tensor<8x4xf64>, tensor<4x16xf64>) outs(%bias1 : tensor<8x16xf64>) -> (tensor<8x16xf64>)
// CHECK-NEXT:      %hidden = linalg.tanh ins(%sum1 : tensor<8x16xf64>) outs(%wide : tensor<8x16xf64>) -> (tensor<8x16xf64>)
// CHECK-NEXT:      %bias2 = linalg.broadcast ins(%b2 : tensor<3xf64>) outs(%narrow : tensor<8x3xf64>) dimensions = [0]
// CHECK-NEXT:      %sum2 = linalg.matmul ins(%hidden, %w2 : tensor<8x16xf64>, tensor<16x3xf64>) outs(%bias2 : tensor<8x3xf64>) -> (tensor<8x3xf64>)
// CHECK-NEXT:      %error = linalg.sub ins(%sum2, %targets : tensor<8x3xf64>, tensor<8x3xf64>) outs(%narrow : tensor<8x3xf64>) -> (tensor<8x3xf64>)
// CHECK-NEXT:      %square = linalg.square ins(%error : tensor<8x3xf64>) outs(%narrow : tensor<8x3xf64>) -> (tensor<8x3xf64>)
// CHECK-NEXT:      %total = linalg.reduce ins(%square : tensor<8x3xf64>) outs(%zero : tensor<f64>) dimensions = [0, 1] (%0: f64, %1: f64) {
// CHECK-NEXT:        %2 = arith.addf %1, %0 : f64
// CHECK-NEXT:        linalg.yield %2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %sum = tensor.extract %total[] : tensor<f64>
// CHECK-NEXT:      %loss = arith.divf %sum, %count : f64
// CHECK-NEXT:      return %loss : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @mlp_grad(%samples: tensor<8x4xf64>, %w1: tensor<4x16xf64>, %b1: tensor<16xf64>, %w2: tensor<16x3xf64>, %b2: tensor<3xf64>, %targets: tensor<8x3xf64>, %seed: f64) -> (tensor<8x4xf64>, tensor<4x16xf64>, tensor<16xf64>, tensor<16x3xf64>, tensor<3xf64>, tensor<8x3xf64>) {
// CHECK-NEXT:      %zero = arith.constant dense<0.000000e+00> : tensor<f64>
// CHECK-NEXT:      %count = arith.constant 2.400000e+01 : f64
// CHECK-NEXT:      %zero_1 = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %wide = tensor.empty() : tensor<8x16xf64>
// CHECK-NEXT:      %narrow = tensor.empty() : tensor<8x3xf64>
// CHECK-NEXT:      %bias1 = linalg.broadcast ins(%b1 : tensor<16xf64>) outs(%wide : tensor<8x16xf64>) dimensions = [0]
// CHECK-NEXT:      %sum1 = linalg.matmul ins(%samples, %w1 : tensor<8x4xf64>, tensor<4x16xf64>) outs(%bias1 : tensor<8x16xf64>) -> (tensor<8x16xf64>)
// CHECK-NEXT:      %hidden = linalg.tanh ins(%sum1 : tensor<8x16xf64>) outs(%wide : tensor<8x16xf64>) -> (tensor<8x16xf64>)
// CHECK-NEXT:      %bias2 = linalg.broadcast ins(%b2 : tensor<3xf64>) outs(%narrow : tensor<8x3xf64>) dimensions = [0]
// CHECK-NEXT:      %sum2 = linalg.matmul ins(%hidden, %w2 : tensor<8x16xf64>, tensor<16x3xf64>) outs(%bias2 : tensor<8x3xf64>) -> (tensor<8x3xf64>)
// CHECK-NEXT:      %error = linalg.sub ins(%sum2, %targets : tensor<8x3xf64>, tensor<8x3xf64>) outs(%narrow : tensor<8x3xf64>) -> (tensor<8x3xf64>)
// CHECK-NEXT:      %sum_adj = arith.divf %seed, %count : f64
// CHECK-NEXT:      %total_adj = tensor.insert %sum_adj into %zero[] : tensor<f64>
// CHECK-NEXT:      %square_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%total_adj : tensor<f64>) outs(%narrow : tensor<8x3xf64>) {
// CHECK-NEXT:      ^bb0(%total_adj_1: f64, %square_adj_1: f64):
// CHECK-NEXT:        linalg.yield %total_adj_1 : f64
// CHECK-NEXT:      } -> (tensor<8x3xf64>)
// CHECK-NEXT:      %error_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%error, %square_adj : tensor<8x3xf64>, tensor<8x3xf64>) outs(%narrow : tensor<8x3xf64>) {
// CHECK-NEXT:      ^bb0(%error_1: f64, %square_adj_2: f64, %error_adj_1: f64):
// CHECK-NEXT:        %0 = arith.mulf %square_adj_2, %error_1 : f64
// CHECK-NEXT:        %1 = arith.addf %0, %0 : f64
// CHECK-NEXT:        linalg.yield %1 : f64
// CHECK-NEXT:      } -> (tensor<8x3xf64>)
// CHECK-NEXT:      %sum2_adj, %targets_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%error_adj : tensor<8x3xf64>) outs(%narrow, %narrow : tensor<8x3xf64>, tensor<8x3xf64>) {
// CHECK-NEXT:      ^bb0(%error_adj_2: f64, %sum2_adj_1: f64, %targets_adj_1: f64):
// CHECK-NEXT:        %2 = arith.negf %error_adj_2 : f64
// CHECK-NEXT:        linalg.yield %error_adj_2, %2 : f64, f64
// CHECK-NEXT:      } -> (tensor<8x3xf64>, tensor<8x3xf64>)
// CHECK-NEXT:      %hidden_adj = linalg.fill ins(%zero_1 : f64) outs(%wide : tensor<8x16xf64>) -> (tensor<8x16xf64>)
// CHECK-NEXT:      %hidden_adj_1 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>] ins(%w2, %sum2_adj : tensor<16x3xf64>, tensor<8x3xf64>) outs(%hidden_adj : tensor<8x16xf64>) -> (tensor<8x16xf64>)
// CHECK-NEXT:      %w2_adj = tensor.empty() : tensor<16x3xf64>
// CHECK-NEXT:      %w2_adj_1 = linalg.fill ins(%zero_1 : f64) outs(%w2_adj : tensor<16x3xf64>) -> (tensor<16x3xf64>)
// CHECK-NEXT:      %w2_adj_2 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>] ins(%hidden, %sum2_adj : tensor<8x16xf64>, tensor<8x3xf64>) outs(%w2_adj_1 : tensor<16x3xf64>) -> (tensor<16x3xf64>)
// CHECK-NEXT:      %b2_adj = tensor.empty() : tensor<3xf64>
// CHECK-NEXT:      %b2_adj_1 = linalg.fill ins(%zero_1 : f64) outs(%b2_adj : tensor<3xf64>) -> (tensor<3xf64>)
// CHECK-NEXT:      %b2_adj_2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%sum2_adj : tensor<8x3xf64>) outs(%b2_adj_1 : tensor<3xf64>) {
// CHECK-NEXT:      ^bb0(%bias2_adj: f64, %b2_adj_3: f64):
// CHECK-NEXT:        %3 = arith.addf %b2_adj_3, %bias2_adj : f64
// CHECK-NEXT:        linalg.yield %3 : f64
// CHECK-NEXT:      } -> (tensor<3xf64>)
// CHECK-NEXT:      %sum1_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%hidden, %hidden_adj_1 : tensor<8x16xf64>, tensor<8x16xf64>) outs(%wide : tensor<8x16xf64>) {
// CHECK-NEXT:      ^bb0(%hidden_1: f64, %hidden_adj_2: f64, %sum1_adj_1: f64):
// CHECK-NEXT:        %4 = arith.mulf %hidden_1, %hidden_1 : f64
// CHECK-NEXT:        %5 = arith.subf %cst, %4 : f64
// CHECK-NEXT:        %6 = arith.mulf %hidden_adj_2, %5 : f64
// CHECK-NEXT:        linalg.yield %6 : f64
// CHECK-NEXT:      } -> (tensor<8x16xf64>)
// CHECK-NEXT:      %samples_adj = tensor.empty() : tensor<8x4xf64>
// CHECK-NEXT:      %samples_adj_1 = linalg.fill ins(%zero_1 : f64) outs(%samples_adj : tensor<8x4xf64>) -> (tensor<8x4xf64>)
// CHECK-NEXT:      %samples_adj_2 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>] ins(%w1, %sum1_adj : tensor<4x16xf64>, tensor<8x16xf64>) outs(%samples_adj_1 : tensor<8x4xf64>) -> (tensor<8x4xf64>)
// CHECK-NEXT:      %w1_adj = tensor.empty() : tensor<4x16xf64>
// CHECK-NEXT:      %w1_adj_1 = linalg.fill ins(%zero_1 : f64) outs(%w1_adj : tensor<4x16xf64>) -> (tensor<4x16xf64>)
// CHECK-NEXT:      %w1_adj_2 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>] ins(%samples, %sum1_adj : tensor<8x4xf64>, tensor<8x16xf64>) outs(%w1_adj_1 : tensor<4x16xf64>) -> (tensor<4x16xf64>)
// CHECK-NEXT:      %b1_adj = tensor.empty() : tensor<16xf64>
// CHECK-NEXT:      %b1_adj_1 = linalg.fill ins(%zero_1 : f64) outs(%b1_adj : tensor<16xf64>) -> (tensor<16xf64>)
// CHECK-NEXT:      %b1_adj_2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%sum1_adj : tensor<8x16xf64>) outs(%b1_adj_1 : tensor<16xf64>) {
// CHECK-NEXT:      ^bb0(%bias1_adj: f64, %b1_adj_3: f64):
// CHECK-NEXT:        %7 = arith.addf %b1_adj_3, %bias1_adj : f64
// CHECK-NEXT:        linalg.yield %7 : f64
// CHECK-NEXT:      } -> (tensor<16xf64>)
// CHECK-NEXT:      return %samples_adj_2, %w1_adj_2, %b1_adj_2, %w2_adj_2, %b2_adj_2, %targets_adj : tensor<8x4xf64>, tensor<4x16xf64>, tensor<16xf64>, tensor<16x3xf64>, tensor<3xf64>, tensor<8x3xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }

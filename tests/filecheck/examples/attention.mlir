// RUN: ckptopt %S/../../../examples/attention.mlir -p 'loop-checkpoint{fn=attention}' | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func @attention(%queries: tensor<6x4xf64>, %keys: tensor<6x4xf64>, %values: tensor<6x4xf64>, %targets: tensor<6x4xf64>) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %lowest = arith.constant 0xfff0000000000000 : f64
// CHECK-NEXT:      %scale = arith.constant 5.000000e-01 : f64
// CHECK-NEXT:      %count = arith.constant 2.400000e+01 : f64
// CHECK-NEXT:      %square = tensor.empty() : tensor<6x6xf64>
// CHECK-NEXT:      %column = tensor.empty() : tensor<6xf64>
// CHECK-NEXT:      %block = tensor.empty() : tensor<6x4xf64>
// CHECK-NEXT:      %nothing = tensor.empty() : tensor<f64>
// CHECK-NEXT:      %turned = tensor.empty() : tensor<4x6xf64>
// CHECK-NEXT:      %columns = linalg.transpose ins(%keys : tensor<6x4xf64>) outs(%turned : tensor<4x6xf64>) permutation = [1, 0]
// CHECK-NEXT:      %zeros = linalg.fill ins(%zero : f64) outs(%square : tensor<6x6xf64>) -> (tensor<6x6xf64>)
// CHECK-NEXT:      %scores = linalg.matmul ins(%queries, %columns : tensor<6x4xf64>, tensor<4x6xf64>) outs(%zeros : tensor<6x6xf64>) -> (tensor<6x6xf64>)
// CHECK-NEXT:      %low = linalg.fill ins(%lowest : f64) outs(%column : tensor<6xf64>) -> (tensor<6xf64>)
// CHECK-NEXT:      %most = linalg.reduce ins(%scores : tensor<6x6xf64>) outs(%low : tensor<6xf64>) dimensions = [1] (%0: f64, %1: f64) {
// CHECK-NEXT:        %2 = arith.maximumf %1, %0 : f64
// CHECK-NEXT:        linalg.yield %2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %powers = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%scores, %most : tensor<6x6xf64>, tensor<6xf64>) outs(%square : tensor<6x6xf64>) {
// CHECK-NEXT:      ^bb0(%score: f64, %largest: f64, %old: f64):
// CHECK-NEXT:        %below = arith.subf %score, %largest : f64
// CHECK-NEXT:        %scaled = arith.mulf %below, %scale : f64
// CHECK-NEXT:        %power = math.exp %scaled : f64
// CHECK-NEXT:        linalg.yield %power : f64
// CHECK-NEXT:      } -> (tensor<6x6xf64>)
// CHECK-NEXT:      %none = linalg.fill ins(%zero : f64) outs(%column : tensor<6xf64>) -> (tensor<6xf64>)
// CHECK-NEXT:      %sums = linalg.reduce ins(%powers : tensor<6x6xf64>) outs(%none : tensor<6xf64>) dimensions = [1] (%3: f64, %4: f64) {
// CHECK-NEXT:        %5 = arith.addf %4, %3 : f64
// CHECK-NEXT:        linalg.yield %5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %weights = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%powers, %sums : tensor<6x6xf64>, tensor<6xf64>) outs(%square : tensor<6x6xf64>) {
// CHECK-NEXT:      ^bb0(%power_1: f64, %sum: f64, %old_1: f64):
// CHECK-NEXT:        %weight = arith.divf %power_1, %sum : f64
// CHECK-NEXT:        linalg.yield %weight : f64
// CHECK-NEXT:      } -> (tensor<6x6xf64>)
// CHECK-NEXT:      %empty = linalg.fill ins(%zero : f64) outs(%block : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %mixed = linalg.matmul ins(%weights, %values : tensor<6x6xf64>, tensor<6x4xf64>) outs(%empty : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %error = linalg.sub ins(%mixed, %targets : tensor<6x4xf64>, tensor<6x4xf64>) outs(%block : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %squares = linalg.square ins(%error : tensor<6x4xf64>) outs(%block : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %start = linalg.fill ins(%zero : f64) outs(%nothing : tensor<f64>) -> (tensor<f64>)
// CHECK-NEXT:      %total = linalg.reduce ins(%squares : tensor<6x4xf64>) outs(%start : tensor<f64>) dimensions = [0, 1] (%6: f64, %7: f64) {
// CHECK-NEXT:        %8 = arith.addf %7, %6 : f64
// CHECK-NEXT:        linalg.yield %8 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %sum_1 = tensor.extract %total[] : tensor<f64>
// CHECK-NEXT:      %loss = arith.divf %sum_1, %count : f64
// CHECK-NEXT:      return %loss : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @attention_grad(%queries: tensor<6x4xf64>, %keys: tensor<6x4xf64>, %values: tensor<6x4xf64>, %targets: tensor<6x4xf64>, %seed: f64) -> (tensor<6x4xf64>, tensor<6x4xf64>, tensor<6x4xf64>, tensor<6x4xf64>) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %lowest = arith.constant 0xfff0000000000000 : f64
// CHECK-NEXT:      %scale = arith.constant 5.000000e-01 : f64
// CHECK-NEXT:      %count = arith.constant 2.400000e+01 : f64
// CHECK-NEXT:      %zero_1 = arith.constant dense<0.000000e+00> : tensor<f64>
// CHECK-NEXT:      %square = tensor.empty() : tensor<6x6xf64>
// CHECK-NEXT:      %column = tensor.empty() : tensor<6xf64>
// CHECK-NEXT:      %block = tensor.empty() : tensor<6x4xf64>
// CHECK-NEXT:      %turned = tensor.empty() : tensor<4x6xf64>
// CHECK-NEXT:      %columns = linalg.transpose ins(%keys : tensor<6x4xf64>) outs(%turned : tensor<4x6xf64>) permutation = [1, 0]
// CHECK-NEXT:      %zeros = linalg.fill ins(%zero : f64) outs(%square : tensor<6x6xf64>) -> (tensor<6x6xf64>)
// CHECK-NEXT:      %scores = linalg.matmul ins(%queries, %columns : tensor<6x4xf64>, tensor<4x6xf64>) outs(%zeros : tensor<6x6xf64>) -> (tensor<6x6xf64>)
// CHECK-NEXT:      %low = linalg.fill ins(%lowest : f64) outs(%column : tensor<6xf64>) -> (tensor<6xf64>)
// CHECK-NEXT:      %most = linalg.reduce ins(%scores : tensor<6x6xf64>) outs(%low : tensor<6xf64>) dimensions = [1] (%0: f64, %1: f64) {
// CHECK-NEXT:        %2 = arith.maximumf %1, %0 : f64
// CHECK-NEXT:        linalg.yield %2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %powers = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%scores, %most : tensor<6x6xf64>, tensor<6xf64>) outs(%square : tensor<6x6xf64>) {
// CHECK-NEXT:      ^bb0(%score: f64, %largest: f64, %old: f64):
// CHECK-NEXT:        %below = arith.subf %score, %largest : f64
// CHECK-NEXT:        %scaled = arith.mulf %below, %scale : f64
// CHECK-NEXT:        %power = math.exp %scaled : f64
// CHECK-NEXT:        linalg.yield %power : f64
// CHECK-NEXT:      } -> (tensor<6x6xf64>)
// CHECK-NEXT:      %none = linalg.fill ins(%zero : f64) outs(%column : tensor<6xf64>) -> (tensor<6xf64>)
// CHECK-NEXT:      %sums = linalg.reduce ins(%powers : tensor<6x6xf64>) outs(%none : tensor<6xf64>) dimensions = [1] (%3: f64, %4: f64) {
// CHECK-NEXT:        %5 = arith.addf %4, %3 : f64
// CHECK-NEXT:        linalg.yield %5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %weights = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%powers, %sums : tensor<6x6xf64>, tensor<6xf64>) outs(%square : tensor<6x6xf64>) {
// CHECK-NEXT:      ^bb0(%power_1: f64, %sum: f64, %old_1: f64):
// CHECK-NEXT:        %weight = arith.divf %power_1, %sum : f64
// CHECK-NEXT:        linalg.yield %weight : f64
// CHECK-NEXT:      } -> (tensor<6x6xf64>)
// CHECK-NEXT:      %empty = linalg.fill ins(%zero : f64) outs(%block : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %mixed = linalg.matmul ins(%weights, %values : tensor<6x6xf64>, tensor<6x4xf64>) outs(%empty : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %error = linalg.sub ins(%mixed, %targets : tensor<6x4xf64>, tensor<6x4xf64>) outs(%block : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %sum_adj = arith.divf %seed, %count : f64
// CHECK-NEXT:      %total_adj = tensor.insert %sum_adj into %zero_1[] : tensor<f64>
// CHECK-NEXT:      %squares_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%total_adj : tensor<f64>) outs(%block : tensor<6x4xf64>) {
// CHECK-NEXT:      ^bb0(%total_adj_1: f64, %squares_adj_1: f64):
// CHECK-NEXT:        linalg.yield %total_adj_1 : f64
// CHECK-NEXT:      } -> (tensor<6x4xf64>)
// CHECK-NEXT:      %error_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%error, %squares_adj : tensor<6x4xf64>, tensor<6x4xf64>) outs(%block : tensor<6x4xf64>) {
// CHECK-NEXT:      ^bb0(%error_1: f64, %squares_adj_2: f64, %error_adj_1: f64):
// CHECK-NEXT:        %6 = arith.mulf %squares_adj_2, %error_1 : f64
// CHECK-NEXT:        %7 = arith.addf %6, %6 : f64
// CHECK-NEXT:        linalg.yield %7 : f64
// CHECK-NEXT:      } -> (tensor<6x4xf64>)
// CHECK-NEXT:      %mixed_adj, %targets_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%error_adj : tensor<6x4xf64>) outs(%block, %block : tensor<6x4xf64>, tensor<6x4xf64>) {
// CHECK-NEXT:      ^bb0(%error_adj_2: f64, %mixed_adj_1: f64, %targets_adj_1: f64):
// CHECK-NEXT:        %8 = arith.negf %error_adj_2 : f64
// CHECK-NEXT:        linalg.yield %error_adj_2, %8 : f64, f64
// CHECK-NEXT:      } -> (tensor<6x4xf64>, tensor<6x4xf64>)
// CHECK-NEXT:      %weights_adj = linalg.fill ins(%zero : f64) outs(%square : tensor<6x6xf64>) -> (tensor<6x6xf64>)
// CHECK-NEXT:      %weights_adj_1 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>] ins(%values, %mixed_adj : tensor<6x4xf64>, tensor<6x4xf64>) outs(%weights_adj : tensor<6x6xf64>) -> (tensor<6x6xf64>)
// CHECK-NEXT:      %values_adj = linalg.fill ins(%zero : f64) outs(%block : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %values_adj_1 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>] ins(%weights, %mixed_adj : tensor<6x6xf64>, tensor<6x4xf64>) outs(%values_adj : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %powers_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums, %weights_adj_1 : tensor<6xf64>, tensor<6x6xf64>) outs(%square : tensor<6x6xf64>) {
// CHECK-NEXT:      ^bb0(%sum_1: f64, %weights_adj_2: f64, %power_adj: f64):
// CHECK-NEXT:        %power_adj_1 = arith.divf %weights_adj_2, %sum_1 : f64
// CHECK-NEXT:        linalg.yield %power_adj_1 : f64
// CHECK-NEXT:      } -> (tensor<6x6xf64>)
// CHECK-NEXT:      %sums_adj = linalg.fill ins(%zero : f64) outs(%column : tensor<6xf64>) -> (tensor<6xf64>)
// CHECK-NEXT:      %sums_adj_1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%sums, %weights, %weights_adj_1 : tensor<6xf64>, tensor<6x6xf64>, tensor<6x6xf64>) outs(%sums_adj : tensor<6xf64>) {
// CHECK-NEXT:      ^bb0(%sum_2: f64, %weight_1: f64, %weights_adj_3: f64, %sum_adj_1: f64):
// CHECK-NEXT:        %9 = arith.divf %weights_adj_3, %sum_2 : f64
// CHECK-NEXT:        %10 = arith.mulf %9, %weight_1 : f64
// CHECK-NEXT:        %sum_adj_2 = arith.negf %10 : f64
// CHECK-NEXT:        %11 = arith.addf %sum_adj_1, %sum_adj_2 : f64
// CHECK-NEXT:        linalg.yield %11 : f64
// CHECK-NEXT:      } -> (tensor<6xf64>)
// CHECK-NEXT:      %powers_adj_1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%sums_adj_1 : tensor<6xf64>) outs(%powers_adj : tensor<6x6xf64>) {
// CHECK-NEXT:      ^bb0(%sums_adj_2: f64, %powers_adj_2: f64):
// CHECK-NEXT:        %12 = arith.addf %powers_adj_2, %sums_adj_2 : f64
// CHECK-NEXT:        linalg.yield %12 : f64
// CHECK-NEXT:      } -> (tensor<6x6xf64>)
// CHECK-NEXT:      %scores_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%powers, %powers_adj_1 : tensor<6x6xf64>, tensor<6x6xf64>) outs(%square : tensor<6x6xf64>) {
// CHECK-NEXT:      ^bb0(%power_2: f64, %powers_adj_3: f64, %score_adj: f64):
// CHECK-NEXT:        %scaled_adj = arith.mulf %powers_adj_3, %power_2 : f64
// CHECK-NEXT:        %below_adj = arith.mulf %scaled_adj, %scale : f64
// CHECK-NEXT:        linalg.yield %below_adj : f64
// CHECK-NEXT:      } -> (tensor<6x6xf64>)
// CHECK-NEXT:      %most_adj = linalg.fill ins(%zero : f64) outs(%column : tensor<6xf64>) -> (tensor<6xf64>)
// CHECK-NEXT:      %most_adj_1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%powers, %powers_adj_1 : tensor<6x6xf64>, tensor<6x6xf64>) outs(%most_adj : tensor<6xf64>) {
// CHECK-NEXT:      ^bb0(%power_3: f64, %powers_adj_4: f64, %largest_adj: f64):
// CHECK-NEXT:        %scaled_adj_1 = arith.mulf %powers_adj_4, %power_3 : f64
// CHECK-NEXT:        %below_adj_1 = arith.mulf %scaled_adj_1, %scale : f64
// CHECK-NEXT:        %largest_adj_1 = arith.negf %below_adj_1 : f64
// CHECK-NEXT:        %13 = arith.addf %largest_adj, %largest_adj_1 : f64
// CHECK-NEXT:        linalg.yield %13 : f64
// CHECK-NEXT:      } -> (tensor<6xf64>)
// CHECK-NEXT:      %scores_adj_1, %low_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%scores, %most : tensor<6x6xf64>, tensor<6xf64>) outs(%scores_adj, %most_adj_1 : tensor<6x6xf64>, tensor<6xf64>) {
// CHECK-NEXT:      ^bb0(%scores_1: f64, %most_1: f64, %scores_adj_2: f64, %most_adj_2: f64):
// CHECK-NEXT:        %14 = arith.cmpf ueq, %scores_1, %most_1 : f64
// CHECK-NEXT:        %15 = arith.select %14, %most_adj_2, %zero : f64
// CHECK-NEXT:        %16 = arith.select %14, %zero, %most_adj_2 : f64
// CHECK-NEXT:        %17 = arith.addf %scores_adj_2, %15 : f64
// CHECK-NEXT:        linalg.yield %17, %16 : f64, f64
// CHECK-NEXT:      } -> (tensor<6x6xf64>, tensor<6xf64>)
// CHECK-NEXT:      %queries_adj = linalg.fill ins(%zero : f64) outs(%block : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %queries_adj_1 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>] ins(%columns, %scores_adj_1 : tensor<4x6xf64>, tensor<6x6xf64>) outs(%queries_adj : tensor<6x4xf64>) -> (tensor<6x4xf64>)
// CHECK-NEXT:      %columns_adj = linalg.fill ins(%zero : f64) outs(%turned : tensor<4x6xf64>) -> (tensor<4x6xf64>)
// CHECK-NEXT:      %columns_adj_1 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>] ins(%queries, %scores_adj_1 : tensor<6x4xf64>, tensor<6x6xf64>) outs(%columns_adj : tensor<4x6xf64>) -> (tensor<4x6xf64>)
// CHECK-NEXT:      %keys_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%columns_adj_1 : tensor<4x6xf64>) outs(%block : tensor<6x4xf64>) {
// CHECK-NEXT:      ^bb0(%columns_adj_2: f64, %keys_adj_1: f64):
// CHECK-NEXT:        linalg.yield %columns_adj_2 : f64
// CHECK-NEXT:      } -> (tensor<6x4xf64>)
// CHECK-NEXT:      return %queries_adj_1, %keys_adj, %values_adj_1, %targets_adj : tensor<6x4xf64>, tensor<6x4xf64>, tensor<6x4xf64>, tensor<6x4xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }

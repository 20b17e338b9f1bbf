// RUN: ckptopt %S/../../../examples/layers.mlir -p 'loop-checkpoint{fn=layers}' | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func private @layer(%state: tensor<4xf64>, %widen: tensor<12x4xf64>, %shrink: tensor<4x12xf64>) -> tensor<4xf64> {
// CHECK-NEXT:      %none = arith.constant dense<0.000000e+00> : tensor<12xf64>
// CHECK-NEXT:      %room = tensor.empty() : tensor<12xf64>
// CHECK-NEXT:      %wide = linalg.matvec ins(%widen, %state : tensor<12x4xf64>, tensor<4xf64>) outs(%none : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %bent = linalg.tanh ins(%wide : tensor<12xf64>) outs(%room : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %new = linalg.matvec ins(%shrink, %bent : tensor<4x12xf64>, tensor<12xf64>) outs(%state : tensor<4xf64>) -> (tensor<4xf64>)
// CHECK-NEXT:      return %new : tensor<4xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @layers(%input: tensor<4xf64>, %widen: tensor<12x4xf64>, %shrink: tensor<4x12xf64>) -> f64 {
// CHECK-NEXT:      %zero = arith.constant dense<0.000000e+00> : tensor<f64>
// CHECK-NEXT:      %state1 = call @layer(%input, %widen, %shrink) {ckptopt.remat} : (tensor<4xf64>, tensor<12x4xf64>, tensor<4x12xf64>) -> tensor<4xf64>
// CHECK-NEXT:      %state2 = call @layer(%state1, %widen, %shrink) {ckptopt.remat} : (tensor<4xf64>, tensor<12x4xf64>, tensor<4x12xf64>) -> tensor<4xf64>
// CHECK-NEXT:      %state3 = call @layer(%state2, %widen, %shrink) {ckptopt.remat} : (tensor<4xf64>, tensor<12x4xf64>, tensor<4x12xf64>) -> tensor<4xf64>
// CHECK-NEXT:      %total = linalg.dot ins(%state3, %state3 : tensor<4xf64>, tensor<4xf64>) outs(%zero : tensor<f64>) -> (tensor<f64>)
// CHECK-NEXT:      %loss = tensor.extract %total[] : tensor<f64>
// CHECK-NEXT:      return %loss : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @layers_grad(%input: tensor<4xf64>, %widen: tensor<12x4xf64>, %shrink: tensor<4x12xf64>, %seed: f64) -> (tensor<4xf64>, tensor<12x4xf64>, tensor<4x12xf64>) {
// CHECK-NEXT:      %zero = arith.constant dense<0.000000e+00> : tensor<f64>
// CHECK-NEXT:      %none = arith.constant dense<0.000000e+00> : tensor<12xf64>
// CHECK-NEXT:      %zero_1 = arith.constant dense<0.000000e+00> : tensor<12x4xf64>
// CHECK-NEXT:      %zero_2 = arith.constant dense<0.000000e+00> : tensor<4x12xf64>
// CHECK-NEXT:      %zero_3 = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.constant 0 : i64
// CHECK-NEXT:      %room = tensor.empty() : tensor<12xf64>
// CHECK-NEXT:      %wide = linalg.matvec ins(%widen, %input : tensor<12x4xf64>, tensor<4xf64>) outs(%none : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %bent = linalg.tanh ins(%wide : tensor<12xf64>) outs(%room : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %state1 = linalg.matvec ins(%shrink, %bent : tensor<4x12xf64>, tensor<12xf64>) outs(%input : tensor<4xf64>) -> (tensor<4xf64>)
// CHECK-NEXT:      %wide_1 = linalg.matvec ins(%widen, %state1 : tensor<12x4xf64>, tensor<4xf64>) outs(%none : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %bent_1 = linalg.tanh ins(%wide_1 : tensor<12xf64>) outs(%room : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %state2 = linalg.matvec ins(%shrink, %bent_1 : tensor<4x12xf64>, tensor<12xf64>) outs(%state1 : tensor<4xf64>) -> (tensor<4xf64>)
// CHECK-NEXT:      %wide_2 = linalg.matvec ins(%widen, %state2 : tensor<12x4xf64>, tensor<4xf64>) outs(%none : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %bent_2 = linalg.tanh ins(%wide_2 : tensor<12xf64>) outs(%room : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %state3 = linalg.matvec ins(%shrink, %bent_2 : tensor<4x12xf64>, tensor<12xf64>) outs(%state2 : tensor<4xf64>) -> (tensor<4xf64>)
// CHECK-NEXT:      %total_adj = tensor.insert %seed into %zero[] : tensor<f64>
// CHECK-NEXT:      %state3_adj = tensor.empty() : tensor<4xf64>
// CHECK-NEXT:      %state3_adj_1, %state3_adj_2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%state3, %state3, %total_adj : tensor<4xf64>, tensor<4xf64>, tensor<f64>) outs(%state3_adj, %state3_adj : tensor<4xf64>, tensor<4xf64>) {
// CHECK-NEXT:      ^bb0(%state3_1: f64, %state3_2: f64, %total_adj_1: f64, %state3_adj_3: f64, %state3_adj_4: f64):
// CHECK-NEXT:        %1 = arith.mulf %total_adj_1, %state3_2 : f64
// CHECK-NEXT:        %2 = arith.mulf %total_adj_1, %state3_1 : f64
// CHECK-NEXT:        linalg.yield %1, %2 : f64, f64
// CHECK-NEXT:      } -> (tensor<4xf64>, tensor<4xf64>)
// CHECK-NEXT:      %state3_adj_5 = arith.addf %state3_adj_1, %state3_adj_2 : tensor<4xf64>
// CHECK-NEXT:      %3 = llvm.inline_asm has_side_effects "", "=r,0" %0 : (i64) -> i64
// CHECK-NEXT:      %4 = arith.index_cast %3 : i64 to index
// CHECK-NEXT:      %widen_1 = tensor.extract_slice %widen[%4, 0] [12, 4] [1, 1] : tensor<12x4xf64> to tensor<12x4xf64>
// CHECK-NEXT:      %5 = llvm.inline_asm has_side_effects "", "=r,0" %0 : (i64) -> i64
// CHECK-NEXT:      %6 = arith.index_cast %5 : i64 to index
// CHECK-NEXT:      %state2_1 = tensor.extract_slice %state2[%6] [4] [1] : tensor<4xf64> to tensor<4xf64>
// CHECK-NEXT:      %7 = llvm.inline_asm has_side_effects "", "=r,0" %0 : (i64) -> i64
// CHECK-NEXT:      %8 = arith.index_cast %7 : i64 to index
// CHECK-NEXT:      %shrink_1 = tensor.extract_slice %shrink[%8, 0] [4, 12] [1, 1] : tensor<4x12xf64> to tensor<4x12xf64>
// CHECK-NEXT:      %wide_3 = linalg.matvec ins(%widen_1, %state2_1 : tensor<12x4xf64>, tensor<4xf64>) outs(%none : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %bent_3 = linalg.tanh ins(%wide_3 : tensor<12xf64>) outs(%room : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %shrink_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%bent_3, %state3_adj_5 : tensor<12xf64>, tensor<4xf64>) outs(%zero_2 : tensor<4x12xf64>) {
// CHECK-NEXT:      ^bb0(%bent_4: f64, %new_adj: f64, %shrink_adj_1: f64):
// CHECK-NEXT:        %9 = arith.mulf %new_adj, %bent_4 : f64
// CHECK-NEXT:        %10 = arith.addf %shrink_adj_1, %9 : f64
// CHECK-NEXT:        linalg.yield %10 : f64
// CHECK-NEXT:      } -> (tensor<4x12xf64>)
// CHECK-NEXT:      %bent_adj = linalg.fill ins(%zero_3 : f64) outs(%room : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %bent_adj_1 = linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>] ins(%shrink_1, %state3_adj_5 : tensor<4x12xf64>, tensor<4xf64>) outs(%bent_adj : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %wide_adj = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%bent_3, %bent_adj_1 : tensor<12xf64>, tensor<12xf64>) outs(%room : tensor<12xf64>) {
// CHECK-NEXT:      ^bb0(%bent_5: f64, %bent_adj_2: f64, %wide_adj_1: f64):
// CHECK-NEXT:        %11 = arith.mulf %bent_5, %bent_5 : f64
// CHECK-NEXT:        %12 = arith.subf %cst, %11 : f64
// CHECK-NEXT:        %13 = arith.mulf %bent_adj_2, %12 : f64
// CHECK-NEXT:        linalg.yield %13 : f64
// CHECK-NEXT:      } -> (tensor<12xf64>)
// CHECK-NEXT:      %widen_adj = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%state2_1, %wide_adj : tensor<4xf64>, tensor<12xf64>) outs(%zero_1 : tensor<12x4xf64>) {
// CHECK-NEXT:      ^bb0(%state2_2: f64, %wide_adj_2: f64, %widen_adj_1: f64):
// CHECK-NEXT:        %14 = arith.mulf %wide_adj_2, %state2_2 : f64
// CHECK-NEXT:        %15 = arith.addf %widen_adj_1, %14 : f64
// CHECK-NEXT:        linalg.yield %15 : f64
// CHECK-NEXT:      } -> (tensor<12x4xf64>)
// CHECK-NEXT:      %state2_adj = linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>] ins(%widen_1, %wide_adj : tensor<12x4xf64>, tensor<12xf64>) outs(%state3_adj_5 : tensor<4xf64>) -> (tensor<4xf64>)
// CHECK-NEXT:      %16 = llvm.inline_asm has_side_effects "", "=r,0" %0 : (i64) -> i64
// CHECK-NEXT:      %17 = arith.index_cast %16 : i64 to index
// CHECK-NEXT:      %widen_2 = tensor.extract_slice %widen[%17, 0] [12, 4] [1, 1] : tensor<12x4xf64> to tensor<12x4xf64>
// CHECK-NEXT:      %18 = llvm.inline_asm has_side_effects "", "=r,0" %0 : (i64) -> i64
// CHECK-NEXT:      %19 = arith.index_cast %18 : i64 to index
// CHECK-NEXT:      %state1_1 = tensor.extract_slice %state1[%19] [4] [1] : tensor<4xf64> to tensor<4xf64>
// CHECK-NEXT:      %20 = llvm.inline_asm has_side_effects "", "=r,0" %0 : (i64) -> i64
// CHECK-NEXT:      %21 = arith.index_cast %20 : i64 to index
// CHECK-NEXT:      %shrink_2 = tensor.extract_slice %shrink[%21, 0] [4, 12] [1, 1] : tensor<4x12xf64> to tensor<4x12xf64>
// CHECK-NEXT:      %wide_4 = linalg.matvec ins(%widen_2, %state1_1 : tensor<12x4xf64>, tensor<4xf64>) outs(%none : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %bent_6 = linalg.tanh ins(%wide_4 : tensor<12xf64>) outs(%room : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %shrink_adj_2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%bent_6, %state2_adj : tensor<12xf64>, tensor<4xf64>) outs(%shrink_adj : tensor<4x12xf64>) {
// CHECK-NEXT:      ^bb0(%bent_7: f64, %new_adj_1: f64, %shrink_adj_3: f64):
// CHECK-NEXT:        %22 = arith.mulf %new_adj_1, %bent_7 : f64
// CHECK-NEXT:        %23 = arith.addf %shrink_adj_3, %22 : f64
// CHECK-NEXT:        linalg.yield %23 : f64
// CHECK-NEXT:      } -> (tensor<4x12xf64>)
// CHECK-NEXT:      %bent_adj_3 = linalg.fill ins(%zero_3 : f64) outs(%room : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %bent_adj_4 = linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>] ins(%shrink_2, %state2_adj : tensor<4x12xf64>, tensor<4xf64>) outs(%bent_adj_3 : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %wide_adj_3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%bent_6, %bent_adj_4 : tensor<12xf64>, tensor<12xf64>) outs(%room : tensor<12xf64>) {
// CHECK-NEXT:      ^bb0(%bent_8: f64, %bent_adj_5: f64, %wide_adj_4: f64):
// CHECK-NEXT:        %24 = arith.mulf %bent_8, %bent_8 : f64
// CHECK-NEXT:        %25 = arith.subf %cst, %24 : f64
// CHECK-NEXT:        %26 = arith.mulf %bent_adj_5, %25 : f64
// CHECK-NEXT:        linalg.yield %26 : f64
// CHECK-NEXT:      } -> (tensor<12xf64>)
// CHECK-NEXT:      %widen_adj_2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%state1_1, %wide_adj_3 : tensor<4xf64>, tensor<12xf64>) outs(%widen_adj : tensor<12x4xf64>) {
// CHECK-NEXT:      ^bb0(%state1_2: f64, %wide_adj_5: f64, %widen_adj_3: f64):
// CHECK-NEXT:        %27 = arith.mulf %wide_adj_5, %state1_2 : f64
// CHECK-NEXT:        %28 = arith.addf %widen_adj_3, %27 : f64
// CHECK-NEXT:        linalg.yield %28 : f64
// CHECK-NEXT:      } -> (tensor<12x4xf64>)
// CHECK-NEXT:      %state1_adj = linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>] ins(%widen_2, %wide_adj_3 : tensor<12x4xf64>, tensor<12xf64>) outs(%state2_adj : tensor<4xf64>) -> (tensor<4xf64>)
// CHECK-NEXT:      %29 = llvm.inline_asm has_side_effects "", "=r,0" %0 : (i64) -> i64
// CHECK-NEXT:      %30 = arith.index_cast %29 : i64 to index
// CHECK-NEXT:      %widen_3 = tensor.extract_slice %widen[%30, 0] [12, 4] [1, 1] : tensor<12x4xf64> to tensor<12x4xf64>
// CHECK-NEXT:      %31 = llvm.inline_asm has_side_effects "", "=r,0" %0 : (i64) -> i64
// CHECK-NEXT:      %32 = arith.index_cast %31 : i64 to index
// CHECK-NEXT:      %input_1 = tensor.extract_slice %input[%32] [4] [1] : tensor<4xf64> to tensor<4xf64>
// CHECK-NEXT:      %33 = llvm.inline_asm has_side_effects "", "=r,0" %0 : (i64) -> i64
// CHECK-NEXT:      %34 = arith.index_cast %33 : i64 to index
// CHECK-NEXT:      %shrink_3 = tensor.extract_slice %shrink[%34, 0] [4, 12] [1, 1] : tensor<4x12xf64> to tensor<4x12xf64>
// CHECK-NEXT:      %wide_5 = linalg.matvec ins(%widen_3, %input_1 : tensor<12x4xf64>, tensor<4xf64>) outs(%none : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %bent_9 = linalg.tanh ins(%wide_5 : tensor<12xf64>) outs(%room : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %shrink_adj_4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%bent_9, %state1_adj : tensor<12xf64>, tensor<4xf64>) outs(%shrink_adj_2 : tensor<4x12xf64>) {
// CHECK-NEXT:      ^bb0(%bent_10: f64, %new_adj_2: f64, %shrink_adj_5: f64):
// CHECK-NEXT:        %35 = arith.mulf %new_adj_2, %bent_10 : f64
// CHECK-NEXT:        %36 = arith.addf %shrink_adj_5, %35 : f64
// CHECK-NEXT:        linalg.yield %36 : f64
// CHECK-NEXT:      } -> (tensor<4x12xf64>)
// CHECK-NEXT:      %bent_adj_6 = linalg.fill ins(%zero_3 : f64) outs(%room : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %bent_adj_7 = linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>] ins(%shrink_3, %state1_adj : tensor<4x12xf64>, tensor<4xf64>) outs(%bent_adj_6 : tensor<12xf64>) -> (tensor<12xf64>)
// CHECK-NEXT:      %wide_adj_6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%bent_9, %bent_adj_7 : tensor<12xf64>, tensor<12xf64>) outs(%room : tensor<12xf64>) {
// CHECK-NEXT:      ^bb0(%bent_11: f64, %bent_adj_8: f64, %wide_adj_7: f64):
// CHECK-NEXT:        %37 = arith.mulf %bent_11, %bent_11 : f64
// CHECK-NEXT:        %38 = arith.subf %cst, %37 : f64
// CHECK-NEXT:        %39 = arith.mulf %bent_adj_8, %38 : f64
// CHECK-NEXT:        linalg.yield %39 : f64
// CHECK-NEXT:      } -> (tensor<12xf64>)
// CHECK-NEXT:      %widen_adj_4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%input_1, %wide_adj_6 : tensor<4xf64>, tensor<12xf64>) outs(%widen_adj_2 : tensor<12x4xf64>) {
// CHECK-NEXT:      ^bb0(%input_2: f64, %wide_adj_8: f64, %widen_adj_5: f64):
// CHECK-NEXT:        %40 = arith.mulf %wide_adj_8, %input_2 : f64
// CHECK-NEXT:        %41 = arith.addf %widen_adj_5, %40 : f64
// CHECK-NEXT:        linalg.yield %41 : f64
// CHECK-NEXT:      } -> (tensor<12x4xf64>)
// CHECK-NEXT:      %input_adj = linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>] ins(%widen_3, %wide_adj_6 : tensor<12x4xf64>, tensor<12xf64>) outs(%state1_adj : tensor<4xf64>) -> (tensor<4xf64>)
// CHECK-NEXT:      return %input_adj, %widen_adj_4, %shrink_adj_4 : tensor<4xf64>, tensor<12x4xf64>, tensor<4x12xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }

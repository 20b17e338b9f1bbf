// RUN: ckptopt %S/../../../examples/adaptive.mlir -p 'loop-checkpoint{fn=adaptive}' | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func @adaptive(%start: f64, %rate: f64) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %half = arith.constant 5.000000e-01 : f64
// CHECK-NEXT:      %double = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %first = arith.constant 1.000000e-01 : f64
// CHECK-NEXT:      %end = arith.constant 5.000000e+00 : f64
// CHECK-NEXT:      %nearly = arith.constant 4.9999999989999999 : f64
// CHECK-NEXT:      %tolerance = arith.constant 1.000000e-03 : f64
// CHECK-NEXT:      %floor = arith.constant 1.000000e-12 : f64
// CHECK-NEXT:      %final, %final_1, %final_2 = scf.while (%t = %zero, %y = %start, %h = %first) : (f64, f64, f64) -> (f64, f64, f64) {
// CHECK-NEXT:        %more = arith.cmpf olt, %t, %nearly : f64
// CHECK-NEXT:        scf.condition(%more) %t, %y, %h : f64, f64, f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%t_1: f64, %y_1: f64, %h_1: f64):
// CHECK-NEXT:        %left = arith.subf %end, %t_1 : f64
// CHECK-NEXT:        %step = arith.minimumf %h_1, %left : f64
// CHECK-NEXT:        %after = arith.addf %t_1, %step : f64
// CHECK-NEXT:        %aim1 = math.cos %t_1 : f64
// CHECK-NEXT:        %gap1 = arith.subf %aim1, %y_1 : f64
// CHECK-NEXT:        %slope1 = arith.mulf %rate, %gap1 : f64
// CHECK-NEXT:        %move1 = arith.mulf %step, %slope1 : f64
// CHECK-NEXT:        %guess = arith.addf %y_1, %move1 : f64
// CHECK-NEXT:        %aim2 = math.cos %after : f64
// CHECK-NEXT:        %gap2 = arith.subf %aim2, %guess : f64
// CHECK-NEXT:        %slope2 = arith.mulf %rate, %gap2 : f64
// CHECK-NEXT:        %bend = arith.subf %slope2, %slope1 : f64
// CHECK-NEXT:        %twice = arith.mulf %step, %bend : f64
// CHECK-NEXT:        %correction = arith.mulf %half, %twice : f64
// CHECK-NEXT:        %next = arith.addf %guess, %correction : f64
// CHECK-NEXT:        %size = math.absf %correction : f64
// CHECK-NEXT:        %error = arith.addf %size, %floor : f64
// CHECK-NEXT:        %ratio = arith.divf %tolerance, %error : f64
// CHECK-NEXT:        %wish = math.sqrt %ratio : f64
// CHECK-NEXT:        %at_most = arith.minimumf %wish, %double : f64
// CHECK-NEXT:        %factor = arith.maximumf %at_most, %half : f64
// CHECK-NEXT:        %next_h = arith.mulf %factor, %step : f64
// CHECK-NEXT:        scf.yield %after, %next, %next_h : f64, f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %final_1 : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @adaptive_grad(%start: f64, %rate: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %half = arith.constant 5.000000e-01 : f64
// CHECK-NEXT:      %double = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %first = arith.constant 1.000000e-01 : f64
// CHECK-NEXT:      %end = arith.constant 5.000000e+00 : f64
// CHECK-NEXT:      %nearly = arith.constant 4.9999999989999999 : f64
// CHECK-NEXT:      %tolerance = arith.constant 1.000000e-03 : f64
// CHECK-NEXT:      %floor = arith.constant 1.000000e-12 : f64
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c16 = arith.constant 16 : index
// CHECK-NEXT:      %more = arith.cmpf olt, %zero, %nearly : f64
// CHECK-NEXT:      %t_tape = memref.alloc(%c16) : memref<?xf64>
// CHECK-NEXT:      %y_tape = memref.alloc(%c16) : memref<?xf64>
// CHECK-NEXT:      %h_tape = memref.alloc(%c16) : memref<?xf64>
// CHECK-NEXT:      %step, %final, %final_1, %final_2, %t_tape_1, %y_tape_1, %h_tape_1 = scf.while (%step_1 = %c0, %more_1 = %more, %t = %zero, %y = %start, %h = %first, %t_tape_2 = %t_tape, %y_tape_2 = %y_tape, %h_tape_2 = %h_tape) : (index, i1, f64, f64, f64, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> (index, f64, f64, f64, memref<?xf64>, memref<?xf64>, memref<?xf64>) {
// CHECK-NEXT:        scf.condition(%more_1) %step_1, %t, %y, %h, %t_tape_2, %y_tape_2, %h_tape_2 : index, f64, f64, f64, memref<?xf64>, memref<?xf64>, memref<?xf64>
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%step_2: index, %t_1: f64, %y_1: f64, %h_1: f64, %t_tape_3: memref<?xf64>, %y_tape_3: memref<?xf64>, %h_tape_3: memref<?xf64>):
// CHECK-NEXT:        %left = arith.subf %end, %t_1 : f64
// CHECK-NEXT:        %step_3 = arith.minimumf %h_1, %left : f64
// CHECK-NEXT:        %after = arith.addf %t_1, %step_3 : f64
// CHECK-NEXT:        %aim1 = math.cos %t_1 : f64
// CHECK-NEXT:        %gap1 = arith.subf %aim1, %y_1 : f64
// CHECK-NEXT:        %slope1 = arith.mulf %rate, %gap1 : f64
// CHECK-NEXT:        %move1 = arith.mulf %step_3, %slope1 : f64
// CHECK-NEXT:        %guess = arith.addf %y_1, %move1 : f64
// CHECK-NEXT:        %aim2 = math.cos %after : f64
// CHECK-NEXT:        %gap2 = arith.subf %aim2, %guess : f64
// CHECK-NEXT:        %slope2 = arith.mulf %rate, %gap2 : f64
// CHECK-NEXT:        %bend = arith.subf %slope2, %slope1 : f64
// CHECK-NEXT:        %twice = arith.mulf %step_3, %bend : f64
// CHECK-NEXT:        %correction = arith.mulf %half, %twice : f64
// CHECK-NEXT:        %next = arith.addf %guess, %correction : f64
// CHECK-NEXT:        %size = math.absf %correction : f64
// CHECK-NEXT:        %error = arith.addf %size, %floor : f64
// CHECK-NEXT:        %ratio = arith.divf %tolerance, %error : f64
// CHECK-NEXT:        %wish = math.sqrt %ratio : f64
// CHECK-NEXT:        %at_most = arith.minimumf %wish, %double : f64
// CHECK-NEXT:        %factor = arith.maximumf %at_most, %half : f64
// CHECK-NEXT:        %next_h = arith.mulf %factor, %step_3 : f64
// CHECK-NEXT:        %more_2 = arith.cmpf olt, %after, %nearly : f64
// CHECK-NEXT:        %dim = memref.dim %t_tape_3, %c0 : memref<?xf64>
// CHECK-NEXT:        %full = arith.cmpi eq, %step_2, %dim : index
// CHECK-NEXT:        %t_tape_4 = scf.if %full -> (memref<?xf64>) {
// CHECK-NEXT:          %doubled = arith.addi %dim, %dim : index
// CHECK-NEXT:          %t_tape_5 = memref.alloc(%doubled) : memref<?xf64>
// CHECK-NEXT:          %start_1 = memref.subview %t_tape_5[0] [%dim] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
// CHECK-NEXT:          memref.copy %t_tape_3, %start_1 : memref<?xf64> to memref<?xf64, strided<[1]>>
// CHECK-NEXT:          memref.dealloc %t_tape_3 : memref<?xf64>
// CHECK-NEXT:          scf.yield %t_tape_5 : memref<?xf64>
// CHECK-NEXT:        } else {
// CHECK-NEXT:          scf.yield %t_tape_3 : memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %t_1, %t_tape_4[%step_2] : memref<?xf64>
// CHECK-NEXT:        %dim_1 = memref.dim %y_tape_3, %c0 : memref<?xf64>
// CHECK-NEXT:        %full_1 = arith.cmpi eq, %step_2, %dim_1 : index
// CHECK-NEXT:        %y_tape_4 = scf.if %full_1 -> (memref<?xf64>) {
// CHECK-NEXT:          %doubled_1 = arith.addi %dim_1, %dim_1 : index
// CHECK-NEXT:          %y_tape_5 = memref.alloc(%doubled_1) : memref<?xf64>
// CHECK-NEXT:          %start_2 = memref.subview %y_tape_5[0] [%dim_1] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
// CHECK-NEXT:          memref.copy %y_tape_3, %start_2 : memref<?xf64> to memref<?xf64, strided<[1]>>
// CHECK-NEXT:          memref.dealloc %y_tape_3 : memref<?xf64>
// CHECK-NEXT:          scf.yield %y_tape_5 : memref<?xf64>
// CHECK-NEXT:        } else {
// CHECK-NEXT:          scf.yield %y_tape_3 : memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %y_1, %y_tape_4[%step_2] : memref<?xf64>
// CHECK-NEXT:        %dim_2 = memref.dim %h_tape_3, %c0 : memref<?xf64>
// CHECK-NEXT:        %full_2 = arith.cmpi eq, %step_2, %dim_2 : index
// CHECK-NEXT:        %h_tape_4 = scf.if %full_2 -> (memref<?xf64>) {
// CHECK-NEXT:          %doubled_2 = arith.addi %dim_2, %dim_2 : index
// CHECK-NEXT:          %h_tape_5 = memref.alloc(%doubled_2) : memref<?xf64>
// CHECK-NEXT:          %start_3 = memref.subview %h_tape_5[0] [%dim_2] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
// CHECK-NEXT:          memref.copy %h_tape_3, %start_3 : memref<?xf64> to memref<?xf64, strided<[1]>>
// CHECK-NEXT:          memref.dealloc %h_tape_3 : memref<?xf64>
// CHECK-NEXT:          scf.yield %h_tape_5 : memref<?xf64>
// CHECK-NEXT:        } else {
// CHECK-NEXT:          scf.yield %h_tape_3 : memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %h_1, %h_tape_4[%step_2] : memref<?xf64>
// CHECK-NEXT:        %step_4 = arith.addi %step_2, %c1 : index
// CHECK-NEXT:        scf.yield %step_4, %more_2, %after, %next, %next_h, %t_tape_4, %y_tape_4, %h_tape_4 : index, i1, f64, f64, f64, memref<?xf64>, memref<?xf64>, memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %step, %c1 : index
// CHECK-NEXT:      %t_adj, %y_adj, %h_adj, %rate_adj = scf.for %back = %c0 to %step step %c1 iter_args(%t_adj_1 = %zero, %y_adj_1 = %seed, %h_adj_1 = %zero, %rate_adj_1 = %zero) -> (f64, f64, f64, f64) {
// CHECK-NEXT:        %step_5 = arith.subi %last, %back : index
// CHECK-NEXT:        %h_2 = memref.load %h_tape_1[%step_5] : memref<?xf64>
// CHECK-NEXT:        %y_2 = memref.load %y_tape_1[%step_5] : memref<?xf64>
// CHECK-NEXT:        %t_2 = memref.load %t_tape_1[%step_5] : memref<?xf64>
// CHECK-NEXT:        %left_1 = arith.subf %end, %t_2 : f64
// CHECK-NEXT:        %step_6 = arith.minimumf %h_2, %left_1 : f64
// CHECK-NEXT:        %factor_adj = arith.mulf %h_adj_1, %step_6 : f64
// CHECK-NEXT:        %aim1_1 = math.cos %t_2 : f64
// CHECK-NEXT:        %gap1_1 = arith.subf %aim1_1, %y_2 : f64
// CHECK-NEXT:        %slope1_1 = arith.mulf %rate, %gap1_1 : f64
// CHECK-NEXT:        %move1_1 = arith.mulf %step_6, %slope1_1 : f64
// CHECK-NEXT:        %guess_1 = arith.addf %y_2, %move1_1 : f64
// CHECK-NEXT:        %after_1 = arith.addf %t_2, %step_6 : f64
// CHECK-NEXT:        %aim2_1 = math.cos %after_1 : f64
// CHECK-NEXT:        %gap2_1 = arith.subf %aim2_1, %guess_1 : f64
// CHECK-NEXT:        %slope2_1 = arith.mulf %rate, %gap2_1 : f64
// CHECK-NEXT:        %bend_1 = arith.subf %slope2_1, %slope1_1 : f64
// CHECK-NEXT:        %twice_1 = arith.mulf %step_6, %bend_1 : f64
// CHECK-NEXT:        %correction_1 = arith.mulf %half, %twice_1 : f64
// CHECK-NEXT:        %size_1 = math.absf %correction_1 : f64
// CHECK-NEXT:        %error_1 = arith.addf %size_1, %floor : f64
// CHECK-NEXT:        %ratio_1 = arith.divf %tolerance, %error_1 : f64
// CHECK-NEXT:        %wish_1 = math.sqrt %ratio_1 : f64
// CHECK-NEXT:        %at_most_1 = arith.minimumf %wish_1, %double : f64
// CHECK-NEXT:        %factor_1 = arith.maximumf %at_most_1, %half : f64
// CHECK-NEXT:        %step_adj = arith.mulf %h_adj_1, %factor_1 : f64
// CHECK-NEXT:        %0 = arith.cmpf oge, %at_most_1, %half : f64
// CHECK-NEXT:        %at_most_adj = arith.select %0, %factor_adj, %zero : f64
// CHECK-NEXT:        %1 = arith.cmpf ole, %wish_1, %double : f64
// CHECK-NEXT:        %wish_adj = arith.select %1, %at_most_adj, %zero : f64
// CHECK-NEXT:        %2 = arith.mulf %double, %wish_1 : f64
// CHECK-NEXT:        %ratio_adj = arith.divf %wish_adj, %2 : f64
// CHECK-NEXT:        %3 = arith.divf %ratio_adj, %error_1 : f64
// CHECK-NEXT:        %4 = arith.mulf %3, %ratio_1 : f64
// CHECK-NEXT:        %error_adj = arith.negf %4 : f64
// CHECK-NEXT:        %5 = math.copysign %one, %correction_1 : f64
// CHECK-NEXT:        %correction_adj = arith.mulf %error_adj, %5 : f64
// CHECK-NEXT:        %correction_adj_1 = arith.addf %correction_adj, %y_adj_1 : f64
// CHECK-NEXT:        %twice_adj = arith.mulf %correction_adj_1, %half : f64
// CHECK-NEXT:        %6 = arith.mulf %twice_adj, %bend_1 : f64
// CHECK-NEXT:        %step_adj_1 = arith.addf %step_adj, %6 : f64
// CHECK-NEXT:        %bend_adj = arith.mulf %twice_adj, %step_6 : f64
// CHECK-NEXT:        %slope1_adj = arith.negf %bend_adj : f64
// CHECK-NEXT:        %rate_adj_2 = arith.mulf %bend_adj, %gap2_1 : f64
// CHECK-NEXT:        %gap2_adj = arith.mulf %bend_adj, %rate : f64
// CHECK-NEXT:        %7 = arith.negf %gap2_adj : f64
// CHECK-NEXT:        %guess_adj = arith.addf %y_adj_1, %7 : f64
// CHECK-NEXT:        %8 = math.sin %after_1 : f64
// CHECK-NEXT:        %9 = arith.mulf %gap2_adj, %8 : f64
// CHECK-NEXT:        %10 = arith.negf %9 : f64
// CHECK-NEXT:        %after_adj = arith.addf %t_adj_1, %10 : f64
// CHECK-NEXT:        %11 = arith.mulf %guess_adj, %slope1_1 : f64
// CHECK-NEXT:        %step_adj_2 = arith.addf %step_adj_1, %11 : f64
// CHECK-NEXT:        %12 = arith.mulf %guess_adj, %step_6 : f64
// CHECK-NEXT:        %slope1_adj_1 = arith.addf %slope1_adj, %12 : f64
// CHECK-NEXT:        %13 = arith.mulf %slope1_adj_1, %gap1_1 : f64
// CHECK-NEXT:        %rate_adj_3 = arith.addf %rate_adj_2, %13 : f64
// CHECK-NEXT:        %gap1_adj = arith.mulf %slope1_adj_1, %rate : f64
// CHECK-NEXT:        %14 = arith.negf %gap1_adj : f64
// CHECK-NEXT:        %y_adj_2 = arith.addf %guess_adj, %14 : f64
// CHECK-NEXT:        %15 = math.sin %t_2 : f64
// CHECK-NEXT:        %16 = arith.mulf %gap1_adj, %15 : f64
// CHECK-NEXT:        %t_adj_2 = arith.negf %16 : f64
// CHECK-NEXT:        %t_adj_3 = arith.addf %t_adj_2, %after_adj : f64
// CHECK-NEXT:        %step_adj_3 = arith.addf %step_adj_2, %after_adj : f64
// CHECK-NEXT:        %17 = arith.cmpf ole, %h_2, %left_1 : f64
// CHECK-NEXT:        %h_adj_2 = arith.select %17, %step_adj_3, %zero : f64
// CHECK-NEXT:        %left_adj = arith.select %17, %zero, %step_adj_3 : f64
// CHECK-NEXT:        %18 = arith.negf %left_adj : f64
// CHECK-NEXT:        %t_adj_4 = arith.addf %t_adj_3, %18 : f64
// CHECK-NEXT:        %rate_adj_4 = arith.addf %rate_adj_1, %rate_adj_3 : f64
// CHECK-NEXT:        scf.yield %t_adj_4, %y_adj_2, %h_adj_2, %rate_adj_4 : f64, f64, f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %h_tape_1 : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %y_tape_1 : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %t_tape_1 : memref<?xf64>
// CHECK-NEXT:      return %y_adj, %rate_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

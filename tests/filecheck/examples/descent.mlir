// RUN: ckptopt %S/../../../examples/descent.mlir -p 'enzyme,loop-checkpoint{fn=descent}' | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func @energy(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %left = arith.subf %one, %x : f64
// CHECK-NEXT:      %miss = arith.mulf %left, %left : f64
// CHECK-NEXT:      %square = arith.mulf %x, %x : f64
// CHECK-NEXT:      %bend = arith.subf %y, %square : f64
// CHECK-NEXT:      %again = arith.mulf %bend, %bend : f64
// CHECK-NEXT:      %wall = arith.mulf %two, %again : f64
// CHECK-NEXT:      %energy = arith.addf %miss, %wall : f64
// CHECK-NEXT:      return %energy : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @descent(%x0: f64, %y0: f64, %rate: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %steps = arith.constant 40 : index
// CHECK-NEXT:      %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %end, %end_1 = scf.for %t = %c0 to %steps step %c1 iter_args(%x = %x0, %y = %y0) -> (f64, f64) {
// CHECK-NEXT:        %down, %down_1 = func.call @diffeenergy(%x, %y, %one) : (f64, f64, f64) -> (f64, f64)
// CHECK-NEXT:        %dx = arith.mulf %rate, %down : f64
// CHECK-NEXT:        %dy = arith.mulf %rate, %down_1 : f64
// CHECK-NEXT:        %new_x = arith.subf %x, %dx : f64
// CHECK-NEXT:        %new_y = arith.subf %y, %dy : f64
// CHECK-NEXT:        scf.yield %new_x, %new_y : f64, f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 5 : i64}
// CHECK-NEXT:      %final = call @energy(%end, %end_1) : (f64, f64) -> f64
// CHECK-NEXT:      return %final : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @descent_grad(%x0: f64, %y0: f64, %rate: f64, %seed: f64) -> (f64, f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      %x_snapshots = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %y_snapshots = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %x, %y = scf.for %segment = %c0 to %c4 step %c1 iter_args(%x_1 = %x0, %y_1 = %y0) -> (f64, f64) {
// CHECK-NEXT:        memref.store %x_1, %x_snapshots[%segment] : memref<4xf64>
// CHECK-NEXT:        memref.store %y_1, %y_snapshots[%segment] : memref<4xf64>
// CHECK-NEXT:        %x_2, %y_2 = scf.for %offset = %c0 to %c8 step %c1 iter_args(%x_3 = %x_1, %y_3 = %y_1) -> (f64, f64) {
// CHECK-NEXT:          %left = arith.subf %one, %x_3 : f64
// CHECK-NEXT:          %square = arith.mulf %x_3, %x_3 : f64
// CHECK-NEXT:          %bend = arith.subf %y_3, %square : f64
// CHECK-NEXT:          %bend_adj = arith.mulf %two, %bend : f64
// CHECK-NEXT:          %bend_adj_1 = arith.addf %bend_adj, %bend_adj : f64
// CHECK-NEXT:          %square_adj = arith.negf %bend_adj_1 : f64
// CHECK-NEXT:          %x_adj = arith.mulf %square_adj, %x_3 : f64
// CHECK-NEXT:          %x_adj_1 = arith.addf %x_adj, %x_adj : f64
// CHECK-NEXT:          %left_adj = arith.addf %left, %left : f64
// CHECK-NEXT:          %0 = arith.negf %left_adj : f64
// CHECK-NEXT:          %x_adj_2 = arith.addf %x_adj_1, %0 : f64
// CHECK-NEXT:          %dx = arith.mulf %rate, %x_adj_2 : f64
// CHECK-NEXT:          %dy = arith.mulf %rate, %bend_adj_1 : f64
// CHECK-NEXT:          %new_x = arith.subf %x_3, %dx : f64
// CHECK-NEXT:          %new_y = arith.subf %y_3, %dy : f64
// CHECK-NEXT:          scf.yield %new_x, %new_y : f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %x_2, %y_2 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %x_tape = memref.alloc() : memref<8xf64>
// CHECK-NEXT:      %bend_adj_tape = memref.alloc() : memref<8xf64>
// CHECK-NEXT:      %end, %end_1 = scf.for %offset_1 = %c0 to %c8 step %c1 iter_args(%x_4 = %x, %y_4 = %y) -> (f64, f64) {
// CHECK-NEXT:        %left_1 = arith.subf %one, %x_4 : f64
// CHECK-NEXT:        %square_1 = arith.mulf %x_4, %x_4 : f64
// CHECK-NEXT:        %bend_1 = arith.subf %y_4, %square_1 : f64
// CHECK-NEXT:        %bend_adj_2 = arith.mulf %two, %bend_1 : f64
// CHECK-NEXT:        %bend_adj_3 = arith.addf %bend_adj_2, %bend_adj_2 : f64
// CHECK-NEXT:        %square_adj_1 = arith.negf %bend_adj_3 : f64
// CHECK-NEXT:        %x_adj_3 = arith.mulf %square_adj_1, %x_4 : f64
// CHECK-NEXT:        %x_adj_4 = arith.addf %x_adj_3, %x_adj_3 : f64
// CHECK-NEXT:        %left_adj_1 = arith.addf %left_1, %left_1 : f64
// CHECK-NEXT:        %1 = arith.negf %left_adj_1 : f64
// CHECK-NEXT:        %x_adj_5 = arith.addf %x_adj_4, %1 : f64
// CHECK-NEXT:        %dx_1 = arith.mulf %rate, %x_adj_5 : f64
// CHECK-NEXT:        %dy_1 = arith.mulf %rate, %bend_adj_3 : f64
// CHECK-NEXT:        %new_x_1 = arith.subf %x_4, %dx_1 : f64
// CHECK-NEXT:        %new_y_1 = arith.subf %y_4, %dy_1 : f64
// CHECK-NEXT:        memref.store %x_4, %x_tape[%offset_1] : memref<8xf64>
// CHECK-NEXT:        memref.store %bend_adj_3, %bend_adj_tape[%offset_1] : memref<8xf64>
// CHECK-NEXT:        scf.yield %new_x_1, %new_y_1 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %left_2 = arith.subf %one, %end : f64
// CHECK-NEXT:      %square_2 = arith.mulf %end, %end : f64
// CHECK-NEXT:      %bend_2 = arith.subf %end_1, %square_2 : f64
// CHECK-NEXT:      %again_adj = arith.mulf %seed, %two : f64
// CHECK-NEXT:      %bend_adj_4 = arith.mulf %again_adj, %bend_2 : f64
// CHECK-NEXT:      %bend_adj_5 = arith.addf %bend_adj_4, %bend_adj_4 : f64
// CHECK-NEXT:      %square_adj_2 = arith.negf %bend_adj_5 : f64
// CHECK-NEXT:      %end_adj = arith.mulf %square_adj_2, %end : f64
// CHECK-NEXT:      %end_adj_1 = arith.addf %end_adj, %end_adj : f64
// CHECK-NEXT:      %left_adj_2 = arith.mulf %seed, %left_2 : f64
// CHECK-NEXT:      %left_adj_3 = arith.addf %left_adj_2, %left_adj_2 : f64
// CHECK-NEXT:      %2 = arith.negf %left_adj_3 : f64
// CHECK-NEXT:      %end_adj_2 = arith.addf %end_adj_1, %2 : f64
// CHECK-NEXT:      %x_adj_6, %y_adj, %rate_adj = scf.for %back = %c0 to %c8 step %c1 iter_args(%x_adj_7 = %end_adj_2, %y_adj_1 = %bend_adj_5, %rate_adj_1 = %zero) -> (f64, f64, f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c7, %back : index
// CHECK-NEXT:        %bend_adj_6 = memref.load %bend_adj_tape[%offset_2] : memref<8xf64>
// CHECK-NEXT:        %x_5 = memref.load %x_tape[%offset_2] : memref<8xf64>
// CHECK-NEXT:        %dy_adj = arith.negf %y_adj_1 : f64
// CHECK-NEXT:        %dx_adj = arith.negf %x_adj_7 : f64
// CHECK-NEXT:        %rate_adj_2 = arith.mulf %dy_adj, %bend_adj_6 : f64
// CHECK-NEXT:        %bend_adj_adj = arith.mulf %dy_adj, %rate : f64
// CHECK-NEXT:        %left_3 = arith.subf %one, %x_5 : f64
// CHECK-NEXT:        %left_adj_4 = arith.addf %left_3, %left_3 : f64
// CHECK-NEXT:        %3 = arith.negf %left_adj_4 : f64
// CHECK-NEXT:        %square_adj_3 = arith.negf %bend_adj_6 : f64
// CHECK-NEXT:        %x_adj_8 = arith.mulf %square_adj_3, %x_5 : f64
// CHECK-NEXT:        %x_adj_9 = arith.addf %x_adj_8, %x_adj_8 : f64
// CHECK-NEXT:        %x_adj_10 = arith.addf %x_adj_9, %3 : f64
// CHECK-NEXT:        %4 = arith.mulf %dx_adj, %x_adj_10 : f64
// CHECK-NEXT:        %rate_adj_3 = arith.addf %rate_adj_2, %4 : f64
// CHECK-NEXT:        %x_adj_adj = arith.mulf %dx_adj, %rate : f64
// CHECK-NEXT:        %left_adj_adj = arith.negf %x_adj_adj : f64
// CHECK-NEXT:        %left_adj_5 = arith.addf %left_adj_adj, %left_adj_adj : f64
// CHECK-NEXT:        %square_adj_adj = arith.mulf %x_adj_adj, %x_5 : f64
// CHECK-NEXT:        %5 = arith.mulf %x_adj_adj, %square_adj_3 : f64
// CHECK-NEXT:        %x_adj_11 = arith.addf %x_adj_7, %5 : f64
// CHECK-NEXT:        %square_adj_adj_1 = arith.addf %square_adj_adj, %square_adj_adj : f64
// CHECK-NEXT:        %x_adj_12 = arith.addf %x_adj_11, %5 : f64
// CHECK-NEXT:        %6 = arith.negf %square_adj_adj_1 : f64
// CHECK-NEXT:        %bend_adj_adj_1 = arith.addf %bend_adj_adj, %6 : f64
// CHECK-NEXT:        %bend_adj_7 = arith.mulf %bend_adj_adj_1, %two : f64
// CHECK-NEXT:        %bend_adj_8 = arith.addf %bend_adj_7, %bend_adj_7 : f64
// CHECK-NEXT:        %y_adj_2 = arith.addf %y_adj_1, %bend_adj_8 : f64
// CHECK-NEXT:        %square_adj_4 = arith.negf %bend_adj_8 : f64
// CHECK-NEXT:        %7 = arith.mulf %square_adj_4, %x_5 : f64
// CHECK-NEXT:        %x_adj_13 = arith.addf %x_adj_12, %7 : f64
// CHECK-NEXT:        %x_adj_14 = arith.addf %x_adj_13, %7 : f64
// CHECK-NEXT:        %8 = arith.negf %left_adj_5 : f64
// CHECK-NEXT:        %x_adj_15 = arith.addf %x_adj_14, %8 : f64
// CHECK-NEXT:        %rate_adj_4 = arith.addf %rate_adj_1, %rate_adj_3 : f64
// CHECK-NEXT:        scf.yield %x_adj_15, %y_adj_2, %rate_adj_4 : f64, f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %bend_adj_tape : memref<8xf64>
// CHECK-NEXT:      memref.dealloc %x_tape : memref<8xf64>
// CHECK-NEXT:      %x_tape_1 = memref.alloc() : memref<8xf64>
// CHECK-NEXT:      %bend_adj_tape_1 = memref.alloc() : memref<8xf64>
// CHECK-NEXT:      %x_adj_16, %y_adj_3, %rate_adj_5 = scf.for %back_1 = %c0 to %c4 step %c1 iter_args(%x_adj_17 = %x_adj_6, %y_adj_4 = %y_adj, %rate_adj_6 = %rate_adj) -> (f64, f64, f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c3, %back_1 : index
// CHECK-NEXT:        %x_6 = memref.load %x_snapshots[%segment_1] : memref<4xf64>
// CHECK-NEXT:        %y_5 = memref.load %y_snapshots[%segment_1] : memref<4xf64>
// CHECK-NEXT:        %x_7, %y_6 = scf.for %offset_3 = %c0 to %c8 step %c1 iter_args(%x_8 = %x_6, %y_7 = %y_5) -> (f64, f64) {
// CHECK-NEXT:          %left_4 = arith.subf %one, %x_8 : f64
// CHECK-NEXT:          %square_3 = arith.mulf %x_8, %x_8 : f64
// CHECK-NEXT:          %bend_3 = arith.subf %y_7, %square_3 : f64
// CHECK-NEXT:          %bend_adj_9 = arith.mulf %two, %bend_3 : f64
// CHECK-NEXT:          %bend_adj_10 = arith.addf %bend_adj_9, %bend_adj_9 : f64
// CHECK-NEXT:          %square_adj_5 = arith.negf %bend_adj_10 : f64
// CHECK-NEXT:          %x_adj_18 = arith.mulf %square_adj_5, %x_8 : f64
// CHECK-NEXT:          %x_adj_19 = arith.addf %x_adj_18, %x_adj_18 : f64
// CHECK-NEXT:          %left_adj_6 = arith.addf %left_4, %left_4 : f64
// CHECK-NEXT:          %9 = arith.negf %left_adj_6 : f64
// CHECK-NEXT:          %x_adj_20 = arith.addf %x_adj_19, %9 : f64
// CHECK-NEXT:          %dx_2 = arith.mulf %rate, %x_adj_20 : f64
// CHECK-NEXT:          %dy_2 = arith.mulf %rate, %bend_adj_10 : f64
// CHECK-NEXT:          %new_x_2 = arith.subf %x_8, %dx_2 : f64
// CHECK-NEXT:          %new_y_2 = arith.subf %y_7, %dy_2 : f64
// CHECK-NEXT:          memref.store %x_8, %x_tape_1[%offset_3] : memref<8xf64>
// CHECK-NEXT:          memref.store %bend_adj_10, %bend_adj_tape_1[%offset_3] : memref<8xf64>
// CHECK-NEXT:          scf.yield %new_x_2, %new_y_2 : f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %x_adj_21, %y_adj_5, %rate_adj_7 = scf.for %back_2 = %c0 to %c8 step %c1 iter_args(%x_adj_22 = %x_adj_17, %y_adj_6 = %y_adj_4, %rate_adj_8 = %rate_adj_6) -> (f64, f64, f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %c7, %back_2 : index
// CHECK-NEXT:          %bend_adj_11 = memref.load %bend_adj_tape_1[%offset_4] : memref<8xf64>
// CHECK-NEXT:          %x_9 = memref.load %x_tape_1[%offset_4] : memref<8xf64>
// CHECK-NEXT:          %dy_adj_1 = arith.negf %y_adj_6 : f64
// CHECK-NEXT:          %dx_adj_1 = arith.negf %x_adj_22 : f64
// CHECK-NEXT:          %rate_adj_9 = arith.mulf %dy_adj_1, %bend_adj_11 : f64
// CHECK-NEXT:          %bend_adj_adj_2 = arith.mulf %dy_adj_1, %rate : f64
// CHECK-NEXT:          %left_5 = arith.subf %one, %x_9 : f64
// CHECK-NEXT:          %left_adj_7 = arith.addf %left_5, %left_5 : f64
// CHECK-NEXT:          %10 = arith.negf %left_adj_7 : f64
// CHECK-NEXT:          %square_adj_6 = arith.negf %bend_adj_11 : f64
// CHECK-NEXT:          %x_adj_23 = arith.mulf %square_adj_6, %x_9 : f64
// CHECK-NEXT:          %x_adj_24 = arith.addf %x_adj_23, %x_adj_23 : f64
// CHECK-NEXT:          %x_adj_25 = arith.addf %x_adj_24, %10 : f64
// CHECK-NEXT:          %11 = arith.mulf %dx_adj_1, %x_adj_25 : f64
// CHECK-NEXT:          %rate_adj_10 = arith.addf %rate_adj_9, %11 : f64
// CHECK-NEXT:          %x_adj_adj_1 = arith.mulf %dx_adj_1, %rate : f64
// CHECK-NEXT:          %left_adj_adj_1 = arith.negf %x_adj_adj_1 : f64
// CHECK-NEXT:          %left_adj_8 = arith.addf %left_adj_adj_1, %left_adj_adj_1 : f64
// CHECK-NEXT:          %square_adj_adj_2 = arith.mulf %x_adj_adj_1, %x_9 : f64
// CHECK-NEXT:          %12 = arith.mulf %x_adj_adj_1, %square_adj_6 : f64
// CHECK-NEXT:          %x_adj_26 = arith.addf %x_adj_22, %12 : f64
// CHECK-NEXT:          %square_adj_adj_3 = arith.addf %square_adj_adj_2, %square_adj_adj_2 : f64
// CHECK-NEXT:          %x_adj_27 = arith.addf %x_adj_26, %12 : f64
// CHECK-NEXT:          %13 = arith.negf %square_adj_adj_3 : f64
// CHECK-NEXT:          %bend_adj_adj_3 = arith.addf %bend_adj_adj_2, %13 : f64
// CHECK-NEXT:          %bend_adj_12 = arith.mulf %bend_adj_adj_3, %two : f64
// CHECK-NEXT:          %bend_adj_13 = arith.addf %bend_adj_12, %bend_adj_12 : f64
// CHECK-NEXT:          %y_adj_7 = arith.addf %y_adj_6, %bend_adj_13 : f64
// CHECK-NEXT:          %square_adj_7 = arith.negf %bend_adj_13 : f64
// CHECK-NEXT:          %14 = arith.mulf %square_adj_7, %x_9 : f64
// CHECK-NEXT:          %x_adj_28 = arith.addf %x_adj_27, %14 : f64
// CHECK-NEXT:          %x_adj_29 = arith.addf %x_adj_28, %14 : f64
// CHECK-NEXT:          %15 = arith.negf %left_adj_8 : f64
// CHECK-NEXT:          %x_adj_30 = arith.addf %x_adj_29, %15 : f64
// CHECK-NEXT:          %rate_adj_11 = arith.addf %rate_adj_8, %rate_adj_10 : f64
// CHECK-NEXT:          scf.yield %x_adj_30, %y_adj_7, %rate_adj_11 : f64, f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %x_adj_21, %y_adj_5, %rate_adj_7 : f64, f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %bend_adj_tape_1 : memref<8xf64>
// CHECK-NEXT:      memref.dealloc %x_tape_1 : memref<8xf64>
// CHECK-NEXT:      memref.dealloc %y_snapshots : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %x_snapshots : memref<4xf64>
// CHECK-NEXT:      return %x_adj_16, %y_adj_3, %rate_adj_5 : f64, f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @diffeenergy(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %one = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %left = arith.subf %one, %x : f64
// CHECK-NEXT:      %miss = arith.mulf %left, %left : f64
// CHECK-NEXT:      %square = arith.mulf %x, %x : f64
// CHECK-NEXT:      %bend = arith.subf %y, %square : f64
// CHECK-NEXT:      %again = arith.mulf %bend, %bend : f64
// CHECK-NEXT:      %wall = arith.mulf %two, %again : f64
// CHECK-NEXT:      %energy = arith.addf %miss, %wall : f64
// CHECK-NEXT:      %again_adj = arith.mulf %seed, %two : f64
// CHECK-NEXT:      %bend_adj = arith.mulf %again_adj, %bend : f64
// CHECK-NEXT:      %0 = arith.mulf %again_adj, %bend : f64
// CHECK-NEXT:      %bend_adj_1 = arith.addf %bend_adj, %0 : f64
// CHECK-NEXT:      %square_adj = arith.negf %bend_adj_1 : f64
// CHECK-NEXT:      %x_adj = arith.mulf %square_adj, %x : f64
// CHECK-NEXT:      %1 = arith.mulf %square_adj, %x : f64
// CHECK-NEXT:      %x_adj_1 = arith.addf %x_adj, %1 : f64
// CHECK-NEXT:      %left_adj = arith.mulf %seed, %left : f64
// CHECK-NEXT:      %2 = arith.mulf %seed, %left : f64
// CHECK-NEXT:      %left_adj_1 = arith.addf %left_adj, %2 : f64
// CHECK-NEXT:      %3 = arith.negf %left_adj_1 : f64
// CHECK-NEXT:      %x_adj_2 = arith.addf %x_adj_1, %3 : f64
// CHECK-NEXT:      return %x_adj_2, %bend_adj_1 : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

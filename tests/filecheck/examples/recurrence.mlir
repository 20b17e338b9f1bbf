// RUN: ckptopt %S/../../../examples/recurrence.mlir -p loop-checkpoint | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func @recurrence(%initial: f64, %rate: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %steps = arith.constant 100 : index
// CHECK-NEXT:      %h = arith.constant 1.000000e-01 : f64
// CHECK-NEXT:      %final = scf.for %i = %c0 to %steps step %c1 iter_args(%state = %initial) -> (f64) {
// CHECK-NEXT:        %angle = arith.mulf %rate, %state : f64
// CHECK-NEXT:        %slope = math.sin %angle : f64
// CHECK-NEXT:        %change = arith.mulf %h, %slope : f64
// CHECK-NEXT:        %next = arith.addf %state, %change : f64
// CHECK-NEXT:        scf.yield %next : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
// CHECK-NEXT:      return %final : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @recurrence_grad(%initial: f64, %rate: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %h = arith.constant 1.000000e-01 : f64
// CHECK-NEXT:      %c25 = arith.constant 25 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c24 = arith.constant 24 : index
// CHECK-NEXT:      %state_snapshots = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %state = scf.for %segment = %c0 to %c3 step %c1 iter_args(%state_1 = %initial) -> (f64) {
// CHECK-NEXT:        memref.store %state_1, %state_snapshots[%segment] : memref<3xf64>
// CHECK-NEXT:        %state_2 = scf.for %offset = %c0 to %c25 step %c1 iter_args(%state_3 = %state_1) -> (f64) {
// CHECK-NEXT:          %angle = arith.mulf %rate, %state_3 : f64
// CHECK-NEXT:          %slope = math.sin %angle : f64
// CHECK-NEXT:          %change = arith.mulf %h, %slope : f64
// CHECK-NEXT:          %next = arith.addf %state_3, %change : f64
// CHECK-NEXT:          scf.yield %next : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %state_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %state_tape = memref.alloc() : memref<25xf64>
// CHECK-NEXT:      %final = scf.for %offset_1 = %c0 to %c25 step %c1 iter_args(%state_4 = %state) -> (f64) {
// CHECK-NEXT:        %angle_1 = arith.mulf %rate, %state_4 : f64
// CHECK-NEXT:        %slope_1 = math.sin %angle_1 : f64
// CHECK-NEXT:        %change_1 = arith.mulf %h, %slope_1 : f64
// CHECK-NEXT:        %next_1 = arith.addf %state_4, %change_1 : f64
// CHECK-NEXT:        memref.store %state_4, %state_tape[%offset_1] : memref<25xf64>
// CHECK-NEXT:        scf.yield %next_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %state_adj, %rate_adj = scf.for %back = %c0 to %c25 step %c1 iter_args(%state_adj_1 = %seed, %rate_adj_1 = %zero) -> (f64, f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c24, %back : index
// CHECK-NEXT:        %state_5 = memref.load %state_tape[%offset_2] : memref<25xf64>
// CHECK-NEXT:        %slope_adj = arith.mulf %state_adj_1, %h : f64
// CHECK-NEXT:        %angle_2 = arith.mulf %rate, %state_5 : f64
// CHECK-NEXT:        %0 = math.cos %angle_2 : f64
// CHECK-NEXT:        %angle_adj = arith.mulf %slope_adj, %0 : f64
// CHECK-NEXT:        %rate_adj_2 = arith.mulf %angle_adj, %state_5 : f64
// CHECK-NEXT:        %1 = arith.mulf %angle_adj, %rate : f64
// CHECK-NEXT:        %state_adj_2 = arith.addf %state_adj_1, %1 : f64
// CHECK-NEXT:        %rate_adj_3 = arith.addf %rate_adj_1, %rate_adj_2 : f64
// CHECK-NEXT:        scf.yield %state_adj_2, %rate_adj_3 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %state_tape : memref<25xf64>
// CHECK-NEXT:      %state_tape_1 = memref.alloc() : memref<25xf64>
// CHECK-NEXT:      %state_adj_3, %rate_adj_4 = scf.for %back_1 = %c0 to %c3 step %c1 iter_args(%state_adj_4 = %state_adj, %rate_adj_5 = %rate_adj) -> (f64, f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c2, %back_1 : index
// CHECK-NEXT:        %state_6 = memref.load %state_snapshots[%segment_1] : memref<3xf64>
// CHECK-NEXT:        %state_7 = scf.for %offset_3 = %c0 to %c25 step %c1 iter_args(%state_8 = %state_6) -> (f64) {
// CHECK-NEXT:          %angle_3 = arith.mulf %rate, %state_8 : f64
// CHECK-NEXT:          %slope_2 = math.sin %angle_3 : f64
// CHECK-NEXT:          %change_2 = arith.mulf %h, %slope_2 : f64
// CHECK-NEXT:          %next_2 = arith.addf %state_8, %change_2 : f64
// CHECK-NEXT:          memref.store %state_8, %state_tape_1[%offset_3] : memref<25xf64>
// CHECK-NEXT:          scf.yield %next_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %state_adj_5, %rate_adj_6 = scf.for %back_2 = %c0 to %c25 step %c1 iter_args(%state_adj_6 = %state_adj_4, %rate_adj_7 = %rate_adj_5) -> (f64, f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %c24, %back_2 : index
// CHECK-NEXT:          %state_9 = memref.load %state_tape_1[%offset_4] : memref<25xf64>
// CHECK-NEXT:          %slope_adj_1 = arith.mulf %state_adj_6, %h : f64
// CHECK-NEXT:          %angle_4 = arith.mulf %rate, %state_9 : f64
// CHECK-NEXT:          %2 = math.cos %angle_4 : f64
// CHECK-NEXT:          %angle_adj_1 = arith.mulf %slope_adj_1, %2 : f64
// CHECK-NEXT:          %rate_adj_8 = arith.mulf %angle_adj_1, %state_9 : f64
// CHECK-NEXT:          %3 = arith.mulf %angle_adj_1, %rate : f64
// CHECK-NEXT:          %state_adj_7 = arith.addf %state_adj_6, %3 : f64
// CHECK-NEXT:          %rate_adj_9 = arith.addf %rate_adj_7, %rate_adj_8 : f64
// CHECK-NEXT:          scf.yield %state_adj_7, %rate_adj_9 : f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %state_adj_5, %rate_adj_6 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %state_tape_1 : memref<25xf64>
// CHECK-NEXT:      memref.dealloc %state_snapshots : memref<3xf64>
// CHECK-NEXT:      return %state_adj_3, %rate_adj_4 : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

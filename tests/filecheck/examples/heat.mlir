// RUN: ckptopt %S/../../../examples/heat.mlir -p loop-checkpoint | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func @heat(%rod: memref<64xf64>, %old: memref<64xf64>, %diffusion: f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %last = arith.constant 63 : index
// CHECK-NEXT:      %steps = arith.constant 200 : index
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      scf.for %t = %c0 to %steps step %c1 {
// CHECK-NEXT:        memref.copy %rod, %old : memref<64xf64> to memref<64xf64>
// CHECK-NEXT:        scf.for %i = %c1 to %last step %c1 {
// CHECK-NEXT:          %before = arith.subi %i, %c1 : index
// CHECK-NEXT:          %after = arith.addi %i, %c1 : index
// CHECK-NEXT:          %left = memref.load %old[%before] : memref<64xf64>
// CHECK-NEXT:          %here = memref.load %old[%i] : memref<64xf64>
// CHECK-NEXT:          %right = memref.load %old[%after] : memref<64xf64>
// CHECK-NEXT:          %sides = arith.addf %left, %right : f64
// CHECK-NEXT:          %twice = arith.mulf %two, %here : f64
// CHECK-NEXT:          %bend = arith.subf %sides, %twice : f64
// CHECK-NEXT:          %flow = arith.mulf %diffusion, %bend : f64
// CHECK-NEXT:          %new = arith.addf %here, %flow : f64
// CHECK-NEXT:          memref.store %new, %rod[%i] : memref<64xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @heat_grad(%rod: memref<64xf64>, %rod_shadow: memref<64xf64>, %old: memref<64xf64>, %old_shadow: memref<64xf64>, %diffusion: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %last = arith.constant 63 : index
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %c50 = arith.constant 50 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c64 = arith.constant 64 : index
// CHECK-NEXT:      %c62 = arith.constant 62 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c61 = arith.constant 61 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c49 = arith.constant 49 : index
// CHECK-NEXT:      %rod_snapshots = memref.alloc() : memref<3x64xf64>
// CHECK-NEXT:      scf.for %segment = %c0 to %c3 step %c1 {
// CHECK-NEXT:        %rod_snapshot = memref.subview %rod_snapshots[%segment, 0] [1, 64] [1, 1] : memref<3x64xf64> to memref<64xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        memref.copy %rod, %rod_snapshot : memref<64xf64> to memref<64xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        scf.for %offset = %c0 to %c50 step %c1 {
// CHECK-NEXT:          memref.copy %rod, %old : memref<64xf64> to memref<64xf64>
// CHECK-NEXT:          scf.for %i = %c1 to %last step %c1 {
// CHECK-NEXT:            %before = arith.subi %i, %c1 : index
// CHECK-NEXT:            %after = arith.addi %i, %c1 : index
// CHECK-NEXT:            %left = memref.load %old[%before] : memref<64xf64>
// CHECK-NEXT:            %here = memref.load %old[%i] : memref<64xf64>
// CHECK-NEXT:            %right = memref.load %old[%after] : memref<64xf64>
// CHECK-NEXT:            %sides = arith.addf %left, %right : f64
// CHECK-NEXT:            %twice = arith.mulf %two, %here : f64
// CHECK-NEXT:            %bend = arith.subf %sides, %twice : f64
// CHECK-NEXT:            %flow = arith.mulf %diffusion, %bend : f64
// CHECK-NEXT:            %new = arith.addf %here, %flow : f64
// CHECK-NEXT:            memref.store %new, %rod[%i] : memref<64xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      %bend_tape = memref.alloc() : memref<50x62xf64>
// CHECK-NEXT:      scf.for %offset_1 = %c0 to %c50 step %c1 {
// CHECK-NEXT:        memref.copy %rod, %old : memref<64xf64> to memref<64xf64>
// CHECK-NEXT:        scf.for %i_1 = %c0 to %c62 step %c1 {
// CHECK-NEXT:          %i_2 = arith.addi %c1, %i_1 : index
// CHECK-NEXT:          %after_1 = arith.addi %i_1, %c2 : index
// CHECK-NEXT:          %left_1 = memref.load %old[%i_1] : memref<64xf64>
// CHECK-NEXT:          %here_1 = memref.load %old[%i_2] : memref<64xf64>
// CHECK-NEXT:          %right_1 = memref.load %old[%after_1] : memref<64xf64>
// CHECK-NEXT:          %sides_1 = arith.addf %left_1, %right_1 : f64
// CHECK-NEXT:          %twice_1 = arith.mulf %two, %here_1 : f64
// CHECK-NEXT:          %bend_1 = arith.subf %sides_1, %twice_1 : f64
// CHECK-NEXT:          %flow_1 = arith.mulf %diffusion, %bend_1 : f64
// CHECK-NEXT:          %new_1 = arith.addf %here_1, %flow_1 : f64
// CHECK-NEXT:          memref.store %new_1, %rod[%i_2] : memref<64xf64>
// CHECK-NEXT:          memref.store %bend_1, %bend_tape[%offset_1, %i_1] : memref<50x62xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      %old_scratch = memref.alloc() : memref<64xf64>
// CHECK-NEXT:      %diffusion_adj = scf.for %back = %c0 to %c50 step %c1 iter_args(%diffusion_adj_1 = %zero) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c49, %back : index
// CHECK-NEXT:        %diffusion_adj_2 = scf.for %back_1 = %c0 to %c62 step %c1 iter_args(%diffusion_adj_3 = %zero) -> (f64) {
// CHECK-NEXT:          %i_3 = arith.subi %c61, %back_1 : index
// CHECK-NEXT:          %bend_2 = memref.load %bend_tape[%offset_2, %i_3] : memref<50x62xf64>
// CHECK-NEXT:          %i_4 = arith.subi %c62, %back_1 : index
// CHECK-NEXT:          %new_adj = memref.load %rod_shadow[%i_4] : memref<64xf64>
// CHECK-NEXT:          memref.store %zero, %rod_shadow[%i_4] : memref<64xf64>
// CHECK-NEXT:          %diffusion_adj_4 = arith.mulf %new_adj, %bend_2 : f64
// CHECK-NEXT:          %bend_adj = arith.mulf %new_adj, %diffusion : f64
// CHECK-NEXT:          %twice_adj = arith.negf %bend_adj : f64
// CHECK-NEXT:          %0 = arith.mulf %twice_adj, %two : f64
// CHECK-NEXT:          %here_adj = arith.addf %new_adj, %0 : f64
// CHECK-NEXT:          %after_2 = arith.subi %last, %back_1 : index
// CHECK-NEXT:          %old_adj = memref.load %old_shadow[%after_2] : memref<64xf64>
// CHECK-NEXT:          %old_adj_1 = arith.addf %old_adj, %bend_adj : f64
// CHECK-NEXT:          memref.store %old_adj_1, %old_shadow[%after_2] : memref<64xf64>
// CHECK-NEXT:          %old_adj_2 = memref.load %old_shadow[%i_4] : memref<64xf64>
// CHECK-NEXT:          %old_adj_3 = arith.addf %old_adj_2, %here_adj : f64
// CHECK-NEXT:          memref.store %old_adj_3, %old_shadow[%i_4] : memref<64xf64>
// CHECK-NEXT:          %old_adj_4 = memref.load %old_shadow[%i_3] : memref<64xf64>
// CHECK-NEXT:          %old_adj_5 = arith.addf %old_adj_4, %bend_adj : f64
// CHECK-NEXT:          memref.store %old_adj_5, %old_shadow[%i_3] : memref<64xf64>
// CHECK-NEXT:          %diffusion_adj_5 = arith.addf %diffusion_adj_3, %diffusion_adj_4 : f64
// CHECK-NEXT:          scf.yield %diffusion_adj_5 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.for %i_5 = %c0 to %c64 step %c1 {
// CHECK-NEXT:          %old_adj_6 = memref.load %old_shadow[%i_5] : memref<64xf64>
// CHECK-NEXT:          memref.store %zero, %old_shadow[%i_5] : memref<64xf64>
// CHECK-NEXT:          %rod_adj = memref.load %rod_shadow[%i_5] : memref<64xf64>
// CHECK-NEXT:          %rod_adj_1 = arith.addf %rod_adj, %old_adj_6 : f64
// CHECK-NEXT:          memref.store %rod_adj_1, %rod_shadow[%i_5] : memref<64xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %diffusion_adj_6 = arith.addf %diffusion_adj_1, %diffusion_adj_2 : f64
// CHECK-NEXT:        scf.yield %diffusion_adj_6 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %bend_tape : memref<50x62xf64>
// CHECK-NEXT:      %bend_tape_1 = memref.alloc() : memref<50x62xf64>
// CHECK-NEXT:      %diffusion_adj_7 = scf.for %back_2 = %c0 to %c3 step %c1 iter_args(%diffusion_adj_8 = %diffusion_adj) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c2, %back_2 : index
// CHECK-NEXT:        scf.for %offset_3 = %c0 to %c50 step %c1 {
// CHECK-NEXT:          %rod_1 = memref.subview %rod_snapshots[%segment_1, 0] [1, 64] [1, 1] : memref<3x64xf64> to memref<64xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          memref.copy %rod_1, %old_scratch : memref<64xf64, strided<[1], offset: ?>> to memref<64xf64>
// CHECK-NEXT:          scf.for %i_6 = %c0 to %c62 step %c1 {
// CHECK-NEXT:            %i_7 = arith.addi %c1, %i_6 : index
// CHECK-NEXT:            %after_3 = arith.addi %i_6, %c2 : index
// CHECK-NEXT:            %left_2 = memref.load %old_scratch[%i_6] : memref<64xf64>
// CHECK-NEXT:            %here_2 = memref.load %old_scratch[%i_7] : memref<64xf64>
// CHECK-NEXT:            %right_2 = memref.load %old_scratch[%after_3] : memref<64xf64>
// CHECK-NEXT:            %sides_2 = arith.addf %left_2, %right_2 : f64
// CHECK-NEXT:            %twice_2 = arith.mulf %two, %here_2 : f64
// CHECK-NEXT:            %bend_3 = arith.subf %sides_2, %twice_2 : f64
// CHECK-NEXT:            %flow_2 = arith.mulf %diffusion, %bend_3 : f64
// CHECK-NEXT:            %new_2 = arith.addf %here_2, %flow_2 : f64
// CHECK-NEXT:            memref.store %new_2, %rod_snapshots[%segment_1, %i_7] : memref<3x64xf64>
// CHECK-NEXT:            memref.store %bend_3, %bend_tape_1[%offset_3, %i_6] : memref<50x62xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:        %diffusion_adj_9 = scf.for %back_3 = %c0 to %c50 step %c1 iter_args(%diffusion_adj_10 = %diffusion_adj_8) -> (f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %c49, %back_3 : index
// CHECK-NEXT:          %diffusion_adj_11 = scf.for %back_4 = %c0 to %c62 step %c1 iter_args(%diffusion_adj_12 = %zero) -> (f64) {
// CHECK-NEXT:            %i_8 = arith.subi %c61, %back_4 : index
// CHECK-NEXT:            %bend_4 = memref.load %bend_tape_1[%offset_4, %i_8] : memref<50x62xf64>
// CHECK-NEXT:            %i_9 = arith.subi %c62, %back_4 : index
// CHECK-NEXT:            %new_adj_1 = memref.load %rod_shadow[%i_9] : memref<64xf64>
// CHECK-NEXT:            memref.store %zero, %rod_shadow[%i_9] : memref<64xf64>
// CHECK-NEXT:            %diffusion_adj_13 = arith.mulf %new_adj_1, %bend_4 : f64
// CHECK-NEXT:            %bend_adj_1 = arith.mulf %new_adj_1, %diffusion : f64
// CHECK-NEXT:            %twice_adj_1 = arith.negf %bend_adj_1 : f64
// CHECK-NEXT:            %1 = arith.mulf %twice_adj_1, %two : f64
// CHECK-NEXT:            %here_adj_1 = arith.addf %new_adj_1, %1 : f64
// CHECK-NEXT:            %after_4 = arith.subi %last, %back_4 : index
// CHECK-NEXT:            %old_adj_7 = memref.load %old_shadow[%after_4] : memref<64xf64>
// CHECK-NEXT:            %old_adj_8 = arith.addf %old_adj_7, %bend_adj_1 : f64
// CHECK-NEXT:            memref.store %old_adj_8, %old_shadow[%after_4] : memref<64xf64>
// CHECK-NEXT:            %old_adj_9 = memref.load %old_shadow[%i_9] : memref<64xf64>
// CHECK-NEXT:            %old_adj_10 = arith.addf %old_adj_9, %here_adj_1 : f64
// CHECK-NEXT:            memref.store %old_adj_10, %old_shadow[%i_9] : memref<64xf64>
// CHECK-NEXT:            %old_adj_11 = memref.load %old_shadow[%i_8] : memref<64xf64>
// CHECK-NEXT:            %old_adj_12 = arith.addf %old_adj_11, %bend_adj_1 : f64
// CHECK-NEXT:            memref.store %old_adj_12, %old_shadow[%i_8] : memref<64xf64>
// CHECK-NEXT:            %diffusion_adj_14 = arith.addf %diffusion_adj_12, %diffusion_adj_13 : f64
// CHECK-NEXT:            scf.yield %diffusion_adj_14 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.for %i_10 = %c0 to %c64 step %c1 {
// CHECK-NEXT:            %old_adj_13 = memref.load %old_shadow[%i_10] : memref<64xf64>
// CHECK-NEXT:            memref.store %zero, %old_shadow[%i_10] : memref<64xf64>
// CHECK-NEXT:            %rod_adj_2 = memref.load %rod_shadow[%i_10] : memref<64xf64>
// CHECK-NEXT:            %rod_adj_3 = arith.addf %rod_adj_2, %old_adj_13 : f64
// CHECK-NEXT:            memref.store %rod_adj_3, %rod_shadow[%i_10] : memref<64xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %diffusion_adj_15 = arith.addf %diffusion_adj_10, %diffusion_adj_11 : f64
// CHECK-NEXT:          scf.yield %diffusion_adj_15 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %diffusion_adj_9 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %bend_tape_1 : memref<50x62xf64>
// CHECK-NEXT:      memref.dealloc %rod_snapshots : memref<3x64xf64>
// CHECK-NEXT:      memref.dealloc %old_scratch : memref<64xf64>
// CHECK-NEXT:      return %diffusion_adj_7 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %S/../../../examples/burgers.mlir -p loop-checkpoint | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func @burgers(%first: memref<32xf64>, %second: memref<32xf64>, %viscosity: f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %last = arith.constant 31 : index
// CHECK-NEXT:      %steps = arith.constant 60 : index
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %courant = arith.constant 5.000000e-02 : f64
// CHECK-NEXT:      %0, %1 = scf.for %t = %c0 to %steps step %c1 iter_args(%now = %first, %next = %second) -> (memref<32xf64>, memref<32xf64>) {
// CHECK-NEXT:        %head = memref.load %now[%c0] : memref<32xf64>
// CHECK-NEXT:        memref.store %head, %next[%c0] : memref<32xf64>
// CHECK-NEXT:        %tail = memref.load %now[%last] : memref<32xf64>
// CHECK-NEXT:        memref.store %tail, %next[%last] : memref<32xf64>
// CHECK-NEXT:        scf.for %i = %c1 to %last step %c1 {
// CHECK-NEXT:          %before = arith.subi %i, %c1 : index
// CHECK-NEXT:          %after = arith.addi %i, %c1 : index
// CHECK-NEXT:          %left = memref.load %now[%before] : memref<32xf64>
// CHECK-NEXT:          %here = memref.load %now[%i] : memref<32xf64>
// CHECK-NEXT:          %right = memref.load %now[%after] : memref<32xf64>
// CHECK-NEXT:          %in = arith.mulf %left, %left : f64
// CHECK-NEXT:          %out = arith.mulf %right, %right : f64
// CHECK-NEXT:          %flux = arith.subf %out, %in : f64
// CHECK-NEXT:          %carried = arith.mulf %courant, %flux : f64
// CHECK-NEXT:          %sides = arith.addf %left, %right : f64
// CHECK-NEXT:          %twice = arith.mulf %two, %here : f64
// CHECK-NEXT:          %bend = arith.subf %sides, %twice : f64
// CHECK-NEXT:          %spread = arith.mulf %viscosity, %bend : f64
// CHECK-NEXT:          %change = arith.subf %spread, %carried : f64
// CHECK-NEXT:          %new = arith.addf %here, %change : f64
// CHECK-NEXT:          memref.store %new, %next[%i] : memref<32xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %next, %now : memref<32xf64>, memref<32xf64>
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @burgers_grad(%first: memref<32xf64>, %first_shadow: memref<32xf64>, %second: memref<32xf64>, %second_shadow: memref<32xf64>, %viscosity: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %last = arith.constant 31 : index
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %courant = arith.constant 5.000000e-02 : f64
// CHECK-NEXT:      %c15 = arith.constant 15 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c30 = arith.constant 30 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c29 = arith.constant 29 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c14 = arith.constant 14 : index
// CHECK-NEXT:      %now_snapshots = memref.alloc() : memref<3xmemref<32xf64>>
// CHECK-NEXT:      %next_snapshots = memref.alloc() : memref<3xmemref<32xf64>>
// CHECK-NEXT:      %now_shadow_snapshots = memref.alloc() : memref<3xmemref<32xf64>>
// CHECK-NEXT:      %next_shadow_snapshots = memref.alloc() : memref<3xmemref<32xf64>>
// CHECK-NEXT:      %now, %next, %now_shadow, %next_shadow = scf.for %segment = %c0 to %c3 step %c1 iter_args(%now_1 = %first, %next_1 = %second, %now_shadow_1 = %first_shadow, %next_shadow_1 = %second_shadow) -> (memref<32xf64>, memref<32xf64>, memref<32xf64>, memref<32xf64>) {
// CHECK-NEXT:        %now_snapshot = memref.alloc() : memref<32xf64>
// CHECK-NEXT:        memref.copy %now_1, %now_snapshot : memref<32xf64> to memref<32xf64>
// CHECK-NEXT:        memref.store %now_snapshot, %now_snapshots[%segment] : memref<3xmemref<32xf64>>
// CHECK-NEXT:        %next_snapshot = memref.alloc() : memref<32xf64>
// CHECK-NEXT:        memref.copy %next_1, %next_snapshot : memref<32xf64> to memref<32xf64>
// CHECK-NEXT:        memref.store %next_snapshot, %next_snapshots[%segment] : memref<3xmemref<32xf64>>
// CHECK-NEXT:        memref.store %now_shadow_1, %now_shadow_snapshots[%segment] : memref<3xmemref<32xf64>>
// CHECK-NEXT:        memref.store %next_shadow_1, %next_shadow_snapshots[%segment] : memref<3xmemref<32xf64>>
// CHECK-NEXT:        %now_2, %next_2, %now_shadow_2, %next_shadow_2 = scf.for %offset = %c0 to %c15 step %c1 iter_args(%now_3 = %now_1, %next_3 = %next_1, %now_shadow_3 = %now_shadow_1, %next_shadow_3 = %next_shadow_1) -> (memref<32xf64>, memref<32xf64>, memref<32xf64>, memref<32xf64>) {
// CHECK-NEXT:          %head = memref.load %now_3[%c0] : memref<32xf64>
// CHECK-NEXT:          memref.store %head, %next_3[%c0] : memref<32xf64>
// CHECK-NEXT:          %tail = memref.load %now_3[%last] : memref<32xf64>
// CHECK-NEXT:          memref.store %tail, %next_3[%last] : memref<32xf64>
// CHECK-NEXT:          scf.for %i = %c1 to %last step %c1 {
// CHECK-NEXT:            %before = arith.subi %i, %c1 : index
// CHECK-NEXT:            %after = arith.addi %i, %c1 : index
// CHECK-NEXT:            %left = memref.load %now_3[%before] : memref<32xf64>
// CHECK-NEXT:            %here = memref.load %now_3[%i] : memref<32xf64>
// CHECK-NEXT:            %right = memref.load %now_3[%after] : memref<32xf64>
// CHECK-NEXT:            %in = arith.mulf %left, %left : f64
// CHECK-NEXT:            %out = arith.mulf %right, %right : f64
// CHECK-NEXT:            %flux = arith.subf %out, %in : f64
// CHECK-NEXT:            %carried = arith.mulf %courant, %flux : f64
// CHECK-NEXT:            %sides = arith.addf %left, %right : f64
// CHECK-NEXT:            %twice = arith.mulf %two, %here : f64
// CHECK-NEXT:            %bend = arith.subf %sides, %twice : f64
// CHECK-NEXT:            %spread = arith.mulf %viscosity, %bend : f64
// CHECK-NEXT:            %change = arith.subf %spread, %carried : f64
// CHECK-NEXT:            %new = arith.addf %here, %change : f64
// CHECK-NEXT:            memref.store %new, %next_3[%i] : memref<32xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %next_3, %now_3, %next_shadow_3, %now_shadow_3 : memref<32xf64>, memref<32xf64>, memref<32xf64>, memref<32xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %now_2, %next_2, %now_shadow_2, %next_shadow_2 : memref<32xf64>, memref<32xf64>, memref<32xf64>, memref<32xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %now_shadow_tape = memref.alloc() : memref<15xmemref<32xf64>>
// CHECK-NEXT:      %next_shadow_tape = memref.alloc() : memref<15xmemref<32xf64>>
// CHECK-NEXT:      %left_tape = memref.alloc() : memref<15x30xf64>
// CHECK-NEXT:      %right_tape = memref.alloc() : memref<15x30xf64>
// CHECK-NEXT:      %bend_tape = memref.alloc() : memref<15x30xf64>
// CHECK-NEXT:      %now_4, %next_4, %now_shadow_4, %next_shadow_4 = scf.for %offset_1 = %c0 to %c15 step %c1 iter_args(%now_5 = %now, %next_5 = %next, %now_shadow_5 = %now_shadow, %next_shadow_5 = %next_shadow) -> (memref<32xf64>, memref<32xf64>, memref<32xf64>, memref<32xf64>) {
// CHECK-NEXT:        %head_1 = memref.load %now_5[%c0] : memref<32xf64>
// CHECK-NEXT:        memref.store %head_1, %next_5[%c0] : memref<32xf64>
// CHECK-NEXT:        %tail_1 = memref.load %now_5[%last] : memref<32xf64>
// CHECK-NEXT:        memref.store %tail_1, %next_5[%last] : memref<32xf64>
// CHECK-NEXT:        scf.for %i_1 = %c0 to %c30 step %c1 {
// CHECK-NEXT:          %i_2 = arith.addi %c1, %i_1 : index
// CHECK-NEXT:          %after_1 = arith.addi %i_1, %c2 : index
// CHECK-NEXT:          %left_1 = memref.load %now_5[%i_1] : memref<32xf64>
// CHECK-NEXT:          %here_1 = memref.load %now_5[%i_2] : memref<32xf64>
// CHECK-NEXT:          %right_1 = memref.load %now_5[%after_1] : memref<32xf64>
// CHECK-NEXT:          %in_1 = arith.mulf %left_1, %left_1 : f64
// CHECK-NEXT:          %out_1 = arith.mulf %right_1, %right_1 : f64
// CHECK-NEXT:          %flux_1 = arith.subf %out_1, %in_1 : f64
// CHECK-NEXT:          %carried_1 = arith.mulf %courant, %flux_1 : f64
// CHECK-NEXT:          %sides_1 = arith.addf %left_1, %right_1 : f64
// CHECK-NEXT:          %twice_1 = arith.mulf %two, %here_1 : f64
// CHECK-NEXT:          %bend_1 = arith.subf %sides_1, %twice_1 : f64
// CHECK-NEXT:          %spread_1 = arith.mulf %viscosity, %bend_1 : f64
// CHECK-NEXT:          %change_1 = arith.subf %spread_1, %carried_1 : f64
// CHECK-NEXT:          %new_1 = arith.addf %here_1, %change_1 : f64
// CHECK-NEXT:          memref.store %new_1, %next_5[%i_2] : memref<32xf64>
// CHECK-NEXT:          memref.store %left_1, %left_tape[%offset_1, %i_1] : memref<15x30xf64>
// CHECK-NEXT:          memref.store %right_1, %right_tape[%offset_1, %i_1] : memref<15x30xf64>
// CHECK-NEXT:          memref.store %bend_1, %bend_tape[%offset_1, %i_1] : memref<15x30xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %now_shadow_5, %now_shadow_tape[%offset_1] : memref<15xmemref<32xf64>>
// CHECK-NEXT:        memref.store %next_shadow_5, %next_shadow_tape[%offset_1] : memref<15xmemref<32xf64>>
// CHECK-NEXT:        scf.yield %next_5, %now_5, %next_shadow_5, %now_shadow_5 : memref<32xf64>, memref<32xf64>, memref<32xf64>, memref<32xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %viscosity_adj = scf.for %back = %c0 to %c15 step %c1 iter_args(%viscosity_adj_1 = %zero) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c14, %back : index
// CHECK-NEXT:        %next_shadow_6 = memref.load %next_shadow_tape[%offset_2] : memref<15xmemref<32xf64>>
// CHECK-NEXT:        %now_shadow_6 = memref.load %now_shadow_tape[%offset_2] : memref<15xmemref<32xf64>>
// CHECK-NEXT:        %viscosity_adj_2 = scf.for %back_1 = %c0 to %c30 step %c1 iter_args(%viscosity_adj_3 = %zero) -> (f64) {
// CHECK-NEXT:          %i_3 = arith.subi %c29, %back_1 : index
// CHECK-NEXT:          %left_2 = memref.load %left_tape[%offset_2, %i_3] : memref<15x30xf64>
// CHECK-NEXT:          %right_2 = memref.load %right_tape[%offset_2, %i_3] : memref<15x30xf64>
// CHECK-NEXT:          %bend_2 = memref.load %bend_tape[%offset_2, %i_3] : memref<15x30xf64>
// CHECK-NEXT:          %i_4 = arith.subi %c30, %back_1 : index
// CHECK-NEXT:          %new_adj = memref.load %next_shadow_6[%i_4] : memref<32xf64>
// CHECK-NEXT:          memref.store %zero, %next_shadow_6[%i_4] : memref<32xf64>
// CHECK-NEXT:          %carried_adj = arith.negf %new_adj : f64
// CHECK-NEXT:          %viscosity_adj_4 = arith.mulf %new_adj, %bend_2 : f64
// CHECK-NEXT:          %bend_adj = arith.mulf %new_adj, %viscosity : f64
// CHECK-NEXT:          %twice_adj = arith.negf %bend_adj : f64
// CHECK-NEXT:          %0 = arith.mulf %twice_adj, %two : f64
// CHECK-NEXT:          %here_adj = arith.addf %new_adj, %0 : f64
// CHECK-NEXT:          %flux_adj = arith.mulf %carried_adj, %courant : f64
// CHECK-NEXT:          %in_adj = arith.negf %flux_adj : f64
// CHECK-NEXT:          %1 = arith.mulf %flux_adj, %right_2 : f64
// CHECK-NEXT:          %right_adj = arith.addf %bend_adj, %1 : f64
// CHECK-NEXT:          %right_adj_1 = arith.addf %right_adj, %1 : f64
// CHECK-NEXT:          %2 = arith.mulf %in_adj, %left_2 : f64
// CHECK-NEXT:          %left_adj = arith.addf %bend_adj, %2 : f64
// CHECK-NEXT:          %left_adj_1 = arith.addf %left_adj, %2 : f64
// CHECK-NEXT:          %after_2 = arith.subi %last, %back_1 : index
// CHECK-NEXT:          %now_adj = memref.load %now_shadow_6[%after_2] : memref<32xf64>
// CHECK-NEXT:          %now_adj_1 = arith.addf %now_adj, %right_adj_1 : f64
// CHECK-NEXT:          memref.store %now_adj_1, %now_shadow_6[%after_2] : memref<32xf64>
// CHECK-NEXT:          %now_adj_2 = memref.load %now_shadow_6[%i_4] : memref<32xf64>
// CHECK-NEXT:          %now_adj_3 = arith.addf %now_adj_2, %here_adj : f64
// CHECK-NEXT:          memref.store %now_adj_3, %now_shadow_6[%i_4] : memref<32xf64>
// CHECK-NEXT:          %now_adj_4 = memref.load %now_shadow_6[%i_3] : memref<32xf64>
// CHECK-NEXT:          %now_adj_5 = arith.addf %now_adj_4, %left_adj_1 : f64
// CHECK-NEXT:          memref.store %now_adj_5, %now_shadow_6[%i_3] : memref<32xf64>
// CHECK-NEXT:          %viscosity_adj_5 = arith.addf %viscosity_adj_3, %viscosity_adj_4 : f64
// CHECK-NEXT:          scf.yield %viscosity_adj_5 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %tail_adj = memref.load %next_shadow_6[%last] : memref<32xf64>
// CHECK-NEXT:        memref.store %zero, %next_shadow_6[%last] : memref<32xf64>
// CHECK-NEXT:        %now_adj_6 = memref.load %now_shadow_6[%last] : memref<32xf64>
// CHECK-NEXT:        %now_adj_7 = arith.addf %now_adj_6, %tail_adj : f64
// CHECK-NEXT:        memref.store %now_adj_7, %now_shadow_6[%last] : memref<32xf64>
// CHECK-NEXT:        %head_adj = memref.load %next_shadow_6[%c0] : memref<32xf64>
// CHECK-NEXT:        memref.store %zero, %next_shadow_6[%c0] : memref<32xf64>
// CHECK-NEXT:        %now_adj_8 = memref.load %now_shadow_6[%c0] : memref<32xf64>
// CHECK-NEXT:        %now_adj_9 = arith.addf %now_adj_8, %head_adj : f64
// CHECK-NEXT:        memref.store %now_adj_9, %now_shadow_6[%c0] : memref<32xf64>
// CHECK-NEXT:        %viscosity_adj_6 = arith.addf %viscosity_adj_1, %viscosity_adj_2 : f64
// CHECK-NEXT:        scf.yield %viscosity_adj_6 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %bend_tape : memref<15x30xf64>
// CHECK-NEXT:      memref.dealloc %right_tape : memref<15x30xf64>
// CHECK-NEXT:      memref.dealloc %left_tape : memref<15x30xf64>
// CHECK-NEXT:      memref.dealloc %next_shadow_tape : memref<15xmemref<32xf64>>
// CHECK-NEXT:      memref.dealloc %now_shadow_tape : memref<15xmemref<32xf64>>
// CHECK-NEXT:      %now_shadow_tape_1 = memref.alloc() : memref<15xmemref<32xf64>>
// CHECK-NEXT:      %next_shadow_tape_1 = memref.alloc() : memref<15xmemref<32xf64>>
// CHECK-NEXT:      %left_tape_1 = memref.alloc() : memref<15x30xf64>
// CHECK-NEXT:      %right_tape_1 = memref.alloc() : memref<15x30xf64>
// CHECK-NEXT:      %bend_tape_1 = memref.alloc() : memref<15x30xf64>
// CHECK-NEXT:      %viscosity_adj_7 = scf.for %back_2 = %c0 to %c3 step %c1 iter_args(%viscosity_adj_8 = %viscosity_adj) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c2, %back_2 : index
// CHECK-NEXT:        %now_6 = memref.load %now_snapshots[%segment_1] : memref<3xmemref<32xf64>>
// CHECK-NEXT:        %next_6 = memref.load %next_snapshots[%segment_1] : memref<3xmemref<32xf64>>
// CHECK-NEXT:        %now_shadow_7 = memref.load %now_shadow_snapshots[%segment_1] : memref<3xmemref<32xf64>>
// CHECK-NEXT:        %next_shadow_7 = memref.load %next_shadow_snapshots[%segment_1] : memref<3xmemref<32xf64>>
// CHECK-NEXT:        %now_7, %next_7, %now_shadow_8, %next_shadow_8 = scf.for %offset_3 = %c0 to %c15 step %c1 iter_args(%now_8 = %now_6, %next_8 = %next_6, %now_shadow_9 = %now_shadow_7, %next_shadow_9 = %next_shadow_7) -> (memref<32xf64>, memref<32xf64>, memref<32xf64>, memref<32xf64>) {
// CHECK-NEXT:          %head_2 = memref.load %now_8[%c0] : memref<32xf64>
// CHECK-NEXT:          memref.store %head_2, %next_8[%c0] : memref<32xf64>
// CHECK-NEXT:          %tail_2 = memref.load %now_8[%last] : memref<32xf64>
// CHECK-NEXT:          memref.store %tail_2, %next_8[%last] : memref<32xf64>
// CHECK-NEXT:          scf.for %i_5 = %c0 to %c30 step %c1 {
// CHECK-NEXT:            %i_6 = arith.addi %c1, %i_5 : index
// CHECK-NEXT:            %after_3 = arith.addi %i_5, %c2 : index
// CHECK-NEXT:            %left_3 = memref.load %now_8[%i_5] : memref<32xf64>
// CHECK-NEXT:            %here_2 = memref.load %now_8[%i_6] : memref<32xf64>
// CHECK-NEXT:            %right_3 = memref.load %now_8[%after_3] : memref<32xf64>
// CHECK-NEXT:            %in_2 = arith.mulf %left_3, %left_3 : f64
// CHECK-NEXT:            %out_2 = arith.mulf %right_3, %right_3 : f64
// CHECK-NEXT:            %flux_2 = arith.subf %out_2, %in_2 : f64
// CHECK-NEXT:            %carried_2 = arith.mulf %courant, %flux_2 : f64
// CHECK-NEXT:            %sides_2 = arith.addf %left_3, %right_3 : f64
// CHECK-NEXT:            %twice_2 = arith.mulf %two, %here_2 : f64
// CHECK-NEXT:            %bend_3 = arith.subf %sides_2, %twice_2 : f64
// CHECK-NEXT:            %spread_2 = arith.mulf %viscosity, %bend_3 : f64
// CHECK-NEXT:            %change_2 = arith.subf %spread_2, %carried_2 : f64
// CHECK-NEXT:            %new_2 = arith.addf %here_2, %change_2 : f64
// CHECK-NEXT:            memref.store %new_2, %next_8[%i_6] : memref<32xf64>
// CHECK-NEXT:            memref.store %left_3, %left_tape_1[%offset_3, %i_5] : memref<15x30xf64>
// CHECK-NEXT:            memref.store %right_3, %right_tape_1[%offset_3, %i_5] : memref<15x30xf64>
// CHECK-NEXT:            memref.store %bend_3, %bend_tape_1[%offset_3, %i_5] : memref<15x30xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          memref.store %now_shadow_9, %now_shadow_tape_1[%offset_3] : memref<15xmemref<32xf64>>
// CHECK-NEXT:          memref.store %next_shadow_9, %next_shadow_tape_1[%offset_3] : memref<15xmemref<32xf64>>
// CHECK-NEXT:          scf.yield %next_8, %now_8, %next_shadow_9, %now_shadow_9 : memref<32xf64>, memref<32xf64>, memref<32xf64>, memref<32xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %viscosity_adj_9 = scf.for %back_3 = %c0 to %c15 step %c1 iter_args(%viscosity_adj_10 = %viscosity_adj_8) -> (f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %c14, %back_3 : index
// CHECK-NEXT:          %next_shadow_10 = memref.load %next_shadow_tape_1[%offset_4] : memref<15xmemref<32xf64>>
// CHECK-NEXT:          %now_shadow_10 = memref.load %now_shadow_tape_1[%offset_4] : memref<15xmemref<32xf64>>
// CHECK-NEXT:          %viscosity_adj_11 = scf.for %back_4 = %c0 to %c30 step %c1 iter_args(%viscosity_adj_12 = %zero) -> (f64) {
// CHECK-NEXT:            %i_7 = arith.subi %c29, %back_4 : index
// CHECK-NEXT:            %left_4 = memref.load %left_tape_1[%offset_4, %i_7] : memref<15x30xf64>
// CHECK-NEXT:            %right_4 = memref.load %right_tape_1[%offset_4, %i_7] : memref<15x30xf64>
// CHECK-NEXT:            %bend_4 = memref.load %bend_tape_1[%offset_4, %i_7] : memref<15x30xf64>
// CHECK-NEXT:            %i_8 = arith.subi %c30, %back_4 : index
// CHECK-NEXT:            %new_adj_1 = memref.load %next_shadow_10[%i_8] : memref<32xf64>
// CHECK-NEXT:            memref.store %zero, %next_shadow_10[%i_8] : memref<32xf64>
// CHECK-NEXT:            %carried_adj_1 = arith.negf %new_adj_1 : f64
// CHECK-NEXT:            %viscosity_adj_13 = arith.mulf %new_adj_1, %bend_4 : f64
// CHECK-NEXT:            %bend_adj_1 = arith.mulf %new_adj_1, %viscosity : f64
// CHECK-NEXT:            %twice_adj_1 = arith.negf %bend_adj_1 : f64
// CHECK-NEXT:            %3 = arith.mulf %twice_adj_1, %two : f64
// CHECK-NEXT:            %here_adj_1 = arith.addf %new_adj_1, %3 : f64
// CHECK-NEXT:            %flux_adj_1 = arith.mulf %carried_adj_1, %courant : f64
// CHECK-NEXT:            %in_adj_1 = arith.negf %flux_adj_1 : f64
// CHECK-NEXT:            %4 = arith.mulf %flux_adj_1, %right_4 : f64
// CHECK-NEXT:            %right_adj_2 = arith.addf %bend_adj_1, %4 : f64
// CHECK-NEXT:            %right_adj_3 = arith.addf %right_adj_2, %4 : f64
// CHECK-NEXT:            %5 = arith.mulf %in_adj_1, %left_4 : f64
// CHECK-NEXT:            %left_adj_2 = arith.addf %bend_adj_1, %5 : f64
// CHECK-NEXT:            %left_adj_3 = arith.addf %left_adj_2, %5 : f64
// CHECK-NEXT:            %after_4 = arith.subi %last, %back_4 : index
// CHECK-NEXT:            %now_adj_10 = memref.load %now_shadow_10[%after_4] : memref<32xf64>
// CHECK-NEXT:            %now_adj_11 = arith.addf %now_adj_10, %right_adj_3 : f64
// CHECK-NEXT:            memref.store %now_adj_11, %now_shadow_10[%after_4] : memref<32xf64>
// CHECK-NEXT:            %now_adj_12 = memref.load %now_shadow_10[%i_8] : memref<32xf64>
// CHECK-NEXT:            %now_adj_13 = arith.addf %now_adj_12, %here_adj_1 : f64
// CHECK-NEXT:            memref.store %now_adj_13, %now_shadow_10[%i_8] : memref<32xf64>
// CHECK-NEXT:            %now_adj_14 = memref.load %now_shadow_10[%i_7] : memref<32xf64>
// CHECK-NEXT:            %now_adj_15 = arith.addf %now_adj_14, %left_adj_3 : f64
// CHECK-NEXT:            memref.store %now_adj_15, %now_shadow_10[%i_7] : memref<32xf64>
// CHECK-NEXT:            %viscosity_adj_14 = arith.addf %viscosity_adj_12, %viscosity_adj_13 : f64
// CHECK-NEXT:            scf.yield %viscosity_adj_14 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %tail_adj_1 = memref.load %next_shadow_10[%last] : memref<32xf64>
// CHECK-NEXT:          memref.store %zero, %next_shadow_10[%last] : memref<32xf64>
// CHECK-NEXT:          %now_adj_16 = memref.load %now_shadow_10[%last] : memref<32xf64>
// CHECK-NEXT:          %now_adj_17 = arith.addf %now_adj_16, %tail_adj_1 : f64
// CHECK-NEXT:          memref.store %now_adj_17, %now_shadow_10[%last] : memref<32xf64>
// CHECK-NEXT:          %head_adj_1 = memref.load %next_shadow_10[%c0] : memref<32xf64>
// CHECK-NEXT:          memref.store %zero, %next_shadow_10[%c0] : memref<32xf64>
// CHECK-NEXT:          %now_adj_18 = memref.load %now_shadow_10[%c0] : memref<32xf64>
// CHECK-NEXT:          %now_adj_19 = arith.addf %now_adj_18, %head_adj_1 : f64
// CHECK-NEXT:          memref.store %now_adj_19, %now_shadow_10[%c0] : memref<32xf64>
// CHECK-NEXT:          %viscosity_adj_15 = arith.addf %viscosity_adj_10, %viscosity_adj_11 : f64
// CHECK-NEXT:          scf.yield %viscosity_adj_15 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %now_6 : memref<32xf64>
// CHECK-NEXT:        memref.dealloc %next_6 : memref<32xf64>
// CHECK-NEXT:        scf.yield %viscosity_adj_9 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %bend_tape_1 : memref<15x30xf64>
// CHECK-NEXT:      memref.dealloc %right_tape_1 : memref<15x30xf64>
// CHECK-NEXT:      memref.dealloc %left_tape_1 : memref<15x30xf64>
// CHECK-NEXT:      memref.dealloc %next_shadow_tape_1 : memref<15xmemref<32xf64>>
// CHECK-NEXT:      memref.dealloc %now_shadow_tape_1 : memref<15xmemref<32xf64>>
// CHECK-NEXT:      memref.dealloc %next_shadow_snapshots : memref<3xmemref<32xf64>>
// CHECK-NEXT:      memref.dealloc %now_shadow_snapshots : memref<3xmemref<32xf64>>
// CHECK-NEXT:      memref.dealloc %next_snapshots : memref<3xmemref<32xf64>>
// CHECK-NEXT:      memref.dealloc %now_snapshots : memref<3xmemref<32xf64>>
// CHECK-NEXT:      return %viscosity_adj_7 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

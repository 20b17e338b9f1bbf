// RUN: ckptopt %S/../../../examples/wave.mlir -p 'loop-checkpoint{fn=wave argTys=enzyme_dup,enzyme_const,enzyme_const,enzyme_dup,enzyme_dup}' | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func @wave(%speed: memref<48xf64>, %pulse: memref<60xf64>, %record: memref<60xf64>, %pressure: memref<48xf64>, %flow: memref<48xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %source = arith.constant 8 : index
// CHECK-NEXT:      %receiver = arith.constant 40 : index
// CHECK-NEXT:      %last = arith.constant 47 : index
// CHECK-NEXT:      %cells = arith.constant 48 : index
// CHECK-NEXT:      %steps = arith.constant 60 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %half = arith.constant 5.000000e-01 : f64
// CHECK-NEXT:      %misfit = scf.for %t = %c0 to %steps step %c1 iter_args(%sum = %zero) -> (f64) {
// CHECK-NEXT:        scf.for %i = %c0 to %last step %c1 {
// CHECK-NEXT:          %after = arith.addi %i, %c1 : index
// CHECK-NEXT:          %here = memref.load %pressure[%i] : memref<48xf64>
// CHECK-NEXT:          %right = memref.load %pressure[%after] : memref<48xf64>
// CHECK-NEXT:          %slope = arith.subf %here, %right : f64
// CHECK-NEXT:          %push = arith.mulf %half, %slope : f64
// CHECK-NEXT:          %old = memref.load %flow[%i] : memref<48xf64>
// CHECK-NEXT:          %new = arith.addf %old, %push : f64
// CHECK-NEXT:          memref.store %new, %flow[%i] : memref<48xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.for %i_1 = %c1 to %cells step %c1 {
// CHECK-NEXT:          %before = arith.subi %i_1, %c1 : index
// CHECK-NEXT:          %in = memref.load %flow[%before] : memref<48xf64>
// CHECK-NEXT:          %out = memref.load %flow[%i_1] : memref<48xf64>
// CHECK-NEXT:          %rest = arith.subf %in, %out : f64
// CHECK-NEXT:          %c = memref.load %speed[%i_1] : memref<48xf64>
// CHECK-NEXT:          %modulus = arith.mulf %c, %c : f64
// CHECK-NEXT:          %scaled = arith.mulf %modulus, %rest : f64
// CHECK-NEXT:          %rise = arith.mulf %half, %scaled : f64
// CHECK-NEXT:          %old_1 = memref.load %pressure[%i_1] : memref<48xf64>
// CHECK-NEXT:          %new_1 = arith.addf %old_1, %rise : f64
// CHECK-NEXT:          memref.store %new_1, %pressure[%i_1] : memref<48xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %quiet = memref.load %pressure[%source] : memref<48xf64>
// CHECK-NEXT:        %kick = memref.load %pulse[%t] : memref<60xf64>
// CHECK-NEXT:        %loud = arith.addf %quiet, %kick : f64
// CHECK-NEXT:        memref.store %loud, %pressure[%source] : memref<48xf64>
// CHECK-NEXT:        %heard = memref.load %pressure[%receiver] : memref<48xf64>
// CHECK-NEXT:        %wanted = memref.load %record[%t] : memref<60xf64>
// CHECK-NEXT:        %error = arith.subf %heard, %wanted : f64
// CHECK-NEXT:        %square = arith.mulf %error, %error : f64
// CHECK-NEXT:        %next = arith.addf %sum, %square : f64
// CHECK-NEXT:        scf.yield %next : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, enzyme.checkpoint_period = 6 : i64}
// CHECK-NEXT:      return %misfit : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @wave_grad(%speed: memref<48xf64>, %speed_shadow: memref<48xf64>, %pulse: memref<60xf64>, %record: memref<60xf64>, %pressure: memref<48xf64>, %pressure_shadow: memref<48xf64>, %flow: memref<48xf64>, %flow_shadow: memref<48xf64>, %seed: f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %source = arith.constant 8 : index
// CHECK-NEXT:      %receiver = arith.constant 40 : index
// CHECK-NEXT:      %last = arith.constant 47 : index
// CHECK-NEXT:      %cells = arith.constant 48 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %half = arith.constant 5.000000e-01 : f64
// CHECK-NEXT:      %c59 = arith.constant 59 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %c46 = arith.constant 46 : index
// CHECK-NEXT:      %c58 = arith.constant 58 : index
// CHECK-NEXT:      %slot_steps = memref.alloc() : memref<6xindex>
// CHECK-NEXT:      %pressure_slots = memref.alloc() : memref<6x48xf64>
// CHECK-NEXT:      %flow_slots = memref.alloc() : memref<6x48xf64>
// CHECK-NEXT:      %step = scf.for %slot = %c0 to %c6 step %c1 iter_args(%step_1 = %c0) -> (index) {
// CHECK-NEXT:        memref.store %step_1, %slot_steps[%slot] : memref<6xindex>
// CHECK-NEXT:        %pressure_snapshot = memref.subview %pressure_slots[%slot, 0] [1, 48] [1, 1] : memref<6x48xf64> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        memref.copy %pressure, %pressure_snapshot : memref<48xf64> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %flow_snapshot = memref.subview %flow_slots[%slot, 0] [1, 48] [1, 1] : memref<6x48xf64> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        memref.copy %flow, %flow_snapshot : memref<48xf64> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %left = arith.subi %c59, %step_1 : index
// CHECK-NEXT:        %free = arith.subi %c6, %slot : index
// CHECK-NEXT:        %0 = arith.cmpi sle, %left, %c1 : index
// CHECK-NEXT:        %1 = arith.cmpi sle, %free, %c1 : index
// CHECK-NEXT:        %at_once = arith.ori %0, %1 : i1
// CHECK-NEXT:        %stretch = scf.if %at_once -> (index) {
// CHECK-NEXT:          %2 = arith.maxsi %left, %c0 : index
// CHECK-NEXT:          scf.yield %2 : index
// CHECK-NEXT:        } else {
// CHECK-NEXT:          %repetitions, %before, %beta = scf.while (%repetitions_1 = %c0, %before_1 = %c0, %beta_1 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:            %3 = arith.cmpi slt, %beta_1, %left : index
// CHECK-NEXT:            scf.condition(%3) %repetitions_1, %before_1, %beta_1 : index, index, index
// CHECK-NEXT:          } do {
// CHECK-NEXT:          ^bb0(%repetitions_2: index, %before_2: index, %beta_2: index):
// CHECK-NEXT:            %repetitions_3 = arith.addi %repetitions_2, %c1 : index
// CHECK-NEXT:            %4 = arith.addi %free, %repetitions_3 : index
// CHECK-NEXT:            %5 = arith.muli %beta_2, %4 : index
// CHECK-NEXT:            %beta_3 = arith.divui %5, %repetitions_3 : index
// CHECK-NEXT:            scf.yield %repetitions_3, %beta_2, %beta_3 : index, index, index
// CHECK-NEXT:          }
// CHECK-NEXT:          %6 = arith.addi %free, %repetitions : index
// CHECK-NEXT:          %7 = arith.subi %6, %c1 : index
// CHECK-NEXT:          %8 = arith.muli %before, %free : index
// CHECK-NEXT:          %finer = arith.divui %8, %7 : index
// CHECK-NEXT:          %9 = arith.subi %left, %finer : index
// CHECK-NEXT:          %10 = arith.subi %c58, %step_1 : index
// CHECK-NEXT:          %11 = arith.minsi %9, %10 : index
// CHECK-NEXT:          %12 = arith.minsi %before, %11 : index
// CHECK-NEXT:          %stretch_1 = arith.maxsi %c1, %12 : index
// CHECK-NEXT:          scf.yield %stretch_1 : index
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.for %offset = %c0 to %stretch step %c1 {
// CHECK-NEXT:          %t = arith.addi %step_1, %offset : index
// CHECK-NEXT:          scf.for %i = %c0 to %last step %c1 {
// CHECK-NEXT:            %after = arith.addi %i, %c1 : index
// CHECK-NEXT:            %here = memref.load %pressure[%i] : memref<48xf64>
// CHECK-NEXT:            %right = memref.load %pressure[%after] : memref<48xf64>
// CHECK-NEXT:            %slope = arith.subf %here, %right : f64
// CHECK-NEXT:            %push = arith.mulf %half, %slope : f64
// CHECK-NEXT:            %old = memref.load %flow[%i] : memref<48xf64>
// CHECK-NEXT:            %new = arith.addf %old, %push : f64
// CHECK-NEXT:            memref.store %new, %flow[%i] : memref<48xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.for %i_1 = %c1 to %cells step %c1 {
// CHECK-NEXT:            %before_3 = arith.subi %i_1, %c1 : index
// CHECK-NEXT:            %in = memref.load %flow[%before_3] : memref<48xf64>
// CHECK-NEXT:            %out = memref.load %flow[%i_1] : memref<48xf64>
// CHECK-NEXT:            %rest = arith.subf %in, %out : f64
// CHECK-NEXT:            %c = memref.load %speed[%i_1] : memref<48xf64>
// CHECK-NEXT:            %modulus = arith.mulf %c, %c : f64
// CHECK-NEXT:            %scaled = arith.mulf %modulus, %rest : f64
// CHECK-NEXT:            %rise = arith.mulf %half, %scaled : f64
// CHECK-NEXT:            %old_1 = memref.load %pressure[%i_1] : memref<48xf64>
// CHECK-NEXT:            %new_1 = arith.addf %old_1, %rise : f64
// CHECK-NEXT:            memref.store %new_1, %pressure[%i_1] : memref<48xf64>
// CHECK-NEXT:          }
// CHECK-NEXT:          %quiet = memref.load %pressure[%source] : memref<48xf64>
// CHECK-NEXT:          %kick = memref.load %pulse[%t] : memref<60xf64>
// CHECK-NEXT:          %loud = arith.addf %quiet, %kick : f64
// CHECK-NEXT:          memref.store %loud, %pressure[%source] : memref<48xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %step_2 = arith.addi %step_1, %stretch : index
// CHECK-NEXT:        scf.yield %step_2 : index
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %i_2 = %c0 to %last step %c1 {
// CHECK-NEXT:        %after_1 = arith.addi %i_2, %c1 : index
// CHECK-NEXT:        %here_1 = memref.load %pressure[%i_2] : memref<48xf64>
// CHECK-NEXT:        %right_1 = memref.load %pressure[%after_1] : memref<48xf64>
// CHECK-NEXT:        %slope_1 = arith.subf %here_1, %right_1 : f64
// CHECK-NEXT:        %push_1 = arith.mulf %half, %slope_1 : f64
// CHECK-NEXT:        %old_2 = memref.load %flow[%i_2] : memref<48xf64>
// CHECK-NEXT:        %new_2 = arith.addf %old_2, %push_1 : f64
// CHECK-NEXT:        memref.store %new_2, %flow[%i_2] : memref<48xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %rest_tape = memref.alloc() : memref<47xf64>
// CHECK-NEXT:      scf.for %i_3 = %c0 to %last step %c1 {
// CHECK-NEXT:        %i_4 = arith.addi %c1, %i_3 : index
// CHECK-NEXT:        %in_1 = memref.load %flow[%i_3] : memref<48xf64>
// CHECK-NEXT:        %out_1 = memref.load %flow[%i_4] : memref<48xf64>
// CHECK-NEXT:        %rest_1 = arith.subf %in_1, %out_1 : f64
// CHECK-NEXT:        %c_1 = memref.load %speed[%i_4] : memref<48xf64>
// CHECK-NEXT:        %modulus_1 = arith.mulf %c_1, %c_1 : f64
// CHECK-NEXT:        %scaled_1 = arith.mulf %modulus_1, %rest_1 : f64
// CHECK-NEXT:        %rise_1 = arith.mulf %half, %scaled_1 : f64
// CHECK-NEXT:        %old_3 = memref.load %pressure[%i_4] : memref<48xf64>
// CHECK-NEXT:        %new_3 = arith.addf %old_3, %rise_1 : f64
// CHECK-NEXT:        memref.store %new_3, %pressure[%i_4] : memref<48xf64>
// CHECK-NEXT:        memref.store %rest_1, %rest_tape[%i_3] : memref<47xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %quiet_1 = memref.load %pressure[%source] : memref<48xf64>
// CHECK-NEXT:      %kick_1 = memref.load %pulse[%c59] : memref<60xf64>
// CHECK-NEXT:      %loud_1 = arith.addf %quiet_1, %kick_1 : f64
// CHECK-NEXT:      memref.store %loud_1, %pressure[%source] : memref<48xf64>
// CHECK-NEXT:      %heard = memref.load %pressure[%receiver] : memref<48xf64>
// CHECK-NEXT:      %wanted = memref.load %record[%c59] : memref<60xf64>
// CHECK-NEXT:      %error = arith.subf %heard, %wanted : f64
// CHECK-NEXT:      %error_adj = arith.mulf %seed, %error : f64
// CHECK-NEXT:      %error_adj_1 = arith.addf %error_adj, %error_adj : f64
// CHECK-NEXT:      %pressure_adj = memref.load %pressure_shadow[%receiver] : memref<48xf64>
// CHECK-NEXT:      %pressure_adj_1 = arith.addf %pressure_adj, %error_adj_1 : f64
// CHECK-NEXT:      memref.store %pressure_adj_1, %pressure_shadow[%receiver] : memref<48xf64>
// CHECK-NEXT:      %loud_adj = memref.load %pressure_shadow[%source] : memref<48xf64>
// CHECK-NEXT:      memref.store %zero, %pressure_shadow[%source] : memref<48xf64>
// CHECK-NEXT:      %pressure_adj_2 = memref.load %pressure_shadow[%source] : memref<48xf64>
// CHECK-NEXT:      %pressure_adj_3 = arith.addf %pressure_adj_2, %loud_adj : f64
// CHECK-NEXT:      memref.store %pressure_adj_3, %pressure_shadow[%source] : memref<48xf64>
// CHECK-NEXT:      scf.for %back = %c0 to %last step %c1 {
// CHECK-NEXT:        %i_5 = arith.subi %c46, %back : index
// CHECK-NEXT:        %rest_2 = memref.load %rest_tape[%i_5] : memref<47xf64>
// CHECK-NEXT:        %i_6 = arith.subi %last, %back : index
// CHECK-NEXT:        %new_adj = memref.load %pressure_shadow[%i_6] : memref<48xf64>
// CHECK-NEXT:        memref.store %zero, %pressure_shadow[%i_6] : memref<48xf64>
// CHECK-NEXT:        %pressure_adj_4 = memref.load %pressure_shadow[%i_6] : memref<48xf64>
// CHECK-NEXT:        %pressure_adj_5 = arith.addf %pressure_adj_4, %new_adj : f64
// CHECK-NEXT:        memref.store %pressure_adj_5, %pressure_shadow[%i_6] : memref<48xf64>
// CHECK-NEXT:        %scaled_adj = arith.mulf %new_adj, %half : f64
// CHECK-NEXT:        %modulus_adj = arith.mulf %scaled_adj, %rest_2 : f64
// CHECK-NEXT:        %c_2 = memref.load %speed[%i_6] : memref<48xf64>
// CHECK-NEXT:        %modulus_2 = arith.mulf %c_2, %c_2 : f64
// CHECK-NEXT:        %rest_adj = arith.mulf %scaled_adj, %modulus_2 : f64
// CHECK-NEXT:        %c_adj = arith.mulf %modulus_adj, %c_2 : f64
// CHECK-NEXT:        %c_adj_1 = arith.addf %c_adj, %c_adj : f64
// CHECK-NEXT:        %speed_adj = memref.load %speed_shadow[%i_6] : memref<48xf64>
// CHECK-NEXT:        %speed_adj_1 = arith.addf %speed_adj, %c_adj_1 : f64
// CHECK-NEXT:        memref.store %speed_adj_1, %speed_shadow[%i_6] : memref<48xf64>
// CHECK-NEXT:        %out_adj = arith.negf %rest_adj : f64
// CHECK-NEXT:        %flow_adj = memref.load %flow_shadow[%i_6] : memref<48xf64>
// CHECK-NEXT:        %flow_adj_1 = arith.addf %flow_adj, %out_adj : f64
// CHECK-NEXT:        memref.store %flow_adj_1, %flow_shadow[%i_6] : memref<48xf64>
// CHECK-NEXT:        %flow_adj_2 = memref.load %flow_shadow[%i_5] : memref<48xf64>
// CHECK-NEXT:        %flow_adj_3 = arith.addf %flow_adj_2, %rest_adj : f64
// CHECK-NEXT:        memref.store %flow_adj_3, %flow_shadow[%i_5] : memref<48xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %rest_tape : memref<47xf64>
// CHECK-NEXT:      scf.for %back_1 = %c0 to %last step %c1 {
// CHECK-NEXT:        %i_7 = arith.subi %c46, %back_1 : index
// CHECK-NEXT:        %new_adj_1 = memref.load %flow_shadow[%i_7] : memref<48xf64>
// CHECK-NEXT:        memref.store %zero, %flow_shadow[%i_7] : memref<48xf64>
// CHECK-NEXT:        %flow_adj_4 = memref.load %flow_shadow[%i_7] : memref<48xf64>
// CHECK-NEXT:        %flow_adj_5 = arith.addf %flow_adj_4, %new_adj_1 : f64
// CHECK-NEXT:        memref.store %flow_adj_5, %flow_shadow[%i_7] : memref<48xf64>
// CHECK-NEXT:        %slope_adj = arith.mulf %new_adj_1, %half : f64
// CHECK-NEXT:        %right_adj = arith.negf %slope_adj : f64
// CHECK-NEXT:        %after_2 = arith.subi %last, %back_1 : index
// CHECK-NEXT:        %pressure_adj_6 = memref.load %pressure_shadow[%after_2] : memref<48xf64>
// CHECK-NEXT:        %pressure_adj_7 = arith.addf %pressure_adj_6, %right_adj : f64
// CHECK-NEXT:        memref.store %pressure_adj_7, %pressure_shadow[%after_2] : memref<48xf64>
// CHECK-NEXT:        %pressure_adj_8 = memref.load %pressure_shadow[%i_7] : memref<48xf64>
// CHECK-NEXT:        %pressure_adj_9 = arith.addf %pressure_adj_8, %slope_adj : f64
// CHECK-NEXT:        memref.store %pressure_adj_9, %pressure_shadow[%i_7] : memref<48xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %pressure_work = memref.alloc() : memref<48xf64>
// CHECK-NEXT:      %pressure_work_1 = memref.cast %pressure_work : memref<48xf64> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      %flow_work = memref.alloc() : memref<48xf64>
// CHECK-NEXT:      %flow_work_1 = memref.cast %flow_work : memref<48xf64> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      %rest_tape_1 = memref.alloc() : memref<47xf64>
// CHECK-NEXT:      %live = scf.for %back_2 = %c0 to %c59 step %c1 iter_args(%live_1 = %c6) -> (index) {
// CHECK-NEXT:        %target = arith.subi %c58, %back_2 : index
// CHECK-NEXT:        %top = arith.subi %live_1, %c1 : index
// CHECK-NEXT:        %step_3 = memref.load %slot_steps[%top] : memref<6xindex>
// CHECK-NEXT:        %far = arith.cmpi slt, %step_3, %target : index
// CHECK-NEXT:        %pressure_snapshot_1 = memref.subview %pressure_slots[%top, 0] [1, 48] [1, 1] : memref<6x48xf64> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %pressure_1 = arith.select %far, %pressure_work_1, %pressure_snapshot_1 : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %flow_snapshot_1 = memref.subview %flow_slots[%top, 0] [1, 48] [1, 1] : memref<6x48xf64> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %flow_1 = arith.select %far, %flow_work_1, %flow_snapshot_1 : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        scf.if %far {
// CHECK-NEXT:          memref.copy %pressure_snapshot_1, %pressure_work : memref<48xf64, strided<[1], offset: ?>> to memref<48xf64>
// CHECK-NEXT:          memref.copy %flow_snapshot_1, %flow_work : memref<48xf64, strided<[1], offset: ?>> to memref<48xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %slot_1, %step_4 = scf.while (%slot_2 = %top, %step_5 = %step_3) : (index, index) -> (index, index) {
// CHECK-NEXT:          %more = arith.cmpi slt, %step_5, %target : index
// CHECK-NEXT:          scf.condition(%more) %slot_2, %step_5 : index, index
// CHECK-NEXT:        } do {
// CHECK-NEXT:        ^bb0(%slot_3: index, %step_6: index):
// CHECK-NEXT:          %ahead = arith.subi %target, %step_6 : index
// CHECK-NEXT:          %left_1 = arith.addi %ahead, %c1 : index
// CHECK-NEXT:          %free_1 = arith.subi %c6, %slot_3 : index
// CHECK-NEXT:          %13 = arith.cmpi sle, %left_1, %c1 : index
// CHECK-NEXT:          %14 = arith.cmpi sle, %free_1, %c1 : index
// CHECK-NEXT:          %at_once_1 = arith.ori %13, %14 : i1
// CHECK-NEXT:          %stretch_2 = scf.if %at_once_1 -> (index) {
// CHECK-NEXT:            %15 = arith.maxsi %left_1, %c0 : index
// CHECK-NEXT:            scf.yield %15 : index
// CHECK-NEXT:          } else {
// CHECK-NEXT:            %repetitions_4, %before_4, %beta_4 = scf.while (%repetitions_5 = %c0, %before_5 = %c0, %beta_5 = %c1) : (index, index, index) -> (index, index, index) {
// CHECK-NEXT:              %16 = arith.cmpi slt, %beta_5, %left_1 : index
// CHECK-NEXT:              scf.condition(%16) %repetitions_5, %before_5, %beta_5 : index, index, index
// CHECK-NEXT:            } do {
// CHECK-NEXT:            ^bb0(%repetitions_6: index, %before_6: index, %beta_6: index):
// CHECK-NEXT:              %repetitions_7 = arith.addi %repetitions_6, %c1 : index
// CHECK-NEXT:              %17 = arith.addi %free_1, %repetitions_7 : index
// CHECK-NEXT:              %18 = arith.muli %beta_6, %17 : index
// CHECK-NEXT:              %beta_7 = arith.divui %18, %repetitions_7 : index
// CHECK-NEXT:              scf.yield %repetitions_7, %beta_6, %beta_7 : index, index, index
// CHECK-NEXT:            }
// CHECK-NEXT:            %19 = arith.addi %free_1, %repetitions_4 : index
// CHECK-NEXT:            %20 = arith.subi %19, %c1 : index
// CHECK-NEXT:            %21 = arith.muli %before_4, %free_1 : index
// CHECK-NEXT:            %finer_1 = arith.divui %21, %20 : index
// CHECK-NEXT:            %22 = arith.subi %left_1, %finer_1 : index
// CHECK-NEXT:            %23 = arith.minsi %22, %ahead : index
// CHECK-NEXT:            %24 = arith.minsi %before_4, %23 : index
// CHECK-NEXT:            %stretch_3 = arith.maxsi %c1, %24 : index
// CHECK-NEXT:            scf.yield %stretch_3 : index
// CHECK-NEXT:          }
// CHECK-NEXT:          %length = arith.minsi %stretch_2, %ahead : index
// CHECK-NEXT:          scf.for %offset_1 = %c0 to %length step %c1 {
// CHECK-NEXT:            %t_1 = arith.addi %step_6, %offset_1 : index
// CHECK-NEXT:            scf.for %i_8 = %c0 to %last step %c1 {
// CHECK-NEXT:              %after_3 = arith.addi %i_8, %c1 : index
// CHECK-NEXT:              %here_2 = memref.load %pressure_1[%i_8] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:              %right_2 = memref.load %pressure_1[%after_3] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:              %slope_2 = arith.subf %here_2, %right_2 : f64
// CHECK-NEXT:              %push_2 = arith.mulf %half, %slope_2 : f64
// CHECK-NEXT:              %old_4 = memref.load %flow_1[%i_8] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:              %new_4 = arith.addf %old_4, %push_2 : f64
// CHECK-NEXT:              memref.store %new_4, %flow_1[%i_8] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            }
// CHECK-NEXT:            scf.for %i_9 = %c1 to %cells step %c1 {
// CHECK-NEXT:              %before_7 = arith.subi %i_9, %c1 : index
// CHECK-NEXT:              %in_2 = memref.load %flow_1[%before_7] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:              %out_2 = memref.load %flow_1[%i_9] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:              %rest_3 = arith.subf %in_2, %out_2 : f64
// CHECK-NEXT:              %c_3 = memref.load %speed[%i_9] : memref<48xf64>
// CHECK-NEXT:              %modulus_3 = arith.mulf %c_3, %c_3 : f64
// CHECK-NEXT:              %scaled_2 = arith.mulf %modulus_3, %rest_3 : f64
// CHECK-NEXT:              %rise_2 = arith.mulf %half, %scaled_2 : f64
// CHECK-NEXT:              %old_5 = memref.load %pressure_1[%i_9] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:              %new_5 = arith.addf %old_5, %rise_2 : f64
// CHECK-NEXT:              memref.store %new_5, %pressure_1[%i_9] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            }
// CHECK-NEXT:            %quiet_2 = memref.load %pressure_1[%source] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            %kick_2 = memref.load %pulse[%t_1] : memref<60xf64>
// CHECK-NEXT:            %loud_2 = arith.addf %quiet_2, %kick_2 : f64
// CHECK-NEXT:            memref.store %loud_2, %pressure_1[%source] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          }
// CHECK-NEXT:          %step_7 = arith.addi %step_6, %length : index
// CHECK-NEXT:          %more_1 = arith.cmpi slt, %step_7, %target : index
// CHECK-NEXT:          %slot_4 = arith.addi %slot_3, %c1 : index
// CHECK-NEXT:          scf.if %more_1 {
// CHECK-NEXT:            memref.store %step_7, %slot_steps[%slot_4] : memref<6xindex>
// CHECK-NEXT:            %pressure_snapshot_2 = memref.subview %pressure_slots[%slot_4, 0] [1, 48] [1, 1] : memref<6x48xf64> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            memref.copy %pressure_1, %pressure_snapshot_2 : memref<48xf64, strided<[1], offset: ?>> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            %flow_snapshot_2 = memref.subview %flow_slots[%slot_4, 0] [1, 48] [1, 1] : memref<6x48xf64> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:            memref.copy %flow_1, %flow_snapshot_2 : memref<48xf64, strided<[1], offset: ?>> to memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          }
// CHECK-NEXT:          %slot_5 = arith.select %more_1, %slot_4, %slot_3 : index
// CHECK-NEXT:          scf.yield %slot_5, %step_7 : index, index
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.for %i_10 = %c0 to %last step %c1 {
// CHECK-NEXT:          %after_4 = arith.addi %i_10, %c1 : index
// CHECK-NEXT:          %here_3 = memref.load %pressure_1[%i_10] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          %right_3 = memref.load %pressure_1[%after_4] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          %slope_3 = arith.subf %here_3, %right_3 : f64
// CHECK-NEXT:          %push_3 = arith.mulf %half, %slope_3 : f64
// CHECK-NEXT:          %old_6 = memref.load %flow_1[%i_10] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          %new_6 = arith.addf %old_6, %push_3 : f64
// CHECK-NEXT:          memref.store %new_6, %flow_1[%i_10] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.for %i_11 = %c0 to %last step %c1 {
// CHECK-NEXT:          %i_12 = arith.addi %c1, %i_11 : index
// CHECK-NEXT:          %in_3 = memref.load %flow_1[%i_11] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          %out_3 = memref.load %flow_1[%i_12] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          %rest_4 = arith.subf %in_3, %out_3 : f64
// CHECK-NEXT:          %c_4 = memref.load %speed[%i_12] : memref<48xf64>
// CHECK-NEXT:          %modulus_4 = arith.mulf %c_4, %c_4 : f64
// CHECK-NEXT:          %scaled_3 = arith.mulf %modulus_4, %rest_4 : f64
// CHECK-NEXT:          %rise_3 = arith.mulf %half, %scaled_3 : f64
// CHECK-NEXT:          %old_7 = memref.load %pressure_1[%i_12] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          %new_7 = arith.addf %old_7, %rise_3 : f64
// CHECK-NEXT:          memref.store %new_7, %pressure_1[%i_12] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:          memref.store %rest_4, %rest_tape_1[%i_11] : memref<47xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %quiet_3 = memref.load %pressure_1[%source] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %kick_3 = memref.load %pulse[%target] : memref<60xf64>
// CHECK-NEXT:        %loud_3 = arith.addf %quiet_3, %kick_3 : f64
// CHECK-NEXT:        memref.store %loud_3, %pressure_1[%source] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %heard_1 = memref.load %pressure_1[%receiver] : memref<48xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        %wanted_1 = memref.load %record[%target] : memref<60xf64>
// CHECK-NEXT:        %error_1 = arith.subf %heard_1, %wanted_1 : f64
// CHECK-NEXT:        %error_adj_2 = arith.mulf %seed, %error_1 : f64
// CHECK-NEXT:        %error_adj_3 = arith.addf %error_adj_2, %error_adj_2 : f64
// CHECK-NEXT:        %pressure_adj_10 = memref.load %pressure_shadow[%receiver] : memref<48xf64>
// CHECK-NEXT:        %pressure_adj_11 = arith.addf %pressure_adj_10, %error_adj_3 : f64
// CHECK-NEXT:        memref.store %pressure_adj_11, %pressure_shadow[%receiver] : memref<48xf64>
// CHECK-NEXT:        %loud_adj_1 = memref.load %pressure_shadow[%source] : memref<48xf64>
// CHECK-NEXT:        memref.store %zero, %pressure_shadow[%source] : memref<48xf64>
// CHECK-NEXT:        %pressure_adj_12 = memref.load %pressure_shadow[%source] : memref<48xf64>
// CHECK-NEXT:        %pressure_adj_13 = arith.addf %pressure_adj_12, %loud_adj_1 : f64
// CHECK-NEXT:        memref.store %pressure_adj_13, %pressure_shadow[%source] : memref<48xf64>
// CHECK-NEXT:        scf.for %back_3 = %c0 to %last step %c1 {
// CHECK-NEXT:          %i_13 = arith.subi %c46, %back_3 : index
// CHECK-NEXT:          %rest_5 = memref.load %rest_tape_1[%i_13] : memref<47xf64>
// CHECK-NEXT:          %i_14 = arith.subi %last, %back_3 : index
// CHECK-NEXT:          %new_adj_2 = memref.load %pressure_shadow[%i_14] : memref<48xf64>
// CHECK-NEXT:          memref.store %zero, %pressure_shadow[%i_14] : memref<48xf64>
// CHECK-NEXT:          %pressure_adj_14 = memref.load %pressure_shadow[%i_14] : memref<48xf64>
// CHECK-NEXT:          %pressure_adj_15 = arith.addf %pressure_adj_14, %new_adj_2 : f64
// CHECK-NEXT:          memref.store %pressure_adj_15, %pressure_shadow[%i_14] : memref<48xf64>
// CHECK-NEXT:          %scaled_adj_1 = arith.mulf %new_adj_2, %half : f64
// CHECK-NEXT:          %modulus_adj_1 = arith.mulf %scaled_adj_1, %rest_5 : f64
// CHECK-NEXT:          %c_5 = memref.load %speed[%i_14] : memref<48xf64>
// CHECK-NEXT:          %modulus_5 = arith.mulf %c_5, %c_5 : f64
// CHECK-NEXT:          %rest_adj_1 = arith.mulf %scaled_adj_1, %modulus_5 : f64
// CHECK-NEXT:          %c_adj_2 = arith.mulf %modulus_adj_1, %c_5 : f64
// CHECK-NEXT:          %c_adj_3 = arith.addf %c_adj_2, %c_adj_2 : f64
// CHECK-NEXT:          %speed_adj_2 = memref.load %speed_shadow[%i_14] : memref<48xf64>
// CHECK-NEXT:          %speed_adj_3 = arith.addf %speed_adj_2, %c_adj_3 : f64
// CHECK-NEXT:          memref.store %speed_adj_3, %speed_shadow[%i_14] : memref<48xf64>
// CHECK-NEXT:          %out_adj_1 = arith.negf %rest_adj_1 : f64
// CHECK-NEXT:          %flow_adj_6 = memref.load %flow_shadow[%i_14] : memref<48xf64>
// CHECK-NEXT:          %flow_adj_7 = arith.addf %flow_adj_6, %out_adj_1 : f64
// CHECK-NEXT:          memref.store %flow_adj_7, %flow_shadow[%i_14] : memref<48xf64>
// CHECK-NEXT:          %flow_adj_8 = memref.load %flow_shadow[%i_13] : memref<48xf64>
// CHECK-NEXT:          %flow_adj_9 = arith.addf %flow_adj_8, %rest_adj_1 : f64
// CHECK-NEXT:          memref.store %flow_adj_9, %flow_shadow[%i_13] : memref<48xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.for %back_4 = %c0 to %last step %c1 {
// CHECK-NEXT:          %i_15 = arith.subi %c46, %back_4 : index
// CHECK-NEXT:          %new_adj_3 = memref.load %flow_shadow[%i_15] : memref<48xf64>
// CHECK-NEXT:          memref.store %zero, %flow_shadow[%i_15] : memref<48xf64>
// CHECK-NEXT:          %flow_adj_10 = memref.load %flow_shadow[%i_15] : memref<48xf64>
// CHECK-NEXT:          %flow_adj_11 = arith.addf %flow_adj_10, %new_adj_3 : f64
// CHECK-NEXT:          memref.store %flow_adj_11, %flow_shadow[%i_15] : memref<48xf64>
// CHECK-NEXT:          %slope_adj_1 = arith.mulf %new_adj_3, %half : f64
// CHECK-NEXT:          %right_adj_1 = arith.negf %slope_adj_1 : f64
// CHECK-NEXT:          %after_5 = arith.subi %last, %back_4 : index
// CHECK-NEXT:          %pressure_adj_16 = memref.load %pressure_shadow[%after_5] : memref<48xf64>
// CHECK-NEXT:          %pressure_adj_17 = arith.addf %pressure_adj_16, %right_adj_1 : f64
// CHECK-NEXT:          memref.store %pressure_adj_17, %pressure_shadow[%after_5] : memref<48xf64>
// CHECK-NEXT:          %pressure_adj_18 = memref.load %pressure_shadow[%i_15] : memref<48xf64>
// CHECK-NEXT:          %pressure_adj_19 = arith.addf %pressure_adj_18, %slope_adj_1 : f64
// CHECK-NEXT:          memref.store %pressure_adj_19, %pressure_shadow[%i_15] : memref<48xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        %live_2 = arith.addi %slot_1, %c1 : index
// CHECK-NEXT:        %live_3 = arith.select %far, %live_2, %top : index
// CHECK-NEXT:        scf.yield %live_3 : index
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %rest_tape_1 : memref<47xf64>
// CHECK-NEXT:      memref.dealloc %pressure_work : memref<48xf64>
// CHECK-NEXT:      memref.dealloc %flow_work : memref<48xf64>
// CHECK-NEXT:      memref.dealloc %pressure_slots : memref<6x48xf64>
// CHECK-NEXT:      memref.dealloc %flow_slots : memref<6x48xf64>
// CHECK-NEXT:      memref.dealloc %slot_steps : memref<6xindex>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %S/../../../examples/pendulum.mlir -p loop-checkpoint | filecheck %s

// CHECK:       module {
// CHECK-LABEL:   func.func @pendulum(%angle0: f64, %speed0: f64, %stiffness: f64, %steps: index) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %dt = arith.constant 1.000000e-02 : f64
// CHECK-NEXT:      %end, %end_1 = scf.for %i = %c0 to %steps step %c1 iter_args(%angle = %angle0, %speed = %speed0) -> (f64, f64) {
// CHECK-NEXT:        %sine = math.sin %angle : f64
// CHECK-NEXT:        %pull = arith.mulf %stiffness, %sine : f64
// CHECK-NEXT:        %kick = arith.mulf %dt, %pull : f64
// CHECK-NEXT:        %new_speed = arith.subf %speed, %kick : f64
// CHECK-NEXT:        %move = arith.mulf %dt, %new_speed : f64
// CHECK-NEXT:        %new_angle = arith.addf %angle, %move : f64
// CHECK-NEXT:        scf.yield %new_angle, %new_speed : f64, f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
// CHECK-NEXT:      return %end, %end_1 : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @pendulum_grad(%angle0: f64, %speed0: f64, %stiffness: f64, %steps: index, %seed0: f64, %seed1: f64) -> (f64, f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %dt = arith.constant 1.000000e-02 : f64
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %trips = arith.maxsi %steps, %c0 : index
// CHECK-NEXT:      %0 = arith.addi %trips, %c3 : index
// CHECK-NEXT:      %length = arith.divui %0, %c4 : index
// CHECK-NEXT:      %length_1 = arith.maxsi %length, %c1 : index
// CHECK-NEXT:      %last = arith.subi %length_1, %c1 : index
// CHECK-NEXT:      %1 = arith.addi %trips, %last : index
// CHECK-NEXT:      %segments = arith.divui %1, %length_1 : index
// CHECK-NEXT:      %stretches = arith.maxsi %segments, %c1 : index
// CHECK-NEXT:      %others = arith.subi %stretches, %c1 : index
// CHECK-NEXT:      %base = arith.muli %length_1, %others : index
// CHECK-NEXT:      %rest = arith.subi %trips, %base : index
// CHECK-NEXT:      %angle_snapshots = memref.alloc(%others) : memref<?xf64>
// CHECK-NEXT:      %speed_snapshots = memref.alloc(%others) : memref<?xf64>
// CHECK-NEXT:      %angle, %speed = scf.for %segment = %c0 to %others step %c1 iter_args(%angle_1 = %angle0, %speed_1 = %speed0) -> (f64, f64) {
// CHECK-NEXT:        memref.store %angle_1, %angle_snapshots[%segment] : memref<?xf64>
// CHECK-NEXT:        memref.store %speed_1, %speed_snapshots[%segment] : memref<?xf64>
// CHECK-NEXT:        %angle_2, %speed_2 = scf.for %offset = %c0 to %length_1 step %c1 iter_args(%angle_3 = %angle_1, %speed_3 = %speed_1) -> (f64, f64) {
// CHECK-NEXT:          %sine = math.sin %angle_3 : f64
// CHECK-NEXT:          %pull = arith.mulf %stiffness, %sine : f64
// CHECK-NEXT:          %kick = arith.mulf %dt, %pull : f64
// CHECK-NEXT:          %new_speed = arith.subf %speed_3, %kick : f64
// CHECK-NEXT:          %move = arith.mulf %dt, %new_speed : f64
// CHECK-NEXT:          %new_angle = arith.addf %angle_3, %move : f64
// CHECK-NEXT:          scf.yield %new_angle, %new_speed : f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %angle_2, %speed_2 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %angle_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %end, %end_1 = scf.for %offset_1 = %c0 to %rest step %c1 iter_args(%angle_4 = %angle, %speed_4 = %speed) -> (f64, f64) {
// CHECK-NEXT:        %sine_1 = math.sin %angle_4 : f64
// CHECK-NEXT:        %pull_1 = arith.mulf %stiffness, %sine_1 : f64
// CHECK-NEXT:        %kick_1 = arith.mulf %dt, %pull_1 : f64
// CHECK-NEXT:        %new_speed_1 = arith.subf %speed_4, %kick_1 : f64
// CHECK-NEXT:        %move_1 = arith.mulf %dt, %new_speed_1 : f64
// CHECK-NEXT:        %new_angle_1 = arith.addf %angle_4, %move_1 : f64
// CHECK-NEXT:        memref.store %angle_4, %angle_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        scf.yield %new_angle_1, %new_speed_1 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %last_1 = arith.subi %rest, %c1 : index
// CHECK-NEXT:      %angle_adj, %speed_adj, %stiffness_adj = scf.for %back = %c0 to %rest step %c1 iter_args(%angle_adj_1 = %seed0, %speed_adj_1 = %seed1, %stiffness_adj_1 = %zero) -> (f64, f64, f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %last_1, %back : index
// CHECK-NEXT:        %angle_5 = memref.load %angle_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %2 = arith.mulf %angle_adj_1, %dt : f64
// CHECK-NEXT:        %new_speed_adj = arith.addf %speed_adj_1, %2 : f64
// CHECK-NEXT:        %kick_adj = arith.negf %new_speed_adj : f64
// CHECK-NEXT:        %pull_adj = arith.mulf %kick_adj, %dt : f64
// CHECK-NEXT:        %sine_2 = math.sin %angle_5 : f64
// CHECK-NEXT:        %stiffness_adj_2 = arith.mulf %pull_adj, %sine_2 : f64
// CHECK-NEXT:        %sine_adj = arith.mulf %pull_adj, %stiffness : f64
// CHECK-NEXT:        %3 = math.cos %angle_5 : f64
// CHECK-NEXT:        %4 = arith.mulf %sine_adj, %3 : f64
// CHECK-NEXT:        %angle_adj_2 = arith.addf %angle_adj_1, %4 : f64
// CHECK-NEXT:        %stiffness_adj_3 = arith.addf %stiffness_adj_1, %stiffness_adj_2 : f64
// CHECK-NEXT:        scf.yield %angle_adj_2, %new_speed_adj, %stiffness_adj_3 : f64, f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %angle_tape : memref<?xf64>
// CHECK-NEXT:      %last_2 = arith.subi %stretches, %c2 : index
// CHECK-NEXT:      %angle_tape_1 = memref.alloc(%length_1) : memref<?xf64>
// CHECK-NEXT:      %angle_adj_3, %speed_adj_2, %stiffness_adj_4 = scf.for %back_1 = %c0 to %others step %c1 iter_args(%angle_adj_4 = %angle_adj, %speed_adj_3 = %speed_adj, %stiffness_adj_5 = %stiffness_adj) -> (f64, f64, f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %last_2, %back_1 : index
// CHECK-NEXT:        %angle_6 = memref.load %angle_snapshots[%segment_1] : memref<?xf64>
// CHECK-NEXT:        %speed_5 = memref.load %speed_snapshots[%segment_1] : memref<?xf64>
// CHECK-NEXT:        %angle_7, %speed_6 = scf.for %offset_3 = %c0 to %length_1 step %c1 iter_args(%angle_8 = %angle_6, %speed_7 = %speed_5) -> (f64, f64) {
// CHECK-NEXT:          %sine_3 = math.sin %angle_8 : f64
// CHECK-NEXT:          %pull_2 = arith.mulf %stiffness, %sine_3 : f64
// CHECK-NEXT:          %kick_2 = arith.mulf %dt, %pull_2 : f64
// CHECK-NEXT:          %new_speed_2 = arith.subf %speed_7, %kick_2 : f64
// CHECK-NEXT:          %move_2 = arith.mulf %dt, %new_speed_2 : f64
// CHECK-NEXT:          %new_angle_2 = arith.addf %angle_8, %move_2 : f64
// CHECK-NEXT:          memref.store %angle_8, %angle_tape_1[%offset_3] : memref<?xf64>
// CHECK-NEXT:          scf.yield %new_angle_2, %new_speed_2 : f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %angle_adj_5, %speed_adj_4, %stiffness_adj_6 = scf.for %back_2 = %c0 to %length_1 step %c1 iter_args(%angle_adj_6 = %angle_adj_4, %speed_adj_5 = %speed_adj_3, %stiffness_adj_7 = %stiffness_adj_5) -> (f64, f64, f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %last, %back_2 : index
// CHECK-NEXT:          %angle_9 = memref.load %angle_tape_1[%offset_4] : memref<?xf64>
// CHECK-NEXT:          %5 = arith.mulf %angle_adj_6, %dt : f64
// CHECK-NEXT:          %new_speed_adj_1 = arith.addf %speed_adj_5, %5 : f64
// CHECK-NEXT:          %kick_adj_1 = arith.negf %new_speed_adj_1 : f64
// CHECK-NEXT:          %pull_adj_1 = arith.mulf %kick_adj_1, %dt : f64
// CHECK-NEXT:          %sine_4 = math.sin %angle_9 : f64
// CHECK-NEXT:          %stiffness_adj_8 = arith.mulf %pull_adj_1, %sine_4 : f64
// CHECK-NEXT:          %sine_adj_1 = arith.mulf %pull_adj_1, %stiffness : f64
// CHECK-NEXT:          %6 = math.cos %angle_9 : f64
// CHECK-NEXT:          %7 = arith.mulf %sine_adj_1, %6 : f64
// CHECK-NEXT:          %angle_adj_7 = arith.addf %angle_adj_6, %7 : f64
// CHECK-NEXT:          %stiffness_adj_9 = arith.addf %stiffness_adj_7, %stiffness_adj_8 : f64
// CHECK-NEXT:          scf.yield %angle_adj_7, %new_speed_adj_1, %stiffness_adj_9 : f64, f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %angle_adj_5, %speed_adj_4, %stiffness_adj_6 : f64, f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %angle_tape_1 : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %speed_snapshots : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %angle_snapshots : memref<?xf64>
// CHECK-NEXT:      return %angle_adj_3, %speed_adj_2, %stiffness_adj_4 : f64, f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

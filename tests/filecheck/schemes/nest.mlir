// RUN: ckptopt %s -p 'loop-checkpoint' | filecheck %s

// Both loops of a nest are checkpointed. Advancing runs the inner loop plainly; taping a segment of
// the outer loop runs the inner loop's own forward scaffold, whose snapshots are the tape of that
// outer step; the inner loop is reversed segment by segment inside the reverse of the outer step.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
    %z = scf.for %j = %c0 to %c6 step %c1 iter_args(%t = %s) -> (f64) {
      %u = math.sin %t : f64
      scf.yield %u : f64
    } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
    scf.yield %z : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %z = scf.for %j = %c0 to %c6 step %c1 iter_args(%t = %s) -> (f64) {
// CHECK-NEXT:          %u = math.sin %t : f64
// CHECK-NEXT:          scf.yield %u : f64
// CHECK-NEXT:        } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
// CHECK-NEXT:        scf.yield %z : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c2 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %z = scf.for %j = %c0 to %c6 step %c1 iter_args(%t = %s_1) -> (f64) {
// CHECK-NEXT:          %u = math.sin %t : f64
// CHECK-NEXT:          scf.yield %u : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %z : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %t_snapshots = memref.alloc() : memref<2x3xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c2 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %z_1 = scf.for %segment = %c0 to %c3 step %c1 iter_args(%t_1 = %s_2) -> (f64) {
// CHECK-NEXT:          memref.store %t_1, %t_snapshots[%offset_1, %segment] : memref<2x3xf64>
// CHECK-NEXT:          %t_2 = scf.for %offset_2 = %c0 to %c2 step %c1 iter_args(%t_3 = %t_1) -> (f64) {
// CHECK-NEXT:            %u_1 = math.sin %t_3 : f64
// CHECK-NEXT:            scf.yield %u_1 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %t_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %z_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %t_tape = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_3 = arith.subi %c1, %back : index
// CHECK-NEXT:        %t_adj = scf.for %back_1 = %c0 to %c3 step %c1 iter_args(%t_adj_1 = %s_adj_1) -> (f64) {
// CHECK-NEXT:          %segment_1 = arith.subi %c2, %back_1 : index
// CHECK-NEXT:          %t_4 = memref.load %t_snapshots[%offset_3, %segment_1] : memref<2x3xf64>
// CHECK-NEXT:          %t_5 = scf.for %offset_4 = %c0 to %c2 step %c1 iter_args(%t_6 = %t_4) -> (f64) {
// CHECK-NEXT:            %u_2 = math.sin %t_6 : f64
// CHECK-NEXT:            memref.store %t_6, %t_tape[%offset_4] : memref<2xf64>
// CHECK-NEXT:            scf.yield %u_2 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %t_adj_2 = scf.for %back_2 = %c0 to %c2 step %c1 iter_args(%t_adj_3 = %t_adj_1) -> (f64) {
// CHECK-NEXT:            %offset_5 = arith.subi %c1, %back_2 : index
// CHECK-NEXT:            %t_7 = memref.load %t_tape[%offset_5] : memref<2xf64>
// CHECK-NEXT:            %0 = math.cos %t_7 : f64
// CHECK-NEXT:            %t_adj_4 = arith.mulf %t_adj_3, %0 : f64
// CHECK-NEXT:            scf.yield %t_adj_4 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %t_adj_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %t_adj : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %t_snapshots : memref<2x3xf64>
// CHECK-NEXT:      %t_snapshots_1 = memref.alloc() : memref<2x3xf64>
// CHECK-NEXT:      %t_tape_1 = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %s_3 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_4 = scf.for %offset_6 = %c0 to %c2 step %c1 iter_args(%s_5 = %s_3) -> (f64) {
// CHECK-NEXT:        %z_2 = scf.for %segment_2 = %c0 to %c3 step %c1 iter_args(%t_8 = %s_5) -> (f64) {
// CHECK-NEXT:          memref.store %t_8, %t_snapshots_1[%offset_6, %segment_2] : memref<2x3xf64>
// CHECK-NEXT:          %t_9 = scf.for %offset_7 = %c0 to %c2 step %c1 iter_args(%t_10 = %t_8) -> (f64) {
// CHECK-NEXT:            %u_3 = math.sin %t_10 : f64
// CHECK-NEXT:            scf.yield %u_3 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %t_9 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %z_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_2 = scf.for %back_3 = %c0 to %c2 step %c1 iter_args(%s_adj_3 = %s_adj) -> (f64) {
// CHECK-NEXT:        %offset_8 = arith.subi %c1, %back_3 : index
// CHECK-NEXT:        %t_adj_5 = scf.for %back_4 = %c0 to %c3 step %c1 iter_args(%t_adj_6 = %s_adj_3) -> (f64) {
// CHECK-NEXT:          %segment_3 = arith.subi %c2, %back_4 : index
// CHECK-NEXT:          %t_11 = memref.load %t_snapshots_1[%offset_8, %segment_3] : memref<2x3xf64>
// CHECK-NEXT:          %t_12 = scf.for %offset_9 = %c0 to %c2 step %c1 iter_args(%t_13 = %t_11) -> (f64) {
// CHECK-NEXT:            %u_4 = math.sin %t_13 : f64
// CHECK-NEXT:            memref.store %t_13, %t_tape_1[%offset_9] : memref<2xf64>
// CHECK-NEXT:            scf.yield %u_4 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          %t_adj_7 = scf.for %back_5 = %c0 to %c2 step %c1 iter_args(%t_adj_8 = %t_adj_6) -> (f64) {
// CHECK-NEXT:            %offset_10 = arith.subi %c1, %back_5 : index
// CHECK-NEXT:            %t_14 = memref.load %t_tape_1[%offset_10] : memref<2xf64>
// CHECK-NEXT:            %1 = math.cos %t_14 : f64
// CHECK-NEXT:            %t_adj_9 = arith.mulf %t_adj_8, %1 : f64
// CHECK-NEXT:            scf.yield %t_adj_9 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %t_adj_7 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %t_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape_1 : memref<2xf64>
// CHECK-NEXT:      memref.dealloc %t_snapshots_1 : memref<2x3xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      return %s_adj_2 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s -p 'differentiate{auto=outermost},remove-unnecessary-enzyme-ops,simplify' | filecheck %s

// Without directives, the outermost loop is checkpointed, and the one in it stored.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 9 : index
  %m = arith.constant 4 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%b = %s) -> (f64) {
      %t = math.sin %b : f64
      scf.yield %t : f64
    }
    scf.yield %q : f64
  }
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %n = arith.constant 9 : index
// CHECK-NEXT:      %m = arith.constant 4 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %q = scf.for %j = %c0 to %m step %c1 iter_args(%b = %s) -> (f64) {
// CHECK-NEXT:          %t = math.sin %b : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %q : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %m = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<2xf64>
// CHECK-NEXT:      %s = scf.for %segment = %c0 to %c2 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        memref.store %s_1, %s_snapshots[%segment] : memref<2xf64>
// CHECK-NEXT:        %s_2 = scf.for %offset = %c0 to %c3 step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:          %q = scf.for %j = %c0 to %m step %c1 iter_args(%b = %s_3) -> (f64) {
// CHECK-NEXT:            %t = math.sin %b : f64
// CHECK-NEXT:            scf.yield %t : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %q : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %b_tape = memref.alloc() : memref<3x4xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c3 step %c1 iter_args(%s_4 = %s) -> (f64) {
// CHECK-NEXT:        %q_1 = scf.for %j_1 = %c0 to %m step %c1 iter_args(%b_1 = %s_4) -> (f64) {
// CHECK-NEXT:          %t_1 = math.sin %b_1 : f64
// CHECK-NEXT:          memref.store %b_1, %b_tape[%offset_1, %j_1] : memref<3x4xf64>
// CHECK-NEXT:          scf.yield %t_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %q_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c3 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c2, %back : index
// CHECK-NEXT:        %b_adj = scf.for %back_1 = %c0 to %m step %c1 iter_args(%b_adj_1 = %s_adj_1) -> (f64) {
// CHECK-NEXT:          %j_2 = arith.subi %c3, %back_1 : index
// CHECK-NEXT:          %b_2 = memref.load %b_tape[%offset_2, %j_2] : memref<3x4xf64>
// CHECK-NEXT:          %0 = math.cos %b_2 : f64
// CHECK-NEXT:          %b_adj_2 = arith.mulf %b_adj_1, %0 : f64
// CHECK-NEXT:          scf.yield %b_adj_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %b_adj : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %b_tape : memref<3x4xf64>
// CHECK-NEXT:      %b_tape_1 = memref.alloc() : memref<3x4xf64>
// CHECK-NEXT:      %s_adj_2 = scf.for %back_2 = %c0 to %c2 step %c1 iter_args(%s_adj_3 = %s_adj) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %c1, %back_2 : index
// CHECK-NEXT:        %s_5 = memref.load %s_snapshots[%segment_1] : memref<2xf64>
// CHECK-NEXT:        %s_6 = scf.for %offset_3 = %c0 to %c3 step %c1 iter_args(%s_7 = %s_5) -> (f64) {
// CHECK-NEXT:          %q_2 = scf.for %j_3 = %c0 to %m step %c1 iter_args(%b_3 = %s_7) -> (f64) {
// CHECK-NEXT:            %t_2 = math.sin %b_3 : f64
// CHECK-NEXT:            memref.store %b_3, %b_tape_1[%offset_3, %j_3] : memref<3x4xf64>
// CHECK-NEXT:            scf.yield %t_2 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %q_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj_4 = scf.for %back_3 = %c0 to %c3 step %c1 iter_args(%s_adj_5 = %s_adj_3) -> (f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %c2, %back_3 : index
// CHECK-NEXT:          %b_adj_3 = scf.for %back_4 = %c0 to %m step %c1 iter_args(%b_adj_4 = %s_adj_5) -> (f64) {
// CHECK-NEXT:            %j_4 = arith.subi %c3, %back_4 : index
// CHECK-NEXT:            %b_4 = memref.load %b_tape_1[%offset_4, %j_4] : memref<3x4xf64>
// CHECK-NEXT:            %1 = math.cos %b_4 : f64
// CHECK-NEXT:            %b_adj_5 = arith.mulf %b_adj_4, %1 : f64
// CHECK-NEXT:            scf.yield %b_adj_5 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %b_adj_3 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_adj_4 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %b_tape_1 : memref<3x4xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<2xf64>
// CHECK-NEXT:      return %s_adj_2 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s -p 'loop-checkpoint' | filecheck %s

// A trip count known at run time: the length of a segment is ceil(n / 3), at least 1; the number of
// segments is ceil(n / length), so no segment is empty, and the last one is cut to what is left.

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: index) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %n: index, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %0 = arith.addi %trips, %c2 : index
// CHECK-NEXT:      %length = arith.divui %0, %c3 : index
// CHECK-NEXT:      %length_1 = arith.maxsi %length, %c1 : index
// CHECK-NEXT:      %last = arith.subi %length_1, %c1 : index
// CHECK-NEXT:      %1 = arith.addi %trips, %last : index
// CHECK-NEXT:      %segments = arith.divui %1, %length_1 : index
// CHECK-NEXT:      %stretches = arith.maxsi %segments, %c1 : index
// CHECK-NEXT:      %others = arith.subi %stretches, %c1 : index
// CHECK-NEXT:      %base = arith.muli %length_1, %others : index
// CHECK-NEXT:      %rest = arith.subi %trips, %base : index
// CHECK-NEXT:      %s_snapshots = memref.alloc(%others) : memref<?xf64>
// CHECK-NEXT:      %s = scf.for %segment = %c0 to %others step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        memref.store %s_1, %s_snapshots[%segment] : memref<?xf64>
// CHECK-NEXT:        %s_2 = scf.for %offset = %c0 to %length_1 step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:          %t = math.sin %s_3 : f64
// CHECK-NEXT:          scf.yield %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %rest step %c1 iter_args(%s_4 = %s) -> (f64) {
// CHECK-NEXT:        %t_1 = math.sin %s_4 : f64
// CHECK-NEXT:        memref.store %s_4, %s_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %last_1 = arith.subi %rest, %c1 : index
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %rest step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %last_1, %back : index
// CHECK-NEXT:        %s_5 = memref.load %s_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %2 = math.cos %s_5 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %2 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<?xf64>
// CHECK-NEXT:      %last_2 = arith.subi %stretches, %c2 : index
// CHECK-NEXT:      %s_tape_1 = memref.alloc(%length_1) : memref<?xf64>
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %others step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %last_2, %back_1 : index
// CHECK-NEXT:        %s_6 = memref.load %s_snapshots[%segment_1] : memref<?xf64>
// CHECK-NEXT:        %s_7 = scf.for %offset_3 = %c0 to %length_1 step %c1 iter_args(%s_8 = %s_6) -> (f64) {
// CHECK-NEXT:          %t_2 = math.sin %s_8 : f64
// CHECK-NEXT:          memref.store %s_8, %s_tape_1[%offset_3] : memref<?xf64>
// CHECK-NEXT:          scf.yield %t_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %s_adj_5 = scf.for %back_2 = %c0 to %length_1 step %c1 iter_args(%s_adj_6 = %s_adj_4) -> (f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %last, %back_2 : index
// CHECK-NEXT:          %s_9 = memref.load %s_tape_1[%offset_4] : memref<?xf64>
// CHECK-NEXT:          %3 = math.cos %s_9 : f64
// CHECK-NEXT:          %s_adj_7 = arith.mulf %s_adj_6, %3 : f64
// CHECK-NEXT:          scf.yield %s_adj_7 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<?xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

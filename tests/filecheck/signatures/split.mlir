// RUN: ckptopt %s -p 'loop-checkpoint{fn=f mode=split}' | filecheck %s

// Split mode: @f_fwd returns the primal's result and then the tape, a buffer of snapshots; @f_rev
// takes the arguments that it reads, the seed and the tape, and frees the buffer.

func.func @f(%x: f64, %c: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %p = arith.mulf %a, %c : f64
    %s = math.sin %p : f64
    scf.yield %s : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %c: f64, %n: index) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %p = arith.mulf %a, %c : f64
// CHECK-NEXT:        %s = math.sin %p : f64
// CHECK-NEXT:        scf.yield %s : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 4 : i64}
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_fwd(%x: f64, %c: f64, %n: index) -> (f64, memref<?xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %0 = arith.addi %trips, %c3 : index
// CHECK-NEXT:      %length = arith.divui %0, %c4 : index
// CHECK-NEXT:      %length_1 = arith.maxsi %length, %c1 : index
// CHECK-NEXT:      %1 = arith.subi %length_1, %c1 : index
// CHECK-NEXT:      %2 = arith.addi %trips, %1 : index
// CHECK-NEXT:      %segments = arith.divui %2, %length_1 : index
// CHECK-NEXT:      %a_snapshots = memref.alloc(%segments) : memref<?xf64>
// CHECK-NEXT:      %r = scf.for %segment = %c0 to %segments step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        memref.store %a, %a_snapshots[%segment] : memref<?xf64>
// CHECK-NEXT:        %base = arith.muli %length_1, %segment : index
// CHECK-NEXT:        %left = arith.subi %trips, %base : index
// CHECK-NEXT:        %length_2 = arith.minsi %length_1, %left : index
// CHECK-NEXT:        %a_1 = scf.for %offset = %c0 to %length_2 step %c1 iter_args(%a_2 = %a) -> (f64) {
// CHECK-NEXT:          %p = arith.mulf %a_2, %c : f64
// CHECK-NEXT:          %s = math.sin %p : f64
// CHECK-NEXT:          scf.yield %s : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %a_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r, %a_snapshots : f64, memref<?xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_rev(%c: f64, %n: index, %seed: f64, %a_snapshots: memref<?xf64>) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %0 = arith.addi %trips, %c3 : index
// CHECK-NEXT:      %length = arith.divui %0, %c4 : index
// CHECK-NEXT:      %length_1 = arith.maxsi %length, %c1 : index
// CHECK-NEXT:      %1 = arith.subi %length_1, %c1 : index
// CHECK-NEXT:      %2 = arith.addi %trips, %1 : index
// CHECK-NEXT:      %segments = arith.divui %2, %length_1 : index
// CHECK-NEXT:      %last = arith.subi %segments, %c1 : index
// CHECK-NEXT:      %a_adj, %c_adj = scf.for %back = %c0 to %segments step %c1 iter_args(%a_adj_1 = %seed, %c_adj_1 = %zero) -> (f64, f64) {
// CHECK-NEXT:        %segment = arith.subi %last, %back : index
// CHECK-NEXT:        %base = arith.muli %length_1, %segment : index
// CHECK-NEXT:        %left = arith.subi %trips, %base : index
// CHECK-NEXT:        %length_2 = arith.minsi %length_1, %left : index
// CHECK-NEXT:        %a = memref.load %a_snapshots[%segment] : memref<?xf64>
// CHECK-NEXT:        %a_tape = memref.alloc(%length_2) : memref<?xf64>
// CHECK-NEXT:        %a_1 = scf.for %offset = %c0 to %length_2 step %c1 iter_args(%a_2 = %a) -> (f64) {
// CHECK-NEXT:          %p = arith.mulf %a_2, %c : f64
// CHECK-NEXT:          %s = math.sin %p : f64
// CHECK-NEXT:          memref.store %a_2, %a_tape[%offset] : memref<?xf64>
// CHECK-NEXT:          scf.yield %s : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %last_1 = arith.subi %length_2, %c1 : index
// CHECK-NEXT:        %a_adj_2, %c_adj_2 = scf.for %back_1 = %c0 to %length_2 step %c1 iter_args(%a_adj_3 = %a_adj_1, %c_adj_3 = %c_adj_1) -> (f64, f64) {
// CHECK-NEXT:          %offset_1 = arith.subi %last_1, %back_1 : index
// CHECK-NEXT:          %a_3 = memref.load %a_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:          %p_1 = arith.mulf %a_3, %c : f64
// CHECK-NEXT:          %3 = math.cos %p_1 : f64
// CHECK-NEXT:          %p_adj = arith.mulf %a_adj_3, %3 : f64
// CHECK-NEXT:          %a_adj_4 = arith.mulf %p_adj, %c : f64
// CHECK-NEXT:          %c_adj_4 = arith.mulf %p_adj, %a_3 : f64
// CHECK-NEXT:          %c_adj_5 = arith.addf %c_adj_3, %c_adj_4 : f64
// CHECK-NEXT:          scf.yield %a_adj_4, %c_adj_5 : f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %a_tape : memref<?xf64>
// CHECK-NEXT:        scf.yield %a_adj_2, %c_adj_2 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_snapshots : memref<?xf64>
// CHECK-NEXT:      return %a_adj, %c_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

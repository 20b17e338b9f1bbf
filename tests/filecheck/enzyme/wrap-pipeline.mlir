// RUN: ckptopt %s -p 'enzyme-wrap{infn=f outfn= argTys=enzyme_active,enzyme_const retTys=enzyme_active mode=ReverseModeCombined},canonicalize,remove-unnecessary-enzyme-ops,canonicalize,enzyme-simplify-math,canonicalize' | filecheck %s

// The pipeline that people write for Enzyme: caches are pushed and popped, then become buffers.

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %s = math.sin %a : f64
    scf.yield %s : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: index, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c1_1 = arith.constant 1 : index
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %0 = arith.addi %trips, %c2 : index
// CHECK-NEXT:      %length = arith.divui %0, %c3 : index
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
// CHECK-NEXT:          %s = math.sin %a_2 : f64
// CHECK-NEXT:          scf.yield %s : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %a_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %trips_1 = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %3 = arith.addi %trips_1, %c2 : index
// CHECK-NEXT:      %length_3 = arith.divui %3, %c3 : index
// CHECK-NEXT:      %length_4 = arith.maxsi %length_3, %c1 : index
// CHECK-NEXT:      %4 = arith.subi %length_4, %c1 : index
// CHECK-NEXT:      %5 = arith.addi %trips_1, %4 : index
// CHECK-NEXT:      %segments_1 = arith.divui %5, %length_4 : index
// CHECK-NEXT:      %last = arith.subi %segments_1, %c1 : index
// CHECK-NEXT:      %last_1 = arith.subi %segments_1, %c1_1 : index
// CHECK-NEXT:      %a_adj = scf.for %back = %c0 to %segments_1 step %c1 iter_args(%a_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %last, %back : index
// CHECK-NEXT:        %base_1 = arith.muli %length_4, %segment_1 : index
// CHECK-NEXT:        %left_1 = arith.subi %trips_1, %base_1 : index
// CHECK-NEXT:        %length_5 = arith.minsi %length_4, %left_1 : index
// CHECK-NEXT:        %segment_2 = arith.subi %last_1, %back : index
// CHECK-NEXT:        %a_3 = memref.load %a_snapshots[%segment_2] : memref<?xf64>
// CHECK-NEXT:        %a_tape = memref.alloc(%length_5) : memref<?xf64>
// CHECK-NEXT:        %a_4 = scf.for %offset_1 = %c0 to %length_5 step %c1 iter_args(%a_5 = %a_3) -> (f64) {
// CHECK-NEXT:          %s_1 = math.sin %a_5 : f64
// CHECK-NEXT:          memref.store %a_5, %a_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:          scf.yield %s_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %last_2 = arith.subi %length_5, %c1_1 : index
// CHECK-NEXT:        %a_adj_2 = scf.for %back_1 = %c0 to %length_5 step %c1 iter_args(%a_adj_3 = %a_adj_1) -> (f64) {
// CHECK-NEXT:          %offset_2 = arith.subi %last_2, %back_1 : index
// CHECK-NEXT:          %a_6 = memref.load %a_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:          %6 = math.cos %a_6 : f64
// CHECK-NEXT:          %a_adj_4 = arith.mulf %a_adj_3, %6 : f64
// CHECK-NEXT:          scf.yield %a_adj_4 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %a_tape : memref<?xf64>
// CHECK-NEXT:        scf.yield %a_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_snapshots : memref<?xf64>
// CHECK-NEXT:      return %a_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

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
// CHECK-NEXT:      %stretches = arith.maxsi %segments, %c1 : index
// CHECK-NEXT:      %others = arith.subi %stretches, %c1 : index
// CHECK-NEXT:      %base = arith.muli %length_1, %others : index
// CHECK-NEXT:      %rest = arith.subi %trips, %base : index
// CHECK-NEXT:      %a_snapshots = memref.alloc(%others) : memref<?xf64>
// CHECK-NEXT:      %a = scf.for %segment = %c0 to %others step %c1 iter_args(%a_1 = %x) -> (f64) {
// CHECK-NEXT:        memref.store %a_1, %a_snapshots[%segment] : memref<?xf64>
// CHECK-NEXT:        %a_2 = scf.for %offset = %c0 to %length_1 step %c1 iter_args(%a_3 = %a_1) -> (f64) {
// CHECK-NEXT:          %s = math.sin %a_3 : f64
// CHECK-NEXT:          scf.yield %s : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %a_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %r = scf.for %offset_1 = %c0 to %rest step %c1 iter_args(%a_4 = %a) -> (f64) {
// CHECK-NEXT:        %s_1 = math.sin %a_4 : f64
// CHECK-NEXT:        memref.store %a_4, %a_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        scf.yield %s_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %trips_1 = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %3 = arith.addi %trips_1, %c2 : index
// CHECK-NEXT:      %length_2 = arith.divui %3, %c3 : index
// CHECK-NEXT:      %length_3 = arith.maxsi %length_2, %c1 : index
// CHECK-NEXT:      %4 = arith.subi %length_3, %c1 : index
// CHECK-NEXT:      %5 = arith.addi %trips_1, %4 : index
// CHECK-NEXT:      %segments_1 = arith.divui %5, %length_3 : index
// CHECK-NEXT:      %stretches_1 = arith.maxsi %segments_1, %c1 : index
// CHECK-NEXT:      %others_1 = arith.subi %stretches_1, %c1 : index
// CHECK-NEXT:      %base_1 = arith.muli %length_3, %others_1 : index
// CHECK-NEXT:      %rest_1 = arith.subi %trips_1, %base_1 : index
// CHECK-NEXT:      %last = arith.subi %rest_1, %c1_1 : index
// CHECK-NEXT:      %a_adj = scf.for %back = %c0 to %rest_1 step %c1 iter_args(%a_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %last, %back : index
// CHECK-NEXT:        %a_5 = memref.load %a_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %6 = math.cos %a_5 : f64
// CHECK-NEXT:        %a_adj_2 = arith.mulf %a_adj_1, %6 : f64
// CHECK-NEXT:        scf.yield %a_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<?xf64>
// CHECK-NEXT:      %last_1 = arith.subi %others_1, %c1_1 : index
// CHECK-NEXT:      %a_tape_1 = memref.alloc(%length_3) : memref<?xf64>
// CHECK-NEXT:      %a_adj_3 = scf.for %back_1 = %c0 to %others_1 step %c1 iter_args(%a_adj_4 = %a_adj) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %last_1, %back_1 : index
// CHECK-NEXT:        %a_6 = memref.load %a_snapshots[%segment_1] : memref<?xf64>
// CHECK-NEXT:        %a_7 = scf.for %offset_3 = %c0 to %length_3 step %c1 iter_args(%a_8 = %a_6) -> (f64) {
// CHECK-NEXT:          %s_2 = math.sin %a_8 : f64
// CHECK-NEXT:          memref.store %a_8, %a_tape_1[%offset_3] : memref<?xf64>
// CHECK-NEXT:          scf.yield %s_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %last_2 = arith.subi %length_3, %c1_1 : index
// CHECK-NEXT:        %a_adj_5 = scf.for %back_2 = %c0 to %length_3 step %c1 iter_args(%a_adj_6 = %a_adj_4) -> (f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %last_2, %back_2 : index
// CHECK-NEXT:          %a_9 = memref.load %a_tape_1[%offset_4] : memref<?xf64>
// CHECK-NEXT:          %7 = math.cos %a_9 : f64
// CHECK-NEXT:          %a_adj_7 = arith.mulf %a_adj_6, %7 : f64
// CHECK-NEXT:          scf.yield %a_adj_7 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %a_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape_1 : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %a_snapshots : memref<?xf64>
// CHECK-NEXT:      return %a_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

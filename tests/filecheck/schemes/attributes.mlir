// RUN: ckptopt %s -p 'loop-checkpoint{attr-prefix=enzymexla}' | filecheck %s

// The directives are consumed, here with another prefix; every other discardable attribute goes to
// each loop that is made for this one.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {enzymexla.enable_checkpointing = true, enzymexla.checkpoint_period = 2 : i64, test.name = "sine"}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzymexla.enable_checkpointing = true, enzymexla.checkpoint_period = 2 : i64, test.name = "sine"}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c4 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s_1 : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {test.name = "sine"}
// CHECK-NEXT:      %s_tape = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c4 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %t_1 = math.sin %s_2 : f64
// CHECK-NEXT:        memref.store %s_2, %s_tape[%offset_1] : memref<4xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      } {test.name = "sine"}
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c4 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c3, %back : index
// CHECK-NEXT:        %s_3 = memref.load %s_tape[%offset_2] : memref<4xf64>
// CHECK-NEXT:        %0 = math.cos %s_3 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      } {test.name = "sine"}
// CHECK-NEXT:      memref.dealloc %s_tape : memref<4xf64>
// CHECK-NEXT:      %s_tape_1 = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_5 = scf.for %offset_3 = %c0 to %c4 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// CHECK-NEXT:        %t_2 = math.sin %s_6 : f64
// CHECK-NEXT:        memref.store %s_6, %s_tape_1[%offset_3] : memref<4xf64>
// CHECK-NEXT:        scf.yield %t_2 : f64
// CHECK-NEXT:      } {test.name = "sine"}
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c4 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %offset_4 = arith.subi %c3, %back_1 : index
// CHECK-NEXT:        %s_7 = memref.load %s_tape_1[%offset_4] : memref<4xf64>
// CHECK-NEXT:        %1 = math.cos %s_7 : f64
// CHECK-NEXT:        %s_adj_5 = arith.mulf %s_adj_4, %1 : f64
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      } {test.name = "sine"}
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<4xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

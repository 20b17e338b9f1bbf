// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// A loop without a directive is taped as a whole: one value per step, read backwards.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  return %y : f64
}

// -----

// With a dynamic trip count the tape is as long as the loop runs.
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  return %y : f64
}

// -----

// The trip count of a general loop is rounded up, and zero where the bounds are crossed.
func.func @f(%x: f64, %lower: i32, %upper: i32, %step: i32) -> f64 {
  %y = scf.for %i = %lower to %upper step %step iter_args(%s = %x) -> (f64) : i32 {
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
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
// CHECK-NEXT:      }
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      %s_tape = memref.alloc() : memref<8xf64>
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        memref.store %s, %s_tape[%i] : memref<8xf64>
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c8 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.subi %c7, %back : index
// CHECK-NEXT:        %s_1 = memref.load %s_tape[%i_1] : memref<8xf64>
// CHECK-NEXT:        %0 = math.cos %s_1 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<8xf64>
// CHECK-NEXT:      return %s_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: index) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %n: index, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %s_tape = memref.alloc(%trips) : memref<?xf64>
// CHECK-NEXT:      %y = scf.for %i = %c0 to %trips step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        memref.store %s, %s_tape[%i] : memref<?xf64>
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %trips, %c1 : index
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %trips step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.subi %last, %back : index
// CHECK-NEXT:        %s_1 = memref.load %s_tape[%i_1] : memref<?xf64>
// CHECK-NEXT:        %0 = math.cos %s_1 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<?xf64>
// CHECK-NEXT:      return %s_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %lower: i32, %upper: i32, %step: i32) -> f64 {
// CHECK-NEXT:      %y = scf.for %i = %lower to %upper step %step iter_args(%s = %x) -> (f64) : i32 {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %lower: i32, %upper: i32, %step: i32, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %lower_1 = arith.index_cast %lower : i32 to index
// CHECK-NEXT:      %upper_1 = arith.index_cast %upper : i32 to index
// CHECK-NEXT:      %step_1 = arith.index_cast %step : i32 to index
// CHECK-NEXT:      %runs = arith.cmpi slt, %lower_1, %upper_1 : index
// CHECK-NEXT:      %distance = arith.subi %upper_1, %lower_1 : index
// CHECK-NEXT:      %distance_1 = arith.subi %distance, %c1 : index
// CHECK-NEXT:      %trips = arith.divui %distance_1, %step_1 : index
// CHECK-NEXT:      %trips_1 = arith.addi %trips, %c1 : index
// CHECK-NEXT:      %trips_2 = arith.select %runs, %trips_1, %c0 : index
// CHECK-NEXT:      %s_tape = memref.alloc(%trips_2) : memref<?xf64>
// CHECK-NEXT:      %y = scf.for %i = %c0 to %trips_2 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %s : f64
// CHECK-NEXT:        memref.store %s, %s_tape[%i] : memref<?xf64>
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %trips_2, %c1 : index
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %trips_2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.subi %last, %back : index
// CHECK-NEXT:        %s_1 = memref.load %s_tape[%i_1] : memref<?xf64>
// CHECK-NEXT:        %0 = math.cos %s_1 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<?xf64>
// CHECK-NEXT:      return %s_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

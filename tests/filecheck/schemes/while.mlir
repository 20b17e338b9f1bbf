// RUN: ckptopt %s -p 'loop-checkpoint{fn=f}' | filecheck %s

// A loop whose trip count is known when it ends: it counts its steps, and its tape doubles when it is
// full. The reverse runs as often as was counted.

func.func @f(%x: f64, %e: f64) -> f64 {
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %e: f64) -> f64 {
// CHECK-NEXT:      %y = scf.while (%s = %x) : (f64) -> f64 {
// CHECK-NEXT:        %p = arith.cmpf ogt, %s, %e : f64
// CHECK-NEXT:        scf.condition(%p) %s : f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%s_1: f64):
// CHECK-NEXT:        %t = math.sin %s_1 : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %e: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c16 = arith.constant 16 : index
// CHECK-NEXT:      %p = arith.cmpf ogt, %x, %e : f64
// CHECK-NEXT:      %s_tape = memref.alloc(%c16) : memref<?xf64>
// CHECK-NEXT:      %step, %y, %s_tape_1 = scf.while (%step_1 = %c0, %more = %p, %s = %x, %s_tape_2 = %s_tape) : (index, i1, f64, memref<?xf64>) -> (index, f64, memref<?xf64>) {
// CHECK-NEXT:        scf.condition(%more) %step_1, %s, %s_tape_2 : index, f64, memref<?xf64>
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%step_2: index, %s_1: f64, %s_tape_3: memref<?xf64>):
// CHECK-NEXT:        %t = math.sin %s_1 : f64
// CHECK-NEXT:        %p_1 = arith.cmpf ogt, %t, %e : f64
// CHECK-NEXT:        %dim = memref.dim %s_tape_3, %c0 : memref<?xf64>
// CHECK-NEXT:        %full = arith.cmpi eq, %step_2, %dim : index
// CHECK-NEXT:        %s_tape_4 = scf.if %full -> (memref<?xf64>) {
// CHECK-NEXT:          %doubled = arith.addi %dim, %dim : index
// CHECK-NEXT:          %s_tape_5 = memref.alloc(%doubled) : memref<?xf64>
// CHECK-NEXT:          %start = memref.subview %s_tape_5[0] [%dim] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
// CHECK-NEXT:          memref.copy %s_tape_3, %start : memref<?xf64> to memref<?xf64, strided<[1]>>
// CHECK-NEXT:          memref.dealloc %s_tape_3 : memref<?xf64>
// CHECK-NEXT:          scf.yield %s_tape_5 : memref<?xf64>
// CHECK-NEXT:        } else {
// CHECK-NEXT:          scf.yield %s_tape_3 : memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %s_1, %s_tape_4[%step_2] : memref<?xf64>
// CHECK-NEXT:        %step_3 = arith.addi %step_2, %c1 : index
// CHECK-NEXT:        scf.yield %step_3, %p_1, %t, %s_tape_4 : index, i1, f64, memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %step, %c1 : index
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %step step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %step_4 = arith.subi %last, %back : index
// CHECK-NEXT:        %s_2 = memref.load %s_tape_1[%step_4] : memref<?xf64>
// CHECK-NEXT:        %0 = math.cos %s_2 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<?xf64>
// CHECK-NEXT:      return %s_adj, %zero : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

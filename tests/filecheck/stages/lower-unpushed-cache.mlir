// RUN: ckptopt %s -p remove-unnecessary-enzyme-ops | filecheck %s

// Where a branch with the loop that pushes turned out never to be taken, only the cache that stood in
// for its own is left: an empty buffer, whose pops never run.

func.func @f(%n: index, %m: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outer = enzyme.init : !enzyme.Cache<!enzyme.Cache<f64>>
  scf.for %i = %c0 to %n step %c1 {
    %inner = enzyme.init : !enzyme.Cache<f64>
    enzyme.push %outer, %inner : !enzyme.Cache<!enzyme.Cache<f64>>, !enzyme.Cache<f64>
  }
  scf.for %k = %c0 to %n step %c1 {
    %inner = enzyme.pop %outer : !enzyme.Cache<!enzyme.Cache<f64>> -> !enzyme.Cache<f64>
    scf.for %j = %c0 to %c0 step %c1 {
      %v = enzyme.pop %inner : !enzyme.Cache<f64> -> f64
      memref.store %v, %m[%j] : memref<?xf64>
    }
  }
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%n: index, %m: memref<?xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c0_1 = arith.constant 0 : index
// CHECK-NEXT:      %c1_1 = arith.constant 1 : index
// CHECK-NEXT:      %inner = memref.alloc(%n, %c0_1) : memref<?x?xf64>
// CHECK-NEXT:      scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %n, %c1_1 : index
// CHECK-NEXT:      scf.for %k = %c0 to %n step %c1 {
// CHECK-NEXT:        %i_1 = arith.subi %last, %k : index
// CHECK-NEXT:        scf.for %j = %c0 to %c0 step %c1 {
// CHECK-NEXT:          %v = memref.load %inner[%i_1, %c0_1] : memref<?x?xf64>
// CHECK-NEXT:          memref.store %v, %m[%j] : memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %inner : memref<?x?xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

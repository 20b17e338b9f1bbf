// RUN: ckptopt %s -p simplify | filecheck %s

// Equal numbers are shared, also with the blocks inside; vectors and tensors within one block only,
// as they take room; what is read, until something is written.

func.func @share(%x: f64, %n: index, %c: i1) -> (f64, f64, f64) {
  %two = arith.constant 2.0 : f64
  %also_two = arith.constant 2.0 : f64
  %a = arith.mulf %x, %two : f64
  %b = arith.mulf %x, %also_two : f64
  %r = scf.if %c -> (f64) {
    %again = arith.mulf %x, %two : f64
    scf.yield %again : f64
  } else {
    scf.yield %x : f64
  }
  return %a, %b, %r : f64, f64, f64
}

func.func @integers(%n: index, %m: memref<?xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  memref.store %x, %m[%last] : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %one = arith.constant 1 : index
    %end = arith.subi %n, %one : index
    %k = arith.subi %end, %i : index
    memref.store %x, %m[%k] : memref<?xf64>
  }
  return
}

func.func @commuted(%x: f64, %y: f64) -> (f64, f64) {
  %a = arith.mulf %x, %y : f64
  %b = arith.mulf %y, %x : f64
  return %a, %b : f64, f64
}

func.func @reads(%m: memref<4xf64>, %i: index, %x: f64, %c: i1) -> (f64, f64, f64) {
  %a = memref.load %m[%i] : memref<4xf64>
  %b = memref.load %m[%i] : memref<4xf64>
  scf.if %c {
    memref.store %x, %m[%i] : memref<4xf64>
  }
  %after = memref.load %m[%i] : memref<4xf64>
  return %a, %b, %after : f64, f64, f64
}

func.func @vectors(%x: vector<4xf64>, %m: memref<vector<4xf64>>, %c: i1) -> vector<4xf64> {
  %a = arith.mulf %x, %x : vector<4xf64>
  scf.if %c {
    %again = arith.mulf %x, %x : vector<4xf64>
    memref.store %again, %m[] : memref<vector<4xf64>>
  }
  return %a : vector<4xf64>
}

// CHECK:       module {
// CHECK-LABEL:   func.func @share(%x: f64, %n: index, %c: i1) -> (f64, f64, f64) {
// CHECK-NEXT:      %two = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %a = arith.mulf %x, %two : f64
// CHECK-NEXT:      %r = arith.select %c, %a, %x : f64
// CHECK-NEXT:      return %a, %a, %r : f64, f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @integers(%n: index, %m: memref<?xf64>, %x: f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %last = arith.subi %n, %c1 : index
// CHECK-NEXT:      memref.store %x, %m[%last] : memref<?xf64>
// CHECK-NEXT:      scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:        %k = arith.subi %last, %i : index
// CHECK-NEXT:        memref.store %x, %m[%k] : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @commuted(%x: f64, %y: f64) -> (f64, f64) {
// CHECK-NEXT:      %a = arith.mulf %x, %y : f64
// CHECK-NEXT:      return %a, %a : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @reads(%m: memref<4xf64>, %i: index, %x: f64, %c: i1) -> (f64, f64, f64) {
// CHECK-NEXT:      %a = memref.load %m[%i] : memref<4xf64>
// CHECK-NEXT:      scf.if %c {
// CHECK-NEXT:        memref.store %x, %m[%i] : memref<4xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %after = memref.load %m[%i] : memref<4xf64>
// CHECK-NEXT:      return %a, %a, %after : f64, f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @vectors(%x: vector<4xf64>, %m: memref<vector<4xf64>>, %c: i1) -> vector<4xf64> {
// CHECK-NEXT:      %a = arith.mulf %x, %x : vector<4xf64>
// CHECK-NEXT:      scf.if %c {
// CHECK-NEXT:        %again = arith.mulf %x, %x : vector<4xf64>
// CHECK-NEXT:        memref.store %again, %m[] : memref<vector<4xf64>>
// CHECK-NEXT:      }
// CHECK-NEXT:      return %a : vector<4xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }

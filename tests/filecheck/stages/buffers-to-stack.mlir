// RUN: ckptopt %s -p 'buffers-to-stack,simplify' | filecheck %s

// A buffer that each iteration makes anew is made once, on the stack or not.
func.func @anew(%n: index, %x: f64, %m: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<2xf64>
    %b = memref.alloca() {alignment = 32 : i64} : memref<2xf64>
    memref.store %x, %a[%c0] : memref<2xf64>
    memref.copy %a, %b : memref<2xf64> to memref<2xf64>
    %y = memref.load %b[%c0] : memref<2xf64>
    memref.store %y, %m[%i] : memref<?xf64>
    memref.dealloc %a : memref<2xf64>
  }
  return
}

// Handles that branches make are in a buffer of handles, which another one holds.
func.func @handles(%b: i1, %m: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %all = memref.alloc() : memref<3xmemref<4xmemref<2xf32>>>
  scf.for %i = %c0 to %c3 step %c1 {
    %row = memref.alloc() : memref<4xmemref<2xf32>>
    scf.for %j = %c0 to %c4 step %c1 {
      %room = scf.if %b -> (memref<2xf32>) {
        %one = memref.alloc() : memref<2xf32>
        memref.copy %m, %one : memref<2xf32> to memref<2xf32>
        scf.yield %one : memref<2xf32>
      } else {
        %other = memref.alloc() : memref<2xf32>
        scf.yield %other : memref<2xf32>
      }
      memref.store %room, %row[%j] : memref<4xmemref<2xf32>>
    }
    memref.store %row, %all[%i] : memref<3xmemref<4xmemref<2xf32>>>
  }
  scf.for %i = %c0 to %c3 step %c1 {
    %row = memref.load %all[%i] : memref<3xmemref<4xmemref<2xf32>>>
    scf.for %j = %c0 to %c4 step %c1 {
      %room = memref.load %row[%j] : memref<4xmemref<2xf32>>
      memref.copy %room, %m : memref<2xf32> to memref<2xf32>
      memref.dealloc %room : memref<2xf32>
    }
    memref.dealloc %row : memref<4xmemref<2xf32>>
  }
  memref.dealloc %all : memref<3xmemref<4xmemref<2xf32>>>
  return
}

// A size is bounded by a constant; memory that somebody else owns is still freed.
func.func @bounded(%n: index, %m: memref<2xf64>, %q: memref<?xf64>) {
  %c3 = arith.constant 3 : index
  %size = arith.minsi %n, %c3 : index
  %a = memref.alloc(%size) : memref<?xf64>
  memref.copy %q, %a : memref<?xf64> to memref<?xf64>
  memref.copy %a, %q : memref<?xf64> to memref<?xf64>
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %m : memref<2xf64>
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @anew(%n: index, %x: f64, %m: memref<?xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %a = memref.alloca() : memref<2xf64>
// CHECK-NEXT:      %b = memref.alloca() {alignment = 32 : i64} : memref<2xf64>
// CHECK-NEXT:      scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:        memref.store %x, %a[%c0] : memref<2xf64>
// CHECK-NEXT:        memref.copy %a, %b : memref<2xf64> to memref<2xf64>
// CHECK-NEXT:        %y = memref.load %b[%c0] : memref<2xf64>
// CHECK-NEXT:        memref.store %y, %m[%i] : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @handles(%b: i1, %m: memref<2xf32>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c32 = arith.constant 32 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %all = memref.alloca() {alignment = 4 : i64} : memref<96xi8>
// CHECK-NEXT:      scf.for %i = %c0 to %c3 step %c1 {
// CHECK-NEXT:        scf.for %j = %c0 to %c4 step %c1 {
// CHECK-NEXT:          scf.if %b {
// CHECK-NEXT:            %start = arith.muli %i, %c32 : index
// CHECK-NEXT:            %start_1 = arith.muli %j, %c8 : index
// CHECK-NEXT:            %start_2 = arith.addi %start, %start_1 : index
// CHECK-NEXT:            %one = memref.view %all[%start_2][] : memref<96xi8> to memref<2xf32>
// CHECK-NEXT:            memref.copy %m, %one : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %i_1 = %c0 to %c3 step %c1 {
// CHECK-NEXT:        scf.for %j_1 = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %start_3 = arith.muli %i_1, %c32 : index
// CHECK-NEXT:          %start_4 = arith.muli %j_1, %c8 : index
// CHECK-NEXT:          %start_5 = arith.addi %start_3, %start_4 : index
// CHECK-NEXT:          %room = memref.view %all[%start_5][] : memref<96xi8> to memref<2xf32>
// CHECK-NEXT:          memref.copy %room, %m : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @bounded(%n: index, %m: memref<2xf64>, %q: memref<?xf64>) {
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %a = memref.alloca() {alignment = 8 : i64} : memref<24xi8>
// CHECK-NEXT:      %size = arith.minsi %n, %c3 : index
// CHECK-NEXT:      %a_1 = memref.view %a[%c0][%size] : memref<24xi8> to memref<?xf64>
// CHECK-NEXT:      memref.copy %q, %a_1 : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:      memref.copy %a_1, %q : memref<?xf64> to memref<?xf64>
// CHECK-NEXT:      memref.dealloc %m : memref<2xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

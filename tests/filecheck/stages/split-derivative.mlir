// RUN: ckptopt %s -p 'split-derivative' | filecheck %s

// A derivative is cut at its mark. What the reverse half reads of the forward half becomes the tape;
// integer arithmetic is done again.

func.func @f_grad(%x: f64, %n: index, %seed: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
  %y = math.exp %x : f64
  ckptopt.split %y : f64
  %d = arith.mulf %seed, %y : f64
  %k = arith.index_cast %m : index to i64
  %t = arith.sitofp %k : i64 to f64
  %x_adj = arith.mulf %d, %t : f64
  return %x_adj : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f_fwd(%x: f64, %n: index) -> (f64, f64) {
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %m = arith.addi %n, %c1 : index
// CHECK-NEXT:      %y = math.exp %x : f64
// CHECK-NEXT:      return %y, %y : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_rev(%n: index, %seed: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %m = arith.addi %n, %c1 : index
// CHECK-NEXT:      %d = arith.mulf %seed, %y : f64
// CHECK-NEXT:      %k = arith.index_cast %m : index to i64
// CHECK-NEXT:      %t = arith.sitofp %k : i64 to f64
// CHECK-NEXT:      %x_adj = arith.mulf %d, %t : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s -p simplify | filecheck %s

// Folds of integer arithmetic, one function each. Floats are left alone.

func.func @constants() -> (index, index, i8) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = arith.addi %c2, %c3 : index
  %b = arith.muli %a, %c3 : index
  %big = arith.constant 100 : i8
  %wraps = arith.addi %big, %big : i8
  return %a, %b, %wraps : index, index, i8
}

func.func @neutral(%x: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.addi %c0, %x : index
  %b = arith.muli %x, %c1 : index
  %c = arith.subi %x, %c0 : index
  return %a, %b, %c : index, index, index
}

func.func @equal_operands(%x: index) -> (index, index) {
  %a = arith.subi %x, %x : index
  %b = arith.minsi %x, %x : index
  return %a, %b : index, index
}

func.func @compare() -> (i1, i1) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = arith.cmpi slt, %c2, %c3 : index
  %b = arith.cmpi eq, %c2, %c3 : index
  return %a, %b : i1, i1
}

func.func @casts(%x: index) -> (i64, index) {
  %c2 = arith.constant 2 : index
  %a = arith.index_cast %c2 : index to i64
  %there = arith.index_cast %x : index to i64
  %back = arith.index_cast %there : i64 to index
  return %a, %back : i64, index
}

func.func @select(%c: i1, %x: f64, %y: f64) -> (f64, f64) {
  %true = arith.constant true
  %a = arith.select %true, %x, %y : f64
  %b = arith.select %c, %x, %x : f64
  return %a, %b : f64, f64
}

func.func @floats(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %y = arith.addf %x, %zero : f64
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @constants() -> (index, index, i8) {
// CHECK-NEXT:      %a = arith.constant 5 : index
// CHECK-NEXT:      %b = arith.constant 15 : index
// CHECK-NEXT:      %wraps = arith.constant -56 : i8
// CHECK-NEXT:      return %a, %b, %wraps : index, index, i8
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @neutral(%x: index) -> (index, index, index) {
// CHECK-NEXT:      return %x, %x, %x : index, index, index
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @equal_operands(%x: index) -> (index, index) {
// CHECK-NEXT:      %a = arith.constant 0 : index
// CHECK-NEXT:      return %a, %x : index, index
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @compare() -> (i1, i1) {
// CHECK-NEXT:      %a = arith.constant true
// CHECK-NEXT:      %b = arith.constant false
// CHECK-NEXT:      return %a, %b : i1, i1
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @casts(%x: index) -> (i64, index) {
// CHECK-NEXT:      %a = arith.constant 2 : i64
// CHECK-NEXT:      return %a, %x : i64, index
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @select(%c: i1, %x: f64, %y: f64) -> (f64, f64) {
// CHECK-NEXT:      return %x, %x : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @floats(%x: f64) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %y = arith.addf %x, %zero : f64
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

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

func.func @sums(%x: index) -> (index, index, index, index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %more = arith.addi %x, %c3 : index
  %a = arith.subi %more, %c1 : index
  %less = arith.subi %c3, %x : index
  %b = arith.addi %c1, %less : index
  %c = arith.subi %c1, %less : index
  %d = arith.subi %more, %c3 : index
  return %a, %b, %c, %d : index, index, index, index
}

func.func @sums_wrap(%x: i8) -> i8 {
  %big = arith.constant 100 : i8
  %a = arith.addi %x, %big : i8
  %b = arith.addi %a, %big : i8
  return %b : i8
}

func.func @cancellation(%x: index, %y: index) -> (index, index, index) {
  %sum = arith.addi %x, %y : index
  %a = arith.subi %sum, %y : index
  %difference = arith.subi %x, %y : index
  %b = arith.addi %y, %difference : index
  %c = arith.subi %x, %difference : index
  return %a, %b, %c : index, index, index
}

func.func @products(%x: index) -> index {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = arith.muli %c2, %x : index
  %b = arith.muli %a, %c3 : index
  return %b : index
}

func.func @divisions(%x: i8) -> (i8, i8, i8, i8, i8) {
  %c1 = arith.constant 1 : i8
  %c3 = arith.constant 3 : i8
  %cm7 = arith.constant -7 : i8
  %a = arith.divsi %cm7, %c3 : i8
  %b = arith.remsi %cm7, %c3 : i8
  %c = arith.remui %cm7, %c3 : i8
  %d = arith.remui %x, %c1 : i8
  %zero = arith.constant 0 : i8
  %e = arith.divui %c3, %zero : i8
  return %a, %b, %c, %d, %e : i8, i8, i8, i8, i8
}

func.func @bits(%x: i1) -> (i1, i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %a = arith.andi %x, %true : i1
  %b = arith.ori %true, %x : i1
  %c = arith.select %x, %true, %false : i1
  return %a, %b, %c : i1, i1, i1
}

func.func @unsigned_compare() -> i1 {
  %c1 = arith.constant 1 : i8
  %cm1 = arith.constant -1 : i8
  %a = arith.cmpi ult, %c1, %cm1 : i8
  return %a : i1
}

func.func @chains_of_casts(%x: i8, %i: index) -> (index, i8, index) {
  %wide = arith.extsi %x : i8 to i32
  %a = arith.index_cast %wide : i32 to index
  %b = arith.trunci %wide : i32 to i8
  %cut = arith.index_cast %i : index to i8
  %c = arith.index_cast %cut : i8 to index
  return %a, %b, %c : index, i8, index
}

func.func @to_float() -> (f64, f16) {
  %c5 = arith.constant 5 : i32
  %c4097 = arith.constant 4097 : i32
  %a = arith.sitofp %c5 : i32 to f64
  %inexact = arith.sitofp %c4097 : i32 to f16
  return %a, %inexact : f64, f16
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
// CHECK-LABEL:   func.func @sums(%x: index) -> (index, index, index, index) {
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %a = arith.addi %x, %c2 : index
// CHECK-NEXT:      %b = arith.subi %c4, %x : index
// CHECK-NEXT:      %c = arith.subi %x, %c2 : index
// CHECK-NEXT:      return %a, %b, %c, %x : index, index, index, index
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @sums_wrap(%x: i8) -> i8 {
// CHECK-NEXT:      %c56_i8 = arith.constant 56 : i8
// CHECK-NEXT:      %b = arith.subi %x, %c56_i8 : i8
// CHECK-NEXT:      return %b : i8
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @cancellation(%x: index, %y: index) -> (index, index, index) {
// CHECK-NEXT:      return %x, %x, %y : index, index, index
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @products(%x: index) -> index {
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %b = arith.muli %x, %c6 : index
// CHECK-NEXT:      return %b : index
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @divisions(%x: i8) -> (i8, i8, i8, i8, i8) {
// CHECK-NEXT:      %c3 = arith.constant 3 : i8
// CHECK-NEXT:      %zero = arith.constant 0 : i8
// CHECK-NEXT:      %a = arith.constant -2 : i8
// CHECK-NEXT:      %b = arith.constant -1 : i8
// CHECK-NEXT:      %e = arith.divui %c3, %zero : i8
// CHECK-NEXT:      return %a, %b, %zero, %zero, %e : i8, i8, i8, i8, i8
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @bits(%x: i1) -> (i1, i1, i1) {
// CHECK-NEXT:      %true = arith.constant true
// CHECK-NEXT:      return %x, %true, %x : i1, i1, i1
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @unsigned_compare() -> i1 {
// CHECK-NEXT:      %a = arith.constant true
// CHECK-NEXT:      return %a : i1
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @chains_of_casts(%x: i8, %i: index) -> (index, i8, index) {
// CHECK-NEXT:      %a = arith.index_cast %x : i8 to index
// CHECK-NEXT:      %cut = arith.index_cast %i : index to i8
// CHECK-NEXT:      %c = arith.index_cast %cut : i8 to index
// CHECK-NEXT:      return %a, %x, %c : index, i8, index
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @to_float() -> (f64, f16) {
// CHECK-NEXT:      %c4097 = arith.constant 4097 : i32
// CHECK-NEXT:      %a = arith.constant 5.000000e+00 : f64
// CHECK-NEXT:      %inexact = arith.sitofp %c4097 : i32 to f16
// CHECK-NEXT:      return %a, %inexact : f64, f16
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: not ckptopt %s --split-input-file | filecheck %s
// RUN: not ckptopt %s --split-input-file 2>&1 | filecheck %s --check-prefix ERROR
// RUN: not ckptopt %s | filecheck %s --allow-empty --check-prefix NOTHING

// The second part is wrong; the others are printed, and lines are counted in the whole file.

func.func @first(%a: f64) -> f64 {
  return %a : f64
}

// -----

func.func @second(%a: f64) -> f64 {
  return %b : f64
}

// -----

func.func @third() {
  return
}



// NOTHING-NOT: func

// CHECK:       module {
// CHECK-LABEL:   func.func @first(%a: f64) -> f64 {
// CHECK-NEXT:      return %a : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @third() {
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// ERROR:       {{.*}}split-input-file.mlir:14:10: error: use of undeclared SSA value name
// ERROR-NEXT:    return %b : f64
// ERROR-NEXT:           ^
// ERROR-NEXT:  module {
// ERROR-LABEL:   func.func @first(%a: f64) -> f64 {
// ERROR-NEXT:      return %a : f64
// ERROR-NEXT:    }
// ERROR-NEXT:  }
// ERROR-EMPTY:
// ERROR-NEXT:  {{//}} -----
// ERROR-NEXT:  {{//}} -----
// ERROR-NEXT:  module {
// ERROR-LABEL:   func.func @third() {
// ERROR-NEXT:      return
// ERROR-NEXT:    }
// ERROR-NEXT:  }

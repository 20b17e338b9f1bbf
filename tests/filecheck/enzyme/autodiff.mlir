// RUN: ckptopt %s -p enzyme | filecheck %s

// One private function per function and set of activities, at the end of the module: the first and
// the third request share it. Results that are active or const come back as well; `noneed` ones do
// not. The attributes may be written as in Enzyme's input or as in its output.

func.func @f(%x: f64, %y: f64) -> f64 {
  %p = arith.mulf %x, %y : f64
  return %p : f64
}

func.func @both(%x: f64, %y: f64, %seed: f64) -> (f64, f64, f64) {
  %p, %dx, %dy = enzyme.autodiff @f(%x, %y, %seed) <{activity = [#enzyme.activity<enzyme_active>, #enzyme.activity<enzyme_active>], ret_activity = [#enzyme.activity<enzyme_active>]}> : (f64, f64, f64) -> (f64, f64, f64)
  return %p, %dx, %dy : f64, f64, f64
}

func.func @one(%x: f64, %y: f64, %seed: f64) -> f64 {
  %dy = enzyme.autodiff @f(%x, %y, %seed) <activity = [#enzyme<activity enzyme_const>, #enzyme<activity enzyme_active>], ret_activity = [#enzyme<activity enzyme_activenoneed>]> {note = "kept"} : (f64, f64, f64) -> f64
  return %dy : f64
}

func.func @again(%x: f64, %seed: f64) -> f64 {
  %p, %dx, %dy = enzyme.autodiff @f(%x, %x, %seed) <{activity = [#enzyme.activity<enzyme_active>, #enzyme.activity<enzyme_active>], ret_activity = [#enzyme.activity<enzyme_active>]}> : (f64, f64, f64) -> (f64, f64, f64)
  return %dx : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %p = arith.mulf %x, %y : f64
// CHECK-NEXT:      return %p : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @both(%x: f64, %y: f64, %seed: f64) -> (f64, f64, f64) {
// CHECK-NEXT:      %p, %dx, %dy = call @diffef(%x, %y, %seed) : (f64, f64, f64) -> (f64, f64, f64)
// CHECK-NEXT:      return %p, %dx, %dy : f64, f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @one(%x: f64, %y: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %dy = call @diffef_1(%x, %y, %seed) {note = "kept"} : (f64, f64, f64) -> f64
// CHECK-NEXT:      return %dy : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @again(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %p, %dx, %dy = call @diffef(%x, %x, %seed) : (f64, f64, f64) -> (f64, f64, f64)
// CHECK-NEXT:      return %dx : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @diffef(%x: f64, %y: f64, %seed: f64) -> (f64, f64, f64) {
// CHECK-NEXT:      %p = arith.mulf %x, %y : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %y : f64
// CHECK-NEXT:      %y_adj = arith.mulf %seed, %x : f64
// CHECK-NEXT:      return %p, %x_adj, %y_adj : f64, f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func private @diffef_1(%x: f64, %y: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %p = arith.mulf %x, %y : f64
// CHECK-NEXT:      %y_adj = arith.mulf %seed, %x : f64
// CHECK-NEXT:      return %y_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

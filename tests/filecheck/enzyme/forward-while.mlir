// RUN: ckptopt %s -p 'differentiate{fn=f mode=ForwardMode}' | filecheck %s

func.func @f(%x: f64, %limit: f64) -> f64 {
  %r = scf.while (%a = %x) : (f64) -> f64 {
    %more = arith.cmpf olt, %a, %limit : f64
    scf.condition(%more) %a : f64
  } do {
  ^bb0(%b: f64):
    %c = arith.mulf %b, %b : f64
    scf.yield %c : f64
  }
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %limit: f64) -> f64 {
// CHECK-NEXT:      %r = scf.while (%a = %x) : (f64) -> f64 {
// CHECK-NEXT:        %more = arith.cmpf olt, %a, %limit : f64
// CHECK-NEXT:        scf.condition(%more) %a : f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%b: f64):
// CHECK-NEXT:        %c = arith.mulf %b, %b : f64
// CHECK-NEXT:        scf.yield %c : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_fwd(%x: f64, %x_tan: f64, %limit: f64, %limit_tan: f64) -> (f64, f64) {
// CHECK-NEXT:      %r, %r_tan = scf.while (%a = %x, %a_tan = %x_tan) : (f64, f64) -> (f64, f64) {
// CHECK-NEXT:        %more = arith.cmpf olt, %a, %limit : f64
// CHECK-NEXT:        scf.condition(%more) %a, %a_tan : f64, f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%b: f64, %b_tan: f64):
// CHECK-NEXT:        %c = arith.mulf %b, %b : f64
// CHECK-NEXT:        %0 = arith.mulf %b_tan, %b : f64
// CHECK-NEXT:        %1 = arith.mulf %b_tan, %b : f64
// CHECK-NEXT:        %c_tan = arith.addf %0, %1 : f64
// CHECK-NEXT:        scf.yield %c, %c_tan : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r, %r_tan : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

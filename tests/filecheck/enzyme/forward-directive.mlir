// RUN: ckptopt %s -p 'loop-checkpoint{mode=ForwardMode}' --verify-diagnostics
// RUN: ckptopt %s -p 'loop-checkpoint{mode=ForwardMode outfn=tangent fn=f}' | filecheck %s

// Nothing is kept in forward mode: directives are reported and consumed, other attributes stay.

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{forward mode keeps nothing: checkpointing this loop has no effect}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %s = arith.mulf %a, %x : f64
    scf.yield %s : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64, my.note = "stays"}
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: index) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %s = arith.mulf %a, %x : f64
// CHECK-NEXT:        scf.yield %s : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64, my.note = "stays"}
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @tangent(%x: f64, %x_tan: f64, %n: index) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %r, %r_tan = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %a_tan = %x_tan) -> (f64, f64) {
// CHECK-NEXT:        %s = arith.mulf %a, %x : f64
// CHECK-NEXT:        %0 = arith.mulf %a_tan, %x : f64
// CHECK-NEXT:        %1 = arith.mulf %x_tan, %a : f64
// CHECK-NEXT:        %s_tan = arith.addf %0, %1 : f64
// CHECK-NEXT:        scf.yield %s, %s_tan : f64, f64
// CHECK-NEXT:      } {my.note = "stays"}
// CHECK-NEXT:      return %r, %r_tan : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

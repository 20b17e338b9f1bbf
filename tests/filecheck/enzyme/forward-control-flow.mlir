// RUN: ckptopt %s -p 'differentiate{fn=f mode=ForwardMode}' | filecheck %s

// Tangents follow what loops and branches pass on, memory included; what has none is passed on alone.

func.func @f(%x: f64, %p: memref<2xf64>, %q: memref<2xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %k, %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %last = %c0, %from = %p, %to = %q) -> (f64, index, memref<2xf64>, memref<2xf64>) {
    %first = arith.cmpi eq, %last, %c0 : index
    %t = scf.if %first -> (f64) {
      %v = memref.load %from[%c1] : memref<2xf64>
      %w = arith.addf %v, %s : f64
      scf.yield %w : f64
    } else {
      scf.yield %s : f64
    }
    memref.store %t, %to[%c0] : memref<2xf64>
    scf.yield %t, %i, %to, %from : f64, index, memref<2xf64>, memref<2xf64>
  }
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %p: memref<2xf64>, %q: memref<2xf64>, %n: index) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %r, %k, %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %last = %c0, %from = %p, %to = %q) -> (f64, index, memref<2xf64>, memref<2xf64>) {
// CHECK-NEXT:        %first = arith.cmpi eq, %last, %c0 : index
// CHECK-NEXT:        %t = scf.if %first -> (f64) {
// CHECK-NEXT:          %v = memref.load %from[%c1] : memref<2xf64>
// CHECK-NEXT:          %w = arith.addf %v, %s : f64
// CHECK-NEXT:          scf.yield %w : f64
// CHECK-NEXT:        } else {
// CHECK-NEXT:          scf.yield %s : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %t, %to[%c0] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t, %i, %to, %from : f64, index, memref<2xf64>, memref<2xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_fwd(%x: f64, %x_tan: f64, %p: memref<2xf64>, %p_shadow: memref<2xf64>, %q: memref<2xf64>, %q_shadow: memref<2xf64>, %n: index) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %r, %r_tan, %k, %a, %a_shadow, %b, %b_shadow = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %s_tan = %x_tan, %last = %c0, %from = %p, %from_shadow = %p_shadow, %to = %q, %to_shadow = %q_shadow) -> (f64, f64, index, memref<2xf64>, memref<2xf64>, memref<2xf64>, memref<2xf64>) {
// CHECK-NEXT:        %first = arith.cmpi eq, %last, %c0 : index
// CHECK-NEXT:        %t, %t_tan = scf.if %first -> (f64, f64) {
// CHECK-NEXT:          %v = memref.load %from[%c1] : memref<2xf64>
// CHECK-NEXT:          %v_tan = memref.load %from_shadow[%c1] : memref<2xf64>
// CHECK-NEXT:          %w = arith.addf %v, %s : f64
// CHECK-NEXT:          %w_tan = arith.addf %v_tan, %s_tan : f64
// CHECK-NEXT:          scf.yield %w, %w_tan : f64, f64
// CHECK-NEXT:        } else {
// CHECK-NEXT:          scf.yield %s, %s_tan : f64, f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %t, %to[%c0] : memref<2xf64>
// CHECK-NEXT:        memref.store %t_tan, %to_shadow[%c0] : memref<2xf64>
// CHECK-NEXT:        scf.yield %t, %t_tan, %i, %to, %to_shadow, %from, %from_shadow : f64, f64, index, memref<2xf64>, memref<2xf64>, memref<2xf64>, memref<2xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r, %r_tan : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

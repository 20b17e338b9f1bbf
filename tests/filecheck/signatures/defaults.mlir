// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// What arguments and results become when nothing is said: a float is active and its gradient is
// returned; a float memref is followed by its shadow; everything else is constant; each float result
// has a seed, after the arguments.

func.func @f(%x: f64, %m: memref<?xf32>, %n: index, %k: memref<4xi64>, %y: f32) -> (f64, i64, f32) {
  %e = memref.load %m[%n] : memref<?xf32>
  %w = arith.extf %e : f32 to f64
  %a = arith.mulf %x, %w : f64
  %b = memref.load %k[%n] : memref<4xi64>
  %c = arith.mulf %y, %e : f32
  return %a, %b, %c : f64, i64, f32
}

// -----

// An argument that no result depends on has the gradient zero; a returned argument has its seed.
func.func @f(%x: f64, %y: f64) -> f64 {
  return %x : f64
}

// -----

// One value returned twice: the seeds are added.
func.func @f(%x: f64) -> (f64, f64) {
  return %x, %x : f64, f64
}

// -----

// No arguments, no results.
func.func @f() {
  return
}

// -----

// Attributes of the function with a dialect prefix go along, and so does not its visibility.
func.func private @f(%x: f64) -> f64 attributes {llvm.emit_c_interface} {
  return %x : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<?xf32>, %n: index, %k: memref<4xi64>, %y: f32) -> (f64, i64, f32) {
// CHECK-NEXT:      %e = memref.load %m[%n] : memref<?xf32>
// CHECK-NEXT:      %w = arith.extf %e : f32 to f64
// CHECK-NEXT:      %a = arith.mulf %x, %w : f64
// CHECK-NEXT:      %b = memref.load %k[%n] : memref<4xi64>
// CHECK-NEXT:      %c = arith.mulf %y, %e : f32
// CHECK-NEXT:      return %a, %b, %c : f64, i64, f32
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<?xf32>, %m_shadow: memref<?xf32>, %n: index, %k: memref<4xi64>, %y: f32, %seed0: f64, %seed1: f32) -> (f64, f32) {
// CHECK-NEXT:      %e = memref.load %m[%n] : memref<?xf32>
// CHECK-NEXT:      %w = arith.extf %e : f32 to f64
// CHECK-NEXT:      %y_adj = arith.mulf %seed1, %e : f32
// CHECK-NEXT:      %e_adj = arith.mulf %seed1, %y : f32
// CHECK-NEXT:      %x_adj = arith.mulf %seed0, %w : f64
// CHECK-NEXT:      %w_adj = arith.mulf %seed0, %x : f64
// CHECK-NEXT:      %0 = arith.truncf %w_adj : f64 to f32
// CHECK-NEXT:      %e_adj_1 = arith.addf %e_adj, %0 : f32
// CHECK-NEXT:      %m_adj = memref.load %m_shadow[%n] : memref<?xf32>
// CHECK-NEXT:      %m_adj_1 = arith.addf %m_adj, %e_adj_1 : f32
// CHECK-NEXT:      memref.store %m_adj_1, %m_shadow[%n] : memref<?xf32>
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f32
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      return %seed, %zero : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> (f64, f64) {
// CHECK-NEXT:      return %x, %x : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed0: f64, %seed1: f64) -> f64 {
// CHECK-NEXT:      %x_adj = arith.addf %seed0, %seed1 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f() {
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad() {
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func private @f(%x: f64) -> f64 attributes {llvm.emit_c_interface} {
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 attributes {llvm.emit_c_interface} {
// CHECK-NEXT:      return %seed : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

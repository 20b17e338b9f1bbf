// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// One function per rule for memory. A shadow comes in with the cotangent of the memory's final
// contents and goes out with that of its initial contents.

// A load accumulates into the shadow.
func.func @f(%m: memref<3xf64>, %i: index) -> f64 {
  %e = memref.load %m[%i] : memref<3xf64>
  return %e : f64
}

// -----

// A store reads the shadow and clears the cell.
func.func @f(%m: memref<3xf64>, %x: f64, %i: index) {
  memref.store %x, %m[%i] : memref<3xf64>
  return
}

// -----

// It clears the cell also when the stored value is a constant.
func.func @f(%m: memref<3xf64>, %i: index) {
  %c = arith.constant 7.0 : f64
  memref.store %c, %m[%i] : memref<3xf64>
  return
}

// -----

// An atomic sum reads the shadow and leaves it.
func.func @f(%m: memref<3xf64>, %x: f64, %i: index) {
  %old = memref.atomic_rmw addf %x, %m[%i] : (f64, memref<3xf64>) -> f64
  return
}

// -----

// A copy moves the shadow back, element by element.
func.func @f(%a: memref<2x?xf64>, %b: memref<2x?xf64>) {
  memref.copy %a, %b : memref<2x?xf64> to memref<2x?xf64>
  return
}

// -----

// The shadow of a local buffer is made, zeroed and freed in the reverse sweep.
func.func @f(%x: f64) -> f64 {
  %m = memref.alloc() : memref<f64>
  memref.store %x, %m[] : memref<f64>
  %e = memref.load %m[] : memref<f64>
  %y = arith.mulf %e, %e : f64
  memref.dealloc %m : memref<f64>
  return %y : f64
}

// -----

// A stack buffer has a heap shadow.
func.func @f(%x: f64) -> f64 {
  %m = memref.alloca() : memref<f64>
  memref.store %x, %m[] : memref<f64>
  %e = memref.load %m[] : memref<f64>
  return %e : f64
}

// -----

// The shadow of a view is the same view of the shadow: cast, subview, reinterpret_cast,
// collapse_shape, expand_shape.
func.func @f(%m: memref<8xf64>, %i: index) -> f64 {
  %cast = memref.cast %m : memref<8xf64> to memref<?xf64>
  %a = memref.load %cast[%i] : memref<?xf64>
  %slice = memref.subview %m[%i] [4] [1] : memref<8xf64> to memref<4xf64, strided<[1], offset: ?>>
  %b = memref.load %slice[%i] : memref<4xf64, strided<[1], offset: ?>>
  %again = memref.reinterpret_cast %m to offset: [1], sizes: [3], strides: [2]
      : memref<8xf64> to memref<3xf64, strided<[2], offset: 1>>
  %c = memref.load %again[%i] : memref<3xf64, strided<[2], offset: 1>>
  %square = memref.expand_shape %m [[0, 1]] output_shape [2, 4] : memref<8xf64> into memref<2x4xf64>
  %d = memref.load %square[%i, %i] : memref<2x4xf64>
  %flat = memref.collapse_shape %square [[0, 1]] : memref<2x4xf64> into memref<8xf64>
  %e = memref.load %flat[%i] : memref<8xf64>
  %ab = arith.addf %a, %b : f64
  %cd = arith.addf %c, %d : f64
  %abcd = arith.addf %ab, %cd : f64
  %y = arith.addf %abcd, %e : f64
  return %y : f64
}

// -----

// A constant table has no shadow.
memref.global "private" constant @table : memref<3xf64> = dense<[2.0, 3.0, 4.0]>
func.func @f(%x: f64, %i: index) -> f64 {
  %t = memref.get_global @table : memref<3xf64>
  %w = memref.load %t[%i] : memref<3xf64>
  %y = arith.mulf %x, %w : f64
  return %y : f64
}

// -----

// A value is read from memory that is overwritten before the reverse sweep: the load stays in the
// forward sweep.
func.func @f(%m: memref<f64>) -> f64 {
  %e = memref.load %m[] : memref<f64>
  %y = arith.mulf %e, %e : f64
  memref.store %y, %m[] : memref<f64>
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%m: memref<3xf64>, %i: index) -> f64 {
// CHECK-NEXT:      %e = memref.load %m[%i] : memref<3xf64>
// CHECK-NEXT:      return %e : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<3xf64>, %m_shadow: memref<3xf64>, %i: index, %seed: f64) {
// CHECK-NEXT:      %m_adj = memref.load %m_shadow[%i] : memref<3xf64>
// CHECK-NEXT:      %m_adj_1 = arith.addf %m_adj, %seed : f64
// CHECK-NEXT:      memref.store %m_adj_1, %m_shadow[%i] : memref<3xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%m: memref<3xf64>, %x: f64, %i: index) {
// CHECK-NEXT:      memref.store %x, %m[%i] : memref<3xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<3xf64>, %m_shadow: memref<3xf64>, %x: f64, %i: index) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      memref.store %x, %m[%i] : memref<3xf64>
// CHECK-NEXT:      %x_adj = memref.load %m_shadow[%i] : memref<3xf64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[%i] : memref<3xf64>
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%m: memref<3xf64>, %i: index) {
// CHECK-NEXT:      %c = arith.constant 7.000000e+00 : f64
// CHECK-NEXT:      memref.store %c, %m[%i] : memref<3xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<3xf64>, %m_shadow: memref<3xf64>, %i: index) {
// CHECK-NEXT:      %c = arith.constant 7.000000e+00 : f64
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      memref.store %c, %m[%i] : memref<3xf64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[%i] : memref<3xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%m: memref<3xf64>, %x: f64, %i: index) {
// CHECK-NEXT:      %old = memref.atomic_rmw addf %x, %m[%i] : (f64, memref<3xf64>) -> f64
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<3xf64>, %m_shadow: memref<3xf64>, %x: f64, %i: index) -> f64 {
// CHECK-NEXT:      %old = memref.atomic_rmw addf %x, %m[%i] : (f64, memref<3xf64>) -> f64
// CHECK-NEXT:      %x_adj = memref.load %m_shadow[%i] : memref<3xf64>
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%a: memref<2x?xf64>, %b: memref<2x?xf64>) {
// CHECK-NEXT:      memref.copy %a, %b : memref<2x?xf64> to memref<2x?xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%a: memref<2x?xf64>, %a_shadow: memref<2x?xf64>, %b: memref<2x?xf64>, %b_shadow: memref<2x?xf64>) {
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      memref.copy %a, %b : memref<2x?xf64> to memref<2x?xf64>
// CHECK-NEXT:      %dim = memref.dim %b_shadow, %c1 : memref<2x?xf64>
// CHECK-NEXT:      scf.for %i = %c0 to %c2 step %c1 {
// CHECK-NEXT:        scf.for %i_1 = %c0 to %dim step %c1 {
// CHECK-NEXT:          %b_adj = memref.load %b_shadow[%i, %i_1] : memref<2x?xf64>
// CHECK-NEXT:          memref.store %zero, %b_shadow[%i, %i_1] : memref<2x?xf64>
// CHECK-NEXT:          %a_adj = memref.load %a_shadow[%i, %i_1] : memref<2x?xf64>
// CHECK-NEXT:          %a_adj_1 = arith.addf %a_adj, %b_adj : f64
// CHECK-NEXT:          memref.store %a_adj_1, %a_shadow[%i, %i_1] : memref<2x?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %m = memref.alloc() : memref<f64>
// CHECK-NEXT:      memref.store %x, %m[] : memref<f64>
// CHECK-NEXT:      %e = memref.load %m[] : memref<f64>
// CHECK-NEXT:      %y = arith.mulf %e, %e : f64
// CHECK-NEXT:      memref.dealloc %m : memref<f64>
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %m = memref.alloc() : memref<f64>
// CHECK-NEXT:      memref.store %x, %m[] : memref<f64>
// CHECK-NEXT:      %e = memref.load %m[] : memref<f64>
// CHECK-NEXT:      memref.dealloc %m : memref<f64>
// CHECK-NEXT:      %m_shadow = memref.alloc() : memref<f64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[] : memref<f64>
// CHECK-NEXT:      %e_adj = arith.mulf %seed, %e : f64
// CHECK-NEXT:      %e_adj_1 = arith.addf %e_adj, %e_adj : f64
// CHECK-NEXT:      %m_adj = memref.load %m_shadow[] : memref<f64>
// CHECK-NEXT:      %m_adj_1 = arith.addf %m_adj, %e_adj_1 : f64
// CHECK-NEXT:      memref.store %m_adj_1, %m_shadow[] : memref<f64>
// CHECK-NEXT:      %x_adj = memref.load %m_shadow[] : memref<f64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[] : memref<f64>
// CHECK-NEXT:      memref.dealloc %m_shadow : memref<f64>
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %m = memref.alloca() : memref<f64>
// CHECK-NEXT:      memref.store %x, %m[] : memref<f64>
// CHECK-NEXT:      %e = memref.load %m[] : memref<f64>
// CHECK-NEXT:      return %e : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %m_shadow = memref.alloc() : memref<f64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[] : memref<f64>
// CHECK-NEXT:      %m_adj = memref.load %m_shadow[] : memref<f64>
// CHECK-NEXT:      %m_adj_1 = arith.addf %m_adj, %seed : f64
// CHECK-NEXT:      memref.store %m_adj_1, %m_shadow[] : memref<f64>
// CHECK-NEXT:      %x_adj = memref.load %m_shadow[] : memref<f64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[] : memref<f64>
// CHECK-NEXT:      memref.dealloc %m_shadow : memref<f64>
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%m: memref<8xf64>, %i: index) -> f64 {
// CHECK-NEXT:      %cast = memref.cast %m : memref<8xf64> to memref<?xf64>
// CHECK-NEXT:      %a = memref.load %cast[%i] : memref<?xf64>
// CHECK-NEXT:      %slice = memref.subview %m[%i] [4] [1] : memref<8xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      %b = memref.load %slice[%i] : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      %again = memref.reinterpret_cast %m to offset: [1], sizes: [3], strides: [2] : memref<8xf64> to memref<3xf64, strided<[2], offset: 1>>
// CHECK-NEXT:      %c = memref.load %again[%i] : memref<3xf64, strided<[2], offset: 1>>
// CHECK-NEXT:      %square = memref.expand_shape %m {{\[\[}}0 : i64, 1 : i64]] output_shape [2, 4] : memref<8xf64> into memref<2x4xf64>
// CHECK-NEXT:      %d = memref.load %square[%i, %i] : memref<2x4xf64>
// CHECK-NEXT:      %flat = memref.collapse_shape %square {{\[\[}}0 : i64, 1 : i64]] : memref<2x4xf64> into memref<8xf64>
// CHECK-NEXT:      %e = memref.load %flat[%i] : memref<8xf64>
// CHECK-NEXT:      %ab = arith.addf %a, %b : f64
// CHECK-NEXT:      %cd = arith.addf %c, %d : f64
// CHECK-NEXT:      %abcd = arith.addf %ab, %cd : f64
// CHECK-NEXT:      %y = arith.addf %abcd, %e : f64
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<8xf64>, %m_shadow: memref<8xf64>, %i: index, %seed: f64) {
// CHECK-NEXT:      %slice_shadow = memref.subview %m_shadow[%i] [4] [1] : memref<8xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      %again_shadow = memref.reinterpret_cast %m_shadow to offset: [1], sizes: [3], strides: [2] : memref<8xf64> to memref<3xf64, strided<[2], offset: 1>>
// CHECK-NEXT:      %square_shadow = memref.expand_shape %m_shadow {{\[\[}}0 : i64, 1 : i64]] output_shape [2, 4] : memref<8xf64> into memref<2x4xf64>
// CHECK-NEXT:      %flat_shadow = memref.collapse_shape %square_shadow {{\[\[}}0 : i64, 1 : i64]] : memref<2x4xf64> into memref<8xf64>
// CHECK-NEXT:      %flat_adj = memref.load %flat_shadow[%i] : memref<8xf64>
// CHECK-NEXT:      %flat_adj_1 = arith.addf %flat_adj, %seed : f64
// CHECK-NEXT:      memref.store %flat_adj_1, %flat_shadow[%i] : memref<8xf64>
// CHECK-NEXT:      %square_adj = memref.load %square_shadow[%i, %i] : memref<2x4xf64>
// CHECK-NEXT:      %square_adj_1 = arith.addf %square_adj, %seed : f64
// CHECK-NEXT:      memref.store %square_adj_1, %square_shadow[%i, %i] : memref<2x4xf64>
// CHECK-NEXT:      %again_adj = memref.load %again_shadow[%i] : memref<3xf64, strided<[2], offset: 1>>
// CHECK-NEXT:      %again_adj_1 = arith.addf %again_adj, %seed : f64
// CHECK-NEXT:      memref.store %again_adj_1, %again_shadow[%i] : memref<3xf64, strided<[2], offset: 1>>
// CHECK-NEXT:      %slice_adj = memref.load %slice_shadow[%i] : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      %slice_adj_1 = arith.addf %slice_adj, %seed : f64
// CHECK-NEXT:      memref.store %slice_adj_1, %slice_shadow[%i] : memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      %cast_adj = memref.load %m_shadow[%i] : memref<8xf64>
// CHECK-NEXT:      %cast_adj_1 = arith.addf %cast_adj, %seed : f64
// CHECK-NEXT:      memref.store %cast_adj_1, %m_shadow[%i] : memref<8xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-NEXT:    memref.global "private" constant @table : memref<3xf64> = dense<[2.000000e+00, 3.000000e+00, 4.000000e+00]>
// CHECK-LABEL:   func.func @f(%x: f64, %i: index) -> f64 {
// CHECK-NEXT:      %t = memref.get_global @table : memref<3xf64>
// CHECK-NEXT:      %w = memref.load %t[%i] : memref<3xf64>
// CHECK-NEXT:      %y = arith.mulf %x, %w : f64
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %i: index, %seed: f64) -> f64 {
// CHECK-NEXT:      %t = memref.get_global @table : memref<3xf64>
// CHECK-NEXT:      %w = memref.load %t[%i] : memref<3xf64>
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %w : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%m: memref<f64>) -> f64 {
// CHECK-NEXT:      %e = memref.load %m[] : memref<f64>
// CHECK-NEXT:      %y = arith.mulf %e, %e : f64
// CHECK-NEXT:      memref.store %y, %m[] : memref<f64>
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<f64>, %m_shadow: memref<f64>, %seed: f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %e = memref.load %m[] : memref<f64>
// CHECK-NEXT:      %y = arith.mulf %e, %e : f64
// CHECK-NEXT:      memref.store %y, %m[] : memref<f64>
// CHECK-NEXT:      %y_adj = memref.load %m_shadow[] : memref<f64>
// CHECK-NEXT:      %y_adj_1 = arith.addf %seed, %y_adj : f64
// CHECK-NEXT:      memref.store %zero, %m_shadow[] : memref<f64>
// CHECK-NEXT:      %e_adj = arith.mulf %y_adj_1, %e : f64
// CHECK-NEXT:      %e_adj_1 = arith.addf %e_adj, %e_adj : f64
// CHECK-NEXT:      %m_adj = memref.load %m_shadow[] : memref<f64>
// CHECK-NEXT:      %m_adj_1 = arith.addf %m_adj, %e_adj_1 : f64
// CHECK-NEXT:      memref.store %m_adj_1, %m_shadow[] : memref<f64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

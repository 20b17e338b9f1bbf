// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// The reverse of a parallel loop is parallel: captured numbers get a sum over the iterations, memory
// that iterations share is accumulated into atomically.

func.func @f(%x: f64, %n: index, %m: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %v = memref.load %m[%i] : memref<?xf64>
    %p = arith.mulf %v, %x : f64
    scf.reduce(%p : f64) {
    ^bb0(%l: f64, %r: f64):
      %t = arith.addf %l, %r : f64
      scf.reduce.return %t : f64
    }
  }
  return %s : f64
}

// -----

// Each iteration reads and clears the cell that it wrote. What it overwrites is kept in a buffer of
// the shape of the space.
func.func @f(%m: memref<4x9xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%c4, %c9) step (%c1, %c2) {
    %v = memref.load %m[%i, %j] : memref<4x9xf64>
    %s = math.sin %v : f64
    memref.store %s, %m[%i, %j] : memref<4x9xf64>
    scf.reduce
  } {source.loop = "sweep"}
  return
}

// -----

// Tapes of loops in the iterations are rows of one buffer, if their length is known before.
func.func @f(%x: f64, %n: index, %k: index, %out: memref<?xf64>) {
  affine.parallel (%i) = (0) to (symbol(%n)) {
    %r = affine.for %j = 0 to %k iter_args(%a = %x) -> (f64) {
      %s = math.sin %a : f64
      affine.yield %s : f64
    }
    affine.store %r, %out[%i] : memref<?xf64>
  }
  return
}

// -----

func.func @f(%bins: memref<4xf64>, %m: memref<8xf64>, %x: f64) {
  affine.parallel (%i) = (0) to (8) {
    %v = affine.load %m[%i] : memref<8xf64>
    %p = arith.mulf %v, %x : f64
    %b = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
    %old = memref.atomic_rmw addf %p, %bins[%b] : (f64, memref<4xf64>) -> f64
  }
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: index, %m: memref<?xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> (f64) {
// CHECK-NEXT:        %v = memref.load %m[%i] : memref<?xf64>
// CHECK-NEXT:        %p = arith.mulf %v, %x : f64
// CHECK-NEXT:        scf.reduce(%p : f64) {
// CHECK-NEXT:        ^bb0(%l: f64, %r: f64):
// CHECK-NEXT:          %t = arith.addf %l, %r : f64
// CHECK-NEXT:          scf.reduce.return %t : f64
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      return %s : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %n: index, %m: memref<?xf64>, %m_shadow: memref<?xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %x_adj = scf.parallel (%i) = (%c0) to (%trips) step (%c1) init (%zero) -> (f64) {
// CHECK-NEXT:        %v_adj = arith.mulf %seed, %x : f64
// CHECK-NEXT:        %v = memref.load %m[%i] : memref<?xf64>
// CHECK-NEXT:        %x_adj_1 = arith.mulf %seed, %v : f64
// CHECK-NEXT:        %0 = memref.atomic_rmw addf %v_adj, %m_shadow[%i] : (f64, memref<?xf64>) -> f64
// CHECK-NEXT:        scf.reduce(%x_adj_1 : f64) {
// CHECK-NEXT:        ^bb0(%1: f64, %2: f64):
// CHECK-NEXT:          %x_adj_2 = arith.addf %1, %2 : f64
// CHECK-NEXT:          scf.reduce.return %x_adj_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%m: memref<4x9xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c9 = arith.constant 9 : index
// CHECK-NEXT:      scf.parallel (%i, %j) = (%c0, %c1) to (%c4, %c9) step (%c1, %c2) {
// CHECK-NEXT:        %v = memref.load %m[%i, %j] : memref<4x9xf64>
// CHECK-NEXT:        %s = math.sin %v : f64
// CHECK-NEXT:        memref.store %s, %m[%i, %j] : memref<4x9xf64>
// CHECK-NEXT:      } {source.loop = "sweep"}
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%m: memref<4x9xf64>, %m_shadow: memref<4x9xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %v_tape = memref.alloc() : memref<4x4xf64>
// CHECK-NEXT:      scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) {
// CHECK-NEXT:        %j_1 = arith.muli %j, %c2 : index
// CHECK-NEXT:        %j_2 = arith.addi %c1, %j_1 : index
// CHECK-NEXT:        %v = memref.load %m[%i, %j_2] : memref<4x9xf64>
// CHECK-NEXT:        %s = math.sin %v : f64
// CHECK-NEXT:        memref.store %s, %m[%i, %j_2] : memref<4x9xf64>
// CHECK-NEXT:        memref.store %v, %v_tape[%i, %j] : memref<4x4xf64>
// CHECK-NEXT:      } {source.loop = "sweep"}
// CHECK-NEXT:      scf.parallel (%i_1, %j_3) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) {
// CHECK-NEXT:        %j_4 = arith.muli %j_3, %c2 : index
// CHECK-NEXT:        %j_5 = arith.addi %c1, %j_4 : index
// CHECK-NEXT:        %v_1 = memref.load %v_tape[%i_1, %j_3] : memref<4x4xf64>
// CHECK-NEXT:        %s_adj = memref.load %m_shadow[%i_1, %j_5] : memref<4x9xf64>
// CHECK-NEXT:        memref.store %zero, %m_shadow[%i_1, %j_5] : memref<4x9xf64>
// CHECK-NEXT:        %0 = math.cos %v_1 : f64
// CHECK-NEXT:        %v_adj = arith.mulf %s_adj, %0 : f64
// CHECK-NEXT:        %1 = memref.atomic_rmw addf %v_adj, %m_shadow[%i_1, %j_5] : (f64, memref<4x9xf64>) -> f64
// CHECK-NEXT:      } {source.loop = "sweep"}
// CHECK-NEXT:      memref.dealloc %v_tape : memref<4x4xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: index, %k: index, %out: memref<?xf64>) {
// CHECK-NEXT:      affine.parallel (%i) = (0) to (symbol(%n)) {
// CHECK-NEXT:        %r = affine.for %j = 0 to %k iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:          %s = math.sin %a : f64
// CHECK-NEXT:          affine.yield %s : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        affine.store %r, %out[%i] : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %n: index, %k: index, %out: memref<?xf64>, %out_shadow: memref<?xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %trips_1 = arith.maxsi %k, %c0 : index
// CHECK-NEXT:      %a_tape = memref.alloc(%trips, %trips_1) : memref<?x?xf64>
// CHECK-NEXT:      scf.parallel (%i) = (%c0) to (%trips) step (%c1) {
// CHECK-NEXT:        %r = scf.for %j = %c0 to %trips_1 step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:          %s = math.sin %a : f64
// CHECK-NEXT:          memref.store %a, %a_tape[%i, %j] : memref<?x?xf64>
// CHECK-NEXT:          scf.yield %s : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %r, %out[%i] : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %x_adj = scf.parallel (%i_1) = (%c0) to (%trips) step (%c1) init (%zero) -> (f64) {
// CHECK-NEXT:        %r_adj = memref.load %out_shadow[%i_1] : memref<?xf64>
// CHECK-NEXT:        memref.store %zero, %out_shadow[%i_1] : memref<?xf64>
// CHECK-NEXT:        %last = arith.subi %trips_1, %c1 : index
// CHECK-NEXT:        %a_adj = scf.for %back = %c0 to %trips_1 step %c1 iter_args(%a_adj_1 = %r_adj) -> (f64) {
// CHECK-NEXT:          %j_1 = arith.subi %last, %back : index
// CHECK-NEXT:          %a_1 = memref.load %a_tape[%i_1, %j_1] : memref<?x?xf64>
// CHECK-NEXT:          %0 = math.cos %a_1 : f64
// CHECK-NEXT:          %a_adj_2 = arith.mulf %a_adj_1, %0 : f64
// CHECK-NEXT:          scf.yield %a_adj_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.reduce(%a_adj : f64) {
// CHECK-NEXT:        ^bb0(%1: f64, %2: f64):
// CHECK-NEXT:          %x_adj_1 = arith.addf %1, %2 : f64
// CHECK-NEXT:          scf.reduce.return %x_adj_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<?x?xf64>
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%bins: memref<4xf64>, %m: memref<8xf64>, %x: f64) {
// CHECK-NEXT:      affine.parallel (%i) = (0) to (8) {
// CHECK-NEXT:        %v = affine.load %m[%i] : memref<8xf64>
// CHECK-NEXT:        %p = arith.mulf %v, %x : f64
// CHECK-NEXT:        %b = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
// CHECK-NEXT:        %old = memref.atomic_rmw addf %p, %bins[%b] : (f64, memref<4xf64>) -> f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%bins: memref<4xf64>, %bins_shadow: memref<4xf64>, %m: memref<8xf64>, %m_shadow: memref<8xf64>, %x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
// CHECK-NEXT:        %v = memref.load %m[%i] : memref<8xf64>
// CHECK-NEXT:        %p = arith.mulf %v, %x : f64
// CHECK-NEXT:        %b = arith.remui %i, %c4 : index
// CHECK-NEXT:        %old = memref.atomic_rmw addf %p, %bins[%b] : (f64, memref<4xf64>) -> f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %x_adj = scf.parallel (%i_1) = (%c0) to (%c8) step (%c1) init (%zero) -> (f64) {
// CHECK-NEXT:        %b_1 = arith.remui %i_1, %c4 : index
// CHECK-NEXT:        %p_adj = memref.load %bins_shadow[%b_1] : memref<4xf64>
// CHECK-NEXT:        %v_adj = arith.mulf %p_adj, %x : f64
// CHECK-NEXT:        %v_1 = memref.load %m[%i_1] : memref<8xf64>
// CHECK-NEXT:        %x_adj_1 = arith.mulf %p_adj, %v_1 : f64
// CHECK-NEXT:        %0 = memref.atomic_rmw addf %v_adj, %m_shadow[%i_1] : (f64, memref<8xf64>) -> f64
// CHECK-NEXT:        scf.reduce(%x_adj_1 : f64) {
// CHECK-NEXT:        ^bb0(%1: f64, %2: f64):
// CHECK-NEXT:          %x_adj_2 = arith.addf %1, %2 : f64
// CHECK-NEXT:          scf.reduce.return %x_adj_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// The reverse of a switch switches alike.

func.func @f(%k: index, %x: f64, %y: f64) -> f64 {
  %r = scf.index_switch %k -> f64
  case 2 {
    %p = arith.mulf %x, %y : f64
    scf.yield %p : f64
  }
  case 5 {
    scf.yield %y : f64
  }
  default {
    %s = math.sin %x : f64
    scf.yield %s : f64
  }
  return %r : f64
}

// -----

// Tapes leave the cases as further results; the other cases yield empty ones.
func.func @f(%n: index, %x: f64, %m: memref<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %b = scf.index_switch %i -> f64
    case 1 {
      %s = scf.for %j = %c0 to %i step %c1 iter_args(%d = %a) -> (f64) {
        %t = math.sin %d : f64
        scf.yield %t : f64
      }
      scf.yield %s : f64
    }
    default {
      memref.store %a, %m[%i] : memref<8xf64>
      scf.yield %a : f64
    }
    scf.yield %b : f64
  }
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%k: index, %x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = scf.index_switch %k -> f64
// CHECK-NEXT:      case 2 {
// CHECK-NEXT:        %p = arith.mulf %x, %y : f64
// CHECK-NEXT:        scf.yield %p : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      case 5 {
// CHECK-NEXT:        scf.yield %y : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      default {
// CHECK-NEXT:        %s = math.sin %x : f64
// CHECK-NEXT:        scf.yield %s : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%k: index, %x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %x_adj, %y_adj = scf.index_switch %k -> f64, f64
// CHECK-NEXT:      case 2 {
// CHECK-NEXT:        %x_adj_1 = arith.mulf %seed, %y : f64
// CHECK-NEXT:        %y_adj_1 = arith.mulf %seed, %x : f64
// CHECK-NEXT:        scf.yield %x_adj_1, %y_adj_1 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      case 5 {
// CHECK-NEXT:        scf.yield %zero, %seed : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      default {
// CHECK-NEXT:        %0 = math.cos %x : f64
// CHECK-NEXT:        %x_adj_2 = arith.mulf %seed, %0 : f64
// CHECK-NEXT:        scf.yield %x_adj_2, %zero : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%n: index, %x: f64, %m: memref<8xf64>) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %b = scf.index_switch %i -> f64
// CHECK-NEXT:        case 1 {
// CHECK-NEXT:          %s = scf.for %j = %c0 to %i step %c1 iter_args(%d = %a) -> (f64) {
// CHECK-NEXT:            %t = math.sin %d : f64
// CHECK-NEXT:            scf.yield %t : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %s : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          memref.store %a, %m[%i] : memref<8xf64>
// CHECK-NEXT:          scf.yield %a : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %b : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%n: index, %x: f64, %m: memref<8xf64>, %m_shadow: memref<8xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %d_tape_tape = memref.alloc(%trips) : memref<?xmemref<?xf64>>
// CHECK-NEXT:      %r = scf.for %i = %c0 to %trips step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %b, %d_tape = scf.index_switch %i -> f64, memref<?xf64>
// CHECK-NEXT:        case 1 {
// CHECK-NEXT:          %trips_1 = arith.maxsi %i, %c0 : index
// CHECK-NEXT:          %d_tape_1 = memref.alloc(%trips_1) : memref<?xf64>
// CHECK-NEXT:          %s = scf.for %j = %c0 to %trips_1 step %c1 iter_args(%d = %a) -> (f64) {
// CHECK-NEXT:            %t = math.sin %d : f64
// CHECK-NEXT:            memref.store %d, %d_tape_1[%j] : memref<?xf64>
// CHECK-NEXT:            scf.yield %t : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %s, %d_tape_1 : f64, memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          memref.store %a, %m[%i] : memref<8xf64>
// CHECK-NEXT:          %d_tape_2 = memref.alloc(%c0) : memref<?xf64>
// CHECK-NEXT:          scf.yield %a, %d_tape_2 : f64, memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %d_tape, %d_tape_tape[%i] : memref<?xmemref<?xf64>>
// CHECK-NEXT:        scf.yield %b : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %trips, %c1 : index
// CHECK-NEXT:      %a_adj = scf.for %back = %c0 to %trips step %c1 iter_args(%a_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.subi %last, %back : index
// CHECK-NEXT:        %d_tape_3 = memref.load %d_tape_tape[%i_1] : memref<?xmemref<?xf64>>
// CHECK-NEXT:        %a_adj_2 = scf.index_switch %i_1 -> f64
// CHECK-NEXT:        case 1 {
// CHECK-NEXT:          %trips_2 = arith.maxsi %i_1, %c0 : index
// CHECK-NEXT:          %last_1 = arith.subi %trips_2, %c1 : index
// CHECK-NEXT:          %d_adj = scf.for %back_1 = %c0 to %trips_2 step %c1 iter_args(%d_adj_1 = %a_adj_1) -> (f64) {
// CHECK-NEXT:            %j_1 = arith.subi %last_1, %back_1 : index
// CHECK-NEXT:            %d_1 = memref.load %d_tape_3[%j_1] : memref<?xf64>
// CHECK-NEXT:            %0 = math.cos %d_1 : f64
// CHECK-NEXT:            %d_adj_2 = arith.mulf %d_adj_1, %0 : f64
// CHECK-NEXT:            scf.yield %d_adj_2 : f64
// CHECK-NEXT:          }
// CHECK-NEXT:          scf.yield %d_adj : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          %a_adj_3 = memref.load %m_shadow[%i_1] : memref<8xf64>
// CHECK-NEXT:          %a_adj_4 = arith.addf %a_adj_1, %a_adj_3 : f64
// CHECK-NEXT:          memref.store %zero, %m_shadow[%i_1] : memref<8xf64>
// CHECK-NEXT:          scf.yield %a_adj_4 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %d_tape_3 : memref<?xf64>
// CHECK-NEXT:        scf.yield %a_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %d_tape_tape : memref<?xmemref<?xf64>>
// CHECK-NEXT:      return %a_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

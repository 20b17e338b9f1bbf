// RUN: ckptopt %s -p 'loop-checkpoint{fn=f}' | filecheck %s

// The branch that each step takes follows from its number, so nothing about it is stored.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
    %k = arith.remui %i, %c3 : index
    %t = scf.index_switch %k -> f64
    case 0 {
      %a = math.sin %s : f64
      scf.yield %a : f64
    }
    default {
      %b = math.exp %s : f64
      scf.yield %b : f64
    }
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %k = arith.remui %i, %c3 : index
// CHECK-NEXT:        %t = scf.index_switch %k -> f64
// CHECK-NEXT:        case 0 {
// CHECK-NEXT:          %a = math.sin %s : f64
// CHECK-NEXT:          scf.yield %a : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          %b = math.exp %s : f64
// CHECK-NEXT:          scf.yield %b : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c5 = arith.constant 5 : index
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %x, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s = scf.for %offset = %c0 to %c3 step %c1 iter_args(%s_1 = %x) -> (f64) {
// CHECK-NEXT:        %k = arith.remui %offset, %c3 : index
// CHECK-NEXT:        %t = scf.index_switch %k -> f64
// CHECK-NEXT:        case 0 {
// CHECK-NEXT:          %a = math.sin %s_1 : f64
// CHECK-NEXT:          scf.yield %a : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          %b = math.exp %s_1 : f64
// CHECK-NEXT:          scf.yield %b : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_tape = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %y = scf.for %offset_1 = %c0 to %c3 step %c1 iter_args(%s_2 = %s) -> (f64) {
// CHECK-NEXT:        %i = arith.addi %c3, %offset_1 : index
// CHECK-NEXT:        %k_1 = arith.remui %i, %c3 : index
// CHECK-NEXT:        %t_1 = scf.index_switch %k_1 -> f64
// CHECK-NEXT:        case 0 {
// CHECK-NEXT:          %a_1 = math.sin %s_2 : f64
// CHECK-NEXT:          scf.yield %a_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          %b_1 = math.exp %s_2 : f64
// CHECK-NEXT:          scf.yield %b_1 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %s_2, %s_tape[%offset_1] : memref<3xf64>
// CHECK-NEXT:        scf.yield %t_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c3 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.subi %c5, %back : index
// CHECK-NEXT:        %offset_2 = arith.subi %c2, %back : index
// CHECK-NEXT:        %s_3 = memref.load %s_tape[%offset_2] : memref<3xf64>
// CHECK-NEXT:        %k_2 = arith.remui %i_1, %c3 : index
// CHECK-NEXT:        %s_adj_2 = scf.index_switch %k_2 -> f64
// CHECK-NEXT:        case 0 {
// CHECK-NEXT:          %0 = math.cos %s_3 : f64
// CHECK-NEXT:          %s_adj_3 = arith.mulf %s_adj_1, %0 : f64
// CHECK-NEXT:          scf.yield %s_adj_3 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          %b_2 = math.exp %s_3 : f64
// CHECK-NEXT:          %s_adj_4 = arith.mulf %s_adj_1, %b_2 : f64
// CHECK-NEXT:          scf.yield %s_adj_4 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape : memref<3xf64>
// CHECK-NEXT:      %s_tape_1 = memref.alloc() : memref<3xf64>
// CHECK-NEXT:      %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_5 = scf.for %offset_3 = %c0 to %c3 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// CHECK-NEXT:        %k_3 = arith.remui %offset_3, %c3 : index
// CHECK-NEXT:        %t_2 = scf.index_switch %k_3 -> f64
// CHECK-NEXT:        case 0 {
// CHECK-NEXT:          %a_2 = math.sin %s_6 : f64
// CHECK-NEXT:          scf.yield %a_2 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          %b_3 = math.exp %s_6 : f64
// CHECK-NEXT:          scf.yield %b_3 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %s_6, %s_tape_1[%offset_3] : memref<3xf64>
// CHECK-NEXT:        scf.yield %t_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_5 = scf.for %back_1 = %c0 to %c3 step %c1 iter_args(%s_adj_6 = %s_adj) -> (f64) {
// CHECK-NEXT:        %i_2 = arith.subi %c2, %back_1 : index
// CHECK-NEXT:        %s_7 = memref.load %s_tape_1[%i_2] : memref<3xf64>
// CHECK-NEXT:        %k_4 = arith.remui %i_2, %c3 : index
// CHECK-NEXT:        %s_adj_7 = scf.index_switch %k_4 -> f64
// CHECK-NEXT:        case 0 {
// CHECK-NEXT:          %1 = math.cos %s_7 : f64
// CHECK-NEXT:          %s_adj_8 = arith.mulf %s_adj_6, %1 : f64
// CHECK-NEXT:          scf.yield %s_adj_8 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        default {
// CHECK-NEXT:          %b_4 = math.exp %s_7 : f64
// CHECK-NEXT:          %s_adj_9 = arith.mulf %s_adj_6, %b_4 : f64
// CHECK-NEXT:          scf.yield %s_adj_9 : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %s_adj_7 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %s_tape_1 : memref<3xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      return %s_adj_5 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s -p 'differentiate{fn=f memory=160B},remove-unnecessary-enzyme-ops,simplify' | filecheck %s

// One budget for two loops in sequence: what the first one leaves stays while the second one is
// reversed.

func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 12 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.exp %s : f64
    %u = arith.negf %t : f64
    scf.yield %u : f64
  } {enzyme.enable_checkpointing = true}
  %z = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (f64) {
    %t = math.exp %s : f64
    %u = arith.negf %t : f64
    scf.yield %u : f64
  } {enzyme.enable_checkpointing = true}
  return %z : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %n = arith.constant 12 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.exp %s : f64
// CHECK-NEXT:        %u = arith.negf %t : f64
// CHECK-NEXT:        scf.yield %u : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true}
// CHECK-NEXT:      %z = scf.for %i_1 = %c0 to %n step %c1 iter_args(%s_1 = %y) -> (f64) {
// CHECK-NEXT:        %t_1 = math.exp %s_1 : f64
// CHECK-NEXT:        %u_1 = arith.negf %t_1 : f64
// CHECK-NEXT:        scf.yield %u_1 : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true}
// CHECK-NEXT:      return %z : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %n = arith.constant 12 : index
// CHECK-NEXT:      %c6 = arith.constant 6 : index
// CHECK-NEXT:      %c5 = arith.constant 5 : index
// CHECK-NEXT:      %c11 = arith.constant 11 : index
// CHECK-NEXT:      %t_tape = memref.alloc() : memref<12xf64>
// CHECK-NEXT:      %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = math.exp %s : f64
// CHECK-NEXT:        %u = arith.negf %t : f64
// CHECK-NEXT:        memref.store %t, %t_tape[%i] : memref<12xf64>
// CHECK-NEXT:        scf.yield %u : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_snapshots = memref.alloc() : memref<1xf64>
// CHECK-NEXT:      memref.store %y, %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_1 = scf.for %offset = %c0 to %c6 step %c1 iter_args(%s_2 = %y) -> (f64) {
// CHECK-NEXT:        %t_1 = math.exp %s_2 : f64
// CHECK-NEXT:        %u_1 = arith.negf %t_1 : f64
// CHECK-NEXT:        scf.yield %u_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %t_tape_1 = memref.alloc() : memref<6xf64>
// CHECK-NEXT:      %z = scf.for %offset_1 = %c0 to %c6 step %c1 iter_args(%s_3 = %s_1) -> (f64) {
// CHECK-NEXT:        %t_2 = math.exp %s_3 : f64
// CHECK-NEXT:        %u_2 = arith.negf %t_2 : f64
// CHECK-NEXT:        memref.store %t_2, %t_tape_1[%offset_1] : memref<6xf64>
// CHECK-NEXT:        scf.yield %u_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c6 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %c5, %back : index
// CHECK-NEXT:        %t_3 = memref.load %t_tape_1[%offset_2] : memref<6xf64>
// CHECK-NEXT:        %t_adj = arith.negf %s_adj_1 : f64
// CHECK-NEXT:        %s_adj_2 = arith.mulf %t_adj, %t_3 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape_1 : memref<6xf64>
// CHECK-NEXT:      %t_tape_2 = memref.alloc() : memref<6xf64>
// CHECK-NEXT:      %s_4 = memref.load %s_snapshots[%c0] : memref<1xf64>
// CHECK-NEXT:      %s_5 = scf.for %offset_3 = %c0 to %c6 step %c1 iter_args(%s_6 = %s_4) -> (f64) {
// CHECK-NEXT:        %t_4 = math.exp %s_6 : f64
// CHECK-NEXT:        %u_3 = arith.negf %t_4 : f64
// CHECK-NEXT:        memref.store %t_4, %t_tape_2[%offset_3] : memref<6xf64>
// CHECK-NEXT:        scf.yield %u_3 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c6 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.subi %c5, %back_1 : index
// CHECK-NEXT:        %t_5 = memref.load %t_tape_2[%i_1] : memref<6xf64>
// CHECK-NEXT:        %t_adj_1 = arith.negf %s_adj_4 : f64
// CHECK-NEXT:        %s_adj_5 = arith.mulf %t_adj_1, %t_5 : f64
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape_2 : memref<6xf64>
// CHECK-NEXT:      memref.dealloc %s_snapshots : memref<1xf64>
// CHECK-NEXT:      %s_adj_6 = scf.for %back_2 = %c0 to %n step %c1 iter_args(%s_adj_7 = %s_adj_3) -> (f64) {
// CHECK-NEXT:        %i_2 = arith.subi %c11, %back_2 : index
// CHECK-NEXT:        %t_6 = memref.load %t_tape[%i_2] : memref<12xf64>
// CHECK-NEXT:        %t_adj_2 = arith.negf %s_adj_7 : f64
// CHECK-NEXT:        %s_adj_8 = arith.mulf %t_adj_2, %t_6 : f64
// CHECK-NEXT:        scf.yield %s_adj_8 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %t_tape : memref<12xf64>
// CHECK-NEXT:      return %s_adj_6 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

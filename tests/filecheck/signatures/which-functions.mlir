// RUN: ckptopt %s -p 'loop-checkpoint' | filecheck %s

// Without `fn`, every public function is differentiated that holds a checkpointed loop, itself or
// through calls: @through_a_call, not @helper and @other.

func.func private @helper(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
    %t = arith.addf %s, %s : f64
    scf.yield %t : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

func.func @through_a_call(%x: f64) -> f64 {
  %y = func.call @helper(%x) : (f64) -> f64
  return %y : f64
}

func.func @other(%x: f64) -> f64 {
  return %x : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func private @helper(%x: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %x) -> (f64) {
// CHECK-NEXT:        %t = arith.addf %s, %s : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true}
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @through_a_call(%x: f64) -> f64 {
// CHECK-NEXT:      %y = call @helper(%x) : (f64) -> f64
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @through_a_call_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %s_adj = scf.for %back = %c0 to %c2 step %c1 iter_args(%s_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %s_adj_2 = arith.addf %s_adj_1, %s_adj_1 : f64
// CHECK-NEXT:        scf.yield %s_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %s_adj_3 = scf.for %back_1 = %c0 to %c2 step %c1 iter_args(%s_adj_4 = %s_adj) -> (f64) {
// CHECK-NEXT:        %s_adj_5 = arith.addf %s_adj_4, %s_adj_4 : f64
// CHECK-NEXT:        scf.yield %s_adj_5 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %s_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @other(%x: f64) -> f64 {
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

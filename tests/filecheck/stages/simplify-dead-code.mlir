// RUN: ckptopt %s -p simplify | filecheck %s

// Removes what nothing depends on, one function each.

func.func @unused(%x: f64) -> f64 {
  %dead = math.sin %x : f64
  return %x : f64
}

// %b feeds only itself.
func.func @unused_carried_value(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f64, f64) {
    %t = math.sin %a : f64
    %u = math.cos %b : f64
    scf.yield %t, %u : f64, f64
  }
  return %r#0 : f64
}

func.func @unused_branch_result(%c: i1, %x: f64) -> f64 {
  %r:2 = scf.if %c -> (f64, f64) {
    %t = math.sin %x : f64
    %u = math.cos %x : f64
    scf.yield %t, %u : f64, f64
  } else {
    scf.yield %x, %x : f64, f64
  }
  return %r#0 : f64
}

// Nobody reads the buffer.
func.func @local_buffer(%x: f64) -> f64 {
  %m = memref.alloc() : memref<f64>
  memref.store %x, %m[] : memref<f64>
  memref.dealloc %m : memref<f64>
  return %x : f64
}

// What is popped is not used: the cache goes, and with it the loop that fills it.
func.func @cache(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cache = enzyme.init : !enzyme.Cache<f64>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    enzyme.push %cache, %s : !enzyme.Cache<f64>, f64
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  scf.for %i = %c0 to %n step %c1 {
    %p = enzyme.pop %cache : !enzyme.Cache<f64> -> f64
  }
  return %x : f64
}

func.func @unused_of_while(%x: f64, %e: f64) -> f64 {
  %r:2 = scf.while (%s = %x, %d = %x) : (f64, f64) -> (f64, f64) {
    %more = arith.cmpf ogt, %s, %e : f64
    scf.condition(%more) %d, %s : f64, f64
  } do {
  ^bb0(%d: f64, %s: f64):
    %t = math.sin %s : f64
    %u = math.cos %d : f64
    scf.yield %t, %u : f64, f64
  }
  return %r#1 : f64
}

func.func @unused_while(%x: f64, %e: f64) -> f64 {
  %r = scf.while (%s = %x) : (f64) -> f64 {
    %more = arith.cmpf ogt, %s, %e : f64
    scf.condition(%more) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  }
  return %x : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @unused(%x: f64) -> f64 {
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @unused_carried_value(%x: f64, %n: index) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %t = math.sin %a : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @unused_branch_result(%c: i1, %x: f64) -> f64 {
// CHECK-NEXT:      %r = scf.if %c -> (f64) {
// CHECK-NEXT:        %t = math.sin %x : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %x : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @local_buffer(%x: f64) -> f64 {
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @cache(%x: f64, %n: index) -> f64 {
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @unused_of_while(%x: f64, %e: f64) -> f64 {
// CHECK-NEXT:      %r = scf.while (%s = %x) : (f64) -> f64 {
// CHECK-NEXT:        %more = arith.cmpf ogt, %s, %e : f64
// CHECK-NEXT:        scf.condition(%more) %s : f64
// CHECK-NEXT:      } do {
// CHECK-NEXT:      ^bb0(%s_1: f64):
// CHECK-NEXT:        %t = math.sin %s_1 : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @unused_while(%x: f64, %e: f64) -> f64 {
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

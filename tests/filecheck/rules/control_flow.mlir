// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// The reverse of a branch branches alike; the reverse of a loop counts down.

// The branches yield the adjoints of what either of them read.
func.func @f(%c: i1, %x: f64, %y: f64) -> f64 {
  %r = scf.if %c -> (f64) {
    %s = math.sin %x : f64
    scf.yield %s : f64
  } else {
    %p = arith.mulf %x, %y : f64
    scf.yield %p : f64
  }
  return %r : f64
}

// -----

// A branch without results that writes memory.
func.func @f(%c: i1, %m: memref<f64>, %x: f64) {
  scf.if %c {
    memref.store %x, %m[] : memref<f64>
  }
  return
}

// -----

// What the adjoint needs from inside a branch leaves it as a further result: %s is read from memory
// that is overwritten later, so it cannot be read again.
func.func @f(%c: i1, %m: memref<f64>, %x: f64) -> f64 {
  %r = scf.if %c -> (f64) {
    %s = memref.load %m[] : memref<f64>
    %p = arith.mulf %s, %x : f64
    scf.yield %p : f64
  } else {
    scf.yield %x : f64
  }
  memref.store %x, %m[] : memref<f64>
  return %r : f64
}

// -----

func.func @f(%n: index, %x: f64) -> f64 {
  %r = scf.index_switch %n -> f64
  case 0 {
    %s = math.sin %x : f64
    scf.yield %s : f64
  }
  default {
    scf.yield %x : f64
  }
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = scf.execute_region -> f64 {
    %s = math.sin %x : f64
    scf.yield %s : f64
  }
  return %r : f64
}

// -----

// An i64 loop over 10, 12, 14: the reverse loop rebuilds %i in its own type. %k is captured, so the
// reverse loop carries its adjoint.
func.func @f(%x: f64, %k: f64, %m: memref<20xf64>) -> f64 {
  %lower = arith.constant 10 : i64
  %upper = arith.constant 16 : i64
  %step = arith.constant 2 : i64
  %r = scf.for %i = %lower to %upper step %step iter_args(%s = %x) -> (f64) : i64 {
    %at = arith.index_cast %i : i64 to index
    %w = memref.load %m[%at] : memref<20xf64>
    %p = arith.mulf %k, %w : f64
    %t = arith.addf %s, %p : f64
    scf.yield %t : f64
  }
  return %r : f64
}

// -----

// Values that trade places, and a result that nobody uses.
func.func @f(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f64, f64) {
    %d = arith.addf %a, %b : f64
    scf.yield %b, %d : f64, f64
  }
  return %r#0 : f64
}

// -----

// Calls are inlined into the gradient.
func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func @f(%x: f64) -> f64 {
  %a = func.call @square(%x) : (f64) -> f64
  %b = func.call @square(%a) : (f64) -> f64
  return %b : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%c: i1, %x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = scf.if %c -> (f64) {
// CHECK-NEXT:        %s = math.sin %x : f64
// CHECK-NEXT:        scf.yield %s : f64
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %p = arith.mulf %x, %y : f64
// CHECK-NEXT:        scf.yield %p : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%c: i1, %x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %x_adj, %y_adj = scf.if %c -> (f64, f64) {
// CHECK-NEXT:        %0 = math.cos %x : f64
// CHECK-NEXT:        %x_adj_1 = arith.mulf %seed, %0 : f64
// CHECK-NEXT:        scf.yield %x_adj_1, %zero : f64, f64
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %x_adj_2 = arith.mulf %seed, %y : f64
// CHECK-NEXT:        %y_adj_1 = arith.mulf %seed, %x : f64
// CHECK-NEXT:        scf.yield %x_adj_2, %y_adj_1 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%c: i1, %m: memref<f64>, %x: f64) {
// CHECK-NEXT:      scf.if %c {
// CHECK-NEXT:        memref.store %x, %m[] : memref<f64>
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%c: i1, %m: memref<f64>, %m_shadow: memref<f64>, %x: f64) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      scf.if %c {
// CHECK-NEXT:        memref.store %x, %m[] : memref<f64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %x_adj = scf.if %c -> (f64) {
// CHECK-NEXT:        %x_adj_1 = memref.load %m_shadow[] : memref<f64>
// CHECK-NEXT:        memref.store %zero, %m_shadow[] : memref<f64>
// CHECK-NEXT:        scf.yield %x_adj_1 : f64
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %zero : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%c: i1, %m: memref<f64>, %x: f64) -> f64 {
// CHECK-NEXT:      %r = scf.if %c -> (f64) {
// CHECK-NEXT:        %s = memref.load %m[] : memref<f64>
// CHECK-NEXT:        %p = arith.mulf %s, %x : f64
// CHECK-NEXT:        scf.yield %p : f64
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %x : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.store %x, %m[] : memref<f64>
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%c: i1, %m: memref<f64>, %m_shadow: memref<f64>, %x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %s = scf.if %c -> (f64) {
// CHECK-NEXT:        %s_1 = memref.load %m[] : memref<f64>
// CHECK-NEXT:        scf.yield %s_1 : f64
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %zero : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.store %x, %m[] : memref<f64>
// CHECK-NEXT:      %x_adj = memref.load %m_shadow[] : memref<f64>
// CHECK-NEXT:      memref.store %zero, %m_shadow[] : memref<f64>
// CHECK-NEXT:      %x_adj_1 = scf.if %c -> (f64) {
// CHECK-NEXT:        %s_adj = arith.mulf %seed, %x : f64
// CHECK-NEXT:        %0 = arith.mulf %seed, %s : f64
// CHECK-NEXT:        %x_adj_2 = arith.addf %x_adj, %0 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[] : memref<f64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %s_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[] : memref<f64>
// CHECK-NEXT:        scf.yield %x_adj_2 : f64
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %x_adj_3 = arith.addf %x_adj, %seed : f64
// CHECK-NEXT:        scf.yield %x_adj_3 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %x_adj_1 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%n: index, %x: f64) -> f64 {
// CHECK-NEXT:      %r = scf.index_switch %n -> f64
// CHECK-NEXT:      case 0 {
// CHECK-NEXT:        %s = math.sin %x : f64
// CHECK-NEXT:        scf.yield %s : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      default {
// CHECK-NEXT:        scf.yield %x : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%n: index, %x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %x_adj = scf.index_switch %n -> f64
// CHECK-NEXT:      case 0 {
// CHECK-NEXT:        %0 = math.cos %x : f64
// CHECK-NEXT:        %x_adj_1 = arith.mulf %seed, %0 : f64
// CHECK-NEXT:        scf.yield %x_adj_1 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      default {
// CHECK-NEXT:        scf.yield %seed : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = scf.execute_region -> (f64) {
// CHECK-NEXT:        %s = math.sin %x : f64
// CHECK-NEXT:        scf.yield %s : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %0 = math.cos %x : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %k: f64, %m: memref<20xf64>) -> f64 {
// CHECK-NEXT:      %lower = arith.constant 10 : i64
// CHECK-NEXT:      %upper = arith.constant 16 : i64
// CHECK-NEXT:      %step = arith.constant 2 : i64
// CHECK-NEXT:      %r = scf.for %i = %lower to %upper step %step iter_args(%s = %x) -> (f64) : i64 {
// CHECK-NEXT:        %at = arith.index_cast %i : i64 to index
// CHECK-NEXT:        %w = memref.load %m[%at] : memref<20xf64>
// CHECK-NEXT:        %p = arith.mulf %k, %w : f64
// CHECK-NEXT:        %t = arith.addf %s, %p : f64
// CHECK-NEXT:        scf.yield %t : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %k: f64, %m: memref<20xf64>, %m_shadow: memref<20xf64>, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %lower = arith.constant 10 : i64
// CHECK-NEXT:      %step = arith.constant 2 : i64
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %k_adj = scf.for %back = %c0 to %c3 step %c1 iter_args(%k_adj_1 = %zero) -> (f64) {
// CHECK-NEXT:        %i = arith.subi %c2, %back : index
// CHECK-NEXT:        %i_1 = arith.index_cast %i : index to i64
// CHECK-NEXT:        %i_2 = arith.muli %i_1, %step : i64
// CHECK-NEXT:        %i_3 = arith.addi %lower, %i_2 : i64
// CHECK-NEXT:        %at = arith.index_cast %i_3 : i64 to index
// CHECK-NEXT:        %w = memref.load %m[%at] : memref<20xf64>
// CHECK-NEXT:        %k_adj_2 = arith.mulf %seed, %w : f64
// CHECK-NEXT:        %w_adj = arith.mulf %seed, %k : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%at] : memref<20xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %w_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%at] : memref<20xf64>
// CHECK-NEXT:        %k_adj_3 = arith.addf %k_adj_1, %k_adj_2 : f64
// CHECK-NEXT:        scf.yield %k_adj_3 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %seed, %k_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64, %n: index) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %r, %r_1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f64, f64) {
// CHECK-NEXT:        %d = arith.addf %a, %b : f64
// CHECK-NEXT:        scf.yield %b, %d : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %n: index, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %trips = arith.maxsi %n, %c0 : index
// CHECK-NEXT:      %a_adj, %b_adj = scf.for %back = %c0 to %trips step %c1 iter_args(%a_adj_1 = %seed, %b_adj_1 = %zero) -> (f64, f64) {
// CHECK-NEXT:        %b_adj_2 = arith.addf %a_adj_1, %b_adj_1 : f64
// CHECK-NEXT:        scf.yield %b_adj_1, %b_adj_2 : f64, f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %a_adj, %b_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func private @square(%x: f64) -> f64 {
// CHECK-NEXT:      %y = arith.mulf %x, %x : f64
// CHECK-NEXT:      return %y : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %a = call @square(%x) : (f64) -> f64
// CHECK-NEXT:      %b = call @square(%a) : (f64) -> f64
// CHECK-NEXT:      return %b : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %y = arith.mulf %x, %x : f64
// CHECK-NEXT:      %y_adj = arith.mulf %seed, %y : f64
// CHECK-NEXT:      %y_adj_1 = arith.addf %y_adj, %y_adj : f64
// CHECK-NEXT:      %x_adj = arith.mulf %y_adj_1, %x : f64
// CHECK-NEXT:      %x_adj_1 = arith.addf %x_adj, %x_adj : f64
// CHECK-NEXT:      return %x_adj_1 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

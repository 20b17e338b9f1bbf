// RUN: ckptopt %s -p remove-unnecessary-enzyme-ops --split-input-file | filecheck %s

// Each cache becomes a buffer that is indexed by the iteration.

// A constant trip count: a static buffer.
func.func @static(%m: memref<8xf64>, %out: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %tape = enzyme.init : !enzyme.Cache<f64>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %m[%i] : memref<8xf64>
    enzyme.push %tape, %x : !enzyme.Cache<f64>, f64
  }
  scf.for %back = %c0 to %c8 step %c1 {
    %x = enzyme.pop %tape : !enzyme.Cache<f64> -> f64
    memref.store %x, %out[%back] : memref<8xf64>
  }
  return
}

// -----

// A trip count that is known before the loop: a buffer of that size.
func.func @dynamic(%n: index, %m: memref<?xf64>, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tape = enzyme.init : !enzyme.Cache<f64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%i] : memref<?xf64>
    enzyme.push %tape, %x : !enzyme.Cache<f64>, f64
  }
  scf.for %back = %c0 to %n step %c1 {
    %x = enzyme.pop %tape : !enzyme.Cache<f64> -> f64
    memref.store %x, %out[%back] : memref<?xf64>
  }
  return
}

// -----

// An i1 is stored as a byte.
func.func @boolean(%m: memref<8xf64>, %out: memref<8xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %tape = enzyme.init : !enzyme.Cache<i1>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %m[%i] : memref<8xf64>
    %c = arith.cmpf olt, %x, %zero : f64
    enzyme.push %tape, %c : !enzyme.Cache<i1>, i1
  }
  scf.for %back = %c0 to %c8 step %c1 {
    %c = enzyme.pop %tape : !enzyme.Cache<i1> -> i1
    memref.store %c, %out[%back] : memref<8xi1>
  }
  return
}

// -----

// A nest whose inner trip count is known before it: one rectangle.
func.func @rectangle(%n: index, %m: memref<?x4xf64>, %out: memref<?x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %tapes = enzyme.init : !enzyme.Cache<!enzyme.Cache<f64>>
  scf.for %i = %c0 to %n step %c1 {
    %tape = enzyme.init : !enzyme.Cache<f64>
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %m[%i, %j] : memref<?x4xf64>
      enzyme.push %tape, %x : !enzyme.Cache<f64>, f64
    }
    enzyme.push %tapes, %tape : !enzyme.Cache<!enzyme.Cache<f64>>, !enzyme.Cache<f64>
  }
  scf.for %back = %c0 to %n step %c1 {
    %row = enzyme.pop %tapes : !enzyme.Cache<!enzyme.Cache<f64>> -> !enzyme.Cache<f64>
    scf.for %inner_back = %c0 to %c4 step %c1 {
      %x = enzyme.pop %row : !enzyme.Cache<f64> -> f64
      memref.store %x, %out[%back, %inner_back] : memref<?x4xf64>
    }
  }
  return
}

// -----

// A triangle: each row is a buffer of its own; its handle is kept, and the row freed where it is
// popped.
func.func @triangle(%n: index, %m: memref<?x?xf64>, %out: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  %tapes = enzyme.init : !enzyme.Cache<!enzyme.Cache<f64>>
  scf.for %i = %c0 to %n step %c1 {
    %tape = enzyme.init : !enzyme.Cache<f64>
    scf.for %j = %c0 to %i step %c1 {
      %x = memref.load %m[%i, %j] : memref<?x?xf64>
      enzyme.push %tape, %x : !enzyme.Cache<f64>, f64
    }
    enzyme.push %tapes, %tape : !enzyme.Cache<!enzyme.Cache<f64>>, !enzyme.Cache<f64>
  }
  scf.for %back = %c0 to %n step %c1 {
    %row = enzyme.pop %tapes : !enzyme.Cache<!enzyme.Cache<f64>> -> !enzyme.Cache<f64>
    %i = arith.subi %last, %back : index
    scf.for %inner_back = %c0 to %i step %c1 {
      %x = enzyme.pop %row : !enzyme.Cache<f64> -> f64
      memref.store %x, %out[%i, %inner_back] : memref<?x?xf64>
    }
  }
  return
}

// -----

// A branch hands its cache out, the other one an empty one; both are freed after the last pop.
func.func @branch(%c: i1, %n: index, %m: memref<?xf64>, %out: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tape = scf.if %c -> (!enzyme.Cache<f64>) {
    %full = enzyme.init : !enzyme.Cache<f64>
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %m[%i] : memref<?xf64>
      enzyme.push %full, %x : !enzyme.Cache<f64>, f64
    }
    scf.yield %full : !enzyme.Cache<f64>
  } else {
    %empty = enzyme.init : !enzyme.Cache<f64>
    scf.yield %empty : !enzyme.Cache<f64>
  }
  scf.if %c {
    scf.for %back = %c0 to %n step %c1 {
      %x = enzyme.pop %tape : !enzyme.Cache<f64> -> f64
      memref.store %x, %out[%back] : memref<?xf64>
    }
  }
  return
}

// -----

// A popped buffer is a handle too: here one snapshot of %m per iteration.
func.func @snapshots(%n: index, %m: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tape = enzyme.init : !enzyme.Cache<memref<4xf64>>
  scf.for %i = %c0 to %n step %c1 {
    %copy = memref.alloc() : memref<4xf64>
    memref.copy %m, %copy : memref<4xf64> to memref<4xf64>
    enzyme.push %tape, %copy : !enzyme.Cache<memref<4xf64>>, memref<4xf64>
  }
  scf.for %back = %c0 to %n step %c1 {
    %copy = enzyme.pop %tape : !enzyme.Cache<memref<4xf64>> -> memref<4xf64>
    memref.copy %copy, %m : memref<4xf64> to memref<4xf64>
    memref.dealloc %copy : memref<4xf64>
  }
  return
}

// CHECK:       module {
// CHECK-LABEL:   func.func @static(%m: memref<8xf64>, %out: memref<8xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c1_1 = arith.constant 1 : index
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      %tape = memref.alloc() : memref<8xf64>
// CHECK-NEXT:      scf.for %i = %c0 to %c8 step %c1 {
// CHECK-NEXT:        %x = memref.load %m[%i] : memref<8xf64>
// CHECK-NEXT:        memref.store %x, %tape[%i] : memref<8xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %back = %c0 to %c8 step %c1 {
// CHECK-NEXT:        %i_1 = arith.subi %c7, %back : index
// CHECK-NEXT:        %x_1 = memref.load %tape[%i_1] : memref<8xf64>
// CHECK-NEXT:        memref.store %x_1, %out[%back] : memref<8xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %tape : memref<8xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @dynamic(%n: index, %m: memref<?xf64>, %out: memref<?xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c1_1 = arith.constant 1 : index
// CHECK-NEXT:      %tape = memref.alloc(%n) : memref<?xf64>
// CHECK-NEXT:      scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:        %x = memref.load %m[%i] : memref<?xf64>
// CHECK-NEXT:        memref.store %x, %tape[%i] : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %n, %c1_1 : index
// CHECK-NEXT:      scf.for %back = %c0 to %n step %c1 {
// CHECK-NEXT:        %i_1 = arith.subi %last, %back : index
// CHECK-NEXT:        %x_1 = memref.load %tape[%i_1] : memref<?xf64>
// CHECK-NEXT:        memref.store %x_1, %out[%back] : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %tape : memref<?xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @boolean(%m: memref<8xf64>, %out: memref<8xi1>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %c1_1 = arith.constant 1 : index
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      %tape = memref.alloc() : memref<8xi8>
// CHECK-NEXT:      scf.for %i = %c0 to %c8 step %c1 {
// CHECK-NEXT:        %x = memref.load %m[%i] : memref<8xf64>
// CHECK-NEXT:        %c = arith.cmpf olt, %x, %zero : f64
// CHECK-NEXT:        %c_1 = arith.extui %c : i1 to i8
// CHECK-NEXT:        memref.store %c_1, %tape[%i] : memref<8xi8>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.for %back = %c0 to %c8 step %c1 {
// CHECK-NEXT:        %i_1 = arith.subi %c7, %back : index
// CHECK-NEXT:        %c_2 = memref.load %tape[%i_1] : memref<8xi8>
// CHECK-NEXT:        %c_3 = arith.trunci %c_2 : i8 to i1
// CHECK-NEXT:        memref.store %c_3, %out[%back] : memref<8xi1>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %tape : memref<8xi8>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @rectangle(%n: index, %m: memref<?x4xf64>, %out: memref<?x4xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %c1_1 = arith.constant 1 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %tape = memref.alloc(%n) : memref<?x4xf64>
// CHECK-NEXT:      scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:        scf.for %j = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %x = memref.load %m[%i, %j] : memref<?x4xf64>
// CHECK-NEXT:          memref.store %x, %tape[%i, %j] : memref<?x4xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %n, %c1_1 : index
// CHECK-NEXT:      scf.for %back = %c0 to %n step %c1 {
// CHECK-NEXT:        %i_1 = arith.subi %last, %back : index
// CHECK-NEXT:        scf.for %inner_back = %c0 to %c4 step %c1 {
// CHECK-NEXT:          %j_1 = arith.subi %c3, %inner_back : index
// CHECK-NEXT:          %x_1 = memref.load %tape[%i_1, %j_1] : memref<?x4xf64>
// CHECK-NEXT:          memref.store %x_1, %out[%back, %inner_back] : memref<?x4xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %tape : memref<?x4xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @triangle(%n: index, %m: memref<?x?xf64>, %out: memref<?x?xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c1_1 = arith.constant 1 : index
// CHECK-NEXT:      %last = arith.subi %n, %c1 : index
// CHECK-NEXT:      %tapes = memref.alloc(%n) : memref<?xmemref<?xf64>>
// CHECK-NEXT:      scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:        %tape = memref.alloc(%i) : memref<?xf64>
// CHECK-NEXT:        scf.for %j = %c0 to %i step %c1 {
// CHECK-NEXT:          %x = memref.load %m[%i, %j] : memref<?x?xf64>
// CHECK-NEXT:          memref.store %x, %tape[%j] : memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.store %tape, %tapes[%i] : memref<?xmemref<?xf64>>
// CHECK-NEXT:      }
// CHECK-NEXT:      %last_1 = arith.subi %n, %c1_1 : index
// CHECK-NEXT:      scf.for %back = %c0 to %n step %c1 {
// CHECK-NEXT:        %i_1 = arith.subi %last_1, %back : index
// CHECK-NEXT:        %row = memref.load %tapes[%i_1] : memref<?xmemref<?xf64>>
// CHECK-NEXT:        %i_2 = arith.subi %last, %back : index
// CHECK-NEXT:        %last_2 = arith.subi %i_2, %c1_1 : index
// CHECK-NEXT:        scf.for %inner_back = %c0 to %i_2 step %c1 {
// CHECK-NEXT:          %j_1 = arith.subi %last_2, %inner_back : index
// CHECK-NEXT:          %x_1 = memref.load %row[%j_1] : memref<?xf64>
// CHECK-NEXT:          memref.store %x_1, %out[%i_2, %inner_back] : memref<?x?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        memref.dealloc %row : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %tapes : memref<?xmemref<?xf64>>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @branch(%c: i1, %n: index, %m: memref<?xf64>, %out: memref<?xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c0_1 = arith.constant 0 : index
// CHECK-NEXT:      %c1_1 = arith.constant 1 : index
// CHECK-NEXT:      %tape = scf.if %c -> (memref<?xf64>) {
// CHECK-NEXT:        %full = memref.alloc(%n) : memref<?xf64>
// CHECK-NEXT:        scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:          %x = memref.load %m[%i] : memref<?xf64>
// CHECK-NEXT:          memref.store %x, %full[%i] : memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:        scf.yield %full : memref<?xf64>
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %empty = memref.alloc(%c0_1) : memref<?xf64>
// CHECK-NEXT:        scf.yield %empty : memref<?xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.if %c {
// CHECK-NEXT:        %last = arith.subi %n, %c1_1 : index
// CHECK-NEXT:        scf.for %back = %c0 to %n step %c1 {
// CHECK-NEXT:          %i_1 = arith.subi %last, %back : index
// CHECK-NEXT:          %x_1 = memref.load %tape[%i_1] : memref<?xf64>
// CHECK-NEXT:          memref.store %x_1, %out[%back] : memref<?xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %tape : memref<?xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @snapshots(%n: index, %m: memref<4xf64>) {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c1_1 = arith.constant 1 : index
// CHECK-NEXT:      %tape = memref.alloc(%n) : memref<?x4xf64>
// CHECK-NEXT:      scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT:        %copy = memref.subview %tape[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        memref.copy %m, %copy : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:      }
// CHECK-NEXT:      %last = arith.subi %n, %c1_1 : index
// CHECK-NEXT:      scf.for %back = %c0 to %n step %c1 {
// CHECK-NEXT:        %i_1 = arith.subi %last, %back : index
// CHECK-NEXT:        %copy_1 = memref.subview %tape[%i_1, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1], offset: ?>>
// CHECK-NEXT:        memref.copy %copy_1, %m : memref<4xf64, strided<[1], offset: ?>> to memref<4xf64>
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %tape : memref<?x4xf64>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// One function per derivative rule of the arith dialect. Each `@f_grad` multiplies the seed by the
// partial derivatives, and computes nothing else.

// Sums read nothing of the primal.
func.func @f(%x: f64, %y: f64) -> f64 {
  %r = arith.addf %x, %y : f64
  return %r : f64
}

// -----

func.func @f(%x: f64, %y: f64) -> f64 {
  %r = arith.subf %x, %y : f64
  return %r : f64
}

// -----

// A product reads both factors.
func.func @f(%x: f64, %y: f64) -> f64 {
  %r = arith.mulf %x, %y : f64
  return %r : f64
}

// -----

// A quotient reads the divisor and the result.
func.func @f(%x: f64, %y: f64) -> f64 {
  %r = arith.divf %x, %y : f64
  return %r : f64
}

// -----

func.func @f(%x: f64, %y: f64) -> f64 {
  %r = arith.remf %x, %y : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = arith.negf %x : f64
  return %r : f64
}

// -----

// A tie goes to the first operand: oge, ole.
func.func @f(%x: f64, %y: f64) -> f64 {
  %r = arith.maximumf %x, %y : f64
  return %r : f64
}

// -----

func.func @f(%x: f64, %y: f64) -> f64 {
  %r = arith.minimumf %x, %y : f64
  return %r : f64
}

// -----

// The gradient goes to the operand that was returned.
func.func @f(%x: f64, %y: f64) -> f64 {
  %r = arith.maxnumf %x, %y : f64
  return %r : f64
}

// -----

func.func @f(%x: f64, %y: f64) -> f64 {
  %r = arith.minnumf %x, %y : f64
  return %r : f64
}

// -----

func.func @f(%c: i1, %x: f64, %y: f64) -> f64 {
  %r = arith.select %c, %x, %y : f64
  return %r : f64
}

// -----

// Width casts convert the adjoint back.
func.func @f(%x: f32) -> f64 {
  %r = arith.extf %x : f32 to f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f32 {
  %r = arith.truncf %x : f64 to f32
  return %r : f32
}

// -----

// No derivative flows through integers and comparisons.
func.func @f(%x: f64) -> f64 {
  %i = arith.fptosi %x : f64 to i64
  %r = arith.sitofp %i : i64 to f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %i = arith.fptoui %x : f64 to i64
  %r = arith.uitofp %i : i64 to f64
  return %r : f64
}

// -----

func.func @f(%x: f64, %y: f64) -> f64 {
  %c = arith.cmpf olt, %x, %y : f64
  %r = arith.uitofp %c : i1 to f64
  return %r : f64
}

// -----

// Two uses of one value: two contributions, added without fast-math flags.
func.func @f(%x: f64) -> f64 {
  %r = arith.mulf %x, %x fastmath<contract> : f64
  return %r : f64
}

// -----

// Vectors and tensors follow the same rules, element by element.
func.func @f(%x: vector<4xf64>, %y: vector<4xf64>) -> vector<4xf64> {
  %r = arith.maximumf %x, %y : vector<4xf64>
  return %r : vector<4xf64>
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = arith.addf %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      return %seed, %seed : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = arith.subf %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %y_adj = arith.negf %seed : f64
// CHECK-NEXT:      return %seed, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = arith.mulf %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %y : f64
// CHECK-NEXT:      %y_adj = arith.mulf %seed, %x : f64
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = arith.divf %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %r = arith.divf %x, %y : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %y : f64
// CHECK-NEXT:      %0 = arith.mulf %x_adj, %r : f64
// CHECK-NEXT:      %y_adj = arith.negf %0 : f64
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = arith.remf %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %0 = arith.divf %x, %y : f64
// CHECK-NEXT:      %1 = math.trunc %0 : f64
// CHECK-NEXT:      %2 = arith.mulf %seed, %1 : f64
// CHECK-NEXT:      %y_adj = arith.negf %2 : f64
// CHECK-NEXT:      return %seed, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = arith.negf %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %x_adj = arith.negf %seed : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = arith.maximumf %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.cmpf oge, %x, %y : f64
// CHECK-NEXT:      %x_adj = arith.select %0, %seed, %zero : f64
// CHECK-NEXT:      %y_adj = arith.select %0, %zero, %seed : f64
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = arith.minimumf %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.cmpf ole, %x, %y : f64
// CHECK-NEXT:      %x_adj = arith.select %0, %seed, %zero : f64
// CHECK-NEXT:      %y_adj = arith.select %0, %zero, %seed : f64
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = arith.maxnumf %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %r = arith.maxnumf %x, %y : f64
// CHECK-NEXT:      %0 = arith.cmpf oeq, %x, %r : f64
// CHECK-NEXT:      %x_adj = arith.select %0, %seed, %zero : f64
// CHECK-NEXT:      %y_adj = arith.select %0, %zero, %seed : f64
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = arith.minnumf %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %r = arith.minnumf %x, %y : f64
// CHECK-NEXT:      %0 = arith.cmpf oeq, %x, %r : f64
// CHECK-NEXT:      %x_adj = arith.select %0, %seed, %zero : f64
// CHECK-NEXT:      %y_adj = arith.select %0, %zero, %seed : f64
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%c: i1, %x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = arith.select %c, %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%c: i1, %x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %x_adj = arith.select %c, %seed, %zero : f64
// CHECK-NEXT:      %y_adj = arith.select %c, %zero, %seed : f64
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f32) -> f64 {
// CHECK-NEXT:      %r = arith.extf %x : f32 to f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f32, %seed: f64) -> f32 {
// CHECK-NEXT:      %x_adj = arith.truncf %seed : f64 to f32
// CHECK-NEXT:      return %x_adj : f32
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f32 {
// CHECK-NEXT:      %r = arith.truncf %x : f64 to f32
// CHECK-NEXT:      return %r : f32
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f32) -> f64 {
// CHECK-NEXT:      %x_adj = arith.extf %seed : f32 to f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %i = arith.fptosi %x : f64 to i64
// CHECK-NEXT:      %r = arith.sitofp %i : i64 to f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      return %zero : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %i = arith.fptoui %x : f64 to i64
// CHECK-NEXT:      %r = arith.uitofp %i : i64 to f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      return %zero : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %c = arith.cmpf olt, %x, %y : f64
// CHECK-NEXT:      %r = arith.uitofp %c : i1 to f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      return %zero, %zero : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = arith.mulf %x, %x fastmath<contract> : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %x fastmath<contract> : f64
// CHECK-NEXT:      %x_adj_1 = arith.addf %x_adj, %x_adj : f64
// CHECK-NEXT:      return %x_adj_1 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: vector<4xf64>, %y: vector<4xf64>) -> vector<4xf64> {
// CHECK-NEXT:      %r = arith.maximumf %x, %y : vector<4xf64>
// CHECK-NEXT:      return %r : vector<4xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: vector<4xf64>, %y: vector<4xf64>, %seed: vector<4xf64>) -> (vector<4xf64>, vector<4xf64>) {
// CHECK-NEXT:      %zero = arith.constant dense<0.000000e+00> : vector<4xf64>
// CHECK-NEXT:      %0 = arith.cmpf oge, %x, %y : vector<4xf64>
// CHECK-NEXT:      %x_adj = arith.select %0, %seed, %zero : vector<4xi1>, vector<4xf64>
// CHECK-NEXT:      %y_adj = arith.select %0, %zero, %seed : vector<4xi1>, vector<4xf64>
// CHECK-NEXT:      return %x_adj, %y_adj : vector<4xf64>, vector<4xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }

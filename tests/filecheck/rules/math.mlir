// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// One function per derivative rule of the math dialect. Where the rule reads the result (exp, tanh,
// sqrt), the gradient computes the primal operation again and uses it.

func.func @f(%x: f64) -> f64 {
  %r = math.sin %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.cos %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.tan %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.asin %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.acos %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.atan %x : f64
  return %r : f64
}

// -----

// The operands of atan2 are y and x, in this order.
func.func @f(%x: f64, %y: f64) -> f64 {
  %r = math.atan2 %x, %y : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.sinh %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.cosh %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.tanh %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.asinh %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.acosh %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.atanh %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.exp %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.exp2 %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.expm1 %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.log %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.log2 %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.log10 %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.log1p %x : f64
  return %r : f64
}

// -----

// Infinite slope at zero, from the division.
func.func @f(%x: f64) -> f64 {
  %r = math.sqrt %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.rsqrt %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.cbrt %x : f64
  return %r : f64
}

// -----

// Zero in the base where the exponent is zero, and in the exponent where the base is zero.
func.func @f(%x: f64, %y: f64) -> f64 {
  %r = math.powf %x, %y : f64
  return %r : f64
}

// -----

// The exponent is an integer: only the base has a gradient.
func.func @f(%x: f64, %n: i32) -> f64 {
  %r = math.fpowi %x, %n : f64, i32
  return %r : f64
}

// -----

// The slope of the sign bit, at zero too.
func.func @f(%x: f64) -> f64 {
  %r = math.absf %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64, %y: f64) -> f64 {
  %r = math.copysign %x, %y : f64
  return %r : f64
}

// -----

func.func @f(%x: f64, %y: f64, %z: f64) -> f64 {
  %r = math.fma %x, %y, %z : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.erf %x : f64
  return %r : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %r = math.erfc %x : f64
  return %r : f64
}

// -----

// Two results: the contributions of both are added.
func.func @f(%x: f64) -> (f64, f64) {
  %s, %c = math.sincos %x : f64
  return %s, %c : f64, f64
}

// -----

// Step functions have slope zero everywhere: ceil, floor, round, roundeven, trunc.
func.func @f(%x: f64) -> f64 {
  %a = math.ceil %x : f64
  %b = math.floor %a : f64
  %c = math.round %b : f64
  %d = math.roundeven %c : f64
  %r = math.trunc %d : f64
  return %r : f64
}

// -----

// So have the tests of a float's class.
func.func @f(%x: f64) -> f64 {
  %a = math.isnan %x : f64
  %b = math.isinf %x : f64
  %c = math.isfinite %x : f64
  %d = math.isnormal %x : f64
  %ab = arith.ori %a, %b : i1
  %cd = arith.ori %c, %d : i1
  %any = arith.ori %ab, %cd : i1
  %r = arith.uitofp %any : i1 to f64
  return %r : f64
}

// -----

// Derivative operations take the fast-math flags of the operation that they come from.
func.func @f(%x: f64) -> f64 {
  %r = math.sin %x fastmath<nnan,contract> : f64
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.sin %x : f64
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
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.cos %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %0 = math.sin %x : f64
// CHECK-NEXT:      %1 = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      %x_adj = arith.negf %1 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.tan %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %r = math.tan %x : f64
// CHECK-NEXT:      %0 = arith.mulf %r, %r : f64
// CHECK-NEXT:      %1 = arith.addf %cst, %0 : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %1 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.asin %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.subf %cst, %x : f64
// CHECK-NEXT:      %1 = arith.addf %cst, %x : f64
// CHECK-NEXT:      %2 = arith.mulf %0, %1 : f64
// CHECK-NEXT:      %3 = math.sqrt %2 : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %3 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.acos %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.subf %cst, %x : f64
// CHECK-NEXT:      %1 = arith.addf %cst, %x : f64
// CHECK-NEXT:      %2 = arith.mulf %0, %1 : f64
// CHECK-NEXT:      %3 = math.sqrt %2 : f64
// CHECK-NEXT:      %4 = arith.divf %seed, %3 : f64
// CHECK-NEXT:      %x_adj = arith.negf %4 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.atan %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.mulf %x, %x : f64
// CHECK-NEXT:      %1 = arith.addf %cst, %0 : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %1 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = math.atan2 %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %0 = arith.mulf %seed, %y : f64
// CHECK-NEXT:      %1 = arith.mulf %x, %x : f64
// CHECK-NEXT:      %2 = arith.mulf %y, %y : f64
// CHECK-NEXT:      %3 = arith.addf %1, %2 : f64
// CHECK-NEXT:      %x_adj = arith.divf %0, %3 : f64
// CHECK-NEXT:      %4 = arith.mulf %seed, %x : f64
// CHECK-NEXT:      %5 = arith.divf %4, %3 : f64
// CHECK-NEXT:      %y_adj = arith.negf %5 : f64
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.sinh %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %0 = math.cosh %x : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.cosh %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %0 = math.sinh %x : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.tanh %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %r = math.tanh %x : f64
// CHECK-NEXT:      %0 = arith.mulf %r, %r : f64
// CHECK-NEXT:      %1 = arith.subf %cst, %0 : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %1 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.asinh %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.mulf %x, %x : f64
// CHECK-NEXT:      %1 = arith.addf %0, %cst : f64
// CHECK-NEXT:      %2 = math.sqrt %1 : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %2 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.acosh %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.subf %x, %cst : f64
// CHECK-NEXT:      %1 = arith.addf %x, %cst : f64
// CHECK-NEXT:      %2 = arith.mulf %0, %1 : f64
// CHECK-NEXT:      %3 = math.sqrt %2 : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %3 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.atanh %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.subf %cst, %x : f64
// CHECK-NEXT:      %1 = arith.addf %cst, %x : f64
// CHECK-NEXT:      %2 = arith.mulf %0, %1 : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %2 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.exp %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %r = math.exp %x : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %r : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.exp2 %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 0.69314718055994529 : f64
// CHECK-NEXT:      %r = math.exp2 %x : f64
// CHECK-NEXT:      %0 = arith.mulf %seed, %r : f64
// CHECK-NEXT:      %x_adj = arith.mulf %0, %cst : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.expm1 %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %r = math.expm1 %x : f64
// CHECK-NEXT:      %0 = arith.addf %r, %cst : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.log %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %x_adj = arith.divf %seed, %x : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.log2 %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 0.69314718055994529 : f64
// CHECK-NEXT:      %0 = arith.mulf %x, %cst : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.log10 %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 2.3025850929940459 : f64
// CHECK-NEXT:      %0 = arith.mulf %x, %cst : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.log1p %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.addf %cst, %x : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.sqrt %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 2.000000e+00 : f64
// CHECK-NEXT:      %r = math.sqrt %x : f64
// CHECK-NEXT:      %0 = arith.mulf %cst, %r : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.rsqrt %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant -5.000000e-01 : f64
// CHECK-NEXT:      %r = math.rsqrt %x : f64
// CHECK-NEXT:      %0 = arith.mulf %cst, %r : f64
// CHECK-NEXT:      %1 = arith.divf %0, %x : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %1 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.cbrt %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 3.000000e+00 : f64
// CHECK-NEXT:      %r = math.cbrt %x : f64
// CHECK-NEXT:      %0 = arith.mulf %cst, %r : f64
// CHECK-NEXT:      %1 = arith.mulf %0, %r : f64
// CHECK-NEXT:      %x_adj = arith.divf %seed, %1 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = math.powf %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %r = math.powf %x, %y : f64
// CHECK-NEXT:      %0 = arith.cmpf oeq, %y, %zero : f64
// CHECK-NEXT:      %1 = arith.subf %y, %cst : f64
// CHECK-NEXT:      %2 = math.powf %x, %1 : f64
// CHECK-NEXT:      %3 = arith.mulf %y, %2 : f64
// CHECK-NEXT:      %4 = arith.select %0, %zero, %3 : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %4 : f64
// CHECK-NEXT:      %5 = arith.cmpf oeq, %x, %zero : f64
// CHECK-NEXT:      %6 = math.log %x : f64
// CHECK-NEXT:      %7 = arith.mulf %r, %6 : f64
// CHECK-NEXT:      %8 = arith.select %5, %zero, %7 : f64
// CHECK-NEXT:      %y_adj = arith.mulf %seed, %8 : f64
// CHECK-NEXT:      return %x_adj, %y_adj : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: i32) -> f64 {
// CHECK-NEXT:      %r = math.fpowi %x, %n : f64, i32
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %n: i32, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.cmpi eq, %n, %c0_i32 : i32
// CHECK-NEXT:      %1 = arith.sitofp %n : i32 to f64
// CHECK-NEXT:      %2 = arith.subi %n, %c1_i32 : i32
// CHECK-NEXT:      %3 = math.fpowi %x, %2 : f64, i32
// CHECK-NEXT:      %4 = arith.mulf %1, %3 : f64
// CHECK-NEXT:      %5 = arith.select %0, %zero, %4 : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %5 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.absf %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %0 = math.copysign %cst, %x : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64) -> f64 {
// CHECK-NEXT:      %r = math.copysign %x, %y : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %seed: f64) -> (f64, f64) {
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %0 = math.copysign %cst, %x : f64
// CHECK-NEXT:      %1 = arith.mulf %seed, %0 : f64
// CHECK-NEXT:      %2 = math.copysign %cst, %y : f64
// CHECK-NEXT:      %x_adj = arith.mulf %1, %2 : f64
// CHECK-NEXT:      return %x_adj, %zero : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %y: f64, %z: f64) -> f64 {
// CHECK-NEXT:      %r = math.fma %x, %y, %z : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %y: f64, %z: f64, %seed: f64) -> (f64, f64, f64) {
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %y : f64
// CHECK-NEXT:      %y_adj = arith.mulf %seed, %x : f64
// CHECK-NEXT:      return %x_adj, %y_adj, %seed : f64, f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.erf %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.1283791670955126 : f64
// CHECK-NEXT:      %0 = arith.mulf %x, %x : f64
// CHECK-NEXT:      %1 = arith.negf %0 : f64
// CHECK-NEXT:      %2 = math.exp %1 : f64
// CHECK-NEXT:      %3 = arith.mulf %2, %cst : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %3 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %r = math.erfc %x : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %cst = arith.constant 1.1283791670955126 : f64
// CHECK-NEXT:      %0 = arith.mulf %x, %x : f64
// CHECK-NEXT:      %1 = arith.negf %0 : f64
// CHECK-NEXT:      %2 = math.exp %1 : f64
// CHECK-NEXT:      %3 = arith.mulf %2, %cst : f64
// CHECK-NEXT:      %4 = arith.mulf %seed, %3 : f64
// CHECK-NEXT:      %x_adj = arith.negf %4 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> (f64, f64) {
// CHECK-NEXT:      %s, %c = math.sincos %x : f64
// CHECK-NEXT:      return %s, %c : f64, f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed0: f64, %seed1: f64) -> f64 {
// CHECK-NEXT:      %s, %c = math.sincos %x : f64
// CHECK-NEXT:      %0 = arith.mulf %seed0, %c : f64
// CHECK-NEXT:      %1 = arith.mulf %seed1, %s : f64
// CHECK-NEXT:      %x_adj = arith.subf %0, %1 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      %a = math.ceil %x : f64
// CHECK-NEXT:      %b = math.floor %a : f64
// CHECK-NEXT:      %c = math.round %b : f64
// CHECK-NEXT:      %d = math.roundeven %c : f64
// CHECK-NEXT:      %r = math.trunc %d : f64
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
// CHECK-NEXT:      %a = math.isnan %x : f64
// CHECK-NEXT:      %b = math.isinf %x : f64
// CHECK-NEXT:      %c = math.isfinite %x : f64
// CHECK-NEXT:      %d = math.isnormal %x : f64
// CHECK-NEXT:      %ab = arith.ori %a, %b : i1
// CHECK-NEXT:      %cd = arith.ori %c, %d : i1
// CHECK-NEXT:      %any = arith.ori %ab, %cd : i1
// CHECK-NEXT:      %r = arith.uitofp %any : i1 to f64
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
// CHECK-NEXT:      %r = math.sin %x fastmath<nnan,contract> : f64
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      %0 = math.cos %x fastmath<nnan,contract> : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %0 fastmath<nnan,contract> : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

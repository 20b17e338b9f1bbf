// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'differentiate{fn=f mode=ForwardMode}'

func.func private @outside(f64) -> f64
func.func @f(%x: f64) -> f64 {
  // expected-error @below {{no derivative is known for 'func.call'}}
  %y = call @outside(%x) : (f64) -> f64
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  // expected-note @below {{of this parallel loop}}
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%one) -> f64 {
    %y = math.sin %x : f64
    scf.reduce(%y : f64) {
    ^bb0(%l: f64, %r: f64):
      // expected-error @below {{a reduction by 'arith.mulf' cannot be differentiated; a sum can}}
      %p = arith.mulf %l, %r : f64
      scf.reduce.return %p : f64
    }
  }
  return %s : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  // expected-error @below {{a region of several blocks cannot be differentiated}}
  %y = scf.execute_region -> (f64) {
    cf.br ^bb1
  ^bb1:
    scf.yield %x : f64
  }
  return %y : f64
}

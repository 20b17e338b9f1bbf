// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// expected-error @below {{there are several functions '@f': name one of one::f, other::f}}
module {
  gpu.module @one {
    func.func @f(%x: f64) -> f64 {
      return %x : f64
    }
  }
  gpu.module @other {
    func.func @f(%x: f64) -> f64 {
      return %x : f64
    }
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{'@f' is a 'gpu.func' and cannot be differentiated: move what is to be differentiated to a func.func and call that}}
  gpu.func @f(%m: memref<?xf64>) kernel {
    gpu.return
  }
}

// -----

// expected-note @below {{it is the derivative of '@f'}}
func.func @f(%x: f64) -> f64 {
  return %x : f64
}

// expected-error @below {{'@f_grad' is declared as (f64) -> f64, but the derivative is (f64, f64) -> f64}}
func.func private @f_grad(f64) -> f64

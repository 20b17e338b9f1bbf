// RUN: ckptopt %s --verify-diagnostics -p 'loop-checkpoint{fn=f argTys=enzyme_active}'

// expected-error @below {{'@f' has 2 arguments, but the number of argument activities given is 1}}
func.func @f(%x: f64, %m: memref<f64>) -> f64 {
  return %x : f64
}

// RUN: ckptopt %s --verify-diagnostics -p 'loop-checkpoint{fn=f retTys=enzyme_dup}'

// expected-error @below {{result 0 of type f64 cannot be 'enzyme_dup'}}
func.func @f(%x: f64, %m: memref<f64>) -> f64 {
  return %x : f64
}

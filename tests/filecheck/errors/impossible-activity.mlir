// RUN: ckptopt %s --verify-diagnostics -p 'loop-checkpoint{fn=f argTys=enzyme_active,enzyme_active}'

// expected-error @below {{argument 1 of type memref<f64> cannot be 'enzyme_active'}}
func.func @f(%x: f64, %m: memref<f64>) -> f64 {
  return %x : f64
}

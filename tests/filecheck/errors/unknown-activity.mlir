// RUN: ckptopt %s --verify-diagnostics -p 'loop-checkpoint{fn=f argTys=enzyme_activ,enzyme_dup}'

// expected-error @below {{unknown activity 'enzyme_activ'; known are enzyme_active, enzyme_dup, enzyme_dupnoneed, enzyme_const}}
func.func @f(%x: f64, %m: memref<f64>) -> f64 {
  return %x : f64
}

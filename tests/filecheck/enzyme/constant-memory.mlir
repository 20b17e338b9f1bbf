// RUN: ckptopt %s --verify-diagnostics -p 'enzyme-wrap{infn=f argTys=enzyme_dup,enzyme_const retTys=enzyme_dup}'

// Derivatives cannot flow through the memory of an argument without a shadow.

// expected-error @below {{argument 1 is 'enzyme_const', but derivatives flow through its memory: it needs a shadow ('enzyme_dup')}}
func.func @f(%x: f64, %scratch: memref<f64>) -> f64 {
  memref.store %x, %scratch[] : memref<f64>
  %y = memref.load %scratch[] : memref<f64>
  return %y : f64
}

// RUN: ckptopt %s --verify-diagnostics -p 'loop-checkpoint{fn=f fastmath=reassoc,fats}'
// RUN: ckptopt %s --verify-diagnostics -p 'enzyme-wrap{infn=f fastmath=reassoc,fats}'

// expected-error @below {{unknown fast-math flag 'fats'; known are reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
func.func @f(%x: f64) -> f64 {
  return %x : f64
}

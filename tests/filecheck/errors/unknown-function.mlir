// RUN: ckptopt %s --verify-diagnostics -p 'loop-checkpoint{fn=g}'
// expected-error @above {{there is no function '@g'}}

func.func @f(%x: f64) -> f64 {
  return %x : f64
}

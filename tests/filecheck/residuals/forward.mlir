// Forward mode keeps nothing, so marks have no effect there.

// RUN: ckptopt %s --verify-diagnostics -p 'loop-checkpoint{fn=f mode=ForwardMode}'

// expected-warning @below {{'ckptopt.remat' has no effect in forward mode: nothing is kept}}
func.func @f(%x: f64) -> f64 attributes {ckptopt.remat} {
  %y = math.sin %x {ckptopt.checkpoint_name = "y"} : f64
  return %y : f64
}

// RUN: ckptopt %s --verify-diagnostics -p loop-checkpoint
// expected-warning @above {{no public function holds a loop with 'enzyme.enable_checkpointing = true': nothing is differentiated (name a function with fn=)}}

func.func @f(%x: f64) -> f64 {
  return %x : f64
}

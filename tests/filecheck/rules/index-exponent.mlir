// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// An exponent of index type goes through an integer to become a factor.

func.func @f(%x: f64, %n: index) -> f64 {
  %r = math.fpowi %x, %n : f64, index
  return %r : f64
}

// -----

func.func @f(%x: vector<2xf64>, %n: vector<2xindex>) -> vector<2xf64> {
  %r = math.fpowi %x, %n : vector<2xf64>, vector<2xindex>
  return %r : vector<2xf64>
}

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

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: index) -> f64 {
// CHECK-NEXT:      %r = math.fpowi %x, %n : f64, index
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %n: index, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      %0 = arith.cmpi eq, %n, %c0 : index
// CHECK-NEXT:      %1 = arith.index_cast %n : index to i64
// CHECK-NEXT:      %2 = arith.sitofp %1 : i64 to f64
// CHECK-NEXT:      %3 = arith.subi %n, %c1 : index
// CHECK-NEXT:      %4 = math.fpowi %x, %3 : f64, index
// CHECK-NEXT:      %5 = arith.mulf %2, %4 : f64
// CHECK-NEXT:      %6 = arith.select %0, %zero, %5 : f64
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %6 : f64
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: vector<2xf64>, %n: vector<2xindex>) -> vector<2xf64> {
// CHECK-NEXT:      %r = math.fpowi %x, %n : vector<2xf64>, vector<2xindex>
// CHECK-NEXT:      return %r : vector<2xf64>
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: vector<2xf64>, %n: vector<2xindex>, %seed: vector<2xf64>) -> vector<2xf64> {
// CHECK-NEXT:      %c0 = arith.constant dense<0> : vector<2xindex>
// CHECK-NEXT:      %c1 = arith.constant dense<1> : vector<2xindex>
// CHECK-NEXT:      %zero = arith.constant dense<0.000000e+00> : vector<2xf64>
// CHECK-NEXT:      %0 = arith.cmpi eq, %n, %c0 : vector<2xindex>
// CHECK-NEXT:      %1 = arith.index_cast %n : vector<2xindex> to vector<2xi64>
// CHECK-NEXT:      %2 = arith.sitofp %1 : vector<2xi64> to vector<2xf64>
// CHECK-NEXT:      %3 = arith.subi %n, %c1 : vector<2xindex>
// CHECK-NEXT:      %4 = math.fpowi %x, %3 : vector<2xf64>, vector<2xindex>
// CHECK-NEXT:      %5 = arith.mulf %2, %4 : vector<2xf64>
// CHECK-NEXT:      %6 = arith.select %0, %zero, %5 : vector<2xi1>, vector<2xf64>
// CHECK-NEXT:      %x_adj = arith.mulf %seed, %6 : vector<2xf64>
// CHECK-NEXT:      return %x_adj : vector<2xf64>
// CHECK-NEXT:    }
// CHECK-NEXT:  }

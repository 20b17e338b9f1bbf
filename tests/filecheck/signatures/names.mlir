// RUN: ckptopt %s -p 'loop-checkpoint{fn=f outfn=gradient_of_f}' | filecheck %s

// `outfn` names the gradient; without it, it would be @f_grad. It follows the function directly.

func.func @f(%x: f64) -> f64 {
  return %x : f64
}

func.func @g(%x: f64) -> f64 {
  return %x : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64) -> f64 {
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @gradient_of_f(%x: f64, %seed: f64) -> f64 {
// CHECK-NEXT:      return %seed : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @g(%x: f64) -> f64 {
// CHECK-NEXT:      return %x : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

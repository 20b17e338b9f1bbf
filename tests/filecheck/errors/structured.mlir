// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// Structured operations that cannot be differentiated.

// A product of elements is neither a sum nor an extremum.
func.func @f(%x: memref<3xf64>, %r: memref<f64>) {
  // expected-error @below {{this 'linalg.reduce' combines elements neither to a sum nor to a maximum or minimum}}
  linalg.reduce { arith.mulf } ins(%x : memref<3xf64>) outs(%r : memref<f64>) dimensions = [0]
  return
}

// -----

// The last element would win.
func.func @f(%x: memref<3xf64>, %r: memref<f64>) {
  // expected-error @below {{this 'linalg.generic' combines elements neither to a sum nor to a maximum or minimum}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                  iterator_types = ["reduction"]}
      ins(%x : memref<3xf64>) outs(%r : memref<f64>) {
  ^bb0(%e: f64, %old: f64):
    linalg.yield %e : f64
  }
  return
}

// -----

func.func @f(%x: memref<3xf64>, %r: memref<3xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%x : memref<3xf64>) outs(%r : memref<3xf64>) {
  ^bb0(%e: f64, %old: f64):
    // expected-error @below {{no derivative is known for 'math.clampf'}}
    %y = math.clampf %e to [%old, %old] : f64
    linalg.yield %y : f64
  }
  return
}

// -----

func.func @f(%x: memref<3xf64>, %r: memref<3xf64>, %most: memref<f64>) {
  // expected-error @below {{no derivative is known for a maximum or minimum beside other outputs}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
                                   affine_map<(i) -> ()>],
                  iterator_types = ["reduction"]}
      ins(%x : memref<3xf64>) outs(%r, %most : memref<3xf64>, memref<f64>) {
  ^bb0(%e: f64, %old: f64, %m: f64):
    %y = arith.mulf %e, %e : f64
    %n = arith.maximumf %e, %m : f64
    linalg.yield %y, %n : f64, f64
  }
  return
}

// -----

func.func @f(%x: memref<3xf64>) {
  %part = memref.subview %x[0] [1] [1] : memref<3xf64> to memref<1xf64, strided<[1]>>
  %m = memref.collapse_shape %part [] : memref<1xf64, strided<[1]>> into memref<f64, strided<[]>>
  // expected-error @below {{no derivative is known for 'linalg.reduce' of overlapping memory}}
  linalg.reduce { arith.maximumf } ins(%x : memref<3xf64>) outs(%m : memref<f64, strided<[]>>)
                dimensions = [0]
  return
}

// -----

// All iterations add to the shadow of %v.
func.func @f(%v: memref<4xf64>, %h: memref<3x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%i) = (%c0) to (%c3) step (%c1) {
    %row = memref.subview %h[%i, 0] [1, 4] [1, 1]
        : memref<3x4xf64> to memref<4xf64, strided<[1], offset: ?>>
    // expected-error @below {{'linalg.exp' cannot add to memory that parallel iterations share}}
    linalg.exp ins(%v : memref<4xf64>) outs(%row : memref<4xf64, strided<[1], offset: ?>>)
    scf.reduce
  }
  return
}

// -----

func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @below {{no derivative is known for 'linalg.softmax'}}
  %r = linalg.softmax dimension(0) ins(%x : tensor<4xf64>) outs(%x : tensor<4xf64>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// -----

func.func @f(%x: tensor<4xf64>) -> tensor<2x2xf64> {
  %s = arith.constant dense<2> : tensor<2xindex>
  // expected-error @below {{no derivative is known for 'tensor.reshape'}}
  %r = tensor.reshape %x(%s) : (tensor<4xf64>, tensor<2xindex>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

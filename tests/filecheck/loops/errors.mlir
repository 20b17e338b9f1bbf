// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  // expected-note @below {{of this parallel loop}}
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%one) -> f64 {
    scf.reduce(%x : f64) {
    ^bb0(%l: f64, %r: f64):
      // expected-error @below {{a reduction by 'arith.mulf' cannot be differentiated; a sum can}}
      %t = arith.mulf %l, %r : f64
      scf.reduce.return %t : f64
    }
  }
  return %s : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  // expected-error @below {{a reduction by 'arith.maximumf' cannot be differentiated; a sum can}}
  // expected-note @below {{of this parallel loop}}
  %s = affine.parallel (%i) = (0) to (4) reduce ("maximumf") -> (f64) {
    affine.yield %x : f64
  }
  return %s : f64
}

// -----

func.func @f(%x: f64, %n: index, %m: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{constant step operand must be positive}}
  scf.parallel (%i) = (%c0) to (%n) step (%c0) {
    memref.store %x, %m[%i] : memref<8xf64>
    scf.reduce
  }
  return
}

// -----

// A parallel loop has nothing to checkpoint.
func.func @f(%x: f64, %n: index, %m: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-warning @below {{the iterations of a parallel loop are independent: none is replayed}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<8xf64>
    scf.reduce
  } {enzyme.enable_checkpointing = true}
  return
}

// -----

func.func @f(%x: f64, %m: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{no derivative is known for 'memref.atomic_rmw maximumf'}}
  %old = memref.atomic_rmw maximumf %x, %m[%c0] : (f64, memref<8xf64>) -> f64
  return
}

// -----

func.func @f(%x: f64, %m: memref<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{the result of 'memref.atomic_rmw' cannot be differentiated}}
  %old = memref.atomic_rmw addf %x, %m[%c0] : (f64, memref<8xf64>) -> f64
  return %old : f64
}

// -----

func.func @f(%x: f64, %m: memref<8xf64>) {
  affine.for %i = 0 to 2 {
    // expected-error @below {{no derivative is known for 'vector.load'}}
    %v = affine.vector_load %m[%i * 4] : memref<8xf64>, vector<4xf64>
    affine.vector_store %v, %m[%i * 4] : memref<8xf64>, vector<4xf64>
  }
  return
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  // expected-error @below {{a region of several blocks cannot be differentiated}}
  %r = scf.execute_region -> f64 {
    cf.br ^bb1(%x : f64)
  ^bb1(%a: f64):
    %s = math.sin %a : f64
    scf.yield %s : f64
  }
  return %r : f64
}

// -----

// Memory that is handed from block to block.
func.func @f(%x: f64, %c: i1, %m: memref<4xf64>, %w: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{a region of several blocks cannot be differentiated}}
  scf.execute_region {
    cf.cond_br %c, ^bb1(%m : memref<4xf64>), ^bb1(%w : memref<4xf64>)
  ^bb1(%a: memref<4xf64>):
    memref.store %x, %a[%c0] : memref<4xf64>
    scf.yield
  }
  return
}

// -----

func.func @f(%m: memref<4xvector<2xf64>>, %out: memref<4xvector<2xf64>>) {
  %c0 = arith.constant 0 : index
  affine.parallel (%i) = (0) to (4) {
    // expected-error @below {{no atomic sum of vector<2xf64> for a parallel loop's reverse}}
    %v = affine.load %m[0] : memref<4xvector<2xf64>>
    affine.store %v, %out[%i] : memref<4xvector<2xf64>>
  }
  return
}

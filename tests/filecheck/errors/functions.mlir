// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'loop-checkpoint{fn=f}'

// What cannot be differentiated at all is an error at the operation.

// expected-error @below {{'@f' has several blocks and cannot be differentiated}}
func.func @f(%x: f64) -> f64 {
  cf.br ^end
^end:
  return %x : f64
}

// -----

// expected-error @below {{'@f' has no body and cannot be differentiated}}
func.func private @f(f64) -> f64

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}

// expected-error @below {{the name '@f_grad' is taken}}
func.func @f_grad() {
  return
}

// -----

func.func @f(%x: f64) -> f64 {
  // expected-error @below {{no derivative is known for 'llvm.fadd'}}
  %y = llvm.fadd %x, %x : f64
  return %y : f64
}

// -----

func.func private @external(f64) -> f64
func.func @f(%x: f64) -> f64 {
  // expected-error @below {{no derivative is known for 'func.call'}}
  %y = func.call @external(%x) : (f64) -> f64
  return %y : f64
}

// -----

func.func private @external(memref<f64>)
func.func @f(%m: memref<f64>) {
  // expected-error @below {{no derivative is known for 'func.call'}}
  func.call @external(%m) : (memref<f64>) -> ()
  return
}

// -----

func.func private @g(%x: f64) -> f64 {
  // expected-error @below {{recursive call of '@f' cannot be differentiated}}
  %y = func.call @f(%x) : (f64) -> f64
  return %y : f64
}
func.func @f(%x: f64) -> f64 {
  %y = func.call @g(%x) : (f64) -> f64
  return %y : f64
}

// -----

// expected-note @below {{it is here}}
func.func private @g(%x: f64) -> f64 {
  llvm.unreachable
}
func.func @f(%x: f64) -> f64 {
  // expected-error @below {{the callee does not return}}
  %y = func.call @g(%x) : (f64) -> f64
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  // expected-error @below {{a region of several blocks cannot be differentiated}}
  %y = scf.execute_region -> f64 {
    cf.br ^end
  ^end:
    %z = math.sin %x : f64
    scf.yield %z : f64
  }
  return %y : f64
}

// -----

func.func @f(%x: f64, %m: memref<f64>) {
  // expected-error @below {{no derivative is known for 'memref.atomic_rmw}}
  %old = memref.atomic_rmw mulf %x, %m[] : (f64, memref<f64>) -> f64
  return
}

// -----

func.func @f(%v: vector<4xf64>) -> f64 {
  // expected-error @below {{no derivative is known for 'vector.reduction'}}
  %y = vector.reduction <add>, %v : vector<4xf64> into f64
  return %y : f64
}

// -----

func.func @f(%c: i1, %x: f64) -> f64 {
  // expected-error @below {{'scf.if' cannot be checkpointed}}
  %y = scf.if %c -> (f64) {
    scf.yield %x : f64
  } else {
    scf.yield %x : f64
  } {enzyme.enable_checkpointing = true}
  return %y : f64
}

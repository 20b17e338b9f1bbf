// RUN: ckptopt %s --split-input-file --verify-diagnostics -p enzyme

// expected-note @below {{'@f' is here}}
func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64) -> f64 {
  // expected-error @below {{the derivative of '@f' with these activities is (f64, f64) -> (f64, f64)}}
  %y = enzyme.autodiff @f(%x, %x) <{activity = [#enzyme.activity<enzyme_active>], ret_activity = [#enzyme.activity<enzyme_active>]}> : (f64, f64) -> f64
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64) -> f64 {
  // expected-error @below {{argument 0 of type f64 cannot be 'enzyme_dup' in reverse mode, only enzyme_active, enzyme_const}}
  %y = enzyme.autodiff @f(%x, %x, %x) <{activity = [#enzyme.activity<enzyme_dup>], ret_activity = [#enzyme.activity<enzyme_active>]}> : (f64, f64, f64) -> f64
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64) -> f64 {
  // expected-error @below {{width 4 is not supported: only 1 is}}
  %y = enzyme.fwddiff @f(%x, %x) <{activity = [#enzyme.activity<enzyme_dup>], ret_activity = [#enzyme.activity<enzyme_dupnoneed>], width = 4 : i64}> : (f64, f64) -> f64
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @g(%x: f64) -> f64 {
  // expected-error @below {{'strong_zero' is not supported}}
  %y = enzyme.autodiff @f(%x, %x) <{activity = [#enzyme.activity<enzyme_active>], ret_activity = [#enzyme.activity<enzyme_activenoneed>], strong_zero = true}> : (f64, f64) -> f64
  return %y : f64
}

// -----

func.func @f(%x: f64) -> f64 {
  %y = func.call @g(%x) : (f64) -> f64
  return %y : f64
}
func.func @g(%x: f64) -> f64 {
  // expected-error @below {{the derivative of '@f' would need itself}}
  %y = enzyme.autodiff @f(%x, %x) <{activity = [#enzyme.activity<enzyme_active>], ret_activity = [#enzyme.activity<enzyme_activenoneed>]}> : (f64, f64) -> f64
  return %y : f64
}

// -----

// The caches of a first derivative become buffers; those that hold buffers stop the second.

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{memory of type memref<?xmemref<?xf64>> cannot be differentiated}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %b = scf.for %j = %c0 to %i step %c1 iter_args(%s = %a) -> (f64) {
      %t = math.sin %s : f64
      scf.yield %t : f64
    }
    scf.yield %b : f64
  }
  return %r : f64
}
func.func @g(%x: f64, %n: index) -> f64 {
  %dx = enzyme.autodiff @f(%x, %n, %x) <{activity = [#enzyme.activity<enzyme_active>, #enzyme.activity<enzyme_const>], ret_activity = [#enzyme.activity<enzyme_activenoneed>]}> : (f64, index, f64) -> f64
  return %dx : f64
}
func.func @h(%x: f64, %n: index) -> f64 {
  %dx = enzyme.autodiff @g(%x, %n, %x) <{activity = [#enzyme.activity<enzyme_active>, #enzyme.activity<enzyme_const>], ret_activity = [#enzyme.activity<enzyme_activenoneed>]}> : (f64, index, f64) -> f64
  return %dx : f64
}

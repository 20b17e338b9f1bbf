// RUN: ckptopt %s --split-input-file --verify-diagnostics -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_active retTys=enzyme_active mode=ReverseModeCombined}'
// expected-error @above {{there is no function '@f'}}

func.func @g() {
  return
}

// -----

// expected-error @below {{'@f' has 2 arguments, but the number of argument activities given is 1}}
func.func @f(%x: f64, %y: f64) -> f64 {
  return %x : f64
}

// -----

// expected-error @below {{'@f' has 0 results, but the number of result activities given is 1}}
func.func @f(%x: f64) {
  return
}

// -----

// expected-error @below {{argument 0 of type memref<2xf64> cannot be 'enzyme_active' in reverse mode, only enzyme_dup, enzyme_dupnoneed, enzyme_const}}
func.func @f(%m: memref<2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  return %zero : f64
}

// -----

// expected-error @below {{result 0 of type i64 cannot be 'enzyme_activenoneed' in reverse mode, only enzyme_const, enzyme_constnoneed}}
func.func @f(%x: f64) -> i64 {
  %y = arith.fptosi %x : f64 to i64
  return %y : i64
}

// -----

// expected-error @below {{'@f' has no body and cannot be differentiated}}
func.func private @f(f64) -> f64

// -----

func.func @f(%x: f64) -> f64 {
  return %x : f64
}

// expected-error @below {{the name '@df' is taken}}
func.func @df() {
  return
}

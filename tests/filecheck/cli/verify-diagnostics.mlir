// RUN: ckptopt %s --split-input-file --verify-diagnostics

func.func @mismatch(%a: f64) -> f64 {
  // expected-error @below {{use of undeclared SSA value name}}
  return %b : f64
}

// -----

func.func @unknown(%a: f64) {
  // expected-error-re @+1 {{unregistered operation {{.+}}}}
  "some.thing"() : () -> ()
  return
}

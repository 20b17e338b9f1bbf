// Policies that cannot be read and regions that cannot run again are errors; marks and names without
// effect are warnings.

// RUN: ckptopt %s --split-input-file --verify-diagnostics -p loop-checkpoint

// expected-error @below {{unknown policy 'nothing_savable', did you mean 'nothing_saveable'?}}
func.func @unknown_policy(%x: f64) -> f64 attributes {ckptopt.remat, ckptopt.policy = "nothing_savable"} {
  %y = math.sin %x : f64
  return %y : f64
}

// -----

// expected-error @below {{'save_only_these_names(a' is not a policy}}
func.func @malformed(%x: f64) -> f64 attributes {ckptopt.remat, ckptopt.policy = "save_only_these_names(a"} {
  %y = math.sin %x : f64
  return %y : f64
}

// -----

// expected-error @below {{policy 'save_from_both_policies': 'first' takes a policy}}
func.func @no_policy(%x: f64) -> f64 attributes {ckptopt.remat, ckptopt.policy = "save_from_both_policies(a, b)"} {
  %y = math.sin %x : f64
  return %y : f64
}

// -----

// expected-error @below {{policy 'save_from_both_policies': missing a required argument: 'second'}}
func.func @too_few(%x: f64) -> f64 attributes {ckptopt.remat, ckptopt.policy = "save_from_both_policies(dots_saveable)"} {
  %y = math.sin %x : f64
  return %y : f64
}

// -----

// expected-error @below {{the name 'a' is both saved and offloaded}}
func.func @both(%x: f64) -> f64 attributes {ckptopt.remat, ckptopt.policy = "save_and_offload_only_these_names(names_which_can_be_saved=[a], names_which_can_be_offloaded=[a], offload_src=device, offload_dst=host)"} {
  %y = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
  return %y : f64
}

// -----

// expected-error @below {{'ckptopt.prevent_cse' must be one of barrier, while, cond, none}}
func.func @protection(%x: f64) -> f64 attributes {ckptopt.remat, ckptopt.prevent_cse = "fence"} {
  %y = math.sin %x : f64
  return %y : f64
}

// -----

func.func @several_blocks(%x: f64) -> f64 {
  // expected-error @below {{a region of several blocks cannot be rematerialised}}
  %y = scf.execute_region -> f64 {
    %a = math.sin %x : f64
    cf.br ^end
  ^end:
    scf.yield %a : f64
  } {ckptopt.remat}
  return %y : f64
}

// -----

func.func @returns_memory(%x: f64, %m: memref<f64>) -> f64 {
  // expected-error @below {{a region that returns memory cannot be rematerialised}}
  %r = scf.execute_region -> memref<f64> {
    scf.yield %m : memref<f64>
  } {ckptopt.remat}
  %y = memref.load %r[] : memref<f64>
  return %y : f64
}

// -----

func.func private @print(i64)
func.func @opaque(%x: f64, %i: i64) -> f64 {
  // expected-note @below {{in this rematerialised region}}
  %y = scf.execute_region -> f64 {
    // expected-error @below {{'func.call' has effects that a replay would repeat}}
    func.call @print(%i) : (i64) -> ()
    %a = math.sin %x : f64
    scf.yield %a : f64
  } {ckptopt.remat}
  return %y : f64
}

// -----

// expected-warning @below {{no operation has the name 'nosuch' that the policy mentions}}
func.func @without_effect(%x: f64) -> f64 attributes {ckptopt.remat, ckptopt.policy = "save_only_these_names(nosuch)"} {
  // expected-warning @below {{'ckptopt.remat' has no effect on 'math.sin'}}
  // expected-warning @below {{'ckptopt.policy' has no effect on 'math.sin'}}
  // expected-warning @below {{'ckptopt.checkpoint_name' must be a string; it is ignored}}
  %y = math.sin %x {ckptopt.remat, ckptopt.policy = "dots_saveable", ckptopt.checkpoint_name = 1 : i64} : f64
  return %y : f64
}

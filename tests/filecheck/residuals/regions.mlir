// Regions that run again in the reverse sweep. Their inputs are kept, memory that they overwrite
// included; the replay starts from values that later passes do not know to be the same.

// RUN: ckptopt %s -p 'loop-checkpoint{fn=nest}' | filecheck %s --check-prefix NEST
// RUN: ckptopt %s -p 'loop-checkpoint{fn=call return-primal=true}' | filecheck %s --check-prefix CALL
// RUN: ckptopt %s -p 'loop-checkpoint{fn=memory}' | filecheck %s --check-prefix MEMORY
// RUN: ckptopt %s -p 'loop-checkpoint{fn=call mode=split}' | filecheck %s --check-prefix SPLIT
// RUN: ckptopt %s -p 'loop-checkpoint{fn=whole prevent-cse=while}' | filecheck %s --check-prefix WHILE
// RUN: ckptopt %s -p 'loop-checkpoint{fn=whole prevent-cse=cond}' | filecheck %s --check-prefix COND

func.func @nest(%x: f64) -> f64 {
  %y = scf.execute_region -> f64 {
    %a = math.sin %x : f64
    %i = scf.execute_region -> f64 {
      %b = math.exp %a : f64
      %c = math.sin %b : f64
      scf.yield %c : f64
    } {ckptopt.remat}
    %d = math.cos %i : f64
    scf.yield %d : f64
  } {ckptopt.remat}
  return %y : f64
}

func.func private @g(%x: f64) -> f64 {
  %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
  %b = math.exp %a : f64
  %c = math.sin %b : f64
  return %c : f64
}

// The replay starts from the input, and from what the policy saves.
func.func @call(%x: f64) -> f64 {
  %y = func.call @g(%x) {ckptopt.remat, ckptopt.policy = "save_only_these_names(a)"} : (f64) -> f64
  return %y : f64
}

// %m is overwritten, so the replay works on a copy; %t is only read.
func.func @memory(%m: memref<4xf64>, %t: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  scf.execute_region {
    %u = memref.load %m[%c0] : memref<4xf64>
    %k = memref.load %t[%c0] : memref<4xf64>
    %p = arith.mulf %u, %k : f64
    %r = math.sin %p : f64
    memref.store %r, %m[%c0] : memref<4xf64>
    scf.yield
  } {ckptopt.remat}
  return
}

func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
  %a = math.exp %x : f64
  %b = math.sin %a : f64
  return %b : f64
}

// NEST:       module {
// NEST-LABEL:   func.func @nest(%x: f64) -> f64 {
// NEST-NEXT:      %y = scf.execute_region -> (f64) {
// NEST-NEXT:        %a = math.sin %x : f64
// NEST-NEXT:        %i = scf.execute_region -> (f64) {
// NEST-NEXT:          %b = math.exp %a : f64
// NEST-NEXT:          %c = math.sin %b : f64
// NEST-NEXT:          scf.yield %c : f64
// NEST-NEXT:        } {ckptopt.remat}
// NEST-NEXT:        %d = math.cos %i : f64
// NEST-NEXT:        scf.yield %d : f64
// NEST-NEXT:      } {ckptopt.remat}
// NEST-NEXT:      return %y : f64
// NEST-NEXT:    }
// NEST-LABEL:   func.func @nest_grad(%x: f64, %seed: f64) -> f64 {
// NEST-NEXT:      %x_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x) : (f64) -> f64
// NEST-NEXT:      %a = math.sin %x_1 : f64
// NEST-NEXT:      %b = math.exp %a : f64
// NEST-NEXT:      %i = math.sin %b : f64
// NEST-NEXT:      %0 = math.sin %i : f64
// NEST-NEXT:      %1 = arith.mulf %seed, %0 : f64
// NEST-NEXT:      %i_adj = arith.negf %1 : f64
// NEST-NEXT:      %a_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%a) : (f64) -> f64
// NEST-NEXT:      %b_1 = math.exp %a_1 : f64
// NEST-NEXT:      %2 = math.cos %b_1 : f64
// NEST-NEXT:      %b_adj = arith.mulf %i_adj, %2 : f64
// NEST-NEXT:      %a_adj = arith.mulf %b_adj, %b_1 : f64
// NEST-NEXT:      %3 = math.cos %x_1 : f64
// NEST-NEXT:      %x_adj = arith.mulf %a_adj, %3 : f64
// NEST-NEXT:      return %x_adj : f64
// NEST-NEXT:    }
// NEST-LABEL:   func.func private @g(%x: f64) -> f64 {
// NEST-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// NEST-NEXT:      %b = math.exp %a : f64
// NEST-NEXT:      %c = math.sin %b : f64
// NEST-NEXT:      return %c : f64
// NEST-NEXT:    }
// NEST-LABEL:   func.func @call(%x: f64) -> f64 {
// NEST-NEXT:      %y = call @g(%x) {ckptopt.remat, ckptopt.policy = "save_only_these_names(a)"} : (f64) -> f64
// NEST-NEXT:      return %y : f64
// NEST-NEXT:    }
// NEST-LABEL:   func.func @memory(%m: memref<4xf64>, %t: memref<4xf64>) {
// NEST-NEXT:      %c0 = arith.constant 0 : index
// NEST-NEXT:      scf.execute_region {
// NEST-NEXT:        %u = memref.load %m[%c0] : memref<4xf64>
// NEST-NEXT:        %k = memref.load %t[%c0] : memref<4xf64>
// NEST-NEXT:        %p = arith.mulf %u, %k : f64
// NEST-NEXT:        %r = math.sin %p : f64
// NEST-NEXT:        memref.store %r, %m[%c0] : memref<4xf64>
// NEST-NEXT:        scf.yield
// NEST-NEXT:      } {ckptopt.remat}
// NEST-NEXT:      return
// NEST-NEXT:    }
// NEST-LABEL:   func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
// NEST-NEXT:      %a = math.exp %x : f64
// NEST-NEXT:      %b = math.sin %a : f64
// NEST-NEXT:      return %b : f64
// NEST-NEXT:    }
// NEST-NEXT:  }

// CALL:       module {
// CALL-LABEL:   func.func @nest(%x: f64) -> f64 {
// CALL-NEXT:      %y = scf.execute_region -> (f64) {
// CALL-NEXT:        %a = math.sin %x : f64
// CALL-NEXT:        %i = scf.execute_region -> (f64) {
// CALL-NEXT:          %b = math.exp %a : f64
// CALL-NEXT:          %c = math.sin %b : f64
// CALL-NEXT:          scf.yield %c : f64
// CALL-NEXT:        } {ckptopt.remat}
// CALL-NEXT:        %d = math.cos %i : f64
// CALL-NEXT:        scf.yield %d : f64
// CALL-NEXT:      } {ckptopt.remat}
// CALL-NEXT:      return %y : f64
// CALL-NEXT:    }
// CALL-LABEL:   func.func private @g(%x: f64) -> f64 {
// CALL-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// CALL-NEXT:      %b = math.exp %a : f64
// CALL-NEXT:      %c = math.sin %b : f64
// CALL-NEXT:      return %c : f64
// CALL-NEXT:    }
// CALL-LABEL:   func.func @call(%x: f64) -> f64 {
// CALL-NEXT:      %y = call @g(%x) {ckptopt.remat, ckptopt.policy = "save_only_these_names(a)"} : (f64) -> f64
// CALL-NEXT:      return %y : f64
// CALL-NEXT:    }
// CALL-LABEL:   func.func @call_grad(%x: f64, %seed: f64) -> (f64, f64) {
// CALL-NEXT:      %a = math.sin %x : f64
// CALL-NEXT:      %b = math.exp %a : f64
// CALL-NEXT:      %y = math.sin %b : f64
// CALL-NEXT:      %x_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x) : (f64) -> f64
// CALL-NEXT:      %a_1 = llvm.call_intrinsic "llvm.arithmetic.fence"(%a) : (f64) -> f64
// CALL-NEXT:      %b_1 = math.exp %a_1 : f64
// CALL-NEXT:      %0 = math.cos %b_1 : f64
// CALL-NEXT:      %b_adj = arith.mulf %seed, %0 : f64
// CALL-NEXT:      %a_adj = arith.mulf %b_adj, %b_1 : f64
// CALL-NEXT:      %1 = math.cos %x_1 : f64
// CALL-NEXT:      %x_adj = arith.mulf %a_adj, %1 : f64
// CALL-NEXT:      return %y, %x_adj : f64, f64
// CALL-NEXT:    }
// CALL-LABEL:   func.func @memory(%m: memref<4xf64>, %t: memref<4xf64>) {
// CALL-NEXT:      %c0 = arith.constant 0 : index
// CALL-NEXT:      scf.execute_region {
// CALL-NEXT:        %u = memref.load %m[%c0] : memref<4xf64>
// CALL-NEXT:        %k = memref.load %t[%c0] : memref<4xf64>
// CALL-NEXT:        %p = arith.mulf %u, %k : f64
// CALL-NEXT:        %r = math.sin %p : f64
// CALL-NEXT:        memref.store %r, %m[%c0] : memref<4xf64>
// CALL-NEXT:        scf.yield
// CALL-NEXT:      } {ckptopt.remat}
// CALL-NEXT:      return
// CALL-NEXT:    }
// CALL-LABEL:   func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
// CALL-NEXT:      %a = math.exp %x : f64
// CALL-NEXT:      %b = math.sin %a : f64
// CALL-NEXT:      return %b : f64
// CALL-NEXT:    }
// CALL-NEXT:  }

// MEMORY:       module {
// MEMORY-LABEL:   func.func @nest(%x: f64) -> f64 {
// MEMORY-NEXT:      %y = scf.execute_region -> (f64) {
// MEMORY-NEXT:        %a = math.sin %x : f64
// MEMORY-NEXT:        %i = scf.execute_region -> (f64) {
// MEMORY-NEXT:          %b = math.exp %a : f64
// MEMORY-NEXT:          %c = math.sin %b : f64
// MEMORY-NEXT:          scf.yield %c : f64
// MEMORY-NEXT:        } {ckptopt.remat}
// MEMORY-NEXT:        %d = math.cos %i : f64
// MEMORY-NEXT:        scf.yield %d : f64
// MEMORY-NEXT:      } {ckptopt.remat}
// MEMORY-NEXT:      return %y : f64
// MEMORY-NEXT:    }
// MEMORY-LABEL:   func.func private @g(%x: f64) -> f64 {
// MEMORY-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// MEMORY-NEXT:      %b = math.exp %a : f64
// MEMORY-NEXT:      %c = math.sin %b : f64
// MEMORY-NEXT:      return %c : f64
// MEMORY-NEXT:    }
// MEMORY-LABEL:   func.func @call(%x: f64) -> f64 {
// MEMORY-NEXT:      %y = call @g(%x) {ckptopt.remat, ckptopt.policy = "save_only_these_names(a)"} : (f64) -> f64
// MEMORY-NEXT:      return %y : f64
// MEMORY-NEXT:    }
// MEMORY-LABEL:   func.func @memory(%m: memref<4xf64>, %t: memref<4xf64>) {
// MEMORY-NEXT:      %c0 = arith.constant 0 : index
// MEMORY-NEXT:      scf.execute_region {
// MEMORY-NEXT:        %u = memref.load %m[%c0] : memref<4xf64>
// MEMORY-NEXT:        %k = memref.load %t[%c0] : memref<4xf64>
// MEMORY-NEXT:        %p = arith.mulf %u, %k : f64
// MEMORY-NEXT:        %r = math.sin %p : f64
// MEMORY-NEXT:        memref.store %r, %m[%c0] : memref<4xf64>
// MEMORY-NEXT:        scf.yield
// MEMORY-NEXT:      } {ckptopt.remat}
// MEMORY-NEXT:      return
// MEMORY-NEXT:    }
// MEMORY-LABEL:   func.func @memory_grad(%m: memref<4xf64>, %m_shadow: memref<4xf64>, %t: memref<4xf64>, %t_shadow: memref<4xf64>) {
// MEMORY-NEXT:      %c0 = arith.constant 0 : index
// MEMORY-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// MEMORY-NEXT:      %m_snapshot = memref.alloc() : memref<4xf64>
// MEMORY-NEXT:      memref.copy %m, %m_snapshot : memref<4xf64> to memref<4xf64>
// MEMORY-NEXT:      %u = memref.load %m[%c0] : memref<4xf64>
// MEMORY-NEXT:      %k = memref.load %t[%c0] : memref<4xf64>
// MEMORY-NEXT:      %p = arith.mulf %u, %k : f64
// MEMORY-NEXT:      %r = math.sin %p : f64
// MEMORY-NEXT:      memref.store %r, %m[%c0] : memref<4xf64>
// MEMORY-NEXT:      %u_1 = memref.load %m_snapshot[%c0] : memref<4xf64>
// MEMORY-NEXT:      %u_2 = llvm.call_intrinsic "llvm.arithmetic.fence"(%u_1) : (f64) -> f64
// MEMORY-NEXT:      %k_1 = memref.load %t[%c0] : memref<4xf64>
// MEMORY-NEXT:      %k_2 = llvm.call_intrinsic "llvm.arithmetic.fence"(%k_1) : (f64) -> f64
// MEMORY-NEXT:      %p_1 = arith.mulf %u_2, %k_2 : f64
// MEMORY-NEXT:      %r_1 = math.sin %p_1 : f64
// MEMORY-NEXT:      memref.store %r_1, %m_snapshot[%c0] : memref<4xf64>
// MEMORY-NEXT:      %r_adj = memref.load %m_shadow[%c0] : memref<4xf64>
// MEMORY-NEXT:      memref.store %zero, %m_shadow[%c0] : memref<4xf64>
// MEMORY-NEXT:      %0 = math.cos %p_1 : f64
// MEMORY-NEXT:      %p_adj = arith.mulf %r_adj, %0 : f64
// MEMORY-NEXT:      %u_adj = arith.mulf %p_adj, %k_2 : f64
// MEMORY-NEXT:      %k_adj = arith.mulf %p_adj, %u_2 : f64
// MEMORY-NEXT:      %t_adj = memref.load %t_shadow[%c0] : memref<4xf64>
// MEMORY-NEXT:      %t_adj_1 = arith.addf %t_adj, %k_adj : f64
// MEMORY-NEXT:      memref.store %t_adj_1, %t_shadow[%c0] : memref<4xf64>
// MEMORY-NEXT:      %m_adj = memref.load %m_shadow[%c0] : memref<4xf64>
// MEMORY-NEXT:      %m_adj_1 = arith.addf %m_adj, %u_adj : f64
// MEMORY-NEXT:      memref.store %m_adj_1, %m_shadow[%c0] : memref<4xf64>
// MEMORY-NEXT:      memref.dealloc %m_snapshot : memref<4xf64>
// MEMORY-NEXT:      return
// MEMORY-NEXT:    }
// MEMORY-LABEL:   func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
// MEMORY-NEXT:      %a = math.exp %x : f64
// MEMORY-NEXT:      %b = math.sin %a : f64
// MEMORY-NEXT:      return %b : f64
// MEMORY-NEXT:    }
// MEMORY-NEXT:  }

// SPLIT:       module {
// SPLIT-LABEL:   func.func @nest(%x: f64) -> f64 {
// SPLIT-NEXT:      %y = scf.execute_region -> (f64) {
// SPLIT-NEXT:        %a = math.sin %x : f64
// SPLIT-NEXT:        %i = scf.execute_region -> (f64) {
// SPLIT-NEXT:          %b = math.exp %a : f64
// SPLIT-NEXT:          %c = math.sin %b : f64
// SPLIT-NEXT:          scf.yield %c : f64
// SPLIT-NEXT:        } {ckptopt.remat}
// SPLIT-NEXT:        %d = math.cos %i : f64
// SPLIT-NEXT:        scf.yield %d : f64
// SPLIT-NEXT:      } {ckptopt.remat}
// SPLIT-NEXT:      return %y : f64
// SPLIT-NEXT:    }
// SPLIT-LABEL:   func.func private @g(%x: f64) -> f64 {
// SPLIT-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// SPLIT-NEXT:      %b = math.exp %a : f64
// SPLIT-NEXT:      %c = math.sin %b : f64
// SPLIT-NEXT:      return %c : f64
// SPLIT-NEXT:    }
// SPLIT-LABEL:   func.func @call(%x: f64) -> f64 {
// SPLIT-NEXT:      %y = call @g(%x) {ckptopt.remat, ckptopt.policy = "save_only_these_names(a)"} : (f64) -> f64
// SPLIT-NEXT:      return %y : f64
// SPLIT-NEXT:    }
// SPLIT-LABEL:   func.func @call_fwd(%x: f64) -> (f64, f64) {
// SPLIT-NEXT:      %a = math.sin %x : f64
// SPLIT-NEXT:      %b = math.exp %a : f64
// SPLIT-NEXT:      %y = math.sin %b : f64
// SPLIT-NEXT:      return %y, %b : f64, f64
// SPLIT-NEXT:    }
// SPLIT-LABEL:   func.func @call_rev(%x: f64, %seed: f64, %b: f64) -> f64 {
// SPLIT-NEXT:      %0 = math.cos %b : f64
// SPLIT-NEXT:      %b_adj = arith.mulf %seed, %0 : f64
// SPLIT-NEXT:      %a_adj = arith.mulf %b_adj, %b : f64
// SPLIT-NEXT:      %1 = math.cos %x : f64
// SPLIT-NEXT:      %x_adj = arith.mulf %a_adj, %1 : f64
// SPLIT-NEXT:      return %x_adj : f64
// SPLIT-NEXT:    }
// SPLIT-LABEL:   func.func @memory(%m: memref<4xf64>, %t: memref<4xf64>) {
// SPLIT-NEXT:      %c0 = arith.constant 0 : index
// SPLIT-NEXT:      scf.execute_region {
// SPLIT-NEXT:        %u = memref.load %m[%c0] : memref<4xf64>
// SPLIT-NEXT:        %k = memref.load %t[%c0] : memref<4xf64>
// SPLIT-NEXT:        %p = arith.mulf %u, %k : f64
// SPLIT-NEXT:        %r = math.sin %p : f64
// SPLIT-NEXT:        memref.store %r, %m[%c0] : memref<4xf64>
// SPLIT-NEXT:        scf.yield
// SPLIT-NEXT:      } {ckptopt.remat}
// SPLIT-NEXT:      return
// SPLIT-NEXT:    }
// SPLIT-LABEL:   func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
// SPLIT-NEXT:      %a = math.exp %x : f64
// SPLIT-NEXT:      %b = math.sin %a : f64
// SPLIT-NEXT:      return %b : f64
// SPLIT-NEXT:    }
// SPLIT-NEXT:  }

// WHILE:       module {
// WHILE-LABEL:   func.func @nest(%x: f64) -> f64 {
// WHILE-NEXT:      %y = scf.execute_region -> (f64) {
// WHILE-NEXT:        %a = math.sin %x : f64
// WHILE-NEXT:        %i = scf.execute_region -> (f64) {
// WHILE-NEXT:          %b = math.exp %a : f64
// WHILE-NEXT:          %c = math.sin %b : f64
// WHILE-NEXT:          scf.yield %c : f64
// WHILE-NEXT:        } {ckptopt.remat}
// WHILE-NEXT:        %d = math.cos %i : f64
// WHILE-NEXT:        scf.yield %d : f64
// WHILE-NEXT:      } {ckptopt.remat}
// WHILE-NEXT:      return %y : f64
// WHILE-NEXT:    }
// WHILE-LABEL:   func.func private @g(%x: f64) -> f64 {
// WHILE-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// WHILE-NEXT:      %b = math.exp %a : f64
// WHILE-NEXT:      %c = math.sin %b : f64
// WHILE-NEXT:      return %c : f64
// WHILE-NEXT:    }
// WHILE-LABEL:   func.func @call(%x: f64) -> f64 {
// WHILE-NEXT:      %y = call @g(%x) {ckptopt.remat, ckptopt.policy = "save_only_these_names(a)"} : (f64) -> f64
// WHILE-NEXT:      return %y : f64
// WHILE-NEXT:    }
// WHILE-LABEL:   func.func @memory(%m: memref<4xf64>, %t: memref<4xf64>) {
// WHILE-NEXT:      %c0 = arith.constant 0 : index
// WHILE-NEXT:      scf.execute_region {
// WHILE-NEXT:        %u = memref.load %m[%c0] : memref<4xf64>
// WHILE-NEXT:        %k = memref.load %t[%c0] : memref<4xf64>
// WHILE-NEXT:        %p = arith.mulf %u, %k : f64
// WHILE-NEXT:        %r = math.sin %p : f64
// WHILE-NEXT:        memref.store %r, %m[%c0] : memref<4xf64>
// WHILE-NEXT:        scf.yield
// WHILE-NEXT:      } {ckptopt.remat}
// WHILE-NEXT:      return
// WHILE-NEXT:    }
// WHILE-LABEL:   func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
// WHILE-NEXT:      %a = math.exp %x : f64
// WHILE-NEXT:      %b = math.sin %a : f64
// WHILE-NEXT:      return %b : f64
// WHILE-NEXT:    }
// WHILE-LABEL:   func.func @whole_grad(%x: f64, %seed: f64) -> f64 {
// WHILE-NEXT:      %c0_i64 = arith.constant 0 : i64
// WHILE-NEXT:      %0 = llvm.inline_asm has_side_effects "", "=r,0" %c0_i64 : (i64) -> i64
// WHILE-NEXT:      %1 = arith.trunci %0 : i64 to i1
// WHILE-NEXT:      %again, %x_1 = scf.while (%again_1 = %1, %x_2 = %x) : (i1, f64) -> (i1, f64) {
// WHILE-NEXT:        scf.condition(%again_1) %again_1, %x_2 : i1, f64
// WHILE-NEXT:      } do {
// WHILE-NEXT:      ^bb0(%again_2: i1, %x_3: f64):
// WHILE-NEXT:        %2 = llvm.inline_asm has_side_effects "", "=r,0" %c0_i64 : (i64) -> i64
// WHILE-NEXT:        %3 = arith.trunci %2 : i64 to i1
// WHILE-NEXT:        %4 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x_3) : (f64) -> f64
// WHILE-NEXT:        scf.yield %3, %4 : i1, f64
// WHILE-NEXT:      }
// WHILE-NEXT:      %a = math.exp %x_1 : f64
// WHILE-NEXT:      %5 = math.cos %a : f64
// WHILE-NEXT:      %a_adj = arith.mulf %seed, %5 : f64
// WHILE-NEXT:      %x_adj = arith.mulf %a_adj, %a : f64
// WHILE-NEXT:      return %x_adj : f64
// WHILE-NEXT:    }
// WHILE-NEXT:  }

// COND:       module {
// COND-LABEL:   func.func @nest(%x: f64) -> f64 {
// COND-NEXT:      %y = scf.execute_region -> (f64) {
// COND-NEXT:        %a = math.sin %x : f64
// COND-NEXT:        %i = scf.execute_region -> (f64) {
// COND-NEXT:          %b = math.exp %a : f64
// COND-NEXT:          %c = math.sin %b : f64
// COND-NEXT:          scf.yield %c : f64
// COND-NEXT:        } {ckptopt.remat}
// COND-NEXT:        %d = math.cos %i : f64
// COND-NEXT:        scf.yield %d : f64
// COND-NEXT:      } {ckptopt.remat}
// COND-NEXT:      return %y : f64
// COND-NEXT:    }
// COND-LABEL:   func.func private @g(%x: f64) -> f64 {
// COND-NEXT:      %a = math.sin %x {ckptopt.checkpoint_name = "a"} : f64
// COND-NEXT:      %b = math.exp %a : f64
// COND-NEXT:      %c = math.sin %b : f64
// COND-NEXT:      return %c : f64
// COND-NEXT:    }
// COND-LABEL:   func.func @call(%x: f64) -> f64 {
// COND-NEXT:      %y = call @g(%x) {ckptopt.remat, ckptopt.policy = "save_only_these_names(a)"} : (f64) -> f64
// COND-NEXT:      return %y : f64
// COND-NEXT:    }
// COND-LABEL:   func.func @memory(%m: memref<4xf64>, %t: memref<4xf64>) {
// COND-NEXT:      %c0 = arith.constant 0 : index
// COND-NEXT:      scf.execute_region {
// COND-NEXT:        %u = memref.load %m[%c0] : memref<4xf64>
// COND-NEXT:        %k = memref.load %t[%c0] : memref<4xf64>
// COND-NEXT:        %p = arith.mulf %u, %k : f64
// COND-NEXT:        %r = math.sin %p : f64
// COND-NEXT:        memref.store %r, %m[%c0] : memref<4xf64>
// COND-NEXT:        scf.yield
// COND-NEXT:      } {ckptopt.remat}
// COND-NEXT:      return
// COND-NEXT:    }
// COND-LABEL:   func.func @whole(%x: f64) -> f64 attributes {ckptopt.remat} {
// COND-NEXT:      %a = math.exp %x : f64
// COND-NEXT:      %b = math.sin %a : f64
// COND-NEXT:      return %b : f64
// COND-NEXT:    }
// COND-LABEL:   func.func @whole_grad(%x: f64, %seed: f64) -> f64 {
// COND-NEXT:      %c1_i64 = arith.constant 1 : i64
// COND-NEXT:      %0 = llvm.inline_asm has_side_effects "", "=r,0" %c1_i64 : (i64) -> i64
// COND-NEXT:      %1 = arith.trunci %0 : i64 to i1
// COND-NEXT:      %x_1 = scf.if %1 -> (f64) {
// COND-NEXT:        scf.yield %x : f64
// COND-NEXT:      } else {
// COND-NEXT:        %2 = llvm.call_intrinsic "llvm.arithmetic.fence"(%x) : (f64) -> f64
// COND-NEXT:        scf.yield %2 : f64
// COND-NEXT:      }
// COND-NEXT:      %a = math.exp %x_1 : f64
// COND-NEXT:      %3 = math.cos %a : f64
// COND-NEXT:      %a_adj = arith.mulf %seed, %3 : f64
// COND-NEXT:      %x_adj = arith.mulf %a_adj, %a : f64
// COND-NEXT:      return %x_adj : f64
// COND-NEXT:    }
// COND-NEXT:  }

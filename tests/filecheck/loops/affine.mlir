// RUN: ckptopt %s --split-input-file -p 'loop-checkpoint{fn=f}' | filecheck %s

// Affine loops that are rebuilt count with scf.for; their maps become integer arithmetic.

// The induction variable is 1, 4, 7, 10.
func.func @f(%x: f64, %m: memref<12xf64>) -> f64 {
  %r = affine.for %i = 1 to 12 step 3 iter_args(%a = %x) -> (f64) {
    %v = affine.load %m[%i - 1] : memref<12xf64>
    %p = arith.mulf %a, %v : f64
    affine.yield %p : f64
  }
  return %r : f64
}

// -----

// Bounds of several results: the largest lower and the smallest upper one.
func.func @f(%x: f64, %n: index, %k: index) -> f64 {
  %r = affine.for %i = max affine_map<(d0) -> (d0, 1)>(%n) to min affine_map<(d0)[s0] -> (d0 + s0, 9)>(%n)[%k]
      iter_args(%a = %x) -> (f64) {
    %s = math.sin %a : f64
    affine.yield %s : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64, source.loop = "time"}
  return %r : f64
}

// -----

// Division rounds down, also of negative numbers; of a number that is none, the short form will do.
func.func @f(%x: f64, %n: index, %m: memref<8xf64>) -> f64 {
  %r = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f64) {
    %j = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
    %v = affine.load %m[(%i - symbol(%n)) mod 8] : memref<8xf64>
    %w = affine.load %m[%j] : memref<8xf64>
    %p = arith.mulf %v, %w : f64
    %q = arith.mulf %p, %a : f64
    affine.yield %q : f64
  }
  return %r : f64
}

// -----

func.func @f(%x: f64, %m: memref<8xf64>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0)[s0] : (d0 - 2 >= 0, d0 - s0 == 0)>(%i)[%n] {
      affine.store %x, %m[7 - %i] : memref<8xf64>
    }
  }
  return
}

// -----

// A loop without floats stays as it is.
func.func @f(%x: f64, %table: memref<8xindex>) -> f64 {
  affine.for %i = 0 to 8 {
    affine.store %i, %table[7 - %i] : memref<8xindex>
  }
  %r = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f64) {
    %s = math.sin %a : f64
    affine.yield %s : f64
  }
  return %r : f64
}

// CHECK:       module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<12xf64>) -> f64 {
// CHECK-NEXT:      %r = affine.for %i = 1 to 12 step 3 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %v = affine.load %m[%i - 1] : memref<12xf64>
// CHECK-NEXT:        %p = arith.mulf %a, %v : f64
// CHECK-NEXT:        affine.yield %p : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<12xf64>, %m_shadow: memref<12xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c3 = arith.constant 3 : index
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c4 = arith.constant 4 : index
// CHECK-NEXT:      %a_tape = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.muli %i, %c3 : index
// CHECK-NEXT:        %v = memref.load %m[%i_1] : memref<12xf64>
// CHECK-NEXT:        %p = arith.mulf %a, %v : f64
// CHECK-NEXT:        memref.store %a, %a_tape[%i] : memref<4xf64>
// CHECK-NEXT:        scf.yield %p : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_adj = scf.for %back = %c0 to %c4 step %c1 iter_args(%a_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_2 = arith.subi %c3, %back : index
// CHECK-NEXT:        %a_1 = memref.load %a_tape[%i_2] : memref<4xf64>
// CHECK-NEXT:        %i_3 = arith.muli %i_2, %c3 : index
// CHECK-NEXT:        %v_1 = memref.load %m[%i_3] : memref<12xf64>
// CHECK-NEXT:        %a_adj_2 = arith.mulf %a_adj_1, %v_1 : f64
// CHECK-NEXT:        %v_adj = arith.mulf %a_adj_1, %a_1 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%i_3] : memref<12xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %v_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%i_3] : memref<12xf64>
// CHECK-NEXT:        scf.yield %a_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<4xf64>
// CHECK-NEXT:      return %a_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: index, %k: index) -> f64 {
// CHECK-NEXT:      %r = affine.for %i = max affine_map<(d0) -> (d0, 1)>(%n) to min affine_map<(d0)[s0] -> (d0 + s0, 9)>(%n)[%k] iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %s = math.sin %a : f64
// CHECK-NEXT:        affine.yield %s : f64
// CHECK-NEXT:      } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64, source.loop = "time"}
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %n: index, %k: index, %seed: f64) -> f64 {
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c9 = arith.constant 9 : index
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %lower = arith.maxsi %n, %c1 : index
// CHECK-NEXT:      %upper = arith.addi %n, %k : index
// CHECK-NEXT:      %upper_1 = arith.minsi %upper, %c9 : index
// CHECK-NEXT:      %runs = arith.cmpi slt, %lower, %upper_1 : index
// CHECK-NEXT:      %distance = arith.subi %upper_1, %lower : index
// CHECK-NEXT:      %trips = arith.select %runs, %distance, %c0 : index
// CHECK-NEXT:      %0 = arith.addi %trips, %c1 : index
// CHECK-NEXT:      %length = arith.divui %0, %c2 : index
// CHECK-NEXT:      %length_1 = arith.maxsi %length, %c1 : index
// CHECK-NEXT:      %last = arith.subi %length_1, %c1 : index
// CHECK-NEXT:      %1 = arith.addi %trips, %last : index
// CHECK-NEXT:      %segments = arith.divui %1, %length_1 : index
// CHECK-NEXT:      %stretches = arith.maxsi %segments, %c1 : index
// CHECK-NEXT:      %others = arith.subi %stretches, %c1 : index
// CHECK-NEXT:      %base = arith.muli %length_1, %others : index
// CHECK-NEXT:      %rest = arith.subi %trips, %base : index
// CHECK-NEXT:      %a_snapshots = memref.alloc(%others) : memref<?xf64>
// CHECK-NEXT:      %a = scf.for %segment = %c0 to %others step %c1 iter_args(%a_1 = %x) -> (f64) {
// CHECK-NEXT:        memref.store %a_1, %a_snapshots[%segment] : memref<?xf64>
// CHECK-NEXT:        %a_2 = scf.for %offset = %c0 to %length_1 step %c1 iter_args(%a_3 = %a_1) -> (f64) {
// CHECK-NEXT:          %s = math.sin %a_3 : f64
// CHECK-NEXT:          scf.yield %s : f64
// CHECK-NEXT:        } {source.loop = "time"}
// CHECK-NEXT:        scf.yield %a_2 : f64
// CHECK-NEXT:      } {source.loop = "time"}
// CHECK-NEXT:      %a_tape = memref.alloc(%rest) : memref<?xf64>
// CHECK-NEXT:      %r = scf.for %offset_1 = %c0 to %rest step %c1 iter_args(%a_4 = %a) -> (f64) {
// CHECK-NEXT:        %s_1 = math.sin %a_4 : f64
// CHECK-NEXT:        memref.store %a_4, %a_tape[%offset_1] : memref<?xf64>
// CHECK-NEXT:        scf.yield %s_1 : f64
// CHECK-NEXT:      } {source.loop = "time"}
// CHECK-NEXT:      %last_1 = arith.subi %rest, %c1 : index
// CHECK-NEXT:      %a_adj = scf.for %back = %c0 to %rest step %c1 iter_args(%a_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %offset_2 = arith.subi %last_1, %back : index
// CHECK-NEXT:        %a_5 = memref.load %a_tape[%offset_2] : memref<?xf64>
// CHECK-NEXT:        %2 = math.cos %a_5 : f64
// CHECK-NEXT:        %a_adj_2 = arith.mulf %a_adj_1, %2 : f64
// CHECK-NEXT:        scf.yield %a_adj_2 : f64
// CHECK-NEXT:      } {source.loop = "time"}
// CHECK-NEXT:      memref.dealloc %a_tape : memref<?xf64>
// CHECK-NEXT:      %last_2 = arith.subi %stretches, %c2 : index
// CHECK-NEXT:      %a_tape_1 = memref.alloc(%length_1) : memref<?xf64>
// CHECK-NEXT:      %a_adj_3 = scf.for %back_1 = %c0 to %others step %c1 iter_args(%a_adj_4 = %a_adj) -> (f64) {
// CHECK-NEXT:        %segment_1 = arith.subi %last_2, %back_1 : index
// CHECK-NEXT:        %a_6 = memref.load %a_snapshots[%segment_1] : memref<?xf64>
// CHECK-NEXT:        %a_7 = scf.for %offset_3 = %c0 to %length_1 step %c1 iter_args(%a_8 = %a_6) -> (f64) {
// CHECK-NEXT:          %s_2 = math.sin %a_8 : f64
// CHECK-NEXT:          memref.store %a_8, %a_tape_1[%offset_3] : memref<?xf64>
// CHECK-NEXT:          scf.yield %s_2 : f64
// CHECK-NEXT:        } {source.loop = "time"}
// CHECK-NEXT:        %a_adj_5 = scf.for %back_2 = %c0 to %length_1 step %c1 iter_args(%a_adj_6 = %a_adj_4) -> (f64) {
// CHECK-NEXT:          %offset_4 = arith.subi %last, %back_2 : index
// CHECK-NEXT:          %a_9 = memref.load %a_tape_1[%offset_4] : memref<?xf64>
// CHECK-NEXT:          %3 = math.cos %a_9 : f64
// CHECK-NEXT:          %a_adj_7 = arith.mulf %a_adj_6, %3 : f64
// CHECK-NEXT:          scf.yield %a_adj_7 : f64
// CHECK-NEXT:        } {source.loop = "time"}
// CHECK-NEXT:        scf.yield %a_adj_5 : f64
// CHECK-NEXT:      } {source.loop = "time"}
// CHECK-NEXT:      memref.dealloc %a_tape_1 : memref<?xf64>
// CHECK-NEXT:      memref.dealloc %a_snapshots : memref<?xf64>
// CHECK-NEXT:      return %a_adj_3 : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %n: index, %m: memref<8xf64>) -> f64 {
// CHECK-NEXT:      %r = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %j = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
// CHECK-NEXT:        %v = affine.load %m[(%i - symbol(%n)) mod 8] : memref<8xf64>
// CHECK-NEXT:        %w = affine.load %m[%j] : memref<8xf64>
// CHECK-NEXT:        %p = arith.mulf %v, %w : f64
// CHECK-NEXT:        %q = arith.mulf %p, %a : f64
// CHECK-NEXT:        affine.yield %q : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %n: index, %m: memref<8xf64>, %m_shadow: memref<8xf64>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      %a_tape = memref.alloc() : memref<8xf64>
// CHECK-NEXT:      %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %j = arith.divui %i, %c2 : index
// CHECK-NEXT:        %0 = arith.subi %i, %n : index
// CHECK-NEXT:        %1 = arith.remsi %0, %c8 : index
// CHECK-NEXT:        %2 = arith.cmpi slt, %1, %c0 : index
// CHECK-NEXT:        %3 = arith.addi %1, %c8 : index
// CHECK-NEXT:        %4 = arith.select %2, %3, %1 : index
// CHECK-NEXT:        %v = memref.load %m[%4] : memref<8xf64>
// CHECK-NEXT:        %w = memref.load %m[%j] : memref<8xf64>
// CHECK-NEXT:        %p = arith.mulf %v, %w : f64
// CHECK-NEXT:        %q = arith.mulf %p, %a : f64
// CHECK-NEXT:        memref.store %a, %a_tape[%i] : memref<8xf64>
// CHECK-NEXT:        scf.yield %q : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_adj = scf.for %back = %c0 to %c8 step %c1 iter_args(%a_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.subi %c7, %back : index
// CHECK-NEXT:        %a_1 = memref.load %a_tape[%i_1] : memref<8xf64>
// CHECK-NEXT:        %p_adj = arith.mulf %a_adj_1, %a_1 : f64
// CHECK-NEXT:        %j_1 = arith.divui %i_1, %c2 : index
// CHECK-NEXT:        %w_1 = memref.load %m[%j_1] : memref<8xf64>
// CHECK-NEXT:        %5 = arith.subi %i_1, %n : index
// CHECK-NEXT:        %6 = arith.remsi %5, %c8 : index
// CHECK-NEXT:        %7 = arith.addi %6, %c8 : index
// CHECK-NEXT:        %8 = arith.cmpi slt, %6, %c0 : index
// CHECK-NEXT:        %9 = arith.select %8, %7, %6 : index
// CHECK-NEXT:        %v_1 = memref.load %m[%9] : memref<8xf64>
// CHECK-NEXT:        %p_1 = arith.mulf %v_1, %w_1 : f64
// CHECK-NEXT:        %a_adj_2 = arith.mulf %a_adj_1, %p_1 : f64
// CHECK-NEXT:        %v_adj = arith.mulf %p_adj, %w_1 : f64
// CHECK-NEXT:        %w_adj = arith.mulf %p_adj, %v_1 : f64
// CHECK-NEXT:        %m_adj = memref.load %m_shadow[%j_1] : memref<8xf64>
// CHECK-NEXT:        %m_adj_1 = arith.addf %m_adj, %w_adj : f64
// CHECK-NEXT:        memref.store %m_adj_1, %m_shadow[%j_1] : memref<8xf64>
// CHECK-NEXT:        %m_adj_2 = memref.load %m_shadow[%9] : memref<8xf64>
// CHECK-NEXT:        %m_adj_3 = arith.addf %m_adj_2, %v_adj : f64
// CHECK-NEXT:        memref.store %m_adj_3, %m_shadow[%9] : memref<8xf64>
// CHECK-NEXT:        scf.yield %a_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<8xf64>
// CHECK-NEXT:      return %a_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %m: memref<8xf64>, %n: index) {
// CHECK-NEXT:      affine.for %i = 0 to 8 {
// CHECK-NEXT:        affine.if affine_set<(d0)[s0] : (d0 - 2 >= 0, d0 - s0 == 0)>(%i)[%n] {
// CHECK-NEXT:          affine.store %x, %m[%i * -1 + 7] : memref<8xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %m: memref<8xf64>, %m_shadow: memref<8xf64>, %n: index) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c2 = arith.constant 2 : index
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      %zero = arith.constant 0.000000e+00 : f64
// CHECK-NEXT:      scf.for %i = %c0 to %c8 step %c1 {
// CHECK-NEXT:        %0 = arith.cmpi sge, %i, %c2 : index
// CHECK-NEXT:        %1 = arith.cmpi eq, %i, %n : index
// CHECK-NEXT:        %2 = arith.andi %0, %1 : i1
// CHECK-NEXT:        scf.if %2 {
// CHECK-NEXT:          %3 = arith.subi %c7, %i : index
// CHECK-NEXT:          memref.store %x, %m[%3] : memref<8xf64>
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      %x_adj = scf.for %back = %c0 to %c8 step %c1 iter_args(%x_adj_1 = %zero) -> (f64) {
// CHECK-NEXT:        %i_1 = arith.subi %c7, %back : index
// CHECK-NEXT:        %4 = arith.cmpi eq, %i_1, %n : index
// CHECK-NEXT:        %5 = arith.cmpi sge, %i_1, %c2 : index
// CHECK-NEXT:        %6 = arith.andi %5, %4 : i1
// CHECK-NEXT:        %x_adj_2 = scf.if %6 -> (f64) {
// CHECK-NEXT:          %x_adj_3 = memref.load %m_shadow[%back] : memref<8xf64>
// CHECK-NEXT:          memref.store %zero, %m_shadow[%back] : memref<8xf64>
// CHECK-NEXT:          scf.yield %x_adj_3 : f64
// CHECK-NEXT:        } else {
// CHECK-NEXT:          scf.yield %zero : f64
// CHECK-NEXT:        }
// CHECK-NEXT:        %x_adj_4 = arith.addf %x_adj_1, %x_adj_2 : f64
// CHECK-NEXT:        scf.yield %x_adj_4 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %x_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// CHECK-NEXT:  {{//}} -----
// CHECK-NEXT:  module {
// CHECK-LABEL:   func.func @f(%x: f64, %table: memref<8xindex>) -> f64 {
// CHECK-NEXT:      affine.for %i = 0 to 8 {
// CHECK-NEXT:        affine.store %i, %table[%i * -1 + 7] : memref<8xindex>
// CHECK-NEXT:      }
// CHECK-NEXT:      %r = affine.for %i_1 = 0 to 8 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %s = math.sin %a : f64
// CHECK-NEXT:        affine.yield %s : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      return %r : f64
// CHECK-NEXT:    }
// CHECK-LABEL:   func.func @f_grad(%x: f64, %table: memref<8xindex>, %seed: f64) -> f64 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %c8 = arith.constant 8 : index
// CHECK-NEXT:      %c1 = arith.constant 1 : index
// CHECK-NEXT:      %c7 = arith.constant 7 : index
// CHECK-NEXT:      affine.for %i = 0 to 8 {
// CHECK-NEXT:        affine.store %i, %table[%i * -1 + 7] : memref<8xindex>
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_tape = memref.alloc() : memref<8xf64>
// CHECK-NEXT:      %r = scf.for %i_1 = %c0 to %c8 step %c1 iter_args(%a = %x) -> (f64) {
// CHECK-NEXT:        %s = math.sin %a : f64
// CHECK-NEXT:        memref.store %a, %a_tape[%i_1] : memref<8xf64>
// CHECK-NEXT:        scf.yield %s : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      %a_adj = scf.for %back = %c0 to %c8 step %c1 iter_args(%a_adj_1 = %seed) -> (f64) {
// CHECK-NEXT:        %i_2 = arith.subi %c7, %back : index
// CHECK-NEXT:        %a_1 = memref.load %a_tape[%i_2] : memref<8xf64>
// CHECK-NEXT:        %0 = math.cos %a_1 : f64
// CHECK-NEXT:        %a_adj_2 = arith.mulf %a_adj_1, %0 : f64
// CHECK-NEXT:        scf.yield %a_adj_2 : f64
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.dealloc %a_tape : memref<8xf64>
// CHECK-NEXT:      return %a_adj : f64
// CHECK-NEXT:    }
// CHECK-NEXT:  }

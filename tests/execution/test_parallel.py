"""Gradients through parallel loops, executed: each scheme of the loops around and in them against
store-all bit for bit, store-all against finite differences."""

from __future__ import annotations

import pytest
from fuzz.agreement import assert_agreement, run_tool
from support.directives import DIRECTIVES
from support.written import programs_of

PROGRAMS: dict[str, str] = {
    "sum_of_terms": """
func.func @f(%x: f64, %n: index, %m: memref<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.5 : f64
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %v = memref.load %m[%i] : memref<8xf64>
    %p = arith.mulf %v, %x : f64
    %q = math.sin %p : f64
    scf.reduce(%q : f64) {
    ^bb0(%l: f64, %r: f64):
      %t = arith.addf %l, %r : f64
      scf.reduce.return %t : f64
    }
  }
  return %s : f64
}
""",
    "stores_in_two_dimensions": """
func.func @f(%x: f64, %m: memref<4x5xf64>, %out: memref<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %y = math.exp %x : f64
  scf.parallel (%i, %j) = (%c0, %c1) to (%c4, %c5) step (%c1, %c2) {
    %v = memref.load %m[%i, %j] : memref<4x5xf64>
    %w = memref.load %m[%c0, %j] : memref<4x5xf64>
    %p = arith.mulf %v, %w : f64
    %q = arith.mulf %p, %y : f64
    %s = math.sin %q : f64
    memref.store %s, %out[%i, %j] : memref<4x5xf64>
    scf.reduce
  }
  return
}
""",
    "time_steps_of_a_parallel_sweep": """
func.func @f(%x: f64, %n: index, %m: memref<?xf64>, %w: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %m, %c0 : memref<?xf64>
  %last = arith.subi %size, %c1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    scf.parallel (%i) = (%c1) to (%last) step (%c1) {
      %before = arith.subi %i, %c1 : index
      %after = arith.addi %i, %c1 : index
      %l = memref.load %m[%before] : memref<?xf64>
      %k = memref.load %m[%i] : memref<?xf64>
      %u = memref.load %m[%after] : memref<?xf64>
      %p = arith.mulf %l, %u : f64
      %q = arith.addf %p, %k : f64
      %s = arith.mulf %q, %a : f64
      %g = math.sin %s : f64
      memref.store %g, %w[%i] : memref<?xf64>
      scf.reduce
    }
    %b = scf.parallel (%i) = (%c0) to (%size) step (%c1) init (%a) -> f64 {
      %v = memref.load %w[%i] : memref<?xf64>
      memref.store %v, %m[%i] : memref<?xf64>
      %vv = arith.mulf %v, %v : f64
      scf.reduce(%vv : f64) {
      ^bb0(%e: f64, %h: f64):
        %z = arith.addf %h, %e : f64
        scf.reduce.return %z : f64
      }
    }
    %c = math.cos %b : f64
    scf.yield %c : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "loops_in_iterations": """
func.func @f(%x: f64, %n: index, %m: memref<8xf64>, %out: memref<3x8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %s:2 = scf.parallel (%k, %i) = (%c0, %c0) to (%c3, %n) step (%c1, %c1)
      init (%zero, %x) -> (f64, f64) {
    %v = memref.load %m[%i] : memref<8xf64>
    %a = scf.for %j = %c0 to %i step %c1 iter_args(%b = %v) -> (f64) {
      %u = memref.load %m[%j] : memref<8xf64>
      %p = arith.mulf %b, %u : f64
      %q = arith.addf %p, %x : f64
      %g = math.sin %q : f64
      scf.yield %g : f64
    } DIRECTIVE
    %far = arith.cmpi sgt, %i, %c3 : index
    %d = scf.if %far -> f64 {
      %h = arith.mulf %a, %a : f64
      scf.yield %h : f64
    } else {
      %h = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %a) -> (f64) {
        %g = math.cos %b : f64
        scf.yield %g : f64
      }
      scf.yield %h : f64
    }
    memref.store %d, %out[%k, %i] : memref<3x8xf64>
    scf.reduce(%d, %a : f64, f64) {
    ^bb0(%l: f64, %r: f64):
      %t = arith.addf %l, %r : f64
      scf.reduce.return %t : f64
    }, {
    ^bb0(%l: f64, %r: f64):
      %t = arith.addf %l, %r : f64
      scf.reduce.return %t : f64
    }
  }
  %r = arith.mulf %s#0, %s#1 : f64
  return %r : f64
}
""",
    "nest_with_a_local_buffer": """
func.func @f(%x: f64, %n: index, %m: memref<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%zero) -> f64 {
    %local = memref.alloc() : memref<4xf64>
    scf.parallel (%j) = (%c0) to (%c4) step (%c1) {
      %v = memref.load %m[%j] : memref<8xf64>
      %u = memref.load %m[%i] : memref<8xf64>
      %p = arith.mulf %v, %u : f64
      %q = math.sin %p : f64
      memref.store %q, %local[%j] : memref<4xf64>
      scf.reduce
    }
    %a = memref.load %local[%i] : memref<4xf64>
    %b = memref.load %local[%c1] : memref<4xf64>
    %c = arith.mulf %a, %b : f64
    memref.dealloc %local : memref<4xf64>
    scf.reduce(%c : f64) {
    ^bb0(%l: f64, %r: f64):
      %t = arith.addf %l, %r : f64
      scf.reduce.return %t : f64
    }
  }
  %t = arith.mulf %s, %x : f64
  return %t : f64
}
""",
    "scatter_by_atomic_sums": """
func.func @f(%x: f64, %n: index, %m: memref<8xf64>, %bins: memref<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %t = %c0 to %c3 step %c1 iter_args(%a = %x) -> (f64) {
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %bin = arith.remui %i, %c3 : index
      %v = memref.load %m[%i] : memref<8xf64>
      %p = arith.mulf %v, %a : f64
      %q = math.sin %p : f64
      %old = memref.atomic_rmw addf %q, %bins[%bin] : (f64, memref<3xf64>) -> f64
      scf.reduce
    }
    %u = memref.load %bins[%t] : memref<3xf64>
    %w = arith.mulf %u, %a : f64
    scf.yield %w : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "spaces_that_differ": """
func.func @f(%x: f64, %n: index, %k: index, %m: memref<16xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %step = arith.addi %t, %c1 : index
    %odd = arith.remui %t, %c2 : index
    %is_odd = arith.cmpi eq, %odd, %c1 : index
    %b = scf.if %is_odd -> f64 {
      %s = scf.parallel (%i, %j) = (%t, %c0) to (%n, %t) step (%step, %c1) init (%a) -> f64 {
        %up = arith.addi %i, %j : index
        %ij = arith.remui %up, %c16 : index
        %v = memref.load %m[%ij] : memref<16xf64>
        %w = scf.for %l = %c0 to %j step %c1 iter_args(%d = %v) -> (f64) {
          %p = arith.mulf %d, %a : f64
          %q = math.sin %p : f64
          scf.yield %q : f64
        }
        memref.store %w, %m[%ij] : memref<16xf64>
        %ww = arith.mulf %w, %w : f64
        scf.reduce(%ww : f64) {
        ^bb0(%g: f64, %h: f64):
          %z = arith.addf %g, %h : f64
          scf.reduce.return %z : f64
        }
      }
      scf.yield %s : f64
    } else {
      scf.yield %a : f64
    }
    %c = math.cos %b : f64
    scf.yield %c : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "inactive_parallel_loop": """
func.func @f(%x: f64, %n: index, %table: memref<8xindex>, %m: memref<16xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %k = arith.addi %i, %c1 : index
    memref.store %k, %table[%i] : memref<8xindex>
    scf.reduce
  }
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %k = memref.load %table[%t] : memref<8xindex>
    %largest = scf.parallel (%i) = (%c0) to (%k) step (%c1) init (%c0) -> index {
      scf.reduce(%i : index) {
      ^bb0(%l: index, %h: index):
        %z = arith.maxsi %l, %h : index
        scf.reduce.return %z : index
      }
    }
    %v = memref.load %m[%largest] : memref<16xf64>
    %p = arith.mulf %v, %a : f64
    %q = math.sin %p : f64
    scf.yield %q : f64
  } DIRECTIVE
  return %r : f64
}
""",
}


@pytest.mark.parametrize("scheme", DIRECTIVES)
def test_gradients_of_parallel_loops(scheme: str):
    report = assert_agreement(programs_of(PROGRAMS, DIRECTIVES[scheme]))
    assert report.inconclusive == 0


def test_the_reverse_of_a_parallel_loop_is_parallel():
    done = run_tool(PROGRAMS["sum_of_terms"], "f")
    assert done.exit_code == 0, done.stderr
    gradient = done.stdout.partition("@f_grad")[2]
    assert "scf.for" not in gradient
    assert "memref.atomic_rmw addf" in gradient

"""Gradients through memrefs that loops and branches pass on, executed.

Each scheme is compared with store-all bit for bit, and store-all with finite differences.
"""

from __future__ import annotations

import pytest
from fuzz.agreement import assert_agreement
from support.directives import DIRECTIVES
from support.written import program_of

STEP = """
    scf.for %j = %c0 to %size step %c1 {
      %u = memref.load %src[%j] : TYPE
      %s = math.sin %u : f64
      %d = arith.mulf %s, %c : f64
      memref.store %d, %dst[%j] : TYPE
    }
"""

PROGRAMS: dict[str, str] = {
    "two_buffers_change_places": """
func.func @f(%p: memref<3xf64>, %q: memref<3xf64>, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %size = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%src = %p, %dst = %q)
      -> (memref<3xf64>, memref<3xf64>) {
    STEP
    scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
  } DIRECTIVE
  %u = memref.load %r#0[%c0] : memref<3xf64>
  %v = memref.load %r#1[%c1] : memref<3xf64>
  %o = arith.mulf %u, %v : f64
  return %o : f64
}
""",
    "dynamic_sizes_and_steps": """
func.func @f(%p: memref<?xf64>, %q: memref<?xf64>, %c: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %p, %c0 : memref<?xf64>
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%src = %p, %dst = %q, %a = %c)
      -> (memref<?xf64>, memref<?xf64>, f64) {
    STEP
    %w = memref.load %dst[%c1] : memref<?xf64>
    %b = arith.mulf %w, %a : f64
    scf.yield %dst, %src, %b : memref<?xf64>, memref<?xf64>, f64
  } DIRECTIVE
  %u = memref.load %r#0[%c0] : memref<?xf64>
  %o = arith.addf %u, %r#2 : f64
  return %o : f64
}
""",
    "buffers_of_different_sizes": """
func.func @f(%p: memref<?xf64>, %q: memref<?xf64>, %c: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant 2 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%src = %p, %dst = %q)
      -> (memref<?xf64>, memref<?xf64>) {
    STEP
    scf.yield %dst, %src : memref<?xf64>, memref<?xf64>
  } DIRECTIVE
  %u = memref.load %r#0[%c0] : memref<?xf64>
  return %u : f64
}
""",
    "three_buffers_rotate": """
func.func @f(%p: memref<4xf64>, %q: memref<4xf64>, %k: memref<4xf64>, %c: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  %size = arith.constant 4 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%old = %p, %src = %q, %dst = %k)
      -> (memref<4xf64>, memref<4xf64>, memref<4xf64>) {
    scf.for %j = %c0 to %size step %c1 {
      %u = memref.load %src[%j] : memref<4xf64>
      %v = memref.load %old[%j] : memref<4xf64>
      %s = math.sin %u : f64
      %d = arith.mulf %s, %c : f64
      %e = arith.subf %d, %v : f64
      memref.store %e, %dst[%j] : memref<4xf64>
    }
    scf.yield %src, %dst, %old : memref<4xf64>, memref<4xf64>, memref<4xf64>
  } DIRECTIVE
  return
}
""",
    "a_local_buffer_takes_part": """
func.func @f(%p: memref<3xf64>, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 5 : index
  %size = arith.constant 3 : index
  %q = memref.alloc() : memref<3xf64>
  memref.copy %p, %q : memref<3xf64> to memref<3xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%src = %p, %dst = %q)
      -> (memref<3xf64>, memref<3xf64>) {
    STEP
    scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
  } DIRECTIVE
  %u = memref.load %r#0[%c0] : memref<3xf64>
  memref.dealloc %q : memref<3xf64>
  return %u : f64
}
""",
    "two_loops_in_a_row": """
func.func @f(%p: memref<3xf64>, %q: memref<3xf64>, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 5 : index
  %size = arith.constant 3 : index
  %h:2 = scf.for %i = %c0 to %n step %c1 iter_args(%src = %p, %dst = %q)
      -> (memref<3xf64>, memref<3xf64>) {
    STEP
    scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
  } DIRECTIVE
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%src = %h#0, %dst = %h#1)
      -> (memref<3xf64>, memref<3xf64>) {
    STEP
    scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
  } DIRECTIVE
  %u = memref.load %r#1[%c0] : memref<3xf64>
  return %u : f64
}
""",
    "a_nest": """
func.func @f(%p: memref<3xf64>, %q: memref<3xf64>, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %size = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p, %b = %q)
      -> (memref<3xf64>, memref<3xf64>) {
    %h:2 = scf.for %k = %c0 to %i step %c1 iter_args(%src = %a, %dst = %b)
        -> (memref<3xf64>, memref<3xf64>) {
      STEP
      scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
    } DIRECTIVE
    scf.yield %h#1, %h#0 : memref<3xf64>, memref<3xf64>
  }
  %u = memref.load %r#0[%c0] : memref<3xf64>
  return %u : f64
}
""",
    "the_size_of_what_an_inner_loop_hands_out": """
func.func @f(%p: memref<?xf64>, %q: memref<?xf64>, %c: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (f64) {
    %h:2 = scf.for %k = %c0 to %c2 step %c1 iter_args(%a = %p, %b = %q)
        -> (memref<?xf64>, memref<?xf64>) {
      scf.yield %a, %b : memref<?xf64>, memref<?xf64>
    }
    scf.for %k = %c0 to %c2 step %c1 {
      %u = memref.load %h#1[%c0] : memref<?xf64>
      %v = math.cos %u : f64
      %size = memref.dim %h#1, %c0 : memref<?xf64>
      %e = arith.remui %i, %size : index
      memref.store %v, %h#1[%e] : memref<?xf64>
    } DIRECTIVE
    %w = memref.load %q[%c1] : memref<?xf64>
    %t = arith.mulf %s, %w : f64
    scf.yield %t : f64
  } DIRECTIVE
  return %y : f64
}
""",
    "an_inner_loop_carries_what_the_outer_captures": """
func.func @f(%p: memref<3xf64>, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %size = arith.constant 3 : index
  %q = memref.alloc() : memref<3xf64>
  memref.copy %p, %q : memref<3xf64> to memref<3xf64>
  %o = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c) -> (f64) {
    %h:2 = scf.for %k = %c0 to %n step %c1 iter_args(%src = %p, %dst = %q)
        -> (memref<3xf64>, memref<3xf64>) {
      STEP
      scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
    } DIRECTIVE
    %u = memref.load %h#0[%c1] : memref<3xf64>
    %b = arith.mulf %u, %a : f64
    scf.yield %b : f64
  }
  memref.dealloc %q : memref<3xf64>
  return %o : f64
}
""",
    "a_table_is_read_beside": """
func.func @f(%p: memref<3xf64>, %q: memref<3xf64>, %t: memref<3xf64>, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 6 : index
  %size = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%src = %p, %dst = %q)
      -> (memref<3xf64>, memref<3xf64>) {
    scf.for %j = %c0 to %size step %c1 {
      %u = memref.load %src[%j] : memref<3xf64>
      %w = memref.load %t[%j] : memref<3xf64>
      %m = arith.mulf %u, %w : f64
      %s = math.cos %m : f64
      memref.store %s, %dst[%j] : memref<3xf64>
    }
    scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
  } DIRECTIVE
  memref.store %c, %t[%c0] : memref<3xf64>
  %u = memref.load %r#0[%c0] : memref<3xf64>
  return %u : f64
}
""",
    "a_branch_chooses": """
func.func @f(%p: memref<3xf64>, %q: memref<3xf64>, %c: f64, %k: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant 3 : index
  %g = arith.cmpi slt, %k, %size : index
  %m = scf.if %g -> (memref<3xf64>) {
    scf.yield %p : memref<3xf64>
  } else {
    scf.yield %q : memref<3xf64>
  }
  scf.for %j = %c0 to %size step %c1 {
    %u = memref.load %m[%j] : memref<3xf64>
    %s = math.sin %u : f64
    %d = arith.mulf %s, %c : f64
    memref.store %d, %m[%j] : memref<3xf64>
  }
  %u = memref.load %m[%c0] : memref<3xf64>
  %v = memref.load %q[%c1] : memref<3xf64>
  %o = arith.mulf %u, %v : f64
  return %o : f64
}
""",
    "integer_memory_is_carried": """
func.func @f(%x: f64, %p: memref<2xindex>, %q: memref<2xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant 6 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p, %b = %q, %y = %x)
      -> (memref<2xindex>, memref<2xindex>, f64) {
    %k = memref.load %a[%c0] : memref<2xindex>
    %l = arith.addi %k, %i : index
    %m = arith.remui %l, %c3 : index
    memref.store %m, %b[%c0] : memref<2xindex>
    %t = arith.index_cast %m : index to i64
    %w = arith.sitofp %t : i64 to f64
    %z = arith.mulf %y, %w : f64
    %s = math.cos %z : f64
    scf.yield %b, %a, %s : memref<2xindex>, memref<2xindex>, f64
  } DIRECTIVE
  return %r#2 : f64
}
""",
}


VALUES = {"buffers_of_different_sizes": {"p": [0.3, 0.7], "q": [0.2, -0.4, 0.9, 1.1]}}
"""Arguments of those programs to which it matters."""


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients(name: str) -> None:
    text = PROGRAMS[name]
    step = STEP.replace("TYPE", "memref<?xf64>" if "memref<?xf64>" in text else "memref<3xf64>")
    text = text.replace("STEP", step)
    programs = [
        program_of(text.replace("DIRECTIVE", directive), f"{name} {scheme}", VALUES.get(name))
        for scheme, directive in DIRECTIVES.items()
    ]
    assert_agreement(programs)

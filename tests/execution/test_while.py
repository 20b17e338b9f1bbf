"""Gradients through `scf.while`, executed and compared with finite differences."""

from __future__ import annotations

import pytest
from fuzz.agreement import assert_agreement
from support.directives import DIRECTIVES, ONLINE
from support.written import program_of

COUNT = """
func.func @f(%x: f64, %c: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%k = %c0, %a = %x) : (index, f64) -> (index, f64) {
    %g = arith.cmpi slt, %k, %n : index
    scf.condition(%g) %k, %a : index, f64
  } do {
  ^bb0(%k: index, %a: f64):
    %p = arith.mulf %a, %c : f64
    %s = math.sin %p : f64
    %l = arith.addi %k, %c1 : index
    scf.yield %l, %s : index, f64
  } WHILE
  return %r#1 : f64
}
"""

PROGRAMS: dict[str, str] = {
    "counts": COUNT,
    "the_condition_computes_too": """
func.func @f(%x: f64, %c: f64) -> f64 {
  %limit = arith.constant 0.2 : f64
  %r = scf.while (%a = %x) : (f64) -> f64 {
    %s = math.sin %a : f64
    %b = arith.mulf %s, %c : f64
    %g = arith.cmpf ogt, %b, %limit : f64
    scf.condition(%g) %b : f64
  } do {
  ^bb0(%b: f64):
    %d = arith.mulf %b, %c : f64
    scf.yield %d : f64
  } WHILE
  %o = arith.mulf %r, %x : f64
  return %o : f64
}
""",
    "in_a_loop_with_memory": """
func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%y = %x) -> (f64) {
    %h:2 = scf.while (%k = %c0, %a = %y) : (index, f64) -> (index, f64) {
      %g = arith.cmpi slt, %k, %i : index
      scf.condition(%g) %k, %a : index, f64
    } do {
    ^bb0(%k: index, %a: f64):
      %u = memref.load %m[%k] : memref<4xf64>
      %p = arith.mulf %a, %u : f64
      %s = math.cos %p : f64
      memref.store %s, %m[%k] : memref<4xf64>
      %l = arith.addi %k, %c1 : index
      scf.yield %l, %s : index, f64
    } WHILE
    scf.yield %h#1 : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "holds_a_loop": """
func.func @f(%x: f64, %c: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%k = %c0, %a = %x) : (index, f64) -> (index, f64) {
    %g = arith.cmpi slt, %k, %n : index
    scf.condition(%g) %k, %a : index, f64
  } do {
  ^bb0(%k: index, %a: f64):
    %h = scf.for %i = %c0 to %k step %c1 iter_args(%b = %a) -> (f64) {
      %p = arith.mulf %b, %c : f64
      %s = math.sin %p : f64
      scf.yield %s : f64
    } DIRECTIVE
    %l = arith.addi %k, %c1 : index
    scf.yield %l, %h : index, f64
  } WHILE
  return %r#1 : f64
}
""",
    "in_the_condition_of_another": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.while (%k = %c0, %a = %x) : (index, f64) -> (index, f64) {
    %q:2 = scf.while (%j = %c0, %b = %a) : (index, f64) -> (index, f64) {
      %t = arith.cmpi slt, %j, %c3 : index
      scf.condition(%t) %j, %b : index, f64
    } do {
    ^bb0(%j: index, %b: f64):
      %s = math.sin %b : f64
      %l = arith.addi %j, %c1 : index
      scf.yield %l, %s : index, f64
    } WHILE
    %g = arith.cmpi slt, %k, %n : index
    scf.condition(%g) %k, %q#1 : index, f64
  } do {
  ^bb0(%k: index, %a: f64):
    %c = math.cos %a : f64
    %l = arith.addi %k, %c1 : index
    scf.yield %l, %c : index, f64
  } WHILE
  return %r#1 : f64
}
""",
    "in_a_branch": """
func.func @f(%x: f64, %n: index, %k: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = arith.cmpi slt, %c1, %k : index
  %o = scf.if %g -> (f64) {
    %r:2 = scf.while (%j = %c0, %a = %x) : (index, f64) -> (index, f64) {
      %t = arith.cmpi slt, %j, %n : index
      scf.condition(%t) %j, %a : index, f64
    } do {
    ^bb0(%j: index, %a: f64):
      %s = math.sin %a : f64
      %l = arith.addi %j, %c1 : index
      scf.yield %l, %s : index, f64
    } WHILE
    scf.yield %r#1 : f64
  } else {
    scf.yield %x : f64
  }
  return %o : f64
}
""",
}


BUFFERS: dict[str, str] = {
    "overwritten_in_place_and_read_later": """
func.func @f(%x: f64, %m: memref<?xf64>, %t: memref<7xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.while (%k = %c0, %a = %x) : (index, f64) -> (index, f64) {
    %g = arith.cmpi slt, %k, %n : index
    scf.condition(%g) %k, %a : index, f64
  } do {
  ^bb0(%k: index, %a: f64):
    %u = memref.load %m[%c1] : memref<?xf64>
    %v = memref.load %t[%c2] : memref<7xf64>
    %p = arith.mulf %a, %u : f64
    %q = arith.addf %p, %v : f64
    %s = math.sin %q : f64
    memref.store %s, %m[%c1] : memref<?xf64>
    memref.store %a, %m[%c2] : memref<?xf64>
    %l = arith.addi %k, %c1 : index
    scf.yield %l, %p : index, f64
  } WHILE
  %w = memref.load %m[%c1] : memref<?xf64>
  memref.store %x, %t[%c2] : memref<7xf64>
  %o = arith.mulf %w, %r#1 : f64
  return %o : f64
}
""",
    "written_only_and_overwritten_first": """
func.func @f(%x: f64, %log: memref<50xf64>, %room: memref<2xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%k = %c0, %a = %x) : (index, f64) -> (index, f64) {
    %g = arith.cmpi slt, %k, %n : index
    scf.condition(%g) %k, %a : index, f64
  } do {
  ^bb0(%k: index, %a: f64):
    %e = memref.alloc() : memref<2xf64>
    memref.store %a, %e[%c0] : memref<2xf64>
    memref.store %x, %e[%c1] : memref<2xf64>
    memref.copy %e, %room : memref<2xf64> to memref<2xf64>
    memref.dealloc %e : memref<2xf64>
    %u = memref.load %room[%c0] : memref<2xf64>
    %v = memref.load %room[%c1] : memref<2xf64>
    %s = math.sin %u : f64
    %p = arith.mulf %s, %v : f64
    memref.store %p, %log[%k] : memref<50xf64>
    %q = math.exp %p : f64
    %l = arith.addi %k, %c1 : index
    scf.yield %l, %q : index, f64
  } WHILE
  return %r#1 : f64
}
""",
    "two_buffers_change_places": """
func.func @f(%p: memref<?xf64>, %q: memref<?xf64>, %c: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:3 = scf.while (%k = %c0, %src = %p, %dst = %q)
      : (index, memref<?xf64>, memref<?xf64>) -> (index, memref<?xf64>, memref<?xf64>) {
    %g = arith.cmpi slt, %k, %n : index
    scf.condition(%g) %k, %src, %dst : index, memref<?xf64>, memref<?xf64>
  } do {
  ^bb0(%k: index, %src: memref<?xf64>, %dst: memref<?xf64>):
    scf.for %j = %c0 to %c2 step %c1 {
      %u = memref.load %src[%j] : memref<?xf64>
      %s = math.sin %u : f64
      %d = arith.mulf %s, %c : f64
      memref.store %d, %dst[%j] : memref<?xf64>
    }
    %l = arith.addi %k, %c1 : index
    scf.yield %l, %dst, %src : index, memref<?xf64>, memref<?xf64>
  } WHILE
  %u = memref.load %r#1[%c0] : memref<?xf64>
  %v = memref.load %r#2[%c1] : memref<?xf64>
  %o = arith.mulf %u, %v : f64
  return %o : f64
}
""",
    "newton_until_it_converges": """
func.func @f(%x: f64, %m: memref<3xf64>, %most: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %small = arith.constant 1.0e-300 : f64
  %r:3 = scf.while (%k = %c0, %a = %x, %e = %x) : (index, f64, f64) -> (index, f64, f64) {
    %size = math.absf %e : f64
    %g = arith.cmpf ogt, %size, %small : f64
    %h = arith.cmpi slt, %k, %most : index
    %b = arith.andi %g, %h : i1
    scf.condition(%b) %k, %a, %e : index, f64, f64
  } do {
  ^bb0(%k: index, %a: f64, %e: f64):
    %q = arith.divf %x, %a : f64
    %t = arith.addf %a, %q : f64
    %z = arith.mulf %t, %half : f64
    %d = arith.mulf %e, %half : f64
    %odd = arith.andi %k, %c1 : index
    %is = arith.cmpi eq, %odd, %c0 : index
    scf.if %is {
      %u = memref.load %m[%c0] : memref<3xf64>
      %v = arith.mulf %u, %z : f64
      %w = math.sin %v : f64
      memref.store %w, %m[%c0] : memref<3xf64>
    }
    %l = arith.addi %k, %c1 : index
    scf.yield %l, %z, %d : index, f64, f64
  } WHILE
  %o = arith.mulf %r#1, %r#2 : f64
  %i = arith.index_cast %r#0 : index to i64
  %j = arith.sitofp %i : i64 to f64
  %y = arith.addf %j, %o : f64
  return %y : f64
}
""",
}
STEPS = (0, 1, 4, 9, 30)


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients(name: str) -> None:
    text = PROGRAMS[name]
    counted = DIRECTIVES if "DIRECTIVE" in text else {"": ""}
    assert_agreement(
        [
            program_of(text.replace("DIRECTIVE", outer).replace("WHILE", inner), f"{name} {a} {b}")
            for a, outer in counted.items()
            for b, inner in ONLINE.items()
        ]
    )


@pytest.mark.parametrize("name", BUFFERS)
def test_gradients_through_memory(name: str) -> None:
    counter = "most" if "%most" in BUFFERS[name] else "n"
    assert_agreement(
        [
            program_of(BUFFERS[name].replace("WHILE", directive), f"{name} {n}", {counter: n})
            for directive in ONLINE.values()
            for n in STEPS
        ]
    )


def test_any_number_of_steps() -> None:
    assert_agreement(
        [
            program_of(COUNT.replace("WHILE", directive), f"{n}", {"n": n, "x": 0.9, "c": 1.3})
            for directive in ONLINE.values()
            for n in (0, 1, 2, 8, 15, 16, 17, 100)
        ]
    )

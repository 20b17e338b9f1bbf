"""Gradients through `scf.while`, executed and compared with finite differences."""

from __future__ import annotations

import pytest
from fuzz.agreement import assert_agreement
from support.directives import DIRECTIVES
from support.inprocess import run_cli
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
  }
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
  }
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
    }
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
  }
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
    }
    %g = arith.cmpi slt, %k, %n : index
    scf.condition(%g) %k, %q#1 : index, f64
  } do {
  ^bb0(%k: index, %a: f64):
    %c = math.cos %a : f64
    %l = arith.addi %k, %c1 : index
    scf.yield %l, %c : index, f64
  }
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
    }
    scf.yield %r#1 : f64
  } else {
    scf.yield %x : f64
  }
  return %o : f64
}
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients(name: str) -> None:
    programs = [
        program_of(PROGRAMS[name].replace("DIRECTIVE", directive), f"{name} {scheme}")
        for scheme, directive in DIRECTIVES.items()
    ]
    assert_agreement(programs)


@pytest.mark.parametrize("steps", [0, 1, 15, 16, 17, 100])
def test_the_tape_grows(steps: int) -> None:
    assert_agreement([program_of(COUNT, f"{steps} steps", {"n": steps, "x": 0.9, "c": 1.3})])


def test_a_directive_is_refused() -> None:
    end = "    scf.yield %l, %s : index, f64\n  }"
    text = COUNT.replace(end, f"{end} attributes {{enzyme.enable_checkpointing = true}}")
    assert "attributes" in text
    result = run_cli(["-p", "loop-checkpoint{fn=f}"], text)
    assert result.exit_code == 1
    assert "error: 'scf.while' cannot be checkpointed" in result.stderr

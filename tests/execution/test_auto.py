"""Loops without directives, checkpointed by the option `auto=outermost`."""

from __future__ import annotations

import re

import pytest
from support.inprocess import run_cli

from ckptopt.execution import Argument, Call, Program, run_batch

LOOPS = {
    "scf.for": """
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  }""",
    "affine.for": """
  %y = affine.for %i = 0 to 30 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    affine.yield %t : f64
  }""",
    "scf.while": """
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %goes = arith.cmpf ogt, %s, %e : f64
    scf.condition(%goes) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  }""",
    "nest": """
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %q = affine.for %j = 0 to 4 iter_args(%b = %s) -> (f64) {
      %t = math.sin %b : f64
      affine.yield %t : f64
    }
    scf.yield %q : f64
  }""",
}
"""Each runs `math.sin` 30 times or more."""

CALL = Call("f_grad", (Argument("f64", 0.9), Argument("f64", 0.2), Argument("f64", 1.0)), ("f64",))


def function(loop: str, argument: str = "") -> str:
    return f"""
func.func @f(%x: f64, %e: f64{argument}) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 30 : index{loop}
  return %y : f64
}}
"""


def gradient(text: str, options: str) -> tuple[str, str]:
    done = run_cli(["-p", f"loop-checkpoint{{argTys=enzyme_active,enzyme_const {options}}}"], text)
    assert done.exit_code == 0, done.stderr
    return done.stdout, done.stderr


@pytest.mark.parametrize("name", LOOPS)
def test_the_gradient_is_that_of_store_all_in_fewer_bytes(name: str) -> None:
    text = function(LOOPS[name])
    plain, _ = gradient(text, "fn=f")
    made, said = gradient(text, "auto=outermost memory=168B")
    again, _ = gradient(text, "auto=outermost memory=168B fn=f")
    assert made == again
    reference, outcome = run_batch([Program("f", text, (CALL,)) for text in (plain, made)])
    assert not outcome.failure
    stored, kept = reference.calls[0], outcome.calls[0]
    assert kept.results == stored.results
    assert kept.memory.peak_bytes <= 168 < stored.memory.peak_bytes
    assert kept.memory.live_bytes == 0
    found = re.search(r"at most (\d+) of 168 bytes", said)
    assert found is not None
    assert kept.memory.peak_bytes == int(found[1])


def test_without_a_budget_it_is_as_if_the_loop_said_so() -> None:
    for name in ("scf.for", "affine.for"):
        text = function(LOOPS[name])
        marked = text.replace("\n  return", " {enzyme.enable_checkpointing = true}\n  return")
        made, _ = gradient(text, "auto=outermost")
        directed, _ = gradient(marked, "auto=none")
        assert made.partition("@f_grad")[2] == directed.partition("@f_grad")[2]


def test_inner_loops_and_loops_that_say_no_are_left_alone() -> None:
    made, _ = gradient(function(LOOPS["nest"]), "auto=outermost fn=f")
    assert "snapshots" in made
    off = LOOPS["scf.for"] + " {enzyme.enable_checkpointing = false}"
    assert "snapshots" not in gradient(function(off), "auto=outermost fn=f")[0]


def test_a_directive_of_the_loop_stays() -> None:
    own = LOOPS["scf.for"] + " {enzyme.checkpoint_period = 3 : i64}"
    marked = own.replace("{enzyme.ch", "{enzyme.enable_checkpointing = true, enzyme.ch")
    made, _ = gradient(function(own), "auto=outermost fn=f")
    assert made.partition("@f_grad")[2] == gradient(function(marked), "")[0].partition("@f_grad")[2]


def test_what_has_no_loop_with_a_derivative_is_said() -> None:
    done = run_cli(["-p", "loop-checkpoint{auto=outermost}"], "func.func @g(%x: f64) { return }")
    assert "warning: no public function holds a loop: nothing is differentiated" in done.stderr
    idle = function("\n  %y = arith.addf %x, %x : f64")
    _, said = gradient(idle, "auto=outermost fn=f")
    assert "warning: no derivative flows through a loop: none is checkpointed" in said


def test_another_value_is_an_error_that_lists_the_values() -> None:
    done = run_cli(["-p", "loop-checkpoint{auto=innermost}"], function(LOOPS["nest"]))
    assert done.exit_code == 1
    assert "option 'auto' takes none | outermost, not 'innermost'" in done.stderr

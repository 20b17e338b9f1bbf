"""What is planned for a budget in bytes, executed: evaluations and peak bytes are as predicted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.inprocess import run_cli

from ckptopt.execution import Argument, Call, Program, run_batch

BUDGETS = ("40", "100", "0.3KiB", "1kB", "1MiB")

LOOP = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 60 : index
"""
NUMBER = f"""
func.func @f(%x: f64) -> f64 {{{LOOP}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {{
    %m = arith.negf %a : f64
    %e = math.exp %m : f64
    scf.yield %e : f64
  }} {{enzyme.enable_checkpointing = true, enzyme.checkpoint_memory = "BUDGET"}}
  return %r : f64
}}
"""
PAIR = f"""
func.func @f(%x: f64) -> f64 {{{LOOP}
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f64, f64) {{
    %m = arith.addf %a, %b : f64
    %w = arith.negf %m : f64
    %e = math.exp %w : f64
    scf.yield %e, %a : f64, f64
  }} {{enzyme.enable_checkpointing = true, enzyme.checkpoint_memory = "BUDGET"}}
  return %r : f64
}}
"""
NEST = f"""
func.func @f(%x: f64) -> f64 {{{LOOP}
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {{
    %q = scf.for %j = %c0 to %c5 step %c1 iter_args(%b = %a) -> (f64) {{
      %m = arith.negf %b : f64
      %e = math.exp %m : f64
      scf.yield %e : f64
    }}
    scf.yield %q : f64
  }} {{enzyme.enable_checkpointing = true, enzyme.checkpoint_memory = "BUDGET"}}
  return %r : f64
}}
"""
PROGRAMS = {"number": (NUMBER, 1), "pair": (PAIR, 1), "nest": (NEST, 5)}
"""Programs, and how often a step of the outer loop runs `math.exp`."""


def planned(text: str) -> dict[str, Any]:
    """The row of the schedule that the outer loop follows."""
    done = run_cli(["-p", "loop-checkpoint{fn=f}", "--plan=json"], text)
    assert done.exit_code == 0, done.stderr
    plan = json.loads(done.stdout)[0]
    (row,) = [row for row in plan["rows"] if row["chosen"]]
    return {**row, "steps": plan["steps"]}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_runs_is_what_was_planned(name: str) -> None:
    source, each = PROGRAMS[name]
    texts = [source.replace("BUDGET", budget) for budget in BUDGETS]
    made = [run_cli(["-p", "loop-checkpoint{fn=f}"], text) for text in texts]
    fitting = [(text, done) for text, done in zip(texts, made, strict=True) if done.exit_code == 0]
    assert len(fitting) >= 3
    call = Call("f_grad", (Argument("f64", 0.3), Argument("f64", 1.0)), ("f64",))
    outcomes = run_batch(
        [Program(name, done.stdout, (call,), ("math.exp",)) for _, done in fitting]
    )
    rows = [planned(text) for text, _ in fitting]
    assert not [outcome.failure for outcome in outcomes if outcome.failure]
    calls = [outcome.calls[0] for outcome in outcomes]
    counts = [done.counts["math.exp"] for done in calls]
    assert counts == [round(each * row["evaluations"] * row["steps"]) for row in rows]
    assert [done.memory.peak_bytes for done in calls] == [row["bytes"] for row in rows]
    assert len({done.results for done in calls}) == 1
    assert len({row["scheme"] for row in rows}) >= 3


@pytest.mark.parametrize("slots", [7, 59, 80])
def test_slots_that_are_stated_take_the_bytes_of_slots(slots: int) -> None:
    asked = f"enzyme.binomial_checkpointing, enzyme.checkpoint_period = {slots} : i64"
    text = NUMBER.replace('enzyme.checkpoint_memory = "BUDGET"', asked)
    made, row = run_cli(["-p", "loop-checkpoint{fn=f}"], text), planned(text)
    call = Call("f_grad", (Argument("f64", 0.3), Argument("f64", 1.0)), ("f64",))
    (outcome,) = run_batch([Program("f", made.stdout, (call,), ("math.exp",))])
    assert row["scheme"] == "binomial"
    assert outcome.calls[0].memory.peak_bytes == row["bytes"]
    assert outcome.calls[0].counts["math.exp"] == round(row["evaluations"] * row["steps"])


def test_a_budget_that_is_too_small_is_an_error_with_one_that_works() -> None:
    done = run_cli(["-p", "loop-checkpoint{fn=f}"], NUMBER.replace("BUDGET", "8B"))
    assert done.exit_code == 1
    least = done.stderr.partition("the smallest budget that works is ")[2].partition(" bytes")[0]
    again = run_cli(["-p", "loop-checkpoint{fn=f}"], NUMBER.replace("BUDGET", least))
    assert again.exit_code == 0, again.stderr


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        (
            'enzyme.checkpoint_memory = "64 pages"',
            "error: 'enzyme.checkpoint_memory' must be a size",
        ),
        (
            'enzyme.checkpoint_memory = "1kB", enzyme.checkpoint_period = 3 : i64',
            "warning: 'checkpoint_period' has no effect beside 'checkpoint_memory'",
        ),
    ],
)
def test_what_cannot_be_planned_is_said(attributes: str, said: str) -> None:
    text = NUMBER.replace('enzyme.checkpoint_memory = "BUDGET"', attributes)
    assert said in run_cli(["-p", "loop-checkpoint{fn=f}"], text).stderr

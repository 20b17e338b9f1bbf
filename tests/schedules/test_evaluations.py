"""How often the generated code runs the loop body, counted while it runs.

The body is one `math.exp`, whose adjoint needs only its result: each copy that runs is one
evaluation of the body.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.inprocess import run_cli

from ckptopt.checkpointing.planner import Schedule
from ckptopt.checkpointing.planner import evaluations as planned
from ckptopt.execution import Argument, Call, Program, run_batch

ORACLE: list[dict[str, Any]] = json.loads(Path(__file__).with_name("revolve.json").read_text())
GRID = [row for row in ORACLE if row["trip_count"] <= 1000 and row["slots"] >= 2]

BODY = """
func.func @f(%x: f64{extra}) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
{bound}  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {{
    %m = arith.negf %a : f64
    %e = math.exp %m : f64
    scf.yield %e : f64
  }} {{{directives}}}
  return %r : f64
}}
"""


def gradient(steps: int | None, directives: str) -> str:
    """The output for the loop with a constant trip count, or with one that is an argument."""
    extra = ", %n: index" if steps is None else ""
    bound = "" if steps is None else f"  %n = arith.constant {steps} : index\n"
    text = BODY.format(
        extra=extra, bound=bound, directives=f"enzyme.enable_checkpointing = true, {directives}"
    )
    result = run_cli(["-p", "loop-checkpoint{fn=f}"], text)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def call(steps: int | None) -> Call:
    """A call of the gradient, with the trip count where it is an argument."""
    count = () if steps is None else (Argument("index", steps),)
    number = Argument("f64", 0.3)
    return Call("f_grad", (number, *count, Argument("f64", 1.0)), ("f64",))


def evaluations(programs: list[Program]) -> list[int]:
    """Evaluations of the body, over all calls of all programs, in order."""
    outcomes = run_batch(programs)
    for outcome in outcomes:
        assert not outcome.failure, outcome.failure
        for done in outcome.calls:
            assert done.memory.allocations == done.memory.deallocations
    return [done.counts["math.exp"] for outcome in outcomes for done in outcome.calls]


def binomial(slots: int) -> str:
    return f"enzyme.binomial_checkpointing, enzyme.checkpoint_period = {slots} : i64"


def test_binomial_with_a_dynamic_trip_count_is_optimal() -> None:
    slots = sorted({row["slots"] for row in GRID})
    rows = [[row for row in GRID if row["slots"] == s] for s in slots]
    programs = [
        Program(
            f"{s} slots",
            gradient(None, binomial(s)),
            tuple(call(row["trip_count"]) for row in part),
            ("math.exp",),
        )
        for s, part in zip(slots, rows, strict=True)
    ]
    wanted = [row["primal_evaluations_one_sweep"] for part in rows for row in part]
    assert evaluations(programs) == wanted


def test_binomial_with_a_constant_trip_count_is_optimal() -> None:
    part = [row for row in GRID if row["trip_count"] in (1, 2, 9, 17, 50, 137)]
    programs = [
        Program(
            f"{row['trip_count']} steps, {row['slots']} slots",
            gradient(row["trip_count"], binomial(row["slots"])),
            (call(None),),
            ("math.exp",),
        )
        for row in part
    ]
    assert evaluations(programs) == [row["primal_evaluations_one_sweep"] for row in part]


LEAVES = [
    Schedule(steps, leaf, slots)
    for leaf in (1, 2, 3, 7)
    for slots in (1, 2, 5)
    for steps in (0, 1, 2, 6, 7, 20, 61)
]


def leaf_directive(leaf: int, slots: int) -> str:
    return (
        f'enzyme.checkpoint_scheme = "leaf", enzyme.checkpoint_period = {slots} : i64, '
        f"enzyme.checkpoint_leaf = {leaf} : i64"
    )


def test_leaves_with_a_dynamic_trip_count_take_what_is_planned() -> None:
    shapes = dict.fromkeys((schedule.leaf, schedule.slots) for schedule in LEAVES)
    groups = {shape: [s for s in LEAVES if (s.leaf, s.slots) == shape] for shape in shapes}
    programs = [
        Program(
            f"leaves of {leaf} steps, {slots} slots",
            gradient(None, leaf_directive(leaf, slots)),
            tuple(call(schedule.steps) for schedule in group),
            ("math.exp",),
        )
        for (leaf, slots), group in groups.items()
    ]
    assert evaluations(programs) == [planned(s) for group in groups.values() for s in group]


def test_leaves_with_a_constant_trip_count_take_what_is_planned() -> None:
    some = LEAVES[2::5]
    programs = [
        Program(
            str(schedule),
            gradient(schedule.steps, leaf_directive(schedule.leaf, schedule.slots)),
            (call(None),),
            ("math.exp",),
        )
        for schedule in some
    ]
    assert evaluations(programs) == [planned(schedule) for schedule in some]


@pytest.mark.parametrize("steps", [None, 37])
def test_periodic_runs_each_step_twice_but_for_the_last_segment(steps: int | None) -> None:
    periods = [2, 5, 36, 37, 80]
    programs = [
        Program(
            f"period {period}",
            gradient(steps, f"enzyme.checkpoint_period = {period} : i64"),
            (call(37 if steps is None else None),),
            ("math.exp",),
        )
        for period in periods
    ]
    last = [18, 5, 1, 1, 1]
    assert evaluations(programs) == [74 - steps for steps in last]


NEVER = """
func.func @f(%x: f64) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> (f64) {{
    %odd = arith.cmpi eq, %i, %c1 : index
    %s = scf.if %odd -> (f64) {{
      %t = scf.for %j = %c1 to %c0 step %c1 iter_args(%b = %a) -> (f64) {{
        %e = math.exp %b : f64
        scf.yield %e : f64
      }} {{enzyme.enable_checkpointing = true, {inner}}}
      scf.yield %t : f64
    }} else {{
      scf.yield %a : f64
    }}
    %m = arith.negf %s : f64
    %e = math.exp %m : f64
    scf.yield %e : f64
  }}{outer}
  return %r : f64
}}
"""


@pytest.mark.parametrize("outer", ["", " {enzyme.enable_checkpointing = true}"])
def test_a_loop_that_never_runs_keeps_nothing(outer: str) -> None:
    """Nor in branches of steps that would put it on a tape; `evaluations` balances allocations."""
    inner = [binomial(2), leaf_directive(2, 2), "enzyme.checkpoint_period = 2 : i64"]
    texts = [NEVER.format(inner=directives, outer=outer) for directives in inner]
    made = [run_cli(["-p", "loop-checkpoint{fn=f}"], text) for text in texts]
    assert all(done.exit_code == 0 for done in made)
    programs = [Program("never", done.stdout, (call(None),), ("math.exp",)) for done in made]
    assert evaluations(programs) == [3 if not outer else 5] * len(programs)

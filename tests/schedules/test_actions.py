"""Schedules as actions: valid on paper, and what the generated code does."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.inprocess import run_cli

from ckptopt.checkpointing import binomial, levels, periodic, rematerialise, store_all
from ckptopt.checkpointing.actions import (
    Action,
    Advance,
    Discard,
    Restore,
    Reverse,
    Save,
    Schedule,
    Tape,
    binomial_schedule,
    periodic_schedule,
    states,
)
from ckptopt.checkpointing.disk_revolve import Levels
from ckptopt.checkpointing.scheme import Scheme
from ckptopt.execution import Argument, Call, Program, run_batch

ORACLE: list[dict[str, Any]] = json.loads(Path(__file__).with_name("revolve.json").read_text())

LEVELS = st.builds(Levels, st.integers(1, 20), *2 * [st.fractions(0, 40, max_denominator=4)])
SCHEMES = st.one_of(
    st.builds(levels.scheme, LEVELS, constant=st.booleans()),
    st.just(store_all.SCHEME),
    st.builds(periodic.scheme, st.one_of(st.none(), st.integers(1, 90))),
    st.builds(binomial.scheme, st.integers(1, 90)),
    st.builds(binomial.scheme, st.integers(1, 30), st.integers(2, 30)),
)


def actions_of(scheme: Scheme, steps: int, one_sweep: bool) -> list[Action]:
    assert scheme.schedule is not None
    return list(scheme.schedule.actions(steps, one_sweep))


@settings(deadline=None)
@given(SCHEMES, st.integers(0, 80), st.booleans())
def test_schedules_are_valid_and_keep_what_their_footprint_says(
    scheme: Scheme, steps: int, one_sweep: bool
) -> None:
    done = list(states(steps, actions_of(scheme, steps, one_sweep)))
    reversed_steps = [step for action, _ in done for step in _reversed(action)]
    assert reversed_steps == list(reversed(range(steps)))
    taped = max((len(state.tape) for _, state in done), default=0)
    slots = max((len(state.slots) for _, state in done), default=0)
    footprint = scheme.footprint(steps, one_sweep)
    if not steps:
        assert done == []
    elif footprint.slow:
        assert taped == footprint.tape
        assert isinstance(footprint.snapshots, int)
        assert slots <= footprint.snapshots
    else:
        assert (taped, slots) == footprint[:2]


def evaluations(actions: list[Action]) -> int:
    """How often steps of the primal are run."""
    return sum(one.end - one.first for one in actions if isinstance(one, Advance | Tape))


def _reversed(action: Action) -> range:
    return range(action.end - 1, action.first - 1, -1) if isinstance(action, Reverse) else range(0)


@settings(deadline=None)
@given(SCHEMES, st.integers(0, 80), st.booleans())
def test_evaluations_have_a_closed_form(scheme: Scheme, steps: int, one_sweep: bool) -> None:
    assert scheme.schedule is not None
    counted = evaluations(actions_of(scheme, steps, one_sweep))
    assert scheme.schedule.evaluations(steps, one_sweep) == counted


@settings(deadline=None)
@given(SCHEMES, st.integers(1, 80))
def test_one_sweep_saves_the_evaluations_of_the_last_stretch(scheme: Scheme, steps: int) -> None:
    both = [evaluations(actions_of(scheme, steps, one_sweep)) for one_sweep in (True, False)]
    # Levels weigh evaluations against copies, and so may take as many either way.
    assert both[0] < both[1] or not scheme.replays or scheme.name == "levels"
    assert both[0] >= steps


@pytest.mark.parametrize(
    "row",
    [row for row in ORACLE if row["trip_count"] <= 1000 and row["slots"] >= 2],
    ids=lambda r: f"{r['trip_count']}-{r['slots']}",
)
def test_binomial_schedules_have_the_published_counts(row: dict[str, Any]) -> None:
    scheme = binomial.scheme(row["slots"])
    for one_sweep, key in ((True, "one_sweep"), (False, "two_phase")):
        counted = evaluations(actions_of(scheme, row["trip_count"], one_sweep))
        assert counted == row[f"primal_evaluations_{key}"]


def test_a_region_is_run_twice() -> None:
    assert actions_of(rematerialise.SCHEME, 1, one_sweep=True) == [
        Save(0, 0),
        Advance(0, 1),
        Restore(0, 0),
        Tape(0, 1),
        Reverse(0, 1),
        Discard(0),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        [Advance(1, 2)],
        [Advance(0, 3)],
        [Tape(0, 1), Reverse(0, 1)],
        [Tape(0, 2), Reverse(0, 1)],
        [Advance(0, 1), Tape(1, 2), Reverse(0, 2)],
        [Save(0, 1)],
        [Save(0, 0), Save(0, 0)],
        [Restore(0, 0)],
        [Save(0, 0), Advance(0, 1), Restore(0, 1)],
        [Discard(0)],
        [Tape(0, 2)],
        [Save(0, 0), Tape(0, 2), Reverse(0, 2)],
        [Tape(0, 2), Reverse(1, 2), Advance(2, 2)],
        [],
    ],
)
def test_what_is_no_schedule_is_refused(wrong: list[Action]) -> None:
    with pytest.raises(ValueError, match=r"schedule leaves|not possible"):
        list(states(2, wrong))


@settings(deadline=None)
@given(SCHEMES, st.integers(1, 10**7), st.integers(8, 200), st.booleans())
def test_a_smaller_schedule_is_one_for_fewer_steps(
    scheme: Scheme, steps: int, most: int, one_sweep: bool
) -> None:
    assert scheme.schedule is not None
    fewer, smaller = scheme.schedule.at_most(steps, most)
    assert fewer == min(steps, most)
    assert fewer == most or smaller is scheme.schedule
    done = list(states(fewer, smaller.actions(fewer, one_sweep)))
    assert done[-1][1].left == 0


@pytest.mark.parametrize(
    ("schedule", "terms"),
    [
        (periodic_schedule(1000), "with a budget of 5"),
        (periodic_schedule(4), "with a budget of 4"),
        (periodic_schedule(500_000), "with a budget of 16"),
        (periodic_schedule(None), ""),
        (binomial_schedule(10), "with a budget of 3"),
        (binomial_schedule(2), "with a budget of 2"),
        (binomial_schedule(10, 3), "with a budget of 2 and leaves of 3 steps"),
        (binomial_schedule(30, 1000), "with a budget of 2 and leaves of 4 steps"),
    ],
    ids=lambda value: getattr(value, "terms", None),
)
def test_shapes_of_a_million_steps(schedule: Schedule, terms: str) -> None:
    steps, smaller = schedule.at_most(10**6, 32)
    assert (steps, smaller.terms) == (32, terms)


# Executed

BODY = """
func.func @f(%x: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {{
    %m = arith.negf %a : f64
    %e = math.exp %m : f64
    scf.yield %e : f64
  }} {{{directives}}}
  return %r : f64
}}
"""
ENABLED = "enzyme.enable_checkpointing = true, enzyme.checkpoint_period = "
IN_LEVELS = (
    "enzyme.enable_checkpointing = true, "
    "enzyme.checkpoint_levels = {fast = 3, write = 1, read = 1.0}"
)
CASES: list[tuple[Scheme, str]] = [
    (store_all.SCHEME, "enzyme.enable_checkpointing = false"),
    (periodic.scheme(3), f"{ENABLED}3 : i64"),
    (periodic.scheme(7), f"{ENABLED}7 : i64"),
    (binomial.scheme(2), f"enzyme.binomial_checkpointing, {ENABLED}2 : i64"),
    (binomial.scheme(5), f"enzyme.binomial_checkpointing, {ENABLED}5 : i64"),
    (levels.scheme(Levels(3, Fraction(1), Fraction(1)), constant=False), IN_LEVELS),
]
STEPS = (0, 1, 2, 3, 7, 8, 20, 37)


def test_the_generated_code_runs_as_many_steps_as_its_schedule() -> None:
    programs: list[Program] = []
    for scheme, directives in CASES:
        done = run_cli(["-p", "loop-checkpoint{fn=f}"], BODY.format(directives=directives))
        assert done.exit_code == 0, done.stderr
        calls = tuple(
            Call(
                "f_grad",
                (Argument("f64", 0.3), Argument("index", n), Argument("f64", 1.0)),
                ("f64",),
            )
            for n in STEPS
        )
        programs.append(Program(scheme.name, done.stdout, calls, ("math.exp",)))
    counted = [[call.counts["math.exp"] for call in one.calls] for one in run_batch(programs)]
    assert counted == [
        [evaluations(actions_of(scheme, n, one_sweep=True)) for n in STEPS] for scheme, _ in CASES
    ]

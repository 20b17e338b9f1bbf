"""The planner, against exhaustive search and the oracle of optimal counts."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckptopt.checkpointing.planner import (
    Schedule,
    Sizes,
    choose,
    evaluations,
    leaf_lengths,
    peak,
    repeated,
    smallest,
)

ORACLE = json.loads(Path(__file__).with_name("revolve.json").read_text())

SIZES = st.builds(
    Sizes,
    state=st.integers(0, 40),
    buffers=st.integers(0, 80),
    tape=st.integers(0, 200),
    step=st.integers(0, 40),
    fixed=st.integers(0, 50),
    need=st.sampled_from([0.0, 0.5, 1.0]),
    last=st.sampled_from([0.0, 1.0]),
    handles=st.integers(0, 40),
    over=st.integers(0, 50),
)


@cache
def fewest_advances(leaves: int, slots: int) -> int:
    """Dynamic programming over where the next snapshot goes."""
    if leaves <= 1:
        return 0
    if slots == 1:
        return leaves * (leaves - 1) // 2
    return min(
        first + fewest_advances(first, slots) + fewest_advances(leaves - first, slots - 1)
        for first in range(1, leaves)
    )


def test_repeated_advances_are_the_fewest() -> None:
    for leaves in range(1, 60):
        for slots in range(1, 12):
            assert repeated(leaves, slots) == fewest_advances(leaves, slots)


@pytest.mark.parametrize("one_sweep", [True, False])
def test_leaves_of_one_step_take_as_many_evaluations_as_the_oracle(one_sweep: bool) -> None:
    key = f"primal_evaluations_{'one_sweep' if one_sweep else 'two_phase'}"
    for row in ORACLE:
        schedule = Schedule(row["trip_count"], 1, row["slots"], one_sweep)
        assert evaluations(schedule) == row[key]


@pytest.mark.parametrize("steps", [1, 2, 3, 12, 97, 1000])
def test_leaf_lengths_are_the_shortest_for_each_number_of_leaves(steps: int) -> None:
    shortest: dict[int, int] = {}
    for leaf in range(1, steps + 1):
        shortest.setdefault(-(-steps // leaf), leaf)
    assert leaf_lengths(steps) == sorted(shortest.values())


@given(st.integers(1, 40), SIZES, st.integers(0, 1500), st.booleans())
def test_no_schedule_within_the_budget_is_better(
    steps: int, sizes: Sizes, budget: int, one_sweep: bool
) -> None:
    every = [
        Schedule(steps, leaf, slots, one_sweep)
        for leaf in range(1, steps + 1)
        for slots in range(1, steps + 1)
    ]
    fitting = [schedule for schedule in every if peak(schedule, sizes) <= budget]
    chosen = choose(steps, sizes, budget, one_sweep=one_sweep)
    if chosen is None:
        assert not fitting
    else:
        assert peak(chosen, sizes) <= budget
        fewest = min(evaluations(schedule, sizes) for schedule in fitting)
        assert evaluations(chosen, sizes) == fewest


@given(st.integers(1, 40), SIZES, st.booleans())
def test_the_smallest_budget_is_the_least_that_works(
    steps: int, sizes: Sizes, one_sweep: bool
) -> None:
    least = smallest(steps, sizes, one_sweep=one_sweep)
    assert choose(steps, sizes, least, one_sweep=one_sweep) is not None
    assert choose(steps, sizes, least - 1, one_sweep=one_sweep) is None


def test_a_million_steps_are_planned_at_once() -> None:
    sizes = Sizes(state=64, buffers=0, tape=256, step=0, fixed=0)
    chosen = choose(10**6, sizes, 100_000)
    assert chosen is not None
    assert chosen.scheme == "leaf"
    assert evaluations(chosen) < 3.1e6

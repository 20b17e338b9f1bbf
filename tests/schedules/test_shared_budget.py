"""One budget for several loops, against exhaustive search."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate
from math import inf
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckptopt.checkpointing.planner import Schedule, Sizes, evaluations, leaf_lengths
from ckptopt.checkpointing.shared_budget import (
    FINE,
    Kept,
    Loop,
    Own,
    Part,
    kept_of,
    ladder,
    least_peak,
    plan,
    ways_to_run,
)


class Drawn(NamedTuple):
    """A loop with what is in it: bytes, and loops."""

    steps: int
    own: Own
    work: int
    body: tuple[Kept | Drawn, ...]


SIZE = st.integers(0, 20)
KEPT = st.builds(Kept, st.integers(0, 40), SIZE, SIZE, SIZE, SIZE)


@st.composite
def owns(draw: st.DrawFn) -> Own:
    state, buffers, fixed, early, reread, handles = (draw(SIZE) for _ in range(6))
    need = draw(st.sampled_from([0.0, 1.0]))
    sizes = Sizes(state, buffers, 0, 0, fixed + early, need=need, handles=handles)
    return Own(sizes, early + reread, reread)


def drawn(inside: st.SearchStrategy[Kept | Drawn]) -> st.SearchStrategy[Drawn]:
    body = st.lists(inside, max_size=2).map(tuple)
    return st.builds(Drawn, st.integers(0, 4), owns(), st.integers(1, 5), body)


LOOPS = st.lists(drawn(KEPT | drawn(KEPT)), min_size=1, max_size=2)


def part(drawn: Kept | Drawn, at: str, budget: int | None) -> Part:
    if isinstance(drawn, Kept):
        return drawn
    inside = budget if drawn.steps else None
    body = tuple(part(inner, f"{at}.{i}", inside) for i, inner in enumerate(drawn.body))
    ways = ways_to_run(drawn.steps, drawn.own, drawn.work, "auto", budget, None)
    return Loop(at, body, drawn.steps, ways)


def every(parts: tuple[Kept | Drawn, ...], reversed_next: bool) -> Iterator[tuple[Kept, float]]:
    """What each choice of schedules for loops in a body keeps and runs beyond one run of each."""
    if not parts:
        yield Kept(), 0.0
        return
    for kept, excess in every(parts[:-1], reversed_next):
        for last, more in every_of(parts[-1], reversed_next):
            yield kept.then(last), excess + more


def every_of(drawn: Kept | Drawn, reversed_next: bool) -> Iterator[tuple[Kept, float]]:
    if isinstance(drawn, Kept):
        yield drawn, 0.0
        return
    for leaf in leaf_lengths(max(drawn.steps, 1)):
        for slots in range(drawn.steps + 1):
            schedule = Schedule(drawn.steps, leaf, slots, reversed_next)
            if slots == 0 and schedule.replayed:
                continue
            for inner, excess in every(drawn.body, schedule.scheme == "binomial"):
                again = evaluations(schedule, drawn.own.sizes) - drawn.steps
                total = drawn.work * again + drawn.steps * excess
                yield kept_of(schedule, drawn.own, inner), total


def at_once(loops: list[Drawn], reversed_next: bool) -> Iterator[tuple[int, float]]:
    """The most that is kept at once, as the time goes, and what is run again."""
    choices: list[tuple[int, int, float]] = [(0, 0, 0.0)]
    for loop in loops:
        of_loop = list(every_of(loop, reversed_next))
        choices = [
            (before + kept.alone, max(most, before + kept.alone + kept.transient), total + more)
            for before, most, total in choices
            for kept, more in of_loop
        ]
    return ((most, total) for _, most, total in choices)


@settings(deadline=None, max_examples=150)
@given(LOOPS, st.integers(0, 300), st.booleans())
def test_no_choice_within_the_budget_runs_less(
    loops: list[Drawn], budget: int, reversed_next: bool
) -> None:
    parts = [part(loop, str(i), budget) for i, loop in enumerate(loops)]
    every_choice = set(at_once(loops, reversed_next))
    fitting = [total for most, total in every_choice if most <= budget]
    chosen = plan(parts, budget, reversed_next)
    if chosen is None:
        assert not fitting
    else:
        assert chosen.kept.peak <= budget
        assert chosen.excess == min(fitting)
    unlimited = [part(loop, str(i), None) for i, loop in enumerate(loops)]
    assert least_peak(unlimited, reversed_next) == min(most for most, _ in every_choice)


def test_ladders_of_few_steps_hold_every_number_of_slots() -> None:
    for steps in range(1, FINE + 1):
        shortest = {-(-steps // leaf): leaf for leaf in range(steps, 0, -1)}
        assert {(s.leaf, s.slots) for s in ladder(steps, False)} == {
            (leaf, slots) for count, leaf in shortest.items() for slots in range(1, count + 1)
        }


@pytest.mark.parametrize("budget", [200, 500, 2_000, 5_000, 9_000])
def test_loops_of_many_steps_run_at_most_1_percent_more_than_the_fewest(budget: int) -> None:
    steps, own, step = 500, Own(Sizes(8, 0, 0, 0, 0)), Kept(16)
    loop = Loop("a", (step,), steps, ways_to_run(steps, own, 1, "auto", budget, None))
    chosen = plan([loop, loop._replace(key="b")], budget, True)
    assert chosen is not None
    schedules = [
        Schedule(steps, leaf, slots, True)
        for leaf in leaf_lengths(steps)
        for slots in range(1, steps // leaf + 2)
    ]
    costs = [(kept_of(s, own, step), evaluations(s)) for s in schedules]
    by_peak = sorted((kept.peak, cost) for kept, cost in costs)
    fewest = list(accumulate((cost for _, cost in by_peak), min))
    least = min(
        cost + fewest[found - 1]
        for kept, cost in costs
        if kept.peak <= budget and (found := bisect(by_peak, (budget - kept.alone, inf)))
    )
    assert least <= chosen.excess + 2 * steps <= 1.01 * least

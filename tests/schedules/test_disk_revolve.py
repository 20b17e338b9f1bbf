"""Two levels of snapshots: the least cost, and the published counts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckptopt.checkpointing.actions import Restore, Save
from ckptopt.checkpointing.disk_revolve import (
    Intervals,
    Levels,
    best_intervals,
    cost,
    evaluations,
    period,
    periodic_intervals,
)
from ckptopt.checkpointing.levels import scheme

COSTS = [(0, 0), (0.25, 0.25), (0.5, 0.5), (1, 1), (2, 2), (3, 0.5), (5, 5), (10, 10), (20, 33)]


@cache
def advances(steps: int, slots: int) -> int:
    """The fewest advances that reverse `steps` steps from their first state, which takes a slot."""
    if steps <= 1:
        return 0
    if slots == 1:
        return steps * (steps - 1) // 2
    return min(
        first + advances(first, slots) + advances(steps - first, slots - 1)
        for first in range(1, steps)
    )


def alone(steps: int, fast: int, one_sweep: bool) -> int:
    """The evaluations with fast slots only. In two phases a step past the end is advanced to, which
    nobody reverses."""
    return steps + (advances(steps, fast) if one_sweep else advances(steps + 1, fast))


def recursion(most: int, levels: Levels, one_sweep: bool) -> list[tuple[Fraction, int]]:
    """The least cost for 0 ... `most` steps, and the fewest slow snapshots with it."""
    fast, write, read = levels
    found = [(Fraction(0), 0)]
    for steps in range(1, most + 1):
        split = (
            (2 * first + advances(first, fast) + write + read + rest, slow + 1)
            for first in range(1, steps)
            for rest, slow in [found[steps - first]]
        )
        found.append(min([(Fraction(alone(steps, fast, one_sweep)), 0), *split]))
    return found


@pytest.mark.parametrize("one_sweep", [True, False])
@pytest.mark.parametrize("fast", [1, 2, 3, 4, 7])
def test_the_least_cost_is_that_of_the_recursion(fast: int, one_sweep: bool) -> None:
    for write, read in COSTS:
        levels = Levels(fast, Fraction(write), Fraction(read))
        for steps, least in enumerate(recursion(55, levels, one_sweep)):
            found = best_intervals(steps, levels, one_sweep)
            assert (cost(found, levels, one_sweep), found.count) == least, (levels, steps)


def compositions(steps: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide steps into intervals."""
    if steps == 0:
        yield ()
    for first in range(1, steps + 1):
        yield from ((first, *rest) for rest in compositions(steps - first))


@pytest.mark.parametrize("fast", [1, 2, 3])
def test_no_division_costs_less(fast: int) -> None:
    for write, read in COSTS:
        levels = Levels(fast, Fraction(write), Fraction(read))
        for steps in range(1, 12):
            least = min(
                sum(2 * k + advances(k, fast) + levels.write + levels.read for k in slow)
                + alone(last, fast, one_sweep=True)
                for *slow, last in compositions(steps)
            )
            found = best_intervals(steps, levels, one_sweep=True)
            assert cost(found, levels, one_sweep=True) == least


DISK = [
    *((9, s, 2, p, 0) for s, p in ((2, 26), (3, 22), (5, 20), (8, 17))),
    *((10, s, 2, p, 0) for s, p in ((2, 30), (3, 25), (5, 23), (8, 20))),
    *((17, s, 2, p, w) for s, p, w in ((2, 50, 2), (3, 48, 1), (5, 44, 0), (8, 41, 0))),
    (17, 10, 2, 39, 0),
    *((50, s, 2, p, w) for s, p, w in ((2, 162, 7), (3, 135, 10), (5, 138, 5), (8, 139, 1))),
    (50, 10, 2, 138, 0),
    *((100, s, 2, p, w) for s, p, w in ((2, 330, 15), (3, 275, 22), (5, 281, 13), (8, 285, 6))),
    (100, 10, 2, 286, 3),
    *((137, s, 2, p, w) for s, p, w in ((2, 450, 22), (3, 378, 31), (5, 387, 19), (8, 393, 10))),
    (137, 10, 2, 392, 7),
    *((1000, 5, w, p, n) for w, p, n in ((0.5, 2829, 164), (2, 2831, 163), (5, 3657, 45))),
    *((1000, 10, w, 2903, 85) for w in (0.5, 2, 5)),
]
"""Steps, fast slots, cost of a copy each way; evaluations in one sweep and slow snapshots of
`DiskRevolve` in checkpoint_schedules 1.0.4, executed and counted."""

PERIODIC = [
    *((9, s, 2, p, w) for s, p, w in ((2, 25, 1), (3, 21, 1), (5, 22, 1), (8, 17, 0))),
    *((10, s, 2, p, w) for s, p, w in ((2, 28, 1), (3, 25, 2), (5, 24, 1), (8, 20, 0))),
    *((17, s, 2, p, w) for s, p, w in ((2, 51, 2), (3, 43, 3), (5, 43, 2), (8, 41, 1))),
    (17, 10, 2, 43, 1),
    *((50, s, 2, p, w) for s, p, w in ((2, 163, 8), (3, 135, 12), (5, 139, 8), (8, 139, 5))),
    (50, 10, 2, 139, 4),
    *((100, s, 2, p, w) for s, p, w in ((2, 328, 16), (3, 271, 24), (5, 279, 16), (8, 280, 10))),
    (100, 10, 2, 280, 8),
    *((137, s, 2, p, w) for s, p, w in ((2, 451, 22), (3, 373, 33), (5, 383, 22), (8, 393, 15))),
    (137, 10, 2, 393, 12),
    *((1000, 5, w, p, n) for w, p, n in ((0.5, 2829, 166), (2, 2829, 166), (5, 3651, 47))),
    *((1000, 10, w, 2899, 90) for w in (0.5, 2, 5)),
]
"""The same of `PeriodicDiskRevolve`."""


@pytest.mark.parametrize("constant", [True, False], ids=["disk", "periodic"])
def test_counts_are_the_published_ones(constant: bool) -> None:
    for steps, fast, copy, wanted, slow in DISK if constant else PERIODIC:
        levels = Levels(fast, Fraction(copy), Fraction(copy))
        found = (best_intervals if constant else periodic_intervals)(steps, levels, one_sweep=True)
        assert (evaluations(found, levels, one_sweep=True), found.count) == (wanted, slow)
        schedule = scheme(levels, constant=constant).schedule
        assert schedule is not None
        assert schedule.evaluations(steps, True) == wanted
        actions = list(schedule.actions(steps, True))
        saves = [a.slot for a in actions if isinstance(a, Save) and a.slot >= fast]
        reads = [a.slot for a in actions if isinstance(a, Restore) and a.slot >= fast]
        assert (len(saves), reads) == (slow, saves[::-1])


TABLE = {
    3: (3.00, 3.24, 3.74, 4.48, 5.21),
    5: (2.99, 3.16, 3.48, 4.11, 4.56),
    10: (2.99, 3.07, 3.24, 3.75, 4.01),
    32: (2.97, 2.98, 3.01, 3.09, 3.22),
}
"""Cost per step of 1000 steps, for fast slots, and for copies of 0.5, 1, 2, 5 and 10 steps."""


@pytest.mark.parametrize("fast", TABLE)
def test_costs_are_the_published_ones(fast: int) -> None:
    copies = map(Fraction, (0.5, 1, 2, 5, 10))
    found = [
        cost(best_intervals(1000, levels, one_sweep=True), levels, one_sweep=True)
        for levels in (Levels(fast, copy, copy) for copy in copies)
    ]
    assert [float(one / 1000) for one in found] == pytest.approx(TABLE[fast], abs=0.006)


def test_evaluations_and_copies_per_step() -> None:
    found = {
        fast: best_intervals(1000, Levels(fast, Fraction(2), Fraction(2)), one_sweep=True)
        for fast in (5, 10, 32)
    }
    counts = {
        fast: (evaluations(one, Levels(fast, Fraction(2), Fraction(2)), True), 4 * one.count)
        for fast, one in found.items()
    }
    assert counts == {5: (2831, 652), 10: (2903, 340), 32: (2952, 56)}


@pytest.mark.parametrize(
    ("fast", "copy", "length"), [(5, 0, 1), (5, 2, 6), (10, 2, 11), (5, 5, 21), (2, 2, 6)]
)
def test_periods_are_the_published_ones(fast: int, copy: int, length: int) -> None:
    assert period(Levels(fast, Fraction(copy), Fraction(copy))) == length


LEVELS = st.builds(Levels, st.integers(1, 12), *2 * [st.fractions(0, 60, max_denominator=8)])


@settings(deadline=None)
@given(LEVELS)
def test_the_period_costs_least_per_step(levels: Levels) -> None:
    each = levels.write + levels.read

    def per_step(length: int) -> Fraction:
        return Fraction(2 * length + advances_closed(length, levels.fast) + each, length)

    best = period(levels)
    assert all(per_step(best) <= per_step(length) for length in range(1, best))
    assert all(per_step(best) < per_step(length) for length in range(best + 1, 2 * best + 20))


def advances_closed(steps: int, slots: int) -> int:
    """`advances`, from how the work of one more step grows: by the repetition number."""
    reach, repetitions, total = 1, 0, 0
    for step in range(2, steps + 1):
        while reach < step:
            repetitions += 1
            reach = reach * (slots + repetitions) // repetitions
        total += repetitions
    return total


@settings(deadline=None)
@given(LEVELS, st.integers(0, 10**7), st.booleans())
def test_intervals_cover_all_steps(levels: Levels, steps: int, one_sweep: bool) -> None:
    for rule in (best_intervals, periodic_intervals):
        found: Intervals = rule(steps, levels, one_sweep)
        assert found.first(found.count) + found.last == steps
        assert 0 <= found.longer <= max(found.count - 1, 0)
        assert min(found.length, found.last) > 0 or steps == 0
    best, periodic = (
        cost(rule(steps, levels, one_sweep), levels, one_sweep)
        for rule in (best_intervals, periodic_intervals)
    )
    assert best <= periodic

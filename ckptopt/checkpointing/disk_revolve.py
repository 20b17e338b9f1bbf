"""Snapshots in two levels, a fast one of few slots and a slow one without bound, as pure numbers.

The steps are divided into intervals. On the way forward a slow snapshot is written where each
interval but the last begins, and the fast slots are filled in the last one. Backwards, each
interval is reversed by Revolve in the fast slots, the others from their slow snapshot, which is
read once. The cost of l steps with s fast slots, in steps of the primal, is

    D(l) = min(t(l, s), min over k of: k + write + D(l - k) + read + t(k, s))

with t from `planner.repeated` (Disk-Revolve; Aupy, Herrmann, Hovland and Robert, Optimal multistage
algorithm for adjoint computation, 2016). Only how many intervals of each length there are counts,
and t is convex. So intervals of as even a length as possible are best, and their number and total
length are found by bisection.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from ckptopt.checkpointing import planner


class Levels(NamedTuple):
    """A fast and a slow level for snapshots.

    Attributes:
        fast: the number of fast slots, >= 1.
        write: the cost of a copy to the slow level, in steps of the primal, >= 0.
        read: the cost of a copy back.
    """

    fast: int
    write: Fraction
    read: Fraction


@dataclass(frozen=True)
class Intervals:
    """`count` intervals, each with a slow snapshot, and then a last one of `last` steps.

    The first `longer` of them have `length` + 1 steps, the others `length`.
    """

    count: int
    length: int
    longer: int
    last: int

    def first(self, number: int) -> int:
        """The first step of an interval; that of number `count` is the last one."""
        return self.length * number + min(number, self.longer)

    @property
    def longest(self) -> int:
        """The most steps in an interval that has a slow snapshot."""
        return self.length + (self.longer > 0) if self.count else 0

    def slots(self, fast: int, one_sweep: bool) -> int:
        """How many of `fast` fast slots are used: a step that is taped at once needs none."""
        return min(fast, max(self.longest - 1, self.last - one_sweep, self.count > 0))


def period(levels: Levels) -> int:
    """The length of interval that costs least per step, the longest if several do.

    That is beta(s, r) for the largest r with beta(s + 1, r - 1) <= write + read, or 1 (Aupy and
    Herrmann, Periodicity in optimal hierarchical checkpointing schemes, 2017).
    """
    repetitions, fast = 0, levels.fast
    while comb(fast + 1 + repetitions, repetitions) <= levels.write + levels.read:
        repetitions += 1
    return comb(fast + repetitions, repetitions)


def periodic_intervals(steps: int, levels: Levels, one_sweep: bool) -> Intervals:
    """Intervals of one length, the last of what is left, for any number of steps >= 0.

    In one sweep the very last step is not replayed, so it extends the last interval (Periodic
    Disk-Revolve).
    """
    length = period(levels)
    count = max(steps - one_sweep - 1, 0) // length
    return Intervals(count, length, 0, steps - count * length)


def best_intervals(steps: int, levels: Levels, one_sweep: bool) -> Intervals:
    """The intervals of the least cost for `steps` >= 0 steps, with the fewest slow snapshots."""

    def least(count: int) -> Fraction:
        return cost(_shared(steps, count, levels, one_sweep), levels, one_sweep)

    most = max(steps - 1, 0)
    count = bisect_left(range(most), 0, key=lambda some: least(some + 1) - least(some))
    return _shared(steps, count, levels, one_sweep)


def _shared(steps: int, count: int, levels: Levels, one_sweep: bool) -> Intervals:
    """The best intervals if there are `count` < `steps` before the last one; of one length if
    intervals of one length are among the best."""
    if count == 0:
        return Intervals(0, 1, 0, steps)

    def growth(total: int) -> Fraction:
        more, now = (_divided(steps, some, count) for some in (total + 1, total))
        return cost(more, levels, one_sweep) - cost(now, levels, one_sweep)

    totals = range(count, steps - 1)
    fewest, most = (count + bisect(totals, 0, key=growth) for bisect in (bisect_left, bisect_right))
    return _divided(steps, max(fewest, most - most % count), count)


def _divided(steps: int, total: int, count: int) -> Intervals:
    """`total` steps in `count` intervals, and the others in the last one."""
    length, longer = divmod(total, count)
    return Intervals(count, length, longer, steps - total)


def evaluations(intervals: Intervals, levels: Levels, one_sweep: bool) -> int:
    """How often a step of the primal runs, in the forward and the reverse sweep together."""
    rest = planner.evaluations(planner.Schedule(intervals.last, 1, levels.fast, one_sweep))
    lengths = {
        intervals.length: intervals.count - intervals.longer,
        intervals.length + 1: intervals.longer,
    }
    return int(rest) + sum(
        count * (2 * steps + planner.repeated(steps, levels.fast))
        for steps, count in lengths.items()
    )


def cost(intervals: Intervals, levels: Levels, one_sweep: bool) -> Fraction:
    """The evaluations, and the copies to and from the slow level, in steps of the primal."""
    copies = intervals.count * (levels.write + levels.read)
    return evaluations(intervals, levels, one_sweep) + copies

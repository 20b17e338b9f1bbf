"""Checkpoint schedules as pure integers: nothing here knows of IR."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt


@dataclass(frozen=True)
class Segments:
    """`full` segments of `length` steps, then one of `trailing` < `length` steps if not zero."""

    length: int
    full: int
    trailing: int

    @property
    def count(self) -> int:
        """How many segments there are, the trailing one included."""
        return self.full + (self.trailing > 0)


def trip_count(lower: int, upper: int, step: int) -> int:
    """The number of iterations of a loop from `lower` to `upper` (exclusive) by `step` > 0."""
    return max(0, -((lower - upper) // step))


def periodic(steps: int, period: int | None) -> Segments:
    """Divide `steps` iterations into at most `period` segments, by default of sqrt(steps) each.

    The last segment is the shorter one. With a stated period the length is ceil(steps / period).
    """
    if steps <= 0:
        return Segments(1, 0, 0)
    length = -(-steps // period) if period else isqrt(steps)
    return Segments(length, steps // length, steps % length)


def binomial_split(steps: int, slots: int) -> int:
    """How far to advance before the next snapshot, with `steps` to go and `slots` free.

    One of the slots is that of the state to advance from. The largest advance that re-runs the
    fewest steps (Griewank and Walther 2000): with beta(s, t) = C(s + t, t) and t the smallest
    repetition number with beta(s, t) >= steps,

        min(beta(s, t - 1), steps - beta(s - 1, t - 1), steps - 1)

    One slot, or one step, is run in one go.
    """
    if steps <= 1 or slots <= 1:
        return max(steps, 0)
    repetitions, before, beta = 0, 0, 1
    while beta < steps:
        repetitions += 1
        before, beta = beta, beta * (slots + repetitions) // repetitions
    finer = before * slots // (slots + repetitions - 1)
    return max(1, min(before, steps - finer, steps - 1))


FEWEST_DOUBLING = 8
"""Slots from which on an online schedule doubles its spacing; fewer keep levels."""


def uses_levels(slots: int) -> bool:
    """True if an online schedule for so many slots keeps levels, and does not double a spacing."""
    return slots < FEWEST_DOUBLING


def online_room(slots: int) -> int:
    """How many of `slots` slots the forward sweep fills once the spacing is above 1."""
    return 3 * slots // 4


def online_snapshots(steps: int, slots: int) -> list[int]:
    """The steps that `slots` >= 2 slots hold the states before, after `steps` steps, in order.

    How many there would be was not known while they ran. The rules are those of `thinning`.
    """
    return (_levelled if uses_levels(slots) else _doubled)(steps, slots)


def _doubled(steps: int, slots: int) -> list[int]:
    live, spacing, full_at = 0, 1, slots
    for step in range(steps):
        if step == full_at:
            live, spacing = -(-live // 2), 2 * spacing
            full_at = online_room(slots) * spacing
        if step == live * spacing:
            live += 1
    return [place * spacing for place in range(live)]


def _levelled(steps: int, slots: int) -> list[int]:
    snapshots: list[int] = []
    levels: list[int] = []
    for step in range(steps):
        level = 0
        if len(snapshots) == slots:
            lower = [at for at in range(1, slots - 1) if levels[at] < levels[at + 1]]
            dropped = lower[-1] if lower else slots - 1
            level = 0 if lower else levels[-1] + 1
            del snapshots[dropped], levels[dropped]
        snapshots.append(step)
        levels.append(level)
    return snapshots

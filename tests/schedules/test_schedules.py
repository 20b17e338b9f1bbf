"""Schedules as integers, against dynamic programming and published counts."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ckptopt.checkpointing.schedules import binomial_split, periodic, trip_count

ORACLE: list[dict[str, Any]] = json.loads(Path(__file__).with_name("revolve.json").read_text())


@cache
def fewest_advances(steps: int, slots: int) -> int:
    """The dynamic programme: advances to reverse `steps` steps with the state in one of `slots`."""
    if steps <= 1:
        return 0
    if slots == 1:
        return steps * (steps - 1) // 2
    return min(
        stretch + fewest_advances(steps - stretch, slots - 1) + fewest_advances(stretch, slots)
        for stretch in range(1, steps)
    )


@cache
def fewest_recomputed(steps: int, slots: int) -> int:
    """The same when a forward phase has filled the slots: what the reverse phase advances."""
    if steps <= 1:
        return 0
    if slots == 1:
        return steps * (steps - 1) // 2
    return min(
        fewest_advances(stretch, slots) + fewest_recomputed(steps - stretch, slots - 1)
        for stretch in range(1, steps)
    )


@cache
def advances(steps: int, slots: int) -> int:
    """What the reverse phase advances from one snapshot, with our split."""
    if steps <= 1:
        return 0
    stretch = min(binomial_split(steps, slots), steps - 1)
    if slots == 1:
        return steps - 1 + advances(steps - 1, 1)
    return stretch + advances(steps - stretch, slots - 1) + advances(stretch, slots)


def recomputed(steps: int, slots: int) -> int:
    """What the reverse phase advances in all, after a forward phase with our split."""
    total, left = 0, steps
    for slot in range(min(slots, steps)):
        stretch = binomial_split(left, min(slots, steps) - slot)
        total += advances(stretch, min(slots, steps) - slot)
        left -= stretch
    assert left == 0
    return total


@pytest.mark.parametrize("steps", range(1, 121))
def test_the_split_is_optimal(steps: int) -> None:
    for slots in range(2, steps + 2):
        assert recomputed(steps, slots) == fewest_recomputed(steps, min(slots, steps))
        assert advances(steps, slots) == fewest_advances(steps, slots)


@pytest.mark.parametrize("row", ORACLE, ids=lambda r: f"{r['trip_count']}-{r['slots']}")
def test_the_split_gives_the_published_counts(row: dict[str, Any]) -> None:
    steps, slots = row["trip_count"], row["slots"]
    assert binomial_split(steps, min(slots, steps)) == row["split_max"]
    if steps <= 400 or slots > 2:
        assert recomputed(steps, slots) == row["recomputed_steps_two_phase"]


def test_degenerate_splits() -> None:
    assert [binomial_split(steps, 3) for steps in (-1, 0, 1)] == [0, 0, 1]
    assert [binomial_split(7, slots) for slots in (-1, 0, 1)] == [7, 7, 7]
    assert binomial_split(2**31 - 1, 2**31 - 1) == 1


@pytest.mark.parametrize("period", [None, *range(1, 14)])
def test_segments_cover_all_steps(period: int | None) -> None:
    for steps in range(200):
        parts = periodic(steps, period)
        assert parts.full * parts.length + parts.trailing == steps
        assert 0 <= parts.trailing < parts.length
        if period is not None:
            assert parts.count <= period


def test_trip_counts_are_those_of_ranges() -> None:
    for lower in range(-4, 5):
        for upper in range(-4, 5):
            for step in range(1, 5):
                assert trip_count(lower, upper, step) == len(range(lower, upper, step))

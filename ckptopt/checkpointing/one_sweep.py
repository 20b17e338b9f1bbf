"""One sweep: what is reversed first is taped on the way, so that nobody replays it.

    forward:  the scheme, over all stretches but the last | tape ... tape
    reverse:  reverse ... reverse | the scheme, over the others

That takes as many evaluations as the optimum for one sweep (`primal_evaluations_one_sweep`): those
of the scheme for one stretch less, and the steps of the last. Where the tape of the last stretch
would itself go on a tape, of a loop around, or be handed to a function of its own, the scheme runs
over all stretches, in two phases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from xdsl.ir import SSAValue

from ckptopt.checkpointing import stores, stretches
from ckptopt.checkpointing.actions import Schedule
from ckptopt.checkpointing.scheme import Extent, Footprint, Scheme
from ckptopt.checkpointing.stores import Replay
from ckptopt.checkpointing.stretches import Stretches
from ckptopt.emitter import Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved

Divide = Callable[[Emitter, "LoopSweeps", "Saved"], Stretches]
"""Says what the stretches are, in either sweep. The forward sweep comes first, and may save what
the reverse is to know of them."""
Fill = Callable[[Emitter, "LoopSweeps", Stretches, "Saved"], list[SSAValue]]
"""Runs stretches from the start of the loop, and saves snapshots; returns the state after them."""
Drain = Callable[
    [Emitter, "LoopSweeps", Stretches, "Saved", Replay, list[SSAValue]], list[SSAValue]
]
"""Reverses stretches, last first, from those snapshots."""

_LAST = "last stretch"


class _PartKey(NamedTuple):
    """The key of what belongs to a part of what is saved."""

    part: str
    key: object


def as_part(part: str, saved: Saved) -> Saved:
    """What is saved, with keys of its own, so that it can be put with other things."""
    return {_PartKey(part, key): value for key, value in saved.items()}


def part_of(saved: Saved, part: str) -> Saved:
    """What was put there with `as_part`."""
    return {
        key.key: value
        for key, value in saved.items()
        if isinstance(key, _PartKey) and key.part == part
    }


def scheme(
    name: str,
    divide: Divide,
    fill: Fill,
    drain: Drain,
    footprint: Callable[[Extent, bool], Footprint],
    schedule: Schedule | None = None,
    *,
    single: bool = False,
) -> Scheme:
    """The scheme that replays each stretch from snapshots, but for the last where that can be."""
    return Scheme(
        name,
        lambda e, loop: _forward(e, loop, divide, fill),
        lambda e, loop, saved, adjoints: _reverse(e, loop, saved, adjoints, divide, drain),
        replays=True,
        single=single,
        footprint=footprint,
        schedule=schedule,
    )


def _forward(
    e: Emitter, loop: LoopSweeps, divide: Divide, fill: Fill
) -> tuple[list[SSAValue], Saved]:
    saved: Saved = {}
    parts = divide(e, loop, saved)
    stores.prepare(e, loop, saved)
    last = None
    if loop.is_reversed_next:
        parts, last = parts.split_last(e)
    state = loop.inits() if parts.none() else fill(e, loop, parts, saved)
    if last is None:
        return state, saved
    results, taped = stretches.tape(e, loop, *last, state)
    return results, {**saved, **as_part(_LAST, taped)}


def _reverse(
    e: Emitter,
    loop: LoopSweeps,
    saved: Saved,
    adjoints: list[SSAValue],
    divide: Divide,
    drain: Drain,
) -> list[SSAValue]:
    parts = divide(e, loop, saved)
    common = stores.begin_replays(e, loop, saved)
    if loop.is_reversed_next:
        parts, (first, length) = parts.split_last(e)
        taped = part_of(saved, _LAST)
        adjoints = stretches.reverse(e, loop, first, length, taped, adjoints, common)
    if not parts.none():
        adjoints = drain(e, loop, parts, saved, common, adjoints)
    stores.finish(e, loop, common)
    return adjoints

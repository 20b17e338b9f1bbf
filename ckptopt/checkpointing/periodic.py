"""Periodic checkpointing: a snapshot per segment; a segment is replayed before it is reversed.

    forward:  [save, advance ... advance] [save, advance ... advance] ...
    reverse:  for each segment, last first:
              [restore, tape ... tape, reverse ... reverse]

Memory: one snapshot per segment and the tape of one segment. Each step runs twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ckptopt.checkpointing import schedules, stores
from ckptopt.checkpointing.scheme import Extent, Footprint, Scheme
from ckptopt.emitter import Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


def scheme(period: int | None) -> Scheme:
    """Periodic checkpointing with at most `period` segments (sqrt(N) steps each if None)."""
    return Scheme(
        "periodic",
        lambda e, loop: forward(e, loop, period),
        lambda e, loop, saved, adjoints: reverse(e, loop, saved, adjoints, period),
        replays=True,
        footprint=lambda steps: footprint(steps, period),
    )


def footprint(steps: Extent, period: int | None) -> Footprint:
    """The tape of one segment, and a snapshot per segment."""
    if isinstance(steps, int):
        parts = schedules.periodic(steps, period)
        return Footprint(min(parts.length, steps), parts.count)
    return Footprint(f"ceil({steps} / {period})", period or 0)


@dataclass(frozen=True)
class Segments:
    """Emitted division of `steps` iterations into `count` segments of `length` steps."""

    steps: SSAValue
    count: SSAValue
    length: SSAValue
    uniform: bool

    def at(self, e: Emitter, segment: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The first step and the number of steps of a segment; the last one may be shorter."""
        base = e.mul(self.length, segment, "base")
        if self.uniform:
            return base, self.length
        left = e.sub(self.steps, base, "left")
        return base, e.minimum(self.length, left, "length")


def divide(e: Emitter, loop: LoopSweeps, period: int | None) -> Segments:
    """Divide the steps of the loop, at compile time if their number is constant."""
    steps, known = loop.trips(e), loop.constant_trips
    if known is not None:
        parts = schedules.periodic(known, period)
        return Segments(steps, e.index(parts.count), e.index(parts.length), parts.trailing == 0)
    assert period is not None
    some = e.ceildiv(steps, e.index(period), "length")
    length = e.maximum(some, e.index(1), "length")
    return Segments(steps, e.ceildiv(steps, length, "segments"), length, uniform=period == 1)


def forward(e: Emitter, loop: LoopSweeps, period: int | None) -> tuple[list[SSAValue], Saved]:
    """Save a snapshot where each segment starts, and advance through it."""
    saved: Saved = {}
    segments = divide(e, loop, period)
    stores.prepare(e, loop, saved)

    def run_segment(inner: Emitter, segment: SSAValue, state: list[SSAValue]) -> list[SSAValue]:
        stores.save(inner, loop, state, saved, home=e)
        base, length = segments.at(inner, segment)
        return loop.run(
            inner,
            length,
            state,
            lambda body, offset, now: loop.advance(
                body, body.add(base, offset, loop.step_name), now
            ),
            name="offset",
        )

    return loop.run(e, segments.count, loop.inits(), run_segment, name="segment"), saved


def reverse(
    e: Emitter, loop: LoopSweeps, saved: Saved, adjoints: list[SSAValue], period: int | None
) -> list[SSAValue]:
    """Restore, tape and reverse each segment, last first."""
    segments = divide(e, loop, period)
    common = stores.begin_replays(e, loop, saved)
    last_segment = e.sub(segments.count, e.index(1), "last")

    def reverse_segment(inner: Emitter, back: SSAValue, adjoints: list[SSAValue]) -> list[SSAValue]:
        base, length = segments.at(inner, inner.sub(last_segment, back, "segment"))
        state, replay = stores.restore(inner, loop, saved, common)
        tape: Saved = {}
        loop.run(
            inner,
            length,
            state,
            lambda body, offset, now: loop.tape_and_push(
                body, body.add(base, offset, loop.step_name), now, tape, inner, replay
            ),
            name="offset",
        )
        end = inner.add(base, inner.sub(length, inner.index(1), "last"), "last")
        results = loop.run_back(
            inner,
            length,
            adjoints,
            lambda body, offset, now: loop.reverse(
                body, body.sub(end, offset, loop.step_name), loop.pop(body, tape), now, replay
            ),
            name="back",
        )
        stores.discard(inner, replay)
        return results

    results = loop.run_back(e, segments.count, adjoints, reverse_segment, name="back")
    stores.finish(e, loop, common)
    return results

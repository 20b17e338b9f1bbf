"""Periodic checkpointing: a snapshot per segment; a segment is replayed before it is reversed.

    forward:  [save, advance ... advance] [save, advance ... advance] ... [tape ... tape]
    reverse:  the last segment from its tape; for each of the others, last first:
              [restore, tape ... tape, reverse ... reverse]

Memory: one snapshot per segment and the tape of one segment. Each step runs twice, but for those of
the last segment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ckptopt.checkpointing import actions, one_sweep, schedules, stores, stretches
from ckptopt.checkpointing.scheme import Extent, Footprint, Scheme
from ckptopt.checkpointing.stores import Replay
from ckptopt.checkpointing.stretches import Stretches
from ckptopt.emitter import Emitter, emits
from ckptopt.roles import Role

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


def scheme(period: int | None) -> Scheme:
    """Periodic checkpointing with at most `period` segments (sqrt(N) steps each if None)."""
    return one_sweep.scheme(
        "periodic",
        lambda e, loop, _: divide(e, loop, period),
        fill,
        drain,
        lambda steps, one_sweep: footprint(steps, period, one_sweep),
        actions.periodic_schedule(period),
    )


def footprint(steps: Extent, period: int | None, one_sweep: bool) -> Footprint:
    """The tape of one segment, and a snapshot for each that is replayed."""
    if isinstance(steps, int):
        parts = schedules.periodic(steps, period)
        return Footprint(min(parts.length, steps), max(parts.count - one_sweep, 0))
    return Footprint(f"ceil({steps} / {period})", (period or 0) - one_sweep)


@emits(Role.SEGMENTS)
def divide(e: Emitter, loop: LoopSweeps, period: int | None) -> Stretches:
    """The segments of the loop, at compile time if the number of steps is constant."""
    steps, known = loop.trips(e), loop.constant_trips
    if known is not None:
        parts = schedules.periodic(known, period)
        return Stretches(steps, e.index(parts.count), e.index(parts.length), parts.trailing == 0)
    assert period is not None
    some = e.ceildiv(steps, e.index(period), "length")
    length = e.maximum(some, e.index(1), "length")
    return Stretches(steps, e.ceildiv(steps, length, "segments"), length, whole=period == 1)


def fill(e: Emitter, loop: LoopSweeps, segments: Stretches, saved: Saved) -> list[SSAValue]:
    """Save a snapshot where each segment starts, and advance through it."""
    if loop.is_in_file:
        from ckptopt.checkpointing import files

        files.open_store(e, loop, loop.inits(), segments.count, saved)

    def run_segment(inner: Emitter, segment: SSAValue, state: list[SSAValue]) -> list[SSAValue]:
        _save(inner, loop, state, saved, segment, home=e)
        return stretches.advance(inner, loop, *segments.at(inner, segment), state)

    return loop.run(e, segments.count, loop.inits(), run_segment, name="segment")


def drain(
    e: Emitter,
    loop: LoopSweeps,
    segments: Stretches,
    saved: Saved,
    common: Replay,
    adjoints: list[SSAValue],
) -> list[SSAValue]:
    """Restore, tape and reverse each segment, last first."""
    last = e.sub(segments.count, e.index(1), "last")

    def reverse_segment(inner: Emitter, back: SSAValue, adjoints: list[SSAValue]) -> list[SSAValue]:
        segment = inner.sub(last, back, "segment")
        base, length = segments.at(inner, segment)
        state, replay = _restore(inner, loop, saved, common, segment)
        _, tape = stretches.tape(inner, loop, base, length, state, replay)
        results = stretches.reverse(inner, loop, base, length, tape, adjoints, replay)
        stores.discard(inner, replay)
        return results

    results = loop.run_back(e, segments.count, adjoints, reverse_segment, name="back")
    if loop.is_in_file:
        from ckptopt.checkpointing import files

        files.close_store(e, loop, saved)
    return results


def _save(
    e: Emitter,
    loop: LoopSweeps,
    state: list[SSAValue],
    saved: Saved,
    segment: SSAValue,
    home: Emitter,
) -> None:
    if loop.is_in_file:
        from ckptopt.checkpointing import files

        files.write(e, loop, saved, segment, state)
    else:
        stores.save(e, loop, state, saved, home)


def _restore(
    e: Emitter, loop: LoopSweeps, saved: Saved, common: Replay, segment: SSAValue
) -> tuple[list[SSAValue], Replay]:
    if loop.is_in_file:
        from ckptopt.checkpointing import files

        return files.read(e, loop, saved, segment, common)
    return stores.restore(e, loop, saved, common)

"""Binomial checkpointing (Revolve): a fixed number of slots, and the fewest evaluations for them.

    forward:  save, advance ... | save, advance ... | ...        one stretch per slot
    reverse:  for each step, last first:
                restore the youngest slot;
                until that step is reached: advance a stretch, save where it ends;
                tape the step, reverse it

A stretch is as long as `binomial_split` says. The slot that was just restored is not saved again;
a slot that is restored for its own step is used up, so its memory is worked on in place.

Griewank and Walther, Algorithm 799: Revolve (2000).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ckptopt.checkpointing import slots, stores
from ckptopt.checkpointing.scheme import Footprint, Scheme
from ckptopt.dialects import enzyme
from ckptopt.emitter import Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


def scheme(budget: int) -> Scheme:
    """Binomial checkpointing with at most `budget` >= 2 snapshots at a time."""
    return Scheme(
        "binomial",
        lambda e, loop: forward(e, loop, budget),
        lambda e, loop, saved, adjoints: reverse(e, loop, saved, adjoints, budget),
        replays=True,
        footprint=lambda steps: Footprint(
            1, min(budget, steps) if isinstance(steps, int) else f"min({budget}, {steps})"
        ),
    )


def split(e: Emitter, steps: SSAValue, free: SSAValue) -> SSAValue:
    """How far to advance before the next snapshot."""
    return e.value(enzyme.BinomialProgressOp(steps, free), "stretch")


def forward(e: Emitter, loop: LoopSweeps, budget: int) -> tuple[list[SSAValue], Saved]:
    """Fill the slots on the way, the one stretch after the other."""
    saved: Saved = {}
    trips, known = loop.trips(e), loop.constant_trips
    count = e.minimum(e.index(budget), trips, "slot_count")
    state = loop.inits()
    stores.prepare(e, loop, saved)
    slots.make_slots(e, loop, state, budget if known is None else min(budget, known), saved)

    def fill(inner: Emitter, slot: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        step, *now = carried
        slots.open_slot(inner, loop, now, saved, slot)
        slots.write_slot(inner, loop, saved, slot, step, now)
        left = inner.sub(trips, step, "left")
        stretch = split(inner, left, inner.sub(count, slot, "free"))
        after = loop.run(
            inner,
            stretch,
            now,
            lambda body, offset, at: loop.advance(body, body.add(step, offset, loop.step_name), at),
            name="offset",
        )
        return [inner.add(step, stretch, "step"), *after]

    names = ["step", *loop.carried_names()]
    _, *results = e.for_loop(
        count,
        [e.index(0), *state],
        fill,
        name="slot",
        carried_names=names,
        attributes=loop.attributes,
    )
    return results, saved


def reverse(
    e: Emitter, loop: LoopSweeps, saved: Saved, adjoints: list[SSAValue], budget: int
) -> list[SSAValue]:
    """Reverse each step, last first, from the youngest snapshot before it."""
    trips, one = loop.trips(e), e.index(1)
    count = e.minimum(e.index(budget), trips, "slot_count")
    last = e.sub(trips, one, "last")
    common = stores.begin_replays(e, loop, saved)
    work = slots.begin_work(e, loop, saved)

    def turn(inner: Emitter, back: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        live, *now = carried
        target = inner.sub(last, back, "target")
        top = inner.sub(live, one, "top")
        start = slots.read_step(inner, saved, top, loop.step_name)
        far = inner.less(start, target, "far")
        state, replay = slots.read_slot(inner, loop, saved, top, far, work, common)

        def advance(body: Emitter, values: list[SSAValue]) -> list[SSAValue]:
            slot, step, *at = values
            ahead = body.sub(target, step, "ahead")
            stretch = split(body, body.add(ahead, one, "left"), body.sub(count, slot, "free"))
            length = body.minimum(stretch, ahead, "length")
            after = loop.run(
                body,
                length,
                at,
                lambda deep, offset, deep_state: loop.advance(
                    deep, deep.add(step, offset, loop.step_name), deep_state, replay
                ),
                name="offset",
            )
            reached = body.add(step, length, "step")
            more = body.less(reached, target, "more")
            above = body.add(slot, one, "slot")

            def save(deep: Emitter) -> list[SSAValue]:
                slots.write_slot(deep, loop, saved, above, reached, after, replay)
                return []

            body.if_else(more, save, lambda _: [])
            return [body.select(more, above, slot, "slot"), reached, *after]

        slot, _, *state = inner.while_loop(
            [top, start, *state],
            lambda body, values: body.less(values[1], target, "more"),
            advance,
            ["slot", "step", *loop.carried_names()],
            loop.attributes,
        )
        _, residuals = loop.tape(inner, target, state, replay)
        results = loop.reverse(inner, target, residuals, now, replay)
        slots.end_turn(inner, far, replay)
        return [inner.select(far, inner.add(slot, one, "live"), top, "live"), *results]

    _, *results = e.for_loop(
        trips,
        [count, *adjoints],
        turn,
        name="back",
        carried_names=["live", *loop.adjoint_names],
        attributes=loop.attributes,
    )
    slots.free_slots(e, loop, saved, count, work)
    stores.finish(e, loop, common)
    return results

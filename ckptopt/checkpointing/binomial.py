"""Binomial checkpointing (Revolve): a fixed number of slots, and the fewest evaluations for them.

    forward:  save, advance ... | save, advance ... | ... | tape      one stretch per slot
    reverse:  the last step from its tape; for each of the others, last first:
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

from ckptopt.checkpointing import one_sweep, slots, stretches
from ckptopt.checkpointing.scheme import Extent, Footprint, Scheme
from ckptopt.checkpointing.stores import Replay
from ckptopt.checkpointing.stretches import Stretches
from ckptopt.dialects import enzyme
from ckptopt.emitter import Emitter, constant_value

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


def scheme(budget: int) -> Scheme:
    """Binomial checkpointing with at most `budget` >= 2 snapshots at a time."""
    return one_sweep.scheme(
        "binomial",
        divide,
        lambda e, loop, steps, saved: fill(e, loop, steps, saved, budget),
        lambda e, loop, steps, saved, common, adjoints: drain(
            e, loop, steps, saved, common, adjoints, budget
        ),
        lambda steps, one_sweep: footprint(steps, budget, one_sweep),
        single=True,
    )


def footprint(steps: Extent, budget: int, one_sweep: bool) -> Footprint:
    """The tape of one step, and a snapshot per slot."""
    if isinstance(steps, int):
        return Footprint(1, min(budget, max(steps - one_sweep, 0)))
    return Footprint(1, f"min({budget}, {steps}{' - 1' if one_sweep else ''})")


def divide(e: Emitter, loop: LoopSweeps) -> Stretches:
    """Each step is a stretch of its own."""
    steps = loop.trips(e)
    return Stretches(steps, steps, e.index(1), whole=True)


def split(e: Emitter, steps: SSAValue, free: SSAValue) -> SSAValue:
    """How far to advance before the next snapshot."""
    return e.value(enzyme.BinomialProgressOp(steps, free), "stretch")


def fill(
    e: Emitter, loop: LoopSweeps, steps: Stretches, saved: Saved, budget: int
) -> list[SSAValue]:
    """Fill the slots on the way, the one stretch after the other."""
    count = e.minimum(e.index(budget), steps.count, "slot_count")
    state, known = loop.inits(), constant_value(count)
    slots.make_slots(e, loop, state, known if isinstance(known, int) else budget, saved)

    def advance(inner: Emitter, slot: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        step, *now = carried
        slots.open_slot(inner, loop, now, saved, slot)
        slots.write_slot(inner, loop, saved, slot, step, now)
        left = inner.sub(steps.count, step, "left")
        stretch = split(inner, left, inner.sub(count, slot, "free"))
        after = stretches.advance(inner, loop, step, stretch, now)
        return [inner.add(step, stretch, "step"), *after]

    names = ["step", *loop.carried_names()]
    _, *results = e.for_loop(
        count,
        [e.index(0), *state],
        advance,
        name="slot",
        carried_names=names,
        attributes=loop.attributes,
    )
    return results


def drain(
    e: Emitter,
    loop: LoopSweeps,
    steps: Stretches,
    saved: Saved,
    common: Replay,
    adjoints: list[SSAValue],
    budget: int,
) -> list[SSAValue]:
    """Reverse each step, last first, from the youngest snapshot before it."""
    one = e.index(1)
    count = e.minimum(e.index(budget), steps.count, "slot_count")
    last = e.sub(steps.count, one, "last")
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
            after = stretches.advance(body, loop, step, length, at, replay)
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
        _, residuals = stretches.tape(inner, loop, target, one, state, replay)
        results = stretches.reverse(inner, loop, target, one, residuals, now, replay)
        slots.end_turn(inner, far, replay)
        return [inner.select(far, inner.add(slot, one, "live"), top, "live"), *results]

    _, *results = e.for_loop(
        steps.count,
        [count, *adjoints],
        turn,
        name="back",
        carried_names=["live", *loop.adjoint_names],
        attributes=loop.attributes,
    )
    slots.free_slots(e, loop, saved, count, work)
    return results

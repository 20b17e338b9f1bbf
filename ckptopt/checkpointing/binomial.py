"""Binomial checkpointing (Revolve): a fixed number of slots, and the fewest evaluations for them.

    forward:  save, advance ... | save, advance ... | ... | tape      one advance per slot
    reverse:  the last leaf from its tape; for each of the others, last first:
                restore the youngest slot;
                until that leaf is reached: advance, save where that ends;
                tape the leaf, reverse it

A leaf is a stretch of steps that are taped together, by default one step. How many leaves to
advance, `binomial_split` says. The slot that was just restored is not saved again; a slot that is
restored for its own leaf is used up, so its memory is worked on in place.

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


def scheme(budget: int, leaf: int = 1) -> Scheme:
    """Binomial checkpointing with at most `budget` >= 1 snapshots at a time, and leaves of `leaf`
    steps."""
    return one_sweep.scheme(
        "binomial" if leaf == 1 else "leaf",
        lambda e, loop: divide(e, loop, leaf),
        lambda e, loop, leaves, saved: fill(e, loop, leaves, saved, budget),
        lambda e, loop, leaves, saved, common, adjoints: drain(
            e, loop, leaves, saved, common, adjoints, budget
        ),
        lambda steps, one_sweep: footprint(steps, budget, leaf, one_sweep),
        single=leaf == 1,
    )


def footprint(steps: Extent, budget: int, leaf: int, one_sweep: bool) -> Footprint:
    """The tape of one leaf, and a snapshot per slot."""
    if isinstance(steps, int):
        return Footprint(min(leaf, steps), min(budget, max(-(-steps // leaf) - one_sweep, 0)))
    leaves = steps if leaf == 1 else f"ceil({steps} / {leaf})"
    return Footprint(leaf, f"min({budget}, {leaves}{' - 1' if one_sweep else ''})")


def divide(e: Emitter, loop: LoopSweeps, leaf: int) -> Stretches:
    """The leaves."""
    steps, length, known = loop.trips(e), e.index(leaf), loop.constant_trips
    whole = leaf == 1 or (known is not None and known % leaf == 0)
    return Stretches(steps, e.ceildiv(steps, length, "leaves"), length, whole)


def split(e: Emitter, leaves: SSAValue, free: SSAValue) -> SSAValue:
    """How far to advance before the next snapshot."""
    return e.value(enzyme.BinomialProgressOp(leaves, free), "stretch")


def fill(
    e: Emitter, loop: LoopSweeps, leaves: Stretches, saved: Saved, budget: int
) -> list[SSAValue]:
    """Fill the slots on the way, the one advance after the other."""
    count = e.minimum(e.index(budget), leaves.count, "slot_count")
    state, known, number = loop.inits(), constant_value(count), _number(leaves)
    slots.make_slots(e, loop, state, known if isinstance(known, int) else budget, saved, number)

    def advance(inner: Emitter, slot: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        leaf, *now = carried
        slots.open_slot(inner, loop, now, saved, slot)
        slots.write_slot(inner, loop, saved, slot, leaf, now)
        left = inner.sub(leaves.count, leaf, "left")
        stretch = split(inner, left, inner.sub(count, slot, "free"))
        after = stretches.advance(inner, loop, *leaves.span(inner, leaf, stretch), now)
        return [inner.add(leaf, stretch, number), *after]

    _, *results = e.for_loop(
        count,
        [e.index(0), *state],
        advance,
        name="slot",
        carried_names=[number, *loop.carried_names()],
        attributes=loop.attributes,
    )
    return results


def drain(
    e: Emitter,
    loop: LoopSweeps,
    leaves: Stretches,
    saved: Saved,
    common: Replay,
    adjoints: list[SSAValue],
    budget: int,
) -> list[SSAValue]:
    """Reverse each leaf, last first, from the youngest snapshot before it."""
    one, number = e.index(1), _number(leaves)
    count = e.minimum(e.index(budget), leaves.count, "slot_count")
    last = e.sub(leaves.count, one, "last")
    work = slots.begin_work(e, loop, saved)

    def turn(inner: Emitter, back: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        live, *now = carried
        target = inner.sub(last, back, "target")
        top = inner.sub(live, one, "top")
        start = slots.read_place(inner, saved, top, number)
        far = inner.less(start, target, "far")
        state, replay = slots.read_slot(inner, loop, saved, top, far, work, common)

        def advance(body: Emitter, values: list[SSAValue]) -> list[SSAValue]:
            slot, leaf, *at = values
            ahead = body.sub(target, leaf, "ahead")
            stretch = split(body, body.add(ahead, one, "left"), body.sub(count, slot, "free"))
            length = body.minimum(stretch, ahead, "length")
            after = stretches.advance(body, loop, *leaves.span(body, leaf, length), at, replay)
            reached = body.add(leaf, length, number)
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
            ["slot", number, *loop.carried_names()],
            loop.attributes,
        )
        first, length = leaves.at(inner, target)
        _, tape = stretches.tape(inner, loop, first, length, state, replay)
        results = stretches.reverse(inner, loop, first, length, tape, now, replay)
        slots.end_turn(inner, far, replay)
        return [inner.select(far, inner.add(slot, one, "live"), top, "live"), *results]

    _, *results = e.for_loop(
        leaves.count,
        [count, *adjoints],
        turn,
        name="back",
        carried_names=["live", *loop.adjoint_names],
        attributes=loop.attributes,
    )
    slots.free_slots(e, loop, saved, count, work)
    return results


def _number(leaves: Stretches) -> str:
    """What the number of a leaf is called."""
    return "step" if constant_value(leaves.length) == 1 else "leaf"

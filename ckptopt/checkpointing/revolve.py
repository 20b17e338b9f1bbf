"""The reverse of a loop from snapshots in slots, with the fewest evaluations (Revolve).

    for each leaf, last first:
        restore the youngest slot;
        until that leaf is reached: advance, save where that ends;
        tape the leaf, reverse it

A leaf is a stretch of steps that are taped together. How many leaves to advance, `binomial_split`
says, from those up to the next snapshot and the slots that are free by then. The slot that was just
restored is not saved again; a slot that is restored for its own leaf is used up, so its memory is
worked on in place.

Griewank and Walther, Algorithm 799: Revolve (2000).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.ir import SSAValue

from ckptopt.checkpointing import slots, stretches
from ckptopt.checkpointing.stores import Replay
from ckptopt.checkpointing.stretches import Stretches
from ckptopt.dialects import enzyme
from ckptopt.emitter import Emitter, constant_value, emits
from ckptopt.roles import Role

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


class Filled(NamedTuple):
    """The slots that a forward sweep leaves, all values `index`.

    `live` of the `capacity` slots hold snapshots, the first that of step 0; `rooms` slots have room
    for memory. `order` is a buffer of the numbers of all slots, those with snapshots first, in the
    order of their steps; None if that is 0, 1, ...
    """

    live: SSAValue
    capacity: SSAValue
    rooms: SSAValue
    order: SSAValue | None = None

    def at(self, e: Emitter, place: SSAValue) -> SSAValue:
        """The slot in a place of the order."""
        return place if self.order is None else e.load(self.order, [place], "slot")


@emits(Role.SPLIT)
def split(e: Emitter, leaves: SSAValue, free: SSAValue) -> SSAValue:
    """How far to advance before the next snapshot."""
    return e.value(enzyme.BinomialProgressOp(leaves, free), "stretch")


def reverse(
    e: Emitter,
    loop: LoopSweeps,
    leaves: Stretches,
    saved: Saved,
    common: Replay,
    adjoints: list[SSAValue],
    filled: Filled,
) -> list[SSAValue]:
    """Reverse each leaf, last first, from the youngest snapshot before it; frees the slots."""
    work = slots.begin_work(e, loop, saved)
    results = turns(e, loop, leaves, saved, common, adjoints, filled, work)
    slots.free_slots(e, loop, saved, filled.rooms, work)
    return results


def turns(
    e: Emitter,
    loop: LoopSweeps,
    leaves: Stretches,
    saved: Saved,
    common: Replay,
    adjoints: list[SSAValue],
    filled: Filled,
    work: list[SSAValue | None],
) -> list[SSAValue]:
    """Reverse each leaf, last first, with replays in the room `work`; the slots are free then, and
    can be filled again."""
    one, number = e.index(1), number_name(leaves)
    last = e.sub(leaves.count, one, "last")

    def turn(inner: Emitter, back: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        live, *now = carried
        target = inner.sub(last, back, "target")
        top = inner.sub(live, one, "top")
        youngest = filled.at(inner, top)
        start = slots.read_place(inner, saved, youngest, number)
        far = inner.less(start, target, "far")
        state, replay = slots.read_slot(inner, loop, saved, youngest, far, work, common)

        def advance(body: Emitter, values: list[SSAValue]) -> list[SSAValue]:
            place, leaf, *at = values
            ahead = body.sub(target, leaf, "ahead")
            left = body.add(ahead, one, "left")
            stretch = split(body, left, body.sub(filled.capacity, place, "free"))
            length = body.minimum(stretch, ahead, "length")
            after = stretches.advance(body, loop, *leaves.span(body, leaf, length), at, replay)
            reached = body.add(leaf, length, number)
            more = body.less(reached, target, "more")
            above = body.add(place, one, "slot")

            def save(deep: Emitter) -> list[SSAValue]:
                slot = filled.at(deep, above)
                slots.write_slot(deep, loop, saved, slot, reached, after, replay)
                return []

            body.if_else(more, save, lambda _: [])
            return [body.select(more, above, place, "slot"), reached, *after]

        place, _, *state = inner.while_loop(
            [top, start, *state],
            lambda body, values: body.less(values[1], target, "more"),
            advance,
            ["slot", number, *loop.carried_names()],
            loop.attributes,
        )
        first, length = leaves.at(inner, target)
        _, tape = stretches.tape(inner, loop, first, length, state, replay)
        results = stretches.reverse(inner, loop, first, length, tape, now, replay)
        slots.end_turn(inner, loop, far, replay)
        return [inner.select(far, inner.add(place, one, "live"), top, "live"), *results]

    _, *results = e.for_loop(
        leaves.count,
        [filled.live, *adjoints],
        turn,
        name="back",
        carried_names=["live", *loop.adjoint_names],
        attributes=loop.attributes,
    )
    return results


def number_name(leaves: Stretches) -> str:
    """What the number of a leaf is called."""
    return "step" if constant_value(leaves.length) == 1 else "leaf"

"""Binomial checkpointing (Revolve): a fixed number of slots, and the fewest evaluations for them.

    forward:  save, advance ... | save, advance ... | ... | tape      one advance per slot
    reverse:  the last leaf from its tape; the others from the slots, as `revolve` does

A leaf is a stretch of steps that are taped together, by default one step. How many leaves to
advance, `binomial_split` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.ir import SSAValue

from ckptopt.checkpointing import actions, one_sweep, revolve, slots, stretches
from ckptopt.checkpointing.scheme import Extent, Footprint, Scheme
from ckptopt.checkpointing.stores import Replay
from ckptopt.checkpointing.stretches import Stretches
from ckptopt.emitter import Emitter, constant_value

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


def scheme(budget: int, leaf: int = 1) -> Scheme:
    """Binomial checkpointing with at most `budget` >= 1 snapshots at a time, and leaves of `leaf`
    steps."""
    return one_sweep.scheme(
        "binomial" if leaf == 1 else "leaf",
        lambda e, loop, _: divide(e, loop, leaf),
        lambda e, loop, leaves, saved: fill(e, loop, leaves, saved, at_most(e, budget, leaves)),
        lambda e, loop, leaves, saved, common, adjoints: drain(
            e, loop, leaves, saved, common, adjoints, at_most(e, budget, leaves)
        ),
        lambda steps, one_sweep: footprint(steps, budget, leaf, one_sweep),
        actions.binomial_schedule(budget, leaf),
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


class Slots(NamedTuple):
    """How many slots are used, an `index`, and for how many there is room."""

    used: SSAValue
    capacity: int | SSAValue


def at_most(e: Emitter, budget: int, leaves: Stretches) -> Slots:
    """A slot for each leaf, but at most `budget`."""
    count = e.minimum(e.index(budget), leaves.count, "slot_count")
    known = constant_value(count)
    return Slots(count, known if isinstance(known, int) else budget)


def fill(
    e: Emitter, loop: LoopSweeps, leaves: Stretches, saved: Saved, room: Slots
) -> list[SSAValue]:
    """Fill the slots on the way, the one advance after the other."""
    state, number = loop.inits(), revolve.number_name(leaves)
    capacity = room.used if loop.is_in_file else room.capacity
    slots.make_slots(e, loop, state, capacity, saved, number)
    return fill_slots(e, loop, leaves, saved, room.used, state)


def fill_slots(
    e: Emitter,
    loop: LoopSweeps,
    leaves: Stretches,
    saved: Saved,
    count: SSAValue,
    state: list[SSAValue],
    *,
    opened: bool = False,
) -> list[SSAValue]:
    """Fill `count` slots on the way through the leaves, from a state; opens them unless `opened`.

    Returns the state after the leaves.
    """
    number = revolve.number_name(leaves)

    def advance(inner: Emitter, slot: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        leaf, *now = carried
        if not opened:
            slots.open_slot(inner, loop, now, saved, slot)
        slots.write_slot(inner, loop, saved, slot, leaf, now, fresh=not opened)
        left = inner.sub(leaves.count, leaf, "left")
        stretch = revolve.split(inner, left, inner.sub(count, slot, "free"))
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
    room: Slots,
) -> list[SSAValue]:
    """Reverse each leaf from the slots, all of which are filled."""
    count = room.used
    filled = revolve.Filled(live=count, capacity=count, rooms=count)
    return revolve.reverse(e, loop, leaves, saved, common, adjoints, filled)

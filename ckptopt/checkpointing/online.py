"""Online checkpointing: a fixed number of slots for a loop that does not tell how often it runs.

    forward:  while it goes on: save the state, if it is kept; advance a step, count it
    reverse:  from the slots that are left, as `revolve` does

The number of steps is known when the loop ends, so snapshots are saved on trial, and their slots
given to later ones: `thinning` says which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ckptopt.checkpointing import revolve, slots, stores, thinning
from ckptopt.checkpointing.scheme import Footprint, Scheme
from ckptopt.checkpointing.stretches import Stretches
from ckptopt.emitter import Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


def scheme(budget: int) -> Scheme:
    """Online checkpointing with at most `budget` >= 2 snapshots at a time."""
    return Scheme(
        "online",
        lambda e, loop: forward(e, loop, budget),
        lambda e, loop, saved, adjoints: reverse(e, loop, saved, adjoints, budget),
        replays=True,
        single=True,
        footprint=lambda steps, one_sweep: Footprint(1, f"min({budget}, {steps})"),
    )


def forward(e: Emitter, loop: LoopSweeps, budget: int) -> tuple[list[SSAValue], Saved]:
    """Run the loop, count its steps, and save the snapshots that are kept.

    The first carried value of the loop says if it goes on.
    """
    saved: Saved = {}
    state, one = loop.inits(), e.index(1)
    stores.prepare(e, loop, saved)
    slots.make_slots(e, loop, state, budget, saved, "step")
    order = thinning.make_order(e, budget)
    rule = thinning.rule_for(e, order, budget)
    first = 1 + len(rule.marks)

    def run_step(inner: Emitter, carried: list[SSAValue]) -> list[SSAValue]:
        step, *marks = carried[:first]
        now = carried[first:]
        slots.open_early(inner, loop, now, saved, step, budget)
        kept, (place, *others) = rule.admit(inner, step, marks)

        def save(at: Emitter) -> list[SSAValue]:
            slot = at.load(order, [place], "slot")
            slots.write_slot(at, loop, saved, slot, step, now)
            return [at.add(place, one, "live")]

        live = (
            save(inner) if kept is None else inner.if_else(kept, save, lambda _: [place], ["live"])
        )
        after = loop.advance(inner, step, now)
        return [inner.add(step, one, "step"), *live, *others, *after]

    count, live, *results = e.while_loop(
        [e.index(0), *rule.marks.values(), *state],
        lambda _, values: values[first],
        run_step,
        ["step", *rule.marks, *loop.carried_names()],
        loop.attributes,
    )
    for buffer in rule.buffers:
        e.dealloc(buffer)
    return results[first - 2 :], {**saved, "order": order, "count": count, "live": live}


def reverse(
    e: Emitter, loop: LoopSweeps, saved: Saved, adjoints: list[SSAValue], budget: int
) -> list[SSAValue]:
    """Reverse the counted steps from the slots that hold snapshots; the others are free."""
    count, capacity = saved["count"], e.index(budget)
    rooms = e.minimum(capacity, count, "slot_count")
    filled = revolve.Filled(saved["live"], capacity, rooms, saved["order"])
    steps = Stretches(count, count, e.index(1), whole=True)
    common = stores.begin_replays(e, loop, saved)
    results = revolve.reverse(e, loop, steps, saved, common, adjoints, filled)
    stores.finish(e, loop, common)
    e.dealloc(saved["order"])
    return results

"""Which snapshots stay while a loop runs that does not tell how often: rules for `online`.

A rule permutes the numbers of the slots in `order`, and moves no state. `online_snapshots` in
`schedules` says the same with plain integers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import SSAValue

from ckptopt.checkpointing.schedules import online_room, uses_levels
from ckptopt.emitter import INDEX, Emitter

Marks = list[SSAValue]
Admit = Callable[[Emitter, SSAValue, Marks], tuple[SSAValue | None, Marks]]


class Rule(NamedTuple):
    """How to make room for the state before each step.

    The loop carries `marks`, the number of snapshots first. `admit` gets the step and the marks; it
    returns whether the state is kept (None: always), and the marks, the first of which is now the
    place in the order for it. `buffers` are to be freed when the loop has ended.
    """

    marks: dict[str, SSAValue]
    admit: Admit
    buffers: tuple[SSAValue, ...] = ()


def make_order(e: Emitter, budget: int) -> SSAValue:
    """The numbers of `budget` slots, in order."""
    order = _indices(e, budget, "slot_order")

    def number(inner: Emitter, slot: SSAValue, _: list[SSAValue]) -> list[SSAValue]:
        inner.store(slot, order, [slot])
        return []

    e.for_loop(e.index(budget), (), number, name="slot")
    return order


def rule_for(e: Emitter, order: SSAValue, budget: int) -> Rule:
    """The rule for a number of slots."""
    return (_levels if uses_levels(budget) else _doubling)(e, order, budget)


def _doubling(e: Emitter, order: SSAValue, budget: int) -> Rule:
    """Snapshots are `spacing` steps apart; at step `full_at` every second one goes.

    A quarter of the slots waits for the reverse, which has to advance through ever longer
    stretches; but all are filled while each step has its snapshot.
    """
    one = e.index(1)

    def swap(inner: Emitter, gap: SSAValue, _: Marks) -> Marks:
        place = inner.add(gap, one, "place")
        twice = inner.add(place, place, "twice")
        freed, kept = (inner.load(order, [at], "slot") for at in (place, twice))
        inner.store(kept, order, [place])
        inner.store(freed, order, [twice])
        return []

    def admit(inner: Emitter, step: SSAValue, marks: Marks) -> tuple[SSAValue, Marks]:
        live, spacing, full_at = marks

        def halve(deep: Emitter) -> Marks:
            half = deep.ceildiv(live, deep.index(2), "half")
            deep.for_loop(deep.sub(half, one, "gaps"), (), swap, name="gap")
            wider = deep.add(spacing, spacing, "spacing")
            return [half, wider, deep.mul(wider, deep.index(online_room(budget)), "full_at")]

        full = inner.equal(step, full_at, "full")
        marks = inner.if_else(full, halve, lambda _: marks, list(names))
        return inner.equal(step, inner.mul(marks[0], marks[1], "next"), "kept"), marks

    names = {"live": e.index(0), "spacing": one, "full_at": e.index(budget)}
    return Rule(names, admit)


def _levels(e: Emitter, order: SSAValue, budget: int) -> Rule:
    """Each step is saved, at level 0; when the slots are full, another one makes way.

    That is the youngest snapshot whose level is below that of the next one; if there is none, it is
    the newest, and the new one is a level above it. The first snapshot stays.

    Wang, Moin and Iaccarino, Minimal repetition dynamic checkpointing algorithm for unsteady
    adjoint calculation (SIAM J. Sci. Comput. 31, 2009).
    """
    zero, one, end = e.index(0), e.index(1), e.index(budget - 1)
    levels = _indices(e, budget, "slot_levels")

    def compare(inner: Emitter, gap: SSAValue, found: Marks) -> Marks:
        place = inner.add(gap, one, "place")
        here, above = (
            inner.load(levels, [at], "level") for at in (place, inner.add(place, one, "above"))
        )
        return [inner.select(inner.less(here, above, "lower"), place, found[0], "dropped")]

    def make_way(inner: Emitter) -> Marks:
        count = inner.index(budget - 2)
        (dropped,) = inner.for_loop(count, [end], compare, name="gap", carried_names=["dropped"])
        newest = inner.load(levels, [end], "newest")
        spare = inner.less(dropped, end, "spare")
        level = inner.select(spare, zero, inner.add(newest, one, "higher"), "level")
        freed = inner.load(order, [dropped], "freed")

        def close_up(deep: Emitter, offset: SSAValue, _: Marks) -> Marks:
            place = deep.add(dropped, offset, "place")
            above = deep.add(place, one, "above")
            for buffer, name in ((order, "slot"), (levels, "level")):
                deep.store(deep.load(buffer, [above], name), buffer, [place])
            return []

        inner.for_loop(inner.sub(end, dropped, "younger"), (), close_up, name="offset")
        inner.store(freed, order, [end])
        return [end, level]

    def admit(inner: Emitter, step: SSAValue, marks: Marks) -> tuple[None, Marks]:
        (live,) = marks
        full = inner.equal(live, inner.index(budget), "full")
        names = ["place", "level"]
        place, level = inner.if_else(full, make_way, lambda _: [live, zero], names)
        inner.store(level, levels, [place])
        return None, [place]

    return Rule({"live": zero}, admit, (levels,))


def _indices(e: Emitter, count: int, name: str) -> SSAValue:
    return e.alloc(MemRefType(INDEX, [count]), (), name)

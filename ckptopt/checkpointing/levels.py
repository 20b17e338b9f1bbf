"""Two levels of snapshots: a few in fast slots, the others in a slow level without bound.

    forward:  save to the slow level, advance | ... | fill the fast slots | tape
    reverse:  the last step from its tape; for each interval, last first:
                  fetch the snapshot of the interval before it;
                  reverse the interval from the fast slots, as `revolve` does;
                  put what was fetched in the first of them

`disk_revolve` says where the intervals begin. What is fetched is needed one interval later only, so
that the copy can run meanwhile.
"""

from __future__ import annotations

import difflib
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple, cast

from xdsl.dialects.builtin import DictionaryAttr, FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from ckptopt.checkpointing import (
    actions,
    binomial,
    disk_revolve,
    one_sweep,
    revolve,
    slots,
    stores,
    stretches,
)
from ckptopt.checkpointing.directives import LEVELS, SLOW_SPACE
from ckptopt.checkpointing.disk_revolve import Intervals, Levels
from ckptopt.checkpointing.scheme import Extent, Footprint, Scheme
from ckptopt.checkpointing.stores import Replay
from ckptopt.checkpointing.stretches import Stretches
from ckptopt.diagnostics import error
from ckptopt.emitter import Emitter, constant_value

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved

_SLOW = "slow level"


def read(op: Operation, attribute: DictionaryAttr) -> Levels:
    """The levels that a directive on `op` asks for. Raises a located error for what is wrong."""
    entries = attribute.data
    for key in entries:
        if key not in (*Levels._fields, SLOW_SPACE):
            close = difflib.get_close_matches(key, (*Levels._fields, SLOW_SPACE), n=1)
            hint = f"; did you mean '{close[0]}'?" if close else ""
            raise error(op, f"'{LEVELS}' has no entry '{key}'{hint}")
    fast = _number(entries.get("fast"))
    if fast is None or fast.denominator > 1 or fast < 1:
        raise error(op, f"'{LEVELS}' needs 'fast', the number of fast slots, of 1 or more")
    costs = [_number(entries.get(key)) for key in ("write", "read")]
    if any(cost is None or cost < 0 for cost in costs):
        raise error(
            op,
            f"'{LEVELS}' needs 'write' and 'read', the costs of a copy to the slow level and back, "
            "in steps of the loop, of 0 or more",
        )
    write, back = cast(list[Fraction], costs)
    return Levels(int(fast), write, back)


def _number(attribute: Attribute | None) -> Fraction | None:
    if isinstance(attribute, FloatAttr):
        number = attribute.value.data
        return Fraction(number) if isfinite(number) else None
    if not isinstance(attribute, IntegerAttr):
        return None
    integer = cast(IntegerAttr, attribute)
    return None if integer.type == IntegerType(1) else Fraction(integer.value.data)


def slow_snapshots(steps: int, levels: Levels) -> tuple[int, int]:
    """How many slow snapshots a constant number of steps takes, in one sweep and in two phases."""
    one_sweep, two_phase = (
        disk_revolve.best_intervals(steps, levels, way) for way in (True, False)
    )
    return one_sweep.count, two_phase.count


def scheme(levels: Levels, *, constant: bool) -> Scheme:
    """Snapshots in two levels; `constant` says whether the number of steps is.

    Then the intervals are those of the least cost, else of one length.
    """

    def divide(steps: int, one_sweep: bool) -> Intervals:
        rule = disk_revolve.best_intervals if constant else disk_revolve.periodic_intervals
        return rule(steps, levels, one_sweep)

    def evaluations(steps: int, one_sweep: bool) -> int:
        return disk_revolve.evaluations(divide(steps, one_sweep), levels, one_sweep)

    def footprint(steps: Extent, one_sweep: bool) -> Footprint:
        if isinstance(steps, int):
            intervals = divide(steps, one_sweep)
            fast = intervals.slots(levels.fast, one_sweep)
            return Footprint(min(1, steps), fast + intervals.count, intervals.count)
        slow = f"{steps} / {disk_revolve.period(levels)}"
        return Footprint(1, f"({levels.fast} + {slow})", slow)

    return one_sweep.scheme(
        "levels",
        lambda e, loop, _: _steps(e, loop),
        lambda e, loop, steps, saved: fill(e, loop, steps, saved, levels),
        lambda e, loop, steps, saved, common, adjoints: drain(
            e, loop, steps, saved, common, adjoints, levels
        ),
        footprint,
        actions.levels_schedule(levels.fast, divide, evaluations),
        single=True,
    )


def _steps(e: Emitter, loop: LoopSweeps) -> Stretches:
    steps = loop.trips(e)
    return Stretches(steps, steps, e.index(1), whole=True)


class _Division(NamedTuple):
    """`Intervals` of `end` steps, where `last` is the number of the last one and `rooms` that of
    the fast slots; all but `longer` are values `index`."""

    last: SSAValue
    length: SSAValue
    longer: int
    end: SSAValue
    rooms: SSAValue

    def first(self, e: Emitter, number: SSAValue) -> SSAValue:
        """The first step of an interval."""
        base = e.mul(self.length, number, "base")
        if self.longer == 0:
            return base
        return e.add(base, e.minimum(number, e.index(self.longer)), "base")

    def span(self, e: Emitter, number: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The first step and the number of steps of an interval with a slow snapshot."""
        base = self.first(e, number)
        if self.longer == 0:
            return base, self.length
        return base, e.sub(self.first(e, e.add(number, e.index(1))), base, "length")

    def interval(self, e: Emitter, number: SSAValue, end: SSAValue) -> Stretches:
        """An interval, which ends before step `end`, as stretches of one step."""
        base = self.first(e, number)
        length = e.sub(end, base, "length")
        return Stretches(length, length, e.index(1), whole=True, origin=base)


def _divide(e: Emitter, loop: LoopSweeps, steps: Stretches, levels: Levels) -> _Division:
    """The intervals, at compile time if the number of steps is constant."""
    known, one_sweep, end = loop.constant_trips, loop.is_reversed_next, steps.count
    if known is not None:
        intervals = disk_revolve.best_intervals(known, levels, one_sweep)
        rooms = e.index(intervals.slots(levels.fast, one_sweep))
        last, length = e.index(intervals.count), e.index(intervals.length)
        return _Division(last, length, intervals.longer, end, rooms)
    one, length = e.index(1), disk_revolve.period(levels)
    before = e.sub(e.maximum(end, one), one)
    last = e.divide(before, e.index(length), "intervals")
    rooms = e.minimum(e.index(min(levels.fast, length)), end, "slot_count")
    return _Division(last, e.index(length), 0, end, rooms)


def fill(
    e: Emitter, loop: LoopSweeps, steps: Stretches, saved: Saved, levels: Levels
) -> list[SSAValue]:
    """Save where each interval but the last begins, and fill the fast slots in that one."""
    parts, state, slow = _divide(e, loop, steps, levels), loop.inits(), dict[object, SSAValue]()
    known = constant_value(parts.rooms)
    capacity = known if isinstance(known, int) else levels.fast
    slots.make_slots(e, loop, state, capacity, saved, "step")
    slots.open_slots(e, loop, state, saved, parts.rooms)

    def run_interval(inner: Emitter, number: SSAValue, now: list[SSAValue]) -> list[SSAValue]:
        stores.save(inner, loop, now, slow, home=e)
        return stretches.advance(inner, loop, *parts.span(inner, number), now)

    if constant_value(parts.last) != 0:
        state = loop.run(e, parts.last, state, run_interval, name="interval")
    saved.update(one_sweep.as_part(_SLOW, slow))
    last = parts.interval(e, parts.last, parts.end)
    count = e.minimum(parts.rooms, last.count, "filled")
    return binomial.fill_slots(e, loop, last, saved, count, state, opened=True)


def drain(
    e: Emitter,
    loop: LoopSweeps,
    steps: Stretches,
    saved: Saved,
    common: Replay,
    adjoints: list[SSAValue],
    levels: Levels,
) -> list[SSAValue]:
    """Reverse the intervals, last first, each from the fast slots."""
    parts, slow = _divide(e, loop, steps, levels), one_sweep.part_of(saved, _SLOW)
    work, one, none = slots.begin_work(e, loop, saved), e.index(1), e.index(0)

    def reverse_interval(
        inner: Emitter, number: SSAValue, live: SSAValue, end: SSAValue, now: list[SSAValue]
    ) -> list[SSAValue]:
        interval = parts.interval(inner, number, end)
        filled = revolve.Filled(live, parts.rooms, parts.rooms)
        return revolve.turns(inner, loop, interval, saved, common, now, filled, work)

    def turn(inner: Emitter, back: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        live, end, *now = carried
        number = inner.sub(parts.last, back, "interval")
        state, replay = stores.restore(inner, loop, slow, common, ahead=True)
        results = reverse_interval(inner, number, live, end, now)
        slots.write_slot(inner, loop, saved, none, none, state, replay)
        stores.discard(inner, replay)
        return [one, parts.first(inner, number), *results]

    last = parts.interval(e, parts.last, parts.end)
    live, end = e.minimum(parts.rooms, last.count, "filled"), parts.end
    if constant_value(parts.last) != 0:
        live, end, *adjoints = e.for_loop(
            parts.last,
            [live, end, *adjoints],
            turn,
            name="back",
            carried_names=["live", "end", *loop.adjoint_names],
            attributes=loop.attributes,
        )
    results = reverse_interval(e, none, live, end, adjoints)
    slots.free_slots(e, loop, saved, parts.rooms, work)
    return results

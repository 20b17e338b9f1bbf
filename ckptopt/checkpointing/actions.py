"""Checkpoint schedules as sequences of actions: what the generated code does, in order.

A schedule is a generator of actions for a number of steps. `states` executes one on paper and
raises `ValueError` if it is not valid. Nothing here knows of IR.

    periodic_schedule(2).actions(6, one_sweep=False):

    Save(0, 0) Advance(0, 3) Save(1, 3) Advance(3, 6)
    Restore(1, 3) Tape(3, 6) Reverse(3, 6) Discard(1)
    Restore(0, 0) Tape(0, 3) Reverse(0, 3) Discard(0)

The idea of a schedule that yields actions is that of `checkpoint_schedules` (Dolci et al. 2024).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import comb, isqrt
from typing import TYPE_CHECKING, NamedTuple

from ckptopt.checkpointing.schedules import binomial_split, periodic

if TYPE_CHECKING:
    from ckptopt.checkpointing.disk_revolve import Intervals


@dataclass(frozen=True, slots=True)
class Advance:
    """Run the steps `first` .. `end` - 1 and keep nothing."""

    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Tape:
    """Run the steps `first` .. `end` - 1 and keep the residuals of each."""

    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Reverse:
    """Run the adjoints of the steps `end` - 1 down to `first`, which uses up their residuals."""

    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Save:
    """Copy the state before `step` to a slot."""

    slot: int
    step: int


@dataclass(frozen=True, slots=True)
class Restore:
    """Make the state in a slot, that before `step`, the current one."""

    slot: int
    step: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Let a slot be used again."""

    slot: int


Action = Advance | Tape | Reverse | Save | Restore | Discard


@dataclass(frozen=True)
class Schedule:
    """The actions of a scheme, with its budget and the like.

    Both functions take a number of steps >= 0, and whether there is one sweep: the last stretch is
    taped on the way forward and reversed first. In two phases the forward run ends before the
    reverse begins.

    Attributes:
        actions: what is done, in order.
        evaluations: how many steps of the primal are run, in closed form.
        terms: the budget and the like in words, such as `with a budget of 4`.
        shrink: for more steps than a number, so many steps and a schedule of the same shape for
            them; by default the same one.
    """

    actions: Callable[[int, bool], Iterator[Action]]
    evaluations: Callable[[int, bool], int]
    terms: str = ""
    shrink: Callable[[int, int], Schedule] | None = None

    def at_most(self, steps: int, most: int) -> tuple[int, Schedule]:
        """At most `most` steps, and a schedule for them of the shape of this one for `steps`."""
        if steps <= most or self.shrink is None:
            return min(steps, most), self
        return most, self.shrink(steps, most)


STORE_ALL = Schedule(
    lambda steps, one_sweep: revolve(steps, max(steps, 1), 0, True),
    lambda steps, one_sweep: steps,
)
"""Tape every step, then reverse every step."""

REMATERIALISE = Schedule(
    lambda steps, one_sweep: revolve(steps, max(steps, 1), 1, False),
    lambda steps, one_sweep: 2 * steps,
)
"""Run all from one snapshot, and again before it is reversed."""


def periodic_schedule(period: int | None) -> Schedule:
    """A snapshot per segment, of which there are at most `period`; by default sqrt(steps) each."""

    def actions(steps: int, one_sweep: bool) -> Iterator[Action]:
        parts = periodic(steps, period)
        return revolve(steps, parts.length, parts.count, one_sweep)

    def evaluations(steps: int, one_sweep: bool) -> int:
        parts = periodic(steps, period)
        return _evaluations(steps, parts.length, parts.count, one_sweep)

    if period is None:
        return Schedule(actions, evaluations)
    return Schedule(
        actions,
        evaluations,
        f"with a budget of {period}",
        lambda steps, most: _shrink_periodic(steps, period, most),
    )


def _shrink_periodic(steps: int, period: int, most: int) -> Schedule:
    """As many segments, if they are few; else as many per step of a segment as before."""
    parts = periodic(steps, period)
    few, scaled = min(parts.count, isqrt(most)), isqrt(most * parts.count // parts.length)
    return periodic_schedule(max(few, min(scaled, most // min(parts.length, 2))))


def binomial_schedule(slots: int, leaf: int = 1) -> Schedule:
    """Revolve with `slots` >= 1 slots over leaves of `leaf` steps."""
    leaves = "" if leaf == 1 else f" and leaves of {leaf} steps"
    return Schedule(
        lambda steps, one_sweep: revolve(steps, leaf, slots, one_sweep),
        lambda steps, one_sweep: _evaluations(steps, leaf, slots, one_sweep),
        f"with a budget of {slots}{leaves}",
        lambda steps, most: _shrink_binomial(steps, slots, leaf, most),
    )


def _shrink_binomial(steps: int, slots: int, leaf: int, most: int) -> Schedule:
    """Some leaves, and as many slots per repetition as before, as far as whole numbers allow."""
    length = min(leaf, max(1, most // 8))
    count, fewer = -(-steps // leaf), most // length
    wanted = slots / _repetitions(count, slots)
    fewest = min(slots, 2)
    near = range(fewest, max(fewest, min(slots, fewer // 4)) + 1)
    best = min(near, key=lambda some: abs(some / _repetitions(fewer, some) - wanted))
    return binomial_schedule(best, length)


def _repetitions(leaves: int, slots: int) -> int:
    """The smallest r >= 1 with C(slots + r, r) >= leaves: how often one is advanced at most."""
    if slots == 1:
        return max(1, leaves - 1)
    r = 1
    while comb(slots + r, r) < leaves:
        r += 1
    return r


def revolve(steps: int, leaf: int, slots: int, one_sweep: bool) -> Iterator[Action]:
    """The actions of all schemes: Revolve over leaves of `leaf` >= 1 steps, each taped as one.

    The last leaf may be shorter. With a slot for each leaf that is replayed this is periodic
    checkpointing; with one leaf, in one sweep, it is store-all.

    Source: Griewank and Walther, Algorithm 799: Revolve (2000).
    """
    leaves = _Leaves(0, steps, leaf)
    replayed = max(leaves.count - one_sweep, 0)
    slots, saved = min(slots, replayed), list[int]()
    yield from _fill(leaves, replayed, slots, saved)
    if replayed < leaves.count:
        yield from leaves.on_tape(replayed)
    yield from _drain(leaves, replayed, slots, saved)


@dataclass(frozen=True)
class _Leaves:
    """The steps `first` .. `end` - 1 in leaves of `length` steps; the last leaf may be shorter."""

    first: int
    end: int
    length: int = 1

    @property
    def count(self) -> int:
        return -(-(self.end - self.first) // self.length)

    def start(self, number: int) -> int:
        return min(self.end, self.first + self.length * number)

    def advance(self, number: int, end: int) -> Advance:
        return Advance(self.start(number), self.start(end))

    def on_tape(self, number: int) -> Iterator[Action]:
        yield Tape(self.start(number), self.start(number + 1))
        yield Reverse(self.start(number), self.start(number + 1))


def _fill(leaves: _Leaves, replayed: int, slots: int, saved: list[int]) -> Iterator[Action]:
    """Fill `slots` slots on the way through `replayed` leaves; `saved` gets the leaf of each."""
    at = 0
    for slot in range(slots):
        stretch = binomial_split(replayed - at, slots - slot)
        yield Save(slot, leaves.start(at))
        yield leaves.advance(at, at + stretch)
        saved.append(at)
        at += stretch


def _drain(leaves: _Leaves, replayed: int, slots: int, saved: list[int]) -> Iterator[Action]:
    """Reverse `replayed` leaves from `slots` slots, of which the first hold the leaves `saved`."""
    for target in reversed(range(replayed)):
        at = saved[-1]
        yield Restore(len(saved) - 1, leaves.start(at))
        used_up = at == target
        while at < target:
            free = slots - len(saved) + 1
            reached = at + min(binomial_split(target - at + 1, free), target - at)
            yield leaves.advance(at, reached)
            at = reached
            if at < target:
                yield Save(len(saved), leaves.start(at))
                saved.append(at)
        yield from leaves.on_tape(target)
        if used_up:
            saved.pop()
            yield Discard(len(saved))


def levels_schedule(
    fast: int, divide: Callable[[int, bool], Intervals], evaluations: Callable[[int, bool], int]
) -> Schedule:
    """Revolve with `fast` slots in each of the intervals that `divide` tells for a number of steps.

    The slots of the slow level have the numbers from `fast` on.
    """

    def actions(steps: int, one_sweep: bool) -> Iterator[Action]:
        intervals = divide(steps, one_sweep)
        count, end = intervals.count, steps
        for number in range(count):
            first = intervals.first(number)
            yield Save(fast + number, first)
            yield Advance(first, intervals.first(number + 1))
        saved: list[int] = []
        for number in reversed(range(count + 1)):
            leaves = _Leaves(intervals.first(number), end)
            replayed = leaves.count
            if number < count:
                yield Restore(fast + number, leaves.first)
                yield Save(0, leaves.first)
                yield Discard(fast + number)
                saved.append(0)
            else:
                replayed = max(replayed - one_sweep, 0)
                yield from _fill(leaves, replayed, min(fast, replayed), saved)
                if replayed < leaves.count:
                    yield from leaves.on_tape(replayed)
            yield from _drain(leaves, replayed, intervals.slots(fast, one_sweep), saved)
            end = leaves.first

    return Schedule(
        actions, evaluations, f"with {fast} fast slots; those from {fast} on are in the slow level"
    )


def _evaluations(steps: int, leaf: int, slots: int, one_sweep: bool) -> int:
    """How many steps `revolve` runs."""
    from ckptopt.checkpointing import planner

    return int(planner.evaluations(planner.Schedule(steps, leaf, slots, one_sweep)))


class State(NamedTuple):
    """What there is after an action.

    Attributes:
        at: the step before which the current state is; None if there is none.
        slots: the step of the state in each slot that is in use, by slot.
        tape: the steps whose residuals are kept.
        left: the steps that are not reversed yet.
    """

    at: int | None
    slots: dict[int, int]
    tape: range
    left: int


def states(steps: int, actions: Iterable[Action]) -> Iterator[tuple[Action, State]]:
    """Each action with what there is after it.

    Raises:
        ValueError: an action needs what is not there, or steps are not reversed once each, last
            first.
    """
    at, slots, tape, left = 0, dict[int, int](), range(0), steps
    now: int | None = at
    for action in actions:
        match action:
            case Advance(first, end) | Tape(first, end):
                _require(first == now and first < end <= left, action)
                if isinstance(action, Tape):
                    _require(not tape or tape.stop == first, action)
                    tape = range(tape.start if tape else first, end)
                now = end
            case Reverse(first, end):
                _require(end == left == tape.stop and tape.start <= first < end, action)
                tape, left, now = range(tape.start, first), first, None
            case Save(slot, step):
                _require(now == step and slot not in slots, action)
                slots = {**slots, slot: step}
            case Restore(slot, step):
                _require(slots.get(slot) == step, action)
                now = step
            case Discard(slot):
                _require(slot in slots, action)
                slots = {key: step for key, step in slots.items() if key != slot}
        yield action, State(now, slots, tape, left)
    if left or slots or tape:
        raise ValueError(f"the schedule leaves {left} steps, {len(slots)} slots, {len(tape)} taped")


def _require(condition: bool, action: Action) -> None:
    if not condition:
        raise ValueError(f"{action} is not possible here")

"""One budget in bytes for several loops, in sequence and inside each other, as pure integers.

What a loop leaves for its reverse stays while later loops run and are reversed, and goes before
earlier ones are. A loop inside another one is reversed once per step of that: what it leaves is
part of what a step leaves, and its replays are run once per step.

    options(parts)   what each choice of schedules keeps, and how much it runs again
                     (the Pareto front, so that the fewest for each number of bytes are among them)
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from ckptopt.checkpointing import planner
from ckptopt.checkpointing.planner import (
    PLACE,
    SIMPLEST,
    Bytes,
    Schedule,
    Sizes,
    candidates,
    follows,
    leaf_lengths,
)
from ckptopt.checkpointing.schedules import uses_levels


class Kept(NamedTuple):
    """What one run of a block leaves for its reverse, in bytes: on a tape, or where nothing is
    pushed.

    Attributes:
        tape: what goes on a tape.
        handles: the part of it that is handles of buffers: an array of them has room for one more.
        over: what the reverse of what is taped allocates besides, and frees.
        alone: what is allocated where nothing is pushed.
        transient: what its reverse allocates besides, and frees.
    """

    tape: Bytes = 0
    handles: Bytes = 0
    over: Bytes = 0
    alone: Bytes = 0
    transient: Bytes = 0

    def then(self, later: Kept) -> Kept:
        """What two parts of a block leave.

        On a tape, both stay. Where nothing is pushed, what `later` leaves is gone when the reverse
        of this one begins.
        """
        return Kept(
            self.tape + later.tape,
            self.handles + later.handles,
            max(self.over, later.over),
            self.alone + later.alone,
            max(self.transient - later.alone, later.transient),
        )

    @property
    def peak(self) -> Bytes:
        """The bytes that are kept at once, at most, where nothing is pushed."""
        return self.alone + self.transient

    def times(self, count: int) -> Kept:
        """What `count` runs of the block leave on an array of their own."""
        tape = count * self.tape
        return Kept(tape, self.handles, self.over, tape + self.handles, self.over)


class Own(NamedTuple):
    """What a loop keeps, but for what its steps leave.

    Attributes:
        sizes: without the tape of its steps.
        early: copies, made once for all replays before the first.
        reread: the part of `early` that the reverse of a step reads itself.
    """

    sizes: Sizes
    early: Bytes = 0
    reread: Bytes = 0


class Way(NamedTuple):
    """One way to run a loop: what it keeps, and how many operations it runs beyond one run each,
    those of its own steps alone. `schedule` is None where there is no choice."""

    kept: Kept
    excess: float = 0.0
    schedule: Schedule | None = None


Ways = Callable[[Kept, bool, bool], Iterable[Way]]
"""The ways to run a loop, from what a run of its body keeps, whether it is reversed next, so that
it may be run in one sweep and need not leave anything for a tape, and whether what is in its body
is."""


class Loop(NamedTuple):
    """A loop, or another operation with a body that has a reverse of its own.

    Attributes:
        key: stands for it in what is chosen.
        body: what is in it, in order.
        steps: how often the body runs.
        ways: the ways to run it.
        single: whether what is in the body is reversed next; None if that is up to the way.
    """

    key: Hashable
    body: tuple[Part, ...]
    steps: int
    ways: Ways
    single: bool | None = None


Part = Kept | Loop


class Option(NamedTuple):
    """A choice of schedules: what is kept with it, how many operations run beyond one run each, and
    the schedules by the keys of loops."""

    kept: Kept = Kept()
    excess: float = 0.0
    chosen: tuple[tuple[Hashable, Schedule], ...] = ()

    @property
    def complexity(self) -> int:
        """How far from the simplest its schedules are."""
        return sum(SIMPLEST.index(schedule.scheme) for _, schedule in self.chosen)


MANY = 256
INSIDE = 24
"""How many options are followed, of those of which none is better than another in all respects: for
the loops in sequence so far, and for those inside of another one."""


def plan(parts: Sequence[Part], budget: Bytes | None, reversed_next: bool) -> Option | None:
    """The option that keeps at most `budget` bytes at once with the fewest operations; None if none
    does. Of equals, the simplest, which keeps the least."""
    found = options(parts, reversed_next, budget)
    return min(
        found,
        key=lambda option: (option.excess, option.complexity, option.kept.peak),
        default=None,
    )


def least_peak(parts: Sequence[Part], *reversed_next: bool) -> Bytes | None:
    """The fewest bytes that any option keeps at once, at most; None if there is none.

    Where it is not said whether the parts are reversed next, they may be.
    """
    each = reversed_next or (True, False)
    found = (option for next in each for option in options(parts, next))
    return min((option.kept.peak for option in found), default=None)


def options(
    parts: Iterable[Part], reversed_next: bool, budget: Bytes | None = None, *, taped: bool = False
) -> list[Option]:
    """What can be chosen for the loops in `parts` so that no more than `budget` bytes are kept.

    Those are followed that are best for what is kept where nothing is pushed; if `taped`, also for
    what goes on a tape.
    """
    found = [Option()]
    for part in parts:
        ways = [Option(part)] if isinstance(part, Kept) else _choices(part, reversed_next, taped)
        pairs = (
            Option(a.kept.then(b.kept), a.excess + b.excess, a.chosen + b.chosen)
            for a in found
            for b in ways
        )
        within = (pair for pair in pairs if budget is None or pair.kept.peak <= budget)
        found = _thinned(_front(within, taped), MANY)
    return found


def _choices(loop: Loop, reversed_next: bool, taped: bool) -> list[Option]:
    found: list[Option] = []
    for single in (True, False) if loop.single is None else (loop.single,):
        for inner in _thinned(options(loop.body, single, taped=not single), INSIDE):
            for way in loop.ways(inner.kept, reversed_next, single):
                own = () if way.schedule is None else ((loop.key, way.schedule),)
                excess = way.excess + loop.steps * inner.excess
                found.append(Option(way.kept, excess, own + inner.chosen))
    return _thinned(_front(found, taped), MANY)


def _front(found: Iterable[Option], taped: bool) -> list[Option]:
    """The options that no other one is better than in all respects, the fewest operations first.

    If `taped`, only those are compared that differ by the same on a tape and where nothing is
    pushed.
    """
    front: list[Option] = []
    stairs: dict[object, list[tuple[Bytes, Bytes]]] = {}
    for option in sorted(found, key=_order):
        tape, handles, over, alone, transient = option.kept
        alike = (alone - tape, handles, transient - over) if taped else ()
        steps = stairs.setdefault(alike, [])
        at = bisect(steps, (alone, transient))
        if at and steps[at - 1][1] <= transient:
            continue
        end = at
        while end < len(steps) and steps[end][1] >= transient:
            end += 1
        steps[at:end] = [(alone, transient)]
        front.append(option)
    return front


def _order(option: Option) -> tuple[float, int, Kept]:
    return option.excess, option.complexity, option.kept


def _thinned(front: list[Option], most: int) -> list[Option]:
    """Of many options, `most`, and the one that keeps the least."""
    if len(front) <= most:
        return front
    least = min(front, key=lambda option: option.kept.peak)
    some = [front[at * (len(front) - 1) // (most - 1)] for at in range(most)]
    return some if least in some else [*some, least]


# Schedules of one loop


def kept_of(schedule: Schedule, own: Own, inner: Kept) -> Kept:
    """What a loop keeps that follows a schedule, and whose steps leave `inner`."""
    sizes = with_body(own, inner)
    kept = planner.snapshots(schedule, sizes) + (own.early if schedule.replayed else own.reread)
    everything = planner.peak(schedule, sizes)
    if schedule.one_sweep:
        # Reversed next, the loop leaves the tape of its last stretch; else its reverse makes that.
        last = schedule.steps - schedule.leaf * schedule.replayed
        left = kept + (inner.alone if last == 1 else inner.times(last).alone)
        return Kept(alone=left, transient=max(everything - left, 0))
    handles = sizes.handles if schedule.replayed else 0
    rest = everything - kept
    return Kept(kept - handles, handles, rest, kept, rest)


def ways_to_run(
    steps: int, own: Own, work: float, scheme: str, budget: Bytes | None, limit: Bytes | None
) -> Ways:
    """The ways to run a checkpointed loop of `steps` steps within `budget` bytes, if stated.

    `own` is what it keeps, but for what its body does, and `work` the number of operations in a
    step. Only schedules that `scheme` can follow, as in `planner.choose`. `limit` is a budget of
    the loop's own.
    """
    most = budget if limit is None else limit

    def ways(inner: Kept, reversed_next: bool, single: bool) -> Iterator[Way]:
        sizes = with_body(own, inner)
        tight = () if most is None else candidates(steps, sizes, most, reversed_next)
        rungs = ladder(steps, reversed_next) if limit is None else ()
        for schedule in (*tight, *rungs):
            if (schedule.scheme == "binomial") == single and follows(scheme, schedule):
                kept = kept_of(schedule, own, inner)
                if most is None or kept.peak <= most:
                    again = cost(schedule, sizes.need, sizes.last) - steps
                    yield Way(kept, work * again, schedule)

    return ways


ASSUMED = 1000
"""How many steps a loop is planned for that does not tell how many there are."""


def ways_online(own: Own, work: float, budget: Bytes | None, limit: Bytes | None) -> Ways:
    """The ways to run a loop that does not tell its trip count; see `ways_to_run`.

    Evaluations are those of binomial checkpointing for `ASSUMED` steps: online checkpointing
    takes little more.
    """
    most = budget if limit is None else limit

    def ways(inner: Kept, reversed_next: bool, single: bool) -> Iterator[Way]:
        room = ASSUMED if most is None else online_slots(most, own, inner)
        for slots in {*_rungs(range(2, room + 1)), room} if single and room >= 2 else ():
            schedule = online_schedule(slots)
            again = cost(schedule, 1.0, 1.0) - ASSUMED
            yield Way(kept_online(schedule, own, inner), work * again, schedule)

    return ways


def online_schedule(slots: int) -> Schedule:
    """The schedule that stands for online checkpointing."""
    return Schedule(ASSUMED, 1, slots, False)


def kept_online(schedule: Schedule, own: Own, inner: Kept) -> Kept:
    """What online checkpointing keeps in so many slots: beside each the number of its step, and its
    place in their order; and, while the loop runs forward, the levels of slots."""
    sizes, slots = with_body(own, inner), schedule.slots
    kept = own.early + slots * (sizes.snapshot + 2 * PLACE) + sizes.handles
    levels = slots * PLACE if uses_levels(slots) else 0
    rest = max(levels, sizes.fixed - own.early + sizes.step + sizes.buffers)
    return Kept(kept - sizes.handles, sizes.handles, rest, kept, rest)


def online_slots(budget: Bytes, own: Own, inner: Kept) -> int:
    """The most slots of online checkpointing that `budget` bytes have room for."""
    each = own.sizes.snapshot + 2 * PLACE
    most = max(budget - kept_online(online_schedule(0), own, inner).peak, 0) // each
    while most and kept_online(online_schedule(most), own, inner).peak > budget:
        most -= 1
    return most


def with_body(own: Own, inner: Kept) -> Sizes:
    """What a loop keeps whose steps leave `inner`."""
    return own.sizes._replace(
        tape=inner.tape,
        step=inner.peak + own.reread,
        over=inner.handles + inner.over + own.reread,
    )


FINE = 16
"""Up to how many leaves and slots each number of them is tried; above, they grow by a 16th."""


@cache
def cost(schedule: Schedule, need: float, last: float) -> float:
    """The evaluations of a schedule; see `planner.evaluations`."""
    return planner.evaluations(schedule, Sizes(0, 0, 0, 0, 0, need, last))


@cache
def ladder(steps: int, one_sweep: bool) -> tuple[Schedule, ...]:
    """Schedules for a loop: all for a few steps; for many, with lengths of leaves and numbers of
    slots that grow by a 16th."""
    return tuple(
        Schedule(steps, leaf, slots, one_sweep)
        for leaf in _rungs(leaf_lengths(steps))
        for slots in _rungs(range(1, Schedule(steps, leaf, 1, one_sweep).replayed + 1)) or (0,)
    )


def _rungs(numbers: Sequence[int]) -> list[int]:
    found = list(numbers[:FINE])
    for number in numbers[FINE:]:
        if number >= found[-1] + found[-1] // FINE:
            found.append(number)
    if numbers and found[-1] != numbers[-1]:
        found.append(numbers[-1])
    return found

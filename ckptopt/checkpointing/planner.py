"""The schedule with the fewest evaluations that fits in a number of bytes, as pure integers.

Every schedule is Revolve over leaves of k taped steps with s slots ("leaf-Revolve"). Its special
cases have names: one leaf is store-all, a slot for each leaf that is replayed is periodic, and
leaves of one step are binomial.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

Bytes = int


class Sizes(NamedTuple):
    """What a loop keeps, in bytes.

    An array of handles takes room for one more than it holds: MLIR aligns it that way.

    Attributes:
        state: the carried numbers in one snapshot.
        buffers: the buffers of one snapshot.
        tape: what a step leaves on a tape.
        step: what a step that is taped alone leaves, beside registers, and its reverse allocates.
        fixed: what is kept once for all replays.
        need: the part of a step, from 0 to 1, that must run to tape it alone, when nobody needs its
            results: 0 if its adjoint reads nothing but the state before it.
        last: the same of the last step, whose results may be needed after the loop.
        handles: the handles of buffers in a snapshot: most buffers are rows, which need none.
        over: what a tape takes beside its steps, and the reverse of a step allocates.
    """

    state: Bytes
    buffers: Bytes
    tape: Bytes
    step: Bytes
    fixed: Bytes
    need: float = 1.0
    last: float = 1.0
    handles: Bytes = 0
    over: Bytes = 0

    @property
    def snapshot(self) -> Bytes:
        """A snapshot."""
        return self.state + self.handles + self.buffers


class Schedule(NamedTuple):
    """Leaves of `leaf` steps and `slots` snapshots, for a loop of `steps` steps.

    In one sweep, or in two phases, see `one_sweep.py`. `spare` says that there are slots for
    snapshots to take the place of others though none has to.
    """

    steps: int
    leaf: int
    slots: int
    one_sweep: bool = True
    spare: bool = False

    @property
    def replayed(self) -> int:
        """How many leaves are replayed."""
        return max(-(-self.steps // self.leaf) - self.one_sweep, 0)

    @property
    def scheme(self) -> str:
        """Which scheme it is: the simplest one that does the same."""
        if self.replayed == 0:
            return "store_all"
        if not self.is_rewritten:
            return "periodic"
        return "binomial" if self.leaf == 1 else "leaf"

    @property
    def is_rewritten(self) -> bool:
        """True if snapshots can take the place of others."""
        return 0 < self.slots < self.replayed or (self.spare and self.replayed > 0)


SIMPLEST = ("store_all", "periodic", "binomial", "leaf")
"""The schemes, the simplest first."""


def repeated(leaves: int, slots: int) -> int:
    """The fewest advances over a leaf that reverse `leaves` >= 1 leaves with `slots` >= 1 slots.

    The way from the start to the last leaf is among them. That is t(l, s) = r l - beta(s + 1, r -
    1), where beta(s, t) = C(s + t, t) and r is the least with beta(s, r) >= l (Griewank and Walther
    2000).
    """
    if leaves <= 1:
        return 0
    if slots < 1:
        raise ValueError("nothing can be replayed without a snapshot")
    if slots == 1:
        return leaves * (leaves - 1) // 2
    repetitions = 0
    while comb(slots + repetitions, slots) < leaves:
        repetitions += 1
    return repetitions * leaves - comb(slots + repetitions, slots + 1)


def evaluations(schedule: Schedule, sizes: Sizes | None = None) -> float:
    """How often a step of the primal runs, in the forward and the reverse sweep together.

    In two phases, l leaves take as many advances as the way to leaf l + 1 of one sweep, the last of
    which nobody tapes. Without `sizes`, a step that is taped runs as a whole.
    """
    steps, leaf, slots, one_sweep, _ = schedule
    need, need_last = (1.0, 1.0) if sizes is None else (sizes.need, sizes.last)
    leaves = schedule.replayed
    last = steps - leaves * leaf
    if one_sweep and last == 1:
        last = need_last
    if leaves == 0:
        return last if one_sweep else steps
    alone = leaves * (1 - need) if leaf == 1 else 0
    advances = repeated(leaves + 1, min(slots, leaves)) * leaf
    if one_sweep:
        return advances + leaves * leaf - alone + last
    short = leaves * leaf - steps
    return advances - short + steps - alone


def peak(schedule: Schedule, sizes: Sizes) -> Bytes:
    """The bytes that are kept at once, at most."""
    if schedule.steps <= 0:
        return 0
    leaf = min(schedule.leaf, schedule.steps)
    tape = sizes.step if leaf == 1 else sizes.tape * leaf + sizes.over
    count = min(schedule.slots, schedule.replayed)
    if count == 0:
        return tape
    return sizes.fixed + tape + snapshots(schedule, sizes) + schedule.is_rewritten * sizes.buffers


def snapshots(schedule: Schedule, sizes: Sizes) -> Bytes:
    """The bytes of all snapshots that are kept at once."""
    count = min(schedule.slots, schedule.replayed)
    place = PLACE if schedule.is_rewritten else 0
    return count * (sizes.snapshot + place) + (sizes.handles if count else 0)


PLACE: Bytes = 8
"""A slot that is written again and again says what it holds."""


def choose(
    steps: int, sizes: Sizes, budget: Bytes, *, one_sweep: bool = True, scheme: str = "auto"
) -> Schedule | None:
    """The schedule with the fewest evaluations within `budget` bytes; of these, the simplest, with
    the fewest bytes. None if there is none.

    Of all schedules, or of those that `scheme` can follow: `store_all`, `periodic`, `binomial`, or
    `leaf`, which can follow any, as `auto` does.
    """
    fitting = (
        schedule
        for schedule in candidates(steps, sizes, budget, one_sweep)
        if peak(schedule, sizes) <= budget and follows(scheme, schedule)
    )
    return min(
        fitting,
        key=lambda schedule: (
            evaluations(schedule, sizes),
            SIMPLEST.index(schedule.scheme),
            peak(schedule, sizes),
        ),
        default=None,
    )


def choose_at_run_time(
    steps: int, sizes: Sizes, budget: Bytes, *, one_sweep: bool = True, scheme: str = "auto"
) -> Schedule:
    """What the code of `at_run_time` chooses: the schedule with the fewest evaluations within
    `budget` bytes, the smallest if there is none.

    A slot says what it holds, and replays have room to work in, however many slots there are; so
    this may need more bytes than `choose` reckons with.
    """
    found = Schedule(steps, 1, 0, one_sweep)
    best: tuple[Bytes, float] | None = None
    for leaf in [1] if scheme == "binomial" else leaf_lengths(max(steps, 1)):
        one = Schedule(steps, leaf, 1, one_sweep)
        beside = peak_at_run_time(one._replace(slots=0), sizes)
        room = max((budget - beside) // (sizes.snapshot + PLACE), 1)
        slots = one.replayed if scheme == "periodic" else min(room, one.replayed)
        schedule = one._replace(slots=slots)
        rank = max(peak_at_run_time(schedule, sizes) - budget, 0), evaluations(schedule)
        if best is None or rank < best:
            found, best = schedule, rank
    return found


def peak_at_run_time(schedule: Schedule, sizes: Sizes) -> Bytes:
    """The bytes that are kept at once, at most, by a schedule that is planned at run time."""
    once = sizes.fixed + sizes.over + sizes.handles + sizes.buffers
    return once + schedule.leaf * sizes.tape + schedule.slots * (sizes.snapshot + PLACE)


def smallest(steps: int, sizes: Sizes, *, one_sweep: bool = True, scheme: str = "auto") -> Bytes:
    """The least budget in bytes that `choose` can keep to."""
    return min(
        peak(schedule, sizes)
        for schedule in candidates(steps, sizes, 0, one_sweep)
        if follows(scheme, schedule)
    )


def follows(scheme: str, schedule: Schedule) -> bool:
    """True if a scheme can follow a schedule."""
    match scheme:
        case "store_all":
            return schedule.replayed == 0
        case "periodic":
            return schedule.slots >= schedule.replayed
        case "binomial":
            return schedule.leaf == 1
        case _:
            return True


def candidates(steps: int, sizes: Sizes, budget: Bytes, one_sweep: bool) -> Iterator[Schedule]:
    """For each length of a leaf: a slot for each leaf, and as many as `budget` has room for."""
    each = sizes.snapshot + PLACE
    for leaf in leaf_lengths(steps):
        one = Schedule(steps, leaf, 1, one_sweep)
        leaves = one.replayed
        yield one._replace(slots=leaves)
        if leaves > 1:
            room = (budget - peak(one, sizes)) // each
            yield one._replace(slots=min(max(1 + room, 1), leaves - 1))


def leaf_lengths(steps: int) -> list[int]:
    """For each number of leaves that `steps` steps can be cut into, the shortest leaf that does."""
    found, leaf = [1], 2
    while leaf <= steps:
        leaves = -(-steps // leaf)
        found.append(-(-steps // leaves))
        leaf = found[-1] + 1 if leaves == 1 else max(found[-1] + 1, -(-steps // (leaves - 1)))
    return found

"""The schedule of one loop as frames: what is done, one action after the other, and what it costs.

The actions are those of the loop's scheme. A loop with more steps than can be drawn, or with an
unknown number, is shown by one of the same shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from xdsl.dialects import func
from xdsl.ir import Operation

from ckptopt.autodiff.rematerialise import is_rematerialised
from ckptopt.autodiff.reverse import Sweeps
from ckptopt.autodiff.signature import Request
from ckptopt.autodiff.sizes import sizes_of
from ckptopt.checkpointing.actions import (
    Action,
    Advance,
    Discard,
    Restore,
    Reverse,
    Save,
    Schedule,
    State,
    Tape,
    states,
)
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.diagnostics import CompileError, Location, error, locate
from ckptopt.tools.plan import LoopPlan, plan_of

MOST_STEPS = 128
"""More steps than this are not drawn."""
MOST_COLUMNS = 64
"""More steps than this are not drawn with characters."""
MOST_FRAMES = 256
"""Nor are more actions than this."""
FEWER_STEPS = 32
"""How many are drawn instead."""
EXAMPLE_STEPS = 24
"""How many are drawn of a loop whose trip count is known at run time only."""


class Frame(NamedTuple):
    """An action, and what there is after it.

    `snapshots` and `tape` are what the slots in use and the taped steps take: bytes, where the
    sizes are known, else numbers of them.
    """

    action: Action
    state: State
    snapshots: int
    tape: int

    @property
    def memory(self) -> int:
        return self.snapshots + self.tape


class LoopStory(NamedTuple):
    """A loop with an adjoint, and how it is run.

    Attributes:
        function: the function that it is in, with calls inlined.
        derivative: the function that was made.
        place: where the loop is.
        op: the name of the operation.
        scheme: the name of its scheme.
        one_sweep: whether the last stretch is taped on the way forward and reversed first; None if
            the scheme replays no stretches.
        terms: the budget and the like in words.
        trips: the number of steps; None if it is known at run time only.
        steps: the number of steps that `frames` is about.
        drawn_terms: the budget and the like that `frames` is about.
        frames: the schedule; empty if the scheme, of an extension, tells none.
        snapshot: the bytes of one snapshot, None if that is known at run time only.
        tape: the bytes of the tape of one step, likewise.
        evaluations: steps of the primal that are run, of all `trips`; None if those are not known.
        plan: what it costs under a ladder of budgets; None for a region that is no loop.
    """

    function: str
    derivative: str
    place: Location | None
    op: str
    scheme: str
    one_sweep: bool | None
    terms: str
    trips: int | None
    steps: int
    drawn_terms: str
    frames: tuple[Frame, ...]
    snapshot: int | None
    tape: int | None
    evaluations: int | None
    plan: LoopPlan | None

    @property
    def in_bytes(self) -> bool:
        """True if memory is counted in bytes."""
        return self.snapshot is not None and self.tape is not None

    @property
    def is_example(self) -> bool:
        """True if the frames are about another number of steps than that of the loop."""
        return self.trips != self.steps

    @property
    def peak(self) -> int:
        """The most memory that snapshots and tape take."""
        return max((frame.memory for frame in self.frames), default=0)


def story_of_loop(
    request: Request,
    primal: func.FuncOp,
    sweeps: Sweeps,
    op: Operation,
    most: int,
) -> LoopStory:
    """What is done with a loop that has an adjoint; `most` steps of it are drawn.

    Raises:
        CompileError: the schedule of its scheme, of an extension, is not valid.
    """
    scheme, adapter = sweeps.schemes[op], adapter_of(op)
    assert adapter is not None
    schedule = scheme.schedule
    trips, one_sweep = adapter.constant_trip_count(op), sweeps.is_reversed_next(op)
    snapshot, tape = _bytes_of(op, sweeps)
    steps, terms, frames, count = 0, "", tuple[Frame, ...](), None
    if schedule is not None:
        steps, terms, actions = _drawn(schedule, trips, most, one_sweep)
        weights = (snapshot, tape) if snapshot is not None and tape is not None else (1, 1)
        try:
            frames = tuple(_frames(steps, actions, *weights))
        except ValueError as reason:
            message = f"the schedule that the scheme '{scheme.name}' tells is not valid: {reason}"
            raise error(op, message) from reason
        if trips is not None:
            count = schedule.evaluations(trips, one_sweep)
    return LoopStory(
        request.function.sym_name.data,
        request.name,
        locate(op),
        "region" if is_rematerialised(op) else op.name,
        scheme.name,
        one_sweep if _is_replayed(sweeps, op) else None,
        schedule.terms if schedule is not None else "",
        trips,
        steps,
        terms,
        frames,
        snapshot,
        tape,
        count,
        None if is_rematerialised(op) else plan_of(request, primal, op, sweeps),
    )


def _drawn(
    schedule: Schedule, trips: int | None, most: int, one_sweep: bool
) -> tuple[int, str, list[Action]]:
    """The number of steps that are drawn, the budget and the like, and the actions."""
    steps = EXAMPLE_STEPS if trips is None else trips
    if steps <= most:
        actions = list(islice(schedule.actions(steps, one_sweep), MOST_FRAMES + 1))
        if len(actions) <= MOST_FRAMES:
            return steps, schedule.terms, actions
    fewer, smaller = schedule.at_most(steps, FEWER_STEPS)
    return fewer, smaller.terms, list(smaller.actions(fewer, one_sweep))


def _frames(steps: int, actions: Sequence[Action], snapshot: int, tape: int) -> Iterator[Frame]:
    for action, state in states(steps, actions):
        yield Frame(action, state, snapshot * len(state.slots), tape * len(state.tape))


# Sizes


def _bytes_of(op: Operation, sweeps: Sweeps) -> tuple[int, int] | tuple[None, None]:
    """A snapshot, and the tape of a step; None where one is not constant."""
    try:
        sizes = sizes_of(op, sweeps)
    except CompileError:
        sizes = None
    if sizes is None:
        return None, None
    return sizes.snapshot, sizes.step if sweeps.schemes[op].single else sizes.tape


def _is_replayed(sweeps: Sweeps, op: Operation) -> bool:
    return sweeps.schemes[op].replays and not is_rematerialised(op)


# Words


def sentence(action: Action) -> str:
    """An action in words."""
    match action:
        case Advance(first, end):
            return f"advance {_stretch(first, end)}"
        case Tape(first, end):
            return f"tape {_stretch(first, end)}"
        case Reverse(first, end):
            return f"reverse {_stretch(first, end)}"
        case Save(slot, step):
            return f"save the state before step {step} in slot {slot}"
        case Restore(slot, step):
            return f"restore slot {slot}: the state before step {step}"
        case Discard(slot):
            return f"discard slot {slot}"


def _stretch(first: int, end: int) -> str:
    return f"step {first}" if end == first + 1 else f"steps {first} to {end - 1}"


def memory_text(story: LoopStory, amount: int) -> str:
    """An amount of memory, with its unit."""
    if story.in_bytes:
        return "1 byte" if amount == 1 else f"{amount:,} bytes"
    return f"{amount} snapshots and taped steps"


def summary(story: LoopStory) -> str:
    """The loop, its scheme and what that costs, in a sentence or two."""
    trips = "An unknown number of steps"
    if story.trips is not None:
        trips = "1 step" if story.trips == 1 else f"{story.trips:,} steps"
    terms = f" {story.terms}" if story.terms else ""
    phases = {True: " in one sweep", False: " in two phases", None: ""}[story.one_sweep]
    text = f"{trips}, scheme {story.scheme}{phases}{terms}."
    if story.evaluations and story.trips:
        each = story.evaluations / story.trips
        text += f" The body runs {story.evaluations:,} times, {each:.2f} times per step."
    return text


def example_note(story: LoopStory) -> str | None:
    """That the picture is about another number of steps, if it is."""
    if not story.frames or not story.is_example:
        return None
    why = "These are too many steps to draw"
    if story.trips is None:
        why = "The trip count is known at run time only"
    terms = f", {story.drawn_terms}" if story.drawn_terms else ""
    return f"{why}: shown is the same scheme for {story.steps} steps{terms}."

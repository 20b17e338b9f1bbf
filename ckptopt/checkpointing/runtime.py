"""A schedule that a library decides on while the program runs, one action after the other.

    forward:  begin; until the last step is next: what the library says | tape that step
    reverse:  reverse the last step; until the library is done: what it says; end

The functions `__enzyme_ckpt_schedule_*` are those of Enzyme's runtime schedules;
`ckptopt/runtime/checkpoint_schedule.h` describes them. What the library says is checked, so that a
schedule that does not fit the loop stops the program and never gives a wrong derivative.

One slot more than the library asks for holds the state that replays work on. In two phases it is
also where the forward sweep leaves the state before the last step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.arith import AndIOp, CmpiOp
from xdsl.dialects.builtin import i32, i64
from xdsl.dialects.llvm import IntToPtrOp, LLVMPointerType, PtrToIntOp
from xdsl.ir import SSAValue

from ckptopt.checkpointing import one_sweep, slots, stretches
from ckptopt.checkpointing.scheme import Extent, Footprint, Scheme
from ckptopt.checkpointing.stores import Replay
from ckptopt.checkpointing.stretches import Stretches
from ckptopt.emitter import BOOL, INDEX, Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved

MODES = {"none": 0, "auto": 1, "periodic": 1, "revolve": 2, "store_all": 3, "binomial": 4}
"""What the interface calls the schemes that it can be asked for."""

STORE, RESTORE, FORWARD, FIRST_UTURN, UTURN, DONE = 1, 2, 3, 4, 5, 7
"""What the library can say; anything else is an error."""

_PREFIX = "__enzyme_ckpt_schedule_"
_WRONG = "the checkpoint schedule "


def scheme(name: str, budget: int) -> Scheme:
    """The schedule called `name` of the library, with a budget of live checkpoints; 0 for its
    default."""
    return one_sweep.scheme(
        "runtime",
        lambda e, loop, _: _steps(e, loop),
        lambda e, loop, steps, saved: _fill(e, loop, steps, saved, MODES[name], budget),
        _drain,
        _footprint,
        single=True,
    )


def _footprint(steps: Extent, one_sweep: bool) -> Footprint:
    return Footprint(1, "slots of the schedule + 1")


def _steps(e: Emitter, loop: LoopSweeps) -> Stretches:
    steps = loop.trips(e)
    return Stretches(steps, steps, e.index(1), whole=True)


def _fill(
    e: Emitter, loop: LoopSweeps, steps: Stretches, saved: Saved, mode: int, budget: int
) -> list[SSAValue]:
    """Do what the library says until the last step is next; in two phases, run that too."""
    one, zero = e.index(1), e.index(0)
    trips = steps.count if not loop.is_reversed_next else loop.trips(e)
    last = e.sub(e.maximum(trips, one, "steps"), one, "last")
    numbers = [e.constant(mode, i64), e.constant(budget, i64), e.cast_integer(trips, i64, "steps")]
    (schedule,) = e.call(f"{_PREFIX}begin", numbers, [LLVMPointerType()], "schedule")
    # A number, since memory cannot hold a pointer: loops around keep one per iteration.
    saved["schedule"] = e.value(PtrToIntOp(schedule, i64), "schedule")
    count = _ask(e, schedule, "slots")
    state, rows = loop.inits(), e.add(count, one, "rows")
    slots.make_slots(e, loop, state, rows, saved, "step", work=False)
    _open_all(e, loop, state, saved, rows)

    def act(inner: Emitter, values: list[SSAValue]) -> list[SSAValue]:
        flag, step, *now = values

        def store(deep: Emitter) -> list[SSAValue]:
            slots.write_slot(deep, loop, saved, _slot(deep, schedule, count), step, now)
            return [step, *now]

        def forward(deep: Emitter) -> list[SSAValue]:
            to, length = _stretch(deep, schedule, step, last)
            return [to, *stretches.advance(deep, loop, step, length, now)]

        names = ["step", *loop.carried_names()]
        cases = {STORE: store, FORWARD: forward}
        after = inner.switch(flag, cases, lambda deep: _refuse(deep, [step, *now]), names)
        return [_next(inner, schedule), *after]

    def goes_on(inner: Emitter, values: list[SSAValue]) -> SSAValue:
        turns = _differs(inner, values[0], FIRST_UTURN)
        return inner.value(AndIOp(turns, _differs(inner, values[0], DONE)), "goes_on")

    _, step, *state = e.while_loop(
        [_next(e, schedule), zero, *state],
        goes_on,
        act,
        ["flag", "step", *loop.carried_names()],
        loop.attributes,
    )
    e.require(e.equal(step, last), f"{_WRONG}does not reach the last step")
    if loop.is_reversed_next:
        return state
    slots.write_slot(e, loop, saved, count, step, state)
    return stretches.advance(e, loop, last, e.minimum(trips, one, "rest"), state)


def _drain(
    e: Emitter,
    loop: LoopSweeps,
    steps: Stretches,
    saved: Saved,
    common: Replay,
    adjoints: list[SSAValue],
) -> list[SSAValue]:
    """Do what the library says until all steps are reversed."""
    schedule = e.value(IntToPtrOp(saved["schedule"]), "schedule")
    one = e.index(1)
    work = _ask(e, schedule, "slots")
    (flag,) = e.call(f"{_PREFIX}flag", [schedule], [i32], "flag")

    def act(inner: Emitter, values: list[SSAValue]) -> list[SSAValue]:
        flag, left, *now = values
        last = inner.sub(left, one, "last")
        step = slots.read_place(inner, saved, work, "step")

        def store(deep: Emitter) -> list[SSAValue]:
            _require_state(deep, step)
            slots.copy_slot(deep, loop, saved, work, _slot(deep, schedule, work))
            return [left, *now]

        def restore(deep: Emitter) -> list[SSAValue]:
            slots.copy_slot(deep, loop, saved, _slot(deep, schedule, work), work)
            return [left, *now]

        def forward(deep: Emitter) -> list[SSAValue]:
            _require_state(deep, step)
            to, length = _stretch(deep, schedule, step, last)
            state, replay = slots.work_in(deep, loop, saved, work, common)
            after = stretches.advance(deep, loop, step, length, state, replay)
            slots.leave_in(deep, loop, saved, work, to, after)
            return [left, *now]

        def turn(deep: Emitter) -> list[SSAValue]:
            asked = deep.equal(_ask(deep, schedule, "iteration"), left)
            fits = deep.value(AndIOp(asked, deep.equal(step, last)), "fits")
            deep.require(fits, f"{_WRONG}does not reverse the step that is next")
            state, replay = slots.work_in(deep, loop, saved, work, common)
            after, tape = stretches.tape(deep, loop, last, one, state, replay)
            results = stretches.reverse(deep, loop, last, one, tape, now, replay)
            slots.leave_in(deep, loop, saved, work, left, after)
            return [last, *results]

        def first_turn(deep: Emitter) -> list[SSAValue]:
            return [left, *now] if loop.is_reversed_next else turn(deep)

        cases = {
            STORE: store,
            RESTORE: restore,
            FORWARD: forward,
            FIRST_UTURN: first_turn,
            UTURN: turn,
        }
        names = ["left", *loop.adjoint_names]
        after = inner.switch(flag, cases, lambda deep: _refuse(deep, [left, *now]), names)
        return [_next(inner, schedule), *after]

    def goes_on(inner: Emitter, values: list[SSAValue]) -> SSAValue:
        return _differs(inner, values[0], DONE)

    _, left, *results = e.while_loop(
        [e.cast_integer(flag, INDEX, "flag"), steps.count, *adjoints],
        goes_on,
        act,
        ["flag", "left", *loop.adjoint_names],
        loop.attributes,
    )
    none = e.equal(left, e.index(0))
    e.require(none, f"{_WRONG}ends before all steps are reversed")
    slots.free_slots(e, loop, saved, e.add(work, one, "rows"), [])
    e.call(f"{_PREFIX}end", [schedule])
    return results


def _open_all(
    e: Emitter, loop: LoopSweeps, state: list[SSAValue], saved: Saved, rows: SSAValue
) -> None:
    """Make room in all slots, which are empty: that is step -1."""

    def open_one(inner: Emitter, slot: SSAValue, _: list[SSAValue]) -> list[SSAValue]:
        inner.store(inner.index(-1), saved["place"], [slot])
        slots.open_slot(inner, loop, state, saved, slot)
        return []

    e.for_loop(rows, (), open_one, name="slot")


# What the library says


def _ask(e: Emitter, schedule: SSAValue, what: str) -> SSAValue:
    """A number of the present action, or of the schedule."""
    (number,) = e.call(f"{_PREFIX}{what}", [schedule], [i64], what)
    return e.cast_integer(number, INDEX, what)


def _next(e: Emitter, schedule: SSAValue) -> SSAValue:
    """Go on to the next action; returns what it is."""
    (flag,) = e.call(f"{_PREFIX}next", [schedule], [i32], "flag")
    return e.cast_integer(flag, INDEX, "flag")


def _slot(e: Emitter, schedule: SSAValue, count: SSAValue) -> SSAValue:
    """The slot to store to or to restore from."""
    slot = _ask(e, schedule, "slot")
    e.require(_below(e, slot, count), f"{_WRONG}names a slot that there is not")
    return slot


def _stretch(
    e: Emitter, schedule: SSAValue, step: SSAValue, last: SSAValue
) -> tuple[SSAValue, SSAValue]:
    """Where to run to from `step`, and how many steps that is."""
    start, to = _ask(e, schedule, "start"), _ask(e, schedule, "iteration")
    length = e.sub(to, start, "length")
    room = e.add(e.sub(last, start), e.index(1), "room")
    fits = e.value(AndIOp(e.equal(start, step), _below(e, length, room)), "fits")
    e.require(fits, f"{_WRONG}runs steps that are not next")
    return to, length


def _require_state(e: Emitter, step: SSAValue) -> None:
    """Require that there is a state to work on: that a slot which holds one was restored."""
    e.require(
        e.less(e.index(-1), step, "there"), f"{_WRONG}works on a state that it has not restored"
    )


def _refuse(e: Emitter, values: list[SSAValue]) -> list[SSAValue]:
    e.require(e.constant(0, BOOL), f"{_WRONG}fails")
    return values


def _differs(e: Emitter, flag: SSAValue, action: int) -> SSAValue:
    return e.value(CmpiOp(flag, e.index(action), "ne"))


def _below(e: Emitter, number: SSAValue, limit: SSAValue) -> SSAValue:
    """`0 <= number < limit`, for `limit` >= 0."""
    return e.value(CmpiOp(number, limit, "ult"))

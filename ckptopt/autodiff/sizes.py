"""How many bytes a planned gradient keeps: of a snapshot of a loop, and of a step on its tape.

All sizes are those of the buffers that the lowered code allocates. Where one is known at run time
only, there is no number, and None says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, MemRefType, NoneAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ckptopt.autodiff.contents import Contents
from ckptopt.autodiff.demand import live_operations, read_in_reverse, replayed, used_results
from ckptopt.autodiff.loops import LoopSweeps
from ckptopt.autodiff.parallel import ParallelLoop, is_parallel
from ckptopt.autodiff.rematerialise import is_rematerialised
from ckptopt.autodiff.scope import Scope
from ckptopt.autodiff.tapes import kept_type
from ckptopt.checkpointing.directives import is_in_file
from ckptopt.checkpointing.effects import Alias, is_memory
from ckptopt.checkpointing.loops import adapter_of, known_integer
from ckptopt.checkpointing.memory_plan import Captured, Role
from ckptopt.checkpointing.planner import PLACE, Schedule, Sizes
from ckptopt.checkpointing.schedules import trip_count
from ckptopt.checkpointing.schemes import PLANNED
from ckptopt.checkpointing.shared_budget import (
    Kept,
    Loop,
    Own,
    Part,
    Way,
    Ways,
    kept_of,
    options,
    with_body,
)
from ckptopt.emitter import element_type, integer_width, is_integer, storage_type
from ckptopt.regions import BRANCHES, operations
from ckptopt.structured import is_leaf

if TYPE_CHECKING:
    from ckptopt.autodiff.plan import Plan
    from ckptopt.autodiff.reverse import Sweeps


class Unknown(Exception):
    """A size is known at run time only."""


def no_plan(op: Operation, body: tuple[Part, ...]) -> Loop:
    """For blocks in which nothing is to be planned."""
    raise Unknown


def no_size(buffer: SSAValue) -> int:
    """For what is to have constant sizes."""
    raise Unknown


@dataclass(frozen=True)
class Walk:
    """How to read what the loops of a function keep.

    `planned` gives a loop that is to be planned, whose body has some parts, and `measure` the bytes
    of a buffer whose type does not tell them. Both may raise `Unknown`. Without `rows`, each copy
    of a buffer has a handle.
    """

    sweeps: Sweeps
    planned: Callable[[Operation, tuple[Part, ...]], Loop] = no_plan
    measure: Callable[[SSAValue], int] = no_size
    rows: bool = True

    def bytes_of(self, buffer: SSAValue) -> int:
        """The bytes of a buffer."""
        try:
            return buffer_bytes(buffer.type)
        except Unknown:
            return self.measure(buffer)


def sizes_of(op: Operation, sweeps: Sweeps) -> Sizes | None:
    """What the loop `op`, which is to be replayed, keeps; None if sizes are not constant."""
    walk = Walk(sweeps)
    try:
        return with_body(own_sizes(op, walk), kept_of_step(op, walk))
    except Unknown:
        return None


def kept_of_step(op: Operation, walk: Walk, *, single: bool = True) -> Kept:
    """What a step of the loop `op` leaves, in which there is no choice. May raise `Unknown`.

    `single` says whether loops in a step that is taped alone are run in one sweep.
    """
    adapter = adapter_of(op)
    assert adapter is not None
    parts = parts_of(adapter.body(op), walk)
    (taped,), (alone,) = options(parts, False), options(parts, single)
    return taped.kept._replace(alone=alone.kept.alone, transient=alone.kept.transient)


def buffer_bytes(type: Attribute) -> int:
    """The bytes of a buffer of a memref type. Raises `Unknown` if its size is not constant."""
    shape = cast(MemRefType, type).get_shape()
    if DYNAMIC_INDEX in shape:
        raise Unknown
    return prod(shape) * number_bytes(element_type(type))


def number_bytes(type: Attribute) -> int:
    """The bytes of a number in memory; of a tensor or vector, of all elements."""
    scalar, shape = element_type(type), getattr(type, "get_shape", tuple[int, ...])()
    if DYNAMIC_INDEX in shape:
        raise Unknown
    if isinstance(scalar, MemRefType):
        return prod(shape) * handle_bytes(cast(Attribute, scalar))
    stored = storage_type(scalar)
    if isinstance(stored, IndexType) or is_integer(stored):
        return prod(shape) * max(1, integer_width(stored) // 8)
    width = getattr(scalar, "bitwidth", None)
    return prod(shape) * (width // 8 if isinstance(width, int) else 8)


def handle_bytes(type: Attribute) -> int:
    """The bytes of the descriptor that MLIR passes for a memref: two pointers, an offset, sizes and
    strides."""
    return 24 + 16 * len(cast(MemRefType, type).get_shape())


def own_sizes(op: Operation, walk: Walk) -> Own:
    """What the loop `op` keeps, but for what its steps leave.

    Raises `Unknown` if a size is not known.
    """
    sweeps, loop = walk.sweeps, LoopSweeps(walk.sweeps, op, Scope())
    adapter = adapter_of(op)
    assert adapter is not None
    body, demand = adapter.body(op), replayed(op, sweeps)
    state = buffers = handles = 0
    for index, value in enumerate(loop.carried_values):
        if index == 0 and not adapter.is_counted(op):
            continue  # whether it goes on: known in each snapshot
        if index in loop.carried_memory:
            buffers += walk.bytes_of(value)
        if is_memory(value):
            handles += handle_bytes(value.type)
        elif index in demand.carried:
            state += number_bytes(value.type)
    for memory in _pieces(loop, demand.memory, Role.SNAPSHOT):
        buffers += walk.bytes_of(memory.handle)
        if not (walk.rows and _is_row(memory.handle, op, walk.sweeps)):
            handles += handle_bytes(memory.handle.type)
    reread = _once(walk, loop, read_in_reverse(op, sweeps), Role.KEPT)
    sizes = Sizes(
        state=state,
        buffers=buffers,
        tape=0,
        step=0,
        fixed=_once(walk, loop, demand.memory, Role.KEPT, Role.SCRATCH) - reread,
        need=float(bool(live_operations(body, sweeps, (), ()))),
        last=float(bool(live_operations(body, sweeps, _results(op, sweeps)))),
        handles=handles,
    )
    return Own(sizes, _once(walk, loop, demand.memory, Role.KEPT), reread)


def _pieces(loop: LoopSweeps, read: frozenset[Alias], *roles: Role) -> list[Captured]:
    """The pieces of memory with one of `roles` that somebody reads."""
    return [piece for piece in loop.memory.of(*roles) if piece.alias in read]


def _once(walk: Walk, loop: LoopSweeps, read: frozenset[Alias], *roles: Role) -> int:
    return sum(walk.bytes_of(piece.handle) for piece in _pieces(loop, read, *roles))


def _results(op: Operation, sweeps: Sweeps) -> list[SSAValue]:
    """What the last step of a loop yields that is used after the loop."""
    adapter = adapter_of(op)
    assert adapter is not None
    yielded = adapter.yielded(op)
    return [yielded[index] for index in used_results(op, sweeps)]


def _is_row(buffer: SSAValue, op: Operation, sweeps: Sweeps) -> bool:
    """True if copies of `buffer` for the loop `op` become rows of a rectangle, without handles: so
    they do if nothing but their elements is used (`rectangles.py`).

    A loop inside that keeps snapshots in a file uses the address.
    """
    filed = [loop for loop in op.walk() if loop is not op and is_in_file(loop, sweeps.prefix)]
    uses = [use.operation for use in buffer.uses if op.is_ancestor(use.operation)]
    return isinstance(cast(MemRefType, buffer.type).layout, NoneAttr) and all(
        isinstance(use, ACCESSES) and not any(loop.is_ancestor(use) for loop in filed)
        for use in uses
    )


ACCESSES = (memref.LoadOp, memref.StoreOp, memref.CopyOp)


def parts_of(
    block: Block, walk: Walk, skip: Callable[[Operation], None] | None = None
) -> list[Part]:
    """What a run of `block` leaves for its reverse, in order, and the loops in it.

    `skip` gets each loop in the block of which it is not known. Raises `Unknown` if another size is
    not known.
    """
    sweeps, plan = walk.sweeps, walk.sweeps.plan
    found: list[Part] = [_number(value, sweeps) for value in plan.kept.get(block, ())]
    for op in operations(block):
        for type in plan.factors.get(op, {}).values():
            found.append(Kept(number_bytes(kept_type(type, sweeps.residual_type))))
        for contents in plan.contents.get(op, ()):
            copy = walk.bytes_of(contents.buffer)
            is_row = walk.rows and _is_reread(op, contents, plan)
            handle = 0 if is_row else handle_bytes(contents.buffer.type)
            found.append(Kept(copy + handle, handle, alone=copy))
        if op not in plan.reversed or is_leaf(op):
            continue
        if op in sweeps.schemes or is_parallel(op):
            try:
                found.append(loop_of(op, walk))
            except Unknown:
                if skip is None:
                    raise
                skip(op)
        elif op.name in BRANCHES:
            for inner in (b for region in op.regions for b in region.blocks):
                found += parts_of(inner, walk, skip)
    return found


def _is_reread(op: Operation, contents: Contents, plan: Plan) -> bool:
    """True if loads alone read these contents again, so that they become rows as well."""
    rereads = [r for r in plan.rereads.values() if r.copy == (op, contents)]
    return bool(rereads) and not any(reread.views for reread in rereads)


def _number(value: SSAValue, sweeps: Sweeps) -> Kept:
    if is_memory(value):
        return Kept(handle_bytes(value.type), handle_bytes(value.type))
    return Kept(number_bytes(kept_type(value.type, sweeps.residual_type)))


def loop_of(op: Operation, walk: Walk) -> Loop:
    """A loop in a block, with the ways to run it. Raises `Unknown` if a size is not known."""
    sweeps = walk.sweeps
    if is_parallel(op):
        body, steps = ParallelLoop(op).body, _parallel_trips(op)
        return Loop(op, tuple(parts_of(body, walk)), steps, _taped(steps), single=False)
    adapter, scheme = adapter_of(op), sweeps.schemes[op]
    assert adapter is not None
    body = tuple(parts_of(adapter.body(op), walk))
    if is_rematerialised(op):
        return Loop(op, body, 1, _rematerialised(op, walk), single=True)
    if scheme is PLANNED:
        return walk.planned(op, body)
    steps = adapter.constant_trip_count(op)
    if steps is None:
        raise Unknown
    if not scheme.replays:
        ways = _once_taped if steps == 1 else _taped(steps)
        return Loop(op, body, steps, ways, single=False)
    return Loop(op, body, steps, _scheduled(op, walk, steps), single=scheme.single)


def _once_taped(inner: Kept, one_sweep: bool, single: bool) -> list[Way]:
    """The way of a loop of one step, which needs no array of its own."""
    return [Way(inner)]


def _taped(steps: int) -> Ways:
    return lambda inner, one_sweep, single: [Way(inner.times(steps))]


def _rematerialised(op: Operation, walk: Walk) -> Ways:
    adapter, own = adapter_of(op), own_sizes(op, walk)
    assert adapter is not None
    values = walk.sweeps.plan.saved.get(adapter.body(op), ())
    saved = sum(number_bytes(value.type) for value in values)
    handles, buffers = own.sizes.handles, own.sizes.buffers

    def ways(inner: Kept, one_sweep: bool, single: bool) -> list[Way]:
        sizes = with_body(own, inner)
        replay = sizes.step + sizes.fixed
        return [Way(Kept(saved + handles + buffers, handles, replay, buffers, replay))]

    return ways


def _scheduled(op: Operation, walk: Walk, steps: int) -> Ways:
    """The way of a loop whose scheme is given."""
    sweeps, own, loop = walk.sweeps, own_sizes(op, walk), LoopSweeps(walk.sweeps, op, Scope())
    schedules = [_followed(op, sweeps, steps, one_sweep) for one_sweep in (False, True)]
    in_file = is_in_file(op, sweeps.prefix)
    slow = [sweeps.schemes[op].footprint(steps, one_sweep).slow for one_sweep in (False, True)]

    def ways(inner: Kept, one_sweep: bool, single: bool) -> list[Way]:
        schedule, far = schedules[one_sweep], slow[one_sweep]
        if in_file:
            return [Way(_kept_beside_file(loop, with_body(own, inner), schedule))]
        if isinstance(far, int) and far:
            return [Way(_kept_in_levels(with_body(own, inner), schedule, far))]
        return [Way(kept_of(schedule, own, inner))]

    return ways


def _kept_in_levels(sizes: Sizes, schedule: Schedule, slow: int) -> Kept:
    """What a loop keeps in both levels; its reverse works in one buffer and fetches to another."""
    fast = (schedule.slots - slow) * (sizes.snapshot + PLACE) + sizes.handles
    kept = fast + slow * (sizes.state + sizes.handles + sizes.buffers) + sizes.handles
    last = sizes.step if schedule.one_sweep else 0
    rest = sizes.step - last + 2 * sizes.buffers + sizes.fixed
    return Kept(kept, 0, rest, kept + last, rest)


def _kept_beside_file(loop: LoopSweeps, sizes: Sizes, schedule: Schedule) -> Kept:
    """What a loop whose snapshots are in a file keeps in memory: the handles of shadows and a place
    per slot; a replay's copies; and the numbers on the way to the file or from there."""
    others = [v for i, v in enumerate(loop.carried_values) if i not in loop.carried_memory]
    each = sum(handle_bytes(value.type) for value in others if is_memory(value))
    table = schedule.slots * (each + PLACE * schedule.is_rewritten)
    numbers: Counter[Attribute] = Counter()
    for value in others:
        if not is_memory(value):
            numbers[storage_type(value.type)] += number_bytes(value.type)
    leaf = min(schedule.leaf, schedule.steps)
    tape = sizes.step if leaf == 1 else leaf * sizes.tape + sizes.over
    last = tape if schedule.one_sweep else 0
    rest = max(tape + sizes.buffers, *numbers.values(), 0) - last + sizes.fixed
    kept = table if schedule.one_sweep else table + PLACE
    return Kept(kept, 0, rest, kept + last, rest)


def _parallel_trips(op: Operation) -> int:
    count = 1
    for bounds in ParallelLoop(op).bounds:
        lower, upper, step = map(known_integer, bounds)
        if lower is None or upper is None or step is None:
            raise Unknown
        count *= trip_count(lower, upper, step)
    return count


def work_of(block: Block) -> int:
    """How many operations a run of `block` takes, loops inside as often as is known."""
    count = 0
    for op in operations(block):
        adapter = adapter_of(op)
        steps = 1 if adapter is None else adapter.constant_trip_count(op)
        inner = (block for region in op.regions for block in region.blocks)
        count += 1 + (1 if steps is None else steps) * sum(map(work_of, inner))
    return count


def schedule_of(op: Operation, sweeps: Sweeps, steps: int) -> Schedule:
    """The schedule that the scheme of the loop `op` follows for a number of steps.

    Raises `Unknown` if that is known at run time only.
    """
    one_sweep = not sweeps.schemes[op].replays or sweeps.is_reversed_next(op)
    return _followed(op, sweeps, steps, one_sweep)


def _followed(op: Operation, sweeps: Sweeps, steps: int, one_sweep: bool) -> Schedule:
    tape, snapshots, _ = sweeps.schemes[op].footprint(steps, one_sweep)
    if not isinstance(tape, int) or not isinstance(snapshots, int):
        raise Unknown
    schedule = Schedule(steps, max(tape, 1), snapshots, one_sweep)
    spare = sweeps.schemes[op].name in ("binomial", "leaf") and snapshots >= schedule.replayed
    return schedule._replace(spare=spare)

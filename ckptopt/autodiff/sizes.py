"""How many bytes a planned gradient keeps: of a snapshot of a loop, and of a step on its tape.

All sizes are those of the buffers that the lowered code allocates. Where one is known at run time
only, there is no number, and None says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, NamedTuple, cast

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
from ckptopt.checkpointing import planner
from ckptopt.checkpointing.directives import is_in_file
from ckptopt.checkpointing.effects import Alias, is_memory
from ckptopt.checkpointing.loops import adapter_of, known_integer
from ckptopt.checkpointing.memory_plan import Captured, Role
from ckptopt.checkpointing.planner import PLACE, Schedule, Sizes
from ckptopt.checkpointing.schedules import trip_count
from ckptopt.emitter import element_type, integer_width, is_integer, storage_type
from ckptopt.regions import BRANCHES, operations
from ckptopt.structured import is_leaf

if TYPE_CHECKING:
    from ckptopt.autodiff.plan import Plan
    from ckptopt.autodiff.reverse import Sweeps


class Unknown(Exception):
    """A size is known at run time only."""


class Kept(NamedTuple):
    """What one run of a block leaves for its reverse, in bytes.

    `handles` are the part of it that is handles of buffers, and `transient` what the reverse
    allocates besides, and frees.
    """

    bytes: int = 0
    handles: int = 0
    transient: int = 0


def sizes_of(op: Operation, sweeps: Sweeps) -> Sizes | None:
    """What the loop `op`, which is to be replayed, keeps; None if sizes are not constant."""
    try:
        return _sizes(op, sweeps)
    except Unknown:
        return None


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


def _sizes(op: Operation, sweeps: Sweeps) -> Sizes:
    loop = LoopSweeps(sweeps, op, Scope())
    adapter = adapter_of(op)
    assert adapter is not None
    body, demand = adapter.body(op), replayed(op, sweeps)
    state = buffers = handles = 0
    for index, value in enumerate(loop.carried_values):
        if index in loop.carried_memory:
            buffers += buffer_bytes(value.type)
        if is_memory(value):
            handles += handle_bytes(value.type)
        elif index in demand.carried:
            state += number_bytes(value.type)
    for memory in _pieces(loop, demand.memory, Role.SNAPSHOT):
        buffers += buffer_bytes(memory.handle.type)
        if not _is_row(memory.handle, op):
            handles += handle_bytes(memory.handle.type)
    taped, alone = _kept_of(body, sweeps), _kept_of(body, sweeps, alone=True)
    reread = _once(loop, read_in_reverse(op, sweeps), Role.KEPT)
    return Sizes(
        state=state,
        buffers=buffers,
        tape=taped.bytes,
        step=alone.bytes + alone.transient + reread,
        fixed=_once(loop, demand.memory, Role.KEPT, Role.SCRATCH) - reread,
        need=float(bool(live_operations(body, sweeps, (), ()))),
        last=float(bool(live_operations(body, sweeps, _results(op, sweeps)))),
        handles=handles,
        over=taped.handles + taped.transient + reread,
    )


def _pieces(loop: LoopSweeps, read: frozenset[Alias], *roles: Role) -> list[Captured]:
    """The pieces of memory with one of `roles` that somebody reads."""
    return [piece for piece in loop.memory.of(*roles) if piece.alias in read]


def _once(loop: LoopSweeps, read: frozenset[Alias], *roles: Role) -> int:
    return sum(buffer_bytes(piece.handle.type) for piece in _pieces(loop, read, *roles))


def _results(op: Operation, sweeps: Sweeps) -> list[SSAValue]:
    """What the last step of a loop yields that is used after the loop."""
    adapter = adapter_of(op)
    assert adapter is not None
    yielded = adapter.yielded(op)
    return [yielded[index] for index in used_results(op, sweeps)]


def _is_row(buffer: SSAValue, op: Operation) -> bool:
    """True if copies of `buffer` for the loop `op` become rows of a rectangle, without handles: so
    they do if nothing but their elements is used (`rectangles.py`)."""
    return isinstance(cast(MemRefType, buffer.type).layout, NoneAttr) and all(
        isinstance(use.operation, ACCESSES) for use in buffer.uses if op.is_ancestor(use.operation)
    )


ACCESSES = (memref.LoadOp, memref.StoreOp, memref.CopyOp)


def _kept_of(block: Block, sweeps: Sweeps, *, alone: bool = False) -> Kept:
    """What a run of `block` leaves: on a tape, or, where it is reversed next, beside registers."""
    plan = sweeps.plan
    parts = [_number(value, sweeps) for value in plan.kept.get(block, ()) if not alone]
    for op in operations(block):
        if not alone:
            types = plan.factors.get(op, {}).values()
            parts += [Kept(number_bytes(kept_type(t, sweeps.residual_type))) for t in types]
        for contents in plan.contents.get(op, ()):
            is_row = alone or _is_reread(op, contents, plan)
            handle = 0 if is_row else handle_bytes(contents.buffer.type)
            parts.append(Kept(buffer_bytes(contents.buffer.type) + handle, handle))
        if op not in plan.reversed or is_leaf(op):
            continue
        if op in sweeps.schemes:
            parts.append(_kept_of_loop(op, sweeps, alone))
        elif is_parallel(op):
            parts.append(_kept_of_parallel(op, sweeps, alone))
        elif op.name in BRANCHES:
            inner = (b for region in op.regions for b in region.blocks)
            parts += [_kept_of(b, sweeps, alone=alone) for b in inner]
    return _together(parts, alone)


def _is_reread(op: Operation, contents: Contents, plan: Plan) -> bool:
    """True if loads alone read these contents again, so that they become rows as well."""
    rereads = [r for r in plan.rereads.values() if r.copy == (op, contents)]
    return bool(rereads) and not any(reread.views for reread in rereads)


def _together(parts: Sequence[Kept], alone: bool) -> Kept:
    """What several operations leave, one after the other.

    What is on no tape is freed when it is reversed, before what was left earlier.
    """
    transient = 0
    for part in parts:
        freed = part.bytes if alone else 0
        transient = max(part.transient, transient - freed)
    return Kept(sum(p.bytes for p in parts), sum(p.handles for p in parts), transient)


def _number(value: SSAValue, sweeps: Sweeps) -> Kept:
    if is_memory(value):
        return Kept(handle_bytes(value.type), handle_bytes(value.type))
    return Kept(number_bytes(kept_type(value.type, sweeps.residual_type)))


def _kept_of_loop(op: Operation, sweeps: Sweeps, alone: bool) -> Kept:
    adapter = adapter_of(op)
    assert adapter is not None
    body = adapter.body(op)
    if is_rematerialised(op):
        sizes = _sizes(op, sweeps)
        transient = sizes.step + sizes.fixed
        if alone:
            return Kept(sizes.buffers, 0, transient)
        saved = sum(number_bytes(value.type) for value in sweeps.plan.saved.get(body, ()))
        return Kept(saved + sizes.handles + sizes.buffers, sizes.handles, transient)
    steps = adapter.constant_trip_count(op)
    if steps is None:
        raise Unknown
    if not sweeps.schemes[op].replays:
        kept = _kept_of(body, sweeps)
        return _array(steps * kept.bytes, kept.handles, kept.transient, alone)
    loop, sizes = LoopSweeps(sweeps, op, Scope()), _sizes(op, sweeps)
    schedule = _followed(op, sweeps, steps, alone)
    if is_in_file(op, sweeps.prefix):
        return _kept_beside_file(loop, sizes, schedule, alone)
    if slow := sweeps.schemes[op].footprint(steps, alone).slow:
        assert isinstance(slow, int)
        return _kept_in_levels(sizes, schedule, slow, alone)
    reread = _once(loop, read_in_reverse(op, sweeps), Role.KEPT)
    copies = _once(loop, replayed(op, sweeps).memory, Role.KEPT) if schedule.replayed else reread
    kept = planner.snapshots(schedule, sizes) + copies
    everything = planner.peak(schedule, sizes)
    if alone:
        # Reversed next, the loop leaves the tape of its last stretch; else its reverse makes that.
        last = steps - schedule.leaf * schedule.replayed
        tape = sizes.step if last == 1 else sizes.tape * last + sizes.over
        left = kept + tape - reread
        return Kept(left, 0, max(everything - left, 0))
    handles = sizes.handles if schedule.replayed else 0
    return Kept(kept - handles, handles, everything - kept)


def _kept_in_levels(sizes: Sizes, schedule: Schedule, slow: int, alone: bool) -> Kept:
    """What a loop keeps in both levels; its reverse works in one buffer and fetches to another."""
    fast = (schedule.slots - slow) * (sizes.snapshot + PLACE) + sizes.handles
    kept = fast + slow * (sizes.state + sizes.handles + sizes.buffers) + sizes.handles
    last = sizes.step if alone else 0
    return Kept(kept + last, 0, sizes.step - last + 2 * sizes.buffers + sizes.fixed)


def _kept_beside_file(loop: LoopSweeps, sizes: Sizes, schedule: Schedule, alone: bool) -> Kept:
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
    last = tape if alone else 0
    replay = max(tape + sizes.buffers, *numbers.values(), 0)
    return Kept(table + last if alone else table + PLACE, 0, replay - last + sizes.fixed)


def _array(bytes: int, handles: int, transient: int, alone: bool) -> Kept:
    """What is pushed in a loop: an array, which has room for one more handle."""
    return Kept(bytes + handles, 0, transient) if alone else Kept(bytes, handles, transient)


def _kept_of_parallel(op: Operation, sweeps: Sweeps, alone: bool) -> Kept:
    loop = ParallelLoop(op)
    kept, count = _kept_of(loop.body, sweeps), 1
    for bounds in loop.bounds:
        lower, upper, step = map(known_integer, bounds)
        if lower is None or upper is None or step is None:
            raise Unknown
        count *= trip_count(lower, upper, step)
    return _array(count * kept.bytes, kept.handles, kept.transient, alone)


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

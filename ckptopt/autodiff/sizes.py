"""How many bytes a planned gradient keeps: of a snapshot of a loop, and of a step on its tape.

All sizes are those of the buffers that the lowered code allocates. Where one is known at run time
only, there is no number, and None says so.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, MemRefType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ckptopt.autodiff.loops import LoopSweeps
from ckptopt.autodiff.parallel import ParallelLoop, is_parallel
from ckptopt.autodiff.rematerialise import is_rematerialised
from ckptopt.autodiff.scope import Scope
from ckptopt.autodiff.tapes import kept_type
from ckptopt.checkpointing.effects import is_memory
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.memory_plan import Role
from ckptopt.checkpointing.planner import PLACE, Schedule, Sizes
from ckptopt.checkpointing.schedules import trip_count
from ckptopt.emitter import constant_value, element_type, integer_width, is_integer, storage_type
from ckptopt.regions import BRANCHES, operations
from ckptopt.structured import is_leaf

if TYPE_CHECKING:
    from ckptopt.autodiff.reverse import Sweeps


class Unknown(Exception):
    """A size is known at run time only."""


class Kept(NamedTuple):
    """What one run of a block leaves for its reverse, in bytes.

    `tape` is what goes on a tape, `alone` what is allocated where nothing is pushed, and
    `transient` what the reverse allocates besides, and frees.
    """

    tape: int = 0
    alone: int = 0
    transient: int = 0

    def __add__(self, other: object) -> Kept:
        assert isinstance(other, Kept)
        return Kept(
            self.tape + other.tape,
            self.alone + other.alone,
            max(self.transient, other.transient),
        )


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
    state = buffers = fixed = 0
    for index, value in enumerate(loop.carried_values):
        if index in loop.carried_memory:
            buffers += buffer_bytes(value.type)
        state += handle_bytes(value.type) if is_memory(value) else number_bytes(value.type)
    for memory in loop.memory.of(Role.SNAPSHOT):
        buffers += buffer_bytes(memory.handle.type)
        state += handle_bytes(memory.handle.type)
    for memory in loop.memory.of(Role.KEPT, Role.SCRATCH):
        fixed += buffer_bytes(memory.handle.type)
    body = adapter.body(op)
    kept = _kept_of(body, sweeps)
    fixed += kept.transient
    return Sizes(state, buffers, kept.tape, kept.alone, fixed, _need(body, sweeps))


def _need(body: Block, sweeps: Sweeps) -> float:
    """0 if the reverse of a step needs nothing but the state before it, else 1."""
    kept = sweeps.plan.kept.get(body, ())
    leaves = all(value in body.args for value in kept)
    plain = all(is_leaf(op) and not sweeps.memory.effects(op).writes for op in body.ops)
    factors = any(op in sweeps.plan.factors or op in sweeps.plan.contents for op in body.ops)
    return 0.0 if leaves and plain and not factors else 1.0


def _kept_of(block: Block, sweeps: Sweeps) -> Kept:
    plan, total = sweeps.plan, Kept()
    for value in plan.kept.get(block, ()):
        total += _number(value, sweeps)
    for op in operations(block):
        for type in plan.factors.get(op, {}).values():
            total += Kept(number_bytes(kept_type(type, sweeps.residual_type)))
        for contents in plan.contents.get(op, ()):
            copy = buffer_bytes(contents.buffer.type)
            total += Kept(copy + handle_bytes(contents.buffer.type), copy)
        if op not in plan.reversed or is_leaf(op):
            continue
        if op in sweeps.schemes:
            total += _kept_of_loop(op, sweeps)
        elif is_parallel(op):
            total += _kept_of_parallel(op, sweeps)
        elif op.name in BRANCHES:
            for inner in (b for region in op.regions for b in region.blocks):
                total += _kept_of(inner, sweeps)
    return total


def _number(value: SSAValue, sweeps: Sweeps) -> Kept:
    if is_memory(value):
        return Kept(handle_bytes(value.type))
    return Kept(number_bytes(kept_type(value.type, sweeps.residual_type)))


def _kept_of_loop(op: Operation, sweeps: Sweeps) -> Kept:
    adapter, scheme = adapter_of(op), sweeps.schemes[op]
    assert adapter is not None
    body = adapter.body(op)
    if is_rematerialised(op):
        sizes = _sizes(op, sweeps)
        saved = sum(number_bytes(value.type) for value in sweeps.plan.saved.get(body, ()))
        handles = sizes.state if sizes.buffers else 0
        return Kept(saved + handles + sizes.buffers, sizes.buffers, sizes.step + sizes.fixed)
    steps = adapter.constant_trip_count(op)
    if steps is None:
        raise Unknown
    if not scheme.replays:
        kept = _kept_of(body, sweeps)
        return Kept(steps * kept.tape, steps * kept.tape, kept.transient)
    sizes, one_sweep = _sizes(op, sweeps), sweeps.is_reversed_next(op)
    schedule = schedule_of(op, sweeps, steps)
    each = sizes.state + sizes.buffers
    rewritten = schedule.scheme in ("binomial", "leaf")
    snapshots = schedule.slots * (each + PLACE * rewritten)
    leaf = min(schedule.leaf, steps)
    tape = sizes.step if leaf == 1 else leaf * sizes.tape
    last = tape if one_sweep else 0
    work = sizes.buffers if rewritten else 0
    return Kept(snapshots + last, snapshots + last, tape - last + work + sizes.fixed)


def _kept_of_parallel(op: Operation, sweeps: Sweeps) -> Kept:
    loop = ParallelLoop(op)
    kept, count = _kept_of(loop.body, sweeps), 1
    for bounds in loop.bounds:
        lower, upper, step = map(constant_value, bounds)
        if not isinstance(lower, int) or not isinstance(upper, int) or not isinstance(step, int):
            raise Unknown
        count *= trip_count(lower, upper, step)
    return Kept(count * kept.tape, count * kept.tape, kept.transient)


def schedule_of(op: Operation, sweeps: Sweeps, steps: int) -> Schedule:
    """The schedule that the scheme of the loop `op` follows for a number of steps."""
    scheme = sweeps.schemes[op]
    one_sweep = not scheme.replays or sweeps.is_reversed_next(op)
    tape, snapshots = scheme.footprint(steps, one_sweep)
    assert isinstance(tape, int)
    assert isinstance(snapshots, int)
    return Schedule(steps, max(tape, 1), snapshots, one_sweep)

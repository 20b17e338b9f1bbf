"""Lowers caches to buffers indexed by iteration.

A cache has one push, once per iteration of a loop, and one pop, once per iteration of the reverse
loop, last in first out: the pop of iteration k reads what iteration n - 1 - k pushed. Between
parallel loops there is no order: an iteration pops what the same one pushed. A loop that runs once
may have been replaced by its body; then the buffer has one cell. A cache may itself be pushed on a
cache by a loop around its own, or be handed out of a branch.

Each cache becomes a buffer of its own first, so that a cache of caches holds handles. Where the
inner size is known before the outer buffer is made, the two are then merged into a rectangle. What
each iteration would allocate again is then allocated before the loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import func, memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.checkpointing.cache_storage import (
    BUFFER,
    FIRST_CAPACITY,
    GROWING,
    TENSOR,
    Storage,
)
from ckptopt.checkpointing.hoist_buffers import hoist_buffers
from ckptopt.checkpointing.offload import DESTINATION
from ckptopt.checkpointing.rectangles import ROWS, merge_rows, visible_at
from ckptopt.diagnostics import error, warn
from ckptopt.dialects import enzyme
from ckptopt.emitter import TENSOR_MARK, Emitter, constant_value
from ckptopt.regions import (
    Branch,
    alternatives,
    ancestor_in,
    defining_block,
    last_of,
)


def lower_caches(function: func.FuncOp) -> None:
    """Replace all caches of `function` by buffers.

    Raises a located error for caches that are not used as described above.
    """
    if not function.body.blocks:
        return
    emitter = Emitter.at_end_of(function.body.blocks[0])
    inits = [op for op in function.walk() if isinstance(op, enzyme.InitOp) and _is_cache(op.result)]
    buffers: list[tuple[int, memref.AllocOp | None]] = []
    for init in sorted(inits, key=lambda op: _nesting(op.result.type)):
        if init.parent is None:
            continue
        if _users([init.result], enzyme.PushOp, 0):
            buffers.append((_nesting(init.result.type), _lower(init, emitter)))
        elif not _users(_aliases(init.result), enzyme.PushOp, 0):
            _lower_unpushed(init, emitter)
    kept: list[memref.AllocOp] = []
    slots = [op for op in function.walk() if op.attributes.pop(ROWS, None) is not None]
    caches = [buffer for _, buffer in sorted(buffers, key=lambda found: -found[0])]
    for merged in (*(op for op in slots if isinstance(op, memref.AllocOp)), *caches):
        while merged is not None and merged.parent is not None:
            if (rectangle := merge_rows(merged, emitter)) is None:
                kept.append(merged)
            merged = rectangle
    hoist_buffers(op for op in kept if op.parent is not None)


# One cache, one buffer


def _lower(init: enzyme.InitOp, emitter: Emitter) -> memref.AllocOp | None:
    """Make the cache that `init` begins a buffer; returns its allocation if it keeps its size."""
    aliases = _aliases(init.result)
    pushes = _users(aliases, enzyme.PushOp, 0)
    pops = _users(aliases, enzyme.PopOp, 0)
    if len(pushes) != 1 or len(pops) > 1:
        raise error(init, "a cache must have one push and at most one pop")
    push = pushes[0]
    assert isinstance(push, enzyme.PushOp)
    once = _runs_with(push, push.cache)
    if any(once is not _runs_with(pop, pop.operands[0]) for pop in pops):
        raise error(init, "a cache must be pushed and popped equally often")
    storage = _storage_for(init, push)
    growing = storage is GROWING
    counts = [] if once else [emitter.index(FIRST_CAPACITY)] if growing else _counts_of(push)
    extents = [DYNAMIC_INDEX if growing else _extent(count) for count in counts]
    dynamic = [c for c, extent in zip(counts, extents, strict=True) if extent == DYNAMIC_INDEX]
    type = storage.type(push.value.type, extents)
    for alias in aliases:
        origin = alias.owner
        if not isinstance(origin, enzyme.InitOp):
            Rewriter.replace_value_with_new_type(alias, type)
            continue
        at = emitter.at(InsertPoint.before(origin)).located(origin)
        sizes = [
            visible_at(count, origin, emitter) if origin is init else emitter.index(0)
            for count in dynamic
        ]
        buffer = storage.make(at, type, sizes, alias.name_hint)
        if DESTINATION in origin.attributes and isinstance(buffer, OpResult):
            buffer.op.attributes[DESTINATION] = origin.attributes[DESTINATION]
        alias.replace_all_uses_with(buffer)
        Rewriter.erase_op(origin)
    counters = _counters_of(push)[: len(counts)]
    kept = storage.write(push, push.cache, counters, emitter)
    name = counters[0].name_hint if counters else None
    for pop in pops:
        assert isinstance(pop, enzyme.PopOp)
        at = emitter.at(InsertPoint.before(pop)).located(pop)
        place = [] if once else _mirrored_iteration(pop, name, emitter)
        value = storage.read(at, pop.cache, place, pop.output.type, pop.output.name_hint)
        pop.output.replace_all_uses_with(value)
        Rewriter.erase_op(pop)
    if storage.owned:
        _free_after_last_use(kept, emitter)
    return kept.owner if isinstance(kept.owner, memref.AllocOp) else None


def _lower_unpushed(init: enzyme.InitOp, emitter: Emitter) -> None:
    """Make a cache that nobody pushes an empty buffer.

    It stands for one in a branch that turned out never to be taken, or of a loop that turned out
    never to run; so pops of it never run.
    """
    aliases = _aliases(init.result)
    pops = _users(aliases, enzyme.PopOp, 0)
    unpushed = [pop for pop in pops if isinstance(pop.operands[0].owner, enzyme.InitOp)]
    if any(_runs_with(pop, pop.operands[0]) or _surely_loops(pop) for pop in unpushed):
        raise error(init, "a cache is popped but never pushed")
    type = _empty_type(init.result.type)
    made: list[SSAValue] = []
    for alias in aliases:
        origin = alias.owner
        if not isinstance(origin, enzyme.InitOp):
            _read_empty(Rewriter.replace_value_with_new_type(alias, type), emitter)
            continue
        if alias.first_use is not None:
            at = emitter.at(InsertPoint.before(origin)).located(origin)
            made.append(BUFFER.make(at, type, [emitter.index(0)], alias.name_hint))
            alias.replace_all_uses_with(made[-1])
            _read_empty(made[-1], emitter)
        Rewriter.erase_op(origin)
    if made:
        _free_after_last_use(made[0], emitter)


def _surely_loops(op: Operation) -> bool:
    """True if the loop around `op` is known to run."""
    loop = op.parent_op()
    if not isinstance(loop, scf.ForOp):
        return False
    lower, upper = constant_value(loop.lb), constant_value(loop.ub)
    return lower is not None and upper is not None and lower < upper


def _runs_with(op: Operation, cache: SSAValue) -> bool:
    """True if `op` runs at most once for each time that `cache` is defined: no loop is between."""
    home, block = defining_block(cache), op.parent
    while block is not None and block is not home:
        around = block.parent_op()
        if not isinstance(around, Branch):
            return False
        block = around.parent
    return True


def _empty_type(type: Attribute) -> Attribute:
    if not isinstance(type, enzyme.CacheType):
        return type
    return BUFFER.type(_empty_type(type.element_type), [DYNAMIC_INDEX])


def _read_empty(buffer: SSAValue, emitter: Emitter) -> None:
    """Replace the pops of an empty buffer, and of what is popped from it."""
    for pop in _users([buffer], enzyme.PopOp, 0):
        at = emitter.at(InsertPoint.before(pop)).located(pop)
        type = _empty_type(pop.results[0].type)
        value = BUFFER.read(at, buffer, [emitter.index(0)], type, pop.results[0].name_hint)
        pop.results[0].replace_all_uses_with(value)
        _read_empty(value, emitter)
        Rewriter.erase_op(pop)


def _storage_for(init: enzyme.InitOp, push: enzyme.PushOp) -> Storage:
    if isinstance(push.value.type, TensorType):
        return TENSOR
    if TENSOR_MARK in init.attributes:
        if _fits_tensor(init.result, push):
            return TENSOR
        warn(init, "this cache is kept in a memref: a tensor would have to change its size")
    inside_while = not _runs_with(push, push.cache) and isinstance(push.parent_op(), scf.WhileOp)
    return GROWING if inside_while else BUFFER


def _fits_tensor(cache: SSAValue, push: enzyme.PushOp) -> bool:
    """True if counted loops can carry all that is pushed, at every level, in one tensor."""
    loop = push.parent_op()
    if not isinstance(loop, scf.ForOp) or _runs_with(push, push.cache):
        return False
    stored = _users(_aliases(cache), enzyme.PushOp, 1)
    if not stored:
        return True
    outer = stored[0]
    assert isinstance(outer, enzyme.PushOp)
    return isinstance(constant_value(loop.ub), int) and _fits_tensor(outer.cache, outer)


def _counters_of(push: enzyme.PushOp) -> Sequence[SSAValue]:
    """The values that number the iterations of the loop around `push`, and perhaps others."""
    loop = push.parent_op()
    if isinstance(loop, scf.WhileOp):
        return loop.after_region.block.args
    return loop.regions[0].block.args if isinstance(loop, scf.ForOp | scf.ParallelOp) else ()


def _aliases(cache: SSAValue) -> list[SSAValue]:
    """The values that `cache` goes by, and those that other branches hand out in its place."""
    found: dict[SSAValue, None] = {cache: None}
    pending = [cache]
    while pending:
        value = pending.pop()
        for other in _flows(value):
            if other not in found:
                found[other] = None
                pending.append(other)
    return list(found)


def _flows(value: SSAValue) -> Iterator[SSAValue]:
    yield from alternatives(value)
    for use in value.uses:
        op = use.operation
        if isinstance(op, scf.YieldOp) and isinstance(parent := op.parent_op(), Branch):
            yield parent.results[use.index]
            yield from alternatives(parent.results[use.index])
        elif isinstance(op, enzyme.PushOp) and use.index == 1:
            for outer in _aliases(op.cache):
                yield from (pop.results[0] for pop in _users([outer], enzyme.PopOp, 0))


def _users(values: Sequence[SSAValue], kind: type[Operation], index: int) -> list[Operation]:
    return [
        use.operation
        for value in values
        for use in value.uses
        if isinstance(use.operation, kind) and use.index == index
    ]


def _loop_of(op: Operation) -> scf.ForOp | scf.ParallelOp:
    """The loop over 0 .. n - 1, or several such dimensions, whose body holds `op`."""
    loop = op.parent_op()
    match loop:
        case scf.ForOp():
            lower, step = [loop.lb], [loop.step]
        case scf.ParallelOp():
            lower, step = list(loop.lowerBound), list(loop.step)
        case _:
            lower, step = [], []
    if (
        not isinstance(loop, scf.ForOp | scf.ParallelOp)
        or any(constant_value(value) != 0 for value in lower)
        or any(constant_value(value) != 1 for value in step)
    ):
        raise error(op, "a cache must be pushed and popped in loops over 0 .. n - 1")
    return loop


def _counts_of(op: Operation) -> list[SSAValue]:
    """How many iterations the loop around `op` has, per dimension."""
    loop = _loop_of(op)
    return [loop.ub] if isinstance(loop, scf.ForOp) else list(loop.upperBound)


def _extent(count: SSAValue) -> int:
    known = constant_value(count)
    return known if isinstance(known, int) else DYNAMIC_INDEX


def _mirrored_iteration(op: Operation, name: str | None, emitter: Emitter) -> list[SSAValue]:
    """`n - 1 - k` in iteration k of the loop around `op`, called `name`; if parallel, just `k`."""
    loop = _loop_of(op)
    if isinstance(loop, scf.ParallelOp):
        return list(loop.body.block.args)
    before = emitter.at(InsertPoint.before(loop)).located(loop)
    last = before.sub(loop.ub, before.index(1), "last")
    at = emitter.at(InsertPoint.before(op)).located(op)
    return [at.sub(last, loop.body.block.args[0], name)]


def _free_after_last_use(buffer: SSAValue, emitter: Emitter) -> None:
    """Free a buffer in the block where the last of its aliases is defined, after its last use."""
    end = _last_alias(buffer)
    block = defining_block(end)
    users = [ancestor_in(block, use.operation) for use in end.uses]
    assert isinstance(end, OpResult)
    after = last_of(users) if users else end.op
    emitter.at(InsertPoint.after(after)).located(after).dealloc(end)


def _last_alias(buffer: SSAValue) -> SSAValue:
    for use in buffer.uses:
        op = use.operation
        if isinstance(op, scf.YieldOp) and isinstance(parent := op.parent_op(), Branch):
            return _last_alias(parent.results[use.index])
        if isinstance(op, enzyme.PushOp) and use.index == 1:
            pops = _users(_aliases(op.cache), enzyme.PopOp, 0)
            return _last_alias(pops[0].results[0]) if pops else buffer
    return buffer


# Helpers


def _is_cache(value: SSAValue) -> bool:
    return isinstance(value.type, enzyme.CacheType)


def _nesting(type: Attribute) -> int:
    return 1 + _nesting(type.element_type) if isinstance(type, enzyme.CacheType) else 0

"""Removes what nothing depends on: operations, carried values, results, caches and buffers.

Liveness starts from effects that can be seen from outside. A push is live if its cache is popped
for something live, and a write to a local buffer if the buffer is read for something live; so a
recurrence that only feeds itself, with its tape, goes as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from xdsl.dialects import func, memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import IsTerminator, MemoryEffectKind, get_effects

from ckptopt.checkpointing.effects import ALLOCATIONS, is_view
from ckptopt.dialects import enzyme
from ckptopt.regions import Branch, alternatives, is_barrier
from ckptopt.rewriting.rebuild import rebuild
from ckptopt.structured import is_leaf, is_structured, structure

_CACHE_OPS = (enzyme.InitOp, enzyme.PushOp, enzyme.PopOp)

_Passing = scf.ForOp | scf.WhileOp | Branch
"""Operations that pass values on through their blocks, each of which may be live or not."""

_Structured = _Passing | scf.ParallelOp | scf.ReduceOp
"""Operations whose regions run only if something in them, or a result, is live."""


def remove_dead_code(function: func.FuncOp) -> bool:
    """Remove dead code from `function`; True if there was any."""
    ops = [op for op in function.walk() if op is not function]
    live = _Liveness(function)
    for op in ops:
        if live.is_root(op):
            live.mark(op)
    live.propagate()
    return _sweep(ops, live)


class _Liveness:
    """The live operations and values found so far, and those yet to be visited."""

    def __init__(self, function: func.FuncOp) -> None:
        self.function = function
        self.ops: set[Operation] = set()
        self.values: set[SSAValue] = set()
        self.pending: list[SSAValue] = []
        self.writers: dict[SSAValue, list[Operation]] = {}
        self.local: dict[SSAValue, bool] = {}

    def is_root(self, op: Operation) -> bool:
        """True if `op` has an effect that can be seen without using its results."""
        if isinstance(op, _CACHE_OPS) or not is_leaf(op) or op.name in ALLOCATIONS:
            return False
        if op.has_trait(IsTerminator, value_if_unregistered=False):
            parent = op.parent_op()
            return parent is not None and not (
                isinstance(parent, _Structured) or is_structured(parent)
            )
        bases = [_base(target) for target in _written(op)]
        if bases and all(map(self._is_local, bases)):
            for base in bases:
                self.writers.setdefault(base, []).append(op)
            return False
        if is_barrier(op):
            return False
        effects = get_effects(op)
        return effects is None or any(e.kind is not MemoryEffectKind.READ for e in effects)

    def _is_local(self, base: SSAValue) -> bool:
        if base not in self.local:
            self.local[base] = _is_local(base)
        return self.local[base]

    def mark(self, op: Operation) -> None:
        """`op` is live, and what it and the operations around it need to run."""
        while op not in self.ops and op is not self.function:
            self.ops.add(op)
            self.need(_needed(op))
            for block in (block for region in op.regions for block in region.blocks):
                last = block.last_op
                if last is not None and (last.successors or not isinstance(op, _Passing)):
                    self.mark(last)
            parent = op.parent_op()
            if parent is None:
                return
            op = parent

    def need(self, values: Iterable[SSAValue]) -> None:
        """All of `values` are live."""
        for value in values:
            if value not in self.values:
                self.values.add(value)
                self.pending.append(value)

    def propagate(self) -> None:
        """Follow live values to what they depend on."""
        while self.pending:
            value = self.pending.pop()
            if isinstance(value.type, enzyme.CacheType):
                for use in value.uses:
                    if isinstance(use.operation, enzyme.PushOp) and use.index == 0:
                        self.mark(use.operation)
            if isinstance(value.type, MemRefType):
                for op in self.writers.get(_base(value), ()):
                    self.mark(op)
            if isinstance(value, BlockArgument):
                self._argument(value)
            elif isinstance(value, OpResult):
                self._result(value)

    def _argument(self, value: BlockArgument) -> None:
        loop = value.block.parent_op()
        if loop is None or loop is self.function:
            return
        self.mark(loop)
        if isinstance(loop, scf.ForOp):
            if value.index > 0:
                self._carried(loop, value.index - 1)
        elif not isinstance(loop, scf.WhileOp):
            self.need(loop.operands)
        elif value.block is loop.before_region.block:
            self.need((loop.arguments[value.index], _end(loop.after_region).operands[value.index]))
        else:
            self.need([_passed(loop, value.index)])

    def _result(self, value: OpResult) -> None:
        self.mark(value.op)
        if isinstance(value.op, scf.ForOp):
            self._carried(value.op, value.index)
        elif isinstance(value.op, scf.WhileOp):
            self.need([_passed(value.op, value.index)])
        elif isinstance(value.op, Branch):
            self.need(alternatives(value))

    def _carried(self, loop: scf.ForOp, index: int) -> None:
        yielded = _end(loop.body).operands[index]
        self.need((loop.iter_args[index], loop.body.block.args[index + 1], yielded))


def _needed(op: Operation) -> Sequence[SSAValue]:
    """What `op` needs to run, whichever of the values that it passes on are live."""
    match op:
        case scf.ForOp():
            return (op.lb, op.ub, op.step)
        case scf.WhileOp():
            return _end(op.before_region).operands[:1]
        case _:
            return op.operands


def _end(region: Region) -> Operation:
    last = region.block.last_op
    assert last is not None
    return last


def _passed(loop: scf.WhileOp, index: int) -> SSAValue:
    """What `loop` passes on to its body, and at last as its result."""
    return _end(loop.before_region).operands[index + 1]


def _written(op: Operation) -> list[SSAValue]:
    """The buffers that `op` writes or frees, if that is all it does."""
    match op:
        case memref.StoreOp():
            return [op.memref]
        case memref.CopyOp():
            return [op.destination]
        case memref.DeallocOp():
            return [op.memref]
        case _ if is_structured(op):
            outputs = structure(op).outputs
            return [value for value in outputs if isinstance(value.type, MemRefType)]
        case _:
            return []


def _base(buffer: SSAValue) -> SSAValue:
    while isinstance(buffer, OpResult) and is_view(buffer.op) and len(buffer.op.operands) > 0:
        if buffer.op.name == "arith.select":
            return buffer
        buffer = buffer.op.operands[0]
    return buffer


def _is_local(base: SSAValue) -> bool:
    """True for a buffer made here whose handle goes nowhere but into accesses and views."""
    if not isinstance(base, OpResult) or base.op.name not in ALLOCATIONS:
        return False
    pending: list[SSAValue] = [base]
    while pending:
        for use in pending.pop().uses:
            op = use.operation
            if is_view(op) and op.name != "arith.select":
                pending.append(op.results[0])
            elif op.name == "memref.store" and use.index == 0:
                return False
            elif op.name not in _ACCESSES and not is_structured(op):
                return False
    return True


_ACCESSES = frozenset(
    {"memref.load", "memref.store", "memref.copy", "memref.dealloc", "memref.dim"}
)


# Removal


def _sweep(ops: list[Operation], live: _Liveness) -> bool:
    passing = [op for op in ops if op in live.ops and isinstance(op, _Passing)]
    kept: dict[Operation, _Kept] = {}
    for op in passing:
        if (parts := _kept(op, live)) is not None:
            kept[op] = parts
    changed = bool(kept)
    for op, parts in kept.items():
        _trim_ends(op, parts)
    for op in reversed(ops):
        if op not in live.ops and not _is_implicit_end(op, live):
            changed = True
            Rewriter.erase_op(op, safe_erase=False)
    for op in reversed(ops):
        if op in kept:
            _keep_only(op, kept[op])
    for op in ops:
        if op in live.ops and isinstance(op, scf.IfOp) and op.parent is not None:
            changed |= _drop_empty_else(op)
    return changed


def _is_implicit_end(op: Operation, live: _Liveness) -> bool:
    return isinstance(op, scf.YieldOp | scf.ConditionOp) and op.parent_op() in live.ops


class _Kept(NamedTuple):
    """The numbers of the carried values and of the results that an operation keeps."""

    carried: Sequence[int]
    results: Sequence[int]


def _kept(op: _Passing, live: _Liveness) -> _Kept | None:
    """What of the values that `op` passes on is live; None if all of them are."""
    carried = _carried(op)
    inside = op.after_region.block.args if isinstance(op, scf.WhileOp) else carried or op.results
    kept = _Kept(
        [i for i, arg in enumerate(carried) if arg in live.values],
        [
            i
            for i, (arg, result) in enumerate(zip(inside, op.results, strict=True))
            if arg in live.values or result in live.values
        ],
    )
    everything = len(kept.carried) == len(carried) and len(kept.results) == len(op.results)
    return None if everything else kept


def _carried(op: Operation) -> Sequence[SSAValue]:
    """The block arguments that begin as an operand of `op`."""
    match op:
        case scf.ForOp():
            return op.body.block.args[1:]
        case scf.WhileOp():
            return op.before_region.block.args
        case _:
            return ()


def _trim_ends(op: Operation, kept: _Kept) -> None:
    for region in op.regions:
        for block in region.blocks:
            last = block.last_op
            if isinstance(last, scf.ConditionOp):
                last.operands = [last.condition, *(last.args[i] for i in kept.results)]
            elif isinstance(last, scf.YieldOp):
                indices = kept.carried if isinstance(op, scf.WhileOp) else kept.results
                last.operands = [last.operands[i] for i in indices]


def _keep_only(op: Operation, kept: _Kept) -> None:
    """Replace `op` by a copy that passes on the values `kept` only."""
    carried = _carried(op)
    first = len(op.operands) - len(carried)
    operands = [*op.operands[:first], *(op.operands[first + i] for i in kept.carried)]
    _erase_args(carried, kept.carried)
    if isinstance(op, scf.WhileOp):
        _erase_args(op.after_region.block.args, kept.results)
    rebuild(op, operands, kept.results)


def _erase_args(args: Sequence[SSAValue], kept: Sequence[int]) -> None:
    dropped = set(range(len(args))).difference(kept)
    for arg in [arg for index, arg in enumerate(args) if index in dropped]:
        assert isinstance(arg, BlockArgument)
        arg.block.erase_arg(arg, safe_erase=False)


def _drop_empty_else(op: scf.IfOp) -> bool:
    block = op.false_region.blocks.first
    if op.results or block is None or len(block.ops) > 1:
        return False
    op.false_region.detach_block(block)
    block.erase()
    return True

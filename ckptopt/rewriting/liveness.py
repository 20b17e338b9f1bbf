"""Removes what nothing depends on: operations, carried values, results, caches and buffers.

Liveness starts from effects that can be seen from outside. A push is live if its cache is popped
for something live, and a write to a local buffer if the buffer is read for something live; so a
recurrence that only feeds itself, with its tape, goes as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.dialects import func, memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import IsTerminator, MemoryEffectKind, get_effects

from ckptopt.checkpointing.effects import ALLOCATIONS, is_view
from ckptopt.dialects import enzyme
from ckptopt.regions import Branch, alternatives
from ckptopt.rewriting.rebuild import rebuild

_CACHE_OPS = (enzyme.InitOp, enzyme.PushOp, enzyme.PopOp)

_Structured = scf.ForOp | Branch | scf.ParallelOp | scf.ReduceOp
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

    def is_root(self, op: Operation) -> bool:
        """True if `op` has an effect that can be seen without using its results."""
        if isinstance(op, _CACHE_OPS) or op.regions or op.name in ALLOCATIONS:
            return False
        if op.has_trait(IsTerminator, value_if_unregistered=False):
            return not isinstance(op.parent_op(), _Structured)
        if (target := _written(op)) is not None:
            base = _base(target)
            if _is_local(base):
                self.writers.setdefault(base, []).append(op)
                return False
        effects = get_effects(op)
        return effects is None or any(e.kind is not MemoryEffectKind.READ for e in effects)

    def mark(self, op: Operation) -> None:
        """`op` is live, and what it and the operations around it need to run."""
        while op not in self.ops and op is not self.function:
            self.ops.add(op)
            if not isinstance(op, scf.ForOp):
                self.need(op.operands)
            else:
                self.need((op.lb, op.ub, op.step))
            if op.regions and not isinstance(op, scf.ForOp | Branch):
                for region in op.regions:
                    for block in region.blocks:
                        if block.last_op is not None:
                            self.mark(block.last_op)
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
        if isinstance(loop, scf.ForOp) and value.index > 0:
            self._carried(loop, value.index - 1)
        elif not isinstance(loop, scf.ForOp):
            self.need(loop.operands)

    def _result(self, value: OpResult) -> None:
        self.mark(value.op)
        if isinstance(value.op, scf.ForOp):
            self._carried(value.op, value.index)
        elif isinstance(value.op, Branch):
            self.need(alternatives(value))

    def _carried(self, loop: scf.ForOp, index: int) -> None:
        last = loop.body.block.last_op
        assert last is not None
        self.need([loop.iter_args[index], loop.body.block.args[index + 1], last.operands[index]])


def _written(op: Operation) -> SSAValue | None:
    """The buffer that `op` writes or frees, if that is all it does."""
    match op:
        case memref.StoreOp():
            return op.memref
        case memref.CopyOp():
            return op.destination
        case memref.DeallocOp():
            return op.memref
        case _:
            return None


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
            elif op.name not in _ACCESSES:
                return False
    return True


_ACCESSES = frozenset(
    {"memref.load", "memref.store", "memref.copy", "memref.dealloc", "memref.dim"}
)


def _blocks(op: Operation) -> Iterator[Block]:
    for region in op.regions:
        yield from region.blocks


# Removal


def _sweep(ops: list[Operation], live: _Liveness) -> bool:
    changed = False
    for op in ops:
        if op in live.ops and isinstance(op, scf.ForOp | Branch):
            kept = _kept(op, live)
            if len(kept) < len(op.results):
                changed = True
                for block in _blocks(op):
                    last = block.last_op
                    if isinstance(last, scf.YieldOp):
                        last.operands = [last.operands[index] for index in kept]
    for op in reversed(ops):
        if op not in live.ops and not _is_implicit_yield(op, live):
            changed = True
            Rewriter.erase_op(op, safe_erase=False)
    for op in reversed(ops):
        if op in live.ops and isinstance(op, scf.ForOp | Branch):
            kept = _kept(op, live)
            if len(kept) < len(op.results):
                _keep_only(op, kept)
    for op in ops:
        if op in live.ops and isinstance(op, scf.IfOp) and op.parent is not None:
            changed |= _drop_empty_else(op)
    return changed


def _is_implicit_yield(op: Operation, live: _Liveness) -> bool:
    return isinstance(op, scf.YieldOp) and op.parent_op() in live.ops


def _kept(op: scf.ForOp | Branch, live: _Liveness) -> list[int]:
    if isinstance(op, Branch):
        return [i for i, result in enumerate(op.results) if result in live.values]
    args = op.body.block.args[1:]
    return [
        i
        for i, (arg, result) in enumerate(zip(args, op.res, strict=True))
        if arg in live.values or result in live.values
    ]


def _keep_only(op: scf.ForOp | Branch, kept: list[int]) -> None:
    """Replace `op` by a copy with the carried values and results `kept` only."""
    dropped = [i for i in range(len(op.results)) if i not in kept]
    operands = list(op.operands)
    if isinstance(op, scf.ForOp):
        block = op.body.block
        operands = [*operands[:3], *(op.iter_args[index] for index in kept)]
        for index in reversed(dropped):
            block.erase_arg(block.args[index + 1], safe_erase=False)
    rebuild(op, operands, kept)


def _drop_empty_else(op: scf.IfOp) -> bool:
    block = op.false_region.blocks.first
    if op.results or block is None or len(block.ops) > 1:
        return False
    op.false_region.detach_block(block)
    block.erase()
    return True

"""Lets buffers live no longer than they are used, as a deallocation pass for straight-line code."""

from __future__ import annotations

from xdsl.dialects import func, memref
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

import ckptopt
from ckptopt.checkpointing.effects import is_view
from ckptopt.regions import ancestor_in, last_of


def freed_after_last_use(text: str) -> str:
    """`text` with a dealloc for each buffer that a function makes and does not return."""
    module = ckptopt.parse(text)
    for op in list(module.walk()):
        if isinstance(op, memref.AllocOp) and isinstance(op.parent_op(), func.FuncOp):
            _free(op)
    return ckptopt.to_text(module)


def _free(op: memref.AllocOp) -> None:
    block = op.parent
    assert block is not None
    users = _users(block, op.memref)
    if not any(isinstance(user, func.ReturnOp | memref.DeallocOp) for user in users):
        last = last_of(users) if users else op
        Rewriter.insert_op(memref.DeallocOp(operands=[op.memref]), InsertPoint.after(last))


def _users(block: Block, buffer: SSAValue) -> list[Operation]:
    """The operations of a block in which a buffer, or a view of it, is used."""
    found: list[Operation] = []
    for use in buffer.uses:
        found.append(ancestor_in(block, use.operation))
        if is_view(use.operation):
            found += _users(block, use.operation.results[0])
    return found

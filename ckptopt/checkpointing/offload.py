"""Offloading: a tape that waits in another memory space between the sweeps.

The forward sweep fills the buffer, which is then copied away and freed; the reverse sweep begins
by copying it back.

    %t = alloc : memref<6xf64>              %t = alloc : memref<6xf64>
    for { store %x, %t[%i] }                for { store %x, %t[%i] }
                                            %away = alloc : memref<6xf64, 1>
                                            copy %t, %away
                                            dealloc %t
                                     ->
                                            %back = alloc : memref<6xf64>
                                            copy %away, %back
                                            dealloc %away
    for { load %t[%i] }                     for { load %back[%i] }
    dealloc %t                              dealloc %back
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import IntegerAttr, MemRefType, StringAttr, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.diagnostics import warn
from ckptopt.emitter import Emitter, memref_type, part_name
from ckptopt.regions import ancestor_in, function_block, last_of

MOVED = "ckptopt.moved"
"""The attribute of a `memref.copy` between memory spaces, which is to be a `Move`."""

AHEAD = StringAttr("ahead")
"""The value of `MOVED` for a copy that may run until its target is used."""

DESTINATION = "ckptopt.offload_to"
"""The attribute of an `enzyme.init`, and then of an allocation, that names a memory space."""

Move: TypeAlias = Literal["memref.copy", "gpu.memcpy"]


def offload_buffers(function: func.FuncOp, move: Move) -> None:
    """Let the marked buffers of `function` wait in their memory space between the sweeps.

    Copies of snapshots between memory spaces become moves too.
    """
    for op in list(function.walk()):
        moved = op.attributes.pop(MOVED, None)
        if moved is not None and move == "gpu.memcpy":
            _copy_on_gpu(op, ahead=moved == AHEAD)
    marked = [op for op in function.walk() if DESTINATION in op.attributes]
    for op in marked:
        destination = op.attributes.pop(DESTINATION)
        if isinstance(op, memref.AllocOp):
            named = isinstance(destination, StringAttr)
            _offload(op, space_of(destination.data) if named else destination, move)


def _copy_on_gpu(op: Operation, *, ahead: bool) -> None:
    """Let a `memref.copy` be a `gpu.memcpy`; one that is `ahead` is waited for where the target is
    used:

        %begin = gpu.wait async
        %token = gpu.memcpy async [%begin] %target, %source
        ...
        gpu.wait [%token]
        use %target
    """
    from xdsl.dialects.gpu import MemcpyOp, WaitOp

    source, target = op.operands
    if not ahead:
        Rewriter.replace_op(op, MemcpyOp(source, target), [])
        return
    block = op.parent
    assert block is not None
    users = {ancestor_in(block, use.operation) for use in target.uses}
    first = next(at for at in _following(op) if at in users)
    begin = WaitOp()
    copy = MemcpyOp(source, target, [begin], is_async=True)
    Rewriter.insert_op(WaitOp.create(operands=copy.results), InsertPoint.before(first))
    Rewriter.replace_op(op, [begin, copy], [])


def _following(op: Operation) -> Iterator[Operation]:
    """The operations after `op` in its block."""
    while (following := op.next_op) is not None:
        yield following
        op = following


def space_of(text: str) -> Attribute:
    """The memory space that a policy names: a number, or anything else as a string."""
    return IntegerAttr(int(text), i64) if text.isdigit() else StringAttr(text)


def _offload(op: memref.AllocOp, space: Attribute, move: Move) -> None:
    block, buffer = op.parent, op.memref
    assert block is not None
    users = {use.operation: ancestor_in(block, use.operation) for use in buffer.uses}
    writers = {at for user, at in users.items() if isinstance(user, memref.StoreOp)}
    readers = {at for user, at in users.items() if isinstance(user, memref.LoadOp)}
    accesses = memref.StoreOp | memref.LoadOp | memref.DeallocOp
    handed_on = any(
        not isinstance(use.operation, accesses)
        or (isinstance(use.operation, memref.StoreOp) and use.index == 0)
        for use in buffer.uses
    )
    if handed_on or not writers or not readers or writers & readers:
        warn(op, "this tape is not offloaded: it is used before it is complete")
        return
    emitter = Emitter.at_end_of(function_block(block)).located(op)
    away_name = part_name(buffer.name_hint, "away")
    away = _moved(emitter.at(InsertPoint.after(last_of(writers))), buffer, space, away_name, move)
    first = next(at for at in block.ops if at in readers)
    home = memref_type(buffer).memory_space
    back = _moved(emitter.at(InsertPoint.before(first)), away, home, buffer.name_hint, move)
    for user, at in users.items():
        if at in readers or isinstance(user, memref.DeallocOp):
            user.operands = [back if value is buffer else value for value in user.operands]


def _moved(
    e: Emitter, source: SSAValue, space: Attribute, name: str | None, move: Move
) -> SSAValue:
    """A copy of a buffer in a memory space, which replaces the buffer."""
    type = memref_type(source)
    there = MemRefType(type.element_type, type.get_shape(), type.layout, space)
    target = e.alloc_like(source, name, there)
    if move == "memref.copy":
        e.copy(source, target)
    else:
        from xdsl.dialects.gpu import MemcpyOp

        e.insert(MemcpyOp(source, target))
    e.dealloc(source)
    return target

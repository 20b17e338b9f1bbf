"""Merges a buffer of handles and the buffers behind them into one rectangular buffer.

    %c = alloc(%n) : memref<?xmemref<?xf64>>       %c = alloc(%n, %m) : memref<?x?xf64>
    for %i { %r = alloc(%m)                   ->   for %i {
             for %j { store %x, %r[%j] }                    for %j { store %x, %c[%i, %j] }
             store %r, %c[%i] }                           }

Each iteration must make its row, and only access it. A row whose size is in its type may be copied
as a whole too: as a view of contiguous elements, so that the copy is lowered to a `memcpy`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import MemRefType, NoneAttr, ShapedType, StridedLayoutAttr
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import is_side_effect_free

from ckptopt.checkpointing.offload import DESTINATION
from ckptopt.emitter import Emitter, memref_type
from ckptopt.regions import (
    Branch,
    alternatives,
    ancestor_in,
    encloses,
    is_visible,
    last_of,
)
from ckptopt.rewriting.rebuild import drop_results


def merge_rows(outer: memref.AllocOp, emitter: Emitter) -> memref.AllocOp | None:
    """The rectangle that takes the place of a buffer of handles; None if that cannot be."""
    element = memref_type(outer.memref).element_type
    if not isinstance(element, MemRefType):
        return None
    row_type = cast(MemRefType, element)
    uses = [use.operation for use in outer.memref.uses]
    writes = [op for op in uses if isinstance(op, memref.StoreOp)]
    reads = [op for op in uses if isinstance(op, memref.LoadOp)]
    if len(writes) != 1 or len(reads) != 1 or len(uses) != 3:
        return None
    filled = [op for op in _origins(writes[0].value) if _is_written(op.memref)]
    if len(filled) != 1 or not all(_can_be_visible(s, outer) for s in filled[0].dynamic_sizes):
        return None
    row = filled[0]
    iteration = writes[0].parent
    assert iteration is not None
    if not encloses(iteration, row.parent) or not all(
        map(_only_accessed, (row.memref, reads[0].res))
    ):
        return None
    home = outer.parent
    assert home is not None
    before = ancestor_in(home, row)
    sizes = [visible_at(size, before, emitter) for size in row.dynamic_sizes]
    shape = [*outer.memref.type.get_shape(), *row_type.get_shape()]
    type = MemRefType(row_type.element_type, shape, memory_space=row_type.memory_space)
    at = emitter.at(InsertPoint.before(before)).located(outer)
    merged = at.insert(memref.AllocOp([*outer.dynamic_sizes, *sizes], [], type))
    whole = any(isinstance(use.operation, memref.CopyOp) for use in row.memref.uses)
    merged.memref.name_hint = outer.memref.name_hint if whole else row.memref.name_hint
    if DESTINATION in row.attributes:
        merged.attributes[DESTINATION] = row.attributes[DESTINATION]
    _redirect(row.memref, merged.memref, list(writes[0].indices), emitter)
    _redirect(reads[0].res, merged.memref, list(reads[0].indices), emitter)
    handle = writes[0].value
    Rewriter.erase_op(writes[0])
    Rewriter.erase_op(reads[0])
    for use in list(outer.memref.uses):
        use.operation.operands[use.index] = merged.memref
    Rewriter.erase_op(outer)
    _remove_handle(handle)
    _free_at_end(merged.memref)
    return merged


def _is_written(row: SSAValue) -> bool:
    return any(
        isinstance(use.operation, memref.StoreOp | memref.CopyOp) and use.index == 1
        for use in row.uses
    )


def _only_accessed(row: SSAValue) -> bool:
    """True if elements of `row` are read and written, and its handle only passed on and freed."""
    accesses: tuple[type[Operation], ...] = (
        memref.LoadOp,
        memref.StoreOp,
        memref.DeallocOp,
        scf.YieldOp,
    )
    type = memref_type(row)
    if type.has_static_shape() and isinstance(type.layout, NoneAttr) and all(type.get_shape()):
        accesses = (*accesses, memref.CopyOp)
    return all(isinstance(use.operation, accesses) for use in row.uses)


def _redirect(
    row: SSAValue, merged: SSAValue, prefix: Sequence[SSAValue], emitter: Emitter
) -> None:
    """Let the accesses to `row` go to the rectangle, in row `prefix`; drop its dealloc."""
    for use in list(row.uses):
        op = use.operation
        at = emitter.at(InsertPoint.before(op)).located(op)
        if isinstance(op, memref.LoadOp):
            value = at.load(merged, [*prefix, *op.indices], op.res.name_hint)
            op.res.replace_all_uses_with(value)
        elif isinstance(op, memref.StoreOp) and use.index == 1:
            at.store(op.value, merged, [*prefix, *op.indices])
        elif isinstance(op, memref.CopyOp):
            op.operands[use.index] = _view_of_row(at, merged, prefix, row)
            continue
        elif not isinstance(op, memref.DeallocOp):
            continue
        Rewriter.erase_op(op)


def _view_of_row(
    e: Emitter, merged: SSAValue, prefix: Sequence[SSAValue], row: SSAValue
) -> SSAValue:
    """The elements of a row of the rectangle, which lie side by side; all if there is one row."""
    if not prefix:
        return merged
    type = memref_type(row)
    shape = type.get_shape()
    layout = StridedLayoutAttr(ShapedType.strides_for_shape(shape), None)
    view = MemRefType(type.element_type, shape, layout, type.memory_space)
    ones = [1] * len(prefix)
    op = memref.SubviewOp.get(
        merged, [*prefix, *([0] * len(shape))], [*ones, *shape], [*ones, *([1] * len(shape))], view
    )
    return e.value(op, row.name_hint)


def _free_at_end(merged: SSAValue) -> None:
    """Free the rectangle after the rows were used, no longer only after their handles were."""
    frees = [use.operation for use in merged.uses if isinstance(use.operation, memref.DeallocOp)]
    for free in frees:
        block = free.parent
        assert block is not None
        last = last_of([ancestor_in(block, use.operation) for use in merged.uses])
        if last is not free:
            free.detach()
            block.insert_op_after(free, last)


def _origins(value: SSAValue) -> list[memref.AllocOp]:
    owner = value.owner
    if isinstance(owner, memref.AllocOp):
        return [owner]
    return [origin for inner in alternatives(value) for origin in _origins(inner)]


def _remove_handle(handle: SSAValue) -> None:
    """Remove the buffer behind the handle of a merged cache, and the results it came by."""
    owner = handle.owner
    if handle.first_use is not None:
        return
    if isinstance(owner, memref.AllocOp):
        Rewriter.erase_op(owner)
    elif isinstance(owner, Branch) and isinstance(handle, OpResult):
        inner = alternatives(handle)
        drop_results(owner, {handle.index})
        for value in inner:
            _remove_handle(value)


def _can_be_visible(value: SSAValue, before: Operation) -> bool:
    """True if `value` is visible before `before`, or pure operations can make it so."""
    if is_visible(value, before):
        return True
    return (
        isinstance(value, OpResult)
        and not value.op.regions
        and is_side_effect_free(value.op)
        and all(_can_be_visible(operand, before) for operand in value.op.operands)
    )


def visible_at(value: SSAValue, before: Operation, emitter: Emitter) -> SSAValue:
    """`value` where it is visible before `before`, else computed there again."""
    if is_visible(value, before):
        return value
    assert isinstance(value, OpResult)
    operands = {v: visible_at(v, before, emitter) for v in value.op.operands}
    clone = value.op.clone_without_regions(operands)
    return emitter.at(InsertPoint.before(before)).insert(clone).results[value.index]

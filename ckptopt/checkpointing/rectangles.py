"""Merges a buffer of handles and the buffers behind them into one rectangular buffer.

    %c = alloc(%n) : memref<?xmemref<?xf64>>       %c = alloc(%n, %m) : memref<?x?xf64>
    for %i { %r = alloc(%m)                   ->   for %i {
             for %j { store %x, %r[%j] }                    for %j { store %x, %c[%i, %j] }
             store %r, %c[%i] }                           }

Each iteration must make its row, and only access it. A row whose size is in its type may be copied
as a whole too: as a view of contiguous elements, so that the copy is lowered to a `memcpy`. Such a
view may also be chosen by `arith.select`, for a replay to work in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import MemRefType, NoneAttr, ShapedType, StridedLayoutAttr
from xdsl.ir import Attribute, Operation, OpResult, SSAValue
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

ROWS = "ckptopt.rows"
"""The attribute of a buffer of handles that is no cache, but may become a rectangle like one."""


def merge_rows(outer: memref.AllocOp, emitter: Emitter) -> memref.AllocOp | None:
    """The rectangle that takes the place of a buffer of handles; None if that cannot be."""
    element = memref_type(outer.memref).element_type
    if not isinstance(element, MemRefType):
        return None
    row_type = cast(MemRefType, element)
    uses = [use.operation for use in outer.memref.uses]
    writes = [op for op in uses if isinstance(op, memref.StoreOp)]
    reads = [op for op in uses if isinstance(op, memref.LoadOp)]
    frees = [op for op in uses if isinstance(op, memref.DeallocOp)]
    if (len(writes), len(frees)) != (1, 1) or len(uses) != len(reads) + 2:
        return None
    made = _allocations_of(writes[0].value)
    if made is None:
        return None
    filled = made if len(made) == 1 else [op for op in made if _is_written(op.memref)]
    if len(filled) != 1 or not all(_can_be_visible(s, outer) for s in filled[0].dynamic_sizes):
        return None
    row, iteration, home = filled[0], writes[0].parent, outer.parent
    assert iteration is not None
    assert home is not None
    written = writes[0].value
    if any(use.operation is not writes[0] for use in written.uses if written is not row.memref):
        return None
    if not encloses(iteration, row.parent) or not _only_accessed(row.memref, writes[0]):
        return None
    if not all(_only_accessed(read.res) for read in reads):
        return None
    before = ancestor_in(home, row)
    if any(_is_earlier(ancestor_in(home, op), before) for op in uses):
        return None
    sizes = [visible_at(size, before, emitter) for size in row.dynamic_sizes]
    shape = [*outer.memref.type.get_shape(), *row_type.get_shape()]
    type = MemRefType(row_type.element_type, shape, memory_space=row_type.memory_space)
    at = emitter.at(InsertPoint.before(before)).located(outer)
    merged = at.insert(memref.AllocOp([*outer.dynamic_sizes, *sizes], [], type))
    handles = [row.memref, *(read.res for read in reads)]
    whole = any(isinstance(use.operation, memref.CopyOp) for h in handles for use in h.uses)
    merged.memref.name_hint = outer.memref.name_hint if whole else row.memref.name_hint
    if DESTINATION in row.attributes:
        merged.attributes[DESTINATION] = row.attributes[DESTINATION]
    _redirect(row.memref, merged.memref, list(writes[0].indices), emitter)
    for read in reads:
        _redirect(read.res, merged.memref, list(read.indices), emitter)
        Rewriter.erase_op(read)
    Rewriter.erase_op(writes[0])
    frees[0].operands[0] = merged.memref
    Rewriter.erase_op(outer)
    _remove_handle(written)
    _free_at_end(merged.memref)
    return merged


def _is_earlier(op: Operation, other: Operation) -> bool:
    return op is not other and last_of((op, other)) is other


def _is_written(row: SSAValue) -> bool:
    return any(
        isinstance(use.operation, memref.StoreOp | memref.CopyOp) and use.index == 1
        for use in row.uses
    )


def _only_accessed(row: SSAValue, stored: Operation | None = None) -> bool:
    """True if elements of `row` are read and written, and its handle only passed on and freed.

    Where a row is made, its handle is `stored` once; to there it may go out of branches.
    """
    type = memref_type(row)
    is_whole = type.has_static_shape() and isinstance(type.layout, NoneAttr)
    is_whole = is_whole and all(type.get_shape())
    for use in row.uses:
        match use.operation:
            case memref.LoadOp() | memref.DeallocOp():
                continue
            case memref.StoreOp() as store if use.index == 1 or store is stored:
                continue
            case memref.CopyOp() if is_whole:
                continue
            case scf.YieldOp() if stored is not None:
                continue
            case arith.SelectOp() as choice if is_whole and stored is None:
                others = [value.owner for value in (choice.lhs, choice.rhs) if value is not row]
                if not all(isinstance(owner, memref.AllocOp) for owner in others):
                    return False
                if not _only_accessed(choice.result):
                    return False
            case _:
                return False
    return True


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
        elif isinstance(op, arith.SelectOp):
            view = _view_of_row(at, merged, prefix, row)
            op.operands[use.index] = view
            _choose_view(op, view.type, emitter)
            continue
        elif not isinstance(op, memref.DeallocOp):
            continue
        Rewriter.erase_op(op)


def _choose_view(choice: arith.SelectOp, type: Attribute, emitter: Emitter) -> None:
    """Make both values that `choice` is between, and its result, of the type of a view.

    The buffer that is no view is cast where it is made.
    """
    for index, value in enumerate(choice.operands):
        if index == 0 or value.type == type:
            continue
        assert isinstance(value.owner, memref.AllocOp)
        at = emitter.at(InsertPoint.after(value.owner)).located(value.owner)
        view = memref.CastOp.get(value, cast(MemRefType, type))
        choice.operands[index] = at.value(view, value.name_hint)
    Rewriter.replace_value_with_new_type(choice.result, type)


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


def _allocations_of(handle: SSAValue) -> list[memref.AllocOp] | None:
    """Where the buffer behind `handle` may be made; None if elsewhere, too."""
    if isinstance(handle.owner, memref.AllocOp):
        return [handle.owner]
    found = [_allocations_of(value) for value in alternatives(handle)]
    known = [made for made in found if made is not None]
    return [op for made in known for op in made] if found and len(known) == len(found) else None


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

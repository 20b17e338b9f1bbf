"""Buffers on the stack: what a derivative keeps without any heap, as code on a GPU must.

Every `memref.alloc` becomes a `memref.alloca` at the top of the function, where it is made once,
and is not freed. A buffer that loops make anew in each iteration becomes one buffer if it is done
with when the iteration ends. If its handle is kept in a buffer of handles, as that of a snapshot in
its slot, it becomes a part of one buffer that has room for all, and the handles go:

    %slots = alloc : memref<4xmemref<3xf64>>       %slots = alloca : memref<96xi8>
    for %slot {                                    for %slot {
      %room = alloc : memref<3xf64>            ->    %room = view %slots[24 * %slot]
      store %room, %slots[%slot]
      copy %u, %room }                               copy %u, %room }
    %room = load %slots[%top]                      %room = view %slots[24 * %top]
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects import func, memref
from xdsl.dialects.arith import ConstantOp, MinSIOp
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IntegerAttr,
    MemRefType,
    NoneAttr,
    TensorType,
    i8,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import is_side_effect_free

from ckptopt.checkpointing.handles import (
    Cell,
    Cells,
    Flow,
    cells_of,
    flow_in,
    handles_in,
    holds_handles,
    is_memref,
    refusal,
)
from ckptopt.checkpointing.layout import bytes_of
from ckptopt.diagnostics import error, warn
from ckptopt.emitter import Emitter, constant_value, element_type, memref_type
from ckptopt.regions import BRANCHES, Branch, ancestor_in, defining_block, encloses
from ckptopt.rewriting.rebuild import drop_results

MOST_BYTES = 512 * 1024
"""How much local memory a thread of a CUDA device has, of whichever compute capability."""

PARALLEL = frozenset({"scf.parallel", "scf.forall", "affine.parallel", "gpu.launch"})
"""Operations whose iterations may run at the same time."""

PRIVATE = "#gpu.address_space<private>"

Made = memref.AllocOp | memref.AllocaOp


def put_on_stack(function: func.FuncOp) -> None:
    """Let `function` make all its buffers on the stack; it allocates nothing then.

    What it makes on the stack in loops already is moved out of them where that is possible.
    Raises a located error for a buffer that cannot be there: its size is not constant, it outlives
    the function or is in another memory space, or a loop makes several that are in use at the same
    time and whose handles are not kept one per element of a buffer. Warns of a frame that is too
    large for a GPU.
    """
    if not function.body.blocks:
        return
    _refuse_tensors(function)
    flow = flow_in(function)
    allocs = [op for op in function.walk() if isinstance(op, memref.AllocOp)]
    allocas = [op for op in function.walk() if isinstance(op, memref.AllocaOp)]
    for op in allocs:
        _require_stackable(op, flow)
    cells = cells_of([op for op in allocs if not _is_done_with(op, flow)], flow)
    _drop_deallocs(function, allocs, flow)
    emitter = Emitter.at_end_of(function.body.blocks[0])
    moved = [op for op in allocs if op.memref not in cells]
    moved += [op for op in allocas if _is_movable(op) and _is_done_with(op, flow)]
    top = next(op for op in function.body.blocks[0].ops if not isinstance(op, Made | ConstantOp))
    for op in moved:
        _move(op, InsertPoint.before(top), emitter)
    roots = dict.fromkeys(cell.root for cell in cells.values())
    arenas = {root: _arena(root, InsertPoint.before(top)) for root in roots}
    _use_arenas(cells, arenas, emitter)
    _warn_if_large(function)


# What can be on the stack


def _refuse_tensors(function: func.FuncOp) -> None:
    for op in function.walk():
        if any(isinstance(value.type, TensorType) for value in op.results):
            raise error(
                op, "tensors cannot be kept on the stack: bufferization chooses where they are"
            )


def _require_stackable(op: memref.AllocOp, flow: Flow) -> None:
    type = memref_type(op.memref)
    if DYNAMIC_INDEX in _shape(op):
        raise refusal(op, "its size is not known when compiling")
    if not _is_private(type.memory_space):
        raise refusal(op, f"it is in memory space {type.memory_space}")
    for value in flow.onward(op.memref):
        if any(isinstance(use.operation, func.ReturnOp) for use in value.uses):
            raise refusal(op, "it is returned")
    around = _parallel_around(op)
    if around is not None:
        raise refusal(op, f"each iteration of the '{around.name}' around it needs its own")


def _is_movable(op: memref.AllocaOp) -> bool:
    return DYNAMIC_INDEX not in _shape(op) and _parallel_around(op) is None


def _is_private(space: Attribute) -> bool:
    return isinstance(space, NoneAttr) or space == IntegerAttr(0, i64) or str(space) == PRIVATE


def _parallel_around(op: Operation) -> Operation | None:
    around = op.parent_op()
    while around is not None and around.name not in PARALLEL:
        around = around.parent_op()
    return around


def _shape(op: Made) -> list[int]:
    """The sizes that a buffer has, or has at most."""
    given = iter(op.dynamic_sizes)
    return [
        _most(next(given)) if size == DYNAMIC_INDEX else size
        for size in memref_type(op.memref).get_shape()
    ]


def _most(size: SSAValue) -> int:
    """What a size is at most, if a constant says so: the last segment of a loop is cut short."""
    known = constant_value(size)
    if isinstance(known, int):
        return known
    if isinstance(size.owner, MinSIOp):
        bounds = [bound for bound in map(_most, size.owner.operands) if bound != DYNAMIC_INDEX]
        return min(bounds, default=DYNAMIC_INDEX)
    return DYNAMIC_INDEX


def _number_in(type: Attribute) -> Attribute:
    """What a memref of memrefs holds in the end."""
    return _number_in(element_type(type)) if is_memref(type) else type


def _warn_if_large(function: func.FuncOp) -> None:
    made = [op for op in function.walk() if isinstance(op, memref.AllocaOp)]
    total = sum(bytes_of(op.memref.type) or 0 for op in made)
    if total > MOST_BYTES:
        name = function.sym_name.data
        warn(
            function,
            f"'@{name}' keeps {total} bytes on the stack; "
            f"a thread of a CUDA device has {MOST_BYTES} at most",
        )


# Where buffers go


def _is_done_with(op: Made, flow: Flow) -> bool:
    """True if nothing of a buffer is left when the next iteration around makes it again."""
    block = _iteration(op)
    return block is None or all(
        encloses(block, defining_block(value)) and value not in block.args
        for value in flow.onward(op.memref)
    )


def _iteration(op: Operation) -> Block | None:
    """The block of the innermost loop around `op`; None outside loops."""
    block = op.parent
    while block is not None:
        around = block.parent_op()
        if around is None or isinstance(around, func.FuncOp):
            return None
        if around.name not in BRANCHES:
            return block
        block = around.parent
    return None


def _drop_deallocs(function: func.FuncOp, made: list[memref.AllocOp], flow: Flow) -> None:
    """Remove the deallocs of buffers among `made`."""
    ours = {value for op in made for value in flow.onward(op.memref)}
    values = {op.memref for op in made}
    for op in [op for op in function.walk() if isinstance(op, memref.DeallocOp)]:
        if op.memref not in ours:
            continue
        origins = [value for value in flow.back(op.memref) if not flow.sources.get(value)]
        if any(origin not in values for origin in origins):
            raise error(op, "what is freed here may be on the stack or not")
        Rewriter.erase_op(op)


# Moving


def _alloca(like: Operation, at: InsertPoint, type: MemRefType, alignment: int | None) -> SSAValue:
    stated = None if alignment is None else IntegerAttr(alignment, i64)
    op = memref.AllocaOp.build(
        operands=[[], []], result_types=[type], properties={"alignment": stated}
    )
    op.location = like.location
    Rewriter.insert_op(op, at)
    return op.memref


def _move(op: Made, at: InsertPoint, emitter: Emitter) -> None:
    """Make a buffer on the stack, at another place."""
    old, shape = memref_type(op.memref), _shape(op)
    stated = None if op.alignment is None else op.alignment.value.data
    if not op.dynamic_sizes or all(
        isinstance(use.operation, memref.LoadOp | memref.StoreOp) for use in op.memref.uses
    ):
        type = MemRefType(old.element_type, shape, old.layout, old.memory_space)
        value = room = _alloca(op, at, type, stated)
    else:
        size = bytes_of(MemRefType(old.element_type, shape, old.layout))
        if size is None:
            raise error(op, f"a buffer of type {old} cannot be on the stack")
        room = _alloca(op, at, MemRefType(i8, [size]), stated or bytes_of(old.element_type))
        e = _before(op, emitter)
        value = e.value(_view_op(room, e.index(0), op.dynamic_sizes, old))
    room.name_hint = value.name_hint = op.memref.name_hint
    op.memref.replace_all_uses_with(value)
    Rewriter.erase_op(op)


def _view_op(
    room: SSAValue, start: SSAValue, sizes: Sequence[SSAValue], type: Attribute
) -> Operation:
    return memref.ViewOp.build(operands=[room, start, sizes], result_types=[type])


def _arena(root: SSAValue, at: InsertPoint) -> SSAValue:
    """Room for all that the buffers of handles behind `root` hold."""
    owner = root.owner
    assert isinstance(owner, Operation)
    shape = _shape(owner) if isinstance(owner, Made) else memref_type(root).get_shape()
    held = element_type(root.type)
    size = bytes_of(held)
    if size is None or DYNAMIC_INDEX in shape:
        raise error(owner, f"a {held} cannot be on the stack: its size is not known when compiling")
    number = bytes_of(_number_in(held))
    arena = _alloca(owner, at, MemRefType(i8, [size * prod(shape)]), number)
    arena.name_hint = root.name_hint
    return arena


def _use_arenas(cells: Cells, arenas: dict[SSAValue, SSAValue], emitter: Emitter) -> None:
    """Let handles be views of the room that their cells have, and remove the buffers of handles."""
    handles = [value for value in cells if not holds_handles(value)]
    for value in handles:
        op = value.owner
        if isinstance(op, memref.AllocOp | memref.LoadOp):
            cell = cells[value]
            view = _view(value, cell, arenas[cell.root], _before(op, emitter), op)
            value.replace_all_uses_with(view)
            Rewriter.erase_op(op)
    names = [value for value in cells if holds_handles(value)]
    for name in names:
        for op, _ in list(handles_in(name)):
            if isinstance(op, memref.StoreOp):
                Rewriter.erase_op(op)
    dead: dict[Operation, set[int]] = {}
    for name in names:
        if isinstance(name, OpResult) and isinstance(name.op, Branch):
            dead.setdefault(name.op, set()).add(name.index)
    for op, indices in dead.items():
        drop_results(op, indices)
    for name in reversed(names):
        if isinstance(name.owner, memref.AllocOp | memref.LoadOp):
            Rewriter.erase_op(name.owner)


def _view(handle: SSAValue, cell: Cell, arena: SSAValue, e: Emitter, at: Operation) -> SSAValue:
    """The room of a cell before `at`, as a memref of the type of its handle."""
    held: Attribute = cell.root.type
    start = e.index(0)
    for level in cell.indices:
        place = e.index(0)
        for index, extent in zip(level, cast(MemRefType, held).get_shape(), strict=True):
            place = e.add(e.mul(place, e.index(extent)), _again(index, e, at))
        held = element_type(held)
        size = bytes_of(held)
        assert size is not None
        start = e.add(start, e.mul(place, e.index(size), "start"), "start")
    return e.value(_view_op(arena, start, (), handle.type), handle.name_hint)


def _again(value: SSAValue, e: Emitter, at: Operation) -> SSAValue:
    """`value` if it is known before `at`, else computed again there."""
    block = defining_block(value)
    if not isinstance(value, OpResult):
        if not encloses(block, at.parent):
            raise error(at, "the element that keeps this handle is not known here")
        return value
    if encloses(block, at.parent) and value.op.is_before_in_block(ancestor_in(block, at)):
        return value
    if value.op.regions or not is_side_effect_free(value.op):
        raise error(at, "the element that keeps this handle is not known here")
    operands = {operand: _again(operand, e, at) for operand in value.op.operands}
    return e.insert(value.op.clone_without_regions(operands)).results[value.index]


def _before(op: Operation, emitter: Emitter) -> Emitter:
    return emitter.at(InsertPoint.before(op)).located(op)

"""What a cache becomes: a buffer, a buffer that grows, or a tensor that the loop carries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from xdsl.dialects import memref, scf, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    MemRefType,
    ShapedType,
    StridedLayoutAttr,
    TensorType,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.diagnostics import error
from ckptopt.dialects import enzyme
from ckptopt.emitter import Emitter, element_type, memref_type, storage_type
from ckptopt.rewriting.rebuild import rebuild

FIRST_CAPACITY = 16
"""How many steps a growing buffer has room for at first."""

Write = Callable[[enzyme.PushOp, SSAValue, Sequence[SSAValue], Emitter], SSAValue]


class Storage(NamedTuple):
    """One way of storing what a cache holds.

    `type` gives the type for an element and the extents; `make` the storage for sizes where those
    are dynamic; `write` replaces a push at counters and returns the storage after the loop; `read`
    gives an element of a type. `owned` says whether it must be freed.
    """

    type: Callable[[Attribute, Sequence[int]], Attribute]
    make: Callable[[Emitter, Attribute, Sequence[SSAValue], str | None], SSAValue]
    write: Write
    read: Callable[[Emitter, SSAValue, Sequence[SSAValue], Attribute, str | None], SSAValue]
    owned: bool


# Buffers


def _buffer_type(element: Attribute, extents: Sequence[int]) -> Attribute:
    return MemRefType(storage_type(element), extents)


def _alloc(e: Emitter, type: Attribute, sizes: Sequence[SSAValue], name: str | None) -> SSAValue:
    return e.alloc(cast(MemRefType, type), sizes, name)


def _store(
    push: enzyme.PushOp, buffer: SSAValue, counters: Sequence[SSAValue], emitter: Emitter
) -> SSAValue:
    at = emitter.at(InsertPoint.before(push)).located(push)
    at.store_as(push.value, buffer, counters)
    Rewriter.erase_op(push)
    return buffer


def _load(
    e: Emitter, buffer: SSAValue, place: Sequence[SSAValue], type: Attribute, name: str | None
) -> SSAValue:
    return e.load_as(type, buffer, place, name)


BUFFER = Storage(_buffer_type, _alloc, _store, _load, owned=True)
"""A buffer with a dimension per loop dimension."""


# Growing buffers


def _store_with_room(
    push: enzyme.PushOp, buffer: SSAValue, counters: Sequence[SSAValue], emitter: Emitter
) -> SSAValue:
    loop = push.parent_op()
    assert isinstance(loop, scf.WhileOp)
    carried = _carry(loop, buffer)
    at = emitter.at(InsertPoint.before(push)).located(push)
    roomy = _with_room(at, carried, counters[0])
    at.store_as(push.value, roomy, counters)
    Rewriter.erase_op(push)
    return _yield(loop, buffer, roomy)


def _with_room(e: Emitter, buffer: SSAValue, place: SSAValue) -> SSAValue:
    """`buffer` if it has element `place`, else one of twice the size with its contents."""
    (capacity,) = e.extents(buffer)
    full = e.equal(place, capacity, "full")

    def grow(inner: Emitter) -> list[SSAValue]:
        doubled = inner.add(capacity, capacity, "doubled")
        larger = inner.alloc(memref_type(buffer), [doubled], buffer.name_hint)
        type = MemRefType(memref_type(buffer).element_type, [DYNAMIC_INDEX], StridedLayoutAttr([1]))
        start = inner.value(memref.SubviewOp.get(larger, [0], [capacity], [1], type), "start")
        inner.copy(buffer, start)
        inner.dealloc(buffer)
        return [larger]

    return e.if_else(full, grow, lambda _: [buffer], [buffer.name_hint])[0]


GROWING = Storage(_buffer_type, _alloc, _store_with_room, _load, owned=True)
"""A buffer that doubles, carried by a `scf.while` whose first carried value counts its steps."""


# Tensors


def _tensor_type(element: Attribute, extents: Sequence[int]) -> Attribute:
    inner: Sequence[int] = element.get_shape() if isinstance(element, ShapedType) else ()
    return TensorType(element_type(element), [*extents, *inner])


def _empty(e: Emitter, type: Attribute, sizes: Sequence[SSAValue], name: str | None) -> SSAValue:
    return e.value(tensor.EmptyOp(sizes, type), name)


def _insert(
    push: enzyme.PushOp, whole: SSAValue, counters: Sequence[SSAValue], emitter: Emitter
) -> SSAValue:
    loop = push.parent_op()
    if not isinstance(loop, scf.ForOp):
        raise error(push, "a tensor can only be kept for each step of a counted loop")
    value, carried = push.value, _carry(loop, whole)
    at = emitter.at(InsertPoint.before(push)).located(push)
    if isinstance(value.type, TensorType):
        shape = _static_shape(value, push)
        after = at.value(
            tensor.InsertSliceOp.get(
                value,
                carried,
                [1] * len(counters) + shape,
                static_offsets=[DYNAMIC_INDEX] * len(counters) + [0] * len(shape),
                offsets=list(counters),
            ),
            whole.name_hint,
        )
    else:
        after = at.value(tensor.InsertOp(value, carried, list(counters)), whole.name_hint)
    Rewriter.erase_op(push)
    return _yield(loop, whole, after)


def _static_shape(value: SSAValue, push: enzyme.PushOp) -> list[int]:
    shape = list(cast(TensorType[Attribute], value.type).get_shape())
    if DYNAMIC_INDEX in shape:
        raise error(push, f"tensors of type {value.type} may differ in size and cannot be kept")
    return shape


def _extract(
    e: Emitter, whole: SSAValue, place: Sequence[SSAValue], type: Attribute, name: str | None
) -> SSAValue:
    if not isinstance(type, TensorType):
        return e.value(tensor.ExtractOp(whole, list(place), type), name)
    shape = list(cast(TensorType[Attribute], type).get_shape())
    ones = [1] * (len(place) + len(shape))
    return e.value(
        tensor.ExtractSliceOp(
            whole,
            [*place, *([0] * len(shape))],
            [*([1] * len(place)), *shape],
            ones,
            cast(Attribute, type),
        ),
        name,
    )


TENSOR = Storage(_tensor_type, _empty, _insert, _extract, owned=False)
"""A tensor that the loop carries and inserts into."""


# Carrying


def _carry(loop: scf.ForOp | scf.WhileOp, init: SSAValue) -> SSAValue:
    """Add an argument to the body of `loop` for `init`; `_yield` completes it."""
    if isinstance(loop, scf.WhileOp):
        test = loop.before_region.block
        tested = test.insert_arg(init.type, len(test.args))
        tested.name_hint = init.name_hint
        last = test.last_op
        assert last is not None
        last.operands = [*last.operands, tested]
        body = loop.after_region.block
    else:
        body = loop.body.block
    carried = body.insert_arg(init.type, len(body.args))
    carried.name_hint = init.name_hint
    return carried


def _yield(loop: scf.ForOp | scf.WhileOp, init: SSAValue, value: SSAValue) -> SSAValue:
    """Let `loop` carry `init` and yield `value` for it; what used `init` later uses the result."""
    body = loop.after_region.block if isinstance(loop, scf.WhileOp) else loop.body.block
    last = body.last_op
    assert last is not None
    last.operands = [*last.operands, value]
    new = rebuild(loop, [*loop.operands, init], range(len(loop.results)), [init.type])
    after = new.results[-1]
    after.name_hint = init.name_hint
    init.replace_uses_with_if(after, lambda use: use.operation is not new)
    return after

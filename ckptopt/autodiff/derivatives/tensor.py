"""The adjoints of operations that move elements of tensors; all are linear."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from ckptopt.autodiff.activity import Activity
from ckptopt.autodiff.derivatives.memref import (
    MemoryRule,
    ReverseContext,
    nothing,
    reverse_nothing,
)
from ckptopt.autodiff.scope import adjoint_name
from ckptopt.emitter import Emitter, is_float, tensor_shape

__all__ = ["rule_of"]


def rule_of(op: Operation) -> MemoryRule | None:
    """The rule of an operation on tensors; None if there is none."""
    return _RULES.get(op.name)


def _numbers(op: Operation, activity: Activity) -> Iterable[SSAValue]:
    """Indices and sizes, and what tells the size of a tensor that is taken apart."""
    yield from (value for value in op.operands if not is_float(value.type))
    source = op.operands[0]
    if DYNAMIC_INDEX in tensor_shape(source.type) and op.name in _TAKES_APART:
        yield source


_TAKES_APART = frozenset(
    {"tensor.extract", "tensor.extract_slice", "tensor.insert_slice", "tensor.collapse_shape"}
)
"""Operations whose adjoint makes a tensor as large as their first operand."""


def _zeros_like(value: SSAValue, context: ReverseContext) -> SSAValue:
    e, name = context.emitter, adjoint_name(value)
    if DYNAMIC_INDEX in tensor_shape(value.type):
        return e.zero_like(context.primal(value), name)
    return e.zero(value.type)


def _reverse_extract(op: Operation, context: ReverseContext) -> None:
    """`%x = extract %t[%i]`: the adjoint of `%t` grows in one place."""
    adjoint = context.take(op.results[0])
    if adjoint is None:
        return
    source, e = op.operands[0], context.emitter
    at = [context.primal(index) for index in op.operands[1:]]
    name = adjoint_name(source)
    before = context.take(source)
    if before is None:
        before = _zeros_like(source, context)
    else:
        element = e.value(tensor.ExtractOp(before, at, adjoint.type), name)
        adjoint = e.add_floats(element, adjoint, name)
    context.accumulate(source, e.value(tensor.InsertOp(adjoint, before, at), name))


def _reverse_insert(op: Operation, context: ReverseContext) -> None:
    """`%r = insert %x into %t[%i]`: `%x` has the adjoint there, `%t` has it elsewhere."""
    adjoint = context.take(op.results[0])
    if adjoint is None:
        return
    (value, target, *_), e = op.operands, context.emitter
    at = [context.primal(index) for index in op.operands[2:]]
    if context.is_active(value):
        name = adjoint_name(value)
        context.accumulate(value, e.value(tensor.ExtractOp(adjoint, at, value.type), name))
    if context.is_active(target):
        rest = tensor.InsertOp(e.zero(value.type), adjoint, at)
        context.accumulate(target, e.value(rest, adjoint_name(target)))


def _reverse_extract_slice(op: Operation, context: ReverseContext) -> None:
    adjoint = context.take(op.results[0])
    if adjoint is None:
        return
    source, e = op.operands[0], context.emitter
    name = adjoint_name(source)
    before = context.take(source)
    offsets = [context.primal(number) for number in op.operands[1:]]
    if before is None:
        before = _zeros_like(source, context)
    else:
        now = _slice(e, op, before, offsets, adjoint, name)
        adjoint = e.add_floats(now, adjoint, name)
    context.accumulate(source, _with_slice(e, op, adjoint, before, offsets, name))


def _reverse_insert_slice(op: Operation, context: ReverseContext) -> None:
    adjoint = context.take(op.results[0])
    if adjoint is None:
        return
    (value, target, *_), e = op.operands, context.emitter
    offsets = [context.primal(number) for number in op.operands[2:]]
    if context.is_active(value):
        part = _slice(e, op, adjoint, offsets, value, adjoint_name(value))
        context.accumulate(value, part)
    if context.is_active(target):
        zeros = _zeros_like(value, context)
        name = adjoint_name(target)
        context.accumulate(target, _with_slice(e, op, zeros, adjoint, offsets, name))


def _slice(
    e: Emitter,
    op: Operation,
    source: SSAValue,
    offsets: list[SSAValue],
    like: SSAValue,
    name: str | None,
) -> SSAValue:
    """The part of `source` that the slice operation `op` names, typed as `like` is."""
    properties = _slice_properties(op, 1)
    part = tensor.ExtractSliceOp.create(
        operands=[source, *offsets], result_types=[like.type], properties=properties
    )
    return e.value(part, name)


def _with_slice(
    e: Emitter,
    op: Operation,
    part: SSAValue,
    whole: SSAValue,
    offsets: list[SSAValue],
    name: str | None,
) -> SSAValue:
    """`whole` with `part` in the place that the slice operation `op` names."""
    properties = _slice_properties(op, 2)
    result = tensor.InsertSliceOp.create(
        operands=[part, whole, *offsets], result_types=[whole.type], properties=properties
    )
    return e.value(result, name)


def _slice_properties(op: Operation, tensors: int) -> dict[str, Attribute]:
    """Those of a slice operation on this many tensors, for the same place as `op` names."""
    segments = op.properties["operandSegmentSizes"]
    assert isinstance(segments, DenseArrayBase)
    sizes = [*[1] * tensors, *segments.get_values()[-3:]]
    return {**op.properties, "operandSegmentSizes": DenseArrayBase.from_list(i32, sizes)}


def _reverse_cast(op: Operation, context: ReverseContext) -> None:
    adjoint = context.take(op.results[0])
    if adjoint is not None:
        (source,) = op.operands
        back = tensor.CastOp.create(operands=[adjoint], result_types=[source.type])
        context.accumulate(source, context.emitter.value(back, adjoint_name(source)))


def _reverse_expand(op: Operation, context: ReverseContext) -> None:
    adjoint = context.take(op.results[0])
    if adjoint is not None:
        source = op.operands[0]
        back = tensor.CollapseShapeOp.create(
            operands=[adjoint],
            result_types=[source.type],
            properties={"reassociation": op.properties["reassociation"]},
        )
        context.accumulate(source, context.emitter.value(back, adjoint_name(source)))


def _reverse_collapse(op: Operation, context: ReverseContext) -> None:
    adjoint = context.take(op.results[0])
    if adjoint is None:
        return
    (source,), e = op.operands, context.emitter
    shape = tensor_shape(source.type)
    sizes = [
        e.value(tensor.DimOp(context.primal(source), e.index(axis)), "dim")
        for axis, size in enumerate(shape)
        if size == DYNAMIC_INDEX
    ]
    back = tensor.ExpandShapeOp.create(
        operands=[adjoint, *sizes],
        result_types=[source.type],
        properties={
            "reassociation": op.properties["reassociation"],
            "static_output_shape": DenseArrayBase.from_list(i64, shape),
        },
    )
    context.accumulate(source, e.value(back, adjoint_name(source)))


_RULES: dict[str, MemoryRule] = {
    "tensor.dim": MemoryRule(nothing, reverse_nothing),
} | {
    name: MemoryRule(_numbers, reverse)
    for name, reverse in {
        "tensor.cast": _reverse_cast,
        "tensor.collapse_shape": _reverse_collapse,
        "tensor.expand_shape": _reverse_expand,
        "tensor.extract": _reverse_extract,
        "tensor.extract_slice": _reverse_extract_slice,
        "tensor.insert": _reverse_insert,
        "tensor.insert_slice": _reverse_insert_slice,
    }.items()
}

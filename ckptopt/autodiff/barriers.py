"""Barriers that keep a recomputation apart from what it recomputes.

Passes that run later share equal pure operations (MLIR's CSE, LLVM's GVN). Then nothing would be
computed again, and everything kept. So a recomputation starts from *hidden* values: equal to the
original ones, but no pass knows. The forms, after `prevent_cse` of JAX:

| form | what hides a value | cost at run time |
|---|---|---|
| `barrier` | an operation that passes cannot see through | none |
| `while` | a loop that never runs, which passes cannot know | a test |
| `cond` | a branch whose condition passes cannot know | a test |
| `none` | nothing | |

Floats and vectors of floats pass through the intrinsic `llvm.arithmetic.fence`, integers of the
size of a register through an empty `llvm.inline_asm`, tensors through a slice from an offset that
such an integer gives, and what is left through a choice that such an integer makes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    IndexType,
    IntegerType,
    TensorType,
    VectorType,
    i64,
)
from xdsl.dialects.llvm import CallIntrinsicOp, InlineAsmOp
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.dialects.ckptopt import HideOp
from ckptopt.emitter import BOOL, INDEX, Emitter, constant_value, element_type, tensor_shape
from ckptopt.regions import is_barrier


def hide(form: str, e: Emitter, values: Sequence[SSAValue]) -> list[SSAValue]:
    """Hide values in one of `FORMS`; constants stay as they are."""
    chosen = list(dict.fromkeys(value for value in values if _can_be_hidden(value)))
    hidden = dict(zip(chosen, FORMS[form](e, chosen) if chosen else (), strict=True))
    for value, new in hidden.items():
        if new is not value:
            new.name_hint = value.name_hint
    return [hidden.get(value, value) for value in values]


def _can_be_hidden(value: SSAValue) -> bool:
    if constant_value(value) is not None:
        return False
    return isinstance(value.type, AnyFloat | IntegerType | IndexType | VectorType | TensorType)


def _none(e: Emitter, values: Sequence[SSAValue]) -> list[SSAValue]:
    return list(values)


def _barrier(e: Emitter, values: Sequence[SSAValue]) -> list[SSAValue]:
    return [_hidden(e, value) for value in values]


def _while(e: Emitter, values: Sequence[SSAValue]) -> list[SSAValue]:
    """A loop that would hand on other values if a hidden bit were set, but never runs."""
    names = [value.name_hint for value in values]
    _, *hidden = e.while_loop(
        [_unknown(e, 0), *values],
        lambda inner, now: now[0],
        lambda inner, now: [_unknown(inner, 0), *_barrier(inner, now[1:])],
        ["again", *names],
    )
    return hidden


def _cond(e: Emitter, values: Sequence[SSAValue]) -> list[SSAValue]:
    """A branch that hands the values on if a hidden bit is set, as it is, and others if not.

    Those are no constants, or passes would compute on both sides what is computed afterwards.
    """
    return e.if_else(_unknown(e, 1), lambda inner: values, lambda inner: _barrier(inner, values))


_Hide = Callable[[Emitter, Sequence[SSAValue]], list[SSAValue]]

FORMS: dict[str, _Hide] = {"barrier": _barrier, "while": _while, "cond": _cond, "none": _none}


def _unknown(e: Emitter, bit: int) -> SSAValue:
    """`bit`, without anybody knowing."""
    return e.value(arith.TruncIOp(_through_asm(e, e.constant(bit, i64)), BOOL))


REGISTERS = tuple(IntegerType(width) for width in (8, 16, 32, 64))


def _hidden(e: Emitter, value: SSAValue) -> SSAValue:
    type: Attribute = value.type
    if isinstance(type, TensorType):
        return _sliced(e, value)
    if isinstance(element_type(type), AnyFloat) and len(_shape(type)) <= 1:
        return e.value(CallIntrinsicOp("llvm.arithmetic.fence", [value], [type]))
    if isinstance(type, IndexType):
        number = e.value(arith.IndexCastOp(value, i64))
        return e.value(arith.IndexCastOp(_through_asm(e, number), INDEX))
    if type in REGISTERS:
        return _through_asm(e, value)
    return e.value(arith.SelectOp(_unknown(e, 1), value, e.zero(type)))


def _shape(type: Attribute) -> tuple[int, ...]:
    return cast(VectorType, type).get_shape() if isinstance(type, VectorType) else ()


def _through_asm(e: Emitter, value: SSAValue) -> SSAValue:
    """An integer, through a piece of assembler that does nothing."""
    made = InlineAsmOp("", "=r,0", [value], [value.type], has_side_effects=True)
    return e.value(made)


def _sliced(e: Emitter, value: SSAValue) -> SSAValue:
    """All of a tensor, from an offset of zero that nobody knows."""
    type: Attribute = value.type
    rank = len(tensor_shape(type))
    if rank == 0:
        element = e.value(tensor.ExtractOp(value, [], element_type(type)))
        hidden = _hidden(e, element)
        return e.value(tensor.FromElementsOp.create(operands=[hidden], result_types=[type]))
    offsets = [_hidden(e, e.index(0)), *([0] * (rank - 1))]
    return e.value(tensor.ExtractSliceOp(value, offsets, _sizes(e, value), [1] * rank, type))


def _sizes(e: Emitter, value: SSAValue) -> list[SSAValue | int]:
    """The extents of a tensor, those that its type does not tell read from it."""
    return [
        e.value(tensor.DimOp(value, e.index(axis))) if extent == DYNAMIC_INDEX else extent
        for axis, extent in enumerate(tensor_shape(value.type))
    ]


# Functions that hold barriers already


def raise_hidden(function: func.FuncOp) -> None:
    """Turn the barriers of a function into `ckptopt.hide`, which has a derivative."""
    for op in list(function.walk()):
        if is_barrier(op) and len(op.operands) == 1 and op.result_types == op.operand_types:
            hidden = HideOp(op.operands[0])
            hidden.location = op.location
            hidden.hidden.name_hint = op.results[0].name_hint
            Rewriter.replace_op(op, hidden)


def lower_hidden(function: func.FuncOp) -> None:
    """Turn each `ckptopt.hide` of a function into a barrier."""
    e = Emitter.at_end_of(function.body.block)
    for op in list(function.walk()):
        if isinstance(op, HideOp):
            at = e.at(InsertPoint.before(op)).located(op)
            hidden = _hidden(at, op.value)
            hidden.name_hint = op.hidden.name_hint
            op.hidden.replace_all_uses_with(hidden)
            Rewriter.erase_op(op)

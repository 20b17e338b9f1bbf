"""The scalar computations that the named linalg ops stand for, as MLIR builds them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.builder import Builder
from xdsl.dialects import arith, complex
from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    FloatAttr,
    IntegerType,
    MemRefType,
    TensorType,
    i1,
)
from xdsl.dialects.linalg import ops as linalg
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

Emit = Callable[[Operation], SSAValue]
Scalars = Callable[[Emit, Sequence[SSAValue], bool], SSAValue]
"""What the scalars of all operands, outputs last, give; casts are unsigned where the flag says."""


def element_type(type: Attribute) -> Attribute:
    """What a structured op reads of an operand of `type`: an element, or a scalar itself."""
    return type.get_element_type() if isa(type, MemRefType | TensorType) else type


def scalar_block(operands: Sequence[SSAValue], scalars: Scalars, unsigned: bool = False) -> Block:
    """The body of a structured op over `operands` that computes `scalars`."""
    block = Block(arg_types=[element_type(operand.type) for operand in operands])
    builder = Builder(InsertPoint.at_end(block))
    result = scalars(lambda op: builder.insert(op).results[0], block.args, unsigned)
    builder.insert(linalg.YieldOp(result))
    return block


def cast(emit: Emit, value: SSAValue, to: Attribute, unsigned: bool = False) -> SSAValue:
    """`value` as a `to`, a number of any kind to a number of any kind; fractions are cut off."""
    source = value.type
    if source == to:
        return value
    if isa(source, IntegerType) and isa(to, IntegerType):
        if to.bitwidth < source.bitwidth:
            return emit(arith.TruncIOp(value, to))
        return emit((arith.ExtUIOp if unsigned else arith.ExtSIOp)(value, to))
    if isinstance(source, IntegerType) and isinstance(to, AnyFloat):
        return emit((arith.UIToFPOp if unsigned else arith.SIToFPOp)(value, to))
    if isinstance(source, AnyFloat) and isa(to, IntegerType):
        return emit((arith.FPToUIOp if unsigned else arith.FPToSIOp)(value, to))
    if isinstance(source, AnyFloat) and isinstance(to, AnyFloat):
        narrower = to.bitwidth < source.bitwidth
        return emit((arith.TruncFOp if narrower else arith.ExtFOp)(value, to))
    raise VerifyException(f"cannot cast {source} to {to}")


def unary(operation: type[Any]) -> Scalars:
    return lambda emit, args, _: emit(operation(args[0]))


def binary(operations: dict[str, type[Any]]) -> Scalars:
    """An op of two scalars, given for each `kind_of` the scalars."""
    return lambda emit, args, _: emit(choose(args[0], operations)(args[0], args[1]))


def choose(value: SSAValue, operations: dict[str, type[Any]]) -> type[Any]:
    """The one of `operations` for the type of `value`; a boolean may do with an integer's."""
    kind = kind_of(value.type)
    if kind == "bool" and kind not in operations:
        kind = "integer"
    if kind not in operations:
        raise VerifyException(f"the op is not defined on {value.type}")
    return operations[kind]


def kind_of(type: Attribute) -> str:
    if isinstance(type, ComplexType):
        return "complex"
    if isinstance(type, AnyFloat):
        return "float"
    if isinstance(type, IntegerType):
        return "bool" if type == i1 else "integer"
    raise VerifyException(f"the op is not defined on {type}")


ADD: dict[str, type[Any]] = {
    "complex": complex.AddOp,
    "float": arith.AddfOp,
    "integer": arith.AddiOp,
    "bool": arith.OrIOp,
}
MULTIPLY: dict[str, type[Any]] = {
    "complex": complex.MulOp,
    "float": arith.MulfOp,
    "integer": arith.MuliOp,
    "bool": arith.AndIOp,
}
SUBTRACT: dict[str, type[Any]] = {
    "complex": complex.SubOp,
    "float": arith.SubfOp,
    "integer": arith.SubiOp,
}
DIVIDE: dict[str, type[Any]] = {
    "complex": complex.DivOp,
    "float": arith.DivfOp,
    "integer": arith.DivSIOp,
}
MAXIMUM: dict[str, type[Any]] = {"float": arith.MaximumfOp, "integer": arith.MaxSIOp}
MINIMUM: dict[str, type[Any]] = {"float": arith.MinimumfOp, "integer": arith.MinSIOp}
MAXIMUM_UNSIGNED: dict[str, type[Any]] = {"float": arith.MaximumfOp, "integer": arith.MaxUIOp}
MINIMUM_UNSIGNED: dict[str, type[Any]] = {"float": arith.MinimumfOp, "integer": arith.MinUIOp}


def reciprocal(emit: Emit, args: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    type = args[0].type
    if not isinstance(type, AnyFloat):
        raise VerifyException(f"the op is not defined on {type}")
    one = emit(arith.ConstantOp(FloatAttr(1.0, type)))
    return emit(arith.DivfOp(one, args[0]))


def square(emit: Emit, args: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    return emit(choose(args[0], MULTIPLY)(args[0], args[0]))


def select(emit: Emit, args: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    return emit(arith.SelectOp(args[0], args[1], args[2]))


def first(emit: Emit, args: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    return args[0]


def first_cast(emit: Emit, args: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    return cast(emit, args[0], args[-1].type, unsigned)


def multiply_add(emit: Emit, args: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    """`out + a * b`, where two more operands are subtracted from the factors: their zero points."""
    out = args[-1]
    factors: list[SSAValue] = []
    for index in range(2):
        factor = cast(emit, args[index], out.type, unsigned)
        if len(args) == 5:
            zero = cast(emit, args[index + 2], out.type, unsigned)
            factor = emit(choose(out, SUBTRACT)(factor, zero))
        factors.append(factor)
    lhs, rhs = factors
    return emit(choose(out, ADD)(out, emit(choose(out, MULTIPLY)(lhs, rhs))))


def accumulate(operations: dict[str, type[Any]], *, always_unsigned: bool = False) -> Scalars:
    """`out op in`, for a pooling op."""

    def scalars(emit: Emit, args: Sequence[SSAValue], unsigned: bool) -> SSAValue:
        value = cast(emit, args[0], args[-1].type, unsigned or always_unsigned)
        return emit(choose(args[-1], operations)(args[-1], value))

    return scalars

"""Builtin types and constants that MLIR rules out and xDSL takes.

MLIR's numbers have a fixed width and Python's do not: without these rules a short text could stand
for more memory than there is, and what we print would not be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from types import UnionType

from xdsl.dialects.builtin import (
    AffineMapAttr,
    AnyFloat,
    ComplexType,
    DictionaryAttr,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    StringAttr,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    UnregisteredAttr,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.ir.core import BuiltinAttribute

WIDEST_INTEGER = 2**24 - 1

MOST_ELEMENTS = 2**24
"""Of a dense literal: xDSL holds each of them, even if all are the same."""

_SCALAR = IntegerType | IndexType | AnyFloat
_TENSOR_ELEMENT = _SCALAR | ComplexType | VectorType
_MEMREF_ELEMENT = _TENSOR_ELEMENT | MemRefType | UnrankedMemRefType
_MEMORY_SPACE = IntegerAttr | StringAttr | DictionaryAttr | NoneAttr


def fits_int64(value: int) -> bool:
    """True if `value` is a number of 64 bits with a sign."""
    return -(2**63) <= value < 2**63


def type_fault(type: Attribute) -> str | None:
    """What is wrong with a builtin type, apart from the types in it; None if nothing is."""
    match type:
        case IntegerType() if type.bitwidth > WIDEST_INTEGER:
            return f"integer bitwidth is limited to {WIDEST_INTEGER} bits"
        case VectorType() if not _allowed(type.element_type, _SCALAR):
            return f"invalid vector element type {type.element_type}"
        case VectorType() if min(type.get_shape(), default=1) < 1:
            return "vector types must have positive constant sizes"
        case TensorType() | UnrankedTensorType() if not _allowed(
            type.element_type, _TENSOR_ELEMENT
        ):
            return f"invalid tensor element type {type.element_type}"
        case MemRefType() | UnrankedMemRefType() if not _allowed(
            type.element_type, _MEMREF_ELEMENT
        ):
            return f"invalid memref element type {type.element_type}"
        case MemRefType() | UnrankedMemRefType() if not _allowed(type.memory_space, _MEMORY_SPACE):
            return f"unsupported memory space {type.memory_space}"
        case MemRefType():
            return _layout_fault(type.layout, type.get_num_dims())
        case _:
            return None


def _allowed(attribute: Attribute, builtin: UnionType) -> bool:
    """True for attributes of other dialects and for the `builtin` ones."""
    from_elsewhere = isinstance(attribute, UnregisteredAttr) or not isinstance(
        attribute, BuiltinAttribute
    )
    return from_elsewhere or isinstance(attribute, builtin)


def _layout_fault(layout: Attribute, rank: int) -> str | None:
    match layout:
        case AffineMapAttr() if layout.data.num_dims != rank:
            return f"memref layout mismatch between rank and affine map: {rank} != " + str(
                layout.data.num_dims
            )
        case StridedLayoutAttr() if len(layout.strides) != rank:
            return "expected the number of strides to match the rank"
        case StridedLayoutAttr():
            numbers = [
                part.data for part in (*layout.strides, layout.offset) if isinstance(part, IntAttr)
            ]
            if not all(map(fits_int64, numbers)):
                return "expected strides and an offset of 64 bits"
        case _:
            pass
    return None


def is_index_out_of_range(attribute: Attribute | None) -> bool:
    """True for an index constant that 64 bits with a sign cannot hold."""
    match attribute:
        case IntegerAttr(type=IndexType()):
            return not fits_int64(attribute.value.data)
        case _:
            return False


def elements_fault(shape: Sequence[int]) -> str | None:
    """What is wrong with the number of elements of a dense literal; None if nothing is."""
    if (count := prod(shape)) > MOST_ELEMENTS:
        return f"dense literals of more than {MOST_ELEMENTS} elements are unsupported: {count}"
    return None

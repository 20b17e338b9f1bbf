"""How many bytes values take in memory, once they are lowered to LLVM for a 64-bit machine."""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ComplexType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneAttr,
    VectorType,
)
from xdsl.ir import Attribute


def bytes_of(type: Attribute) -> int | None:
    """The bytes of a number, of a vector, or of what a memref shows; None if that is not known."""
    match type:
        case MemRefType():
            inner, shape = bytes_of(type.element_type), type.get_shape()
            plain = isinstance(type.layout, NoneAttr) and DYNAMIC_INDEX not in shape
            return inner * prod(shape) if inner is not None and plain else None
        case VectorType():
            *rows, lanes = (1, *type.get_shape())
            bits = _bits_of(type.element_type)
            return None if bits is None else prod(rows) * _rounded(bits * lanes)
        case ComplexType():
            inner = bytes_of(type.element_type)
            return None if inner is None else 2 * inner
        case _:
            bits = _bits_of(type)
            return None if bits is None else _rounded(bits)


def _bits_of(type: Attribute) -> int | None:
    match type:
        case IndexType():
            return 64
        case IntegerType():
            return type.width.data
        case _:
            return type.bitwidth if isinstance(type, AnyFloat) else None


def _rounded(bits: int) -> int:
    """The bytes of `bits` bits, as a power of two."""
    least = max(1, -(-bits // 8))
    return 1 << (least - 1).bit_length()

"""The enumerations of linalg that choose a scalar function."""

from __future__ import annotations

from enum import auto

from xdsl.dialects.utils import EnumAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.str_enum import StrEnum

from .syntax import InBrackets


class TypeFunction(StrEnum):
    """How numbers are cast to the type of the output."""

    CAST_SIGNED = auto()
    CAST_UNSIGNED = auto()


class ElementwiseKind(StrEnum):
    """The function of `linalg.elementwise`."""

    EXP = auto()
    LOG = auto()
    ABS = auto()
    CEIL = auto()
    FLOOR = auto()
    NEGF = auto()
    RECIPROCAL = auto()
    ROUND = auto()
    SQRT = auto()
    RSQRT = auto()
    SQUARE = auto()
    TANH = auto()
    ERF = auto()
    ADD = auto()
    SUB = auto()
    MUL = auto()
    DIV = auto()
    DIV_UNSIGNED = auto()
    MAX_SIGNED = auto()
    MIN_SIGNED = auto()
    MAX_UNSIGNED = auto()
    MIN_UNSIGNED = auto()
    POWF = auto()
    SELECT = auto()


@irdl_attr_definition
class TypeFunctionAttr(InBrackets, EnumAttribute[TypeFunction]):
    """`#linalg.type_fn<cast_unsigned>`"""

    name = "linalg.type_fn"

    @classmethod
    def unsigned(cls) -> TypeFunctionAttr:
        return cls(TypeFunction.CAST_UNSIGNED)


@irdl_attr_definition
class ElementwiseKindAttr(InBrackets, EnumAttribute[ElementwiseKind]):
    """`#linalg.elementwise_kind<exp>`"""

    name = "linalg.elementwise_kind"

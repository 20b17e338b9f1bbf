"""The math dialect: xDSL's, with the ops that MLIR 22 has beyond it."""

from __future__ import annotations

from typing import ClassVar, Self

from xdsl.dialects import math
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure, SameOperandsAndResultType
from xdsl.utils.exceptions import VerifyException

from .arith import BOOLS, FLOATS, bool_type_like
from .overlay import overlay

NO_FASTMATH = FastMathFlagsAttr("none")


@irdl_op_definition
class ErfcOp(math.FloatingPointLikeUnaryMathOperation):
    """The complementary error function, `1 - erf(x)` without the cancellation.

    ```mlir
    %y = math.erfc %x : f64
    ```
    """

    name = "math.erfc"
    traits = traits_def(Pure(), SameOperandsAndResultType())


@irdl_op_definition
class SincosOp(IRDLOperation):
    """Sine and cosine of one argument.

    ```mlir
    %s, %c = math.sincos %x : f64
    ```
    """

    name = "math.sincos"
    T: ClassVar = VarConstraint("T", FLOATS)
    operand = operand_def(T)
    sin = result_def(T)
    cos = result_def(T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    traits = traits_def(Pure())
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($sin)"

    def __init__(
        self, operand: SSAValue | Operation, fastmath: FastMathFlagsAttr = NO_FASTMATH
    ) -> None:
        operand = SSAValue.get(operand)
        super().__init__(
            operands=[operand],
            result_types=[operand.type, operand.type],
            properties={"fastmath": fastmath},
        )


@irdl_op_definition
class ClampFOp(IRDLOperation):
    """A value limited to an interval.

    ```mlir
    %y = math.clampf %x to [%low, %high] : f64
    ```
    """

    name = "math.clampf"
    T: ClassVar = VarConstraint("T", FLOATS)
    value = operand_def(T)
    min = operand_def(T)
    max = operand_def(T)
    result = result_def(T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    traits = traits_def(Pure())
    assembly_format = (
        "$value `to` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
    )


class FloatClassOp(IRDLOperation):
    """The common definition of the tests of a float's class."""

    operand = operand_def(FLOATS)
    result = result_def(BOOLS)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation) -> None:
        operand = SSAValue.get(operand)
        super().__init__(operands=[operand], result_types=[bool_type_like(operand.type)])

    def verify_(self) -> None:
        if self.result.type != bool_type_like(self.operand.type):
            raise VerifyException("result type has i1 element type and same shape as operands")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        fastmath = attributes.pop("fastmath", NO_FASTMATH)
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(operand, type)],
            result_types=[bool_type_like(type)],
            properties={"fastmath": fastmath},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.operand)
        flags = {} if self.fastmath == NO_FASTMATH else {"fastmath": self.fastmath}
        printer.print_op_attributes({**flags, **self.attributes})
        printer.print_string(" : ")
        printer.print_attribute(self.operand.type)


@irdl_op_definition
class IsNaNOp(FloatClassOp):
    """`%r = math.isnan %x : f64`"""

    name = "math.isnan"


@irdl_op_definition
class IsInfOp(FloatClassOp):
    """`%r = math.isinf %x : f64`"""

    name = "math.isinf"


@irdl_op_definition
class IsFiniteOp(FloatClassOp):
    """`%r = math.isfinite %x : f64`"""

    name = "math.isfinite"


@irdl_op_definition
class IsNormalOp(FloatClassOp):
    """`%r = math.isnormal %x : f64`"""

    name = "math.isnormal"


Math = overlay(math.Math, [ErfcOp, SincosOp, ClampFOp, IsNaNOp, IsInfOp, IsFiniteOp, IsNormalOp])

"""Conversions of narrow floats that share a scale, as in the microscaling (MX) formats."""

from __future__ import annotations

from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import IntegerAttr
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from .arith import FLOATS, parse_rounding, print_rounding, verify_widths


class ScalingOp(IRDLOperation):
    """The common definition of conversions of floats by a scale, a power of two."""

    input = operand_def(FLOATS)
    scale = operand_def(FLOATS)
    result = result_def(FLOATS)
    traits = traits_def(Pure())


@irdl_op_definition
class ScalingExtFOp(ScalingOp):
    """`%y = arith.scaling_extf %x, %scale : f4E2M1FN, f8E8M0FNU to f32`"""

    name = "arith.scaling_extf"
    fastmath = opt_prop_def(FastMathFlagsAttr)
    assembly_format = (
        "$input `,` $scale (`fastmath` `` $fastmath^)? attr-dict "
        "`:` type($input) `,` type($scale) `to` type($result)"
    )

    def verify_(self) -> None:
        verify_widths(self.input.type, self.result.type, narrower=False)


@irdl_op_definition
class ScalingTruncFOp(ScalingOp):
    """`%y = arith.scaling_truncf %x, %scale upward : f32, f8E8M0FNU to f4E2M1FN`"""

    name = "arith.scaling_truncf"
    roundingmode = opt_prop_def(IntegerAttr)
    fastmath = opt_prop_def(FastMathFlagsAttr)

    def verify_(self) -> None:
        verify_widths(self.input.type, self.result.type, narrower=True)

    @classmethod
    def parse(cls, parser: Parser) -> ScalingTruncFOp:
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        properties = parse_rounding(parser)
        attributes = parser.parse_optional_attr_dict()
        position = parser.pos
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        parser.parse_keyword("to")
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=[parser.parse_type()],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        print_rounding(self, printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list(self.operand_types, printer.print_attribute)
        printer.print_string(" to ")
        printer.print_attribute(self.result.type)


OPERATIONS = [ScalingExtFOp, ScalingTruncFOp]

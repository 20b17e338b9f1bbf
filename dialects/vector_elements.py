"""Ops of the vector dialect whose results or operands are spelled out one by one, and the mask."""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import ShapedType, VectorType
from xdsl.dialects.utils import AbstractYieldOperation
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    region_def,
    traits_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from .syntax import end_blocks, parse_optional_result_types, print_result_types


@irdl_op_definition
class ToElementsOp(IRDLOperation):
    """All elements of a vector: `%r:2 = vector.to_elements %v : vector<2xf32>`"""

    name = "vector.to_elements"
    source = operand_def(VectorType)
    elements = var_result_def()
    traits = traits_def(Pure())

    def verify_(self) -> None:
        if list(self.result_types) != element_types(self.source.type):
            raise VerifyException("requires a result for each element of the vector")

    @classmethod
    def parse(cls, parser: Parser) -> ToElementsOp:
        source = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parse_vector_type(parser)
        return cls.create(
            operands=[parser.resolve_operand(source, type)],
            result_types=element_types(type),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.source)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.source.type)


def element_types(type: Attribute) -> list[Attribute]:
    assert isa(type, VectorType)
    return [type.element_type] * prod(type.get_shape())


def rank_of(value: SSAValue) -> int:
    """The number of dimensions of a value, which a scalar has none of."""
    return value.type.get_num_dims() if isinstance(value.type, ShapedType) else 0


def parse_vector_type(parser: Parser) -> VectorType:
    position = parser.pos
    type = parser.parse_type()
    if not isa(type, VectorType):
        parser.raise_error("expected a vector type", position)
    return type


@irdl_op_definition
class YieldOp(AbstractYieldOperation[Attribute]):
    """What the op under a `vector.mask` gives."""

    name = "vector.yield"
    traits = traits_def(IsTerminator())


@irdl_op_definition
class MaskOp(IRDLOperation):
    """Limits the one op in its region to the elements where the mask is set.

    ```mlir
    %r = vector.mask %m { vector.reduction <add>, %v : vector<4xf32> into f32 }
      : vector<4xi1> -> f32
    ```
    """

    name = "vector.mask"
    mask = operand_def(VectorType)
    passthru = opt_operand_def()
    maskRegion = region_def("single_block")
    res = var_result_def()
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> MaskOp:
        mask = parser.parse_unresolved_operand()
        passthru = None
        if parser.parse_optional_punctuation(","):
            passthru = parser.parse_unresolved_operand()
        region = parser.parse_region()
        _end_masked(region)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        operands: list[SSAValue] = [parser.resolve_operand(mask, parser.parse_type())]
        position = parser.pos
        types = parse_optional_result_types(parser)
        if passthru is not None:
            if not types:
                parser.raise_error("expects a result if a passthru operand is provided", position)
            operands.append(parser.resolve_operand(passthru, types[0]))
        return cls.create(
            operands=operands, result_types=types, attributes=attributes, regions=[region]
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_string(" ")
        printer.print_region(self.maskRegion)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.mask.type)
        print_result_types(printer, self.result_types)


def _end_masked(region: Region) -> None:
    """Supply the yield of the results of the one op, which the text leaves out."""
    last = None if region.last_block is None else region.last_block.last_op
    end_blocks(region, lambda: YieldOp(*(() if last is None else last.results)))

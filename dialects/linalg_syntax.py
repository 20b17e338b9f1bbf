"""What the ops of linalg have in common in their syntax: `{..} ins(..) outs(..) -> ..`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import TensorType
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.ir import Attribute, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer

from .syntax import (
    parse_optional_result_types,
    parse_typed_operands,
    print_result_types,
    print_typed_operands,
)


class Operands(NamedTuple):
    inputs: Sequence[SSAValue]
    outputs: Sequence[SSAValue]


def parse_operands(parser: Parser) -> Operands:
    """`ins(%a, %b : f32, memref<4xf32>) outs(%c : memref<4xf32>)`, each of which may be absent."""
    return Operands(_parse_list(parser, "ins"), _parse_list(parser, "outs"))


def _parse_list(parser: Parser, keyword: str) -> Sequence[SSAValue]:
    return [] if parser.parse_optional_keyword(keyword) is None else parse_typed_operands(parser)


def print_operands(printer: Printer, op: LinalgStructuredOperation) -> None:
    for keyword, values in (("ins", op.inputs), ("outs", op.outputs)):
        if values:
            printer.print_string(f" {keyword}")
            print_typed_operands(printer, values)


def tensor_types(outputs: Sequence[SSAValue]) -> list[Attribute]:
    """The types of the results: a tensor for each output that is one."""
    types: list[Attribute] = [value.type for value in outputs]
    return [type for type in types if isinstance(type, TensorType)]


class Signature(NamedTuple):
    """What stands between the name of a named op and its end."""

    attributes: dict[str, Attribute]
    operands: Operands
    types: list[Attribute]


def parse_signature(parser: Parser) -> Signature:
    attributes = parser.parse_optional_attr_dict()
    return Signature(attributes, parse_operands(parser), parse_optional_result_types(parser))


def print_signature(
    printer: Printer, op: LinalgStructuredOperation, attributes: Mapping[str, Attribute]
) -> None:
    printer.print_op_attributes(dict(attributes))
    print_operands(printer, op)
    print_result_types(printer, op.result_types)

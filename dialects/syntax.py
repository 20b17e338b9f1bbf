"""Pieces of syntax that several dialects share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from xdsl.dialects.builtin import UNKNOWN_LOC
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.parser import AttrParser, Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator
from xdsl.utils.str_enum import StrEnum


class InBrackets:
    """The syntax `#dialect.name<value>` of an enumeration."""

    enum_type: ClassVar[type[StrEnum]]
    data: Any

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Any:
        with parser.in_angle_brackets():
            return parser.parse_str_enum(cls.enum_type)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data)


def parse_typed_operands(parser: Parser) -> Sequence[SSAValue]:
    """`(%a, %b : f32, memref<4xf32>)`"""
    parser.parse_punctuation("(")
    operands = parser.parse_comma_separated_list(
        parser.Delimiter.NONE, parser.parse_unresolved_operand
    )
    position = parser.pos
    parser.parse_punctuation(":")
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    parser.parse_punctuation(")")
    return parser.resolve_operands(operands, types, position)


def print_typed_operands(printer: Printer, values: Sequence[SSAValue]) -> None:
    with printer.in_parens():
        printer.print_list(values, printer.print_operand)
        printer.print_string(" : ")
        printer.print_list([value.type for value in values], printer.print_attribute)


def parse_optional_result_types(parser: Parser) -> list[Attribute]:
    """`-> T`, `-> (T, U)` or nothing."""
    return [] if parser.parse_optional_punctuation("->") is None else parse_type_list(parser)


def parse_type_list(parser: Parser) -> list[Attribute]:
    types = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return [parser.parse_type()] if types is None else list[Attribute](types)


def parse_assignments(
    parser: Parser,
) -> tuple[list[Parser.UnresolvedArgument], list[UnresolvedOperand]]:
    """`(%a = %x, %b = %y)`: the names that a region gives to the values that enter it."""

    def parse_assignment() -> tuple[Parser.UnresolvedArgument, UnresolvedOperand]:
        argument = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        return argument, parser.parse_unresolved_operand()

    pairs = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_assignment)
    return [argument for argument, _ in pairs], [operand for _, operand in pairs]


def parse_operands(parser: Parser) -> list[UnresolvedOperand]:
    return parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, parser.parse_unresolved_operand
    )


def print_assignments(
    printer: Printer, arguments: Sequence[SSAValue], values: Sequence[SSAValue]
) -> None:
    def print_assignment(pair: tuple[SSAValue, SSAValue]) -> None:
        printer.print_ssa_value(pair[0])
        printer.print_string(" = ")
        printer.print_ssa_value(pair[1])

    with printer.in_parens():
        printer.print_list(zip(arguments, values, strict=True), print_assignment)


def print_result_types(printer: Printer, types: Sequence[Attribute]) -> None:
    if types:
        printer.print_string(" -> ")
        with printer.in_parens():
            printer.print_list(types, printer.print_attribute)


def end_blocks(region: Region, terminator: Callable[[], Operation]) -> None:
    """Supply the terminator that the text leaves out, and the block of an empty region."""
    if region.last_block is None:
        region.add_block(Block())
    block = region.last_block
    assert block is not None
    if block.last_op is None or not block.last_op.has_trait(IsTerminator):
        block.add_op(terminator())


def print_body(printer: Printer, region: Region) -> None:
    """A region whose entry arguments are printed already, without a bare terminator at its end.

    One with a location of its own is printed where locations are.
    """
    block = region.last_block
    last = None if block is None else block.last_op
    bare = last is not None and not last.operands and not last.attributes
    if bare and printer.print_debuginfo:
        bare = last is not None and last.location == UNKNOWN_LOC
    printer.print_string(" ")
    printer.print_region(
        region,
        print_entry_block_args=False,
        print_empty_block=False,
        print_block_terminators=not (bare and region.first_block is block),
    )

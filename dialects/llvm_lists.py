"""Operands with their types in parentheses, several of which one op of llvm may have."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DenseArrayBase,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer


def parse_list(parser: Parser) -> tuple[Sequence[UnresolvedOperand], Sequence[Attribute]]:
    """`(%x, %y : f32, i32)`, where all but the parentheses may be absent."""
    with parser.in_parens():
        values = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        if not values:
            return [], []
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    return values, types


def print_list(printer: Printer, values: Sequence[SSAValue]) -> None:
    with printer.in_parens():
        printer.print_list(values, printer.print_operand)
        if values:
            printer.print_string(" : ")
            printer.print_list([value.type for value in values], printer.print_attribute)


def split(values: Sequence[SSAValue], sizes: Attribute | None) -> list[Sequence[SSAValue]]:
    assert isinstance(sizes, DenseArrayBase)
    groups: list[Sequence[SSAValue]] = []
    start = 0
    for size in sizes.get_values():
        groups.append(values[start : start + int(size)])
        start += int(size)
    return groups

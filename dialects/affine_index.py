"""Conversions between an index into an array and the position in each of its dimensions."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    BoolAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IntegerType,
    UnitAttr,
    i32,
    i64,
)
from xdsl.dialects.utils import (
    parse_dynamic_index_list_without_types,
    print_dynamic_index_list,
    verify_dynamic_index_list,
)
from xdsl.ir import SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

PARENTHESES = Parser.Delimiter.PAREN
Integers = DenseArrayBase[IntegerType]


def _parse_basis(parser: Parser) -> tuple[Sequence[SSAValue], Integers]:
    """`(%n, 8)`: values, and integers with a mark for each value."""
    position = parser.pos
    values, integers = parse_dynamic_index_list_without_types(
        parser, DYNAMIC_INDEX, delimiter=PARENTHESES
    )
    operands = parser.resolve_operands(values, [IndexType()] * len(values), position)
    return operands, DenseArrayBase.from_list(i64, integers)


def _print_basis(printer: Printer, values: Sequence[SSAValue], integers: Integers) -> None:
    print_dynamic_index_list(
        printer, DYNAMIC_INDEX, values, integers.get_values(), delimiter=PARENTHESES
    )


def _verify_basis(positions: int, values: Sequence[SSAValue], integers: Integers) -> None:
    verify_dynamic_index_list(integers.get_values(), values, DYNAMIC_INDEX)
    if len(integers) not in (positions, positions - 1):
        raise VerifyException("the size of the outermost dimension alone may be left out")


@irdl_op_definition
class DelinearizeIndexOp(IRDLOperation):
    """The position in each dimension that an index stands for.

    ```mlir
    %p:2 = affine.delinearize_index %i into (%n, 16) : index, index
    ```
    """

    name = "affine.delinearize_index"
    linear_index = operand_def(IndexType)
    dynamic_basis = var_operand_def(IndexType)
    static_basis = prop_def(DenseArrayBase.constr(i64))
    multi_index = var_result_def(IndexType)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        _verify_basis(len(self.multi_index), self.dynamic_basis, self.static_basis)

    @classmethod
    def parse(cls, parser: Parser) -> DelinearizeIndexOp:
        index = parser.parse_operand(IndexType())
        parser.parse_keyword("into")
        values, integers = _parse_basis(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls.create(
            operands=[index, *values],
            result_types=types,
            properties={"static_basis": integers},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.linear_index)
        printer.print_string(" into ")
        _print_basis(printer, self.dynamic_basis, self.static_basis)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list(self.result_types, printer.print_attribute)


@irdl_op_definition
class LinearizeIndexOp(IRDLOperation):
    """The index that a position in each dimension stands for; `disjoint`: each is in bounds.

    ```mlir
    %i = affine.linearize_index disjoint [%p, %q] by (%n, 16) : index
    ```
    """

    name = "affine.linearize_index"
    multi_index = var_operand_def(IndexType)
    dynamic_basis = var_operand_def(IndexType)
    static_basis = prop_def(DenseArrayBase.constr(i64))
    disjoint = opt_prop_def(base(UnitAttr) | base(IntegerAttr))
    """A unit; the generic form has `false` where it is absent."""
    linear_index = result_def(IndexType)
    traits = traits_def(Pure())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def verify_(self) -> None:
        _verify_basis(len(self.multi_index), self.dynamic_basis, self.static_basis)

    @classmethod
    def parse(cls, parser: Parser) -> LinearizeIndexOp:
        disjoint = parser.parse_optional_keyword("disjoint") is not None
        positions = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_operand(IndexType())
        )
        parser.parse_keyword("by")
        values, integers = _parse_basis(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        sizes = [len(positions), len(values)]
        return cls.create(
            operands=[*positions, *values],
            result_types=[parser.parse_type()],
            properties={
                **({"disjoint": UnitAttr()} if disjoint else {}),
                "static_basis": integers,
                "operandSegmentSizes": DenseArrayBase.from_list(i32, sizes),
            },
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(
            " disjoint " if self.disjoint not in (None, BoolAttr.from_bool(False)) else " "
        )
        with printer.in_square_brackets():
            printer.print_list(self.multi_index, printer.print_operand)
        printer.print_string(" by ")
        _print_basis(printer, self.dynamic_basis, self.static_basis)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.linear_index.type)


OPERATIONS = [DelinearizeIndexOp, LinearizeIndexOp]

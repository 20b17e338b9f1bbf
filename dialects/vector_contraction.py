"""Products of vectors: contractions and outer products."""

from __future__ import annotations

from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    StringAttr,
    VectorType,
)
from xdsl.dialects.vector import CombiningKindAttr, CombiningKindFlag
from xdsl.ir import Attribute
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from .vector_attributes import IteratorType, IteratorTypeAttr
from .vector_elements import parse_vector_type

ADD = CombiningKindAttr(CombiningKindFlag.ADD)


@irdl_op_definition
class ContractOp(IRDLOperation):
    """A sum of products of two vectors over the dimensions that reduce, plus an accumulator.

    ```mlir
    %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction"],
                          kind = #vector.kind<add>} %a, %b, %c
      : vector<4x8xf32>, vector<8xf32> into vector<4xf32>
    ```
    """

    name = "vector.contract"
    lhs = operand_def(VectorType)
    rhs = operand_def(VectorType)
    acc = operand_def()
    indexing_maps = prop_def(ArrayAttr[AffineMapAttr])
    iterator_types = prop_def(ArrayAttr[IteratorTypeAttr])
    kind = prop_def(CombiningKindAttr, default_value=ADD)
    result = result_def()
    traits = traits_def(Pure())

    def verify_(self) -> None:
        if self.result.type != self.acc.type:
            raise VerifyException("requires accumulator and result of the same type")
        if len(self.indexing_maps) != 3:
            raise VerifyException("expected an indexing map for each vector operand")
        loops = len(self.iterator_types)
        if any(each.data.num_dims != loops for each in self.indexing_maps):
            raise VerifyException(f"expected indexing maps to have {loops} number of inputs")

    @classmethod
    def parse(cls, parser: Parser) -> ContractOp:
        position = parser.pos
        trait = parser.parse_attribute()
        if not isinstance(trait, DictionaryAttr):
            parser.raise_error("expected a dictionary attribute", position)
        given = dict(trait.data)
        iterators = given.pop("iterator_types", None)
        if not isa(iterators, ArrayAttr[Attribute]):
            parser.raise_error("expected iterator_types", position)
        properties = {
            "indexing_maps": given.pop("indexing_maps", ArrayAttr[Attribute]([])),
            "iterator_types": ArrayAttr(
                _parsed_iterator(parser, position, each) for each in iterators
            ),
            "kind": given.pop("kind", ADD),
        }
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        position = parser.pos
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        parser.parse_keyword("into")
        result = parser.parse_type()
        return cls.create(
            operands=parser.resolve_operands(operands, [*types, result], position),
            result_types=[result],
            properties=properties,
            attributes={**given, **attributes},
        )

    def print(self, printer: Printer) -> None:
        iterators = ArrayAttr(StringAttr(each.data) for each in self.iterator_types)
        printer.print_op_attributes(
            {
                "indexing_maps": self.indexing_maps,
                "iterator_types": iterators,
                "kind": self.kind,
            }
        )
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list([self.lhs.type, self.rhs.type], printer.print_attribute)
        printer.print_string(" into ")
        printer.print_attribute(self.result.type)


def _parsed_iterator(parser: Parser, position: int, given: Attribute) -> IteratorTypeAttr:
    if isinstance(given, IteratorTypeAttr):
        return given
    known = {name.lower(): kind for name, kind in IteratorType.__members__.items()}
    if isinstance(given, StringAttr) and given.data in known:
        return IteratorTypeAttr(known[given.data])
    parser.raise_error(f"unexpected iterator_type {given}", position)


@irdl_op_definition
class OuterProductOp(IRDLOperation):
    """All products of elements of two vectors, combined with an accumulator if there is one.

    ```mlir
    %r = vector.outerproduct %a, %b, %c : vector<4xf32>, vector<8xf32>
    ```
    """

    name = "vector.outerproduct"
    lhs = operand_def(VectorType)
    rhs = operand_def()
    acc = opt_operand_def(VectorType)
    kind = prop_def(CombiningKindAttr, default_value=ADD)
    result = result_def(VectorType)
    traits = traits_def(Pure())

    def verify_(self) -> None:
        if self.result.type != product_type(self.lhs.type, self.rhs.type):
            raise VerifyException("result type does not fit the types of the operands")
        if self.acc is not None and self.acc.type != self.result.type:
            raise VerifyException("expected accumulator and result of the same type")

    @classmethod
    def parse(cls, parser: Parser) -> OuterProductOp:
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        kind = attributes.pop("kind", ADD)
        position = parser.pos
        parser.parse_punctuation(":")
        lhs = parse_vector_type(parser)
        parser.parse_punctuation(",")
        rhs = parser.parse_type()
        result = product_type(lhs, rhs)
        types = [lhs, rhs, result][: max(len(operands), 2)]
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=[result],
            properties={"kind": kind},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        kind = {} if self.kind == ADD else {"kind": self.kind}
        printer.print_op_attributes({**kind, **self.attributes})
        printer.print_string(" : ")
        printer.print_list([self.lhs.type, self.rhs.type], printer.print_attribute)


def product_type(lhs: Attribute, rhs: Attribute) -> VectorType:
    """The type of the outer product: a matrix, or a vector where one is scaled by a number."""
    assert isa(lhs, VectorType)
    if not isa(rhs, VectorType):
        return lhs
    return VectorType(
        lhs.element_type,
        [*lhs.get_shape(), *rhs.get_shape()],
        ArrayAttr([*lhs.scalable_dims, *rhs.scalable_dims]),
    )

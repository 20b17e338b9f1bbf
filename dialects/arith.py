"""The arith dialect: xDSL's, with the flags, vector forms and ops that MLIR 22 has beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.dialects import arith
from xdsl.dialects.arith import (
    CMPF_COMPARISON_OPERATIONS,
    CMPI_COMPARISON_OPERATIONS,
    FastMathFlagsAttr,
    IntegerOverflowAttr,
)
from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerAttr,
    IntegerType,
    TensorType,
    UnitAttr,
    UnrankedTensorType,
    VectorType,
    container_of,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyOf,
    IRDLOperation,
    OperandDef,
    ResultDef,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import NoMemoryEffect, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from .overlay import add_effects, optional, overlay, refine, refined

BOOLS = container_of(IntegerType(1))
INTEGERS = container_of(IntegerType)
INDEX_OR_INTEGERS = container_of(AnyOf.get(IntegerType, IndexType))
FLOATS = container_of(AnyFloat)

CompareOp = TypeVar("CompareOp", arith.CmpiOp, arith.CmpfOp)

NO_FASTMATH = FastMathFlagsAttr("none")

ROUNDING_MODES = ("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")
"""Spellings of `roundingmode` in the order of their encoding."""

add_effects({Pure(): [arith.ExtSIOp], NoMemoryEffect(): [arith.RemUIOp]})


def bool_type_like(type: Attribute) -> Attribute:
    """`i1`, or the container of `i1` with the shape of `type`: what comparing such values gives."""
    match type:
        case VectorType():
            return VectorType(i1, type.shape, type.scalable_dims)
        case TensorType():
            return TensorType(i1, type.get_shape(), type.encoding)
        case UnrankedTensorType():
            return UnrankedTensorType(i1)
        case _:
            return i1


@refine(results={"result": ResultDef(BOOLS)})
class CmpiOp(arith.CmpiOp):
    def verify_(self) -> None:
        _verify_comparison(self, CMPI_COMPARISON_OPERATIONS)

    @classmethod
    def parse(cls, parser: Parser) -> CmpiOp:
        return _parse_compare(cls, parser, CMPI_COMPARISON_OPERATIONS, fastmath=False)

    def print(self, printer: Printer) -> None:
        _print_compare(self, printer, CMPI_COMPARISON_OPERATIONS)


@refine(results={"result": ResultDef(BOOLS)})
class CmpfOp(arith.CmpfOp):
    def verify_(self) -> None:
        _verify_comparison(self, CMPF_COMPARISON_OPERATIONS)

    @classmethod
    def parse(cls, parser: Parser) -> CmpfOp:
        return _parse_compare(cls, parser, CMPF_COMPARISON_OPERATIONS, fastmath=True)

    def print(self, printer: Printer) -> None:
        _print_compare(self, printer, CMPF_COMPARISON_OPERATIONS)


def _parse_compare(
    cls: type[CompareOp], parser: Parser, predicates: Sequence[str], *, fastmath: bool
) -> CompareOp:
    position = parser.pos
    predicate = parser.parse_identifier()
    if predicate not in predicates:
        parser.raise_error(f"expected one of: {', '.join(predicates)}", position)
    parser.parse_punctuation(",")
    lhs = parser.parse_unresolved_operand()
    parser.parse_punctuation(",")
    rhs = parser.parse_unresolved_operand()
    properties: dict[str, Attribute] = {"predicate": IntegerAttr(predicates.index(predicate), i64)}
    if fastmath:
        properties["fastmath"] = parse_optional_fastmath(parser) or NO_FASTMATH
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    type = parser.parse_type()
    return cls.create(
        operands=[parser.resolve_operand(lhs, type), parser.resolve_operand(rhs, type)],
        result_types=[bool_type_like(type)],
        properties=properties,
        attributes=attributes,
    )


def _print_compare(
    op: arith.CmpiOp | arith.CmpfOp, printer: Printer, predicates: Sequence[str]
) -> None:
    printer.print_string(f" {predicates[op.predicate.value.data]}, ")
    printer.print_list(op.operands, printer.print_operand)
    print_fastmath(op, printer)
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(op.lhs.type)


def parse_optional_fastmath(parser: Parser) -> FastMathFlagsAttr | None:
    if parser.parse_optional_keyword("fastmath") is None:
        return None
    return FastMathFlagsAttr(FastMathFlagsAttr.parse_parameter(parser))


def print_fastmath(op: Operation, printer: Printer) -> None:
    flags = op.properties.get("fastmath")
    if isinstance(flags, FastMathFlagsAttr) and flags != NO_FASTMATH:
        printer.print_string(" fastmath")
        flags.print_parameter(printer)


def _verify_comparison(op: arith.CmpiOp | arith.CmpfOp, predicates: Sequence[str]) -> None:
    if op.lhs.type != op.rhs.type:
        raise VerifyException("requires all operands to have the same type")
    if op.result.type != bool_type_like(op.lhs.type):
        raise VerifyException(
            "result type has i1 element type and same shape as operands: expected "
            f"{bool_type_like(op.lhs.type)}, got {op.result.type}"
        )
    if not 0 <= op.predicate.value.data < len(predicates):
        raise VerifyException("attribute 'predicate' is out of range")


@refine(operands={"cond": OperandDef(BOOLS)})
class SelectOp(arith.SelectOp):
    """Chooses one of two values, or element by element where the condition has a shape.

    ```mlir
    %s = arith.select %c, %a, %b : f64
    %v = arith.select %m, %x, %y : vector<4xi1>, vector<4xf64>
    ```
    """

    def verify_(self) -> None:
        if self.cond.type not in (i1, bool_type_like(self.result.type)):
            raise VerifyException(
                "expected condition type to have the same shape as the result type, expected "
                f"'{bool_type_like(self.result.type)}', but got '{self.cond.type}'"
            )

    @classmethod
    def parse(cls, parser: Parser) -> SelectOp:
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        condition = types[0] if len(types) == 2 else i1
        return cls.create(
            operands=parser.resolve_operands(operands, [condition, types[-1], types[-1]], position),
            result_types=[types[-1]],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        if self.cond.type != i1:
            printer.print_attribute(self.cond.type)
            printer.print_string(", ")
        printer.print_attribute(self.result.type)


@refine(properties={"fastmath": optional(FastMathFlagsAttr), "roundingmode": optional(IntegerAttr)})
class TruncFOp(arith.TruncFOp):
    """Rounds to a narrower float type, to nearest even unless a mode is given.

    ```mlir
    %n = arith.truncf %x downward fastmath<nnan> : f64 to f32
    ```
    """

    def verify_(self) -> None:
        verify_widths(self.input.type, self.result.type, narrower=True)

    @classmethod
    def parse(cls, parser: Parser) -> TruncFOp:
        operand = parser.parse_unresolved_operand()
        properties = parse_rounding(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source = parser.parse_type()
        parser.parse_keyword("to")
        return cls.create(
            operands=[parser.resolve_operand(operand, source)],
            result_types=[parser.parse_type()],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.input)
        print_rounding(self, printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.input.type)
        printer.print_string(" to ")
        printer.print_attribute(self.result.type)


def parse_rounding(parser: Parser) -> dict[str, Attribute]:
    """`downward fastmath<nnan>`, each of which may be absent."""
    properties: dict[str, Attribute] = {}
    for code, mode in enumerate(ROUNDING_MODES):
        if parser.parse_optional_keyword(mode):
            properties["roundingmode"] = IntegerAttr(code, i32)
    if (flags := parse_optional_fastmath(parser)) is not None:
        properties["fastmath"] = flags
    return properties


def print_rounding(op: Operation, printer: Printer) -> None:
    mode = op.properties.get("roundingmode")
    if isinstance(mode, IntegerAttr):
        printer.print_string(f" {ROUNDING_MODES[mode.value.data]}")
    print_fastmath(op, printer)


def verify_widths(source: Attribute, target: Attribute, *, narrower: bool) -> None:
    """Raise a VerifyException unless the elements of `target` are narrower, or else wider, than
    those of `source`."""
    before, after = get_element_type_or_self(source), get_element_type_or_self(target)
    assert isinstance(before, IntegerType | AnyFloat)
    assert isinstance(after, IntegerType | AnyFloat)
    fits = after.bitwidth < before.bitwidth if narrower else after.bitwidth > before.bitwidth
    if not fits or not have_compatible_shape(source, target):
        raise VerifyException(
            f"operand type '{source}' and result type '{target}' are cast incompatible"
        )


def _verify_index_cast(op: arith.IndexCastOp | IndexCastUIOp) -> None:
    source, target = op.input.type, op.result.type
    elements = [get_element_type_or_self(source), get_element_type_or_self(target)]
    indices = sum(isinstance(element, IndexType) for element in elements)
    if indices != 1 or not have_compatible_shape(source, target):
        raise VerifyException(
            f"operand type '{source}' and result type '{target}' are cast incompatible"
        )


CAST = "$input attr-dict `:` type($input) `to` type($result)"


@refine(
    operands={"input": OperandDef(FLOATS)},
    properties={"fastmath": optional(FastMathFlagsAttr)},
)
class ExtFOp(arith.ExtFOp):
    assembly_format = (
        "$input (`fastmath` `` $fastmath^)? attr-dict `:` type($input) `to` type($result)"
    )

    def verify_(self) -> None:
        verify_widths(self.input.type, self.result.type, narrower=False)


@refine(
    operands={"input": OperandDef(INTEGERS)},
    results={"result": ResultDef(INTEGERS)},
    properties={"overflowFlags": optional(IntegerOverflowAttr)},
)
class TruncIOp(arith.TruncIOp):
    assembly_format = (
        "$input (`overflow` `` $overflowFlags^)? attr-dict `:` type($input) `to` type($result)"
    )

    def verify_(self) -> None:
        verify_widths(self.input.type, self.result.type, narrower=True)


@refine(operands={"input": OperandDef(INTEGERS)}, results={"result": ResultDef(INTEGERS)})
class ExtSIOp(arith.ExtSIOp):
    assembly_format = CAST

    def verify_(self) -> None:
        verify_widths(self.input.type, self.result.type, narrower=False)


@refine(operands={"input": OperandDef(INTEGERS)}, results={"result": ResultDef(INTEGERS)})
class ExtUIOp(arith.ExtUIOp):
    assembly_format = CAST

    def verify_(self) -> None:
        verify_widths(self.input.type, self.result.type, narrower=False)


@refine(
    operands={"input": OperandDef(INDEX_OR_INTEGERS)},
    results={"result": ResultDef(INDEX_OR_INTEGERS)},
)
class IndexCastOp(arith.IndexCastOp):
    assembly_format = CAST

    def verify_(self) -> None:
        _verify_index_cast(self)


@irdl_op_definition
class IndexCastUIOp(IRDLOperation):
    """Converts between index and integer, extending an unsigned value with zeros.

    ```mlir
    %i = arith.index_castui %n : i32 to index
    ```
    """

    name = "arith.index_castui"
    input = operand_def(INDEX_OR_INTEGERS)
    result = result_def(INDEX_OR_INTEGERS)
    traits = traits_def(Pure())
    assembly_format = CAST

    def __init__(self, input: SSAValue | Operation, type: Attribute) -> None:
        super().__init__(operands=[input], result_types=[type])

    def verify_(self) -> None:
        _verify_index_cast(self)


@irdl_op_definition
class RemFOp(arith.FloatingPointLikeBinaryOperation):
    """The remainder of a float division, with the sign of the dividend (C's `fmod`).

    ```mlir
    %r = arith.remf %a, %b fastmath<nnan> : f64
    ```
    """

    name = "arith.remf"
    traits = traits_def(Pure())


EXACT = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"

Arith = overlay(
    arith.Arith,
    [
        CmpiOp,
        CmpfOp,
        SelectOp,
        TruncFOp,
        ExtFOp,
        TruncIOp,
        ExtSIOp,
        ExtUIOp,
        IndexCastOp,
        IndexCastUIOp,
        RemFOp,
        *(
            refined(op, EXACT, properties={"isExact": optional(UnitAttr)})
            for op in (arith.DivSIOp, arith.DivUIOp, arith.ShRSIOp, arith.ShRUIOp)
        ),
        *(
            refined(
                op,
                CAST,
                operands={"input": OperandDef(source)},
                results={"result": ResultDef(target)},
            )
            for op, source, target in (
                (arith.SIToFPOp, INTEGERS, FLOATS),
                (arith.UIToFPOp, INTEGERS, FLOATS),
                (arith.FPToSIOp, FLOATS, INTEGERS),
                (arith.FPToUIOp, FLOATS, INTEGERS),
            )
        ),
    ],
)

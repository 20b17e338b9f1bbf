"""The affine dialect: xDSL's, with the syntax of MLIR 22 and with dimensions told from symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.dialects import affine
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    BoolAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineSymExpr
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    MemoryReadEffect,
    MemoryWriteEffect,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffect,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self

from .affine_parallel import ParallelOp
from .affine_syntax import parse_access, print_access
from .memref_elements import parse_memref_type, parse_prefetch_hints, print_prefetch_hints
from .overlay import add_effects, overlay
from .syntax import (
    end_blocks,
    parse_optional_result_types,
    print_assignments,
    print_body,
    print_result_types,
)

add_effects(
    {
        MemoryReadEffect(): [affine.LoadOp, affine.VectorLoadOp],
        MemoryWriteEffect(): [affine.StoreOp, affine.VectorStoreOp],
        RecursiveMemoryEffect(): [affine.ForOp, affine.ParallelOp],
        RecursivelySpeculatable(): [affine.ParallelOp],
        Pure(): [affine.MinOp],
    }
)

MapOp = TypeVar("MapOp", "affine.ApplyOp", "affine.MinOp", "MaxOp")


def _parse_operand_lists(parser: Parser) -> list[SSAValue]:
    """`(%dims)[%symbols]`, either of which may be absent."""
    return [
        operand
        for delimiter in (parser.Delimiter.PAREN, parser.Delimiter.SQUARE)
        for operand in parser.parse_optional_comma_separated_list(
            delimiter, lambda: parser.parse_operand(IndexType())
        )
        or ()
    ]


def _print_operand_lists(printer: Printer, operands: Sequence[SSAValue], num_dims: int) -> None:
    with printer.in_parens():
        printer.print_list(operands[:num_dims], printer.print_operand)
    if len(operands) > num_dims:
        with printer.in_square_brackets():
            printer.print_list(operands[num_dims:], printer.print_operand)


def _parse_map_op(cls: type[MapOp], parser: Parser) -> MapOp:
    position = parser.pos
    map = parser.parse_attribute()
    if not isinstance(map, AffineMapAttr):
        parser.raise_error("expected an affine map", position)
    operands = _parse_operand_lists(parser)
    if len(operands) != map.data.num_dims + map.data.num_symbols:
        parser.raise_error("operand count and affine map dimension and symbol count must match")
    return cls.create(
        operands=operands,
        result_types=[IndexType()],
        properties={"map": map},
        attributes=parser.parse_optional_attr_dict(),
    )


def _print_map_op(op: affine.ApplyOp | affine.MinOp | MaxOp, printer: Printer) -> None:
    printer.print_string(" ")
    printer.print_attribute(op.map)
    _print_operand_lists(printer, op.operands, op.map.data.num_dims)
    printer.print_op_attributes(op.attributes)


class ApplyOp(affine.ApplyOp):
    """`%j = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]`"""

    @classmethod
    def parse(cls, parser: Parser) -> ApplyOp:
        return _parse_map_op(cls, parser)

    def print(self, printer: Printer) -> None:
        _print_map_op(self, printer)


class MinOp(affine.MinOp):
    """`%k = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]`"""

    @classmethod
    def parse(cls, parser: Parser) -> MinOp:
        return _parse_map_op(cls, parser)

    def print(self, printer: Printer) -> None:
        _print_map_op(self, printer)


@irdl_op_definition
class MaxOp(IRDLOperation):
    """`%k = affine.max affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]`"""

    name = "affine.max"
    arguments = var_operand_def(IndexType)
    map = prop_def(AffineMapAttr)
    result = result_def(IndexType)
    traits = traits_def(Pure())

    def __init__(self, map_operands: Sequence[SSAValue | Operation], map: AffineMapAttr) -> None:
        super().__init__(
            operands=[map_operands], result_types=[IndexType()], properties={"map": map}
        )

    def verify_(self) -> None:
        if len(self.operands) != self.map.data.num_dims + self.map.data.num_symbols:
            raise VerifyException(
                "operand count and affine map dimension and symbol count must match"
            )

    @classmethod
    def parse(cls, parser: Parser) -> MaxOp:
        return _parse_map_op(cls, parser)

    def print(self, printer: Printer) -> None:
        _print_map_op(self, printer)


def _parse_element(parser: Parser) -> tuple[list[SSAValue], AffineMapAttr, dict[str, Attribute]]:
    """`%m[%i + 1] {attributes} : memref<8xf64>`"""
    buffer = parser.parse_unresolved_operand()
    map, indices = parse_access(parser)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    memref = parser.resolve_operand(buffer, parse_memref_type(parser))
    return [memref, *indices], AffineMapAttr(map), attributes


def _print_element(
    op: affine.LoadOp | affine.StoreOp | affine.VectorLoadOp | affine.VectorStoreOp,
    printer: Printer,
) -> None:
    printer.print_operand(op.memref)
    print_access(printer, op.map.data, op.indices)
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(op.memref.type)


class LoadOp(affine.LoadOp):
    """`%v = affine.load %m[%i + symbol(%n), 0] : memref<8x8xf64>`"""

    @classmethod
    def parse(cls, parser: Parser) -> LoadOp:
        operands, map, attributes = _parse_element(parser)
        return cls.create(
            operands=operands,
            result_types=[get_element_type_or_self(operands[0].type)],
            properties={"map": map},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_element(self, printer)


class StoreOp(affine.StoreOp):
    """`affine.store %v, %m[%i + symbol(%n), 0] : memref<8x8xf64>`"""

    @classmethod
    def parse(cls, parser: Parser) -> StoreOp:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        operands, map, attributes = _parse_element(parser)
        stored = parser.resolve_operand(value, get_element_type_or_self(operands[0].type))
        return cls.create(
            operands=[stored, *operands], properties={"map": map}, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.value)
        printer.print_string(", ")
        _print_element(self, printer)


class VectorLoadOp(affine.VectorLoadOp):
    """`%v = affine.vector_load %m[%i] : memref<8xf64>, vector<4xf64>`"""

    @classmethod
    def parse(cls, parser: Parser) -> VectorLoadOp:
        operands, map, attributes = _parse_element(parser)
        parser.parse_punctuation(",")
        return cls.create(
            operands=operands,
            result_types=[parser.parse_type()],
            properties={"map": map},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_element(self, printer)
        printer.print_string(", ")
        printer.print_attribute(self.result.type)


class VectorStoreOp(affine.VectorStoreOp):
    """`affine.vector_store %v, %m[%i] : memref<8xf64>, vector<4xf64>`"""

    @classmethod
    def parse(cls, parser: Parser) -> VectorStoreOp:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        operands, map, attributes = _parse_element(parser)
        parser.parse_punctuation(",")
        stored = parser.resolve_operand(value, parser.parse_type())
        return cls.create(
            operands=[stored, *operands], properties={"map": map}, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.value)
        printer.print_string(", ")
        _print_element(self, printer)
        printer.print_string(", ")
        printer.print_attribute(self.value.type)


@irdl_op_definition
class PrefetchOp(IRDLOperation):
    """`affine.prefetch %m[%i + 5], read, locality<3>, data : memref<8xf64>`"""

    name = "affine.prefetch"
    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    map = prop_def(AffineMapAttr)
    isWrite = prop_def(BoolAttr)
    isDataCache = prop_def(BoolAttr)
    localityHint = prop_def(IntegerAttr)
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> PrefetchOp:
        buffer = parser.parse_unresolved_operand()
        map, indices = parse_access(parser)
        properties, attributes = parse_prefetch_hints(parser)
        memref = parser.resolve_operand(buffer, parse_memref_type(parser))
        return cls.create(
            operands=[memref, *indices],
            properties={"map": AffineMapAttr(map), **properties},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.memref)
        print_access(printer, self.map.data, self.indices)
        print_prefetch_hints(self, printer)


class ForOp(affine.ForOp):
    """xDSL's loop; its terminator prints where it carries something.

    ```mlir
    %r = affine.for %i = 0 to %n step 2 iter_args(%x = %x0) -> (f64) { affine.yield %x : f64 }
    ```
    """

    def print(self, printer: Printer) -> None:
        induction, *arguments = self.body.block.args
        printer.print_string(" ")
        printer.print_block_argument(induction, print_type=False)
        if printer.print_debuginfo:
            printer.print_string(" ")
            printer.print_attribute(induction.location)
        printer.print_string(" = ")
        _print_bound(printer, self.lowerBoundMap, self.lowerBoundOperands, "max")
        printer.print_string(" to ")
        _print_bound(printer, self.upperBoundMap, self.upperBoundOperands, "min")
        if self.step.value.data != 1:
            printer.print_string(f" step {self.step.value.data}")
        if arguments:
            printer.print_string(" iter_args")
            print_assignments(printer, arguments, self.inits)
            print_result_types(printer, self.result_types)
        print_body(printer, self.body)
        printer.print_op_attributes(self.attributes)


def _print_bound(
    printer: Printer, bound: AffineMapAttr, operands: Sequence[SSAValue], prefix: str
) -> None:
    """A constant or one symbol by itself, else the map with its operands."""
    map = bound.data
    match map.results:
        case (AffineConstantExpr(value=value),) if not operands:
            printer.print_string(str(value))
        case (AffineSymExpr(),) if len(operands) == 1:
            printer.print_ssa_value(operands[0])
        case _:
            printer.print_string("" if len(map.results) == 1 else f"{prefix} ")
            printer.print_attribute(bound)
            _print_operand_lists(printer, operands, map.num_dims)


class IfOp(affine.IfOp):
    """A choice by affine constraints.

    ```mlir
    %r = affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] -> f64 {
      affine.yield %a : f64
    } else {
      affine.yield %b : f64
    }
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> IfOp:
        position = parser.pos
        condition = parser.parse_attribute()
        if not isinstance(condition, AffineSetAttr):
            parser.raise_error("expected an affine set", position)
        operands = _parse_operand_lists(parser)
        if len(operands) != condition.data.num_dims + condition.data.num_symbols:
            parser.raise_error("symbol and dimension operand count must match the set", position)
        types = parse_optional_result_types(parser)
        regions = [parser.parse_region()]
        if parser.parse_optional_keyword("else"):
            regions.append(parser.parse_region())
        if not types:
            for region in regions:
                end_blocks(region, affine.YieldOp.get)
        return cls.create(
            operands=operands,
            result_types=types,
            properties={"condition": condition},
            attributes=parser.parse_optional_attr_dict(),
            regions=regions if len(regions) == 2 else [*regions, Region()],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.condition)
        _print_operand_lists(printer, self.args, self.condition.data.num_dims)
        print_result_types(printer, self.result_types)
        print_body(printer, self.then_region)
        if self.else_region.blocks:
            printer.print_string(" else")
            print_body(printer, self.else_region)
        printer.print_op_attributes(self.attributes)


Affine = overlay(
    affine.Affine,
    [
        ApplyOp,
        MinOp,
        MaxOp,
        LoadOp,
        StoreOp,
        VectorLoadOp,
        VectorStoreOp,
        PrefetchOp,
        ForOp,
        IfOp,
        ParallelOp,
    ],
)

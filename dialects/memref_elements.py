"""The memref ops on one element of a buffer: accesses, atomics and prefetch."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    BoolAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    HasParent,
    IsTerminator,
    MemoryReadEffect,
    MemoryWriteEffect,
    Pure,
)
from xdsl.utils.exceptions import VerifyException

from .overlay import optional, refine

ATOMIC_KINDS = (
    "addf",
    "addi",
    "andi",
    "assign",
    "maximumf",
    "maxnumf",
    "maxs",
    "maxu",
    "minimumf",
    "minnumf",
    "mins",
    "minu",
    "mulf",
    "muli",
    "ori",
    "xori",
)
"""Spellings of `kind` in the order of their encoding."""


def parse_memref_type(parser: Parser) -> MemRefType[Attribute]:
    position = parser.pos
    type = parser.parse_type()
    if not isinstance(type, MemRefType):
        parser.raise_error("expected a memref type", position)
    return cast(MemRefType[Attribute], type)


@refine(properties={"alignment": optional(IntegerAttr)})
class LoadOp(memref.LoadOp):
    assembly_format = memref.LoadOp.assembly_format

    def verify_(self) -> None:
        _verify_index_count(self.memref.type, len(self.indices))


@refine(properties={"alignment": optional(IntegerAttr)})
class StoreOp(memref.StoreOp):
    assembly_format = memref.StoreOp.assembly_format

    def verify_(self) -> None:
        _verify_index_count(self.memref.type, len(self.indices))


def _verify_index_count(type: Attribute, count: int) -> None:
    if isinstance(type, MemRefType) and type.get_num_dims() != count:
        raise VerifyException(
            f"incorrect number of indices, expected {type.get_num_dims()} but got {count}"
        )


@refine()
class AtomicRMWOp(memref.AtomicRMWOp):
    """A read-modify-write of one element.

    ```mlir
    %old = memref.atomic_rmw addf %value, %m[%i] : (f64, memref<8xf64>) -> f64
    ```
    """

    def verify_(self) -> None:
        _verify_index_count(self.memref.type, len(self.indices))
        if not 0 <= self.kind.value.data < len(ATOMIC_KINDS):
            raise VerifyException("attribute 'kind' is not an atomic read-modify-write kind")

    @classmethod
    def parse(cls, parser: Parser) -> AtomicRMWOp:
        position = parser.pos
        kind = parser.parse_identifier()
        if kind not in ATOMIC_KINDS:
            parser.raise_error(f"expected one of: {', '.join(ATOMIC_KINDS)}", position)
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        buffer = parser.parse_unresolved_operand()
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_operand(IndexType())
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_function_type()
        operands = parser.resolve_operands([value, buffer], type.inputs.data, position)
        return cls.create(
            operands=[*operands, *indices],
            result_types=type.outputs.data,
            properties={"kind": IntegerAttr(ATOMIC_KINDS.index(kind), i64)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {ATOMIC_KINDS[self.kind.value.data]} ")
        printer.print_operand(self.value)
        printer.print_string(", ")
        printer.print_operand(self.memref)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_function_type([self.value.type, self.memref.type], self.result_types)


def parse_prefetch_hints(parser: Parser) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """`, read, locality<3>, data {attributes} :`, as properties and attributes."""
    properties: dict[str, Attribute] = {}
    parser.parse_punctuation(",")
    properties["isWrite"] = BoolAttr.from_bool(_parse_choice(parser, ("read", "write")) == 1)
    parser.parse_punctuation(",")
    parser.parse_keyword("locality")
    with parser.in_angle_brackets():
        properties["localityHint"] = IntegerAttr(parser.parse_integer(), i32)
    parser.parse_punctuation(",")
    properties["isDataCache"] = BoolAttr.from_bool(_parse_choice(parser, ("instr", "data")) == 1)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    return properties, attributes


def _parse_choice(parser: Parser, choices: tuple[str, ...]) -> int:
    for index, choice in enumerate(choices):
        if parser.parse_optional_keyword(choice):
            return index
    parser.raise_error(f"expected one of: {', '.join(choices)}")


def print_prefetch_hints(op: Operation, printer: Printer) -> None:
    """The rest of a prefetch, its memref type included."""
    write, data, locality = (
        op.properties[name] for name in ("isWrite", "isDataCache", "localityHint")
    )
    assert isinstance(write, IntegerAttr)
    assert isinstance(data, IntegerAttr)
    assert isinstance(locality, IntegerAttr)
    printer.print_string(
        f", {'write' if write.value.data else 'read'}, locality<{locality.value.data}>, "
        f"{'data' if data.value.data else 'instr'}"
    )
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(op.operands[0].type)


@irdl_op_definition
class PrefetchOp(IRDLOperation):
    """A hint that an element is needed soon.

    ```mlir
    memref.prefetch %m[%i], read, locality<3>, data : memref<8xf64>
    ```
    """

    name = "memref.prefetch"
    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    isWrite = prop_def(BoolAttr)
    isDataCache = prop_def(BoolAttr)
    localityHint = prop_def(IntegerAttr)
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> PrefetchOp:
        buffer = parser.parse_unresolved_operand()
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_operand(IndexType())
        )
        properties, attributes = parse_prefetch_hints(parser)
        memref = parser.resolve_operand(buffer, parser.parse_type())
        return cls.create(operands=[memref, *indices], properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.memref)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_operand)
        print_prefetch_hints(self, printer)


@irdl_op_definition
class GenericAtomicRMWOp(IRDLOperation):
    """A read-modify-write of one element by the code of a region.

    ```mlir
    %new = memref.generic_atomic_rmw %m[%i] : memref<8xf64> {
    ^bb0(%old: f64):
      %v = arith.mulf %old, %x : f64
      memref.atomic_yield %v : f64
    }
    ```
    """

    name = "memref.generic_atomic_rmw"
    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    result = result_def()
    body = region_def("single_block")
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> GenericAtomicRMWOp:
        buffer = parser.parse_unresolved_operand()
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_operand(IndexType())
        )
        parser.parse_punctuation(":")
        type = parse_memref_type(parser)
        body = parser.parse_region()
        return cls.create(
            operands=[parser.resolve_operand(buffer, type), *indices],
            result_types=[type.element_type],
            attributes=parser.parse_optional_attr_dict(),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.memref)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_operand)
        printer.print_string(" : ")
        printer.print_attribute(self.memref.type)
        printer.print_string(" ")
        printer.print_region(self.body)
        printer.print_op_attributes(self.attributes)


@irdl_op_definition
class AtomicYieldOp(IRDLOperation):
    """`memref.atomic_yield %v : f64`"""

    name = "memref.atomic_yield"
    result = operand_def()
    traits = traits_def(IsTerminator(), HasParent(GenericAtomicRMWOp), Pure())
    assembly_format = "$result attr-dict `:` type($result)"

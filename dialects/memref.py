"""The memref dialect: xDSL's, with the syntax and the looser typing that MLIR 22 has."""

from __future__ import annotations

from typing import cast

from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AnyDenseElement,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    TensorType,
    UnitAttr,
    UnrankedMemRefType,
)
from xdsl.ir import Attribute
from xdsl.irdl import (
    IRDLOperation,
    OperandDef,
    ParsePropInAttrDict,
    ResultDef,
    base,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    MemoryAllocEffect,
    MemoryFreeEffect,
    NoMemoryEffect,
    Pure,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from .affine_syntax import map_text
from .memref_elements import (
    AtomicRMWOp,
    AtomicYieldOp,
    GenericAtomicRMWOp,
    LoadOp,
    PrefetchOp,
    StoreOp,
    parse_memref_type,
)
from .overlay import optional, overlay, refine, refined

ANY_MEMREF = base(MemRefType) | base(UnrankedMemRefType)


def _verify_same_element_type(source: Attribute, target: Attribute) -> None:
    if get_element_type_or_self(source) != get_element_type_or_self(target):
        raise VerifyException("requires the same element type for all operands")


@refine(operands={"source": OperandDef(ANY_MEMREF), "destination": OperandDef(ANY_MEMREF)})
class CopyOp(memref.CopyOp):
    assembly_format = "$source `,` $destination attr-dict `:` type($source) `to` type($destination)"

    def verify_(self) -> None:
        _verify_same_element_type(self.source.type, self.destination.type)
        if not have_compatible_shape(self.source.type, self.destination.type):
            raise VerifyException("requires the same shape for all operands")


@refine()
class CastOp(memref.CastOp):
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def verify_(self) -> None:
        _verify_same_element_type(self.source.type, self.dest.type)
        if not have_compatible_shape(self.source.type, self.dest.type):
            raise VerifyException(
                f"operand type '{self.source.type}' and result type '{self.dest.type}' "
                "are cast incompatible"
            )


@refine()
class MemorySpaceCastOp(memref.MemorySpaceCastOp):
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def verify_(self) -> None:
        _verify_same_element_type(self.source.type, self.dest.type)


@refine(operands={"source": OperandDef(ANY_MEMREF)})
class RankOp(memref.RankOp):
    assembly_format = "$source attr-dict `:` type($source)"


@refine(operands={"source": OperandDef(ANY_MEMREF)})
class ExtractAlignedPointerAsIndexOp(memref.ExtractAlignedPointerAsIndexOp):
    assembly_format = "$source `:` type($source) `->` type($aligned_pointer) attr-dict"


@refine(
    operands={"source": OperandDef(ANY_MEMREF)}, results={"result": ResultDef(base(MemRefType))}
)
class ReinterpretCastOp(memref.ReinterpretCastOp):
    pass


@refine(
    properties={
        "sym_visibility": optional(StringAttr),
        "initial_value": optional(
            base(UnitAttr) | base(DenseIntOrFPElementsAttr) | base(DenseResourceAttr)
        ),
    }
)
class GlobalOp(memref.GlobalOp):
    """A named buffer: initialised, uninitialized (`initial_value` is unit), or external.

    ```mlir
    memref.global "private" constant @table : memref<2xf64> = dense<1.0> {alignment = 64 : i64}
    ```
    """

    def verify_(self) -> None:
        if self.alignment is not None and self.alignment.value.data.bit_count() != 1:
            raise VerifyException("alignment attribute value is not a power of 2")
        value = self.properties.get("initial_value")
        if isinstance(value, DenseIntOrFPElementsAttr):
            type = self.type
            expected = TensorType(type.element_type, type.get_shape())
            if value.get_type() != expected:
                raise VerifyException(
                    f"initial value expected to be of type '{expected}', but was of type "
                    f"'{value.get_type()}'"
                )

    @classmethod
    def parse(cls, parser: Parser) -> GlobalOp:
        properties: dict[str, Attribute] = {}
        if (visibility := parser.parse_optional_str_literal()) is not None:
            properties["sym_visibility"] = StringAttr(visibility)
        if parser.parse_optional_keyword("constant"):
            properties["constant"] = UnitAttr()
        properties["sym_name"] = parser.parse_symbol_name()
        parser.parse_punctuation(":")
        properties["type"] = type = parse_memref_type(parser)
        if parser.parse_optional_punctuation("="):
            if parser.parse_optional_keyword("uninitialized"):
                properties["initial_value"] = UnitAttr()
            else:
                tensor = TensorType(type.element_type, type.get_shape())
                properties["initial_value"] = _parse_initial_value(
                    parser, cast(TensorType[AnyDenseElement], tensor)
                )
        attributes = parser.parse_optional_attr_dict()
        if "alignment" in attributes:
            properties["alignment"] = attributes.pop("alignment")
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        if "sym_visibility" in self.properties:
            printer.print_attribute(self.properties["sym_visibility"])
            printer.print_string(" ")
        if "constant" in self.properties:
            printer.print_string("constant ")
        printer.print_symbol_name(self.sym_name)
        printer.print_string(" : ")
        printer.print_attribute(self.type)
        value = self.properties.get("initial_value")
        if isinstance(value, UnitAttr):
            printer.print_string(" = uninitialized")
        elif isinstance(value, DenseIntOrFPElementsAttr | DenseResourceAttr):
            printer.print_string(" = ")
            value.print_without_type(printer)
        alignment = self.properties.get("alignment")
        shown = (
            self.attributes if alignment is None else {"alignment": alignment, **self.attributes}
        )
        printer.print_op_attributes(shown)


def _parse_initial_value(parser: Parser, type: TensorType[AnyDenseElement]) -> Attribute:
    if parser.parse_optional_keyword("dense_resource") is None:
        parser.parse_keyword("dense")
        return parser.parse_dense_int_or_fp_elements_attr(type)
    interface = parser.ctx.get_dialect("builtin").get_interface(OpAsmDialectInterface)
    assert interface is not None
    with parser.in_angle_brackets():
        handle = parser._parse_dialect_resource_handle(  # pyright: ignore[reportPrivateUsage]
            "builtin", interface
        )
    return DenseResourceAttr.from_params(handle, type)


@irdl_op_definition
class ReallocOp(IRDLOperation):
    """Changes the size of a rank-1 buffer; the source is dead afterwards.

    ```mlir
    %b = memref.realloc %a(%n) : memref<64xf32> to memref<?xf32>
    ```
    """

    name = "memref.realloc"
    source = operand_def(MemRefType)
    dynamic_result_size = opt_operand_def(IndexType)
    result = result_def(MemRefType)
    alignment = opt_prop_def(IntegerAttr)
    traits = traits_def(MemoryAllocEffect(), MemoryFreeEffect())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$source (`(` $dynamic_result_size^ `)`)? attr-dict `:` type($source) `to` type($result)"
    )


@irdl_op_definition
class ReshapeOp(IRDLOperation):
    """The same elements with a shape that a buffer holds.

    ```mlir
    %b = memref.reshape %a(%shape) : (memref<*xf64>, memref<2xindex>) -> memref<?x?xf64>
    ```
    """

    name = "memref.reshape"
    source = operand_def(ANY_MEMREF)
    shape = operand_def(MemRefType)
    result = result_def(ANY_MEMREF)
    traits = traits_def(NoMemoryEffect())
    assembly_format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"


@irdl_op_definition
class DistinctObjectsOp(IRDLOperation):
    """The same buffers, promised not to alias one another.

    ```mlir
    %c, %d = memref.distinct_objects %a, %b : memref<?xf64>, memref<?xf64>
    ```
    """

    name = "memref.distinct_objects"
    arguments = var_operand_def(MemRefType)
    outputs = var_result_def(MemRefType)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> DistinctObjectsOp:
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=types,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list(self.operand_types, printer.print_attribute)


@irdl_op_definition
class TransposeOp(IRDLOperation):
    """A view with permuted dimensions.

    ```mlir
    %t = memref.transpose %m (i, j) -> (j, i)
      : memref<?x?xf64> to memref<?x?xf64, affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>>
    ```
    """

    name = "memref.transpose"
    source = operand_def(MemRefType)
    permutation = prop_def(AffineMapAttr)
    result = result_def(MemRefType)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> TransposeOp:
        source = parser.parse_unresolved_operand()
        permutation = AffineMapAttr(parser.parse_affine_map())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        operand = parser.resolve_operand(source, parser.parse_type())
        parser.parse_keyword("to")
        return cls.create(
            operands=[operand],
            result_types=[parser.parse_type()],
            properties={"permutation": permutation},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.source)
        printer.print_string(f" {map_text(self.permutation.data)}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.source.type)
        printer.print_string(" to ")
        printer.print_attribute(self.result.type)


MemRef = overlay(
    memref.MemRef,
    [
        LoadOp,
        StoreOp,
        CopyOp,
        CastOp,
        MemorySpaceCastOp,
        RankOp,
        ExtractAlignedPointerAsIndexOp,
        ReinterpretCastOp,
        AtomicRMWOp,
        GlobalOp,
        ReallocOp,
        PrefetchOp,
        GenericAtomicRMWOp,
        AtomicYieldOp,
        ReshapeOp,
        DistinctObjectsOp,
        TransposeOp,
        refined(memref.DimOp, "attr-dict $source `,` $index `:` type($source)"),
    ],
    without=[memref.DmaStartOp, memref.DmaWaitOp],
)

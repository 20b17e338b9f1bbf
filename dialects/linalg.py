"""The linalg dialect: xDSL's, with the ops and the syntax that MLIR 22 has beyond it."""

from __future__ import annotations

from collections.abc import Set

from xdsl.dialects import linalg
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    TensorType,
    i32,
    i64,
)
from xdsl.dialects.linalg import ops
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.dialects.utils import DynamicIndexList
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    VarConstraint,
    base,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    NoMemoryEffect,
    Pure,
)
from xdsl.utils.hints import isa

from .linalg_attributes import ElementwiseKindAttr, TypeFunctionAttr
from .linalg_mapped import BroadcastOp, MapOp, ReduceOp, TransposeOp
from .linalg_named import NAMED_OPS
from .linalg_syntax import parse_operands, print_operands
from .overlay import add_effects, overlay
from .syntax import parse_optional_result_types, print_result_types

ANY_SHAPED = base(MemRefType) | base(TensorType)
PACKED = VarConstraint("Packed", base(TensorType))


class GenericOp(ops.GenericOp):
    """A loop nest over the elements of its operands, with a region that computes one step.

    ```mlir
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<?xf32>) outs(%b : memref<?xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
    }
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> GenericOp:
        position = parser.pos
        trait = parser.parse_attribute()
        if not isinstance(trait, DictionaryAttr):
            parser.raise_error("expected a dictionary attribute", position)
        given = dict(trait.data)
        maps = given.pop("indexing_maps", None)
        iterators = given.pop("iterator_types", None)
        if not isinstance(maps, ArrayAttr) or not isa(iterators, ArrayAttr[Attribute]):
            parser.raise_error("expected indexing_maps and iterator_types", position)
        properties: dict[str, Attribute] = {
            "indexing_maps": maps,
            "iterator_types": ArrayAttr(
                _parsed_iterator(parser, position, iterator) for iterator in iterators
            ),
        }
        for name in ("doc", "library_call"):
            if name in given:
                properties[name] = given.pop(name)
        inputs, outputs = parse_operands(parser)
        if parser.parse_optional_keyword("attrs"):
            parser.parse_punctuation("=")
            given |= parser.parse_optional_attr_dict()
        body = parser.parse_region()
        sizes = [len(inputs), len(outputs)]
        properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        return cls.create(
            operands=[*inputs, *outputs],
            result_types=parse_optional_result_types(parser),
            properties=properties,
            attributes=given,
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        properties: dict[str, Attribute] = {
            "indexing_maps": self.indexing_maps,
            "iterator_types": ArrayAttr(StringAttr(each.data) for each in self.iterator_types),
        }
        for name in ("doc", "library_call"):
            if name in self.properties:
                properties[name] = self.properties[name]
        printer.print_op_attributes(properties)
        print_operands(printer, self)
        if self.attributes:
            printer.print_string(" attrs =")
            printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        printer.print_region(self.body)
        print_result_types(printer, self.result_types)


def _parsed_iterator(parser: Parser, position: int, given: Attribute) -> IteratorTypeAttr:
    if isinstance(given, IteratorTypeAttr):
        return given
    known = {name.lower(): kind for name, kind in IteratorType.__members__.items()}
    if isinstance(given, StringAttr) and given.data in known:
        return IteratorTypeAttr(known[given.data])
    parser.raise_error(f"unexpected iterator_type {given}", position)


@irdl_op_definition
class SoftmaxOp(IRDLOperation):
    """Exponentials of the input, scaled to sum up to one along a dimension.

    ```mlir
    %r = linalg.softmax dimension(2) ins(%a : tensor<2x4x8xf32>) outs(%o : tensor<2x4x8xf32>)
      -> tensor<2x4x8xf32>
    ```
    """

    name = "linalg.softmax"
    input = operand_def(ANY_SHAPED)
    output = operand_def(ANY_SHAPED)
    dimension = prop_def(IntegerAttr.constr(i64))
    result = opt_result_def(TensorType)
    assembly_format = (
        "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` "
        "`outs` `(` $output `:` type($output) `)` (`->` type($result)^)?"
    )


@irdl_op_definition
class PackOp(IRDLOperation):
    """A tiled and possibly padded layout of a tensor.

    ```mlir
    %p = linalg.pack %t inner_dims_pos = [0] inner_tiles = [8] into %o
      : tensor<64xf32> -> tensor<8x8xf32>
    ```
    """

    name = "linalg.pack"
    source = operand_def(TensorType)
    dest = operand_def(PACKED)
    padding_value = opt_operand_def()
    inner_tiles = var_operand_def(IndexType)
    outer_dims_perm = opt_prop_def(DenseArrayBase.constr(i64))
    inner_dims_pos = prop_def(DenseArrayBase.constr(i64))
    static_inner_tiles = prop_def(DenseArrayBase.constr(i64))
    result = result_def(PACKED)
    traits = traits_def(Pure())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? "
        "(`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos "
        "`inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) "
        "`into` $dest attr-dict `:` type($source) `->` type($dest)"
    )


@irdl_op_definition
class UnPackOp(IRDLOperation):
    """The inverse of `linalg.pack`.

    ```mlir
    %t = linalg.unpack %p inner_dims_pos = [0] inner_tiles = [8] into %o
      : tensor<8x8xf32> -> tensor<64xf32>
    ```
    """

    name = "linalg.unpack"
    source = operand_def(TensorType)
    dest = operand_def(PACKED)
    inner_tiles = var_operand_def(IndexType)
    outer_dims_perm = opt_prop_def(DenseArrayBase.constr(i64))
    inner_dims_pos = prop_def(DenseArrayBase.constr(i64))
    static_inner_tiles = prop_def(DenseArrayBase.constr(i64))
    result = result_def(PACKED)
    traits = traits_def(Pure())
    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$source (`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos "
        "`inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) "
        "`into` $dest attr-dict `:` type($source) `->` type($dest)"
    )


Linalg = overlay(
    linalg.Linalg,
    [
        GenericOp,
        MapOp,
        ReduceOp,
        TransposeOp,
        BroadcastOp,
        SoftmaxOp,
        PackOp,
        UnPackOp,
        *NAMED_OPS,
    ],
    [TypeFunctionAttr, ElementwiseKindAttr],
)


class StructuredEffects(MemoryEffect):
    """Of the operands that are buffers, inputs are read and outputs read and written."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        if not any(isinstance(value.type, MemRefType) for value in op.operands):
            return frozenset()
        kinds = (MemoryEffectKind.READ, MemoryEffectKind.WRITE)
        return frozenset(EffectInstance(kind) for kind in kinds)


_STRUCTURED = [
    operation
    for operation in {*linalg.Linalg.operations, *Linalg.operations}
    if issubclass(operation, LinalgStructuredOperation | ops.BroadcastOp | ops.ReduceOp)
]
add_effects({StructuredEffects(): _STRUCTURED, NoMemoryEffect(): [ops.IndexOp]})

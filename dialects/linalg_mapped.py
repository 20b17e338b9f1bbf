"""The structured ops of linalg that name dimensions: map, reduce, transpose and broadcast."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, Self

from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayBase,
    ShapedType,
    i64,
)
from xdsl.dialects.linalg import ops
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.dialects.linalg.attrs import IteratorTypeAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.irdl import (
    IRDLOperation,
    OperandDef,
    SameVariadicOperandSize,
    base,
    irdl_op_definition,
    prop_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from .linalg_named import iterator_types
from .linalg_scalars import element_type, first, scalar_block
from .linalg_syntax import parse_operands, print_operands, tensor_types
from .overlay import refine


class Payload(NamedTuple):
    """`{ arith.addf {fastmath = ..} }`: an op that makes up a region on its own."""

    op_type: type[Operation]
    attributes: dict[str, Attribute]

    def build(self, operands: Sequence[SSAValue], result_type: Attribute) -> Operation:
        known = {}
        if issubclass(self.op_type, IRDLOperation):
            known = self.op_type.get_irdl_definition().properties
        given = {
            name: self.attributes.get(name, definition.default_value)
            for name, definition in known.items()
        }
        return self.op_type.create(
            operands=operands,
            result_types=[result_type],
            properties={name: value for name, value in given.items() if value is not None},
            attributes={
                name: value for name, value in self.attributes.items() if name not in known
            },
        )


def _parse_payload(parser: Parser) -> Payload | None:
    if parser.parse_optional_punctuation("{") is None:
        return None
    position = parser.pos
    name = parser.parse_identifier()
    op_type = parser.ctx.get_optional_op(name)
    if op_type is None:
        parser.raise_error(f"unregistered operation '{name}'", position)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation("}")
    return Payload(op_type, attributes)


class DimensionedOp(LinalgStructuredOperation, ABC):
    """The common part of ops whose maps follow from a list of dimensions, and their results too."""

    LIST_NAME: ClassVar[str] = ""
    """The property with the dimensions, if there is one."""
    HAS_REGION: ClassVar[bool] = False
    """Whether the region is written; else the op passes on what it reads."""

    def __init__(
        self,
        inputs: Sequence[SSAValue],
        outputs: Sequence[SSAValue],
        dimensions: Sequence[int] = (),
        body: Region | None = None,
        attributes: Mapping[str, Attribute] | None = None,
    ) -> None:
        """`dimensions` is for the property `LIST_NAME`, if any, and `body` for `HAS_REGION`."""
        named = {self.LIST_NAME: DenseArrayBase.from_list(i64, dimensions)}
        super().__init__(
            operands=[inputs, outputs],
            result_types=[tensor_types(outputs)],
            properties=named if self.LIST_NAME else {},
            attributes=attributes,
            regions=[body or Region(scalar_block([*inputs, *outputs], first))],
        )

    @property
    def dimension_list(self) -> Sequence[int]:
        value = self.properties[self.LIST_NAME]
        assert isinstance(value, DenseArrayBase)
        return [int(each) for each in value.get_values()]

    def maps(self) -> Sequence[AffineMap]:
        """The indexing maps, all of the inputs' first."""
        raise NotImplementedError

    def get_indexing_maps(self) -> ArrayAttr[AffineMapAttr]:
        return ArrayAttr(AffineMapAttr(map) for map in self.maps())

    def get_iterator_types(self) -> ArrayAttr[IteratorTypeAttr]:
        return iterator_types(self.maps(), len(self.outputs))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        payload = _parse_payload(parser) if cls.HAS_REGION else None
        inputs, outputs = parse_operands(parser)
        dimensions: list[int] = []
        if cls.LIST_NAME:
            parser.parse_keyword(cls.LIST_NAME)
            parser.parse_punctuation("=")
            dimensions = parser.parse_comma_separated_list(
                parser.Delimiter.SQUARE, parser.parse_integer
            )
        attributes = parser.parse_optional_attr_dict()
        body = None
        if payload is not None:
            body = cls.payload_region(payload, inputs, outputs)
        elif cls.HAS_REGION:
            arguments = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_argument
            )
            body = parser.parse_region(arguments)
        return cls(inputs, outputs, dimensions, body, attributes)

    def print(self, printer: Printer) -> None:
        print_operands(printer, self)
        if self.LIST_NAME:
            values = ", ".join(map(str, self.dimension_list))
            printer.print_string(f" {self.LIST_NAME} = [{values}]")
        printer.print_op_attributes(self.attributes)
        if self.HAS_REGION:
            printer.print_string(" ")
            with printer.in_parens():
                printer.print_list(self.body.block.args, printer.print_block_argument)
            printer.print_string(" ")
            printer.print_region(self.body, print_entry_block_args=False)

    @classmethod
    def payload_region(
        cls, payload: Payload, inputs: Sequence[SSAValue], outputs: Sequence[SSAValue]
    ) -> Region:
        """The region that `{ arith.addf }` before the operands stands for."""
        block = Block(arg_types=[element_type(each.type) for each in [*inputs, *outputs]])
        ins, outs = block.args[: len(inputs)], block.args[len(inputs) :]
        operation = payload.build(cls.payload_operands(ins, outs), outs[-1].type)
        block.add_ops([operation, ops.YieldOp(*operation.results)])
        return Region(block)

    @classmethod
    def payload_operands(
        cls, ins: Sequence[SSAValue], outs: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        return ins


def _rank(value: SSAValue) -> int:
    assert isinstance(value.type, ShapedType)
    return value.type.get_num_dims()


def _selected(rank: int, dims: Sequence[int]) -> AffineMap:
    return AffineMap(rank, 0, tuple(AffineDimExpr(dim) for dim in dims))


@irdl_op_definition
class _MapToManyOp(DimensionedOp):
    """What `MapOp` would be if it took several outputs, as the other ops do."""

    name = "linalg.map"
    HAS_REGION: ClassVar[bool] = True
    irdl_options = (SameVariadicOperandSize(),)

    def maps(self) -> Sequence[AffineMap]:
        return [AffineMap.identity(_rank(self.outputs[0]))] * len(self.operands)


@refine(operands={"outputs": OperandDef(base(ShapedType))})
class MapOp(_MapToManyOp):
    """An elementwise computation that is given as a region.

    ```mlir
    linalg.map { math.exp } ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.map ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) (%x: f32, %init: f32) {
      linalg.yield %x : f32
    }
    ```
    """

    def verify_(self) -> None:
        LinalgStructuredOperation.verify_(self)


MapOp.outputs = property(  # pyright: ignore[reportAttributeAccessIssue]
    lambda op: op.operands[-1:]
)
"""MLIR defines one output and not a list; in Python it is a list as with the other ops."""


@irdl_op_definition
class ReduceOp(DimensionedOp):
    """A reduction over `dimensions` of the inputs; the region combines an element with the output.

    ```mlir
    linalg.reduce { arith.addf } ins(%a : memref<8x4xf32>) outs(%b : memref<4xf32>) dimensions = [0]
    ```
    """

    name = "linalg.reduce"
    dimensions = prop_def(DenseArrayBase.constr(i64))
    LIST_NAME: ClassVar[str] = "dimensions"
    HAS_REGION: ClassVar[bool] = True
    irdl_options = (SameVariadicOperandSize(),)

    def maps(self) -> Sequence[AffineMap]:
        rank = _rank(self.inputs[0])
        kept = [dim for dim in range(rank) if dim not in self.dimension_list]
        identity, reduced = AffineMap.identity(rank), _selected(rank, kept)
        return [identity] * len(self.inputs) + [reduced] * len(self.outputs)

    @classmethod
    def payload_operands(
        cls, ins: Sequence[SSAValue], outs: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        return [*outs, *ins]


@irdl_op_definition
class TransposeOp(DimensionedOp):
    """A copy whose dimension `i` is dimension `permutation[i]` of the input.

    ```mlir
    linalg.transpose ins(%a : memref<2x3xf32>) outs(%b : memref<3x2xf32>) permutation = [1, 0]
    ```
    """

    name = "linalg.transpose"
    permutation = prop_def(DenseArrayBase.constr(i64))
    LIST_NAME: ClassVar[str] = "permutation"
    irdl_options = (SameVariadicOperandSize(),)

    def maps(self) -> Sequence[AffineMap]:
        permutation = self.dimension_list
        if sorted(permutation) != list(range(_rank(self.inputs[0]))):
            raise VerifyException("permutation is not valid")
        rank = len(permutation)
        return [
            _selected(rank, [permutation.index(dim) for dim in range(rank)]),
            AffineMap.identity(rank),
        ]


@irdl_op_definition
class BroadcastOp(DimensionedOp):
    """A copy with `dimensions` added, along which it does not vary.

    ```mlir
    linalg.broadcast ins(%a : memref<4xf32>) outs(%b : memref<4x8xf32>) dimensions = [1]
    ```
    """

    name = "linalg.broadcast"
    dimensions = prop_def(DenseArrayBase.constr(i64))
    LIST_NAME: ClassVar[str] = "dimensions"
    irdl_options = (SameVariadicOperandSize(),)

    def maps(self) -> Sequence[AffineMap]:
        rank = _rank(self.outputs[0])
        kept = [dim for dim in range(rank) if dim not in self.dimension_list]
        return [_selected(rank, kept), AffineMap.identity(rank)]

"""Transfers between vectors and buffers or tensors, which may be out of bounds and permuted."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    IndexType,
    MemRefType,
    TensorType,
    VectorType,
    i32,
)
from xdsl.dialects.vector import VectorTransferOperation
from xdsl.ir import Attribute, SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.utils.hints import isa

from .vector_elements import parse_vector_type


class TransferReadOp(vector.TransferReadOp):
    """A vector read from `base`, with `padding` where that is out of bounds.

    ```mlir
    %v = vector.transfer_read %m[%i], %pad, %mask {in_bounds = [true]}
      : memref<?xf32>, vector<4xf32>
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> TransferReadOp:
        base = parser.parse_unresolved_operand()
        indices = _parse_indices(parser)
        parser.parse_punctuation(",")
        padding = parser.parse_unresolved_operand()
        mask = _parse_optional_mask(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        base_type = _parse_base_type(parser)
        parser.parse_punctuation(",")
        type = parse_vector_type(parser)
        properties = _transfer_properties(attributes, base_type, type)
        masks = _resolved_masks(parser, mask, type, properties)
        return cls.create(
            operands=[
                parser.resolve_operand(base, base_type),
                *indices,
                parser.resolve_operand(padding, base_type.element_type),
                *masks,
            ],
            result_types=[type],
            properties={**properties, **_segments(1, len(indices), 1, len(masks))},
            attributes=attributes,
        )


class TransferWriteOp(vector.TransferWriteOp):
    """A vector written to `base`, as far as that is in bounds.

    ```mlir
    vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<?xf32>
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> TransferWriteOp:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        base = parser.parse_unresolved_operand()
        indices = _parse_indices(parser)
        mask = _parse_optional_mask(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parse_vector_type(parser)
        parser.parse_punctuation(",")
        base_type = _parse_base_type(parser)
        properties = _transfer_properties(attributes, base_type, type)
        masks = _resolved_masks(parser, mask, type, properties)
        return cls.create(
            operands=[
                parser.resolve_operand(value, type),
                parser.resolve_operand(base, base_type),
                *indices,
                *masks,
            ],
            result_types=[base_type] if isinstance(base_type, TensorType) else [],
            properties={**properties, **_segments(1, 1, len(indices), len(masks))},
            attributes=attributes,
        )


def _parse_indices(parser: Parser) -> Sequence[SSAValue]:
    return parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parser.parse_operand(IndexType())
    )


def _parse_optional_mask(parser: Parser) -> UnresolvedOperand | None:
    return parser.parse_unresolved_operand() if parser.parse_optional_punctuation(",") else None


def _parse_base_type(parser: Parser) -> MemRefType | TensorType:
    position = parser.pos
    type = parser.parse_type()
    if not isa(type, MemRefType | TensorType):
        parser.raise_error("requires memref or ranked tensor type", position)
    return type


def _transfer_properties(
    attributes: dict[str, Attribute], base_type: MemRefType | TensorType, type: VectorType
) -> dict[str, Attribute]:
    """The properties, taken out of `attributes`; by default the minor dimensions, out of bounds."""
    properties: dict[str, Attribute] = {}
    permutation = attributes.pop("permutation_map", None)
    if permutation is None:
        permutation = AffineMapAttr(
            VectorTransferOperation.get_transfer_minor_identity_map(base_type, type)
        )
    properties["permutation_map"] = permutation
    in_bounds = attributes.pop("in_bounds", None)
    if in_bounds is None and isinstance(permutation, AffineMapAttr):
        in_bounds = ArrayAttr([BoolAttr.from_bool(False)] * len(permutation.data.results))
    if in_bounds is not None:
        properties["in_bounds"] = in_bounds
    return properties


def _resolved_masks(
    parser: Parser,
    mask: UnresolvedOperand | None,
    type: VectorType,
    properties: dict[str, Attribute],
) -> list[SSAValue]:
    """The mask, if there is one; its type follows from the vector's and the permutation."""
    permutation = properties["permutation_map"]
    if mask is None or not isinstance(permutation, AffineMapAttr):
        return []
    if type.get_num_dims() != len(permutation.data.results):
        parser.raise_error("expected the same rank for the vector and the permutation", mask.span)
    mask_type = VectorTransferOperation.infer_transfer_op_mask_type(type, permutation.data)
    return [parser.resolve_operand(mask, mask_type)]


def _segments(*sizes: int) -> dict[str, Attribute]:
    return {"operandSegmentSizes": DenseArrayBase.from_list(i32, sizes)}

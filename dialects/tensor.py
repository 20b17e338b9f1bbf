"""The tensor dialect: xDSL's, with the ops and the looser typing that MLIR 22 has."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IndexType,
    TensorType,
    UnitAttr,
    UnrankedTensorType,
    i64,
)
from xdsl.dialects.utils import DynamicIndexList, verify_dynamic_index_list
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    OperandDef,
    ResultDef,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure, RecursiveMemoryEffect, SingleBlockImplicitTerminator
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from .overlay import overlay, refined

ANY_TENSOR = base(TensorType) | base(UnrankedTensorType)


@irdl_op_definition
class RankOp(IRDLOperation):
    """The number of dimensions: `%r = tensor.rank %t : tensor<*xf32>`"""

    name = "tensor.rank"
    tensor = operand_def(ANY_TENSOR)
    result = result_def(IndexType)
    traits = traits_def(Pure())
    assembly_format = "$tensor attr-dict `:` type($tensor)"


@irdl_op_definition
class BitcastOp(IRDLOperation):
    """The same bits as another type: `%r = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>`"""

    name = "tensor.bitcast"
    source = operand_def(ANY_TENSOR)
    dest = result_def(ANY_TENSOR)
    traits = traits_def(Pure())
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def verify_(self) -> None:
        if not have_compatible_shape(self.source.type, self.dest.type):
            raise VerifyException("operand and result types are cast incompatible")


@irdl_op_definition
class GenerateOp(IRDLOperation):
    """A tensor whose element at the indices that the region gets is what that yields.

    ```mlir
    %t = tensor.generate %n {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<?xf32>
    ```
    """

    name = "tensor.generate"
    dynamicExtents = var_operand_def(IndexType)
    body = region_def("single_block")
    result = result_def(TensorType)
    traits = traits_def(RecursiveMemoryEffect(), SingleBlockImplicitTerminator(tensor.YieldOp))
    assembly_format = "$dynamicExtents $body attr-dict `:` type($result)"

    def verify_(self) -> None:
        if self.result.type.get_shape().count(DYNAMIC_INDEX) != len(self.dynamicExtents):
            raise VerifyException(
                "must have as many index operands as dynamic extents in the result type"
            )
        if len(self.body.block.args) != self.result.type.get_num_dims():
            raise VerifyException("must have one body argument per input dimension")


@irdl_op_definition
class GatherOp(IRDLOperation):
    """Slices of a tensor at indices that another tensor holds.

    ```mlir
    %r = tensor.gather %t[%i] gather_dims([0, 2]) unique
      : (tensor<4x5x6xf32>, tensor<3x2xindex>) -> tensor<3x5xf32>
    ```
    """

    name = "tensor.gather"
    source = operand_def(TensorType)
    indices = operand_def(TensorType)
    gather_dims = prop_def(DenseArrayBase.constr(i64))
    unique = opt_prop_def(UnitAttr)
    result = result_def(TensorType)
    traits = traits_def(Pure())
    assembly_format = (
        "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? "
        "attr-dict `:` functional-type(operands, results)"
    )


@irdl_op_definition
class ScatterOp(IRDLOperation):
    """A tensor with slices put in at indices that another tensor holds.

    ```mlir
    %r = tensor.scatter %s into %t[%i] scatter_dims([0]) unique
      : (tensor<3x5xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
    ```
    """

    name = "tensor.scatter"
    source = operand_def(TensorType)
    dest = operand_def(TensorType)
    indices = operand_def(TensorType)
    scatter_dims = prop_def(DenseArrayBase.constr(i64))
    unique = opt_prop_def(UnitAttr)
    result = result_def(TensorType)
    traits = traits_def(Pure())
    assembly_format = (
        "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` "
        "(`unique` $unique^)? attr-dict `:` functional-type(operands, results)"
    )


@irdl_op_definition
class ParallelInsertSliceOp(IRDLOperation):
    """What an iteration of `scf.forall` puts into its share of a tensor.

    ```mlir
    tensor.parallel_insert_slice %s into %t[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    ```
    """

    name = "tensor.parallel_insert_slice"
    source = operand_def(TensorType)
    dest = operand_def(TensorType)
    offsets = var_operand_def(IndexType)
    sizes = var_operand_def(IndexType)
    strides = var_operand_def(IndexType)
    static_offsets = prop_def(DenseArrayBase.constr(i64))
    static_sizes = prop_def(DenseArrayBase.constr(i64))
    static_strides = prop_def(DenseArrayBase.constr(i64))
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives: ClassVar = (DynamicIndexList,)
    assembly_format = tensor.InsertSliceOp.assembly_format

    def verify_(self) -> None:
        for static, dynamic in (
            (self.static_offsets, self.offsets),
            (self.static_sizes, self.sizes),
            (self.static_strides, self.strides),
        ):
            verify_dynamic_index_list(static.get_values(), dynamic, DYNAMIC_INDEX)


def _verify_reshape(op: tensor.ReshapeOp) -> None:
    source, result = op.source.type, op.result.type
    if get_element_type_or_self(source) != get_element_type_or_self(result):
        raise VerifyException("element types of source and destination tensor types should match")


def _verify_expand(op: tensor.ExpandShapeOp) -> None:
    """As xDSL does, but a scalar, which has no dimensions to split, expands to any units."""
    if op.reassociation.data:
        tensor.ExpandShapeOp.verify_(op)
    elif any(size != 1 for size in op.result.type.get_shape()):
        raise VerifyException("invalid to expand a scalar to more than one element")


def _verify_empty(op: tensor.EmptyOp) -> None:
    dynamic = op.tensor.type.get_shape().count(DYNAMIC_INDEX)
    if dynamic != len(op.dynamic_sizes):
        raise VerifyException(
            f"incorrect number of dynamic sizes, has {len(op.dynamic_sizes)}, expected {dynamic}"
        )


Tensor = overlay(
    tensor.Tensor,
    [
        RankOp,
        BitcastOp,
        GenerateOp,
        GatherOp,
        ScatterOp,
        ParallelInsertSliceOp,
        refined(
            tensor.EmptyOp,
            "`(` $dynamic_sizes `)` attr-dict `:` type($tensor)",
            verify=_verify_empty,
        ),
        refined(
            tensor.ReshapeOp,
            "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
            operands={"source": OperandDef(ANY_TENSOR)},
            results={"result": ResultDef(ANY_TENSOR)},
            verify=_verify_reshape,
        ),
        refined(tensor.ExpandShapeOp, verify=_verify_expand),
    ],
)

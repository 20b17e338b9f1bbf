"""The vector dialect: xDSL's, with the ops and the looser typing that MLIR 22 has."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects import vector
from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    TensorType,
    VectorType,
    i64,
)
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    OperandDef,
    ParsePropInAttrDict,
    ResultDef,
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
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure
from xdsl.utils.exceptions import VerifyException

from .overlay import add_effects, optional, overlay, refined
from .vector_attributes import IteratorTypeAttr, Punctuation, PunctuationAttr
from .vector_contraction import ContractOp, OuterProductOp
from .vector_elements import MaskOp, ToElementsOp, YieldOp, rank_of
from .vector_transfer import TransferReadOp, TransferWriteOp

add_effects(
    {
        MemoryReadEffect(): [vector.LoadOp, vector.MaskedLoadOp],
        MemoryWriteEffect(): [vector.StoreOp, vector.MaskedStoreOp],
        Pure(): [vector.ReductionOp, vector.BitcastOp, vector.CreateMaskOp],
    }
)

ANY_BASE = base(MemRefType) | base(TensorType)
CAST = "$source attr-dict `:` type($source) `to` type($result)"
ALIGNED = {"alignment": optional(IntegerAttr)}


@irdl_op_definition
class ShapeCastOp(IRDLOperation):
    """`%r = vector.shape_cast %v : vector<4x8xf32> to vector<32xf32>`"""

    name = "vector.shape_cast"
    source = operand_def(VectorType)
    result = result_def(VectorType)
    traits = traits_def(Pure())
    assembly_format = CAST


@irdl_op_definition
class TypeCastOp(IRDLOperation):
    """`%v = vector.type_cast %m : memref<4xf32> to memref<vector<4xf32>>`"""

    name = "vector.type_cast"
    memref = operand_def(MemRefType)
    result = result_def(MemRefType)
    traits = traits_def(Pure())
    assembly_format = "$memref attr-dict `:` type($memref) `to` type($result)"


@irdl_op_definition
class TransposeOp(IRDLOperation):
    """`%r = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<3x2xf32>`"""

    name = "vector.transpose"
    vector = operand_def(VectorType)
    permutation = prop_def(DenseArrayBase.constr(i64))
    result = result_def(VectorType)
    traits = traits_def(Pure())
    assembly_format = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"

    def verify_(self) -> None:
        permutation = list(self.permutation.get_values())
        if sorted(permutation) != list(range(rank_of(self.vector))):
            raise VerifyException("transposition dimensions are no permutation")


@irdl_op_definition
class MultiReductionOp(IRDLOperation):
    """A reduction over some dimensions, with a value to start from.

    ```mlir
    %r = vector.multi_reduction <add>, %v, %init [1] : vector<4x8xf32> to vector<4xf32>
    ```
    """

    name = "vector.multi_reduction"
    T: ClassVar = VarConstraint("T", AnyAttr())
    source = operand_def(VectorType)
    acc = operand_def(T)
    kind = prop_def(vector.CombiningKindAttr)
    reduction_dims = prop_def(DenseArrayBase.constr(i64))
    dest = result_def(T)
    traits = traits_def(Pure())
    assembly_format = (
        "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)"
    )


@irdl_op_definition
class ScanOp(IRDLOperation):
    """All partial reductions along a dimension.

    ```mlir
    %r, %last = vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 1 : i64}
      : vector<4x8xf32>, vector<4xf32>
    ```
    """

    name = "vector.scan"
    T: ClassVar = VarConstraint("T", base(VectorType))
    START: ClassVar = VarConstraint("START", base(VectorType))
    source = operand_def(T)
    initial_value = operand_def(START)
    kind = prop_def(vector.CombiningKindAttr)
    reduction_dim = prop_def(IntegerAttr.constr(i64))
    inclusive = prop_def(BoolAttr)
    dest = result_def(T)
    accumulated_value = result_def(START)
    traits = traits_def(Pure())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)"
    )


@irdl_op_definition
class ConstantMaskOp(IRDLOperation):
    """`%m = vector.constant_mask [3] : vector<4xi1>`"""

    name = "vector.constant_mask"
    mask_dim_sizes = prop_def(DenseArrayBase.constr(i64))
    result = result_def(VectorType)
    traits = traits_def(Pure())
    assembly_format = "$mask_dim_sizes attr-dict `:` type($result)"


@irdl_op_definition
class StepOp(IRDLOperation):
    """The indices from zero: `%v = vector.step : vector<4xindex>`"""

    name = "vector.step"
    result = result_def(VectorType)
    traits = traits_def(Pure())
    assembly_format = "attr-dict `:` type($result)"


@irdl_op_definition
class VectorScaleOp(IRDLOperation):
    """The factor of scalable dimensions: `%s = vector.vscale`"""

    name = "vector.vscale"
    result = result_def(IndexType)
    traits = traits_def(Pure())
    assembly_format = "attr-dict"


@irdl_op_definition
class FromElementsOp(IRDLOperation):
    """`%v = vector.from_elements %a, %b : vector<2xf32>`"""

    name = "vector.from_elements"
    T: ClassVar = VarConstraint("T", AnyAttr())
    elements = var_operand_def(T)
    dest = result_def(VectorType.constr(T))
    traits = traits_def(Pure())
    assembly_format = "$elements attr-dict `:` type($dest)"


@irdl_op_definition
class ExtractStridedSliceOp(IRDLOperation):
    """A part of a vector.

    ```mlir
    %r = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]}
      : vector<8xf32> to vector<2xf32>
    ```
    """

    name = "vector.extract_strided_slice"
    source = operand_def(VectorType)
    offsets = prop_def(ArrayAttr[IntegerAttr])
    sizes = prop_def(ArrayAttr[IntegerAttr])
    strides = prop_def(ArrayAttr[IntegerAttr])
    result = result_def(VectorType)
    traits = traits_def(Pure())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = CAST


@irdl_op_definition
class InsertStridedSliceOp(IRDLOperation):
    """A vector with a part replaced.

    ```mlir
    %r = vector.insert_strided_slice %w, %v {offsets = [2], strides = [1]}
      : vector<2xf32> into vector<8xf32>
    ```
    """

    name = "vector.insert_strided_slice"
    T: ClassVar = VarConstraint("T", base(VectorType))
    valueToStore = operand_def(VectorType)
    dest = operand_def(T)
    offsets = prop_def(ArrayAttr[IntegerAttr])
    strides = prop_def(ArrayAttr[IntegerAttr])
    result = result_def(T)
    traits = traits_def(Pure())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)"


@irdl_op_definition
class ScalableInsertOp(IRDLOperation):
    """`%r = vector.scalable.insert %v, %s[8] : vector<4xf32> into vector<[16]xf32>`"""

    name = "vector.scalable.insert"
    T: ClassVar = VarConstraint("T", base(VectorType))
    valueToStore = operand_def(VectorType)
    dest = operand_def(T)
    pos = prop_def(IntegerAttr.constr(i64))
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = (
        "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)"
    )


@irdl_op_definition
class ScalableExtractOp(IRDLOperation):
    """`%r = vector.scalable.extract %s[8] : vector<4xf32> from vector<[16]xf32>`"""

    name = "vector.scalable.extract"
    source = operand_def(VectorType)
    pos = prop_def(IntegerAttr.constr(i64))
    result = result_def(VectorType)
    traits = traits_def(Pure())
    assembly_format = "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)"


@irdl_op_definition
class InterleaveOp(IRDLOperation):
    """`%r = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>`"""

    name = "vector.interleave"
    T: ClassVar = VarConstraint("T", base(VectorType))
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(VectorType)
    traits = traits_def(Pure())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"


@irdl_op_definition
class DeinterleaveOp(IRDLOperation):
    """`%even, %odd = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>`"""

    name = "vector.deinterleave"
    T: ClassVar = VarConstraint("T", base(VectorType))
    source = operand_def(VectorType)
    res1 = result_def(T)
    res2 = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$source attr-dict `:` type($source) `->` type($res1)"


@irdl_op_definition
class GatherOp(IRDLOperation):
    """A vector of elements at given offsets, where the mask is set.

    ```mlir
    %r = vector.gather %m[%i] [%offsets], %mask, %pass
      : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    ```
    """

    name = "vector.gather"
    base = operand_def(ANY_BASE)
    offsets = var_operand_def(IndexType)
    indices = operand_def(VectorType)
    mask = operand_def(VectorType)
    pass_thru = operand_def(VectorType)
    alignment = opt_prop_def(IntegerAttr)
    result = result_def(VectorType)
    traits = traits_def(MemoryReadEffect())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` "
        "type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)"
    )


@irdl_op_definition
class ScatterOp(IRDLOperation):
    """Stores the elements of a vector at given offsets, where the mask is set.

    ```mlir
    vector.scatter %m[%i] [%offsets], %mask, %v
      : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
    ```
    """

    name = "vector.scatter"
    base = operand_def(ANY_BASE)
    offsets = var_operand_def(IndexType)
    indices = operand_def(VectorType)
    mask = operand_def(VectorType)
    valueToStore = operand_def(VectorType)
    alignment = opt_prop_def(IntegerAttr)
    result = opt_result_def(TensorType)
    traits = traits_def(MemoryWriteEffect())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` "
        "type($base) `,` type($indices) `,` type($mask) `,` type($valueToStore) "
        "(`->` type($result)^)?"
    )


@irdl_op_definition
class ExpandLoadOp(IRDLOperation):
    """Loads consecutive elements into the places of a vector where the mask is set.

    ```mlir
    %r = vector.expandload %m[%i], %mask, %pass
      : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    ```
    """

    name = "vector.expandload"
    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    mask = operand_def(VectorType)
    pass_thru = operand_def(VectorType)
    alignment = opt_prop_def(IntegerAttr)
    result = result_def(VectorType)
    traits = traits_def(MemoryReadEffect())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` "
        "type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)"
    )


@irdl_op_definition
class CompressStoreOp(IRDLOperation):
    """Stores the elements of a vector where the mask is set, one after the other.

    ```mlir
    vector.compressstore %m[%i], %mask, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
    ```
    """

    name = "vector.compressstore"
    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    mask = operand_def(VectorType)
    valueToStore = operand_def(VectorType)
    alignment = opt_prop_def(IntegerAttr)
    traits = traits_def(MemoryWriteEffect())
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` "
        "type($base) `,` type($mask) `,` type($valueToStore)"
    )


@irdl_op_definition
class PrintOp(IRDLOperation):
    """Prints a value, a text, or only what ends a line.

    ```mlir
    vector.print %v : vector<4xf32> punctuation <comma>
    ```
    """

    name = "vector.print"
    source = opt_operand_def()
    stringLiteral = opt_prop_def(StringAttr)
    punctuation = opt_prop_def(PunctuationAttr, default_value=PunctuationAttr(Punctuation.NEWLINE))
    traits = traits_def(MemoryWriteEffect())
    assembly_format = (
        "($source^ `:` type($source))? (`str` $stringLiteral^)? "
        "(`punctuation` $punctuation^)? attr-dict"
    )


def _verify_indices(
    op: vector.LoadOp | vector.StoreOp | vector.MaskedLoadOp | vector.MaskedStoreOp,
) -> None:
    if rank_of(op.base) != len(op.indices):
        raise VerifyException(f"requires {rank_of(op.base)} indices")


def _verify_position(op: vector.ExtractOp | vector.InsertOp) -> None:
    whole = op.vector if isinstance(op, vector.ExtractOp) else op.dest
    part = op.result if isinstance(op, vector.ExtractOp) else op.source
    expected = rank_of(whole) - rank_of(part)
    if len(op.static_position) != expected:
        raise VerifyException(
            f"expected position of rank {expected}, got {len(op.static_position)}"
        )


DEST = VarConstraint("Dest", base(VectorType))

Vector = overlay(
    vector.Vector,
    [
        ShapeCastOp,
        TypeCastOp,
        TransposeOp,
        MultiReductionOp,
        ScanOp,
        ConstantMaskOp,
        StepOp,
        VectorScaleOp,
        FromElementsOp,
        ToElementsOp,
        ExtractStridedSliceOp,
        InsertStridedSliceOp,
        ScalableInsertOp,
        ScalableExtractOp,
        InterleaveOp,
        DeinterleaveOp,
        GatherOp,
        ScatterOp,
        ExpandLoadOp,
        CompressStoreOp,
        PrintOp,
        YieldOp,
        MaskOp,
        ContractOp,
        OuterProductOp,
        TransferReadOp,
        TransferWriteOp,
        *(
            refined(op, op.assembly_format, properties=ALIGNED, verify=_verify_indices)
            for op in (
                vector.LoadOp,
                vector.StoreOp,
                vector.MaskedLoadOp,
                vector.MaskedStoreOp,
            )
        ),
        refined(
            vector.ExtractOp,
            vector.ExtractOp.assembly_format,
            operands={"vector": OperandDef(base(VectorType))},
            results={"result": ResultDef(AnyAttr())},
            verify=_verify_position,
        ),
        refined(
            vector.InsertOp,
            vector.InsertOp.assembly_format,
            operands={"source": OperandDef(AnyAttr()), "dest": OperandDef(DEST)},
            results={"result": ResultDef(DEST)},
            verify=_verify_position,
        ),
    ],
    [IteratorTypeAttr, PunctuationAttr],
)

"""Builds structured ops: `linalg.fill`, `linalg.contract` and `linalg.generic`."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr
from xdsl.dialects.linalg.attrs import IteratorTypeAttr
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from .linalg_named import CONTRACTIONS, NAMED_OPS, ContractOp, NamedOp
from .linalg_syntax import tensor_types


def is_contraction(op: Operation) -> bool:
    """True for the named sums of products."""
    dialect, _, name = op.name.partition(".")
    return dialect == "linalg" and (name in CONTRACTIONS or name == "contract")


_FILL = next(operation for operation in NAMED_OPS if operation.name == "linalg.fill")


def fill(value: SSAValue, target: SSAValue) -> NamedOp:
    """`linalg.fill` of a buffer or a tensor, which is the result then."""
    return _FILL([value], [target])


def contract(factors: Sequence[SSAValue], total: SSAValue, maps: Sequence[AffineMap]) -> ContractOp:
    """`linalg.contract`: adds a product to a buffer or a tensor, which is the result then."""
    attribute = ArrayAttr([AffineMapAttr(map) for map in maps])
    return ContractOp(factors, [total], properties={"indexing_maps": attribute})


def generic(
    inputs: Sequence[tuple[SSAValue, AffineMap]],
    outputs: Sequence[tuple[SSAValue, AffineMap]],
    body: Block,
) -> GenericOp:
    """`linalg.generic` of operands with their maps.

    A loop is parallel if its steps reach different elements of each output, else a reduction.
    """
    loops = outputs[0][1].num_dims
    parallel = set(range(loops)).intersection(*(_separate_loops(map) for _, map in outputs))
    totals = [value for value, _ in outputs]
    return GenericOp(
        [value for value, _ in inputs],
        totals,
        Region(body),
        [AffineMapAttr(map) for _, map in (*inputs, *outputs)],
        [
            IteratorTypeAttr.parallel() if loop in parallel else IteratorTypeAttr.reduction()
            for loop in range(loops)
        ],
        tensor_types(totals),
    )


def _separate_loops(map: AffineMap) -> set[int]:
    """The loops of which different steps reach different elements."""
    plain = {expr.position for expr in map.results if isinstance(expr, AffineDimExpr)}
    for expr in map.results:
        if not isinstance(expr, AffineDimExpr):
            plain -= expr.used_dims()
    return plain

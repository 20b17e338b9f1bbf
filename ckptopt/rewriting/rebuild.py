"""Gives an operation other operands and results."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from xdsl.dialects import scf
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter


def rebuild(
    op: Operation,
    operands: Sequence[SSAValue],
    kept: Sequence[int],
    added: Sequence[Attribute] = (),
) -> Operation:
    """Replace `op` by one of its kind with these operands, and return that.

    Its results are those of `op` number `kept`, which take their names and uses along, and then
    further ones of types `added`. The regions move over as they are: the caller fits what they
    yield. Nothing may use the other results of `op`.
    """
    new = type(op).create(
        operands=operands,
        result_types=[*(op.results[index].type for index in kept), *added],
        properties=op.properties,
        attributes=op.attributes,
        regions=[op.detach_region(region) for region in list(op.regions)],
        location=op.location,
    )
    Rewriter.insert_op(new, InsertPoint.before(op))
    for index, result in zip(kept, new.results, strict=False):
        result.name_hint = op.results[index].name_hint
        op.results[index].replace_all_uses_with(result)
    Rewriter.erase_op(op)
    return new


def drop_results(op: Operation, indices: Collection[int]) -> None:
    """Rebuild a branch without the results with these numbers, which nobody uses."""
    kept = [index for index in range(len(op.results)) if index not in indices]
    for last in [block.last_op for region in op.regions for block in region.blocks]:
        if isinstance(last, scf.YieldOp):
            Rewriter.replace_op(last, scf.YieldOp(*(last.operands[index] for index in kept)))
    rebuild(op, list(op.operands), kept)

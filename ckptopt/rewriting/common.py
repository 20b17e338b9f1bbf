"""Shares what is computed twice: constants, integer arithmetic, and equal operations of a block."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from xdsl.dialects import arith, func
from xdsl.ir import Block, Operation
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import is_side_effect_free

from ckptopt.emitter import is_float


def gather_constants(function: func.FuncOp) -> bool:
    """Move the constants of `function` to its entry, one of each; True if any moved."""
    entry = function.body.blocks[0]
    leading: list[Operation] = []
    for op in entry.ops:
        if not isinstance(op, arith.ConstantOp):
            break
        leading.append(op)
    known: dict[Hashable, arith.ConstantOp] = {}
    changed = False
    last: Operation | None = None
    for op in [op for op in function.walk() if isinstance(op, arith.ConstantOp)]:
        key = (op.value, op.result.type, tuple(sorted(op.attributes)))
        if (same := known.get(key)) is not None:
            op.result.replace_all_uses_with(same.result)
            Rewriter.erase_op(op)
            changed = True
            continue
        known[key] = op
        if op not in leading:
            op.detach()
            first = entry.first_op
            point = (
                InsertPoint.after(last)
                if last
                else (InsertPoint.before(first) if first else InsertPoint.at_end(entry))
            )
            Rewriter.insert_op(op, point)
            changed = True
        last = op
    return changed


def share_common_values(function: func.FuncOp) -> bool:
    """Compute equal things once; True if anything was shared.

    Integer arithmetic is shared with the blocks inside, too. Floats are shared within a block
    only: a replay, which is to compute again, has blocks of its own.
    """
    return any([_share(block, {}) for block in function.body.blocks])


def _share(block: Block, outer: dict[Hashable, Operation]) -> bool:
    changed = False
    known, local = dict(outer), dict[Hashable, Operation]()
    for op in list(block.ops):
        for region in op.regions:
            for inner in region.blocks:
                changed |= _share(inner, known)
        if op.regions or not op.results or not is_side_effect_free(op):
            continue
        key = (
            op.name,
            op.operands[:],
            _frozen(op.properties),
            _frozen(op.attributes),
            tuple(result.type for result in op.results),
        )
        table = local if any(is_float(result.type) for result in op.results) else known
        same = table.setdefault(key, op)
        if same is not op:
            for result, other in zip(op.results, same.results, strict=True):
                result.replace_all_uses_with(other)
            Rewriter.erase_op(op)
            changed = True
    return changed


def _frozen(attributes: Mapping[str, object]) -> Hashable:
    return tuple(sorted(attributes.items(), key=lambda item: item[0]))

"""Shares what is there twice: constants, equal operations, and reads of what is not written."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import NamedTuple

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import TensorType, VectorType
from xdsl.ir import Block, Operation
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import MemoryEffectKind, RecursiveMemoryEffect, get_effects

from ckptopt.regions import operations


def gather_constants(function: func.FuncOp) -> bool:
    """Move the constants of `function` to its entry, one of each; True if any moved."""
    entry = function.body.blocks[0]
    leading: set[Operation] = set()
    for op in entry.ops:
        if not isinstance(op, arith.ConstantOp):
            break
        leading.add(op)
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

    Values are shared with the blocks inside, too; what is read of memory, within a block as long
    as nothing is written. Vectors and tensors are shared within a block only: a replay, which is to
    compute again rather than to keep, has blocks of its own.
    """
    return any([_share(block, {}).changed for block in function.body.blocks])


class _Outcome(NamedTuple):
    """Whether anything in a block was shared, and whether something in it may write memory."""

    changed: bool
    writes: bool


def _share(block: Block, known: dict[Hashable, Operation]) -> _Outcome:
    """Share in `block`; `known` holds what is computed around it, and is left as it was."""
    changed = writes = False
    added: list[Hashable] = []
    local, read = dict[Hashable, Operation](), dict[Hashable, Operation]()
    for op in operations(block):
        if op.regions:
            inside = [_share(inner, known) for region in op.regions for inner in region.blocks]
            changed |= any(outcome.changed for outcome in inside)
            recursive = op.has_trait(RecursiveMemoryEffect, value_if_unregistered=False)
            if not recursive or any(outcome.writes for outcome in inside):
                writes = True
                read.clear()
            continue
        effects = get_effects(op)
        if effects is None or any(e.kind is MemoryEffectKind.WRITE for e in effects):
            writes = True
            read.clear()
            continue
        if not op.results or any(e.kind is not MemoryEffectKind.READ for e in effects):
            continue
        key = _key(op)
        if effects:
            same = read.setdefault(key, op)
        elif any(isinstance(result.type, VectorType | TensorType) for result in op.results):
            same = local.setdefault(key, op)
        else:
            same = known.setdefault(key, op)
            if same is op:
                added.append(key)
        if same is not op:
            for result, other in zip(op.results, same.results, strict=True):
                result.replace_all_uses_with(other)
            Rewriter.erase_op(op)
            changed = True
    for key in added:
        del known[key]
    return _Outcome(changed, writes)


_COMMUTATIVE = frozenset(
    f"arith.{name}"
    for name in (
        "addf", "addi", "andi", "maximumf", "maxnumf", "maxsi", "maxui", "minimumf", "minnumf",
        "minsi", "minui", "mulf", "muli", "ori", "xori",
    )
)  # fmt: skip


def _key(op: Operation) -> Hashable:
    """What two operations have in common if they compute the same."""
    return (
        op.name,
        frozenset(op.operands) if op.name in _COMMUTATIVE else op.operands[:],
        _frozen(op.properties),
        _frozen(op.attributes),
        tuple(result.type for result in op.results),
    )


def _frozen(attributes: Mapping[str, object]) -> Hashable:
    return tuple(sorted(attributes.items(), key=lambda item: item[0]))

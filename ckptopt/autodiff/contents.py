"""Contents of memory that the reverse sweep reads.

Most adjoints read numbers. That of a matrix product on memrefs reads matrices:

    linalg.matmul ins(%a, %b) outs(%c)   ->   %a_shadow += %c_shadow * transpose(%b), ...

Where `%b` still holds then what the product read, it is read in place. Otherwise the tape keeps a
copy, a buffer of its own, which the reverse of the operation frees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, OpResult, SSAValue

from ckptopt.checkpointing.effects import Memory
from ckptopt.emitter import Emitter, element_type, memref_type, part_name

if TYPE_CHECKING:
    from ckptopt.autodiff.activity import Activity
    from ckptopt.autodiff.derivatives.memref import MemoryRule
    from ckptopt.autodiff.scope import Key, Scope


class Contents(NamedTuple):
    """What a buffer holds before an operation, or after it."""

    buffer: SSAValue
    after: bool = False


def plan_contents(
    op: Operation, rule: MemoryRule, memory: Memory, activity: Activity, horizon: Block
) -> tuple[list[Contents], list[SSAValue]]:
    """The contents that `rule` reads: those to copy, and the buffers to read in place.

    `horizon` is the block whose operations may run before the reverse of `op` does.
    """
    wanted = dict.fromkeys(rule.contents(op, activity))
    kept = [contents for contents in wanted if not _lasts(op, contents, memory, horizon)]
    return kept, [contents.buffer for contents in wanted if contents not in kept]


def _lasts(op: Operation, contents: Contents, memory: Memory, horizon: Block) -> bool:
    alias = memory.alias(contents.buffer)
    if not contents.after and alias in memory.effects(op).writes:
        return False
    return memory.persists(contents.buffer, horizon) and not memory.written_after(
        op, alias, horizon
    )


def keep_contents(
    op: Operation,
    kept: Sequence[Contents],
    scope: Scope,
    memory: Memory,
    e: Emitter,
    *,
    after: bool,
) -> dict[Key, SSAValue]:
    """Copy the contents that are to be kept from before `op`, or from after it; as residuals."""
    copies: dict[Key, SSAValue] = {}
    for contents in kept:
        if contents.after is after:
            buffer = _emitted(contents.buffer, scope, memory, e)
            copies[op, contents] = copy_of(buffer, e, "kept")
    return copies


def _emitted(buffer: SSAValue, scope: Scope, memory: Memory, e: Emitter) -> SSAValue:
    """What stands for `buffer`; a global need not have been taken yet."""
    if memory.global_name(buffer) is None:
        return scope[buffer]
    assert isinstance(buffer, OpResult)
    clone = scope.globals.get(memory.alias(buffer))
    return clone or e.insert(buffer.op.clone_without_regions()).results[0]


def copy_of(buffer: SSAValue, e: Emitter, part: str) -> SSAValue:
    """A fresh buffer, without gaps, that holds what `buffer` holds."""
    copy = e.alloc_like(buffer, part_name(buffer.name_hint, part), copy_type(buffer))
    e.copy(buffer, copy)
    return copy


def copy_type(buffer: SSAValue) -> MemRefType:
    """The type of a copy of `buffer`."""
    return MemRefType(element_type(buffer.type), memref_type(buffer).get_shape())

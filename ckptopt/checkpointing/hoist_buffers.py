"""Moves buffers out of loops that make and free them anew in each iteration.

    for %i {                             %t = alloc : memref<8xf64>
      %t = alloc : memref<8xf64>         for %i {
      ...                           ->     ...
      dealloc %t                         }
    }                                    dealloc %t

Only where no more memory is in use at any time: all such buffers of an iteration are in use
together, and whatever else an iteration allocates is so within their lives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from xdsl.dialects import memref, scf
from xdsl.ir import Block, Operation, SSAValue

from ckptopt.checkpointing.offload import DESTINATION
from ckptopt.regions import defining_block, is_visible


class _Life(NamedTuple):
    """Where a buffer is made and freed, in one block."""

    alloc: memref.AllocOp
    free: memref.DeallocOp


def hoist_buffers(buffers: Iterable[memref.AllocOp]) -> None:
    """Move `buffers`, whose contents no iteration expects from another, as far out as they go."""
    waiting: dict[Block, list[memref.AllocOp]] = {}
    for op in buffers:
        waiting.setdefault(defining_block(op.memref), []).append(op)
    while waiting:
        block = max(waiting, key=_depth)
        for op in _hoist_from(block, waiting.pop(block)):
            waiting.setdefault(defining_block(op.memref), []).append(op)


def _hoist_from(block: Block, buffers: Sequence[memref.AllocOp]) -> list[memref.AllocOp]:
    """Move `buffers`, which are made in `block`, before the loop around it; returns those moved."""
    loop = block.parent_op()
    if not isinstance(loop, scf.ForOp):
        return []
    wanted = set(buffers)
    made = [op for op in block.ops if isinstance(op, memref.AllocOp) and op in wanted]
    lives = [life for op in made if (life := _life(op, loop)) is not None]
    if not lives or not _together(block, lives):
        return []
    around = loop.parent
    assert around is not None
    after: Operation = loop
    for alloc, _ in lives:
        alloc.detach()
        around.insert_op_before(alloc, loop)
    for _, free in reversed(lives):
        free.detach()
        around.insert_op_after(free, after)
        after = free
    return [life.alloc for life in lives]


def _life(op: memref.AllocOp, loop: scf.ForOp) -> _Life | None:
    """The life of a buffer that could be made before `loop`; None for any other."""
    users = [use.operation for use in op.memref.uses]
    frees = [user for user in users if isinstance(user, memref.DeallocOp)]
    if len(frees) != 1 or frees[0].parent is not op.parent or DESTINATION in op.attributes:
        return None
    if not _is_only_accessed(op.memref) or not all(is_visible(s, loop) for s in op.operands):
        return None
    return _Life(op, frees[0])


def _is_only_accessed(buffer: SSAValue) -> bool:
    """True if `buffer` and views of it are read, written, copied and freed, and not handed on."""
    for use in buffer.uses:
        match use.operation:
            case memref.LoadOp() | memref.DeallocOp() | memref.CopyOp():
                continue
            case memref.StoreOp() if use.index == 1:
                continue
            case memref.SubviewOp() as view if _is_only_accessed(view.result):
                continue
            case _:
                return False
    return True


def _together(block: Block, lives: Sequence[_Life]) -> bool:
    """True if moving the buffers leaves the most memory that is in use at a time as it is."""
    place = {op: index for index, op in enumerate(block.ops)}
    begin = max(place[life.alloc] for life in lives)
    end = min(place[life.free] for life in lives)
    moved = {life.alloc for life in lives}
    others = [
        index
        for op, index in place.items()
        if op not in moved and any(isinstance(inner, memref.AllocOp) for inner in op.walk())
    ]
    return begin < end and all(begin < index < end for index in others)


def _depth(block: Block) -> int:
    around = block.parent_block()
    return 0 if around is None else 1 + _depth(around)

"""Sinks views into the loops that use them.

A checkpointed loop that captures a buffer and a view of it would get two snapshots of one memory.
A view that is derived inside the loop follows whatever stands for its base there.
"""

from __future__ import annotations

from xdsl.ir import Block, Operation, OpResult
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.checkpointing.effects import is_memory, is_view
from ckptopt.regions import captured


def sink_captured_views(loop: Operation) -> None:
    """Derive the views that `loop` captures at the start of its regions, bases of views included.

    %v = memref.cast %m                      scf.for ... {
    scf.for ... {                    ->        %v = memref.cast %m
      memref.load %v[...]                      memref.load %v[...]
    """
    while (view := _captured_view(loop)) is not None:
        for region in loop.regions:
            for block in list(region.blocks)[:1]:
                _sink(view, block)


def _captured_view(loop: Operation) -> OpResult | None:
    for value in captured(loop):
        if is_memory(value) and isinstance(value, OpResult) and is_view(value.op):
            return value
    return None


def _sink(view: OpResult, block: Block) -> None:
    copy = view.op.clone()
    region = block.parent
    assert region is not None
    inside = [use for use in view.uses if region.is_ancestor(use.operation)]
    if not inside:
        return
    for use in inside:
        use.operation.operands[use.index] = copy.results[0]
    first = block.first_op
    Rewriter.insert_op(copy, InsertPoint.before(first) if first else InsertPoint.at_end(block))

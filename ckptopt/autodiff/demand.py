"""What a run of a block computes, where nobody computes what is not used.

A run that is taped computes its residuals, what its effects need, and those of its results that are
used after it. A replay works on memory of its own, so it need not write what it does not read.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import func
from xdsl.ir import Block, Operation, SSAValue

from ckptopt.checkpointing.effects import Alias
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.regions import captured, operations, terminator

if TYPE_CHECKING:
    from ckptopt.autodiff.reverse import Sweeps


class Demand(NamedTuple):
    """What the replays of a loop compute from: carried values by their number, and memory."""

    carried: frozenset[int]
    memory: frozenset[Alias]


def live_operations(
    block: Block,
    sweeps: Sweeps,
    wanted: Iterable[SSAValue] = (),
    memory: Container[Alias] | None = None,
) -> list[Operation]:
    """The operations of `block` that a taped run of it executes, last first.

    `wanted` are values that are used after the block. Of what the block writes, `memory` is read by
    somebody; None if all may be.
    """
    plan = sweeps.plan
    values = {*wanted, *plan.kept.get(block, ())}
    live: list[Operation] = []
    for op in reversed(operations(block)):
        written = sweeps.memory.effects(op).writes
        if (
            not values.isdisjoint(op.results)
            or any(memory is None or alias in memory for alias in written)
            or _keeps(op, sweeps)
        ):
            live.append(op)
            values.update(_inputs(op))
    return live


def _keeps(op: Operation, sweeps: Sweeps) -> bool:
    """True if a run of `op` leaves something on a tape, itself or inside."""
    plan = sweeps.plan
    if plan.factors.get(op) or plan.contents.get(op):
        return True
    blocks = [block for region in op.regions for block in region.blocks]
    return any(
        plan.kept.get(block) or any(_keeps(inner, sweeps) for inner in block.ops)
        for block in blocks
    )


def _inputs(op: Operation) -> list[SSAValue]:
    return [*op.operands, *captured(op)]


def replayed(op: Operation, sweeps: Sweeps) -> Demand:
    """What the replays of the loop `op` compute from: directly, or in the steps after."""
    adapter = adapter_of(op)
    assert adapter is not None
    body, yielded, args = adapter.body(op), adapter.yielded(op), adapter.carried(op)
    found = Demand(frozenset(), read_in_reverse(op, sweeps))
    while True:
        wanted = [yielded[index] for index in found.carried]
        live = live_operations(body, sweeps, wanted, found.memory)
        used = {*wanted, *sweeps.plan.kept.get(body, ())}.union(*map(_inputs, live))
        now = Demand(
            found.carried | {index for index, arg in enumerate(args) if arg in used},
            found.memory.union(*(_read(inner, sweeps) for inner in live)),
        )
        if now == found:
            return found
        found = now


def _read(op: Operation, sweeps: Sweeps) -> frozenset[Alias]:
    copied = sweeps.plan.contents.get(op, ())
    aliases = frozenset(sweeps.memory.alias(contents.buffer) for contents in copied)
    return aliases | sweeps.memory.effects(op).reads


def read_in_reverse(op: Operation, sweeps: Sweeps) -> frozenset[Alias]:
    """The memory from around the loop `op` that its reverse reads."""
    plan = sweeps.plan
    values = [v for inner in op.walk() for v in plan.buffers.get(inner, ())]
    return frozenset(map(sweeps.memory.alias, values))


def used_results(op: Operation, sweeps: Sweeps) -> list[int]:
    """Which results of the loop or branch `op` are used after a run of it that is taped and
    reversed next.

    What the code around uses of its own results is not asked there: it counts as used, but where
    a loop is around. That tapes single steps then, whose results an advance has found.
    """
    block = op.parent
    assert block is not None
    around, last = block.parent_op(), terminator(block)
    wanted: Iterable[SSAValue] = ()
    if isinstance(around, func.FuncOp):
        wanted = sweeps.returned
    elif last is not None and around is not None:
        wanted = () if around in sweeps.schemes else last.operands
    live = live_operations(block, sweeps, wanted)
    used = {*wanted, *sweeps.plan.kept.get(block, ())}.union(*map(_inputs, live))
    return [index for index, result in enumerate(op.results) if result in used]

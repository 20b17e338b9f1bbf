"""Small pure helpers over blocks and regions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.traits import IsTerminator

Branch = scf.IfOp | scf.IndexSwitchOp | scf.ExecuteRegionOp
"""Operations with regions of which each runs at most once per visit."""

BRANCHES = frozenset({"scf.if", "scf.index_switch", "scf.execute_region"})
"""The names of the operations in `Branch`."""


def captured(op: Operation) -> list[SSAValue]:
    """The values that the regions of `op` use from around it, in order of first use."""
    inside: set[SSAValue] = set()
    found: dict[SSAValue, None] = {}

    def collect(block: Block) -> None:
        inside.update(block.args)
        for inner in block.ops:
            found.update((operand, None) for operand in inner.operands if operand not in inside)
            for region in inner.regions:
                for nested in region.blocks:
                    collect(nested)
            inside.update(inner.results)

    for region in op.regions:
        for block in region.blocks:
            collect(block)
    return list(found)


def inputs(op: Operation) -> list[SSAValue]:
    """The values that `op` uses, in its regions too."""
    return [*op.operands, *captured(op)]


def defining_block(value: SSAValue) -> Block:
    """The block that `value` is an argument of, or whose operation defines it."""
    owner = value.owner
    block = owner if isinstance(owner, Block) else owner.parent
    assert block is not None
    return block


def is_inside(value: SSAValue, block: Block) -> bool:
    """True if `value` is defined in `block` or in a region of one of its operations."""
    return encloses(block, defining_block(value))


def is_visible(value: SSAValue, op: Operation) -> bool:
    """True if the block that defines `value` is the one of `op`, or one around it."""
    return encloses(defining_block(value), op.parent)


def encloses(outer: Block, block: Block | None) -> bool:
    """True if `block` is `outer` or lies in a region of one of its operations."""
    while block is not None and block is not outer:
        block = block.parent_block()
    return block is not None


def ancestor_in(block: Block, op: Operation) -> Operation:
    """`op`, or the operation around it, that is in `block`."""
    while op.parent is not block:
        parent = op.parent_op()
        assert parent is not None
        op = parent
    return op


def function_block(block: Block) -> Block:
    """The block of the function around `block`."""
    while not isinstance(block.parent_op(), func.FuncOp):
        outer = block.parent_block()
        assert outer is not None
        block = outer
    return block


def defined_values(block: Block) -> Iterator[SSAValue]:
    """The arguments of `block` and the results of its operations, in order."""
    yield from block.args
    for op in block.ops:
        yield from op.results


def terminator(block: Block) -> Operation | None:
    """The terminator of `block`, None if it has none."""
    last = block.last_op
    if last is not None and last.has_trait(IsTerminator, value_if_unregistered=False):
        return last
    return None


def alternatives(result: SSAValue) -> list[SSAValue]:
    """The values that the regions of a branch operation yield for its `result`; else none."""
    if not isinstance(result, OpResult) or not isinstance(result.op, Branch):
        return []
    ends = [block.last_op for region in result.op.regions for block in region.blocks]
    return [end.operands[result.index] for end in ends if isinstance(end, scf.YieldOp)]


def operations(block: Block) -> list[Operation]:
    """The operations of `block` but for its terminator."""
    last = terminator(block)
    return [op for op in block.ops if op is not last]


def last_of(ops: Iterable[Operation]) -> Operation:
    """The last of `ops`, which are in one block, found in time linear in their distance."""
    return reduce(_later, ops)


def _later(one: Operation, other: Operation) -> Operation:
    after_one: Operation | None = one
    after_other: Operation | None = other
    while after_one is not None and after_other is not None:
        if after_one is other:
            return other
        if after_other is one:
            return one
        after_one, after_other = after_one.next_op, after_other.next_op
    return one if after_one is None else other


def is_barrier(op: Operation) -> bool:
    """True for what only hides a value from other passes (`ckptopt.autodiff.barriers`)."""
    match op.name:
        case "llvm.call_intrinsic":
            return op.properties["intrin"] == StringAttr("llvm.arithmetic.fence")
        case "llvm.inline_asm":
            return op.properties["asm_string"] == StringAttr("")
        case _:
            return False

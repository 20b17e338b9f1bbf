"""Verification: definitions of ops, terminators, and the dominance that xDSL leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoTerminator
from xdsl.utils.exceptions import VerifyException

from .invariants import fault_of
from .registry import refined_class


class VerificationError(Exception):
    """An invalid op: `op` is the offender and `message` one line that names it."""

    def __init__(self, op: Operation, message: str) -> None:
        super().__init__(message)
        self.op = op
        self.message = message


def verify(module: Operation) -> None:
    """Check `module` and everything in it, in time linear in its size."""
    for op in _walk(module):
        _verify_position(op)
        _verify_definition(op)
        if (fault := fault_of(op)) is not None:
            raise _fail(op, fault)
    _verify_dominance(module)


def _walk(top: Operation) -> Iterator[Operation]:
    """What `Operation.walk` gives, without its cost for each op of the regions around that."""
    pending = [top]
    while pending:
        op = pending.pop()
        yield op
        for region in reversed(op.regions):
            for block in reversed(region.blocks):
                pending.extend(reversed(block.ops))


def _fail(op: Operation, message: str) -> VerificationError:
    name = op.op_name.data if isinstance(op, UnregisteredOp) else op.name
    return VerificationError(op, f"'{name}' op {message}")


def _verify_definition(op: Operation) -> None:
    try:
        refined_class(type(op)).verify_(op)
    except (VerifyException, ValueError, TypeError, AssertionError, LookupError) as error:
        text = str(error).strip().splitlines()
        raise _fail(op, _without_prefix(text[0], op.name) if text else "is malformed") from error


def _without_prefix(message: str, name: str) -> str:
    return message.removeprefix(f"'{name}' ").removeprefix("op ")


def _verify_position(op: Operation) -> None:
    """Successors are in the same region and each block that needs a terminator ends in one."""
    block = op.parent
    region = None if block is None else block.parent
    if op.successors:
        if block is None or block.last_op is not op:
            raise _fail(op, "with block successors must terminate its parent block")
        if any(successor.parent is not region for successor in op.successors):
            raise _fail(op, "branches to a block of another region")
        if region is not None and region.first_block in op.successors:
            raise _fail(op, "branches to the entry block of its region")
    for region in op.regions:
        unterminated = op.has_trait(NoTerminator) or isinstance(op, UnregisteredOp)
        multiple = region.first_block is not region.last_block
        for block in region.blocks:
            if unterminated and not multiple:
                continue
            last = block.last_op
            if last is None:
                raise _fail(op, "has an empty block: expect at least a terminator")
            if not last.has_trait(IsTerminator, value_if_unregistered=True):
                raise _fail(last, "must be a terminator, as the last operation of its block")


def _verify_dominance(top: Operation) -> None:
    visible: set[SSAValue] = set()
    for region in top.regions:
        _visit_region(region, visible)


def _visit_region(region: Region, outer: set[SSAValue]) -> None:
    parent = region.parent
    isolated = parent is not None and bool(parent.get_traits_of_type(IsolatedFromAbove))
    visible: set[SSAValue] = set() if isolated else outer
    unordered = isinstance(parent, UnregisteredOp) or (
        parent is not None and parent.has_trait(NoTerminator)
    )
    if unordered:
        defined = [value for block in region.blocks for value in _definitions(block)]
        visible.update(defined)
        for block in region.blocks:
            for op in block.ops:
                _visit_op(op, visible)
        visible.difference_update(defined)
    elif region.first_block is region.last_block:
        for block in region.blocks:
            visible.difference_update(_visit_block(block, visible))
    else:
        _visit_dominator_tree(region, visible)


def _definitions(block: Block) -> Iterator[SSAValue]:
    yield from block.args
    for op in block.ops:
        yield from op.results


def _visit_block(block: Block, visible: set[SSAValue]) -> list[SSAValue]:
    """Check the ops of `block`, leaving its definitions in `visible`; they are returned."""
    visible.update(block.args)
    defined: list[SSAValue] = list(block.args)
    for op in block.ops:
        _visit_op(op, visible)
        visible.update(op.results)
        defined.extend(op.results)
    return defined


def _visit_op(op: Operation, visible: set[SSAValue]) -> None:
    for index, operand in enumerate(op.operands):
        if operand not in visible:
            raise VerificationError(op, f"operand #{index} does not dominate this use")
    for region in op.regions:
        _visit_region(region, visible)


def _visit_dominator_tree(region: Region, visible: set[SSAValue]) -> None:
    """A block sees what its dominators define: those on the path from the tree's root to it.

    Unreachable blocks are not in the tree and, as in MLIR, are not checked.
    """
    children = _dominator_tree(region)
    pending: list[tuple[Block, list[SSAValue] | None]] = []
    if (entry := region.first_block) is not None:
        pending.append((entry, None))
    while pending:
        block, defined = pending.pop()
        if defined is not None:
            visible.difference_update(defined)
            continue
        defined = _visit_block(block, visible)
        pending.append((block, defined))
        pending.extend((child, None) for child in children.get(block, ()))


def _dominator_tree(region: Region) -> dict[Block, list[Block]]:
    """The blocks that each block dominates immediately (Cooper, Harvey and Kennedy)."""
    order = _reverse_postorder(region)
    number = {block: index for index, block in enumerate(order)}
    predecessors: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        for successor in _successors(block):
            predecessors[successor].append(block)

    dominator = [0] * len(order)
    known = [index == 0 for index in range(len(order))]
    changed = True
    while changed:
        changed = False
        for index, block in enumerate(order[1:], start=1):
            candidates = [number[p] for p in predecessors[block] if known[number[p]]]
            best = candidates[0]
            for other in candidates[1:]:
                best = _common_dominator(best, other, dominator)
            if not known[index] or dominator[index] != best:
                dominator[index], known[index], changed = best, True, True

    children: dict[Block, list[Block]] = {}
    for index, block in enumerate(order[1:], start=1):
        children.setdefault(order[dominator[index]], []).append(block)
    return children


def _common_dominator(a: int, b: int, dominator: list[int]) -> int:
    while a != b:
        if a > b:
            a = dominator[a]
        else:
            b = dominator[b]
    return a


def _successors(block: Block) -> Iterable[Block]:
    return () if block.last_op is None else block.last_op.successors


def _reverse_postorder(region: Region) -> list[Block]:
    entry = region.first_block
    if entry is None:
        return []
    seen = {entry}
    postorder: list[Block] = []
    pending = [(entry, iter(_successors(entry)))]
    while pending:
        block, successors = pending[-1]
        for successor in successors:
            if successor not in seen:
                seen.add(successor)
                pending.append((successor, iter(_successors(successor))))
                break
        else:
            postorder.append(block)
            pending.pop()
    return postorder[::-1]

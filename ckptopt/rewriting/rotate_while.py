"""Rotates `scf.while` so that each iteration is one block.

    %r = scf.while (%a = %x) {              %c0, %v0 = <condition of %x>
      %c, %v = <condition of %a>            %r = scf.while (%c = %c0, %v = %v0) {
      scf.condition(%c) %v                    scf.condition(%c) %c, %v
    } do {                            ->    } do {
      %b = <body of %v>                       %b = <body of %v>
      scf.yield %b                            %d, %w = <condition of %b>
    }                                         scf.yield %d, %w
                                            }

The condition is then one of the carried values, and runs as often as before.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter


def rotate(loop: scf.WhileOp) -> scf.WhileOp:
    """Replace `loop` by its rotation, and return that."""
    before, after = loop.before_region.block, loop.after_region.block
    first = _inline_condition(before, list(loop.arguments), InsertPoint.before(loop))
    last = after.last_op
    assert isinstance(last, scf.YieldOp)
    following = _inline_condition(before, list(last.arguments), InsertPoint.before(last))
    Rewriter.replace_op(last, scf.YieldOp(*following))
    after.insert_arg(first[0].type, 0)
    types = [value.type for value in first]
    test = Block(arg_types=types)
    test.add_op(scf.ConditionOp(test.args[0], *test.args))
    body = loop.detach_region(loop.after_region)
    new = scf.WhileOp(first, types, Region(test), body)
    new.attributes.update(loop.attributes)
    new.location = loop.location
    Rewriter.insert_op(new, InsertPoint.before(loop))
    for old, result in zip(loop.results, new.results[1:], strict=True):
        result.name_hint = old.name_hint
        old.replace_all_uses_with(result)
    for arg, value in zip(test.args, new.after_region.block.args, strict=True):
        arg.name_hint = value.name_hint
    test.args[0].name_hint = new.after_region.block.args[0].name_hint = "more"
    Rewriter.erase_op(loop)
    return new


def _inline_condition(
    before: Block, values: Sequence[SSAValue], point: InsertPoint
) -> list[SSAValue]:
    """Clone the condition block for `values`; returns the condition and what it passes on."""
    mapper: dict[SSAValue, SSAValue] = dict(zip(before.args, values, strict=True))
    last = before.last_op
    assert isinstance(last, scf.ConditionOp)
    for op in before.ops:
        if op is not last:
            Rewriter.insert_op(op.clone(mapper), point)
    return [mapper.get(value, value) for value in last.operands]


def is_rotated(op: Operation) -> bool:
    """True if the condition block of a `scf.while` only passes on what it gets."""
    if not isinstance(op, scf.WhileOp):
        return False
    test = op.before_region.block
    last = test.last_op
    if not isinstance(last, scf.ConditionOp) or last is not test.first_op or not test.args:
        return False
    return list(last.operands) == [test.args[0], *test.args]

"""Inlines the calls of a function that is to be differentiated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import func
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.autodiff.rematerialise import enclose, region_marks
from ckptopt.diagnostics import error, note


def reachable(function: func.FuncOp, known: Mapping[str, func.FuncOp]) -> dict[str, func.FuncOp]:
    """`function` and those among `known` that it calls, itself or through others, by name."""
    found = {function.sym_name.data: function}
    pending = [function]
    while pending:
        for op in pending.pop().walk():
            name = op.callee.string_value() if isinstance(op, func.CallOp) else ""
            if name in known and name not in found:
                found[name] = known[name]
                pending.append(known[name])
    return found


def inline_calls(function: func.FuncOp, callees: Mapping[str, func.FuncOp]) -> None:
    """Replace calls to functions with a body of one block by that body, transitively.

    Raises a located error for recursion, direct or through others.
    """
    _inline(function, callees, (function.sym_name.data,))


def _inline(
    function: func.FuncOp, callees: Mapping[str, func.FuncOp], chain: tuple[str, ...]
) -> None:
    for call in [op for op in function.walk() if isinstance(op, func.CallOp)]:
        name = call.callee.string_value()
        if name in chain:
            raise error(call, f"recursive call of '@{name}' cannot be differentiated")
        callee = callees.get(name)
        if callee is None or len(callee.body.blocks) != 1:
            continue
        copy = callee.clone()
        _inline(copy, callees, (*chain, name))
        _replace(call, copy)


def _replace(call: func.CallOp, callee: func.FuncOp) -> None:
    block = callee.body.block
    last = block.last_op
    if not isinstance(last, func.ReturnOp):
        raise error(call, "the callee does not return", note(callee, "it is here"))
    for arg, operand in zip(block.args, call.operands, strict=True):
        arg.replace_all_uses_with(operand)
    values: Sequence[SSAValue] = last.operands
    if marks := region_marks(call, callee):
        while block.args:
            block.erase_arg(block.args[0])
        callee.body.detach_block(block)
        region = enclose(block, InsertPoint.before(call), marks)
        region.location = call.location
        values = region.results
    else:
        Rewriter.inline_block(block, InsertPoint.before(call), list(call.operands))
        Rewriter.erase_op(last)
    for result, value in zip(call.results, values, strict=True):
        if value.name_hint is None:
            value.name_hint = result.name_hint
        result.replace_all_uses_with(value)
    Rewriter.erase_op(call)

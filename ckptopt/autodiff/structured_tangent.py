"""Forward mode of structured operations: one operation computes numbers and tangents together.

Its operands are those of the original, each active one followed by its tangent, and so are the
arguments of its body and what that yields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import InsertPoint

from ckptopt.checkpointing.effects import is_memory
from ckptopt.dialects.linalg_build import generic
from ckptopt.emitter import Emitter, element_type
from ckptopt.structured import Structure, overwrites, structure

if TYPE_CHECKING:
    from ckptopt.autodiff.forward import Sweep


def emit_with_tangent(sweep: Sweep, op: Operation, e: Emitter) -> None:
    """Emit `op` with its tangent, and enter both in the values of `sweep`."""
    parts = structure(op)
    inputs = len(parts.inputs)
    doubled = [_has_tangent(sweep, op, parts, index) for index in range(len(parts.operands))]
    block = Block()
    operands: tuple[list[tuple[SSAValue, AffineMap]], list[tuple[SSAValue, AffineMap]]] = ([], [])
    pairs = zip(parts.operands, parts.body.args, parts.maps, doubled, strict=True)
    for index, (value, arg, map, with_tangent) in enumerate(pairs):
        side = operands[index >= inputs]
        side.append((sweep.values[value], map))
        sweep.values[arg] = _argument(block, arg.type, arg.name_hint)
        if with_tangent:
            unread = index >= inputs and overwrites(parts, index - inputs)
            tangent = sweep.tangents.get(value, sweep.values[value]) if unread else None
            side.append((tangent or sweep.tangent_or_zero(value, e), map))
            name = f"{arg.name_hint}_tan" if arg.name_hint else None
            sweep.tangents[arg] = _argument(block, arg.type, name)
    inner = e.at(InsertPoint.at_end(block))
    sweep.run(parts.body, inner)
    yielded: list[SSAValue] = []
    for index in range(len(parts.outputs)):
        yielded.append(sweep.values[parts.yielded(index)])
        if doubled[inputs + index]:
            yielded.append(sweep.tangent_or_zero(parts.yielded(index), inner))
    inner.insert(YieldOp(*yielded))
    emitted = generic(*operands, block)
    emitted.attributes.update(op.attributes)
    results = iter(e.insert(emitted).results)
    for index, result in enumerate(op.results):
        sweep.bind(result, next(results), next(results) if doubled[inputs + index] else None)


def _argument(block: Block, type: Attribute, name: str | None) -> SSAValue:
    arg = block.insert_arg(element_type(type), len(block.args))
    arg.name_hint = name
    return arg


def _has_tangent(sweep: Sweep, op: Operation, parts: Structure, index: int) -> bool:
    """True if operand `index` is followed by its tangent."""
    output = index - len(parts.inputs)
    value = parts.operands[index]
    if output >= 0:
        return (value if is_memory(value) else op.results[output]) in sweep.activity
    return parts.body.args[index] in sweep.activity and value in sweep.tangents

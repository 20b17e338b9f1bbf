"""Shadows of buffers that flow through control flow.

Which buffer a loop-carried memref stands for changes from step to step, and so does its shadow.
Here the shadows of such buffers become values of the primal itself, carried beside the handles:

    scf.for iter_args(%a = %p, %b = %q) {        scf.for iter_args(%a = %p, %b = %q,
      ...                                   ->       %a_shadow = %p_shadow, %b_shadow = ...) {
      scf.yield %b, %a                             scf.yield %b, %a, %b_shadow, %a_shadow

From then on they are handles like others, which the tape keeps where the reverse needs them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects import func, scf
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.autodiff.activity import Activity
from ckptopt.checkpointing.effects import ALLOCATIONS, Alias, Memory, flows, is_memory, is_view
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.diagnostics import error
from ckptopt.emitter import Emitter
from ckptopt.rewriting.rebuild import rebuild

Shadows = dict[SSAValue, SSAValue]
"""For each buffer whose shadow is a value of the primal, that value."""


def carry_shadows(primal: func.FuncOp, memory: Memory, activity: Activity) -> Shadows:
    """Add to `primal` the shadows of the active memory that its control flow passes on.

    Shadows of arguments become further arguments, in the order of the arguments. Raises a located
    error for such memory that is not made at the top of the function.
    """
    classes = {
        memory.alias(target)
        for op in primal.walk()
        for _, target in flows(op)
        if is_memory(target) and target in activity
    }
    carrier = _Carrier(memory, classes)
    if classes:
        block = primal.body.blocks[0]
        carrier.arguments(block)
        carrier.operations(block)
    return carrier.shadows


@dataclass
class _Carrier:
    memory: Memory
    classes: set[Alias]
    shadows: Shadows = field(default_factory=dict[SSAValue, SSAValue])

    def arguments(self, block: Block) -> None:
        for arg in list(block.args):
            if self._follows(arg):
                self._pair(arg, block.insert_arg(arg.type, len(block.args)))

    def operations(self, block: Block) -> None:
        for op in list(block.ops):
            if op.regions:
                self._region_op(op)
            elif op.results and self._follows(op.results[0]) and not is_view(op):
                self._origin(op)

    def shadow(self, buffer: SSAValue) -> SSAValue:
        """The shadow of `buffer`; that of a view is derived where the view is."""
        if buffer not in self.shadows:
            assert isinstance(buffer, OpResult)
            view = buffer.op
            operands = {v: self.shadow(v) for v in view.operands if is_memory(v)}
            copy = view.clone_without_regions(operands, clone_name_hints=False)
            Rewriter.insert_op(copy, InsertPoint.after(view))
            self._pair(buffer, copy.results[0])
        return self.shadows[buffer]

    def _follows(self, value: SSAValue) -> bool:
        return is_memory(value) and self.memory.alias(value) in self.classes

    def _pair(self, buffer: SSAValue, shadow: SSAValue) -> None:
        shadow.name_hint = f"{buffer.name_hint}_shadow" if buffer.name_hint else None
        self.shadows[buffer] = shadow

    def _origin(self, op: Operation) -> None:
        """A shadow beside an allocation, zero at first."""
        if op.name not in ALLOCATIONS or not isinstance(op.parent_op(), func.FuncOp):
            raise error(
                op,
                "memory that loops or branches pass on must be an argument, "
                "or be allocated at the top of the function",
            )
        assert op.parent is not None
        copy = op.clone_without_regions(clone_name_hints=False)
        e = Emitter(op.parent, InsertPoint.after(op), op.location)
        e.insert(copy)
        e.at(InsertPoint.after(copy)).fill_zero(copy.results[0])
        self._pair(op.results[0], copy.results[0])

    def _region_op(self, op: Operation) -> None:
        """Add the shadows of what `op` passes on to its operands, arguments, yields and results."""
        places = [i for i, result in enumerate(op.results) if self._follows(result)]
        operands = list(op.operands)
        if isinstance(op, scf.ForOp):
            inits, block = list(op.iter_args), op.body.block
            operands += [self.shadow(inits[i]) for i in places]
            for i in places:
                self._pair(block.args[i + 1], block.insert_arg(inits[i].type, len(block.args)))
        elif isinstance(op, scf.WhileOp) and places:
            operands += [self.shadow(operands[i]) for i in places]
            self._pass_on(op, places)
        elif adapter_of(op) is not None and places:
            raise error(op, f"'{op.name}' passes on a memref: not supported yet")
        for region in op.regions:
            for block in region.blocks:
                self.operations(block)
                last = block.last_op
                if places and isinstance(last, scf.YieldOp):
                    last.operands = [
                        *last.operands,
                        *(self.shadow(last.operands[i]) for i in places),
                    ]
        if places:
            self._rebuild(op, operands, places)

    def _pass_on(self, op: scf.WhileOp, places: list[int]) -> None:
        """Let the test of a rotated `scf.while` pass on the shadows of what it passes on."""
        test, body = op.before_region.block, op.after_region.block
        for block in (test, body):
            for i in places:
                self._pair(block.args[i], block.insert_arg(block.args[i].type, len(block.args)))
        condition = test.last_op
        assert isinstance(condition, scf.ConditionOp)
        shadows = (self.shadow(test.args[i]) for i in places)
        condition.operands = [*condition.operands, *shadows]

    def _rebuild(self, op: Operation, operands: list[SSAValue], places: list[int]) -> None:
        before = list(op.results)
        new = rebuild(op, operands, range(len(before)), [before[i].type for i in places])
        for old, result in zip(before, new.results, strict=False):
            if old in self.shadows:
                self.shadows[result] = self.shadows.pop(old)
        for i, shadow in zip(places, new.results[len(before) :], strict=True):
            self._pair(new.results[i], shadow)
            self.memory.rename(before[i], new.results[i])

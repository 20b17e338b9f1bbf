"""The sweeps of reverse mode over one function.

Every gradient is made of three ways of running a block of the original function:

* `advance` clones its operations;
* `tape` clones them and returns the residuals that the reverse of the block needs;
* `reverse` walks them last to first and accumulates adjoints.

Adjoints are SSA values. Loops hand their sweeps to a scheme (`ckptopt.checkpointing`), which
decides which of the three to run when; branches take part in the tape of the block around them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.rewriter import InsertPoint

from ckptopt.autodiff.activity import Activity
from ckptopt.autodiff.contents import Contents, keep_contents
from ckptopt.autodiff.derivatives import RULES
from ckptopt.autodiff.derivatives.lookup import rule_of
from ckptopt.autodiff.expressions import Evaluation
from ckptopt.autodiff.loops import LoopSweeps
from ckptopt.autodiff.parallel import is_parallel, reverse_parallel, tape_parallel
from ckptopt.autodiff.plan import Plan
from ckptopt.autodiff.scope import Adjoints, Key, Saved, Scope, adjoint_name
from ckptopt.autodiff.shadows import Shadows
from ckptopt.checkpointing.directives import consume, drop_marks
from ckptopt.checkpointing.effects import ALLOCATIONS, Memory, is_memory, is_view
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.scheme import Scheme
from ckptopt.dialects import enzyme
from ckptopt.emitter import NO_FLAGS, Emitter, memref_type, part_name
from ckptopt.regions import BRANCHES, captured, operations, terminator
from ckptopt.roles import Role
from ckptopt.structured import is_leaf

Residuals = dict[Key, SSAValue]
Values = list[SSAValue]


@dataclass(frozen=True)
class Sweeps:
    """The sweeps of one function.

    `schemes` holds the scheme of each loop that has an adjoint, and `prevent_cse` says how a
    recomputation is kept apart from what it recomputes; `residual_type` is the float type that
    tapes hold, if a narrower one was asked for. `returned` are the values that the derivative
    returns too. `handed_out` remembers which residuals each branch operation hands out, per region.
    """

    memory: Memory
    activity: Activity
    plan: Plan
    schemes: dict[Operation, Scheme]
    shadows: Shadows
    prefix: str
    prevent_cse: str
    residual_type: str | None
    returned: frozenset[SSAValue] = frozenset()
    handed_out: dict[Operation, list[list[Key]]] = field(
        default_factory=dict[Operation, "list[list[Key]]"]
    )

    def hide(self, e: Emitter, values: Sequence[SSAValue], form: str | None = None) -> Values:
        """Emit values equal to the given ones of which later passes do not know that."""
        form = form or self.prevent_cse
        if form == "none":
            return list(values)
        from ckptopt.autodiff.barriers import hide

        return hide(form, e.tagged(Role.HIDE), values)

    # Forward

    def advance(self, block: Block, scope: Scope, e: Emitter) -> None:
        """Clone the operations of `block`, but for its terminator."""
        for op in operations(block):
            self.clone(op, scope, e)

    def tape(self, block: Block, scope: Scope, e: Emitter) -> Residuals:
        """Clone the operations of `block`; returns its residuals, values of the emitted block."""
        residuals: Residuals = {}
        for op in operations(block):
            kept = self.plan.contents.get(op, ())
            copying = e.located(op).tagged(Role.COPY)
            before = keep_contents(op, kept, scope, self.memory, copying, after=False)
            residuals.update(before)
            if op not in self.plan.reversed or is_leaf(op):
                self.clone(op, scope, e)
                after = keep_contents(op, kept, scope, self.memory, copying, after=True)
                residuals.update(after)
                if op in self.plan.factors:
                    at = e.located(op).tagged(Role.FACTOR)
                    residuals.update(self._evaluate_factors(op, scope, at))
            elif op in self.schemes:
                residuals.update(self._tape_loop(op, scope, e.located(op)))
            elif is_parallel(op):
                residuals.update(tape_parallel(self, op, scope, e.located(op)))
            else:
                residuals.update(self._tape_branches(op, scope, e.located(op)))
        for value in self.plan.kept.get(block, ()):
            residuals[value] = scope[value]
        return residuals

    def _evaluate_factors(self, op: Operation, scope: Scope, e: Emitter) -> Residuals:
        """What the adjoint of `op` multiplies with, evaluated in the forward sweep.

        Each run of it must give the same bits, so it has no more fast-math flags than `op`.
        """
        evaluation = Evaluation(e.with_fastmath(NO_FLAGS), op, lambda value: scope[value], ())
        found: Residuals = {}
        for factor, type in self.plan.factors[op].items():
            value = evaluation.factor(factor, type)
            if value is not None:
                value.name_hint = part_name(op.results[0].name_hint, "factor")
                found[op, factor] = value
        return found

    def clone(self, op: Operation, scope: Scope, e: Emitter) -> None:
        """Emit a copy of `op`; in a replay, on the clones of the memory that it touches.

        In the replay of a region, not of what its forward sweep saved.
        """
        if scope.dropped and self._is_dropped(op, scope):
            return
        if scope.saved_values and op.results and scope.saved_values.issuperset(op.results):
            return
        if op.name == "memref.get_global":
            clone = scope.globals.get(self.memory.alias(op.results[0]))
            if clone is not None:
                scope.values[op.results[0]] = clone
                return
        copy = op.clone_without_regions({value: scope[value] for value in op.operands})
        drop_marks(copy)
        if adapter_of(op) is not None or is_parallel(op):
            consume(copy, self.prefix)
        for region, target in zip(op.regions, copy.regions, strict=True):
            self._clone_region(region, target, scope, e)
        e.located(op).insert(copy)
        scope.define(op, copy, e.located(op))

    def _is_dropped(self, op: Operation, scope: Scope) -> bool:
        """True if `op` only writes, or shows, memory that a replay does not write."""
        if is_view(op) and is_memory(op.results[0]):
            return self.memory.alias(op.results[0]) in scope.dropped
        written = self.memory.effects(op).writes
        return bool(written) and is_leaf(op) and written <= scope.dropped

    def _clone_region(self, region: Region, target: Region, scope: Scope, e: Emitter) -> None:
        inner = scope.child()
        blocks: dict[Block, Block] = {}
        for block in region.blocks:
            blocks[block] = copy_block_arguments(block, inner)
            target.add_block(blocks[block])
        for block, copy in blocks.items():
            at_end = e.at(InsertPoint.at_end(copy))
            self.advance(block, inner, at_end)
            if (last := terminator(block)) is not None and last.regions:
                self.clone(last, inner, at_end)
            elif last is not None:
                values = {value: inner[value] for value in last.operands}
                at_end.located(last).insert(last.clone_without_regions(values, blocks))

    def _tape_loop(self, op: Operation, scope: Scope, e: Emitter) -> Residuals:
        scheme = self.schemes[op]
        loop = LoopSweeps(self, op, scope)
        results, saved = scheme.forward(e.tagged(Role.FORWARD), loop)
        inits = loop.inits()
        for result, value in zip(op.results, results, strict=True):
            if result.name_hint is not None and value not in inits:
                value.name_hint = result.name_hint
            scope.values[result] = value
        return {(op, name): value for name, value in saved.items()}

    def _tape_branches(self, op: Operation, scope: Scope, e: Emitter) -> Residuals:
        """Emit a branch operation whose regions hand out their residuals as further results.

        A region yields zeros in place of the residuals of the others.
        """
        copy = op.clone_without_regions({value: scope[value] for value in op.operands})
        blocks: list[Block] = []
        yields: list[list[SSAValue]] = []
        handed: list[Residuals] = []
        for region in op.regions:
            source = region.blocks.first
            inner = scope.child(source)
            inner.hide = scope.hide
            block = copy_block_arguments(source, inner) if source is not None else Block()
            at_end = e.at(InsertPoint.at_end(block))
            handed.append(self.tape(source, inner, at_end) if source is not None else {})
            last = terminator(source) if source is not None else None
            yields.append([inner[value] for value in last.operands] if last is not None else [])
            blocks.append(block)
        extra: list[tuple[Key, SSAValue]] = [item for part in handed for item in part.items()]
        for index, block in enumerate(blocks):
            at_end = e.at(InsertPoint.at_end(block))
            own = handed[index]
            values = [own[key] if key in own else _filler(at_end, v) for key, v in extra]
            last = terminator(op.regions[-1].blocks.first or op.regions[0].blocks[0])
            assert last is not None
            at_end.insert(type(last).create(operands=[*yields[index], *values]))
        emitted = type(copy).create(
            operands=list(copy.operands),
            result_types=[*(r.type for r in op.results), *(value.type for _, value in extra)],
            properties=copy.properties,
            attributes=copy.attributes,
            regions=[
                _region(block, bool(op.results or extra) or region.blocks.first is not None)
                for block, region in zip(blocks, op.regions, strict=True)
            ],
        )
        copy.erase()
        e.insert(emitted)
        for result, value in zip(
            emitted.results, [*op.results, *(value for _, value in extra)], strict=True
        ):
            result.name_hint = value.name_hint
        count = len(op.results)
        scope.values.update(zip(op.results, emitted.results[:count], strict=True))
        self.handed_out[op] = [list(part) for part in handed]
        return {
            key: result for (key, _), result in zip(extra, emitted.results[count:], strict=True)
        }

    # Reverse

    def reverse(self, block: Block, scope: Scope, adjoints: Adjoints, e: Emitter) -> None:
        """Emit the adjoints of the operations of `block`, last to first.

        `scope` holds the residuals of the block and what is visible around it; `adjoints` those
        of the values that the block yields and captures on entry, and of its arguments and
        captured values on exit.
        """
        self._make_shadows(block, scope, e)
        for op in reversed(list(block.ops)):
            at = e.located(op)
            if op in self.plan.reversed:
                self._reverse_operation(op, scope, adjoints, at)
            for contents in self.plan.contents.get(op, ()):
                at.dealloc(scope[op, contents])

    def _reverse_operation(
        self, op: Operation, scope: Scope, adjoints: Adjoints, e: Emitter
    ) -> None:
        for value in self.plan.outside.get(op, ()):
            scope.primal(value, e)
        if op in self.schemes:
            self._reverse_loop(op, scope, adjoints, e)
        elif is_parallel(op):
            reverse_parallel(self, op, scope, adjoints, e)
        elif op.name in BRANCHES:
            self._reverse_branches(op, scope, adjoints, e)
        elif op.name in RULES:
            self._reverse_elementwise(op, scope, adjoints, e)
        elif (rule := rule_of(op)) is not None:
            rule.reverse(op, _Context(self, e, scope, adjoints))

    def _make_shadows(self, block: Block, scope: Scope, e: Emitter) -> None:
        """Make the shadows of the active buffers and views that `block` defines, in order."""
        for op in block.ops:
            if not op.results or not is_memory(op.results[0]) or op.results[0] not in self.activity:
                continue
            if op.results[0] in self.shadows:
                continue
            buffer, at = op.results[0], e.located(op).tagged(Role.SHADOW)
            name = part_name(buffer.name_hint, "shadow")
            if op.name in ALLOCATIONS:
                sizes = [scope.primal(size, at) for size in op.operands]
                shadow = at.alloc(memref_type(buffer), sizes, name)
                at.fill_zero(shadow)
                scope.shadows[buffer] = shadow
            elif is_view(op):
                operands = {
                    value: self.shadow(value, scope, at)
                    if is_memory(value)
                    else scope.primal(value, at)
                    for value in op.operands
                }
                view = at.insert(op.clone_without_regions(operands, clone_name_hints=False), name)
                scope.shadows[buffer] = view.results[0]

    def shadow(self, buffer: SSAValue, scope: Scope, e: Emitter) -> SSAValue:
        """The shadow of a buffer of active memory, in a reverse sweep."""
        carried = self.shadows.get(buffer)
        return scope.shadow(buffer) if carried is None else scope.primal(carried, e)

    def _reverse_elementwise(
        self, op: Operation, scope: Scope, adjoints: Adjoints, e: Emitter
    ) -> None:
        arrived = [adjoints.take(result) for result in op.results]
        if not any(arrived):
            return
        evaluation = Evaluation(
            e, op, lambda value: scope.primal(value, e), [value or 0.0 for value in arrived]
        )
        for factor in self.plan.factors.get(op, ()):
            if (value := scope.find((op, factor))) is not None:
                evaluation.done[factor] = value
        for operand, expression in zip(op.operands, RULES[op.name], strict=True):
            if expression is None or operand not in self.activity:
                continue
            contribution = evaluation.contribution(expression, operand)
            if contribution is not None:
                adjoints.add(operand, contribution, e)

    def _reverse_loop(self, op: Operation, scope: Scope, adjoints: Adjoints, e: Emitter) -> None:
        loop = LoopSweeps(self, op, scope)
        saved: Saved = scope.saved(op)
        arrived, at = loop.adjoints_in(adjoints, e), e.tagged(Role.REVERSE_SCAFFOLD)
        results = self.schemes[op].reverse(at, loop, saved, arrived)
        loop.adjoints_out(results, adjoints, e)

    def _reverse_branches(
        self, op: Operation, scope: Scope, adjoints: Adjoints, e: Emitter
    ) -> None:
        """The reverse of a branch operation branches alike and yields adjoints of captured values.

        What a region handed out for the others (fillers that own memory) is freed there.
        """
        arrived = [adjoints.take(result) for result in op.results]
        captured = self.active_captured(op)
        before = [adjoints.take(value) for value in captured]
        blocks: list[Block] = []
        handed = self.handed_out[op]
        for index, region in enumerate(op.regions):
            block, source = Block(), region.blocks.first
            at_end = e.at(InsertPoint.at_end(block))
            inner = Adjoints({v: a for v, a in zip(captured, before, strict=True) if a})
            last = terminator(source) if source is not None else None
            if source is not None and last is not None:
                for value, adjoint in zip(last.operands, arrived, strict=True):
                    if adjoint is not None and value in self.activity:
                        inner.add(value, adjoint, at_end)
                self.reverse(source, scope.child(source), inner, at_end)
            for other, keys in enumerate(handed):
                for key in keys if other != index else ():
                    if isinstance(scope[key].type, MemRefType):
                        at_end.dealloc(scope[key])
            yielded = [inner.take_or_zero(value, at_end) for value in captured]
            any_region = next(r.blocks[0] for r in op.regions if r.blocks.first is not None)
            template = terminator(any_region)
            assert template is not None
            at_end.insert(type(template).create(operands=yielded))
            blocks.append(block)
        emitted = type(op).create(
            operands=[scope.primal(value, e) for value in op.operands],
            result_types=[value.type for value in captured],
            properties=op.properties,
            regions=[
                _region(block, bool(captured) or len(block.ops) > 1 or not _is_else(op, index))
                for index, block in enumerate(blocks)
            ],
        )
        e.insert(emitted)
        for value, result in zip(captured, emitted.results, strict=True):
            result.name_hint = adjoint_name(value)
            adjoints.add(value, result, e)

    def horizon(self, op: Operation) -> Block:
        """The block whose operations may run between `op` and its reverse.

        It is the body of the innermost loop around `op` that is replayed, or the function's.
        """
        block = op.parent
        while block is not None:
            parent = block.parent_op()
            if parent is None or parent.parent is None:
                return block
            scheme = self.schemes.get(parent)
            if scheme is not None and scheme.replays:
                return block
            block = parent.parent
        raise AssertionError("operation outside a function")

    def is_reversed_next(self, op: Operation) -> bool:
        """True if the reverse of `op` runs before `op` does again, and in the same function.

        So it is unless a loop around tapes several steps before it reverses them.
        """
        around = op.parent_op()
        while around is not None and not isinstance(around, func.FuncOp):
            scheme = self.schemes.get(around)
            if scheme is not None and scheme.single:
                return True
            if around.name not in BRANCHES:
                return False
            around = around.parent_op()
        return not self.memory.split

    def active_captured(self, op: Operation) -> list[SSAValue]:
        """The active numbers from around `op` that operations in it may contribute to."""
        return [value for value in captured(op) if value in self.activity and not is_memory(value)]


class _Context(NamedTuple):
    """The `ReverseContext` of one operation on memory."""

    sweeps: Sweeps
    emitter: Emitter
    scope: Scope
    adjoints: Adjoints

    @property
    def activity(self) -> Activity:
        return self.sweeps.activity

    def primal(self, value: SSAValue) -> SSAValue:
        return self.scope.primal(value, self.emitter)

    def contents(self, op: Operation, contents: Contents) -> SSAValue:
        kept = self.scope.find((op, contents))
        return kept if kept is not None else self.primal(contents.buffer)

    def shadow(self, buffer: SSAValue) -> SSAValue:
        return self.sweeps.shadow(buffer, self.scope, self.emitter)

    def alias(self, buffer: SSAValue) -> int:
        return self.sweeps.memory.alias(buffer)

    def is_shared(self, buffer: SSAValue) -> bool:
        while isinstance(buffer, OpResult) and is_view(buffer.op):
            buffer = buffer.op.operands[0]
        return self.scope.is_shared(buffer)

    def is_active(self, value: SSAValue) -> bool:
        return value in self.sweeps.activity

    def take(self, value: SSAValue) -> SSAValue | None:
        return self.adjoints.take(value)

    def accumulate(self, value: SSAValue, adjoint: SSAValue) -> None:
        self.adjoints.add(value, adjoint, self.emitter)


def copy_block_arguments(block: Block, scope: Scope) -> Block:
    """An empty block with the arguments of `block`, which `scope` maps to the new ones."""
    copy = Block(arg_types=[arg.type for arg in block.args])
    for arg, new in zip(block.args, copy.args, strict=True):
        new.name_hint = arg.name_hint
        new.location = arg.location
        scope.values[arg] = new
    return copy


def _is_else(op: Operation, index: int) -> bool:
    return op.name == "scf.if" and index == 1


def _region(block: Block, present: bool) -> Region:
    return Region(block) if present else Region()


def _filler(e: Emitter, value: SSAValue) -> SSAValue:
    """A value of the type of `value` that nobody reads."""
    type: Attribute = value.type
    if isinstance(type, enzyme.CacheType):
        return e.init_cache(type.element_type, value.name_hint)
    if isinstance(type, MemRefType):
        buffer = memref_type(value)
        dynamic = [e.index(0) for size in buffer.get_shape() if size == DYNAMIC_INDEX]
        return e.alloc(buffer, dynamic, value.name_hint)
    return e.placeholder(type)

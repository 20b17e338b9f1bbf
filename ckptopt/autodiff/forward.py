"""Forward mode: tangents beside primal values, in one sweep.

Each operation is copied; one that carries derivatives is followed by its tangent. The rules are
those of reverse mode, read the other way (`tangent_rule`). What only moves numbers (loads, stores,
copies, views) is repeated on the tangents; operations with regions pass tangents on beside the
values they pass on. A value without a tangent has the tangent zero, and nothing is emitted for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from ckptopt.autodiff.activity import Activity
from ckptopt.autodiff.derivatives import RULES
from ckptopt.autodiff.expressions import Evaluation, tangent_rule
from ckptopt.autodiff.parallel import check_parallel, is_parallel
from ckptopt.autodiff.rematerialise import warn_of_marks
from ckptopt.autodiff.residuals import reversed_operations
from ckptopt.autodiff.signature import (
    DUPLICATED,
    NEEDED,
    Request,
    Signature,
    add_argument,
    analyse_uses,
    function_of,
    suffixed,
)
from ckptopt.checkpointing.directives import consume, read_directive, warn_if_directed
from ckptopt.checkpointing.effects import ALLOCATIONS, Memory, is_memory, is_view
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.diagnostics import error, warn
from ckptopt.dialects.memref_elements import ATOMIC_KINDS
from ckptopt.emitter import Emitter, is_float, memref_type
from ckptopt.regions import BRANCHES, operations, terminator
from ckptopt.rewriting.affine_use import expand_affine_in, holds_floats
from ckptopt.roles import Role
from ckptopt.structured import is_structured

MOVES = frozenset(
    {
        "memref.load",
        "memref.store",
        "memref.copy",
        "memref.dealloc",
        "vector.load",
        "vector.store",
        *(
            f"tensor.{name}"
            for name in (
                "cast",
                "collapse_shape",
                "expand_shape",
                "extract",
                "extract_slice",
                "insert",
                "insert_slice",
            )
        ),
    }
)
"""Operations that are linear in the numbers and memory that they are handed."""

Place = tuple[Literal["operands", "arguments", "ends", "results"], int]
"""Where an operation names values that it passes on: its operands, the arguments of a region, the
operands of a region's terminator, or its results. They are the last ones at each place."""

Flags = list[bool]

T = TypeVar("T")

_RESULTS: Place = ("results", 0)
_OPERANDS: Place = ("operands", 0)

PASSED_ON: dict[str, tuple[tuple[Place, ...], ...]] = {
    "scf.while": (
        (("arguments", 0), _OPERANDS, ("ends", 1)),
        (("arguments", 1), ("ends", 0), _RESULTS),
    ),
    "scf.parallel": ((_RESULTS, _OPERANDS, ("ends", 0)),),
}
"""Per operation the groups of places that pass on the same values. The first place of a group is
as long as the group. Branches yield their results from each region, and other loops have the
places in `CARRIED`."""

CARRIED: tuple[Place, ...] = (_RESULTS, _OPERANDS, ("arguments", 0), ("ends", 0))
"""Where a loop has its carried values, if its operation is laid out as `scf.for` is."""


def make_tangent(primal: func.FuncOp, request: Request, signature: Signature) -> func.FuncOp:
    """The forward-mode derivative of `primal`, a copy of `request.function` without calls.

    Raises a located error for what cannot be differentiated.
    """
    expand_affine_in(primal, lambda op: not holds_floats(op))
    warn_of_marks(primal)
    _ignore_directives(primal, request)
    source, block = primal.body.block, Block()
    memory = Memory(primal)
    activity = analyse_uses(primal, memory, signature)
    sweep = Sweep(activity, memory, reversed_operations(source, activity))
    for arg, use in zip(source.args, signature.arguments, strict=True):
        sweep.values[arg] = add_argument(block, arg, arg.name_hint)
        if use in DUPLICATED:
            sweep.tangents[arg] = add_argument(block, arg, _name(arg))
    e = Emitter.at_end_of(block).located(primal).tagged(Role.PRIMAL)
    e = e.with_fastmath(request.fastmath)
    shadows = sweep.make_global_shadows(e.tagged(Role.SHADOW))
    sweep.run(source, e)
    last = source.last_op
    assert isinstance(last, func.ReturnOp)
    at_end = e.located(last).tagged(Role.RETURN)
    returned: list[SSAValue] = []
    for value, use in zip(last.operands, signature.results, strict=True):
        if use in NEEDED:
            returned.append(sweep.values[value])
        if use in DUPLICATED:
            returned.append(sweep.result_tangent(value, at_end))
    for shadow in shadows:
        at_end.dealloc(shadow)
    at_end.insert(func.ReturnOp(*returned))
    return function_of(block, request, signature)


def _ignore_directives(primal: func.FuncOp, request: Request) -> None:
    prefix = request.prefix
    for option, stated in (
        ("memory", request.memory is not None),
        ("auto", request.auto != "none"),
    ):
        if stated:
            warn(primal, f"forward mode keeps nothing: {option}= has no effect")
    for op in primal.walk():
        if op.regions and op is not primal:
            if read_directive(op, prefix) is not None:
                warn(op, "forward mode keeps nothing: checkpointing this loop has no effect")
            consume(op, prefix)
        else:
            warn_if_directed(op, prefix)


@dataclass(frozen=True)
class Sweep:
    """The forward sweep of one function.

    `active` holds the operations through which derivatives flow. `values` and `tangents` give the
    emitted value and tangent (for memory: its shadow) of each original value so far, `globals` the
    shadows of globals.
    """

    activity: Activity
    memory: Memory
    active: set[Operation]
    values: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    tangents: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    globals: dict[str, SSAValue] = field(default_factory=dict[str, SSAValue])

    def run(self, block: Block, e: Emitter) -> None:
        """Copy the operations of `block`, but for its terminator, each with its tangent."""
        for op in operations(block):
            at = e.located(op)
            if op in self.active and is_structured(op):
                from ckptopt.autodiff.structured_tangent import emit_with_tangent

                emit_with_tangent(self, op, at.tagged(Role.TANGENT))
                continue
            if op in self.active and op.regions:
                self._pass_on(op, at)
                continue
            at.insert(op.clone(self.values))
            if op in self.active:
                self._tangent(op, at.tagged(Role.TANGENT))

    def make_global_shadows(self, e: Emitter) -> list[SSAValue]:
        """Make a shadow, all zero, for each global that is active memory."""
        for symbol, value in self._active_globals():
            if symbol not in self.globals:
                shadow = e.alloc(memref_type(value), (), f"{symbol}_shadow")
                e.fill_zero(shadow)
                self.globals[symbol] = shadow
        return list(self.globals.values())

    def _active_globals(self) -> Iterator[tuple[str, SSAValue]]:
        for op in self.memory.function.walk():
            for value in op.results:
                symbol = self.memory.global_name(value)
                if symbol is not None and value in self.activity:
                    yield symbol, value

    def result_tangent(self, value: SSAValue, e: Emitter) -> SSAValue:
        """The tangent to return for `value`: for memory without one, a fresh shadow."""
        if not is_memory(value):
            return self.tangent_or_zero(value, e)
        if value not in self.activity:
            shadow = e.alloc_like(self.values[value], _name(value))
            e.fill_zero(shadow)
            return shadow
        classes = {self.memory.alias(taken) for _, taken in self._active_globals()}
        if self.memory.alias(value) in classes:
            raise error(value, "the memory of a global is returned: it has no shadow to return")
        return self.tangents[value]

    def tangent_or_zero(self, value: SSAValue, e: Emitter) -> SSAValue:
        """The tangent of a number, or the shadow of a buffer."""
        return self.tangents.get(value) or e.zero_like(self.values[value], _name(value))

    # Single operations

    def _tangent(self, op: Operation, e: Emitter) -> None:
        """Emit the tangent of `op`, whose copy has just been emitted."""
        if op.name in RULES:
            self._apply_rule(op, e)
        elif op.name in ALLOCATIONS:
            shadow = self._insert_shadow(op, op.clone_without_regions(dict(self.values)), e)
            e.fill_zero(shadow)
        elif op.results and (symbol := self.memory.global_name(op.results[0])) is not None:
            self.tangents[op.results[0]] = self.globals[symbol]
        elif not self._carries(op):
            return
        elif is_view(op) or op.name in MOVES or _adds(op):
            self._move(op, e)
        else:
            raise error(op, f"no derivative is known for '{op.name}'")

    def _carries(self, op: Operation) -> bool:
        """True if `op` makes a number or memory that has a tangent."""
        if any(result in self.activity for result in op.results):
            return True
        return bool(self.memory.effects(op).writes & self.activity.classes)

    def _apply_rule(self, op: Operation, e: Emitter) -> None:
        arrived = [self.tangents.get(operand) for operand in op.operands]
        adjoints = [tangent or 0.0 for tangent in arrived]
        evaluation = Evaluation(e, op, self.values.__getitem__, adjoints)
        rule = [
            None if tangent is None else expression
            for tangent, expression in zip(arrived, RULES[op.name], strict=True)
        ]
        for index, result in enumerate(op.results):
            if result not in self.activity:
                continue
            tangent = evaluation.contribution(tangent_rule(rule, index), result)
            if tangent is not None:
                if tangent.name_hint is None:
                    tangent.name_hint = _name(result)
                self.tangents[result] = tangent

    def _move(self, op: Operation, e: Emitter) -> None:
        """Repeat `op` on tangents and shadows."""
        if op.name == "memref.copy" and op.operands[0] not in self.activity:
            e.fill_zero(self.tangents[op.operands[1]])
            return
        if _adds(op) and op.operands[0] not in self.tangents and op.results[0].first_use is None:
            return
        moved = {
            value: self.tangent_or_zero(value, e)
            if is_float(value.type) or is_memory(value)
            else self.values[value]
            for value in op.operands
        }
        copy = op.clone_without_regions(moved)
        if op.results:
            self._insert_shadow(op, copy, e)
        else:
            e.insert(copy)

    def _insert_shadow(self, op: Operation, copy: Operation, e: Emitter) -> SSAValue:
        result = op.results[0]
        copy.results[0].name_hint = _name(result)
        self.tangents[result] = e.insert(copy).results[0]
        return self.tangents[result]

    # Operations with regions

    def _pass_on(self, op: Operation, e: Emitter) -> None:
        """Copy an operation with regions; what it passes on is followed by its tangent."""
        if is_parallel(op):
            check_parallel(op, self.activity)
        groups = _groups(op)
        flags = dict(pair for group in groups for pair in self._flags(op, group))
        regions = [self._copy_region(op, index, flags, e) for index in range(len(op.regions))]
        operands = self._interleave(op.operands, flags.get(_OPERANDS), e)
        copy = type(op).create(
            operands=operands,
            result_types=[value.type for value in _doubled(op.results, flags.get(_RESULTS))],
            properties=_resized(op, len(operands)),
            attributes=op.attributes,
            regions=regions,
        )
        e.insert(copy)
        self._bind(op.results, flags.get(_RESULTS), copy.results)

    def _copy_region(
        self, op: Operation, index: int, flags: dict[Place, Flags], e: Emitter
    ) -> Region:
        if len(op.regions[index].blocks) > 1:
            raise error(op, "a region of several blocks cannot be differentiated")
        source = op.regions[index].blocks.first
        if source is None:
            return Region()
        doubled = flags.get(("arguments", index))
        block = Block(arg_types=[arg.type for arg in _doubled(source.args, doubled)])
        self._bind(source.args, doubled, block.args)
        for arg, emitted in zip(_doubled(source.args, doubled), block.args, strict=True):
            emitted.location = arg.location
        inner = e.at(InsertPoint.at_end(block))
        self.run(source, inner)
        if (last := terminator(source)) is not None:
            self._end(last, flags.get(("ends", index)), inner.located(last))
        return Region(block)

    def _end(self, last: Operation, flags: Flags | None, e: Emitter) -> None:
        """Copy a terminator. One with regions reduces its operands, each in a region."""
        regions: list[Region] = []
        for region in _doubled(last.regions, flags) if last.regions else ():
            regions.append(Region())
            region.clone_into(regions[-1], 0, dict(self.values))
        copy = type(last).create(
            operands=self._interleave(last.operands, flags, e),
            properties=last.properties,
            attributes=last.attributes,
            regions=regions,
        )
        e.insert(copy)

    def _flags(self, op: Operation, group: tuple[Place, ...]) -> Iterator[tuple[Place, Flags]]:
        """For each place of a group, which of the values there are followed by a tangent."""
        columns = [_values_at(op, place) for place in group]
        count = len(columns[0])
        passed = [
            any(
                column[len(column) - count + index] in self.activity
                for (kind, _), column in zip(group, columns, strict=True)
                if kind in ("arguments", "results")
            )
            for index in range(count)
        ]
        for place, column in zip(group, columns, strict=True):
            yield place, [*[False] * (len(column) - count), *passed]

    def _interleave(
        self, values: Sequence[SSAValue], flags: Flags | None, e: Emitter
    ) -> list[SSAValue]:
        interleaved: list[SSAValue] = []
        for value, carried in zip(values, flags or [False] * len(values), strict=True):
            interleaved.append(self.values[value])
            if carried:
                interleaved.append(self.tangent_or_zero(value, e))
        return interleaved

    def bind(self, value: SSAValue, emitted: SSAValue, tangent: SSAValue | None) -> None:
        """Say what stands for `value` and its tangent, and name them."""
        self.values[value] = emitted
        emitted.name_hint = value.name_hint
        if tangent is not None:
            self.tangents[value] = tangent
            tangent.name_hint = _name(value)

    def _bind(
        self, values: Sequence[SSAValue], flags: Flags | None, emitted: Sequence[SSAValue]
    ) -> None:
        """Say which emitted values stand for `values` and their tangents, and name them."""
        following = iter(emitted)
        for value, carried in zip(values, flags or [False] * len(values), strict=True):
            self.bind(value, next(following), next(following) if carried else None)


def _adds(op: Operation) -> bool:
    return isinstance(op, memref.AtomicRMWOp) and ATOMIC_KINDS[op.kind.value.data] == "addf"


def _groups(op: Operation) -> tuple[tuple[Place, ...], ...]:
    """The groups of `op`; raises a located error for an operation that passes on otherwise."""
    if op.name in BRANCHES:
        return (_yielded(op),)
    if op.name in PASSED_ON:
        return PASSED_ON[op.name]
    adapter, count = adapter_of(op), len(op.results)
    if adapter is not None and len(op.regions) == 1:
        parts = (adapter.inits(op), adapter.carried(op), adapter.yielded(op))
        places = [list(_values_at(op, place)) for place in CARRIED[1:]]
        if all(
            list(part) == values[len(values) - count :]
            for part, values in zip(parts, places, strict=True)
        ):
            return (CARRIED,)
    raise error(op, f"no derivative is known for '{op.name}'")


def _yielded(op: Operation) -> tuple[Place, ...]:
    return (_RESULTS, *(("ends", index) for index, r in enumerate(op.regions) if r.blocks.first))


def _values_at(op: Operation, place: Place) -> Sequence[SSAValue]:
    match place:
        case ("operands", _):
            return op.operands
        case ("results", _):
            return op.results
        case ("arguments", index):
            return op.regions[index].blocks[0].args
        case ("ends", index):
            last = terminator(op.regions[index].blocks[0])
            return last.operands if last is not None else ()


def _doubled(values: Sequence[T], flags: Flags | None) -> list[T]:
    """The `values`, flagged ones twice."""
    pairs = zip(values, flags or [False] * len(values), strict=True)
    return [value for value, carried in pairs for _ in range(1 + carried)]


def _resized(op: Operation, operands: int) -> dict[str, Attribute]:
    """The properties of `op` for a copy with this many operands: only its last segment grows."""
    properties = dict(op.properties)
    segments = properties.get("operandSegmentSizes")
    if isinstance(segments, DenseArrayBase):
        *sizes, last = segments.get_values()
        sizes.append(last + operands - len(op.operands))
        properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
    return properties


def _name(value: SSAValue) -> str | None:
    return suffixed(value, "shadow" if is_memory(value) else "tan")

"""Which values and which memory carry derivatives.

A value is *varied* if it depends on an active input, *useful* if an active output depends on it,
and *active* if it is both. Integers are never active. Memory is varied or useful as a whole, per
alias class; views share the activity of their base.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from ckptopt.autodiff.derivatives import RULES
from ckptopt.checkpointing.effects import Alias, Memory, flows, is_memory
from ckptopt.checkpointing.loops import ADAPTERS
from ckptopt.diagnostics import error
from ckptopt.emitter import element_type, is_float, is_integer
from ckptopt.regions import BRANCHES
from ckptopt.structured import is_leaf, is_structured, structure

Node = SSAValue | Alias


@dataclass(frozen=True)
class Activity:
    """The active values, and the alias classes of active memory, of one function."""

    values: frozenset[SSAValue]
    classes: frozenset[Alias]
    memory: Memory

    def __contains__(self, value: SSAValue) -> bool:
        """True if `value` is an active number, or a memref of active memory."""
        if is_memory(value):
            return self.memory.alias(value) in self.classes
        return value in self.values


def analyse(
    function: func.FuncOp, memory: Memory, inputs: Sequence[SSAValue], outputs: Sequence[bool]
) -> Activity:
    """The activity of `function` for its active arguments and active results.

    `inputs` are the active arguments: floats, and memrefs with a shadow, whose contents are input
    and output at once. `outputs` says for each result whether it has a seed or a tangent.
    """
    edges: dict[Node, list[Node]] = defaultdict(list)
    for source, target in _dependencies(function, memory):
        edges[source].append(target)
    shadowed = [memory.alias(value) for value in inputs if is_memory(value)]
    sources: list[Node] = [value for value in inputs if not is_memory(value)]
    varied = _reach([*sources, *shadowed], edges)
    _refuse_escapes(function, memory, varied)

    back: dict[Node, list[Node]] = defaultdict(list)
    for source, targets in edges.items():
        for target in targets:
            back[target].append(source)
    results = function.get_return_op()
    seeded: list[Node] = []
    if results is not None:
        seeded = [
            memory.alias(value) if is_memory(value) else value
            for value, active in zip(results.operands, outputs, strict=True)
            if active
        ]
    useful = _reach([*seeded, *shadowed], back)
    active = varied & useful
    return Activity(
        frozenset(node for node in active if isinstance(node, SSAValue)),
        frozenset(node for node in active if isinstance(node, int)),
        memory,
    )


TRACKED_REGIONS = BRANCHES | {"scf.for", "scf.while", "scf.parallel", "scf.reduce", "func.func"}
"""Operations with regions that derivatives are followed into."""


CONSTANT = frozenset({"enzyme.ignore_derivatives", "tensor.dim"})
"""Operations on numbers whose results do not depend on them, or are to be taken so."""


def _refuse_escapes(function: func.FuncOp, memory: Memory, varied: set[Node]) -> None:
    """Raise a located error where a varied number goes where derivatives are not followed.

    That is into a value that is no float, by an operation without a rule (a bitcast to an integer,
    say), into memory that is no memref, or through a region of an unknown kind.
    """
    for op in function.walk():
        if not is_leaf(op) and op.name not in TRACKED_REGIONS and op.name not in ADAPTERS:
            inside = (value for inner in op.walk() for value in (*inner.operands, *inner.results))
            if any(value in varied for value in inside):
                raise error(op, f"no derivative is known for '{op.name}'")
        if op.regions or op.name in RULES or op.name in CONSTANT:
            continue
        if not any(is_float(value.type) and value in varied for value in op.operands):
            continue
        lost = [r for r in op.results if not is_float(r.type) and r.first_use is not None]
        hidden = memory.effects(op).opaque is not None and not all(
            is_float(v.type) or is_integer(v.type) or is_memory(v) for v in op.operands
        )
        if lost or hidden:
            raise error(op, f"no derivative is known for '{op.name}'")


def _reach(start: Iterable[Node], edges: dict[Node, list[Node]]) -> set[Node]:
    found: set[Node] = set(start)
    pending = list(found)
    while pending:
        for target in edges.get(pending.pop(), ()):
            if target not in found:
                found.add(target)
                pending.append(target)
    return found


def _dependencies(function: func.FuncOp, memory: Memory) -> Iterator[tuple[Node, Node]]:
    """Pairs (source, target): a derivative may flow from source to target."""
    for op in function.walk():
        for source, target in flows(op):
            if is_float(source.type):
                yield source, target
        if is_structured(op):
            yield from _structured_dependencies(op, memory)
        elif not op.regions:
            yield from _op_dependencies(op, memory)


def _structured_dependencies(op: Operation, memory: Memory) -> Iterator[tuple[Node, Node]]:
    """Elements of operands enter the body; what it yields enters outputs, or results."""
    parts = structure(op)
    for operand, arg in zip(parts.operands, parts.body.args, strict=True):
        if is_float(arg.type):
            yield (memory.alias(operand) if is_memory(operand) else operand), arg
    for index, output in enumerate(parts.outputs):
        if is_float(parts.yielded(index).type):
            target = memory.alias(output) if is_memory(output) else op.results[index]
            yield parts.yielded(index), target


def _op_dependencies(op: Operation, memory: Memory) -> Iterator[tuple[Node, Node]]:
    floats = [value for value in op.operands if is_float(value.type)]
    results = [value for value in op.results if is_float(value.type)]
    if op.name in RULES:
        for operand, expression in zip(op.operands, RULES[op.name], strict=True):
            if expression is not None:
                for result in results:
                    yield operand, result
        return
    if op.name == "enzyme.ignore_derivatives":
        return
    effects = memory.effects(op)
    read = [alias for alias in sorted(effects.reads) if _holds_floats(op, alias, memory)]
    written = [alias for alias in sorted(effects.writes) if _holds_floats(op, alias, memory)]
    if op.name == "memref.dealloc":
        return
    sources: list[Node] = [*floats, *read]
    targets: list[Node] = [*results, *written]
    for source in sources:
        for target in targets:
            if source != target:
                yield source, target


def _holds_floats(op: Operation, alias: Alias, memory: Memory) -> bool:
    return any(
        is_memory(value) and memory.alias(value) == alias and is_float(element_type(value.type))
        for value in op.operands
    )

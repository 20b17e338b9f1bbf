"""How the adjoint of a structured operation is divided, and what each part reads.

The adjoints that the same loops index are computed together: those of two factors of a product are
two contractions, those of an elementwise operation one elementwise operation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.traits import MemoryEffectKind, get_effects

from ckptopt.autodiff.activity import Activity
from ckptopt.autodiff.derivatives import RULES
from ckptopt.autodiff.expressions import reads
from ckptopt.checkpointing.effects import is_memory
from ckptopt.diagnostics import error
from ckptopt.emitter import element_type, tensor_shape
from ckptopt.regions import captured, defining_block, operations
from ckptopt.structured import Combination, Structure, combination, plain_dimensions


class Leaf(NamedTuple):
    """Where numbers enter the body: an element of an operand, or a scalar from around it.

    `inner` is what the body calls it. With `after` it is what the operation makes of an output, so
    that an adjoint need not compute it again.
    """

    value: SSAValue
    inner: SSAValue
    map: AffineMap
    after: bool = False


class Pass(NamedTuple):
    """One operation of the adjoint: the leaves whose adjoints it adds to, and those it reads."""

    targets: list[Leaf]
    reads: list[Leaf]


def passes_of(op: Operation, parts: Structure, activity: Activity) -> list[Pass]:
    """How the adjoint is divided. Raises a located error if it is not known.

    Adjoints that the same loops index are computed together, unless they may overlap in memory.
    """
    _check(op, parts, activity)
    leaves = _leaves(op, parts)
    after = {
        parts.accumulator(index)
        for index in range(len(parts.outputs))
        if combination(parts, index) is not Combination.MAP
    }
    targets = [leaf for leaf in leaves if leaf.inner in activity and leaf.inner not in after]
    apart = not any(
        combination(parts, index) is Combination.EXTREMUM for index in range(len(parts.outputs))
    )
    of_outputs = renewed(parts, activity)
    groups: dict[object, list[Leaf]] = {}
    for leaf in targets:
        loops = frozenset(plain_dimensions(leaf.map)) if apart else None
        key: tuple[object, ...] = (loops, leaf.inner in of_outputs)
        while key in groups and _overlap(leaf, groups[key], activity):
            if not apart:
                raise error(op, f"no derivative is known for '{op.name}' of overlapping memory")
            key = (*key, leaf.value)
        groups.setdefault(key, []).append(leaf)
    if not apart:
        groups.setdefault((None, False), [])
    return [Pass(group, _reads(op, parts, leaves, group)) for group in groups.values()]


def renewed(parts: Structure, activity: Activity) -> set[SSAValue]:
    """The arguments of the body whose shadow is that of an output, and gets a new value.

    These are what a mapped output was, if that is read, and else an input that is the output.
    """
    found: set[SSAValue] = set()
    for index, output in enumerate(parts.outputs):
        if not is_memory(output) or combination(parts, index) is not Combination.MAP:
            continue
        before = parts.accumulator(index)
        same = [
            arg
            for value, arg, map in zip(parts.inputs, parts.body.args, parts.maps, strict=False)
            if value is output and map == parts.output_map(index)
        ]
        if before in activity:
            found.add(before)
        elif len(same) == 1 and len(parts.outputs) == 1 and same[0] in activity:
            found.update(same)
    return found


def _overlap(leaf: Leaf, others: Sequence[Leaf], activity: Activity) -> bool:
    alias = activity.memory.alias
    return is_memory(leaf.value) and any(
        is_memory(other.value) and alias(other.value) == alias(leaf.value) for other in others
    )


def _leaves(op: Operation, parts: Structure) -> list[Leaf]:
    everywhere = AffineMap(parts.dimensions, 0, ())
    leaves = [
        Leaf(value, arg, map)
        for value, arg, map in zip(parts.operands, parts.body.args, parts.maps, strict=True)
    ]
    return [*leaves, *(Leaf(value, value, everywhere) for value in captured(op))]


def _check(op: Operation, parts: Structure, activity: Activity) -> None:
    for inner in operations(parts.body):
        if any(result in activity for result in inner.results) and inner.name not in RULES:
            raise error(inner, f"no derivative is known for '{inner.name}'")
    for index, output in enumerate(parts.outputs):
        if parts.yielded(index).type != element_type(output.type):
            raise error(op, f"no derivative is known for '{op.name}' between different types")
    kinds = [
        combination(parts, index)
        for index, output in enumerate(parts.outputs)
        if (output if is_memory(output) else op.results[index]) in activity
    ]
    if Combination.OTHER in kinds:
        raise error(
            op, f"this '{op.name}' combines elements neither to a sum nor to a maximum or minimum"
        )
    if Combination.EXTREMUM in kinds:
        if len(parts.outputs) > 1:
            raise error(op, "no derivative is known for a maximum or minimum beside other outputs")
        if _aliases(parts.inputs, activity) & _aliases(parts.outputs, activity):
            raise error(op, f"no derivative is known for '{op.name}' of overlapping memory")


def _aliases(values: Sequence[SSAValue], activity: Activity) -> set[int]:
    return {activity.memory.alias(value) for value in values if is_memory(value)}


def _reads(
    op: Operation, parts: Structure, leaves: Sequence[Leaf], targets: Sequence[Leaf]
) -> list[Leaf]:
    """The leaves that one pass reads: in the rules, or for its loops and shapes."""
    wanted = dependent(parts, targets)
    extrema = [
        index
        for index in range(len(parts.outputs))
        if combination(parts, index) is Combination.EXTREMUM
    ]
    pending = [extremum_term(parts, index) for index in extrema]
    for inner in operations(parts.body):
        if inner not in [parts.yielded(index).owner for index in extrema]:
            pending.extend(_rule_reads(inner, wanted))
    found = _fewest(_reached(parts, leaves, pending), op, parts, leaves, pending)
    covered = {loop for leaf in (*found, *targets) for loop in plain_dimensions(leaf.map)}
    if len(parts.outputs) == 1:
        covered.update(plain_dimensions(parts.output_map(0)))
    for leaf in leaves:
        if leaf not in found and not covered.issuperset(plain_dimensions(leaf.map)):
            found.append(leaf)
            covered.update(plain_dimensions(leaf.map))
    for leaf in targets:
        if leaf not in found and not _has_known_shape(leaf, found, parts):
            found.append(leaf)
    return found


def _fewest(
    found: list[Leaf],
    op: Operation,
    parts: Structure,
    leaves: Sequence[Leaf],
    wanted: Sequence[SSAValue],
) -> list[Leaf]:
    """`found`, or what is to be read along with the results of `op`, if that is less."""
    results = [
        Leaf(
            output if is_memory(output) else op.results[index],
            parts.yielded(index),
            parts.output_map(index),
            after=True,
        )
        for index, output in enumerate(parts.outputs)
        if combination(parts, index) is Combination.MAP
        and parts.yielded(index).owner is not parts.body
        and defining_block(parts.yielded(index)) is parts.body
    ]
    others = _reached(parts, [*leaves, *results], wanted)
    inputs = [leaf for leaf in others if not leaf.after]
    return others if len(inputs) < len(found) else found


def _reached(parts: Structure, leaves: Sequence[Leaf], wanted: Sequence[SSAValue]) -> list[Leaf]:
    """The leaves that the values `wanted` are computed from in the body."""
    ends = {leaf.inner for leaf in leaves}
    seen: set[SSAValue] = set()
    pending = list(wanted)
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        if value not in ends and isinstance(value, OpResult) and value.op.parent is parts.body:
            _check_repeatable(value.op)
            pending.extend(value.op.operands)
    return [leaf for leaf in leaves if leaf.inner in seen]


def _check_repeatable(inner: Operation) -> None:
    effects = get_effects(inner)
    if effects is None or any(effect.kind is not MemoryEffectKind.READ for effect in effects):
        raise error(inner, f"'{inner.name}' has effects that a derivative would repeat")


def _has_known_shape(leaf: Leaf, found: Sequence[Leaf], parts: Structure) -> bool:
    """True if what the pass reads tells how large a tensor like `leaf` is."""
    known = {loop for other in found for loop in plain_dimensions(other.map)}
    if len(parts.outputs) == 1:
        known.update(plain_dimensions(parts.output_map(0)))
    return all(
        size != DYNAMIC_INDEX or (isinstance(expr, AffineDimExpr) and expr.position in known)
        for size, expr in zip(tensor_shape(leaf.value.type), leaf.map.results, strict=False)
    )


def dependent(parts: Structure, targets: Sequence[Leaf]) -> set[SSAValue]:
    """The values of the body through which derivatives flow to `targets`, those included."""
    found = {leaf.inner for leaf in targets}
    for inner in operations(parts.body):
        if inner.name in RULES:
            pairs = zip(inner.operands, RULES[inner.name], strict=True)
            if any(operand in found for operand, rule in pairs if rule is not None):
                found.update(inner.results)
    return found


def _rule_reads(inner: Operation, wanted: set[SSAValue]) -> Iterator[SSAValue]:
    if inner.name in RULES:
        for operand, expression in zip(inner.operands, RULES[inner.name], strict=True):
            if expression is not None and operand in wanted:
                yield from reads(expression, inner)


def extremum_term(parts: Structure, index: int) -> SSAValue:
    """What an extremum compares with what the output was."""
    combine = parts.yielded(index).owner
    assert isinstance(combine, Operation)
    return next(v for v in combine.operands if v is not parts.accumulator(index))

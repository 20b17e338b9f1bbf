"""The adjoint of a structured operation, from its indexing maps and its body.

Where the operation computes, at each point of its iteration space,

    out[m(i)] = body(a[p(i)], b[q(i)], out[m(i)])

its adjoint visits the same points, with the same maps, and adds to the adjoint of each input what
the rules of the scalar operations in the body say:

    a_adj[p(i)] += d body / d a * out_adj[m(i)]

So a contraction gives contractions, an elementwise operation an elementwise one, and a broadcast a
sum. What an output held before decides on its adjoint: a sum leaves it as it is, an operation that
overwrites clears it, and of a maximum the first element that attains it takes all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IntegerAttr,
    MemRefType,
    ShapedType,
    TensorType,
)
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.rewriter import InsertPoint

from ckptopt.autodiff.activity import Activity
from ckptopt.autodiff.contents import Contents, copy_of
from ckptopt.autodiff.derivatives import RULES
from ckptopt.autodiff.derivatives.linalg_passes import (
    Leaf,
    Pass,
    dependent,
    extremum_term,
    passes_of,
    renewed,
)
from ckptopt.autodiff.derivatives.memref import MemoryRule, ReverseContext
from ckptopt.autodiff.expressions import Evaluation
from ckptopt.autodiff.scope import Adjoints, adjoint_name
from ckptopt.checkpointing.effects import is_memory
from ckptopt.diagnostics import error
from ckptopt.dialects.arith import CmpfOp, SelectOp
from ckptopt.dialects.linalg_build import contract, fill, generic, is_contraction
from ckptopt.emitter import BOOL, Emitter, element_type, is_float, part_name, tensor_shape
from ckptopt.regions import operations
from ckptopt.structured import (
    Combination,
    Structure,
    combination,
    is_permutation,
    is_structured,
    plain_dimensions,
    structure,
)

__all__ = ["rule_of"]

_TIES = {"arith.maximumf": 8, "arith.minimumf": 8, "arith.maxnumf": 1, "arith.minnumf": 1}
"""The predicate of `arith.cmpf` by which a term is the extremum: equal, and with 8 also NaN."""


def rule_of(op: Operation) -> MemoryRule | None:
    """The rule of a structured operation."""
    return RULE if is_structured(op) else None


# What the adjoint reads


def adjoint_reads(op: Operation, activity: Activity) -> Iterable[SSAValue]:
    """The tensors and scalars that the adjoint reads."""
    parts = structure(op)
    for leaf in _leaves_read(op, parts, activity):
        if not is_memory(leaf.value):
            yield leaf.value
    for index, result in enumerate(op.results):
        if result in activity and combination(parts, index) is Combination.EXTREMUM:
            yield result


def adjoint_contents(op: Operation, activity: Activity) -> Iterable[Contents]:
    """The memory whose contents the adjoint reads."""
    parts = structure(op)
    for leaf in _leaves_read(op, parts, activity):
        if is_memory(leaf.value):
            yield Contents(leaf.value, leaf.after)
    for index, output in enumerate(parts.outputs):
        if is_memory(output) and output in activity:
            if combination(parts, index) is Combination.EXTREMUM:
                yield Contents(output, after=True)


def _leaves_read(op: Operation, parts: Structure, activity: Activity) -> list[Leaf]:
    passes = passes_of(op, parts, activity)
    return list(dict.fromkeys(leaf for single in passes for leaf in single.reads))


# The adjoint


class Site(NamedTuple):
    """The operation whose adjoint is emitted, and what a rule can ask for there."""

    op: Operation
    parts: Structure
    context: ReverseContext


class Seed(NamedTuple):
    """The adjoint of an output, to be read, and the place where it is kept if that is memory."""

    output: int
    value: SSAValue
    shadow: SSAValue | None


class Place(NamedTuple):
    """Where a pass puts the adjoint of a target. `fresh` if it need not add to what is there."""

    value: SSAValue
    fresh: bool


Mapped = tuple[SSAValue, AffineMap]
"""An operand and its map."""


def reverse(op: Operation, context: ReverseContext) -> None:
    """Emit the adjoint."""
    site = Site(op, structure(op), context)
    parts, activity = site.parts, context.activity
    _check_shared(site)
    seeds = _seeds(site)
    if not seeds:
        return
    passes = passes_of(op, parts, activity)
    of_outputs = renewed(parts, activity)
    on_outputs = [p for p in passes if any(target.inner in of_outputs for target in p.targets)]
    on_inputs = [p for p in passes if p not in on_outputs]
    copied = [seed for seed in seeds if seed.shadow is not None and seed.shadow is not seed.value]
    if not copied:
        _emit_all(site, on_inputs, seeds)
    _emit_all(site, on_outputs, seeds)
    _clear(site, seeds)
    if copied:
        _emit_all(site, on_inputs, seeds)
    for seed in copied:
        context.emitter.dealloc(seed.value)
    for seed in seeds:
        if seed.shadow is None and combination(parts, seed.output) is Combination.SUM:
            context.accumulate(parts.outputs[seed.output], seed.value)


def _check_shared(site: Site) -> None:
    for value in site.parts.inputs:
        active = is_memory(value) and site.context.is_active(value)
        if active and site.context.is_shared(value):
            name = site.op.name
            raise error(site.op, f"'{name}' cannot add to memory that parallel iterations share")


def _seeds(site: Site) -> list[Seed]:
    """The adjoints of the outputs; a copy of one if the adjoint of an input shares its place."""
    seeds: list[Seed] = []
    parts, context = site.parts, site.context
    of_outputs = renewed(parts, context.activity)
    inputs = {
        context.alias(value)
        for value, arg in zip(parts.inputs, parts.body.args, strict=False)
        if is_memory(value) and arg not in of_outputs
    }
    for index, output in enumerate(parts.outputs):
        if not is_memory(output):
            adjoint = context.take(site.op.results[index])
            if adjoint is not None:
                seeds.append(Seed(index, adjoint, None))
        elif context.is_active(output) and is_float(element_type(output.type)):
            shadow = context.shadow(output)
            several = len(parts.outputs) > 1 and parts.accumulator(index) in context.activity
            apart = context.alias(output) in inputs or several
            seed = copy_of(shadow, context.emitter, "seed") if apart else shadow
            seeds.append(Seed(index, seed, shadow))
    return seeds


def _clear(site: Site, seeds: Sequence[Seed]) -> None:
    """Clear the shadows of what was overwritten, unless a pass has given them a new value."""
    parts, context = site.parts, site.context
    args = renewed(parts, context.activity)
    done = [v for v, arg in zip(parts.operands, parts.body.args, strict=True) if arg in args]
    for seed in seeds:
        if seed.shadow is None or parts.outputs[seed.output] in done:
            continue
        if combination(parts, seed.output) is Combination.MAP:
            zero = context.emitter.zero(element_type(seed.shadow.type))
            context.emitter.insert(fill(zero, seed.shadow))


def _emit_all(site: Site, passes: Sequence[Pass], seeds: Sequence[Seed]) -> None:
    is_extremum = combination(site.parts, seeds[0].output) is Combination.EXTREMUM
    for single in passes:
        if is_extremum:
            _emit_extremum(site, single, seeds[0])
        else:
            _emit(site, single, seeds)


def _emit(site: Site, single: Pass, seeds: Sequence[Seed]) -> None:
    """Emit one pass of a map or a sum."""
    e, parts = site.context.emitter, site.parts
    read = _contents(site, single)
    inputs = [*read, *((seed.value, parts.output_map(seed.output)) for seed in seeds)]
    places = [_place(site, leaf, inputs) for leaf in single.targets]
    outputs = [(place.value, leaf.map) for place, leaf in zip(places, single.targets, strict=True)]
    if is_contraction(site.op) and not places[0].fresh and _contracts(inputs, outputs[0]):
        maps = [map for _, map in (*inputs, *outputs)]
        product = e.insert(contract([value for value, _ in inputs], places[0].value, maps))
        _book(site, single, places, list(product.results))
        return
    arguments = [
        *_names(single),
        *(part_name(_output_name(site, seed.output), "adj") for seed in seeds),
        *_names_of_adjoints(single),
    ]
    block = _block([*inputs, *outputs], arguments)
    inner = e.at(InsertPoint.at_end(block))
    bound = _bound(single, block)
    adjoints = Adjoints()
    for seed, arg in zip(seeds, block.args[len(read) :], strict=False):
        adjoints.add(parts.yielded(seed.output), arg, inner)
    _reverse_body(site, dependent(parts, single.targets), bound, adjoints, inner)
    inner.insert(YieldOp(*_combined(single, adjoints, block.args[len(inputs) :], places, inner)))
    _book(site, single, places, list(e.insert(generic(inputs, outputs, block)).results))


def _emit_extremum(site: Site, single: Pass, seed: Seed) -> None:
    """Emit the pass of a maximum or minimum.

    The first term that attains it takes the adjoint. What nobody takes is left for what the output
    was before.
    """
    e, parts, context = site.context.emitter, site.parts, site.context
    output, map = parts.outputs[seed.output], parts.output_map(seed.output)
    attained = (
        context.contents(site.op, Contents(output, after=True))
        if is_memory(output)
        else context.primal(site.op.results[seed.output])
    )
    inputs = [*_contents(site, single), (attained, map)]
    places = [_place(site, leaf, inputs) for leaf in single.targets]
    outputs = [(place.value, leaf.map) for place, leaf in zip(places, single.targets, strict=True)]
    outputs.append((seed.value, map))
    name = _output_name(site, seed.output)
    arguments = [*_names(single), name, *_names_of_adjoints(single), part_name(name, "adj")]
    block = _block([*inputs, *outputs], arguments)
    inner = e.at(InsertPoint.at_end(block))
    bound = _bound(single, block)
    term, adjoint = extremum_term(parts, seed.output), block.args[-1]
    combine = parts.yielded(seed.output).owner
    assert isinstance(combine, Operation)
    attains = inner.value(
        CmpfOp.create(
            operands=[_primal(site, term, bound, inner), block.args[len(inputs) - 1]],
            result_types=[BOOL],
            properties={
                "predicate": IntegerAttr(_TIES[combine.name], 64),
                "fastmath": combine.properties["fastmath"],
            },
        )
    )
    zero = inner.zero(adjoint.type)
    adjoints = Adjoints()
    adjoints.add(term, inner.value(SelectOp(attains, adjoint, zero)), inner)
    left = inner.value(SelectOp(attains, zero, adjoint))
    _reverse_body(site, dependent(parts, single.targets), bound, adjoints, inner)
    sums = _combined(single, adjoints, block.args[len(inputs) : -1], places, inner)
    inner.insert(YieldOp(*sums, left))
    results = list(e.insert(generic(inputs, outputs, block)).results)
    _book(site, single, places, results[:-1])
    if results:
        results[-1].name_hint = adjoint_name(output)
        context.accumulate(output, results[-1])


# Operands


def _contents(site: Site, single: Pass) -> list[Mapped]:
    """The operands that a pass reads, as they were when the operation read them."""
    return [
        (
            site.context.contents(site.op, Contents(leaf.value, leaf.after))
            if is_memory(leaf.value)
            else site.context.primal(leaf.value),
            leaf.map,
        )
        for leaf in _elements(single)
    ]


def _elements(single: Pass) -> list[Leaf]:
    """What a pass reads element by element, and not as a whole from around the body."""
    return [leaf for leaf in single.reads if leaf.inner is not leaf.value]


def _names(single: Pass) -> list[str | None]:
    return [leaf.inner.name_hint or leaf.value.name_hint for leaf in _elements(single)]


def _names_of_adjoints(single: Pass) -> list[str]:
    return [
        part_name(leaf.inner.name_hint or leaf.value.name_hint, "adj") for leaf in single.targets
    ]


def _output_name(site: Site, index: int) -> str | None:
    value = site.op.results[index] if site.op.results else site.parts.outputs[index]
    return value.name_hint


def _block(operands: Sequence[Mapped], names: Sequence[str | None]) -> Block:
    """An empty body for operations on `operands`."""
    block = Block(arg_types=[element_type(value.type) for value, _ in operands])
    for arg, name in zip(block.args, names, strict=True):
        arg.name_hint = name
    return block


def _bound(single: Pass, block: Block) -> dict[SSAValue, SSAValue]:
    """Which arguments of the new body stand for arguments of the original."""
    bound: dict[SSAValue, SSAValue] = {}
    for leaf, arg in zip(_elements(single), block.args, strict=False):
        bound[leaf.inner] = arg
    return bound


def _place(site: Site, leaf: Leaf, inputs: Sequence[Mapped]) -> Place:
    context, e, type = site.context, site.context.emitter, leaf.value.type
    name = adjoint_name(leaf.value)
    if is_memory(leaf.value):
        fresh = leaf.inner in renewed(site.parts, context.activity)
        return Place(context.shadow(leaf.value), fresh)
    if isinstance(type, ShapedType):
        adjoint = context.take(leaf.value)
        if adjoint is not None:
            return Place(adjoint, fresh=False)
    elif any(is_memory(value) for value in site.parts.operands):
        total = e.alloc(MemRefType(type, []), (), name)
        e.store(e.zero(type), total, [])
        return Place(total, fresh=False)
    sizes = [
        _size(site, leaf, axis, inputs)
        for axis, size in enumerate(tensor_shape(type))
        if size == DYNAMIC_INDEX
    ]
    empty = e.value(tensor.EmptyOp(sizes, TensorType(element_type(type), tensor_shape(type))), name)
    if is_permutation(leaf.map):
        return Place(empty, fresh=True)
    return Place(e.value(fill(e.zero(element_type(type)), empty), name), fresh=False)


def _size(site: Site, leaf: Leaf, axis: int, inputs: Sequence[Mapped]) -> SSAValue:
    """The size of a dimension of the tensor `leaf`, from what the pass reads."""
    e, expr = site.context.emitter, leaf.map.results[axis]
    for value, map in inputs:
        for other, candidate in enumerate(map.results):
            if candidate == expr and isinstance(expr, AffineDimExpr):
                return e.value(tensor.DimOp(value, e.index(other)), "dim")
    return e.value(tensor.DimOp(site.context.primal(leaf.value), e.index(axis)), "dim")


def _book(site: Site, single: Pass, places: Sequence[Place], results: Sequence[SSAValue]) -> None:
    """Count the adjoints that a pass has computed. On memrefs it has no results."""
    context, e = site.context, site.context.emitter
    for index, (leaf, place) in enumerate(zip(single.targets, places, strict=True)):
        name, is_number = adjoint_name(leaf.value), not isinstance(leaf.value.type, ShapedType)
        if results:
            adjoint = results[index]
            adjoint.name_hint = name
            if is_number:
                adjoint = e.value(tensor.ExtractOp(adjoint, [], leaf.value.type), name)
            context.accumulate(leaf.value, adjoint)
        elif is_number:
            context.accumulate(leaf.value, e.load(place.value, [], name))
            e.dealloc(place.value)


# Bodies


def _combined(
    single: Pass,
    adjoints: Adjoints,
    before: Sequence[SSAValue],
    places: Sequence[Place],
    e: Emitter,
) -> Iterator[SSAValue]:
    """What the adjoint of each target becomes, where it was `before`."""
    for leaf, old, place in zip(single.targets, before, places, strict=True):
        contribution = adjoints.take(leaf.inner)
        if contribution is None:
            yield e.zero(old.type) if place.fresh else old
        else:
            yield contribution if place.fresh else e.add_floats(old, contribution)


def _reverse_body(
    site: Site,
    wanted: set[SSAValue],
    bound: dict[SSAValue, SSAValue],
    adjoints: Adjoints,
    e: Emitter,
) -> None:
    """Reverse the operations of the body through which derivatives flow to `wanted` values."""
    for inner in reversed(operations(site.parts.body)):
        arrived = [adjoints.take(result) for result in inner.results]
        if not any(arrived) or not any(result in wanted for result in inner.results):
            continue
        at = e.located(inner)
        evaluation = Evaluation(
            at,
            inner,
            lambda value, at=at: _primal(site, value, bound, at),
            [value or 0.0 for value in arrived],
        )
        for operand, expression in zip(inner.operands, RULES[inner.name], strict=True):
            if expression is None or operand not in wanted:
                continue
            contribution = evaluation.contribution(expression, operand)
            if contribution is not None:
                adjoints.add(operand, contribution, at)


def _primal(site: Site, value: SSAValue, bound: dict[SSAValue, SSAValue], e: Emitter) -> SSAValue:
    """A value of the body, computed again in that of the adjoint, or one from around it."""
    if value in bound:
        return bound[value]
    if is_memory(value):
        return site.context.contents(site.op, Contents(value))
    if not isinstance(value, OpResult) or value.op.parent is not site.parts.body:
        return site.context.primal(value)
    operands = {v: _primal(site, v, bound, e) for v in value.op.operands}
    clone = value.op.clone_without_regions(operands)
    e.located(value.op).insert(clone)
    bound.update(zip(value.op.results, clone.results, strict=True))
    return bound[value]


def _contracts(inputs: Sequence[Mapped], output: Mapped) -> bool:
    """True if this product of two is a `linalg.contract`: it sums over loops that both have."""
    if len(inputs) != 2 or len({element_type(v.type) for v, _ in (*inputs, output)}) > 1:
        return False
    (_, lhs), (_, rhs) = inputs
    summed = set(range(output[1].num_dims)) - set(plain_dimensions(output[1]))
    return bool(summed) and summed <= set(plain_dimensions(lhs)) & set(plain_dimensions(rhs))


RULE = MemoryRule(adjoint_reads, reverse, adjoint_contents)
"""The rule of every structured operation."""

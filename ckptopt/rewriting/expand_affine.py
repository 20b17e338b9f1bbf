"""Expands the affine dialect to scf, memref and arith.

A loop that is rebuilt counts its steps, and its induction variable is computed from the step: it is
no affine dimension any more. So the loops that may be rebuilt, and what is in them, leave the
dialect before they are analysed; nothing after this knows of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf
from typing import cast

from xdsl.dialects import affine, arith, func, memref, scf, vector
from xdsl.dialects.builtin import AffineMapAttr, DenseIntElementsAttr, IntegerAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.rewriter import InsertPoint

from ckptopt.diagnostics import error
from ckptopt.dialects.affine import MaxOp
from ckptopt.dialects.memref_elements import ATOMIC_KINDS
from ckptopt.dialects.memref_elements import PrefetchOp as MemrefPrefetchOp
from ckptopt.emitter import Emitter
from ckptopt.rewriting.affine_arithmetic import emit_condition, emit_results


def expand_affine(function: func.FuncOp, stays: Callable[[Operation], bool]) -> None:
    """Expand the affine operations of `function`.

    What is in an operation of its entry block for which `stays` holds is left as it is. Raises a
    located error for a step that is not positive and a reduction without a neutral element.
    """
    emitter = Emitter.at_end_of(function.body.block)
    kept = frozenset(op for op in function.body.block.ops if stays(op))
    patterns: list[RewritePattern] = [pattern(emitter, kept) for pattern in _PATTERNS]
    walker = PatternRewriteWalker(GreedyRewritePatternApplier(patterns, dce_enabled=False))
    walker.rewrite_region(function.body)


@dataclass(frozen=True)
class _Expansion(RewritePattern):
    """A pattern that leaves what is in the operations `kept` of the function's entry block."""

    emitter: Emitter
    kept: frozenset[Operation]

    def before(self, op: Operation) -> Emitter | None:
        """An emitter in front of `op`; None if `op` is to stay."""
        outermost = op
        while outermost.parent is not self.emitter.entry:
            parent = outermost.parent_op()
            assert parent is not None
            outermost = parent
        if outermost in self.kept:
            return None
        return self.emitter.at(InsertPoint.before(op)).located(op)


class ExpandFor(_Expansion):
    """A loop counts with `scf.for`; the larger lower and the smaller upper bound hold.

    affine.for %i = 0 to min map(%n) {       %upper = arith.minsi %n, %c6 : index
      ...                               ->   scf.for %i = %c0 to %upper step %c1 {
    }                                          ...
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.ForOp, rewriter: PatternRewriter, /) -> None:
        if (e := self.before(op)) is None:
            return
        step = op.step.value.data
        if step <= 0:
            raise error(op, f"loop step must be positive, got {step}")
        lower = _bound(e, op.lowerBoundMap, op.lowerBoundOperands, Emitter.maximum, "lower")
        upper = _bound(e, op.upperBoundMap, op.upperBoundOperands, Emitter.minimum, "upper")
        _end_with_scf_yield(op.body, rewriter)
        loop = scf.ForOp(lower, upper, e.index(step), list(op.inits), op.detach_region(op.body))
        _replace(op, e, loop, rewriter)


class ExpandParallel(_Expansion):
    """A parallel nest is an `scf.parallel`; reductions start from their neutral element.

    %s = affine.parallel (%i) = (0) to (8)     %s = scf.parallel (%i) = (%c0) to (%c8)
      reduce ("addf") -> (f64) {                 step (%c1) init (%zero) -> f64 {
      affine.yield %x : f64               ->     scf.reduce(%x : f64) { ... arith.addf ... }
    }                                          }
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.ParallelOp, rewriter: PatternRewriter, /) -> None:
        if (e := self.before(op)) is None:
            return
        lower_map, upper_map = op.lowerBoundsMap, op.upperBoundsMap
        split = lower_map.data.num_dims + lower_map.data.num_symbols
        lower = emit_results(e, lower_map, op.operands[:split], "lower")
        upper = emit_results(e, upper_map, op.operands[split:], "upper")
        steps = [step.value.data for step in op.steps]
        if any(step <= 0 for step in steps):
            raise error(op, f"loop step must be positive, got {min(steps)}")
        last = op.body.block.last_op
        assert last is not None
        kinds = [_reduction_kind(op, kind) for kind in op.reductions]
        inits = [
            e.constant(_REDUCTIONS[kind][1], result.type)
            for kind, result in zip(kinds, op.results, strict=True)
        ]
        regions = [
            _reduction_region(kind, result.type)
            for kind, result in zip(kinds, op.results, strict=True)
        ]
        rewriter.replace(last, scf.ReduceOp(list(last.operands), regions), [])
        loop = scf.ParallelOp(
            _combined(lower, op.lowerBoundsGroups, lambda a, b: e.maximum(a, b, "lower")),
            _combined(upper, op.upperBoundsGroups, lambda a, b: e.minimum(a, b, "upper")),
            [e.index(step) for step in steps],
            op.detach_region(op.body),
            inits,
        )
        _replace(op, e, loop, rewriter)


class ExpandIf(_Expansion):
    """A choice by affine constraints is a choice by comparisons.

    affine.if set<(d0) : (d0 - 2 >= 0)>(%i) {      %0 = arith.cmpi sge, %i, %c2 : index
      ...                                     ->   scf.if %0 {
    }                                                ...
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.IfOp, rewriter: PatternRewriter, /) -> None:
        if (e := self.before(op)) is None:
            return
        condition = emit_condition(e, op.condition, op.args)
        for region in op.regions:
            _end_with_scf_yield(region, rewriter)
        then, otherwise = (op.detach_region(region) for region in list(op.regions))
        _replace(op, e, scf.IfOp(condition, op.result_types, then, otherwise), rewriter)


class ExpandApply(_Expansion):
    """`%j = affine.apply map<(d0) -> (d0 * 2)>(%i)` -> `%j = arith.muli %i, %c2`"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.ApplyOp, rewriter: PatternRewriter, /) -> None:
        if (e := self.before(op)) is not None:
            rewriter.replace(op, (), emit_results(e, op.map, op.operands, op.result.name_hint))


class ExpandMin(_Expansion):
    """`%k = affine.min map<(d0) -> (d0, 6)>(%i)` -> `%k = arith.minsi %i, %c6`"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.MinOp, rewriter: PatternRewriter, /) -> None:
        if (e := self.before(op)) is not None:
            least = _bound(e, op.map, op.operands, Emitter.minimum, op.result.name_hint)
            rewriter.replace(op, (), [least])


class ExpandMax(_Expansion):
    """`%k = affine.max map<(d0) -> (d0, 6)>(%i)` -> `%k = arith.maxsi %i, %c6`"""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MaxOp, rewriter: PatternRewriter, /) -> None:
        if (e := self.before(op)) is not None:
            largest = _bound(e, op.map, op.operands, Emitter.maximum, op.result.name_hint)
            rewriter.replace(op, (), [largest])


class ExpandAccess(_Expansion):
    """An access indexes by values.

    %v = affine.load %m[%i + 1]     ->     %0 = arith.addi %i, %c1 : index
                                           %v = memref.load %m[%0]
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if op.name not in _ACCESSES or (e := self.before(op)) is None:
            return
        handed = 2 if op.name in ("affine.store", "affine.vector_store") else 1
        map = cast(AffineMapAttr, op.properties["map"])
        indices = emit_results(e, map, op.operands[handed:])
        access = _ACCESSES[op.name].create(
            operands=[*op.operands[:handed], *indices],
            result_types=[result.type for result in op.results],
            properties={key: value for key, value in op.properties.items() if key != "map"},
        )
        _replace(op, e, access, rewriter)


_REDUCTIONS: dict[str, tuple[Callable[[SSAValue, SSAValue], Operation], float]] = {
    "addf": (arith.AddfOp, 0.0),
    "mulf": (arith.MulfOp, 1.0),
    "maximumf": (arith.MaximumfOp, -inf),
    "minimumf": (arith.MinimumfOp, inf),
    "addi": (arith.AddiOp, 0),
    "muli": (arith.MuliOp, 1),
    "andi": (arith.AndIOp, -1),
    "ori": (arith.OrIOp, 0),
}
"""Operation and neutral element of the reductions that mlir-opt takes for types without a sign."""
_ACCESSES: dict[str, type[Operation]] = {
    "affine.load": memref.LoadOp,
    "affine.store": memref.StoreOp,
    "affine.vector_load": vector.LoadOp,
    "affine.vector_store": vector.StoreOp,
    "affine.prefetch": MemrefPrefetchOp,
}
_PATTERNS: tuple[type[_Expansion], ...] = (
    ExpandFor,
    ExpandParallel,
    ExpandIf,
    ExpandApply,
    ExpandMin,
    ExpandMax,
    ExpandAccess,
)


def _bound(
    e: Emitter,
    map: AffineMapAttr,
    operands: Sequence[SSAValue],
    combine: Callable[[Emitter, SSAValue, SSAValue, str | None], SSAValue],
    name: str | None = None,
) -> SSAValue:
    results = emit_results(e, map, operands, name)
    return reduce(lambda a, b: combine(e, a, b, name), results)


def _combined(
    results: Sequence[SSAValue],
    groups: DenseIntElementsAttr,
    combine: Callable[[SSAValue, SSAValue], SSAValue],
) -> list[SSAValue]:
    """One bound for each loop of a nest, from as many results as its group says."""
    rest = iter(results)
    return [reduce(combine, [next(rest) for _ in range(int(size))]) for size in groups.get_values()]


def _reduction_kind(op: Operation, kind: Attribute) -> str:
    assert isinstance(kind, IntegerAttr)
    name = ATOMIC_KINDS[cast(IntegerAttr, kind).value.data]
    if name not in _REDUCTIONS:
        raise error(op, f"'{name}' is no reduction that can be expanded")
    return name


def _reduction_region(kind: str, type: Attribute) -> Region:
    block = Block(arg_types=[type, type])
    combine = _REDUCTIONS[kind][0](*block.args)
    block.add_ops([combine, scf.ReduceReturnOp(combine.results[0])])
    return Region(block)


def _end_with_scf_yield(region: Region, rewriter: PatternRewriter) -> None:
    if region.blocks.first is not None:
        last = region.block.last_op
        assert isinstance(last, affine.YieldOp)
        end = scf.YieldOp(*last.operands)
        end.location = last.location
        rewriter.replace(last, end, [])


def _replace(op: Operation, e: Emitter, new: Operation, rewriter: PatternRewriter) -> None:
    """Put `new` in the place of `op`, with its discardable attributes and names."""
    new.attributes.update(op.attributes)
    e.insert(new)
    for result, replacement in zip(op.results, new.results, strict=True):
        replacement.name_hint = result.name_hint
    rewriter.replace(op, (), list(new.results))

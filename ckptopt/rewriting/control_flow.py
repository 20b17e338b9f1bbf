"""Folds of loops, branches and caches: what never runs, or is always the same."""

from __future__ import annotations

from xdsl.dialects import arith, scf
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ckptopt.checkpointing.loops import ScfFor
from ckptopt.checkpointing.schedules import trip_count
from ckptopt.dialects import enzyme
from ckptopt.emitter import BOOL, constant_op, constant_value
from ckptopt.regions import alternatives, is_inside, is_visible


class FoldTrivialLoop(RewritePattern):
    """A loop that runs never gives its inits; one that runs once is its body."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ForOp, rewriter: PatternRewriter, /) -> None:
        trips = _trips(op)
        if trips == 0:
            rewriter.replace(op, (), list(op.iter_args))
        elif trips == 1 and not _holds_cache_access(op.body.block):
            last = op.body.block.last_op
            assert isinstance(last, scf.YieldOp)
            values = [op.lb, *op.iter_args]
            rewriter.inline_block(op.body.block, InsertPoint.before(op), values)
            rewriter.replace(op, (), list(last.operands))
            rewriter.erase(last)


def _trips(op: scf.ForOp) -> int | None:
    """How often a loop runs, if that is known."""
    lower, upper, step = (constant_value(bound) for bound in (op.lb, op.ub, op.step))
    if "unsignedCmp" not in op.properties:
        if isinstance(lower, int) and isinstance(upper, int) and lower >= upper:
            return 0
        if step is not None and step < 0:
            return None
    return None if step == 0 else ScfFor().constant_trip_count(op)


def _holds_cache_access(body: Block) -> bool:
    return any(isinstance(inner, enzyme.PushOp | enzyme.PopOp) for inner in body.ops)


class FoldTrivialParallel(RewritePattern):
    """A parallel loop that runs never gives its inits; one that runs once is its body."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ParallelOp, rewriter: PatternRewriter, /) -> None:
        bounds = zip(op.lowerBound, op.upperBound, op.step, strict=True)
        trips = [_trips_between(*(constant_value(bound) for bound in row)) for row in bounds]
        body = op.body.block
        if 0 in trips:
            rewriter.replace(op, (), list(op.initVals))
        elif all(trip == 1 for trip in trips) and not _holds_cache_access(body):
            reduce = body.last_op
            assert isinstance(reduce, scf.ReduceOp)
            rewriter.inline_block(body, InsertPoint.before(op), list(op.lowerBound))
            results: list[SSAValue] = []
            terms = zip(op.initVals, reduce.args, reduce.reductions, strict=True)
            for init, term, reduction in terms:
                last = reduction.block.last_op
                assert isinstance(last, scf.ReduceReturnOp)
                rewriter.inline_block(reduction.block, InsertPoint.before(op), [init, term])
                results.append(last.result)
                rewriter.erase(last)
            rewriter.erase(reduce)
            rewriter.replace(op, (), results)


def _trips_between(
    lower: int | float | None, upper: int | float | None, step: int | float | None
) -> int | None:
    match lower, upper, step:
        case int(first), int(end), _ if first >= end:
            return 0
        case int(first), int(end), int(stride) if stride > 0:
            return trip_count(first, end, stride)
        case _:
            return None


class FoldSettledResult(RewritePattern):
    """A result of a loop that is sure to run, for which it yields a value from outside, is that."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ForOp, rewriter: PatternRewriter, /) -> None:
        if not op.results or not _trips(op):
            return
        last = op.body.block.last_op
        assert last is not None
        for result, value in zip(op.results, last.operands, strict=True):
            if result.first_use is not None and not is_inside(value, op.body.block):
                rewriter.replace_all_uses_with(result, value)


class FoldInvariantCarried(RewritePattern):
    """A carried value that each iteration passes on, or sets to its init, is its init."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ForOp, rewriter: PatternRewriter, /) -> None:
        last = op.body.block.last_op
        assert last is not None
        rows = zip(op.iter_args, op.body.block.args[1:], last.operands, op.res, strict=True)
        for init, arg, yielded, result in rows:
            if yielded not in (arg, init):
                continue
            if result.first_use is not None:
                rewriter.replace_all_uses_with(result, init)
            if any(use.operation is not last for use in arg.uses):
                rewriter.replace_uses_with_if(arg, init, lambda use: use.operation is not last)


class FoldKnownBranch(RewritePattern):
    """A branch on a constant is one of its sides; a region to be executed is its block."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        region = _known_region(op)
        if region is None:
            return
        block = region.blocks.first
        if block is None:
            rewriter.erase(op)
            return
        last = block.last_op
        if len(region.blocks) > 1 or not isinstance(last, scf.YieldOp):
            return
        rewriter.inline_block(block, InsertPoint.before(op))
        rewriter.replace(op, (), list(last.operands))
        rewriter.erase(last)


def _known_region(op: Operation) -> Region | None:
    """The region of a branch that is sure to run."""
    match op:
        case scf.IfOp():
            chosen = constant_value(op.cond)
            return None if chosen is None else op.true_region if chosen else op.false_region
        case scf.IndexSwitchOp():
            chosen = constant_value(op.arg)
            cases = zip(op.cases.get_values(), op.case_regions, strict=True)
            return None if chosen is None else dict(cases).get(int(chosen), op.default_region)
        case scf.ExecuteRegionOp():
            return None if op.get_attr_or_prop("no_inline") else op.region
        case _:
            return None


class FoldEqualYields(RewritePattern):
    """A result of a branch for which all sides yield one value is that value."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        for result in op.results:
            values = set(alternatives(result))
            if result.first_use is not None and len(values) == 1:
                (value,) = values
                if not any(is_inside(value, block) for r in op.regions for block in r.blocks):
                    rewriter.replace_all_uses_with(result, value)


class FoldBranchToSelect(RewritePattern):
    """A result for which both sides yield a value from outside is a choice between the two."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        blocks = [region.blocks.first for region in op.regions]
        for result in op.results:
            values = alternatives(result)
            if (
                result.first_use is None
                or isinstance(result.type, enzyme.CacheType)
                or any(b is not None and is_inside(v, b) for v in values for b in blocks)
            ):
                continue
            choice = arith.SelectOp(op.cond, *values)
            choice.result.name_hint = result.name_hint
            rewriter.insert(choice, InsertPoint.before(op))
            rewriter.replace_all_uses_with(result, choice.result)


class FoldKnownCondition(RewritePattern):
    """The condition of `scf.while`, where it is passed on, is true in the body and false after."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        last = _condition(op)
        for value, arg, result in zip(
            last.args, op.after_region.block.args, op.results, strict=True
        ):
            if value is not last.condition:
                continue
            for known, number in ((arg, 1), (result, 0)):
                if known.first_use is not None:
                    constant = constant_op(number, BOOL)
                    rewriter.insert(constant, InsertPoint.before(op))
                    rewriter.replace_all_uses_with(known, constant.result)


class FoldRepeatedResults(RewritePattern):
    """What `scf.while` passes on twice is one value."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        first: dict[SSAValue, int] = {}
        for index, value in enumerate(_condition(op).args):
            before = first.setdefault(value, index)
            for values in (op.after_region.block.args, op.results):
                if before != index and values[index].first_use is not None:
                    rewriter.replace_all_uses_with(values[index], values[before])


class FoldInvariantOfWhile(RewritePattern):
    """A value that `scf.while` passes on unchanged each time is its init."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.WhileOp, rewriter: PatternRewriter, /) -> None:
        last, again = _condition(op), op.after_region.block.last_op
        assert isinstance(again, scf.YieldOp)
        before, after = op.before_region.block, op.after_region.block
        for init, arg, yielded in zip(op.arguments, before.args, again.operands, strict=True):
            invariant = yielded is init or (
                isinstance(yielded, BlockArgument)
                and yielded.block is after
                and last.args[yielded.index] in (arg, init)
            )
            if invariant and arg.first_use is not None:
                rewriter.replace_all_uses_with(arg, init)
        for value, arg, result in zip(last.args, after.args, op.results, strict=True):
            if not is_inside(value, before):
                for passed in (arg, result):
                    if passed.first_use is not None:
                        rewriter.replace_all_uses_with(passed, value)


def _condition(op: scf.WhileOp) -> scf.ConditionOp:
    last = op.before_region.block.last_op
    assert isinstance(last, scf.ConditionOp)
    return last


class ForwardInvariantPush(RewritePattern):
    """What was pushed in every iteration, and is visible where it is popped, need not be stored."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: enzyme.PopOp, rewriter: PatternRewriter, /) -> None:
        pushes = [u.operation for u in op.cache.uses if isinstance(u.operation, enzyme.PushOp)]
        if len(pushes) != 1 or pushes[0].cache is not op.cache:
            return
        value = pushes[0].value
        loop = pushes[0].parent
        if loop is None or is_inside(value, loop) or not is_visible(value, op):
            return
        rewriter.replace(op, (), [value])


PATTERNS: dict[str, tuple[RewritePattern, ...]] = {
    "scf.for": (FoldTrivialLoop(), FoldInvariantCarried(), FoldSettledResult()),
    "scf.parallel": (FoldTrivialParallel(),),
    "scf.while": (FoldKnownCondition(), FoldRepeatedResults(), FoldInvariantOfWhile()),
    "scf.if": (FoldKnownBranch(), FoldEqualYields(), FoldBranchToSelect()),
    "scf.index_switch": (FoldKnownBranch(), FoldEqualYields()),
    "scf.execute_region": (FoldKnownBranch(), FoldEqualYields()),
    "enzyme.pop": (ForwardInvariantPush(),),
}

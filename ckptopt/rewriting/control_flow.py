"""Folds of loops, branches and caches."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ckptopt.dialects import enzyme
from ckptopt.emitter import constant_value
from ckptopt.regions import is_inside, is_visible


class FoldTrivialLoop(RewritePattern):
    """A loop that runs never gives its inits; one that runs once is its body."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ForOp, rewriter: PatternRewriter, /) -> None:
        lower, upper, step = (constant_value(v) for v in (op.lb, op.ub, op.step))
        if not isinstance(lower, int) or not isinstance(upper, int):
            return
        if "unsignedCmp" in op.properties:
            return
        if lower >= upper:
            rewriter.replace(op, (), list(op.iter_args))
        elif isinstance(step, int) and lower + step >= upper and not _holds_cache_access(op):
            last = op.body.block.last_op
            assert isinstance(last, scf.YieldOp)
            values = [op.lb, *op.iter_args]
            rewriter.inline_block(op.body.block, InsertPoint.before(op), values)
            rewriter.replace(op, (), list(last.operands))
            rewriter.erase(last)


def _holds_cache_access(op: scf.ForOp) -> bool:
    return any(isinstance(inner, enzyme.PushOp | enzyme.PopOp) for inner in op.body.block.ops)


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


class FoldConstantBranch(RewritePattern):
    """A branch on a constant is one of its sides."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        chosen = constant_value(op.cond)
        if chosen is None:
            return
        region = op.true_region if chosen else op.false_region
        block = region.blocks.first
        if block is None:
            rewriter.erase(op)
            return
        last = block.last_op
        assert isinstance(last, scf.YieldOp)
        rewriter.inline_block(block, InsertPoint.before(op))
        rewriter.replace(op, (), list(last.operands))
        rewriter.erase(last)


class FoldEqualYields(RewritePattern):
    """A result of a branch for which both sides yield one value is that value."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.IfOp, rewriter: PatternRewriter, /) -> None:
        if not op.results or op.false_region.blocks.first is None:
            return
        sides = [region.block.last_op for region in op.regions]
        assert all(side is not None for side in sides)
        yields = zip(*(side.operands for side in sides if side is not None), strict=True)
        for result, (first, second) in zip(op.results, yields, strict=True):
            if first is second and result.first_use is not None:
                rewriter.replace_all_uses_with(result, first)


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


PATTERNS = (
    FoldTrivialLoop(),
    FoldInvariantCarried(),
    FoldConstantBranch(),
    FoldEqualYields(),
    ForwardInvariantPush(),
)

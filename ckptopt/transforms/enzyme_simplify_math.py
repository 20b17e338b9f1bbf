"""`enzyme-simplify-math`: drop additions of zero and multiplications by one."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ckptopt.emitter import constant_value


@dataclass(frozen=True)
class EnzymeSimplifyMathPass(ModulePass):
    """Drop float additions of zero and multiplications by one, as Enzyme's pass of this name does.

        arith.addf %x, %zero    arith.addf %zero, %x    arith.subf %x, %zero    -> %x
        arith.mulf %x, %one     arith.mulf %one, %x     arith.divf %x, %one     -> %x
        arith.subf %zero, %x                                                    -> arith.negf %x

    Two of these change a result that is zero: `-0.0 + 0.0` is `0.0` and becomes `-0.0`, and
    `0.0 - 0.0` is `0.0` and becomes `-0.0`. A product with zero is left alone: it is NaN for NaN
    and infinity.
    """

    name = "enzyme-simplify-math"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        PatternRewriteWalker(GreedyRewritePatternApplier(PATTERNS)).rewrite_module(op)


def _is(value: SSAValue, number: float) -> bool:
    return constant_value(value) == number


class DropAddedZero(RewritePattern):
    """`x + 0`, `0 + x` -> `x`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.AddfOp, rewriter: PatternRewriter) -> None:
        if _is(op.rhs, 0.0):
            rewriter.replace(op, (), [op.lhs])
        elif _is(op.lhs, 0.0):
            rewriter.replace(op, (), [op.rhs])


class DropSubtractedZero(RewritePattern):
    """`x - 0` -> `x`, `0 - x` -> `-x`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.SubfOp, rewriter: PatternRewriter) -> None:
        if _is(op.rhs, 0.0):
            rewriter.replace(op, (), [op.lhs])
        elif _is(op.lhs, 0.0):
            negated = arith.NegfOp.create(
                operands=[op.rhs],
                result_types=[op.result.type],
                properties={"fastmath": op.fastmath},
                location=op.location,
            )
            rewriter.replace(op, negated)


class DropFactorOne(RewritePattern):
    """`x * 1`, `1 * x` -> `x`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.MulfOp, rewriter: PatternRewriter) -> None:
        if _is(op.rhs, 1.0):
            rewriter.replace(op, (), [op.lhs])
        elif _is(op.lhs, 1.0):
            rewriter.replace(op, (), [op.rhs])


class DropDivisorOne(RewritePattern):
    """`x / 1` -> `x`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.DivfOp, rewriter: PatternRewriter) -> None:
        if _is(op.rhs, 1.0):
            rewriter.replace(op, (), [op.lhs])


PATTERNS: list[RewritePattern] = [
    DropAddedZero(),
    DropSubtractedZero(),
    DropFactorOne(),
    DropDivisorOne(),
]

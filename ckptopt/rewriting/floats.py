"""Folds of float arithmetic that leave every bit as it is."""

from __future__ import annotations

import math

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ckptopt.emitter import constant_value

_NEUTRAL_RIGHT = {"arith.addf": -0.0, "arith.subf": 0.0, "arith.mulf": 1.0, "arith.divf": 1.0}
"""`x + 0.0` is not `x`: it is `0.0` for `-0.0`."""
_NEUTRAL_LEFT = {"arith.addf": -0.0, "arith.mulf": 1.0}


def _is(value: SSAValue, number: float | None) -> bool:
    found = constant_value(value)
    if number is None or found is None:
        return False
    return found == number and math.copysign(1.0, found) == math.copysign(1.0, number)


class FoldNeutralFloat(RewritePattern):
    """`x * 1.0` -> `x`, `x - 0.0` -> `x`."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        lhs, rhs = op.operands
        if _is(rhs, _NEUTRAL_RIGHT[op.name]):
            rewriter.replace(op, (), [lhs])
        elif _is(lhs, _NEUTRAL_LEFT.get(op.name)):
            rewriter.replace(op, (), [rhs])


class FoldDoubleNegation(RewritePattern):
    """`-(-x)` -> `x`."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        before = op.operands[0].owner
        if isinstance(before, arith.NegfOp):
            rewriter.replace(op, (), [before.operand])


PATTERNS: dict[str, tuple[RewritePattern, ...]] = {
    **dict.fromkeys(_NEUTRAL_RIGHT, (FoldNeutralFloat(),)),
    "arith.negf": (FoldDoubleNegation(),),
}

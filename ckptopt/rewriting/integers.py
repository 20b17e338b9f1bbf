"""Folds of integer arithmetic: constants, and identities with zero and one."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ckptopt.emitter import constant_value, integer_attribute, is_integer

_BINARY: dict[str, Callable[[int, int], int | None]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.minsi": min,
    "arith.maxsi": max,
    "arith.divui": lambda a, b: a // b if a >= 0 and b > 0 else None,
    "arith.remui": lambda a, b: a % b if a >= 0 and b > 0 else None,
}
_NEUTRAL_RIGHT = {"arith.addi": 0, "arith.subi": 0, "arith.muli": 1, "arith.divui": 1}
_NEUTRAL_LEFT = {"arith.addi": 0, "arith.muli": 1}
_COMPARE: dict[int, Callable[[int, int], bool]] = {
    0: lambda a, b: a == b,
    1: lambda a, b: a != b,
    2: lambda a, b: a < b,
    3: lambda a, b: a <= b,
    4: lambda a, b: a > b,
    5: lambda a, b: a >= b,
}
"""Signed predicates of `arith.cmpi`, by number."""
_CASTS = frozenset({"arith.index_cast", "arith.extsi", "arith.trunci"})


def _integer(value: SSAValue) -> int | None:
    number = constant_value(value) if is_integer(value.type) else None
    return number if isinstance(number, int) else None


def _replace_by_constant(op: Operation, number: int, rewriter: PatternRewriter) -> None:
    rewriter.replace(op, arith.ConstantOp(integer_attribute(number, op.results[0].type)))


class FoldBinary(RewritePattern):
    """`2 + 3` -> `5`, `x + 0` -> `x`, `x - x` -> `0`; integers wrap as the hardware's do."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if op.name not in _BINARY or not is_integer(op.results[0].type):
            return
        lhs, rhs = op.operands
        a, b = _integer(lhs), _integer(rhs)
        if a is not None and b is not None:
            number = _BINARY[op.name](a, b)
            if number is not None:
                _replace_by_constant(op, number, rewriter)
        elif b is not None and b == _NEUTRAL_RIGHT.get(op.name):
            rewriter.replace(op, (), [lhs])
        elif a is not None and a == _NEUTRAL_LEFT.get(op.name):
            rewriter.replace(op, (), [rhs])
        elif op.name == "arith.subi" and lhs is rhs:
            _replace_by_constant(op, 0, rewriter)
        elif op.name in ("arith.minsi", "arith.maxsi") and lhs is rhs:
            rewriter.replace(op, (), [lhs])
        elif op.name == "arith.muli" and 0 in (a, b):
            _replace_by_constant(op, 0, rewriter)


class FoldCompare(RewritePattern):
    """`2 < 3` -> `true`."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if not isinstance(op, arith.CmpiOp):
            return
        a, b = _integer(op.lhs), _integer(op.rhs)
        compare = _COMPARE.get(op.predicate.value.data)
        if a is not None and b is not None and compare is not None:
            _replace_by_constant(op, int(compare(a, b)), rewriter)


class FoldCast(RewritePattern):
    """A cast of a constant is a constant; a cast there and back is nothing."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if op.name not in _CASTS or not is_integer(op.results[0].type):
            return
        source = op.operands[0]
        number = _integer(source)
        if number is not None:
            if source.type != IntegerType(1):
                _replace_by_constant(op, number, rewriter)
            return
        before = source.owner
        if (
            op.name == "arith.index_cast"
            and isinstance(before, Operation)
            and before.name == "arith.index_cast"
            and before.operands[0].type == op.results[0].type
            and op.results[0].type in (IndexType(), IntegerType(64))
            and source.type in (IndexType(), IntegerType(64))
        ):
            rewriter.replace(op, (), [before.operands[0]])


class FoldSelect(RewritePattern):
    """A choice by a constant, or between equals, is no choice."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if not isinstance(op, arith.SelectOp):
            return
        chosen = _integer(op.cond)
        if op.lhs is op.rhs:
            rewriter.replace(op, (), [op.lhs])
        elif chosen is not None:
            rewriter.replace(op, (), [op.lhs if chosen else op.rhs])


PATTERNS = (FoldBinary(), FoldCompare(), FoldCast(), FoldSelect())

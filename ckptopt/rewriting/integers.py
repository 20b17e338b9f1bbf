"""Folds of integer arithmetic: constants, identities, and sums with constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, FloatAttr
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ckptopt.emitter import (
    BOOL,
    constant_op,
    constant_value,
    integer_attribute,
    integer_width,
    is_integer,
    wrap_signed,
)

_SIGNED: dict[str, Callable[[int, int], int | None]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.minsi": min,
    "arith.maxsi": max,
    "arith.andi": lambda a, b: a & b,
    "arith.ori": lambda a, b: a | b,
    "arith.xori": lambda a, b: a ^ b,
    "arith.divsi": lambda a, b: _towards_zero(a, b) if b else None,
    "arith.remsi": lambda a, b: a - b * _towards_zero(a, b) if b else None,
    "arith.floordivsi": lambda a, b: a // b if b else None,
    "arith.ceildivsi": lambda a, b: -(-a // b) if b else None,
}
_UNSIGNED: dict[str, Callable[[int, int], int | None]] = {
    "arith.minui": min,
    "arith.maxui": max,
    "arith.divui": lambda a, b: a // b if b else None,
    "arith.remui": lambda a, b: a % b if b else None,
    "arith.ceildivui": lambda a, b: -(-a // b) if b else None,
}
_NEUTRAL_RIGHT = {
    "arith.addi": 0,
    "arith.subi": 0,
    "arith.muli": 1,
    "arith.divui": 1,
    "arith.divsi": 1,
    "arith.floordivsi": 1,
    "arith.ceildivsi": 1,
    "arith.ceildivui": 1,
    "arith.andi": -1,
    "arith.ori": 0,
    "arith.xori": 0,
    "arith.shli": 0,
    "arith.shrsi": 0,
    "arith.shrui": 0,
}
_NEUTRAL_LEFT = {
    "arith.addi": 0,
    "arith.muli": 1,
    "arith.andi": -1,
    "arith.ori": 0,
    "arith.xori": 0,
}
_ABSORBING = {"arith.muli": 0, "arith.andi": 0, "arith.ori": -1}
_ZERO_OF_RIGHT = {"arith.remui": 1, "arith.remsi": 1}
"""The right operand with which the result is zero."""
_ZERO_OF_EQUALS = frozenset({"arith.subi", "arith.xori"})
_IDEMPOTENT = frozenset(
    f"arith.{name}" for name in ("minsi", "maxsi", "minui", "maxui", "andi", "ori")
)
_COMPARE: dict[int, Callable[[int, int], bool]] = {
    0: lambda a, b: a == b,
    1: lambda a, b: a != b,
    2: lambda a, b: a < b,
    3: lambda a, b: a <= b,
    4: lambda a, b: a > b,
    5: lambda a, b: a >= b,
}
"""Predicates of `arith.cmpi`, by number; 6 to 9 are 2 to 5 for unsigned numbers."""
_FIRST_UNSIGNED = 6
_EXTENSIONS = frozenset({"arith.extsi", "arith.extui"})
_SIGNED_CASTS = frozenset({"arith.index_cast", "arith.extsi", "arith.trunci"})
_UNSIGNED_CASTS = frozenset({"arith.index_castui", "arith.extui"})


def _towards_zero(a: int, b: int) -> int:
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def _integer(value: SSAValue) -> int | None:
    """The signed number that a constant holds; of `i1`, 0 or 1.

    Wide numbers are left alone: they could grow until Python takes minutes to print them.
    """
    if not is_integer(value.type) or integer_width(value.type) > 64:
        return None
    number = constant_value(value)
    return wrap_signed(number, value.type) if isinstance(number, int) else None


def _unsigned(number: int, value: SSAValue) -> int:
    return number % (1 << integer_width(value.type))


def _is(number: int | None, wanted: int | None, value: SSAValue) -> bool:
    return None not in (number, wanted) and number == wrap_signed(wanted or 0, value.type)


def _constant(op: Operation, number: int, rewriter: PatternRewriter) -> None:
    rewriter.replace(op, arith.ConstantOp(integer_attribute(number, op.results[0].type)))


class FoldBinary(RewritePattern):
    """`2 + 3` -> `5`, `x + 0` -> `x`, `x - x` -> `0`; integers wrap as the hardware's do."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        if not is_integer(op.results[0].type):
            return
        lhs, rhs = op.operands
        a, b = _integer(lhs), _integer(rhs)
        if lhs is rhs and op.name in _ZERO_OF_EQUALS:
            _constant(op, 0, rewriter)
        elif lhs is rhs and op.name in _IDEMPOTENT:
            rewriter.replace(op, (), [lhs])
        elif a is None and b is None:
            return
        elif _is(b, _NEUTRAL_RIGHT.get(op.name), lhs):
            rewriter.replace(op, (), [lhs])
        elif _is(a, _NEUTRAL_LEFT.get(op.name), rhs):
            rewriter.replace(op, (), [rhs])
        elif _is(b, _ZERO_OF_RIGHT.get(op.name), lhs):
            _constant(op, 0, rewriter)
        elif any(_is(number, _ABSORBING.get(op.name), lhs) for number in (a, b)):
            _constant(op, _ABSORBING[op.name], rewriter)
        elif a is not None and b is not None:
            number = self._compute(op, a, b)
            if number is not None:
                _constant(op, number, rewriter)

    def _compute(self, op: Operation, a: int, b: int) -> int | None:
        if op.name in _SIGNED:
            return _SIGNED[op.name](a, b)
        if op.name in _UNSIGNED:
            return _UNSIGNED[op.name](*(_unsigned(n, op.operands[0]) for n in (a, b)))
        return None


class _Sum(NamedTuple):
    """`base + offset`, or `offset - base` if `negated`."""

    base: SSAValue
    offset: int
    negated: bool = False


def _sum(value: SSAValue) -> _Sum | None:
    """How `value` is made from another one and a constant by one addition or subtraction."""
    op = value.owner
    if not isinstance(op, arith.AddiOp | arith.SubiOp) or not is_integer(value.type):
        return None
    a, b = _integer(op.lhs), _integer(op.rhs)
    if b is not None:
        return _Sum(op.lhs, b if isinstance(op, arith.AddiOp) else -b)
    if a is not None:
        return _Sum(op.rhs, a, isinstance(op, arith.SubiOp))
    return None


class FoldSum(RewritePattern):
    """`(x + 3) - 1` -> `x + 2`, `3 - (x + 1)` -> `2 - x`."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        outer = _sum(op.results[0])
        inner = _sum(outer.base) if outer is not None else None
        if outer is None or inner is None:
            return
        type = op.results[0].type
        negated = outer.negated is not inner.negated
        number = wrap_signed(
            outer.offset + (-inner.offset if outer.negated else inner.offset), type
        )
        if number == 0 and not negated:
            rewriter.replace(op, (), [inner.base])
            return
        below = number < 0 and not negated
        constant = constant_op(-number if below else number, type)
        if negated:
            new = arith.SubiOp(constant.result, inner.base)
        else:
            new = (arith.SubiOp if below else arith.AddiOp)(inner.base, constant.result)
        rewriter.replace(op, (constant, new), new.results)


class FoldCancellation(RewritePattern):
    """`(x + y) - y` -> `x`, `(x - y) + y` -> `x`, `x - (x - y)` -> `y`."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        lhs, rhs = op.operands
        left, right = lhs.owner, rhs.owner
        found: SSAValue | None = None
        if op.name == "arith.addi":
            if isinstance(left, arith.SubiOp) and left.rhs is rhs:
                found = left.lhs
            elif isinstance(right, arith.SubiOp) and right.rhs is lhs:
                found = right.lhs
        elif isinstance(left, arith.AddiOp) and rhs in (left.lhs, left.rhs):
            found = left.lhs if left.rhs is rhs else left.rhs
        elif isinstance(right, arith.SubiOp) and right.lhs is lhs:
            found = right.rhs
        if found is not None:
            rewriter.replace(op, (), [found])


class FoldProduct(RewritePattern):
    """`(x * 2) * 3` -> `x * 6`."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        outer = self._product(op)
        inner = self._product(outer[0].owner) if outer is not None else None
        if outer is not None and inner is not None:
            type = op.results[0].type
            constant = constant_op(wrap_signed(outer[1] * inner[1], type), type)
            new = arith.MuliOp(inner[0], constant.result)
            rewriter.replace(op, (constant, new), new.results)

    def _product(self, op: object) -> tuple[SSAValue, int] | None:
        if isinstance(op, arith.MuliOp) and is_integer(op.result.type):
            for value, factor in ((op.lhs, _integer(op.rhs)), (op.rhs, _integer(op.lhs))):
                if factor is not None:
                    return value, factor
        return None


class FoldCompare(RewritePattern):
    """`2 < 3` -> `true`, `x == x` -> `true`."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, arith.CmpiOp)
        if not is_integer(op.lhs.type):
            return
        a, b = _integer(op.lhs), _integer(op.rhs)
        if op.lhs is op.rhs:
            a = b = 0
        if a is None or b is None:
            return
        predicate = op.predicate.value.data
        if predicate >= _FIRST_UNSIGNED:
            predicate -= _FIRST_UNSIGNED - 2
            a, b = _unsigned(a, op.lhs), _unsigned(b, op.lhs)
        elif op.lhs.type == BOOL:
            a, b = -a, -b
        _constant(op, int(_COMPARE[predicate](a, b)), rewriter)


class FoldCast(RewritePattern):
    """A cast of a constant is a constant; a cast there and back is nothing."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        source, target = op.operands[0], op.results[0].type
        if not is_integer(target):
            return
        number = _integer(source)
        if number is not None:
            if op.name in _UNSIGNED_CASTS:
                number = _unsigned(number, source)
            elif source.type == BOOL:
                number = -number
            _constant(op, number, rewriter)
            return
        before = source.owner
        if not isinstance(before, Operation):
            return
        original = before.operands[0] if before.operands else source
        if before.name in _INVERSE[op.name] and original.type == target:
            if integer_width(source.type) >= integer_width(target):
                rewriter.replace(op, (), [original])
        elif before.name == _CONTINUED[op.name] and original.type != target:
            shorter = type(op).create(operands=[original], result_types=[target])
            rewriter.replace(op, shorter)


_INVERSE = {
    "arith.index_cast": frozenset({"arith.index_cast"}),
    "arith.index_castui": frozenset({"arith.index_castui"}),
    "arith.trunci": _EXTENSIONS,
    "arith.extsi": frozenset[str](),
    "arith.extui": frozenset[str](),
}
"""The casts that a cast undoes, if nothing was cut off."""
_CONTINUED = {
    "arith.index_cast": "arith.extsi",
    "arith.index_castui": "arith.extui",
    "arith.extsi": "arith.extsi",
    "arith.extui": "arith.extui",
    "arith.trunci": "arith.trunci",
}
"""The casts that a cast can do on its way."""


class FoldToFloat(RewritePattern):
    """A whole number that the float type holds exactly becomes a float constant."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        source, type = op.operands[0], op.results[0].type
        number = _integer(source)
        if number is None or not isinstance(type, AnyFloat) or type.bitwidth > 64:
            return
        if op.name == "arith.uitofp":
            number = _unsigned(number, source)
        elif source.type == BOOL:
            number = -number
        attribute = FloatAttr(float(number), type)
        if attribute.value.data == number:
            rewriter.replace(op, arith.ConstantOp(attribute))


class FoldSelect(RewritePattern):
    """A choice by a constant, between equals, or between true and false, is no choice."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, arith.SelectOp)
        chosen = _integer(op.cond)
        if op.lhs is op.rhs:
            rewriter.replace(op, (), [op.lhs])
        elif chosen is not None:
            rewriter.replace(op, (), [op.lhs if chosen else op.rhs])
        elif op.result.type == BOOL and (_integer(op.lhs), _integer(op.rhs)) == (1, 0):
            rewriter.replace(op, (), [op.cond])


_BINARY = (*_SIGNED, *_UNSIGNED, "arith.shli", "arith.shrsi", "arith.shrui")

PATTERNS: dict[str, tuple[RewritePattern, ...]] = {
    **dict.fromkeys(_BINARY, (FoldBinary(),)),
    **dict.fromkeys(("arith.addi", "arith.subi"), (FoldBinary(), FoldSum(), FoldCancellation())),
    "arith.muli": (FoldBinary(), FoldProduct()),
    "arith.cmpi": (FoldCompare(),),
    "arith.select": (FoldSelect(),),
    **dict.fromkeys(_INVERSE, (FoldCast(),)),
    **dict.fromkeys(("arith.sitofp", "arith.uitofp"), (FoldToFloat(),)),
}

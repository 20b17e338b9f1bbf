"""Computes affine expressions by integer arithmetic, with MLIR's rounding.

`floordiv` rounds down, `ceildiv` up, and `mod` is never negative; right operands are positive.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr
from xdsl.ir import BlockArgument, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineSymExpr,
)

from ckptopt.emitter import BOOL, Emitter, constant_value

_PREDICATES = {
    AffineConstraintKind.ge: "sge",
    AffineConstraintKind.le: "sle",
    AffineConstraintKind.eq: "eq",
}


def emit_results(
    e: Emitter, map: AffineMapAttr, operands: Sequence[SSAValue], name: str | None = None
) -> list[SSAValue]:
    """Emit the results of `map` applied to `operands`: dimensions first, then symbols."""
    values = _Operands(operands, map.data.num_dims)
    return [emit_expression(e, result, values, name) for result in map.data.results]


def emit_condition(e: Emitter, condition: AffineSetAttr, operands: Sequence[SSAValue]) -> SSAValue:
    """Emit whether `operands`, dimensions first, lie in the set: an `i1`."""
    values = _Operands(operands, condition.data.num_dims)
    holds: SSAValue | None = None
    for constraint in condition.data.constraints:
        lhs, rhs = (emit_expression(e, side, values) for side in _sides(constraint))
        one = e.value(arith.CmpiOp(lhs, rhs, _PREDICATES[constraint.kind]))
        holds = one if holds is None else e.value(arith.AndIOp(holds, one))
    return e.constant(1, BOOL) if holds is None else holds


def _sides(constraint: AffineConstraintExpr) -> tuple[AffineExpr, AffineExpr]:
    """What is compared: `a - b >= 0` says `a >= b`."""
    match constraint.lhs, constraint.rhs:
        case AffineBinaryOpExpr(
            kind=AffineBinaryOpKind.Add,
            lhs=a,
            rhs=AffineBinaryOpExpr(
                kind=AffineBinaryOpKind.Mul, lhs=b, rhs=AffineConstantExpr(value=-1)
            ),
        ), AffineConstantExpr(value=0):
            return a, b
        case AffineBinaryOpExpr(
            kind=AffineBinaryOpKind.Add, lhs=a, rhs=AffineConstantExpr(value=number)
        ), AffineConstantExpr(value=0):
            return a, AffineConstantExpr(-number)
        case lhs, rhs:
            return lhs, rhs


@dataclass(frozen=True)
class _Operands:
    values: Sequence[SSAValue]
    num_dims: int

    def of(self, expression: AffineDimExpr | AffineSymExpr) -> SSAValue:
        first = 0 if isinstance(expression, AffineDimExpr) else self.num_dims
        return self.values[first + expression.position]


def emit_expression(
    e: Emitter, expression: AffineExpr, operands: _Operands, name: str | None = None
) -> SSAValue:
    """Emit the value of `expression`, an `index`; operations without a name get `name`."""
    match expression:
        case AffineConstantExpr(value=value):
            return e.index(value)
        case AffineDimExpr() | AffineSymExpr():
            return operands.of(expression)
        case AffineBinaryOpExpr(kind=AffineBinaryOpKind.Add):
            return _emit_sum(e, expression, operands, name)
        case AffineBinaryOpExpr(kind=kind, lhs=left, rhs=right):
            lhs, rhs = (emit_expression(e, side, operands, name) for side in (left, right))
            a, b = constant_value(lhs), constant_value(rhs)
            if isinstance(a, int) and isinstance(b, int) and (kind in _FOLDS) and b > 0:
                return e.index(_FOLDS[kind](a, b))
            if kind is AffineBinaryOpKind.Mul:
                return e.mul(lhs, rhs, name)
            if _is_nonnegative(left, operands):
                return _UNSIGNED[kind](e, lhs, rhs, name)
            return _SIGNED[kind](e, lhs, rhs, name)
        case _:
            raise AssertionError(f"unknown affine expression {expression}")


def _emit_sum(
    e: Emitter, expression: AffineBinaryOpExpr, operands: _Operands, name: str | None
) -> SSAValue:
    """`a + b * -1`, `b * -1 + a` and `a + -3` are differences."""
    for first, second in ((expression.lhs, expression.rhs), (expression.rhs, expression.lhs)):
        match second:
            case AffineBinaryOpExpr(
                kind=AffineBinaryOpKind.Mul, lhs=term, rhs=AffineConstantExpr(value=-1)
            ):
                minuend = emit_expression(e, first, operands, name)
                return e.sub(minuend, emit_expression(e, term, operands, name), name)
            case AffineConstantExpr(value=value) if value < 0:
                return e.sub(emit_expression(e, first, operands, name), e.index(-value), name)
            case _:
                pass
    lhs, rhs = (
        emit_expression(e, side, operands, name) for side in (expression.lhs, expression.rhs)
    )
    return e.add(lhs, rhs, name)


def _is_nonnegative(expression: AffineExpr, operands: _Operands) -> bool:
    match expression:
        case AffineConstantExpr(value=value):
            return value >= 0
        case AffineDimExpr() | AffineSymExpr():
            return _counts_from_zero(operands.of(expression))
        case AffineBinaryOpExpr(kind=AffineBinaryOpKind.Mod):
            return True
        case AffineBinaryOpExpr(lhs=lhs, rhs=rhs):
            return _is_nonnegative(lhs, operands) and _is_nonnegative(rhs, operands)
        case _:
            return False


def _counts_from_zero(value: SSAValue) -> bool:
    """True for constants >= 0 and for induction variables that start at one."""
    number = constant_value(value)
    if isinstance(number, int):
        return number >= 0
    if not isinstance(value, BlockArgument):
        return False
    loop = value.block.parent_op()
    if loop is None or loop.name not in ("scf.for", "scf.parallel"):
        return False
    if loop.name == "scf.for" and (value.index > 0 or "unsignedCmp" in loop.properties):
        return False
    lower = constant_value(loop.operands[value.index])
    return isinstance(lower, int) and lower >= 0


Division = Callable[[Emitter, SSAValue, SSAValue, str | None], SSAValue]


def _unsigned_remainder(e: Emitter, lhs: SSAValue, rhs: SSAValue, name: str | None) -> SSAValue:
    return e.value(arith.RemUIOp(lhs, rhs), name)


def _remainder(e: Emitter, lhs: SSAValue, rhs: SSAValue, name: str | None) -> SSAValue:
    """`lhs mod rhs`: the remainder of division towards zero, moved up if it is negative."""
    remainder = e.value(arith.RemSIOp(lhs, rhs), name)
    negative = e.value(arith.CmpiOp(remainder, e.index(0), "slt"))
    moved = e.value(arith.AddiOp(remainder, rhs), name)
    return e.value(arith.SelectOp(negative, moved, remainder), name)


def _floor(e: Emitter, lhs: SSAValue, rhs: SSAValue, name: str | None) -> SSAValue:
    """`lhs floordiv rhs`: `-1 - (-1 - lhs) / rhs` for a negative `lhs`."""
    minus_one = e.index(-1)
    negative = e.value(arith.CmpiOp(lhs, e.index(0), "slt"))
    mirrored = e.value(arith.SubiOp(minus_one, lhs))
    dividend = e.value(arith.SelectOp(negative, mirrored, lhs))
    quotient = e.value(arith.DivSIOp(dividend, rhs), name)
    back = e.value(arith.SubiOp(minus_one, quotient))
    return e.value(arith.SelectOp(negative, back, quotient), name)


def _unsigned_ceil(e: Emitter, lhs: SSAValue, rhs: SSAValue, name: str | None) -> SSAValue:
    return e.ceildiv(lhs, rhs, name)


def _ceil(e: Emitter, lhs: SSAValue, rhs: SSAValue, name: str | None) -> SSAValue:
    """`lhs ceildiv rhs`: `-(-lhs floordiv rhs)`."""
    zero = e.index(0)
    mirrored = e.value(arith.SubiOp(zero, lhs))
    return e.value(arith.SubiOp(zero, _floor(e, mirrored, rhs, name)), name)


_FOLDS: dict[AffineBinaryOpKind, Callable[[int, int], int]] = {
    AffineBinaryOpKind.Mod: lambda a, b: a % b,
    AffineBinaryOpKind.FloorDiv: lambda a, b: a // b,
    AffineBinaryOpKind.CeilDiv: lambda a, b: -(-a // b),
}
_SIGNED: dict[AffineBinaryOpKind, Division] = {
    AffineBinaryOpKind.Mod: _remainder,
    AffineBinaryOpKind.FloorDiv: _floor,
    AffineBinaryOpKind.CeilDiv: _ceil,
}
_UNSIGNED: dict[AffineBinaryOpKind, Division] = {
    AffineBinaryOpKind.Mod: _unsigned_remainder,
    AffineBinaryOpKind.FloorDiv: Emitter.divide,
    AffineBinaryOpKind.CeilDiv: _unsigned_ceil,
}

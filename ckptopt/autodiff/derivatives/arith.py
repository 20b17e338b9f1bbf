"""Derivative rules of the arith dialect.

One row per operation: for each operand the contribution to its adjoint, None where the operand
carries no derivative. See `ckptopt.autodiff.expressions` for the symbols.

At kinks: a tie of a maximum or minimum goes to the first operand. `maxnumf` and `minnumf` return
the other operand when one is NaN, and so does their gradient.
"""

from __future__ import annotations

from ckptopt.autodiff.expressions import (
    Expression,
    d,
    equal,
    r,
    same_type,
    select,
    trunc,
    x,
    y,
)


def first_where(condition: Expression) -> tuple[Expression, Expression]:
    """The rule of an operation that returns its first operand where `condition`, else the other."""
    return select(condition, d, 0.0), select(condition, 0.0, d)


RULES: dict[str, tuple[Expression | None, ...]] = {
    "arith.addf": (d, d),
    "arith.subf": (d, -d),
    "arith.mulf": (d * y, d * x),
    "arith.divf": (d / y, -(d / y * r)),
    "arith.remf": (d, -(d * trunc(x / y))),
    "arith.negf": (-d,),
    "arith.maximumf": first_where(x >= y),
    "arith.minimumf": first_where(x <= y),
    "arith.maxnumf": first_where(equal(x, r)),
    "arith.minnumf": first_where(equal(x, r)),
    "arith.select": (None, select(x, d, 0.0), select(x, 0.0, d)),
    "arith.extf": (same_type(d),),
    "arith.truncf": (same_type(d),),
    "arith.sitofp": (None,),
    "arith.uitofp": (None,),
    "arith.fptosi": (None,),
    "arith.fptoui": (None,),
    "arith.cmpf": (None, None),
}

"""Expands the affine dialect where it is used, without loading it where it is not."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import func
from xdsl.ir import Operation

from ckptopt.emitter import element_type, is_float


def expand_affine_in(function: func.FuncOp, stays: Callable[[Operation], bool]) -> None:
    """`expand_affine` for a function that may have no affine operations at all."""
    if any(op.name.startswith("affine.") for op in function.walk()):
        from ckptopt.rewriting.expand_affine import expand_affine

        expand_affine(function, stays)


def holds_floats(op: Operation) -> bool:
    """True if `op`, or an operation in it, handles floats or memory of floats."""
    return any(
        is_float(element_type(value.type))
        for inner in op.walk()
        for value in (*inner.operands, *inner.results)
    )

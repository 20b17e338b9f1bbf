"""Derivative rules as data, one table per dialect."""

from __future__ import annotations

from ckptopt.autodiff.derivatives import arith, math
from ckptopt.autodiff.expressions import Expression, d

Rule = tuple[Expression | None, ...]

RULES: dict[str, Rule] = {**arith.RULES, **math.RULES, "ckptopt.hide": (d,)}
"""For each elementwise operation, by name: per operand the contribution to its adjoint. Downstream
projects add theirs."""

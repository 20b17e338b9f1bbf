"""Derivative rules as data, one table per dialect.

A downstream project adds rows with `register`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ckptopt.autodiff.derivatives import arith, math
from ckptopt.autodiff.expressions import Expression

Rule = tuple[Expression | None, ...]

RULES: dict[str, Rule] = {**arith.RULES, **math.RULES}
"""For each elementwise operation, by name: per operand the contribution to its adjoint."""


def register(rules: Mapping[str, Rule]) -> None:
    """Add rules for operations of another dialect; a known name is replaced."""
    RULES.update(rules)

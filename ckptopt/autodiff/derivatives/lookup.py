"""Finds the rule of an operation that is not elementwise; rules of a dialect load when met."""

from __future__ import annotations

from importlib import import_module

from xdsl.ir import Operation

from ckptopt.autodiff.derivatives.memref import MEMORY_RULES, MemoryRule

LAZY = frozenset({"linalg", "tensor"})
"""Dialects whose rules are those of the module of this package that is called so: its `rule_of`."""


def rule_of(op: Operation) -> MemoryRule | None:
    """The rule of `op`; None if there is none."""
    if (rule := MEMORY_RULES.get(op.name)) is not None:
        return rule
    dialect = op.name.partition(".")[0]
    if dialect not in LAZY:
        return None
    return import_module(f"ckptopt.autodiff.derivatives.{dialect}").rule_of(op)

"""Formats are compiled when they are first used; here all of this package's are."""

from __future__ import annotations

from importlib import import_module

import pytest
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation

from ckptopt.dialects.context import RARE
from ckptopt.dialects.formats import compile_format
from ckptopt.dialects.registry import OURS, load_dialect


def _rare_operations() -> list[type[Operation]]:
    modules = [import_module(f"ckptopt.dialects.{module}") for module in set(RARE.values())]
    return [op for module in modules for op in module.OPERATIONS]


def test_rare_ops_are_where_the_table_says() -> None:
    assert {op.name for op in _rare_operations()} == set(RARE)


def _own_formats() -> dict[str, tuple[type[IRDLOperation], str]]:
    found: dict[str, tuple[type[IRDLOperation], str]] = {}
    frequent = [op for dialect in OURS for op in load_dialect(dialect).operations]
    for op in [*frequent, *_rare_operations()]:
        text = op.__dict__.get("assembly_format")
        if isinstance(text, str) and issubclass(op, IRDLOperation):
            found[op.name] = (op, text)
    return found


FORMATS = _own_formats()


@pytest.mark.parametrize("name", FORMATS)
def test_format_compiles(name: str) -> None:
    op, text = FORMATS[name]
    compile_format(text, op.get_irdl_definition())

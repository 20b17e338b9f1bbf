"""Formats are compiled when they are first used; here all of this package's are."""

from __future__ import annotations

import pytest
from xdsl.irdl import IRDLOperation

from ckptopt.dialects.formats import compile_format
from ckptopt.dialects.registry import OURS, load_dialect


def _own_formats() -> dict[str, tuple[type[IRDLOperation], str]]:
    found: dict[str, tuple[type[IRDLOperation], str]] = {}
    for dialect in OURS:
        for op in load_dialect(dialect).operations:
            text = op.__dict__.get("assembly_format")
            if isinstance(text, str) and issubclass(op, IRDLOperation):
                found[op.name] = (op, text)
    return found


FORMATS = _own_formats()


@pytest.mark.parametrize("name", FORMATS)
def test_format_compiles(name: str) -> None:
    op, text = FORMATS[name]
    compile_format(text, op.get_irdl_definition())

"""We accept what mlir-opt accepts, and no more: the parts of `strictness.mlir`, one by one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from support.inprocess import run_cli
from support.toolchain import refused_by_mlir_opt

TEXT = (Path(__file__).parent / "strictness.mlir").read_text(encoding="utf-8")
SNIPPETS = dict(enumerate(TEXT.split("// -----\n")))


@cache
def _refused() -> frozenset[int]:
    return frozenset(refused_by_mlir_opt(list(SNIPPETS.values())))


def test_there_are_snippets_of_both_kinds() -> None:
    assert len(SNIPPETS) / 4 < len(_refused()) < len(SNIPPETS) * 3 / 4


@pytest.mark.parametrize("number", SNIPPETS)
def test_the_verdict_is_that_of_mlir_opt(number: int) -> None:
    code, _, said = run_cli(["--allow-unregistered-dialect"], SNIPPETS[number])
    assert code == int(number in _refused()), f"{SNIPPETS[number]}\n{said}"
    assert "internal error" not in said

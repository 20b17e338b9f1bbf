"""mlir-opt verifies every output of the golden files, in one process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import lit
from support.toolchain import mlir_opt

from ckptopt.execution.module_text import NOT_UPSTREAM

ROOT = Path(__file__).parent


def golden_outputs() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "filecheck").rglob("*.mlir")):
        for index, (first, *_) in enumerate(lit.run_lines(path)):
            if first.program == "ckptopt" and not first.negated and not first.merge_stderr:
                yield f"{path.name}, RUN line {index + 1}", lit.execute([first])


def test_outputs_verify() -> None:
    outputs = [(name, text) for name, text in golden_outputs() if not NOT_UPSTREAM.search(text)]
    done = mlir_opt(
        "\n// -----\n".join(text for _, text in outputs),
        "--split-input-file",
        "--allow-unregistered-dialect",
        "-o=/dev/null",
    )
    if done.returncode:
        pytest.fail(f"{name_at(done.stderr, outputs)}:\n{done.stderr}", pytrace=False)


def name_at(said: str, outputs: list[tuple[str, str]]) -> str:
    """The output that the first diagnostic is about."""
    found = re.search(r"<stdin>:(\d+):", said)
    line = int(found[1]) if found else 0
    for name, text in outputs:
        line -= text.count("\n") + 2
        if line <= 0:
            return name
    return "?"

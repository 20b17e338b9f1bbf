"""The MLIR tools, and the few ways in which tests run them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ckptopt.execution.batch import BUFFERS
from ckptopt.toolchain import ToolNotFound, find_tool, require_tool, runner_libraries

__all__ = [
    "SPLIT",
    "ToolNotFound",
    "find_tool",
    "mlir_opt",
    "refused_by_mlir_opt",
    "require_tool",
    "runner_libraries",
]

SPLIT = ("--split-input-file", "--allow-unregistered-dialect", "--mlir-print-op-generic")
MARKER = re.compile(r"^// -----\n", re.MULTILINE)


def mlir_opt(text: str, *arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """Run mlir-opt on ``text``, with its diagnostics naming ``<stdin>``."""
    command: list[str | Path] = [require_tool("mlir-opt"), *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=timeout)


def refused_by_mlir_opt(texts: Sequence[str]) -> list[int]:
    """The indices of the texts that mlir-opt does not accept.

    One process reads all of them: where it prints nothing for one, it did not accept that. Should
    one crash it, the others are tried without that one, of which nothing is known then.
    """
    if not texts:
        return []
    done = mlir_opt("\n// -----\n".join(texts), *SPLIT)
    if done.returncode < 0:
        if len(texts) == 1:
            return []
        half = len(texts) // 2
        rest = refused_by_mlir_opt(texts[half:])
        return [*refused_by_mlir_opt(texts[:half]), *(half + index for index in rest)]
    printed = iter(MARKER.split(done.stdout))
    parts = [[next(printed) for _ in MARKER.split(text)] for text in texts]
    return [index for index, own in enumerate(parts) if not all(map(str.strip, own))]


def bufferized(text: str) -> str:
    """`text` with its tensors in buffers, which nothing frees, and no structured operations."""
    done = mlir_opt(text, f"--pass-pipeline=builtin.module({BUFFERS},convert-linalg-to-loops)")
    assert done.returncode == 0, done.stderr
    return done.stdout

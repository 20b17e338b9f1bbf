"""The MLIR tools, and the few ways in which tests run them."""

from __future__ import annotations

import subprocess
from pathlib import Path

from ckptopt.toolchain import ToolNotFound, find_tool, require_tool, runner_libraries

__all__ = ["ToolNotFound", "find_tool", "mlir_opt", "require_tool", "runner_libraries"]


def mlir_opt(text: str, *arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """Run mlir-opt on ``text``, with its diagnostics naming ``<stdin>``."""
    command: list[str | Path] = [require_tool("mlir-opt"), *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=timeout)

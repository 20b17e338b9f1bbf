"""Shared libraries of C for executed programs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import ckptopt

RUNTIME = Path(ckptopt.__file__).with_name("runtime")
"""The C files that we ship."""


def shared_library(source: Path, folder: Path) -> Path:
    """The shared library that the system's C compiler makes of a file, which may include ours.

    Skips the test where there is no C compiler.
    """
    if (compiler := shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")) is None:
        pytest.skip("there is no C compiler: neither cc nor clang nor gcc is on PATH")
    made = folder / f"lib{source.stem}.so"
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", f"-I{RUNTIME}"]
    done = subprocess.run(
        [compiler, *flags, str(source), "-o", str(made)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return made

"""Shared libraries of C that derivatives call, made by the system's compiler."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import ckptopt
from ckptopt.toolchain import ToolNotFound

RUNTIME = Path(ckptopt.__file__).with_name("runtime")
"""The C files that we ship."""

_SHIPPED = {
    "checkpoint_schedule.c": "@__enzyme_ckpt_schedule_",
    "checkpoint_store.c": "@ckptopt_store_",
}
"""What the functions of each file are called, in MLIR."""


def shipped_libraries(texts: Iterable[str]) -> list[Path]:
    """The libraries among ours that modules with these texts call.

    Raises:
        ToolNotFound: there is no C compiler.
    """
    found = {
        source for text in texts for source, prefix in _SHIPPED.items() if f" {prefix}" in text
    }
    return [_shipped(source) for source in sorted(found)]


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="ckptopt-")


@cache
def _shipped(source: str) -> Path:
    return shared_library(RUNTIME / source, Path(_folder().name))


def shared_library(source: Path, folder: Path) -> Path:
    """Compile a C file, which may include ours, to a shared library in a folder.

    Raises:
        ToolNotFound: there is no C compiler, or it cannot compile the file.
    """
    compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
    if compiler is None:
        raise ToolNotFound("there is no C compiler: neither cc nor clang nor gcc is on PATH")
    made = folder / f"lib{source.stem}.so"
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", f"-I{RUNTIME}"]
    done = subprocess.run(
        [compiler, *flags, str(source), "-o", str(made)], capture_output=True, text=True
    )
    if done.returncode != 0:
        raise ToolNotFound(f"'{compiler}' cannot compile '{source}': {done.stderr}")
    return made

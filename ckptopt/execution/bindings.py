"""Lower and run a module with MLIR's Python bindings, in a fork of this process.

The fork costs no start of a program and no text between lowering and running; and a crash, a loop
without end or an exit of the checking allocator ends the fork alone.
"""

from __future__ import annotations

import ctypes
import faulthandler
import importlib
import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from ckptopt.toolchain import VERSION, is_chosen

WHEEL = "xtc-mlir-python-bindings"

_LOCATION = re.compile(r'loc\("([^"]*)":(\d+):(\d+)')


@cache
def are_installed() -> bool:
    """Whether bindings of our release can be loaded, and this system can fork safely."""
    if sys.platform != "linux" or is_chosen():
        return False
    try:
        if metadata.version(WHEEL).partition(".")[0] != str(VERSION):
            return False
        _modules()
    except (metadata.PackageNotFoundError, ImportError):
        return False
    return True


class Ended(NamedTuple):
    """How a process or fork ended.

    `code` is that of its exit, negative for a signal, None if time was up. `is_lowered` says
    whether a fork came to run the module.
    """

    code: int | None
    stdout: str = ""
    stderr: str = ""
    is_lowered: bool = False


def run(
    source: Path, pipeline: str, libraries: Sequence[Path], level: int, timeout: float
) -> Ended:
    """Lower the module in a file and call its `@main`.

    Arguments:
        source: holds the module; other files are made beside it.
        pipeline: of passes, as mlir-opt takes it.
        libraries: what the lowered module calls.
        level: of LLVM's optimisations.
        timeout: seconds.
    """
    import multiprocessing

    outputs = [source.with_suffix(suffix) for suffix in (".out", ".err")]
    for path in outputs:
        path.touch()
    arguments = source, outputs, pipeline, [str(path) for path in libraries], level
    fork = multiprocessing.get_context("fork").Process(target=_run, args=arguments, daemon=True)
    fork.start()
    fork.join(timeout)
    if (code := fork.exitcode) is None:
        fork.kill()
        fork.join()
    stdout, stderr = (path.read_text() for path in outputs)
    return Ended(code, stdout, stderr, source.with_suffix(".lowered").exists())


@cache
def _modules() -> tuple[Any, Any, Any]:
    """The bindings' `ir`, `passmanager` and `execution_engine`, which have no types."""
    ir, passes, engine = (
        importlib.import_module(f"mlir.{name}")
        for name in ("ir", "passmanager", "execution_engine")
    )
    return ir, passes, engine


def _run(
    source: Path, outputs: Sequence[Path], pipeline: str, libraries: list[str], level: int
) -> None:
    """What the fork does; it does not come back to what the process was doing."""
    # Of a crash, the exit code tells.
    faulthandler.disable()
    for descriptor, path in enumerate(outputs, start=1):
        os.dup2(os.open(path, os.O_WRONLY), descriptor)
    ir, passes, engine = _modules()
    try:
        with ir.Context():
            module = ir.Module.parseFile(str(source))
            passes.PassManager.parse(pipeline).run(module.operation)
            source.with_suffix(".lowered").touch()
            compiled = engine.ExecutionEngine(module, opt_level=level, shared_libs=libraries)
            main = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(compiled.raw_lookup("main"))
            main(None)
            ctypes.CDLL(None).fflush(None)
        code = 0
    except (ir.MLIRError, RuntimeError) as reason:
        os.write(2, _shown(reason).encode())
        code = 1
    os._exit(code)


def _shown(reason: Exception) -> str:
    """Diagnostics as mlir-opt prints them."""
    found: Sequence[Any] = getattr(reason, "error_diagnostics", ())
    lines: list[str] = []
    for diagnostic in found:
        place = _LOCATION.search(str(diagnostic.location))
        where = ":".join(place.groups()) + ": " if place else ""
        lines.append(f"{where}error: {diagnostic.message}")
    return "\n".join(lines or [str(reason)]) + "\n"

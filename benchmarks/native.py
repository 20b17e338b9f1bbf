"""MLIR compiled to a shared object, and its functions called through ctypes."""

from __future__ import annotations

import ctypes
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.catalogue import Data
from ckptopt.execution.module_text import count_ops
from ckptopt.toolchain import require_tool, runner_libraries

LOWERING = (
    "builtin.module(canonicalize,cse,func.func(llvm-request-c-wrappers,convert-linalg-to-loops,"
    "lower-affine),convert-scf-to-cf,expand-strided-metadata,func.func(lower-affine),arith-expand,"
    "convert-math-to-llvm,convert-math-to-libm,convert-vector-to-llvm,finalize-memref-to-llvm,"
    "convert-arith-to-llvm,convert-index-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,"
    "reconcile-unrealized-casts)"
)
COUNTERS = Path(__file__).with_name("counters.c")
COUNTED = ("math.fma", "memref.copy")
"""What a counting build counts: the op that marks an evaluation, and copies of buffers."""


class CompileError(Exception):
    """A tool refused its input; the message is what it said."""


@dataclass(frozen=True)
class Counts:
    """What happened during one call; None where nobody counted."""

    evaluations: int
    copies: int | None
    peak_bytes: int


def compile_mlir(text: str, stem: Path, *, counting: bool = False) -> ctypes.CDLL:
    """Lower, optimise and load a module; files are named after `stem`."""
    if counting:
        ticks = "".join(f"func.func private @bench_tick_{k}()\n" for k in range(len(COUNTED)))
        text = _with_declarations(count_ops(text, COUNTED, "bench_tick"), ticks)
    source, lowered, ir = (stem.with_suffix(s) for s in (".mlir", ".lowered.mlir", ".ll"))
    optimised, assembled, shared = (stem.with_suffix(s) for s in (".opt.ll", ".o", ".so"))
    source.write_text(text, encoding="utf-8")
    _run(require_tool("mlir-opt"), source, f"--pass-pipeline={LOWERING}", "-o", lowered)
    _run(require_tool("mlir-translate"), "--mlir-to-llvmir", lowered, "-o", ir)
    if counting:
        ir.write_text(re.sub(r"@(malloc|free)\(", r"@bench_\1(", ir.read_text()))
    target = (f"-mtriple={_triple()}", "-mcpu=native")
    _run(require_tool("opt"), "-O3", *target, "-S", ir, "-o", optimised)
    code = ("-O3", "-relocation-model=pic", "-filetype=obj")
    _run(require_tool("llc"), *code, *target, optimised, "-o", assembled)
    libraries = [library for library in runner_libraries() if "c_runner" in library.name]
    paths = [f"-Wl,-rpath,{library.parent}" for library in libraries]
    counters = [COUNTERS] if counting else []
    _run(
        "gcc",
        "-O2",
        "-fPIC",
        "-shared",
        "-o",
        shared,
        assembled,
        *counters,
        *libraries,
        *paths,
        "-lm",
    )
    return ctypes.CDLL(str(shared))


def _with_declarations(text: str, declarations: str) -> str:
    """Put declarations into a module, which may be written without `module`."""
    head, opening, rest = text.partition("module {\n")
    return head + opening + declarations + rest if opening else declarations + text


@cache
def _triple() -> str:
    shown = _run(require_tool("llc"), "--version")
    found = re.search(r"Default target: (\S+)", shown)
    assert found, shown
    return found[1]


def _run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        message = (done.stderr.partition("error: ")[2] or done.stderr).partition("\n")[0]
        raise CompileError(f"{Path(command[0]).name}: {message or f'exit code {done.returncode}'}")
    return done.stdout


class Function:
    """A compiled function with argument memory of its own, which `reset` fills.

    `inputs` are its arguments in order, `results` is for the floats that it returns. What a call
    leaves is in `results` and `buffers`.
    """

    def __init__(self, library: ctypes.CDLL, name: str, inputs: Mapping[str, Data], results: int):
        self.inputs = inputs
        self.buffers = {k: v.copy() for k, v in inputs.items() if not isinstance(v, float)}
        self.results = (ctypes.c_double * results)()
        self._library = library
        self._entry = library[f"_mlir_ciface_{name}"]
        self._entry.restype = ctypes.c_double if results == 1 else None
        self._arguments = [self._argument(name) for name in inputs]
        if results > 1:
            self._arguments.insert(0, ctypes.byref(self.results))

    def _argument(self, name: str) -> object:
        value = self.inputs[name]
        if isinstance(value, float):
            return ctypes.c_double(value)
        return ctypes.byref(_descriptor(self.buffers[name]))

    def reset(self) -> None:
        """Give the buffers their contents again."""
        for name, buffer in self.buffers.items():
            np.copyto(buffer, self.inputs[name])

    def __call__(self) -> None:
        returned = self._entry(*self._arguments)
        if returned is not None:
            self.results[0] = returned

    def counts(self) -> Counts:
        """What one call of a counting build does."""
        counters = (ctypes.c_long * 4).in_dll(self._library, "bench_counters")
        counters[:] = [0] * 4
        self.reset()
        self()
        return Counts(counters[0], counters[1], counters[3])


def _descriptor(buffer: NDArray[np.float64]) -> ctypes.Structure:
    """The descriptor of a memref with the memory of an array."""
    sizes = ctypes.c_int64 * buffer.ndim

    class Descriptor(ctypes.Structure):
        _fields_ = (
            ("allocated", ctypes.c_void_p),
            ("aligned", ctypes.c_void_p),
            ("offset", ctypes.c_int64),
            ("sizes", sizes),
            ("strides", sizes),
        )

    address = buffer.ctypes.data
    strides = [stride // buffer.itemsize for stride in buffer.strides]
    return Descriptor(address, address, 0, sizes(*buffer.shape), sizes(*strides))

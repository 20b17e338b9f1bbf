"""Execute many MLIR functions natively in few processes, with bit-exact results.

A `Program` is module text plus calls with literal arguments. `run_batch` renames the symbols of
every program, puts many of them beside one `@main` into one module, lowers it and runs it, with
MLIR's Python bindings if they are installed, else with `mlir-opt` and `mlir-runner`: to do so for
each program would cost far more than running it. Of a batch that fails to lower, crashes or hangs,
only the guilty programs fail: an error names a line, and for the rest the batch is bisected.

Every number comes back as an integer: the f64 bit pattern of a float (narrower floats widen
exactly), the value of an integer.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import prod
from pathlib import Path
from typing import NamedTuple

from ckptopt.execution import bindings
from ckptopt.execution.bindings import Ended
from ckptopt.execution.harness import MARK, link
from ckptopt.execution.values import (
    Call,
    CallOutcome,
    Memory,
    Outcome,
    Program,
    flatten,
    memref_parts,
    shaped_type,
)
from ckptopt.toolchain import require_tool, runner_libraries

BUFFERS = (
    "convert-elementwise-to-linalg,"
    "one-shot-bufferize{bufferize-function-boundaries allow-return-allocs-from-loops},"
    "convert-bufferization-to-memref"
)
"""Passes for tensors; nothing frees the buffers that they become."""

_LOWERING = (
    "func.func(convert-linalg-to-loops,lower-affine),convert-scf-to-cf,expand-strided-metadata,"
    "func.func(lower-affine),arith-expand,convert-math-to-llvm,convert-math-to-libm,"
    "convert-vector-to-llvm,finalize-memref-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,"
    "convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts"
)


def lowering(text: str, *, checked: bool = False) -> str:
    """The pipeline of mlir-opt that takes a module with this text to LLVM.

    If it is to be `checked`, memory comes from the functions of `allocator.mlir`.
    """
    pipeline = f"{BUFFERS},{_LOWERING}" if "tensor<" in text else _LOWERING
    if checked:
        to_llvm = "finalize-memref-to-llvm"
        pipeline = pipeline.replace(to_llvm, f"{to_llvm}{{use-generic-functions=true}}")
    return f"builtin.module({pipeline})"


MEMORY_FAULTS = {
    97: "a buffer is freed twice or was not allocated",
    98: "a write beyond the end of a buffer",
}
"""Exit codes of the checking allocator."""


def run_batch(
    programs: Sequence[Program],
    *,
    batch_size: int = 32,
    timeout: float = 60,
    fill: int = 0,
    level: int = 0,
    libraries: Sequence[Path] = (),
) -> list[Outcome]:
    """Run every program; outcomes come in the order of the programs.

    Fresh heap memory holds the byte `fill` and freed memory its complement: a function whose
    numbers depend on `fill` reads memory that it must not read. `level` is that of LLVM's
    optimisations, 0 to 3. `libraries` are shared ones that the programs call.
    """
    batches = [programs[i : i + batch_size] for i in range(0, len(programs), batch_size)]

    def run(batch: Sequence[Program]) -> list[Outcome]:
        return _run_bisecting(batch, _How(timeout, fill, level, tuple(libraries)))

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return [outcome for outcomes in pool.map(run, batches) for outcome in outcomes]


_ERROR_PLACE = re.compile(r"batch\.mlir:(\d+):\d+: error")


class _How(NamedTuple):
    timeout: float
    fill: int
    level: int
    libraries: tuple[Path, ...]


class _Failed(Exception):
    """A batch did not deliver: lowering error, crash or timeout."""


def _run_bisecting(programs: Sequence[Program], how: _How) -> list[Outcome]:
    module = link(programs, how.fill)
    try:
        return _decode(programs, _execute(module, how))
    except _Failed as failure:
        guilty = 0 if len(programs) == 1 else _blamed(module, str(failure))
        if guilty is not None:
            rest = [*programs[:guilty], *programs[guilty + 1 :]]
            outcomes = _run_bisecting(rest, how) if rest else []
            outcomes.insert(guilty, Outcome(programs[guilty].name, failure=str(failure)))
            return outcomes
    middle = len(programs) // 2
    return [
        outcome
        for half in (programs[:middle], programs[middle:])
        for outcome in _run_bisecting(half, how)
    ]


def _blamed(module: str, message: str) -> int | None:
    """The number of the program in which the line lies that an error of mlir-opt names."""
    if (place := _ERROR_PLACE.search(message)) is None:
        return None
    above = module.splitlines()[: int(place[1])]
    numbers = [int(line.removeprefix(MARK)) for line in above if line.startswith(MARK)]
    return numbers[-1] if numbers else None


def _execute(module: str, how: _How) -> list[int]:
    """Lower and run a module with an `@main` that prints integers."""
    pipeline, libraries = lowering(module, checked=True), [*runner_libraries(), *how.libraries]
    with tempfile.TemporaryDirectory() as directory:
        source, lowered = Path(directory, "batch.mlir"), Path(directory, "lowered.mlir")
        source.write_text(module)
        if bindings.are_installed():
            forked = bindings.run(source, pipeline, libraries, how.level, how.timeout)
            _require_success("execution" if forked.is_lowered else "lowering", forked, how.timeout)
            return [int(word) for word in forked.stdout.split()]
        lower = [require_tool("mlir-opt"), source, f"--pass-pipeline={pipeline}", "-o", lowered]
        _process("lowering", lower, how.timeout)
        run = [require_tool("mlir-runner"), lowered, "-e", "main", f"-O{how.level}"]
        run += ["--entry-point-result=void", *(f"--shared-libs={path}" for path in libraries)]
        output = _process("execution", run, how.timeout)
    return [int(word) for word in output.split()]


def _process(stage: str, command: Sequence[str | Path], timeout: float) -> str:
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=timeout,
            env={**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"},
        )
        ended = Ended(done.returncode, done.stdout, done.stderr)
    except subprocess.TimeoutExpired:
        ended = Ended(None)
    _require_success(stage, ended, timeout)
    return ended.stdout


def _require_success(stage: str, ended: Ended, timeout: float) -> None:
    if ended.code is None:
        raise _Failed(f"{stage}: no end within {timeout:g} s")
    if ended.code in MEMORY_FAULTS:
        raise _Failed(f"{stage}: {MEMORY_FAULTS[ended.code]}")
    if ended.code:
        message = " | ".join(ended.stderr.splitlines()[:4])[:600]
        reason = f"signal {-ended.code}" if ended.code < 0 else "failed"
        raise _Failed(f"{stage}: {reason}: {message}")


def _decode(programs: Sequence[Program], numbers: Sequence[int]) -> list[Outcome]:
    """Cut the printed numbers into outcomes; the calls say how many there are of what."""
    position = 0

    def take(count: int) -> tuple[int, ...]:
        nonlocal position
        position += count
        if position > len(numbers):
            raise _Failed(f"execution: only {len(numbers)} numbers printed")
        return tuple(numbers[position - count : position])

    def result(type_: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The extents and the numbers of a result."""
        parts = shaped_type(type_)
        if parts is None:
            return (), take(1)
        if parts.container == "vector":
            shape = tuple(extent or 0 for extent in parts.dimensions)
        else:
            shape = take(len(parts.dimensions))
        return shape, take(prod(shape))

    def call_outcome(program: Program, call: Call) -> CallOutcome:
        memory = Memory(*take(4))
        results = [result(type_) for type_ in call.results]
        return CallOutcome(
            results=tuple(number for _, numbers in results for number in numbers),
            contents=tuple(
                take(len(flatten(a.value)) if memref_parts(a.type) else 0) for a in call.arguments
            ),
            counts=dict(zip(program.counted, take(len(program.counted)), strict=True)),
            memory=memory,
            shapes=tuple(shape for shape, _ in results),
        )

    outcomes = [
        Outcome(program.name, tuple(call_outcome(program, call) for call in program.calls))
        for program in programs
    ]
    if position != len(numbers):
        raise _Failed(f"execution: {len(numbers)} numbers printed, {position} expected")
    return outcomes

"""Execute many MLIR functions natively in few processes, with bit-exact results.

A `Program` is module text plus calls with literal arguments. `run_batch` renames the symbols of
every program, puts many of them beside one `@main` into one module, lowers it with `mlir-opt` and
runs it with `mlir-runner`: starting two processes for each program would cost far more than running
it. Of a batch that fails to lower, crashes or hangs, only the guilty programs fail: an error names
a line, and for the rest the batch is bisected.

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
from pathlib import Path
from typing import NamedTuple

from ckptopt.execution.harness import MARK, link
from ckptopt.execution.values import CallOutcome, Memory, Outcome, Program, flatten, memref_parts
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


def lowering(text: str) -> str:
    """The pipeline of mlir-opt that takes a module with this text to LLVM."""
    passes = (BUFFERS, _LOWERING) if "tensor<" in text else (_LOWERING,)
    return f"builtin.module({','.join(passes)})"


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
) -> list[Outcome]:
    """Run every program; outcomes come in the order of the programs.

    Fresh heap memory holds the byte `fill` and freed memory its complement: a function whose
    numbers depend on `fill` reads memory that it must not read. `level` is that of LLVM's
    optimisations, 0 to 3.
    """
    batches = [programs[i : i + batch_size] for i in range(0, len(programs), batch_size)]

    def run(batch: Sequence[Program]) -> list[Outcome]:
        return _run_bisecting(batch, _How(timeout, fill, level))

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return [outcome for outcomes in pool.map(run, batches) for outcome in outcomes]


_ERROR_PLACE = re.compile(r"batch\.mlir:(\d+):\d+: error")


class _How(NamedTuple):
    timeout: float
    fill: int
    level: int


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
    with tempfile.TemporaryDirectory() as directory:
        source, lowered = Path(directory, "batch.mlir"), Path(directory, "lowered.mlir")
        source.write_text(module)
        pipeline = f"--pass-pipeline={lowering(module)}"
        lower = [require_tool("mlir-opt"), source, pipeline, "-o", lowered]
        _process("mlir-opt", lower, how.timeout)
        lowered.write_text(_use_checking_allocator(lowered.read_text()))
        run = [
            require_tool("mlir-runner"),
            lowered,
            "-e",
            "main",
            "--entry-point-result=void",
            f"-O{how.level}",
        ]
        libraries = [f"--shared-libs={library}" for library in runner_libraries()]
        output = _process("mlir-runner", [*run, *libraries], how.timeout)
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
    except subprocess.TimeoutExpired:
        raise _Failed(f"{stage}: no end within {timeout} s") from None
    if done.returncode in MEMORY_FAULTS:
        raise _Failed(f"{stage}: {MEMORY_FAULTS[done.returncode]}")
    if done.returncode:
        message = " | ".join(done.stderr.splitlines()[:4])[:600]
        reason = f"signal {-done.returncode}" if done.returncode < 0 else "failed"
        raise _Failed(f"{stage}: {reason}: {message}")
    return done.stdout


def _use_checking_allocator(lowered: str) -> str:
    """Send the calls that memref.alloc and memref.dealloc were lowered to through the harness."""
    lowered = re.sub(r"llvm\.call @(malloc|free)\(", r"llvm.call @harness_\1(", lowered)
    if "llvm.func @free(" in lowered:
        lowered = lowered.replace("llvm.func @harness_give_back(!llvm.ptr)", "")
    return lowered.replace("@harness_give_back", "@free")


def _decode(programs: Sequence[Program], numbers: Sequence[int]) -> list[Outcome]:
    """Cut the printed numbers into outcomes; the calls say how many there are of what."""
    position = 0

    def take(count: int) -> tuple[int, ...]:
        nonlocal position
        position += count
        return tuple(numbers[position - count : position])

    outcomes = [
        Outcome(
            program.name,
            tuple(
                CallOutcome(
                    memory=Memory(*take(4)),
                    results=take(len(call.results)),
                    contents=tuple(
                        take(len(flatten(a.value)) if memref_parts(a.type) else 0)
                        for a in call.arguments
                    ),
                    counts=dict(zip(program.counted, take(len(program.counted)), strict=True)),
                )
                for call in program.calls
            ),
        )
        for program in programs
    ]
    if position != len(numbers):
        raise _Failed(f"mlir-runner: {len(numbers)} numbers printed, {position} expected")
    return outcomes

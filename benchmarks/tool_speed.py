"""How fast the tool itself is: start-up against xdsl-opt, and growth with the size of the input.

    python benchmarks/tool_speed.py             ratios of CPU time, measured side by side
    python benchmarks/tool_speed.py --profile   where the time of the largest input goes

Each command runs several times, in turn with the one that it is compared with; the least CPU time
counts, since whatever else the machine does can only add to it.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

EXAMPLES = Path(__file__).parent.parent / "examples"
MAIN_JOB = ("-p", "loop-checkpoint")
DIRECTIVE = "{enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}"
PROLOGUE = """func.func @NAME(%x: f64, %m: memref<100xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
"""


class Growth(NamedTuple):
    """A family of inputs: the time for `large` may be at most `limit` times that for `small`."""

    program: Callable[[int], str]
    small: int
    large: int
    limit: float


def arithmetic(size: int) -> str:
    """One loop with a body of `size` operations on floats."""
    kinds = ("math.sin {0}", "arith.mulf {0}, %s", "arith.addf {0}, %x", "math.exp {0}")
    names = ["%s", *(f"%v{k}" for k in range(size))]
    lines = [f"{names[k + 1]} = {kinds[k % 4].format(names[k])} : f64" for k in range(size)]
    return _function("f", _loop("%y", "%x", [*lines, f"scf.yield {names[-1]} : f64"]), "%y")


def memory(size: int) -> str:
    """One loop with a body of `size` operations, two of three on memory."""
    lines = [
        line
        for k in range(size // 3)
        for line in (
            f"%a{k} = memref.load %m[%i] : memref<100xf64>",
            f"%b{k} = math.sin %a{k} : f64",
            f"memref.store %b{k}, %m[%i] : memref<100xf64>",
        )
    ]
    return _function("f", _loop("%y", "%x", [*lines, "scf.yield %s : f64"]), "%y")


def sequence(size: int) -> str:
    """`size` loops, one after the other."""
    names = ["%x", *(f"%y{k}" for k in range(size))]
    loops = [line for k in range(size) for line in _loop(names[k + 1], names[k], _STEP)]
    return _function("f", loops, names[-1])


def functions(size: int) -> str:
    """`size` functions with a loop each."""
    return "".join(_function(f"f{k}", _loop("%y", "%x", _STEP), "%y") for k in range(size))


def nest(size: int) -> str:
    """`size` loops, each in the one before, all checkpointed."""
    lines = [f"%t = math.sin %s{size} : f64", "scf.yield %t : f64"]
    for level in reversed(range(size)):
        outer = f"%s{level}" if level else "%x"
        lines = _loop(f"%r{level}", outer, lines, carried=f"%s{level + 1}", counter=f"%i{level}")
        lines.append(f"scf.yield %r{level} : f64")
    return _function("f", lines[:-1], "%r0")


_STEP = ("%t = math.sin %s : f64", "scf.yield %t : f64")


def _loop(
    result: str, init: str, body: Sequence[str], carried: str = "%s", counter: str = "%i"
) -> list[str]:
    bounds = f"{counter} = %c0 to %c100 step %c1"
    head = f"{result} = scf.for {bounds} iter_args({carried} = {init}) -> (f64) {{"
    return [head, *(f"  {line}" for line in body), f"}} {DIRECTIVE}"]


def _function(name: str, lines: Sequence[str], result: str) -> str:
    body = "".join(f"  {line}\n" for line in lines)
    return f"{PROLOGUE.replace('NAME', name)}{body}  return {result} : f64\n}}\n"


FAMILIES = {
    "body of arithmetic": Growth(arithmetic, 1_000, 10_000, 12),
    "body of loads and stores": Growth(memory, 1_000, 10_000, 12),
    "loops in sequence": Growth(sequence, 50, 500, 12),
    "functions with a loop": Growth(functions, 50, 500, 12),
    "nest of loops": Growth(nest, 4, 8, 2.4),
}


def cpu_seconds(command: Sequence[str]) -> float:
    """User and system time of one run of `command`, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def side_by_side(commands: Sequence[Sequence[str]], repeats: int) -> list[float]:
    """The least CPU time of each command, of `repeats` runs in turn."""
    rounds = [[cpu_seconds(command) for command in commands] for _ in range(repeats)]
    return [min(times) for times in zip(*rounds, strict=True)]


def main() -> None:
    """Print the table of ratios, or the profile."""
    options = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    options.add_argument("--profile", action="store_true")
    options.add_argument("--repeats", type=int, default=15)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if chosen.profile:
            _profile(Path(folder))
        else:
            _measure(Path(folder), chosen.repeats)


def _measure(folder: Path, repeats: int) -> None:
    tools = Path(sys.executable).parent
    ours = [str(tools / "ckptopt"), "-o", os.devnull]
    table = Table("what", "seconds", "compared with", "seconds", "ratio", "limit")
    empty = _written(folder, "empty", "module {\n}\n")
    example = [*ours, str(EXAMPLES / "recurrence.mlir"), *MAIN_JOB]
    reference = [str(tools / "xdsl-opt"), empty]
    base, job = side_by_side([reference, example], repeats)
    _row(table, "examples/recurrence.mlir", "xdsl-opt, empty module", base, job, 1.3)
    for name, family in FAMILIES.items():
        small, large = (
            [*ours, _written(folder, f"{size}", family.program(size)), *MAIN_JOB]
            for size in (family.small, family.large)
        )
        times = side_by_side([small, large], max(1, repeats // 5))
        _row(table, f"{name}: {family.large}", f"{family.small}", *times, family.limit)
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def _row(
    table: Table, what: str, reference: str, base: float, measured: float, limit: float
) -> None:
    ratio = measured / base
    table.add_row(what, f"{measured:.2f}", reference, f"{base:.2f}", f"{ratio:.2f}", f"{limit:.1f}")


def _profile(folder: Path) -> None:
    from ckptopt.driver import Settings, run

    path = _written(folder, "body", arithmetic(10_000))
    profile = cProfile.Profile()
    profile.runcall(run, path, os.devnull, Settings(pipeline=MAIN_JOB[1]))
    statistics = pstats.Stats(profile)
    statistics.sort_stats("cumulative").print_stats("ckptopt", 40)
    statistics.sort_stats("tottime").print_stats(20)


def _written(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.mlir"
    path.write_text(text, encoding="utf-8")
    return str(path)


if __name__ == "__main__":
    main()

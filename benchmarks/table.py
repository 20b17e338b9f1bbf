"""What was measured as a page of Markdown: docs/performance.md."""

from __future__ import annotations

import math
import os
import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from reference import incumbent

from benchmarks.catalogue import SCHEMES
from benchmarks.contenders import ENZYME, FAST, JAX, OURS
from benchmarks.measure import Result, Row, Spread
from benchmarks.tools import Speed
from ckptopt.toolchain import VERSION

INTRODUCTION = """\
# Performance

`make bench` made this page. It measures how fast gradients are: those that ckptopt generates, those
of the MLIR passes of [Enzyme](https://enzyme.mit.edu), and those of JAX.
"""

METHOD = Path(__file__).with_name("method.md")


def page(results: Sequence[Result], speeds: Sequence[Speed]) -> str:
    """The page."""
    parts = [INTRODUCTION, _machine(), *_programs(results), *_summary(results)]
    if speeds:
        parts += _tools(speeds)
    return "\n".join([*parts, METHOD.read_text(encoding="utf-8")]).rstrip() + "\n"


def _machine() -> str:
    info = Path("/proc/cpuinfo")
    text = info.read_text(encoding="utf-8") if info.exists() else ""
    found = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    processor = found[1] if found else platform.processor() or platform.machine()
    versions = ", ".join(f"{name} {version}" for name, version in incumbent.versions().items())
    return (
        f"Machine: {processor}, {os.cpu_count()} processors, of which one is used. "
        f"Versions: {versions}, LLVM {VERSION}, Python {platform.python_version()}.\n"
    )


HEAD = (
    "| program | gradient by | gradient / primal | / Enzyme | peak bytes | evaluations | copies "
    "| / model |",
    "|---|---|---|---|---|---|---|---|",
)


def _programs(results: Sequence[Result]) -> Iterator[str]:
    yield "## Gradients\n"
    yield from HEAD
    for result in results:
        title = f"**{result.program.title}**"
        about = f"primal, {_seconds(result.seconds)}, {result.evaluations:,} steps"
        yield f"| {title} | {about} | 1 | | | 1 | | |"
        for row in result.rows:
            yield f"| | {row.tool}, {row.scheme} | {' | '.join(_cells(row, result))} |"
    yield ""


def _cells(row: Row, result: Result) -> Iterable[str]:
    if row.failure or row.ratio is None or row.counts is None:
        return (row.failure.replace("|", "\\|"), "", "", "", "", "")
    ratio = _spread(row.ratio)
    if row.own_ratio is not None:
        ratio += f"; own primal: {row.own_ratio.middle:.2f}"
    return (
        ratio,
        _spread(row.to_enzyme) if row.to_enzyme else "",
        f"{row.counts.peak_bytes:,}",
        f"{row.counts.evaluations / result.evaluations:.2f}",
        "" if row.counts.copies is None else f"{row.counts.copies:,}",
        "" if row.to_model is None else f"{row.to_model:.2f}",
    )


def _spread(spread: Spread) -> str:
    return f"{_ratio(spread.middle)} ({_ratio(spread.low)} to {_ratio(spread.high)})"


def _ratio(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.2g}"


def _seconds(seconds: float) -> str:
    return f"{seconds * 1e3:.3g} ms"


def _summary(results: Sequence[Result]) -> Iterator[str]:
    """Geometric means over the programs where both have a gradient, and the worst."""
    yield "ckptopt over Enzyme with the same budget, over JAX with the same scheme. *Fast* is with"
    yield "`fastmath=fast` where the table has such a row, as Enzyme's adjoints always have it:\n"
    columns = ("scheme", *("time over Enzyme's, mean", "worst", "fast, mean", "worst"))
    columns = (*columns, "over JAX's", "bytes over Enzyme's, mean", "worst")
    yield f"| {' | '.join(columns)} |"
    yield "|---" * len(columns) + "|"
    ours: list[float] = []
    fast: list[float] = []
    for scheme in SCHEMES:
        found = [_by_tool(result, scheme) for result in results]
        times = [row[OURS].to_enzyme.middle for row in found if row[OURS].to_enzyme]
        flagged = [row.get(FAST, row[OURS]).to_enzyme for row in found]
        quick = [ratio.middle for ratio in flagged if ratio]
        over_jax = [
            row[OURS].ratio.middle / row[JAX].ratio.middle
            for row in found
            if row[OURS].ratio and JAX in row and row[JAX].ratio
        ]
        bytes_ = [
            row[OURS].counts.peak_bytes / row[ENZYME].counts.peak_bytes
            for row in found
            if row[OURS].counts and ENZYME in row and row[ENZYME].counts
        ]
        yield _line(scheme, times, quick, _mean(over_jax), bytes_)
        ours += times
        fast += quick
    yield _line("all", ours, fast, "", []) + "\n"


def _line(scheme: str, ours: list[float], fast: list[float], jax: str, bytes_: list[float]) -> str:
    cells = [scheme, _mean(ours), _worst(ours), _mean(fast), _worst(fast), jax]
    return "| " + " | ".join([*cells, _mean(bytes_), _worst(bytes_)]) + " |"


JAX_SCHEMES = {"store-all": "scan", "periodic": "scan of checkpoints"}


def _by_tool(result: Result, scheme: str) -> dict[str, Row]:
    """The rows of a scheme; of JAX's gradients, those with the schedule that is most like it."""
    schemes = (scheme, JAX_SCHEMES.get(scheme))
    return {row.tool: row for row in result.rows if row.scheme == schemes[row.tool == JAX]}


def _worst(ratios: Sequence[float]) -> str:
    return f"{max(ratios):.2f}" if ratios else ""


def _mean(ratios: Sequence[float]) -> str:
    return f"{math.exp(math.fsum(map(math.log, ratios)) / len(ratios)):.2f}" if ratios else ""


def _tools(speeds: Sequence[Speed]) -> Iterator[str]:
    yield "## The tools themselves\n"
    yield "CPU time of a whole process that differentiates a module. Enzyme's wheel has no program"
    yield "of its own: its passes run in a Python process that loads them.\n"
    yield "| input | ckptopt | Enzyme | ckptopt / Enzyme |"
    yield "|---|---|---|---|"
    for speed in speeds:
        if speed.enzyme is None:
            yield f"| {speed.name} | {speed.ours:.2f} s | {speed.failure} | |"
        else:
            ratio = f"{speed.ours / speed.enzyme:.2f}"
            yield f"| {speed.name} | {speed.ours:.2f} s | {speed.enzyme:.2f} s | {ratio} |"
    yield ""

"""The tool itself against Enzyme's passes: the CPU time of a whole process on the same input.

The wheel of Enzyme has no program of its own: its passes run in a Python process that loads them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reference.incumbent import TESTS, Question

from benchmarks import tool_speed

INPUTS = {
    "10 operations: start-up": tool_speed.arithmetic(10),
    "2,000 operations on floats": tool_speed.arithmetic(2_000),
    "2,000 operations, two of three on memory": tool_speed.memory(2_000),
    "100 loops": tool_speed.sequence(100),
    "nest of 4 loops": tool_speed.nest(4),
}
"""Functions of a number and a buffer."""

ACTIVITIES = ("enzyme_active", "enzyme_dup")
TIMEOUT = 60
"""Seconds."""

WORKER = TESTS / "reference" / "worker.py"


@dataclass(frozen=True)
class Speed:
    """Seconds of CPU time for one input; `enzyme` is None where Enzyme fails, for `failure`."""

    name: str
    ours: float
    enzyme: float | None
    failure: str = ""


def compare(folder: Path, repeats: int) -> list[Speed]:
    """Both tools on each input, in turn; the least time of `repeats` counts."""
    return [_compare(name, text, folder, repeats) for name, text in INPUTS.items()]


def _compare(name: str, text: str, folder: Path, repeats: int) -> Speed:
    source, asked = folder / "tool.mlir", folder / "tool.json"
    source.write_text(text, encoding="utf-8")
    question = Question(text, ACTIVITIES, ("enzyme_active",))
    asked.write_text(json.dumps([question.text, question.pipeline]) + "\n", encoding="utf-8")
    pipeline = f"loop-checkpoint{{fn=f argTys={','.join(ACTIVITIES)}}}"
    ours = [sys.executable, "-m", "ckptopt", str(source), "-p", pipeline, "-o", os.devnull]
    enzyme = [sys.executable, str(WORKER), str(asked)]
    if failure := _failure(enzyme):
        return Speed(name, tool_speed.side_by_side([ours], repeats)[0], None, failure)
    return Speed(name, *tool_speed.side_by_side([ours, enzyme], repeats))


def _failure(command: Sequence[str]) -> str:
    """Why Enzyme has no answer; nothing if it has one."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return f"does not end within {TIMEOUT} s"
    if done.returncode:
        return f"crashes ({done.returncode})"
    return json.loads(done.stdout).get("error", "")

"""Gradients whose snapshots go through the C library for stores, with a file per store."""

from __future__ import annotations

import ctypes
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fuzz.agreement import check
from support.inprocess import run_cli
from support.native import RUNTIME, shared_library
from support.programs import LoopProgram, generate

from ckptopt.checkpointing.schedules import periodic
from ckptopt.execution import Argument, Call, CallOutcome, Program, run_batch

ORACLE: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[1].joinpath("schedules", "revolve.json").read_text()
)
STEPS = (0, 1, 2, 3, 9, 17, 50)
BUDGETS = (1, 2, 5, 100)
FILE = 'enzyme.checkpoint_storage = "file"'

COUNTED = """
static long long live, most, opened, stored;
#define ckptopt_store_open plain_open
#define ckptopt_store_close plain_close
#include "checkpoint_store.c"
#undef ckptopt_store_open
#undef ckptopt_store_close
int64_t ckptopt_store_open(int64_t slots, int64_t bytes) {
  if (++live > most) most = live;
  ++opened;
  stored = slots * bytes;
  return plain_open(slots, bytes);
}
void ckptopt_store_close(int64_t store) {
  --live;
  plain_close(store);
}
int64_t live_stores(void) { return live; }
int64_t opened_stores(void) { int64_t n = opened; opened = 0; return n; }
int64_t stored_bytes(void) { return stored; }
"""
"""Our implementation, with a count of the stores that are open, that were opened since the last
question, and the bytes of the last one."""

ASKED = ("live_stores", "opened_stores", "stored_bytes")
ASKING = "".join(
    f"func.func private @{name}() -> i64\n"
    f"func.func @ask_{name}() -> i64 {{\n"
    f"  %n = func.call @{name}() : () -> i64\n  return %n : i64\n}}\n"
    for name in ASKED
)


def asking(name: str) -> Call:
    return Call(f"ask_{name}", (), ("i64",))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    (folder / "counted.c").write_text(COUNTED)
    return shared_library(folder / "counted.c", folder)


@pytest.fixture(autouse=True)
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of the files, in which nothing may be left."""
    folder = tmp_path / "disk"
    folder.mkdir()
    monkeypatch.setenv("CKPTOPT_STORE_DIR", str(folder))
    return folder


def gradient(text: str, *options: str) -> str:
    done = run_cli(["-p", f"loop-checkpoint{{fn=f {' '.join(options)}}}"], text)
    assert done.exit_code == 0, done.stderr
    return done.stdout


# Counts and bytes

LOOP = """
func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %u = memref.load %m[%c1] : memref<?xf64>
    %v = math.exp %u : f64
    %w = arith.mulf %v, %a : f64
    memref.store %w, %m[%c0] : memref<?xf64>
    %s = math.sin %w : f64
    memref.store %s, %m[%c1] : memref<?xf64>
    scf.yield %s : f64
  } {enzyme.enable_checkpointing = true, DIRECTIVES}
  return %r : f64
}
"""
ELEMENTS = 1000
SNAPSHOT = 8 + 8 + 8 * ELEMENTS
"""A number, the size of the buffer, and its contents."""

SCHEMES = {
    "periodic": "enzyme.checkpoint_period = BUDGET : i64",
    "binomial": 'enzyme.checkpoint_scheme = "leaf", enzyme.checkpoint_leaf = 1 : i64, '
    "enzyme.checkpoint_period = BUDGET : i64",
    "leaf": 'enzyme.checkpoint_scheme = "leaf", enzyme.checkpoint_leaf = 3 : i64, '
    "enzyme.checkpoint_period = BUDGET : i64",
}


def call(steps: int) -> Call:
    values = [0.25 + 0.001 * i for i in range(ELEMENTS)]
    arguments = (
        Argument("f64", 0.3),
        Argument("memref<?xf64>", values),
        Argument("memref<?xf64>", [1.0] * ELEMENTS),
        Argument("index", steps),
        Argument("f64", 1.0),
    )
    return Call("f_grad", arguments, ("f64",))


def run(programs: Sequence[Program], library: Path) -> list[tuple[CallOutcome, ...]]:
    found: list[tuple[CallOutcome, ...]] = []
    for outcome in run_batch(programs, libraries=[library]):
        assert not outcome.failure, (outcome.name, outcome.failure)
        found.append(tuple(outcome.calls))
    return found


def snapshots(scheme: str, budget: int, steps: int) -> int:
    """How many slots the store has, the last stretch being taped where it runs."""
    if scheme == "periodic":
        return max(periodic(steps, budget).count - 1, 0)
    leaves = -(-steps // (3 if scheme == "leaf" else 1))
    return min(budget, max(leaves - 1, 0))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_bits_counts_and_bytes(scheme: str, library: Path, disk: Path) -> None:
    """For all numbers of steps and slots: the bits and evaluations of snapshots in memory, of which
    those of the binomial schedule are optimal; and a snapshot less in memory for each slot."""
    grid = [(budget, steps) for budget in BUDGETS for steps in STEPS]
    asks = (asking("opened_stores"), asking("stored_bytes"), asking("live_stores"))

    def program(budget: int, *, in_file: bool) -> Program:
        directives = SCHEMES[scheme].replace("BUDGET", str(budget))
        text = LOOP.replace("DIRECTIVES", directives)
        made = gradient(text, "storage=file" if in_file else "")
        calls = [c for steps in STEPS for c in (call(steps), *(asks if in_file else ()))]
        name = f"{scheme} {budget} {in_file}"
        return Program(name, made + ASKING if in_file else made, tuple(calls), ("math.exp",))

    in_memory = run([program(budget, in_file=False) for budget in BUDGETS], library)
    in_file = run([program(budget, in_file=True) for budget in BUDGETS], library)
    for number, (budget, steps) in enumerate(grid):
        row, column = divmod(number, len(STEPS))
        expected = in_memory[row][column]
        got, opened, stored, live = in_file[row][4 * column : 4 * column + 4]
        assert got.results == expected.results, (budget, steps)
        assert got.contents == expected.contents, (budget, steps)
        assert got.counts == expected.counts, (budget, steps)
        assert got.memory.allocations == got.memory.deallocations, (budget, steps)
        assert (opened.results, live.results) == ((1,), (0,)), (budget, steps)
        kept = snapshots(scheme, budget, steps)
        # A dynamic number of steps: the slots of the table are as many as were asked for.
        slots = kept if scheme == "periodic" else budget
        assert stored.results == (slots * SNAPSHOT,), (budget, steps)
        if kept > 2:
            saved = expected.memory.peak_bytes - got.memory.peak_bytes
            assert saved >= (kept - 2) * 8 * ELEMENTS, (budget, steps)
            assert got.memory.peak_bytes < 3 * SNAPSHOT + 100 * (budget + steps), (budget, steps)
        if scheme == "binomial" and min(budget, steps) > 1:
            (best,) = (
                r
                for r in ORACLE
                if (r["trip_count"], r["slots"]) == (steps, min(budget, steps))
            )
            assert got.counts["math.exp"] == best["primal_evaluations_one_sweep"]
    assert list(disk.iterdir()) == []


# Random programs

RANDOM = {
    "periodic": "enzyme.checkpoint_period = 3 : i64",
    "binomial": "enzyme.binomial_checkpointing, enzyme.checkpoint_period = 3 : i64",
    "leaf": (
        'enzyme.checkpoint_scheme = "leaf", enzyme.checkpoint_period = 2 : i64, '
        "enzyme.checkpoint_leaf = 2 : i64"
    ),
    "online": "enzyme.checkpoint_period = 3 : i64",
}
_OTHERS = re.compile(
    r", enzyme\.(?:binomial_checkpointing|checkpoint_\w+|cache_use_tensor)(?: = [^,}]+)?"
)


def moved(program: LoopProgram, scheme: str) -> LoopProgram:
    """The program with this scheme for its loops, and snapshots in files."""
    text = _OTHERS.sub("", program.text)
    enabled = "enzyme.enable_checkpointing = true"
    return replace(program, text=text.replace(enabled, f"{enabled}, {FILE}, {RANDOM[scheme]}"))


@pytest.mark.parametrize("scheme", RANDOM)
def test_random_programs_agree_with_store_all(scheme: str, library: Path, disk: Path) -> None:
    count = int(os.environ.get("CKPTOPT_FUZZ_PROGRAMS", "500")) // 12
    first = 11000 * (1 + list(RANDOM).index(scheme))
    found = (generate(seed) for seed in range(first, first + 20 * count))
    programs = [
        moved(program, scheme)
        for program in found
        if "enable_checkpointing = true" in program.text
        and ("scf.while" in program.text) == (scheme == "online")
    ][:count]
    assert len(programs) > count // 2
    report = check(programs, libraries=[library])
    assert not report.findings, "\n".join(str(finding) for finding in report.findings[:3])
    assert report.refused < count // 3
    assert list(disk.iterdir()) == []

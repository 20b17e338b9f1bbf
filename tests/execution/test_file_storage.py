"""Gradients whose snapshots go through the C library for stores, with a file per store."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from execution.test_memory_spaces import ENABLED, moved
from fuzz.agreement import check
from support.inprocess import run_cli
from support.native import RUNTIME, shared_library
from support.programs import generate

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
    those of the binomial schedule are optimal; and no more than two of them in memory."""
    grid = [(budget, steps) for budget in BUDGETS for steps in STEPS]
    asks = (asking("opened_stores"), asking("stored_bytes"), asking("live_stores"))

    def program(budget: int, *, in_file: bool) -> Program:
        directives = SCHEMES[scheme].replace("BUDGET", str(budget))
        text = LOOP.replace("DIRECTIVES", directives) + ASKING
        made = gradient(text, "storage=file" if in_file else "")
        calls = [c for steps in STEPS for c in (call(steps), *(asks if in_file else ()))]
        name = f"{scheme} {budget} {in_file}"
        return Program(name, made, tuple(calls), ("math.exp",))

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
        assert stored.results == (kept * SNAPSHOT,), (budget, steps)
        if kept > 2:
            saved = expected.memory.peak_bytes - got.memory.peak_bytes
            assert saved >= (kept - 2) * 8 * ELEMENTS, (budget, steps)
            assert got.memory.peak_bytes < 3 * SNAPSHOT + 100 * (budget + steps), (budget, steps)
        if scheme == "binomial" and min(budget, steps) > 1:
            (best,) = (
                r for r in ORACLE if (r["trip_count"], r["slots"]) == (steps, min(budget, steps))
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


@pytest.mark.parametrize("scheme", RANDOM)
def test_random_programs_agree_with_store_all(scheme: str, library: Path, disk: Path) -> None:
    count = int(os.environ.get("CKPTOPT_FUZZ_PROGRAMS", "500")) // 12
    first = 11000 * (1 + list(RANDOM).index(scheme))
    found = (generate(seed) for seed in range(first, first + 20 * count))
    programs = [
        moved(program, f"{ENABLED}, {FILE}, {RANDOM[scheme]}")
        for program in found
        if "enable_checkpointing = true" in program.text
        and ("scf.while" in program.text) == (scheme == "online")
    ][:count]
    assert len(programs) > count // 2
    report = check(programs, libraries=[library])
    assert not report.findings, "\n".join(str(finding) for finding in report.findings[:3])
    assert report.refused < count // 3
    assert list(disk.iterdir()) == []


# Other ways of asking


def test_enzyme_passes_declare_the_library(library: Path) -> None:
    """The derivative that `enzyme.autodiff` asks for calls it as `@f_grad` does."""
    active, const, dup = (f"#enzyme<activity enzyme_{kind}>" for kind in ("active", "const", "dup"))
    asks = f"""
func.func @f_grad(%x: f64, %m: memref<?xf64>, %d: memref<?xf64>, %n: index, %s: f64) -> f64 {{
  %g = enzyme.autodiff @f(%x, %m, %d, %n, %s) {{activity = [{active}, {dup}, {const}],
      ret_activity = [#enzyme<activity enzyme_activenoneed>]}}
      : (f64, memref<?xf64>, memref<?xf64>, index, f64) -> f64
  return %g : f64
}}
"""
    directives = f"{FILE}, {SCHEMES['binomial']}".replace("BUDGET", "3")
    text = LOOP.replace("DIRECTIVES", directives)
    asked = run_cli(
        ["-p", "enzyme,remove-unnecessary-enzyme-ops,lower-enzyme-binomial-progress"], text + asks
    )
    assert asked.exit_code == 0, asked.stderr
    assert asked.stdout.count("func.func private @ckptopt_store_") == 4
    calls = tuple(map(call, STEPS))
    programs = [Program("asked", asked.stdout, calls), Program("made", gradient(text), calls)]
    asked_calls, made_calls = run(programs, library)
    assert [(c.results, c.contents) for c in asked_calls] == [
        (c.results, c.contents) for c in made_calls
    ]


@pytest.mark.parametrize("mode", ["combined", "split"])
@pytest.mark.parametrize("directive", [FILE, "enzyme.checkpoint_runtime"])
def test_checks_run_with_the_library_that_we_ship(mode: str, directive: str, disk: Path) -> None:
    text = LOOP.replace("DIRECTIVES", f"{directive}, enzyme.checkpoint_period = 3 : i64")
    done = run_cli(["-p", f"loop-checkpoint{{fn=f mode={mode}}}", "--check=json"], text)
    assert done.exit_code == 0, done.stderr
    rows = json.loads(done.stdout)[0]["rows"]
    assert {row["verdict"] for row in rows} == {"ok"}
    assert list(disk.iterdir()) == []


# The library

QUESTION = """
import ctypes, os, sys
store = ctypes.CDLL(sys.argv[1])
for function, count in (("open", 2), ("write", 5), ("read", 5), ("close", 1)):
    found = getattr(store, f"ckptopt_store_{function}")
    found.argtypes, found.restype = [ctypes.c_int64] * count, ctypes.c_int64
    globals()[function] = found
room = ctypes.create_string_buffer(b"abcdefgh", 8)
at = ctypes.addressof(room)
"""


def ask(library: Path, lines: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", QUESTION + lines, library],
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plain")
    return shared_library(RUNTIME / "checkpoint_store.c", folder)


def test_stores_keep_what_is_written_without_a_name(plain: Path, disk: Path) -> None:
    lines = """
folder = os.environ["CKPTOPT_STORE_DIR"]
s, t = open(3, 5000), open(1, 8)
write(s, 2, 4992, at, 8); write(t, 0, 0, at + 4, 4); write(s, 2, 0, at + 1, 7)
room.raw = b"........"
read(s, 2, 4992, at, 8); print(room.raw)
read(s, 2, 0, at, 7); print(room.raw)
read(t, 0, 0, at, 4); print(room.raw)
mapped = lambda: __builtins__.open("/proc/self/maps").read().count("/ckptopt-")
print(os.listdir(folder), mapped())
close(s); close(t); close(open(0, 8)); close(open(4, 0))
print(mapped())
"""
    done = ask(plain, lines)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "b'abcdefgh'",
        "b'bcdefghh'",
        "b'efghfghh'",
        "[] 2",
        "0",
    ]
    assert list(disk.iterdir()) == []


FAULTS = {
    "cannot create a file in /no/such/folder": (
        "os.environ['CKPTOPT_STORE_DIR'] = '/no/such/folder'; open(1, 8)"
    ),
    "cannot reserve 1152921504606846976 bytes in ": "open(2**20, 2**40)",
    "cannot open a store: File too large": "open(2**40, 2**40)",
    "cannot open a store: its size is negative": "open(-1, 8)",
    "cannot write: no such store, slot": "write(open(2, 8), 2, 0, at, 8)",
    "cannot read: no such store, slot": "read(open(2, 8), 1, 1, at, 8)",
    "cannot close: no such store": "close(0)",
}


@pytest.mark.parametrize("message", FAULTS)
def test_what_fails_says_so_and_aborts(message: str, plain: Path, disk: Path) -> None:
    done = ask(plain, FAULTS[message])
    assert done.returncode == -signal.SIGABRT
    assert f"ckptopt checkpoint store: {message}" in done.stderr
    assert list(disk.iterdir()) == []


def test_a_gradient_without_a_disk_aborts(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CKPTOPT_STORE_DIR", "/no/such/folder")
    made = gradient(
        LOOP.replace("DIRECTIVES", f"{FILE}, {SCHEMES['periodic']}").replace("BUDGET", "3")
    )
    (outcome,) = run_batch([Program("no disk", made, (call(9),))], libraries=[library])
    assert "signal 6" in outcome.failure
    assert "cannot create a file in /no/such/folder" in outcome.failure


def test_pages_leave_the_process(plain: Path, disk: Path) -> None:
    """What is resident of a store does not grow with what is written to it."""
    lines = """
big = ctypes.create_string_buffer(2**22)
def resident():
    lines = __builtins__.open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024
s = open(8, 2**22)
before = resident()
for slot in range(8): write(s, slot, 0, ctypes.addressof(big), 2**22)
for slot in range(8): read(s, slot, 0, ctypes.addressof(big), 2**22)
print(resident() - before)
"""
    done = ask(plain, lines)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 2 * 2**22


# Plans

NEST = """
func.func @f(%x: f64, %m: memref<6xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  %k = arith.constant 12 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %q = scf.for %j = %c0 to %k step %c1 iter_args(%b = %a) -> (f64) {
      %u = memref.load %m[%c0] : memref<6xf64>
      %v = arith.mulf %u, %b : f64
      %e = math.sin %v : f64
      memref.store %e, %m[%c0] : memref<6xf64>
      scf.yield %e : f64
    } {enzyme.enable_checkpointing = true, INNER}
    scf.yield %q : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_memory = "BUDGET"}
  return %r : f64
}
"""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_loop_around_is_planned_for_what_stays_in_memory(scheme: str, library: Path) -> None:
    inner = f"{FILE}, {SCHEMES[scheme].replace('BUDGET', '3')}"
    arguments = (
        Argument("f64", 0.3),
        Argument("memref<6xf64>", [0.5 + 0.1 * i for i in range(6)]),
        Argument("memref<6xf64>", [1.0] * 6),
        Argument("f64", 1.0),
    )
    call = Call("f_grad", arguments, ("f64",))
    budgets = [str(500 * number) for number in range(1, 12)]
    programs: list[Program] = []
    predicted: list[int] = []
    for budget in budgets:
        text = NEST.replace("INNER", inner).replace("BUDGET", budget)
        done = run_cli(["-p", "loop-checkpoint{fn=f}", "--plan=json"], text)
        if done.exit_code:
            continue
        outer, within = json.loads(done.stdout)
        assert (within["reason"], within["rows"]) == ("its snapshots are in a file", [])
        predicted += [row["bytes"] for row in outer["rows"] if row["chosen"]]
        programs.append(Program(budget, gradient(text), (call,)))
    assert len(programs) > 3
    peaks = [calls[0].memory.peak_bytes for calls in run(programs, library)]
    # Nests are planned to within the handle of a table of slots.
    assert peaks == pytest.approx(predicted, rel=0, abs=48)

"""Gradients with `enzyme.checkpoint_runtime`, whose schedule a C library decides on as they run."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from math import isqrt
from pathlib import Path
from typing import Any

import pytest
from fuzz.agreement import check
from support.inprocess import run_cli
from support.native import shared_library
from support.programs import LoopProgram, generate

from ckptopt.checkpointing.schedules import periodic
from ckptopt.execution import Argument, Call, CallOutcome, Program, run_batch

ORACLE: list[dict[str, Any]] = json.loads(
    Path(__file__).parents[1].joinpath("schedules", "revolve.json").read_text()
)
STEPS = (0, 1, 2, 3, 9, 17, 50)
BUDGETS = (1, 2, 5, 100)

LOOP = """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to COUNT step %c1 iter_args(%a = %x) -> (f64) {
    %m = arith.negf %a : f64
    %e = math.exp %m : f64
    scf.yield %e : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_runtime, DIRECTIVES}
  return %r : f64
}
func.func private @live_schedules() -> i64
func.func @live() -> i64 {
  %n = func.call @live_schedules() : () -> i64
  return %n : i64
}
"""

COUNTED = """
#include "checkpoint_schedule.h"
static int64_t live;
#define __enzyme_ckpt_schedule_begin counted_begin
#define __enzyme_ckpt_schedule_end counted_end
#include "checkpoint_schedule.c"
#undef __enzyme_ckpt_schedule_begin
#undef __enzyme_ckpt_schedule_end
void *__enzyme_ckpt_schedule_begin(int64_t mode, int64_t budget, int64_t steps) {
  ++live;
  return counted_begin(mode, budget, steps);
}
void __enzyme_ckpt_schedule_end(void *schedule) {
  --live;
  counted_end(schedule);
}
int64_t live_schedules(void) { return live; }
"""
"""Our implementation, with a count of the schedules that are not ended."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("schedule")
    (folder / "counted.c").write_text(COUNTED)
    return shared_library(folder / "counted.c", folder)


def gradient(text: str, *options: str) -> str:
    done = run_cli(["-p", f"loop-checkpoint{{fn=f {' '.join(options)}}}"], text)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def asked(scheme: str, budget: int) -> str:
    return f'enzyme.checkpoint_scheme = "{scheme}", enzyme.checkpoint_period = {budget} : i64'


def call(steps: int) -> Call:
    arguments = (Argument("f64", 0.3), Argument("index", steps), Argument("f64", 1.0))
    return Call("f_grad", arguments, ("f64",))


def outcomes_of(programs: Sequence[Program], library: Path) -> list[list[CallOutcome]]:
    """What the calls did; each frees what it allocates, and the last finds no open schedule."""
    found: list[list[CallOutcome]] = []
    for outcome in run_batch(programs, libraries=[library]):
        assert not outcome.failure, outcome.failure
        *calls, live = outcome.calls
        assert live.results == (0,)
        assert all(c.memory.allocations == c.memory.deallocations for c in calls)
        found.append(calls)
    return found


LIVE = Call("live", (), ("i64",))


def evaluations(scheme: str, budget: int, steps: int) -> int:
    """How often a step runs, with the last one taped on the way."""
    if steps <= 1:
        return steps
    match scheme:
        case "store_all":
            return 2 * steps - 1
        case "none":
            return steps + steps * (steps - 1) // 2
        case "periodic":
            cut = periodic(steps, budget)
            again = sum(
                max((cut.length if base + cut.length <= steps else steps - base) - 1, 0)
                for base in range(0, steps, cut.length)
            )
            last = steps - (cut.count - 1) * cut.length
            return 2 * steps - 1 + again - (last - 1)
        case _:
            slots = min(budget, steps)
            if slots == 1:
                return steps + steps * (steps - 1) // 2
            (row,) = (r for r in ORACLE if (r["trip_count"], r["slots"]) == (steps, slots))
            return row["primal_evaluations_one_sweep"]


def slots(scheme: str, budget: int, steps: int) -> int:
    """How many slots the schedule asks for, and one to work in."""
    match scheme:
        case "none":
            return 2
        case "store_all":
            return max(steps - 1, 1) + 1
        case "periodic":
            cut = periodic(steps, budget)
            return max(cut.count + cut.length - 1, 1) + 1
        case _:
            return max(min(budget, steps), 1) + 1


@pytest.mark.parametrize("scheme", ["none", "periodic", "revolve", "store_all", "binomial"])
@pytest.mark.parametrize("constant", [False, True])
def test_evaluations_and_slots(scheme: str, constant: bool, library: Path):
    """A slot holds the number of a step and one float; the last step is taped where it runs."""
    known = {(row["trip_count"], row["slots"]) for row in ORACLE}
    grid = [
        (budget, steps)
        for budget in BUDGETS
        for steps in STEPS
        if scheme not in ("revolve", "binomial")
        or min(budget, steps) <= 1
        or (steps, min(budget, steps)) in known
    ]
    programs = [
        Program(
            f"{scheme} {budget} {steps}",
            gradient(
                LOOP.replace("DIRECTIVES", asked(scheme, budget))
                .replace("COUNT", "%c" if constant else "%n")
                .replace("  %r =", f"  %c = arith.constant {steps} : index\n  %r =", 1)
            ),
            (call(steps), LIVE),
            ("math.exp",),
        )
        for budget, steps in grid
    ]
    plain = gradient(re.sub(r" \{enzyme.*", "", LOOP).replace("COUNT", "%n"))
    expected = outcomes_of(
        [Program("plain", plain, (*(call(steps) for _, steps in grid), LIVE))], library
    )[0]
    for (budget, steps), want, (got,) in zip(
        grid, expected, outcomes_of(programs, library), strict=True
    ):
        assert got.results == want.results, (budget, steps)
        assert got.counts["math.exp"] == evaluations(scheme, budget, steps), (budget, steps)
        if not constant and steps > 1:
            assert got.memory.peak_bytes == 16 * slots(scheme, budget, steps) + 8 or (
                got.memory.peak_bytes == 16 * slots(scheme, budget, steps)
            ), (budget, steps)


def test_default_budgets(library: Path):
    """Without a period: segments of sqrt(N) steps, sqrt(N) slots."""
    wanted = {"binomial": ("binomial", isqrt(17)), "auto": ("periodic", -(-17 // isqrt(17)))}
    for scheme, (as_scheme, budget) in wanted.items():
        text = LOOP.replace("DIRECTIVES", f'enzyme.checkpoint_scheme = "{scheme}"')
        program = Program(
            scheme, gradient(text.replace("COUNT", "%n")), (call(17), LIVE), ("math.exp",)
        )
        ((got,),) = outcomes_of([program], library)
        assert got.counts["math.exp"] == evaluations(as_scheme, budget, 17)


OTHERS = re.compile(
    r", enzyme\.(?:binomial_checkpointing|checkpoint_(?:scheme|leaf|memory))(?: = [^,}]+)?"
)
"""Directives for other schedules."""


@pytest.mark.parametrize("mode", ["binomial", "periodic", "store_all"])
def test_random_programs_agree_with_store_all(mode: str, library: Path):
    """Memory, carried memory, nests, branches, views and calls, as in the other schemes."""
    count = int(os.environ.get("CKPTOPT_FUZZ_PROGRAMS", "500")) // 12
    seeds = {"binomial": 0, "periodic": 1000, "store_all": 2000}
    programs: list[LoopProgram] = []
    for seed in range(seeds[mode], seeds[mode] + 4 * count):
        made = generate(seed)
        if "enable_checkpointing = true" not in made.text or "scf.while" in made.text:
            continue
        text = OTHERS.sub("", made.text)
        text = text.replace(
            "enzyme.enable_checkpointing = true",
            "enzyme.enable_checkpointing = true, enzyme.checkpoint_runtime, "
            f'enzyme.checkpoint_scheme = "{mode}"',
        )
        programs.append(replace(made, text=text))
    report = check(programs[:count], libraries=[library])
    assert not report.findings, "\n".join(str(finding) for finding in report.findings[:3])
    assert report.refused < count // 4


OWN = """
#include "checkpoint_schedule.h"
#include <stdlib.h>
/* Reaches each step from the start, and moves the snapshot to another slot on the way. */
typedef struct { int64_t left, steps, at, slot; int stored, flag; int64_t start, iteration; } S;
void *__enzyme_ckpt_schedule_begin(int64_t mode, int64_t budget, int64_t steps) {
  S *s = calloc(1, sizeof *s);
  (void)mode, (void)budget;
  s->left = s->steps = steps;
  return s;
}
static int32_t decide(S *s) {
  if (s->left == 0) return CKPT_DONE;
  if (s->at < 0) { s->at = 0; s->stored = 0; return CKPT_RESTORE; }
  if (!s->stored && s->at == 0) { s->stored = 1; s->slot = (s->slot + 1) % 3; return CKPT_STORE; }
  if (s->at == s->left - 1) {
    s->at = -1;
    s->iteration = s->left--;
    return s->iteration == s->steps ? CKPT_FIRST_UTURN : CKPT_UTURN;
  }
  s->start = s->at;
  s->iteration = ++s->at;
  return CKPT_FORWARD;
}
int32_t __enzyme_ckpt_schedule_next(void *h) { S *s = h; return s->flag = decide(s); }
int32_t __enzyme_ckpt_schedule_flag(void *h) { return ((S *)h)->flag; }
int64_t __enzyme_ckpt_schedule_iteration(void *h) { return ((S *)h)->iteration; }
int64_t __enzyme_ckpt_schedule_start(void *h) { return ((S *)h)->start; }
int64_t __enzyme_ckpt_schedule_slot(void *h) { return ((S *)h)->slot; }
int64_t __enzyme_ckpt_schedule_slots(void *h) { (void)h; return 3; }
void __enzyme_ckpt_schedule_end(void *h) { free(h); }
int64_t live_schedules(void) { return 0; }
"""

FAULTS = {
    "names a slot": ("return 3;", "return 1;"),
    "runs steps that are not next": ("s->start = s->at;", "s->start = s->at + 1;"),
    "does not reverse the step that is next": (
        "if (s->at == s->left - 1) {",
        "if (s->at == s->left - 1 || (s->left < s->steps && s->at == 1)) {",
    ),
    "does not reach the last step": (
        "if (s->left == 0) return CKPT_DONE;",
        "if (s->left == 0 || s->at == 2) return CKPT_DONE;",
    ),
    "ends before all steps are reversed": ("s->left == 0)", "s->left == 1)"),
    "works on a state that it has not restored": (
        "if (s->at < 0) { s->at = 0; s->stored = 0; return CKPT_RESTORE; }",
        "if (s->at < 0) s->at = s->stored = 0;",
    ),
    "schedule fails": ("return CKPT_STORE;", "return CKPT_ERROR;"),
}
"""What the run says when the schedule above is wrong in this way."""


UNBUFFERED = """
#include <stdio.h>
int dup2(int, int);
__attribute__((constructor)) static void unbuffer(void) {
  dup2(2, 1);
  setvbuf(stdout, NULL, _IONBF, 0);
}
"""
"""Lets what a failed assertion prints be seen, although it ends the program."""


def test_another_schedule(tmp_path: Path):
    (tmp_path / "own.c").write_text(OWN)
    library = shared_library(tmp_path / "own.c", tmp_path)
    text = LOOP.replace("DIRECTIVES", asked("periodic", 3)).replace("COUNT", "%n")
    plain = gradient(re.sub(r" \{enzyme.*", "", LOOP).replace("COUNT", "%n"))
    calls = (*(call(steps) for steps in STEPS), LIVE)
    programs = [
        Program("own", gradient(text), calls, ("math.exp",)),
        Program("plain", plain, calls, ("math.exp",)),
    ]
    own, expected = outcomes_of(programs, library)
    assert [c.results for c in own] == [c.results for c in expected]
    assert [c.counts["math.exp"] for c in own] == [n + n * (n - 1) // 2 for n in STEPS]


@pytest.mark.parametrize("message", FAULTS)
def test_a_wrong_schedule_stops_the_program(message: str, tmp_path: Path):
    right, wrong = FAULTS[message]
    assert right in OWN
    (tmp_path / "wrong.c").write_text(OWN.replace(right, wrong, 1) + UNBUFFERED)
    library = shared_library(tmp_path / "wrong.c", tmp_path)
    text = LOOP.replace("DIRECTIVES", asked("periodic", 3)).replace("COUNT", "%n")
    (outcome,) = run_batch([Program("wrong", gradient(text), (call(5),))], libraries=[library])
    assert "signal 6" in outcome.failure
    assert message in outcome.failure


def test_split_mode(library: Path):
    """The forward function returns the handle of the schedule, the reverse function takes it."""
    text = LOOP.replace("DIRECTIVES", asked("binomial", 2)).replace("COUNT", "%n")
    made = gradient(text, "mode=split")
    forward = re.search(r"func\.func @f_fwd\(([^{]*)\) -> \((.*)\) \{", made)
    reverse = re.search(r"func\.func @f_rev\((.*)\) -> (.*) \{", made)
    assert forward
    assert reverse
    types = [part.rpartition(": ")[2] for part in forward[2].split(", ")]
    names = [part.partition(":")[0] for part in reverse[1].split(", ")]
    results = ", ".join(f"%r{i}" for i in range(len(types)))
    tape = iter(f"%r{i}" for i in range(1, len(types)))
    given = {"%n": "%n", "%x": "%x", "%seed": "%seed"}
    operands = ", ".join(given.get(name) or next(tape) for name in names)
    kinds = ", ".join(part.partition(": ")[2] for part in reverse[1].split(", "))
    both = (
        f"func.func @f_grad(%x: f64, %n: index, %seed: f64) -> f64 {{\n"
        f"  {results} = func.call @f_fwd(%x, %n) : (f64, index) -> ({forward[2]})\n"
        f"  %g = func.call @f_rev({operands}) : ({kinds}) -> f64\n  return %g : f64\n}}\n"
    )
    inner = made.strip().removeprefix("module {").removesuffix("}")
    plain = gradient(re.sub(r" \{enzyme.*", "", LOOP).replace("COUNT", "%n"))
    calls = (*(call(steps) for steps in STEPS), LIVE)
    programs = [
        Program("split", f"module {{\n{inner}{both}}}\n", calls, ("math.exp",)),
        Program("plain", plain, calls),
    ]
    got, expected = outcomes_of(programs, library)
    assert [c.results for c in got] == [c.results for c in expected]
    # The last step runs in both functions.
    wanted = [evaluations("binomial", 2, n) + (n > 0) for n in STEPS]
    assert [c.counts["math.exp"] for c in got] == wanted

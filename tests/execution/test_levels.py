"""Gradients with snapshots in two levels equal store-all bit for bit, in the predicted counts.

They are executed on a CPU, where all memory spaces are one: what is in which is read off the text.
"""

from __future__ import annotations

import os
from fractions import Fraction
from itertools import product

import pytest
from execution.test_memory_spaces import check_random_programs
from fuzz.agreement import in_one_space
from support.inprocess import run_cli

from ckptopt.checkpointing import levels
from ckptopt.checkpointing.disk_revolve import Levels, best_intervals
from ckptopt.execution import Argument, Call, Program, run_batch

STEPS = (0, 1, 2, 3, 5, 9, 17, 50)
LEVELS = [Levels(fast, Fraction(cost), Fraction(cost)) for fast in (1, 2, 3, 5) for cost in (0, 2)]
"""With free copies all snapshots are slow; else the last interval has the more steps."""

BODY = """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %last = arith.constant COUNT : index
  %r = scf.for %i = %c0 to BOUND step %c1 iter_args(%a = %x) -> (f64) {
    %m = arith.negf %a : f64
    %e = math.exp %m : f64
    scf.yield %e : f64
  } {DIRECTIVES}
  return %r : f64
}
"""
NESTED = """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %last = arith.constant COUNT : index
  %r = scf.for %k = %c0 to %c2 step %c1 iter_args(%b = %x) -> (f64) {
    %s = scf.for %i = %c0 to BOUND step %c1 iter_args(%a = %b) -> (f64) {
      %m = arith.negf %a : f64
      %e = math.exp %m : f64
      scf.yield %e : f64
    } {DIRECTIVES}
    scf.yield %s : f64
  }
  return %r : f64
}
"""


def directives(asked: Levels, space: str = "slow_space = 1, ") -> str:
    return (
        f"enzyme.enable_checkpointing = true, enzyme.checkpoint_levels = {{fast = {asked.fast}, "
        f"{space}write = {float(asked.write)}, read = {float(asked.read)}}}"
    )


def gradient(text: str, directive: str, steps: int | None) -> str:
    bound = "%n" if steps is None else "%last"
    text = text.replace("BOUND", bound).replace("COUNT", str(steps or 0))
    done = run_cli(["-p", "loop-checkpoint{fn=f}"], text.replace("DIRECTIVES", directive))
    assert done.exit_code == 0, done.stderr
    return done.stdout


def call(steps: int) -> Call:
    arguments = (Argument("f64", 0.3), Argument("index", steps), Argument("f64", 1.0))
    return Call("f_grad", arguments, ("f64",))


@pytest.mark.parametrize("constant", [True, False])
@pytest.mark.parametrize("one_sweep", [True, False])
def test_evaluations_are_the_predicted_ones(constant: bool, one_sweep: bool) -> None:
    """In a nest the inner loop is in two phases, and runs twice."""
    text, runs = (BODY, 1) if one_sweep else (NESTED, 2)
    programs: list[Program] = []
    for asked, steps in product(LEVELS, STEPS if constant else (None,)):
        made = in_one_space(gradient(text, directives(asked), steps))
        calls = tuple(map(call, STEPS if steps is None else (steps,)))
        programs.append(Program(f"{asked} {steps}", made, calls, ("math.exp",)))
    plain = gradient(text, "test.plain", None)
    expected, *outcomes = run_batch([Program("plain", plain, tuple(map(call, STEPS))), *programs])
    wanted = dict(zip(STEPS, expected.calls, strict=True))
    executed = [
        (one_call, got)
        for program, outcome in zip(programs, outcomes, strict=True)
        for one_call, got in zip(program.calls, outcome.calls, strict=True)
    ]
    grid = list(product(LEVELS, STEPS))
    assert len(executed) == len(grid)
    for (asked, steps), (_, got) in zip(grid, executed, strict=True):
        assert got.results == wanted[steps].results, (asked, steps)
        assert got.memory.allocations == got.memory.deallocations
        schedule = levels.scheme(asked, constant=constant).schedule
        assert schedule is not None
        times = schedule.evaluations(steps, one_sweep)
        assert got.counts["math.exp"] == runs * times, (asked, steps)


def test_bytes_in_each_level() -> None:
    """A slow snapshot is a row of the buffer in the other space; the fast slots do not grow."""
    asked = Levels(3, Fraction(2), Fraction(2))
    for steps in (40, 200):
        made = gradient(BODY, directives(asked), steps)
        slow = best_intervals(steps, asked, one_sweep=True).count
        assert f"memref.alloc() : memref<{slow}xf64, 1 : i64>" in made
        assert "%a_slots = memref.alloc() : memref<3xf64>" in made


@pytest.mark.parametrize("asked", [LEVELS[2], LEVELS[3], LEVELS[4]], ids=str)
def test_random_programs_agree_with_store_all(asked: Levels) -> None:
    count = int(os.environ.get("CKPTOPT_FUZZ_PROGRAMS", "500")) // 25
    check_random_programs(directives(asked), 3000 * (1 + LEVELS.index(asked)), count)

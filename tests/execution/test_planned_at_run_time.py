"""Budgets in bytes for loops of unknown trip counts and sizes: one program, many of both."""

from __future__ import annotations

import pytest
from support.inprocess import run_cli

from ckptopt.checkpointing.planner import (
    Sizes,
    choose_at_run_time,
    evaluations,
    peak_at_run_time,
)
from ckptopt.execution import Argument, Call, Program, run_batch

STEPS = (0, 1, 2, 3, 7, 20, 61, 150)

NUMBER = """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %m = arith.negf %a : f64
    %e = math.exp %m : f64
    scf.yield %e : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_memory = "BUDGET"}
  return %r : f64
}
"""
MEMORY = """
func.func @f(%x: f64, %n: index, %b: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %l = memref.load %b[%c0] : memref<?xf64>
    %m = arith.addf %a, %l : f64
    %w = arith.negf %m : f64
    %e = math.exp %w : f64
    %u = arith.negf %e : f64
    memref.store %u, %b[%c0] : memref<?xf64>
    scf.yield %e : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_memory = "BUDGET"}
  return %r : f64
}
"""


def made(text: str, options: str = "fn=f") -> str:
    done = run_cli(["-p", f"loop-checkpoint{{{options}}}"], text)
    assert done.exit_code == 0, done.stderr
    assert "remark: planned at run time, for" in done.stderr
    return done.stdout


def arguments(steps: int, extent: int, buffer: str = "memref<?xf64>") -> tuple[Argument, ...]:
    memory = Argument(buffer, [0.5] * extent), Argument(buffer, [0.0] * extent)
    return (
        Argument("f64", 0.3),
        Argument("index", steps),
        *(memory if extent else ()),
        Argument("f64", 1.0),
    )


def check(text: str, sizes: Sizes, scheme: str, extent: int, budgets: tuple[int, ...]) -> None:
    calls = tuple(Call("f_grad", arguments(steps, extent), ("f64",)) for steps in STEPS)
    plain = run_cli(
        ["-p", "loop-checkpoint{fn=f}"], text.replace("enable_checkpointing = true", "off = true")
    )
    texts = [made(text.replace("BUDGET", f"{budget}B")) for budget in budgets]
    programs = [Program("f", each, calls, ("math.exp",)) for each in (plain.stdout, *texts)]
    stored, *outcomes = run_batch(programs)
    for budget, outcome in zip(budgets, outcomes, strict=True):
        assert not outcome.failure
        for steps, done, reference in zip(STEPS, outcome.calls, stored.calls, strict=True):
            schedule = choose_at_run_time(steps, sizes, budget, scheme=scheme)
            assert (done.results, done.contents) == (reference.results, reference.contents)
            assert done.counts["math.exp"] == evaluations(schedule)
            assert done.memory.live_bytes == 0
            most = peak_at_run_time(schedule, sizes)
            if schedule.replayed:
                assert done.memory.peak_bytes == most
            elif steps:
                assert done.memory.peak_bytes <= most


@pytest.mark.parametrize("scheme", ["auto", "periodic", "binomial", "leaf"])
def test_what_runs_is_what_is_planned(scheme: str) -> None:
    named = f'enzyme.checkpoint_scheme = "{scheme}", enzyme.checkpoint_memory'
    text = NUMBER.replace("enzyme.checkpoint_memory", named)
    sizes = Sizes(state=8, buffers=0, tape=8, step=8, fixed=0)
    check(text, sizes, scheme, 0, (10, 40, 100, 500, 10_000))


@pytest.mark.parametrize("extent", [1, 5])
def test_sizes_of_buffers_are_known_at_run_time(extent: int) -> None:
    sizes = Sizes(state=8, buffers=8 * extent, tape=8, step=8, fixed=0, handles=40)
    check(MEMORY, sizes, "auto", extent, (100, 300, 1_000, 10_000))


STEP = """
    %l = memref.load %b[%c0] : BUFFER
    %m = arith.addf %a, %l : f64
    %w = arith.negf %m : f64
    %e = math.exp %w : f64
    %u = arith.negf %e : f64
    memref.store %u, %b[%c0] : BUFFER
    scf.yield %e : f64"""
NEST = f"""
    %o = scf.for %j = %c0 to %c4 step %c1 iter_args(%a = %z) -> (f64) {{{STEP}
    }}
    scf.yield %o : f64"""
ON = "{enzyme.enable_checkpointing = true}"


def loops(*bodies: tuple[str, str], buffer: str) -> str:
    """Loops in sequence, each of `%n` steps or of a constant number."""
    text, start = "", "%x"
    for number, (trips, body) in enumerate(bodies):
        carried = "%z" if "%z" in body else "%a"
        text += f"""
  %r{number} = scf.for %i = %c0 to {trips} step %c1 iter_args({carried} = {start}) -> (f64) {{{body}
  }} {ON}"""
        start = f"%r{number}"
    return f"""
func.func @f(%x: f64, %n: index, %b: BUFFER) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c20 = arith.constant 20 : index{text}
  return {start} : f64
}}
""".replace("BUFFER", buffer)


SHARED = {
    "constant sizes": loops(("%n", STEP), buffer="memref<3xf64>"),
    "with a nest": loops(("%n", NEST), buffer="memref<3xf64>"),
    "a nest of unknown sizes": loops(("%n", NEST), buffer="memref<?xf64>"),
    "two": loops(("%n", STEP), ("%n", NEST), buffer="memref<?xf64>"),
    "beside a constant one": loops(("%c20", STEP), ("%n", STEP), buffer="memref<3xf64>"),
    "beside a constant one of unknown sizes": loops(
        ("%c20", STEP), ("%n", STEP), buffer="memref<?xf64>"
    ),
}


@pytest.mark.parametrize("name", SHARED)
def test_no_more_than_the_budget_of_the_function_is_kept_if_that_can_be(name: str) -> None:
    text = SHARED[name]
    buffer = "memref<3xf64>" if "memref<3xf64>" in text else "memref<?xf64>"
    calls = tuple(Call("f_grad", arguments(steps, 3, buffer), ("f64",)) for steps in STEPS)
    plain = run_cli(["-p", "loop-checkpoint{fn=f}"], text.replace(ON, ""))
    budgets = (130, 300, 600, 1_200, 3_000, 100_000)
    texts = [made(text, f"fn=f memory={budget}B") for budget in budgets]
    stored, *outcomes = run_batch([Program("f", each, calls) for each in (plain.stdout, *texts)])
    assert not [each.failure for each in outcomes if each.failure]
    smallest = [done.memory.peak_bytes for done in outcomes[0].calls]
    for budget, outcome in zip(budgets, outcomes, strict=True):
        for done, reference, least in zip(outcome.calls, stored.calls, smallest, strict=True):
            assert (done.results, done.contents) == (reference.results, reference.contents)
            assert done.memory.peak_bytes <= max(budget, least)
            assert done.memory.live_bytes == 0

"""Forward mode, executed: `<J v, u>` from forward mode equals `<v, J^T u>` from reverse mode for
random `v` and `u`, and the primal's results, memory and leaks are those of the function itself.

What reverse mode cannot do is compared with finite differences.
"""

from __future__ import annotations

import math
import random
import tempfile
from contextlib import chdir
from dataclasses import replace
from pathlib import Path

import pytest
from execution import test_affine, test_branches, test_linalg, test_parallel
from execution.test_examples import EXAMPLES
from fuzz.agreement import (
    REFUSALS,
    STEP,
    analytic,
    directions,
    dot,
    gradient_program,
    objective,
    primal_call,
    primal_program,
)
from support import cases
from support.inprocess import Result, run_cli
from support.programs import FLOATS, LoopProgram, Parameter, generate
from support.written import program_of

from ckptopt import execution as native
from ckptopt.execution import Argument, Call, CallOutcome, Program, Value

FIRST_SEED = 77000
PROGRAMS, CHUNK = 40, 20
NOT_IN_REVERSE: dict[int, str] = {}
"""Cases that reverse mode cannot do yet, with the reason."""

TOLERANCE = {"f16": 3e-2, "bf16": 1e-1, "f32": 1e-4}
"""Relative to the sum of the magnitudes of all terms, by the narrowest type of a program."""

BOTH = "loop-checkpoint{{fn={0}}},loop-checkpoint{{fn={0} mode=ForwardMode}}"
FORWARD = "loop-checkpoint{{fn={0} mode=ForwardMode}}"

WRITTEN = {
    **test_affine.PROGRAMS,
    **test_branches.PROGRAMS,
    **test_parallel.PROGRAMS,
    **test_linalg.PROGRAMS,
    **test_linalg.IN_LOOPS,
}

FORWARD_ONLY = {
    "while": """
func.func @f(%x: f64, %m: memref<4xf64>, %n: i64) -> (f64, f64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c2 = arith.constant 2 : index
  %r, %k, %s = scf.while (%a = %x, %i = %zero) : (f64, i64) -> (f64, i64, f64) {
    %go = arith.cmpi slt, %i, %n : i64
    %t = math.sin %a : f64
    %v = memref.load %m[%c2] : memref<4xf64>
    %w = arith.mulf %v, %t : f64
    memref.store %w, %m[%c2] : memref<4xf64>
    scf.condition(%go) %t, %i, %w : f64, i64, f64
  } do {
  ^bb0(%b: f64, %j: i64, %u: f64):
    %c = arith.mulf %b, %u : f64
    %d = arith.addf %c, %x : f64
    %next = arith.addi %j, %one : i64
    scf.yield %d, %next : f64, i64
  }
  return %r, %s : f64, f64
}
""",
    "global": """
memref.global "private" @scratch : memref<3xf64> = dense<0.5>
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %top = memref.get_global @scratch : memref<3xf64>
  memref.store %x, %top[%c0] : memref<3xf64>
  memref.store %x, %top[%c1] : memref<3xf64>
  memref.store %x, %top[%c2] : memref<3xf64>
  scf.for %i = %c0 to %n step %c1 {
    %g = memref.get_global @scratch : memref<3xf64>
    %v = memref.load %g[%c0] : memref<3xf64>
    %w = memref.load %g[%c1] : memref<3xf64>
    %p = arith.mulf %v, %w : f64
    %q = math.cos %p : f64
    memref.store %q, %g[%c0] : memref<3xf64>
  }
  %y = memref.load %top[%c0] : memref<3xf64>
  return %y : f64
}
""",
    "chosen_buffer": """
func.func @f(%x: f64, %n: index, %p: memref<4xf64>, %q: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %k = arith.remui %i, %c2 : index
    %odd = arith.cmpi eq, %k, %c1 : index
    %b = arith.select %odd, %p, %q : memref<4xf64>
    %d = scf.if %odd -> (memref<4xf64>) {
      scf.yield %q : memref<4xf64>
    } else {
      scf.yield %p : memref<4xf64>
    }
    %v = memref.load %b[%k] : memref<4xf64>
    %w = arith.mulf %v, %a : f64
    %s = math.sin %w : f64
    memref.store %s, %d[%c1] : memref<4xf64>
    scf.yield %s : f64
  }
  return %r : f64
}
""",
    "product_of_elements": """
func.func @f(%m: memref<4xf64>, %p: memref<f64>) {
  linalg.reduce { arith.mulf } ins(%m : memref<4xf64>) outs(%p : memref<f64>) dimensions = [0]
  return
}
""",
    "views_and_copies": """
func.func @f(%x: f64, %n: index, %m: memref<6xf64>, %table: memref<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %cst = arith.constant 2.5 : f64
  %fixed = memref.alloca() : memref<3xf64>
  scf.for %i = %c0 to %c2 step %c1 {
    memref.store %cst, %fixed[%i] : memref<3xf64>
  }
  memref.store %cst, %fixed[%c2] : memref<3xf64>
  %part = memref.subview %m[1] [3] [2] : memref<6xf64> to memref<3xf64, strided<[2], offset: 1>>
  %buffer = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf64>
  %head = memref.reinterpret_cast %buffer to offset: [0], sizes: [3], strides: [1]
    : memref<?xf64> to memref<3xf64>
  memref.copy %table, %head : memref<3xf64> to memref<3xf64>
  %u = memref.load %head[%c1] : memref<3xf64>
  memref.copy %fixed, %head : memref<3xf64> to memref<3xf64>
  %v = memref.load %head[%c1] : memref<3xf64>
  %w = memref.load %m[%c2] : memref<6xf64>
  %p = arith.mulf %u, %v : f64
  %q = arith.mulf %p, %w : f64
  %r = arith.divf %q, %x : f64
  memref.store %r, %part[%c1] : memref<3xf64, strided<[2], offset: 1>>
  memref.dealloc %buffer : memref<?xf64>
  return %r : f64
}
""",
    "two_results_of_one_operation": """
func.func @f(%x: f64, %y: f64) -> (f64, f64) {
  %s, %c = math.sincos %x : f64
  %a = math.atan2 %s, %y : f64
  %b = arith.mulf %c, %a : f64
  %wide = arith.truncf %b : f64 to f32
  %back = arith.extf %wide : f32 to f64
  %less = arith.cmpf olt, %x, %y : f64
  %t = arith.select %less, %b, %s : f64
  return %t, %b : f64, f64
}
""",
}
"""Programs, some of which only forward mode can do."""


def tolerance(program: LoopProgram) -> float:
    return max(
        (limit for type_, limit in TOLERANCE.items() if type_ in program.text), default=1e-10
    )


def case_program(path: Path) -> LoopProgram:
    """A case with random cotangents."""
    case = cases.read_case(path)
    rng = random.Random(path.name)
    parameters = tuple(
        Parameter(name, type_, case.head["ARGS"][name]) for name, type_ in case.arguments
    )
    return LoopProgram(
        path.name,
        path.read_text(encoding="utf-8"),
        parameters,
        case.results,
        tuple(rng.uniform(-1, 1) for type_ in case.results if type_ in FLOATS),
        {p.name: like(rng, p.value) for p in parameters if p.is_memref and p.is_active},
    )


def like(rng: random.Random, value: Value) -> Value:
    return [like(rng, one) for one in value] if isinstance(value, list) else rng.uniform(-1, 1)


def forward_call(program: LoopProgram, direction: dict[str, Value]) -> Call:
    """A call of the forward-mode derivative, with the direction as tangents."""
    arguments: list[Argument] = []
    for p in program.parameters:
        arguments.append(Argument(p.type, p.value))
        if p.is_active:
            arguments.append(Argument(p.type, direction[p.name]))
    results = [t for t in program.results for _ in range(2 if t in FLOATS else 1)]
    return Call(f"{program.function}_fwd", tuple(arguments), tuple(results))


def tangent(program: LoopProgram, outcome: CallOutcome) -> tuple[float, float]:
    """`<J v, u>`, and the sum of the magnitudes of its terms."""
    results, contents = iter(outcome.results), iter(outcome.contents)
    moves: list[float] = []
    for type_ in program.results:
        next(results)
        if type_ in FLOATS:
            moves.append(native.as_float(next(results)))
    weights = list(program.seeds)
    for p in program.parameters:
        next(contents)
        if p.is_active:
            shadow = native.as_floats(next(contents))
            if p.is_memref:
                moves += shadow
                weights += [float(w) for w in native.flatten(program.shadows[p.name])]
    return dot(moves, weights), sum(abs(m * w) for m, w in zip(moves, weights, strict=True))


def primal_part(program: LoopProgram, outcome: CallOutcome) -> CallOutcome:
    """What a forward-mode call says about the primal."""
    results, contents = iter(outcome.results), iter(outcome.contents)
    kept_results: list[int] = []
    for type_ in program.results:
        kept_results.append(next(results))
        if type_ in FLOATS:
            next(results)
    kept: list[tuple[int, ...]] = []
    for p in program.parameters:
        kept.append(next(contents))
        if p.is_active:
            next(contents)
    return replace(outcome, results=tuple(kept_results), contents=tuple(kept))


def differentiated(program: LoopProgram, pipeline: str) -> Result:
    # An internal error leaves a reproducer in the current directory.
    with tempfile.TemporaryDirectory() as directory, chdir(directory):
        return run_cli(["-p", pipeline.format(program.function)], stdin=program.text)


def check(programs: list[LoopProgram]) -> list[str]:
    """What is wrong with each program, where something is."""
    made: list[tuple[LoopProgram, dict[str, Value]]] = []
    runs: list[Program] = []
    found: list[str] = []
    for program in programs:
        direction = directions(program)[0]
        code, text, said = differentiated(program, BOTH)
        if code:
            found.append(f"{program.name}: {said}\n{program.text}")
            continue
        reverse = gradient_program(program, text).calls
        calls = (primal_call(program, program.function), forward_call(program, direction))
        made.append((program, direction))
        runs.append(Program(program.name, text, (*calls, *reverse)))
    for (program, direction), outcome in zip(made, native.run_batch(runs), strict=True):
        complaint = outcome.failure or judge(program, direction, *outcome.calls)
        if complaint:
            found.append(f"{program.name}: {complaint}\n{program.text}")
    return found


def judge(
    program: LoopProgram,
    direction: dict[str, Value],
    primal: CallOutcome,
    forward: CallOutcome,
    reverse: CallOutcome,
) -> str:
    there, one = tangent(program, forward)
    back, other = analytic(program, reverse, direction)
    bound = tolerance(program) * (one + other)
    if math.isfinite(there) and math.isfinite(back):
        if not abs(there - back) <= bound:
            return f"<Jv, u> = {there!r}, <v, J^T u> = {back!r}, terms {one + other:.3g}"
    elif math.isfinite(there) or math.isfinite(back):
        return f"<Jv, u> = {there!r}, <v, J^T u> = {back!r}"
    own = primal_part(program, forward)
    if (own.results, own.contents) != (primal.results, primal.contents):
        return "forward mode changes the primal"
    if forward.memory.live_bytes > 2 * primal.memory.live_bytes:
        return f"forward mode leaves {forward.memory.live_bytes} bytes allocated"
    return ""


def differences_mismatch(program: LoopProgram) -> str:
    """What tells forward mode from finite differences, if something does."""
    code, text, said = differentiated(program, FORWARD)
    if code:
        return said
    moves = directions(program)
    calls = tuple(forward_call(program, direction) for direction in moves)
    primal, forward = native.run_batch(
        [primal_program(program), Program(program.name, text, calls)]
    )
    if primal.failure or forward.failure:
        return primal.failure or forward.failure
    for number, call in enumerate(forward.calls):
        if primal_part(program, call).contents != primal.calls[0].contents:
            return "forward mode changes the primal"
        ahead, behind = (objective(program, primal.calls[i + 4 * number]) for i in (3, 4))
        slope, magnitude = tangent(program, call)
        if not abs(slope - (ahead - behind) / STEP) <= 1e-6 * max(1.0, magnitude):
            return f"slope {slope!r}, differences {(ahead - behind) / STEP!r}"
        if call.memory.live_bytes > 2 * primal.calls[0].memory.live_bytes:
            return f"{call.memory.live_bytes} bytes stay allocated"
    return ""


def report(found: list[str]) -> None:
    if found:
        smallest = min(found, key=len)
        names = "\n".join(complaint.partition("\n")[0] for complaint in found)
        pytest.fail(f"{names}\n\nthe smallest of them:\n{smallest}", pytrace=False)


def test_cases() -> None:
    read = [cases.read_case(path) for path in sorted(cases.CASES.glob("*.mlir"))]
    able = [case for case in read if "GRAD" in case.head and case.expects != "error"]
    paths = [case.path for case in able if cases.number_of(case.path) not in NOT_IN_REVERSE]
    assert len(paths) > 40
    report(check([case_program(path) for path in paths]))


def test_examples() -> None:
    plain = {
        name: text
        for name, text in EXAMPLES.items()
        if "tensor<" not in text and "enzyme.autodiff" not in text
    }
    assert plain
    report(check([program_of(text, name) for name, text in plain.items()]))


@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + PROGRAMS, CHUNK))
def test_random_programs(first: int) -> None:
    found = check([generate(seed) for seed in range(first, first + CHUNK)])
    wrong = [said for said in found if not any(reason in said for reason in REFUSALS)]
    assert len(found) - len(wrong) <= CHUNK // 5
    report(wrong)


def test_written_programs() -> None:
    texts = {name: text.replace("DIRECTIVE", "") for name, text in WRITTEN.items()}
    report(check([program_of(text, name) for name, text in texts.items()]))


@pytest.mark.parametrize("name", FORWARD_ONLY)
def test_forward_mode_against_differences(name: str) -> None:
    complaint = differences_mismatch(program_of(FORWARD_ONLY[name], name))
    assert not complaint

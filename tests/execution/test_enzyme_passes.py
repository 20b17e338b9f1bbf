"""The passes that carry Enzyme's names, executed: the usual pipeline on the cases, and second
derivatives by each order of modes."""

from __future__ import annotations

import cmath
import itertools
import math

import pytest
from support import cases
from support.cases import Case
from support.inprocess import run_cli

from ckptopt import execution as native
from ckptopt.execution import Argument, Call, Program

CLEAN_UP = (
    "canonicalize,remove-unnecessary-enzyme-ops,lower-enzyme-binomial-progress,canonicalize,"
    "enzyme-simplify-math,canonicalize"
)


def wrapped(case: Case) -> Program | str:
    """What to execute, or what the tool says instead."""
    activities = cases.pass_text(case).partition("argTys=")[2].rstrip("}")
    wrap = f"enzyme-wrap{{infn=f outfn=f_grad argTys={activities} mode=ReverseModeCombined}}"
    code, text, said = run_cli([str(case.path), "-p", f"{wrap},{CLEAN_UP}"])
    return said if code else cases.gradient_program(case, text)


def test_the_usual_pipeline_gives_the_gradients_of_the_cases() -> None:
    read = [cases.read_case(path) for path in sorted(cases.CASES.glob("*.mlir"))]
    able = [case for case in read if "GRAD" in case.head and case.expects != "error"]
    compiled = [(case, wrapped(case)) for case in able]
    wrong = [f"{case.path.name}: {said}" for case, said in compiled if isinstance(said, str)]
    programs = [(case, made) for case, made in compiled if isinstance(made, Program)]
    outcomes = native.run_batch([program for _, program in programs])
    for (case, _), outcome in zip(programs, outcomes, strict=True):
        if outcome.failure:
            wrong.append(f"{case.path.name}: {outcome.failure}")
            continue
        problems = cases.mismatches(case, cases.gradients(case, outcome.calls[0]))
        wrong += [f"{case.path.name}: {problem}" for problem in problems]
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


WITH_MEMORY = """
func.func @f(%x: f64, %n: index, %m: memref<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %v = memref.load %m[%c1] : memref<3xf64>
    %s = math.sin %a : f64
    %t = arith.mulf %s, %v : f64
    memref.store %t, %m[%c1] : memref<3xf64>
    %u = arith.mulf %t, %x : f64
    scf.yield %u : f64
  }
  return %r : f64
}
"""
CHECKPOINTED = """
func.func @f(%x: f64, %n: index, %m: memref<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %m[%c1] : memref<3xf64>
  %r, %end = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %w = %v) -> (f64, f64) {
    %s = math.sin %a : f64
    %t = arith.mulf %s, %w : f64
    %u = arith.mulf %t, %x : f64
    scf.yield %u, %t : f64, f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %r : f64
}
"""
START = [0.3, 0.7, 1.1]
STEPS = 4

REVERSE = """
func.func @NAME(%x: f64, %n: index, %m: memref<3xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %s = memref.alloc() : memref<3xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    memref.store %zero, %s[%i] : memref<3xf64>
  }
  %dx = enzyme.autodiff @OF(%x, %n, %m, %s, %one) <{activity = [#enzyme.activity<enzyme_active>, #enzyme.activity<enzyme_const>, #enzyme.activity<enzyme_dup>], ret_activity = [#enzyme.activity<enzyme_activenoneed>]}> : (f64, index, memref<3xf64>, memref<3xf64>, f64) -> f64
  memref.dealloc %s : memref<3xf64>
  return %dx : f64
}
"""  # noqa: E501
FORWARD = (
    REVERSE.replace("autodiff", "fwddiff")
    .replace("%x, %n, %m, %s, %one", "%x, %one, %n, %m, %s")
    .replace("index, memref<3xf64>, memref<3xf64>, f64)", "index, memref<3xf64>, memref<3xf64>)")
    .replace("(f64, index", "(f64, f64, index", 2)
    .replace("@NAME(%x: f64, f64", "@NAME(%x: f64")
    .replace("enzyme_active>", "enzyme_dup>")
    .replace("enzyme_activenoneed", "enzyme_dupnoneed")
)


def second_derivative() -> float:
    """By central differences of the first, which is a complex step."""

    def slope(x: float) -> float:
        z = complex(x, 1e-30)
        a, v = z, complex(START[1])
        for _ in range(STEPS):
            v *= cmath.sin(a)
            a = v * z
        return a.imag / 1e-30

    h = 1e-4
    return (8 * (slope(0.8 + h) - slope(0.8 - h)) - slope(0.8 + 2 * h) + slope(0.8 - 2 * h)) / (
        12 * h
    )


@pytest.mark.parametrize("function", [WITH_MEMORY, CHECKPOINTED], ids=["memory", "checkpointed"])
def test_second_derivatives(function: str) -> None:
    texts: list[str] = []
    for outer, inner in itertools.product((REVERSE, FORWARD), repeat=2):
        first = inner.replace("NAME", "df").replace("OF", "f")
        second = outer.replace("NAME", "ddf").replace("OF", "df")
        texts.append(function + first + second)
    arguments = (Argument("f64", 0.8), Argument("index", STEPS), Argument("memref<3xf64>", START))
    programs: list[Program] = []
    for number, text in enumerate(texts):
        code, made, said = run_cli(["-p", f"enzyme,{CLEAN_UP}"], stdin=text)
        assert code == 0, said
        programs.append(Program(str(number), made, (Call("ddf", arguments, ("f64",)),)))
    for outcome in native.run_batch(programs):
        assert not outcome.failure
        (call,) = outcome.calls
        assert math.isclose(native.as_float(call.results[0]), second_derivative(), rel_tol=1e-8)
        assert call.memory.live_bytes == 0


@pytest.mark.parametrize(
    "user",
    [
        "func.func @g() -> ((f64) -> f64) {\n"
        "  %y = func.constant @f : (f64) -> f64\n"
        "  return %y : (f64) -> f64\n}",
        "func.func @g() attributes {a.uses = [{of = @f}]} {\n  return\n}",
    ],
)
def test_a_function_that_is_used_is_not_replaced(user: str) -> None:
    text = f"func.func @f(%x: f64) -> f64 {{\n  return %x : f64\n}}\n{user}\n"
    done = run_cli(["-p", "enzyme-wrap{infn=f}"], text)
    assert done.exit_code == 1
    assert "error: '@f' is used, so its derivative cannot take its place" in done.stderr

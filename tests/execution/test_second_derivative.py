"""Second derivatives: the tool's own output, differentiated again, against finite differences."""

from __future__ import annotations

from execution import test_linalg
from fuzz.agreement import assert_agreement
from support import cases
from support.inprocess import run_cli
from support.written import program_of

RECURRENCES = (7, 11, 13, 15, 25, 31, 33, 35, 37, 41, 43, 49, 73, 77, 84, 111)
"""The cases that are recurrences of numbers."""


def gradient_of_case(number: int) -> str:
    """The gradient of a case, alone, as `@f`."""
    (path,) = cases.CASES.glob(f"{number:02}_*.mlir")
    return gradient_as_function(path.read_text())


def gradient_as_function(text: str) -> str:
    """The gradient of `@f`, alone, as `@f`."""
    result = run_cli(["-p", "loop-checkpoint{fn=f}"], text)
    assert result.exit_code == 0, result.stderr
    start = result.stdout.index("  func.func @f_grad")
    return result.stdout[start:].rstrip().removesuffix("}").replace("@f_grad", "@f")


def test_second_derivatives() -> None:
    values = {"n": 5, "lb": 2, "ub": 17, "st": 4, "k": 3.4}
    programs = [
        program_of(gradient_of_case(number), f"case {number}", values) for number in RECURRENCES
    ]
    report = assert_agreement(programs)
    assert report.compared >= len(programs)


STRUCTURED = ("matmul", "in_place", "dot", "reduce_sum", "sum_of_function", "local_buffer", "views")


def test_second_derivatives_of_structured_operations() -> None:
    texts = {name: gradient_as_function(test_linalg.PROGRAMS[name]) for name in STRUCTURED}
    report = assert_agreement([program_of(text, name) for name, text in texts.items()])
    assert report.compared >= len(texts)


REPLAYED = """
func.func private @step(%a: f64, %w: f64) -> f64 attributes {ckptopt.remat} {
  %b = arith.mulf %a, %w : f64
  %h = math.sin %b : f64
  return %h : f64
}
func.func @f(%x: f64, %w: f64, %m: memref<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = func.call @step(%x, %w) : (f64, f64) -> f64
  %z = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %y) -> f64 {
    %r = scf.execute_region -> f64 {
      %v = memref.load %m[%i] : memref<3xf64>
      %p = arith.mulf %v, %s : f64
      %q = math.sin %p : f64
      scf.yield %q : f64
    } {ckptopt.remat, ckptopt.prevent_cse = "barrier"}
    scf.yield %r : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %z : f64
}
"""


def test_second_derivatives_through_replays() -> None:
    text = gradient_as_function(REPLAYED)
    assert "llvm.arithmetic.fence" in text
    assert "llvm.inline_asm" in text
    report = assert_agreement([program_of(text, "replayed")])
    assert report.compared >= 1

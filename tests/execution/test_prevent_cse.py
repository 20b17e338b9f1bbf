"""Replays stay replays in other compilers: MLIR's CSE and LLVM -O3 merge none that is protected.

Each program has one `math.exp` in a region that is rematerialised: once in the forward sweep and
once in the replay. All gradients go through each tool as one module.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping

import pytest
from support.inprocess import run_cli
from support.toolchain import mlir_opt, require_tool

from ckptopt.execution import Argument, Call, Program, run_batch
from ckptopt.execution.batch import lowering
from ckptopt.execution.module_text import rename_symbols, strip_module

FORMS = ("barrier", "while", "cond")

SCALARS = {
    "straight_line": """
func.func @f(%x: f64) -> f64 {
  %y = scf.execute_region -> f64 {
    %a = math.sin %x : f64
    %b = math.exp %a : f64
    %c = math.sin %b : f64
    scf.yield %c : f64
  } {ckptopt.remat}
  return %y : f64
}
""",
    "value_that_a_factor_repeats": """
func.func @f(%x: f64) -> f64 {
  %y = scf.execute_region -> f64 {
    %a = math.sin %x : f64
    %b = math.exp %x : f64
    %c = arith.mulf %a, %b : f64
    scf.yield %c : f64
  } {ckptopt.remat}
  return %y : f64
}
""",
    "memory_that_is_read": """
func.func @f(%m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %y = scf.execute_region -> f64 {
    %a = memref.load %m[%c0] : memref<4xf64>
    %b = math.exp %a : f64
    %c = math.sin %b : f64
    scf.yield %c : f64
  } {ckptopt.remat}
  return %y : f64
}
""",
    "index": """
func.func @f(%x: f64, %n: index) -> f64 {
  %y = scf.execute_region -> f64 {
    %i = arith.index_cast %n : index to i64
    %t = arith.sitofp %i : i64 to f64
    %e = math.exp %t : f64
    %c = arith.mulf %e, %x : f64
    %d = math.sin %c : f64
    scf.yield %d : f64
  } {ckptopt.remat}
  return %y : f64
}
""",
    "in_a_branch": """
func.func @f(%x: f64, %b: i1) -> f64 {
  %y = scf.if %b -> f64 {
    %r = scf.execute_region -> f64 {
      %e = math.exp %x : f64
      %s = math.sin %e : f64
      scf.yield %s : f64
    } {ckptopt.remat}
    scf.yield %r : f64
  } else {
    scf.yield %x : f64
  }
  return %y : f64
}
""",
    "in_a_region_that_is_inlined": """
func.func @f(%x: f64) -> f64 {
  %y = scf.execute_region -> f64 {
    %r = scf.execute_region -> f64 {
      %e = math.exp %x : f64
      %s = math.sin %e : f64
      scf.yield %s : f64
    } {ckptopt.remat}
    scf.yield %r : f64
  }
  return %y : f64
}
""",
    "whole_function": """
func.func @f(%x: f64) -> f64 attributes {ckptopt.remat} {
  %e = math.exp %x : f64
  %s = math.sin %e : f64
  return %s : f64
}
""",
    "policy_of_a_function": """
func.func @f(%x: f64) -> f64 attributes {ckptopt.policy = "nothing_saveable"} {
  %e = math.exp %x : f64
  %s = math.sin %e : f64
  return %s : f64
}
""",
}
"""Where both tools merge the two."""

FOR_MLIR = {
    "bit": """
func.func @f(%x: f64, %b: i1) -> f64 {
  %two = arith.constant 2.0 : f64
  %one = arith.constant 1.0 : f64
  %y = scf.execute_region -> f64 {
    %t = arith.select %b, %one, %two : f64
    %e = math.exp %t : f64
    %c = arith.mulf %e, %x : f64
    %d = math.sin %c : f64
    scf.yield %d : f64
  } {ckptopt.remat}
  return %y : f64
}
""",
    "pure_loop": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.5 : f64
  %y = scf.execute_region -> f64 {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> f64 {
      %e = math.exp %s : f64
      %q = arith.negf %e : f64
      scf.yield %q : f64
    }
    %p = arith.mulf %r, %x : f64
    %q = math.sin %p : f64
    scf.yield %q : f64
  } {ckptopt.remat}
  return %y : f64
}
""",
    "tensor": """
func.func @f(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {ckptopt.remat} {
  %e = math.exp %x : tensor<2x3xf64>
  %s = math.sin %e : tensor<2x3xf64>
  return %s : tensor<2x3xf64>
}
""",
    "tensor_without_dimensions": """
func.func @f(%x: tensor<f64>) -> tensor<f64> attributes {ckptopt.remat} {
  %e = math.exp %x : tensor<f64>
  %s = math.sin %e : tensor<f64>
  return %s : tensor<f64>
}
""",
    "vector_of_integers": """
func.func @f(%x: vector<4xf64>, %i: vector<4xi32>) -> vector<4xf64> attributes {ckptopt.remat} {
  %t = arith.sitofp %i : vector<4xi32> to vector<4xf64>
  %e = math.exp %t : vector<4xf64>
  %p = arith.mulf %e, %x : vector<4xf64>
  %s = math.sin %p : vector<4xf64>
  return %s : vector<4xf64>
}
""",
}
"""Where MLIR alone merges them, or our lowering stops."""


def gradient(text: str, form: str) -> str:
    done = run_cli(["-p", f"loop-checkpoint{{fn=f prevent-cse={form} return-primal=true}}"], text)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def gradients(texts: Mapping[str, str], form: str) -> str:
    """The gradients in one module, as `@f_grad_` and the name of the program."""
    parts = (
        rename_symbols(strip_module(gradient(text, form)), f"_{name}", set())
        for name, text in texts.items()
    )
    return "\n".join(parts)


def simplified(text: str) -> str:
    passes = ("-cse", "-canonicalize", "-loop-invariant-code-motion", "-cse")
    done = mlir_opt(text, *passes)
    assert done.returncode == 0, done.stderr
    return done.stdout


def optimized(text: str) -> str:
    """LLVM IR after -O3."""
    done = mlir_opt(text, f"--pass-pipeline={lowering(text)}")
    assert done.returncode == 0, done.stderr
    commands = (["mlir-translate", "--mlir-to-llvmir"], ["opt", "-O3", "-S"])
    text = done.stdout
    for tool, *arguments in commands:
        text = subprocess.run(
            [require_tool(tool), *arguments],
            input=text,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return text


def evaluations(text: str) -> dict[str, int]:
    """How often `exp` stands in each gradient, of MLIR or LLVM text."""
    functions = re.split(r"^ *(?:func\.func|define) ", text, flags=re.MULTILINE)
    names = [re.search(r"@f_grad_(\w+)\(", function) for function in functions]
    return {
        name[1]: len(re.findall(r"math\.exp |call [^@\n]*@llvm\.exp", function))
        for name, function in zip(names, functions, strict=True)
        if name
    }


@pytest.mark.parametrize("form", FORMS)
def test_a_protected_replay_is_merged_by_no_tool(form: str) -> None:
    text = gradients(SCALARS, form)
    assert evaluations(simplified(text)) == dict.fromkeys(SCALARS, 2)
    assert evaluations(optimized(text)) == dict.fromkeys(SCALARS, 2)
    others = gradients(FOR_MLIR, form)
    assert evaluations(simplified(others)) == dict.fromkeys(FOR_MLIR, 2)


def test_without_protection_each_replay_is_merged() -> None:
    text = gradients(SCALARS, "none")
    assert evaluations(simplified(text)) == dict.fromkeys(SCALARS, 1)
    assert evaluations(optimized(text)) == dict.fromkeys(SCALARS, 1)
    others = gradients(FOR_MLIR, "none")
    assert evaluations(simplified(others)) == dict.fromkeys(FOR_MLIR, 1)


def test_a_region_says_itself_how_it_is_protected() -> None:
    marked = SCALARS["straight_line"].replace(
        "{ckptopt.remat}", '{ckptopt.remat, ckptopt.prevent_cse = "none"}'
    )
    assert evaluations(simplified(gradients({"own": marked}, "barrier"))) == {"own": 1}


def test_what_passes_left_runs_as_often_as_planned() -> None:
    programs = [
        Program(form, simplified(gradient(SCALARS["index"], form)), (CALL,), ("math.exp",))
        for form in (*FORMS, "none")
    ]
    outcomes = run_batch(programs)
    assert [outcome.failure for outcome in outcomes] == [""] * 4
    counts = {outcome.name: outcome.calls[0].counts["math.exp"] for outcome in outcomes}
    assert counts == {**dict.fromkeys(FORMS, 2), "none": 1}
    assert len({outcome.calls[0].results for outcome in outcomes}) == 1


CALL = Call(
    "f_grad",
    (Argument("f64", 0.3), Argument("index", 2), Argument("f64", 1.0)),
    ("f64", "f64"),
)

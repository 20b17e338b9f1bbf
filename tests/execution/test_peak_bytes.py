"""How many bytes a gradient needs under each policy, measured: a stack of layers, and one of
attention blocks, each layer rematerialised. `docs/residuals.md` has the numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from execution.test_linalg_tensors import wrapper
from support.inprocess import run_cli
from support.lifetimes import freed_after_last_use
from support.toolchain import bufferized

from ckptopt.execution import Argument, Call, Program, as_floats, run_batch

DOCUMENT = Path(__file__).parents[2] / "docs" / "residuals.md"
POLICIES = ("nothing_saveable", "min_bytes", "dots_saveable", "everything_saveable")
LAYERS = 6

LAYER = """
func.func private @layer(%h: tensor<8x16xf64>, %w: tensor<16x16xf64>) -> tensor<8x16xf64>
    attributes {ckptopt.remat, ckptopt.policy = "POLICY"} {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<8x16xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<8x16xf64>) -> tensor<8x16xf64>
  %s = linalg.matmul ins(%h, %w : tensor<8x16xf64>, tensor<16x16xf64>)
                     outs(%zeros : tensor<8x16xf64>) -> tensor<8x16xf64>
  %t = math.tanh %s : tensor<8x16xf64>
  %u = math.exp %t : tensor<8x16xf64>
  %y = arith.mulf %u, %s : tensor<8x16xf64>
  return %y : tensor<8x16xf64>
}
"""

BLOCK = """
func.func private @layer(%h: tensor<8x16xf64>, %w: tensor<16x16xf64>) -> tensor<8x16xf64>
    attributes {ckptopt.remat, ckptopt.policy = "POLICY"} {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<8x16xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<8x16xf64>) -> tensor<8x16xf64>
  %q = linalg.matmul ins(%h, %w : tensor<8x16xf64>, tensor<16x16xf64>)
                     outs(%z : tensor<8x16xf64>) -> tensor<8x16xf64>
  %te = tensor.empty() : tensor<16x8xf64>
  %k = linalg.transpose ins(%h : tensor<8x16xf64>) outs(%te : tensor<16x8xf64>) permutation = [1, 0]
  %se = tensor.empty() : tensor<8x8xf64>
  %sz = linalg.fill ins(%zero : f64) outs(%se : tensor<8x8xf64>) -> tensor<8x8xf64>
  %scores = linalg.matmul ins(%q, %k : tensor<8x16xf64>, tensor<16x8xf64>)
                          outs(%sz : tensor<8x8xf64>) -> tensor<8x8xf64>
  %powers = math.exp %scores : tensor<8x8xf64>
  %ce = tensor.empty() : tensor<8xf64>
  %cz = linalg.fill ins(%zero : f64) outs(%ce : tensor<8xf64>) -> tensor<8xf64>
  %sums = linalg.reduce { arith.addf } ins(%powers : tensor<8x8xf64>) outs(%cz : tensor<8xf64>)
                        dimensions = [1]
  %wide = linalg.broadcast ins(%sums : tensor<8xf64>) outs(%se : tensor<8x8xf64>) dimensions = [1]
  %weights = arith.divf %powers, %wide : tensor<8x8xf64>
  %mixed = linalg.matmul ins(%weights, %h : tensor<8x8xf64>, tensor<8x16xf64>)
                         outs(%z : tensor<8x16xf64>) -> tensor<8x16xf64>
  %y = math.tanh %mixed : tensor<8x16xf64>
  return %y : tensor<8x16xf64>
}
"""
STACKS = {"perceptron": LAYER, "attention": BLOCK}


def stack(layer: str, policy: str) -> str:
    """`@f`, which runs the layer several times and adds up what comes out."""
    calls = "".join(
        f"  %h{i + 1} = func.call @layer(%h{i}, %w) : "
        "(tensor<8x16xf64>, tensor<16x16xf64>) -> tensor<8x16xf64>\n"
        for i in range(LAYERS)
    )
    return (
        layer.replace("POLICY", policy)
        + "func.func @f(%h0: tensor<8x16xf64>, %w: tensor<16x16xf64>) -> f64 {\n"
        + calls
        + "  %start = arith.constant dense<0.0> : tensor<f64>\n"
        f"  %total = linalg.reduce {{ arith.addf }} ins(%h{LAYERS} : tensor<8x16xf64>)"
        " outs(%start : tensor<f64>) dimensions = [0, 1]\n"
        "  %r = tensor.extract %total[] : tensor<f64>\n"
        "  return %r : f64\n}\n"
    )


def program(name: str, text: str) -> Program:
    """A call of the gradient, which returns buffers that the caller reads."""
    done = run_cli(["-p", "loop-checkpoint{fn=f}"], text)
    assert done.exit_code == 0, done.stderr
    types = ["tensor<8x16xf64>", "tensor<16x16xf64>"]
    module = done.stdout[: done.stdout.rindex("}")]
    module += wrapper("gradient", "f_grad", [*types, "f64"], types) + "}\n"
    h = [[0.01 * (16 * i + j) - 0.6 for j in range(16)] for i in range(8)]
    w = [[0.02 * ((7 * i + 3 * j) % 11) - 0.1 for j in range(16)] for i in range(16)]
    arguments = (
        Argument("memref<8x16xf64>", h),
        Argument("memref<16x16xf64>", w),
        Argument("f64", 1.0),
        Argument("memref<8x16xf64>", [[0.0] * 16] * 8),
        Argument("memref<16x16xf64>", [[0.0] * 16] * 16),
    )
    return Program(
        name, freed_after_last_use(bufferized(module)), (Call("gradient", arguments, ()),)
    )


@pytest.mark.parametrize("name", STACKS)
def test_peak_bytes_fall_with_what_is_saved_and_gradients_stay(name: str) -> None:
    made = [program(policy, stack(STACKS[name], policy)) for policy in POLICIES]
    outcomes = run_batch(made)
    assert not any(outcome.failure for outcome in outcomes), outcomes
    calls = [outcome.calls[0] for outcome in outcomes]
    gradients = [[as_floats(part) for part in call.contents[3:]] for call in calls]
    assert all(gradient == gradients[-1] for gradient in gradients)
    peaks = [call.memory.peak_bytes for call in calls]
    assert peaks[0] <= peaks[1] < peaks[2] < peaks[3]
    row = re.search(rf"^\| {name} \| (.*) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert row is not None, peaks
    assert row[1] == " | ".join(f"{peak:,}" for peak in peaks)

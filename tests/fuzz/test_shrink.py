"""The shrinker, with a stand-in for the property: a program is bad if it copies memory."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from support.grammar import FEATURES, Knobs
from support.programs import LoopProgram, generate

from ckptopt import execution as native
from fuzz import shrink
from fuzz.agreement import Finding, Report, primal_program


def copying(programs: Sequence[LoopProgram]) -> Report:
    report = Report()
    suspects = [p for p in programs if "memref.copy" in p.text]
    outcomes = native.run_batch([primal_program(p) for p in suspects])
    for program, outcome in zip(suspects, outcomes, strict=True):
        report.add(program, "invalid" if outcome.failure else "copies", outcome.failure)
    return report


def test_what_does_not_matter_is_dropped(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shrink, "check", copying)
    around = {"call", "carried_memory", "execute_region", "if", "switch", "while"}
    knobs = Knobs(depth=2, statements=3, features=FEATURES - around)
    program = next(
        program for seed in range(100) if "memref.copy" in (program := generate(seed, knobs)).text
    )
    end = time.monotonic() + 60
    small = shrink.drop_lines(Finding(program, "copies", ""), end).program
    assert copying([small]).kinds == {"copies": 1}
    assert len(small.text.splitlines()) <= 16, small.text


def test_an_op_is_replaced_by_an_earlier_value_of_its_type():
    lines = [
        "func.func @f(%x: f64, %n: index) -> f64 {",
        "  %r:2 = scf.for %i = %n to %n step %n iter_args(%a = %n, %b = %x) -> (index, f64) {",
        "    scf.yield %a, %b : index, f64",
        "  }",
        "  return %r#1 : f64",
        "}",
    ]
    assert shrink.without(lines, 1, 4) == [lines[0], "  return %x : f64", "}"]


@pytest.mark.parametrize(
    "lines",
    [
        ["scf.if %b {", "  a", "} else {", "  b", "}"],
        ["scf.while : () -> () {", "  scf.condition(%b)", "} do {", "  ^bb0():", "}"],
        ["scf.index_switch %i", "case 0 {", "  a", "}", "default {", "  b", "}"],
        ["scf.for %i = %a to %b step %c {", "  scf.if %b {", "  }", "} {enzyme.x = 1}"],
        ["memref.dealloc %m : memref<2xf64>"],
    ],
)
def test_an_op_ends_where_its_last_region_does(lines: list[str]):
    assert shrink.end_of_op([*lines, "next", "return"], 0) == len(lines)


@pytest.mark.parametrize(
    ("line", "types"),
    [
        ("%a = arith.mulf %x, %y : f64", ["f64"]),
        ("%a = arith.index_cast %x : index to i64", ["i64"]),
        ("%a = memref.load %m[%i] : memref<?xf32>", ["f32"]),
        ("%a = memref.load %m[] : memref<f64>", ["f64"]),
        ("%a = memref.load %m[%i] : memref<2xf64, strided<[1], offset: ?>>", ["f64"]),
        ("%a = memref.dim %m, %i : memref<?xf32>", ["index"]),
        ("%a = scf.if %b -> (f64, i64) {", ["f64", "i64"]),
        ("%a:2 = scf.for %i = %x to %y step %z iter_args(%a = %u) -> (f64) : i8 {", ["f64"]),
        ("%a = func.call @g(%x) : (f64) -> (f64)", ["f64"]),
        ("%a:2 = func.call @g(%x) : (f64) -> (f64, f32)", ["f64", "f32"]),
        ("%a = scf.execute_region -> f64 {", ["f64"]),
        ("%a:2 = scf.index_switch %i -> f64, i64", ["f64", "i64"]),
        ("%a:2 = scf.while (%k = %c, %x = %y) : (i8, f64) -> (i8, f32) {", ["i8", "f32"]),
        ("%a = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)", ["index"]),
        ("%a = affine.load %m[(%i + 1) mod 2] : memref<?xf64>", ["f64"]),
        ("%a = memref.cast %m : memref<3xf64> to memref<?xf64>", ["memref<?xf64>"]),
    ],
)
def test_result_types_are_read_from_text(line: str, types: list[str]):
    assert shrink.result_types(line) == types

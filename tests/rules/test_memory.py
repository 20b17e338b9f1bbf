"""Operations on memory, each in a function small enough that its gradient is known by hand.

Every gradient is executed; its shadows, results and allocations are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest
from support.inprocess import run_cli

from ckptopt.autodiff.derivatives.memref import MEMORY_RULES
from ckptopt.checkpointing.effects import VIEWS
from ckptopt.execution import (
    Argument,
    Call,
    CallOutcome,
    Outcome,
    Program,
    Value,
    as_floats,
    flatten,
    memref_parts,
    run_batch,
)


@dataclass(frozen=True)
class Example:
    """A function `@f`, the arguments of `@f_grad`, and what comes out.

    `arguments` lists type and value; `shadows` what each shadow holds at the end, by its place in
    `arguments`; `results` the gradients of the scalars.
    """

    covers: str
    text: str
    arguments: tuple[tuple[str, Value], ...]
    shadows: Mapping[int, Value] = field(default_factory=dict[int, Value])
    results: tuple[float, ...] = ()
    options: str = ""


def squared_load(type_: str, view: str, loaded: str) -> str:
    """`@f(%m, %i)`: the square of an element of a view `%v` of `%m`."""
    return (
        f"func.func @f(%m: {type_}, %i: index) -> f64 {{\n"
        f"  {view}\n"
        f"  %e = memref.load {loaded}\n"
        f"  %y = arith.mulf %e, %e : f64\n"
        f"  return %y : f64\n}}\n"
    )


M3, M4, M22, M2 = "memref<3xf64>", "memref<4xf64>", "memref<2x2xf64>", "memref<2xf64>"
SLICE = "strided<[1], offset: 1>"
TABLE = 'memref.global "private" constant @table : memref<3xf64> = dense<[2.0, 3.0, 4.0]>\n'


def of_view(covers: str, type_: str, view: str, loaded: str, value: Value, after: Value) -> Example:
    """An example of `squared_load` with seed 1 and a shadow that starts as zero."""
    zero: Value = [0.0] * 4 if type_ == M4 else [[0.0, 0.0], [0.0, 0.0]]
    return Example(
        covers,
        squared_load(type_, view, loaded),
        ((type_, value), (type_, zero), ("index", 1), ("f64", 1.0)),
        {1: after},
    )


def through_buffer(allocation: str, end: str = "", before: str = "") -> str:
    """`@f(%x, %n)`: the fourth power of `%x`, squared once before and once after a buffer."""
    return (
        "func.func @f(%x: f64, %n: index) -> f64 {\n"
        "  %c0 = arith.constant 0 : index\n"
        f"  {before}\n"
        f"  %m = {allocation}\n"
        "  %xx = arith.mulf %x, %x : f64\n"
        "  memref.store %xx, %m[%c0] : memref<?xf64>\n"
        "  %e = memref.load %m[%c0] : memref<?xf64>\n"
        "  %y = arith.mulf %e, %e : f64\n"
        f"  {end}\n"
        "  return %y : f64\n}\n"
    )


EXAMPLES: dict[str, Example] = {
    "load_accumulates": Example(
        "memref.load",
        "func.func @f(%m: memref<3xf64>, %i: index) -> f64 {\n"
        "  %e = memref.load %m[%i] : memref<3xf64>\n"
        "  %y = arith.mulf %e, %e : f64\n"
        "  return %y : f64\n}\n",
        ((M3, [1.0, 2.0, 3.0]), (M3, [0.5, 0.25, 0.0]), ("index", 1), ("f64", 10.0)),
        {1: [0.5, 40.25, 0.0]},
    ),
    "store_reads_and_clears": Example(
        "memref.store",
        "func.func @f(%m: memref<3xf64>, %x: f64, %i: index) {\n"
        "  %xx = arith.mulf %x, %x : f64\n"
        "  memref.store %xx, %m[%i] : memref<3xf64>\n"
        "  return\n}\n",
        ((M3, [1.0, 2.0, 3.0]), (M3, [1.0, 2.0, 3.0]), ("f64", 5.0), ("index", 1)),
        {1: [1.0, 0.0, 3.0]},
        (20.0,),
    ),
    "store_of_a_constant_clears": Example(
        "memref.store",
        "func.func @f(%m: memref<3xf64>, %i: index) {\n"
        "  %c = arith.constant 7.0 : f64\n"
        "  memref.store %c, %m[%i] : memref<3xf64>\n"
        "  return\n}\n",
        ((M3, [1.0, 2.0, 3.0]), (M3, [1.0, 2.0, 3.0]), ("index", 2)),
        {1: [1.0, 2.0, 0.0]},
    ),
    "two_stores_to_one_cell": Example(
        "memref.store",
        "func.func @f(%m: memref<f64>, %x: f64, %y: f64) {\n"
        "  memref.store %x, %m[] : memref<f64>\n"
        "  memref.store %y, %m[] : memref<f64>\n"
        "  return\n}\n",
        (("memref<f64>", 1.0), ("memref<f64>", 3.0), ("f64", 5.0), ("f64", 6.0)),
        {1: 0.0},
        (0.0, 3.0),
    ),
    "load_then_overwritten": Example(
        "memref.store",
        "func.func @f(%m: memref<f64>) -> f64 {\n"
        "  %c = arith.constant 7.0 : f64\n"
        "  %e = memref.load %m[] : memref<f64>\n"
        "  %y = arith.mulf %e, %e : f64\n"
        "  memref.store %c, %m[] : memref<f64>\n"
        "  return %y : f64\n}\n",
        (("memref<f64>", 3.0), ("memref<f64>", 100.0), ("f64", 1.0)),
        {1: 6.0},
    ),
    "single_precision_memory": Example(
        "memref.load",
        "func.func @f(%m: memref<f32>) -> f64 {\n"
        "  %e = memref.load %m[] : memref<f32>\n"
        "  %w = arith.extf %e : f32 to f64\n"
        "  %y = arith.mulf %w, %w : f64\n"
        "  return %y : f64\n}\n",
        (("memref<f32>", 3.0), ("memref<f32>", 0.5), ("f64", 1.0)),
        {1: 6.5},
    ),
    "integer_memory_has_no_shadow": Example(
        "memref.load",
        "func.func @f(%n: memref<2xi64>, %x: f64, %i: index) -> f64 {\n"
        "  %k = memref.load %n[%i] : memref<2xi64>\n"
        "  %w = arith.sitofp %k : i64 to f64\n"
        "  %y = arith.mulf %x, %w : f64\n"
        "  return %y : f64\n}\n",
        (("memref<2xi64>", [3, 4]), ("f64", 2.0), ("index", 1), ("f64", 1.0)),
        {},
        (4.0,),
    ),
    "atomic_sum": Example(
        "memref.atomic_rmw",
        "func.func @f(%m: memref<3xf64>, %x: f64, %i: index) {\n"
        "  %old = memref.atomic_rmw addf %x, %m[%i] : (f64, memref<3xf64>) -> f64\n"
        "  return\n}\n",
        ((M3, [1.0, 2.0, 3.0]), (M3, [1.0, 2.0, 3.0]), ("f64", 5.0), ("index", 1)),
        {1: [1.0, 2.0, 3.0]},
        (2.0,),
    ),
    "copy_moves_the_shadow": Example(
        "memref.copy",
        "func.func @f(%a: memref<2xf64>, %b: memref<2xf64>) {\n"
        "  memref.copy %a, %b : memref<2xf64> to memref<2xf64>\n"
        "  return\n}\n",
        ((M2, [1.0, 2.0]), (M2, [1.0, 2.0]), (M2, [3.0, 4.0]), (M2, [10.0, 20.0])),
        {1: [11.0, 22.0], 3: [0.0, 0.0]},
    ),
    "copy_of_a_constant_clears": Example(
        "memref.copy",
        "func.func @f(%a: memref<2xf64>, %b: memref<2xf64>) {\n"
        "  memref.copy %a, %b : memref<2xf64> to memref<2xf64>\n"
        "  return\n}\n",
        ((M2, [1.0, 2.0]), (M2, [3.0, 4.0]), (M2, [10.0, 20.0])),
        {2: [0.0, 0.0]},
        options="argTys=enzyme_const,enzyme_dup",
    ),
    "alloc_and_dealloc": Example(
        "memref.alloc memref.dealloc",
        through_buffer("memref.alloc(%n) : memref<?xf64>", "memref.dealloc %m : memref<?xf64>"),
        (("f64", 3.0), ("index", 4), ("f64", 1.0)),
        results=(108.0,),
    ),
    "alloca": Example(
        "memref.alloca",
        through_buffer("memref.alloca(%n) : memref<?xf64>"),
        (("f64", 3.0), ("index", 4), ("f64", 1.0)),
        results=(108.0,),
    ),
    "dim": Example(
        "memref.dim",
        "func.func @f(%m: memref<?xf64>, %x: f64) -> f64 {\n"
        "  %c0 = arith.constant 0 : index\n"
        "  %n = memref.dim %m, %c0 : memref<?xf64>\n"
        "  %i = arith.index_cast %n : index to i64\n"
        "  %w = arith.sitofp %i : i64 to f64\n"
        "  %y = arith.mulf %x, %w : f64\n"
        "  return %y : f64\n}\n",
        (("memref<?xf64>", [1.0] * 5), ("memref<?xf64>", [2.0] * 5), ("f64", 1.0), ("f64", 1.0)),
        {1: [2.0] * 5},
        (5.0,),
    ),
    "constant_table": Example(
        "memref.get_global",
        TABLE + "func.func @f(%x: f64, %i: index) -> f64 {\n"
        "  %t = memref.get_global @table : memref<3xf64>\n"
        "  %w = memref.load %t[%i] : memref<3xf64>\n"
        "  %y = arith.mulf %x, %w : f64\n"
        "  return %y : f64\n}\n",
        (("f64", 1.0), ("index", 2), ("f64", 1.0)),
        results=(4.0,),
    ),
    "cast": of_view(
        "memref.cast",
        M4,
        "%v = memref.cast %m : memref<4xf64> to memref<?xf64>",
        "%v[%i] : memref<?xf64>",
        [1.0, 2.0, 3.0, 4.0],
        [0.0, 4.0, 0.0, 0.0],
    ),
    "subview": of_view(
        "memref.subview",
        M4,
        f"%v = memref.subview %m[1] [2] [1] : memref<4xf64> to memref<2xf64, {SLICE}>",
        f"%v[%i] : memref<2xf64, {SLICE}>",
        [1.0, 2.0, 3.0, 4.0],
        [0.0, 0.0, 6.0, 0.0],
    ),
    "subview_at_a_dynamic_offset": of_view(
        "memref.subview",
        M4,
        "%v = memref.subview %m[%i] [%i] [2] : "
        "memref<4xf64> to memref<?xf64, strided<[2], offset: ?>>\n"
        "  %c0 = arith.constant 0 : index",
        "%v[%c0] : memref<?xf64, strided<[2], offset: ?>>",
        [1.0, 2.0, 3.0, 4.0],
        [0.0, 4.0, 0.0, 0.0],
    ),
    "reinterpret_cast": of_view(
        "memref.reinterpret_cast",
        M4,
        "%v = memref.reinterpret_cast %m to offset: [1], sizes: [3], strides: [1] : "
        f"memref<4xf64> to memref<3xf64, {SLICE}>",
        f"%v[%i] : memref<3xf64, {SLICE}>",
        [1.0, 2.0, 3.0, 4.0],
        [0.0, 0.0, 6.0, 0.0],
    ),
    "collapse_shape": of_view(
        "memref.collapse_shape",
        M22,
        "%v = memref.collapse_shape %m [[0, 1]] : memref<2x2xf64> into memref<4xf64>",
        "%v[%i] : memref<4xf64>",
        [[1.0, 2.0], [3.0, 4.0]],
        [[0.0, 4.0], [0.0, 0.0]],
    ),
    "expand_shape": of_view(
        "memref.expand_shape",
        M4,
        "%v = memref.expand_shape %m [[0, 1]] output_shape [2, 2] : "
        "memref<4xf64> into memref<2x2xf64>",
        "%v[%i, %i] : memref<2x2xf64>",
        [1.0, 2.0, 3.0, 4.0],
        [0.0, 0.0, 0.0, 8.0],
    ),
    "transpose": of_view(
        "memref.transpose",
        M22,
        "%v = memref.transpose %m (a, b) -> (b, a) : "
        "memref<2x2xf64> to memref<2x2xf64, strided<[1, 2]>>\n"
        "  %c0 = arith.constant 0 : index",
        "%v[%i, %c0] : memref<2x2xf64, strided<[1, 2]>>",
        [[1.0, 2.0], [3.0, 4.0]],
        [[0.0, 4.0], [0.0, 0.0]],
    ),
    "memory_space_cast": of_view(
        "memref.memory_space_cast",
        M4,
        "%v = memref.memory_space_cast %m : memref<4xf64> to memref<4xf64, 0>",
        "%v[%i] : memref<4xf64, 0>",
        [1.0, 2.0, 3.0, 4.0],
        [0.0, 4.0, 0.0, 0.0],
    ),
    "assume_alignment": of_view(
        "memref.assume_alignment",
        M4,
        "%v = memref.assume_alignment %m, 8 : memref<4xf64>",
        "%v[%i] : memref<4xf64>",
        [1.0, 2.0, 3.0, 4.0],
        [0.0, 4.0, 0.0, 0.0],
    ),
    "view_of_bytes": Example(
        "memref.view",
        through_buffer(
            "memref.view %bytes[%c0][%n] : memref<32xi8> to memref<?xf64>",
            "memref.dealloc %bytes : memref<32xi8>",
            "%bytes = memref.alloc() : memref<32xi8>",
        ),
        (("f64", 3.0), ("index", 4), ("f64", 1.0)),
        results=(108.0,),
    ),
    "select_of_two_buffers": Example(
        "arith.select",
        "func.func @f(%a: memref<f64>, %b: memref<f64>, %c: i1) -> f64 {\n"
        "  %v = arith.select %c, %a, %b : memref<f64>\n"
        "  %e = memref.load %v[] : memref<f64>\n"
        "  %y = arith.mulf %e, %e : f64\n"
        "  return %y : f64\n}\n",
        (
            ("memref<f64>", 3.0),
            ("memref<f64>", 0.0),
            ("memref<f64>", 5.0),
            ("memref<f64>", 1.0),
            ("i1", 0),
            ("f64", 1.0),
        ),
        {1: 0.0, 3: 11.0},
    ),
}


def gradient_program(name: str, example: Example) -> Program:
    options = f" {example.options}" if example.options else ""
    code, module, said = run_cli(["-", "-p", f"loop-checkpoint{{fn=f{options}}}"], example.text)
    assert code == 0, said
    arguments = tuple(Argument(type_, value) for type_, value in example.arguments)
    return Program(name, module, (Call("f_grad", arguments, ("f64",) * len(example.results)),))


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    programs = [gradient_program(name, example) for name, example in EXAMPLES.items()]
    return dict(zip(EXAMPLES, run_batch(programs, fill=0xFF), strict=True))


def contents(example: Example, call: CallOutcome) -> Iterator[tuple[int, list[float]]]:
    for index, (type_, _) in enumerate(example.arguments):
        parts = memref_parts(type_)
        if parts is not None and parts[1].startswith("f"):
            yield index, as_floats(call.contents[index])


@pytest.mark.parametrize("name", EXAMPLES)
def test_gradient_through_memory(outcomes: dict[str, Outcome], name: str) -> None:
    example, outcome = EXAMPLES[name], outcomes[name]
    assert not outcome.failure, outcome.failure
    (call,) = outcome.calls
    found = dict(contents(example, call))
    assert {i: found[i] for i in example.shadows} == {
        i: [float(number) for number in flatten(value)] for i, value in example.shadows.items()
    }
    assert as_floats(call.results) == list(example.results)
    assert call.memory.allocations == call.memory.deallocations
    assert call.memory.live_bytes == 0


def test_every_memory_operation_is_executed() -> None:
    covered = {name for example in EXAMPLES.values() for name in example.covers.split()}
    assert {*MEMORY_RULES, *VIEWS} <= covered

"""Structured operations on memrefs: each is differentiated and executed.

Gradients agree with finite differences of the primal, leave nothing allocated, and are, in loops,
the same bits under every scheme.
"""

from __future__ import annotations

import math

import pytest
from fuzz.agreement import assert_agreement
from support.directives import DIRECTIVES
from support.inprocess import run_cli
from support.written import program_of, programs_of

from ckptopt.execution import Argument, Call, Program, as_floats, run_batch

A, B, C = "memref<?x4xf64>", "memref<4x3xf64>", "memref<?x3xf64>"
V, W = "memref<4xf64>", "memref<?xf64>"


def function(arguments: str, body: str, result: str = "") -> str:
    """`@f` with a body; `result` names an f64 to return."""
    end, returns = (f"return {result} : f64", " -> f64") if result else ("return", "")
    lines = "\n".join(f"  {line.strip()}" for line in body.strip().splitlines())
    return f"func.func @f({arguments}){returns} {{\n{lines}\n  {end}\n}}\n"


def on_vectors(name: str, inputs: int = 1, attribute: str = "") -> str:
    names = ["%x", "%y", "%z"][:inputs]
    given = ", ".join(f"{name}: {V}" for name in names)
    types = ", ".join([V] * inputs)
    return function(
        f"{given}, %r: {V}",
        f"linalg.{name} {attribute}ins({', '.join(names)} : {types}) outs(%r : {V})",
    )


MATMUL = f"linalg.matmul ins(%a, %b : {A}, {B}) outs(%c : {C})"
MAPS = "indexing_maps = [affine_map<{0}>, affine_map<{1}>, affine_map<{2}>]"
TRANSPOSED = MAPS.format(
    "(d0, d1, d2) -> (d0, d2)", "(d0, d1, d2) -> (d1, d2)", "(d0, d1, d2) -> (d0, d1)"
)


def generic(maps: list[str], iterators: str, operands: str, body: str) -> str:
    """A `linalg.generic` whose body yields `%r`."""
    kinds = {"p": '"parallel"', "r": '"reduction"'}
    loops = ", ".join(f"d{i}" for i in range(len(iterators)))
    listed = ", ".join(f"affine_map<({loops}) -> ({map})>" for map in maps)
    types = ", ".join(kinds[letter] for letter in iterators)
    return (
        f"linalg.generic {{indexing_maps = [{listed}], iterator_types = [{types}]}} {operands} {{\n"
        f"{body}\nlinalg.yield %r : f64\n}}"
    )


ROWS_VIEW = "memref<2x4xf64, strided<[4, 1]>>"
COLUMNS_VIEW = "memref<4x2xf64, strided<[4, 2], offset: 9>>"
ROWS = f"ins(%a : {A}) outs(%w : {W})"

PROGRAMS: dict[str, str] = {
    **{
        name: on_vectors(name)
        for name in ("exp", "log", "sqrt", "abs", "erf", "negf", "rsqrt", "square", "tanh")
    },
    **{name: on_vectors(name) for name in ("reciprocal", "copy", "floor")},
    **{name: on_vectors(name, 2) for name in ("add", "sub", "mul", "div", "max", "min", "powf")},
    "map": function(
        f"%x: {V}, %y: {V}, %r: {V}",
        f"linalg.map {{ math.atan2 }} ins(%x, %y : {V}, {V}) outs(%r : {V})",
    ),
    "elementwise": function(
        f"%x: {V}, %r: {V}",
        f"linalg.elementwise kind=#linalg.elementwise_kind<rsqrt> ins(%x : {V}) outs(%r : {V})",
    ),
    "pooling_sum": function(
        "%x: memref<1x7x2xf64>, %k: memref<3xf64>, %r: memref<1x3x2xf64>",
        "linalg.pooling_nwc_sum {dilations = dense<1> : tensor<1xi64>,"
        " strides = dense<2> : tensor<1xi64>}"
        " ins(%x, %k : memref<1x7x2xf64>, memref<3xf64>) outs(%r : memref<1x3x2xf64>)",
    ),
    "narrow_factors": function(
        "%a: memref<2x3xf32>, %b: memref<3x2xf32>, %c: memref<2x2xf64>",
        "linalg.matmul ins(%a, %b : memref<2x3xf32>, memref<3x2xf32>) outs(%c : memref<2x2xf64>)",
    ),
    "fill": function(f"%s: f64, %r: {V}", f"linalg.fill ins(%s : f64) outs(%r : {V})"),
    "fill_with_constant": function(
        f"%r: {V}", f"%z = arith.constant 2.0 : f64\nlinalg.fill ins(%z : f64) outs(%r : {V})"
    ),
    "in_place": function(
        f"%r: {V}, %y: {V}",
        f"linalg.tanh ins(%r : {V}) outs(%r : {V})\n"
        f"linalg.mul ins(%r, %y : {V}, {V}) outs(%r : {V})\n"
        f"linalg.mul ins(%r, %r : {V}, {V}) outs(%r : {V})",
    ),
    "both_inputs_the_same": function(
        f"%x: {V}, %r: {V}", f"linalg.mul ins(%x, %x : {V}, {V}) outs(%r : {V})"
    ),
    "matmul": function(f"%a: {A}, %b: {B}, %c: {C}", MATMUL),
    "matmul_twice": function(f"%a: {A}, %b: {B}, %c: {C}", f"{MATMUL}\n{MATMUL}"),
    "matmul_transposed": function(
        f"%a: {A}, %b: memref<3x4xf64>, %c: {C}",
        f"linalg.matmul {TRANSPOSED} ins(%a, %b : {A}, memref<3x4xf64>) outs(%c : {C})",
    ),
    "contract": function(
        f"%a: {A}, %b: memref<3x4xf64>, %c: {C}",
        f"linalg.contract {TRANSPOSED} ins(%a, %b : {A}, memref<3x4xf64>) outs(%c : {C})",
    ),
    "gram": function(
        "%a: memref<3x4xf64>, %c: memref<3x3xf64>",
        f"linalg.matmul {TRANSPOSED} ins(%a, %a : memref<3x4xf64>, memref<3x4xf64>)"
        " outs(%c : memref<3x3xf64>)",
    ),
    "batch_matmul": function(
        "%a: memref<2x3x4xf64>, %b: memref<2x4x3xf64>, %c: memref<2x3x3xf64>",
        "linalg.batch_matmul ins(%a, %b : memref<2x3x4xf64>, memref<2x4x3xf64>)"
        " outs(%c : memref<2x3x3xf64>)",
    ),
    "batch_matvec": function(
        "%a: memref<2x3x4xf64>, %b: memref<2x4xf64>, %c: memref<2x3xf64>",
        "linalg.batch_matvec ins(%a, %b : memref<2x3x4xf64>, memref<2x4xf64>)"
        " outs(%c : memref<2x3xf64>)",
    ),
    "batch_vecmat": function(
        "%a: memref<2x3x4xf64>, %b: memref<2x3xf64>, %c: memref<2x4xf64>",
        "linalg.batch_vecmat ins(%b, %a : memref<2x3xf64>, memref<2x3x4xf64>)"
        " outs(%c : memref<2x4xf64>)",
    ),
    "mmt4d": function(
        "%a: memref<2x3x2x1xf64>, %b: memref<2x3x2x1xf64>, %c: memref<2x2x2x2xf64>",
        "linalg.mmt4d ins(%a, %b : memref<2x3x2x1xf64>, memref<2x3x2x1xf64>)"
        " outs(%c : memref<2x2x2x2xf64>)",
    ),
    "matvec": function(
        f"%a: {A}, %x: {V}, %w: {W}", f"linalg.matvec ins(%a, %x : {A}, {V}) outs(%w : {W})"
    ),
    "vecmat": function(
        f"%a: {A}, %x: {V}, %w: {W}", f"linalg.vecmat ins(%w, %a : {W}, {A}) outs(%x : {V})"
    ),
    "dot": function(
        f"%x: {V}, %y: {V}, %s: memref<f64>",
        f"linalg.dot ins(%x, %y : {V}, {V}) outs(%s : memref<f64>)",
    ),
    "convolution": function(
        "%x: memref<1x1x7x6xf64>, %k: memref<2x1x3x2xf64>, %r: memref<1x2x3x2xf64>",
        "linalg.conv_2d_nchw_fchw {dilations = dense<[1, 2]> : tensor<2xi64>,"
        " strides = dense<[2, 3]> : tensor<2xi64>}"
        " ins(%x, %k : memref<1x1x7x6xf64>, memref<2x1x3x2xf64>) outs(%r : memref<1x2x3x2xf64>)",
    ),
    "pooling": function(
        "%x: memref<1x2x5x4xf64>, %k: memref<2x2xf64>, %r: memref<1x2x2x2xf64>",
        "linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>,"
        " strides = dense<2> : tensor<2xi64>}"
        " ins(%x, %k : memref<1x2x5x4xf64>, memref<2x2xf64>) outs(%r : memref<1x2x2x2xf64>)",
    ),
    "transpose": function(
        f"%a: {A}, %t: memref<4x?xf64>",
        f"linalg.transpose ins(%a : {A}) outs(%t : memref<4x?xf64>) permutation = [1, 0]",
    ),
    "broadcast": function(
        f"%w: {W}, %a: {A}", f"linalg.broadcast ins(%w : {W}) outs(%a : {A}) dimensions = [1]"
    ),
    "reduce_sum": function(
        f"%a: {A}, %w: {W}", f"linalg.reduce {{ arith.addf }} {ROWS} dimensions = [1]"
    ),
    "reduce_max": function(
        f"%a: {A}, %w: {W}", f"linalg.reduce {{ arith.maximumf }} {ROWS} dimensions = [1]"
    ),
    "reduce_min": function(
        f"%a: {A}, %w: {W}", f"linalg.reduce {{ arith.minnumf }} {ROWS} dimensions = [1]"
    ),
    "elementwise_with_broadcast_and_scalars": function(
        f"%a: {A}, %x: {V}, %s: f64, %q: f64, %o: {A}",
        generic(
            ["d0, d1", "d1", "", "d0, d1"],
            "pp",
            f"ins(%a, %x, %s : {A}, {V}, f64) outs(%o : {A})",
            """^bb0(%u: f64, %v: f64, %w: f64, %old: f64):
            %1 = arith.mulf %u, %v : f64
            %2 = arith.mulf %1, %q : f64
            %3 = math.sin %2 : f64
            %r0 = arith.mulf %3, %w : f64
            %r = arith.addf %r0, %q : f64""",
        ),
    ),
    "reads_what_it_overwrites": function(
        f"%x: {V}, %o: {V}",
        generic(
            ["d0", "d0"],
            "p",
            f"ins(%x : {V}) outs(%o : {V})",
            """^bb0(%u: f64, %old: f64):
            %1 = arith.mulf %u, %old : f64
            %r = math.sin %1 : f64""",
        ),
    ),
    "permuted_output": function(
        "%a: memref<3x4xf64>, %o: memref<4x3xf64>",
        generic(
            ["d0, d1", "d1, d0"],
            "pp",
            "ins(%a : memref<3x4xf64>) outs(%o : memref<4x3xf64>)",
            """^bb0(%u: f64, %old: f64):
            %1 = math.sin %old : f64
            %r = arith.mulf %u, %1 : f64""",
        ),
    ),
    "sum_of_function": function(
        f"%x: {V}, %y: {W}, %s: memref<f64>",
        generic(
            ["d0", "d1", ""],
            "rr",
            f"ins(%x, %y : {V}, {W}) outs(%s : memref<f64>)",
            """^bb0(%u: f64, %v: f64, %total: f64):
            %1 = arith.subf %u, %v : f64
            %2 = arith.mulf %1, %1 : f64
            %3 = arith.subf %total, %2 : f64
            %r = math.fma %u, %v, %3 : f64""",
        ),
    ),
    "sum_that_repeats": function(
        f"%x: {V}, %y: {W}, %s: memref<f64>",
        generic(
            ["d0", "d1", ""],
            "rr",
            f"ins(%x, %y : {V}, {W}) outs(%s : memref<f64>)",
            """^bb0(%u: f64, %v: f64, %total: f64):
            %1 = arith.mulf %u, %u : f64
            %r = arith.addf %total, %1 : f64""",
        ),
    ),
    "max_of_product": function(
        f"%a: {A}, %x: {V}, %w: {W}",
        generic(
            ["d0, d1", "d1", "d0"],
            "pr",
            f"ins(%a, %x : {A}, {V}) outs(%w : {W})",
            """^bb0(%u: f64, %v: f64, %most: f64):
            %1 = arith.mulf %u, %v : f64
            %r = arith.maximumf %1, %most : f64""",
        ),
    ),
    "index_in_body": function(
        f"%x: {V}, %o: {V}",
        generic(
            ["d0", "d0"],
            "p",
            f"ins(%x : {V}) outs(%o : {V})",
            """^bb0(%u: f64, %old: f64):
            %i = linalg.index 0 : index
            %j = arith.index_cast %i : index to i64
            %k = arith.sitofp %j : i64 to f64
            %1 = arith.mulf %u, %k : f64
            %r = math.sin %1 : f64""",
        ),
    ),
    "overwritten_later": function(
        f"%a: {A}, %b: {B}, %c: {C}",
        f"%z = arith.constant 0.5 : f64\n{MATMUL}\nlinalg.fill ins(%z : f64) outs(%b : {B})",
    ),
    "views": function(
        "%m: memref<6x4xf64>, %c: memref<2x2xf64>",
        f"""%a = memref.subview %m[0, 0] [2, 4] [1, 1] : memref<6x4xf64> to {ROWS_VIEW}
        %b = memref.subview %m[2, 1] [4, 2] [1, 2] : memref<6x4xf64> to {COLUMNS_VIEW}
        linalg.matmul ins(%a, %b : {ROWS_VIEW}, {COLUMNS_VIEW}) outs(%c : memref<2x2xf64>)
        linalg.exp ins(%a : {ROWS_VIEW}) outs(%a : {ROWS_VIEW})""",
    ),
    "local_buffer": function(
        f"%a: {A}, %b: {B}, %c: {C}",
        f"""%c0 = arith.constant 0 : index
        %n = memref.dim %a, %c0 : {A}
        %z = arith.constant 0.0 : f64
        %h = memref.alloc(%n) : {C}
        linalg.fill ins(%z : f64) outs(%h : {C})
        linalg.matmul ins(%a, %b : {A}, {B}) outs(%h : {C})
        linalg.tanh ins(%h : {C}) outs(%h : {C})
        linalg.add ins(%h, %c : {C}, {C}) outs(%c : {C})
        memref.dealloc %h : {C}""",
    ),
}


def test_each_operation() -> None:
    programs = [program_of(text, name) for name, text in PROGRAMS.items()]
    report = assert_agreement(programs)
    assert report.compared > len(programs)


def reduction(operation: str) -> str:
    return function(
        f"%x: {V}, %s: memref<f64>",
        f"linalg.reduce {{ arith.{operation} }} ins(%x : {V}) outs(%s : memref<f64>)"
        " dimensions = [0]",
    )


NAN = math.nan
TIES = [
    ("maximumf", [1.0, 3.0, 3.0, 2.0], 0.0, [0.0, 5.0, 0.0, 0.0], 0.0),
    ("maximumf", [1.0, 3.0, 3.0, 2.0], 3.0, [0.0, 5.0, 0.0, 0.0], 0.0),
    ("maximumf", [1.0, 3.0, 3.0, 2.0], 4.0, [0.0, 0.0, 0.0, 0.0], 5.0),
    ("maximumf", [1.0, NAN, 3.0, 2.0], 0.0, [5.0, 0.0, 0.0, 0.0], 0.0),
    ("minimumf", [2.0, 1.0, 3.0, 1.0], 9.0, [0.0, 5.0, 0.0, 0.0], 0.0),
    ("maxnumf", [NAN, 3.0, 3.0, 2.0], 0.0, [0.0, 5.0, 0.0, 0.0], 0.0),
    ("minnumf", [NAN, NAN, 3.0, 2.0], 9.0, [0.0, 0.0, 0.0, 5.0], 0.0),
]
"""Operation, elements, initial value; what elements and initial value get of an adjoint 5."""


def test_the_first_element_that_attains_an_extremum_gets_its_adjoint() -> None:
    programs: list[Program] = []
    for number, (operation, elements, initial, _, _) in enumerate(TIES):
        done = run_cli(["-p", "loop-checkpoint{fn=f}"], reduction(operation))
        assert done.exit_code == 0, done.stderr
        arguments = (
            Argument(V, [*elements]),
            Argument(V, [0.0] * 4),
            Argument("memref<f64>", initial),
            Argument("memref<f64>", 5.0),
        )
        programs.append(Program(f"{operation} {number}", done.stdout, (Call("f_grad", arguments),)))
    for outcome, (_, _, _, elements, initial) in zip(run_batch(programs), TIES, strict=True):
        assert not outcome.failure, outcome.failure
        _, found, _, left = map(as_floats, outcome.calls[0].contents)
        assert (found, left) == (elements, [initial]), outcome.name


IN_LOOPS: dict[str, str] = {
    "recurrent_network": """
func.func @f(%w: memref<3x3xf64>, %u: memref<3x2xf64>, %x: memref<7x2xf64>, %h: memref<3xf64>,
             %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f64
  %t = memref.alloc() : memref<3xf64>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.subview %x[%i, 0] [1, 2] [1, 1]
        : memref<7x2xf64> to memref<2xf64, strided<[1], offset: ?>>
    linalg.fill ins(%z : f64) outs(%t : memref<3xf64>)
    linalg.matvec ins(%w, %h : memref<3x3xf64>, memref<3xf64>) outs(%t : memref<3xf64>)
    linalg.matvec ins(%u, %row : memref<3x2xf64>, memref<2xf64, strided<[1], offset: ?>>)
                  outs(%t : memref<3xf64>)
    linalg.tanh ins(%t : memref<3xf64>) outs(%h : memref<3xf64>)
  } {DIRECTIVE}
  memref.dealloc %t : memref<3xf64>
  return
}
""",
    "in_place_and_in_branches": """
func.func @f(%w: memref<?x?xf64>, %h: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %p, %c0 : index
    scf.if %even {
      linalg.tanh ins(%h : memref<?xf64>) outs(%h : memref<?xf64>)
      %m = memref.dim %h, %c0 : memref<?xf64>
      %t = memref.alloc(%m) : memref<?xf64>
      linalg.copy ins(%h : memref<?xf64>) outs(%t : memref<?xf64>)
      linalg.matvec ins(%w, %t : memref<?x?xf64>, memref<?xf64>) outs(%h : memref<?xf64>)
      memref.dealloc %t : memref<?xf64>
    } else {
      linalg.mul ins(%h, %h : memref<?xf64>, memref<?xf64>) outs(%h : memref<?xf64>)
    }
  } {DIRECTIVE}
  return
}
""",
    "nested_loops_and_numbers": """
func.func @f(%w: memref<3x3xf64>, %h: memref<3xf64>, %s: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> (f64) {
    scf.for %j = %c0 to %c2 step %c1 {
      %t = memref.alloc() : memref<3xf64>
      linalg.fill ins(%a : f64) outs(%t : memref<3xf64>)
      linalg.matvec ins(%w, %h : memref<3x3xf64>, memref<3xf64>) outs(%t : memref<3xf64>)
      linalg.tanh ins(%t : memref<3xf64>) outs(%h : memref<3xf64>)
      memref.dealloc %t : memref<3xf64>
    }
    %d = memref.alloc() : memref<f64>
    memref.store %a, %d[] : memref<f64>
    linalg.dot ins(%h, %h : memref<3xf64>, memref<3xf64>) outs(%d : memref<f64>)
    %e = memref.load %d[] : memref<f64>
    %b = math.sin %e : f64
    memref.dealloc %d : memref<f64>
    scf.yield %b : f64
  } {DIRECTIVE}
  return %r : f64
}
""",
    "buffers_that_change_places": """
memref.global "private" constant @weights : memref<3x3xf64> = dense<[[0.1, 0.7, -0.3],
    [0.4, -0.2, 0.5], [-0.6, 0.3, 0.8]]>
func.func @f(%p: memref<3xf64>, %q: memref<3xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.1 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p, %b = %q)
      -> (memref<3xf64>, memref<3xf64>) {
    %w = memref.get_global @weights : memref<3x3xf64>
    linalg.fill ins(%z : f64) outs(%b : memref<3xf64>)
    linalg.matvec ins(%w, %a : memref<3x3xf64>, memref<3xf64>) outs(%b : memref<3xf64>)
    linalg.mul ins(%a, %b : memref<3xf64>, memref<3xf64>) outs(%b : memref<3xf64>)
    scf.yield %b, %a : memref<3xf64>, memref<3xf64>
  } {DIRECTIVE}
  return
}
""",
    "two_loops_inside": """
func.func @f(%w: memref<2x2xf64>, %h: memref<2xf64>, %x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %half = arith.constant 0.5 : f64
    %u = scf.for %j = %c0 to %i step %c1 iter_args(%v = %s) -> (f64) {
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
          outs(%h : memref<2xf64>) {
      ^bb0(%old: f64):
        %1 = arith.mulf %old, %half : f64
        %2 = arith.addf %1, %v : f64
        %3 = math.sin %2 : f64
        linalg.yield %3 : f64
      }
      %e = memref.load %h[%c1] : memref<2xf64>
      %t = arith.mulf %e, %v : f64
      scf.yield %t : f64
    }
    scf.for %j = %c0 to %c3 step %c1 {
      %t = memref.alloca() : memref<2xf64>
      linalg.copy ins(%h : memref<2xf64>) outs(%t : memref<2xf64>)
      linalg.matvec ins(%w, %t : memref<2x2xf64>, memref<2xf64>) outs(%h : memref<2xf64>)
    }
    scf.yield %u : f64
  } {DIRECTIVE}
  return %r : f64
}
""",
    "maximum_kept": """
func.func @f(%a: memref<3x4xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant -1.0e9 : f64
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<3xf64>
    linalg.fill ins(%low : f64) outs(%m : memref<3xf64>)
    linalg.reduce { arith.maximumf } ins(%a : memref<3x4xf64>) outs(%m : memref<3xf64>)
        dimensions = [1]
    %b = memref.alloc() : memref<3x4xf64>
    linalg.broadcast ins(%m : memref<3xf64>) outs(%b : memref<3x4xf64>) dimensions = [1]
    linalg.mul ins(%a, %b : memref<3x4xf64>, memref<3x4xf64>) outs(%a : memref<3x4xf64>)
    linalg.tanh ins(%a : memref<3x4xf64>) outs(%a : memref<3x4xf64>)
    memref.dealloc %b : memref<3x4xf64>
    memref.dealloc %m : memref<3xf64>
  } {DIRECTIVE}
  return
}
""",
}


WHILE = """
func.func @f(%w: memref<3x3xf64>, %h: memref<3xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%k: index):
    %t = memref.alloc() : memref<3xf64>
    linalg.copy ins(%h : memref<3xf64>) outs(%t : memref<3xf64>)
    linalg.matvec ins(%w, %t : memref<3x3xf64>, memref<3xf64>) outs(%h : memref<3xf64>)
    linalg.tanh ins(%h : memref<3xf64>) outs(%h : memref<3xf64>)
    memref.dealloc %t : memref<3xf64>
    %next = arith.addi %k, %c1 : index
    scf.yield %next : index
  }
  return
}
"""


def test_in_a_loop_of_unknown_length() -> None:
    assert assert_agreement([program_of(WHILE, "while")]).compared > 0


@pytest.mark.parametrize("scheme", DIRECTIVES)
def test_in_loops(scheme: str) -> None:
    report = assert_agreement(programs_of(IN_LOOPS, DIRECTIVES[scheme].strip("{}")))
    assert report.refused == 0
    assert report.compared > 0

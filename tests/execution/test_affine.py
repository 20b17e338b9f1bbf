"""Gradients through affine loops and memory, executed: each scheme against store-all bit for bit,
store-all against finite differences, affine arithmetic against Python's."""

from __future__ import annotations

import math

import pytest
from fuzz.agreement import assert_agreement, run_tool
from support.directives import DIRECTIVES
from support.written import programs_of

from ckptopt import execution as native
from ckptopt.execution import Argument, Call, Program, Value

PROGRAMS: dict[str, str] = {
    "constant_bounds": """
func.func @f(%x: f64, %c: f64) -> f64 {
  %r = affine.for %i = -3 to 12 step 4 iter_args(%a = %x) -> (f64) {
    %k = arith.index_cast %i : index to i64
    %t = arith.sitofp %k : i64 to f64
    %p = arith.mulf %t, %c : f64
    %q = arith.addf %p, %a : f64
    %d = math.sin %q : f64
    affine.yield %d : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "symbolic_bounds": """
func.func @f(%x: f64, %n: index, %m: memref<10xf64>) -> f64 {
  %r = affine.for %i = %n to affine_map<()[s0] -> (s0 + 6)>()[%n] step 2
      iter_args(%a = %x) -> (f64) {
    %v = affine.load %m[%i - symbol(%n) + 1] : memref<10xf64>
    %p = arith.mulf %a, %v : f64
    %d = math.cos %p : f64
    affine.yield %d : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "several_bounds": """
func.func @f(%x: f64, %n: index, %k: index) -> f64 {
  %r = affine.for %i = max affine_map<(d0)[s0] -> (d0 - 4, s0 - 9, 1)>(%n)[%k]
      to min affine_map<(d0)[s0] -> (d0 + s0, 9)>(%n)[%k] step 2 iter_args(%a = %x) -> (f64) {
    %b = math.sin %a : f64
    %c = arith.mulf %a, %b : f64
    %d = arith.addf %c, %x : f64
    affine.yield %d : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "empty": """
func.func @f(%x: f64, %n: index) -> f64 {
  %r = affine.for %i = affine_map<(d0) -> (d0 * 2)>(%n) to %n iter_args(%a = %x) -> (f64) {
    %b = math.sin %a : f64
    affine.yield %b : f64
  } DIRECTIVE
  %s = arith.mulf %r, %r : f64
  return %s : f64
}
""",
    "triangle": """
func.func @f(%x: f64, %m: memref<6xf64>) -> f64 {
  %r = affine.for %i = 0 to 6 iter_args(%a = %x) -> (f64) {
    %q = affine.for %j = affine_map<(d0) -> (d0 floordiv 2)>(%i) to 6 step 2
        iter_args(%b = %a) -> (f64) {
      %v = affine.load %m[%j] : memref<6xf64>
      %p = arith.mulf %b, %v : f64
      %s = math.sin %p : f64
      affine.yield %s : f64
    }
    affine.store %q, %m[5 - %i] : memref<6xf64>
    affine.yield %q : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "stencil_without_carried_values": """
func.func @f(%m: memref<4x5xf64>, %out: memref<?xf64>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 3 {
      affine.for %j = 1 to 4 {
        %l = affine.load %m[%i, %j - 1] : memref<4x5xf64>
        %u = affine.load %m[%i + 1, %j] : memref<4x5xf64>
        %p = arith.mulf %l, %u : f64
        %s = math.sin %p : f64
        affine.store %s, %m[%i, %j] : memref<4x5xf64>
      }
    }
    %v = affine.load %m[2, (%t * 3) mod 5] : memref<4x5xf64>
    affine.store %v, %out[%t] : memref<?xf64>
  } DIRECTIVE
  return
}
""",
    "choices": """
func.func @f(%x: f64, %y: f64, %n: index, %m: memref<8xf64>) -> f64 {
  %r = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f64) {
    %b = affine.if affine_set<(d0)[s0] : (d0 - 2 >= 0, s0 - d0 - 2 >= 0, d0 mod 2 == 0)>
        (%i)[%n] -> f64 {
      %p = arith.mulf %a, %y : f64
      affine.yield %p : f64
    } else {
      %p = math.sin %a : f64
      affine.yield %p : f64
    }
    affine.if affine_set<(d0) : (d0 - 3 == 0)>(%i) {
      affine.store %b, %m[%i] : memref<8xf64>
    }
    %v = affine.load %m[%i] : memref<8xf64>
    %c = arith.mulf %b, %v : f64
    affine.yield %c : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "applied_maps": """
func.func @f(%x: f64, %n: index, %m: memref<9xf64>) -> f64 {
  %r = affine.for %i = 0 to 7 iter_args(%a = %x) -> (f64) {
    %j = affine.apply affine_map<(d0)[s0] -> ((d0 * 3 - s0) mod 4)>(%i)[%n]
    %k = affine.min affine_map<(d0) -> (d0 + 3, 7)>(%j)
    %l = affine.max affine_map<(d0)[s0] -> (d0 - 1, s0 ceildiv 3, 2)>(%i)[%n]
    %u = affine.load %m[%j] : memref<9xf64>
    %t = memref.load %m[%k] : memref<9xf64>
    %v = arith.mulf %u, %t : f64
    %w = memref.load %m[%l] : memref<9xf64>
    %p = arith.mulf %v, %w : f64
    %q = arith.mulf %p, %a : f64
    %d = math.cos %q : f64
    affine.yield %d : f64
  } DIRECTIVE
  return %r : f64
}
""",
    "among_scf_loops": """
func.func @f(%x: f64, %n: index, %m: memref<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> (f64) {
    %s = affine.for %j = 0 to 4 iter_args(%b = %a) -> (f64) {
      %t = scf.for %k = %c0 to %j step %c1 iter_args(%d = %b) -> (f64) {
        %v = memref.load %m[%k] : memref<8xf64>
        %p = arith.mulf %d, %v : f64
        %q = math.sin %p : f64
        scf.yield %q : f64
      }
      %u = affine.load %m[%j + 2] : memref<8xf64>
      %w = arith.mulf %t, %u : f64
      affine.yield %w : f64
    } DIRECTIVE
    scf.yield %s : f64
  } {enzyme.enable_checkpointing = true}
  return %r : f64
}
""",
    "parallel_nest": """
func.func @f(%x: f64, %n: index, %m: memref<4x5xf64>, %out: memref<4x5xf64>) -> f64 {
  %r = affine.for %t = 0 to 3 iter_args(%a = %x) -> (f64) {
    %s = affine.parallel (%i, %j) = (0, max(%n - 7, 1)) to (4, min(%n, 5)) step (1, 2)
        reduce ("addf") -> (f64) {
      %v = affine.load %m[%i, %j] : memref<4x5xf64>
      %p = arith.mulf %v, %a : f64
      %q = math.sin %p : f64
      affine.store %q, %out[%i, %j] : memref<4x5xf64>
      affine.yield %q : f64
    }
    affine.yield %s : f64
  } DIRECTIVE
  return %r : f64
}
""",
}


@pytest.mark.parametrize("scheme", DIRECTIVES)
def test_gradients_of_affine_loops(scheme: str):
    report = assert_agreement(programs_of(PROGRAMS, DIRECTIVES[scheme]))
    assert report.inconclusive == 0


ROUNDING = """
func.func @f(%x: f64, %m: memref<4x15xi64>) -> f64 {
  %r = affine.for %i = -7 to 8 iter_args(%a = %x) -> (f64) {
    %floor = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%i)
    %ceil = affine.apply affine_map<(d0) -> (d0 ceildiv 3)>(%i)
    %mod = affine.apply affine_map<(d0) -> (d0 mod 3)>(%i)
    %mixed = affine.apply affine_map<(d0) -> ((d0 - 2) floordiv 2 - (d0 * 5 + 3) mod 4)>(%i)
    %k0 = arith.index_cast %floor : index to i64
    %k1 = arith.index_cast %ceil : index to i64
    %k2 = arith.index_cast %mod : index to i64
    %k3 = arith.index_cast %mixed : index to i64
    affine.store %k0, %m[0, %i + 7] : memref<4x15xi64>
    affine.store %k1, %m[1, %i + 7] : memref<4x15xi64>
    affine.store %k2, %m[2, %i + 7] : memref<4x15xi64>
    affine.store %k3, %m[3, %i + 7] : memref<4x15xi64>
    %b = math.sin %a : f64
    affine.yield %b : f64
  }
  return %r : f64
}
"""


def test_division_rounds_as_affine_maps_say():
    done = run_tool(ROUNDING, "f")
    assert done.exit_code == 0, done.stderr
    zeros: Value = [[0 for _ in range(15)] for _ in range(4)]
    arguments = (
        Argument("f64", 0.5),
        Argument("memref<4x15xi64>", zeros),
        Argument("f64", 1.0),
    )
    program = Program("rounding", done.stdout, (Call("f_grad", arguments, ("f64",)),))
    (outcome,) = native.run_batch([program])
    assert not outcome.failure
    numbers = range(-7, 8)
    assert outcome.calls[0].contents[1] == (
        *(n // 3 for n in numbers),
        *(-(-n // 3) for n in numbers),
        *(n % 3 for n in numbers),
        *((n - 2) // 2 - (n * 5 + 3) % 4 for n in numbers),
    )


NUMBERS = (-5, 2, 1, 3, -3, 5)
INTEGER_REDUCTIONS = {
    "addi": sum(NUMBERS),
    "muli": math.prod(NUMBERS),
    "andi": -5 & 2 & 1 & 3 & -3 & 5,
    "ori": -5 | 2 | 1 | 3 | -3 | 5,
}
FLOAT_REDUCTIONS = {
    "addf": sum(NUMBERS),
    "mulf": math.prod(NUMBERS),
    "maximumf": max(NUMBERS),
    "minimumf": min(NUMBERS),
}


def reduction_program() -> str:
    """Reduce integers, and floats made of them, into memory, in a loop that is differentiated."""
    parts: list[str] = []
    for kinds, type_ in ((INTEGER_REDUCTIONS, "i64"), (FLOAT_REDUCTIONS, "f64")):
        for row, kind in enumerate(kinds):
            term = "%k" if type_ == "i64" else "%v"
            parts.append(f"""
    %{kind} = affine.parallel (%i) = (0) to (6) reduce ("{kind}") -> ({type_}) {{
      %n = affine.load %numbers[%i] : memref<6xi64>
      %k = arith.addi %n, %zero : i64
      %v = arith.sitofp %k : i64 to f64
      affine.yield {term} : {type_}
    }}
    affine.store %{kind}, %{type_}s[{row}] : memref<{len(kinds)}x{type_}>""")
    return f"""
func.func @f(%x: f64, %numbers: memref<6xi64>, %i64s: memref<4xi64>, %f64s: memref<4xf64>) -> f64 {{
  %zero = arith.constant 0 : i64
  %r = affine.for %t = 0 to 1 iter_args(%a = %x) -> (f64) {{{"".join(parts)}
    %b = math.sin %a : f64
    affine.yield %b : f64
  }}
  return %r : f64
}}
"""


def test_reductions_start_from_their_neutral_element():
    done = run_tool(reduction_program(), "f")
    assert done.exit_code == 0, done.stderr
    zeros: Value = [0 for _ in range(4)]
    floats: Value = [0.0 for _ in range(4)]
    arguments = (
        Argument("f64", 0.5),
        Argument("memref<6xi64>", [*NUMBERS]),
        Argument("memref<4xi64>", zeros),
        Argument("memref<4xf64>", floats),
        Argument("memref<4xf64>", floats),
        Argument("f64", 1.0),
    )
    program = Program("reductions", done.stdout, (Call("f_grad", arguments, ("f64",)),))
    (outcome,) = native.run_batch([program])
    assert not outcome.failure
    assert outcome.calls[0].contents[2] == tuple(INTEGER_REDUCTIONS.values())
    assert native.as_floats(outcome.calls[0].contents[3]) == list(FLOAT_REDUCTIONS.values())

"""The native harness itself: what it prints, counts, checks and blames."""

from __future__ import annotations

import math
import resource
import struct
import sys

import pytest

from ckptopt import execution as native
from ckptopt.execution import Argument, Call, Program

SQUARE = """
func.func @f(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
"""

DOUBLE_FREE = """
func.func @f(%x: f64) -> f64 {
  %m = memref.alloc() : memref<64xf64>
  memref.dealloc %m : memref<64xf64>
  memref.dealloc %m : memref<64xf64>
  return %x : f64
}
"""

INVALID = """
func.func @f(%x: f64) -> f64 {
  return
}
"""

ENDLESS = """
func.func @f(%x: f64) -> f64 {
  cf.br ^spin
^spin:
  cf.br ^spin
}
"""


def square(name: str, x: float = 3.0) -> Program:
    return program(name, SQUARE, x)


def program(name: str, text: str, x: float = 3.0) -> Program:
    return Program(name, text, (Call("f", (Argument("f64", x),), ("f64",)),))


def bits(value: float) -> int:
    return struct.unpack("<q", struct.pack("<d", value))[0]


def test_programs_with_equal_symbols_run_side_by_side():
    outcomes = native.run_batch([square(f"p{i}", float(i)) for i in range(5)], batch_size=3)
    assert [native.as_floats(o.calls[0].results) for o in outcomes] == [
        [float(i * i)] for i in range(5)
    ]
    assert [o.name for o in outcomes] == [f"p{i}" for i in range(5)]


@pytest.mark.parametrize("value", [0.1, -0.0, 5e-324, math.inf, 1.0000000000000002])
def test_floats_are_bit_exact(value: float):
    identity = "func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n"
    (outcome,) = native.run_batch([program("p", identity, value)])
    assert outcome.calls[0].results == (bits(value),)


def test_nan_payload_survives():
    value = struct.unpack("<d", struct.pack("<Q", 0x7FF8000000000123))[0]
    identity = "func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n"
    (outcome,) = native.run_batch([program("p", identity, value)])
    assert outcome.calls[0].results == (0x7FF8000000000123,)


def test_every_scalar_type_goes_in_and_out():
    types = ("f32", "f16", "i8", "i16", "i32", "i64", "index")
    values = (0.1, 1.5, -3, -300, -70000, -(2**40), 7)
    parameters = ", ".join(f"%a{i}: {t}" for i, t in enumerate(types))
    names = ", ".join(f"%a{i}" for i in range(len(types)))
    text = (
        f"func.func @f({parameters}) -> ({', '.join(types)}) {{\n"
        f"  return {names} : {', '.join(types)}\n}}\n"
    )
    arguments = tuple(Argument(t, v) for t, v in zip(types, values, strict=True))
    (outcome,) = native.run_batch([Program("p", text, (Call("f", arguments, types),))])
    results = outcome.calls[0].results
    single = struct.unpack("<f", struct.pack("<f", 0.1))[0]
    assert native.as_floats(results[:2]) == [single, 1.5]
    assert results[2:] == values[2:]


@pytest.mark.parametrize(
    ("type_", "data", "expected"),
    [
        ("memref<f64>", 1.5, [1.5]),
        ("memref<3xf64>", [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]),
        ("memref<?xf32>", [0.5, 0.25], [0.5, 0.25]),
        ("memref<2x?xf64>", [[1.0, 2.0], [3.0, 4.0]], [1.0, 2.0, 3.0, 4.0]),
        ("memref<2xf64, strided<[1], offset: ?>>", [1.0, 2.0], [1.0, 2.0]),
        ("memref<?xf64>", [], []),
    ],
)
def test_memrefs_go_in_and_out(type_: str, data: native.Value, expected: list[float]):
    text = f"func.func @f(%m: {type_}) {{\n  return\n}}\n"
    (outcome,) = native.run_batch([Program("p", text, (Call("f", (Argument(type_, data),)),))])
    assert native.as_floats(outcome.calls[0].contents[0]) == expected


def test_final_contents_of_integer_memory_and_separate_data_per_call():
    text = """
    func.func @f(%m: memref<2xi32>) {
      %c0 = arith.constant 0 : index
      %x = memref.load %m[%c0] : memref<2xi32>
      %y = arith.addi %x, %x : i32
      memref.store %y, %m[%c0] : memref<2xi32>
      return
    }
    """
    call = Call("f", (Argument("memref<2xi32>", [-5, 7]),))
    (outcome,) = native.run_batch([Program("p", text, (call, call))])
    assert [c.contents for c in outcome.calls] == [((-10, 7),), ((-10, 7),)]


def test_a_fault_names_the_guilty_program():
    programs = [square(f"p{i}") for i in range(7)]
    programs[4] = program("guilty", DOUBLE_FREE)
    outcomes = native.run_batch(programs)
    assert [o.name for o in outcomes if o.failure] == ["guilty"]
    assert outcomes[4].failure == "execution: a buffer is freed twice or was not allocated"
    assert all(native.as_floats(o.calls[0].results) == [9.0] for o in outcomes if not o.failure)


def test_a_crash_is_a_failure():
    text = """
    func.func @f(%x: f64) -> f64 {
      %c = arith.constant 1000000000000 : index
      %m = memref.alloc() : memref<4xf64>
      %y = memref.load %m[%c] : memref<4xf64>
      memref.dealloc %m : memref<4xf64>
      return %y : f64
    }
    """
    outcomes = native.run_batch([square("first"), program("guilty", text)])
    assert not outcomes[0].failure
    assert outcomes[1].failure.startswith("execution: signal 11")


def test_a_lowering_error_names_the_guilty_program():
    programs = [square("first"), program("guilty", INVALID), square("last")]
    outcomes = native.run_batch(programs)
    assert [bool(o.failure) for o in outcomes] == [False, True, False]
    assert "lowering: failed" in outcomes[1].failure
    assert "has 0 operands" in outcomes[1].failure


def test_a_program_without_end_is_named():
    outcomes = native.run_batch([square("first"), program("endless", ENDLESS)], timeout=2)
    assert [o.failure for o in outcomes] == ["", "execution: no end within 2 s"]


def test_ops_are_counted_where_they_run():
    text = """
    func.func private @g(%x: f64) -> f64 {
      %y = math.exp %x : f64
      %z = math.expm1 %y : f64
      return %z : f64
    }
    func.func @f(%x: f64, %n: index) -> f64 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
        %m = memref.alloc() : memref<2xf64>
        %e = "math.exp"(%a) : (f64) -> f64
        %s = math.sin %e : f64
        memref.dealloc %m : memref<2xf64>
        scf.yield %s : f64
      }
      %leak = memref.alloc() : memref<2xf64>
      %b = func.call @g(%r) : (f64) -> f64
      return %b : f64
    }
    """
    calls = tuple(
        Call("f", (Argument("f64", 0.5), Argument("index", n)), ("f64",)) for n in (0, 4, 2)
    )
    counted = ("math.exp", "memref.alloc", "memref.dealloc")
    (outcome,) = native.run_batch([Program("p", text, calls, counted)])
    assert [tuple(c.counts.values()) for c in outcome.calls] == [(1, 1, 0), (5, 5, 4), (3, 3, 2)]


def test_declarations_are_shared_and_other_symbols_are_not():
    text = """
    module attributes {a.note = "@f"} {
      func.func private @fabs(f64) -> f64
      memref.global "private" constant @table : memref<1xf64> = dense<2.0>
      func.func @f(%x: f64) -> f64 {
        %c0 = arith.constant 0 : index
        %t = memref.get_global @table : memref<1xf64>
        %u = memref.load %t[%c0] : memref<1xf64>
        %y = func.call @fabs(%x) : (f64) -> f64
        %z = arith.mulf %u, %y : f64
        return %z : f64
      }
    }
    """
    outcomes = native.run_batch(
        [program("a", text, -1.0), program("b", text.replace("2.0", "3.0"), -1.0)]
    )
    assert [native.as_floats(o.calls[0].results) for o in outcomes] == [[2.0], [3.0]]


def test_aliases_and_quoted_and_generic_symbols_are_renamed():
    text = """
    #map = affine_map<(d0) -> (d0 + 1)>
    module {
      "func.func"() <{function_type = (f64) -> f64, sym_name = "g"}> ({
      ^bb0(%x: f64):
        "func.return"(%x) : (f64) -> ()
      }) : () -> ()
      func.func @"odd name"(%x: f64) -> f64 {
        %y = func.call @g(%x) : (f64) -> f64
        return %y : f64
      }
      func.func @f(%x: f64) -> f64 {
        %c0 = arith.constant 0 : index
        %i = affine.apply #map(%c0)
        %n = arith.index_cast %i : index to i64
        %s = arith.sitofp %n : i64 to f64
        %y = func.call @"odd name"(%x) : (f64) -> f64
        %z = arith.addf %s, %y : f64
        return %z : f64
      }
    }
    """
    text = "\n".join(line.removeprefix("    ") for line in text.splitlines())
    outcomes = native.run_batch([program("a", text), program("b", text.replace("+ 1", "+ 2"))])
    assert [native.as_floats(o.calls[0].results) for o in outcomes] == [[4.0], [5.0]]


def test_a_read_of_fresh_memory_shows():
    text = """
    func.func @f(%x: f64) -> f64 {
      %c0 = arith.constant 0 : index
      %m = memref.alloc() : memref<4096xf64>
      %y = memref.load %m[%c0] : memref<4096xf64>
      memref.dealloc %m : memref<4096xf64>
      return %y : f64
    }
    """
    (outcome,) = native.run_batch([program("p", text)], fill=0x5A)
    assert outcome.calls[0].results == (0x5A5A5A5A5A5A5A5A,)


def test_a_read_of_freed_memory_shows():
    text = """
    func.func @f(%x: f64) -> f64 {
      %c0 = arith.constant 0 : index
      %m = memref.alloc() : memref<4xf64>
      memref.store %x, %m[%c0] : memref<4xf64>
      memref.dealloc %m : memref<4xf64>
      %y = memref.load %m[%c0] : memref<4xf64>
      return %y : f64
    }
    """
    (outcome,) = native.run_batch([program("p", text)], fill=0xA5)
    assert outcome.calls[0].results == (0x5A5A5A5A5A5A5A5A,)


def test_a_write_beyond_a_buffer_is_a_failure():
    text = """
    func.func @f(%x: f64) -> f64 {
      %c3 = arith.constant 3 : index
      %m = memref.alloc() : memref<3xf64>
      memref.store %x, %m[%c3] : memref<3xf64>
      memref.dealloc %m : memref<3xf64>
      return %x : f64
    }
    """
    (outcome,) = native.run_batch([program("p", text)])
    assert outcome.failure == "execution: a write beyond the end of a buffer"


def test_heap_use_is_measured_per_call():
    text = """
    func.func @f(%x: f64, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %m = memref.alloc(%n) : memref<?xf64>
        %k = memref.alloc() : memref<3xi32>
        memref.dealloc %m : memref<?xf64>
        memref.dealloc %k : memref<3xi32>
      }
      %leak = memref.alloc() : memref<2xf64>
      memref.store %x, %leak[%c0] : memref<2xf64>
      return
    }
    """
    calls = tuple(Call("f", (Argument("f64", 0.5), Argument("index", n))) for n in (0, 4))
    (outcome,) = native.run_batch([Program("p", text, calls)])
    assert [c.memory for c in outcome.calls] == [
        native.Memory(1, 0, 16, 16),
        native.Memory(9, 8, 16, 44),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss has another unit")
def test_freed_memory_is_given_back_in_time():
    text = """
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2000 = arith.constant 2000 : index
  scf.for %i = %c0 to %c2000 step %c1 {
    %m = memref.alloc() : memref<131072xf64>
    memref.dealloc %m : memref<131072xf64>
  }
  return %x : f64
}
"""
    (outcome,) = native.run_batch([program("p", text)])
    assert outcome.calls[0].memory == native.Memory(2000, 2000, 0, 1 << 20)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 1_000_000

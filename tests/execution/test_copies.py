"""Gradients that keep copies of buffers in place of what loops load from them, executed.

Each program is checked under each scheme, and against the gradient that keeps each load.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from fuzz.agreement import assert_agreement, gradient_program, run_tool
from support.directives import DIRECTIVES
from support.written import program_of

import ckptopt
from ckptopt.execution import run_batch

CONSTANTS = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
"""

UPDATE = """
    scf.for %i = %c0 to %c4 step %c1 {
      %m = memref.load %g[%i] : memref<4xf64>
      %tm = math.sin %m : f64
      memref.store %tm, %h[%i] : memref<4xf64>
    }
"""
"""Overwrites `%h` by what is in `%g`."""

PRODUCT = """
    scf.for %i = %c0 to %c4 step %c1 {
      %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
        %k = memref.load %w[%i, %j] : memref<4x4xf64>
        %s = memref.load %h[%j] : memref<4xf64>
        %ks = arith.mulf %k, %s : f64
        %e = arith.addf %d, %ks : f64
        scf.yield %e : f64
      }
      memref.store %dot, %g[%i] : memref<4xf64>
    }
"""
"""Reads each element of `%h` four times."""

PROGRAMS: dict[str, tuple[str, dict[str, int]]] = {
    "matrix times state": (
        """
func.func @f(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  scf.for %t = %c0 to %n step %c1 {
    PRODUCT
    UPDATE
  } DIRECTIVE
  return
}
""",
        {"h": 5 * 32},
    ),
    "two versions in a step": (
        """
func.func @f(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  scf.for %t = %c0 to %n step %c1 {
    PRODUCT
    UPDATE
    PRODUCT
    UPDATE
  } DIRECTIVE
  return
}
""",
        {"h": 2 * 5 * 32},
    ),
    "one copy for two loops": (
        """
func.func @f(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>, %a: memref<4xf64>) {
  CONSTANTS
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %h[%i] : memref<4xf64>
      %y = arith.mulf %x, %x : f64
      memref.store %y, %a[%i] : memref<4xf64>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %x = memref.load %h[%i] : memref<4xf64>
      %y = math.exp %x : f64
      %z = memref.load %a[%i] : memref<4xf64>
      %v = arith.addf %y, %z : f64
      memref.store %v, %g[%i] : memref<4xf64>
    }
    UPDATE
  } DIRECTIVE
  return
}
""",
        {"h": 5 * 32},
    ),
    "stencil with two buffers": (
        """
func.func @f(%u: memref<6xf64>, %v: memref<6xf64>) -> f64 {
  CONSTANTS
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f64) {
    STENCIL(u, v)
    STENCIL(v, u)
    %seen = memref.load %u[%c2] : memref<6xf64>
    %next = arith.addf %sum, %seen : f64
    scf.yield %next : f64
  } DIRECTIVE
  return %r : f64
}
""",
        {"u": 5 * 48, "v": 5 * 48},
    ),
    "loads in branches": (
        """
func.func @f(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %odd = arith.remui %i, %c2 : index
      %is = arith.cmpi eq, %odd, %c1 : index
      %y = scf.if %is -> (f64) {
        %p = memref.load %h[%i] : memref<4xf64>
        %q = memref.load %h[%c3] : memref<4xf64>
        %x = arith.mulf %p, %q : f64
        scf.yield %x : f64
      } else {
        %p = memref.load %h[%c0] : memref<4xf64>
        %x = arith.mulf %p, %p : f64
        scf.yield %x : f64
      }
      memref.store %y, %g[%i] : memref<4xf64>
    }
    UPDATE
  } DIRECTIVE
  return
}
""",
        {"h": 5 * 32},
    ),
    "a nest in a branch": (
        """
func.func @f(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  scf.for %t = %c0 to %n step %c1 {
    %odd = arith.remui %t, %c2 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    scf.if %is {
      PRODUCT
      UPDATE
    } else {
      UPDATE
    }
  } DIRECTIVE
  return
}
""",
        {"h": 5 * 32},
    ),
    "views": (
        """
func.func @f(%h: memref<4x4xf64>, %g: memref<4xf64>) {
  CONSTANTS
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %row = memref.subview %h[%i, 0] [1, 4] [1, 1]
          : memref<4x4xf64> to memref<4xf64, strided<[1], offset: ?>>
      %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
        %k = memref.load %row[%j] : memref<4xf64, strided<[1], offset: ?>>
        %s = memref.load %h[%c0, %j] : memref<4x4xf64>
        %ks = arith.mulf %k, %s : f64
        %e = arith.addf %d, %ks : f64
        scf.yield %e : f64
      }
      memref.store %dot, %g[%i] : memref<4xf64>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %m = memref.load %g[%i] : memref<4xf64>
      %o = math.sin %m : f64
      memref.store %o, %h[%i, %c1] : memref<4x4xf64>
    }
  } DIRECTIVE
  return
}
""",
        {"h": 5 * 128},
    ),
    "a strided buffer": (
        """
func.func @f(%all: memref<4x2xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  %h = memref.subview %all[0, 1] [4, 1] [1, 1]
      : memref<4x2xf64> to memref<4xf64, strided<[2], offset: 1>>
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
        %k = memref.load %w[%i, %j] : memref<4x4xf64>
        %s = memref.load %h[%j] : memref<4xf64, strided<[2], offset: 1>>
        %ks = arith.mulf %k, %s : f64
        %e = arith.addf %d, %ks : f64
        scf.yield %e : f64
      }
      memref.store %dot, %g[%i] : memref<4xf64>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %m = memref.load %g[%i] : memref<4xf64>
      %o = math.sin %m : f64
      memref.store %o, %h[%i] : memref<4xf64, strided<[2], offset: 1>>
    }
  } DIRECTIVE
  return
}
""",
        {"h": 5 * 32},
    ),
    "a global": (
        """
memref.global "private" @state : memref<4xf64> = dense<[0.1, 0.2, 0.3, 0.4]>
func.func @f(%x: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  %first = memref.get_global @state : memref<4xf64>
  memref.copy %x, %first : memref<4xf64> to memref<4xf64>
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %h = memref.get_global @state : memref<4xf64>
      %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
        %k = memref.load %w[%i, %j] : memref<4x4xf64>
        %s = memref.load %h[%j] : memref<4xf64>
        %ks = arith.mulf %k, %s : f64
        %e = arith.addf %d, %ks : f64
        scf.yield %e : f64
      }
      memref.store %dot, %g[%i] : memref<4xf64>
    }
    %h = memref.get_global @state : memref<4xf64>
    UPDATE
  } DIRECTIVE
  return
}
""",
        {"first": 5 * 32},
    ),
    "a local buffer": (
        """
func.func @f(%x: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  scf.for %t = %c0 to %n step %c1 {
    %h = memref.alloc() : memref<4xf64>
    UPDATE
    PRODUCT
    memref.dealloc %h : memref<4xf64>
  } DIRECTIVE
  return
}
""",
        {"h": 5 * 32},
    ),
    "sizes known when it runs": (
        """
func.func @f(%h: memref<?xf64>, %g: memref<?xf64>, %w: memref<?x?xf64>) {
  CONSTANTS
  %size = memref.dim %h, %c0 : memref<?xf64>
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      %dot = scf.for %j = %c0 to %size step %c1 iter_args(%d = %zero) -> (f64) {
        %k = memref.load %w[%i, %j] : memref<?x?xf64>
        %s = memref.load %h[%j] : memref<?xf64>
        %ks = arith.mulf %k, %s : f64
        %e = arith.addf %d, %ks : f64
        scf.yield %e : f64
      }
      memref.store %dot, %g[%i] : memref<?xf64>
    }
    scf.for %i = %c0 to %size step %c1 {
      %m = memref.load %g[%i] : memref<?xf64>
      %o = math.sin %m : f64
      memref.store %o, %h[%i] : memref<?xf64>
    }
  } DIRECTIVE
  return
}
""",
        {"h": -1},
    ),
    "a local buffer of unknown size": (
        """
func.func @f(%x: memref<?xf64>, %g: memref<4xf64>, %w: memref<?x?xf64>, %size: index) {
  CONSTANTS
  %last = arith.subi %size, %c1 : index
  scf.for %t = %c0 to %n step %c1 {
    %h = memref.alloc(%size) : memref<?xf64>
    scf.for %i = %c0 to %size step %c1 {
      %m = memref.load %g[%c2] : memref<4xf64>
      %o = math.sin %m : f64
      memref.store %o, %h[%i] : memref<?xf64>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %dot = scf.for %j = %c1 to %last step %c1 iter_args(%d = %zero) -> (f64) {
        %s = memref.load %h[%j] : memref<?xf64>
        %ks = arith.mulf %s, %s : f64
        %e = arith.addf %d, %ks : f64
        scf.yield %e : f64
      }
      memref.store %dot, %g[%i] : memref<4xf64>
    }
    memref.dealloc %h : memref<?xf64>
  } DIRECTIVE
  return
}
""",
        {"h": -1},
    ),
    "the same memory as often as nobody knows": (
        """
func.func @f(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>, %times: index) {
  CONSTANTS
  scf.for %t = %c0 to %n step %c1 {
    scf.for %again = %c0 to %times step %c1 {
      PRODUCT
    }
    UPDATE
  } DIRECTIVE
  return
}
""",
        {"h": -1},
    ),
    "indices": (
        """
func.func @f(%h: memref<4xf64>, %g: memref<4xf64>, %at: memref<4xindex>) {
  CONSTANTS
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %p = memref.load %at[%j] : memref<4xindex>
        %q = arith.remui %p, %c4 : index
        %x = memref.load %h[%q] : memref<4xf64>
        %y = math.cos %x : f64
        memref.store %y, %g[%j] : memref<4xf64>
      }
    }
    memref.store %t, %at[%c1] : memref<4xindex>
    UPDATE
  } DIRECTIVE
  return
}
""",
        {"at": 5 * 32, "h": 5 * 32},
    ),
    "parallel loops": (
        """
func.func @f(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  scf.for %t = %c0 to %n step %c1 {
    scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
      %dot = scf.for %j = %c0 to %c4 step %c1 iter_args(%d = %zero) -> (f64) {
        %k = memref.load %w[%i, %j] : memref<4x4xf64>
        %s = memref.load %h[%j] : memref<4xf64>
        %ks = arith.mulf %k, %s : f64
        %e = arith.addf %d, %ks : f64
        scf.yield %e : f64
      }
      memref.store %dot, %g[%i] : memref<4xf64>
    }
    UPDATE
  } DIRECTIVE
  return
}
""",
        {"h": 5 * 32},
    ),
    "as long as a condition holds": (
        """
func.func @f(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  %r = scf.while (%t = %c0) : (index) -> index {
    %more = arith.cmpi slt, %t, %n : index
    scf.condition(%more) %t : index
  } do {
  ^bb0(%t: index):
    PRODUCT
    UPDATE
    %next = arith.addi %t, %c1 : index
    scf.yield %next : index
  }
  return
}
""",
        {"h": -1},
    ),
    "in the function itself": (
        """
func.func @f(%h: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  PRODUCT
  UPDATE
  PRODUCT
  UPDATE
  return
}
""",
        {"h": 2 * 32},
    ),
    "carried handles": (
        """
func.func @f(%p: memref<4xf64>, %q: memref<4xf64>, %g: memref<4xf64>, %w: memref<4x4xf64>) {
  CONSTANTS
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%h = %p, %o = %q)
      -> (memref<4xf64>, memref<4xf64>) {
    PRODUCT
    UPDATE
    scf.yield %o, %h : memref<4xf64>, memref<4xf64>
  } DIRECTIVE
  return
}
""",
        {"h": 5 * 32},
    ),
}
"""Texts, with the bytes of the copies that store-all keeps, -1 where they are not constant."""

STENCIL = """
    scf.for %i = %c1 to %n step %c1 {
      %before = arith.subi %i, %c1 : index
      %after = arith.addi %i, %c1 : index
      %l = memref.load %FROM[%before] : memref<6xf64>
      %m = memref.load %FROM[%i] : memref<6xf64>
      %r = memref.load %FROM[%after] : memref<6xf64>
      %slope = arith.subf %r, %l : f64
      %bend = arith.mulf %m, %slope : f64
      %new = arith.mulf %bend, %l : f64
      memref.store %new, %TO[%i] : memref<6xf64>
    }
"""


def text_of(name: str, directive: str = "") -> str:
    text = PROGRAMS[name][0].replace("CONSTANTS", CONSTANTS)
    text = text.replace("PRODUCT", PRODUCT).replace("UPDATE", UPDATE)
    for source, target in (("u", "v"), ("v", "u")):
        step = STENCIL.replace("FROM", source).replace("TO", target)
        text = text.replace(f"STENCIL({source}, {target})", step)
    return text.replace("DIRECTIVE", directive)


def copies(text: str, **options: object) -> dict[str, int]:
    """The bytes of all copies of each buffer, -1 where they are not constant."""
    found: dict[str, int] = {}
    for residual in ckptopt.saved_residuals(ckptopt.parse(text, "f.mlir"), "f", **options):
        if residual.where == "copy":
            size = residual.bytes if isinstance(residual.bytes, int) else -1
            found[residual.name] = found.get(residual.name, 0) + size
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_which_copies_are_kept(name: str) -> None:
    assert copies(text_of(name)) == PROGRAMS[name][1]


def test_gradients() -> None:
    """Each scheme agrees with store-all, and so does a tape that keeps each load."""
    programs = [
        program_of(text_of(name, directive), f"{name}, {scheme}")
        for name in PROGRAMS
        for scheme, directive in DIRECTIVES.items()
    ]
    taped = [
        replace(program, name=f"{program.name}, taped", options="policy=everything_saveable")
        for program in programs
        if "store_all" in program.name
    ]
    assert_agreement([*programs, *taped])


def test_a_policy_keeps_the_loads() -> None:
    for policy in ("everything_saveable", "nothing_saveable"):
        assert not copies(text_of("matrix times state"), policy=policy)


@pytest.mark.parametrize("scheme", DIRECTIVES)
def test_copies_need_less_memory_than_tapes(scheme: str) -> None:
    """The peak of the bytes that a gradient allocates, measured."""
    programs = [program_of(text_of(name, DIRECTIVES[scheme]), name) for name in PROGRAMS]
    peaks: list[list[int]] = []
    for policy in ("min_bytes", "everything_saveable"):
        outcomes = run_batch(
            [
                gradient_program(p, run_tool(p.text, "f", f"policy={policy}").stdout)
                for p in programs
            ]
        )
        peaks.append([outcome.calls[0].memory.peak_bytes for outcome in outcomes])
    worse = {
        program.name: (kept, taped)
        for program, kept, taped in zip(programs, *peaks, strict=True)
        if kept > taped
    }
    assert not worse

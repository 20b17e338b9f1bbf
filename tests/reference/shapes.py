"""Hand-written shapes of loops for the comparison; `DIRECTIVE` stands for a scheme's attributes.

Integer arguments are 7 and dynamic sizes 5 (`support.written`).
"""

from __future__ import annotations


def _for(head: str, body: str) -> str:
    """A function of %x and %c around one `scf.for`, whose body makes %t from %s and maybe %i."""
    return f"""
func.func @f(%x: f64, %c: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c11 = arith.constant 11 : index
  %y = scf.for %i = {head} iter_args(%s = %x) -> (f64) {{
    {body}
    scf.yield %t : f64
  }} DIRECTIVE
  return %y : f64
}}
"""


def _affine(head: str) -> str:
    """A function around one `affine.for` that reads its induction variable."""
    return f"""
func.func @f(%x: f64, %m: memref<16xf64>, %n: index) -> f64 {{
  %y = affine.for %i = {head} iter_args(%s = %x) -> (f64) {{
    %a = affine.load %m[%i] : memref<16xf64>
    %b = arith.mulf %s, %a : f64
    %t = math.sin %b : f64
    affine.yield %t : f64
  }} DIRECTIVE
  return %y : f64
}}
"""


def _memory(before: str, body: str, after: str = "") -> str:
    """A function of the buffers %m and %k around one loop of %n steps without carried values."""
    return f"""
func.func @f(%m: memref<6xf64>, %k: memref<6xf64>, %c: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  {before}
  scf.for %i = %c0 to %n step %c1 {{
    {body}
  }} DIRECTIVE
  {after}
  %y = memref.load %m[%c1] : memref<6xf64>
  return %y : f64
}}
"""


SIN = """%a = arith.mulf %s, %c : f64
    %t = math.sin %a : f64"""

IV_IN_BODY = """%k = arith.index_cast %i : index to i64
    %w = arith.sitofp %k : i64 to f64
    %q = math.cos %w : f64
    %a = arith.mulf %s, %q : f64
    %b = arith.addf %a, %c : f64
    %t = math.sin %b : f64"""

UPDATE = """%j = arith.remui %i, %c6 : index
    %a = memref.load %m[%j] : memref<6xf64>
    %b = memref.load %m[%c1] : memref<6xf64>
    %d = arith.mulf %a, %b : f64
    %e = math.sin %d : f64
    %g = arith.addf %e, %c : f64
    memref.store %g, %m[%j] : memref<6xf64>"""

SHAPES: dict[str, str] = {
    "steps of one": _for("%c0 to %c11 step %c1", SIN),
    "run-time trip count": _for("%c0 to %n step %c1", SIN),
    "step divides the range": _for("%c2 to %c11 step %c3", IV_IN_BODY),
    "step does not divide the range": _for("%c0 to %c11 step %c3", IV_IN_BODY),
    "run-time range, step 2": _for("%c2 to %n step %c2", IV_IN_BODY),
    "unit step, offset": _for("%c3 to %c11 step %c1", IV_IN_BODY),
    "i32 induction variable": """
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %y = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %x) -> (f64) : i32 {
    %w = arith.sitofp %i : i32 to f64
    %q = math.cos %w : f64
    %a = arith.addf %s, %q : f64
    %t = math.sin %a : f64
    scf.yield %t : f64
  } DIRECTIVE
  return %y : f64
}
""",
    "affine, from zero": _affine("0 to 10"),
    "affine, offset and step": _affine("2 to 14 step 3"),
    "affine, step does not divide": _affine("1 to 15 step 4"),
    "affine, run-time bound": _affine("0 to %n"),
    "if in the body": _for(
        "%c0 to %c11 step %c1",
        """%p = arith.cmpf olt, %s, %c : f64
    %t = scf.if %p -> (f64) {
      %a = math.sin %s : f64
      %b = arith.addf %a, %c : f64
      scf.yield %b : f64
    } else {
      %a = arith.mulf %s, %c : f64
      %b = math.cos %a : f64
      scf.yield %b : f64
    }""",
    ),
    "switch in the body": _for(
        "%c0 to %c11 step %c1",
        """%p = arith.remui %i, %c3 : index
    %t = scf.index_switch %p -> f64
    case 0 {
      %a = math.sin %s : f64
      scf.yield %a : f64
    }
    default {
      %a = arith.mulf %s, %c : f64
      scf.yield %a : f64
    }""",
    ),
    "inner loop, triangular": _for(
        "%c0 to %n step %c1",
        """%t = scf.for %j = %c0 to %i step %c1 iter_args(%u = %s) -> (f64) {
      %a = arith.mulf %u, %c : f64
      %b = math.sin %a : f64
      scf.yield %b : f64
    }""",
    ),
    "minimum and hyperbolic sine": _for(
        "%c0 to %c11 step %c1",
        """%a = math.sinh %s : f64
    %t = arith.minnumf %a, %c : f64""",
    ),
    "two values change places": """
func.func @f(%x: f64, %c: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %x, %r = %c) -> (f64, f64) {
    %a = arith.mulf %s, %r : f64
    %b = math.sin %a : f64
    scf.yield %r, %b : f64, f64
  } DIRECTIVE
  return %y#0, %y#1 : f64, f64
}
""",
    "memory in place": _memory("", UPDATE),
    "table beside": _memory(
        "",
        """%j = arith.remui %i, %c6 : index
    %a = memref.load %k[%j] : memref<6xf64>
    %b = memref.load %m[%c1] : memref<6xf64>
    %d = arith.mulf %a, %b : f64
    %e = math.sin %d : f64
    memref.store %e, %m[%c1] : memref<6xf64>""",
    ),
    "table is overwritten later": _memory(
        "",
        """%j = arith.remui %i, %c6 : index
    %a = memref.load %k[%j] : memref<6xf64>
    %b = memref.load %m[%c1] : memref<6xf64>
    %d = arith.mulf %a, %b : f64
    memref.store %d, %m[%c1] : memref<6xf64>""",
        "memref.store %c, %k[%c2] : memref<6xf64>",
    ),
    "local buffer": _memory(
        """%l = memref.alloc() : memref<2xf64>
  memref.store %c, %l[%c0] : memref<2xf64>""",
        """%a = memref.load %l[%c0] : memref<2xf64>
    %b = memref.load %m[%c1] : memref<6xf64>
    %d = arith.mulf %a, %b : f64
    %e = math.sin %d : f64
    memref.store %e, %l[%c0] : memref<2xf64>
    memref.store %d, %m[%c1] : memref<6xf64>""",
    ),
    "copy in the body": _memory(
        "",
        f"""{UPDATE}
    memref.copy %m, %k : memref<6xf64> to memref<6xf64>""",
    ),
    "buffer of the body": _memory(
        "",
        """%l = memref.alloc() : memref<2xf64>
    %a = memref.load %m[%c1] : memref<6xf64>
    %b = math.sin %a : f64
    memref.store %b, %l[%c0] : memref<2xf64>
    %d = memref.load %l[%c0] : memref<2xf64>
    %e = arith.mulf %d, %c : f64
    memref.store %e, %m[%c1] : memref<6xf64>
    memref.dealloc %l : memref<2xf64>""",
    ),
    "view and its base": _memory(
        "",
        f"""%v = memref.subview %m[1] [2] [1]
      : memref<6xf64> to memref<2xf64, strided<[1], offset: 1>>
    %z = memref.load %v[%c1] : memref<2xf64, strided<[1], offset: 1>>
    %q = arith.mulf %z, %c : f64
    memref.store %q, %v[%c0] : memref<2xf64, strided<[1], offset: 1>>
    {UPDATE}""",
    ),
    "carried buffers change places": """
func.func @f(%p: memref<3xf64>, %q: memref<3xf64>, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %r:2 = scf.for %i = %c0 to %c7 step %c1 iter_args(%src = %p, %dst = %q)
      -> (memref<3xf64>, memref<3xf64>) {
    scf.for %j = %c0 to %c3 step %c1 {
      %u = memref.load %src[%j] : memref<3xf64>
      %s = math.sin %u : f64
      %d = arith.mulf %s, %c : f64
      memref.store %d, %dst[%j] : memref<3xf64>
    }
    scf.yield %dst, %src : memref<3xf64>, memref<3xf64>
  } DIRECTIVE
  %u = memref.load %r#0[%c0] : memref<3xf64>
  return %u : f64
}
""",
    "call of a pure function": """
func.func private @g(%a: f64, %b: f64) -> f64 {
  %d = arith.mulf %a, %b : f64
  %e = math.sin %d : f64
  return %e : f64
}
func.func @f(%x: f64, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %x) -> (f64) {
    %t = func.call @g(%s, %c) : (f64, f64) -> f64
    scf.yield %t : f64
  } DIRECTIVE
  return %y : f64
}
""",
    "call of a function with memory": """
func.func private @g(%a: f64, %m: memref<2xf64>, %i: index) -> f64 {
  %b = memref.load %m[%i] : memref<2xf64>
  %d = arith.mulf %a, %b : f64
  %e = math.sin %d : f64
  memref.store %e, %m[%i] : memref<2xf64>
  return %d : f64
}
func.func @f(%x: f64, %m: memref<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %x) -> (f64) {
    %t = func.call @g(%s, %m, %c1) : (f64, memref<2xf64>, index) -> f64
    scf.yield %t : f64
  } DIRECTIVE
  return %y : f64
}
""",
}
"""Run with each scheme."""

WITHOUT_DIRECTIVE: dict[str, str] = {
    "while": """
func.func @f(%x: f64, %c: f64) -> f64 {
  %limit = arith.constant 5.0e-02 : f64
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %limit : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %a = math.sin %s : f64
    %t = arith.mulf %a, %c : f64
    scf.yield %t : f64
  }
  return %y : f64
}
""",
    "parallel loop": """
func.func @f(%m: memref<6xf64>, %k: memref<6xf64>, %c: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.parallel (%i) = (%c0) to (%c6) step (%c1) {
    %a = memref.load %m[%i] : memref<6xf64>
    %b = math.sin %a : f64
    %d = arith.mulf %b, %c : f64
    memref.store %d, %k[%i] : memref<6xf64>
    scf.reduce
  }
  return
}
""",
    "parallel reduction": """
func.func @f(%m: memref<6xf64>, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %y = scf.parallel (%i) = (%c0) to (%c6) step (%c1) init (%x) -> f64 {
    %a = memref.load %m[%i] : memref<6xf64>
    %b = math.sin %a : f64
    scf.reduce(%b : f64) {
    ^bb0(%l: f64, %r: f64):
      %s = arith.addf %l, %r : f64
      scf.reduce.return %s : f64
    }
  }
  return %y : f64
}
""",
    "zero trips after a constant init": """
func.func @f(%x: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %y:2 = scf.for %i = %c0 to %c0 step %c1 iter_args(%r = %zero, %s = %x) -> (f64, f64) {
    %a = arith.mulf %r, %s : f64
    %b = math.sin %s : f64
    scf.yield %a, %b : f64, f64
  }
  return %y#0, %y#1 : f64, f64
}
""",
    "captured value is yielded": """
func.func @f(%x: f64, %c: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %y:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %x, %r = %x) -> (f64, f64) {
    %a = arith.mulf %s, %r : f64
    scf.yield %a, %c : f64, f64
  }
  %z = arith.mulf %y#0, %y#1 : f64
  return %z : f64
}
""",
    "execute_region": """
func.func @f(%x: f64) -> f64 {
  %y = scf.execute_region -> f64 {
    %a = math.sin %x : f64
    scf.yield %a : f64
  }
  %z = arith.mulf %y, %x : f64
  return %z : f64
}
""",
    "affine bound with min": """
func.func @f(%x: f64, %n: index) -> f64 {
  %y = affine.for %i = 0 to min affine_map<(d0) -> (d0, 9)>(%n) iter_args(%s = %x) -> (f64) {
    %a = math.sin %s : f64
    affine.yield %a : f64
  }
  return %y : f64
}
""",
    "reciprocal square root": """
func.func @f(%x: f64) -> f64 {
  %y = math.rsqrt %x : f64
  return %y : f64
}
""",
}
"""Run as they are: differentiation without checkpointing."""

"""The complex dialect: xDSL's, with powers to integers."""

from __future__ import annotations

from xdsl.dialects import complex
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.traits import Pure

from .declared import declare, default
from .overlay import overlay

PowiOp = declare(
    "complex.powi",
    "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)",
    operands="lhs: T, rhs",
    results="result: T",
    properties={"fastmath": default(FastMathFlagsAttr("none"))},
    traits=[Pure()],
)

Complex = overlay(complex.Complex, [PowiOp])

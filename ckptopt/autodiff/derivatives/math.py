"""Derivative rules of the math dialect, in the notation of `ckptopt.autodiff.expressions`.

At kinks and poles: `absf` has the slope of its operand's sign bit, also at zero; step functions
(ceil, floor, round, ...) have slope zero everywhere; `sqrt` and `cbrt` have infinite slope at
zero, as IEEE division gives it; `powf` has slope zero in the base where the exponent is zero, and
in the exponent where the base is zero.
"""

from __future__ import annotations

from math import log as ln
from math import pi
from math import sqrt as root

from ckptopt.autodiff.expressions import (
    Expression,
    copysign,
    cos,
    cosh,
    d,
    d1,
    decrement,
    equal,
    exp,
    fpowi,
    is_zero,
    log,
    powf,
    r,
    r1,
    select,
    sin,
    sinh,
    sqrt,
    to_float,
    x,
    y,
)

_GAUSSIAN = exp(-(x * x)) * (2.0 / root(pi))

RULES: dict[str, tuple[Expression | None, ...]] = {
    "math.sin": (d * cos(x),),
    "math.cos": (-(d * sin(x)),),
    "math.tan": (d * (1.0 + r * r),),
    "math.asin": (d / sqrt((1.0 - x) * (1.0 + x)),),
    "math.acos": (-(d / sqrt((1.0 - x) * (1.0 + x))),),
    "math.atan": (d / (1.0 + x * x),),
    "math.atan2": (d * y / (x * x + y * y), -(d * x / (x * x + y * y))),
    "math.sinh": (d * cosh(x),),
    "math.cosh": (d * sinh(x),),
    "math.tanh": (d * (1.0 - r * r),),
    "math.asinh": (d / sqrt(x * x + 1.0),),
    "math.acosh": (d / sqrt((x - 1.0) * (x + 1.0)),),
    "math.atanh": (d / ((1.0 - x) * (1.0 + x)),),
    "math.exp": (d * r,),
    "math.exp2": (d * r * ln(2.0),),
    "math.expm1": (d * (r + 1.0),),
    "math.log": (d / x,),
    "math.log2": (d / (x * ln(2.0)),),
    "math.log10": (d / (x * ln(10.0)),),
    "math.log1p": (d / (1.0 + x),),
    "math.sqrt": (d / (2.0 * r),),
    "math.rsqrt": (d * (-0.5 * r / x),),
    "math.cbrt": (d / (3.0 * r * r),),
    "math.powf": (
        d * select(equal(y, 0.0), 0.0, y * powf(x, y - 1.0)),
        d * select(equal(x, 0.0), 0.0, r * log(x)),
    ),
    "math.fpowi": (
        d * select(is_zero(y), 0.0, to_float(y) * fpowi(x, decrement(y))),
        None,
    ),
    "math.absf": (d * copysign(1.0, x),),
    "math.copysign": (d * copysign(1.0, x) * copysign(1.0, y), None),
    "math.fma": (d * y, d * x, d),
    "math.erf": (d * _GAUSSIAN,),
    "math.erfc": (-(d * _GAUSSIAN),),
    "math.sincos": (d * r1 - d1 * r,),
    "math.ceil": (None,),
    "math.floor": (None,),
    "math.round": (None,),
    "math.roundeven": (None,),
    "math.trunc": (None,),
    "math.isnan": (None,),
    "math.isinf": (None,),
    "math.isfinite": (None,),
    "math.isnormal": (None,),
}

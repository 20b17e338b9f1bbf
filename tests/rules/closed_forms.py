"""What each rule of arith and math must give: functions, partial derivatives and points as data.

The formulas are written from Python's `math` module, and differ from the rules where they can.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

Function = Callable[..., float]
Point = tuple[float, ...]

INF, NAN = math.inf, math.nan


@dataclass(frozen=True)
class Smooth:
    """A function of floats, its partial derivatives, and points at which it is smooth."""

    primal: Function
    partials: tuple[Function, ...]
    points: tuple[Point, ...]


def _unary(primal: Function, derivative: Function, *points: float) -> Smooth:
    return Smooth(primal, (derivative,), tuple((x,) for x in points))


def _cbrt(x: float) -> float:
    return math.copysign(abs(x) ** (1 / 3), x)


def _gaussian(x: float) -> float:
    return 2 / math.sqrt(math.pi) * math.exp(-x * x)


_PLACES = ((1.0, 2.0), (2.0, 1.0), (-1.0, -3.0))
_LARGER = Smooth(max, (lambda x, y: x > y, lambda x, y: x < y), _PLACES)
_SMALLER = Smooth(min, (lambda x, y: x < y, lambda x, y: x > y), _PLACES)

SMOOTH: dict[str, Smooth] = {
    "arith.addf": Smooth(
        lambda x, y: x + y, (lambda x, y: 1, lambda x, y: 1), ((1.5, -2.0), (0.0, 0.0))
    ),
    "arith.subf": Smooth(
        lambda x, y: x - y, (lambda x, y: 1, lambda x, y: -1), ((1.5, -2.0), (0.0, 0.0))
    ),
    "arith.mulf": Smooth(
        lambda x, y: x * y, (lambda x, y: y, lambda x, y: x), ((1.5, -2.0), (0.0, 3.0))
    ),
    "arith.divf": Smooth(
        lambda x, y: x / y,
        (lambda x, y: y**-1, lambda x, y: -x * y**-2),
        ((1.5, -2.0), (0.0, 3.0), (-7.0, 0.25)),
    ),
    "arith.remf": Smooth(
        math.fmod,
        (lambda x, y: 1, lambda x, y: -math.trunc(x / y)),
        ((7.5, 2.0), (-7.5, 2.0), (7.5, -2.0), (0.5, 2.0)),
    ),
    "arith.negf": _unary(lambda x: -x, lambda x: -1, 1.5, 0.0),
    "arith.maximumf": _LARGER,
    "arith.minimumf": _SMALLER,
    "arith.maxnumf": _LARGER,
    "arith.minnumf": _SMALLER,
    "math.sin": _unary(math.sin, math.cos, 0.0, 0.7, -2.0, 30.0),
    "math.cos": _unary(math.cos, lambda x: -math.sin(x), 0.0, 0.7, -2.0, 30.0),
    "math.tan": _unary(math.tan, lambda x: math.cos(x) ** -2, 0.0, 0.7, -1.2, 4.0),
    "math.asin": _unary(math.asin, lambda x: 1 / math.cos(math.asin(x)), 0.0, 0.5, -0.9),
    "math.acos": _unary(math.acos, lambda x: -1 / math.sin(math.acos(x)), 0.0, 0.5, -0.9),
    "math.atan": _unary(math.atan, lambda x: math.cos(math.atan(x)) ** 2, 0.0, 0.5, -3.0),
    "math.atan2": Smooth(
        math.atan2,
        (
            lambda y, x: math.cos(math.atan2(y, x)) / math.hypot(x, y),
            lambda y, x: -math.sin(math.atan2(y, x)) / math.hypot(x, y),
        ),
        ((1.0, 2.0), (-1.0, 2.0), (1.0, -2.0), (-3.0, -0.5), (2.0, 0.0)),
    ),
    "math.sinh": _unary(math.sinh, math.cosh, 0.0, 0.7, -2.0),
    "math.cosh": _unary(math.cosh, math.sinh, 0.0, 0.7, -2.0),
    "math.tanh": _unary(math.tanh, lambda x: math.cosh(x) ** -2, 0.0, 0.7, -2.0),
    "math.asinh": _unary(math.asinh, lambda x: 1 / math.hypot(1, x), 0.0, 0.7, -2.0),
    "math.acosh": _unary(math.acosh, lambda x: 1 / math.sinh(math.acosh(x)), 1.5, 2.0, 9.0),
    "math.atanh": _unary(math.atanh, lambda x: math.cosh(math.atanh(x)) ** 2, 0.0, 0.5, -0.9),
    "math.exp": _unary(math.exp, math.exp, 0.0, 0.7, -3.0),
    "math.exp2": _unary(
        lambda x: 2**x, lambda x: math.exp(x * math.log(2)) * math.log(2), 0.0, -1.5
    ),
    "math.expm1": _unary(math.expm1, math.exp, 0.0, 0.7, -3.0),
    "math.log": _unary(math.log, lambda x: 1 / x, 0.25, 1.0, 9.0),
    "math.log2": _unary(math.log2, lambda x: math.log2(math.e) / x, 0.25, 1.0, 9.0),
    "math.log10": _unary(math.log10, lambda x: math.log10(math.e) / x, 0.25, 1.0, 9.0),
    "math.log1p": _unary(math.log1p, lambda x: 1 / (1 + x), -0.5, 0.0, 9.0),
    "math.sqrt": _unary(math.sqrt, lambda x: 0.5 * x**-0.5, 0.25, 1.0, 9.0),
    "math.rsqrt": _unary(lambda x: x**-0.5, lambda x: -0.5 * x**-1.5, 0.25, 1.0, 9.0),
    "math.cbrt": _unary(_cbrt, lambda x: abs(x) ** (-2 / 3) / 3, 0.25, 1.0, -9.0),
    "math.powf": Smooth(
        math.pow,
        (lambda x, y: y * x ** (y - 1), lambda x, y: x**y * math.log(x)),
        ((2.0, 3.0), (0.5, -1.5), (7.0, 0.25), (1.0, 2.0)),
    ),
    "math.absf": _unary(abs, lambda x: -1 if x < 0 else 1, 1.5, -0.25),
    "math.copysign": Smooth(
        math.copysign,
        (lambda x, y: 1 if (x < 0) == (y < 0) else -1, lambda x, y: 0),
        ((1.5, 2.0), (1.5, -2.0), (-1.5, 2.0), (-1.5, -2.0)),
    ),
    "math.fma": Smooth(
        lambda x, y, z: x * y + z,
        (lambda x, y, z: y, lambda x, y, z: x, lambda x, y, z: 1),
        ((2.0, -3.0, 0.5), (0.0, 1.0, 0.0)),
    ),
    "math.erf": _unary(math.erf, _gaussian, 0.0, 0.7, -2.0),
    "math.erfc": _unary(math.erfc, lambda x: -_gaussian(x), 0.0, 0.7, -2.0),
    "math.ceil": _unary(math.ceil, lambda x: 0, 1.25, -1.25),
    "math.floor": _unary(math.floor, lambda x: 0, 1.25, -1.25),
    "math.round": _unary(round, lambda x: 0, 1.25, -1.25),
    "math.roundeven": _unary(round, lambda x: 0, 1.25, -1.25),
    "math.trunc": _unary(math.trunc, lambda x: 0, 1.25, -1.25),
}
"""Operations whose operands and one result are floats of the same type."""


@dataclass(frozen=True)
class Mixed:
    """Uses of an operation with operands or results of several types.

    `parameters` and `results` list types of `@f`; the operation reads `%x0`, `%x1`, ... and `body`
    defines `%r0`, `%r1`, ... Each point gives the arguments and, per float parameter, the gradient
    for a seed of 1 at the first result and of 1/2 at the second.
    """

    parameters: str
    body: str
    results: str
    points: tuple[tuple[Point, Point], ...]


def _step(body: str) -> Mixed:
    return Mixed("f64", body, "f64", (((2.5,), (0.0,)),))


def _class(name: str) -> Mixed:
    return _step(f"%c = {name} %x0 : f64\n  %r0 = arith.uitofp %c : i1 to f64")


_TO_SIGNED = "%i = arith.fptosi %x0 : f64 to i64\n  %r0 = arith.sitofp %i : i64 to f64"
_TO_UNSIGNED = "%i = arith.fptoui %x0 : f64 to i64\n  %r0 = arith.uitofp %i : i64 to f64"

MIXED: dict[str, Mixed] = {
    "arith.select": Mixed(
        "i1 f64 f64",
        "%r0 = arith.select %x0, %x1, %x2 : f64",
        "f64",
        (((1, 2.0, 3.0), (1.0, 0.0)), ((0, 2.0, 3.0), (0.0, 1.0))),
    ),
    "arith.extf": Mixed(
        "f32", "%r0 = arith.extf %x0 : f32 to f64", "f64", (((0.5,), (1.0,)), ((-3.0,), (1.0,)))
    ),
    "arith.truncf": Mixed(
        "f64", "%r0 = arith.truncf %x0 : f64 to f32", "f32", (((0.5,), (1.0,)), ((-3.0,), (1.0,)))
    ),
    "arith.fptosi": _step(_TO_SIGNED),
    "arith.sitofp": _step(_TO_SIGNED),
    "arith.fptoui": _step(_TO_UNSIGNED),
    "arith.uitofp": _step(_TO_UNSIGNED),
    "arith.cmpf": _step("%c = arith.cmpf olt, %x0, %x0 : f64\n  %r0 = arith.uitofp %c : i1 to f64"),
    "math.fpowi": Mixed(
        "f64 i32",
        "%r0 = math.fpowi %x0, %x1 : f64, i32",
        "f64",
        (
            ((2.0, 3), (12.0,)),
            ((-2.0, 3), (12.0,)),
            ((-2.0, -2), (0.25,)),
            ((2.0, 1), (1.0,)),
            ((2.0, 0), (0.0,)),
        ),
    ),
    "math.sincos": Mixed(
        "f64",
        "%r0, %r1 = math.sincos %x0 : f64",
        "f64 f64",
        tuple(((x,), (math.cos(x) - 0.5 * math.sin(x),)) for x in (0.0, 0.7, -2.0)),
    ),
    "math.isnan": _class("math.isnan"),
    "math.isinf": _class("math.isinf"),
    "math.isfinite": _class("math.isfinite"),
    "math.isnormal": _class("math.isnormal"),
}
"""The other operations."""

KINKS: dict[str, tuple[tuple[Point, Point], ...]] = {
    "arith.maximumf": (
        ((2.0, 2.0), (1.0, 0.0)),
        ((0.0, -0.0), (1.0, 0.0)),
        ((NAN, 1.0), (0.0, 1.0)),
        ((1.0, NAN), (0.0, 1.0)),
    ),
    "arith.minimumf": (
        ((2.0, 2.0), (1.0, 0.0)),
        ((0.0, -0.0), (1.0, 0.0)),
        ((NAN, 1.0), (0.0, 1.0)),
        ((1.0, NAN), (0.0, 1.0)),
    ),
    "arith.maxnumf": (
        ((2.0, 2.0), (1.0, 0.0)),
        ((NAN, 1.0), (0.0, 1.0)),
        ((1.0, NAN), (1.0, 0.0)),
    ),
    "arith.minnumf": (
        ((2.0, 2.0), (1.0, 0.0)),
        ((NAN, 1.0), (0.0, 1.0)),
        ((1.0, NAN), (1.0, 0.0)),
    ),
    "arith.divf": (
        ((2.0, 0.0), (INF, -INF)),
        ((-2.0, 0.0), (INF, INF)),
        ((0.0, 0.0), (INF, NAN)),
        ((2.0, INF), (0.0, 0.0)),
    ),
    "arith.remf": (((4.0, 2.0), (1.0, -2.0)), ((1.0, 0.0), (1.0, -INF))),
    "arith.mulf": (((INF, 0.0), (0.0, INF)), ((NAN, 2.0), (2.0, NAN))),
    "math.sqrt": (((0.0,), (INF,)), ((-1.0,), (NAN,)), ((INF,), (0.0,))),
    "math.rsqrt": (((0.0,), (-INF,)),),
    "math.cbrt": (((0.0,), (INF,)),),
    "math.log": (((0.0,), (INF,)), ((INF,), (0.0,))),
    "math.log2": (((0.0,), (INF,)),),
    "math.log10": (((0.0,), (INF,)),),
    "math.log1p": (((-1.0,), (INF,)),),
    "math.asin": (((1.0,), (INF,)), ((-1.0,), (INF,)), ((2.0,), (NAN,))),
    "math.acos": (((1.0,), (-INF,)), ((-1.0,), (-INF,)), ((2.0,), (NAN,))),
    "math.acosh": (((1.0,), (INF,)), ((0.5,), (NAN,))),
    "math.atanh": (((1.0,), (INF,)), ((-1.0,), (INF,))),
    "math.atan2": (((0.0, 0.0), (NAN, NAN)), ((0.0, -1.0), (-1.0, 0.0))),
    "math.powf": (
        ((2.0, 0.0), (0.0, math.log(2.0))),
        ((0.0, 0.0), (0.0, 0.0)),
        ((NAN, 0.0), (0.0, NAN)),
        ((0.0, 1.0), (1.0, 0.0)),
        ((0.0, 2.0), (0.0, 0.0)),
        ((0.0, 0.5), (INF, 0.0)),
        ((0.0, -1.0), (-INF, 0.0)),
        ((-2.0, 2.0), (-4.0, NAN)),
        ((1.0, NAN), (NAN, 0.0)),
    ),
    "math.absf": (((0.0,), (1.0,)), ((-0.0,), (-1.0,)), ((INF,), (1.0,))),
    "math.copysign": (((0.0, -1.0), (-1.0, 0.0)), ((-0.0, -1.0), (1.0, 0.0))),
    "math.ceil": (((2.0,), (0.0,)), ((NAN,), (0.0,))),
    "math.floor": (((2.0,), (0.0,)),),
    "math.round": (((2.5,), (0.0,)),),
    "math.roundeven": (((2.5,), (0.0,)),),
    "math.trunc": (((2.0,), (0.0,)),),
    "math.tanh": (((INF,), (0.0,)), ((NAN,), (NAN,))),
    "math.exp": (((-INF,), (0.0,)), ((INF,), (INF,))),
    "math.sin": (((INF,), (NAN,)),),
}
"""At ties, kinks, poles and non-finite operands: the point, and the gradient for a seed of 1.

`docs/derivatives.md` says the same in words.
"""

WITHOUT_RULE: dict[str, str] = {
    "arith.constant": "it reads nothing",
    "arith.bitcast": "the bits of a float are no differentiable function of it",
    "math.clampf": "not supported yet",
}
"""Operations on floats that have no row, and why."""

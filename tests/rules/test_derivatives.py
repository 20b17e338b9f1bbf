"""Every derivative rule of arith and math, executed, against closed forms."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import pytest
from support.inprocess import run_cli
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import f64
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation
from xdsl.irdl.constraints import VerificationContext
from xdsl.utils.exceptions import VerifyException

from ckptopt.autodiff.derivatives import RULES
from ckptopt.dialects.reader import parse_module
from ckptopt.dialects.registry import load_dialect, new_context
from ckptopt.execution import Argument, Call, Program, as_floats, run_batch
from rules.closed_forms import KINKS, MIXED, SMOOTH, WITHOUT_RULE, Function, Point

NO_FLAGS, FAST = FastMathFlagsAttr("none"), FastMathFlagsAttr("fast")

TOLERANCE = {"f64": 1e-13, "f32": 1e-6, "f16": 2e-3, "bf16": 2e-2}
"""Relative; a handful of roundings each."""


@dataclass(frozen=True)
class Check:
    """A gradient to execute, and its values to expect, by type."""

    name: str
    text: str
    arguments: tuple[Argument, ...]
    expected: tuple[Argument, ...]


@cache
def gradient_of(text: str) -> str:
    """A module with the gradient of `@f` alone: mlir-opt cannot lower every primal."""
    code, module, said = run_cli(["-", "-p", "loop-checkpoint{fn=f}"], text)
    assert code == 0, said
    return "module {\n" + module[module.index("  func.func @f_grad(") :]


def wrong(checks: Sequence[Check]) -> dict[str, list[str]]:
    """Run the checks; what is wrong, by name of the check. A name without faults has no entry."""
    programs = [
        Program(
            check.name,
            gradient_of(check.text),
            (Call("f_grad", check.arguments, tuple(part.type for part in check.expected)),),
        )
        for check in checks
    ]
    found: dict[str, list[str]] = {}
    for check, outcome in zip(checks, run_batch(programs, batch_size=64), strict=True):
        if outcome.failure:
            found.setdefault(check.name, []).append(outcome.failure)
            continue
        got = as_floats(outcome.calls[0].results)
        if not all(map(close, got, check.expected)):
            at = [argument.value for argument in check.arguments]
            wanted = [part.value for part in check.expected]
            found.setdefault(check.name, []).append(f"at {at}: got {got}, want {wanted}")
    return found


def close(got: float, expected: Argument) -> bool:
    wanted = expected.value
    assert not isinstance(wanted, list)
    if math.isnan(wanted) or math.isinf(wanted):
        return got == wanted or (math.isnan(got) and math.isnan(wanted))
    scale = max(abs(wanted), abs(got))
    return abs(got - wanted) <= TOLERANCE[expected.type] * scale + 1e-15


def elementwise(op: str, operands: int, type_: str = "f64", flags: str = "") -> str:
    """`@f` that applies an operation to its arguments."""
    names = [f"%x{index}" for index in range(operands)]
    head = ", ".join(f"{name}: {type_}" for name in names)
    return (
        f"func.func @f({head}) -> {type_} {{\n"
        f"  %r = {op} {', '.join(names)}{flags} : {type_}\n"
        f"  return %r : {type_}\n}}\n"
    )


def at_point(
    op: str, point: Point, gradient: Sequence[float], type_: str = "f64", seed: float = 1.0
) -> Check:
    """The gradient of an operation on floats of one type; `gradient` is for a seed of 1."""
    return Check(
        op,
        elementwise(op, len(point), type_),
        tuple(Argument(type_, value) for value in (*point, seed)),
        tuple(Argument(type_, seed * value) for value in gradient),
    )


def smooth_checks(op: str, type_: str = "f64") -> Iterator[Check]:
    row = SMOOTH[op]
    for point in row.points:
        yield at_point(op, point, [partial(*point) for partial in row.partials], type_, 0.75)


def mixed_checks(op: str) -> Iterator[Check]:
    row = MIXED[op]
    types, results = row.parameters.split(), row.results.split()
    head = ", ".join(f"%x{index}: {type_}" for index, type_ in enumerate(types))
    names = ", ".join(f"%r{index}" for index in range(len(results)))
    listed = ", ".join(results)
    text = f"func.func @f({head}) -> ({listed}) {{\n  {row.body}\n  return {names} : {listed}\n}}\n"
    seeds = [Argument(type_, 1.0 / (1 + index)) for index, type_ in enumerate(results)]
    floats = [type_ for type_ in types if type_ in TOLERANCE]
    for point, gradient in row.points:
        arguments = [*map(Argument, types, point), *seeds]
        yield Check(op, text, tuple(arguments), tuple(map(Argument, floats, gradient)))


# The gradients


@pytest.fixture(scope="module")
def smooth_faults() -> dict[str, list[str]]:
    checks = [check for op in SMOOTH for check in smooth_checks(op)]
    return wrong([*checks, *(check for op in MIXED for check in mixed_checks(op))])


@pytest.mark.parametrize("op", [*SMOOTH, *MIXED])
def test_gradient(smooth_faults: dict[str, list[str]], op: str) -> None:
    assert op not in smooth_faults, smooth_faults[op]


@pytest.fixture(scope="module")
def kink_faults() -> dict[str, list[str]]:
    return wrong([at_point(op, *row) for op, rows in KINKS.items() for row in rows])


@pytest.mark.parametrize("op", KINKS)
def test_gradient_at_special_points(kink_faults: dict[str, list[str]], op: str) -> None:
    assert op not in kink_faults, kink_faults[op]


NARROW = ("arith.mulf", "arith.divf", "arith.maximumf", "math.sin", "math.exp", "math.sqrt")


@pytest.mark.parametrize("type_", ["f32", "f16", "bf16"])
def test_gradient_in_narrow_types(type_: str) -> None:
    assert wrong([check for op in NARROW for check in smooth_checks(op, type_)]) == {}


def difference(function: Function, point: Point, index: int) -> float:
    """A partial derivative by central differences, extrapolated twice."""

    def central(step: float) -> float:
        low, high = list(point), list(point)
        low[index] -= step
        high[index] += step
        return (function(*high) - function(*low)) / (2 * step)

    steps = [central(2.0**-power) for power in (9, 10, 11)]
    once = [(4 * fine - coarse) / 3 for coarse, fine in pairwise(steps)]
    return (16 * once[1] - once[0]) / 15


@pytest.mark.parametrize("op", SMOOTH)
def test_closed_forms_agree_with_differences(op: str) -> None:
    row = SMOOTH[op]
    for point in row.points:
        for index, partial in enumerate(row.partials):
            wanted = difference(row.primal, point, index)
            assert partial(*point) == pytest.approx(wanted, rel=1e-8, abs=1e-8), (point, index)


# The tables


ELSEWHERE = ("ckptopt.hide",)
"""Rules that second derivatives execute."""


def test_every_rule_is_executed() -> None:
    assert sorted([*SMOOTH, *MIXED, *ELSEWHERE]) == sorted(RULES)


def accepts_floats(op: type[Operation]) -> bool:
    """True if an operand or result of an operation can be a float."""
    if not issubclass(op, IRDLOperation):
        return False
    definition = op.get_irdl_definition()
    for _, value in (*definition.operands, *definition.results):
        with suppress(VerifyException):
            value.constr.verify((f64,), VerificationContext())
            return True
    return False


@pytest.mark.parametrize("dialect", ["arith", "math"])
def test_every_operation_on_floats_has_a_rule_or_a_reason(dialect: str) -> None:
    for op in load_dialect(dialect).operations:
        has_row = op.name in RULES or op.name in WITHOUT_RULE
        assert has_row == accepts_floats(op), op.name
    assert not RULES.keys() & WITHOUT_RULE.keys()


# Fast-math flags


def flags_in_gradient(text: str) -> set[tuple[str, str]]:
    """Operation name and flags of each operation of the gradient that can have flags."""
    module = parse_module(new_context(), gradient_of(text), "gradient")
    return {
        (op.name, str(op.properties.get("fastmath", NO_FLAGS)))
        for op in module.walk()
        if isinstance(op, IRDLOperation) and "fastmath" in op.get_irdl_definition().properties
    }


@pytest.mark.parametrize("op", SMOOTH)
@pytest.mark.parametrize("flags", ["none", "nnan,contract", "fast"])
def test_derivatives_take_the_flags_of_their_operation(op: str, flags: str) -> None:
    operands = len(SMOOTH[op].partials)
    text = elementwise(op, operands, flags=f" fastmath<{flags}>")
    assert {found for _, found in flags_in_gradient(text)} <= {f"#arith.fastmath<{flags}>"}


def test_the_sum_of_contributions_has_no_flags() -> None:
    text = (
        "func.func @f(%x: f64) -> f64 {\n"
        "  %r = arith.mulf %x, %x fastmath<fast> : f64\n"
        "  return %r : f64\n}\n"
    )
    assert flags_in_gradient(text) == {("arith.mulf", str(FAST)), ("arith.addf", str(NO_FLAGS))}

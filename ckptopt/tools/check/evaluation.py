"""Runs a function and its derivatives, as often as the checks need."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum, isfinite, nan
from random import Random
from typing import NamedTuple

from ckptopt.diagnostics import error
from ckptopt.execution import (
    Argument,
    Call,
    CallOutcome,
    Outcome,
    Program,
    Value,
    as_floats,
    flatten,
    run_batch,
)
from ckptopt.execution.values import is_float_type, rounded, shape_of
from ckptopt.tools.check.arguments import filled, generator
from ckptopt.tools.check.subjects import Subject, Variant

TIMEOUT = 600.0
"""Seconds that one process may take."""

NUMBERS = 200_000
SECONDS = 60.0
"""How many numbers one process is to print, and how long it is to take, about."""

_LEVEL = 2
"""LLVM's optimisations, which make loops several times as fast."""


class Data(NamedTuple):
    """What a subject is evaluated at.

    Attributes:
        values: one per argument.
        directions: where the arguments are moved to, one per active argument, by its number.
        seeds: one per active result, by its number: the cotangents.
        shadows: one per active memref, by its number: the cotangents of its final contents.
    """

    values: list[Value]
    directions: dict[int, Value]
    seeds: dict[int, float]
    shadows: dict[int, Value]


class Effect(NamedTuple):
    """What a call of a derivative did, taken apart.

    Attributes:
        primal: the results of the primal that it returns, by number, as bits.
        derivatives: of arguments in reverse mode and of results in forward mode, as bits: those
            returned by number, and those in shadows by argument.
        contents: the final contents of the primal's arguments.
        outcome: all of it.
    """

    primal: dict[int, int]
    returned: dict[int, int]
    shadows: dict[int, tuple[int, ...]]
    contents: tuple[tuple[int, ...], ...]
    outcome: CallOutcome


class Effects(NamedTuple):
    """The effects of the derivatives of a subject, and of the primal."""

    primal: CallOutcome
    again: CallOutcome
    given: Effect
    store_all: Effect | None
    with_primal: Effect
    counterpart: Effect | None


def data_for(subject: Subject, values: list[Value], seed: int) -> Data:
    """The data of a check, drawn from the seed but for the values of the arguments."""
    directions: dict[int, Value] = {}
    shadows: dict[int, Value] = {}
    for index, (p, value) in enumerate(zip(subject.given.parameters, values, strict=True)):
        if p.is_active and is_float_type(p.element):
            rng = generator(seed, subject.name, p.name, "direction")
            sizes = iter(flatten(value))
            directions[index] = filled(
                shape_of(value),
                lambda r=rng, s=sizes, e=p.element: rounded(scale_of(next(s)) * _signed(r), e),
            )
            if p.is_memory:
                rng = generator(seed, subject.name, p.name, "cotangent")
                shadows[index] = filled(
                    shape_of(value), lambda r=rng, e=p.element: rounded(_signed(r), e)
                )
    seeds = {
        index: rounded(_signed(generator(seed, subject.name, f"result {index}")), result.type)
        for index, result in enumerate(subject.given.results)
        if result.is_active
    }
    return Data(values, directions, seeds, shadows)


def scale_of(value: int | float) -> float:
    """The size that steps away from a value are relative to."""
    return max(abs(value), 0.01)


def _signed(rng: Random) -> float:
    return rng.choice((-1, 1)) * rng.uniform(0.5, 1)


# Calls


def primal_call(subject: Subject, data: Data, moved: Mapping[int, Argument]) -> Call:
    """A call of the primal, with some of its arguments replaced."""
    arguments = [
        moved.get(index) or Argument(p.type, value)
        for index, (p, value) in enumerate(zip(subject.given.parameters, data.values, strict=True))
    ]
    return Call(subject.name, tuple(arguments), tuple(r.type for r in subject.given.results))


def derivative_call(variant: Variant, data: Data) -> Call:
    """A call of a derivative by its convention."""
    arguments: list[Argument] = []
    for index, (p, value) in enumerate(zip(variant.parameters, data.values, strict=True)):
        arguments.append(Argument(p.type, value))
        if p.is_duplicated:
            shadow = data.directions if variant.forward else data.shadows
            arguments.append(Argument(p.type, shadow[index]))
    if not variant.forward:
        arguments += [
            Argument(variant.results[index].type, seed) for index, seed in data.seeds.items()
        ]
    return Call(variant.name, tuple(arguments), tuple(_returned_types(variant)))


def _returned_types(variant: Variant) -> Iterator[str]:
    for result in variant.results:
        yield from [result.type] * result.is_returned
        yield from [result.type] * (variant.forward and result.is_active)
    if not variant.forward:
        yield from (p.type for p in variant.parameters if p.is_active and not p.is_duplicated)


def _effect(variant: Variant, outcome: CallOutcome) -> Effect:
    numbers = iter(outcome.results)
    primal: dict[int, int] = {}
    returned: dict[int, int] = {}
    for index, result in enumerate(variant.results):
        if result.is_returned:
            primal[index] = next(numbers)
        if variant.forward and result.is_active:
            returned[index] = next(numbers)
    contents: list[tuple[int, ...]] = []
    shadows: dict[int, tuple[int, ...]] = {}
    memory = iter(outcome.contents)
    for index, p in enumerate(variant.parameters):
        contents.append(next(memory))
        if p.is_duplicated:
            beside = next(memory)
            if p.is_memory:
                shadows[index] = beside
        elif p.is_active and not variant.forward:
            returned[index] = next(numbers)
    return Effect(primal, returned, shadows, tuple(contents), outcome)


def primal_outcome(subject: Subject, data: Data) -> tuple[CallOutcome, float]:
    """Run the primal once; returns what it did, and the seconds of the process."""
    start = time.perf_counter()
    (outcome,) = _run(subject, [Program("", subject.primal, (primal_call(subject, data, {}),))])
    return outcome.calls[0], time.perf_counter() - start


def effects_of(subject: Subject, data: Data) -> Effects:
    """Run the primal and the derivatives once; raises a located error where one cannot run."""
    variants = [subject.given, subject.with_primal]
    if isinstance(subject.counterpart, Variant):
        variants.append(subject.counterpart)
    programs = [
        Program("", subject.primal, (primal_call(subject, data, {}),) * 2),
        *(_program(variant, data) for variant in variants),
    ]
    primal, *others = _run(subject, programs)
    effects = [_effect(v, o.calls[0]) for v, o in zip(variants, others, strict=True)]
    store_all = None
    if subject.store_all is not None:
        # Other contents of fresh memory: a read of it shows as a difference.
        (outcome,) = _run(subject, [_program(subject.store_all, data)], fill=0x5A)
        store_all = _effect(subject.store_all, outcome.calls[0])
    return Effects(
        primal.calls[0],
        primal.calls[1],
        effects[0],
        store_all,
        effects[1],
        effects[2] if effects[2:] else None,
    )


def _program(variant: Variant, data: Data) -> Program:
    return Program("", variant.text, (derivative_call(variant, data),))


def _run(subject: Subject, programs: Sequence[Program], fill: int = 0) -> list[Outcome]:
    outcomes = run_batch(programs, timeout=TIMEOUT, fill=fill, level=_LEVEL)
    for outcome in outcomes:
        if outcome.failure:
            raise error(
                subject.function, f"the check of '@{subject.label}' cannot run: {outcome.failure}"
            )
    return outcomes


# Differences


class Point(NamedTuple):
    """An argument, or all of them, moved by a step: forward, then backward.

    `length` is the distance between both in units of the direction, NaN if rounding left none.
    """

    length: float
    forward: Mapping[int, Argument]
    backward: Mapping[int, Argument]


class Slope(NamedTuple):
    """A central difference of each output, and the error that rounding alone can cause in it.

    `results` are by number, `contents` those of active memrefs by argument.
    """

    results: dict[int, float]
    contents: dict[int, list[float]]
    noise: float


def element_point(subject: Subject, data: Data, index: int, position: int, step: float) -> Point:
    """One element of an active argument, moved."""
    parameter, value = subject.given.parameters[index], data.values[index]
    old = flatten(value)[position]
    above, below = (
        rounded(old + sign * step * scale_of(old), parameter.element) for sign in (1, -1)
    )

    def at(new: float) -> dict[int, Argument]:
        if not parameter.is_memory:
            return {index: Argument(parameter.type, new)}
        return {index: Argument(parameter.type, value, ((position, new),))}

    return Point(above - below or nan, at(above), at(below))


def direction_point(subject: Subject, data: Data, step: float) -> Point:
    """All active arguments, moved along the direction of the data."""

    def at(sign: int) -> dict[int, Argument]:
        found: dict[int, Argument] = {}
        for index, direction in data.directions.items():
            p, ways = subject.given.parameters[index], iter(flatten(direction))
            numbers = iter([x + sign * step * next(ways) for x in flatten(data.values[index])])
            new = filled(
                shape_of(data.values[index]), lambda n=numbers, e=p.element: rounded(next(n), e)
            )
            found[index] = Argument(p.type, new)
        return found

    return Point(2 * step, at(1), at(-1))


def slopes(
    subject: Subject,
    data: Data,
    points: Sequence[Point],
    epsilon: float,
    seconds: float,
    advance: Callable[[int], None],
) -> list[Slope]:
    """The central difference at each point.

    `seconds` is what one process with one call takes; `advance` hears how many more differences
    have been taken.
    """
    size = sum(len(flatten(value)) for value in data.values) + len(subject.given.results)
    each = max(1, min(NUMBERS // max(1, 2 * size), int(SECONDS / (2 * seconds))))
    found: list[Slope] = []
    for start in range(0, len(points), each):
        chunk = points[start : start + each]
        calls = [
            primal_call(subject, data, moved)
            for point in chunk
            for moved in (point.forward, point.backward)
        ]
        (outcome,) = _run(subject, [Program("", subject.primal, tuple(calls))])
        for number, point in enumerate(chunk):
            pair = outcome.calls[2 * number : 2 * number + 2]
            found.append(_slope(subject, data, point, pair, epsilon))
        advance(len(chunk))
    return found


def _slope(
    subject: Subject, data: Data, point: Point, pair: Sequence[CallOutcome], epsilon: float
) -> Slope:
    above, below = pair
    size = 0.0
    results: dict[int, float] = {}
    contents: dict[int, list[float]] = {}
    for index in data.seeds:
        (a,), (b,) = as_floats([above.results[index]]), as_floats([below.results[index]])
        results[index] = (a - b) / point.length
        size += abs(a)
    for index in data.shadows:
        ahead, back = as_floats(above.contents[index]), as_floats(below.contents[index])
        contents[index] = [(a - b) / point.length for a, b in zip(ahead, back, strict=True)]
        size += fsum(map(abs, ahead)) if all(map(isfinite, ahead)) else nan
    return Slope(results, contents, 8 * epsilon * size / abs(point.length))


def weighted(data: Data, slope: Slope) -> float:
    """The derivative of what seeds and shadows make of the outputs."""
    total = sum(data.seeds[index] * value for index, value in slope.results.items())
    for index, values in slope.contents.items():
        total += dot(flatten(data.shadows[index]), values)
    return total


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """The sum of products; also of what is not finite."""
    return sum(x * y for x, y in zip(a, b, strict=True))

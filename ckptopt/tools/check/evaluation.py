"""Runs a function and its derivatives, as often as the checks need."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
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
from ckptopt.execution.shared import shipped_libraries
from ckptopt.execution.values import filled, is_float_type, rounded, shape_of
from ckptopt.tools.check.arguments import generator
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
    seeds: dict[int, Value]
    shadows: dict[int, Value]


class Effect(NamedTuple):
    """What a call of a derivative did, taken apart.

    Attributes:
        primal: the results of the primal that it returns, by number, as the bits of their elements.
        derivatives: of arguments in reverse mode and of results in forward mode, as bits: those
            returned by number, and those in shadows by argument.
        contents: the final contents of the primal's arguments.
        outcome: all of it.
    """

    primal: dict[int, tuple[int, ...]]
    returned: dict[int, tuple[int, ...]]
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


def data_for(
    subject: Subject, values: list[Value], seed: int, shapes: Sequence[Sequence[int]]
) -> Data:
    """The data of a check, drawn from the seed but for the values of the arguments.

    `shapes` are those of the results.
    """
    directions: dict[int, Value] = {}
    shadows: dict[int, Value] = {}
    for index, (p, value) in enumerate(zip(subject.given.parameters, values, strict=True)):
        if p.is_active and is_float_type(p.element):
            rng = generator(seed, subject.name, p.name, "direction")
            ways = (rounded(scale_of(x) * _signed(rng), p.element) for x in flatten(value))
            directions[index] = filled(shape_of(value), ways)
            if p.is_memory:
                rng = generator(seed, subject.name, p.name, "cotangent")
                shadows[index] = _cotangents(shape_of(value), p.element, rng)
    seeds = {
        index: _cotangents(shape, result.element, generator(seed, subject.name, f"result {index}"))
        for index, (result, shape) in enumerate(zip(subject.given.results, shapes, strict=True))
        if result.is_active
    }
    return Data(values, directions, seeds, shadows)


def _cotangents(shape: Sequence[int], element: str, rng: Random) -> Value:
    return filled(shape, (rounded(_signed(rng), element) for _ in repeat(None)))


def scale_of(value: int | float) -> float:
    """The size that steps away from a value are relative to."""
    return max(abs(value), 0.01)


def _signed(rng: Random) -> float:
    return rng.choice((-1, 1)) * rng.uniform(0.5, 1)


# Calls


def primal_call(subject: Subject, values: Sequence[Value], moved: Mapping[int, Argument]) -> Call:
    """A call of the primal, with some of its arguments replaced."""
    arguments = [
        moved.get(index) or Argument(p.type, value)
        for index, (p, value) in enumerate(zip(subject.given.parameters, values, strict=True))
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
    results = iter(outcome.by_result())
    primal: dict[int, tuple[int, ...]] = {}
    returned: dict[int, tuple[int, ...]] = {}
    for index, result in enumerate(variant.results):
        if result.is_returned:
            primal[index] = next(results)
        if variant.forward and result.is_active:
            returned[index] = next(results)
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
            returned[index] = next(results)
    return Effect(primal, returned, shadows, tuple(contents), outcome)


def primal_outcome(subject: Subject, values: Sequence[Value]) -> tuple[CallOutcome, float]:
    """Run the primal once; returns what it did, and the seconds of the process."""
    start = time.perf_counter()
    (outcome,) = _run(subject, [Program("", subject.primal, (primal_call(subject, values, {}),))])
    return outcome.calls[0], time.perf_counter() - start


def effects_of(subject: Subject, data: Data) -> Effects:
    """Run the primal and the derivatives once; raises a located error where one cannot run."""
    variants = [subject.given, subject.with_primal]
    if isinstance(subject.counterpart, Variant):
        variants.append(subject.counterpart)
    programs = [
        Program("", subject.primal, (primal_call(subject, data.values, {}),) * 2),
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
    libraries = shipped_libraries(program.text for program in programs)
    outcomes = run_batch(programs, timeout=TIMEOUT, fill=fill, level=_LEVEL, libraries=libraries)
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


class Outputs(NamedTuple):
    """A number for each element of the outputs that derivatives are of.

    `results` are by number, `contents` those of active memrefs by argument.
    """

    results: dict[int, list[float]]
    contents: dict[int, list[float]]


class Slope(NamedTuple):
    """Central differences, and the error that rounding alone can cause in them.

    `bends` are by how much the difference ahead is larger than that behind.
    """

    values: Outputs
    bends: Outputs
    noise: float


def element_point(subject: Subject, data: Data, index: int, position: int, step: float) -> Point:
    """One element of an active argument, moved."""
    parameter, value = subject.given.parameters[index], data.values[index]
    old = flatten(value)[position]
    above, below = (
        rounded(old + sign * step * scale_of(old), parameter.element) for sign in (1, -1)
    )

    def at(new: float) -> dict[int, Argument]:
        if not parameter.container:
            return {index: Argument(parameter.type, new)}
        return {index: Argument(parameter.type, value, ((position, new),))}

    return Point(above - below or nan, at(above), at(below))


def direction_point(subject: Subject, data: Data, step: float) -> Point:
    """All active arguments, moved along the direction of the data."""

    def at(sign: int) -> dict[int, Argument]:
        found: dict[int, Argument] = {}
        for index, direction in data.directions.items():
            p, value = subject.given.parameters[index], data.values[index]
            pairs = zip(flatten(value), flatten(direction), strict=True)
            numbers = (rounded(x + sign * step * way, p.element) for x, way in pairs)
            found[index] = Argument(p.type, filled(shape_of(value), numbers))
        return found

    return Point(2 * step, at(1), at(-1))


def slopes(
    subject: Subject,
    data: Data,
    at: CallOutcome,
    points: Sequence[Point],
    epsilon: float,
    seconds: float,
    advance: Callable[[int], None],
) -> list[Slope]:
    """The central difference at each point.

    `at` is what the primal does at the data itself. `seconds` is what one process with one call
    takes; `advance` hears how many more differences have been taken.
    """
    size = sum(len(flatten(value)) for value in [*data.values, *data.seeds.values()])
    most = max(1, NUMBERS // max(1, 2 * size))
    each = 2 * seconds
    rest = list(points)
    found: list[Slope] = []
    while rest:
        count = max(1, min(most, int(SECONDS / each)))
        chunk, rest = rest[:count], rest[count:]
        calls = [
            primal_call(subject, data.values, moved)
            for point in chunk
            for moved in (point.forward, point.backward)
        ]
        start = time.perf_counter()
        (outcome,) = _run(subject, [Program("", subject.primal, tuple(calls))])
        # More calls in a process take less time each: most of that of one call is its start.
        each = min(each, (time.perf_counter() - start) / len(chunk))
        found += (
            _slope(data, at, outcome.calls[2 * i : 2 * i + 2], point.length, epsilon)
            for i, point in enumerate(chunk)
        )
        advance(len(chunk))
    return found


def _slope(
    data: Data, at: CallOutcome, pair: Sequence[CallOutcome], length: float, epsilon: float
) -> Slope:
    """The slope between two points that are this far from each other, with `at` between them."""
    middle, above, below = (_outputs(data, outcome) for outcome in (at, *pair))
    size = 0.0

    def combined(c: float, a: float, b: float) -> Outputs:
        """Outputs in the middle, above and below times these factors."""
        return Outputs(
            *(
                {
                    i: [
                        (c * x + a * y + b * z) / length
                        for x, y, z in zip(m[i], up[i], down[i], strict=True)
                    ]
                    for i in m
                }
                for m, up, down in zip(middle, above, below, strict=True)
            )
        )

    for numbers in (n for part in above for n in part.values()):
        size += fsum(map(abs, numbers)) if all(map(isfinite, numbers)) else nan
    return Slope(combined(0, 1, -1), combined(-4, 2, 2), 8 * epsilon * size / abs(length))


def _outputs(data: Data, outcome: CallOutcome) -> Outputs:
    results = outcome.by_result()
    return Outputs(
        {index: as_floats(results[index]) for index in data.seeds},
        {index: as_floats(outcome.contents[index]) for index in data.shadows},
    )


def weighted(data: Data, outputs: Outputs) -> float:
    """What seeds and shadows make of a number for each output."""
    return sum(
        dot(flatten(weights[index]), numbers)
        for weights, part in zip((data.seeds, data.shadows), outputs, strict=True)
        for index, numbers in part.items()
    )


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """The sum of products; also of what is not finite."""
    return sum(x * y for x, y in zip(a, b, strict=True))

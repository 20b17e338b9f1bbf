"""Compares what derivatives and primal did, and says what holds.

What is tolerated depends on the narrowest float type that the function computes in. A difference is
relative to the largest derivative of the same argument.

| type | steps, relative to the value | central differences | dot product |
|---|---|---|---|
| f64 | 1e-4, 1e-5, 1e-6, 1e-7 | 1e-6 | 1e-9 |
| f32 | 1e-1, 3e-2, 1e-2 | 2e-2 | 1e-3 |
| f16 | 4e-1, 2e-1 | 2e-1 | 1e-1 |
| bf16 | 1, 5e-1 | 4e-1 | 3e-1 |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from ckptopt.execution import Value, as_float, as_floats, flatten
from ckptopt.execution.values import shape_of, unravelled
from ckptopt.tools.check.arguments import generator
from ckptopt.tools.check.evaluation import (
    Data,
    Effect,
    Effects,
    Point,
    Slope,
    direction_point,
    dot,
    effects_of,
    element_point,
    slopes,
    weighted,
)
from ckptopt.tools.check.subjects import Subject

ELEMENTS = 12
"""How many elements of an argument are moved by themselves, at most."""


class Verdict(StrEnum):
    """What a check found. `UNCLEAR`: the numbers cannot tell; `NOT_RUN`: there are none."""

    OK = "ok"
    FAILED = "failed"
    UNCLEAR = "unclear"
    NOT_RUN = "not run"


class Limits(NamedTuple):
    """Of a float type: rounding error, steps of differences, and what is tolerated."""

    epsilon: float
    steps: tuple[float, ...]
    differences: float
    dot_product: float


LIMITS = {
    "f64": Limits(2.0**-53, (1e-4, 1e-5, 1e-6, 1e-7), 1e-6, 1e-9),
    "f32": Limits(2.0**-24, (1e-1, 3e-2, 1e-2), 2e-2, 1e-3),
    "f16": Limits(2.0**-11, (4e-1, 2e-1), 2e-1, 1e-1),
    "bf16": Limits(2.0**-8, (1.0, 5e-1), 4e-1, 3e-1),
}


def limits_of(subject: Subject) -> Limits:
    """Steps for what the primal computes in, tolerance for what the derivative does."""
    return LIMITS[subject.precision]._replace(
        differences=LIMITS[subject.kept].differences, dot_product=LIMITS[subject.kept].dot_product
    )


class Row(NamedTuple):
    """What one check found of one thing.

    Attributes:
        check: the check.
        of: the argument or result, or empty for the derivative as a whole.
        compared: how many numbers.
        errors: the worst error at each step size.
        error: the error at the best step size where that is worst.
        where: where it is worst.
        verdict: what this means.
        note: the numbers behind it, or the reason why there are none.
    """

    check: str
    of: str
    compared: str
    errors: tuple[float, ...]
    error: float | None
    where: str
    verdict: Verdict
    note: str = ""


def rows_of(
    subject: Subject, data: Data, seconds: float, advance: Callable[[int], None]
) -> Iterator[Row]:
    """The findings of all checks; `seconds` and `advance` are for `slopes`."""
    effects = effects_of(subject, data)
    if (effects.primal.results, effects.primal.contents) != (
        effects.again.results,
        effects.again.contents,
    ):
        note = "a second call of the primal gives other results: it keeps state in between"
        yield Row("repeatable", "", "", (), None, "", Verdict.UNCLEAR, note)
    yield from _differences(subject, data, effects, seconds, advance)
    yield _dot_product(subject, data, effects)
    yield _store_all(subject, data, effects)
    yield _primal(subject, data, effects)
    yield _allocations(subject, effects)


def points_of(subject: Subject) -> int:
    """How many differences the check of a subject takes, at most, for a progress bar."""
    steps = len(LIMITS[subject.precision].steps)
    count = 1
    if not subject.given.forward:
        count += sum(
            ELEMENTS if p.dimensions else 1 for p in subject.given.parameters if p.is_active
        )
    return count * steps


# Central differences


class _Compared(NamedTuple):
    """A derivative beside the differences at each step."""

    where: str
    derivative: float
    differences: tuple[_Difference, ...]


class _Difference(NamedTuple):
    """A central difference, and by how much the one ahead is larger than the one behind.

    Rounding alone can make both wrong by `noise`, about.
    """

    value: float
    bend: float
    noise: float


def _differences(
    subject: Subject,
    data: Data,
    effects: Effects,
    seconds: float,
    advance: Callable[[int], None],
) -> Iterator[Row]:
    limits = limits_of(subject)
    chosen = [] if subject.given.forward else list(_elements(subject, data, effects.given))
    points: list[Point] = [
        element_point(subject, data, index, position, step)
        for index, position in chosen
        for step in limits.steps
    ]
    points += [direction_point(subject, data, step) for step in limits.steps]
    found = slopes(subject, data, effects.primal, points, limits.epsilon, seconds, advance)
    count = len(limits.steps)
    groups = [found[start : start + count] for start in range(0, len(found), count)]
    along = groups.pop()
    if subject.given.forward:
        yield from _tangents(subject, data, effects, along, limits)
        return
    for index in dict.fromkeys(index for index, _ in chosen):
        p, gradient = subject.given.parameters[index], gradient_of(effects.given, index)
        compared = [
            _Compared(
                _place(p.name, position, shape_of(data.values[index])),
                gradient[position],
                tuple(_difference(data, slope) for slope in group),
            )
            for (own, position), group in zip(chosen, groups, strict=True)
            if own == index
        ]
        yield _row(p.name, compared, len(gradient), limits)
    if data.directions:
        total = sum(
            dot(gradient_of(effects.given, index), flatten(direction))
            for index, direction in data.directions.items()
        )
        differences = tuple(_difference(data, slope) for slope in along)
        compared = [_Compared("", total, differences)]
        yield _row("all, along a random direction", compared, 1, limits)


def _difference(data: Data, slope: Slope) -> _Difference:
    return _Difference(weighted(data, slope.values), weighted(data, slope.bends), slope.noise)


def _elements(subject: Subject, data: Data, effect: Effect) -> Iterator[tuple[int, int]]:
    """The elements that are moved: all of a small argument.

    Of a large one, those with the largest gradients for one half, and random ones for the other.
    """
    for index in data.directions:
        gradient = gradient_of(effect, index)
        rng = generator(0, subject.name, subject.given.parameters[index].name)
        order = rng.sample(range(len(gradient)), len(gradient))
        order.sort(key=lambda i: (math.isfinite(gradient[i]), -abs(gradient[i])))
        largest, rest = order[: ELEMENTS // 2], order[ELEMENTS // 2 :]
        others = rng.sample(rest, min(len(rest), ELEMENTS - len(largest)))
        for position in sorted([*largest, *others]):
            yield index, position


def gradient_of(effect: Effect, index: int) -> list[float]:
    """The gradient of an active argument, in row-major order."""
    return as_floats((effect.shadows | effect.returned)[index])


def _tangents(
    subject: Subject, data: Data, effects: Effects, along: Sequence[Slope], limits: Limits
) -> Iterator[Row]:
    """Tangents of results and memory beside the differences along the same direction."""
    shapes = effects.primal.shapes
    outputs = [
        *((f"result {i}", shapes[i], bits, 0, i) for i, bits in effects.given.returned.items()),
        *(
            (subject.given.parameters[i].name, shape_of(data.values[i]), bits, 1, i)
            for i, bits in effects.given.shadows.items()
        ),
    ]
    for name, shape, tangents, part, index in outputs:
        compared = [
            _Compared(
                _place(name, position, shape),
                tangent,
                tuple(
                    _Difference(
                        slope.values[part][index][position],
                        slope.bends[part][index][position],
                        slope.noise,
                    )
                    for slope in along
                ),
            )
            for position, tangent in enumerate(as_floats(tangents))
        ]
        yield _row(name, compared, len(compared), limits)


def _row(of: str, compared: Sequence[_Compared], count: int, limits: Limits) -> Row:
    """Judge the derivatives of one argument or result."""
    if not compared:
        return Row("central differences", of, "0", (), None, "", Verdict.OK)
    differences = _largest(d.value for c in compared for d in c.differences)
    scale = max(differences, _largest(c.derivative for c in compared)) or 1.0
    verdicts = [_verdict(c, scale, differences or 1.0, limits.differences) for c in compared]
    errors = [[_error(c.derivative, d.value, scale) for d in c.differences] for c in compared]
    best = [min(of_steps) for of_steps in errors]
    order = (Verdict.FAILED, Verdict.UNCLEAR, Verdict.OK)
    worst = min(range(len(compared)), key=lambda i: (order.index(verdicts[i]), -best[i]))
    verdict = verdicts[worst]
    note = ""
    if verdict is not Verdict.OK:
        values = ", ".join(f"{d.value:.9g}" for d in compared[worst].differences)
        note = f"{compared[worst].derivative:.9g}; by differences {values}"
        if _is_kink(compared[worst], differences or 1.0, limits.differences):
            last = compared[worst].differences[-1]
            behind, ahead = (last.value + sign * last.bend / 2 for sign in (-1, 1))
            note = f"{note}: a kink, {behind:.9g} from below and {ahead:.9g} from above"
    if verdict is Verdict.UNCLEAR and Verdict.OK in verdicts:
        verdict = Verdict.OK
        note = f"{verdicts.count(Verdict.UNCLEAR)} not smooth enough to tell"
    shown = f"{len(compared)} of {count}" if len(compared) != count else str(count)
    at_steps = tuple(max(column) for column in zip(*errors, strict=True))
    return Row(
        "central differences",
        of,
        shown,
        at_steps,
        best[worst],
        compared[worst].where,
        verdict,
        note,
    )


def _error(derivative: float, difference: float, scale: float) -> float:
    """How far they are apart; infinite where one is not a number or not finite."""
    if derivative == difference:
        return 0.0
    error = abs(derivative - difference) / scale
    return error if math.isfinite(error) else math.inf


def _verdict(c: _Compared, scale: float, size: float, tolerance: float) -> Verdict:
    """Whether a derivative agrees; unclear where differences, of that size, do not settle."""
    if any(
        _error(c.derivative, d.value, scale) <= tolerance or abs(c.derivative - d.value) <= d.noise
        for d in c.differences
    ):
        return Verdict.OK
    settled = any(
        _error(a.value, b.value, size) <= tolerance or abs(a.value - b.value) <= b.noise
        for a, b in pairwise(c.differences)
    )
    settled = settled and not _is_kink(c, size, tolerance)
    return Verdict.FAILED if settled else Verdict.UNCLEAR


def _is_kink(c: _Compared, size: float, tolerance: float) -> bool:
    """Whether slopes on both sides differ however small the step, with the derivative between."""
    first, last = c.differences[0], c.differences[-1]
    rounding = 2 * last.noise + tolerance * size
    return (
        abs(last.bend) > max(0.7 * abs(first.bend), rounding)
        and abs(c.derivative - last.value) <= abs(last.bend) / 2 + rounding
    )


def _largest(numbers: Iterable[float]) -> float:
    """The largest magnitude among those that are finite."""
    return max((abs(x) for x in numbers if math.isfinite(x)), default=0.0)


def _place(name: str, position: int, shape: Sequence[int]) -> str:
    indices = unravelled(position, shape)
    return f"{name}[{', '.join(map(str, indices))}]" if indices else name


# The other checks


def _dot_product(subject: Subject, data: Data, effects: Effects) -> Row:
    """Cotangents times the tangents of the outputs: gradients times the tangents of the inputs."""
    name = "dot product"
    if effects.counterpart is None:
        reason = subject.counterpart if isinstance(subject.counterpart, str) else ""
        return Row(name, "", "", (), None, "", Verdict.NOT_RUN, reason)
    pair = (effects.counterpart, effects.given)
    tangent, gradient = reversed(pair) if subject.given.forward else pair
    ahead = [
        *_products(data.seeds, tangent.returned),
        *_products(data.shadows, tangent.shadows),
    ]
    back = [
        direction * slope
        for index, way in data.directions.items()
        for direction, slope in zip(flatten(way), gradient_of(gradient, index), strict=True)
    ]
    left, right = sum(ahead), sum(back)
    scale = max(sum(map(abs, ahead)), sum(map(abs, back))) or 1.0
    error = _error(left, right, scale if math.isfinite(scale) else 1.0)
    if error <= limits_of(subject).dot_product:
        return Row(name, "", "1", (), error, "", Verdict.OK)
    note = f"{left:.9g} with tangents, {right:.9g} with gradients"
    both = not math.isfinite(left) and not math.isfinite(right)
    verdict = Verdict.UNCLEAR if both else Verdict.FAILED
    return Row(name, "", "1", (), error, "", verdict, note)


def _products(
    weights: Mapping[int, Value], contents: Mapping[int, tuple[int, ...]]
) -> Iterator[float]:
    for index, bits in contents.items():
        for weight, number in zip(flatten(weights[index]), as_floats(bits), strict=True):
            yield weight * number


def _store_all(subject: Subject, data: Data, effects: Effects) -> Row:
    name = "equal to store-all"
    if effects.store_all is None:
        reason = (
            "forward mode stores nothing"
            if subject.given.forward
            else "a narrower tape, or fast-math flags, round otherwise"
        )
        return Row(name, "", "", (), None, "", Verdict.NOT_RUN, reason)
    pairs = list(_pairs(subject, data, effects.given, effects.store_all))
    return _equality(name, pairs)


def _pairs(
    subject: Subject, data: Data, one: Effect, other: Effect
) -> Iterator[tuple[str, int, int]]:
    """Derivatives beside each other, as bits."""
    numbers, expected = ((e.returned | e.shadows) for e in (one, other))
    for index, name in enumerate(p.name for p in subject.given.parameters):
        if index in numbers:
            shape = shape_of(data.values[index])
            yield from _beside(name, shape, numbers[index], expected[index])


def _beside(
    name: str, shape: Sequence[int], found: Sequence[int], expected: Sequence[int]
) -> Iterator[tuple[str, int, int]]:
    for position, (a, b) in enumerate(zip(found, expected, strict=True)):
        yield _place(name, position, shape), a, b


def _primal(subject: Subject, data: Data, effects: Effects) -> Row:
    """The primal's results and final memory are those that it has without a derivative."""
    pairs: list[tuple[str, int, int]] = []
    for index, expected in enumerate(effects.primal.by_result()):
        shape = effects.primal.shapes[index]
        for effect in (effects.given, effects.with_primal):
            if index in effect.primal:
                pairs += _beside(f"result {index}", shape, effect.primal[index], expected)
    for index, p in enumerate(subject.given.parameters):
        if not p.use.endswith("noneed"):
            found, expected = (e.contents[index] for e in (effects.given, effects.primal))
            pairs += _beside(p.name, shape_of(data.values[index]), found, expected)
    return _equality("primal unchanged", pairs)


def _equality(name: str, pairs: Sequence[tuple[str, int, int]]) -> Row:
    """Bit for bit, but any NaN for any other: IEEE 754 leaves their bits open."""
    different = [
        (where, a, b)
        for where, a, b in pairs
        if a != b and not (math.isnan(as_float(a)) and math.isnan(as_float(b)))
    ]
    if not different:
        return Row(name, "", str(len(pairs)), (), None, "", Verdict.OK)
    where, a, b = different[0]
    note = f"{len(different)} differ: {as_float(a)!r} instead of {as_float(b)!r}"
    return Row(name, "", str(len(pairs)), (), None, where, Verdict.FAILED, note)


def _allocations(subject: Subject, effects: Effects) -> Row:
    """The derivative frees what it allocates, if the primal does and no tensor becomes a buffer."""
    memory, primal = effects.given.outcome.memory, effects.primal.memory
    peak = f"peak {memory.peak_bytes:,} bytes"
    if effects.store_all is not None:
        peak += f", store-all {effects.store_all.outcome.memory.peak_bytes:,}"
    counts = f"{memory.deallocations} of {memory.allocations} freed"
    if not memory.live_bytes and memory.allocations == memory.deallocations:
        return Row("allocations balanced", "", counts, (), None, "", Verdict.OK, peak)
    returned = any(r.container == "memref" and r.is_returned for r in subject.given.results)
    if returned and memory.live_bytes == primal.live_bytes:
        note = f"all but the {primal.live_bytes:,} bytes that the primal returns too; {peak}"
        return Row("allocations balanced", "", counts, (), None, "", Verdict.OK, note)
    note = f"{counts}, {memory.live_bytes:,} bytes left; {peak}"
    verdict = Verdict.FAILED
    if "tensor<" in subject.given.text:
        verdict, note = Verdict.NOT_RUN, f"nobody frees the buffers that tensors become; {note}"
    elif primal.live_bytes:
        verdict = Verdict.UNCLEAR
        note = f"the primal leaves {primal.live_bytes:,} bytes itself; {note}"
    return Row("allocations balanced", "", counts, (), None, "", verdict, note)

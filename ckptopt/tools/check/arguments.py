"""The arguments that a function is checked with: drawn from its signature, or given in a file.

| type | drawn |
|---|---|
| float | of either sign, of magnitude 0.1 to 1 |
| integer, `index` | positive, at most 8 and at most the smallest extent of an argument |
| memref, tensor, vector | 8 along each dynamic dimension; integers below that smallest extent |

Each argument has a random sequence of its own, made from the seed and its name: to give some of
them in a file leaves the others as they were.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from ckptopt.diagnostics import CompileError, error
from ckptopt.execution import Value, flatten
from ckptopt.execution.values import filled, is_float_type, layout_for, rounded, shape_of
from ckptopt.tools.check.subjects import Parameter, Subject

EXTENT = 8
"""The extent of dynamic dimensions, and the largest integer."""

RANGES = ((0.1, 1.0, True), (0.1, 0.9, False), (1.1, 2.0, False))
"""Magnitudes of floats and whether they have a sign: later ones where results are not finite."""

SHOWN = 1000
"""Arguments with more elements than this are drawn again from the seed rather than printed."""


def read_file(path: str, names: Mapping[str, Sequence[str]]) -> dict[str, dict[str, Value]]:
    """The arguments in a JSON file, by function and name.

    Arguments:
        path: holds `{"argument": 1.5, ...}`, for every function that has such an argument, or
            `{"function": {"argument": [1, 2], ...}, ...}`; one can stand beside the other.
        names: the arguments of each function.

    Raises `CompileError` for a file that cannot be read, and for a name that no function has.
    """
    try:
        given = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as reason:
        raise error(None, f"cannot read '{path}': {reason}") from reason
    if not isinstance(given, dict):
        raise error(None, f"'{path}' holds no JSON object")
    found: dict[str, dict[str, Value]] = {function: {} for function in names}
    for name, value in cast(dict[str, object], given).items():
        if isinstance(value, dict):
            inner = cast(dict[str, object], value)
            for argument, own in inner.items():
                if argument not in names.get(name, ()):
                    what = f"no function '@{name}' with an argument '%{argument}' is checked"
                    raise error(None, f"'{path}': {what}")
                found[name][argument] = _numbers(path, argument, own)
            continue
        having = [function for function, arguments in names.items() if name in arguments]
        if not having:
            raise error(None, f"'{path}': no function with an argument '%{name}' is checked")
        for function in having:
            found[function].setdefault(name, _numbers(path, name, value))
    return found


def _numbers(path: str, name: str, value: object) -> Value:
    if isinstance(value, list):
        return [_numbers(path, name, item) for item in cast(list[object], value)]
    if isinstance(value, int | float):
        return value
    raise error(None, f"'{path}': '%{name}' is neither a number nor a list of numbers")


def draw(subject: Subject, given: Mapping[str, Value], seed: int, attempt: int) -> list[Value]:
    """A value for each argument; raises a located error for a given one that does not fit."""
    bound = min([EXTENT, *(e for shape in _shapes(subject, given) for e in shape)])
    values: list[Value] = []
    for parameter, shape in zip(subject.given.parameters, _shapes(subject, given), strict=True):
        if parameter.is_memory and _overlaps(parameter.type, shape):
            raise _refusal(
                subject,
                parameter,
                f"elements of '%{parameter.name}' overlap, which is "
                f"a {parameter.type} of shape {list(shape)}",
            )
        if parameter.name in given:
            values.append(_fitted(subject, parameter, given[parameter.name]))
            continue
        rng = generator(seed, subject.name, parameter.name)
        numbers = iter(lambda p=parameter, r=rng: _number(p, r, bound, attempt), None)
        values.append(filled(shape, numbers))
    return values


def generator(seed: int, *names: str) -> random.Random:
    """A random sequence for something that has a name."""
    return random.Random(" ".join([str(seed), *names]))


def _shapes(subject: Subject, given: Mapping[str, Value]) -> list[tuple[int, ...]]:
    return [
        shape_of(given[p.name])
        if p.name in given
        else tuple(EXTENT if extent is None else extent for extent in p.dimensions)
        for p in subject.given.parameters
    ]


def _number(parameter: Parameter, rng: random.Random, bound: int, attempt: int) -> int | float:
    if is_float_type(parameter.element):
        low, high, signed = RANGES[attempt]
        value = rng.uniform(low, high)
        return rounded(-value if signed and rng.random() < 0.5 else value, parameter.element)
    if parameter.element == "i1":
        return rng.randint(0, 1)
    # i2 to i4 hold no 8.
    width = 64 if parameter.element == "index" else int(parameter.element[1:])
    largest = min(bound, 2 ** (width - 1) - 1)
    if parameter.container:
        return rng.randint(0, max(0, largest - 1))
    return rng.randint((largest + 1) // 2, largest)


def _fitted(subject: Subject, parameter: Parameter, value: Value) -> Value:
    """A given value in the type of its parameter."""
    if not _fits(parameter.dimensions, parameter.element, value):
        what = f"the value given for '%{parameter.name}' is no {parameter.type}"
        raise _refusal(subject, parameter, what)
    return _converted(parameter.element, value)


def _refusal(subject: Subject, parameter: Parameter, what: str) -> CompileError:
    return error(subject.function.body.block.args[subject.given.parameters.index(parameter)], what)


def _overlaps(type_: str, shape: Sequence[int]) -> bool:
    """True if a memref of this type has elements at the same place."""
    strides, _ = layout_for(type_, shape)
    axes = sorted(
        (stride, extent) for stride, extent in zip(strides, shape, strict=True) if extent > 1
    )
    inner = 1
    for stride, extent in axes:
        if stride < inner:
            return 0 not in shape
        inner += (extent - 1) * stride
    return False


def _fits(dimensions: Sequence[int | None], element: str, value: Value) -> bool:
    if not dimensions:
        return isinstance(value, int if not is_float_type(element) else int | float)
    if not isinstance(value, list) or dimensions[0] not in (None, len(value)):
        return False
    return len({shape_of(item) for item in value}) <= 1 and all(
        _fits(dimensions[1:], element, item) for item in value
    )


def _converted(element: str, value: Value) -> Value:
    if isinstance(value, list):
        return [_converted(element, item) for item in value]
    return rounded(value, element) if is_float_type(element) else int(value)


def to_json(subject: Subject, values: Sequence[Value]) -> str:
    """What `--check-args` reads; large arguments are left to be drawn from the seed again."""
    parameters = subject.given.parameters
    shown = {
        parameter.name: value
        for parameter, value in zip(parameters, values, strict=True)
        if len(flatten(value)) <= SHOWN
    }
    return json.dumps({subject.name: shown})

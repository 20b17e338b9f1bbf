"""Case files: a function, its arguments and its gradient, found by complex step, in the header.

A file starts with ``// KEY: value`` lines; ARGS, PRIMAL, SEED and GRAD are JSON in which non-finite
numbers are the strings "nan", "inf" and "-inf". The function is always ``@f``.

Gradient convention: the gradient of a float scalar is a result; a float memref is followed by a
shadow that comes in with the cotangent of the memref's final contents (SEED) and goes out with that
of its initial contents (GRAD); each float result has a seed. Integers are inactive.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ckptopt.execution import Argument, Call, CallOutcome, Program, Value, as_floats, memref_parts
from ckptopt.execution import flatten as flat

CASES = Path(__file__).parent.parent / "cases"
FLOATS = ("f64", "f32", "f16", "bf16")
_JSON_KEYS = ("ARGS", "PRIMAL", "SEED", "GRAD")
_NON_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


@dataclass(frozen=True)
class Case:
    """One case file, read."""

    path: Path
    head: dict[str, Any]
    arguments: tuple[tuple[str, str], ...]
    results: tuple[str, ...]

    @property
    def expects(self) -> str:
        """``ok``, ``error``, ``warning`` or ``error-or-ok``."""
        return self.head["EXPECT"]

    def is_active(self, name: str, type_: str) -> bool:
        """Whether an argument is float and the header marks it active."""
        function = self.head["FUNC"].split(" -> ")[0]
        return is_float(type_) and re.search(rf"\b{name}: \S+ active", function) is not None


def number_of(path: Path) -> int:
    """The number that a case file's name starts with."""
    return int(path.name.split("_")[0])


def read_case(path: Path) -> Case:
    """Read a case file."""
    text = path.read_text(encoding="utf-8")
    head: dict[str, Any] = dict(re.findall(r"^// ([A-Z][A-Z0-9_.-]*): ?(.*)$", text, re.MULTILINE))
    for key in _JSON_KEYS:
        if key in head:
            head[key] = _decoded(json.loads(head[key]))
    arguments, results = _signature(text)
    return Case(path, head, arguments, results)


def _decoded(value: Any) -> Any:
    match value:
        case dict():
            return {key: _decoded(one) for key, one in value.items()}
        case list():
            return [_decoded(one) for one in value]
        case str():
            return _NON_FINITE[value]
        case _:
            return value


def _signature(text: str) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    found = re.search(r"func\.func (?:public )?@f\((.*?)\)(?: -> (.*?))? \{$", text, re.MULTILINE)
    assert found is not None, "a case file without @f"
    arguments = [part.split(":", 1) for part in _split_types(found[1])]
    results = _split_types((found[2] or "").removeprefix("(").removesuffix(")"))
    return tuple((name.strip().lstrip("%"), type_.strip()) for name, type_ in arguments), results


def _split_types(text: str) -> tuple[str, ...]:
    """Split at the commas that no bracket encloses."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "<([{") - (char in ">)]}")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return tuple(part.strip() for part in parts if part.strip())


def is_float(type_: str) -> bool:
    """Whether a type is a float or a memref of floats."""
    parts = memref_parts(type_)
    return (parts[1] if parts else type_) in FLOATS


def pass_text(case: Case) -> str:
    """The ``loop-checkpoint`` pass with the activities that the header states."""
    words = [_activity(case, name, type_) for name, type_ in case.arguments]
    activities = f" argTys={','.join(words)}" if words else ""
    return f"loop-checkpoint{{fn=f{activities}}}"


def _activity(case: Case, name: str, type_: str) -> str:
    if not case.is_active(name, type_):
        return "enzyme_const"
    return "enzyme_dup" if memref_parts(type_) else "enzyme_active"


def gradient_program(case: Case, module: str, function: str = "f_grad") -> Program:
    """The call of a case's gradient, to be run by `ckptopt.execution`."""
    arguments: list[Argument] = []
    for name, type_ in case.arguments:
        arguments.append(Argument(type_, case.head["ARGS"][name]))
        if memref_parts(type_) and case.is_active(name, type_):
            arguments.append(Argument(type_, case.head["SEED"][name]))
    for index, type_ in enumerate(case.results):
        if is_float(type_):
            arguments.append(Argument(type_, case.head["SEED"][f"ret{index}"]))
    results = tuple(type_ for _, type_ in _active_scalars(case))
    return Program(case.path.stem, module, (Call(function, tuple(arguments), results),))


def _active_scalars(case: Case) -> Iterator[tuple[str, str]]:
    for name, type_ in case.arguments:
        if case.is_active(name, type_) and memref_parts(type_) is None:
            yield name, type_


def gradients(case: Case, outcome: CallOutcome) -> dict[str, list[float]]:
    """What a run of `gradient_program` computed, by argument."""
    found = {
        name: as_floats([bits])
        for (name, _), bits in zip(_active_scalars(case), outcome.results, strict=True)
    }
    contents = iter(outcome.contents)
    for name, type_ in case.arguments:
        next(contents)
        if memref_parts(type_) and case.is_active(name, type_):
            found[name] = as_floats(next(contents))
    return found


def mismatches(case: Case, found: dict[str, list[float]]) -> list[str]:
    """What is wrong with a gradient; nothing if it is right."""
    if (rule := case.head.get("ACCEPT")) is not None:
        return [] if _accepts(rule, found) else [f"rule `{rule}` is not met by {found!r}"]
    tolerance = max(float(case.head["TOL"].split()[0]), 1e-9)
    wrong: list[str] = []
    for name, value in case.head["GRAD"].items():
        wanted = _flat(value)
        for index, (want, got) in enumerate(zip(wanted, found[name], strict=True)):
            if not _close(want, got, tolerance):
                place = f"{name}[{index}]" if len(wanted) > 1 else name
                wrong.append(f"gradient of {place}: got {got!r}, want {want!r}")
    return wrong


def _flat(value: Value) -> list[float]:
    return [float(one) for one in flat(value)]


def _accepts(rule: str, found: dict[str, list[float]]) -> bool:
    """Evaluate the header's ACCEPT rule, which names the scalar gradients dx, dy, ..."""
    names = {f"d{name}": values[0] for name, values in found.items() if len(values) == 1}
    return bool(eval(re.sub(r"(\w+) is NaN", r"(\1 != \1)", rule), {}, names))


def _close(a: float, b: float, relative: float) -> bool:
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    if math.isinf(a) or math.isinf(b):
        return a == b
    return abs(a - b) <= relative * max(abs(a), abs(b)) + 1e-12

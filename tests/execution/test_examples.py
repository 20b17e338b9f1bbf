"""Each example's gradient, executed: against store-all, finite differences, and for leaks.

Arguments are small random numbers, sizes and trip counts small integers, unless the file has a line
``// ARGS: {"name": value, ...}``.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from fuzz.agreement import check
from support.native import Value, memref_parts
from support.programs import FLOATS, LoopProgram, Parameter
from xdsl.dialects.func import FuncOp

from ckptopt.dialects.reader import parse_module
from ckptopt.dialects.registry import new_context

EXAMPLES = sorted((Path(__file__).parent.parent.parent / "examples").glob("*.mlir"))
DYNAMIC_SIZE = 5
SMALL_INTEGER = 7


def program_of(path: Path) -> LoopProgram:
    """The first public function of a file, with its arguments."""
    text = path.read_text(encoding="utf-8")
    rng = random.Random(path.name)
    given = re.search(r"^// ARGS: (.*)$", text, re.MULTILINE)
    values = json.loads(given[1]) if given else {}
    module = parse_module(new_context(), text, str(path))
    function = next(
        op for op in module.walk() if isinstance(op, FuncOp) and op.sym_visibility is None
    )
    parameters = tuple(
        Parameter(name, type_, values.get(name, default(rng, type_)))
        for name, type_ in (
            (argument.name_hint or "", str(argument.type)) for argument in function.args
        )
    )
    results = tuple(str(type_) for type_ in function.function_type.outputs)
    return LoopProgram(
        path.name,
        text,
        parameters,
        results,
        tuple(rng.uniform(-1, 1) for type_ in results if type_ in FLOATS),
        {p.name: default(rng, p.type) for p in parameters if p.is_memref and p.is_active},
        function.sym_name.data,
    )


def default(rng: random.Random, type_: str) -> Value:
    parts = memref_parts(type_)
    if parts is None:
        return scalar(rng, type_)

    def fill(dimensions: list[int | None]) -> Value:
        if not dimensions:
            return scalar(rng, parts[1])
        size = DYNAMIC_SIZE if dimensions[0] is None else dimensions[0]
        return [fill(dimensions[1:]) for _ in range(size)]

    return fill(parts[0])


def scalar(rng: random.Random, type_: str) -> float:
    return rng.uniform(0.1, 0.9) if type_ in FLOATS else SMALL_INTEGER


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_gradient_of_an_example_is_right(path: Path):
    program = program_of(path)
    assert program.stripped != program.text
    report = check([program])
    if report.findings:
        pytest.fail(str(report.findings[0]), pytrace=False)
    assert report.compared > 0


def test_there_are_examples():
    assert EXAMPLES

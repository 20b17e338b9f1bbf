"""Each example's gradient, executed: against store-all, finite differences, and for leaks.

Arguments are small random numbers, sizes and trip counts small integers, unless the file has a line
``// ARGS: {"name": value, ...}``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from fuzz.agreement import check
from support.programs import LoopProgram
from support.written import program_of

EXAMPLES = [
    path
    for path in sorted((Path(__file__).parent.parent.parent / "examples").glob("*.mlir"))
    if "tensor<" not in path.read_text()
]
"""Those on tensors are executed in `test_linalg_tensors`."""


def example(path: Path) -> LoopProgram:
    """The first public function of a file, with its arguments."""
    text = path.read_text(encoding="utf-8")
    given = re.search(r"^// ARGS: (.*)$", text, re.MULTILINE)
    return program_of(text, path.name, json.loads(given[1]) if given else {})


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_gradient_of_an_example_is_right(path: Path):
    program = example(path)
    assert program.stripped != program.text
    report = check([program])
    if report.findings:
        pytest.fail(str(report.findings[0]), pytrace=False)
    assert report.compared > 0


def test_there_are_examples():
    assert EXAMPLES

"""Each example passes `--check`.

Arguments are drawn, but for those in a line ``// ARGS: {"name": value, ...}`` of the file.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.inprocess import run_cli

EXAMPLES = [
    path
    for path in sorted((Path(__file__).parent.parent.parent / "examples").glob("*.mlir"))
    if "tensor<" not in path.read_text()
]
"""Those on tensors are executed in `test_linalg_tensors`."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_derivatives_of_an_example_are_right(path: Path, tmp_path: Path):
    command = [str(path), "-p", "loop-checkpoint"]
    options = ["--check", "-o", str(tmp_path / "out.mlir")]
    if given := re.search(r"^// ARGS: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
        arguments = tmp_path / "arguments.json"
        arguments.write_text(given[1])
        options += ["--check-args", str(arguments)]
    done = run_cli([*command, *options])
    assert (done.exit_code, done.stderr) == (0, "")
    assert f"@{path.stem}_grad, derivative of @{path.stem} ({path}), seed 0" in done.stdout
    assert (tmp_path / "out.mlir").read_text() == run_cli(command).stdout


def test_there_are_examples():
    assert EXAMPLES

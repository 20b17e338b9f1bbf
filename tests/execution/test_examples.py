"""Each example passes `--check`: all of them in one module and one run.

Arguments are drawn, but for those in a line ``// ARGS: {"name": value, ...}`` of the file. Kernels,
which no CPU executes, are checked where they are built.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support.inprocess import run_cli

from ckptopt.execution.module_text import strip_module
from ckptopt.tools.check import judgement

EXAMPLES = {
    path.stem: text
    for path in sorted((Path(__file__).parents[2] / "examples").rglob("*.mlir"))
    if "gpu." not in (text := path.read_text(encoding="utf-8"))
}


def test_the_derivatives_of_the_examples_are_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert EXAMPLES
    # The examples are small: a few elements of each argument tell.
    monkeypatch.setattr(judgement, "ELEMENTS", 4)
    module, arguments = tmp_path / "examples.mlir", tmp_path / "arguments.json"
    module.write_text("\n".join(map(strip_module, EXAMPLES.values())))
    given = {
        name: json.loads(found[1])
        for name, text in EXAMPLES.items()
        if (found := re.search(r"^// ARGS: (.*)$", text, re.MULTILINE))
    }
    arguments.write_text(json.dumps(given))
    pipeline = ",".join(["enzyme", *(f"loop-checkpoint{{fn={name}}}" for name in EXAMPLES)])
    command = [str(module), "-p", pipeline, "--check=json", "--check-args", str(arguments)]
    done = run_cli(command)
    assert (done.exit_code, done.stderr) == (0, "")
    reports = json.loads(done.stdout)
    found = {report["derivative"] for report in reports}
    assert found >= {f"{name}_grad" for name in EXAMPLES}
    unsettled = [
        (report["function"], row["check"], row["note"])
        for report in reports
        for row in report["rows"]
        if row["verdict"] != "ok" and "tensors" not in row["note"]
    ]
    assert unsettled == []

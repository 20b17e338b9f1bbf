"""The golden files: every RUN line of `filecheck/**/*.mlir`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import lit

ROOT = Path(__file__).parent / "filecheck"
FILES = sorted(ROOT.rglob("*.mlir"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_run_lines(path: Path) -> None:
    pipes = lit.run_lines(path)
    assert pipes, "no RUN line"
    for stages in pipes:
        try:
            lit.execute(stages)
        except lit.RunFailed as reason:
            pytest.fail(str(reason), pytrace=False)


EXAMPLES = sorted((ROOT.parents[1] / "examples").glob("*.mlir"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_have_golden_files(path: Path) -> None:
    stated = re.search(r"^// Run: +ckptopt examples/(.*)$", path.read_text("utf-8"), re.MULTILINE)
    assert stated is not None
    golden = (ROOT / "examples" / path.name).read_text(encoding="utf-8")
    assert f"// RUN: ckptopt %S/../../../examples/{stated[1]} | filecheck %s\n" in golden

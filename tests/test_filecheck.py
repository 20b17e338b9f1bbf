"""The golden files: every RUN line of `filecheck/**/*.mlir`."""

from __future__ import annotations

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

"""What is printed does not depend on Python's hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("tests/cases/*.mlir"), *ROOT.glob("examples/*.mlir")])
PROGRAM = """
import sys
from support.inprocess import run_cli
for path in sys.argv[1:]:
    done = run_cli([path, "-p", "loop-checkpoint"])
    print("//", path, done.exit_code)
    print(done.stdout, done.stderr)
"""


@pytest.fixture(scope="module")
def outputs() -> list[str]:
    """All that is printed for all files, with three hash seeds, by processes that run together."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *map(str, FILES)],
            stdout=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]),
            },
        )
        for seed in "012"
    ]
    return [process.communicate(timeout=120)[0] for process in processes]


def test_outputs_are_the_same_for_every_hash_seed(outputs: list[str]):
    first, *others = outputs
    assert first.count("@f_grad") > len(FILES) // 2
    assert others == [first, first]

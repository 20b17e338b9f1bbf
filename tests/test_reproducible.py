"""The output depends on the input alone: not on hash seeds, nor on the version of Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(map(str, (ROOT / "examples").glob("*.mlir")))
PIPELINES = ("loop-checkpoint", "loop-checkpoint{mode=ForwardMode}", "differentiate,simplify")

COMPILE_ALL = """
import sys
from ckptopt.driver import Settings, run
for path in sys.argv[2:]:
    for pipeline in sys.argv[1].split(";"):
        print(path, run(path, None, Settings(pipeline=pipeline)), flush=True)
"""


def outputs(python: str, seed: str) -> str:
    """What one process prints and says for all examples."""
    done = subprocess.run(
        [python, "-c", COMPILE_ALL, ";".join(PIPELINES), *EXAMPLES],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    return f"{done.stdout}\n{done.stderr}"


def can_import_xdsl(python: str) -> bool:
    return subprocess.run([python, "-c", "import xdsl"], capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def expected() -> str:
    return outputs(sys.executable, "0")


def test_the_examples_compile(expected: str) -> None:
    assert expected.count("_grad(") >= len(EXAMPLES)


@pytest.mark.parametrize("seed", ["1", "2"])
def test_hash_seeds_do_not_matter(expected: str, seed: str) -> None:
    assert outputs(sys.executable, seed) == expected


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_versions_of_python_do_not_matter(expected: str, version: str) -> None:
    python = sys.executable if sys.version.startswith(f"{version}.") else None
    python = python or shutil.which(f"python{version}")
    if (
        python is None
        or subprocess.run([python, "-c", "import xdsl"], capture_output=True).returncode
    ):
        pytest.skip(f"there is no python{version} here that can import xdsl")
    assert outputs(python, "3") == expected

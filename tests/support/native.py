"""Shared libraries of C for executed programs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ckptopt.execution import shared

RUNTIME = shared.RUNTIME
"""The C files that we ship."""


def shared_library(source: Path, folder: Path) -> Path:
    """The shared library of a file. Skips the test where there is no C compiler."""
    if not any(map(shutil.which, ("cc", "clang", "gcc"))):
        pytest.skip("there is no C compiler: neither cc nor clang nor gcc is on PATH")
    return shared.shared_library(source, folder)

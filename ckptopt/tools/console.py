"""Text for standard output: in colour on a terminal, plain and of fixed width elsewhere."""

from __future__ import annotations

import os
import sys
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 160
"""Columns where there is no terminal to ask."""


def console() -> tuple[Console, StringIO]:
    """A console, and where what it prints is collected."""
    from rich.console import Console

    stream = StringIO()
    if sys.stdout.isatty():
        colour = not os.environ.get("NO_COLOR")
        return Console(file=stream, width=None, force_terminal=True, no_color=not colour), stream
    return Console(file=stream, width=WIDTH), stream

"""``--list-passes``."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

from ckptopt.pipelines import PASSES, options_of, pass_class


def print_passes() -> None:
    """Print our passes with their options, types and defaults."""
    table = Table(title="Passes", title_justify="left")
    for heading in ("pass", "summary", "option", "values", "default"):
        table.add_column(heading, overflow="fold")
    for name in PASSES:
        cls = pass_class(name)
        options = options_of(cls)
        table.add_row(
            name,
            _summary(cls),
            "\n".join(option.name for option in options),
            "\n".join(option.type for option in options),
            "\n".join(option.default or "-" for option in options),
            end_section=True,
        )
    # A pipe has no width of its own, and a folded table is hard to search.
    width = None if sys.stdout.isatty() else 160
    Console(width=width).print(table)


def _summary(cls: type) -> str:
    return (cls.__doc__ or "").strip().partition("\n\n")[0].replace("\n    ", " ")

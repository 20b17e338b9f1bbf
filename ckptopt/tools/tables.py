"""Tables in reports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from rich.table import Table

Column: TypeAlias = tuple[str, Literal["left", "right"]]
"""The heading of a column, and the side that its cells are on."""


def titled(title: str, columns: Iterable[Column]) -> Table:
    """A table without rows, whose long cells take several lines."""
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for heading, justify in columns:
        table.add_column(heading, justify=justify, overflow="fold")
    return table

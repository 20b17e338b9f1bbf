"""``--list-passes`` and ``--show-dialects``."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

from ckptopt.dialects.registry import OURS
from ckptopt.pipelines import PASSES, options_of, pass_class


def print_passes() -> None:
    """Print our passes with their options, types and defaults, and the names of xDSL's."""
    from xdsl.transforms import get_all_passes

    table = Table("pass", title="Passes")
    table.add_column("summary", width=40)
    table.add_column(_rows([("option", "values", "default")]))
    for name in PASSES:
        cls = pass_class(name)
        options = [(one.name, one.type, one.default or "-") for one in options_of(cls)]
        table.add_row(name, _summary(cls), _rows(options), end_section=True)
    others = set(get_all_passes()) - set(PASSES)
    _print(table, f"Passes of xDSL, which can be named as well: {_listed(others)}")


def _rows(rows: Iterable[tuple[str, ...]]) -> Table:
    """Columns inside a column, in which what wraps shifts what is below."""
    grid = Table.grid(padding=(0, 2))
    for width in (16, 42, 12):
        grid.add_column(width=width, overflow="fold")
    for row in rows:
        grid.add_row(*row)
    return grid


def print_dialects() -> None:
    """Print the dialects that are known, and whose syntax they are read and printed in."""
    from xdsl.dialects import get_all_dialects

    table = Table("dialects", "read and printed", title="Dialects")
    table.add_row(_listed(OURS), "as mlir-opt 22 does", end_section=True)
    table.add_row(_listed(set(get_all_dialects()) - set(OURS)), "as xDSL does", end_section=True)
    _print(table, "Operations of other dialects: --allow-unregistered-dialect")


def _print(table: Table, footnote: str) -> None:
    table.title_justify = "left"
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 160  # a pipe has no width of its own, and a folded table is hard to search
    console.print(table)
    console.print(footnote, markup=False)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _summary(cls: type) -> str:
    return (cls.__doc__ or "").strip().partition("\n\n")[0].replace("\n    ", " ")

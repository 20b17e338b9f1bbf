"""What the checks found, as tables and as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ckptopt.tools.check.judgement import Row, Verdict
from ckptopt.tools.console import console
from ckptopt.tools.tables import Column, titled

if TYPE_CHECKING:
    from rich.table import Table

_STYLES = {
    Verdict.OK: "green",
    Verdict.FAILED: "bold red",
    Verdict.UNCLEAR: "yellow",
    Verdict.NOT_RUN: "dim",
}


class Report(NamedTuple):
    """What the check of one derivative found.

    Attributes:
        function: the function that was differentiated.
        derivative: what was checked.
        file: where the function is; empty if that is not known.
        seed: what arguments, directions and cotangents were drawn with.
        arguments: the arguments, as `--check-args` reads them.
        steps: the step sizes of the differences, relative to the values.
        rows: the findings.
    """

    function: str
    derivative: str
    file: str
    seed: int
    arguments: str
    steps: tuple[float, ...]
    rows: tuple[Row, ...]

    @property
    def failures(self) -> list[Row]:
        return [row for row in self.rows if row.verdict is Verdict.FAILED]


def to_json(reports: Iterable[Report]) -> str:
    """The reports as JSON: a list of objects with the attributes of `Report`.

    An infinite error is the text `inf`, since JSON has no such number.
    """
    return json.dumps([_plain(report) for report in reports], indent=2) + "\n"


def _plain(report: Report) -> dict[str, object]:
    rows = [
        {
            **row._asdict(),
            "errors": [_number(error) for error in row.errors],
            "error": None if row.error is None else _number(row.error),
        }
        for row in report.rows
    ]
    return {**report._asdict(), "arguments": json.loads(report.arguments), "rows": rows}


def _number(error: float) -> float | str:
    return error if math.isfinite(error) else "inf"


def to_table(reports: Iterable[Report]) -> str:
    """The reports as tables, in colour if standard output is a terminal."""
    out, stream = console()
    for report in reports:
        out.print(_table(report))
        if report.failures:
            out.print(f"Arguments, for --check-args (--seed {report.seed}):")
            out.out(report.arguments, highlight=False)
    return stream.getvalue()


def _table(report: Report) -> Table:
    place = f" ({report.file})" if report.file else ""
    title = f"@{report.derivative}, derivative of @{report.function}{place}, seed {report.seed}"
    columns: list[Column] = [
        ("check", "left"),
        ("of", "left"),
        ("compared", "right"),
        *((f"h={step:g}", "right") for step in report.steps),
        ("error", "right"),
        ("where", "left"),
        ("verdict", "left"),
        ("note", "left"),
    ]
    table = titled(title, columns)
    for row in report.rows:
        errors = [f"{error:.1e}" for error in row.errors] or [""] * len(report.steps)
        table.add_row(
            row.check,
            row.of,
            row.compared,
            *errors,
            "" if row.error is None else f"{row.error:.1e}",
            row.where,
            f"[{_STYLES[row.verdict]}]{row.verdict}[/]",
            row.note,
        )
    return table

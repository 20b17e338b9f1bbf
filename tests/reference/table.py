"""Prints how Enzyme's gradients compare with ours.

python tests/reference/table.py               a table for a terminal
python tests/reference/table.py --markdown    docs/compared.md
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from rich.console import Console
from rich.table import Table

from reference import incumbent
from reference.comparison import Row, Verdict, compare
from reference.subjects import subjects

INTRODUCTION = """\
# Compared with Enzyme

`python tests/reference/table.py --markdown` made this page. The same input goes through ckptopt and
through the MLIR passes of [Enzyme](https://enzyme.mit.edu), both outputs are lowered and executed,
and each gradient is judged: for a file of `tests/cases` by the gradient in its header, which was
found by complex step, for a shape of `tests/reference/shapes.py` by central differences of the
executed primal. Where an error is the right answer, a tool that reports none is wrong.

Enzyme's pipeline is the one of its own tests: `enzyme-wrap`, `canonicalize`,
`remove-unnecessary-enzyme-ops`, `lower-enzyme-binomial-progress`, `enzyme-simplify-math`,
`flatten-enzyme-caches`. `enzyme.fill_zero` and `enzyme.atomic_rmw`, which none of them lowers, are
lowered by the test.
"""


def counts(rows: Sequence[Row]) -> Counter[Verdict]:
    return Counter(row.verdict for row in rows)


def differing(rows: Sequence[Row]) -> list[Row]:
    """The rows to show: everything but an agreement of two right answers."""
    return [row for row in rows if row.complaint or row.verdict is not Verdict.AGREES]


def markdown(rows: Sequence[Row]) -> str:
    """The page docs/compared.md."""
    found = counts(rows)
    used = ", ".join(f"{name} {version}" for name, version in incumbent.versions().items())
    lines = [
        INTRODUCTION,
        f"Versions: {used}.\n",
        "| | programs |",
        "|---|---|",
        *(f"| Enzyme {verdict} | {found[verdict]} |" for verdict in Verdict),
        f"| ckptopt is wrong or fails | {sum(bool(row.complaint) for row in rows)} |",
        "\n| program | Enzyme | |",
        "|---|---|---|",
        *(f"| {row.name} | {row.verdict} | {_cell(row.detail)} |" for row in differing(rows)),
    ]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def show(rows: Sequence[Row]) -> None:
    """Print the table with rich."""
    table = Table("program", "Enzyme", "what it does", "ckptopt")
    for row in differing(rows):
        table.add_row(row.name, row.verdict, row.detail, row.complaint or "right")
    console = Console()
    console.print(table)
    found = counts(rows)
    console.print(", ".join(f"{verdict}: {found[verdict]}" for verdict in Verdict))


if __name__ == "__main__":
    if missing := incumbent.missing_packages():
        sys.exit(f"missing {', '.join(missing)}: pip install -e '.[reference,test]'")
    rows = compare(list(subjects()))
    if "--markdown" in sys.argv[1:]:
        print(markdown(rows))
    else:
        show(rows)

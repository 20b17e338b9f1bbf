"""Measure all programs and write docs/performance.md.

\b
python -m benchmarks.run             everything, to docs/performance.md
python -m benchmarks.run --quick     small sizes and few rounds, to standard output
python -m benchmarks.run heat rnn    some programs, to standard output
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click
from reference import incumbent
from rich.console import Console
from rich.progress import Progress

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
@click.option("--quick", is_flag=True, help="Small sizes and few rounds.")
@click.option("--seconds", default=20.0, show_default=True, help="Time for each program.")
@click.option("--keep", type=click.Path(path_type=Path), help="Where to leave what is compiled.")
def main(names: Sequence[str], quick: bool, seconds: float, keep: Path | None) -> None:
    if missing := incumbent.missing_packages():
        raise click.ClickException(f"missing {', '.join(missing)}: pip install -e '.[reference]'")
    from benchmarks import table, tools
    from benchmarks.catalogue import CATALOGUE
    from benchmarks.measure import measure

    known = [program.name for program in CATALOGUE]
    if unknown := set(names) - set(known):
        raise click.ClickException(f"no program {min(unknown)}; there are {', '.join(known)}")
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    chosen = [program for program in CATALOGUE if not names or program.name in names]
    with (
        tempfile.TemporaryDirectory() as temporary,
        Progress(console=Console(stderr=True)) as progress,
    ):
        folder = keep or Path(temporary)
        folder.mkdir(exist_ok=True)
        results = [
            measure(program, folder, quick=quick, seconds=seconds)
            for program in progress.track(chosen, description="programs")
        ]
        speeds = [] if names else tools.compare(folder, repeats=1 if quick else 3)
    page = table.page(results, speeds)
    if names or quick:
        print(page)
    else:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()

"""The benchmarks at small sizes: everyone gets the same gradient, and the table can be made."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pytest
from reference import incumbent

if missing := incumbent.missing_packages():
    pytest.skip(
        f"not run: {', '.join(missing)} not installed; pip install -e '.[reference,test]'",
        allow_module_level=True,
    )
if shutil.which("gcc") is None:
    pytest.skip(
        "not run: gcc, which links what is measured, is not installed", allow_module_level=True
    )

import numpy as np

from benchmarks import budgets, table
from benchmarks.catalogue import CATALOGUE
from benchmarks.contenders import ENZYME, FAST, JAX, OURS, Contender
from benchmarks.measure import Result, judged, measure
from benchmarks.tools import Speed

SCHEMES = {
    OURS: ("store-all", "periodic", "binomial"),
    FAST: ("store-all", "periodic", "binomial"),
    ENZYME: ("store-all", "periodic", "binomial"),
    JAX: ("scan", "scan of checkpoints"),
}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[Result]:
    """Numbers only, and a nest that changes memory."""
    folder = tmp_path_factory.mktemp("benchmarks")
    chosen = [program for program in CATALOGUE if program.name in ("logistic", "nest")]
    return [measure(program, folder, quick=True, seconds=0) for program in chosen]


def test_every_gradient_is_the_same(results: list[Result]) -> None:
    """`measure` compares ours with JAX and fails if they differ; Enzyme is reported if it does."""
    for result in results:
        found = {(row.tool, row.scheme): row.failure for row in result.rows}
        assert found == {(tool, s): "" for tool, schemes in SCHEMES.items() for s in schemes}


def test_evaluations_are_counted_for_every_scheme(results: list[Result]) -> None:
    for result in results:
        counted = {
            row.scheme: row.counts.evaluations / result.evaluations
            for row in result.rows
            if row.tool == OURS and row.counts
        }
        assert counted["store-all"] == 1
        assert 1 < counted["periodic"] < counted["binomial"]


def test_the_table_names_everyone_and_every_failure(results: list[Result]) -> None:
    speeds = [Speed("quick one", 0.5, 1.0), Speed("hard one", 0.5, None, "crashes (11)")]
    text = table.page(results, speeds)
    for result in results:
        assert f"| **{result.program.title}** | primal, " in text
    for tool, schemes in SCHEMES.items():
        for scheme in schemes:
            assert text.count(f"| | {tool}, {scheme} | ") == len(results)
    assert "| quick one | 0.50 s | 1.00 s | 0.50 |" in text
    assert "| hard one | 0.50 s | crashes (11) | |" in text
    *ours, enzyme = [row for row in results[0].rows if row.tool == OURS] + [
        row for row in results[0].rows if (row.tool, row.scheme) == (ENZYME, "store-all")
    ]
    failed = replace(enzyme, failure="fails: a | b", ratio=None)
    text = table.page([replace(results[0], rows=[*ours, failed])], [])
    assert "| | Enzyme, store-all | fails: a \\| b | | | | | |" in re.sub(r" +\|", " |", text)


def test_under_equal_budgets_ours_runs_the_body_the_fewest_times() -> None:
    (program,) = [program for program in CATALOGUE if program.name == "logistic"]
    found = budgets.counted(program)
    assert len(found.budgets) == len(found.ours) == 3
    for budget, ours in zip(found.budgets, found.ours, strict=True):
        assert ours.bytes <= budget
        fitting = [cell.evaluations for cell in found.enzyme if cell.bytes <= budget]
        assert ours.evaluations <= min(fitting)


def test_a_wrong_gradient_is_seen() -> None:
    def contender(tool: str, value: float) -> Contender:
        return Contender(tool, "scan", lambda: None, gradients=lambda: {"x": np.array([value])})

    right, wrong = contender(JAX, 1.0), contender(ENZYME, 1.1)
    assert [c.failure for c in judged([wrong, right])] == ["is wrong: relative error 1.0e-01", ""]
    with pytest.raises(AssertionError, match="ckptopt, scan is wrong"):
        judged([contender(OURS, 1.1), right])

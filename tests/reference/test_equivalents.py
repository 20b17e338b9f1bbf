"""`docs/migration.md`: each row is run on our side, and on the other where that is installed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from support.documents import ROOT
from support.inprocess import run_cli

import ckptopt
from ckptopt.execution import Argument, Call, CallOutcome, Outcome, Program, as_floats, run_batch
from ckptopt.execution.module_text import strip_module
from reference import incumbent
from reference.equivalents import (
    AT,
    ENZYME,
    EXPECTED,
    JAX,
    NAMED,
    PRELUDE,
    TRACED_NAMED,
    Equivalent,
    Run,
    Traced,
)

TEXT = (ROOT / "docs" / "migration.md").read_text(encoding="utf-8")
POLICIES = re.findall(r"^\| `(.*)` \| `(.*)` \| (\d+) \|$", TEXT, re.MULTILINE)
ROWS = [
    tuple(cells[:2])
    for line in TEXT.partition("The policies have")[0].splitlines()
    if line.startswith("| ") and not line.startswith(("| Enzyme |", "| JAX |"))
    for cells in [re.split(r" ?\| ?", line[2:])]
]
EXECUTED = [row for row in (*ENZYME, *JAX) if not row.run.options]

needs_enzyme = pytest.mark.skipif(
    bool(incumbent.missing_packages()), reason="enzyme-ad and jax are not installed"
)


def test_the_tables_have_these_rows() -> None:
    assert ROWS == [(row.theirs, row.ours) for row in (*ENZYME, *JAX)]


@pytest.mark.parametrize("row", [*ENZYME, *JAX], ids=lambda row: row.theirs)
def test_what_is_run_has_what_the_row_says(row: Equivalent) -> None:
    ours = [row.run.text, row.run.pipeline, *row.run.options]
    assert [piece for piece in pieces(row.ours) if not any(piece in text for text in ours)] == []
    match row.other:
        case Run(text=text, pipeline=pipeline):
            assert [p for p in pieces(row.theirs) if p not in text and p not in pipeline] == []
        case Traced(code=code):
            assert [piece for piece in pieces(row.theirs) if piece not in code] == []
        case None:
            pass


def pieces(cell: str) -> list[str]:
    return re.findall(r"`(.*?)`", cell)


def call(run: Run, derivative: str, name: str) -> Program:
    """The call of what a pipeline made."""
    arguments = tuple(
        Argument("index" if isinstance(value, int) else "f64", value) for value in run.arguments
    )
    asked = Call(run.function, arguments, ("f64",) * len(run.gives))
    return Program(name, strip_module(derivative) + run.beside, (asked,))


def expect(outcome: Outcome, run: Run) -> CallOutcome:
    """The call gave the numbers that are expected."""
    assert outcome.failure == ""
    (done,) = outcome.calls
    assert as_floats(done.results) == pytest.approx(expected(run.gives), rel=1e-9)
    return done


def expected(names: Sequence[str]) -> list[float]:
    return [EXPECTED[name] for name in names]


@pytest.fixture(scope="module")
def ours() -> dict[str, Outcome]:
    """All our derivatives, executed."""
    programs: list[Program] = []
    for row in EXECUTED:
        done = run_cli(["-", "-p", row.run.pipeline], stdin=row.run.text)
        assert (done.exit_code, done.stderr) == (0, ""), row.theirs
        programs.append(call(row.run, done.stdout, row.theirs))
    return {outcome.name: outcome for outcome in run_batch(programs)}


@pytest.mark.parametrize("row", EXECUTED, ids=lambda row: row.theirs)
def test_ours(ours: dict[str, Outcome], row: Equivalent) -> None:
    done = expect(ours[row.theirs], row.run)
    # Nobody frees the buffers that tensors become.
    assert done.memory.live_bytes == 0 or "cache_use_tensor" in row.ours


REPORTS = [row for row in (*ENZYME, *JAX) if row.run.options]


@pytest.mark.parametrize("row", REPORTS, ids=lambda row: row.theirs)
def test_our_reports(row: Equivalent) -> None:
    done = run_cli(["-", "-p", row.run.pipeline, *row.run.options], stdin=row.run.text)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "@f" in done.stdout


ASKED = [(row.theirs, row.other) for row in ENZYME if isinstance(row.other, Run)]


@pytest.fixture(scope="module")
def enzyme() -> dict[str, Outcome]:
    """All derivatives of Enzyme, executed."""
    answers = incumbent.ask([run for _, run in ASKED])
    assert [
        (name, a.failure) for (name, _), a in zip(ASKED, answers, strict=True) if a.failure
    ] == []
    return {
        outcome.name: outcome
        for outcome in run_batch(
            [
                call(run, answer.text, name)
                for (name, run), answer in zip(ASKED, answers, strict=True)
            ]
        )
    }


@needs_enzyme
@pytest.mark.parametrize(
    ("name", "run"), ASKED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_enzyme(enzyme: dict[str, Outcome], name: str, run: Run) -> None:
    expect(enzyme[name], run)


@pytest.fixture(scope="module")
def evaluate() -> Callable[[str], Any]:
    """Evaluates JAX expressions."""
    pytest.importorskip("jax")
    names: dict[str, Any] = {"x": AT[0], "w": AT[1]}
    exec(PRELUDE + TRACED_NAMED, names)
    return lambda code: eval(code, names)


def flat(values: Any) -> list[float]:
    if values is None:
        return []
    return [x for v in values for x in flat(v)] if isinstance(values, tuple) else [float(values)]


TRACED = [(row.theirs, row.other) for row in JAX if isinstance(row.other, Traced)]


@pytest.mark.parametrize(
    ("name", "traced"), TRACED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_jax(evaluate: Callable[[str], Any], name: str, traced: Traced) -> None:
    if traced.refused:
        with pytest.raises(ValueError, match="Reverse-mode differentiation does not work"):
            evaluate(traced.code)
    else:
        assert flat(evaluate(traced.code)) == pytest.approx(expected(traced.gives), rel=1e-9)


@pytest.mark.parametrize(("theirs", "ours", "kept"), POLICIES)
def test_our_policies(theirs: str, ours: str, kept: str) -> None:
    found = ckptopt.saved_residuals(ckptopt.parse(NAMED), "f", policy=ours)
    assert sum(residual.name not in {"x", "w"} for residual in found) == int(kept)


@pytest.mark.parametrize(("theirs", "ours", "kept"), POLICIES)
def test_policies_of_jax(evaluate: Callable[[str], Any], theirs: str, ours: str, kept: str) -> None:
    assert evaluate(f"number_kept(p.{theirs})") == int(kept)

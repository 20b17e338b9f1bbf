"""`--check`: derivatives executed, and held against what they must agree with.

Each derivative of a run, in reverse or forward mode, is compared with central differences of the
executed primal, with tangents (the dot-product test) and with the derivative without directives,
bit for bit; it must leave the primal as it is and free what it allocates.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager

from ckptopt.diagnostics import CompileError, emit, error, locate, warn
from ckptopt.execution import CallOutcome, Value, as_floats, bindings
from ckptopt.execution.values import is_float_type
from ckptopt.toolchain import ToolNotFound, require_tool, runner_libraries
from ckptopt.tools.check import arguments
from ckptopt.tools.check.evaluation import Data, data_for, primal_outcome
from ckptopt.tools.check.judgement import LIMITS, Row, Verdict, points_of, rows_of
from ckptopt.tools.check.report import Report, to_json, to_table
from ckptopt.tools.check.subjects import Asked, Subject, collected, subject_of

__all__ = ["Report", "Row", "Verdict", "check", "collected", "to_json", "to_table"]


def check(asked: Sequence[Asked], args_path: str | None = None, seed: int = 0) -> list[Report]:
    """Check the derivatives that a run made.

    Arguments:
        asked: what `collected` saw of the run.
        args_path: a JSON file with arguments by name; those not in it are drawn.
        seed: what is drawn depends on this and on names.

    Returns:
        a report for each derivative that could be executed. What failed, cannot be told or cannot
        be executed has been reported as a located diagnostic.

    Raises:
        CompileError: there is no MLIR to execute with, or the file is at fault.
    """
    _require_tools()
    if not asked:
        raise error(None, "'--check' has nothing to check: no pass made a derivative")
    subjects: list[Subject] = []
    for one in asked:
        with _reported():
            subjects.append(subject_of(one))
    names = {s.name: [p.name for p in s.given.parameters] for s in subjects}
    given = arguments.read_file(args_path, names) if args_path else {}
    reports: list[Report] = []
    with _progress(sum(map(points_of, subjects))) as advance:
        for subject in subjects:
            with _reported():
                reports.append(_check(subject, given.get(subject.name, {}), seed, advance))
    return reports


def _require_tools() -> None:
    try:
        runner_libraries()
        if not bindings.are_installed():
            require_tool("mlir-opt")
    except ToolNotFound as reason:
        raise error(None, f"'--check' runs the derivatives: {reason}") from reason


@contextmanager
def _reported() -> Generator[None]:
    """Report what stops the check of one derivative, and go on with the next."""
    try:
        yield
    except CompileError as reason:
        emit(reason.diagnostic)


def _check(
    subject: Subject, given: Mapping[str, Value], seed: int, advance: Callable[[int], None]
) -> Report:
    left = points_of(subject)

    def taken(count: int) -> None:
        nonlocal left
        left -= count
        advance(count)

    data, seconds = _finite_data(subject, given, seed)
    rows = tuple(rows_of(subject, data, seconds, taken))
    advance(left)
    place = locate(subject.function)
    report = Report(
        subject.name,
        subject.label,
        place.file if place else "",
        seed,
        arguments.to_json(subject, data.values),
        LIMITS[subject.precision].steps,
        rows,
    )
    _report_verdicts(subject, report)
    return report


def _report_verdicts(subject: Subject, report: Report) -> None:
    for row in report.rows:
        where = f" at {row.where}" if row.where else f" ({row.of})" if row.of else ""
        text = f"'@{subject.label}': {row.check}: "
        note = f": {row.note}"
        if row.verdict is Verdict.FAILED:
            emit(error(subject.function, f"{text}failed{where}{note}").diagnostic)
        elif row.verdict is Verdict.UNCLEAR:
            warn(subject.function, f"{text}these arguments cannot tell{where}{note}")


def _finite_data(subject: Subject, given: Mapping[str, Value], seed: int) -> tuple[Data, float]:
    """Data for which the primal is finite, if a range of floats has such, and its seconds."""
    tried: list[tuple[Data, float]] = []
    for attempt in range(len(arguments.RANGES)):
        values = arguments.draw(subject, given, seed, attempt)
        outcome, seconds = primal_outcome(subject, values)
        tried.append((data_for(subject, values, seed, outcome.shapes), seconds))
        if _is_finite(subject, outcome):
            return tried[-1]
    warn(
        subject.function,
        f"'@{subject.name}' does not stay finite for what was drawn; "
        "give arguments with '--check-args'",
    )
    return tried[0]


def _is_finite(subject: Subject, outcome: CallOutcome) -> bool:
    elements = [x.element for x in (*subject.given.results, *subject.given.parameters)]
    numbers = (*outcome.by_result(), *outcome.contents)
    bits = [
        number
        for element, of_one in zip(elements, numbers, strict=True)
        if is_float_type(element)
        for number in of_one
    ]
    return all(map(math.isfinite, as_floats(bits)))


@contextmanager
def _progress(total: int) -> Generator[Callable[[int], None]]:
    """A progress bar on a terminal; it goes when the work is done."""
    if sys.stderr is None or not sys.stderr.isatty():  # pyright: ignore[reportUnnecessaryComparison]
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("checking", total=total)
        yield lambda count: bar.advance(task, count)

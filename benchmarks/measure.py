"""One program with everyone who takes part: compared, counted and timed in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.catalogue import Program
from benchmarks.contenders import (
    ENZYME,
    FAST,
    OURS,
    Contender,
    Gradients,
    native_contenders,
    primal_function,
)
from benchmarks.jax_contenders import jax_contenders
from benchmarks.native import Counts, Function

TOLERANCE = 1e-6
"""Largest error of a right gradient, relative to its largest element."""

FEWEST, MOST = 5, 60
"""Rounds, however long or short they take."""


@dataclass(frozen=True)
class Spread:
    """Quartiles of what was measured in each round."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Row:
    """What was found of one contender.

    `ratio` is its time over that of the primal, `own_ratio` over that of its own primal if it has
    one, `to_enzyme` over that of Enzyme with the same scheme, and `to_model` over what its number
    of evaluations costs by the times of the primal and of its tool's store-all gradient.
    """

    tool: str
    scheme: str
    failure: str = ""
    ratio: Spread | None = None
    own_ratio: Spread | None = None
    to_enzyme: Spread | None = None
    to_model: float | None = None
    counts: Counts | None = None


@dataclass(frozen=True)
class Result:
    """The rows of one program, the seconds that its primal takes and its number of evaluations."""

    program: Program
    seconds: float
    evaluations: int
    rounds: int
    rows: Sequence[Row]


def measure(program: Program, folder: Path, *, quick: bool, seconds: float) -> Result:
    """Compile, check, count and time everyone for one program.

    Raises:
        AssertionError: ckptopt and JAX do not agree on the gradient.
    """
    sizes = program.quick if quick else program.sizes
    primal = primal_function(program, sizes, folder)
    contenders = judged(
        [*native_contenders(program, sizes, folder), *jax_contenders(program, sizes)]
    )
    times = _time(primal, contenders, rounds=FEWEST if quick else MOST, seconds=seconds)
    steps = program.evaluations(sizes)
    return Result(
        program,
        float(np.median(times["primal"])),
        steps,
        len(times["primal"]),
        [_row(contender, times, steps) for contender in contenders],
    )


def judged(contenders: Sequence[Contender]) -> list[Contender]:
    """The contenders, those of Enzyme marked whose gradient is not the one of all others."""
    found: dict[int, Gradients] = {}
    for k, contender in enumerate(contenders):
        if contender.call is not None:
            contender.reset()
            contender.call()
            found[k] = {name: value.copy() for name, value in contender.gradients().items()}
    wanted = found[max(found)]
    judged = list(contenders)
    for k, gradients in found.items():
        error = max(_error(gradients[name], wanted[name]) for name in wanted)
        if not error <= TOLERANCE:
            contender = contenders[k]
            message = f"is wrong: relative error {error:.1e}"
            assert contender.tool == ENZYME, f"{contender.tool}, {contender.scheme} {message}"
            judged[k] = replace(contender, call=None, failure=message)
    return judged


def _error(found: np.ndarray, wanted: np.ndarray) -> float:
    size = float(np.max(np.abs(wanted)))
    return float(np.max(np.abs(found - wanted))) / (size or 1.0)


Times = dict[str, list[float]]


def _time(
    primal: Function, contenders: Sequence[Contender], *, rounds: int, seconds: float
) -> Times:
    """Seconds of CPU time of everyone in each round."""
    runs: dict[str, tuple[Callable[[], None], Callable[[], object]]] = {
        "primal": (primal.reset, primal)
    }
    for contender in contenders:
        if contender.call is not None:
            runs[_key(contender)] = (contender.reset, contender.call)
        if contender.primal is not None:
            runs[_primal_key(contender)] = (contender.reset, contender.primal)
    times: Times = {name: [] for name in runs}
    started = time.monotonic()
    for done in range(rounds):
        if done >= FEWEST and time.monotonic() - started > seconds:
            break
        for name, (reset, call) in runs.items():
            times[name].append(_sample(reset, call))
    return times


LONG = 0.05
"""Seconds of a call that is not repeated within a round."""


def _sample(reset: Callable[[], None], call: Callable[[], object]) -> float:
    """The least CPU time of three calls in a row, or of one that takes long."""
    least = float("inf")
    for _ in range(3):
        reset()
        before = time.process_time()
        call()
        least = min(least, time.process_time() - before)
        if least > LONG:
            break
    return least


def _key(contender: Contender) -> str:
    return f"{contender.tool} {contender.scheme}"


def _primal_key(contender: Contender) -> str:
    return f"primal of {_key(contender)}"


def _row(contender: Contender, times: Times, steps: int) -> Row:
    row = Row(contender.tool, contender.scheme, contender.failure)
    if contender.failure:
        return row
    key, enzyme = _key(contender), f"{ENZYME} {contender.scheme}"
    own = times.get(_primal_key(contender))
    return replace(
        row,
        ratio=_spread(times[key], times["primal"]),
        own_ratio=_spread(times[key], own) if own else None,
        to_enzyme=(
            _spread(times[key], times[enzyme])
            if contender.tool in (OURS, FAST) and enzyme in times
            else None
        ),
        to_model=_to_model(contender, times, steps),
        counts=contender.counts,
    )


def _spread(times: Sequence[float], reference: Sequence[float]) -> Spread:
    low, middle, high = np.quantile(np.divide(times, reference), (0.25, 0.5, 0.75))
    return Spread(float(low), float(middle), float(high))


def _to_model(contender: Contender, times: Times, steps: int) -> float | None:
    store_all = times.get(f"{contender.tool} store-all")
    if store_all is None or contender.counts is None:
        return None
    primal = float(np.median(times["primal"]))
    adjoint = float(np.median(store_all)) - primal
    expected = contender.counts.evaluations / steps * primal + adjoint
    return float(np.median(times[_key(contender)])) / expected

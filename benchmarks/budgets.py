"""Evaluations under equal budgets in bytes, and write docs/budgets.md: small sizes, counts only.

\b
python -m benchmarks.budgets          all programs, to docs/budgets.md
python -m benchmarks.budgets heat     some programs, to standard output
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import click
import numpy as np
from support.inprocess import run_cli

from benchmarks.catalogue import CATALOGUE, PROGRAMS, Program, Sizes
from benchmarks.contenders import activities, enzyme_answers, ticking
from benchmarks.jax_contenders import nested_counts
from ckptopt.execution import Argument, Call, run_batch
from ckptopt.execution import Program as Executed

PAGE = Path(__file__).parents[1] / "docs" / "budgets.md"
STEPS = 256
SMALL = {"cells": 16, "last": 15, "probe": 8, "batch": 16, "width": 8, "entries": 1024}
SEGMENTS = tuple(2**k for k in range(1, 8))
SLOTS = (2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 90)
"""What the incumbent is tried with."""

INTRODUCTION = Path(__file__).with_name("budgets.md")


class Cell(NamedTuple):
    """One setting of a tool: what it is, its peak in bytes, and evaluations per step."""

    setting: str
    bytes: int
    evaluations: float

    def __str__(self) -> str:
        return f"{self.evaluations:.2f}, {self.bytes:,}, {self.setting}"


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
def main(names: Sequence[str]) -> None:
    chosen = [program for program in CATALOGUE if not names or program.name in names]
    introduction = INTRODUCTION.read_text(encoding="utf-8")
    # Executing forks, which must not follow JAX's threads.
    native = [counted(program) for program in chosen]
    page = introduction + "".join(f"{line}\n" for one in native for line in rows(one))
    if names:
        print(page)
    else:
        PAGE.write_text(page, encoding="utf-8")


class Counted(NamedTuple):
    """A program with budgets, what ckptopt does for each, and the settings of Enzyme; or why there
    are no budgets."""

    program: Program
    sizes: Sizes
    budgets: Sequence[int] = ()
    ours: Sequence[Cell] = ()
    enzyme: Sequence[Cell] = ()
    reason: str = ""


def counted(program: Program) -> Counted:
    """Choose the budgets of a program, and execute what is native."""
    small = {name: SMALL[name] for name in program.sizes if name in SMALL}
    sizes = {**program.sizes, **small, "steps": STEPS}
    plan = _plan(program, sizes)
    if not plan["rows"]:
        return Counted(program, sizes, reason=plan["reason"])
    low, high = 2 * plan["rows"][0]["bytes"], plan["rows"][-1]["bytes"] // 2
    budgets = sorted({low, math.isqrt(low * high), high})
    ours = [_ours(program, sizes, budget) for budget in budgets]
    return Counted(program, sizes, budgets, ours, _enzyme(program, sizes))


def rows(one: Counted) -> Iterator[str]:
    """The lines of the table for one program."""
    title = f"**{one.program.title}**"
    if one.reason:
        yield f"| {title} | | not planned: {one.reason} | | |"
        return
    jax = [Cell(*found) for found in nested_counts(one.program, one.sizes)]
    for budget, ours in zip(one.budgets, one.ours, strict=True):
        others = f"{_best(one.enzyme, budget)} | {_best(jax, budget)}"
        yield f"| {title} | {budget:,} | {ours} | {others} |"
        title = ""


def _best(cells: Sequence[Cell], budget: int) -> str:
    fitting = [cell for cell in cells if cell.bytes <= budget]
    return (
        str(min(fitting, key=lambda cell: (cell.evaluations, cell.bytes)))
        if fitting
        else "none fits"
    )


def _text(program: Program, sizes: Sizes, *attributes: str) -> str:
    """The program with these attributes at its outer loop."""
    template = Template((PROGRAMS / f"{program.name}.mlir").read_text(encoding="utf-8"))
    loop = f"{{{', '.join(attributes)}}}" if attributes else ""
    return template.substitute(sizes, loop=loop, inner="")


ENABLED = "enzyme.enable_checkpointing = true"


def _planned(program: Program, sizes: Sizes, budget: str, *arguments: str) -> str:
    text = _text(program, sizes, ENABLED, f'enzyme.checkpoint_memory = "{budget}"')
    pipeline = f"loop-checkpoint{{fn=f argTys={','.join(activities(program))}}}"
    done = run_cli(["-p", pipeline, *arguments], text)
    if done.exit_code:
        raise click.ClickException(done.stderr)
    return done.stdout


def _plan(program: Program, sizes: Sizes) -> dict[str, Any]:
    text = _text(program, sizes, ENABLED, "enzyme.checkpoint_period = 2 : i64")
    pipeline = f"loop-checkpoint{{fn=f argTys={','.join(activities(program))}}}"
    return json.loads(run_cli(["-p", pipeline, "--plan=json"], text).stdout)[0]


def _ours(program: Program, sizes: Sizes, budget: int) -> Cell:
    plan = json.loads(_planned(program, sizes, f"{budget}B", "--plan=json"))[0]
    (row,) = [row for row in plan["rows"] if row["chosen"]]
    text = _planned(program, sizes, f"{budget}B")
    ((peak, _),) = _run([text], program, sizes, ticks=False)
    ticked = ticking(_text(program, sizes, *_stated(row["scheme"], row["slots"], row["leaf"])))
    words = ",".join(("enzyme_dup", *activities(program)))
    done = run_cli(["-p", f"loop-checkpoint{{fn=f argTys={words}}}"], ticked)
    ((_, ticks),) = _run([done.stdout], program, sizes, ticks=True)
    name = _named(row["scheme"], row["slots"], row["leaf"])
    return Cell(name, peak, ticks / program.evaluations(sizes))


def _stated(scheme: str, slots: int, leaf: int) -> tuple[str, ...]:
    """The attributes that ask for a schedule."""
    if scheme == "store_all":
        return ()
    if scheme == "periodic":
        return (ENABLED, f"enzyme.checkpoint_period = {slots + 1} : i64")
    return (
        ENABLED,
        'enzyme.checkpoint_scheme = "leaf"',
        f"enzyme.checkpoint_period = {slots} : i64",
        f"enzyme.checkpoint_leaf = {leaf} : i64",
    )


def _named(scheme: str, slots: int, leaf: int) -> str:
    if scheme == "store_all":
        return "store-all"
    return f"{scheme} {slots}" + (f" x {leaf}" if leaf > 1 else "")


def _enzyme(program: Program, sizes: Sizes) -> list[Cell]:
    """The settings of the incumbent, but for those that it has no gradient for."""
    settings: dict[str, tuple[str, ...]] = {"store-all": ()}
    for count in SEGMENTS:
        settings[f"periodic {count}"] = (ENABLED, f"enzyme.checkpoint_period = {count} : i64")
    for count in SLOTS:
        period = f"enzyme.checkpoint_period = {count} : i64"
        settings[f"binomial {count}"] = (ENABLED, "enzyme.binomial_checkpointing", period)
    words = activities(program)
    texts = [_text(program, sizes, *given) for given in settings.values()]
    plain = [_text(program, sizes, *given, "enzyme.disable_mincut") for given in settings.values()]
    answers = enzyme_answers([(text, words) for text in texts])
    ticking_ones = enzyme_answers([(ticking(text), ("enzyme_dup", *words)) for text in plain])
    kept = [
        (name, answer.text, ticked.text)
        for name, answer, ticked in zip(settings, answers, ticking_ones, strict=True)
        if not answer.failure and not ticked.failure
    ]
    peaks = _run([text for _, text, _ in kept], program, sizes, ticks=False)
    ticks = _run([text for _, _, text in kept], program, sizes, ticks=True)
    each = program.evaluations(sizes)
    return [
        Cell(name, peak, count / each)
        for (name, _, _), (peak, _), (_, count) in zip(kept, peaks, ticks, strict=True)
        if NEVER not in (peak, count)
    ]


NEVER = 1 << 62
"""The counts of what cannot be executed."""


def _run(
    texts: Sequence[str], program: Program, sizes: Sizes, *, ticks: bool
) -> list[tuple[int, int]]:
    """The peak bytes, and how often `math.fma` runs, of each text."""
    given: list[Argument] = []
    if ticks:
        given += [Argument("memref<1xf64>", [0.0])] * 2
    for argument in program.arguments:
        value = argument.value(sizes)
        if isinstance(value, float):
            given.append(Argument("f64", value))
            continue
        type = f"memref<{'x'.join(map(str, value.shape))}xf64>"
        given.append(Argument(type, value.tolist()))
        given += [Argument(type, np.zeros_like(value).tolist())] * argument.active
    given.append(Argument("f64", 1.0))
    results = [a for a in program.arguments if a.active and isinstance(a.value(sizes), float)]
    call = Call("f_grad", tuple(given), ("f64",) * len(results))
    outcomes = run_batch([Executed(str(k), t, (call,), ("math.fma",)) for k, t in enumerate(texts)])
    return [
        (NEVER, NEVER)
        if outcome.failure
        else (outcome.calls[0].memory.peak_bytes, outcome.calls[0].counts["math.fma"])
        for outcome in outcomes
    ]


if __name__ == "__main__":
    main()

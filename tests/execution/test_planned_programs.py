"""The ladders of `--plan` for every example and benchmark program: what runs is as predicted.

Evaluations are counted at a statement of the source, bytes by the allocator.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from support.inprocess import run_cli
from xdsl.dialects.builtin import BoolAttr, StringAttr
from xdsl.ir import Operation

from benchmarks.catalogue import CATALOGUE
from ckptopt import api
from ckptopt.checkpointing import planner
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.planner import Schedule
from ckptopt.execution import Argument, Call, CallOutcome, Program, run_batch
from ckptopt.execution.values import Value, filled, shaped_type
from ckptopt.tools import plan
from ckptopt.tools.plan import LoopPlan, Row

EXAMPLES = Path(__file__).parents[2] / "examples"
MOST = 4
"""How many rows of a ladder run, if the loop is checkpointed in the source; else it is one."""

COUNTED = {
    "burgers": "bend = arith.subf",
    "descent": "dx = arith.mulf",
    "heat": "bend = arith.subf",
    "implicit": "slope = math.sin",
    "recurrence": "slope = math.sin",
    "wave": "rest = arith.subf",
    "benchmark burgers": "change = arith.subf",
    "benchmark heat": "bend = arith.subf",
    "benchmark logistic": "next = arith.mulf",
    "benchmark lorenz": "yx = arith.subf",
    "benchmark nest": "next = arith.subf",
    "benchmark rnn": "n = math.tanh",
    "benchmark table": "wave = math.sin",
    "benchmark wave": "bend = arith.subf",
}
"""Programs that are planned, each with a statement that advances and tapes run, but no adjoint."""

NOT_ALONE = {"descent": 0, "benchmark nest": 1}
"""Programs whose value is not computed where a step of a loop, by number, is taped alone, though
others are."""

NOT_PLANNED = {
    "adaptive": "the trip count is not constant",
    "attention": "",
    "layers": "",
    "mlp": "",
    "pendulum": "the trip count is not constant",
    "benchmark solve": "the size of what is kept is not constant",
}
"""The others, and what `--plan` says of their outermost loop; nothing if there is none."""


class Source(NamedTuple):
    """A program: its text, and the pipeline that differentiates it."""

    text: str
    pipeline: str


def sources() -> dict[str, Source]:
    found = {path.stem: _example(path) for path in sorted(EXAMPLES.glob("*.mlir"))}
    for program in CATALOGUE:
        text = program.text(program.quick, "periodic")
        types = re.findall(r"%\w+: ([^,)]+)", text[: text.index("{\n")])
        pairs = zip(types, program.arguments, strict=True)
        kinds = [
            "enzyme_const"
            if not argument.active
            else "enzyme_dup"
            if type.startswith("memref")
            else "enzyme_active"
            for type, argument in pairs
        ]
        pipeline = f"loop-checkpoint{{fn=f argTys={','.join(kinds)}}}"
        found[f"benchmark {program.name}"] = Source(text, pipeline)
    return found


def _example(path: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    command = re.search(rf"^// Run: +ckptopt examples/{path.name} -p '?([^'\n]*)'?$", text, re.M)
    assert command, path
    return Source(text, command[1])


SOURCES = sources()


def planned(source: Source) -> tuple[str, list[LoopPlan]]:
    """What the tool makes, and the plans of the function that is asked for last."""
    with plan.collected() as found:
        done = run_cli(["-p", source.pipeline], source.text)
    assert done.exit_code == 0, done.stderr
    return done.stdout, [one for one in found if one.function == found[-1].function]


class Run(NamedTuple):
    """A row of the ladder of loop number `loop`, and the plans of all loops when it is followed."""

    loop: int
    row: Row
    plans: list[LoopPlan]
    text: str


def loops_of(text: str) -> list[Operation]:
    return [op for op in api.parse(text).walk() if adapter_of(op) is not None]


def is_directed(loop: Operation) -> bool:
    return "enzyme.enable_checkpointing" in loop.attributes


def runs_of(source: Source) -> Iterator[Run]:
    """Some rows of the ladder of each loop, each with the code for its budget."""
    _, plans = planned(source)
    loops = loops_of(source.text)
    assert len(loops) == len(plans)
    for number, (loop, ladder) in enumerate(zip(loops, plans, strict=True)):
        rows = [row for row in ladder.rows if row.budget is not None]
        for row in chosen_of(rows, MOST if is_directed(loop) else 1):
            text, after = planned(source._replace(text=with_budget(source.text, number, row)))
            yield Run(number, row, after, text)


def chosen_of(rows: Sequence[Row], most: int) -> list[Row]:
    """At most `most` of the rows, evenly spread."""
    if len(rows) <= most:
        return list(rows)
    return [rows[round(i * (len(rows) - 1) / max(most - 1, 1))] for i in range(most)]


def with_budget(text: str, number: int, row: Row) -> str:
    module = api.parse(text)
    loop = [op for op in module.walk() if adapter_of(op) is not None][number]
    for name in [name for name in loop.attributes if name.startswith("enzyme.")]:
        del loop.attributes[name]
    loop.attributes["enzyme.enable_checkpointing"] = BoolAttr.from_bool(True)
    loop.attributes["enzyme.checkpoint_memory"] = StringAttr(f"{row.budget}B")
    return api.to_text(module)


MARK = "arith.constant 0 : i7"


def marked(text: str, statement: str) -> str:
    """`text` with an operation that does nothing before each copy of a statement."""
    value, op = statement.split(" = ")
    numbers = iter(range(10**6))
    return re.sub(
        rf"^( *)(?=%{value}(?:_\d+)? = {op} )",
        lambda found: f"{found[1]}%marked{next(numbers)} = {MARK}\n{found[1]}",
        text,
        flags=re.M,
    )


def call_of(text: str) -> Call:
    """A call of the last gradient in `text`, with plain numbers."""
    *_, header = re.finditer(r"func\.func @(\w+_grad)\((.*?)\)(?: -> (.*))? {$", text, re.M)
    given = [Argument(type, some_value(type)) for type in re.findall(r"%\w+: ([^,)]+)", header[2])]
    return Call(header[1], tuple(given), tuple(re.findall(r"\w+", header[3] or "")))


def some_value(type: str) -> Value:
    parts = shaped_type(type)
    if parts is None:
        return 0.3
    shape = [extent or 0 for extent in parts.dimensions]
    return filled(shape, (0.2 + 0.01 * (i % 7) for i in range(math.prod(shape))))


def expected_ticks(name: str, plans: Sequence[LoopPlan]) -> float:
    """How often the operations that are counted run, by the plans of the loops around them.

    What is taped runs in each loop inside as often as that says, what is only advanced once.
    """
    module = api.parse(SOURCES[name].text)
    loops = [op for op in module.walk() if adapter_of(op) is not None]
    total = 0.0
    for op in module.walk():
        if op.results and f"{op.results[0].name_hint} = {op.name}" == COUNTED[name]:
            around = [i for i, loop in enumerate(loops) if loop.is_ancestor(op)]
            repeated = sum(evaluations(plans[i], NOT_ALONE.get(name) != i) - 1 for i in around)
            total += math.prod(plans[i].steps or 0 for i in around) * (1 + repeated)
    return total


def evaluations(ladder: LoopPlan, alone: bool) -> float:
    """Evaluations per step; less those of steps that are taped alone unless `alone`."""
    row, steps, sizes = chosen(ladder), ladder.steps, ladder.sizes
    if alone:
        return row.evaluations
    assert steps is not None
    assert sizes is not None
    schedule = next(
        schedule
        for one_sweep in (True, False)
        for schedule in [Schedule(steps, row.leaf, row.slots, one_sweep)]
        if planner.evaluations(schedule, sizes) / steps == row.evaluations
    )
    return planner.evaluations(schedule, sizes._replace(need=0.0)) / steps


def chosen(ladder: LoopPlan) -> Row:
    (row,) = [row for row in ladder.rows if row.chosen]
    return row


class Batch(NamedTuple):
    """All runs, by program, and what executing them did."""

    runs: dict[str, list[Run]]
    outcomes: dict[str, list[CallOutcome]]


@pytest.fixture(scope="module")
def batch() -> Batch:
    runs = {name: list(runs_of(SOURCES[name])) for name in COUNTED}
    programs = [
        Program(name, marked(run.text, COUNTED[name]), (call_of(run.text),), (MARK,))
        for name, found in runs.items()
        for run in found
    ]
    outcomes: dict[str, list[CallOutcome]] = {name: [] for name in runs}
    for program, outcome in zip(programs, run_batch(programs), strict=True):
        assert not outcome.failure, f"{program.name}: {outcome.failure}"
        outcomes[program.name] += outcome.calls
    return Batch(runs, outcomes)


def test_every_program_is_listed() -> None:
    assert sorted(SOURCES) == sorted([*COUNTED, *NOT_PLANNED])


@pytest.mark.parametrize("name", NOT_PLANNED)
def test_what_is_not_planned_says_why(name: str) -> None:
    _, plans = planned(SOURCES[name])
    assert [one.reason for one in plans[:1]] == [NOT_PLANNED[name]] * bool(NOT_PLANNED[name])


@pytest.mark.parametrize("name", COUNTED)
def test_a_budget_gets_the_row_that_was_shown_for_it(name: str, batch: Batch) -> None:
    for run in batch.runs[name]:
        assert chosen(run.plans[run.loop])._replace(chosen=False) == run.row._replace(chosen=False)


@pytest.mark.parametrize("name", COUNTED)
def test_predicted_bytes_are_those_that_are_allocated(name: str, batch: Batch) -> None:
    predicted = [chosen(run.plans[0]).bytes for run in batch.runs[name]]
    assert [done.memory.peak_bytes for done in batch.outcomes[name]] == predicted


@pytest.mark.parametrize("name", COUNTED)
def test_predicted_evaluations_are_those_that_run(name: str, batch: Batch) -> None:
    """Of loops that are checkpointed in the source."""
    loops = loops_of(SOURCES[name].text)
    compared = [
        (done.counts[MARK], round(expected_ticks(name, run.plans)))
        for run, done in zip(batch.runs[name], batch.outcomes[name], strict=True)
        if is_directed(loops[run.loop])
    ]
    assert compared
    assert [ticks for ticks, _ in compared] == [expected for _, expected in compared]


@pytest.mark.parametrize("name", COUNTED)
def test_every_schedule_gives_the_same_bits(name: str, batch: Batch) -> None:
    assert len({(done.results, done.contents) for done in batch.outcomes[name]}) == 1
    assert {done.memory.live_bytes for done in batch.outcomes[name]} == {0}

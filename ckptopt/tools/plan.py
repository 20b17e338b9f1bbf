"""`--plan`: what each loop costs under a ladder of budgets in bytes, before anything runs."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import func
from xdsl.ir import Operation

from ckptopt.autodiff.gradient import OBSERVER, as_if_planned
from ckptopt.autodiff.rematerialise import is_rematerialised
from ckptopt.autodiff.reverse import Sweeps
from ckptopt.autodiff.signature import Request
from ckptopt.autodiff.sizes import Unknown, schedule_of, sizes_of
from ckptopt.checkpointing import planner
from ckptopt.checkpointing.directives import is_in_file
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.planner import Schedule, Sizes
from ckptopt.diagnostics import CompileError, locate
from ckptopt.tools.console import console
from ckptopt.tools.tables import Column, titled

if TYPE_CHECKING:
    from rich.table import Table


class Row(NamedTuple):
    """One schedule of a loop.

    Attributes:
        budget: the bytes that it was planned for; None for the one that was chosen.
        scheme: its name.
        slots: snapshots at a time.
        leaf: steps that are taped at a time.
        evaluations: how often a step of the primal runs, over the number of steps.
        bytes: what is kept at once, at most.
        chosen: whether the derivative that was made follows it.
    """

    budget: int | None
    scheme: str
    slots: int
    leaf: int
    evaluations: float
    bytes: int
    chosen: bool


class LoopPlan(NamedTuple):
    """The plans of one loop.

    Attributes:
        function: the function that is differentiated.
        place: `file:line:col` of the loop, empty if it is not known.
        steps: the number of steps, None if it is known at run time only.
        sizes: what a snapshot and a step take, None if that is known at run time only.
        reason: why there are no rows; empty if there are.
        rows: for budgets from the smallest that works to that of store-all, and the one chosen.
    """

    function: str
    place: str
    steps: int | None
    sizes: Sizes | None
    reason: str
    rows: tuple[Row, ...]


@contextmanager
def collected() -> Generator[list[LoopPlan]]:
    """The plans of the gradients that are made in the ``with`` block."""
    found: list[LoopPlan] = []

    def observe(request: Request, primal: func.FuncOp, sweeps: Sweeps) -> None:
        found.extend(plans_of(request, primal, sweeps))

    token = OBSERVER.set(observe)
    try:
        yield found
    finally:
        OBSERVER.reset(token)


def plans_of(request: Request, primal: func.FuncOp, sweeps: Sweeps) -> Iterator[LoopPlan]:
    """The plans of the loops of one gradient, in the order of the source."""
    for op in primal.walk():
        if op in sweeps.schemes and not is_rematerialised(op):
            yield plan_of(request, primal, op, sweeps)


def plan_of(request: Request, primal: func.FuncOp, op: Operation, sweeps: Sweeps) -> LoopPlan:
    """The plan of the loop `op`; of one that is not checkpointed, what it were with a budget."""
    adapter, place = adapter_of(op), locate(op)
    assert adapter is not None
    steps = adapter.constant_trip_count(op)
    planned = sweeps if sweeps.schemes[op].replays else as_if_planned(request, primal, sweeps, op)
    plan = LoopPlan(
        request.function.sym_name.data, "" if place is None else str(place), steps, None, "", ()
    )
    try:
        sizes, own = sizes_of(op, planned), sizes_of(op, sweeps)
    except CompileError as reason:
        return plan._replace(reason=reason.diagnostic.message)
    plan = plan._replace(sizes=sizes)
    if steps is None or sizes is None or own is None:
        what = "trip count" if steps is None else "size of what is kept"
        return plan._replace(reason=f"the {what} is not constant")
    if is_in_file(op, sweeps.prefix):
        return plan._replace(reason="its snapshots are in a file")
    if sweeps.schemes[op].footprint(steps, sweeps.is_reversed_next(op)).slow:
        return plan._replace(reason="its snapshots are in two levels")
    try:
        chosen = schedule_of(op, sweeps, steps)
    except Unknown:
        return plan._replace(reason="its schedule is known at run time only")
    one_sweep = sweeps.is_reversed_next(op)
    return plan._replace(rows=tuple(ladder(chosen, own, sizes, one_sweep=one_sweep)))


def ladder(chosen: Schedule, own: Sizes, sizes: Sizes, *, one_sweep: bool) -> Iterator[Row]:
    """What is planned for the smallest budget, twice that, and so on, up to that of store-all; and
    `chosen`, in the order of bytes.

    `own` are the sizes of the loop with the schedule `chosen`, `sizes` those with a planned one.
    """
    steps = chosen.steps
    most = planner.peak(Schedule(steps, max(steps, 1), 0, one_sweep), sizes)
    budget = planner.smallest(steps, sizes, one_sweep=one_sweep)
    planned: dict[Schedule, int] = {}
    while True:
        schedule = planner.choose(steps, sizes, budget, one_sweep=one_sweep)
        if schedule is not None:
            planned.setdefault(schedule, budget)
        if budget >= most:
            break
        budget = min(max(2 * budget, 1), most)
    rows = [_row(s, sizes, b, False) for s, b in planned.items() if s != chosen]
    rows.append(_row(chosen, own, planned.get(chosen) if own == sizes else None, True))
    return iter(sorted(rows, key=lambda row: (row.bytes, -row.evaluations)))


def _row(schedule: Schedule, sizes: Sizes, budget: int | None, chosen: bool) -> Row:
    count = planner.evaluations(schedule, sizes)
    return Row(
        budget,
        schedule.scheme,
        min(schedule.slots, schedule.replayed),
        min(schedule.leaf, schedule.steps),
        count / schedule.steps if schedule.steps else 1.0,
        planner.peak(schedule, sizes),
        chosen,
    )


def to_json(found: list[LoopPlan]) -> str:
    """The plans as a JSON list."""
    return json.dumps([_as_object(plan) for plan in found], indent=2) + "\n"


def _as_object(plan: LoopPlan) -> dict[str, object]:
    sizes = None if plan.sizes is None else plan.sizes._asdict()
    return {**plan._asdict(), "sizes": sizes, "rows": [row._asdict() for row in plan.rows]}


def to_table(found: list[LoopPlan]) -> str:
    """The plans as tables, one per loop."""
    out, stream = console()
    for plan in found:
        out.print(table_of(plan))
    return stream.getvalue()


COLUMNS: tuple[Column, ...] = (
    ("budget", "right"),
    ("scheme", "left"),
    ("slots", "right"),
    ("leaf", "right"),
    ("evaluations / step", "right"),
    ("bytes", "right"),
)


def cells_of(row: Row) -> tuple[str, ...]:
    """What a row says in each of the columns."""
    return (
        "" if row.budget is None else f"{row.budget:,}",
        row.scheme,
        f"{row.slots:,}",
        f"{row.leaf:,}",
        f"{row.evaluations:.3f}",
        f"{row.bytes:,}",
    )


def notes_of(plan: LoopPlan) -> Iterator[str]:
    """What is said of the sizes that a plan is made from, and why there is none."""
    if plan.sizes is not None:
        snapshot, tape = plan.sizes.snapshot, plan.sizes.tape
        yield f"snapshot {snapshot:,} bytes, tape {tape:,} bytes per step"
    if plan.reason:
        yield f"no schedule is planned: {plan.reason}"


def table_of(plan: LoopPlan) -> Table:
    """The plan of one loop as a table; `>` marks the row that was chosen."""
    steps = "unknown" if plan.steps is None else f"{plan.steps:,}"
    title = f"Loop of {steps} steps in @{plan.function} ({plan.place})"
    table = titled("\n".join([title, *notes_of(plan)]), [("", "left"), *COLUMNS])
    for row in plan.rows:
        table.add_row(">" if row.chosen else "", *cells_of(row))
    return table

"""Schedules for loops that have a budget in bytes, from what the gradient keeps of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from xdsl.dialects import func
from xdsl.ir import Operation

from ckptopt.autodiff.sizes import Unknown, Walk, full_sizes, loop_of, own_sizes, parts_of, work_of
from ckptopt.checkpointing.directives import Directive
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.planner import Bytes, Schedule
from ckptopt.checkpointing.schemes import PLANNED, describe, follow
from ckptopt.checkpointing.shared_budget import Loop, Part, least_peak, plan, ways_to_run
from ckptopt.diagnostics import CompileError, error, remark, warn

if TYPE_CHECKING:
    from ckptopt.autodiff.reverse import Sweeps


def plan_schemes(
    primal: func.FuncOp,
    sweeps: Sweeps,
    directives: Mapping[Operation, Directive | None],
    memory: Bytes | None,
) -> None:
    """Put a scheme in the place of each that is to be planned, so that the function keeps at most
    `memory` bytes at once, if that is stated, and each loop what its directive states.

    Of what fits, the choice with the fewest operations, where one that runs in a step counts once
    per run. Says in remarks what was chosen, and why. Raises a located error, with the smallest
    budget that works, if nothing fits; and one if a number of steps or a size is known at run time
    only.
    """
    _Planning(primal, sweeps, directives, memory).run()


@dataclass(frozen=True)
class _Planning:
    """What there is to plan; without `limited`, as if no loop had a budget of its own."""

    primal: func.FuncOp
    sweeps: Sweeps
    directives: Mapping[Operation, Directive | None]
    memory: Bytes | None
    limited: bool = True

    def run(self) -> None:
        unknown: list[Operation] = []
        parts = self.parts(unknown)
        self.choose(parts, not self.sweeps.memory.split)
        for op in unknown:
            self.plan_inside(op)

    @property
    def walk(self) -> Walk:
        return Walk(self.sweeps, self.loop)

    def parts(self, unknown: list[Operation]) -> list[Part]:
        """All that the function keeps, but for the loops of which it is not known."""
        return parts_of(self.primal.body.block, self.walk, unknown.append)

    def plan_inside(self, op: Operation) -> None:
        """Plan the loops in `op`, which keeps what is known at run time only."""
        inside = [inner for inner in op.walk() if self.sweeps.schemes.get(inner) is PLANNED]
        if self.memory is not None and not inside:
            warn(op, "what is kept of this loop is known at run time only: it is not counted")
        for inner in inside:
            if self.sweeps.schemes[inner] is not PLANNED:
                continue
            if self.limit(inner) is None:
                raise error(
                    inner,
                    "no schedule can be planned for this loop: what is kept around it is known at "
                    "run time only",
                )
            one_sweep, alone = self.sweeps.is_reversed_next(inner), replace(self, memory=None)
            alone.choose([loop_of(inner, alone.walk)], one_sweep)

    def directive(self, op: Operation) -> Directive:
        return cast(Directive, self.directives[op])

    def limit(self, op: Operation) -> Bytes | None:
        return self.directive(op).memory if self.limited else None

    def loop(self, op: Operation, body: tuple[Part, ...]) -> Loop:
        """A loop that is to be planned."""
        adapter = adapter_of(op)
        assert adapter is not None
        steps = adapter.constant_trip_count(op)
        try:
            own = None if steps is None else own_sizes(op, self.walk)
        except Unknown:
            own = None
        if steps is None or own is None:
            what = "the trip count" if steps is None else "the size of what it keeps"
            raise error(op, f"no schedule can be planned for this loop: {what} is not constant")
        work, scheme = work_of(adapter.body(op)), self.directive(op).name
        most = self.memory if _runs(op) else None
        ways = ways_to_run(steps, own, work, scheme, most, self.limit(op))
        return Loop(op, body, steps, ways)

    def choose(self, parts: list[Part], reversed_next: bool) -> None:
        """Give the loops in `parts` their schemes."""
        found = plan(parts, self.memory, reversed_next)
        if found is None:
            raise self.nothing_fits(parts, reversed_next)
        schedules = cast("dict[Operation, Schedule]", dict(found.chosen))
        for op, schedule in schedules.items():
            self.sweeps.schemes[op] = follow(schedule)
        for op in self.primal.walk():
            if op in schedules:
                single = self.sweeps.schemes[op].single
                sizes = full_sizes(op, Walk(self.sweeps), single=single)
                remark(op, describe(schedules[op], sizes, self.limit(op)))
        if self.memory is not None:
            most = f"{found.kept.peak:,} of {self.memory:,} bytes"
            remark(self.primal, f"all loops together: at most {most} are kept at once")

    def nothing_fits(self, parts: list[Part], reversed_next: bool) -> CompileError:
        """The error that says in which budget nothing fits, and what the smallest is that works."""
        anywhere = replace(self, memory=None)
        for op in reversed(list(self.directives)):
            limit = self.limit(op) if self.sweeps.schemes[op] is PLANNED else None
            if limit is None:
                continue
            loop = loop_of(op, anywhere.walk)
            if least_peak([loop]) is None:
                free = loop._replace(ways=replace(anywhere, limited=False).loop(op, loop.body).ways)
                name = self.directive(op).name
                what = f"no {'' if name == 'auto' else name + ' '}schedule fits"
                return error(op, _too_small(what, limit, least_peak([free])))
        what = "the checkpointed loops have no schedules that fit"
        least = least_peak(anywhere.parts([]), reversed_next)
        return error(self.primal, _too_small(what, self.memory, least))


def _runs(op: Operation) -> bool:
    """True unless a loop around is known to have no steps."""
    around = op.parent_op()
    while around is not None:
        adapter = adapter_of(around)
        if adapter is not None and adapter.constant_trip_count(around) == 0:
            return False
        around = around.parent_op()
    return True


def _too_small(what: str, budget: Bytes | None, least: Bytes | None) -> str:
    return f"{what} in {budget:,} bytes; the smallest budget that works is {least:,} bytes"

"""Schedules for loops that have a budget in bytes, from what the gradient keeps of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from xdsl.dialects import func
from xdsl.ir import Operation

from ckptopt.autodiff.run_time_sizes import measure_of
from ckptopt.autodiff.sizes import (
    Unknown,
    Walk,
    kept_of_step,
    loop_of,
    own_sizes,
    parts_of,
    work_of,
)
from ckptopt.checkpointing import at_run_time
from ckptopt.checkpointing.directives import Directive
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.planner import Bytes, Schedule, evaluations, peak
from ckptopt.checkpointing.schemes import PLANNED, follow
from ckptopt.checkpointing.shared_budget import (
    ASSUMED,
    Kept,
    Loop,
    Own,
    Part,
    Way,
    kept_of,
    kept_online,
    least_peak,
    plan,
    ways_online,
    ways_to_run,
    with_body,
)
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
    """What there is to plan; without `limited`, as if no loop had a budget of its own.

    The budget `memory` is for `shares` parts: each loop that is planned at run time gets one, and
    the others together.
    """

    primal: func.FuncOp
    sweeps: Sweeps
    directives: Mapping[Operation, Directive | None]
    memory: Bytes | None
    limited: bool = True
    shares: int = 1

    def run(self) -> None:
        unknown: list[Operation] = []
        parts = self.parts(unknown)
        shares = [op for op in unknown if self.is_planned(op) and self.limit(op) is None]
        known = any(isinstance(part, Loop) for part in parts)
        here = replace(self, shares=max(len(shares) + known, 1))
        here.choose(here.parts([]) if shares else parts, not self.sweeps.memory.split)
        for op in unknown:
            here.plan_alone(op, here.share)

    @property
    def share(self) -> Bytes | None:
        """The part of the budget for the loops whose schedules are constant, and for each other."""
        return None if self.memory is None else self.memory // self.shares

    @property
    def walk(self) -> Walk:
        return Walk(self.sweeps, self.loop)

    def parts(self, unknown: list[Operation]) -> list[Part]:
        """All that the function keeps, but for the loops of which it is not known."""
        return parts_of(self.primal.body.block, self.walk, unknown.append)

    def is_planned(self, op: Operation) -> bool:
        return self.sweeps.schemes.get(op) is PLANNED

    def plan_alone(self, op: Operation, share: Bytes | None = None) -> None:
        """Plan the loops in `op`, and `op` itself, which keeps what is known at run time only.

        `op` may keep `share` bytes, if it has no budget of its own.
        """
        inside = [inner for inner in op.walk() if self.is_planned(inner)]
        if share is not None and not inside:
            warn(op, "what is kept of this loop is known at run time only: it is not counted")
        for inner in inside:
            if not self.is_planned(inner):
                continue
            budget = share if inner is op and self.limit(inner) is None else self.limit(inner)
            if budget is None:
                raise error(
                    inner,
                    "no schedule can be planned for this loop: what is kept around it is known at "
                    "run time only; state a budget or a number of snapshots of its own",
                )
            alone = replace(self, memory=None)
            try:
                loop = loop_of(inner, alone.walk)
            except Unknown:
                self.plan_at_run_time(inner, budget)
            else:
                alone.choose([loop], self.sweeps.is_reversed_next(inner))

    def plan_at_run_time(self, op: Operation, budget: Bytes) -> None:
        """Let the schedule of a loop be planned when it begins, those of loops in it before."""
        for inner in op.walk():
            if inner is not op and self.is_planned(inner):
                self.plan_alone(inner)
        name = self.directive(op).name
        if name == "store_all":
            raise error(op, "no schedule can be planned at run time for scheme 'store_all'")
        try:
            measure = measure_of(op, self.sweeps)
        except Unknown:
            raise error(
                op,
                "no schedule can be planned for this loop: what it keeps is not known when it "
                "begins",
            ) from None
        self.sweeps.schemes[op] = at_run_time.scheme(budget, measure, name)
        remark(op, f"planned at run time, for {budget:,} bytes")

    def directive(self, op: Operation) -> Directive:
        return cast(Directive, self.directives[op])

    def limit(self, op: Operation) -> Bytes | None:
        return self.directive(op).memory if self.limited else None

    def loop(self, op: Operation, body: tuple[Part, ...]) -> Loop:
        """A loop that is to be planned. Raises `Unknown` if that is to be done at run time."""
        adapter = adapter_of(op)
        assert adapter is not None
        steps = adapter.constant_trip_count(op)
        if steps is None and adapter.is_counted(op):
            raise Unknown
        own = own_sizes(op, self.walk)
        work, scheme = work_of(adapter.body(op)), self.directive(op).name
        most = self.share if _runs(op) else None
        if steps is None:
            return Loop(op, body, ASSUMED, ways_online(own, work, most, self.limit(op)))
        ways = ways_to_run(steps, own, work, scheme, most, self.limit(op))
        return Loop(op, body, steps, ways)

    def choose(self, parts: list[Part], reversed_next: bool) -> None:
        """Give the loops in `parts` their schemes."""
        if not any(isinstance(part, Loop) for part in parts):
            return
        found = plan(parts, self.share, reversed_next)
        if found is None:
            raise self.nothing_fits(parts, reversed_next)
        schedules = cast("dict[Operation, Schedule]", dict(found.chosen))
        for op in self.primal.walk():
            if op in schedules:
                remark(op, self.describe(op, schedules))
        for op, schedule in schedules.items():
            self.sweeps.schemes[op] = follow(schedule, counted=is_counted(op))
        if self.share is not None:
            most = _of(found.kept.peak, self.share)
            remark(self.primal, f"all loops together: at most {most} are kept at once")

    def describe(self, op: Operation, schedules: Mapping[Operation, Schedule]) -> str:
        """What was chosen for a loop, and why, in a sentence."""
        walk = Walk(self.sweeps, lambda op, body: self.chosen(op, body, schedules[op]))
        schedule, own = schedules[op], own_sizes(op, walk)
        inner = kept_of_step(op, walk, single=is_single(op, schedule))
        say = describe if is_counted(op) else describe_online
        return say(schedule, own, inner, self.limit(op))

    def chosen(self, op: Operation, body: tuple[Part, ...], schedule: Schedule) -> Loop:
        """A loop for which a schedule has been chosen."""
        own, keep = own_sizes(op, self.walk), kept_of if is_counted(op) else kept_online

        def ways(inner: Kept, one_sweep: bool, single: bool) -> list[Way]:
            return [Way(keep(schedule, own, inner))]

        return Loop(op, body, schedule.steps, ways, single=is_single(op, schedule))

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
        least = None if least is None else least * self.shares
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


def is_counted(op: Operation) -> bool:
    """True if the trip count of a loop is known when it begins."""
    adapter = adapter_of(op)
    return adapter is not None and adapter.is_counted(op)


def is_single(op: Operation, schedule: Schedule) -> bool:
    """True if a loop that follows a schedule tapes one step at a time; see `Scheme.single`."""
    return not is_counted(op) or schedule.scheme == "binomial"


def describe(chosen: Schedule, own: Own, inner: Kept, budget: Bytes | None) -> str:
    """What was chosen for a loop whose steps leave `inner`, and why; `budget` is one of its own."""
    sizes = with_body(own, inner)
    count, steps = evaluations(chosen, sizes), chosen.steps
    parts = {
        "store_all": "all steps are taped",
        "periodic": f"{chosen.slots} snapshots, segments of {chosen.leaf} steps",
        "binomial": f"{chosen.slots} slots",
        "leaf": f"{chosen.slots} slots, leaves of {chosen.leaf} steps",
    }
    fewest = "" if budget is None else ", the fewest that fit"
    return (
        f"{chosen.scheme}: {parts[chosen.scheme]}; {count:,.0f} evaluations of {steps:,} steps"
        f"{fewest}; {_of(peak(chosen, sizes), budget)}"
    )


def describe_online(chosen: Schedule, own: Own, inner: Kept, budget: Bytes | None) -> str:
    """The same for a loop that does not tell how many steps there are."""
    kept = _of(kept_online(chosen, own, inner).peak, budget)
    most = "" if budget is None else ", the most that fit"
    return f"online: {chosen.slots} slots{most}; {kept}"


def _of(kept: Bytes, budget: Bytes | None) -> str:
    return f"{kept:,}{'' if budget is None else f' of {budget:,}'} bytes"


def _too_small(what: str, budget: Bytes | None, least: Bytes | None) -> str:
    return f"{what} in {budget:,} bytes; the smallest budget that works is {least:,} bytes"

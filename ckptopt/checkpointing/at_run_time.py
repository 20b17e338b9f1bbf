"""A schedule that is planned when the loop begins, from its trip count and the sizes of buffers.

    for each number of leaves, with the shortest leaf that gives it:
        as many slots as the budget has room for beside the tape of a leaf, at least one
    of those that fit, the one with the fewest evaluations; if none does, the smallest

Snapshots are kept in slots, and leaves are taped, as in `binomial`, of whatever length they are.
`planner.choose_at_run_time` says the same with plain integers. Products stay below 2^63 for loops
of less than 2^31 steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from ckptopt.checkpointing import binomial, one_sweep
from ckptopt.checkpointing.binomial import Slots
from ckptopt.checkpointing.scheme import Footprint, Scheme
from ckptopt.checkpointing.stretches import Stretches
from ckptopt.emitter import Emitter, emits
from ckptopt.roles import Role

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


class Needs(NamedTuple):
    """What a loop keeps, in bytes, all of them `index` values: `each` slot, the `tape` of a step,
    and what is `fixed` for all."""

    each: SSAValue
    tape: SSAValue
    fixed: SSAValue


Measure = Callable[[Emitter, "LoopSweeps"], Needs]


def scheme(budget: int, measure: Measure, name: str = "auto") -> Scheme:
    """The schedule with the fewest evaluations that fits in `budget` bytes, planned at run time.

    Of all schedules, or of those that `name` can follow: `periodic` or `binomial`.
    """
    return one_sweep.scheme(
        "planned at run time",
        lambda e, loop, saved: divide(e, loop, saved, budget, measure, name),
        lambda e, loop, leaves, saved: binomial.fill(e, loop, leaves, saved, _slots(saved)),
        lambda e, loop, leaves, saved, common, adjoints: binomial.drain(
            e, loop, leaves, saved, common, adjoints, _slots(saved)
        ),
        lambda steps, one_sweep: Footprint("leaf", "slots"),
        None,
    )


def _slots(saved: Saved) -> Slots:
    return Slots(saved["slots"], saved["slots"])


@emits(Role.SEGMENTS)
def divide(
    e: Emitter, loop: LoopSweeps, saved: Saved, budget: int, measure: Measure, name: str
) -> Stretches:
    """The leaves, which the forward sweep plans, and saves the length of for the reverse."""
    steps = loop.trips(e)
    if "leaf" not in saved:
        needs = measure(e, loop)
        saved["leaf"], saved["slots"] = plan(e, steps, needs, budget, loop.is_reversed_next, name)
    length = saved["leaf"]
    return Stretches(steps, e.ceildiv(steps, length, "leaves"), length, whole=False)


def plan(
    e: Emitter, steps: SSAValue, needs: Needs, budget: int, one_sweep: bool, name: str
) -> tuple[SSAValue, SSAValue]:
    """Emit the search for a schedule: the length of a leaf, and the number of slots."""
    zero, one, most = e.index(0), e.index(1), e.index(budget)
    worst = e.index(2**63 - 1)

    def consider(body: Emitter, values: list[SSAValue]) -> list[SSAValue]:
        leaf, *best = values
        leaves = body.ceildiv(steps, leaf, "leaves")
        others = body.sub(leaves, one, "others")
        replayed = others if one_sweep else leaves
        beside = body.add(needs.fixed, body.mul(leaf, needs.tape, "tape_bytes"), "beside")
        slots = replayed
        if name != "periodic":
            left = body.maximum(body.sub(most, beside), zero)
            room = body.maximum(body.divide(left, needs.each, "room"), one, "room")
            slots = body.minimum(room, replayed, "slots")
        kept = body.add(beside, body.mul(slots, needs.each), "kept")
        over = body.maximum(body.sub(kept, most), zero, "over")
        advances = body.mul(leaf, repeated(body, body.add(replayed, one), slots), "advances")
        if not one_sweep:
            missing = body.sub(body.mul(replayed, leaf), steps, "missing")
            advances = body.sub(advances, missing, "advances")
        better = _less(body, (over, advances), (best[2], best[3]))
        found = (leaf, slots, over, advances)
        chosen = [
            body.select(better, new, old, hint)
            for new, old, hint in zip(found, best, names[1:], strict=True)
        ]
        if name == "binomial":
            return [body.add(steps, one), *chosen]
        fewer = body.ceildiv(steps, body.maximum(others, one), "longer")
        return [body.select(body.less(one, leaves), fewer, body.add(steps, one), "leaf"), *chosen]

    names = ["leaf", "best_leaf", "best_slots", "best_over", "fewest"]
    _, leaf, slots, _, _ = e.while_loop(
        [one, one, zero, worst, worst],
        lambda body, values: body.value(arith.CmpiOp(values[0], steps, "sle"), "more"),
        consider,
        names,
    )
    leaf.name_hint, slots.name_hint = "leaf_length", "slot_count"
    return leaf, slots


def repeated(e: Emitter, leaves: SSAValue, slots: SSAValue) -> SSAValue:
    """Emit `planner.repeated(leaves, slots)` for `leaves` >= 1."""
    one = e.index(1)
    single = e.equal(slots, one, "single")
    first = e.select(single, e.sub(leaves, one), e.index(0), "repetitions")
    reached = e.select(single, leaves, one, "beta")

    def grow(body: Emitter, values: list[SSAValue]) -> list[SSAValue]:
        repetitions = body.add(values[0], one, "repetitions")
        product = body.mul(values[1], body.add(slots, repetitions))
        return [repetitions, body.divide(product, repetitions, "beta")]

    repetitions, beta = e.while_loop(
        [first, reached],
        lambda body, values: body.less(values[1], leaves, "more"),
        grow,
        ["repetitions", "beta"],
    )
    saved = e.divide(e.mul(beta, repetitions), e.add(slots, one), "spared")
    return e.sub(e.mul(repetitions, leaves), saved, "repeated")


def _less(
    e: Emitter, left: tuple[SSAValue, SSAValue], right: tuple[SSAValue, SSAValue]
) -> SSAValue:
    """Emit the comparison of two pairs of numbers, the first ones first."""
    tie = e.value(
        arith.AndIOp(e.equal(left[0], right[0]), e.less(left[1], right[1])), "better_in_time"
    )
    return e.value(arith.OrIOp(e.less(left[0], right[0]), tie), "better")

"""Store-all for loops whose trip count is known only when they end.

tape:     while it goes on: tape a step, count it       the tape grows by doubling
reverse:  as often as was counted: reverse a step
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ckptopt.checkpointing import actions
from ckptopt.checkpointing.scheme import Scheme
from ckptopt.emitter import Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


def forward(e: Emitter, loop: LoopSweeps) -> tuple[list[SSAValue], Saved]:
    """Run the loop, tape and count its steps; its first carried value says if it goes on."""
    tape: Saved = {}

    def step(inner: Emitter, values: list[SSAValue]) -> list[SSAValue]:
        number, *state = values
        after = loop.tape_and_push(inner, number, state, tape, e)
        return [inner.add(number, inner.index(1), "step"), *after]

    count, *results = e.while_loop(
        [e.index(0), *loop.inits()],
        lambda _, values: values[1],
        step,
        ["step", *loop.carried_names()],
        loop.attributes,
    )
    return results, {**tape, "count": count}


def reverse(e: Emitter, loop: LoopSweeps, saved: Saved, adjoints: list[SSAValue]) -> list[SSAValue]:
    """Reverse the counted steps, last first."""
    count = saved["count"]
    tape = {key: value for key, value in saved.items() if key != "count"}
    last = e.sub(count, e.index(1), "last")
    return loop.run_back(
        e,
        count,
        adjoints,
        lambda inner, back, state: loop.reverse(
            inner, inner.sub(last, back, "step"), loop.pop(inner, tape), state
        ),
        name="back",
    )


SCHEME = Scheme("store-all, unbounded", forward, reverse, replays=False, schedule=actions.STORE_ALL)

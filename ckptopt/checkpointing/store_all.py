"""Store-all: tape every step, then reverse every step.

tape:    x0 -> x1 -> x2 -> ... -> xN       residuals of each step pushed
reverse:    <-    <-    <- ... <-          residuals popped, last first
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ckptopt.emitter import Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


def forward(e: Emitter, loop: LoopSweeps) -> tuple[list[SSAValue], Saved]:
    """Run the loop and tape each step."""
    tape: Saved = {}
    results = loop.run(
        e,
        loop.trips(e),
        loop.inits(),
        lambda inner, step, state: loop.tape_and_push(inner, step, state, tape, e),
        name=loop.step_name,
    )
    return results, tape


def reverse(e: Emitter, loop: LoopSweeps, saved: Saved, adjoints: list[SSAValue]) -> list[SSAValue]:
    """Reverse each step, last first."""
    trips = loop.trips(e)
    last = e.sub(trips, e.index(1), "last")
    return loop.run_back(
        e,
        trips,
        adjoints,
        lambda inner, back, state: loop.reverse(
            inner, inner.sub(last, back, loop.step_name), loop.pop(inner, saved), state
        ),
        name="back",
    )

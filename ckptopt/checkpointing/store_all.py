"""Store-all: tape every step, then reverse every step.

tape:    x0 -> x1 -> x2 -> ... -> xN       residuals of each step pushed
reverse:    <-    <-    <- ... <-          residuals popped, last first
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ckptopt.checkpointing import actions, stretches
from ckptopt.checkpointing.scheme import Scheme
from ckptopt.emitter import Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


def forward(e: Emitter, loop: LoopSweeps) -> tuple[list[SSAValue], Saved]:
    """Run the loop and tape each step."""
    return stretches.tape(e, loop, e.index(0), loop.trips(e), loop.inits())


def reverse(e: Emitter, loop: LoopSweeps, saved: Saved, adjoints: list[SSAValue]) -> list[SSAValue]:
    """Reverse each step, last first."""
    return stretches.reverse(e, loop, e.index(0), loop.trips(e), saved, adjoints)


SCHEME = Scheme("store-all", forward, reverse, replays=False, schedule=actions.STORE_ALL)

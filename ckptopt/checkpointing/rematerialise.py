"""Rematerialisation: one step, run again before it is reversed.

    forward:  [save inputs, advance]     what the policy names is saved too
    reverse:  [restore, tape, reverse]

This is what `jax.checkpoint` does with a function. Memory that the step overwrites is an input.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ckptopt.checkpointing import actions, stores
from ckptopt.checkpointing.scheme import Footprint, Scheme
from ckptopt.emitter import Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


def forward(e: Emitter, loop: LoopSweeps) -> tuple[list[SSAValue], Saved]:
    """Save what the step overwrites, and run it."""
    saved: Saved = {}
    stores.prepare(e, loop, saved)
    stores.save_memory(e, loop, saved)
    results, kept = loop.keep(e, e.index(0), loop.inits())
    return results, {**saved, **kept}


def reverse(e: Emitter, loop: LoopSweeps, saved: Saved, adjoints: list[SSAValue]) -> list[SSAValue]:
    """Run the step again from what was saved, and reverse it."""
    common = stores.begin_replays(e, loop, saved)
    replay = stores.restore_memory(loop, saved, common)
    step, nothing = e.index(0), [e.placeholder(value.type) for value in loop.carried_values]
    _, residuals = loop.replay(e, step, nothing, replay, saved)
    results = loop.reverse(e, step, residuals, adjoints, replay)
    stores.discard(e, replay)
    stores.finish(e, loop, common)
    return results


SCHEME = Scheme(
    "rematerialise",
    forward,
    reverse,
    replays=True,
    single=True,
    footprint=lambda steps, one_sweep: Footprint(1, 1),
    schedule=actions.REMATERIALISE,
)

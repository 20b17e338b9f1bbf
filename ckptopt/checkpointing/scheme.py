"""What a checkpointing scheme is.

A scheme arranges the sweeps of a loop: `forward` runs it and saves what the reverse needs, and
`reverse` runs its adjoint from that. It knows nothing of rules, activity or dialects.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from xdsl.ir import SSAValue

from ckptopt.checkpointing.actions import Schedule
from ckptopt.emitter import Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved

Forward = Callable[[Emitter, "LoopSweeps"], "tuple[list[SSAValue], Saved]"]
Reverse = Callable[[Emitter, "LoopSweeps", "Saved", list[SSAValue]], list[SSAValue]]


Extent = int | str
"""A number, or the text of one that is known at run time."""


class Footprint(NamedTuple):
    """How much a scheme keeps at a time: steps on the tape, and snapshots, of which `slow` are in a
    slow level."""

    tape: Extent
    snapshots: Extent
    slow: Extent = 0


@dataclass(frozen=True)
class Scheme:
    """`forward` gives the loop's results and what it saved; `reverse` gets that and the adjoints.

    `replays` says whether the reverse runs steps of the primal again, and `single` whether it tapes
    one step at a time, so that nothing that a step saves goes on a tape. `footprint` says, for
    reports, what is kept for a number of steps, in one sweep or in two phases, and `schedule` what
    is done when.
    """

    name: str
    forward: Forward
    reverse: Reverse
    replays: bool
    single: bool = False
    footprint: Callable[[Extent, bool], Footprint] = lambda steps, one_sweep: Footprint(steps, 0)
    schedule: Schedule | None = None

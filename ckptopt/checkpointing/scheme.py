"""What a checkpointing scheme is.

A scheme arranges the sweeps of a loop: `forward` runs it and saves what the reverse needs, and
`reverse` runs its adjoint from that. It knows nothing of rules, activity or dialects.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ckptopt.emitter import Emitter

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved

Forward = Callable[[Emitter, "LoopSweeps"], "tuple[list[SSAValue], Saved]"]
Reverse = Callable[[Emitter, "LoopSweeps", "Saved", list[SSAValue]], list[SSAValue]]


@dataclass(frozen=True)
class Scheme:
    """`forward` gives the loop's results and what it saved; `reverse` gets that and the adjoints.

    `replays` says whether the reverse runs steps of the primal again.
    """

    name: str
    forward: Forward
    reverse: Reverse
    replays: bool

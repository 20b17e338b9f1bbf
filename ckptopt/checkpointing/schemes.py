"""Which checkpointing scheme a directive asks for."""

from __future__ import annotations

from xdsl.ir import Operation

from ckptopt.checkpointing import periodic, store_all
from ckptopt.checkpointing.directives import Directive
from ckptopt.checkpointing.loops import LoopAdapter
from ckptopt.checkpointing.scheme import Scheme
from ckptopt.diagnostics import warn

STORE_ALL = Scheme("store-all", store_all.forward, store_all.reverse, replays=False)


def choose(op: Operation, adapter: LoopAdapter, directive: Directive | None) -> Scheme:
    """The scheme for a loop with an adjoint; warns if the directive cannot be followed."""
    if directive is None:
        return STORE_ALL
    steps = adapter.constant_trip_count(op)
    period = directive.period
    if period is not None and period <= 0:
        warn(op, f"a checkpoint period of {period} counts as none")
        period = None
    if steps is None and period is None:
        warn(
            op,
            "the trip count is not constant and no checkpoint period is stated: "
            "the loop is differentiated without checkpointing",
        )
        return STORE_ALL
    return periodic.scheme(period)

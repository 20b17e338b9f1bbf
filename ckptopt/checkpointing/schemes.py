"""Which checkpointing scheme a directive asks for."""

from __future__ import annotations

from xdsl.ir import Operation

from ckptopt.checkpointing import binomial, periodic, store_all, unbounded
from ckptopt.checkpointing.directives import Directive
from ckptopt.checkpointing.loops import LoopAdapter
from ckptopt.checkpointing.scheme import Scheme
from ckptopt.diagnostics import error, warn

STORE_ALL = Scheme("store-all", store_all.forward, store_all.reverse, replays=False)


def choose(op: Operation, adapter: LoopAdapter, directive: Directive | None) -> Scheme:
    """The scheme for a loop with an adjoint.

    Warns if the directive cannot be followed; a binomial one without a budget of at least 2 is a
    located error.
    """
    if not adapter.is_counted(op):
        if directive is not None:
            raise error(op, f"'{op.name}' cannot be checkpointed: its trip count is not known")
        return unbounded.SCHEME
    if directive is None:
        return STORE_ALL
    steps = adapter.constant_trip_count(op)
    period = directive.period
    if directive.binomial:
        if period is None or period < 2:
            stated = "none is stated" if period is None else f"it is {period}"
            raise error(
                op, f"binomial checkpointing needs a checkpoint period of 2 or more; {stated}"
            )
        if directive.use_tensor:
            warn(op, "the slots of a binomial schedule are memrefs: tensors are not used")
        return binomial.scheme(period)
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

"""Schedules for loops that have a budget in bytes, from what the gradient keeps of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from xdsl.ir import Operation

from ckptopt.autodiff.sizes import sizes_of
from ckptopt.checkpointing.directives import Directive
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.schemes import PLANNED, plan

if TYPE_CHECKING:
    from ckptopt.autodiff.reverse import Sweeps


def plan_schemes(sweeps: Sweeps, directives: Mapping[Operation, Directive | None]) -> None:
    """Put a scheme in the place of each that is to be planned, inner loops first: what they keep is
    on the tape of the loops around.

    Raises the located errors of `schemes.plan`.
    """
    for op in reversed([op for op, scheme in sweeps.schemes.items() if scheme is PLANNED]):
        adapter, directive = adapter_of(op), directives[op]
        assert adapter is not None
        assert directive is not None
        steps, one_sweep = adapter.constant_trip_count(op), sweeps.is_reversed_next(op)
        sweeps.schemes[op] = plan(op, directive, steps, sizes_of(op, sweeps), one_sweep)

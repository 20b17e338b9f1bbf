"""A context that also defines rare ops of frequent dialects only when one is met."""

from __future__ import annotations

from importlib import import_module

from xdsl.context import Context
from xdsl.ir import Operation

from .formats import lazy_formats

RARE = {
    "affine.delinearize_index": "affine_index",
    "affine.linearize_index": "affine_index",
    "arith.scaling_extf": "arith_scaling",
    "arith.scaling_truncf": "arith_scaling",
    "scf.forall": "scf_forall",
    "scf.forall.in_parallel": "scf_forall",
}
"""Ops that their dialect's module leaves out, since each takes a millisecond to define, to the
module that has them as its `OPERATIONS`."""


class LateContext(Context):
    def _get_known_op(self, name: str) -> type[Operation] | None:
        known = super()._get_known_op(name)
        if known is None and name in RARE:
            with lazy_formats():
                module = import_module(f"ckptopt.dialects.{RARE[name]}")
            for op in module.OPERATIONS:
                self.load_op(op)
            known = super()._get_known_op(name)
        return known

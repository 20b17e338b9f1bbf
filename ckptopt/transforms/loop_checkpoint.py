"""`loop-checkpoint`: the gradient of functions with checkpointed loops, ready to lower."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from ckptopt.transforms.differentiate import DifferentiatePass
from ckptopt.transforms.remove_unnecessary_enzyme_ops import RemoveUnnecessaryEnzymeOpsPass
from ckptopt.transforms.simplify import SimplifyPass


@dataclass(frozen=True)
class LoopCheckpointPass(DifferentiatePass):
    """Add the reverse-mode gradient `@f_grad` of functions with checkpointed loops.

    Runs `differentiate` with the same options, then `simplify`,
    `remove-unnecessary-enzyme-ops` and `simplify` on what it made: upstream dialects remain.
    """

    name = "loop-checkpoint"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        made = tuple(self.run(op))
        if not made:
            return
        for stage in (
            SimplifyPass(made),
            RemoveUnnecessaryEnzymeOpsPass(made),
            SimplifyPass(made),
        ):
            stage.apply(ctx, op)

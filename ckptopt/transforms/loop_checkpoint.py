"""`loop-checkpoint`: the derivative of functions with checkpointed loops, ready to lower."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from ckptopt.transforms.differentiate import DifferentiatePass
from ckptopt.transforms.lower_enzyme_binomial_progress import LowerEnzymeBinomialProgressPass
from ckptopt.transforms.remove_unnecessary_enzyme_ops import RemoveUnnecessaryEnzymeOpsPass
from ckptopt.transforms.simplify import SimplifyPass
from ckptopt.transforms.split_derivative import SplitDerivativePass


@dataclass(frozen=True)
class LoopCheckpointPass(DifferentiatePass):
    """Add the reverse-mode gradient `@f_grad` of functions with checkpointed loops.

    With `mode=split`: `@f_fwd`, which returns the primal's results and a tape, and `@f_rev`, which
    takes the arguments that it reads, shadows, seeds and the tape, and returns the gradients. With
    `mode=ForwardMode`: the forward-mode derivative `@f_fwd`, where checkpointing does nothing.

    Runs `differentiate` with the same options, then `simplify`,
    `remove-unnecessary-enzyme-ops`, `lower-enzyme-binomial-progress` and `simplify` on what it
    made: upstream dialects remain.
    """

    name = "loop-checkpoint"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        made = tuple(self.run(op))
        lower_caches_of(ctx, op, made)
        if self.mode == "split" and made:
            cut = SplitDerivativePass(made)
            cut.apply(ctx, op)
            SimplifyPass(tuple(name for one in made for name in cut.names(one))).apply(ctx, op)


def lower_caches_of(ctx: Context, module: ModuleOp, names: tuple[str, ...]) -> None:
    """Simplify the named functions and turn their caches into buffers."""
    if not names:
        return
    for stage in (
        SimplifyPass(names),
        RemoveUnnecessaryEnzymeOpsPass(names),
        LowerEnzymeBinomialProgressPass(names),
        SimplifyPass(names),
    ):
        stage.apply(ctx, module)

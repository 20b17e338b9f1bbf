"""`simplify`: the clean-up that generated gradients need."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import GreedyRewritePatternApplier, PatternRewriteWalker

from ckptopt.rewriting import control_flow, integers
from ckptopt.rewriting.binomial_progress import FoldBinomialProgress
from ckptopt.rewriting.common import gather_constants, share_common_values
from ckptopt.rewriting.liveness import remove_dead_code
from ckptopt.transforms.selection import chosen_functions


@dataclass(frozen=True)
class SimplifyPass(ModulePass):
    """Fold constants and identities of integers, trivial control flow, and dead code.

    This is what the output of `differentiate` needs to be read, not a general optimiser: it
    changes no float arithmetic, and never merges a replay with what it replays.

        %c0 = arith.constant 0 : index
        %i = arith.addi %c0, %k : index         ->     memref.load %m[%k]
        memref.load %m[%i]
    """

    name = "simplify"

    fn: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in chosen_functions(op, self.fn):
            simplify(function)


def simplify(function: func.FuncOp) -> None:
    """Simplify one function, until nothing changes."""
    if not function.body.blocks:
        return
    patterns = GreedyRewritePatternApplier(
        [*integers.PATTERNS, *control_flow.PATTERNS, FoldBinomialProgress()], dce_enabled=False
    )
    walker = PatternRewriteWalker(patterns)
    changed = True
    while changed:
        changed = gather_constants(function)
        changed |= walker.rewrite_region(function.body)
        changed |= share_common_values(function)
        changed |= remove_dead_code(function)

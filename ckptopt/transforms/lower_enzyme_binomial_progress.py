"""`lower-enzyme-binomial-progress`: the split of a binomial schedule in arith and scf."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import GreedyRewritePatternApplier, PatternRewriteWalker

from ckptopt.rewriting.binomial_progress import FoldBinomialProgress, LowerBinomialProgress
from ckptopt.transforms.selection import chosen_functions


@dataclass(frozen=True)
class LowerEnzymeBinomialProgressPass(ModulePass):
    """Lower `enzyme.binomial_progress` to arith and scf; on constants it is folded.

    %m = enzyme.binomial_progress %n, %s : index     ->     %m = scf.if %at_once -> (index) {...}
    """

    name = "lower-enzyme-binomial-progress"

    fn: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns = GreedyRewritePatternApplier(
            [FoldBinomialProgress(), LowerBinomialProgress()], dce_enabled=False
        )
        for function in chosen_functions(op, self.fn):
            PatternRewriteWalker(patterns).rewrite_region(function.body)

"""`simplify`: the clean-up that generated gradients need."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import LocationAttr, ModuleOp, UnknownLoc
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriterListener,
    PatternRewriteWalker,
    RewritePattern,
)

from ckptopt.rewriting import binomial_progress, buffers, control_flow, floats, integers
from ckptopt.rewriting.common import gather_constants, share_common_values
from ckptopt.rewriting.liveness import remove_dead_code
from ckptopt.transforms.selection import chosen_functions


@dataclass(frozen=True)
class SimplifyPass(ModulePass):
    """Fold constants and identities, trivial control flow, casts of buffers, and dead code.

    This reaches what `mlir-opt -canonicalize -cse` does on the output of `differentiate`, but for
    float operations on constants, which are left to be rounded where they run: no float changes
    by a bit.

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
    fold = _FoldByName()
    locating = PatternRewriterListener(operation_insertion_handler=[fold.locate])
    walker = PatternRewriteWalker(fold, listener=locating)
    changed = True
    while changed:
        changed = gather_constants(function)
        changed |= walker.rewrite_region(function.body)
        changed |= share_common_values(function)
        changed |= remove_dead_code(function)


class _FoldByName(RewritePattern):
    """Tries the patterns for the name of an operation, until one rewrites it.

    What is made in its place gets its location.
    """

    def __init__(self) -> None:
        self._location: LocationAttr = UnknownLoc()

    def locate(self, made: Operation) -> None:
        """Give an operation that was just inserted the location of what was matched."""
        if isinstance(made.location, UnknownLoc):
            made.location = self._location

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        self._location = op.location
        for pattern in _PATTERNS.get(op.name, ()):
            pattern.match_and_rewrite(op, rewriter)
            if rewriter.has_done_action:
                return


_PATTERNS = {
    **integers.PATTERNS,
    **floats.PATTERNS,
    **control_flow.PATTERNS,
    **buffers.PATTERNS,
    **binomial_progress.PATTERNS,
}

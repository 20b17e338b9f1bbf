"""`loop-checkpoint`: the derivative of functions with checkpointed loops, ready to lower."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ckptopt.symbols import path_of
from ckptopt.transforms.differentiate import DifferentiatePass
from ckptopt.transforms.lower_enzyme_binomial_progress import LowerEnzymeBinomialProgressPass
from ckptopt.transforms.remove_unnecessary_enzyme_ops import RemoveUnnecessaryEnzymeOpsPass
from ckptopt.transforms.selection import chosen_functions
from ckptopt.transforms.simplify import SimplifyPass
from ckptopt.transforms.split_derivative import SplitDerivativePass


@dataclass(frozen=True)
class LoopCheckpointPass(DifferentiatePass):
    """Add the reverse-mode gradient `@f_grad` of functions with checkpointed loops.

    With `mode=split`: `@f_fwd`, which returns the primal's results and a tape, and `@f_rev`, which
    takes the arguments that it reads, shadows, seeds and the tape, and returns the gradients. With
    `mode=ForwardMode`: the forward-mode derivative `@f_fwd`, where checkpointing does nothing.

    With `storage=stack` the derivative makes all its buffers on the stack, as code on a GPU must:
    `buffers-to-stack` and `simplify` come last. What cannot be there is an error. With
    `storage=file` the derivative keeps the snapshots of loops in a file, through a C library.

    Runs `differentiate` with the same options, then `simplify`,
    `remove-unnecessary-enzyme-ops`, `lower-enzyme-binomial-progress` and `simplify` on what it
    made: upstream dialects remain.
    """

    name = "loop-checkpoint"

    offload_copy: Literal["memref.copy", "gpu.memcpy"] = "memref.copy"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for stage in self.stages(op):
            stage.apply(ctx, op)

    def stages(self, module: ModuleOp) -> Iterator[ModulePass]:
        """The passes that this one is made of; each is to be applied before the next is asked for.

        The later ones work on the functions that the first one added.
        """
        known = frozenset(chosen_functions(module, ()))
        options = {field.name: getattr(self, field.name) for field in fields(DifferentiatePass)}
        if self.storage == "stack":
            del options["storage"]
        yield DifferentiatePass(**options)
        added = (f for f in chosen_functions(module, ()) if f not in known)
        made = tuple(path_of(function) for function in added if function.body.blocks)
        if not made:
            return
        yield from lowering(made, self.offload_copy)
        if self.mode == "split":
            cut = SplitDerivativePass(made)
            yield cut
            made = tuple(half for name in made for half in cut.names(name))
            yield SimplifyPass(made)
        if self.storage == "stack":
            yield from on_stack(made)


def lowering(
    names: tuple[str, ...], offload_copy: Literal["memref.copy", "gpu.memcpy"] = "memref.copy"
) -> tuple[ModulePass, ...]:
    """The passes that simplify the named functions and turn their caches into buffers."""
    return (
        SimplifyPass(names),
        RemoveUnnecessaryEnzymeOpsPass(names, offload_copy),
        LowerEnzymeBinomialProgressPass(names),
        SimplifyPass(names),
    )


def on_stack(names: tuple[str, ...]) -> tuple[ModulePass, ...]:
    """The passes that let the named functions make their buffers on the stack."""
    from ckptopt.transforms.buffers_to_stack import BuffersToStackPass

    return BuffersToStackPass(names), SimplifyPass(names)

"""`remove-unnecessary-enzyme-ops`: caches become buffers, and marks for differentiation go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ckptopt.checkpointing.caches import lower_caches
from ckptopt.checkpointing.offload import offload_buffers
from ckptopt.dialects.enzyme import IgnoreDerivativesOp
from ckptopt.transforms.selection import chosen_functions


@dataclass(frozen=True)
class RemoveUnnecessaryEnzymeOpsPass(ModulePass):
    """Lower `enzyme.init`, `push` and `pop` of caches to memref buffers.

    `enzyme.ignore_derivatives`, which says something to a differentiation that is over by now, is
    replaced by its operand.

    A cache that a loop pushes once per iteration becomes a buffer indexed by the iteration:
    allocated before the loop, freed after the loop that pops it. Caches of nested loops with trip
    counts known before the nest share one rectangular buffer; otherwise the inner buffer is
    allocated per outer iteration, and its handle kept in the outer one.

        %c = enzyme.init : !enzyme.Cache<f64>     %c = memref.alloc(%n) : memref<?xf64>
        scf.for %i = %c0 to %n step %c1 {         scf.for %i = %c0 to %n step %c1 {
          enzyme.push %c, %x               ->       memref.store %x, %c[%i]
        }                                         }
        scf.for %k = %c0 to %n step %c1 {         scf.for %k = %c0 to %n step %c1 {
          %y = enzyme.pop %c                        %y = memref.load %c[%n - 1 - %k]
        }                                         }
                                                  memref.dealloc %c

    A tape that a policy offloads is moved to its memory space between the sweeps, with
    `memref.copy` or, for `offload-copy=gpu.memcpy`, that.
    """

    name = "remove-unnecessary-enzyme-ops"

    fn: tuple[str, ...] = ()
    offload_copy: Literal["memref.copy", "gpu.memcpy"] = "memref.copy"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in chosen_functions(op, self.fn):
            lower_caches(function)
            offload_buffers(function, self.offload_copy)
            _drop_marks(function)


def _drop_marks(function: FuncOp) -> None:
    for op in list(function.walk()):
        if isinstance(op, IgnoreDerivativesOp):
            Rewriter.replace_op(op, (), [op.input])

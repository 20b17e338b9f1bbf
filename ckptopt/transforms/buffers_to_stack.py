"""`buffers-to-stack`: functions that make their buffers on the stack."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ckptopt.checkpointing.stack import put_on_stack
from ckptopt.transforms.selection import chosen_functions


@dataclass(frozen=True)
class BuffersToStackPass(ModulePass):
    """Make every `memref.alloc` of functions a `memref.alloca` at their top, and free nothing.

    A buffer that a loop makes anew in each iteration is made once; if its handle is kept in a
    buffer of handles, it becomes a view of one buffer that has room for all. What cannot be on
    the stack is a located error. `loop-checkpoint` does this to what it makes if `storage=stack`.

        %t = memref.alloc() : memref<8xf64>           %t = memref.alloca() : memref<8xf64>
        scf.for %i = %c0 to %c8 step %c1 {            scf.for %i = %c0 to %c8 step %c1 {
          memref.store %x, %t[%i] : ...         ->      memref.store %x, %t[%i] : ...
        }                                             }
        memref.dealloc %t : memref<8xf64>
    """

    name = "buffers-to-stack"

    fn: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in chosen_functions(op, self.fn):
            put_on_stack(function)

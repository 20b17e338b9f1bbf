"""The bufferization dialect: xDSL's, with the ops that free what others allocate."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import bufferization
from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute
from xdsl.irdl.declarative_assembly_format import ParsingState
from xdsl.parser import Parser

from .declared import OpenProperties, declare, inferred
from .overlay import overlay, refine


def _conditions(parser: Parser, state: ParsingState) -> Sequence[Attribute]:
    """One for each memref that is retained."""
    return [i1] * len(state.operands[2] or ())


@refine()
class AllocTensorOp(OpenProperties, bufferization.AllocTensorOp):
    """A tensor without a value, perhaps in a memory space.

    ```mlir
    %t = bufferization.alloc_tensor(%n) {memory_space = 1 : i64} : tensor<?xf32>
    ```
    """


DeallocTensorOp = declare(
    "bufferization.dealloc_tensor", "$tensor attr-dict `:` type($tensor)", operands="tensor"
)

DeallocOp = declare(
    "bufferization.dealloc",
    "(`(` $memrefs^ `:` type($memrefs) `)` `if` `(` $conditions `)`)? "
    "(`retain` `(` $retained^ `:` type($retained) `)`)? "
    "custom<Conditions>(type($updatedConditions)) attr-dict",
    operands="memrefs*, conditions*: i1, retained*",
    results="updatedConditions*",
    directives={"Conditions": inferred(_conditions)},
)

Bufferization = overlay(bufferization.Bufferization, [AllocTensorOp, DeallocTensorOp, DeallocOp])

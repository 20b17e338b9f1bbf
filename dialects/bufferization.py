"""The bufferization dialect: xDSL's, with the ops that free and the looser typing of MLIR 22."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import bufferization
from xdsl.dialects.builtin import (
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    i1,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import OperandDef, OptResultDef, ResultDef, base
from xdsl.irdl.declarative_assembly_format import ParsingState
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from .declared import OpenProperties, declare, inferred
from .overlay import overlay, refine, refined

ANY_MEMREF = base(MemRefType) | base(UnrankedMemRefType)
ANY_TENSOR = base(TensorType) | base(UnrankedTensorType)


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


def _verify_same_elements(a: SSAValue, b: SSAValue) -> None:
    same = get_element_type_or_self(a.type) == get_element_type_or_self(b.type)
    if not same or not have_compatible_shape(a.type, b.type):
        raise VerifyException(f"types {a.type} and {b.type} do not match")


def _verify_clone(op: bufferization.CloneOp) -> None:
    _verify_same_elements(op.input, op.output)


def _verify_to_tensor(op: bufferization.ToTensorOp) -> None:
    _verify_same_elements(op.memref, op.tensor)


def _verify_to_buffer(op: bufferization.ToBufferOp) -> None:
    _verify_same_elements(op.tensor, op.memref)


Bufferization = overlay(
    bufferization.Bufferization,
    [
        AllocTensorOp,
        DeallocTensorOp,
        DeallocOp,
        refined(
            bufferization.CloneOp,
            bufferization.CloneOp.assembly_format,
            operands={"input": OperandDef(ANY_MEMREF)},
            results={"output": ResultDef(ANY_MEMREF)},
            verify=_verify_clone,
        ),
        refined(
            bufferization.ToTensorOp,
            bufferization.ToTensorOp.assembly_format,
            operands={"memref": OperandDef(ANY_MEMREF)},
            results={"tensor": ResultDef(ANY_TENSOR)},
            verify=_verify_to_tensor,
        ),
        refined(
            bufferization.ToBufferOp,
            "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($memref)",
            operands={"tensor": OperandDef(ANY_TENSOR)},
            results={"memref": ResultDef(ANY_MEMREF)},
            verify=_verify_to_buffer,
        ),
        refined(
            bufferization.MaterializeInDestinationOp,
            bufferization.MaterializeInDestinationOp.assembly_format,
            operands={
                "source": OperandDef(ANY_TENSOR),
                "dest": OperandDef(ANY_TENSOR | ANY_MEMREF),
            },
            results={"result": OptResultDef(ANY_TENSOR)},
        ),
    ],
)

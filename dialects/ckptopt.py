"""Our own dialect: marks between stages. None of its ops is left in a finished output."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Dialect, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect


@irdl_op_definition
class SplitOp(IRDLOperation):
    """Separates the forward sweep of a derivative from its reverse sweep.

    The operands are the results of the forward function; what crosses besides is the tape.

    ```mlir
    ckptopt.split %r : f64
    ```
    """

    name = "ckptopt.split"
    results_ = var_operand_def()
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())
    assembly_format = "($results_^ `:` type($results_))? attr-dict"

    def __init__(self, results: Sequence[SSAValue]) -> None:
        super().__init__(operands=[results])


@irdl_op_definition
class HideOp(IRDLOperation):
    """The identity, of which passes that share equal operations do not know.

    It stands for the LLVM operations of `ckptopt.autodiff.barriers` while a function that holds
    some is differentiated.

    ```mlir
    %y = ckptopt.hide %x : f64 to f64
    ```
    """

    name = "ckptopt.hide"
    value = operand_def()
    hidden = result_def()
    assembly_format = "$value attr-dict `:` type($value) `to` type($hidden)"

    def __init__(self, value: SSAValue) -> None:
        super().__init__(operands=[value], result_types=[value.type])


Ckptopt = Dialect("ckptopt", [SplitOp, HideOp])

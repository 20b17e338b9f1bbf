"""The cf dialect: xDSL's, with branch weights."""

from __future__ import annotations

from xdsl.dialects import cf
from xdsl.dialects.builtin import DenseArrayBase, i32

from .overlay import optional, overlay, refine


@refine(properties={"branch_weights": optional(DenseArrayBase.constr(i32))})
class ConditionalBranchOp(cf.ConditionalBranchOp):
    """A branch that may say how likely each side is.

    ```mlir
    cf.cond_br %c weights([9, 1]), ^bb1, ^bb2(%x : f64)
    ```
    """

    assembly_format = """
        $cond (`weights` `(` $branch_weights^ `)`)? `,`
        $then_block (`(` $then_arguments^ `:` type($then_arguments) `)`)? `,`
        $else_block (`(` $else_arguments^ `:` type($else_arguments) `)`)?
        attr-dict
    """


Cf = overlay(cf.Cf, [ConditionalBranchOp])

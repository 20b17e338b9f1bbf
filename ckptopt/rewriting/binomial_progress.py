"""Folds and lowers `enzyme.binomial_progress`."""

from __future__ import annotations

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ckptopt.checkpointing.schedules import binomial_split
from ckptopt.dialects import enzyme
from ckptopt.emitter import (
    Emitter,
    constant_value,
    integer_attribute,
    integer_width,
    is_integer,
)

WIDE = IntegerType(64)


class FoldBinomialProgress(RewritePattern):
    """`binomial_progress 9, 3` -> `4`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: enzyme.BinomialProgressOp, rewriter: PatternRewriter, /
    ) -> None:
        steps, budget = constant_value(op.num_steps), constant_value(op.budget)
        if isinstance(steps, int) and isinstance(budget, int) and is_integer(op.result.type):
            number = binomial_split(steps, budget)
            rewriter.replace(op, arith.ConstantOp(integer_attribute(number, op.result.type)))


PATTERNS: dict[str, tuple[RewritePattern, ...]] = {
    "enzyme.binomial_progress": (FoldBinomialProgress(),)
}


class LowerBinomialProgress(RewritePattern):
    """Compute the split by arith and scf, with a loop over the repetition number.

    The products stay below 2^63 for any number of steps and budget below 2^31.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: enzyme.BinomialProgressOp, rewriter: PatternRewriter, /
    ) -> None:
        type = op.result.type
        if not is_integer(type):
            return
        e = Emitter(_entry(op), InsertPoint.before(op), op.location)
        narrow = integer_width(type) < 64
        steps, budget = op.num_steps, op.budget
        if narrow:
            steps, budget = (e.value(arith.ExtSIOp(v, WIDE)) for v in (steps, budget))
        result = emit_split(e, steps, budget)
        if narrow:
            result = e.value(arith.TruncIOp.create(operands=[result], result_types=[type]))
        result.name_hint = op.result.name_hint
        rewriter.replace(op, (), [result])


def emit_split(e: Emitter, steps: SSAValue, slots: SSAValue) -> SSAValue:
    """Emit `binomial_split(steps, slots)` for two values of one type of 64 bits."""
    type = steps.type
    zero, one = e.constant(0, type), e.constant(1, type)
    few_steps = e.value(arith.CmpiOp(steps, one, "sle"))
    few_slots = e.value(arith.CmpiOp(slots, one, "sle"))
    at_once = e.value(arith.OrIOp(few_steps, few_slots), "at_once")

    def search(inner: Emitter) -> list[SSAValue]:
        def grow(body: Emitter, values: list[SSAValue]) -> list[SSAValue]:
            repetitions, _, beta = values
            more = body.add(repetitions, one, "repetitions")
            product = body.mul(beta, body.add(slots, more))
            return [more, beta, body.divide(product, more, "beta")]

        repetitions, before, _ = inner.while_loop(
            [zero, zero, one],
            lambda body, values: body.less(values[2], steps),
            grow,
            ["repetitions", "before", "beta"],
        )
        below = inner.sub(inner.add(slots, repetitions), one)
        finer = inner.divide(inner.mul(before, slots), below, "finer")
        longest = inner.minimum(inner.sub(steps, finer), inner.sub(steps, one))
        return [inner.maximum(one, inner.minimum(before, longest), "stretch")]

    def whole(inner: Emitter) -> list[SSAValue]:
        return [inner.maximum(steps, zero)]

    return e.if_else(at_once, whole, search, ["stretch"])[0]


def _entry(op: Operation) -> Block:
    """The first block of the function around `op`."""
    current = op
    while (parent := current.parent_op()) is not None:
        if isinstance(parent, func.FuncOp):
            return parent.body.blocks[0]
        current = parent
    assert current.parent is not None
    return current.parent

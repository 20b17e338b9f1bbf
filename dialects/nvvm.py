"""The nvvm dialect: special registers, barriers and shuffles, and what gpu modules refer to."""

from __future__ import annotations

from xdsl.dialects.builtin import i32
from xdsl.ir import Dialect, Operation
from xdsl.irdl import BaseAttr, IRDLOperation, OptPropertyDef
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    OptionalOperandVariable,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.mlir_lexer import MLIRTokenKind

from .declared import declare, enumeration, integer, one_of
from .llvm_operations import ConstantRangeAttr
from .opaque import opaque

REGISTERS = (
    *(
        f"{name}.{axis}"
        for name in (
            *("cluster.ctaid", "cluster.nctaid", "clusterid", "ctaid", "nclusterid", "nctaid"),
            *("ntid", "tid"),
        )
        for axis in "xyz"
    ),
    *(f"lanemask.{relation}" for relation in ("eq", "ge", "gt", "le", "lt")),
    *(f"envreg{number}" for number in range(32)),
    *("aggr.smem.size", "clock", "clock64", "cluster.ctarank", "cluster.nctarank"),
    *("dynamic.smem.size", "globaltimer", "globaltimer.lo", "gridid", "laneid", "nsmid"),
    *("nwarpid", "smid", "total.smem.size", "warpid", "warpsize"),
)

PLAIN = (
    *("barrier0", "breakpoint", "cluster.arrive", "cluster.arrive.relaxed", "cluster.wait"),
    *("cp.async.commit.group", "exit", "fence.mbarrier.init", "fence.sc.cluster"),
)
"""Ops without operands and results."""

ReductionAttr = opaque("nvvm.reduction")

ShuffleKindAttr = enumeration("nvvm.shfl_kind", ("bfly", "up", "down", "idx"))


@irdl_custom_directive
class Reduction(CustomDirective):
    """`#nvvm.reduction<popc> %predicate -> i32`, or nothing"""

    attribute: AttributeVariable
    predicate: OptionalOperandVariable
    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        token = parser._current_token  # pyright: ignore[reportPrivateUsage]
        if token.kind != MLIRTokenKind.HASH_IDENT:
            self.predicate.set_empty(state)
            self.result.set(state, ())
        else:
            self.attribute.set(state, parser.parse_attribute())
            self.predicate.set(state, parser.parse_unresolved_operand())
            parser.parse_punctuation("->")
            self.result.set(state, (parser.parse_type(),))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        reduction = self.attribute.get(op)
        if reduction is not None:
            printer.print_string(" ")
            printer.print_attribute(reduction)
            self.predicate.print(printer, state, op)
            printer.print_string(" -> ")
            printer.print_list(self.result.get(op), printer.print_attribute)


OPERATIONS: list[type[Operation]] = [
    *(
        declare(
            f"nvvm.read.ptx.sreg.{name}",
            "(`range` $range^)? attr-dict `:` type($res)",
            results="res",
            properties={"range": OptPropertyDef(BaseAttr(ConstantRangeAttr))},
        )
        for name in REGISTERS
    ),
    *(declare(f"nvvm.{name}", "attr-dict") for name in PLAIN),
    declare(
        "nvvm.barrier",
        "(`id` `=` $barrierId^)? (`number_of_threads` `=` $numberOfThreads^)? "
        "custom<Reduction>($reductionOp, $reductionPredicate, type($res)) attr-dict",
        operands="barrierId?: i32, numberOfThreads?: i32, reductionPredicate?: i32",
        results="res?",
        properties={"reductionOp": OptPropertyDef(BaseAttr(ReductionAttr))},
        directives={"Reduction": Reduction},
    ),
    declare(
        "nvvm.barrier.arrive",
        "(`id` `=` $barrierId^)? `number_of_threads` `=` $numberOfThreads attr-dict",
        operands="barrierId?: i32, numberOfThreads: i32",
    ),
    declare("nvvm.bar.warp.sync", "$mask attr-dict `:` type($mask)", operands="mask"),
    declare("nvvm.cp.async.wait.group", "$n attr-dict", properties={"n": integer(i32)}),
    declare(
        "nvvm.shfl.sync",
        "$kind $thread_mask `,` $val `,` $offset `,` $mask_and_clamp attr-dict `:` type($val) "
        "`->` type($res)",
        operands="thread_mask: i32, val, offset: i32, mask_and_clamp: i32",
        results="res",
        properties={"kind": one_of(ShuffleKindAttr)},
    ),
]

NVVM = Dialect("nvvm", OPERATIONS, [ReductionAttr, ShuffleKindAttr, opaque("nvvm.target")])

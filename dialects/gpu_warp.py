"""`gpu.warp_execute_on_lane_0`: code of one thread of a warp."""

from __future__ import annotations

from xdsl.dialects import gpu
from xdsl.dialects.builtin import IndexType, IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from .gpu_launch import parse_typed_operands, print_typed_operands
from .scf import end_blocks, parse_optional_result_types, print_result_types


@irdl_op_definition
class WarpExecuteOnLane0Op(IRDLOperation):
    """Runs its region on the first lane; vectors in and out are spread over the warp.

    ```mlir
    %r = gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<1xf32>) -> (vector<1xf32>) {
    ^bb0(%w: vector<32xf32>):
      gpu.yield %w : vector<32xf32>
    }
    ```
    """

    name = "gpu.warp_execute_on_lane_0"
    laneid = operand_def(IndexType)
    args = var_operand_def()
    warp_size = prop_def(IntegerAttr)
    results_ = var_result_def()
    warpRegion = region_def()

    @classmethod
    def parse(cls, parser: Parser) -> WarpExecuteOnLane0Op:
        with parser.in_parens():
            lane = parser.parse_operand(IndexType())
        with parser.in_square_brackets():
            size = parser.parse_integer(allow_boolean=False)
        arguments: list[SSAValue] = []
        if parser.parse_optional_keyword("args"):
            arguments = parse_typed_operands(parser)
        types: list[Attribute] = parse_optional_result_types(parser)
        body = parser.parse_region()
        if not types:
            end_blocks(body, lambda: gpu.YieldOp([]))
        return cls.create(
            operands=[lane, *arguments],
            result_types=types,
            properties={"warp_size": IntegerAttr(size, i64)},
            attributes=parser.parse_optional_attr_dict(),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        printer.print_operands([self.laneid])
        with printer.in_square_brackets():
            printer.print_int(self.warp_size.value.data)
        if self.args:
            printer.print_string(" args")
            print_typed_operands(printer, self.args)
        if self.results:
            print_result_types(printer, self.result_types)
        printer.print_string(" ")
        printer.print_region(self.warpRegion, print_empty_block=False)
        printer.print_op_attributes(self.attributes)

"""The affine loop nest, with several bounds for one loop and with reductions."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseIntElementsAttr,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    TensorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import (
    PropertyDef,
    base,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from .affine_syntax import AccessParser, print_expression
from .memref_elements import ATOMIC_KINDS
from .overlay import refine
from .syntax import (
    end_blocks,
    parse_optional_result_types,
    print_body,
    print_result_types,
)

Bounds = tuple[AffineMapAttr, DenseIntElementsAttr, list[SSAValue]]


@refine(properties={"reductions": PropertyDef(base(ArrayAttr))})
class ParallelOp(affine.ParallelOp):
    """A loop nest with independent iterations; several bounds of one loop stand in `max` or `min`.

    ```mlir
    %s = affine.parallel (%i) = (0) to (min(%n, 8)) step (2) reduce ("addf") -> (f64) {
      affine.yield %x : f64
    }
    ```
    """

    def verify_(self) -> None:
        counts = [
            len(self.steps),
            len(self.lowerBoundsGroups),
            len(self.upperBoundsGroups),
            len(self.body.block.args),
        ]
        if len(set(counts)) != 1:
            raise VerifyException(
                "the number of region arguments, bound groups and steps must be the same"
            )
        maps = (self.lowerBoundsMap.data, self.upperBoundsMap.data)
        if len(self.operands) != sum(map.num_dims + map.num_symbols for map in maps):
            raise VerifyException("expected as many operands as the bounds have dimensions")
        if len(self.reductions) != len(self.results):
            raise VerifyException("a reduction must be specified for each output")

    @classmethod
    def parse(cls, parser: Parser) -> ParallelOp:
        names = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        parser.parse_punctuation("=")
        lower_map, lower_groups, lower_operands = _parse_bounds(parser, "max")
        parser.parse_keyword("to")
        upper_map, upper_groups, upper_operands = _parse_bounds(parser, "min")
        steps = [1] * len(names)
        if parser.parse_optional_keyword("step"):
            steps = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: parser.parse_integer(allow_boolean=False)
            )
        reductions: list[int] = []
        if parser.parse_optional_keyword("reduce"):
            reductions = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: _parse_reduction(parser)
            )
        types = parse_optional_result_types(parser)
        body = parser.parse_region([name.resolve(IndexType()) for name in names])
        if not types:
            end_blocks(body, affine.YieldOp.get)
        return cls.create(
            operands=[*lower_operands, *upper_operands],
            result_types=types,
            properties={
                "lowerBoundsMap": lower_map,
                "lowerBoundsGroups": lower_groups,
                "upperBoundsMap": upper_map,
                "upperBoundsGroups": upper_groups,
                "steps": ArrayAttr([IntegerAttr(step, i64) for step in steps]),
                "reductions": ArrayAttr([IntegerAttr(kind, i64) for kind in reductions]),
            },
            attributes=parser.parse_optional_attr_dict(),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        lower = self.lowerBoundsMap.data
        split = lower.num_dims + lower.num_symbols
        printer.print_string(" ")
        with printer.in_parens():
            printer.print_list(self.body.block.args, printer.print_ssa_value)
        printer.print_string(" = ")
        _print_bounds(
            printer, self.lowerBoundsMap, self.lowerBoundsGroups, self.operands[:split], "max"
        )
        printer.print_string(" to ")
        _print_bounds(
            printer, self.upperBoundsMap, self.upperBoundsGroups, self.operands[split:], "min"
        )
        steps = [step.value.data for step in self.steps]
        if any(step != 1 for step in steps):
            printer.print_string(f" step ({', '.join(map(str, steps))})")
        if self.results:
            kinds = [_reduction_name(kind) for kind in self.reductions]
            printer.print_string(f" reduce ({', '.join(kinds)})")
            print_result_types(printer, self.result_types)
        print_body(printer, self.body)
        printer.print_op_attributes(self.attributes)


def _parse_reduction(parser: Parser) -> int:
    position = parser.pos
    kind = parser.parse_str_literal()
    if kind not in ATOMIC_KINDS:
        parser.raise_error(f"invalid reduction value: {kind}", position)
    return ATOMIC_KINDS.index(kind)


def _reduction_name(kind: Attribute) -> str:
    assert isinstance(kind, IntegerAttr)
    return f'"{ATOMIC_KINDS[kind.value.data]}"'


def _parse_bounds(parser: Parser, prefix: str) -> Bounds:
    """`(0, max(%i, 3))`: all results in one map, and how many of them belong to each loop."""
    access = AccessParser(parser)
    results: list[AffineExpr] = []

    def parse_group() -> int:
        if parser.parse_optional_keyword(prefix):
            group = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, access.parse_expression
            )
        else:
            group = [access.parse_expression()]
        results.extend(group)
        return len(group)

    groups = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_group)
    return AffineMapAttr(access.map(results)), bound_groups(groups), access.operands()


def bound_groups(sizes: Sequence[int]) -> DenseIntElementsAttr:
    return DenseIntOrFPElementsAttr.from_list(TensorType(i32, [len(sizes)]), sizes)


def _print_bounds(
    printer: Printer,
    bounds: AffineMapAttr,
    groups: DenseIntElementsAttr,
    operands: Sequence[SSAValue],
    prefix: str,
) -> None:
    map = bounds.data
    results = iter(map.results)

    def print_group(size: int) -> None:
        group = [next(results) for _ in range(size)]
        printer.print_string("" if size == 1 else f"{prefix}(")
        printer.print_list(
            group, lambda result: print_expression(printer, result, map.num_dims, operands)
        )
        printer.print_string("" if size == 1 else ")")

    with printer.in_parens():
        printer.print_list([int(size) for size in groups.get_values()], print_group)

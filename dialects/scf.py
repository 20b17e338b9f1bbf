"""The scf dialect: xDSL's, with the syntax that MLIR 22 prints."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import DenseArrayBase, IndexType, UnitAttr, i1, i32, i64
from xdsl.ir import Attribute, Region
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from .overlay import add_effects, optional, overlay, refine
from .syntax import (
    end_blocks,
    parse_assignments,
    parse_operands,
    parse_optional_result_types,
    parse_type_list,
    print_assignments,
    print_body,
    print_result_types,
)

add_effects({RecursiveMemoryEffect(): [scf.ExecuteRegionOp]})


@refine(properties={"unsignedCmp": optional(UnitAttr)})
class ForOp(scf.ForOp):
    """A counted loop; `unsigned` compares the bounds as unsigned integers.

    ```mlir
    %r = scf.for unsigned %i = %a to %b step %c iter_args(%x = %x0) -> (f64) : i32 {
      scf.yield %x : f64
    } {my.attribute}
    ```
    """

    def verify_(self) -> None:
        _verify_for_signature(self)

    @classmethod
    def parse(cls, parser: Parser) -> ForOp:
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("unsigned"):
            properties["unsignedCmp"] = UnitAttr()
        induction = parser.parse_argument(expect_type=False)
        bounds: list[UnresolvedOperand] = []
        for separator in ("=", "to", "step"):
            parser.parse_characters(separator)
            bounds.append(parser.parse_unresolved_operand())
        names, inits, types = [], [], []
        position = parser.pos
        if parser.parse_optional_keyword("iter_args"):
            names, inits = parse_assignments(parser)
            parser.parse_punctuation("->")
            types = parse_type_list(parser)
        if len(names) != len(types):
            parser.raise_error(
                "mismatch in number of loop-carried values and defined values", position
            )
        type: Attribute = IndexType()
        if parser.parse_optional_punctuation(":"):
            type = parser.parse_type()
        operands = parser.resolve_operands([*bounds, *inits], [type] * 3 + types, position)
        arguments = [
            name.resolve(type)
            for name, type in zip([induction, *names], [type, *types], strict=True)
        ]
        body = parser.parse_region(arguments)
        if not types:
            end_blocks(body, scf.YieldOp)
        return cls.create(
            operands=operands,
            result_types=types,
            properties=properties,
            attributes=parser.parse_optional_attr_dict(),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        induction, *arguments = self.body.block.args
        printer.print_string(" unsigned " if "unsignedCmp" in self.properties else " ")
        for separator, value in zip(
            ("", " = ", " to ", " step "), (induction, *self.operands[:3]), strict=True
        ):
            printer.print_string(separator)
            printer.print_ssa_value(value)
        if arguments:
            printer.print_string(" iter_args")
            print_assignments(printer, arguments, self.operands[3:])
            print_result_types(printer, [argument.type for argument in arguments])
        if not isinstance(induction.type, IndexType):
            printer.print_string(" : ")
            printer.print_attribute(induction.type)
        print_body(printer, self.body)
        printer.print_op_attributes(self.attributes)


def _verify_for_signature(op: scf.ForOp) -> None:
    """The induction variable has the type of the bounds, and what is carried keeps its types."""
    types = [value.type for value in op.operands[3:]]
    arguments = op.body.block.arg_types
    if not arguments or arguments[0] != op.lb.type:
        raise VerifyException("expected induction variable to be same type as bounds and step")
    if list(arguments[1:]) != types or list(op.result_types) != types:
        raise VerifyException(
            "types of init values, region arguments and results must be the same: "
            f"got {_listed(types)}, {_listed(arguments[1:])} and {_listed(op.result_types)}"
        )
    last = op.body.block.last_op
    if isinstance(last, scf.YieldOp) and list(last.operand_types) != types:
        raise VerifyException(
            f"yields values of types {_listed(last.operand_types)}, expected {_listed(types)}"
        )


def _listed(types: Sequence[Attribute]) -> str:
    return f"({', '.join(map(str, types))})"


class IfOp(scf.IfOp):
    """A choice between two regions.

    ```mlir
    %r = scf.if %c -> f64 { scf.yield %a : f64 } else { scf.yield %b : f64 }
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> IfOp:
        condition = parser.parse_operand(i1)
        types = parse_optional_result_types(parser)
        regions = [parser.parse_region()]
        if parser.parse_optional_keyword("else"):
            regions.append(parser.parse_region())
        if not types:
            for region in regions:
                end_blocks(region, scf.YieldOp)
        return cls.create(
            operands=[condition],
            result_types=types,
            attributes=parser.parse_optional_attr_dict(),
            regions=regions if len(regions) == 2 else [*regions, Region()],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.cond)
        print_result_types(printer, self.result_types)
        print_body(printer, self.true_region)
        if self.false_region.blocks:
            printer.print_string(" else")
            print_body(printer, self.false_region)
        printer.print_op_attributes(self.attributes)


@refine()
class WhileOp(scf.WhileOp):
    """A loop whose first region decides whether it goes on.

    ```mlir
    scf.while : () -> () { scf.condition(%c) } do { scf.yield }
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> WhileOp:
        names, inits = [], []
        position = parser.pos
        if parser.parse_optional_punctuation(":") is None:
            names, inits = parse_assignments(parser)
            parser.parse_punctuation(":")
        type = parser.parse_function_type()
        operands = parser.resolve_operands(inits, type.inputs.data, position)
        before = parser.parse_region(
            [name.resolve(type) for name, type in zip(names, type.inputs, strict=True)]
        )
        parser.parse_keyword("do")
        after = parser.parse_region()
        attributes = parser.parse_optional_attr_dict_with_keyword()
        return cls.create(
            operands=operands,
            result_types=type.outputs.data,
            attributes={} if attributes is None else dict(attributes.data),
            regions=[before, after],
        )

    def print(self, printer: Printer) -> None:
        if self.operands:
            printer.print_string(" ")
            print_assignments(printer, self.before_region.block.args, self.operands)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)
        printer.print_string(" ")
        printer.print_region(self.before_region, print_entry_block_args=False)
        printer.print_string(" do ")
        printer.print_region(self.after_region, print_empty_block=False)
        printer.print_op_attributes(self.attributes, print_keyword=True)


@refine(properties={"no_inline": optional(UnitAttr)})
class ExecuteRegionOp(scf.ExecuteRegionOp):
    """A region that runs once, of any number of blocks.

    ```mlir
    %r = scf.execute_region -> f64 no_inline { scf.yield %a : f64 }
    ```
    """

    def verify_(self) -> None:
        if self.region.first_block is None:
            raise VerifyException("region needs to have at least one block")

    @classmethod
    def parse(cls, parser: Parser) -> ExecuteRegionOp:
        types = parse_optional_result_types(parser)
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("no_inline"):
            properties["no_inline"] = UnitAttr()
        region = parser.parse_region()
        return cls.create(
            result_types=types,
            properties=properties,
            attributes=parser.parse_optional_attr_dict(),
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        print_result_types(printer, self.result_types)
        printer.print_string(" no_inline " if "no_inline" in self.properties else " ")
        printer.print_region(self.region, print_entry_block_args=False, print_empty_block=False)
        printer.print_op_attributes(self.attributes)


class IndexSwitchOp(scf.IndexSwitchOp):
    """A choice by an index.

    ```mlir
    %r = scf.index_switch %i -> f64
    case 2 {
      scf.yield %a : f64
    }
    default {
      scf.yield %b : f64
    }
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> IndexSwitchOp:
        argument = parser.parse_operand(IndexType())
        attributes = parser.parse_optional_attr_dict()
        types: list[Attribute] = []
        if parser.parse_optional_punctuation("->"):
            types.extend(
                parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
            )
        cases: list[int] = []
        regions: list[Region] = []
        while parser.parse_optional_keyword("case"):
            cases.append(parser.parse_integer())
            regions.append(parser.parse_region())
        parser.parse_keyword("default")
        regions.insert(0, parser.parse_region())
        if not types:
            for region in regions:
                end_blocks(region, scf.YieldOp)
        return cls.create(
            operands=[argument],
            result_types=types,
            properties={"cases": DenseArrayBase.from_list(i64, cases)},
            attributes=attributes,
            regions=regions,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.arg)
        printer.print_op_attributes(self.attributes)
        if self.result_types:
            printer.print_string(" -> ")
            printer.print_list(self.result_types, printer.print_attribute)
        labels = [*(f"case {value}" for value in self.cases.get_values()), "default"]
        for label, region in zip(labels, [*self.regions[1:], self.regions[0]], strict=True):
            printer.print_string(f"\n{label} ")
            printer.print_region(region, print_empty_block=False)


class ParallelOp(scf.ParallelOp):
    """A loop nest whose iterations are independent, but for reductions.

    ```mlir
    %s = scf.parallel (%i) = (%a) to (%b) step (%c) init (%zero) -> f64 {
      scf.reduce(%x : f64) {
      ^bb0(%l: f64, %r: f64):
        %t = arith.addf %l, %r : f64
        scf.reduce.return %t : f64
      }
    }
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> ParallelOp:
        names = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        groups: list[list[UnresolvedOperand]] = []
        for separator in ("=", "to", "step"):
            parser.parse_characters(separator)
            groups.append(parse_operands(parser))
        groups.append(parse_operands(parser) if parser.parse_optional_keyword("init") else [])
        position = parser.pos
        types = parse_optional_result_types(parser)
        index = IndexType()
        indices = [operand for group in groups[:3] for operand in group]
        operands = [
            *(parser.resolve_operand(operand, index) for operand in indices),
            *parser.resolve_operands(groups[3], types, position),
        ]
        body = parser.parse_region([name.resolve(index) for name in names])
        if not types:
            end_blocks(body, scf.ReduceOp)
        sizes = DenseArrayBase.from_list(i32, [len(group) for group in groups])
        return cls.create(
            operands=operands,
            result_types=types,
            properties={"operandSegmentSizes": sizes},
            attributes=parser.parse_optional_attr_dict(),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        groups = [
            (" ", self.body.block.args),
            (" = ", self.lowerBound),
            (" to ", self.upperBound),
            (" step ", self.step),
        ]
        if self.initVals:
            groups.append((" init ", self.initVals))
        for separator, values in groups:
            printer.print_string(separator)
            with printer.in_parens():
                printer.print_list(values, printer.print_ssa_value)
        print_result_types(printer, self.result_types)
        print_body(printer, self.body)
        printer.print_op_attributes(self.attributes)


Scf = overlay(
    scf.Scf,
    [
        ForOp,
        IfOp,
        WhileOp,
        ExecuteRegionOp,
        IndexSwitchOp,
        ParallelOp,
    ],
)

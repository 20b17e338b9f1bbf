"""Branches of the llvm dialect to any number of blocks, and what they land in."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerType,
    VectorType,
    i32,
)
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    VariadicOperandVariable,
    VariadicSuccessorVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator

from .declared import ANY, OPTIONAL, UNIT
from .llvm_lists import parse_list, print_list, split
from .llvm_operations import define


@irdl_custom_directive
class Destinations(CustomDirective):
    """`^bb1(%x : f32), ^bb2`"""

    blocks: VariadicSuccessorVariable
    operands: VariadicOperandVariable
    types: TypeDirective
    sizes: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        entries = parser.parse_optional_undelimited_comma_separated_list(
            lambda: _parse_optional_destination(parser), lambda: _parse_destination(parser)
        )
        _set_destinations(self, state, entries or [])

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        groups = split(self.operands.get(op), self.sizes.get(op))
        printer.print_list(
            zip(self.blocks.get(op), groups, strict=True),
            lambda pair: _print_destination(printer, *pair),
        )


@irdl_custom_directive
class Cases(CustomDirective):
    """`1: ^bb1(%x : f32), -2: ^bb2`, the numbers of the type of the operand before"""

    values: AttributeVariable
    blocks: VariadicSuccessorVariable
    operands: VariadicOperandVariable
    types: TypeDirective
    sizes: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        def parse_case(value: int) -> tuple[int, Destination]:
            parser.parse_punctuation(":")
            return value, _parse_destination(parser)

        def parse_optional_case() -> tuple[int, Destination] | None:
            value = parser.parse_optional_integer(allow_boolean=False)
            return None if value is None else parse_case(value)

        position = parser.pos
        cases = parser.parse_optional_undelimited_comma_separated_list(
            parse_optional_case, lambda: parse_case(parser.parse_integer(allow_boolean=False))
        )
        _set_destinations(self, state, [destination for _, destination in cases or ()])
        if cases:
            match state.operand_types[0]:
                case [IntegerType() as type]:
                    values = [value for value, _ in cases]
                    vector = VectorType(type, [len(values)])
                    self.values.set(state, DenseIntOrFPElementsAttr.from_list(vector, values))
                case _:
                    parser.raise_error("expected an integer to choose by", position)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        values = self.values.get(op)
        numbers = values.get_values() if isinstance(values, DenseIntOrFPElementsAttr) else ()
        groups = split(self.operands.get(op), self.sizes.get(op))

        def print_case(case: tuple[object, Block, Sequence[SSAValue]]) -> None:
            printer.print_string(f"{case[0]}: ")
            _print_destination(printer, *case[1:])

        printer.print_list(zip(numbers, self.blocks.get(op), groups, strict=True), print_case)


Destination = tuple[Block, Sequence[UnresolvedOperand], Sequence[Attribute]]


def _parse_destination(parser: Parser) -> Destination:
    return parser.expect(lambda: _parse_optional_destination(parser), "block name expected")


def _parse_optional_destination(parser: Parser) -> Destination | None:
    block = parser.parse_optional_successor()
    if block is None:
        return None
    start = parser.pos
    if parser.parse_optional_punctuation("(") is None:
        return block, [], []
    parser._resume_from(start)  # pyright: ignore[reportPrivateUsage]
    return block, *parse_list(parser)


def _set_destinations(
    directive: Destinations | Cases, state: ParsingState, destinations: Sequence[Destination]
) -> None:
    directive.blocks.set(state, [block for block, _, _ in destinations])
    directive.operands.set(state, [value for _, values, _ in destinations for value in values])
    directive.types.set(state, [type for _, _, types in destinations for type in types])
    sizes = [len(values) for _, values, _ in destinations]
    directive.sizes.set(state, DenseArrayBase.from_list(i32, sizes))


def _print_destination(printer: Printer, block: Block, operands: Sequence[SSAValue]) -> None:
    printer.print_block_name(block)
    if operands:
        print_list(printer, operands)


@irdl_custom_directive
class Clauses(CustomDirective):
    """`(catch %p : !llvm.ptr) (filter %a : !llvm.array<1 x ptr>)`: a filter has an array"""

    operands: VariadicOperandVariable
    types: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        values: list[UnresolvedOperand] = []
        types: list[Attribute] = []
        while parser.parse_optional_punctuation("(") is not None:
            parser.expect(
                lambda: parser.parse_optional_keyword_in(("catch", "filter")),
                "expected 'catch' or 'filter'",
            )
            values.append(parser.parse_unresolved_operand())
            parser.parse_punctuation(":")
            types.append(parser.parse_type())
            parser.parse_punctuation(")")
        self.operands.set(state, values)
        self.types.set(state, types)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        for value in self.operands.get(op):
            word = "filter" if isinstance(value.type, llvm.LLVMArrayType) else "catch"
            printer.print_string(f" ({word} ")
            printer.print_operand(value)
            printer.print_string(" : ")
            printer.print_attribute(value.type)
            printer.print_string(")")


DIRECTIVES: dict[str, type[CustomDirective]] = {
    "Cases": Cases,
    "Clauses": Clauses,
    "Destinations": Destinations,
}

OPERATIONS = [
    define(
        "switch",
        "$value `:` type($value) `,` "
        "$defaultDestination (`(` $defaultOperands^ `:` type($defaultOperands) `)`)? "
        "` ` `[` custom<Cases>($case_values, $caseDestinations, $caseOperands, "
        "type($caseOperands), $case_operand_segments) `]` attr-dict",
        operands="value, defaultOperands*, caseOperands*",
        successors="defaultDestination, caseDestinations*",
        properties={"case_values": OPTIONAL, "case_operand_segments": ANY},
        directives=DIRECTIVES,
        traits=[IsTerminator()],
    ),
    define(
        "indirectbr",
        "$addr `:` type($addr) `,` `[` custom<Destinations>($successors_, $succOperands, "
        "type($succOperands), $indbr_operand_segments) `]` attr-dict",
        operands="addr, succOperands*",
        successors="successors_*",
        properties={"indbr_operand_segments": ANY},
        directives=DIRECTIVES,
        traits=[IsTerminator()],
    ),
    define(
        "landingpad",
        "(`cleanup` $cleanup^)? custom<Clauses>($clauses, type($clauses)) attr-dict `:` type($res)",
        operands="clauses*",
        results="res",
        properties={"cleanup": UNIT},
        directives=DIRECTIVES,
    ),
]

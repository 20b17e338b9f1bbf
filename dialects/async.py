"""The async dialect, which xDSL lacks, without its coroutines."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import FunctionType, StringAttr, SymbolNameConstraint
from xdsl.ir import (
    Attribute,
    Dialect,
    Operation,
    ParametrizedAttribute,
    Region,
    SSAValue,
    TypeAttribute,
)
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, IsTerminator, SymbolOpInterface

from .declared import ANY, declare, fail, inferred
from .func import parse_signature, print_signature
from .scf import end_blocks, parse_optional_result_types, print_result_types


@irdl_attr_definition
class TokenType(ParametrizedAttribute, TypeAttribute):
    """That something is done: `!async.token`"""

    name = "async.token"


@irdl_attr_definition
class GroupType(ParametrizedAttribute, TypeAttribute):
    """Several tokens and values: `!async.group`"""

    name = "async.group"


@irdl_attr_definition
class ValueType(ParametrizedAttribute, TypeAttribute):
    """A value that is there when something is done: `!async.value<f32>`"""

    name = "async.value"
    type: Attribute

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            return [parser.parse_type()]


TOKEN = TokenType()

GROUP = GroupType()


TYPES = {"group": GROUP}


def _inner(parser: Parser, type: Attribute) -> Attribute:
    if not isinstance(type, ValueType):
        fail(parser, f"expected an async value, not {type}")
    return type.type


def _awaited(parser: Parser, state: ParsingState) -> Sequence[Attribute]:
    match state.operand_types[0]:
        case [ValueType() as type]:
            return [type.type]
        case _:
            return []


@irdl_custom_directive
class Stored(CustomDirective):
    """`<f32>`, which is an async value and what it holds"""

    storage: TypeDirective
    value: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        type = parser.parse_optional_type()
        if type is None:
            type = ValueType.new(ValueType.parse_parameters(parser))
        self.storage.set(state, [type])
        self.value.set(state, [_inner(parser, type)])

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        printer.print_string(" ")
        with printer.in_angle_brackets():
            printer.print_list(self.value.get(op), printer.print_attribute)


@irdl_op_definition
class ExecuteOp(IRDLOperation):
    """Starts its region when the tokens and values before it are there.

    ```mlir
    %t, %r = async.execute [%s] (%v as %x: !async.value<f32>) -> !async.value<f32> {
      async.yield %x : f32
    }
    ```
    """

    name = "async.execute"
    dependencies = var_operand_def(TokenType)
    bodyOperands = var_operand_def()
    token = result_def(TokenType)
    bodyResults = var_result_def()
    body = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> ExecuteOp:
        dependencies = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_operand(TOKEN)
        )
        inputs = parser.parse_optional_comma_separated_list(
            parser.Delimiter.PAREN, lambda: _parse_input(parser)
        )
        types = parse_optional_result_types(parser)
        given = parser.parse_optional_attr_dict_with_keyword()
        body = parser.parse_region([argument for _, argument in inputs or ()])
        if not types:
            end_blocks(body, lambda: YieldOp.build(operands=[[]]))
        return cls.build(
            operands=[dependencies or [], [value for value, _ in inputs or ()]],
            result_types=[TOKEN, types],
            attributes={} if given is None else dict(given.data),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        if self.dependencies:
            printer.print_string(" ")
            with printer.in_square_brackets():
                printer.print_list(self.dependencies, printer.print_operand)
        if self.bodyOperands:
            printer.print_string(" ")
            with printer.in_parens():
                printer.print_list(
                    zip(self.bodyOperands, self.body.block.args, strict=True),
                    lambda pair: _print_input(printer, *pair),
                )
        if self.bodyResults:
            print_result_types(printer, self.bodyResults.types)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)


def _parse_input(parser: Parser) -> tuple[SSAValue, Parser.Argument]:
    value = parser.parse_unresolved_operand()
    parser.parse_keyword("as")
    argument = parser.parse_argument(expect_type=False)
    parser.parse_punctuation(":")
    type = parser.parse_type()
    return parser.resolve_operand(value, type), argument.resolve(_inner(parser, type))


def _print_input(printer: Printer, value: SSAValue, argument: SSAValue) -> None:
    printer.print_operand(value)
    printer.print_string(" as ")
    printer.print_ssa_value(argument)
    printer.print_string(": ")
    printer.print_attribute(value.type)


@irdl_op_definition
class FuncOp(IRDLOperation):
    """A function that starts something and returns what tells that it is done.

    ```mlir
    async.func @f(%x: f32) -> !async.value<f32> {
      return %x : f32
    }
    ```
    """

    name = "async.func"
    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    arg_attrs = opt_prop_def()
    res_attrs = opt_prop_def()
    body = region_def()
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        properties: dict[str, Attribute] = {}
        if (visibility := parser.parse_optional_visibility_keyword()) is not None:
            properties["sym_visibility"] = visibility
        properties["sym_name"] = parser.parse_symbol_name()
        arguments = [argument for argument, *_ in parse_signature(parser, properties)]
        given = parser.parse_optional_attr_dict_with_keyword()
        named = [argument for argument in arguments if argument is not None]
        body = parser.parse_optional_region(named) or Region()
        return cls.create(
            properties=properties,
            attributes={} if given is None else dict(given.data),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        if self.sym_visibility is not None:
            printer.print_string(f" {self.sym_visibility.data}")
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name)
        print_signature(self, printer, self.body.blocks[0].args if self.body.blocks else ())
        printer.print_op_attributes(self.attributes, print_keyword=True)
        if self.body.blocks:
            printer.print_string(" ")
            printer.print_region(self.body, print_entry_block_args=False)


YieldOp = declare(
    "async.yield",
    "($values^ `:` type($values))? attr-dict",
    operands="values*",
    traits=[IsTerminator()],
)

DIRECTIVES = {"Awaited": inferred(_awaited), "Stored": Stored}

OPERATIONS: list[type[Operation]] = [
    *(ExecuteOp, FuncOp, YieldOp),
    declare(
        "async.return",
        "($values^ `:` type($values))? attr-dict",
        operands="values*",
        traits=[IsTerminator()],
    ),
    declare(
        "async.call",
        "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, results)",
        operands="arguments*",
        results="results_*",
        properties={"callee": ANY},
    ),
    declare(
        "async.await",
        "$operand `:` type($operand) custom<Awaited>(type($result)) attr-dict",
        operands="operand",
        results="result?",
        directives=DIRECTIVES,
    ),
    declare("async.await_all", "$operand attr-dict", operands="operand: group", types=TYPES),
    declare(
        "async.create_group",
        "$size `:` type($result) attr-dict",
        operands="size: index",
        results="result",
    ),
    declare(
        "async.add_to_group",
        "$operand `,` $group `:` type($operand) attr-dict",
        operands="operand, group: group",
        results="rank: index",
        types=TYPES,
    ),
    *(
        declare(
            f"async.runtime.{name}", "$operand attr-dict `:` type($operand)", operands="operand"
        )
        for name in ("add_ref", "await", "drop_ref", "set_available", "set_error")
    ),
    declare(
        "async.runtime.is_error",
        "$operand attr-dict `:` type($operand)",
        operands="operand",
        results="is_error: i1",
    ),
    declare("async.runtime.create", "attr-dict `:` type($result)", results="result"),
    declare(
        "async.runtime.create_group",
        "$size `:` type($result) attr-dict",
        operands="size: index",
        results="result",
    ),
    declare(
        "async.runtime.add_to_group",
        "$operand `,` $group attr-dict `:` type($operand)",
        operands="operand, group: group",
        results="rank: index",
        types=TYPES,
    ),
    declare("async.runtime.num_worker_threads", "attr-dict `:` type($result)", results="result"),
    declare(
        "async.runtime.store",
        "$value `,` $storage attr-dict `:` custom<Stored>(type($storage), type($value))",
        operands="value, storage",
        directives=DIRECTIVES,
    ),
    declare(
        "async.runtime.load",
        "$storage attr-dict `:` custom<Stored>(type($storage), type($result))",
        operands="storage",
        results="result",
        directives=DIRECTIVES,
    ),
]

Async = Dialect("async", OPERATIONS, [TokenType, ValueType, GroupType])

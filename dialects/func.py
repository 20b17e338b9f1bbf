"""The func dialect: xDSL's, with attributes on declarations and function values."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Region
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .overlay import optional, overlay, refine

SIGNATURE = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")

NO_ATTRIBUTES = DictionaryAttr({})


@refine(properties={"no_inline": optional(UnitAttr)})
class FuncOp(func.FuncOp):
    """A function, or without a body the declaration of one; arguments and results carry attributes.

    ```mlir
    func.func private @f(memref<?xf64> {llvm.noalias}) -> (f64 {my.result})
    ```
    """

    def verify_(self) -> None:
        entry = self.body.first_block
        if entry is not None and entry.arg_types != self.function_type.inputs.data:
            raise VerifyException(
                "entry block must have "
                f"{len(self.function_type.inputs)} arguments to match function signature"
                if len(entry.args) != len(self.function_type.inputs)
                else "type of entry block arguments must match the function signature"
            )

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        properties: dict[str, Attribute] = {}
        if (visibility := parser.parse_optional_visibility_keyword()) is not None:
            properties["sym_visibility"] = visibility
        properties["sym_name"] = parser.parse_symbol_name()

        arguments = _parse_arguments(parser)
        results = _parse_results(parser)
        types = [type for _, type, _ in arguments]
        properties["function_type"] = FunctionType.from_lists(types, [type for type, _ in results])
        _set_attributes(properties, "arg_attrs", [attributes for *_, attributes in arguments])
        _set_attributes(properties, "res_attrs", [attributes for _, attributes in results])

        given = parser.parse_optional_attr_dict_with_keyword(SIGNATURE)
        attributes = {} if given is None else dict(given.data)
        if "no_inline" in attributes:
            properties["no_inline"] = attributes.pop("no_inline")

        named = [argument for argument, _, _ in arguments if argument is not None]
        if named and len(named) != len(arguments):
            parser.raise_error("expected all arguments to have names, or none of them")
        position = parser.pos
        body = parser.parse_optional_region(named or None)
        if body is not None and not body.blocks:
            parser.raise_error("expected non-empty function body", position)
        return cls.create(
            properties=properties,
            attributes=attributes,
            regions=[Region() if body is None else body],
        )

    def print(self, printer: Printer) -> None:
        if self.sym_visibility is not None:
            printer.print_string(f" {self.sym_visibility.data}")
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name)
        with printer.in_parens():
            _print_arguments(self, printer)
        _print_results(self, printer)
        no_inline = {k: v for k, v in self.properties.items() if k == "no_inline"}
        printer.print_op_attributes({**no_inline, **self.attributes}, print_keyword=True)
        if self.body.blocks:
            printer.print_string(" ")
            printer.print_region(self.body, False, False)


Argument = tuple[Parser.Argument | None, Attribute, dict[str, Attribute]]


def _parse_arguments(parser: Parser) -> list[Argument]:
    def parse_argument() -> Argument:
        argument = parser.parse_optional_argument()
        type = parser.parse_type() if argument is None else argument.type
        attributes = parser.parse_optional_attr_dict()
        location = parser.parse_optional_location()
        if argument is not None:
            argument.location = location
        return argument, type, attributes

    return parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_argument)


def _parse_results(parser: Parser) -> list[tuple[Attribute, dict[str, Attribute]]]:
    if parser.parse_optional_punctuation("->") is None:
        return []
    results = parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, lambda: (parser.parse_type(), parser.parse_optional_attr_dict())
    )
    return [(parser.parse_type(), {})] if results is None else [*results]


def _set_attributes(
    properties: dict[str, Attribute], name: str, attributes: list[dict[str, Attribute]]
) -> None:
    if any(attributes):
        properties[name] = ArrayAttr([DictionaryAttr(each) for each in attributes])


def _print_arguments(op: func.FuncOp, printer: Printer) -> None:
    types = op.function_type.inputs.data
    attributes = [NO_ATTRIBUTES] * len(types) if op.arg_attrs is None else op.arg_attrs.data
    arguments = [None] * len(types) if op.is_declaration else op.args

    def print_argument(index: int) -> None:
        if (argument := arguments[index]) is not None:
            printer.print_ssa_value(argument)
            printer.print_string(": ")
        printer.print_attribute(types[index])
        printer.print_op_attributes(attributes[index].data)
        if argument is not None and printer.print_debuginfo:
            printer.print_string(" ")
            printer.print_attribute(argument.location)

    printer.print_list(range(len(types)), print_argument)


def _print_results(op: func.FuncOp, printer: Printer) -> None:
    types = op.function_type.outputs.data
    if not types:
        return
    printer.print_string(" -> ")
    attributes = [NO_ATTRIBUTES] * len(types) if op.res_attrs is None else op.res_attrs.data
    bare = len(types) == 1 and not attributes[0].data and not isinstance(types[0], FunctionType)

    def print_result(index: int) -> None:
        printer.print_attribute(types[index])
        printer.print_op_attributes(attributes[index].data)

    if bare:
        print_result(0)
    else:
        with printer.in_parens():
            printer.print_list(range(len(types)), print_result)


@refine(
    properties={
        "no_inline": optional(UnitAttr),
        "arg_attrs": optional(ArrayAttr),
        "res_attrs": optional(ArrayAttr),
    }
)
class CallOp(func.CallOp):
    """A call of a function by its symbol.

    ```mlir
    %y = func.call @f(%x) {no_inline} : (f64) -> f64
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> CallOp:
        callee = SymbolRefAttr(parser.parse_symbol_name())
        arguments = parser.parse_op_args_list()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_function_type()
        known = {name: attributes.pop(name) for name in CALL_PROPERTIES if name in attributes}
        return cls.create(
            operands=parser.resolve_operands(arguments, type.inputs.data, position),
            result_types=type.outputs.data,
            properties={"callee": callee, **known},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.callee)
        printer.print_operands(self.arguments)
        known = {k: v for k, v in self.properties.items() if k in CALL_PROPERTIES}
        printer.print_op_attributes({**known, **self.attributes})
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)


CALL_PROPERTIES = ("no_inline", "arg_attrs", "res_attrs")


@irdl_op_definition
class ConstantOp(IRDLOperation):
    """A function as a value.

    ```mlir
    %f = func.constant @callee : (f64) -> f64
    ```
    """

    name = "func.constant"
    value = prop_def(SymbolRefAttr)
    result = result_def(FunctionType)
    traits = traits_def(Pure())
    assembly_format = "attr-dict $value `:` type($result)"


@irdl_op_definition
class CallIndirectOp(IRDLOperation):
    """A call of a function value.

    ```mlir
    %y = func.call_indirect %f(%x) : (f64) -> f64
    ```
    """

    name = "func.call_indirect"
    callee = operand_def(FunctionType)
    arguments = var_operand_def()
    res = var_result_def()

    @classmethod
    def parse(cls, parser: Parser) -> CallIndirectOp:
        callee = parser.parse_unresolved_operand()
        arguments = parser.parse_op_args_list()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_function_type()
        operands = parser.resolve_operands(arguments, type.inputs.data, position)
        return cls.create(
            operands=[parser.resolve_operand(callee, type), *operands],
            result_types=type.outputs.data,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.callee)
        printer.print_operands(self.arguments)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.callee.type)

    def verify_(self) -> None:
        expected = FunctionType.from_lists(self.arguments.types, self.res.types)
        if self.callee.type != expected:
            raise VerifyException(f"callee has type {self.callee.type}, expected {expected}")


Func = overlay(func.Func, [FuncOp, CallOp, ConstantOp, CallIndirectOp])

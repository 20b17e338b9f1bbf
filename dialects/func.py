"""The func dialect: xDSL's, with attributes on declarations and function values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, BlockArgument, Operation, Region, SSAValue
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

        arguments = parse_signature(parser, properties)

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
        print_signature(self, printer, self.args if self.body.blocks else ())
        no_inline = {k: v for k, v in self.properties.items() if k == "no_inline"}
        printer.print_op_attributes({**no_inline, **self.attributes}, print_keyword=True)
        if self.body.blocks:
            printer.print_string(" ")
            printer.print_region(self.body, False, False)


Argument = tuple[Parser.Argument | None, Attribute, dict[str, Attribute]]


def parse_signature(parser: Parser, properties: dict[str, Attribute]) -> list[Argument]:
    """`(%x: f64 {a}) -> (f64 {b})`, of which the types and attributes go into `properties`."""
    arguments = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parse_argument(parser)
    )
    results = _parse_results(parser)
    types = [type for _, type, _ in arguments]
    properties["function_type"] = FunctionType.from_lists(types, [type for type, _ in results])
    set_attributes(properties, "arg_attrs", [attributes for *_, attributes in arguments])
    set_attributes(properties, "res_attrs", [attributes for _, attributes in results])
    return arguments


def parse_argument(parser: Parser) -> Argument:
    """`%x: f64 {attributes} loc(..)`, or only the type and attributes."""
    argument = parser.parse_optional_argument()
    type = parser.parse_type() if argument is None else argument.type
    attributes = parser.parse_optional_attr_dict()
    location = parser.parse_optional_location()
    if argument is not None and location is not None:
        argument.location = location
    return argument, type, attributes


def _parse_results(parser: Parser) -> list[tuple[Attribute, dict[str, Attribute]]]:
    if parser.parse_optional_punctuation("->") is None:
        return []
    results = parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, lambda: (parser.parse_type(), parser.parse_optional_attr_dict())
    )
    return [(parser.parse_type(), {})] if results is None else [*results]


def set_attributes(
    properties: dict[str, Attribute], name: str, attributes: Sequence[dict[str, Attribute]]
) -> None:
    """Store the attributes of each argument or result, unless none has any."""
    if any(attributes):
        properties[name] = ArrayAttr([DictionaryAttr(each) for each in attributes])


def attributes_of(op: Operation, name: str, count: int) -> Sequence[Mapping[str, Attribute]]:
    """What `set_attributes` stored."""
    stored = op.properties.get(name)
    if not isinstance(stored, ArrayAttr):
        return [dict[str, Attribute]()] * count
    return [each.data for each in cast(ArrayAttr[DictionaryAttr], stored)]


def print_signature(op: Operation, printer: Printer, arguments: Sequence[SSAValue]) -> None:
    """What `parse_signature` reads; `arguments` are empty for a declaration."""
    type = op.properties["function_type"]
    assert isinstance(type, FunctionType)
    inputs = type.inputs.data
    attributes = attributes_of(op, "arg_attrs", len(inputs))
    named = arguments or [None] * len(inputs)
    with printer.in_parens():
        printer.print_list(
            range(len(inputs)),
            lambda index: print_argument(printer, named[index], inputs[index], attributes[index]),
        )
    _print_results(op, printer, type.outputs.data)


def print_argument(
    printer: Printer,
    argument: SSAValue | None,
    type: Attribute,
    attributes: Mapping[str, Attribute],
) -> None:
    """What `parse_argument` reads."""
    if argument is not None:
        printer.print_ssa_value(argument)
        printer.print_string(": ")
    printer.print_attribute(type)
    printer.print_op_attributes(dict(attributes))
    if isinstance(argument, BlockArgument) and printer.print_debuginfo:
        printer.print_string(" ")
        printer.print_attribute(argument.location)


def _print_results(op: Operation, printer: Printer, types: Sequence[Attribute]) -> None:
    if not types:
        return
    printer.print_string(" -> ")
    attributes = attributes_of(op, "res_attrs", len(types))
    bare = len(types) == 1 and not attributes[0] and not isinstance(types[0], FunctionType)

    def print_result(index: int) -> None:
        printer.print_attribute(types[index])
        printer.print_op_attributes(dict(attributes[index]))

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

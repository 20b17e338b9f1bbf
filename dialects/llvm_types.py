"""Types of the llvm dialect that xDSL reads in part: structs, arrays and functions.

Where xDSL's class can hold a type, that one is made of it, so that code which looks for it finds
it; the classes here hold the others.
"""

from __future__ import annotations

from typing import Any

from xdsl.dialects import llvm
from xdsl.dialects.builtin import ArrayAttr, IntAttr, NoneAttr, StringAttr, UnitAttr
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from .opaque import opaque_type


def parse_type(parser: AttrParser) -> Attribute:
    """A type; within another type of the dialect, `!llvm.` may be left out."""
    word = parser.parse_optional_keyword_in(SHORT)
    if word is None:
        return parser.parse_type()
    definition = SHORT[word]
    return definition.new(definition.parse_parameters(parser))


@irdl_attr_definition
class StructType(ParametrizedAttribute, TypeAttribute):
    """A struct: `<(i32, ptr)>`, `<packed (i8)>`, `<"name", (i32)>`, `<"name", opaque>`.

    `<"name">` within a named struct is that struct, which is recursive then.
    """

    name = "llvm.struct"
    struct_name: StringAttr
    types: ArrayAttr[Attribute]
    form: StringAttr
    """`packed`, `opaque` or `recursive`; of any other struct xDSL's class is made."""

    @classmethod
    def new(cls, params: Any) -> Any:
        name, types, form = params
        return super().new(params) if form.data else llvm.LLVMStructType(name, types)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            name = parser.parse_optional_str_literal()
            form = "recursive"
            types: list[Attribute] = []
            if name is None or parser.parse_optional_punctuation(",") is not None:
                form = parser.parse_optional_keyword_in(("packed", "opaque")) or ""
                if form != "opaque":
                    types = parser.parse_comma_separated_list(
                        parser.Delimiter.PAREN, lambda: parse_type(parser)
                    )
        return [StringAttr(name or ""), ArrayAttr(types), StringAttr(form)]

    def print_parameters(self, printer: Printer) -> None:
        form = self.form.data
        with printer.in_angle_brackets():
            if self.struct_name.data:
                printer.print_attribute(self.struct_name)
                printer.print_string("" if form == "recursive" else ", ")
            if form != "recursive":
                printer.print_string(form)
            if form == "packed":
                printer.print_string(" ")
                with printer.in_parens():
                    printer.print_list(self.types.data, printer.print_attribute)


@irdl_attr_definition
class ArrayType(ParametrizedAttribute, TypeAttribute):
    """Reads `<4 x f32>`, of which xDSL's class is made."""

    name = "llvm.array"

    @classmethod
    def new(cls, params: Any) -> Any:
        return llvm.LLVMArrayType(*params)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            size = parser.parse_integer(allow_boolean=False, allow_negative=False)
            parser.parse_shape_delimiter()
            return [IntAttr(size), parse_type(parser)]


@irdl_attr_definition
class FunctionType(ParametrizedAttribute, TypeAttribute):
    """A function: `<i32 (ptr, ...)>`, here with types that xDSL allows no function to have."""

    name = "llvm.func"
    inputs: ArrayAttr[Attribute]
    output: Attribute
    variadic: UnitAttr | NoneAttr

    @property
    def is_variadic(self) -> bool:
        return isinstance(self.variadic, UnitAttr)

    @classmethod
    def new(cls, params: Any) -> Any:
        inputs, output, variadic = params
        theirs = all(
            llvm.is_compatible_type(type) or isinstance(type, llvm.LLVMVoidType)
            for type in (*inputs, output)
        )
        if not theirs:
            return super().new(params)
        return llvm.LLVMFunctionType(inputs, output, isinstance(variadic, UnitAttr))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            output = parse_type(parser)
            position = parser.pos
            inputs = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: _parse_input(parser)
            )
        if None in inputs[:-1]:
            parser.raise_error("expected '...' at the end only", position)
        variadic = UnitAttr() if None in inputs else NoneAttr()
        return [ArrayAttr([type for type in inputs if type is not None]), output, variadic]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.output)
            printer.print_string(" ")
            with printer.in_parens():
                printer.print_list(self.inputs.data, printer.print_attribute)
                if self.is_variadic:
                    printer.print_string(", ..." if self.inputs.data else "...")


def _parse_input(parser: AttrParser) -> Attribute | None:
    return None if parser.parse_optional_punctuation("...") is not None else parse_type(parser)


def function_type(inputs: list[Attribute], output: Attribute | None, variadic: bool) -> Attribute:
    """The type of a function; without an output it is void."""
    return FunctionType.new(
        [ArrayAttr(inputs), output or llvm.LLVMVoidType(), UnitAttr() if variadic else NoneAttr()]
    )


OPAQUE = ("label", "metadata", "ppc_fp128", "target", "token", "x86_amx")
"""Types that are kept as text."""

TYPES: list[type[ParametrizedAttribute]] = [
    *(StructType, ArrayType, FunctionType, llvm.LLVMPointerType, llvm.LLVMVoidType),
    *(opaque_type(f"llvm.{name}") for name in OPAQUE),
]

SHORT = {definition.name.removeprefix("llvm."): definition for definition in TYPES}
"""Types by what is written for them within another."""

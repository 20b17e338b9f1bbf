"""Functions, globals and aliases of the llvm dialect."""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    IntegerAttr,
    StringAttr,
    SymbolNameConstraint,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, Region, TypedAttribute
from xdsl.irdl import (
    AnyAttr,
    PropertyDef,
    irdl_op_definition,
    prop_def,
    region_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import SymbolOpInterface

from .declared import OpenProperties
from .func import (
    Argument,
    attributes_of,
    parse_argument,
    print_argument,
    set_attributes,
)
from .llvm_types import FunctionType, function_type
from .llvm_words import C_CONVENTION, parse_words, print_words
from .opaque import opaque
from .overlay import refine

EXTERNAL = llvm.LinkageAttr("external")

VScaleRangeAttr = opaque("llvm.vscale_range")

ZERO = IntegerAttr(0, i64)

WORDS = ("linkage", "visibility_", "unnamed_addr", "CConv", "thread_local_", "constant")

SIGNATURE = ("sym_name", "function_type", "arg_attrs", "res_attrs")


def _parse_comdat(parser: Parser, properties: dict[str, Attribute]) -> None:
    """`comdat(@group::@selector)`, or nothing"""
    if parser.parse_optional_keyword("comdat"):
        with parser.in_parens():
            properties["comdat"] = parser.parse_attribute()


def _print_attributes(
    op: Operation, printer: Printer, hidden: tuple[str, ...], keyword: bool = False
) -> None:
    """The attributes and properties that words before the name do not stand for."""
    printer.print_op_attributes(
        {**op.properties, **op.attributes},
        reserved_attr_names=(*WORDS, *hidden),
        print_keyword=keyword,
    )


@refine(properties=dict.fromkeys(("function_type", "CConv"), PropertyDef(AnyAttr())))
class FuncOp(OpenProperties, llvm.FuncOp):
    """A function, or without a body the declaration of one.

    ```mlir
    llvm.func internal @f(%x: f64 {llvm.noundef}, ...) -> i32 attributes {no_inline} {
      ...
    }
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        properties: dict[str, Attribute] = {
            **{
                "linkage": EXTERNAL,
                "visibility_": ZERO,
                "unnamed_addr": ZERO,
                "CConv": C_CONVENTION,
            },
            **parse_words(parser, ("linkage", "visibility_", "unnamed_addr", "CConv")),
            "sym_name": parser.parse_symbol_name(),
        }
        position = parser.pos
        arguments = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: _parse_optional_argument(parser)
        )
        variadic = None in arguments
        if None in arguments[:-1]:
            parser.raise_error(
                "variadic arguments must be in the end of the argument list", position
            )
        known = [argument for argument in arguments if argument is not None]
        output, attributes = None, {}
        if parser.parse_optional_punctuation("->") is not None:
            if parser.parse_optional_punctuation("(") is not None:
                output, attributes = parser.parse_type(), parser.parse_optional_attr_dict()
                parser.parse_punctuation(")")
            else:
                output = parser.parse_type()
        set_attributes(properties, "arg_attrs", [attributes for *_, attributes in known])
        set_attributes(properties, "res_attrs", [attributes])
        types = [type for _, type, _ in known]
        properties["function_type"] = function_type(types, output, variadic)
        others: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("vscale_range"):
            others["vscale_range"] = _parse_vscale_range(parser)
        _parse_comdat(parser, others)
        if (given := parser.parse_optional_attr_dict_with_keyword(SIGNATURE)) is not None:
            others |= given.data
        names = [argument for argument, *_ in known if argument is not None]
        body = parser.parse_optional_region(names) or Region()
        return cls.create(properties=properties, attributes=others, regions=[body])

    def print(self, printer: Printer) -> None:
        type = self.properties["function_type"]
        assert isinstance(type, llvm.LLVMFunctionType | FunctionType)
        inputs = type.inputs.data
        hidden = {"linkage": EXTERNAL}
        print_words(printer, {k: v for k, v in self.properties.items() if hidden.get(k) != v})
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name)
        attributes = attributes_of(self, "arg_attrs", len(inputs))
        arguments = self.body.blocks[0].args if self.body.blocks else [None] * len(inputs)

        def print_argument_at(index: int) -> None:
            if index == len(inputs):
                printer.print_string("...")
            else:
                print_argument(printer, arguments[index], inputs[index], attributes[index])

        with printer.in_parens():
            printer.print_list(range(len(inputs) + type.is_variadic), print_argument_at)
        if not isinstance(type.output, llvm.LLVMVoidType):
            printer.print_string(" -> ")
            (result_attributes,) = attributes_of(self, "res_attrs", 1)
            printer.print_string("(" if result_attributes else "")
            print_argument(printer, None, type.output, result_attributes)
            printer.print_string(")" if result_attributes else "")
        _print_attributes(self, printer, SIGNATURE, keyword=True)
        if self.body.blocks:
            printer.print_string(" ")
            printer.print_region(self.body, print_entry_block_args=False)


def _parse_optional_argument(parser: Parser) -> Argument | None:
    return None if parser.parse_optional_punctuation("...") else parse_argument(parser)


def _parse_vscale_range(parser: Parser) -> Attribute:
    with parser.in_parens():
        least = parser.parse_integer(allow_boolean=False)
        parser.parse_punctuation(",")
        most = parser.parse_integer(allow_boolean=False)
    return VScaleRangeAttr(StringAttr(f"<minRange = {least} : i32, maxRange = {most} : i32>"))


@refine()
class GlobalOp(OpenProperties, llvm.GlobalOp):
    """A variable of the module, with a value or code that gives one.

    ```mlir
    llvm.mlir.global internal constant @text("hello") {addr_space = 0 : i32}
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> GlobalOp:
        properties: dict[str, Attribute] = {
            **{"linkage": EXTERNAL, "visibility_": ZERO, "unnamed_addr": ZERO},
            "addr_space": IntegerAttr(0, i32),
            **parse_words(parser, [word for word in WORDS if word != "CConv"]),
            "sym_name": parser.parse_symbol_name(),
        }
        value = None
        with parser.in_parens():
            value = parser.parse_optional_attribute()
        if value is not None:
            properties["value"] = value
        others: dict[str, Attribute] = {}
        _parse_comdat(parser, others)
        others |= parser.parse_optional_attr_dict()
        known = cls.get_irdl_definition().properties
        properties |= {name: others.pop(name) for name in [*others] if name in known}
        position = parser.pos
        if parser.parse_optional_punctuation(":") is not None:
            properties["global_type"] = parser.parse_type()
        elif isinstance(value, StringAttr):
            length = len(value.data.encode())
            properties["global_type"] = llvm.LLVMArrayType(length, i8)
        elif isinstance(value, TypedAttribute):
            properties["global_type"] = value.get_type()
        else:
            parser.raise_error("expected the type of the global", position)
        body = parser.parse_optional_region() or Region()
        return cls.create(properties=properties, attributes=others, regions=[body])

    def print(self, printer: Printer) -> None:
        print_words(printer, self.properties)
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name)
        with printer.in_parens():
            if self.value is not None:
                printer.print_attribute(self.value)
        _print_attributes(self, printer, ("sym_name", "value", "global_type"))
        printer.print_string(" : ")
        printer.print_attribute(self.global_type)
        if self.body.blocks:
            printer.print_string(" ")
            printer.print_region(self.body)


@irdl_op_definition
class AliasOp(OpenProperties):
    """Another name for a global.

    ```mlir
    llvm.mlir.alias external @alias : i32 {
      %0 = llvm.mlir.addressof @global : !llvm.ptr
      llvm.return %0 : !llvm.ptr
    }
    ```
    """

    name = "llvm.mlir.alias"
    sym_name = prop_def(SymbolNameConstraint())
    alias_type = prop_def()
    linkage = prop_def(llvm.LinkageAttr)
    visibility_ = prop_def()
    unnamed_addr = prop_def()
    initializer = region_def()
    traits = traits_def(SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> AliasOp:
        properties: dict[str, Attribute] = {
            **{"linkage": EXTERNAL, "visibility_": ZERO, "unnamed_addr": ZERO},
            **parse_words(parser, ("linkage", "visibility_", "unnamed_addr", "thread_local_")),
            "sym_name": parser.parse_symbol_name(),
        }
        others = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        properties["alias_type"] = parser.parse_type()
        return cls.create(properties=properties, attributes=others, regions=[parser.parse_region()])

    def print(self, printer: Printer) -> None:
        print_words(printer, {**self.properties, **self.attributes})
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name)
        _print_attributes(self, printer, ("sym_name", "alias_type"))
        printer.print_string(" : ")
        printer.print_attribute(self.alias_type)
        printer.print_string(" ")
        printer.print_region(self.initializer)


OPERATIONS = [FuncOp, GlobalOp, AliasOp]

ATTRIBUTES = [VScaleRangeAttr]

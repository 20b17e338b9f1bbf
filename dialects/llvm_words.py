"""Words before the names of symbols and callees of the llvm dialect: linkage, conventions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import IRDLOperation, irdl_attr_definition
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer

CALLING_CONVENTION = re.compile(r"\w*cc(_\d+)?")

LINKAGES = (
    *("private", "internal", "available_externally", "linkonce", "weak", "common", "appending"),
    *("extern_weak", "linkonce_odr", "weak_odr", "external"),
)

C_CONVENTION = llvm.CallingConventionAttr("ccc")

NO_TAIL_CALL = llvm.TailCallKindAttr(llvm.TailCallKind.NONE)

WORDS: dict[str, tuple[str, Attribute]] = {
    **{word: ("linkage", llvm.LinkageAttr(word)) for word in LINKAGES},
    "hidden": ("visibility_", IntegerAttr(1, i64)),
    "protected": ("visibility_", IntegerAttr(2, i64)),
    "thread_local": ("thread_local_", UnitAttr()),
    "local_unnamed_addr": ("unnamed_addr", IntegerAttr(1, i64)),
    "unnamed_addr": ("unnamed_addr", IntegerAttr(2, i64)),
    "constant": ("constant", UnitAttr()),
    **{
        kind.value: ("TailCallKind", llvm.TailCallKindAttr(kind))
        for kind in llvm.TailCallKind
        if kind is not llvm.TailCallKind.NONE
    },
}
"""What a word before the name of a symbol or callee says."""

SPELLINGS = {meaning: word for word, meaning in WORDS.items()}

ORDER = (
    *("linkage", "visibility_", "thread_local_", "unnamed_addr", "constant", "CConv"),
    "TailCallKind",
)
"""The order in which MLIR has these properties."""


def parse_words(parser: Parser, properties: Iterable[str]) -> dict[str, Attribute]:
    """The words before a name, which may say something of `properties`."""
    known = set(properties)
    found: dict[str, Attribute] = {}
    position = parser.pos
    while (word := parser.parse_optional_identifier()) is not None:
        if word in WORDS:
            name, value = WORDS[word]
        elif CALLING_CONVENTION.fullmatch(word):
            name, value = "CConv", CallingConventionAttr.new([StringAttr(word)])
        else:
            parser.raise_error(f"unknown keyword '{word}'", position)
        if name not in known or name in found:
            parser.raise_error(f"unexpected keyword '{word}'", position)
        found[name] = value
        position = parser.pos
    return found


def print_words(printer: Printer, properties: dict[str, Attribute]) -> None:
    """What `parse_words` reads."""
    for name in ORDER:
        value = properties.get(name)
        if isinstance(value, llvm.CallingConventionAttr | CallingConventionAttr):
            word = None if value == C_CONVENTION else value.convention.data
        else:
            word = None if value is None else SPELLINGS.get((name, value))
        if word is not None:
            printer.print_string(f" {word}")


@irdl_attr_definition
class CallingConventionAttr(ParametrizedAttribute):
    """A calling convention; of those that xDSL knows its class is made."""

    name = "llvm.cconv"
    convention: StringAttr

    @classmethod
    def new(cls, params: Any) -> Any:
        (convention,) = params
        if convention.data in llvm.LLVM_CALLING_CONVS:
            return llvm.CallingConventionAttr(convention.data)
        return super().new(params)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            return [StringAttr(parser.parse_identifier())]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.convention.data)


@irdl_custom_directive
class Convention(CustomDirective):
    """`fastcc`, or nothing"""

    convention: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        state.properties |= {"CConv": C_CONVENTION, **parse_words(parser, ["CConv"])}

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        print_words(printer, op.properties)


@irdl_custom_directive
class CallWords(CustomDirective):
    """`fastcc musttail`, or nothing"""

    convention: AttributeVariable
    tail: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        words = parse_words(parser, ["CConv", "TailCallKind"])
        state.properties |= {"CConv": C_CONVENTION, "TailCallKind": NO_TAIL_CALL, **words}

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        print_words(printer, op.properties)


ATTRIBUTES = [CallingConventionAttr]

"""Attributes and types of which the text is kept and nothing else is known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import StringIO

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import BaseAttr, ParamAttrDef, ParamDef
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.runtime_final import runtime_final

ALIAS = re.compile(r'"(?:[^"\\]|\\.)*"|(?P<alias>[#!][A-Za-z_$][\w$]*)(?![\w$.<])')

LIMIT = 1_000_000
"""Characters that the text of one attribute may have with its aliases expanded."""


DEFINITION = ParamAttrDef("opaque", [("text", ParamDef(BaseAttr(StringAttr)))])


@dataclass(frozen=True, init=False)
class OpaqueAttribute(ParametrizedAttribute):
    """Text from `<` to `>`, both included, without aliases; empty where those are absent.

    A dialect may have dozens of these. Its subclasses differ in no more than their names, so that
    what xDSL's decorator makes of a class, at length, is made once here.
    """

    text: StringAttr

    @classmethod
    def get_irdl_definition(cls) -> ParamAttrDef:
        return DEFINITION

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        return [StringAttr(parse_body(parser))]

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(self.text.data)


class OpaqueType(OpaqueAttribute, TypeAttribute):
    """The same for a type."""


def opaque(name: str) -> type[OpaqueAttribute]:
    """The class of the attribute `name`."""
    return runtime_final(type(name, (OpaqueAttribute,), {"name": name}))


def opaque_type(name: str) -> type[OpaqueType]:
    """The class of the type `name`."""
    return runtime_final(type(name, (OpaqueType,), {"name": name}))


def parse_body(parser: AttrParser) -> str:
    """The text from `<` to the `>` that closes it, if there is a `<`."""
    start = parser.pos
    if parser.parse_optional_punctuation("<") is None:
        return ""
    parser._resume_from(start)  # pyright: ignore[reportPrivateUsage]
    body = parser._parse_dialect_symbol_body()  # pyright: ignore[reportPrivateUsage]
    return f"<{expand_aliases(parser, body, start + 1)}>"


def expand_aliases(parser: AttrParser, body: str, start: int) -> str:
    """`body`, which is at `start`, with what its aliases stand for in place of them."""
    pieces: list[str] = []
    done = 0
    for match in ALIAS.finditer(body):
        if (alias := match["alias"]) is not None:
            if alias not in parser.attribute_aliases:
                parser.raise_error(f"undefined symbol alias '{alias}'", start + match.start())
            pieces += [body[done : match.start()], _text(parser.attribute_aliases[alias])]
            done = match.end()
    text = "".join([*pieces, body[done:]])
    if len(text) > LIMIT:
        parser.raise_error(f"attribute has more than {LIMIT} characters without aliases", start)
    return text


def _text(attribute: Attribute) -> str:
    stream = StringIO()
    Printer(stream).print_attribute(attribute)
    return stream.getvalue()

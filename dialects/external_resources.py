"""The resources of a text that belong to a tool and not to a dialect.

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(cse)",
      verify_each: true
    }
  }
#-}
"""

from __future__ import annotations

import re
from typing import TypeAlias

from xdsl.parser import Parser

ExternalResources: TypeAlias = dict[str, dict[str, "str | bool"]]
"""Owner to key to value."""

_IDENTIFIER = re.compile(r"[A-Za-z_][\w$.]*", re.ASCII)


def parse_external_resources(parser: Parser) -> ExternalResources:
    """Read what follows `external_resources:`."""
    resources: ExternalResources = {}

    def parse_owner() -> None:
        owner = _parse_key(parser)
        entries = resources.setdefault(owner, {})
        parser.parse_comma_separated_list(parser.Delimiter.BRACES, lambda: parse_entry(entries))

    def parse_entry(entries: dict[str, str | bool]) -> None:
        key = _parse_key(parser)
        text = parser.parse_optional_str_literal()
        entries[key] = parser.parse_boolean() if text is None else text

    parser.parse_comma_separated_list(parser.Delimiter.BRACES, parse_owner)
    return resources


def _parse_key(parser: Parser) -> str:
    text = parser.parse_optional_str_literal()
    key = parser.parse_identifier() if text is None else text
    parser.parse_punctuation(":")
    return key


def external_resources_text(resources: ExternalResources) -> str:
    """The section of a file that holds the resources; nothing if there are none."""
    owners = ",\n".join(
        f"    {_key_text(owner)}: {{\n{_entries_text(entries)}\n    }}"
        for owner, entries in resources.items()
        if entries
    )
    if not owners:
        return ""
    return f"{{-#\n  external_resources: {{\n{owners}\n  }}\n#-}}\n"


def _entries_text(entries: dict[str, str | bool]) -> str:
    return ",\n".join(
        f"      {_key_text(key)}: {_value_text(value)}" for key, value in entries.items()
    )


def _value_text(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else _quoted(value)


def _key_text(key: str) -> str:
    return key if _IDENTIFIER.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    """A string literal; what is not plain ASCII is written as bytes in hexadecimal."""
    escaped = re.sub(rb'[^ -~]|["\\]', lambda found: b"\\%02X" % found[0][0], text.encode())
    return f'"{escaped.decode()}"'

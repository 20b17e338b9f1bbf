"""Edits of MLIR text that is kept as text: what runs is what the tool printed."""

from __future__ import annotations

import re
from collections.abc import Sequence

_DECLARATION = re.compile(r"^[ \t]*func\.func private @([\w$.]+)\(", re.MULTILINE)
_SYMBOL = re.compile(r'@"[^"]*"|@[A-Za-z_][\w$.]*|"(?:[^"\\]|\\.)*"|//[^\n]*')
_SYMBOL_NAME = re.compile(r'(\bsym_name = ")([^"]*)"')
_ALIAS_DEFINITION = re.compile(r"^([#!][A-Za-z_][\w$.]*)[ \t]*=", re.MULTILINE)
_RESULTS = r"%[\w$.#:-]+(?:,[ \t]*%[\w$.#:-]+)*"
NOT_UPSTREAM = re.compile(r"^\s*(?:%[^=]*= )?\"?(?:enzyme|ckptopt)\.|!enzyme", re.MULTILINE)
"""Operations and types of dialects that mlir-opt does not have."""

_MODULE_OPEN = re.compile(r"^[ \t]*(builtin\.)?module\b[^\n]*\{[ \t]*(//.*)?$")


def strip_module(text: str) -> str:
    """Drop an outer `module {}`, so that functions can be appended."""
    lines = text.splitlines()
    for start, line in enumerate(lines):
        if _MODULE_OPEN.match(line):
            close = line[: len(line) - len(line.lstrip())] + "}"
            end = max(i for i, other in enumerate(lines) if other.startswith(close))
            return "\n".join(lines[:start] + lines[start + 1 : end] + lines[end + 1 :])
        if line.strip() and not line.lstrip().startswith(("#", "//", "!")):
            break
    return text


def extract_declarations(text: str) -> tuple[str, dict[str, str]]:
    """Take the functions without a body out of a module: their names must survive the renaming,
    and programs may share them."""
    found: dict[str, str] = {}
    kept, position = "", 0
    for match in _DECLARATION.finditer(text):
        end = text.find("\n", match.end())
        declaration = text[match.start() : end if end >= 0 else len(text)]
        if not declaration.rstrip().endswith("{"):
            found[match[1]] = declaration.strip()
            kept += text[position : match.start()]
            position = match.start() + len(declaration)
    return kept + text[position:], found


def rename_symbols(text: str, suffix: str, keep: set[str]) -> str:
    """Append `suffix` to every symbol that is not in `keep`, and to every attribute alias."""

    def renamed(match: re.Match[str]) -> str:
        token = match[0]
        if not token.startswith("@") or token[1:] in keep:
            return token
        return f'{token[:-1]}{suffix}"' if token.endswith('"') else token + suffix

    text = _SYMBOL.sub(renamed, text)
    text = _SYMBOL_NAME.sub(
        lambda m: m[0] if m[2] in keep else f'{m[1]}{m[2]}{suffix}"',
        text,
    )
    for alias in dict.fromkeys(_ALIAS_DEFINITION.findall(text)):
        text = re.sub(rf"{re.escape(alias)}(?![\w$.])", alias + suffix, text)
    return text


def count_ops(text: str, names: Sequence[str], counter: str) -> str:
    """Put a call of `@<counter>_<i>` before every op called `names[i]`, in whichever function.

    Works on lines: each op must start one, as in everything that MLIR and xDSL print.
    """
    for i, name in enumerate(names):
        op = rf'^([ \t]*)((?:{_RESULTS}[ \t]*=[ \t]*)?"?{re.escape(name)}(?![\w.]))'
        text = re.compile(op, re.MULTILINE).sub(
            rf"\1func.call @{counter}_{i}() : () -> ()\n\1\2", text
        )
    return text

"""Declarative assembly formats that are compiled when they are first used.

xDSL compiles the format of every op of a dialect on import, a third of the time which that takes. A
file uses few of them.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, cast

from xdsl.irdl import IRDLOperation, OpDef
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.printer import Printer

compile_format = FormatProgram.from_str


class LazyFormat:
    """Stands in for the program that `text` compiles to."""

    def __init__(self, text: str, definition: OpDef) -> None:
        self._text = text
        self._definition = definition

    @cached_property
    def _program(self) -> FormatProgram:
        return compile_format(self._text, self._definition)

    def parse(self, parser: Parser, op_type: type[Any]) -> Any:
        return self._program.parse(parser, op_type)

    def print(self, printer: Printer, op: IRDLOperation) -> None:
        self._program.print(printer, op)


@contextmanager
def lazy_formats() -> Generator[None]:
    """Ops defined within get lazy formats."""
    previous = FormatProgram.from_str
    FormatProgram.from_str = staticmethod(cast(Any, LazyFormat))
    try:
        yield
    finally:
        FormatProgram.from_str = previous

"""Diagnostics in the form that mlir-opt prints.

Code that finds a fault raises ``error(op, "...")``; code that wants to say something and go on
calls ``warn(op, "...")`` or ``remark(op, "...")``. What is said goes to the current *sink*, which
prints to standard error unless ``sink_to`` put another one in place.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TextIO, TypeAlias

if TYPE_CHECKING:
    from xdsl.dialects.builtin import LocationAttr
    from xdsl.ir import Attribute, Operation, SSAValue

Severity = Literal["error", "warning", "note", "remark"]


@dataclass(frozen=True)
class Location:
    """A place in a source file; lines and columns count from 1."""

    file: str
    line: int
    col: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col}"

    @staticmethod
    def at(position: int, text: str, file: str) -> Location:
        """Return the place of a position in the text of a file."""
        line_start = text.rfind("\n", 0, position) + 1
        return Location(file, text.count("\n", 0, position) + 1, position - line_start + 1)


@dataclass(frozen=True)
class Diagnostic:
    """One message, with the notes that explain it; ``internal`` if it is about a fault of ours."""

    severity: Severity
    message: str
    location: Location | None = None
    notes: tuple[Diagnostic, ...] = ()
    internal: bool = False


class CompileError(Exception):
    """The input or the pipeline is at fault; ``diagnostic`` says how and where.

    As text it is what the command line prints, but for the source line.
    """

    def __init__(self, diagnostic: Diagnostic):
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        return render(self.diagnostic).rstrip("\n")


if TYPE_CHECKING:
    Where: TypeAlias = Operation | SSAValue | LocationAttr | Location | None
Sink: TypeAlias = Callable[[Diagnostic], None]


def error(where: Where, message: str, *notes: Diagnostic) -> CompileError:
    """Make the exception that reports ``message`` at ``where``.

    Arguments:
        where: operation, value, location attribute or ``Location`` at fault; None for no place.
        message: what is wrong, without file name or severity.
        notes: made by ``note``.

    Returns:
        the exception, to be raised by the caller.
    """
    return CompileError(_about(where, "error", message, notes))


def note(where: Where, message: str) -> Diagnostic:
    """Make a note that can be given to ``error``, ``warn`` and ``remark``."""
    return Diagnostic("note", message, locate(where))


def warn(where: Where, message: str, *notes: Diagnostic) -> None:
    """Report a warning and go on."""
    emit(_about(where, "warning", message, notes))


def remark(where: Where, message: str, *notes: Diagnostic) -> None:
    """Report a remark and go on."""
    emit(_about(where, "remark", message, notes))


def _about(
    where: Where, severity: Severity, message: str, notes: tuple[Diagnostic, ...]
) -> Diagnostic:
    """A diagnostic about ``where``; without a file position it shows the operation instead.

    Operations that a Python program made, or xDSL's own parser, have no position.
    """
    location = locate(where)
    shown = _first_line(where) if location is None else None
    if shown is not None:
        notes = (*notes, Diagnostic("note", f"see current operation: {shown}"))
    return Diagnostic(severity, message, location, notes)


def _first_line(where: Where) -> str | None:
    op = _operation_at(where)
    return None if op is None or op.name == "builtin.module" else str(op).partition("\n")[0]


def _operation_at(where: Where) -> Operation | None:
    """The operation that ``where`` is, that defines it, or whose region it is an argument of."""
    from xdsl.ir import Block, Operation, SSAValue

    owner = where.owner if isinstance(where, SSAValue) else where
    if isinstance(owner, Block):
        return owner.parent_op()
    return owner if isinstance(owner, Operation) else None


def print_to_stderr(diagnostic: Diagnostic, sources: Mapping[str, str] | None = None) -> None:
    """Print a diagnostic to standard error, in colour on a terminal unless NO_COLOR is set.

    ``sources`` maps file names to their text, for the source line under the message.
    """
    write_stderr(render(diagnostic, sources, colour=_wants_colour()))


def _wants_colour() -> bool:
    if sys.stderr is None or os.environ.get("NO_COLOR"):  # pyright: ignore[reportUnnecessaryComparison]
        return False
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def write_stderr(text: str) -> None:
    """Write to standard error; if nobody reads it, the rest of what is said goes nowhere."""
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison]
        return  # a process can be started with standard error closed
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        abandon(sys.stderr)


def abandon(stream: TextIO) -> None:
    """Let the unwritten rest go nowhere, or the interpreter would fail on it once more at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


_sink: ContextVar[Sink] = ContextVar("diagnostic sink", default=print_to_stderr)


def emit(diagnostic: Diagnostic) -> None:
    """Hand a diagnostic to the current sink."""
    _sink.get()(diagnostic)


@contextmanager
def sink_to(sink: Sink) -> Generator[None]:
    """Send the diagnostics of the ``with`` block to ``sink``."""
    token = _sink.set(sink)
    try:
        yield
    finally:
        _sink.reset(token)


def locate(where: Where) -> Location | None:
    """Return the file position of ``where``, or None when it has none.

    An operation or value without one, such as generated code, takes that of the nearest operation
    around it.
    """
    if where is None or isinstance(where, Location):
        return where
    from xdsl.dialects.builtin import LocationAttr
    from xdsl.ir import BlockArgument

    if isinstance(where, LocationAttr):
        return location_of_attribute(where)
    if isinstance(where, BlockArgument) and (found := location_of_attribute(where.location)):
        return found
    around = _operation_at(where)
    while around is not None:
        if (found := location_of_attribute(around.location)) is not None:
            return found
        around = around.parent_op()
    return None


def location_of_attribute(attribute: Attribute) -> Location | None:
    """Return the file position that a location attribute stands for, looking through wrappers."""
    from xdsl.dialects.builtin import ArrayAttr, CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc

    match attribute:
        case FileLineColLoc():
            return Location(attribute.filename.data, attribute.line.data, attribute.column.data)
        case NameLoc():
            return location_of_attribute(attribute.location)
        case CallSiteLoc():
            return location_of_attribute(attribute.callee) or location_of_attribute(
                attribute.caller
            )
        case FusedLoc(locations=ArrayAttr(data=parts)):
            return next(filter(None, map(location_of_attribute, parts)), None)
        case _:
            return None


_COLOURS: dict[Severity, str] = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;35m",
    "note": "\x1b[1;30m",
    "remark": "\x1b[1;34m",
}
_CARET_COLOUR = "\x1b[1;32m"
LONGEST_LINE = 1000
"""Characters of a source line that are shown, around the place that a diagnostic is about."""
_BOLD = "\x1b[1m"
_RESET = "\x1b[0m"


def render(
    diagnostic: Diagnostic, sources: Mapping[str, str] | None = None, *, colour: bool = False
) -> str:
    """Return a diagnostic and its notes as mlir-opt prints them.

    Arguments:
        diagnostic: what to show.
        sources: file name to text; a location in another file is shown without its source line.
        colour: whether to add terminal colours.
    """

    def paint(code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if colour else text

    location = diagnostic.location
    place = f"{location}: " if location else ""
    head = paint(_BOLD, place) if place else ""
    head += paint(_COLOURS[diagnostic.severity], f"{diagnostic.severity}: ")
    lines = [head + paint(_BOLD, diagnostic.message)]
    line = _source_line(location, sources) if location else None
    if location and line is not None:
        start = max(0, location.col - 1 - LONGEST_LINE // 2) if len(line) > LONGEST_LINE else 0
        shown = line[start : start + LONGEST_LINE]
        before = line[start : location.col - 1]
        indent = "".join("\t" if char == "\t" else " " for char in before)
        lines += [shown, indent + paint(_CARET_COLOUR, "^")]
    text = "\n".join(lines) + "\n"
    return text + "".join(render(one, sources, colour=colour) for one in diagnostic.notes)


def _source_line(location: Location, sources: Mapping[str, str] | None) -> str | None:
    if sources is None or location.file not in sources:
        return None
    lines = sources[location.file].split("\n")
    if 1 <= location.line <= len(lines):
        return lines[location.line - 1].removesuffix("\r")
    return None

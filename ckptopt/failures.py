"""Exceptions to diagnostics: the user's faults located, our own named as such and reproducible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import FrameType, TracebackType

from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import (
    ArgSpecParseError,
    DiagnosticException,
    MultipleSpansParseError,
    ParseError,
    UnregisteredConstructException,
)
from xdsl.utils.lexer import Span

from ckptopt import __version__, diagnostics, sources
from ckptopt.diagnostics import CompileError, Diagnostic, Location
from ckptopt.dialects.verifier import VerificationError
from ckptopt.progress import Progress
from ckptopt.settings import Settings
from ckptopt.sources import Chunk, Source

REPORTABLE = (Exception, ArgSpecParseError)
"""What is turned into a diagnostic; xDSL's ArgSpecParseError is not an Exception."""

AFTER_PASS = "verification after pass '{}'"


@dataclass(frozen=True)
class Context:
    """What was being done, for the report of an internal error."""

    source: Source
    chunk: Chunk
    settings: Settings
    progress: Progress

    @property
    def stage(self) -> str:
        return self.progress.stage


def diagnose(reason: BaseException, context: Context) -> Diagnostic:
    """Describe an exception that stopped a compilation.

    Writes a reproducer if the fault is ours, or if one is asked for and a pass failed.
    """
    found = _describe(reason, context)
    wanted = context.settings.crash_reproducer
    if not found.internal and (wanted is None or not context.progress.pipeline):
        return found
    path = _write_reproducer(reason, context, found.internal)
    notes = [f"reproducer generated at '{path}'"] if path and wanted else []
    if found.internal:
        attach = f" and attach '{path}'" if path else ""
        notes.append(f"this is a bug in ckptopt: please report it{attach}")
    return replace(found, notes=(*found.notes, *(diagnostics.note(None, text) for text in notes)))


def _describe(reason: BaseException, context: Context) -> Diagnostic:
    after_pass = context.stage.startswith(AFTER_PASS.format("").rstrip("'"))
    match reason:
        case CompileError():
            return reason.diagnostic
        case ParseError():
            return parse_diagnostic(reason)
        case VerificationError() if not after_pass:
            return Diagnostic("error", reason.message, diagnostics.locate(reason.op))
        case RecursionError():
            where = _place_in(reason.__traceback__, context)
            return Diagnostic("error", f"nested too deeply ({context.stage})", where)
        case DiagnosticException() | UnregisteredConstructException() if not after_pass:
            return Diagnostic("error", str(reason), _place_in(reason.__traceback__, context))
        case _:
            return _internal_error(reason, context)


def parse_diagnostic(reason: ParseError) -> Diagnostic:
    """Describe a syntax error."""
    related = reason.refs if isinstance(reason, MultipleSpansParseError) else []
    notes = tuple(
        Diagnostic("note", text or "see also", _span_start(span)) for span, text in related
    )
    return Diagnostic("error", reason.msg.strip(), _span_start(reason.span), notes)


def _span_start(span: Span[str] | Span[bytes]) -> Location:
    place = span.get_location()
    return Location(place.file, place.line, place.col)


def _internal_error(reason: BaseException, context: Context) -> Diagnostic:
    where = _place_in(reason.__traceback__, context)
    what = f"{type(reason).__name__}: {reason}"
    if isinstance(reason, VerificationError):
        where, what = diagnostics.locate(reason.op), reason.message
    message = f"internal error in {context.stage}: {what}"
    return Diagnostic("error", message, where, internal=True)


def _write_reproducer(reason: BaseException, context: Context, internal: bool) -> str | None:
    """Write a reproducer where it is wanted, else to a new file; None if no place takes it."""
    import platform
    import traceback

    from ckptopt import reproducers

    remarks = f"ckptopt {__version__}, Python {platform.python_version()}, {platform.system()}"
    if internal:
        remarks += "\n" + "".join(traceback.format_exception(reason))
    pipeline = context.progress.pipeline
    text = reproducers.text_of(context.chunk.text, pipeline, context.settings, remarks)
    if (wanted := context.settings.crash_reproducer) is None:
        return reproducers.write_new(text)
    try:
        sources.write_file(wanted, text)
    except CompileError as failure:
        diagnostics.emit(failure.diagnostic)
        return None
    return wanted


def _place_in(trace: TracebackType | None, context: Context) -> Location | None:
    """Guess where in the input the failing code was: at an operation or token in its frames."""
    for frame in reversed(list(_frames(trace))):
        values = list(frame.f_locals.values())
        for parser in values:
            if isinstance(parser, Parser):
                return _parser_place(parser, context)
        operations = [value for value in values if isinstance(value, Operation)]
        for operation in sorted(operations, key=_depth, reverse=True):
            if (place := diagnostics.locate(operation)) is not None:
                return place
    return None


def _depth(operation: Operation) -> int:
    parent = operation.parent_op()
    return 0 if parent is None else _depth(parent) + 1


def _frames(trace: TracebackType | None) -> Iterator[FrameType]:
    while trace is not None:
        yield trace.tb_frame
        trace = trace.tb_next


def _parser_place(parser: Parser, context: Context) -> Location:
    place = Location.at(parser.pos, context.chunk.text, context.source.name)
    return replace(place, line=place.line + context.chunk.line_offset)

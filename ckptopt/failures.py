"""Exceptions to diagnostics: the user's faults located, our own named as such and reproducible."""

from __future__ import annotations

import platform
import shlex
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
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

from ckptopt import __version__, diagnostics
from ckptopt.diagnostics import CompileError, Diagnostic, Location
from ckptopt.dialects.verifier import VerificationError
from ckptopt.sources import Chunk

REPORTABLE = (Exception, ArgSpecParseError)
"""What is turned into a diagnostic; xDSL's ArgSpecParseError is not an Exception."""

AFTER_PASS = "verification after pass '{}'"


@dataclass(frozen=True)
class Context:
    """What was being done, for the report of an internal error."""

    file: str
    chunk: Chunk
    pipeline: str
    stage: str


def diagnose(reason: BaseException, context: Context) -> Diagnostic:
    """Describe an exception that stopped a compilation."""
    after_pass = context.stage.startswith(AFTER_PASS.format("").rstrip("'"))
    match reason:
        case CompileError():
            return reason.diagnostic
        case ParseError():
            return _parse_diagnostic(reason)
        case VerificationError() if not after_pass:
            return Diagnostic("error", reason.message, diagnostics.locate(reason.op))
        case RecursionError():
            where = _place_in(reason.__traceback__, context)
            return Diagnostic("error", f"nested too deeply ({context.stage})", where)
        case DiagnosticException() | UnregisteredConstructException() if not after_pass:
            return Diagnostic("error", str(reason), _place_in(reason.__traceback__, context))
        case _:
            return _internal_error(reason, context)


def _parse_diagnostic(reason: ParseError) -> Diagnostic:
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
    path = _write_reproducer(reason, context)
    attach = f" and attach '{path}'" if path else ""
    note = Diagnostic("note", f"this is a bug in ckptopt: please report it{attach}")
    return Diagnostic("error", f"internal error in {context.stage}: {what}", where, (note,))


def _write_reproducer(reason: BaseException, context: Context) -> Path | None:
    """Write the input, the command and the traceback to a new file; None if no place takes it."""
    trace = "".join(traceback.format_exception(reason)).rstrip("\n")
    pipeline = f" -p {shlex.quote(context.pipeline)}" if context.pipeline else ""
    header = [
        f"RUN: ckptopt %s{pipeline}",
        f"ckptopt {__version__}, Python {platform.python_version()}, {platform.system()}",
        *trace.split("\n"),
    ]
    text = "\n".join(f"// {line}".rstrip() for line in header) + "\n\n" + context.chunk.text
    for folder in (".", tempfile.gettempdir()):
        try:
            with tempfile.NamedTemporaryFile(
                "w",
                prefix="ckptopt-reproducer-",
                suffix=".mlir",
                dir=folder,
                delete=False,
                encoding="utf-8",
            ) as file:
                file.write(text)
        except OSError:
            continue
        path = Path(file.name)
        return Path(path.name) if folder == "." else path
    return None


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
    before = context.chunk.text[: parser.pos]
    line = before.count("\n") + 1 + context.chunk.line_offset
    return Location(context.file, line, len(before) - before.rfind("\n"))

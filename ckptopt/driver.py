"""One run of the tool: read, split, parse, verify, run the passes, print.

Whatever goes wrong becomes a diagnostic. A fault that is not the user's is called an internal error
and leaves a reproducer file.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from typing import TextIO

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ckptopt import diagnostics, expectations, failures, pipelines, sources
from ckptopt.diagnostics import Diagnostic
from ckptopt.dialects import reader, registry, writer
from ckptopt.dialects.verifier import verify
from ckptopt.sources import Chunk, Source

RECURSION_LIMIT = 10_000
"""Deep enough for some hundred nested regions; Python's own default gives out after about fifty."""


@dataclass(frozen=True)
class Settings:
    """What the command line asks for, apart from the files."""

    pipeline: str = ""
    split_input: bool = False
    verify_diagnostics: bool = False
    allow_unregistered: bool = False
    generic: bool = False
    debuginfo: bool = False
    dump_before: bool = False
    dump_after: bool = False
    verify_each: bool = True


@dataclass
class _Printer:
    """The sink of a run: prints with source lines, and remembers whether there was an error."""

    sources: dict[str, str] = field(default_factory=dict[str, str])
    failed: bool = False

    def __call__(self, diagnostic: Diagnostic) -> None:
        self.failed |= diagnostic.severity == "error"
        diagnostics.print_to_stderr(diagnostic, self.sources)


def run(input_path: str, output_path: str | None, settings: Settings) -> int:
    """Compile one file.

    Arguments:
        input_path: the file, or ``-`` for standard input.
        output_path: where the result goes if nothing failed; None or ``-`` for standard output,
            which gets what could be compiled.
        settings: the rest of the command line.

    Returns:
        the exit code: 0, or 1 when an error was reported.

    Raises:
        BrokenPipeError: nobody reads standard output any more.
    """
    printer = _Printer()
    with diagnostics.sink_to(printer), _recursion_limit(RECURSION_LIMIT):
        try:
            _run(input_path, output_path, settings, printer)
        except BrokenPipeError:
            raise
        except failures.REPORTABLE as reason:
            context = failures.Context(input_path, Chunk("", 0), settings.pipeline, "start-up")
            diagnostics.emit(failures.diagnose(reason, context))
    return int(printer.failed)


def _run(input_path: str, output_path: str | None, settings: Settings, printer: _Printer) -> None:
    passes = pipelines.build_pipeline(settings.pipeline)
    source = sources.read(input_path)
    printer.sources[source.name] = source.text
    text = _compile_all(source, passes, settings)
    if output_path is None or output_path == sources.STDIN:
        sources.write_stdout(text)
    elif not printer.failed:
        sources.write_file(output_path, text)


@contextmanager
def _recursion_limit(limit: int) -> Generator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, limit))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _compile_all(source: Source, passes: tuple[ModulePass, ...], settings: Settings) -> str:
    if not settings.split_input:
        return _compile_checked(source, Chunk(source.text, 0), passes, settings)
    return f"\n{sources.MARKER}\n".join(
        _compile_checked(source, chunk, passes, settings) for chunk in sources.split(source.text)
    )


def _compile_checked(
    source: Source, chunk: Chunk, passes: tuple[ModulePass, ...], settings: Settings
) -> str:
    """Compile a chunk; with ``verify_diagnostics``, hold what it says against what it expects."""
    if not settings.verify_diagnostics:
        return _compile_reported(source, chunk, passes, settings)
    found: list[Diagnostic] = []
    with diagnostics.sink_to(found.append):
        text = _compile_reported(source, chunk, passes, settings)
    for complaint in expectations.compare(source.name, chunk, found):
        diagnostics.emit(complaint)
    return text


def _compile_reported(
    source: Source, chunk: Chunk, passes: tuple[ModulePass, ...], settings: Settings
) -> str:
    """Compile a chunk and report what stops it; the result is empty then."""
    progress = _Progress()
    try:
        return _compile(source, chunk, passes, settings, progress)
    except failures.REPORTABLE as reason:
        internal = failures.Context(source.name, chunk, settings.pipeline, progress.stage)
        diagnostics.emit(failures.diagnose(reason, internal))
        return ""


@dataclass
class _Progress:
    stage: str = "parsing"


def _compile(
    source: Source,
    chunk: Chunk,
    passes: tuple[ModulePass, ...],
    settings: Settings,
    progress: _Progress,
) -> str:
    context = registry.new_context(allow_unregistered=settings.allow_unregistered)
    module = reader.parse_module(context, chunk.text, source.name, line_offset=chunk.line_offset)
    progress.stage = "verification of the input"
    verify(module)
    for one in passes:
        for stage in pipelines.stages_of(one, module):
            progress.stage = f"pass '{stage.name}'"
            if settings.dump_before:
                _dump("Before", stage, module, settings)
            stage.apply(context, module)
            if settings.dump_after:
                _dump("After", stage, module, settings)
        if settings.verify_each:
            progress.stage = failures.AFTER_PASS.format(one.name)
            verify(module)
    progress.stage = "printing"
    stream = StringIO()
    _print(module, stream, settings)
    return stream.getvalue()


def _print(module: ModuleOp, stream: TextIO, settings: Settings) -> None:
    writer.print_module(module, stream, generic=settings.generic, debuginfo=settings.debuginfo)


def _dump(when: str, one: ModulePass, module: ModuleOp, settings: Settings) -> None:
    print(
        f"// -----// IR Dump {when} {type(one).__name__} ({one.name}) //----- //", file=sys.stderr
    )
    _print(module, sys.stderr, settings)
    print("\n", file=sys.stderr)

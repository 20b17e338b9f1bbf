"""One run of the tool: read, split, parse, verify, run the passes, print.

Whatever goes wrong becomes a diagnostic. A fault that is not the user's is called an internal error
and leaves a reproducer file.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import ParseError

from ckptopt import diagnostics, failures, pipelines, sources
from ckptopt.diagnostics import Diagnostic
from ckptopt.dialects import reader, registry
from ckptopt.dialects.external_resources import external_resources_text
from ckptopt.dialects.reader import File
from ckptopt.dialects.verifier import verify
from ckptopt.printing import dumped, show_watcher, text_of
from ckptopt.progress import Progress
from ckptopt.settings import Settings
from ckptopt.sources import Chunk, Source

RECURSION_LIMIT = 10_000
"""Deep enough for some hundred nested regions; Python's own default gives out after about fifty."""


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
    printer = _Printer({pipelines.PLACE: settings.pipeline} if settings.pipeline else {})
    progress = Progress()
    with diagnostics.sink_to(printer), _recursion_limit(RECURSION_LIMIT):
        try:
            _run(input_path, output_path, settings, printer, progress)
        except BrokenPipeError:
            raise
        except failures.REPORTABLE as reason:
            context = failures.Context(Source(input_path, ""), Chunk("", 0), settings, progress)
            diagnostics.emit(failures.diagnose(reason, context))
    if settings.timing:
        diagnostics.write_stderr(progress.report())
    return int(printer.failed)


def _run(
    input_path: str,
    output_path: str | None,
    settings: Settings,
    printer: _Printer,
    progress: Progress,
) -> None:
    progress.enter("reading the pipeline", "Pipeline")
    passes = pipelines.build_pipeline(settings.pipeline)
    for name in (*settings.print_before, *settings.print_after):
        pipelines.pass_class(name)
    if settings.dump_pipeline:
        diagnostics.write_stderr(pipelines.description(passes))
    progress.enter("reading the input")
    source = sources.read(input_path)
    printer.sources[source.name] = source.text
    job = _Job(source, passes, settings, progress)
    if settings.residuals is not None:
        text, shown = _compile_with_residuals(job)
    elif settings.plan is not None:
        text, shown = _compile_with_plan(job)
    elif settings.check is not None:
        text, shown = _compile_with_check(job, printer)
    elif settings.explain is not None:
        text, shown = _compile_with_explanation(job, printer)
    else:
        text = shown = _compile_as_asked(job)
    to_file = output_path is not None and output_path != sources.STDIN
    reports = any((settings.residuals, settings.plan, settings.check))
    if reports or settings.explain == sources.STDIN or not to_file:
        sources.write_stdout(shown)
    if output_path is not None and to_file and not printer.failed:
        sources.write_file(output_path, text)


@contextmanager
def _recursion_limit(limit: int) -> Generator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, limit))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@dataclass(frozen=True)
class _Job:
    source: Source
    passes: tuple[ModulePass, ...]
    settings: Settings
    progress: Progress


def _compile_with_residuals(job: _Job) -> tuple[str, str]:
    """Compile; returns the result, and what the gradients in it keep."""
    from ckptopt.tools import residuals

    with residuals.collected() as found:
        text = _compile_as_asked(job)
    show = residuals.to_json if job.settings.residuals == "json" else residuals.to_table
    return text, show(found)


def _compile_with_plan(job: _Job) -> tuple[str, str]:
    """Compile; returns the result, and what its loops cost under several budgets."""
    from ckptopt.tools import plan

    with plan.collected() as found:
        text = _compile_as_asked(job)
    show = plan.to_json if job.settings.plan == "json" else plan.to_table
    return text, show(found)


def _compile_with_check(job: _Job, printer: _Printer) -> tuple[str, str]:
    """Compile; returns the result, and what checks find of the derivatives in it."""
    from ckptopt.tools import check

    with check.collected() as asked:
        text = _compile_as_asked(job)
    if printer.failed:
        return text, ""
    job.progress.enter("checking the derivatives", "Check")
    reports = check.check(asked, job.settings.check_args, job.settings.seed)
    show = check.to_json if job.settings.check == "json" else check.to_table
    return text, show(reports)


def _compile_with_explanation(job: _Job, printer: _Printer) -> tuple[str, str]:
    """Compile; returns the result, and what goes to standard output.

    That is the explanation, unless it goes to a file.
    """
    from ckptopt.tools import explain

    with explain.collected(job.source, job.settings) as found:
        text = _compile_as_asked(job)
    path = job.settings.explain
    if path is None or path == sources.STDIN:
        return text, "" if printer.failed else explain.to_terminal(found)
    if not printer.failed:
        job.progress.enter("explaining the run", "Explain")
        sources.write_file(path, explain.to_page(found))
    return text, text


def _compile_as_asked(job: _Job) -> str:
    return _compile_checked(job) if job.settings.verify_diagnostics else _compile_all(job)


def _compile_checked(job: _Job) -> str:
    """Compile, and hold what is said against what the comments of the input expect."""
    from ckptopt import expectations

    found: list[Diagnostic] = []
    with diagnostics.sink_to(found.append):
        text = _compile_all(job)
    only_expected = job.settings.verify_diagnostics == "only-expected"
    for complaint in expectations.compare(job.source, found, only_expected=only_expected):
        diagnostics.emit(complaint)
    return text


def _compile_all(job: _Job) -> str:
    marker = job.settings.split_marker
    if marker is None:
        return _compile_reported(job, Chunk(job.source.text, 0))
    parts = [_compile_reported(job, chunk) for chunk in sources.split(job.source, marker)]
    return sources.join(parts, job.settings.output_marker)


def _compile_reported(job: _Job, chunk: Chunk) -> str:
    """Compile a chunk and report what stops it; the result is empty then."""
    try:
        return _compile(job, chunk)
    except failures.REPORTABLE as reason:
        context = failures.Context(job.source, chunk, job.settings, job.progress)
        diagnostics.emit(failures.diagnose(reason, context))
        return ""


def _compile(job: _Job, chunk: Chunk) -> str:
    settings, progress = job.settings, job.progress
    context = registry.new_context(allow_unregistered=settings.allow_unregistered)
    progress.pipeline = ""
    progress.enter("parsing", "Parser")
    file = reader.parse_file(context, chunk.text, job.source.name, chunk.line_offset)
    module = _only_operation(file) if settings.no_implicit_module else file.module()
    progress.enter("verification of the input", "Verifier")
    verify(module)
    if settings.verify_roundtrip:
        progress.enter("the round trip", "Round trip")
        _check_roundtrip(module, context, settings)
    passes, verify_each = job.passes, settings.verify_each
    if settings.run_reproducer:
        from ckptopt import reproducers

        pipeline, verify_each = reproducers.take_pipeline(file)
        passes = pipelines.build_pipeline(pipeline)
    progress.pipeline = pipelines.to_text(passes)
    if settings.generate_reproducer is not None:
        from ckptopt import reproducers

        text = reproducers.text_of(chunk.text, progress.pipeline, settings)
        sources.write_file(settings.generate_reproducer, text)
    show_watcher(None, module)
    for one in passes:
        if not isinstance(module, ModuleOp):
            raise diagnostics.error(module, f"passes run on a module, not on '{module.name}'")
        _apply(one, context, module, replace(settings, verify_each=verify_each), progress)
    progress.enter("printing", "Output")
    resources = external_resources_text(file.external_resources)
    return text_of(module, settings) + (resources and f"\n{resources}")


def _only_operation(file: File) -> Operation:
    if len(file.operations) != 1:
        raise diagnostics.error(
            file.start,
            f"source must contain a single top-level operation, found: {len(file.operations)}",
        )
    return file.operations[0]


def _check_roundtrip(module: Operation, context: Context, settings: Settings) -> None:
    """Raise `CompileError` unless a module reads back, from either form, as what it was."""
    for generic in (False, True):
        form, kind = replace(settings, generic=generic), "generic" if generic else "custom"
        text = text_of(module, form)
        try:
            again = reader.parse_file(context, text, "<round trip>")
        except ParseError as reason:
            message = f"what is printed in the {kind} form cannot be read: {reason.msg.strip()}"
            raise diagnostics.error(module, message) from reason
        copy = again.operations[0] if len(again.operations) == 1 else again.module()
        if text_of(copy, form) != text:
            raise diagnostics.error(module, f"printing in the {kind} form loses something")


def _apply(
    one: ModulePass, context: Context, module: ModuleOp, settings: Settings, progress: Progress
) -> None:
    """Run a pass, stage by stage if it is made of others, and verify what it leaves."""
    stages = pipelines.stages_of(one, module)
    with dumped(one, module, settings, whole=stages is not None):
        for stage in stages or ():
            with dumped(stage, module, settings):
                _apply_alone(stage, context, module, progress)
        if stages is None:
            _apply_alone(one, context, module, progress)
        if settings.verify_each:
            progress.enter(failures.AFTER_PASS.format(one.name), "Verifier")
            verify(module)


def _apply_alone(one: ModulePass, context: Context, module: ModuleOp, progress: Progress) -> None:
    progress.enter(f"pass '{one.name}'", type(one).__name__)
    one.apply(context, module)

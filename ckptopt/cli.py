"""The command line. It only translates arguments; `driver.run` does the work.

xDSL takes a quarter of a second to import, so nothing here imports it before there is something
to compile.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ckptopt import __version__
from ckptopt.arguments import Command, Option
from ckptopt.pipelines import FLAGS
from ckptopt.settings import MARKER, Settings

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
_Decorated = TypeVar("_Decorated", bound=Callable[..., object])


def _complete_pipeline(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the last pass name of a pipeline."""
    from click.shell_completion import CompletionItem

    start = max(incomplete.rfind(","), incomplete.rfind("(")) + 1
    before, begun = incomplete[:start], incomplete[start:]
    return [CompletionItem(before + name) for name in FLAGS if name.startswith(begun)]


def _option(group: str, *names: str, **kwargs: Any) -> Callable[[_Decorated], _Decorated]:
    return click.option(*names, cls=Option, group=group, **kwargs)


def _flag(group: str, *names: str, help: str) -> Callable[[_Decorated], _Decorated]:
    return _option(group, *names, is_flag=True, help=help)


def _names(group: str, name: str, setting: str, help: str) -> Callable[[_Decorated], _Decorated]:
    """An option for names with commas between them, which can be given more than once."""

    def split(
        _context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]
    ) -> tuple[str, ...]:
        return tuple(name for one in given for name in one.split(",") if name)

    return _option(
        group, name, setting, metavar="PASS,...", multiple=True, callback=split, help=help
    )


def _listing(group: str, name: str, function: str, help: str) -> Callable[[_Decorated], _Decorated]:
    """An option that calls a function of `ckptopt.listing`, and ends the run."""

    def show(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
        if wanted and not context.resilient_parsing:
            from ckptopt import listing

            getattr(listing, function)()
            context.exit()

    return _option(
        group, name, is_flag=True, is_eager=True, expose_value=False, callback=show, help=help
    )


def _import_extensions(
    context: click.Context, _parameter: click.Parameter, modules: tuple[str, ...]
) -> None:
    if context.resilient_parsing:
        return
    for module in modules:
        try:
            import_module(module)
        except Exception as reason:
            why = f"{type(reason).__name__}: {reason}"
            raise click.BadParameter(f"cannot import '{module}': {why}") from reason


_PASSES, _INPUT, _OUTPUT, _CHECKS = "Passes", "Input", "Output", "Checks"
_INSIDE, _REPRODUCERS = "Looking inside (to standard error)", "Reproducers"


@click.command("ckptopt", cls=Command, context_settings=_SETTINGS)
@click.argument("input_path", metavar="[INPUT]", default="-", type=click.Path())
@_option(
    _PASSES,
    "-p",
    "--pass-pipeline",
    "--passes",
    "pipelines",
    metavar="PIPELINE",
    multiple=True,
    shell_complete=_complete_pipeline,
    help="Passes to run: a,b{x=1 y=foo,bar} or builtin.module(a,func.func(b{x=1})). A pass is also "
    'an option: --loop-checkpoint="fn=f".',
)
@_option(
    _PASSES,
    "--extension",
    metavar="MODULE",
    multiple=True,
    is_eager=True,
    expose_value=False,
    callback=_import_extensions,
    help="Import a Python module that adds dialects, loops, rules or schemes.",
)
@_listing(_PASSES, "--list-passes", "print_passes", "List the passes with their options, and exit.")
@_option(
    _INPUT,
    "--split-input-file",
    "split_marker",
    metavar="[=MARKER]",
    bare=MARKER,
    help="Process each part between markers, by default // -----, by itself.",
)
@_flag(
    _INPUT,
    "--allow-unregistered-dialect",
    "allow_unregistered",
    help="Accept operations of unknown dialects.",
)
@_flag(_INPUT, "--no-implicit-module", help="Put no module around the input.")
@_listing(_INPUT, "--show-dialects", "print_dialects", "List the dialects, and exit.")
@_option(
    _OUTPUT,
    "-o",
    "output_path",
    metavar="FILE",
    type=click.Path(),
    help="Write the result here, if all went well.",
)
@_option(
    _OUTPUT,
    "--output-split-marker",
    "output_marker",
    metavar="MARKER",
    default=MARKER,
    help="What to print between the results of the parts.",
)
@_flag(
    _OUTPUT,
    "--print-op-generic",
    "--mlir-print-op-generic",
    "generic",
    help="Print the generic form of operations.",
)
@_flag(_OUTPUT, "--print-debuginfo", "--mlir-print-debuginfo", "debuginfo", help="Print locations.")
@_option(
    _CHECKS,
    "--verify-diagnostics",
    type=click.Choice(["all", "only-expected"]),
    metavar="[=all|only-expected]",
    bare="all",
    help="Check diagnostics against the expected-error, -warning, -note and -remark comments; "
    "only-expected lets others pass.",
)
@_option(
    _CHECKS,
    "--verify-each/--no-verify",
    default=True,
    show_default=True,
    help="Verify the module after each pass.",
)
@_flag(_CHECKS, "--verify-roundtrip", help="Check that the input survives printing and reading.")
@_flag(
    _INSIDE,
    "--mlir-print-ir-before-all",
    "print_before_all",
    help="Print the module before each pass.",
)
@_flag(
    _INSIDE,
    "--mlir-print-ir-after-all",
    "print_after_all",
    help="Print the module after each pass.",
)
@_names(_INSIDE, "--mlir-print-ir-before", "print_before", "Print the module before these passes.")
@_names(_INSIDE, "--mlir-print-ir-after", "print_after", "Print the module after these passes.")
@_flag(
    _INSIDE,
    "--mlir-print-ir-after-change",
    "only_after_change",
    help="Of those after, print only what a pass changed.",
)
@_flag(
    _INSIDE,
    "--mlir-print-ir-after-failure",
    "only_after_failure",
    help="Print the module after a pass only if it failed.",
)
@_option(
    _OUTPUT,
    "--residuals",
    type=click.Choice(["table", "json"]),
    metavar="[=table|json]",
    bare="table",
    help="Print what gradients keep, in place of the module, which goes to the file of -o.",
)
@_option(
    _OUTPUT,
    "--plan",
    type=click.Choice(["table", "json"]),
    metavar="[=table|json]",
    bare="table",
    help="Print what loops cost under a ladder of budgets, in place of the module, which goes to "
    "the file of -o.",
)
@_option(
    _OUTPUT,
    "--explain",
    metavar="[FILE.html]",
    bare="-",
    value_suffix=".html",
    help="Explain the run, step by step: write a page with schedules, stages and reasons, or print "
    "them in place of the module, which goes to the file of -o.",
)
@_option(
    _CHECKS,
    "--check",
    type=click.Choice(["table", "json"]),
    metavar="[=table|json]",
    bare="table",
    help="Execute the derivatives, hold them against finite differences and more, and print what "
    "was found in place of the module, which goes to the file of -o.",
)
@_option(
    _CHECKS,
    "--check-args",
    metavar="FILE",
    help="Arguments for --check: JSON with names and numbers or lists. Others are drawn.",
)
@_option(
    _CHECKS,
    "--seed",
    type=int,
    default=0,
    metavar="N",
    help="What --check draws depends on it.",
)
@_flag(_INSIDE, "--mlir-timing", "timing", help="Print how long each step took.")
@_flag(
    _INSIDE,
    "--dump-pass-pipeline",
    "dump_pipeline",
    help="Print the passes with all their options.",
)
@_option(
    _REPRODUCERS,
    "--mlir-pass-pipeline-crash-reproducer",
    "crash_reproducer",
    metavar="FILE",
    help="If a pass fails, write the input and the pipeline to this file.",
)
@_option(
    _REPRODUCERS,
    "--mlir-generate-reproducer",
    "generate_reproducer",
    metavar="FILE",
    help="Write the input and the pipeline to this file.",
)
@_flag(_REPRODUCERS, "--run-reproducer", help="Run the pipeline that the input holds.")
@click.option(
    "--mlir-disable-threading",
    "--mlir-print-ir-module-scope",
    "--mlir-print-local-scope",
    is_flag=True,
    expose_value=False,
    hidden=True,
    help="What mlir-opt may need to be told, and what is always so here.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main(
    input_path: str,
    output_path: str | None,
    pipelines: tuple[str, ...],
    run_reproducer: bool,
    **settings: Any,
) -> None:
    """Differentiate MLIR in reverse mode, with checkpointed loops.

    INPUT is a file, or - (the default) for standard input. The result, MLIR text, goes to standard
    output. Options can be written with one dash, as for mlir-opt.

    Exit code: 0 if all went well, 1 if the input or a pass failed, 2 for a wrong command line.
    """
    if run_reproducer and pipelines:
        raise click.UsageError("--run-reproducer takes the pipeline from the input, so give none.")
    if settings["check_args"] and not settings["check"]:
        raise click.UsageError("--check-args needs --check.")
    shown = ("check", "explain", "plan", "residuals")
    if len([name for name in shown if settings[name]]) > 1:
        raise click.UsageError(
            "Only one of --check, --explain, --plan and --residuals can be asked for."
        )
    # A run makes a quarter of a million objects that live to its end. The collector's default is to
    # go through them all dozens of times, a tenth of the time of a small file.
    gc.set_threshold(100_000, 20, 20)
    from ckptopt.dialects.formats import lazy_formats

    with lazy_formats():
        from ckptopt.driver import run

        chosen = Settings(pipeline=",".join(pipelines), run_reproducer=run_reproducer, **settings)
        try:
            sys.exit(run(input_path, output_path, chosen))
        except BrokenPipeError:
            sys.exit(1)

"""The command line. It only translates arguments; `driver.run` does the work.

xDSL takes a quarter of a second to import, so nothing here imports it before there is something
to compile.
"""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import Any

import click

from ckptopt import __version__

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _list_passes(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    from ckptopt.listing import print_passes

    print_passes()
    context.exit()


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


@click.command("ckptopt", context_settings=_SETTINGS)
@click.argument("input_path", metavar="[INPUT]", default="-")
@click.option("-o", "output_path", metavar="FILE", help="Write the result here, if all went well.")
@click.option(
    "-p",
    "--pass-pipeline",
    "--passes",
    "pipelines",
    metavar="PIPELINE",
    multiple=True,
    help="Passes to run: a,b{x=1 y=foo,bar} or builtin.module(a,func.func(b{x=1})).",
)
@click.option(
    "--extension",
    metavar="MODULE",
    multiple=True,
    is_eager=True,
    expose_value=False,
    callback=_import_extensions,
    help="Import a Python module that adds dialects, loops, rules or schemes.",
)
@click.option(
    "--split-input-file",
    "split_input",
    is_flag=True,
    help="Process each part between // ----- lines.",
)
@click.option(
    "--verify-diagnostics",
    is_flag=True,
    help="Check diagnostics against the expected-error, -warning, -note and -remark comments.",
)
@click.option(
    "--allow-unregistered-dialect",
    "allow_unregistered",
    is_flag=True,
    help="Accept operations of unknown dialects.",
)
@click.option(
    "--print-op-generic",
    "--mlir-print-op-generic",
    "generic",
    is_flag=True,
    help="Print the generic form of operations.",
)
@click.option(
    "--print-debuginfo",
    "--mlir-print-debuginfo",
    "debuginfo",
    is_flag=True,
    help="Print locations.",
)
@click.option(
    "--mlir-print-ir-before-all",
    "dump_before",
    is_flag=True,
    help="Print the module to stderr before each pass.",
)
@click.option(
    "--mlir-print-ir-after-all",
    "dump_after",
    is_flag=True,
    help="Print the module to stderr after each pass.",
)
@click.option(
    "--verify-each/--no-verify",
    default=True,
    show_default=True,
    help="Verify the module after each pass.",
)
@click.option(
    "--list-passes",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_passes,
    help="List the passes with their options, and exit.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main(
    input_path: str, output_path: str | None, pipelines: tuple[str, ...], **settings: Any
) -> None:
    """Differentiate MLIR in reverse mode, with checkpointed loops.

    INPUT is a file, or - (the default) for standard input. The result, MLIR text, goes to standard
    output.

    Exit code: 0 if all went well, 1 if the input or a pass failed, 2 for a wrong command line.
    """
    # A run makes a quarter of a million objects that live to its end. The collector's default is to
    # go through them all dozens of times, a tenth of the time of a small file.
    gc.set_threshold(100_000, 20, 20)
    from ckptopt.dialects.formats import lazy_formats

    with lazy_formats():
        from ckptopt.driver import Settings, run

        chosen = Settings(pipeline=",".join(pipelines), **settings)
        try:
            sys.exit(run(input_path, output_path, chosen))
        except BrokenPipeError:
            sys.exit(1)

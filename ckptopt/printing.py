"""The text of a module as the settings want it: the result, and what `--mlir-print-ir-*` show."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from io import StringIO

from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ckptopt.diagnostics import write_stderr
from ckptopt.dialects import writer
from ckptopt.settings import Settings

Watcher = Callable[[ModulePass | None, Operation], None]

WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)
"""Gets to see the module as it is read, without a pass, and as each pass or stage leaves it."""


def show_watcher(one: ModulePass | None, module: Operation) -> None:
    """Show a module to the watcher, if there is one."""
    if (watch := WATCHER.get()) is not None:
        watch(one, module)


def text_of(module: Operation, settings: Settings) -> str:
    """Return the MLIR text of a module, or of another operation that stands alone."""
    stream = StringIO()
    writer.print_module(module, stream, generic=settings.generic, debuginfo=settings.debuginfo)
    return stream.getvalue()


@contextmanager
def dumped(
    one: ModulePass, module: Operation, settings: Settings, *, whole: bool = False
) -> Generator[None]:
    """Print the module to standard error before and after the ``with`` block, where asked for.

    The watcher gets to see it after the block.

    Arguments:
        one: the pass that the block runs.
        module: what it runs on.
        settings: which passes to print at; some are named there, or all are meant.
        whole: the pass is made of stages, which are meant by "all" instead of it.
    """
    before = one.name in settings.print_before or (settings.print_before_all and not whole)
    after = one.name in settings.print_after or (settings.print_after_all and not whole)
    if before:
        _dump("Before {}", one, text_of(module, settings))
    earlier = text_of(module, settings) if after and settings.only_after_change else None
    try:
        yield
    except BaseException:
        if after or (settings.only_after_failure and not whole):
            _dump("After {} Failed", one, _text_of_remains(module, settings))
        raise
    if not whole:
        show_watcher(one, module)
    if after and not settings.only_after_failure:
        now = text_of(module, settings)
        if now != earlier:
            _dump("After {}", one, now)


def _dump(when: str, one: ModulePass, text: str) -> None:
    title = f"IR Dump {when.format(type(one).__name__)} ({one.name})"
    write_stderr(f"// -----// {title} //----- //\n{text}\n\n")


def _text_of_remains(module: Operation, settings: Settings) -> str:
    try:
        return text_of(module, settings)
    except Exception as reason:  # a pass that fails can leave anything
        return f"// what is left cannot be printed: {type(reason).__name__}: {reason}\n"

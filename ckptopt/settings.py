"""What the command line asks for, apart from the files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MARKER = "// -----"
"""What stands between the parts of a file, unless another marker is asked for."""


@dataclass(frozen=True)
class Settings:
    """Options of a run; the defaults are those of the command line.

    Attributes:
        pipeline: the passes to run, in either spelling.
        split_marker: what cuts the input into parts; None leaves it whole.
        output_marker: the line between the results of the parts.
        verify_diagnostics: which diagnostics are held against the ``expected-...`` comments.
        print_before: passes before which the module is printed.
        print_after: passes after which the module is printed.
        residuals: print what gradients keep, in this form, in place of the module.
        plan: print what loops cost under several budgets, in this form, in place of the module.
        explain: the file that gets a page which explains the run; ``-`` to print the explanation in
            place of the module.
        check: execute the derivatives and print what checks find, in this form, in place of the
            module.
        check_args: the file with arguments for the checks; None to draw all of them.
        seed: what the checks draw depends on it.
        crash_reproducer: the file that gets a reproducer if a pass fails.
        generate_reproducer: the file that gets a reproducer in any case.
    """

    pipeline: str = ""
    split_marker: str | None = None
    output_marker: str = MARKER
    verify_diagnostics: Literal["all", "only-expected"] | None = None
    allow_unregistered: bool = False
    no_implicit_module: bool = False
    verify_each: bool = True
    verify_roundtrip: bool = False
    generic: bool = False
    debuginfo: bool = False
    print_before: tuple[str, ...] = ()
    print_after: tuple[str, ...] = ()
    print_before_all: bool = False
    print_after_all: bool = False
    only_after_change: bool = False
    only_after_failure: bool = False
    dump_pipeline: bool = False
    timing: bool = False
    residuals: Literal["table", "json"] | None = None
    plan: Literal["table", "json"] | None = None
    explain: str | None = None
    check: Literal["table", "json"] | None = None
    check_args: str | None = None
    seed: int = 0
    crash_reproducer: str | None = None
    generate_reproducer: str | None = None
    run_reproducer: bool = False

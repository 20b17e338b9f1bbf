"""What the command line takes from mlir-opt, checked against mlir-opt 22 itself.

Each case gives both tools the same arguments and the same standard input. Compared are success or
failure, standard output, and the place, severity and text of each diagnostic. Deliberate
differences, which `_comparable` and `_said` take out: mlir-opt ends its output with a blank line,
and repeats an operation in a note.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support.inprocess import Result, run_cli
from support.toolchain import mlir_opt

GOOD = "func.func @f(%arg0: f64) -> f64 {\n  return %arg0 : f64\n}\n"
BAD = "func.func @f(%arg0: f64) -> f64 {\n  return %b : f64\n}\n"
DEAD = """\
func.func @f(%arg0: f64) -> f64 {
  %cst = arith.constant 1.000000e+00 : f64
  return %arg0 : f64
}
"""
UNREGISTERED = '"some.thing"() : () -> ()\n'


@dataclass(frozen=True)
class Case:
    """Arguments and input for both tools.

    ``reworded`` are patterns of messages that each tool words in its own way; their places and
    severities are compared.
    """

    args: list[str]
    text: str = GOOD
    reworded: list[str] = field(default_factory=list[str])


SPLIT = {
    "one_bad_part": Case(["--split-input-file"], f"{GOOD}// -----\n{BAD}// -----\n{GOOD}"),
    "bad_parts_at_the_ends": Case(["-split-input-file"], f"{BAD}// -----\n{GOOD}// -----\n{BAD}"),
    "markers_with_text_around": Case(
        ["--split-input-file"],
        f"{GOOD.rstrip()} // ----- func.func @g() {{ return %c : f64 }}\n\t// -----\r\n{GOOD}",
    ),
    "near_misses": Case(
        ["--split-input-file"], f"{GOOD}// ----\n// --- x\n//-----\n// -----\n{BAD}// -----"
    ),
    "empty_parts": Case(["--split-input-file"], "\n// -----\n\n// -----\n// nothing\n"),
    "own_markers": Case(
        ["--split-input-file=//===", "--output-split-marker=// SEP"],
        f"{GOOD}//===\n{BAD}//===\n{GOOD}// -----\n{GOOD.replace('@f', '@g')}",
    ),
    "marker_left_empty": Case(["--split-input-file="], f"{GOOD}// -----\n{BAD}"),
    "without_splitting": Case([], f"{GOOD}// -----\n{BAD}"),
}


def part(*lines: str) -> str:
    """A function with an undeclared value in its fourth line, and comments around it."""
    above, on, below = lines
    head = f"func.func @f() -> f64 {{\n  // {above}\n"
    return f"{head}  return %b : f64 // {on}\n  // {below}\n}}\n// -----\n"


MET = (
    part("expected-error @below {{use of undeclared}}", "", "")
    + part("expected-error@+1 {{}}", "", "")
    + part("", "expected-error {{undeclared SSA value name}}  ", "")
    + part("", "", "expected-error @above {{use}}")
    + part("", "", "expected-error @-1{{use}}")
    + part("expected-error-re @below {{use of {{[a-z]+}} SSA {{(value|none)}} name}}", "", "")
    + part("expected-error-re @below {{use of {{unde.*}}{{d}} SSA}}", "", "")
)
UNMET = (
    part("", "", "")
    + part("expected-error @below {{no such text}}", "", "")
    + part("expected-warning @below {{use of undeclared}}", "", "")
    + part("expected-error @below {{use}} expected-error @below {{name}}", "", "")
    + part("expected-error @below {{use of}}", "expected-note {{no such note}}", "")
    + part("expected-error @+2 {{use of}}", "", "")
    + part("expected-error @below {{use of}} and more", "", "expected-errors @above {{use}}")
    + part("expected-error @below {{use of}}", "", "expected-remark @above {{x}}")
    + part("expected-error-re @below {{use {{[}} of}}", "", "")
    + part("expected-error-re @below {{use {{of}} an {{open}", "", "expected-error-re {{a{{b}}")
    + part("expected-error @below {{use}}", "", "expected-error @-1 {{use}}")
)
EXPECTATIONS = {
    "all_met": Case(["--split-input-file", "--verify-diagnostics"], MET),
    "not_met": Case(["--split-input-file", "-verify-diagnostics"], UNMET, ["invalid regex"]),
    "only_expected": Case(
        ["--split-input-file", "--verify-diagnostics=only-expected"],
        MET + part("", "", "") + part("expected-error @below {{no such text}}", "", ""),
    ),
}

INPUTS = {
    "empty": Case([], ""),
    "only_a_comment": Case(["-"], "// nothing"),
    "no_mlir": Case([], "no mlir", [""]),
    "unregistered": Case(["-allow-unregistered-dialect"], UNREGISTERED),
    "round_trip": Case(["-verify-roundtrip", "--verify-each=0"], DEAD),
    "operation_alone": Case(["--no-implicit-module", "--mlir-print-local-scope"]),
    "external_resources": Case(
        [], GOOD + '{-# external_resources: { tool: { a: "x\\22\\0A", "b c": true }, t2: {} } #-}\n'
    ),
}

PASSES = {
    "passes_as_options": Case(["-canonicalize", "--cse"], DEAD),
    "textual_pipeline": Case(["--pass-pipeline=builtin.module(func.func(cse),canonicalize)"], DEAD),
    "dumps_around_all": Case(
        ["--cse", "--canonicalize", "--mlir-print-ir-before-all", "--mlir-print-ir-after-all"], DEAD
    ),
    "dumps_around_some": Case(
        ["-cse", "-canonicalize", "-mlir-print-ir-before=canonicalize", "-mlir-print-ir-after=cse"],
        DEAD,
    ),
    "dumps_after_change": Case(
        ["-canonicalize", "-cse", "-mlir-print-ir-after-all", "-mlir-print-ir-after-change"], DEAD
    ),
    "dumps_after_failure": Case(
        ["--cse", "--mlir-print-ir-after-all", "--mlir-print-ir-after-failure"], DEAD
    ),
    "pipeline_shown": Case(["--pass-pipeline=builtin.module(cse,cse)", "--dump-pass-pipeline"]),
}

FAILURES = {
    "unknown_pass": Case(["--pass-pipeline=builtin.module(cze)"]),
    "unknown_option_of_a_pass": Case(["--pass-pipeline=builtin.module(cse{x=1})"]),
    "open_pipeline": Case(["--pass-pipeline=builtin.module(cse"]),
    "unknown_option": Case(["--no-such-option"]),
    "unknown_pass_to_print": Case(["--cse", "--mlir-print-ir-after=no-such-pass"]),
    "several_without_module": Case(["--no-implicit-module"], GOOD + GOOD.replace("@f", "@g")),
    "unregistered": Case(["--allow-unregistered-dialect=false"], UNREGISTERED),
    "no_input_file": Case(["no.mlir", "-o", "out.mlir"]),
    "directory": Case(["."]),
    "no_output_folder": Case(["-o", "no/out.mlir"]),
    "bad_input_and_output_file": Case(["-o", "out.mlir"], BAD),
}

_DIAGNOSTIC = re.compile(r"(?:(\S+:\d+:\d+): )?(error|warning|note|remark): (.*)")
_TITLE = re.compile(r"(IR Dump (?:Before|After)) \w+ ")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_both(case: Case) -> tuple[Result, Result]:
    theirs = mlir_opt(case.text, *case.args)
    return run_cli(case.args, case.text), Result(
        theirs.returncode, theirs.stdout.removesuffix("\n"), theirs.stderr
    )


def _said(stderr: str, reworded: list[str]) -> list[tuple[str | None, str, str]]:
    """Place, severity and text of each diagnostic."""
    found = [
        (match[1], match[2], match[3])
        for match in map(_DIAGNOSTIC.match, stderr.split("\n"))
        if match
    ]
    return [
        (place, severity, "" if any(re.match(one, text) for one in reworded) else text)
        for place, severity, text in found
        if not text.startswith("see current operation")
    ]


@pytest.mark.parametrize("name", SPLIT | EXPECTATIONS | INPUTS)
def test_results_and_diagnostics_are_the_same(name: str) -> None:
    case = (SPLIT | EXPECTATIONS | INPUTS)[name]
    ours, theirs = run_both(case)
    assert _said(ours.stderr, case.reworded) == _said(theirs.stderr, case.reworded)
    assert (ours.exit_code, ours.stdout.rstrip("\n")) == (
        theirs.exit_code,
        theirs.stdout.rstrip("\n"),
    )


@pytest.mark.parametrize("name", PASSES)
def test_results_and_dumps_are_the_same(name: str) -> None:
    ours, theirs = run_both(PASSES[name])
    assert ours.exit_code == theirs.exit_code == 0
    assert ours.stdout == theirs.stdout
    assert _TITLE.sub(r"\1 ", ours.stderr) == _TITLE.sub(r"\1 ", theirs.stderr)


@pytest.mark.parametrize("name", FAILURES)
def test_failures_leave_nothing(name: str, folder: Path) -> None:
    ours, theirs = run_both(FAILURES[name])
    assert ours.exit_code != 0 != theirs.exit_code
    assert ours.stdout == theirs.stdout == ""
    assert ours.stderr != "" != theirs.stderr
    assert list(folder.iterdir()) == []


def test_output_files_are_the_same() -> None:
    case = Case(["-o=out.mlir", "-cse"], DEAD)
    assert run_cli(case.args, case.text) == (0, "", "")
    ours = Path("out.mlir").read_text()
    done = mlir_opt(case.text, *case.args)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert Path("out.mlir").read_text() == f"{ours}\n"


def test_timing_reports_have_the_same_form() -> None:
    ours, theirs = run_both(Case(["--canonicalize", "--mlir-timing"]))
    assert ours.stdout == theirs.stdout

    def form(report: str) -> tuple[list[str], list[str]]:
        lines = [line for line in report.split("\n") if "(A)" not in line]
        numbers = [re.sub(r"\d+\.\d+", "N", line) for line in lines[:6]]
        return numbers, [
            re.sub(r" *\d+\.\d+ \( *\d+\.\d+%\)  (\w+)", r"\1", line) for line in lines[6:]
        ]

    (our_head, our_rows), (their_head, their_rows) = form(ours.stderr), form(theirs.stderr)
    assert our_head == their_head
    assert [row for row in our_rows if row in ("Parser", "Output", "Rest", "Total", "")] == [
        row for row in their_rows if row != "Canonicalizer"
    ]


def test_each_runs_the_reproducers_of_the_other() -> None:
    args = ["--cse", "--canonicalize", "--mlir-generate-reproducer=made.mlir"]
    assert run_cli(args, DEAD).exit_code == 0
    ours = Path("made.mlir").read_text()
    assert mlir_opt(DEAD, *args).returncode == 0
    theirs = Path("made.mlir").read_text()
    assert "canonicalize{" in theirs  # the pass has options in mlir-opt only
    theirs = re.sub(r"canonicalize\{.*?\}", "canonicalize", theirs)
    for text in (ours, theirs):
        both = run_both(Case(["--run-reproducer"], text))
        assert [one.exit_code for one in both] == [0, 0], both
        assert both[0].stdout == both[1].stdout == run_cli([], GOOD).stdout

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from support.inprocess import run_cli
from xdsl.dialects import get_all_dialects

from ckptopt import __version__
from ckptopt.cli import main
from ckptopt.dialects.registry import OURS
from ckptopt.pipelines import FLAGS, PASSES, pass_class

SINE = "func.func @f(%x: f64) -> f64 {\n  %y = math.sin %x : f64\n  return %y : f64\n}\n"
PROGRAM = [sys.executable, "-m", "ckptopt"]


def without_xdsl(*args: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process in which importing xDSL fails."""
    code = (
        "import sys; sys.modules['xdsl'] = None\n"
        "from ckptopt.cli import main\n"
        "main(sys.argv[1:], prog_name='ckptopt')"
    )
    return subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--help"], 0),
        (["-help"], 0),
        (["-h"], 0),
        (["--version"], 0),
        (["--nope"], 2),
        (["-loop-checkpont"], 2),
        (["--verify-diagnostics=most"], 2),
        (["--run-reproducer", "-cse"], 2),
        (["a", "b"], 2),
    ],
)
def test_help_and_usage_errors_do_not_import_xdsl(args: list[str], code: int) -> None:
    done = without_xdsl(*args)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


MULTIPLE = "func.func @f() {\n  return\n}\n// -----\nfunc.func @g() {\n  return\n}\n"
SPLIT = "module {\n  func.func @f() {\n    return\n  }\n}\n\n// -----\nmodule {\n  func.func @g() {"


@pytest.mark.parametrize(
    "args",
    [
        ["-split-input-file"],
        ["--split-input-file", "-"],
        ["--split-input-file=// -----", "--", "-"],
        ["-split-input-file=", "-verify-each=0"],
        ["-split-input-file", "--no-verify=false", "-allow-unregistered-dialect=1"],
        ["-mlir-disable-threading", "-split-input-file", "-output-split-marker", "// -----"],
    ],
)
def test_spellings_of_mlir_opt(args: list[str]) -> None:
    code, text, said = run_cli(args, MULTIPLE)
    assert (code, said) == (0, "")
    assert text.startswith(SPLIT)


@pytest.mark.parametrize("args", [["-oout"], ["-o=out"], ["-o", "out"], ["-o", "-cse"]])
def test_spellings_of_short_options(
    args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_cli(args, "") == (0, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["-cse" if "-cse" in args else "out"]


@pytest.mark.parametrize("value", ["maybe", "2", ""])
def test_flags_take_no_other_values(value: str) -> None:
    code, text, said = run_cli([f"-print-op-generic={value}"], "")
    assert (code, text) == (2, "")
    assert "'--print-op-generic' does not take a value" in said


def test_passes_are_options() -> None:
    args = ["-canonicalize", "--loop-checkpoint=fn=f mode=split"]
    code, _, said = run_cli([*args, "-p", "cse", "--simplify=fn=f", "-dump-pass-pipeline"], SINE)
    assert code == 0
    assert re.findall(r"^  ([a-z-]+)", said, re.M) == [
        "canonicalize",
        "loop-checkpoint",
        "cse",
        "simplify",
    ]
    assert "fn=f mode=split" in said


def test_passes_that_are_options_exist() -> None:
    assert [pass_class(name).name for name in FLAGS] == list(FLAGS)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("-loop-checkpont", "--loop-checkpoint"),
        ("--canonicalise", "--canonicalize"),
        ("-split-input-files", "--split-input-file"),
        ("-output-split-markers=x", "--output-split-marker"),
        ("-pass-pipelin=cse", "--pass-pipeline"),
        ("--mlir-print-ir-after-al", "--mlir-print-ir-after-all"),
    ],
)
def test_what_an_unknown_option_may_mean(typed: str, meant: str) -> None:
    code, text, said = run_cli([typed], "")
    assert (code, text) == (2, "")
    assert "No such option" in said
    assert meant in said


def test_a_reproducer_brings_its_own_pipeline() -> None:
    code, _, said = run_cli(["--run-reproducer", "-p", "cse"], "")
    assert code == 2
    assert "takes the pipeline from the input" in said
    assert run_cli(["--run-reproducer"], "") == (
        1,
        "",
        "<stdin>:1:1: error: no pipeline to run: there is no 'mlir_reproducer' resource\n\n^\n",
    )


@pytest.mark.parametrize(
    ("args", "incomplete", "expected"),
    [
        (["-p"], "loop", ["loop-checkpoint"]),
        (["-p"], "builtin.module(cse,simp", ["builtin.module(cse,simplify"]),
        ([], "--mlir-t", ["--mlir-timing"]),
        ([], "--loop", ["--loop-checkpoint"]),
        (["--verify-diagnostics"], "only", ["only-expected"]),
    ],
)
def test_completion(args: list[str], incomplete: str, expected: list[str]) -> None:
    complete = ShellComplete(main, {}, "ckptopt", "_CKPTOPT_COMPLETE")
    found = [item.value for item in complete.get_completions(args, incomplete)]
    assert [value for value in found if value != incomplete] == expected


def test_help_lists_every_option_once_and_in_a_group() -> None:
    code, text, said = run_cli(["--help"])
    assert (code, said) == (0, "")
    names = re.findall(r"^  (?:-[a-z], )?(--[a-z-]+)", text, re.M)
    shown = [one for one in main.params if isinstance(one, click.Option) and not one.hidden]
    assert len(names) == len(set(names)) == len(shown)  # `-o` has no long name, `--help` is click's


def test_version() -> None:
    assert run_cli(["--version"]) == (0, f"ckptopt {__version__}\n", "")


def test_usage_errors_go_to_stderr() -> None:
    code, text, said = run_cli(["--print-ir"])
    assert (code, text) == (2, "")
    assert "No such option '--print-ir'" in said


def test_a_bad_pipeline_is_an_input_failure() -> None:
    code, text, said = run_cli(["-p", "loop-checkpont"], "")
    assert (code, text) == (1, "")
    assert said == (
        "<pipeline>:1:1: error: unknown pass 'loop-checkpont', did you mean 'loop-checkpoint'?\n"
        "loop-checkpont\n"
        "^\n"
    )


@pytest.mark.parametrize("spelling", ["-p", "--passes", "--pass-pipeline"])
def test_pipelines_are_joined_in_order(spelling: str) -> None:
    args = [spelling, "cse", spelling, "builtin.module(canonicalize)", "--mlir-print-ir-after-all"]
    code, _, said = run_cli(args, "")
    assert code == 0
    assert said.index("(cse)") < said.index("(canonicalize)")


def test_list_passes_names_every_pass() -> None:
    code, text, said = run_cli(["--list-passes"])
    assert (code, said) == (0, "")
    for name in (*PASSES, "canonicalize"):
        assert name in text
    assert re.search(r"mode +combined \| split \| ForwardMode +combined", text)


def test_show_dialects_names_every_dialect() -> None:
    code, text, said = run_cli(["--show-dialects"])
    assert (code, said) == (0, "")
    for name in (*OURS, *get_all_dialects()):
        assert name in text


def test_a_closed_pipe_ends_the_run_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        done = subprocess.run(
            PROGRAM, input="", stdout=closed, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert (done.returncode, done.stderr) == (1, "")


def test_a_closed_pipe_for_diagnostics_changes_nothing_else() -> None:
    for text, code in (("", 0), ("bad", 1)):
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "w") as closed:
            done = subprocess.run(
                [*PROGRAM, "-cse", "-mlir-timing", "-mlir-print-ir-after-all"],
                input=text,
                stdout=subprocess.PIPE,
                stderr=closed,
                text=True,
                timeout=60,
            )
        assert (done.returncode, done.stdout) == (code, "" if code else "module {\n}\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            PROGRAM, input="", stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 1
    assert done.stderr == "error: cannot write to standard output: No space left on device\n"


def test_output_does_not_depend_on_the_locale() -> None:
    source = 'func.func @f() attributes {note = "é"} {\n  return\n}\n'
    done = subprocess.run(
        PROGRAM,
        input=source.encode(),
        capture_output=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    again = run_cli([], done.stdout)
    assert again.stdout.encode() == done.stdout


def test_the_stages_of_a_composite_pass_are_printed_one_by_one() -> None:
    text = "func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n"
    result = run_cli(["-p", "loop-checkpoint{fn=f mode=split}", "--mlir-print-ir-after-all"], text)
    stages = re.findall(r"IR Dump After \w+ \((.*)\)", result.stderr)
    assert stages == [
        "differentiate",
        "simplify",
        "remove-unnecessary-enzyme-ops",
        "lower-enzyme-binomial-progress",
        "simplify",
        "split-derivative",
        "simplify",
    ]

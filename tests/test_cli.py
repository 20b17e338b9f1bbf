from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from support.inprocess import run_cli

from ckptopt import __version__
from ckptopt.pipelines import PASSES

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
    [(["--help"], 0), (["-h"], 0), (["--version"], 0), (["--nope"], 2), (["a", "b"], 2)],
)
def test_help_and_usage_errors_do_not_import_xdsl(args: list[str], code: int) -> None:
    done = without_xdsl(*args)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


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
    for name in PASSES:
        assert name in text


def test_a_closed_pipe_ends_the_run_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        done = subprocess.run(
            PROGRAM, input="", stdout=closed, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert (done.returncode, done.stderr) == (1, "")


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

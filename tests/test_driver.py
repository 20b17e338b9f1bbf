from __future__ import annotations

import os
import re
from io import StringIO
from pathlib import Path
from typing import IO

import pytest
from support import passes
from support.inprocess import run_cli
from xdsl.ir import Operation

from ckptopt import printing

GOOD = "func.func @f(%a: f64) -> f64 {\n  return %a : f64\n}\n"
PRINTED = "module {\n  func.func @f(%a: f64) -> f64 {\n    return %a : f64\n  }\n}\n"


@pytest.fixture(autouse=True)
def _known_passes(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    passes.register(monkeypatch)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_input_from_file_dash_and_nothing() -> None:
    Path("a.mlir").write_text(GOOD)
    for args in (["a.mlir"], ["-"], []):
        assert run_cli(args, GOOD) == (0, PRINTED, "")


@pytest.mark.parametrize("text", ["", "\n", "// only a comment", "\r\n// CRLF\r\n"])
def test_an_input_without_operations_is_an_empty_module(text: str) -> None:
    assert run_cli([], text) == (0, "module {\n}\n", "")


def test_crlf_and_utf8_are_read() -> None:
    code, text, said = run_cli([], GOOD.replace("\n", "\r\n") + "// Schrödinger")
    assert (code, text, said) == (0, PRINTED, "")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"// a\n// \xff", "<stdin>:2:4: error: the input is not UTF-8 text\n"),
        (b"// \0", "<stdin>:1:4: error: the input is not text: it has a zero byte\n"),
        (b"ML\xefR\0\1", "error: '<stdin>' is MLIR bytecode; `mlir-opt <stdin>` turns it"),
    ],
)
def test_input_that_is_not_text(data: bytes, message: str) -> None:
    code, text, said = run_cli([], data)
    assert (code, text) == (1, "")
    assert said.startswith(message)


def test_unreadable_files(folder: Path) -> None:
    missing = run_cli(["no.mlir"])
    assert missing == (1, "", "error: cannot read 'no.mlir': No such file or directory\n")
    assert run_cli([str(folder)]).stderr == f"error: cannot read '{folder}': Is a directory\n"


def test_output_file_is_written_in_one_piece_and_only_on_success() -> None:
    out = Path("out.mlir")
    assert run_cli(["-o", "out.mlir"], "bad").exit_code == 1
    assert not out.exists()
    assert run_cli(["-o", "out.mlir"], GOOD) == (0, "", "")
    assert out.read_text() == PRINTED
    out.chmod(0o640)
    assert run_cli(["-o", "out.mlir", "-p", "refuse"], GOOD).exit_code == 1
    assert run_cli(["-o", "out.mlir"], "") == (0, "", "")
    assert out.read_text() == "module {\n}\n"
    assert out.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in Path.cwd().iterdir()] == ["out.mlir"]


def test_output_through_a_link_and_to_a_device() -> None:
    Path("link").symlink_to("target")
    assert run_cli(["-o", "link"], GOOD).exit_code == 0
    assert Path("link").is_symlink()
    assert Path("target").read_text() == PRINTED
    assert run_cli(["-o", "/dev/null"], GOOD) == (0, "", "")
    assert run_cli(["-o", "-"], GOOD) == (0, PRINTED, "")
    failed = run_cli(["-o", "no/where"], GOOD)
    assert failed == (1, "", "error: cannot write 'no/where': No such file or directory\n")


def test_parse_errors_are_located() -> None:
    code, text, said = run_cli([], "func.func @f() {\n  return %x : f64\n}\n")
    assert (code, text) == (1, "")
    assert said == (
        "<stdin>:2:10: error: use of undeclared SSA value name\n  return %x : f64\n         ^\n"
    )


def test_verification_errors_are_located() -> None:
    code, text, said = run_cli([], "func.func @f() -> f64 {\n  return\n}\n")
    assert (code, text) == (1, "")
    assert said.startswith("<stdin>:2:3: error: 'func.return' op ")


def test_unregistered_operations() -> None:
    source = '"some.thing"() : () -> ()\n'
    code, text, said = run_cli([], source)
    assert (code, text) == (1, "")
    assert said.startswith("<stdin>:1:1: error: ")
    assert "some.thing" in said
    code, text, said = run_cli(["--allow-unregistered-dialect"], source)
    assert (code, text, said) == (0, 'module {\n  "some.thing"() : () -> ()\n}\n', "")


def test_split_input_goes_on_after_a_bad_chunk() -> None:
    source = f"{GOOD}// -----\nbad\n// -----   \r\n{GOOD}//-----\n"
    code, text, said = run_cli(["--split-input-file"], source)
    assert code == 1
    assert text == f"{PRINTED}\n// -----\n// -----\n{PRINTED}"
    assert said.startswith("<stdin>:5:1: error: ")
    assert said.count("error:") == 1


def test_warnings_come_with_their_notes_and_do_not_fail() -> None:
    code, text, said = run_cli(["-p", "remark"], GOOD)
    assert (code, text) == (0, PRINTED)
    assert said == (
        "<stdin>:1:1: warning: a function\n"
        "func.func @f(%a: f64) -> f64 {\n"
        "^\n"
        "<stdin>:1:1: note: which is here\n"
        "func.func @f(%a: f64) -> f64 {\n"
        "^\n"
    )


def test_a_pass_can_refuse() -> None:
    code, text, said = run_cli(["-p", "remark,refuse,explode"], GOOD)
    assert (code, text) == (1, "")
    assert "<stdin>:1:1: error: no functions, please\n" in said


def test_an_internal_error_says_so_and_leaves_a_reproducer() -> None:
    code, text, said = run_cli(["-p", "explode"], f"// first\n{GOOD}")
    assert (code, text) == (1, "")
    assert said.startswith(
        "<stdin>:2:1: error: internal error in pass 'explode': KeyError: 'nothing known about f'\n"
    )
    (reproducer,) = Path.cwd().glob("ckptopt-reproducer-*.mlir")
    assert said.endswith(
        f"note: this is a bug in ckptopt: please report it and attach '{reproducer.name}'\n"
    )
    assert "Traceback" not in said
    kept = reproducer.read_text()
    assert kept.startswith("// RUN: ckptopt %s --run-reproducer\n")
    assert "// Traceback" in kept
    assert run_cli([str(reproducer)]).stdout.startswith(PRINTED)
    again = run_cli([str(reproducer), "--run-reproducer"])
    assert "internal error in pass 'explode': KeyError" in again.stderr


def test_a_pass_that_breaks_the_module_is_an_internal_error() -> None:
    code, text, said = run_cli(["-p", "break"], GOOD)
    assert (code, text) == (1, "")
    assert "error: internal error in verification after pass 'break': " in said
    assert "this is a bug in ckptopt" in said
    assert run_cli(["-p", "break", "--no-verify"], GOOD).exit_code == 0


def test_endless_recursion_is_a_located_error() -> None:
    code, text, said = run_cli(["-p", "recurse"], GOOD)
    assert (code, text) == (1, "")
    assert said.startswith("<stdin>:1:1: error: nested too deeply (pass 'recurse')\n")


def nested(depth: int) -> str:
    ifs = "scf.if %c {\n" * depth + "}" * depth
    return f"func.func @f(%c: i1) {{\n{ifs}\nreturn }}"


def test_deep_nesting_works_and_too_deep_nesting_is_a_located_error() -> None:
    code, _, said = run_cli(["-o", "/dev/null"], nested(200))
    assert (code, said) == (0, "")
    code, text, said = run_cli([], nested(5000))
    assert (code, text) == (1, "")
    assert re.match(r"<stdin>:\d+:\d+: error: .*nested too deeply", said)


def test_dumps_go_to_stderr_in_the_form_of_mlir_opt() -> None:
    _, text, said = run_cli(["-p", "options,remark", "--mlir-print-ir-after-all"], "")
    assert text == "module {\n}\n"
    assert said == (
        "// -----// IR Dump After OptionsPass (options) //----- //\nmodule {\n}\n\n\n"
        "// -----// IR Dump After RemarkPass (remark) //----- //\nmodule {\n}\n\n\n"
    )
    _, _, said = run_cli(["-p", "options", "--mlir-print-ir-before-all"], "")
    assert said.startswith("// -----// IR Dump Before OptionsPass (options) //----- //\nmodule {")


def test_locations_are_printed_on_request() -> None:
    _, text, _ = run_cli(["--mlir-print-debuginfo"], GOOD)
    assert 'loc("<stdin>":2:3)' in text


@pytest.mark.parametrize(
    ("comment", "complaint"),
    [
        ("// expected-warning @+1 {{a func}}\n", "unexpected note: which is here"),
        (
            "// expected-warning @below {{a function}}\n// expected-note @below {{here}}\n",
            "",
        ),
        (
            "// expected-warning-re @below {{a {{f.*n}}}}\n// expected-note @+1 {{here}}\n",
            "",
        ),
        (
            "// expected-warning @+2 {{a function}}\n// expected-note @below {{there}}\n",
            '<stdin>:2:4: error: expected note "there" was not produced',
        ),
        (
            "// expected-error @+1 {{a function}}\n",
            "<stdin>:1:4: error: 'warning' diagnostic emitted when expecting a 'error'",
        ),
        ("// expected-error @unknown {{nothing}}\n", 'expected error "nothing" was not produced'),
    ],
)
def test_verify_diagnostics(comment: str, complaint: str) -> None:
    code, _, said = run_cli(["-p", "remark", "--verify-diagnostics"], comment + GOOD)
    assert code == (1 if complaint else 0), said
    assert complaint in said


def test_verify_diagnostics_turns_an_expected_error_into_success() -> None:
    source = f"// expected-error @+1 {{{{no functions}}}}\n{GOOD}"
    code, text, said = run_cli(["-p", "refuse", "--verify-diagnostics"], source)
    assert (code, text, said) == (0, "", "")


def test_a_fault_of_ours_is_never_expected() -> None:
    source = f"// expected-error @below {{{{internal error}}}}\n{GOOD}"
    code, _, said = run_cli(["-p", "explode", "--verify-diagnostics=only-expected"], source)
    assert code == 1
    assert "error: internal error in pass 'explode'" in said
    assert "please report it" in said


def test_only_expected_diagnostics_are_asked_for() -> None:
    args = ["-p", "remark", "--verify-diagnostics=only-expected"]
    assert run_cli(args, GOOD) == (0, PRINTED, "")
    code, _, said = run_cli(args, "// expected-remark @below {{other}}\n" + GOOD)
    assert code == 1
    assert said.startswith('<stdin>:1:4: error: expected remark "other" was not produced\n')


@pytest.mark.parametrize("flag", ["after-all", "after=refuse", "after-failure"])
def test_what_a_failed_pass_leaves_is_printed(flag: str) -> None:
    code, text, said = run_cli(["-p", "refuse", f"--mlir-print-ir-{flag}"], GOOD)
    assert (code, text) == (1, "")
    title = "// -----// IR Dump After RefusePass Failed (refuse) //----- //\n"
    assert said.startswith(f"{title}{PRINTED}\n\n<stdin>:1:1: error: no functions")


def test_what_cannot_be_printed_is_no_second_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def print_nothing(*_: object, **__: object) -> None:
        raise KeyError("no name")

    monkeypatch.setattr(printing.writer, "print_module", print_nothing)
    _, _, said = run_cli(["-p", "refuse", "--mlir-print-ir-after-failure"], GOOD)
    assert "\n// what is left cannot be printed: KeyError: 'no name'\n" in said
    assert said.count("error: ") == 1


def test_a_pass_made_of_stages_can_be_printed_around() -> None:
    text = "func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n"
    args = ["--loop-checkpoint=fn=f", "--mlir-print-ir-before=loop-checkpoint,simplify"]
    _, _, said = run_cli([*args, "--mlir-print-ir-after=loop-checkpoint"], text)
    assert re.findall(r"Dump (\w+) \w+ \((.*)\)", said) == [
        ("Before", "loop-checkpoint"),
        ("Before", "simplify"),
        ("Before", "simplify"),
        ("After", "loop-checkpoint"),
    ]


def test_a_crash_reproducer_is_written_where_it_is_wanted() -> None:
    args = ["--allow-unregistered-dialect", "--mlir-pass-pipeline-crash-reproducer=r.mlir"]
    assert run_cli([*args, "-p", "remark"], GOOD).exit_code == 0
    assert run_cli([*args, "-p", "remark"], "bad").exit_code == 1
    assert not Path("r.mlir").exists()
    for name, fault in (("refuse", "no functions, please"), ("explode", "internal error")):
        code, _, said = run_cli([*args, "-p", f"options{{count=4 fn='a b'}},{name}"], GOOD)
        assert code == 1
        assert "note: reproducer generated at 'r.mlir'\n" in said
        kept = Path("r.mlir").read_text()
        assert kept.startswith("// RUN: ckptopt %s --run-reproducer --allow-unregistered-dialect\n")
        assert f"builtin.module(options{{fn=\\22a b\\22 count=4}},{name})" in kept
        again = run_cli(["r.mlir", "--run-reproducer"])
        assert (again.exit_code, again.stdout) == (1, "")
        assert fault in again.stderr
        Path("r.mlir").unlink(missing_ok=True)
        for made in Path.cwd().glob("ckptopt-reproducer-*"):
            made.unlink()


def test_a_crash_reproducer_that_cannot_be_written_is_an_error_too() -> None:
    args = ["-p", "refuse", "--mlir-pass-pipeline-crash-reproducer=no/r.mlir"]
    _, _, said = run_cli(args, GOOD)
    assert "error: cannot write 'no/r.mlir': No such file or directory\n" in said
    assert "error: no functions, please\n" in said


def test_a_round_trip_that_loses_something_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    source = 'func.func private @f() attributes {note = "x"}\n'
    assert run_cli(["--verify-roundtrip"], source).exit_code == 0
    original = printing.writer.print_module

    def print_less(module: Operation, stream: IO[str], **form: bool) -> None:
        text = StringIO()
        original(module, text, **form)
        stream.write(re.sub(r"note = \"x*", lambda note: f"{note[0]}x", text.getvalue()))

    def print_nonsense(_: Operation, stream: IO[str], **__: bool) -> None:
        stream.write("nonsense")

    for printer, fault in (
        (print_less, "printing in the custom form loses something\n"),
        (print_nonsense, "what is printed in the custom form cannot be read: "),
    ):
        monkeypatch.setattr(printing.writer, "print_module", printer)
        code, text, said = run_cli(["--verify-roundtrip"], source)
        assert (code, text) == (1, "")
        assert said.startswith(f"<stdin>:1:1: error: {fault}")


def test_an_operation_can_stand_alone() -> None:
    code, text, said = run_cli(["--no-implicit-module"], GOOD)
    assert (code, text, said) == (0, "func.func @f(%a: f64) -> f64 {\n  return %a : f64\n}\n", "")
    code, _, said = run_cli(["--no-implicit-module", "-p", "options"], GOOD)
    assert code == 1
    assert said.startswith("<stdin>:1:1: error: passes run on a module, not on 'func.func'\n")
    assert run_cli(["--no-implicit-module", "-p", "options"], PRINTED) == (0, PRINTED, "")
    code, _, said = run_cli(["--no-implicit-module"], "// nothing\n")
    assert code == 1
    assert "error: source must contain a single top-level operation, found: 0\n" in said


def test_files_with_long_names_and_pipes_with_names() -> None:
    name = "x" * 250
    assert run_cli(["-o", name], GOOD) == (0, "", "")
    assert Path(name).read_text() == PRINTED
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run_cli(["-o", "pipe"], GOOD) == (0, "", "")
        assert os.read(reader, 1000).decode() == PRINTED
    finally:
        os.close(reader)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_must_not_be_written_stays() -> None:
    Path("out").write_text("kept")
    Path("out").chmod(0o444)
    assert run_cli(["-o", "out"], GOOD) == (1, "", "error: cannot write 'out': Permission denied\n")
    assert Path("out").read_text() == "kept"

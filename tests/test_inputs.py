"""Inputs that are no program at all, or one of an unusual size or depth."""

from __future__ import annotations

import os
import re
import threading
import time
from pathlib import Path

import pytest
from support.inprocess import run_cli
from support.nests import NESTS, branches

GOOD = "func.func @f(%a: f64) -> f64 {\n  return %a : f64\n}\n"
PRINTED = "module {\n  func.func @f(%a: f64) -> f64 {\n    return %a : f64\n  }\n}\n"
LONG = 10_000_000


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (loop := tmp_path / "loop").symlink_to(loop)
    unreadable = {
        str(loop): "Too many levels of symbolic links",
        str(tmp_path / "a" / "b"): "No such file or directory",
        str(tmp_path / ("x" * 300)): "File name too long",
        str(tmp_path): "Is a directory",
    }
    for path, reason in unreadable.items():
        assert run_cli([path]) == (1, "", f"error: cannot read '{path}': {reason}\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.mlir"
    path.write_text(GOOD)
    path.chmod(0)
    assert run_cli([str(path)]).stderr == f"error: cannot read '{path}': Permission denied\n"


def test_a_named_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(GOOD,))
    writer.start()
    assert run_cli([str(pipe)]) == (0, PRINTED, "")
    writer.join()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x7fELF\x02\x01\x01\0\0\0", "1:8: error: the input is not text: it has a zero byte"),
        (GOOD.encode("utf-16"), "1:1: error: the input is not UTF-8 text"),
        ("// é".encode("latin-1"), "1:4: error: the input is not UTF-8 text"),
        (GOOD.encode() + b"// \xe2\x82", "4:4: error: the input is not UTF-8 text"),
        (b"\xef\xbb\xbf" + GOOD.encode(), "1:1: error: the input begins with a byte order mark"),
        (GOOD.replace(" ", "\xa0").encode(), "1:10: error: "),
    ],
)
def test_what_is_no_text(data: bytes, message: str) -> None:
    code, text, said = run_cli([], data)
    assert (code, text) == (1, "")
    assert said.startswith(f"<stdin>:{message}")


@pytest.mark.parametrize("end", ["\r\n", "\r", "\f\n"])
def test_other_white_space_separates_too(end: str) -> None:
    assert run_cli([], GOOD.replace("\n", end)) == (0, PRINTED, "")


def test_the_last_line_need_not_end() -> None:
    assert run_cli([], GOOD.rstrip()) == (0, PRINTED, "")
    assert run_cli([], f"{GOOD}// the end") == (0, PRINTED, "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x" * LONG, "1:1: error: unregistered operation"),
        ("(" * LONG, "1:1: error: "),
        (" " * LONG + "x", f"1:{LONG + 1}: error: unregistered operation 'x'"),
        ('module attributes {a.b = "' + "x" * LONG, "1:26: error: "),
        ("module attributes {a.b = " + "9" * LONG, "1:26: error: integer literal has too many"),
        ("func.func private @f(i" + "9" * 5000 + ")", "1:5023: error: integer literal has too ma"),
        ("func.func private @f(tensor<" + "1x" * LONG, "1:30: error: shape has too many dimension"),
    ],
    ids=["word", "parentheses", "spaces", "string", "digits", "width", "shape"],
)
def test_a_line_of_ten_million_characters(text: str, message: str) -> None:
    before = time.process_time()
    code, printed, said = run_cli([], text)
    assert (code, printed) == (1, "")
    assert said.startswith(f"<stdin>:{message}")
    assert len(said.splitlines()[1]) <= 1000
    assert time.process_time() - before < 20


def test_a_long_comment_is_skipped() -> None:
    assert run_cli([], f"// {'x' * LONG}\n{GOOD}") == (0, PRINTED, "")


@pytest.mark.parametrize("kind", NESTS)
def test_nests(kind: str) -> None:
    """Read, verified and printed at a depth of 500; at 20,000 refused with a place."""
    options = ["--allow-unregistered-dialect", "--print-debuginfo"]
    code, text, said = run_cli(options, NESTS[kind](500))
    assert (code, said) == (0, "")
    assert run_cli(options, text) == (0, text, "")
    code, text, said = run_cli(options, NESTS[kind](20_000))
    assert (code, text) == (1, "")
    assert re.match(r"<stdin>:\d+:\d+: error: (nested|shape has) too", said), said


def test_nests_are_differentiated() -> None:
    code, text, said = run_cli(["-p", "loop-checkpoint{fn=f}"], branches(200))
    assert (code, said) == (0, "")
    assert text.count("math.cos") == 1
    code, text, said = run_cli(["-p", "loop-checkpoint{fn=f}"], NESTS["scf.if"](500))
    assert (code, said) == (0, "")


SIZES = """
func.func @f(%x: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant {count} : index
  %m = memref.alloc() : memref<{size}xf64>
  %y = scf.for %i = %c0 to %c step %c1 iter_args(%s = %x) -> (f64) {{
    memref.store %s, %m[%i] : memref<{size}xf64>
    %l = memref.load %m[%i] : memref<{size}xf64>
    %t = arith.mulf %s, %l : f64
    scf.yield %t : f64
  }} {{enzyme.enable_checkpointing = true, enzyme.checkpoint_period = {period} : i64{more}}}
  return %y : f64
}}
"""


@pytest.mark.parametrize("more", ["", ", enzyme.binomial_checkpointing"])
@pytest.mark.parametrize("huge", ["count", "size", "period"])
def test_huge_counts_cost_nothing_to_compile(huge: str, more: str) -> None:
    numbers = {"count": 10, "size": 10, "period": 2} | {huge: 2**62}
    before = time.process_time()
    code, _, said = run_cli(["-p", "loop-checkpoint{fn=f}"], SIZES.format(more=more, **numbers))
    assert time.process_time() - before < 5
    assert code == 0 or re.search(r"<stdin>:\d+:\d+: error: (?!internal)", said)
    assert "internal error" not in said


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("dense<1.0> : tensor<1000000000xf64>", "dense literals of more than 16777216 elements"),
        ("0 : i100000000000", "integer bitwidth is limited to 16777215 bits"),
        ("9223372036854775808 : index", "integer constant out of range for attribute"),
        ("affine_map<(d0) -> (d0 + 9223372036854775808)>", "constant too large for index"),
        ("1 : f32", "unexpected decimal integer literal for a floating point value"),
        ("tensor<9223372036854775808xf64>", "invalid dimension"),
        ("vector<0xf64>", "vector types must have positive constant sizes"),
        ("memref<4xf64, 1.0>", "unsupported memory space"),
        ("memref<2x2xf32, strided<[1]>>", "expected the number of strides to match the rank"),
    ],
)
def test_numbers_that_mlir_has_no_room_for(value: str, message: str) -> None:
    code, text, said = run_cli([], f"module attributes {{a.b = {value}}} {{}}")
    assert (code, text) == (1, "")
    assert re.match(rf"<stdin>:1:\d+: error: {message}", said), said

from __future__ import annotations

from io import StringIO

import pytest
from xdsl.dialects.arith import AddfOp
from xdsl.dialects.builtin import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    LocationAttr,
    ModuleOp,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
    f64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Region

from ckptopt import diagnostics
from ckptopt.diagnostics import CompileError, Diagnostic, Location


def at(line: int, column: int) -> FileLineColLoc:
    return FileLineColLoc(StringAttr("a.mlir"), IntAttr(line), IntAttr(column))


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        (at(3, 4), Location("a.mlir", 3, 4)),
        (NameLoc(StringAttr("x"), at(3, 4)), Location("a.mlir", 3, 4)),
        (CallSiteLoc(at(1, 2), at(3, 4)), Location("a.mlir", 1, 2)),
        (CallSiteLoc(UnknownLoc(), at(3, 4)), Location("a.mlir", 3, 4)),
        (FusedLoc((UnknownLoc(), at(5, 6)), NoneAttr()), Location("a.mlir", 5, 6)),
        (UnknownLoc(), None),
    ],
)
def test_location_attributes(attribute: LocationAttr, expected: Location | None) -> None:
    assert diagnostics.locate(attribute) == expected


def test_generated_code_takes_the_place_of_what_is_around_it() -> None:
    block = Block(arg_types=[f64])
    add = AddfOp(block.args[0], block.args[0])
    block.add_op(add)
    function = FuncOp("f", ((f64,), ()), Region(block))
    assert diagnostics.locate(add) is None
    function.location = at(7, 8)
    here = Location("a.mlir", 7, 8)
    assert [diagnostics.locate(x) for x in (add, add.result, block.args[0])] == [here] * 3
    assert diagnostics.locate(ModuleOp([function])) is None


def test_rendering() -> None:
    found = Diagnostic(
        "error",
        "no rule",
        Location("a.mlir", 2, 4),
        (
            Diagnostic("note", "see", Location("b.mlir", 9, 1)),
            Diagnostic("note", "and that is all"),
        ),
    )
    assert diagnostics.render(found, {"a.mlir": "one\n\t  two\r\n"}) == (
        "a.mlir:2:4: error: no rule\n\t  two\n\t  ^\nb.mlir:9:1: note: see\nnote: and that is all\n"
    )


def test_colours_are_only_added_on_request() -> None:
    found = Diagnostic("warning", "text", Location("a.mlir", 1, 1))
    assert "\x1b" not in diagnostics.render(found)
    assert "\x1b[1;35mwarning: " in diagnostics.render(found, colour=True)


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colours_are_for_terminals(
    variables: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"NO_COLOR": "", "TERM": "xterm", **variables}.items():
        monkeypatch.setenv(name, value)
    for stream, expected in ((Terminal(), coloured), (StringIO(), False)):
        monkeypatch.setattr("sys.stderr", stream)
        diagnostics.print_to_stderr(Diagnostic("error", "text"))
        assert ("\x1b" in stream.getvalue()) == expected


def test_a_place_outside_the_source_has_no_source_line() -> None:
    found = Diagnostic("remark", "text", Location("a.mlir", 5, 1))
    assert diagnostics.render(found, {"a.mlir": "one"}) == "a.mlir:5:1: remark: text\n"


def test_what_is_said_goes_to_the_sink(capsys: pytest.CaptureFixture[str]) -> None:
    said: list[Diagnostic] = []
    with diagnostics.sink_to(said.append):
        diagnostics.warn(Location("a.mlir", 1, 2), "careful", diagnostics.note(None, "why"))
        diagnostics.remark(None, "done")
    diagnostics.warn(None, "to the terminal")
    assert [(one.severity, one.message) for one in said] == [
        ("warning", "careful"),
        ("remark", "done"),
    ]
    assert said[0].notes == (Diagnostic("note", "why"),)
    assert capsys.readouterr().err == "warning: to the terminal\n"


def test_errors_are_raised_by_the_caller() -> None:
    error = diagnostics.error(at(1, 2), "wrong")
    assert isinstance(error, CompileError)
    assert error.diagnostic == Diagnostic("error", "wrong", Location("a.mlir", 1, 2))

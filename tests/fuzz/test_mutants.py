"""Damaged inputs in number, and that each way to fail on one would be noticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import inprocess, passes
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ckptopt import diagnostics, pipelines
from fuzz import mutants
from fuzz.mutants import Finding, Mutant, Subject

COUNT = 2000
GOOD = b"func.func @f(%a: f64) -> f64 {\n  return %a : f64\n}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_mutants_are_compiled_or_refused_with_a_place(folder: Path) -> None:
    tally = mutants.check(range(COUNT), folder)
    print(tally)
    shown = [f"{f.mutant.seed} ({f.mutant.origin}): {f.kind}: {f.detail}" for f in tally.findings]
    assert not shown, "\n".join(shown)
    assert tally.accepted > COUNT / 10
    assert tally.refused > COUNT / 2


def test_a_seed_determines_its_mutant() -> None:
    assert [mutants.mutant(seed) for seed in range(50)] == [
        mutants.mutant(seed) for seed in range(50)
    ]


@dataclass(frozen=True)
class SpinPass(ModulePass):
    """Never end."""

    name = "spin"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        while True:
            pass


@dataclass(frozen=True)
class LitterPass(ModulePass):
    """Leave a file."""

    name = "litter"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        Path("left.txt").touch()


@dataclass(frozen=True)
class HoardPass(ModulePass):
    """Take all memory."""

    name = "hoard"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        bytes(2**40)


@dataclass(frozen=True)
class ShrugPass(ModulePass):
    """Refuse everything, wherever it is."""

    name = "shrug"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise diagnostics.error(None, "something is wrong")


@pytest.mark.parametrize(
    ("pipeline", "kind"),
    [
        ("explode", "internal error"),
        ("break", "internal error"),
        ("hoard", "internal error"),
        ("spin", "hang"),
        ("litter", "files left"),
        ("shrug", "error without a place"),
    ],
)
def test_each_kind_of_failure_is_noticed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, pipeline: str, kind: str
) -> None:
    passes.register(monkeypatch)
    for cls in (SpinPass, LitterPass, HoardPass, ShrugPass):
        monkeypatch.setitem(pipelines.PASSES, cls.name, f"{__name__}:{cls.__name__}")
    monkeypatch.setattr(mutants, "SECONDS", 0.5)
    finding = mutants.attempt(Mutant(0, "by hand", GOOD, ("-p", pipeline)), folder)
    assert isinstance(finding, Finding)
    assert finding.kind == kind
    assert not list(folder.iterdir())


def test_a_traceback_and_a_half_written_file_are_noticed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Mutant(0, "by hand", GOOD, ())
    answers: Iterator[inprocess.Result] = iter(
        [
            inprocess.Result(1, "", "Traceback (most recent call last):\n"),
            inprocess.Result(1, "", "<stdin>:1:1: error: half\n"),
        ]
    )

    def run(args: object, stdin: object) -> inprocess.Result:
        Path("out.mlir").write_text("modu")
        return next(answers)

    monkeypatch.setattr(mutants, "run_cli", run)
    for kind in ("traceback", "output or exit code"):
        finding = mutants.attempt(one, folder)
        assert isinstance(finding, Finding)
        assert finding.kind == kind


def test_what_mlir_opt_refuses_is_told_apart() -> None:
    wrong = "func.func @f() -> f64 {\n  return\n}\n"
    accepted = [
        (Mutant(0, "", GOOD, ()), GOOD.decode()),
        (Mutant(1, "", GOOD, ()), wrong),
        (Mutant(2, "", wrong.encode(), ()), wrong),
    ]
    found = [(f.mutant.seed, f.kind) for f in mutants.invalid_outputs(accepted)]
    assert found == [(1, "invalid output"), (2, "invalid input accepted")]


def test_every_edit_changes_some_text() -> None:
    import random

    text = mutants.subjects()[0].text
    for name, edit in mutants.EDITS.items():
        assert any(edit(random.Random(seed), text) != text for seed in range(20)), name
    assert all(isinstance(one, Subject) for one in mutants.subjects())

"""`docs/residuals.md` is right: its commands print what it shows, and its table holds."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from support.inprocess import run_cli

import ckptopt

TEXT = (Path(__file__).parent.parent / "docs" / "residuals.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```mlir\n(.*?)```", TEXT, re.DOTALL)[0]
ROWS = re.findall(
    r"^\| `(\w+(?:\(.*\))?)` \| (\w.*) \|$", TEXT.partition("## Names")[0], re.MULTILINE
)
COMMANDS = re.findall(r"```sh\n(.*?)\n```\n\n```(?:mlir|text)\n(.*?)```", TEXT, re.DOTALL)


def test_there_is_something_to_check() -> None:
    assert len(ROWS) >= 10
    assert COMMANDS


@pytest.mark.parametrize(("policy", "kept"), ROWS)
def test_the_table_of_policies_holds(policy: str, kept: str) -> None:
    module = ckptopt.parse(EXAMPLE, "f.mlir")
    found = ckptopt.saved_residuals(module, "f", policy=policy)
    assert sorted(r.name for r in found) == sorted(kept.split(", "))


@pytest.mark.parametrize(("command", "shown"), COMMANDS)
def test_commands_print_what_is_shown(
    command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.mlir").write_text(EXAMPLE, encoding="utf-8")
    program, *arguments = shlex.split(command)
    assert program == "ckptopt"
    done = run_cli(arguments)
    assert done.exit_code == 0, done.stderr
    printed = "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())
    assert shown in printed

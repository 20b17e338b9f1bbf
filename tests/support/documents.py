"""Markdown documents whose commands are executed, and show what the commands print.

A fence is read by its information string:

* ``mlir file=loop.mlir`` (any language): the text of a file that later commands find;
* ``sh``: commands, run together by a shell. A block right below it without ``file=`` is what they
  print. ``sh needs=cc,llc`` is left alone where one of these programs is not installed.

All blocks of a document share one directory, in which `examples` is that of the repository.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from ckptopt.toolchain import find_tool
from support.inprocess import Result, run_cli

ROOT = Path(__file__).parents[2]
DOCUMENTS = tuple(sorted((ROOT / "docs").glob("*.md")))

_FENCE = re.compile(r"^```(?P<language>\w*)(?P<options>[^\n]*)\n(?P<body>.*?)^```$", re.M | re.S)


class CommandFailed(Exception):
    """A command of a document did not succeed."""


@dataclass(frozen=True)
class Block:
    """A fenced block, with the place of its body in the text."""

    language: str
    options: dict[str, str]
    body: str
    start: int
    end: int


@dataclass(frozen=True)
class Refreshed:
    """A document with the output that its commands print now.

    Attributes:
        text: the document.
        missing: the programs that some commands need and that are not installed.
    """

    text: str
    missing: tuple[str, ...]


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a document, in order."""
    for fence in _FENCE.finditer(text):
        options = dict(word.split("=", 1) for word in fence["options"].split())
        yield Block(fence["language"], options, fence["body"], *fence.span("body"))


def refresh(text: str, directory: Path) -> Refreshed:
    """Run the commands of a document in a directory, and put what they print in their output.

    Raises:
        CommandFailed: a command ended with an exit code other than 0.
    """
    directory.joinpath("examples").symlink_to(ROOT / "examples")
    parts: list[str] = []
    missing: set[str] = set()
    written, printed, printed_end = 0, None, 0
    for block in blocks(text):
        if "file" in block.options:
            directory.joinpath(block.options["file"]).write_text(block.body, encoding="utf-8")
        elif block.language == "sh":
            needed = [name for name in block.options.get("needs", "").split(",") if name]
            absent = [name for name in needed if not (find_tool(name) or shutil.which(name))]
            missing.update(absent)
            printed = None if absent else _run(block.body, directory)
            printed_end = block.end
        elif printed is not None and text[printed_end : block.start].count("\n") == 3:
            parts += [text[written : block.start], printed]
            written, printed = block.end, None
    return Refreshed("".join(parts) + text[written:], tuple(sorted(missing)))


def _run(commands: str, directory: Path) -> str:
    lines = commands.replace("\\\n", " ").splitlines()
    return "".join(_run_line(line, directory) for line in lines)


def _run_line(line: str, directory: Path) -> str:
    """What a command prints: `ckptopt` at its start runs in this process, all else in a shell."""
    first, _, rest = line.partition(" | ")
    words = shlex.split(first)
    if words[0] == "ckptopt" and not {"&&", ">", ";"} & set(words):
        with chdir(directory):
            done = run_cli(words[1:])
        _expect_success(done, first)
        if not rest:
            return _trimmed(done.stdout)
        return _trimmed(_shell(rest, directory, done.stdout))
    return _trimmed(_shell(line, directory, ""))


def _shell(command: str, directory: Path, stdin: str) -> str:
    tools = [str(path.parent) for name in ("mlir-opt", "llc") if (path := find_tool(name))]
    path = os.pathsep.join([str(Path(sys.executable).parent), *tools, os.environ.get("PATH", "")])
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=directory,
        env={**os.environ, "PATH": path},
    )
    _expect_success(Result(done.returncode, done.stdout, done.stderr), command)
    return done.stdout


def _expect_success(done: Result, command: str) -> None:
    """Raise if a command failed or said anything but remarks."""
    said = re.search(r"^(?!.*: remark: ).*: (?:error|warning): ", done.stderr, re.M)
    if done.exit_code or said or (done.stderr and ": remark: " not in done.stderr):
        raise CommandFailed(f"`{command}` gave {done.exit_code}\n{done.stderr}{done.stdout}")


def _trimmed(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())

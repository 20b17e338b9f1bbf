"""lit-style ``// RUN:`` lines, executed without processes.

What is understood: pipes of ``ckptopt``, ``mlir-opt`` (the one stage that is a process) and
``filecheck``, with ``%s`` for the file, ``%S`` for its directory, ``not`` before a command and
``2>&1`` after it.
"""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path

from filecheck.finput import FInput
from filecheck.matcher import Matcher
from filecheck.options import parse_argv_options
from filecheck.parser import Parser

from support.inprocess import Result, run_cli
from support.toolchain import mlir_opt

_RUN = re.compile(r"^\s*//\s*RUN:\s*(.*?)\s*$", re.MULTILINE)


class RunFailed(Exception):
    """A command of a RUN line did not do what the line asks for."""


@dataclass(frozen=True)
class Stage:
    """One command of a pipe."""

    words: tuple[str, ...]
    negated: bool
    merge_stderr: bool

    @property
    def program(self) -> str:
        return self.words[0]


def run_lines(path: Path) -> list[list[Stage]]:
    """Return the pipes that a file's RUN lines hold; a trailing backslash continues a line."""
    text = "\n".join(_RUN.findall(path.read_text(encoding="utf-8")))
    return [_parse(line, path) for line in text.replace("\\\n", " ").splitlines()]


def _parse(line: str, path: Path) -> list[Stage]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|")
    lexer.whitespace_split = True
    stages: list[list[str]] = [[]]
    for word in lexer:
        if word == "|":
            stages.append([])
        else:
            stages[-1].append(word.replace("%s", str(path)).replace("%S", str(path.parent)))
    return [
        Stage(
            words=tuple(word for word in words[negated:] if word != "2>&1"),
            negated=bool(negated),
            merge_stderr="2>&1" in words,
        )
        for words in stages
        for negated in [int(words[0] == "not")]
    ]


def execute(stages: list[Stage]) -> str:
    """Run a pipe and return what its last command wrote to standard output.

    Raises:
        RunFailed: a command failed, or did not although ``not`` is before it.
    """
    text = ""
    for stage in stages:
        result = _execute(stage, text)
        if (result.exit_code != 0) != stage.negated:
            said = f"{result.stdout}{result.stderr}" if stage.negated else result.stderr
            raise RunFailed(f"`{shlex.join(stage.words)}` gave {result.exit_code}\n{said}")
        text = result.stdout
    return text


def _execute(stage: Stage, stdin: str) -> Result:
    arguments = stage.words[1:]
    match stage.program:
        case "ckptopt":
            return run_cli(arguments, stdin, merge_stderr=stage.merge_stderr)
        case "mlir-opt":
            done = mlir_opt(stdin, *arguments)
            merged = done.stderr + done.stdout if stage.merge_stderr else done.stdout
            return Result(done.returncode, merged, done.stderr)
        case "filecheck":
            return _filecheck(arguments, stdin)
        case other:
            raise RunFailed(f"a RUN line cannot use '{other}' here")


def _filecheck(arguments: tuple[str, ...], text: str) -> Result:
    options = parse_argv_options(["filecheck", *arguments])
    said = io.StringIO()
    with redirect_stderr(said):
        code = Matcher(options, FInput("<stdin>", text), Parser.from_opts(options)).run()
    return Result(code, "", f"{said.getvalue()}\nThe text that was checked:\n{text}")

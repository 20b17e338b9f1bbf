"""Enzyme's answer for many modules: the gradient function that it makes, ready to execute.

It runs in a process of its own (`worker`): what it crashes on or never ends on is reported for that
module, and the others go on.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from support.toolchain import mlir_opt

TESTS = Path(__file__).parent.parent
PACKAGES = ("enzyme_ad", "jax")
TIMEOUT = 30.0
"""Seconds without an answer after which a module counts as one that does not end."""

CLEAN_UP = (
    "canonicalize,remove-unnecessary-enzyme-ops,lower-enzyme-binomial-progress,canonicalize,"
    "enzyme-simplify-math,canonicalize,flatten-enzyme-caches"
)


class Asked(Protocol):
    """A module, and the pipeline of Enzyme's passes that adds `@f_grad` to it."""

    @property
    def text(self) -> str: ...
    @property
    def pipeline(self) -> str: ...


@dataclass(frozen=True)
class Question:
    """Differentiate `@f` of a module; activities are Enzyme's words."""

    text: str
    arguments: tuple[str, ...]
    results: tuple[str, ...]

    @property
    def pipeline(self) -> str:
        return (
            f"enzyme-wrap{{infn=f outfn=f_grad argTys={','.join(self.arguments)} "
            f"retTys={','.join(self.results)} mode=ReverseModeCombined}},{CLEAN_UP}"
        )


@dataclass(frozen=True)
class Answer:
    """A module with `@f_grad`, or the reason why there is none."""

    text: str = ""
    failure: str = ""


def missing_packages() -> list[str]:
    """The packages that the comparison needs and that are not installed."""
    return [name for name in PACKAGES if importlib.util.find_spec(name) is None]


def versions() -> dict[str, str]:
    """Versions of what is compared."""
    return {name: importlib.metadata.version(name) for name in ("ckptopt", "enzyme-ad", "jax")}


def ask(questions: Sequence[Asked]) -> list[Answer]:
    """Enzyme's answers, in the order of the questions."""
    answers: list[Answer] = []
    while len(answers) < len(questions):
        answers += _run_worker(questions[len(answers) :])
    return [_executable(answer) for answer in answers]


def _run_worker(questions: Sequence[Asked]) -> list[Answer]:
    """Answers of one process: at least one, with a failure last if it did not get to the end."""
    with tempfile.TemporaryDirectory() as directory:
        asked, said = Path(directory, "asked"), Path(directory, "said")
        asked.write_text("".join(json.dumps([q.text, q.pipeline]) + "\n" for q in questions))
        with said.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "reference.worker", str(asked)],
                cwd=TESTS,
                stdout=out,
                stderr=subprocess.DEVNULL,
            )
            reason = _wait(process, said)
        answers = [_decode(line) for line in said.read_text().splitlines()]
    if len(answers) < len(questions):
        answers.append(Answer(failure=reason))
    return answers


def _wait(process: subprocess.Popen[bytes], said: Path) -> str:
    """Wait until the process ends or says nothing more; the reason why it stopped."""
    size = -1
    while said.stat().st_size != size:
        size = said.stat().st_size
        try:
            code = process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            continue
        return f"crashes (signal {-code})" if code < 0 else f"exits with {code}"
    process.kill()
    process.wait()
    return "does not end"


def _decode(line: str) -> Answer:
    found = json.loads(line)
    return Answer(found.get("text", ""), found.get("error", ""))


_FILL = re.compile(r"enzyme\.fill_zero (%[\w#]+) : (memref<(?:[\d?]+x)*(\w+)>)")
_FLAGGED_CAST = re.compile(r"(arith\.(?:ext|trunc)f %[\w#]+) fastmath<\w+>")
_ATOMIC = re.compile(r"enzyme\.atomic_rmw (addf .*?\]) monotonic (?:fastmath<\w+> )?:")


def _executable(answer: Answer) -> Answer:
    """The answer in a form that mlir-opt lowers.

    That is without two ops of Enzyme's that none of its passes lowers, and without fast-math flags
    on conversions, which mlir-opt 22 does not lower.
    """
    if answer.failure:
        return answer
    if "@f_grad(" not in answer.text:
        return Answer(failure="makes no gradient function and reports no error")
    names = iter(range(len(answer.text)))

    def fill(found: re.Match[str]) -> str:
        zero = f"%fill_{next(names)}"
        return (
            f"{zero} = arith.constant 0.0 : {found[3]}\n"
            f"linalg.fill ins({zero} : {found[3]}) outs({found[1]} : {found[2]})"
        )

    text = _ATOMIC.sub(r"memref.atomic_rmw \1 :", _FILL.sub(fill, answer.text))
    done = mlir_opt(text, "--convert-linalg-to-loops")
    if done.returncode:
        return Answer(failure=f"output is invalid: {done.stderr.partition('error: ')[2][:120]}")
    return Answer(_FLAGGED_CAST.sub(r"\1", done.stdout))

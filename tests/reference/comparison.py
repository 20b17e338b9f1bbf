"""Both tools on every subject: differentiate, execute, judge."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from contextlib import chdir
from dataclasses import dataclass
from enum import StrEnum

from support.inprocess import run_cli

from ckptopt.execution import Outcome, run_batch
from reference import incumbent
from reference.incumbent import Answer
from reference.subjects import Subject


class Verdict(StrEnum):
    """How Enzyme's answer compares with ours, if ours is right."""

    AGREES = "agrees"
    WRONG = "is wrong"
    FAILS = "fails"


@dataclass(frozen=True)
class Row:
    """The comparison for one subject. `complaint` is what is wrong with ours; nothing if right."""

    name: str
    complaint: str
    verdict: Verdict
    detail: str = ""


def compare(subjects: Sequence[Subject]) -> list[Row]:
    """One row per subject."""
    ours = [_ours(subject) for subject in subjects]
    theirs = incumbent.ask([subject.question for subject in subjects])
    primal = _run_primals(subjects)
    our_complaints = _judge(subjects, ours, primal)
    their_complaints = _judge(subjects, theirs, primal)
    return [
        Row(subject.name, complaint, *_verdict(subject, answer, problem))
        for subject, complaint, answer, problem in zip(
            subjects, our_complaints, theirs, their_complaints, strict=True
        )
    ]


def _ours(subject: Subject) -> Answer:
    with tempfile.TemporaryDirectory() as directory, chdir(directory):
        done = run_cli(["-p", subject.pipeline], stdin=subject.text)
    if done.exit_code:
        return Answer(failure=done.stderr.partition("error: ")[2].partition("\n")[0])
    return Answer(done.stdout)


def _run_primals(subjects: Sequence[Subject]) -> list[Outcome | None]:
    programs = {i: program for i, s in enumerate(subjects) if (program := s.primal) is not None}
    outcomes = dict(zip(programs, run_batch(list(programs.values())), strict=True))
    return [outcomes.get(i) for i in range(len(subjects))]


def _judge(
    subjects: Sequence[Subject], answers: Sequence[Answer], primal: Sequence[Outcome | None]
) -> list[str]:
    """What is wrong with each answer. Each is executed by itself: it may crash or never end."""
    programs = {
        i: subject.gradient(answer.text)
        for i, (subject, answer) in enumerate(zip(subjects, answers, strict=True))
        if answer.text and not subject.must_fail
    }
    run = run_batch(list(programs.values()), batch_size=1, timeout=20)
    outcomes = dict(zip(programs, run, strict=True))
    return [
        _complaint(subject, answer, outcomes.get(i), primal[i])
        for i, (subject, answer) in enumerate(zip(subjects, answers, strict=True))
    ]


def _complaint(
    subject: Subject, answer: Answer, outcome: Outcome | None, primal: Outcome | None
) -> str:
    if subject.must_fail:
        return "" if answer.failure else "accepts what is an error"
    if outcome is None:
        return answer.failure
    return outcome.failure or subject.complaint(outcome, primal)


def _verdict(subject: Subject, answer: Answer, problem: str) -> tuple[Verdict, str]:
    if not problem:
        return Verdict.AGREES, ""
    if answer.failure or problem.startswith("lowering: "):
        return Verdict.FAILS, _short(problem)
    return Verdict.WRONG, _short(problem)


def _short(message: str) -> str:
    """One line of a message, with numbers of a readable length."""
    line = re.sub(r"\s+", " ", message.partition(" | ")[0].removeprefix("execution: "))
    line = re.sub(r"-?\d+\.\d{7,}(e[-+]\d+)?", lambda found: f"{float(found[0]):.6g}", line)
    return line if len(line) <= 110 else line[:107] + "..."

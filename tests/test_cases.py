"""The case files, compiled one by one and executed together."""

from __future__ import annotations

import re

import pytest
from support import cases
from support.cases import Case
from support.inprocess import run_cli

from ckptopt.execution import Outcome, Program, run_batch

PATHS = {cases.number_of(path): path for path in cases.CASES.glob("*.mlir")}
NUMBERS = sorted(PATHS)


def compile_case(case: Case) -> tuple[str, Program | None]:
    """Compile a case; the result is a complaint, if any, and what to execute, if anything."""
    split = ["--split-input-file"] if cases.number_of(case.path) == 93 else []
    code, text, said = run_cli([str(case.path), "-p", cases.pass_text(case), *split])
    if code:
        located = re.search(re.escape(case.path.name) + r":\d+:\d+: error: ", said)
        if "error" not in case.expects:
            return f"ckptopt failed:\n{said}", None
        if located is None or "Traceback" in said:
            return f"not one located error:\n{said}", None
        return "", None
    if case.expects == "error":
        return "accepted, but an error was expected", None
    if case.expects == "warning" and not said:
        return "no diagnostic about the attribute", None
    if "GRAD" not in case.head:
        return "", None
    return "", cases.gradient_program(case, text)


@pytest.fixture(scope="module")
def complaints() -> dict[int, str]:
    """What is wrong with each case, by number."""
    read = {number: cases.read_case(PATHS[number]) for number in NUMBERS}
    compiled = {number: compile_case(case) for number, case in read.items()}
    programs = {number: program for number, (_, program) in compiled.items() if program}
    outcomes = dict(zip(programs, run_batch(list(programs.values())), strict=True))
    return {
        number: complaint or judge(case, outcomes.get(number))
        for (number, case), (complaint, _) in zip(read.items(), compiled.values(), strict=True)
    }


def judge(case: Case, outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    if outcome.failure:
        return outcome.failure
    return "\n".join(cases.mismatches(case, cases.gradients(case, outcome.calls[0])))


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: PATHS[number].stem)
def test_case(complaints: dict[int, str], number: int) -> None:
    if complaints[number]:
        asks = cases.read_case(PATHS[number]).head["ASKS"]
        pytest.fail(f"{complaints[number]}\nasked: {asks}", pytrace=False)

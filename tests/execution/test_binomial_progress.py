"""`enzyme.binomial_progress`, lowered and executed, against the schedule in Python."""

from __future__ import annotations

import pytest
from support.inprocess import run_cli

from ckptopt.checkpointing.schedules import binomial_split
from ckptopt.execution import Argument, Call, Program, run_batch

LARGE = 2**31 - 1
PAIRS = [
    *((steps, slots) for steps in range(-1, 40) for slots in range(-1, 12)),
    *((steps, slots) for steps in (400, 1000, 1954, 10**6, LARGE) for slots in (1, 2, 3, 61, 1000)),
    *((steps, slots) for steps in (1, 2, 10**6, LARGE) for slots in (10**6, LARGE - 1, LARGE)),
]


@pytest.mark.parametrize("type_", ["index", "i64", "i32"])
def test_lowered_splits(type_: str) -> None:
    text = f"""
func.func @split(%n: {type_}, %s: {type_}) -> {type_} {{
  %m = enzyme.binomial_progress %n, %s : {type_}
  return %m : {type_}
}}
"""
    lowered = run_cli(["-p", "lower-enzyme-binomial-progress"], text)
    assert lowered.exit_code == 0, lowered.stderr
    assert "enzyme." not in lowered.stdout
    calls = tuple(
        Call("split", (Argument(type_, steps), Argument(type_, slots)), (type_,))
        for steps, slots in PAIRS
    )
    (outcome,) = run_batch([Program(type_, lowered.stdout, calls)])
    assert not outcome.failure, outcome.failure
    found = [done.results[0] for done in outcome.calls]
    assert found == [binomial_split(steps, slots) for steps, slots in PAIRS]


def test_constants_fold() -> None:
    text = """
func.func @split() -> index {
  %n = arith.constant 1000 : index
  %s = arith.constant 16 : index
  %m = enzyme.binomial_progress %n, %s : index
  return %m : index
}
"""
    for pipeline in ("simplify", "lower-enzyme-binomial-progress"):
        assert "arith.constant 184 : index" in run_cli(["-p", pipeline], text).stdout

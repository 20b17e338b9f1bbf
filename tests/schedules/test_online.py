"""Online schedules, which do not know the number of steps: as integers, and executed.

The figures are those of simulations of both rules with Revolve on the intervals between snapshots,
against the optimum for a known number of steps.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from schedules.test_evaluations import evaluations
from schedules.test_schedules import advances, recomputed
from support.inprocess import run_cli

from ckptopt.checkpointing.schedules import online_snapshots
from ckptopt.execution import Argument, Call, Program

DOCUMENT = Path(__file__).parents[2] / "docs" / "schemes.md"
SLOTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 32, 64, 100)


def online(steps: int, slots: int) -> int:
    """Evaluations: the forward sweep, each step's taping, and what the reverse advances."""
    starts = online_snapshots(steps, slots)
    ends = [*starts[1:], steps]
    lengths = [end - start for start, end in zip(starts, ends, strict=False)]
    return 2 * steps + sum(advances(length, slots - i) for i, length in enumerate(lengths))


def offline(steps: int, slots: int) -> int:
    """The same where the number of steps is known."""
    return 2 * steps + recomputed(steps, slots)


def excess(steps: int, slots: int) -> float:
    """How much more an online schedule evaluates than is needed, in percent."""
    return 100 * (online(steps, slots) / offline(steps, slots) - 1)


@cache
def measured(slots: int) -> tuple[float, float]:
    """The mean and the worst excess."""
    found = [excess(steps, slots) for steps in range(1, 3001, 13)]
    most = max(excess(steps, slots) for steps in range(1, 501))
    return sum(found) / len(found), max(*found, most)


@pytest.mark.parametrize("slots", SLOTS)
def test_snapshots_are_in_order_and_within_the_slots(slots: int) -> None:
    for steps in [*range(300), 1000, 3000]:
        starts = online_snapshots(steps, slots)
        assert len(starts) <= min(slots, steps)
        assert starts[:1] == [0][:steps]
        assert starts == sorted({*starts} & {*range(steps)})
        if steps <= slots:
            assert starts == list(range(steps))


@pytest.mark.parametrize("slots", range(8, 40))
def test_a_quarter_of_the_slots_waits_once_the_spacing_is_doubled(slots: int) -> None:
    for steps in range(slots + 1, 40 * slots, 3):
        starts = online_snapshots(steps, slots)
        spacing = starts[1]
        assert starts == list(range(0, spacing * len(starts), spacing))
        assert spacing & (spacing - 1) == 0
        assert len(starts) <= 3 * slots // 4
        assert steps - starts[-1] <= 2 * spacing


@pytest.mark.parametrize(
    ("steps", "slots", "most"),
    [
        (50, 10, 4.3),
        (100, 8, 6.9),
        (137, 3, 4.2),
        (137, 10, 5.3),
        (1000, 5, 1.25),
        (1000, 10, 11.1),
        (1000, 16, 6.45),
        (1000, 32, 4.95),
        (1000, 100, 1.3),
        (10000, 10, 4.75),
        (10000, 32, 1.45),
    ],
)
def test_the_published_excess_is_not_passed(steps: int, slots: int, most: float) -> None:
    assert excess(steps, slots) <= most


@pytest.mark.parametrize(
    ("slots", "mean", "worst"),
    [
        (5, 5.85, 18.7),
        (8, 6.25, 16.2),
        (10, 5.1, 17.6),
        (16, 3.85, 20),
        (32, 3.35, 22.5),
        (64, 4.15, 23.8),
    ],
)
def test_the_excess_is_a_few_percent(slots: int, mean: float, worst: float) -> None:
    found = measured(slots)
    assert found[0] <= mean
    assert found[1] <= worst


@pytest.mark.parametrize("slots", [2, 3, 5, 7, 8, 10, 16, 32, 64])
def test_the_document_has_the_figures(slots: int) -> None:
    mean, worst = measured(slots)
    assert f"| {slots} | {mean:.1f} % | {worst:.1f} % |" in DOCUMENT.read_text(encoding="utf-8")


BODY = """
func.func @f(%x: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %a = %x) : (index, f64) -> (index, f64) {{
    %g = arith.cmpi slt, %i, %n : index
    scf.condition(%g) %i, %a : index, f64
  }} do {{
  ^bb0(%i: index, %a: f64):
    %m = arith.negf %a : f64
    %e = math.exp %m : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %e : index, f64
  }} attributes {{enzyme.enable_checkpointing = true, enzyme.checkpoint_period = {slots} : i64}}
  return %r#1 : f64
}}
"""


def test_the_generated_code_evaluates_as_often_as_the_schedule() -> None:
    lengths = [*range(20), *range(30, 36), 63, 64, 65, 100, 257, 1000]
    programs: list[Program] = []
    for slots in SLOTS:
        done = run_cli(["-p", "loop-checkpoint{fn=f}"], BODY.format(slots=slots))
        assert done.exit_code == 0, done.stderr
        calls = tuple(
            Call(
                "f_grad",
                (Argument("f64", 0.3), Argument("index", steps), Argument("f64", 1.0)),
                ("f64",),
            )
            for steps in lengths
        )
        programs.append(Program(f"{slots} slots", done.stdout, calls, ("math.exp",)))
    wanted = [online(steps, slots) for slots in SLOTS for steps in lengths]
    assert evaluations(programs) == wanted

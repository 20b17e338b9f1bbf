"""One budget in bytes for the loops of a function, executed: what is kept at once is as planned."""

from __future__ import annotations

import re

import pytest
from support.inprocess import run_cli

from ckptopt.execution import Argument, Call, Program, run_batch

BUDGETS = ("72", "100", "160", "300", "700", "1500", "5kB", "1MiB")

ON = "{enzyme.enable_checkpointing = true}"


def loop(result: str, start: str, trips: int, body: str, attributes: str = ON) -> str:
    """A loop over a number `%s`, named after its result; `body` makes `%t` of it."""
    return f"""
    %n_{result} = arith.constant {trips} : index
    %{result} = scf.for %i_{result} = %c0 to %n_{result} step %c1
        iter_args(%s = %{start}) -> (f64) {{{body}
      scf.yield %t : f64
    }} {attributes}"""


STEP = """
      %m = arith.negf %s : f64
      %t = math.exp %m : f64"""
OTHER = STEP.replace("math.exp", "math.tanh")
THIRD = STEP.replace("math.exp", "math.exp2")
MEMORY = """
      %old = memref.load %b[%c0] : memref<3xf64>
      %m = arith.mulf %s, %old : f64
      %t = math.exp %m : f64
      %u = arith.negf %t : f64
      memref.store %u, %b[%c0] : memref<3xf64>"""


def function(body: str, last: str) -> str:
    return f"""
func.func @f(%x: f64, %b: memref<3xf64>) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index{body}
  return %{last} : f64
}}
"""


def nest(name: str, start: str, trips: int, inner: int, body: str = STEP) -> str:
    nested = loop("t", "s", inner, body.replace("%t ", "%v ").replace("%t\n", "%v\n"))
    nested = nested.replace("yield %t", "yield %v").replace("%s = %s", "%z = %s")
    return loop(name, start, trips, nested.replace("%s :", "%z :").replace("%s,", "%z,"))


OPERATIONS = ("math.exp", "math.tanh", "math.exp2")
PROGRAMS = {
    "sequence": function(
        loop("p", "x", 40, STEP) + loop("q", "p", 25, OTHER) + loop("r", "q", 30, THIRD), "r"
    ),
    "nest": function(nest("p", "x", 12, 15), "p"),
    "nest in sequence": function(
        loop("p", "x", 20, OTHER) + nest("q", "p", 8, 9) + loop("r", "q", 10, THIRD), "r"
    ),
    "memory": function(loop("p", "x", 20, MEMORY) + loop("q", "p", 10, MEMORY), "q"),
    "one step beside": function(loop("p", "x", 20, OTHER) + loop("q", "p", 1, STEP, ""), "q"),
    "store-all beside": function(loop("p", "x", 20, OTHER) + loop("q", "p", 5, STEP, ""), "q"),
}
"""A nest, if there is one, counts by `math.exp`."""


def with_budget(text: str, budget: str) -> tuple[str, str, int]:
    """The gradient within a budget, its remarks, and the bytes that are kept at once."""
    done = run_cli(["-p", f"loop-checkpoint{{fn=f memory={budget}}}"], text)
    if done.exit_code:
        assert "the smallest budget that works is" in done.stderr, done.stderr
        return "", done.stderr, 0
    found = re.search(r"at most ([\d,]+) of ([\d,]+) bytes", done.stderr)
    assert found is not None, done.stderr
    most, stated = (int(number.replace(",", "")) for number in found.groups())
    assert most <= stated
    return done.stdout, done.stderr, most


CALL = Call(
    "f_grad",
    (
        Argument("f64", 0.3),
        Argument("memref<3xf64>", [0.5, 0.25, 0.125]),
        Argument("memref<3xf64>", [0.0, 0.0, 0.0]),
        Argument("f64", 1.0),
    ),
    ("f64",),
)


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_kept_at_once_is_as_planned(name: str) -> None:
    text = PROGRAMS[name]
    planned = [with_budget(text, budget) for budget in BUDGETS]
    fitting = [(made, most) for made, _, most in planned if made]
    assert len(fitting) >= 3
    plain = run_cli(["-p", "loop-checkpoint{fn=f}"], text.replace(ON, "")).stdout
    programs = [Program(name, made, (CALL,), OPERATIONS) for made in (plain, *dict(fitting))]
    reference, *outcomes = run_batch(programs)
    assert not [outcome.failure for outcome in outcomes if outcome.failure]
    calls = [outcome.calls[0] for outcome in outcomes]
    assert {done.results for done in calls} == {reference.calls[0].results}
    assert [done.memory.peak_bytes for done in calls] == list(dict(fitting).values())
    by_text = {made: said for made, said, _ in planned}
    predicted = [evaluations(name, by_text[made]) for made in dict(fitting)]
    assert [dict(done.counts) for done in calls] == predicted


def evaluations(name: str, said: str) -> dict[str, int]:
    """How often each operation runs, from the remarks on the loops, which are in order."""
    pairs = re.findall(r"([\d,]+) evaluations of ([\d,]+) steps", said)
    told = [tuple(int(number.replace(",", "")) for number in pair) for pair in pairs]
    counts = dict.fromkeys(OPERATIONS, 0)
    match name:
        case "sequence":
            counts = dict(zip(OPERATIONS, (runs for runs, _ in told), strict=True))
        case "nest":
            counts["math.exp"] = of_nest(*told)
        case "nest in sequence":
            first, outer, inner, last = told
            counts = dict(zip(OPERATIONS, (of_nest(outer, inner), first[0], last[0]), strict=True))
        case "memory":
            alone = ["binomial: " in line for line in said.splitlines() if "evaluations of" in line]
            for (runs, steps), is_alone in zip(told, alone, strict=True):
                in_adjoints = steps
                not_read = steps * is_alone
                counts["math.exp"] += runs + in_adjoints - not_read
        case "one step beside":
            counts |= {"math.exp": 1, "math.tanh": told[0][0]}
        case _:
            counts |= {"math.exp": 5, "math.tanh": told[0][0]}
    return counts


def of_nest(outer: tuple[int, ...], inner: tuple[int, ...]) -> int:
    """How often the inner body runs: in advances of the outer loop, and in reversed steps."""
    (runs, steps), (inner_runs, inner_steps) = outer, inner
    return (runs - steps) * inner_steps + steps * inner_runs


def test_a_budget_that_is_too_small_is_an_error_with_one_that_works() -> None:
    text = PROGRAMS["nest in sequence"]
    _, said, _ = with_budget(text, "8B")
    least = said.partition("the smallest budget that works is ")[2].partition(" bytes")[0]
    assert "error: the checkpointed loops have no schedules that fit in 8 bytes" in said
    _, said, most = with_budget(text, least)
    assert most == int(least)
    assert not with_budget(text, str(int(least) - 1))[0]


def test_the_budget_of_a_loop_stands_beside_that_of_the_function() -> None:
    own = ON.replace("}", ', enzyme.checkpoint_memory = "64B"}')
    text = function(loop("p", "x", 40, STEP, own) + loop("q", "p", 25, OTHER), "q")
    _, said, most = with_budget(text, "200B")
    assert "64 of 64 bytes" in said
    assert 150 < most <= 200


def test_a_number_of_snapshots_of_its_own_stays() -> None:
    own = ON.replace("}", ", enzyme.binomial_checkpointing, enzyme.checkpoint_period = 3 : i64}")
    text = function(loop("p", "x", 40, STEP, own) + loop("q", "p", 25, OTHER), "q")
    made, said, most = with_budget(text, "400B")
    assert "memref<3xf64>" in made
    assert said.count("evaluations of") == 1
    assert most > 3 * (8 + 8)


@pytest.mark.parametrize("mode", ["combined", "split"])
def test_planning_is_for_either_mode(mode: str) -> None:
    text = PROGRAMS["sequence"]
    done = run_cli(["-p", f"loop-checkpoint{{fn=f mode={mode} memory=300B}}"], text)
    assert done.exit_code == 0, done.stderr


def test_what_is_known_at_run_time_only_is_said_not_to_count() -> None:
    text = function(loop("p", "x", 20, STEP, "") + loop("q", "p", 25, OTHER), "q")
    text = text.replace("%x: f64,", "%x: f64, %n_p: index,")
    text = text.replace("    %n_p = arith.constant 20 : index\n", "")
    _, said, _ = with_budget(text, "400B")
    assert "warning: what is kept of this loop is known at run time only: it is not counted" in said


def test_what_is_no_size_is_an_error() -> None:
    done = run_cli(["-p", "loop-checkpoint{fn=f memory=64pages}"], PROGRAMS["nest"])
    assert done.exit_code == 1
    assert 'error: memory= must be a size such as 64MiB, got "64pages"' in done.stderr

"""What snapshots cost, measured while the gradient runs: peak bytes on the heap and allocations.

How many copies of a piece of memory exist at once is the difference between the peaks of two calls,
over the difference between the sizes of that memory.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.inprocess import run_cli

from ckptopt.checkpointing.schedules import periodic
from ckptopt.execution import Argument, Call, Memory, Program, run_batch

WORD = 8
"""Bytes of a float and of an index."""
SIZES = (64, 128)
"""Elements of the memory of two calls, whose difference tells how many copies there are."""
STEPS = (0, 1, 2, 5, 17, 40)
BUDGETS = (2, 3, 8)

DIRECTIVES = {
    "periodic": "enzyme.enable_checkpointing = true, enzyme.checkpoint_period = BUDGET : i64",
    "binomial": (
        "enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, "
        "enzyme.checkpoint_period = BUDGET : i64"
    ),
}

CARRIED = """
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant STEPS : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {DIRECTIVE}
  return %y : f64
}
"""

IN_PLACE = """
func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %m[%c0] : memref<?xf64>
    %b = math.sin %a : f64
    %d = arith.mulf %b, %x : f64
    memref.store %d, %m[%c0] : memref<?xf64>
  } {DIRECTIVE}
  return %x : f64
}
"""

TABLE = """
func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %b = arith.mulf %s, %a : f64
    %t = math.sin %b : f64
    scf.yield %t : f64
  } {DIRECTIVE}
  return %y : f64
}
"""

OVERWRITTEN = """
func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %a = memref.load %m[%c0] : memref<?xf64>
    %b = arith.mulf %s, %a : f64
    %t = math.sin %b : f64
    scf.yield %t : f64
  } {DIRECTIVE}
  memref.store %x, %m[%c0] : memref<?xf64>
  return %y : f64
}
"""

LOG = """
func.func @f(%x: f64, %m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    memref.store %t, %m[%c1] : memref<?xf64>
    scf.yield %t : f64
  } {DIRECTIVE}
  return %y : f64
}
"""


Expected = Callable[[str, int, int], int]
"""Copies at once, by scheme, budget and number of steps."""


def snapshots(scheme: str, budget: int, steps: int) -> int:
    """One per snapshot; binomial also has one to work on where a slot is needed again.

    The last stretch has none.
    """
    if scheme == "periodic":
        return max(periodic(steps, budget).count - 1, 0)
    return min(budget, max(steps - 1, 0)) + 1


COPIES: dict[str, tuple[str, Expected]] = {
    "read and written: in each snapshot": (IN_PLACE, snapshots),
    "only read: shared": (TABLE, lambda *_: 0),
    "only read, overwritten later: one copy": (OVERWRITTEN, lambda *_: 1),
    "only written: none": (LOG, lambda *_: 0),
}


def program(text: str, scheme: str, budget: int, calls: tuple[Call, ...]) -> Program:
    """The gradient of a program, and calls of it."""
    asked = text.replace("DIRECTIVE", DIRECTIVES[scheme]).replace("BUDGET", str(budget))
    done = run_cli(["-p", "loop-checkpoint{fn=f}"], asked)
    assert done.exit_code == 0, done.stderr
    return Program(f"{scheme} {budget}", done.stdout, calls)


def gradient_call(size: int, steps: int) -> Call:
    arguments = (
        Argument("f64", 0.3),
        Argument("memref<?xf64>", [0.5] * size),
        Argument("memref<?xf64>", [1.0] * size),
        Argument("index", steps),
        Argument("f64", 1.0),
    )
    return Call("f_grad", arguments, ("f64",))


def measured(programs: list[Program]) -> list[list[Memory]]:
    """Heap use of each call of each program; each frees what it allocates."""
    outcomes = run_batch(programs)
    assert not [outcome.failure for outcome in outcomes if outcome.failure]
    used = [[call.memory for call in outcome.calls] for outcome in outcomes]
    for memory in (memory for memories in used for memory in memories):
        assert memory.live_bytes == 0
        assert memory.allocations == memory.deallocations
    return used


@pytest.mark.parametrize("scheme", DIRECTIVES)
@pytest.mark.parametrize("role", COPIES)
def test_copies_of_memory_at_once(role: str, scheme: str):
    text, expected = COPIES[role]
    calls = tuple(gradient_call(size, steps) for steps in STEPS for size in SIZES)
    used = measured([program(text, scheme, budget, calls) for budget in BUDGETS])
    small, large = SIZES
    got = {
        (budget, steps): (more.peak_bytes - less.peak_bytes) / (WORD * (large - small))
        for budget, memories in zip(BUDGETS, used, strict=True)
        for steps, less, more in zip(STEPS, memories[::2], memories[1::2], strict=True)
    }
    assert got == {(budget, steps): expected(scheme, budget, steps) for budget, steps in got}


def peak(scheme: str, budget: int, steps: int) -> int:
    """Bytes for one carried number: snapshots and the tape of a segment, or slots of two words.

    What is taped of a single step stays in registers.
    """
    if scheme == "periodic":
        segments = periodic(steps, budget)
        taped = segments.length if segments.length > 1 else 0
        return WORD * (segments.count - 1 + taped)
    return WORD * 2 * min(budget, steps - 1)


@pytest.mark.parametrize("scheme", DIRECTIVES)
def test_snapshots_of_a_number_stay_within_the_budget(scheme: str):
    grid = [(budget, steps) for budget in BUDGETS for steps in STEPS if steps > 1]
    call = Call("f_grad", (Argument("f64", 0.3), Argument("f64", 1.0)), ("f64",))
    used = measured(
        [
            program(CARRIED.replace("STEPS", str(steps)), scheme, budget, (call,))
            for budget, steps in grid
        ]
    )
    got = {key: memories[0].peak_bytes for key, memories in zip(grid, used, strict=True)}
    assert got == {key: peak(scheme, *key) for key in grid}


def test_a_periodic_gradient_allocates_once_per_snapshot():
    """Besides the snapshots of memory: the buffer of their handles, and two tapes.

    One is for the last segment, which has no snapshot; the others share one.
    """
    calls = tuple(gradient_call(SIZES[0], steps) for steps in STEPS)
    (used,) = measured([program(IN_PLACE, "periodic", 3, calls)])
    counts = [periodic(steps, 3).count for steps in STEPS]
    assert [memory.allocations for memory in used] == [3 + max(count - 1, 0) for count in counts]


def test_a_binomial_gradient_allocates_before_it_replays():
    """Slots are reused: nothing is allocated but room for them, whatever the number of steps."""
    calls = tuple(gradient_call(SIZES[0], steps) for steps in STEPS)
    (used,) = measured([program(IN_PLACE, "binomial", 3, calls)])
    fixed = used[0].allocations
    assert [memory.allocations - fixed for memory in used] == [
        min(3, max(steps - 1, 0)) for steps in STEPS
    ]


# Loops of unknown trip counts

WHILE = "attributes {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = BUDGET : i64}"
COUNTER = """  %k = scf.while (%i = %c0) : (index) -> index {
    %g = arith.cmpi slt, %i, %n : index
    scf.condition(%g) %i : index
  } do {
  ^bb0(%i: index):
"""
UNCOUNTED = (
    IN_PLACE.replace("  scf.for %i = %c0 to %n step %c1 {\n", COUNTER)
    .replace(
        "%m[%c0] : memref<?xf64>\n  }",
        "%m[%c0] : memref<?xf64>\n"
        "    %l = arith.addi %i, %c1 : index\n    scf.yield %l : index\n  }",
    )
    .replace("{DIRECTIVE}", WHILE)
)
SLOTS = (2, 3, 8, 9)


def uncounted(budget: int) -> Program:
    """Calls of the gradient, with memory of both sizes for each number of steps."""
    done = run_cli(["-p", "loop-checkpoint{fn=f}"], UNCOUNTED.replace("BUDGET", str(budget)))
    assert done.exit_code == 0, done.stderr
    calls = tuple(gradient_call(size, steps) for steps in (*STEPS, 300) for size in SIZES)
    return Program(f"{budget} slots", done.stdout, calls)


def test_an_online_gradient_stays_within_its_slots_whatever_the_number_of_steps():
    """One copy per slot in use and one to work on; besides, some words per slot."""
    small, large = SIZES
    for budget, memories in zip(SLOTS, measured([uncounted(b) for b in SLOTS]), strict=True):
        pairs = zip((*STEPS, 300), memories[::2], memories[1::2], strict=True)
        for steps, less, more in pairs:
            copies = (more.peak_bytes - less.peak_bytes) / (WORD * (large - small))
            assert copies == min(budget, steps) + 1
            assert less.peak_bytes <= WORD * (copies * small + 10 * budget)

"""The property of a program: its checkpointed gradient equals its store-all gradient bit for bit,
both leave the primal's memory behind and free what they allocate, and store-all agrees with finite
differences of the executed primal."""

from __future__ import annotations

import random
import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir
from dataclasses import dataclass, field, replace
from pathlib import Path

from support.inprocess import Result, run_cli
from support.programs import FLOATS, LoopProgram, Parameter

from ckptopt import execution as native
from ckptopt.execution import Argument, Call, CallOutcome, Outcome, Program, Value
from ckptopt.execution.module_text import rename_symbols

STEP = 2e-5
DIRECTIONS = 3
REFUSALS = (
    "a replay can only follow carried memrefs that are distinct and change places",
    "the checkpointed loop carries memory and uses it from outside as well",
    "the checkpointed loop sees one piece of memory through several memrefs",
    "the rematerialised region sees one piece of memory through several memrefs",
)
"""Located errors for programs that store-all differentiates and a replay cannot."""


@dataclass(frozen=True)
class Finding:
    """A property that a program violates. `kind` is stable under shrinking."""

    program: LoopProgram
    kind: str
    message: str

    def __str__(self) -> str:
        arguments = "".join(
            f"// %{p.name} = {p.value}"
            + (f", shadow {self.program.shadows[p.name]}" if p.name in self.program.shadows else "")
            + "\n"
            for p in self.program.parameters
        )
        message = "\n".join(f"// {line}" for line in self.message.splitlines())
        return (
            f"// {self.program.name}: {self.kind}\n{message}\n{arguments}"
            f"// seeds {list(self.program.seeds)}, options {self.program.options}\n"
            f"{self.program.text}"
        )


@dataclass
class Report:
    """Findings, at most one per program, how many programs were refused as documented, and how many
    derivatives were compared with differences that are accurate enough to tell."""

    findings: list[Finding] = field(default_factory=list)
    refused: int = 0
    compared: int = 0
    inconclusive: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, program: LoopProgram, kind: str, message: str) -> None:
        self.findings.append(Finding(program, kind, message))
        self.kinds[kind] += 1


@dataclass(frozen=True)
class Gradients:
    """The two texts that the tool made of a program."""

    program: LoopProgram
    checkpointed: str
    store_all: str


def check(programs: Sequence[LoopProgram], jobs: int = 1, libraries: Sequence[Path] = ()) -> Report:
    """Differentiate and execute the programs, and compare; `jobs` processes run the tool, and
    `libraries` are what gradients call."""
    report = Report()
    made: list[Gradients] = []
    for program, attempt in zip(programs, attempts(programs, jobs), strict=True):
        if isinstance(attempt, Gradients):
            made.append(attempt)
        elif is_refusal(attempt):
            report.refused += 1
        else:
            message = f"exit code {attempt.exit_code}\n{attempt.stderr[:2000]}"
            report.add(program, rejection(attempt.stderr), message)
    checkpointed = native.run_batch(
        [gradient_program(g.program, in_one_space(g.checkpointed)) for g in made],
        libraries=libraries,
    )
    # Other contents of fresh memory than above: a read of it breaks the equality of the bits.
    store_all = native.run_batch(
        [gradient_program(g.program, g.store_all) for g in made], fill=0x5A
    )
    primal = native.run_batch([primal_program(g.program) for g in made])
    for g, *outcomes in zip(made, checkpointed, store_all, primal, strict=True):
        compare(g.program, outcomes[0], outcomes[1], outcomes[2], report)
    return report


# The tool


def assert_agreement(programs: Sequence[LoopProgram]) -> Report:
    """Check programs and fail with what was found, if anything."""
    report = check(programs)
    assert not report.findings, "\n".join(map(str, report.findings))
    return report


def attempts(programs: Sequence[LoopProgram], jobs: int) -> list[Gradients | Result]:
    if jobs == 1:
        return [differentiate(program) for program in programs]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(differentiate, programs))


def differentiate(program: LoopProgram) -> Gradients | Result:
    """The gradients of a program, or what the tool says where it makes none."""
    texts: list[str] = []
    # The text without directives first: no refusal hides that it is rejected.
    for text, options in ((program.stripped, ""), (program.text, program.options)):
        done = run_tool(text, program.function, options)
        if done.exit_code:
            return done
        texts.append(done.stdout)
    return Gradients(program, checkpointed=texts[1], store_all=texts[0])


def in_one_space(text: str) -> str:
    """The text with all memory in the default space, the only one of a CPU."""
    return text.replace(", 1 : i64>", ">")


def is_refusal(done: Result) -> bool:
    return done.exit_code == 1 and any(f"error: {reason}" in done.stderr for reason in REFUSALS)


def run_tool(text: str, function: str, options: str = "") -> Result:
    # An internal error leaves a reproducer in the current directory.
    with tempfile.TemporaryDirectory() as directory, chdir(directory):
        return run_cli(["-p", f"loop-checkpoint{{fn={function} {options}}}"], stdin=text)


def rejection(errors: str) -> str:
    """A kind for a refusal: its message without position and names."""
    for line in errors.splitlines():
        if "error: " in line:
            return "rejected: " + re.sub(r" *'[^']*'", "", line.partition("error: ")[2])[:90]
    return "rejected"


# Calls


def gradient_program(program: LoopProgram, text: str) -> Program:
    """A call of the gradient function, by Enzyme's combined convention."""
    arguments: list[Argument] = []
    for p in program.parameters:
        arguments.append(Argument(p.type, p.value))
        if p.name in program.shadows:
            arguments.append(Argument(p.type, program.shadows[p.name]))
    seeded = [t for t in program.results if t in FLOATS]
    arguments += [Argument(t, s) for t, s in zip(seeded, program.seeds, strict=True)]
    results = tuple(p.type for p in scalars(program))
    call = Call(f"{program.function}_grad", tuple(arguments), results)
    return Program(program.name, text, (call,))


def scalars(program: LoopProgram) -> list[Parameter]:
    return [p for p in program.parameters if p.is_active and not p.is_memref]


def primal_program(program: LoopProgram) -> Program:
    """One call as it is, then four of the f64 form for each direction."""
    wide = replace(program.widened, function=f"{program.function}_wide")
    name = program.function
    wide_text = rename_symbols(wide.text, "_wide", set())
    calls = [primal_call(program, name)]
    for direction in directions(program):
        calls += [
            primal_call(moved(wide, direction, step), wide.function)
            for step in (STEP, -STEP, STEP / 2, -STEP / 2)
        ]
    return Program(program.name, f"{program.text}\n{wide_text}", tuple(calls))


def primal_call(program: LoopProgram, function: str) -> Call:
    arguments = tuple(Argument(p.type, p.value) for p in program.parameters)
    return Call(function, arguments, program.results)


# Finite differences


def directions(program: LoopProgram) -> list[dict[str, Value]]:
    """Random directions in the space of all float arguments."""
    rng = random.Random(program.name)

    def like(value: Value) -> Value:
        if isinstance(value, list):
            return [like(item) for item in value]
        return rng.uniform(-1, 1)

    return [
        {p.name: like(p.value) for p in program.parameters if p.is_active}
        for _ in range(DIRECTIONS)
    ]


def moved(program: LoopProgram, direction: dict[str, Value], step: float) -> LoopProgram:
    def shifted(value: Value, by: Value) -> Value:
        if isinstance(value, list) and isinstance(by, list):
            return [shifted(v, b) for v, b in zip(value, by, strict=True)]
        assert not isinstance(value, list)
        assert not isinstance(by, list)
        return value + step * by

    parameters = tuple(
        replace(p, value=shifted(p.value, direction[p.name])) if p.name in direction else p
        for p in program.parameters
    )
    return replace(program, parameters=parameters)


def objective(program: LoopProgram, outcome: CallOutcome) -> float:
    """What the gradient is the gradient of: seeds times results plus shadows times final memory."""
    results = [
        native.as_float(bits)
        for bits, type_ in zip(outcome.results, program.results, strict=True)
        if type_ in FLOATS
    ]
    total = dot(program.seeds, results)
    for p, contents in zip(program.parameters, outcome.contents, strict=True):
        if p.name in program.shadows:
            total += dot(native.flatten(program.shadows[p.name]), native.as_floats(contents))
    return total


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def analytic(
    program: LoopProgram, outcome: CallOutcome, direction: dict[str, Value]
) -> tuple[float, float]:
    """The derivative along a direction and the sum of the magnitudes of its terms."""
    steps: list[float] = []
    slopes = native.as_floats(outcome.results)
    for p in scalars(program):
        steps += native.flatten(direction[p.name])
    for p, shadow in shadows_of(program, outcome.contents):
        steps += native.flatten(direction[p.name])
        slopes += native.as_floats(shadow)
    return dot(steps, slopes), sum(abs(s * g) for s, g in zip(steps, slopes, strict=True))


def shadows_of(
    program: LoopProgram, contents: Sequence[tuple[int, ...]]
) -> list[tuple[Parameter, tuple[int, ...]]]:
    """The final shadows among the contents of a gradient call's arguments."""
    found: list[tuple[Parameter, tuple[int, ...]]] = []
    position = 0
    for p in program.parameters:
        position += 1
        if p.name in program.shadows:
            found.append((p, contents[position]))
            position += 1
    return found


# Comparison


def compare(
    program: LoopProgram,
    checkpointed: Outcome,
    store_all: Outcome,
    primal: Outcome,
    report: Report,
) -> None:
    for label, outcome in (
        ("primal", primal),
        ("store-all", store_all),
        ("checkpointed", checkpointed),
    ):
        if outcome.failure:
            stage = outcome.failure.partition(":")[0]
            report.add(program, f"{label} fails in {stage}", outcome.failure)
            return
    gradient, reference = checkpointed.calls[0], store_all.calls[0]
    if problem := differences_from_primal(program, primal.calls[0], reference):
        report.add(program, "store-all spoils primal memory", problem)
    elif problem := finite_difference_mismatch(program, primal, reference, report):
        report.add(program, "store-all differs from finite differences", problem)
    elif problem := bit_difference(program, gradient, reference):
        report.add(program, "checkpointed differs from store-all", problem)
    elif problem := leak(gradient, reference):
        report.add(program, "memory is not freed", problem)


def differences_from_primal(
    program: LoopProgram, primal: CallOutcome, gradient: CallOutcome
) -> str:
    position = 0
    for p, expected in zip(program.parameters, primal.contents, strict=True):
        if gradient.contents[position] != expected:
            return f"%{p.name}: {show(gradient.contents[position])}, primal {show(expected)}"
        position += 2 if p.name in program.shadows else 1
    return ""


def finite_difference_mismatch(
    program: LoopProgram, primal: Outcome, gradient: CallOutcome, report: Report
) -> str:
    for number, direction in enumerate(directions(program)):
        calls = primal.calls[1 + 4 * number : 5 + 4 * number]
        values = [objective(program, call) for call in calls]
        coarse = (values[0] - values[1]) / (2 * STEP)
        fine = (values[2] - values[3]) / STEP
        slope, magnitude = analytic(program, gradient, direction)
        scale = max(1.0, magnitude if magnitude < 1e300 else 0.0, abs(fine))
        uncertainty = abs(coarse - fine)
        if uncertainty > 1e-3 * scale:
            report.inconclusive += 1
            continue
        report.compared += 1
        # `not <=` so that a NaN is a mismatch.
        if not abs(slope - fine) <= 4 * uncertainty + tolerance(program) * scale:
            return f"direction {number}: {slope!r}, differences {fine!r} and {coarse!r}"
    return ""


def tolerance(program: LoopProgram) -> float:
    """Relative error that rounding alone can cause; f32 is compared with differences in f64."""
    if any("f32" in t for t in (*program.results, *(p.type for p in program.parameters))):
        return 1e-2
    return 1e-4 if "f32" in program.text else 1e-7


def bit_difference(program: LoopProgram, gradient: CallOutcome, reference: CallOutcome) -> str:
    for p, got, want in zip(scalars(program), gradient.results, reference.results, strict=True):
        if got != want:
            return f"gradient of %{p.name}: {show([got])}, store-all {show([want])}"
    for number, (got, want) in enumerate(zip(gradient.contents, reference.contents, strict=True)):
        if got != want:
            return f"memory {number}: {show(got)}, store-all {show(want)}"
    return ""


def leak(gradient: CallOutcome, reference: CallOutcome) -> str:
    for label, outcome in (("store-all", reference), ("checkpointed", gradient)):
        if outcome.memory.live_bytes or outcome.memory.allocations != outcome.memory.deallocations:
            return f"{label}: {outcome.memory}"
    return ""


def show(contents: Sequence[int]) -> str:
    return str(native.as_floats(contents))

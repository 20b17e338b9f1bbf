"""Who takes part: for each program, tool and scheme a gradient, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from reference import incumbent
from reference.incumbent import Answer, Question
from support.inprocess import run_cli

from benchmarks.catalogue import SCHEMES, Argument, Data, Program, Sizes
from benchmarks.native import CompileError, Counts, Function, compile_mlir

Gradients = Mapping[str, NDArray[np.float64]]

OURS, ENZYME, JAX = "ckptopt", "Enzyme", "JAX"
FAST = f"{OURS} fastmath=fast"
"""With the flags that Enzyme gives to adjoints."""


@dataclass(frozen=True)
class Contender:
    """A gradient to measure. `call` computes it, after `reset`; `gradients` are those of the last
    call. Without `call` there is a `failure`."""

    tool: str
    scheme: str
    call: Callable[[], object] | None = None
    reset: Callable[[], None] = lambda: None
    gradients: Callable[[], Gradients] = dict
    counts: Counts | None = None
    primal: Callable[[], object] | None = None
    """The tool's own primal, where it is not the one that all share."""
    failure: str = ""


Task = tuple[str, tuple[str, ...]]
"""A program to differentiate, and the activities of its arguments."""


def native_contenders(program: Program, sizes: Sizes, folder: Path) -> list[Contender]:
    """Both tools with each scheme, and ours with Enzyme's flags where these make a difference."""
    words = activities(program)
    tasks: list[Task] = [(program.text(sizes, scheme), words) for scheme in SCHEMES]
    counted = ("enzyme_dup", *words)
    tasks += [(with_tick(program, sizes, scheme), counted) for scheme in SCHEMES]
    contenders: list[Contender] = []
    answered = {OURS: _ours(tasks)}
    if program.gains_from_flags:
        answered[FAST] = _ours(tasks, "fastmath=fast")
    for tool, answers in {**answered, ENZYME: enzyme_answers(tasks)}.items():
        for k, scheme in enumerate(SCHEMES):
            stem = folder / f"{program.name}-{tool}-{scheme}"
            pair = (answers[k], answers[k + len(SCHEMES)])
            contenders.append(_native(program, sizes, stem, tool, scheme, *pair))
    return contenders


def primal_function(program: Program, sizes: Sizes, folder: Path) -> Function:
    """The program itself, compiled as its gradients are."""
    library = compile_mlir(program.text(sizes, "store-all"), folder / f"{program.name}-primal")
    return Function(library, "f", _values(program, sizes), 1)


def _values(program: Program, sizes: Sizes) -> dict[str, Data]:
    return {argument.name: argument.value(sizes) for argument in program.arguments}


def _activity(argument: Argument, value: Data) -> str:
    if not argument.active:
        return "enzyme_const"
    return "enzyme_active" if isinstance(value, float) else "enzyme_dup"


def activities(program: Program) -> tuple[str, ...]:
    return tuple(_activity(a, a.value(program.quick)) for a in program.arguments)


def _ours(tasks: Sequence[Task], options: str = "") -> list[Answer]:
    answers: list[Answer] = []
    for text, words in tasks:
        pipeline = f"loop-checkpoint{{fn=f argTys={','.join(words)} {options}}}"
        done = run_cli(["-p", pipeline], stdin=text)
        failure = done.stderr.strip() or "fails" if done.exit_code else ""
        answers.append(Answer(done.stdout, failure))
    return answers


def enzyme_answers(tasks: Sequence[Task]) -> list[Answer]:
    answers = incumbent.ask([Question(*task, ("enzyme_active",)) for task in tasks])
    public = "func.func @f_grad"
    return [
        replace(answer, text=answer.text.replace("func.func private @f_grad", public))
        for answer in answers
    ]


MARK = "// counted"


def with_tick(program: Program, sizes: Sizes, scheme: str) -> str:
    """The program, with the directive of a scheme, that counts its evaluations; see `ticking`."""
    return ticking(program.text(sizes, scheme, "enzyme.disable_mincut"))


def ticking(text: str) -> str:
    """A program with a `math.fma` before the marked operation, of a number kept in memory.

    The next step reads what comes of it, and so does its own adjoint, and nothing but another run
    of the step makes it again: each `math.fma` that runs is one evaluation of the body. Enzyme
    would recompute it in the reverse as well, if its minimum cut were not turned off.
    """
    cell = "memref<1xf64>"
    tick = f"""
      %counted_half = arith.constant 0.5 : f64
      %counted_before = memref.load %counted[%c0] : {cell}
      %counted_now = math.fma %counted_before, %counted_half, %counted_half : f64
      %counted_square = arith.mulf %counted_now, %counted_now : f64
      memref.store %counted_square, %counted[%c0] : {cell}
"""
    head, mark, rest = text.replace("@f(", f"@f(%counted: {cell}, ").partition(MARK)
    line = head.rfind("\n")
    return head[:line] + tick + head[line + 1 :] + mark + rest


def _native(
    program: Program,
    sizes: Sizes,
    stem: Path,
    tool: str,
    scheme: str,
    answer: Answer,
    ticking: Answer,
) -> Contender:
    if failure := answer.failure or ticking.failure:
        return Contender(tool, scheme, failure=f"fails: {failure}")
    values = _values(program, sizes)
    active = [argument.name for argument in program.arguments if argument.active]
    scalars = [name for name in active if isinstance(values[name], float)]
    buffers = [name for name in active if name not in scalars]
    inputs = {**_with_shadows(values, buffers), "seed": 1.0}
    try:
        fast = compile_mlir(answer.text, stem)
        counting = compile_mlir(answer.text, _named(stem, "counting"), counting=True)
        tick = compile_mlir(ticking.text, _named(stem, "ticking"), counting=True)
    except CompileError as error:
        return Contender(tool, scheme, failure=f"fails: {error}")
    function = Function(fast, "f_grad", inputs, len(scalars))

    def gradients() -> Gradients:
        numbers = zip(scalars, map(np.asarray, function.results), strict=True)
        return {**dict(numbers), **{name: function.buffers[_shadow(name)] for name in buffers}}

    counted = Function(counting, "f_grad", inputs, len(scalars)).counts()
    cell = _with_shadows({"counted": np.zeros(1)}, ["counted"])
    ticked = Function(tick, "f_grad", {**cell, **inputs}, len(scalars)).counts()
    counts = replace(counted, evaluations=ticked.evaluations)
    return Contender(tool, scheme, function, function.reset, gradients, counts)


def _named(stem: Path, suffix: str) -> Path:
    return stem.with_name(f"{stem.name}-{suffix}")


def _with_shadows(values: Mapping[str, Data], buffers: Sequence[str]) -> dict[str, Data]:
    """The arguments of a gradient: a shadow of zeros after each buffer."""
    inputs: dict[str, Data] = {}
    for name, value in values.items():
        inputs[name] = value
        if name in buffers:
            inputs[_shadow(name)] = np.zeros_like(value)
    return inputs


def _shadow(name: str) -> str:
    return f"d_{name}"

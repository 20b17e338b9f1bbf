"""The twins of the programs, differentiated by JAX on one thread with numbers of 64 bits."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from benchmarks.catalogue import Program, Sizes
from benchmarks.contenders import JAX, Contender, Gradients
from benchmarks.native import Counts
from benchmarks.programs import twins

# JAX reads these when it is first used, not when it is loaded.
ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["XLA_FLAGS"] = f"{ONE_THREAD} {os.environ.get('XLA_FLAGS', '')}"
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_enable_x64", True)


def jax_contenders(program: Program, sizes: Sizes) -> list[Contender]:
    """The twin, differentiated through a scan that stores, and through checkpointed segments."""
    steps = program.evaluations(sizes)
    return [
        _contender(program, sizes, "scan", _scan, steps),
        _contender(program, sizes, "scan of checkpoints", _segmented(sizes["segments"]), 2 * steps),
    ]


def _contender(
    program: Program, sizes: Sizes, scheme: str, scan: twins.Scan, evaluations: int
) -> Contender:
    """One way to differentiate; `evaluations` is what it makes by construction."""
    values = [jax.numpy.asarray(argument.value(sizes)) for argument in program.arguments]
    active = [k for k, argument in enumerate(program.arguments) if argument.active]

    def loss(*arguments: Any) -> Any:
        return getattr(twins, program.name)(scan, sizes, *arguments)

    primal = jax.jit(loss).lower(*values).compile()
    gradient = jax.jit(jax.grad(loss, argnums=active)).lower(*values).compile()
    last: list[Any] = []

    def call() -> None:
        last[:] = jax.block_until_ready(gradient(*values))

    def gradients() -> Gradients:
        names = [program.arguments[k].name for k in active]
        return dict(zip(names, map(np.asarray, last), strict=True))

    return Contender(
        JAX,
        scheme,
        call,
        gradients=gradients,
        counts=Counts(evaluations, None, gradient.memory_analysis().temp_size_in_bytes),
        primal=lambda: jax.block_until_ready(primal(*values)),
    )


def _scan(step: Callable[[Any, Any], Any], state: Any, steps: int) -> Any:
    return jax.lax.scan(lambda s, t: (step(s, t), None), state, jax.numpy.arange(steps))[0]


def _segmented(segments: int) -> twins.Scan:
    """A scan over segments, each of which keeps nothing but the state that it starts from."""

    def scan(step: Callable[[Any, Any], Any], state: Any, steps: int) -> Any:
        length = steps // segments

        def segment(state: Any, start: Any) -> Any:
            return _scan(lambda s, t: step(s, start + t), state, length)

        kept = jax.checkpoint(segment, policy=jax.checkpoint_policies.nothing_saveable)
        starts = jax.numpy.arange(segments) * length
        return jax.lax.scan(lambda s, start: (kept(s, start), None), state, starts)[0]

    return scan


def nested_counts(program: Program, sizes: Sizes) -> list[tuple[str, int, float]]:
    """Scans in `jax.checkpoint`, nested up to four deep: names, bytes, evaluations per step."""
    steps = sizes["steps"]
    found = [("scan", _bytes(program, sizes, _scan), 1.0)]
    for depth in (2, 3, 4):
        for lengths in _divisions(steps, depth):
            name = "checkpoints of " + " x ".join(map(str, lengths))
            found.append((name, _bytes(program, sizes, _nested(lengths)), float(depth)))
    return found


def _divisions(steps: int, depth: int) -> list[tuple[int, ...]]:
    """A few ways to cut steps, a power of two, into nested segments, the outermost first: the most
    even one, and those with more in the outermost or the innermost."""
    bits = steps.bit_length() - 1
    each = [bits // depth + (k < bits % depth) for k in range(depth)]
    ways = {tuple(each), tuple(reversed(each))}
    ways.add((each[0] + 1, *each[1:-1], each[-1] - 1))
    ways.add((each[0] - 1, *each[1:-1], each[-1] + 1))
    return sorted(tuple(2**k for k in way) for way in ways)


def _nested(lengths: tuple[int, ...]) -> twins.Scan:
    """Scans of the given lengths, the outermost first; all but the innermost are checkpointed."""

    def scan(step: Callable[[Any, Any], Any], state: Any, steps: int) -> Any:
        def run(state: Any, start: Any, lengths: tuple[int, ...], stride: int) -> Any:
            count, rest = lengths[0], lengths[1:]
            if not rest:
                return _scan(lambda s, t: step(s, start + t), state, count)
            inner = stride // count
            saved = jax.checkpoint(
                lambda s, at: run(s, at, rest, inner),
                policy=jax.checkpoint_policies.nothing_saveable,
            )
            starts = start + jax.numpy.arange(count) * inner
            return jax.lax.scan(lambda s, at: (saved(s, at), None), state, starts)[0]

        return (
            run(state, 0, lengths, steps)
            if steps == math.prod(lengths)
            else _scan(step, state, steps)
        )

    return scan


def _bytes(program: Program, sizes: Sizes, scan: twins.Scan) -> int:
    """The temporary memory of the compiled gradient."""
    counts = _contender(program, sizes, "", scan, 0).counts
    assert counts is not None
    return counts.peak_bytes

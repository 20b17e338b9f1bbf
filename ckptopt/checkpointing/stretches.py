"""Stretches: the steps of a loop in parts, each of which is taped and reversed as one.

steps 0 ... N - 1:   [first, first + length) [...] ... [the last one may be shorter)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from ckptopt.emitter import Emitter, constant_value

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved
    from ckptopt.checkpointing.stores import Replay


@dataclass(frozen=True)
class Stretches:
    """`steps` steps in `count` stretches of `length` >= 1 steps, all three of them `index` values.

    The last stretch may be shorter, unless `whole`. The first one begins at step `origin`, an
    `index`; 0 if None.
    """

    steps: SSAValue
    count: SSAValue
    length: SSAValue
    whole: bool
    origin: SSAValue | None = None

    def first(self, e: Emitter, index: SSAValue, name: str = "base") -> SSAValue:
        """The first step of stretch number `index`."""
        offset = e.mul(self.length, index, name)
        return offset if self.origin is None else e.add(self.origin, offset, name)

    def at(self, e: Emitter, index: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The first step and the number of steps of stretch number `index`."""
        return self.span(e, index, e.index(1))

    def span(self, e: Emitter, index: SSAValue, count: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The first step and the number of steps of `count` stretches from number `index`."""
        base, length = self.first(e, index), e.mul(self.length, count, "length")
        if self.whole:
            return base, length
        return base, e.minimum(length, e.sub(self.steps, base, "left"), "length")

    def split_last(self, e: Emitter) -> tuple[Stretches, tuple[SSAValue, SSAValue]]:
        """All stretches but the last, and the first step and the number of steps of that.

        Without any steps, these are no stretches, and no steps.
        """
        one = e.index(1)
        others = e.sub(e.maximum(self.count, one, "stretches"), one, "others")
        first = self.first(e, others)
        rest = Stretches(first, others, self.length, whole=True)
        return rest, (first, e.sub(self.steps, first, "rest"))

    def none(self) -> bool:
        """True if it is known that there are no stretches."""
        return constant_value(self.count) == 0


def tape(
    e: Emitter,
    loop: LoopSweeps,
    first: SSAValue,
    length: SSAValue,
    state: list[SSAValue],
    replay: Replay | None = None,
) -> tuple[list[SSAValue], Saved]:
    """Tape `length` steps from step `first`; returns the state after them, and the tape.

    The tape of what is known to be one step holds its residuals, any other caches for them.
    """
    if constant_value(length) == 1:
        return loop.tape(e, first, state, replay)
    caches: Saved = {}
    results = loop.run(
        e,
        length,
        state,
        lambda inner, offset, now: loop.tape_and_push(
            inner, inner.add(first, offset, loop.step_name), now, caches, e, replay
        ),
        name=_counter(loop, first),
    )
    return results, caches


def reverse(
    e: Emitter,
    loop: LoopSweeps,
    first: SSAValue,
    length: SSAValue,
    taped: Saved,
    adjoints: list[SSAValue],
    replay: Replay | None = None,
) -> list[SSAValue]:
    """Reverse the `length` steps from step `first` that were taped, last first."""
    if constant_value(length) == 1:
        return loop.reverse(e, first, taped, adjoints, replay)
    last = e.add(first, e.sub(length, e.index(1), "last"), "last")
    return loop.run_back(
        e,
        length,
        adjoints,
        lambda inner, back, now: loop.reverse(
            inner, inner.sub(last, back, loop.step_name), loop.pop(inner, taped), now, replay
        ),
        name="back",
    )


def advance(
    e: Emitter,
    loop: LoopSweeps,
    first: SSAValue,
    length: SSAValue,
    state: list[SSAValue],
    replay: Replay | None = None,
) -> list[SSAValue]:
    """Run `length` steps from step `first`; returns the state after them."""
    return loop.run(
        e,
        length,
        state,
        lambda inner, offset, now: loop.advance(
            inner, inner.add(first, offset, loop.step_name), now, replay
        ),
        name=_counter(loop, first),
    )


def _counter(loop: LoopSweeps, first: SSAValue) -> str:
    return loop.step_name if constant_value(first) == 0 else "offset"

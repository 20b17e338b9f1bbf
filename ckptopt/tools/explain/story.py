"""What a run did, as data: the stages of each part of the input, its loops and its residuals."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.dialects import func
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ckptopt import roles
from ckptopt.autodiff.gradient import OBSERVER
from ckptopt.autodiff.reverse import Sweeps
from ckptopt.autodiff.signature import Request
from ckptopt.printing import WATCHER
from ckptopt.roles import Role
from ckptopt.settings import Settings
from ckptopt.sources import STDIN, Source
from ckptopt.tools.explain.listings import Line, Listing, Row, compare, is_changed, listings_of
from ckptopt.tools.explain.loops import (
    MOST_COLUMNS,
    MOST_STEPS,
    LoopStory,
    story_of_loop,
)
from ckptopt.tools.explain.sentences import MEANINGS
from ckptopt.tools.residuals import Residual, residuals_by_loop


class Stage(NamedTuple):
    """The module as a pass left it; the first one, without a pass, is the module as it was read."""

    name: str
    listings: tuple[Listing, ...]


@dataclass
class Part:
    """A part of the input that was processed by itself."""

    stages: list[Stage] = field(default_factory=list[Stage])
    loops: list[LoopStory] = field(default_factory=list[LoopStory])
    residuals: list[Residual] = field(default_factory=list[Residual])

    @property
    def first_line(self) -> int | None:
        """The line of the source where its first operation is."""
        places = [one.place for one in self.stages[0].listings if one.place] if self.stages else []
        return places[0].line if places else None


class Story(NamedTuple):
    """The source, the pipeline, and what was done with each part."""

    source: Source
    pipeline: str
    parts: list[Part]


@contextmanager
def collected(source: Source, settings: Settings) -> Generator[Story]:
    """What is done in the ``with`` block, in which operations get their roles."""
    story = Story(source, settings.pipeline, [])
    most = MOST_COLUMNS if settings.explain == STDIN else MOST_STEPS

    def watch(one: ModulePass | None, module: Operation) -> None:
        if one is None:
            story.parts.append(Part())
        name = "as it is read" if one is None else one.name
        story.parts[-1].stages.append(Stage(name, listings_of(module, settings, source.name)))

    def observe(request: Request, primal: func.FuncOp, sweeps: Sweeps) -> None:
        part = story.parts[-1]
        found = dict(residuals_by_loop(request, primal, sweeps))
        for loop, residuals in found.items():
            part.residuals.extend(residuals)
            if loop is not None:
                part.loops.append(story_of_loop(request, primal, sweeps, loop, most))

    tokens = WATCHER.set(watch), OBSERVER.set(observe)
    try:
        with roles.recorded():
            yield story
    finally:
        OBSERVER.reset(tokens[1])
        WATCHER.reset(tokens[0])


class Comparison(NamedTuple):
    """A function after a stage, beside what stood there before.

    `origin` is the name of what stands beside it: the same function, the one that it was made
    from, or None.
    """

    name: str
    origin: str | None
    rows: tuple[Row, ...]

    @property
    def is_new(self) -> bool:
        return self.origin != self.name

    @property
    def is_changed(self) -> bool:
        return any(map(is_changed, self.rows))


def comparisons(before: Stage, after: Stage) -> list[Comparison]:
    """Each function of a stage beside the stage before, then those that are gone."""
    old = {one.name: one for one in before.listings}
    found: list[Comparison] = []
    for one in after.listings:
        same = old.pop(one.name, None)
        if same is not None:
            found.append(Comparison(one.name, one.name, tuple(compare(same.lines, one.lines))))
        else:
            found.append(beside_origin(one, [*before.listings, *after.listings]))
    for gone in old.values():
        found.append(Comparison(gone.name, gone.name, tuple(compare(gone.lines, ()))))
    return found


def beside_origin(made: Listing, others: Iterable[Listing]) -> Comparison:
    """A function beside the one that it was made from, which has the same place in the source."""
    origins = [one for one in others if one.place == made.place and one.name != made.name]
    lines: tuple[Line, ...] = origins[0].lines if origins and made.place else ()
    name = origins[0].name if lines else None
    return Comparison(made.name, name, tuple(compare(lines, made.lines)))


def roles_used(story: Story) -> list[Role]:
    """The roles that operations have in any stage, in the order of their table."""
    used = {
        line.role
        for part in story.parts
        for stage in part.stages
        for one in stage.listings
        for line in one.lines
    }
    return [role for role in MEANINGS if role in used]


def loop_title(loop: LoopStory) -> str:
    """Which loop it is, of which derivative."""
    line = f", line {loop.place.line}" if loop.place is not None else ""
    return f"@{loop.derivative}: {loop.op}{line}"


def kept_title(function: str) -> str:
    """What a table of residuals shows."""
    return f"What the gradient of @{function} keeps"

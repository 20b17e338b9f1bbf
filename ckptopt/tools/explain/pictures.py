"""Schedules as SVG: steps across and time down, and memory over time.

Shapes and not only colours tell the actions apart. Classes are styled by `page.css`, and `page.js`
moves the cursors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple, TypeVar

from ckptopt.checkpointing.actions import Advance, Discard, Restore, Reverse, Save, Tape
from ckptopt.tools.explain.loops import Frame, LoopStory, memory_text, sentence

T = TypeVar("T")

WIDTH = 720
"""Units across, labels included."""
LEFT = 48
TOP = 30
MEMORY_HEIGHT = 132


class _Grid(NamedTuple):
    """Where steps and frames are."""

    steps: int
    cell: float
    row: float

    def x(self, step: float) -> float:
        return LEFT + step * self.cell

    def y(self, frame: float) -> float:
        return TOP + frame * self.row


def schedule_svg(story: LoopStory) -> str:
    """The schedule of a loop: steps across, time down."""
    frames, steps = story.frames, story.steps
    cell = (WIDTH - LEFT - 12) / max(steps, 8)
    row = max(5.0, min(14.0, 760 / len(frames)))
    grid = _Grid(steps, cell, row)
    height = grid.y(len(frames)) + 10
    label = (
        f"Schedule of {steps} steps in {len(frames)} actions: steps across from left to right, "
        "time down. The list below the slider tells each action."
    )
    parts = [
        f'<svg class="schedule" viewBox="0 0 {WIDTH} {_n(height)}" role="img" '
        f'aria-label="{escape(label)}" data-top="{TOP}" data-row="{_n(row)}" '
        f'data-rows="{len(frames)}">',
        *_axis(grid, len(frames)),
        *_slots_in_use(grid, frames),
        *(mark for index, frame in enumerate(frames) for mark in _marks(grid, index, frame)),
        f'<g class="cursor"><rect x="0" y="0" width="{WIDTH}" height="{_n(row)}" rx="2"/></g>',
        "</svg>",
    ]
    return "\n".join(parts)


def _axis(grid: _Grid, rows: int) -> Iterator[str]:
    yield f'<text class="axis" x="{LEFT - 10}" y="{TOP - 8}" text-anchor="end">step</text>'
    yield f'<text class="axis" x="{LEFT - 10}" y="{TOP + 14}" text-anchor="end">time</text>'
    for step in _ticks(grid.steps, most=16):
        x = grid.x(step + 0.5)
        yield f'<text class="axis" x="{_n(x)}" y="{TOP - 8}" text-anchor="middle">{step}</text>'
    lines = range(grid.steps) if grid.cell >= 12 else _ticks(grid.steps, most=16)
    for step in (*lines, grid.steps):
        x = _n(grid.x(step))
        yield f'<path class="grid" d="M{x} {TOP}V{_n(grid.y(rows))}"/>'


def _slots_in_use(grid: _Grid, frames: Sequence[Frame]) -> Iterator[str]:
    """Which slots are in use: lines over time."""
    for (slot, step), first, end in _intervals(
        (f.state.slots.items() for f in frames), len(frames)
    ):
        x = _n(grid.x(step))
        yield (
            f'<path class="slot" d="M{x} {_n(grid.y(first + 0.5))}V{_n(grid.y(end + 0.5))}">'
            f"<title>slot {slot} holds the state before step {step}</title></path>"
        )


def _intervals(sets: Iterable[Iterable[T]], count: int) -> Iterator[tuple[T, int, int]]:
    """From which frame to which each thing is there."""
    since: dict[T, int] = {}
    for index, things in enumerate([*map(list, sets), list[T]()]):
        here = dict.fromkeys(things)
        for thing in [thing for thing in since if thing not in here]:
            yield thing, since.pop(thing), min(index, count - 1)
        for thing in here:
            since.setdefault(thing, index)


def _marks(grid: _Grid, index: int, frame: Frame) -> Iterator[str]:
    """The mark of one action."""
    y, thick = grid.y(index), grid.row
    middle, title = _n(y + thick / 2), f"<title>{escape(sentence(frame.action))}</title>"
    radius = _n(min(4.5, thick * 0.42))
    match frame.action:
        case Advance(first, end):
            x, end_x, head = grid.x(first), grid.x(end), min(4.0, grid.cell / 2, thick / 2)
            yield (
                f'<path class="advance" d="M{_n(x)} {middle}H{_n(end_x - 1)}m{_n(-head)} '
                f'{_n(-head)}l{_n(head)} {_n(head)}l{_n(-head)} {_n(head)}">{title}</path>'
            )
        case Tape(first, end):
            yield _bar("tape", grid, first, end, y, title)
        case Reverse(first, end):
            yield _bar("reverse", grid, first, end, y, title)
            x, tip = grid.x(end) - 2, grid.x(first) + 2
            head = min(3.0, grid.cell / 3, thick / 3)
            yield (
                f'<path class="back" d="M{_n(x)} {middle}H{_n(tip)}m{_n(head)} {_n(-head)}'
                f'l{_n(-head)} {_n(head)}l{_n(head)} {_n(head)}"/>'
            )
        case Save(_, step):
            x = _n(grid.x(step))
            yield f'<circle class="save" cx="{x}" cy="{middle}" r="{radius}">{title}</circle>'
        case Restore(_, step):
            x = _n(grid.x(step))
            yield f'<circle class="restore" cx="{x}" cy="{middle}" r="{radius}">{title}</circle>'
        case Discard():
            pass


def _bar(kind: str, grid: _Grid, first: int, end: int, y: float, title: str) -> str:
    x, width = grid.x(first), grid.x(end) - grid.x(first)
    return (
        f'<rect class="{kind}" x="{_n(x + 0.5)}" y="{_n(y + 0.5)}" width="{_n(width - 1)}" '
        f'height="{_n(grid.row - 1)}" rx="1.5">{title}</rect>'
    )


# Memory over time


def memory_svg(story: LoopStory) -> str:
    """Memory over time: what snapshots take, and the tape on top of it."""
    frames, peak = story.frames, max(story.peak, 1)
    base, top = MEMORY_HEIGHT - 20, 22
    span = (WIDTH - LEFT - 12) / len(frames)

    def y(amount: int) -> float:
        return base - (base - top) * amount / peak

    peak_at = next((i for i, frame in enumerate(frames) if frame.memory == story.peak), 0)
    anchor = "end" if peak_at > len(frames) * 0.6 else "start"
    peak_text = memory_text(story, story.peak)
    label = f"Memory over time; at most {peak_text}, after action {peak_at + 1} of {len(frames)}."
    parts = [
        f'<svg class="memory" viewBox="0 0 {WIDTH} {MEMORY_HEIGHT}" role="img" '
        f'aria-label="{escape(label)}" data-left="{LEFT}" data-span="{_n(span)}">',
        _area("tape-area", [f.memory for f in frames], [f.snapshots for f in frames], span, y),
        _area("snapshot-area", [f.snapshots for f in frames], [0] * len(frames), span, y),
        f'<path class="peak" d="M{LEFT} {top}H{WIDTH - 12}"/>',
        f'<text class="axis" x="{_n(LEFT + span * (peak_at + 1))}" y="{top - 7}" '
        f'text-anchor="{anchor}">{escape(peak_text)}</text>',
        f'<path class="base" d="M{LEFT} {base}H{WIDTH - 12}"/>',
        f'<text class="axis" x="{LEFT - 10}" y="{base}" text-anchor="end">0</text>',
        f'<text class="axis" x="{WIDTH - 12}" y="{MEMORY_HEIGHT - 4}" '
        f'text-anchor="end">time</text>',
        f'<g class="cursor"><rect x="0" y="{top - 4}" width="{_n(max(span, 1.5))}" '
        f'height="{base - top + 4}"/></g>',
        "</svg>",
    ]
    return "\n".join(parts)


def _area(
    kind: str, upper: list[int], lower: list[int], span: float, y: Callable[[int], float]
) -> str:
    """The area between two amounts over time, both nothing at first."""
    points = [(LEFT + i * span, amount) for i, amount in enumerate([0, *upper])]
    back = [(LEFT + i * span, amount) for i, amount in enumerate([0, *lower])][::-1]
    path = "L".join(f"{_n(x)} {_n(y(amount))}" for x, amount in (*points, *back))
    return f'<path class="{kind}" d="M{path}Z"/>'


def _ticks(count: int, most: int) -> Iterable[int]:
    """Some of the numbers below `count`, in even and readable distances."""
    stride = next(s for s in (1, 2, 5, 10, 20, 50, 100, 1000) if count <= s * most)
    return range(0, count, stride)


def _n(number: float) -> str:
    """A coordinate, as short as it can be."""
    return f"{number:.2f}".rstrip("0").rstrip(".") if number != int(number) else str(int(number))

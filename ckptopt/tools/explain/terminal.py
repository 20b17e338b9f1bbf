"""The explanation of a run for the terminal: schedules in characters, stages as coloured diffs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ckptopt.checkpointing.actions import Advance, Discard, Restore, Reverse, Save, Tape
from ckptopt.tools import plan
from ckptopt.tools.console import console
from ckptopt.tools.explain.listings import Line, Row, folded, is_changed
from ckptopt.tools.explain.loops import (
    Frame,
    LoopStory,
    example_note,
    memory_text,
    sentence,
    summary,
)
from ckptopt.tools.explain.sentences import MEANINGS, Kind
from ckptopt.tools.explain.story import (
    Comparison,
    Part,
    Story,
    comparisons,
    loop_title,
    roles_used,
)
from ckptopt.tools.residuals import table_of

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

STYLES = {
    Kind.ADVANCE: "blue",
    Kind.TAPE: "yellow",
    Kind.REVERSE: "magenta",
    Kind.SNAPSHOT: "green",
    Kind.SCAFFOLD: "dim",
}
MEMORY_WIDTH = 24
CODE_WIDTH = 110


def to_terminal(story: Story) -> str:
    """The explanation as text, in colour if standard output is a terminal."""
    out, stream = console()
    for number, part in enumerate(story.parts, 1):
        if len(story.parts) > 1:
            out.rule(f"Part {number}")
        for piece in _part(part):
            out.print(piece, markup=False, highlight=False, soft_wrap=True)
    for piece in _roles(story):
        out.print(piece, markup=False, highlight=False, soft_wrap=True)
    return stream.getvalue()


def _part(part: Part) -> Iterator[RenderableType]:
    for loop in part.loops:
        yield _heading(loop_title(loop))
        yield summary(loop)
        if (note := example_note(loop)) is not None:
            yield note
        yield from _schedule(loop)
        yield ""
        if loop.plan is not None:
            yield plan.table_of(loop.plan)
            yield ""
    for function in dict.fromkeys(r.function for r in part.residuals):
        yield table_of([r for r in part.residuals if r.function == function])
        yield ""
    for index, (before, after) in enumerate(zip(part.stages, part.stages[1:], strict=False), 1):
        found = comparisons(before, after)
        changed = [one for one in found if one.is_changed]
        yield _heading(f"{index}. {after.name}" + ("" if changed else ": changes nothing"))
        for one in changed:
            yield from _difference(one)
        yield ""


def _heading(text: str) -> Text:
    from rich.text import Text

    return Text(text, style="bold")


# Schedules


def _schedule(loop: LoopStory) -> Iterator[Text]:
    """A line per action: steps across, slots in use, and memory at the right."""
    from rich.text import Text

    if not loop.frames:
        return
    words = [sentence(frame.action) for frame in loop.frames]
    width = max(map(len, words))
    peak = max(loop.peak, 1)
    yield Text(f"{'':{width}}  {_ruler(loop.steps)}  memory", style="dim")
    for frame, text in zip(loop.frames, words, strict=True):
        bar = round(MEMORY_WIDTH * frame.memory / peak)
        yield Text.assemble(
            f"{text:{width}}  ",
            _cells(loop.steps, frame),
            "  ",
            ("█" * round(MEMORY_WIDTH * frame.snapshots / peak), STYLES[Kind.SNAPSHOT]),
            ("▒" * (bar - round(MEMORY_WIDTH * frame.snapshots / peak)), STYLES[Kind.TAPE]),
            (" " if bar else "") + f"{frame.memory:,}",
        )
    yield Text(f"At most {memory_text(loop, loop.peak)}: █ snapshots, ▒ tape.", style="dim")
    yield Text("> advance, = tape, < reverse, * save, o restore, | slot in use", style="dim")


def _ruler(steps: int) -> str:
    """The numbers of some steps, each above its column."""
    cells = [" "] * (steps + 1)
    for step in range(0, steps, 10):
        cells[step : step + len(str(step))] = str(step)
    return "".join(cells)


def _cells(steps: int, frame: Frame) -> Text:
    """One character per step, and one for the end."""
    from rich.text import Text

    cells = [("·", "dim")] * steps + [(" ", "")]
    for step in frame.state.slots.values():
        cells[step] = ("|", STYLES[Kind.SNAPSHOT])
    match frame.action:
        case Advance(first, end):
            cells[first:end] = [(">", STYLES[Kind.ADVANCE])] * (end - first)
        case Tape(first, end):
            cells[first:end] = [("=", STYLES[Kind.TAPE])] * (end - first)
        case Reverse(first, end):
            cells[first:end] = [("<", STYLES[Kind.REVERSE])] * (end - first)
        case Save(_, step):
            cells[step] = ("*", STYLES[Kind.SNAPSHOT])
        case Restore(_, step):
            cells[step] = ("o", STYLES[Kind.SNAPSHOT])
        case Discard():
            pass
    return Text.assemble(*cells)


# Stages


def _difference(one: Comparison) -> Iterator[Text]:
    """What changed in a function; all of it if it is new."""
    from rich.text import Text

    origin = f", made from {one.origin}" if one.is_new and one.origin else ""
    yield Text(f"{one.name}{origin}", style="underline")
    if one.is_new:
        yield from (_line("+", row.after, "green") for row in one.rows if row.after)
        return
    for run in folded(one.rows):
        if len(run) > 6 and not any(map(is_changed, run)):
            yield Text(f"  ... {len(run)} unchanged lines", style="dim")
        else:
            yield from _rows(run)


def _rows(run: list[Row]) -> Iterator[Text]:
    for row in run:
        if not is_changed(row):
            yield _line(" ", row.after, "")
            continue
        if row.before is not None:
            yield _line("-", row.before, "red")
        if row.after is not None:
            yield _line("+", row.after, "green")


def _line(mark: str, line: Line | None, style: str) -> Text:
    """A line of code, with its source line and its role at the right."""
    from rich.text import Text

    assert line is not None
    text = Text(f"{mark} {line.text}", style=style)
    if line.role is not None and mark != "-":
        source = f" {line.source}" if line.source is not None else ""
        text.append(" " * max(1, CODE_WIDTH - len(line.text)))
        text.append(f"{line.role}{source}", style=STYLES[MEANINGS[line.role].kind])
    return text


def _roles(story: Story) -> Iterator[RenderableType]:
    from rich.text import Text

    used = roles_used(story)
    if used:
        yield _heading("What operations are there for (with the line of the source)")
    for role in used:
        kind, meaning = MEANINGS[role]
        yield Text.assemble((f"{role:18}", STYLES[kind]), meaning)

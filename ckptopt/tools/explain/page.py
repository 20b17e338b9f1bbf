"""The explanation of a run as one HTML page, which needs nothing but itself.

All of it is there without scripts, and on paper; `page.js` adds the cursor in schedules, and what
a line of code is there for. The same run gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from importlib.resources import files
from pathlib import PurePath
from string import Template

from ckptopt.checkpointing.actions import (
    Action,
    Advance,
    Discard,
    Restore,
    Reverse,
    Save,
    Tape,
)
from ckptopt.roles import Role
from ckptopt.tools import plan
from ckptopt.tools.explain.listings import Line, Row, folded, is_changed
from ckptopt.tools.explain.loops import (
    Frame,
    LoopStory,
    example_note,
    memory_text,
    sentence,
    summary,
)
from ckptopt.tools.explain.pictures import memory_svg, schedule_svg
from ckptopt.tools.explain.sentences import MEANINGS
from ckptopt.tools.explain.story import (
    Comparison,
    Part,
    Stage,
    Story,
    beside_origin,
    comparisons,
    kept_title,
    loop_title,
    roles_used,
)
from ckptopt.tools.residuals import Residual, total


def to_page(story: Story) -> str:
    """The page, HTML text."""
    here = files("ckptopt.tools.explain")
    name = PurePath(story.source.name).name
    sections = list(_sections(story))
    contents = "".join(f'<a href="#{id}">{escape(title)}</a>' for id, title, _ in sections)
    body = [
        f"<h1>{escape(name)}, step by step</h1>",
        '<p class="lede">What <code class="pipeline">'
        f"{escape(story.pipeline) or 'no pass'}</code> does with this file, from one real run. "
        "Select a line of code to see what it is there for.</p>",
        *(
            f'<section id="{id}" aria-labelledby="{id}-title">\n<h2 id="{id}-title">'
            f"{escape(title)}</h2>\n{content}\n</section>"
            for id, title, content in sections
        ),
    ]
    return Template((here / "page.html").read_text(encoding="utf-8")).substitute(
        title=f"{escape(name)}, step by step",
        css=(here / "page.css").read_text(encoding="utf-8"),
        js=(here / "page.js").read_text(encoding="utf-8"),
        contents=contents,
        body="\n".join(body),
    )


def _sections(story: Story) -> Iterator[tuple[str, str, str]]:
    """The sections of the page: identifier, title, content."""
    yield "input", "The input", _input(story)
    if any(part.loops for part in story.parts):
        yield "schedules", "Schedules", _by_part(story, _schedules)
    if any(part.residuals for part in story.parts):
        yield "kept", "What is kept", _by_part(story, _residuals)
    if any(_made(part) for part in story.parts):
        yield "result", "The result", _by_part(story, _result)
    if any(len(part.stages) > 1 for part in story.parts):
        yield "stages", "Stages", _by_part(story, _stages)
    used = roles_used(story)
    if used:
        yield "roles", "Roles", _roles(used)


def _by_part(story: Story, show: Callable[[Part, int], Iterator[str]]) -> str:
    found: list[str] = []
    for number, part in enumerate(story.parts, 1):
        if len(story.parts) > 1:
            where = f", from line {part.first_line}" if part.first_line else ""
            found.append(f'<p class="note">Part {number}{where}</p>')
        found += show(part, number)
    return "\n".join(found)


# The input


def _input(story: Story) -> str:
    loops: dict[int, str] = {}
    for part_number, part in enumerate(story.parts, 1):
        for number, loop in enumerate(part.loops, 1):
            if loop.place is not None:
                loops.setdefault(loop.place.line, _loop_id(part_number, number))
    rows: list[str] = []
    for number, text in enumerate(story.source.text.splitlines(), 1):
        link = ""
        if number in loops:
            link = f'<a class="loop-link" href="#{loops[number]}">its schedule</a>'
        rows.append(
            f'<div class="row" id="line-{number}"><div class="cell" data-line="{number}">'
            f'<span class="n">{number}</span>{_code(text)}{link}</div></div>'
        )
    place = f'<p class="note">{escape(story.source.name)}</p>'
    return f'{place}\n<div class="code one" {_listing_label("The input")}>\n' + (
        "\n".join(rows) + "\n</div>"
    )


def _listing_label(name: str) -> str:
    text = f"{name}: arrow keys move through the lines"
    return f'role="group" aria-label="{escape(text)}"'


def _code(text: str, tag: str = "code") -> str:
    stripped = text.lstrip(" ")
    indent = len(text) - len(stripped)
    style = f' style="--i:{indent}"' if indent else ""
    code = f"<code{style}>{escape(stripped) or ' '}</code>"
    return code if tag == "code" else f"<{tag}>{code}</{tag}>"


# Schedules


def _loop_id(part: int, number: int) -> str:
    return f"loop-{part}-{number}"


def _schedules(part: Part, number: int) -> Iterator[str]:
    for index, loop in enumerate(part.loops, 1):
        yield _schedule(loop, _loop_id(number, index))


def _schedule(loop: LoopStory, id: str) -> str:
    parts = [
        f"<h3>{escape(loop_title(loop))}</h3>",
        f"<p>{escape(summary(loop))}</p>",
    ]
    note = example_note(loop)
    if note is not None:
        parts.append(f'<p class="note">{escape(note)}</p>')
    if not loop.frames:
        why = "Nothing is run." if loop.trips == 0 else "This scheme tells no schedule."
        opening, ladder = f'<article class="loop" id="{id}">', _ladder(loop, id)
        return "\n".join([opening, *parts, f"<p>{why}</p>", *ladder, "</article>"])
    return "\n".join(
        [
            f'<article class="loop" id="{id}" data-frames="{len(loop.frames)}">',
            *parts,
            '<div class="figure">',
            '<div class="canvas"><div class="frame">',
            schedule_svg(loop),
            f'</div><div class="memory-box"><p>{_memory_caption(loop)}</p>',
            memory_svg(loop),
            "</div></div>",
            '<div class="panel">',
            f'<label for="{id}-time">Time</label>',
            f'<input id="{id}-time" type="range" min="0" max="{len(loop.frames) - 1}" value="0">',
            *_panel(loop),
            "</div></div>",
            *_actions(loop),
            *_ladder(loop, id),
            "</article>",
        ]
    )


def _memory_caption(loop: LoopStory) -> str:
    """What memory over time is made of, and how large that is."""
    kinds = [("tape", f", {loop.tape:,} bytes per step" if loop.in_bytes else "")]
    if any(frame.snapshots for frame in loop.frames):
        each = f", {loop.snapshot:,} bytes each" if loop.in_bytes else ""
        kinds.insert(0, ("snapshots", each))
    parts = [f'<i class="key {kind}-key"></i>{kind}{size}' for kind, size in kinds]
    late = "" if loop.in_bytes else ", counted since their sizes are known at run time only"
    return f"Memory over time: {', and '.join(parts)}{late}."


def _panel(loop: LoopStory) -> Iterator[str]:
    first = _frame_texts(loop, loop.frames[0])
    yield f'<p class="now"><b data-show="action">{escape(sentence(loop.frames[0].action))}</b></p>'
    yield '<dl class="facts now-facts">'
    for key, title in (
        ("at", "state"),
        ("slots", "slots"),
        ("tape", "tape"),
        ("left", "to reverse"),
        ("memory", "memory"),
    ):
        yield f'<dt>{title}</dt><dd data-show="{key}">{escape(first[key])}</dd>'
    yield "</dl>"
    yield '<ul class="legend">'
    used = {type(frame.action) for frame in loop.frames}
    for kind, shape in _LEGEND.items():
        if kind in used:
            svg = f'<svg viewBox="0 0 34 12" aria-hidden="true">{shape}</svg>'
            yield f"<li>{svg}{kind.__name__.lower()}</li>"
    yield "</ul>"


_LEGEND: dict[type[Action], str] = {
    Advance: '<path class="advance" d="M1 6H32m-4-4l4 4l-4 4"/>',
    Tape: '<rect class="tape" x="1" y="1" width="32" height="10" rx="1.5"/>',
    Reverse: '<rect class="reverse" x="1" y="1" width="32" height="10" rx="1.5"/>'
    '<path class="back" d="M30 6H4m3-3l-3 3l3 3"/>',
    Save: '<path class="slot" d="M17 6V12"/><circle class="save" cx="17" cy="6" r="4.5"/>',
    Restore: '<path class="slot" d="M17 0V12"/><circle class="restore" cx="17" cy="6" r="4.5"/>',
    Discard: '<path class="slot" d="M17 0V9"/>',
}
"""How each kind of action is drawn; a line is a slot in use, and ends where that is discarded."""


def _frame_texts(loop: LoopStory, frame: Frame) -> dict[str, str]:
    state = frame.state
    slots = ", ".join(f"{slot}: step {step}" for slot, step in sorted(state.slots.items()))
    tape = state.tape
    return {
        "at": "none" if state.at is None else f"before step {state.at}",
        "slots": slots or "empty",
        "tape": f"{len(tape)} steps, from {tape.start}" if len(tape) > 1 else _one_step(tape),
        "left": f"{state.left} of {loop.steps}",
        "memory": memory_text(loop, frame.memory),
    }


def _one_step(tape: range) -> str:
    return f"step {tape.start}" if tape else "empty"


def _actions(loop: LoopStory) -> Iterator[str]:
    yield f'<details class="actions"><summary>All {len(loop.frames)} actions</summary><ol>'
    for frame in loop.frames:
        texts = _frame_texts(loop, frame)
        data = " ".join(f'data-{key}="{escape(text)}"' for key, text in texts.items())
        yield f"<li {data}>{escape(sentence(frame.action))}</li>"
    yield "</ol></details>"


# Residuals


def _residuals(part: Part, number: int) -> Iterator[str]:
    for function in dict.fromkeys(r.function for r in part.residuals):
        found = [r for r in part.residuals if r.function == function]
        yield (
            '<div class="scroll" role="region" tabindex="0" '
            f'aria-label="{escape(kept_title(function))}">'
        )
        yield f"<table><caption>{escape(kept_title(function))}</caption>"
        yield '<thead><tr><th scope="col">value</th><th scope="col">type</th>'
        yield '<th scope="col" class="num">bytes</th><th scope="col" class="num">number</th>'
        yield '<th scope="col" class="num">in total</th><th scope="col">where</th>'
        yield '<th scope="col">why</th></tr></thead><tbody>'
        yield from map(_residual, found)
        yield f'</tbody><tfoot><tr><td colspan="4">in total</td><td class="num">{total(found)}</td>'
        yield '<td colspan="2"></td></tr></tfoot></table></div>'


def _residual(r: Residual) -> str:
    number = " x ".join(map(str, r.number)) or "1"
    return (
        f"<tr><td><code>{escape(r.name)}</code></td><td><code>{escape(r.type)}</code></td>"
        f'<td class="num">{escape(str(r.bytes_each))}</td><td class="num">{escape(number)}</td>'
        f'<td class="num">{escape(str(r.bytes))}</td><td>{escape(r.where)}</td>'
        f'<td class="wide">{escape(r.why)}</td></tr>'
    )


# The plan ladder


def _ladder(loop: LoopStory, id: str) -> Iterator[str]:
    """What the loop costs under other budgets, as `--plan` says it; the row of this run marked."""
    if loop.plan is None:
        return
    title = f"Budgets for {loop_title(loop)}"
    notes = "; ".join(plan.notes_of(loop.plan))
    if not loop.plan.rows:
        yield f'<p class="note">{escape(notes)}.</p>'
        return
    yield f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(title)}">'
    yield f'<table class="ladder" id="{id}-plan"><caption>What other budgets would cost: '
    yield f"{escape(notes)}.</caption><thead><tr>"
    for heading, side in plan.COLUMNS:
        yield f'<th scope="col"{_side(side)}>{escape(heading)}</th>'
    yield '<th scope="col"><span class="sr">this run</span></th></tr></thead><tbody>'
    for row in loop.plan.rows:
        columns = zip(plan.COLUMNS, plan.cells_of(row), strict=True)
        cells = "".join(f"<td{_side(side)}>{escape(text)}</td>" for (_, side), text in columns)
        current = ' class="chosen" aria-current="true"' if row.chosen else ""
        yield f"<tr{current}>{cells}<td>{'this run' if row.chosen else ''}</td></tr>"
    yield "</tbody></table></div>"


def _side(side: str) -> str:
    return ' class="num"' if side == "right" else ""


# Code beside code


def _made(part: Part) -> list[Comparison]:
    """The functions that the last stage has and the input has not, beside their origin."""
    if len(part.stages) < 2:
        return []
    known = {one.name for one in part.stages[0].listings}
    last = part.stages[-1]
    return [
        beside_origin(one, part.stages[0].listings)
        for one in last.listings
        if one.name not in known
    ]


def _result(part: Part, number: int) -> Iterator[str]:
    for one in _made(part):
        yield f"<h3>{escape(one.name)}</h3>"
        yield from _beside(one)


def _stages(part: Part, number: int) -> Iterator[str]:
    for index, (before, after) in enumerate(zip(part.stages, part.stages[1:], strict=False), 1):
        yield from _stage(index, before, after)


def _stage(index: int, before: Stage, after: Stage) -> Iterator[str]:
    found = comparisons(before, after)
    changed = [one for one in found if one.is_changed]
    rows = [row for one in changed for row in one.rows]
    added = sum(row.after is not None and is_changed(row) for row in rows)
    removed = sum(row.before is not None and is_changed(row) for row in rows)
    made = [one for one in changed if one.is_new]
    if made:
        removed -= sum(row.before is not None and is_changed(row) for m in made for row in m.rows)
    count = f"{added} lines in, {removed} out" if changed else "changes nothing"
    yield f'<details class="stage" open><summary>{index}. {escape(after.name)}<span>{count}</span>'
    yield "</summary>"
    for one in changed:
        title = f"{one.name}, new" if one.is_new else one.name
        yield f"<h3>{escape(title)}</h3>"
        yield from _comparison(one)
    same = [one.name for one in found if not one.is_changed]
    if same and changed:
        yield f'<p class="note">Unchanged: {escape(", ".join(same))}</p>'
    yield "</details>"


def _comparison(one: Comparison) -> Iterator[str]:
    """Two listings side by side, what is unchanged folded; a new one stands beside its origin."""
    if one.is_new:
        yield from _beside(one)
        return
    yield f'<div class="code" {_listing_label(one.name)}>'
    for run in folded(one.rows):
        if len(run) > 6 and not any(map(is_changed, run)):
            yield f"<details><summary>{len(run)} unchanged lines</summary>"
            yield from map(_row, run)
            yield "</details>"
        else:
            yield from map(_row, run)
    yield "</div>"


def _beside(one: Comparison) -> Iterator[str]:
    """A new function, and, as it stays in view, the one that it was made from."""
    yield f'<div class="code {"beside" if one.origin else "one"}" {_listing_label(one.name)}>'
    sides = [(one.origin, [row.before for row in one.rows])] if one.origin else []
    for name, lines in (*sides, (one.name, [row.after for row in one.rows])):
        yield f'<div class="side"><div class="head">{escape(name)}</div>'
        yield from (f'<div class="row">{_cell(line, "")}</div>' for line in lines if line)
        yield "</div>"
    yield "</div>"


def _row(row: Row) -> str:
    changed = is_changed(row)
    left = _cell(row.before, "removed" if changed else "twin")
    return f'<div class="row">{left}{_cell(row.after, "added" if changed else "")}</div>'


def _cell(line: Line | None, kind: str) -> str:
    """One line of code, with links to its source line and its role."""
    if line is None:
        return '<div class="cell empty"></div>'
    tag = {"added": "ins", "removed": "del"}.get(kind, "code")
    number, data = '<span class="n"></span>', ""
    if line.source is not None:
        data = f' data-line="{line.source}"'
        number = f'<a class="n" href="#line-{line.source}">{line.source}</a>'
    role = ""
    if line.role is not None and kind not in ("removed", "twin"):
        data += f' data-role="{_role_key(line.role)}"'
        role = _role_link(line.role)
    classes = f"cell {kind}".rstrip()
    return f'<div class="{classes}"{data}>{number}{_code(line.text, tag)}{role}</div>'


# Roles


def _role_key(role: Role) -> str:
    return role.name.lower().replace("_", "-")


def _role_link(role: Role) -> str:
    kind = MEANINGS[role].kind
    return f'<a class="role k-{kind}" href="#role-{_role_key(role)}">{role}</a>'


def _roles(used: Iterable[Role]) -> str:
    items = "\n".join(
        f'<dt id="role-{_role_key(role)}"><span class="role k-{MEANINGS[role].kind}">{role}</span>'
        f"</dt><dd>{escape(MEANINGS[role].sentence)}</dd>"
        for role in used
    )
    intro = "What the operations of a derivative are there for, as the code that emitted them says."
    return f'<p>{intro}</p>\n<dl class="terms">\n{items}\n</dl>'

"""The text of a module, line by line: what each line is there for, and what a pass changed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from io import StringIO
from itertools import accumulate, zip_longest
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

from ckptopt.diagnostics import Location, locate
from ckptopt.dialects.writer import Writer
from ckptopt.roles import Role, role_of
from ckptopt.settings import Settings


class Line(NamedTuple):
    """A line of MLIR.

    Attributes:
        text: the line, indentation included.
        role: what its operation is there for; None for code of the input, and for lines that
            begin no operation.
        source: the line of the input that the operation stands for.
    """

    text: str
    role: Role | None = None
    source: int | None = None


class Listing(NamedTuple):
    """A function, or another operation at the top of a module."""

    name: str
    place: Location | None
    lines: tuple[Line, ...]


def listings_of(module: Operation, settings: Settings, file: str) -> tuple[Listing, ...]:
    """The operations of a module as they are printed, each by itself; `file` is the input."""
    stream, starts = StringIO(), list[tuple[int, Operation]]()
    _LineWriter(stream, starts, settings).print_module(module)
    texts = stream.getvalue().splitlines()
    offsets = [0, *accumulate(len(text) + 1 for text in texts)]
    heads: dict[int, Operation] = {}
    for offset, op in starts:
        heads.setdefault(bisect_right(offsets, offset) - 1, op)
    tops = list(module.body.block.ops) if isinstance(module, ModuleOp) else [module]
    firsts = {op: number for number, op in heads.items()}
    begins = [(firsts[op], op) for op in tops if op in firsts]
    found: list[Listing] = []
    for (first, op), (end, _) in zip(begins, [*begins[1:], (len(texts), module)], strict=True):
        if end == len(texts) and module not in tops and texts[first:end][-1:] == ["}"]:
            end -= 1
        lines = [_line(texts[number], heads.get(number), file) for number in range(first, end)]
        found.append(Listing(_name(op), locate(op), tuple(lines)))
    return tuple(found)


class _LineWriter(Writer):
    """Notes where each operation begins in the text."""

    def __init__(
        self, stream: StringIO, starts: list[tuple[int, Operation]], settings: Settings
    ) -> None:
        super().__init__(stream, print_generic_format=settings.generic)
        self._text = stream
        self._starts = starts

    def print_op(self, op: Operation) -> None:
        self._starts.append((self._text.tell(), op))
        super().print_op(op)


def _line(text: str, op: Operation | None, file: str) -> Line:
    if op is None:
        return Line(text)
    place = locate(op)
    source = place.line if place is not None and place.file == file else None
    return Line(text, role_of(op.location), source)


def _name(op: Operation) -> str:
    symbol = op.get_attr_or_prop("sym_name")
    return f"@{symbol.data}" if isinstance(symbol, StringAttr) else op.name


class Change(StrEnum):
    """How a line differs from what stood there before."""

    SAME = "same"
    RENUMBERED = "renumbered"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class Row(NamedTuple):
    """Two lines side by side: before and after. One of them is None where there is no such."""

    change: Change
    before: Line | None
    after: Line | None


def compare(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Row]:
    """The lines of two listings, those that correspond side by side.

    Lines correspond that differ in the numbers of values only; then, of the rest, those that give
    the same names to results of the same operation.
    """
    for same, old, new in _aligned(before, after, _unnumbered):
        if same:
            for pair in zip(old, new, strict=True):
                change = Change.SAME if pair[0].text == pair[1].text else Change.RENUMBERED
                yield Row(change, *pair)
            continue
        for paired, gone, made in _aligned(old, new, _beginning):
            for a, b in zip_longest(gone, made) if paired else _apart(gone, made):
                yield Row(_change(a, b), a, b)


Lines = Sequence[Line]


def _aligned(
    before: Lines, after: Lines, key: Callable[[Line], str]
) -> Iterator[tuple[bool, Lines, Lines]]:
    """Runs of lines, with whether their keys are equal."""
    keys = [key(line) for line in before], [key(line) for line in after]
    for kind, first, last, start, end in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        yield kind == "equal", before[first:last], after[start:end]


def _apart(before: Lines, after: Lines) -> Iterator[tuple[Line | None, Line | None]]:
    yield from ((line, None) for line in before)
    yield from ((None, line) for line in after)


def _change(old: Line | None, new: Line | None) -> Change:
    if old is None or new is None:
        return Change.REMOVED if new is None else Change.ADDED
    return Change.CHANGED


_NUMBERED = re.compile(r"%(?:\d+|([A-Za-z$._-][\w$.-]*?)_\d+)(?![\w$.-])")
_BEGINNING = re.compile(r"\s*(?:%[^=]*=\s*)?\"?[\w.$-]+")


def _unnumbered(line: Line) -> str:
    return _NUMBERED.sub(r"%\1", line.text)


def _beginning(line: Line) -> str:
    found = _BEGINNING.match(_unnumbered(line))
    return found[0].lstrip() if found else line.text


def is_changed(row: Row) -> bool:
    """True for rows that are to be seen."""
    return row.change not in (Change.SAME, Change.RENUMBERED)


def folded(rows: Iterable[Row], context: int = 3) -> Iterator[list[Row]]:
    """The rows in runs, those with changes and `context` rows around them apart from the others."""
    rows = list(rows)
    near = {
        index + offset
        for index, row in enumerate(rows)
        if is_changed(row)
        for offset in range(-context, context + 1)
    }
    run: list[Row] = []
    for index, row in enumerate(rows):
        if run and (index in near) != (index - 1 in near):
            yield run
            run = []
        run.append(row)
    if run:
        yield run

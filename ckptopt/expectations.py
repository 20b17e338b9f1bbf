"""``--verify-diagnostics``: diagnostics against the ``expected-...`` comments of the input.

The comments are mlir-opt's::

    // expected-error @+1 {{text}}        on the next line; also @-N, @above, @below, @unknown
    // expected-warning {{text}}          on this line; also expected-note, expected-remark
    // expected-error-re @below {{a{{[0-9]+}}b}}

A diagnostic meets an expectation of its severity and line whose text it contains.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ckptopt.diagnostics import Diagnostic, Location
from ckptopt.sources import Chunk

_EXPECTED = re.compile(
    r"expected-(?P<severity>error|warning|note|remark)(?P<re>-re)? *"
    r"(?:@(?P<where>[+-]\d+|above|below|unknown))? *\{\{(?P<text>.*)\}\}\s*$"
)


@dataclass
class _Expectation:
    severity: str
    text: str
    is_pattern: bool
    line: int | None
    at: Location
    met: bool = False

    def meets(self, diagnostic: Diagnostic, file: str) -> bool:
        place = diagnostic.location
        line = place.line if place is not None and place.file == file else None
        if diagnostic.severity != self.severity or line != self.line:
            return False
        if self.is_pattern:
            return re.search(_to_pattern(self.text), diagnostic.message) is not None
        return self.text in diagnostic.message


def compare(file: str, chunk: Chunk, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return an error for each unexpected diagnostic and for each expected one that is missing."""
    expected = list(_expectations(file, chunk))
    complaints: list[Diagnostic] = []
    for diagnostic in _with_notes(found):
        matching = [one for one in expected if one.meets(diagnostic, file)]
        if matching:
            # One expectation can be met twice, but two equal ones want two diagnostics.
            next((one for one in matching if not one.met), matching[0]).met = True
        else:
            message = f"unexpected {diagnostic.severity}: {diagnostic.message}"
            complaints.append(Diagnostic("error", message, diagnostic.location))
    for one in expected:
        if not one.met:
            message = f'expected {one.severity} "{one.text}" was not produced'
            complaints.append(Diagnostic("error", message, one.at))
    return complaints


def _with_notes(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    for diagnostic in found:
        yield diagnostic
        yield from _with_notes(diagnostic.notes)


def _expectations(file: str, chunk: Chunk) -> Iterator[_Expectation]:
    lines = chunk.text.split("\n")
    designators = [bool(_EXPECTED.search(line)) for line in lines]
    for index, line in enumerate(lines):
        if found := _EXPECTED.search(line):
            target = _target(found["where"], index, designators)
            yield _Expectation(
                severity=found["severity"],
                text=found["text"],
                is_pattern=found["re"] is not None,
                line=None if target is None else target + 1 + chunk.line_offset,
                at=Location(file, index + 1 + chunk.line_offset, found.start() + 1),
            )


def _target(where: str | None, index: int, designators: list[bool]) -> int | None:
    """The line that an expectation is about; above and below skip lines with expectations."""
    match where:
        case None:
            return index
        case "unknown":
            return None
        case "above" | "below":
            step = -1 if where == "above" else 1
            index += step
            while 0 <= index < len(designators) and designators[index]:
                index += step
            return index
        case _:
            return index + int(where)


def _to_pattern(text: str) -> str:
    """Turn ``literal {{pattern}} literal`` into one regular expression."""
    parts = re.split(r"\{\{(.*?)\}\}", text)
    return "".join(re.escape(part) if i % 2 == 0 else f"(?:{part})" for i, part in enumerate(parts))

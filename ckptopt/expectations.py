"""``--verify-diagnostics``: diagnostics against the ``expected-...`` comments of the input.

The comments are mlir-opt's, at most one to a line and at its end::

    // expected-error @+1 {{text}}        on the next line; also @-N, @above, @below, @unknown
    // expected-warning {{text}}          on this line; also expected-note, expected-remark
    // expected-error-re @below {{a{{[0-9]+}}b}}

A diagnostic meets an expectation of its severity and line whose text it contains.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ckptopt import diagnostics
from ckptopt.diagnostics import CompileError, Diagnostic, Location
from ckptopt.sources import Source

_EXPECTED = re.compile(
    r"expected-(?P<severity>error|warning|note|remark)(?P<re>-re)? *"
    r"(?:@(?P<where>[+-]\d+|above|below|unknown))? *\{\{(?P<text>.*)\}\}\s*$"
)


@dataclass
class _Expectation:
    severity: str
    text: str
    pattern: re.Pattern[str]
    line: int | None
    at: Location
    met: bool = False

    def is_about(self, diagnostic: Diagnostic, file: str) -> bool:
        """Whether all but the severity is as expected."""
        place = diagnostic.location
        if place is not None and place.file != file:
            return False
        line = None if place is None else place.line
        return line == self.line and self.pattern.search(diagnostic.message) is not None


def compare(
    source: Source, found: Iterable[Diagnostic], *, only_expected: bool = False
) -> list[Diagnostic]:
    """Return an error for each unexpected diagnostic and for each expected one that is missing.

    Arguments:
        source: the whole input, with the comments.
        found: what was reported.
        only_expected: let unexpected diagnostics pass, unless they are about a fault of ours.
    """
    complaints: list[Diagnostic] = []
    expected = list(_expectations(source, complaints))
    for diagnostic in _with_notes(found):
        if diagnostic.internal:
            complaints.append(diagnostic)
            continue
        similar = [one for one in expected if one.is_about(diagnostic, source.name)]
        matching = [one for one in similar if one.severity == diagnostic.severity]
        if matching:
            # One expectation can be met twice, but two equal ones want two diagnostics.
            next((one for one in matching if not one.met), matching[0]).met = True
        elif not only_expected:
            complaints.append(_unexpected(diagnostic, similar))
    for one in expected:
        if not one.met:
            message = f'expected {one.severity} "{one.text}" was not produced'
            complaints.append(Diagnostic("error", message, one.at))
    return complaints


def _unexpected(diagnostic: Diagnostic, similar: list[_Expectation]) -> Diagnostic:
    if similar:
        wanted = similar[-1]
        message = f"'{diagnostic.severity}' diagnostic emitted when expecting a '{wanted.severity}'"
        return Diagnostic("error", message, wanted.at)
    message = f"unexpected {diagnostic.severity}: {diagnostic.message}"
    return Diagnostic("error", message, diagnostic.location)


def _with_notes(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    for diagnostic in found:
        yield diagnostic
        if not diagnostic.internal:
            yield from _with_notes(diagnostic.notes)


def _expectations(source: Source, complaints: list[Diagnostic]) -> Iterator[_Expectation]:
    """Read the comments; what is wrong with one goes to the complaints."""
    lines = source.text.split("\n")
    designators = [_EXPECTED.search(line) for line in lines]
    for index, found in enumerate(designators):
        if found is None:
            continue
        at = Location(source.name, index + 1, found.start() + 1)
        target = _target(found["where"], index, [one is not None for one in designators])
        try:
            text = found["text"]
            yield _Expectation(
                severity=found["severity"],
                text=text,
                pattern=_to_pattern(text, at) if found["re"] else re.compile(re.escape(text)),
                line=None if target is None else target + 1,
                at=at,
            )
        except CompileError as reason:
            complaints.append(reason.diagnostic)


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


def _to_pattern(text: str, at: Location) -> re.Pattern[str]:
    """Turn ``literal {{pattern}} literal`` into one regular expression.

    Raises:
        CompileError: a pattern is wrong, or not closed.
    """
    parts = re.split(r"\{\{(.*?)\}\}", text)
    if any("{{" in literal for literal in parts[::2]):
        raise diagnostics.error(at, "found start of regex with no end '}}'")
    for pattern in parts[1::2]:
        try:
            re.compile(pattern)
        except re.error as reason:
            raise diagnostics.error(at, f"invalid regex: {reason}") from reason
    return re.compile(
        "".join(f"(?:{part})" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    )

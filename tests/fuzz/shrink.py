"""Make a failing program smaller while it fails in the same way.

First the generator is asked for simpler programs, then lines are dropped from the text.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fuzz.agreement import Finding, check
from support.grammar import FEATURES, Knobs
from support.programs import LoopProgram, generate

NEIGHBOURS = 12
BATCH = 16


def shrink(finding: Finding, seed: int, seconds: float = 120) -> Finding:
    """The smallest program with a finding of the same kind that is found in `seconds`."""
    now = time.monotonic()
    return drop_lines(simpler_program(finding, seed, now + seconds / 2), now + seconds)


def first_of_kind(programs: Sequence[LoopProgram], kind: str) -> Finding | None:
    """The shortest of the programs that fail in this way."""
    found = [f for f in check(programs).findings if f.kind == kind]
    return min(found, key=lambda f: len(f.program.text), default=None)


# Simpler generator parameters


def simpler_program(finding: Finding, seed: int, end: float) -> Finding:
    """Go down in the knobs as long as one of a few seeds still fails."""
    knobs, progress = Knobs(), True
    while progress:
        progress = False
        for candidate in simpler_knobs(knobs):
            if time.monotonic() > end:
                return finding
            programs = [generate(seed + i, candidate) for i in range(NEIGHBOURS)]
            if smaller := first_of_kind(programs, finding.kind):
                knobs, progress = candidate, True
                finding = min(finding, smaller, key=lambda f: len(f.program.text))
                break
    return finding


def simpler_knobs(knobs: Knobs) -> Iterator[Knobs]:
    if knobs.depth > 1:
        yield replace(knobs, depth=knobs.depth - 1)
    if knobs.statements > 1:
        yield replace(knobs, statements=knobs.statements - 1)
    if knobs.trips > 3:
        yield replace(knobs, trips=knobs.trips - 2)
    for feature in sorted(FEATURES & knobs.features):
        yield replace(knobs, features=knobs.features - {feature})


# Fewer lines

_DEFINED = re.compile(r"(%\w+)(?::\d+)? = ")
_USED = re.compile(r"%\w+(?:#\d+)?")
_SIGNATURE = re.compile(r"(%\w+): ((?:memref<.*?>|\w+))(?=[,)])")
_DIRECTIVES = re.compile(r" \{enzyme\.[^}]*\}")


def drop_lines(finding: Finding, end: float) -> Finding:
    """Drop ops, whole regions and directives, the largest first, as long as the failure stays."""
    progress = True
    while progress and time.monotonic() < end:
        progress = False
        candidates = smaller_programs(finding.program)
        for start in range(0, len(candidates), BATCH):
            smaller = first_of_kind(candidates[start : start + BATCH], finding.kind)
            if smaller is not None:
                finding, progress = smaller, True
                break
    return finding


def smaller_programs(program: LoopProgram) -> list[LoopProgram]:
    """Programs without one op, each with and without its dead code, the shortest first."""
    found = [
        candidate
        for position in range(len(program.text.splitlines()))
        for candidate in candidates_at(program, position)
    ]
    cleaned = [with_text(p, live_lines(p.text.splitlines())) for p in (program, *found)]
    texts = {p.text: p for p in (*cleaned, *found) if p.text != program.text}
    return sorted(texts.values(), key=lambda p: len(p.text))


def live_lines(lines: list[str]) -> list[str]:
    """The lines without the ops of one line whose results nobody uses."""
    while True:
        uses = Counter(name.split("#")[0] for line in lines for name in _USED.findall(line))
        kept = [line for line in lines if not is_dead(line, uses)]
        if len(kept) == len(lines):
            return kept
        lines = kept


def is_dead(line: str, uses: Counter[str]) -> bool:
    match = _DEFINED.search(line)
    return bool(match and uses[match[1]] == 1 and not line.endswith("{") and "call" not in line)


def candidates_at(program: LoopProgram, position: int) -> list[LoopProgram]:
    """The program without what starts at a line, where that is possible."""
    lines = program.text.splitlines()
    if position >= len(lines) or position == 0:
        return []
    line = lines[position]
    found: list[LoopProgram] = []
    if _DIRECTIVES.search(line):
        kept = [*lines[:position], _DIRECTIVES.sub("", line), *lines[position + 1 :]]
        found.append(with_text(program, kept))
    if droppable(line):
        end = end_of_op(lines, position)
        if (text := without(lines, position, end)) is not None:
            found.append(with_text(program, text))
    return found


def with_text(program: LoopProgram, lines: Sequence[str]) -> LoopProgram:
    return replace(program, text="\n".join(lines) + "\n")


def droppable(line: str) -> bool:
    words = line.split()
    kept = ("func.func", "return", "scf.yield", "}")
    return bool(words) and words[0] not in kept and "memref.alloc" not in line


def end_of_op(lines: Sequence[str], start: int) -> int:
    """The line after an op; a region ends where its first line's indentation returns."""
    if not lines[start].endswith("{"):
        return start + 1
    indent = re.match(r" *", lines[start])[0]
    end = start + 1
    while lines[end].startswith((indent + " ", indent + "} else")):
        end += 1
    return end + 1


def without(lines: Sequence[str], start: int, end: int) -> list[str] | None:
    """The lines without an op, its results replaced by earlier values of their types; None if
    there is none."""
    rest = [*lines[:start], *lines[end:]]
    match = _DEFINED.search(lines[start])
    if match is None:
        return rest
    names = dict.fromkeys(
        use for line in lines[end:] for use in _USED.findall(line) if use.split("#")[0] == match[1]
    )
    if not names:
        return rest
    types = result_types(lines[start])
    earlier = values_before(lines, start)
    for name in names:
        index = int(name.partition("#")[2] or 0)
        if index >= len(types) or types[index] not in earlier:
            return None
        stand_in = earlier[types[index]]
        rest = [re.sub(re.escape(name) + r"(?!\w)", stand_in, line) for line in rest]
    return rest


def values_before(lines: Sequence[str], end: int) -> dict[str, str]:
    """For each type a value that is visible from anywhere in the function: a parameter or a
    constant of its top block."""
    start = max(i for i in range(end) if lines[i].startswith("func.func"))
    values = {type_: name for name, type_ in _SIGNATURE.findall(lines[start])}
    for line in lines[start + 1 : end]:
        if match := re.match(r"  (%\w+) = arith.constant .* : (\w+)$", line):
            values.setdefault(match[2], match[1])
    return values


def result_types(line: str) -> list[str]:
    """The types of an op's results, read from the form that the generator writes."""
    if match := re.search(r"-> \(([^()]*)\)(?: : \w+)? \{$", line):
        return match[1].split(", ")
    if " -> " in line:
        return [line.rpartition(" -> ")[2]]
    if match := re.search(r"memref\.load .*?(?:x|<)([a-z]\w*)(?:, strided.*)?>$", line):
        return [match[1]]
    if match := re.search(r" to (\S.*)$", line):
        return [match[1]]
    if "memref.dim" in line:
        return ["index"]
    if "arith.cmp" in line:
        return ["i1"]
    return [line.rpartition(" : ")[2]]

"""Make a failing program smaller while it fails in the same way.

First the generator is asked for simpler programs, then lines are dropped from the text.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from support.grammar import FEATURES, Knobs
from support.programs import LoopProgram, generate

from fuzz.agreement import Finding, check

NEIGHBOURS = 12
BATCH = 8


def shrink(finding: Finding, seed: int, seconds: float = 120) -> Finding:
    """The smallest program with a finding of the same kind that is found in `seconds`."""
    now = time.monotonic()
    return drop_lines(simpler_program(finding, seed, now + seconds / 4), now + seconds)


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
_CONSTANT = re.compile(r"  (%\w+) = arith.constant (.*) : (\w+)$")
_KEPT = (
    "func.func",
    "return",
    "scf.yield",
    "affine.yield",
    "scf.condition",
    "scf.reduce",
    "^bb0",
    "case",
    "default",
    "}",
)
_DIRECTIVES = re.compile(r" (?:attributes )?\{(?:enzyme|ckptopt)\.[^}]*\}")


def drop_lines(finding: Finding, end: float) -> Finding:
    """Drop ops, whole regions and directives, the largest first, as long as the failure stays."""
    # A refusal costs a run of the tool, which does not get cheaper in company.
    batch_size = 2 if finding.kind.startswith("rejected") else BATCH
    needed: set[str] = set()
    progress = False
    while time.monotonic() < end:
        candidates = smaller_programs(finding.program, needed)[:batch_size]
        if smaller := first_of_kind([c.program for c in candidates], finding.kind):
            finding, progress = smaller, True
        elif candidates:
            needed |= {c.dropped for c in candidates}
        elif progress:
            needed, progress = set(), False
        else:
            break
    return finding


@dataclass(frozen=True)
class Candidate:
    """A smaller program, and what it lacks, as text that is the same in the next round."""

    dropped: str
    program: LoopProgram


def smaller_programs(program: LoopProgram, needed: set[str]) -> list[Candidate]:
    """Programs without one thing that is not known to be needed, the shortest first; each also
    without its dead code."""
    lines = program.text.splitlines()
    found = [Candidate("", program)]
    found += [c for position in range(len(lines)) for c in candidates_at(program, position)]
    found += [
        Candidate(f"dead {c.dropped}", with_text(program, live_lines(c.program.text.splitlines())))
        for c in found
    ]
    smaller = {
        c.program.text: c
        for c in found
        if c.dropped not in needed and len(c.program.text) < len(program.text)
    }
    return sorted(smaller.values(), key=lambda c: len(c.program.text))


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
    return bool(
        match
        and uses[match[1]] == 1
        and not line.endswith("{")
        and not any(word in line for word in ("call", "index_switch"))
    )


def candidates_at(program: LoopProgram, position: int) -> list[Candidate]:
    """The program without what starts at a line, where that is possible."""
    lines = program.text.splitlines()
    line = lines[position]
    found: list[Candidate] = []
    if _DIRECTIVES.search(line):
        kept = [*lines[:position], _DIRECTIVES.sub("", line), *lines[position + 1 :]]
        found.append(Candidate(f"directive {position}", with_text(program, kept)))
    if droppable(line):
        rest = without(lines, position, end_of_op(lines, position))
        if rest is not None:
            found.append(Candidate(line, with_text(program, rest)))
    return found


def with_text(program: LoopProgram, lines: Sequence[str]) -> LoopProgram:
    return replace(program, text="\n".join(lines) + "\n")


def droppable(line: str) -> bool:
    words = line.split()
    vital = "memref.alloc" in line or "arith.constant" in line
    return bool(words) and not words[0].startswith(_KEPT) and not vital


def end_of_op(lines: Sequence[str], start: int) -> int:
    """The line after an op; a region ends where its first line's indentation returns."""
    if not lines[start].endswith("{") and "scf.index_switch" not in lines[start]:
        return start + 1
    indent = re.match(r" *", lines[start])[0]
    end = start + 1
    inside = tuple(indent + start for start in (" ", "} else", "} do", "case", "default"))
    while lines[end].startswith(inside) or _followed(lines, end, indent):
        end += 1
    return end + 1


def _followed(lines: Sequence[str], end: int, indent: str) -> bool:
    """True if the brace at the start of a line closes a case, and another one follows."""
    starts = (indent + "case", indent + "default")
    return lines[end] == indent + "}" and lines[end + 1].startswith(starts)


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
    constant of its top block, zero if there is one, since any other index may be out of bounds."""
    start = max(i for i in range(end) if lines[i].startswith("func.func"))
    values = {type_: name for name, type_ in _SIGNATURE.findall(lines[start])}
    for line in lines[start + 1 : end]:
        if match := _CONSTANT.match(line):
            name, number, type_ = match.groups()
            if number == "0" or type_ not in values:
                values[type_] = name
    return values


def result_types(line: str) -> list[str]:
    """The types of an op's results, read from the form that the generator writes."""
    if match := re.search(r"-> \(([^()]*)\)(?: : \w+)? \{$", line):
        return match[1].split(", ")
    if " = affine." in line and " -> " in line:
        return ["index"]
    if " -> " in line:
        types = line.rpartition(" -> ")[2].removesuffix(" {").removeprefix("(").removesuffix(")")
        return types.split(", ")
    if match := re.search(r"(?:memref|affine)\.load .*?(?:x|<)([a-z]\w*)(?:, strided.*)?>$", line):
        return [match[1]]
    if match := re.search(r" to (\S.*)$", line):
        return [match[1]]
    if "memref.dim" in line:
        return ["index"]
    if "arith.cmp" in line:
        return ["i1"]
    return [line.rpartition(" : ")[2]]

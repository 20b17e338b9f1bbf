"""Random marks on a program's text: what to run again, what to keep, and names."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from support.grammar import Knobs

NAMES = ("a", "b", "c")
LOOPS = ("scf.for", "scf.while", "scf.parallel", "affine.for", "affine.parallel")
_NAMED = re.compile(r"^ +%\w+ = (?:arith|math|memref\.load|affine\.load)\b(?!.*constant)[^{]* : ")
_CALL = re.compile(r"(func\.call @\w+\(.*?\))( : )")
_FUNCTION = re.compile(r"^(func\.func private .*) \{$")
_OPERATION = re.compile(r"(?:[\w.]+\.)\w+")
_DIRECTIVE = re.compile(r'(?:, )?(?:enzyme|ckptopt)\.\w+(?: = (?:"[^"]*"|\{[^{}]*\}|[^,}]+))?')
_WORDS = r"(?:[^{}\n]|\{[^{}\n]*\})*"
_DICTIONARY = re.compile(rf" (?:attributes )?\{{({_WORDS}(?:enzyme|ckptopt)\.{_WORDS})\}}")
_OTHERS = (
    "everything_saveable",
    "nothing_saveable",
    "dots_saveable",
    "min_bytes",
)
_BY_NAME = (
    "save_only_these_names",
    "save_any_names_but_these",
    "save_anything_except_these_names",
)


def without_directives(text: str) -> str:
    """The text without any directive or mark."""

    def kept(match: re.Match[str]) -> str:
        rest = _DIRECTIVE.sub("", match[1]).removeprefix(", ")
        return f" {{{rest}}}" if rest else ""

    return _DICTIONARY.sub(kept, text)


class Marker:
    """Puts marks on a text; which ones, a generator of its own decides."""

    def __init__(self, seed: int, knobs: Knobs):
        self.rng = random.Random(f"marks {seed}")
        self.features = knobs.features
        self.used = self.rng.random() < 0.5

    def options(self) -> str:
        """Options of the pass that differentiates."""
        found: list[str] = []
        if self.on("policies", 0.3):
            found.append(f'policy="{self.policy()}"')
        if self.on("prevent_cse", 0.4):
            found.append(f"prevent-cse={self.rng.choice(('none', 'barrier', 'while', 'cond'))}")
        return " ".join(found)

    def marked(self, text: str) -> str:
        if not self.used:
            return text
        lines = text.splitlines()
        for number, opener in enumerate(_openers(lines)):
            lines[number] = self.line(lines[number], opener)
        return "\n".join(lines) + "\n"

    def line(self, line: str, opener: str) -> str:
        """A line with its marks; `opener` is the operation that it closes, if it does."""
        if opener in LOOPS:
            found = [f'ckptopt.policy = "{self.policy()}"'] if self.on("policies", 0.4) else []
            return _with(line, found, "attributes " if opener == "scf.while" else "")
        if opener == "scf.execute_region":
            return _with(line, self.region(0.8))
        if match := _FUNCTION.match(line):
            found = self.region(0.3)
            return f"{match[1]} attributes {{{', '.join(found)}}} {{" if found else line
        if match := _CALL.search(line):
            found = self.region(0.5)
            return _CALL.sub(rf"\1 {{{', '.join(found)}}}\2", line) if found else line
        if _NAMED.match(line) and self.on("names", 0.3):
            head, colon, types = line.partition(" : ")
            name = self.rng.choice(NAMES)
            return f'{head} {{ckptopt.checkpoint_name = "{name}"}}{colon}{types}'
        return line

    def region(self, probability: float) -> list[str]:
        if not self.on("remat", probability):
            return []
        policy = [f'ckptopt.policy = "{self.policy()}"'] if self.on("policies", 0.5) else []
        return ["ckptopt.remat", *policy]

    def policy(self, depth: int = 0) -> str:
        if depth == 0 and self.rng.random() < 0.2:
            return f"save_from_both_policies({self.policy(1)}, {self.policy(1)})"
        if self.rng.random() < 0.4:
            return self.rng.choice(_OTHERS if depth == 0 else _OTHERS[:-1])
        names = self.rng.sample(NAMES, self.rng.randint(1, 2))
        return f"{self.rng.choice(_BY_NAME)}({', '.join(names)})"

    def on(self, feature: str, probability: float) -> bool:
        return self.used and feature in self.features and self.rng.random() < probability


def _openers(lines: Sequence[str]) -> Iterator[str]:
    """For each line the operation whose last region ends there, or nothing."""
    open_: list[str] = []
    for line in lines:
        word, closed = line.strip(), ""
        if word.startswith("}"):
            closed = open_.pop()
        if word.endswith("{"):
            found = _OPERATION.search(word)
            open_.append(closed or (found[0] if found else ""))
            closed = ""
        yield closed


def _with(line: str, attributes: Sequence[str], keyword: str = "") -> str:
    """The end of an operation with further attributes."""
    if not attributes:
        return line
    head, brace, rest = line.partition(f" {keyword}{{")
    inner = ", ".join([*attributes, *([rest.removesuffix("}")] if brace else [])])
    return f"{head} {keyword}{{{inner}}}"

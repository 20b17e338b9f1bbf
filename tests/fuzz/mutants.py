"""Damaged inputs, for the claim that the tool never fails in a way that it does not explain.

A mutant is a text of the test suite with one to three edits, and the arguments to run it with. Its
seed determines it. `check` runs some and says what is wrong, for mlir-opt reads the outputs of
those that were accepted.
"""

from __future__ import annotations

import random
import re
import resource
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType

from support import cases, lit
from support.inprocess import Result, run_cli
from support.toolchain import SPLIT, mlir_opt, refused_by_mlir_opt

from ckptopt.dialects.registry import new_context
from ckptopt.execution.module_text import NOT_UPSTREAM

ROOT = Path(__file__).parent.parent
LONGEST = 3000
"""Characters of the longest text that is mutated: small ones show the same faults sooner."""

SECONDS = 10.0
"""A run that takes longer hangs; the slowest ones take a twentieth of it."""

MEMORY = 4 * 2**30
"""Bytes of address space that a run may take, with all that this process holds before it."""

SEPARATOR = re.compile(r"^// -----.*\n", re.MULTILINE)

ARGUMENTS: tuple[tuple[str, ...], ...] = (
    ("-p", "loop-checkpoint"),
    ("-p", "loop-checkpoint"),
    ("-p", "loop-checkpoint"),
    ("-p", "loop-checkpoint", "--print-op-generic"),
    ("-p", "loop-checkpoint", "--split-input-file"),
    ("-p", "loop-checkpoint", "--allow-unregistered-dialect"),
    ("-p", "loop-checkpoint{mode=split}"),
    ("-p", "loop-checkpoint{mode=ForwardMode}"),
    ("-p", "loop-checkpoint{return-primal=true}", "--mlir-print-ir-after-all"),
    ("-p", "differentiate,simplify,remove-unnecessary-enzyme-ops,simplify"),
    ("-p", "differentiate"),
    ("-p", "enzyme,remove-unnecessary-enzyme-ops"),
    ("-p", "simplify,enzyme-simplify-math"),
    ("-p", "sink-checkpoint-views,split-derivative,lower-enzyme-binomial-progress"),
    ("--print-op-generic",),
    ("--print-debuginfo",),
)
"""What a text is run with that does not come with arguments of its own, or half of the time."""


@dataclass(frozen=True)
class Subject:
    """A text that the suite uses elsewhere, and the arguments that it is run with there."""

    name: str
    text: str
    arguments: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Mutant:
    """A damaged text; `origin` names the text and the edits."""

    seed: int
    origin: str
    data: bytes
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Finding:
    """What is wrong with the tool's answer to a mutant."""

    mutant: Mutant
    kind: str
    detail: str


class _TookTooLong(BaseException):
    """No Exception, so that the tool does not report it as its own."""


# Texts


@cache
def subjects() -> tuple[Subject, ...]:
    """The parts of the examples, cases, round trips and golden inputs that are not too long."""
    return tuple(one for one in _all_subjects() if 0 < len(one.text) <= LONGEST)


def _all_subjects() -> Iterator[Subject]:
    for path in sorted(cases.CASES.glob("*.mlir")):
        case = cases.read_case(path)
        text = re.sub(r"\A(//.*\n)+", "", path.read_text(encoding="utf-8"))
        yield Subject(path.name, text, ("-p", cases.pass_text(case)))
    for path in sorted((ROOT / "filecheck").rglob("*.mlir")):
        arguments = _golden_arguments(path)
        for index, part in enumerate(_parts(path)):
            yield Subject(f"{path.name} part {index}", part, arguments)
    for folder in (ROOT.parent / "examples", ROOT / "dialects" / "roundtrip"):
        for path in sorted(folder.glob("*.mlir")):
            for index, part in enumerate(_parts(path)):
                yield Subject(f"{path.name} part {index}", part)


def _parts(path: Path) -> list[str]:
    """The parts of a file without the comments, which check its output."""
    parts = SEPARATOR.split(path.read_text(encoding="utf-8"))
    return [re.sub(r"^\s*//.*\n", "", part, flags=re.MULTILINE) for part in parts]


def _golden_arguments(path: Path) -> tuple[str, ...] | None:
    first = lit.run_lines(path)[0][0]
    left_out = {str(path), "--verify-diagnostics", "-o", "/dev/null"}
    return tuple(word for word in first.words[1:] if word not in left_out)


# Edits

_TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|[%@^#!]?[A-Za-z_$][\w$.-]*|%\d+|\d+\.\d*(?:[eE][-+]?\d+)?|\d+|->|\S'
)
_INTEGER = re.compile(r"(?<![\w.%])-?\d+(?![\w.])|(?<=[<x])(?:\d+|\?)(?=x)")
_TYPE = re.compile(
    r"(?:memref|tensor|vector|complex)<[^<>]*(?:<[^<>]*>)?[^<>]*>|\b(?:index|none|[su]?i\d+|b?f\d+)\b"
)
_OPERATION = re.compile(r"\b[a-z]\w*\.[a-z_.]+\b")
_ATTRIBUTE = re.compile(r"[\w.]+ = (?:\"[^\"\n]*\"|[\w.-]+(?: : \w+)?|#[\w.]+|@\w+)|\benzyme\.\w+")

EXTREMES = (
    "0", "-1", "1", "2", "3", "7", "64", "1000000", "2147483648", "4294967296", str(2**62),
    str(2**63 - 1), str(2**63), str(-(2**63)), str(2**64), "1" + "0" * 30, "9" * 5000, "?",
    "0x0", "0x7FF0000000000001", "0xFFFFFFFFFFFFFFFFFF", "1.0e400", "-0.0", "1.5", "true",
)  # fmt: skip
TYPES = (
    "i0", "i1", "i8", "i64", "si8", "ui32", "i16777215", "i16777216", "i100000000000", "index",
    "f16", "bf16", "f32", "f64", "f80", "f128", "tf32", "none", "()", "(f64) -> f64", "!x.y",
    "complex<f64>", "vector<0xf64>", "vector<4xf64>", "vector<[4]xf32>", "tensor<*xf64>",
    "tensor<?xf64>", "memref<f64>", "memref<0xf64>", "memref<?xf64>", "memref<*xf64>",
    "memref<9223372036854775807xf64>", "memref<9223372036854775808xf64>", "memref<-1xf64>",
    "memref<4294967296x4294967296xf64>", "memref<4xf64, 3>", "memref<4xf64, strided<[?]>>",
    "memref<4x4xf64, affine_map<(d0, d1) -> (d1, d0)>>", "memref<2xmemref<2xf64>>",
)  # fmt: skip
BYTES = (b"\0", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\r", b"\\", b'"', b"\t", b"\x0b", b"\xc2\xa0")

Edit = Callable[[random.Random, str], str]


@cache
def _pool(pattern: re.Pattern[str]) -> tuple[str, ...]:
    """What matches in all texts, each as often as it occurs."""
    return tuple(found for one in subjects() for found in pattern.findall(one.text))


@cache
def _lines() -> tuple[str, ...]:
    return tuple(line for one in subjects() for line in one.text.splitlines() if line.strip())


def _replace(
    pattern: re.Pattern[str], new: Callable[[random.Random, str], str]
) -> Callable[[random.Random, str], str]:
    """An edit of one match, chosen by chance."""

    def edit(chance: random.Random, text: str) -> str:
        matches = list(pattern.finditer(text))
        if not matches:
            return text
        match = chance.choice(matches)
        return text[: match.start()] + new(chance, match[0]) + text[match.end() :]

    return edit


def _swap(pattern: re.Pattern[str]) -> Edit:
    """An edit that exchanges two matches."""

    def edit(chance: random.Random, text: str) -> str:
        matches = list(pattern.finditer(text))
        if len(matches) < 2:
            return text
        first, second = sorted(chance.sample(matches, 2), key=lambda match: match.start())
        between = text[first.end() : second.start()]
        return text[: first.start()] + second[0] + between + first[0] + text[second.end() :]

    return edit


_LINE = re.compile(r"[^\n]*\n")


def _same_kind(chance: random.Random, token: str) -> str:
    """A token of the texts that begins like this one: a value for a value, a name for a name."""
    first = "a" if token[0].isalpha() else "0" if token[0].isdigit() else token[0]
    return chance.choice(_by_kind()[first])


@cache
def _by_kind() -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for token in _pool(_TOKEN):
        first = "a" if token[0].isalpha() else "0" if token[0].isdigit() else token[0]
        kinds.setdefault(first, []).append(token)
    return kinds


def _local(chance: random.Random, text: str) -> str:
    """Replace a value by another one of the same text: types often fit, dominance does not."""
    names = re.findall(r"%[\w$.-]+", text)
    return _replace(re.compile(r"%[\w$.-]+"), lambda c, _: c.choice(names))(chance, text)


def _rename(pattern: re.Pattern[str], new: Callable[[random.Random, str], str]) -> Edit:
    """An edit of all matches that are alike: what agreed before often does after it."""

    def edit(chance: random.Random, text: str) -> str:
        matches = pattern.findall(text)
        if not matches:
            return text
        old = chance.choice(matches)
        fresh = new(chance, old)
        return pattern.sub(lambda match: fresh if match[0] == old else match[0], text)

    return edit


def _swap_neighbours(chance: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    if len(lines) < 2:
        return text
    at = chance.randrange(len(lines) - 1)
    return "".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])


EDITS: dict[str, Edit] = {
    "token deleted": _replace(_TOKEN, lambda _, token: ""),
    "token doubled": _replace(_TOKEN, lambda _, token: f"{token} {token}"),
    "token replaced": _replace(_TOKEN, lambda chance, _: chance.choice(_pool(_TOKEN))),
    "token replaced by one of its kind": _replace(_TOKEN, _same_kind),
    "tokens swapped": _swap(_TOKEN),
    "value replaced": _local,
    "operation replaced": _replace(_OPERATION, lambda chance, _: chance.choice(_pool(_OPERATION))),
    "neighbours swapped": _swap_neighbours,
    "type replaced everywhere": _rename(
        _TYPE, lambda chance, _: chance.choice(_pool(_TYPE) + TYPES)
    ),
    "number replaced everywhere": _rename(_INTEGER, lambda chance, _: chance.choice(EXTREMES)),
    "number replaced": _replace(_INTEGER, lambda chance, _: chance.choice(EXTREMES)),
    "type replaced": _replace(_TYPE, lambda chance, _: chance.choice(_pool(_TYPE))),
    "type replaced by a rare one": _replace(_TYPE, lambda chance, _: chance.choice(TYPES)),
    "types swapped": _swap(_TYPE),
    "attribute replaced": _replace(
        _ATTRIBUTE, lambda chance, _: chance.choice(_pool(_ATTRIBUTE))
    ),
    "attribute added": _replace(
        re.compile(r"\}$", re.MULTILINE),
        lambda chance, _: f"}} {{{chance.choice(_pool(_ATTRIBUTE))}}}",
    ),
    "line deleted": _replace(_LINE, lambda _, line: ""),
    "line doubled": _replace(_LINE, lambda _, line: line * 2),
    "line added": _replace(_LINE, lambda chance, line: f"{line}{chance.choice(_lines())}\n"),
    "lines swapped": _swap(_LINE),
    "text cut off": lambda chance, text: text[: chance.randrange(len(text) + 1)],
    "piece deleted": _replace(re.compile(r"(?s).{1,30}"), lambda _, piece: ""),
}  # fmt: skip


def _spoil(chance: random.Random, data: bytes) -> bytes:
    """Flip a bit, or delete or insert a byte."""
    at = chance.randrange(len(data)) if data else 0
    match chance.randrange(3):
        case 0 if data:
            return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        case 1:
            return data[:at] + data[at + 1 :]
        case _:
            return data[:at] + chance.choice(BYTES) + data[at:]


def mutant(seed: int) -> Mutant:
    """The mutant of this number."""
    chance = random.Random(seed)
    subject = chance.choice(subjects())
    text, edits = subject.text, list[str]()
    for _ in range(chance.choice((1, 1, 1, 1, 1, 2, 3))):
        name = chance.choice([*EDITS, "bytes spoilt"])
        edits.append(name)
        if name != "bytes spoilt":
            text = EDITS[name](chance, text)
    data = text.encode()
    for _ in range(edits.count("bytes spoilt")):
        data = _spoil(chance, data)
    own = subject.arguments if chance.random() < 0.5 else None
    arguments = own or chance.choice(ARGUMENTS)
    return Mutant(seed, f"{subject.name}: {', '.join(edits)}", data, arguments)


# Judgement

_LOCATED = re.compile(r"^.+:\d+:\d+: error: ", re.MULTILINE)


def attempt(one: Mutant, folder: Path) -> Result | Finding:
    """Run a mutant in `folder`, which is empty and the current directory.

    Returns:
        what the tool did, if that is allowed: accept, with the output in its file, or refuse, with
        a located error and nothing written. Else what is wrong.
    """
    output = folder / "out.mlir"
    try:
        with _limits(SECONDS, MEMORY):
            code, text, said = run_cli([*one.arguments, "-o", output.name], one.data)
    except _TookTooLong:
        return Finding(one, "hang", f"more than {SECONDS} s")
    except BaseException as reason:
        return Finding(one, "traceback", f"{type(reason).__name__}: {reason}")
    written = output.read_text(encoding="utf-8") if output.exists() else None
    left = sorted(path.name for path in folder.iterdir() if path != output)
    for path in folder.iterdir():
        path.unlink()
    first = next((line for line in said.splitlines() if "error:" in line), said)
    if "internal error" in said:
        return Finding(one, "internal error", first)
    if "Traceback" in said or text:
        return Finding(one, "traceback", said + text)
    if left:
        return Finding(one, "files left", ", ".join(left))
    match code, written:
        case 0, str():
            return Result(0, written, said)
        case 1, None if _LOCATED.search(said):
            return Result(1, "", said)
        case 1, None:
            return Finding(one, "error without a place", first)
        case _:
            return Finding(one, "output or exit code", f"exit code {code}, output {written!r}")


@contextmanager
def _limits(seconds: float, memory: int) -> Generator[None]:
    """Have what takes longer raise `_TookTooLong`, and what takes more memory MemoryError."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise _TookTooLong

    handler = signal.signal(signal.SIGALRM, stop)
    space = resource.getrlimit(resource.RLIMIT_AS)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (memory, space[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, space)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def invalid_outputs(accepted: Sequence[tuple[Mutant, str]]) -> list[Finding]:
    """Outputs that mlir-opt refuses, told apart by whether it takes what they were made from.

    If it does not, the tool should have refused that too, if it is of the dialects in `VERIFIED`.
    """
    known = [(one, text) for one, text in accepted if _reads_back(one, text)]
    wrong = refused_by_mlir_opt([text for _, text in known])
    inputs = refused_by_mlir_opt([known[index][0].data.decode() for index in wrong])
    findings: list[Finding] = []
    for number, index in enumerate(wrong):
        said = mlir_opt(known[index][1], *SPLIT).stderr
        message = next((line for line in said.splitlines() if "error:" in line), said)
        kind = "invalid input accepted" if number in inputs else "invalid output"
        if number not in inputs or not _is_excused(known[index][0], message):
            findings.append(Finding(known[index][0], kind, message))
    return findings


def _reads_back(one: Mutant, text: str) -> bool:
    """False for what mlir-opt has not, or cannot read as it prints it itself.

    `nvvm.barrier` takes the location after it for its optional attribute.
    """
    ambiguous = "nvvm.barrier" in text and "--print-debuginfo" in one.arguments
    return not ambiguous and NOT_UPSTREAM.search(text) is None


VERIFIED = frozenset(
    {"affine", "arith", "builtin", "cf", "ckptopt", "enzyme", "func", "math", "memref", "scf"}
)
"""Dialects that the tool works on; operations and attributes of others are only carried through."""

LENIENT = (
    r"'memref\.(realloc|reshape|memory_space_cast|transpose)'",
    r"'memref\.expand_shape' op invalid output shape",
    r"'affine\.parallel' op result type cannot match",
)
"""What mlir-opt says of the dialects above where its verifier is stricter."""


@cache
def _carried() -> re.Pattern[str]:
    others = sorted(new_context().registered_dialect_names - VERIFIED)
    return re.compile(rf"\b({'|'.join(others)})\.")


def _is_excused(one: Mutant, message: str) -> bool:
    text = one.data.decode()
    return bool(_carried().search(text)) or any(re.search(rule, message) for rule in LENIENT)


@dataclass
class Tally:
    """What became of the mutants that were tried."""

    tried: int = 0
    accepted: int = 0
    refused: int = 0
    findings: list[Finding] = field(default_factory=list[Finding])

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.tried + other.tried,
            self.accepted + other.accepted,
            self.refused + other.refused,
            self.findings + other.findings,
        )

    def __str__(self) -> str:
        return (
            f"{self.tried} mutants, {self.accepted} accepted, {self.refused} refused, "
            f"{len(self.findings)} failures"
        )


def check(seeds: Iterable[int], folder: Path) -> Tally:
    """Try the mutants of these seeds in `folder`, which is empty and the current directory."""
    tally, accepted = Tally(), list[tuple[Mutant, str]]()
    for seed in seeds:
        one = mutant(seed)
        answer = attempt(one, folder)
        tally.tried += 1
        if isinstance(answer, Finding):
            tally.findings.append(answer)
        elif answer.exit_code:
            tally.refused += 1
        else:
            accepted.append((one, answer.stdout))
    tally.accepted = len(accepted)
    tally.findings += invalid_outputs(accepted)
    return tally

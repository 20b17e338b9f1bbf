"""What `mlir-opt -canonicalize -cse` still finds in our derivatives: next to nothing.

Only functions that we added count. What is removed is counted by name of operation, function by
function, and must be on a list with a reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from support import cases, lit
from support.inprocess import run_cli
from support.programs import generate
from support.toolchain import mlir_opt

from ckptopt.pipelines import parse_pipeline

ROOT = Path(__file__).parent
CLEAN = ("loop-checkpoint", "simplify")
"""A pipeline that ends in one of these is to leave nothing to clean up."""

AIM = 0.02
SEEDS = range(1000, 1030)

ALLOWED = {
    "arith.constant": "the first size of a growing buffer: mlir-opt makes it part of the type of "
    "the allocation and casts that back, as the loop carries buffers of any size",
    "arith.index_cast": "index to i8 and back: mlir-opt takes it for nothing, but it wraps",
    "arith.remui": "of such an index: what mlir-opt takes for the same then is computed once",
    "linalg.fill": "zeros that a sum starts from: shared, they would be copied for each sum",
    "linalg.yield": "the end of such a linalg.fill",
    "memref.subview": "a constant offset: mlir-opt makes it part of the type, and casts that back",
}
"""Operations that mlir-opt may remove, and why we do not."""

SEPARATOR = "\n// -----\n"
FUNCTION = re.compile(r'"func\.func"\(\).*?sym_name = "([^"]+)"')
OPERATION = re.compile(r'(?:^|\s)"([\w.]+)"\(')
FLOAT_CONSTANT = re.compile(r'"arith\.constant"\(\) <\{"?value"? = ([^}]*: b?f\d+)\}>')
NAME = re.compile(r"\bfunc(?:\.func)?\s+(?:private\s+|public\s+)?@([\w$.]+)")


class Output(NamedTuple):
    """A module that we wrote, in generic form, and the functions that were there before."""

    name: str
    text: str
    known: frozenset[str]


def outputs_of(name: str, source: str, arguments: Iterable[str]) -> Iterator[Output]:
    code, text, _ = run_cli([*arguments, "--mlir-print-op-generic"], source)
    if code == 0:
        known = frozenset(NAME.findall(source))
        for part in text.split("// -----"):
            yield Output(name, part, known)


def written_outputs() -> Iterator[Output]:
    """Those of the golden files, the examples and the case files."""
    for path in sorted((ROOT / "filecheck").rglob("*.mlir")):
        for first, *_ in lit.run_lines(path):
            words = first.words
            if first.program != "ckptopt" or first.negated or "-p" not in words:
                continue
            if parse_pipeline(words[words.index("-p") + 1])[-1].name in CLEAN:
                yield from outputs_of(path.name, path.read_text("utf-8"), words[1:])
    for path in sorted((ROOT.parent / "examples").glob("*.mlir")):
        source = path.read_text("utf-8")
        yield from outputs_of(path.name, source, [str(path), "-p", "loop-checkpoint"])
    for path in sorted(cases.CASES.glob("*.mlir")):
        pipeline = cases.pass_text(cases.read_case(path))
        yield from outputs_of(path.name, path.read_text("utf-8"), [str(path), "-p", pipeline])


def random_outputs() -> Iterator[Output]:
    """Those of random programs, whose floats are hidden: mlir-opt computes with constant ones,
    `math.sin` included, and so rounds on the machine that compiles."""
    for seed in SEEDS:
        program = generate(seed)
        for output in outputs_of(f"seed {seed}", program.text, ["-p", "loop-checkpoint{fn=f}"]):
            hidden = FLOAT_CONSTANT.sub(r'"hidden.constant"() {value = \1}', output.text)
            yield output._replace(text=hidden)


def counts(text: str) -> dict[str, Counter[str]]:
    """How many operations of each name each function has."""
    found: dict[str, Counter[str]] = {}
    current = Counter[str]()
    for line in text.splitlines():
        if function := FUNCTION.search(line):
            current = found.setdefault(function[1], Counter())
        else:
            current.update(OPERATION.findall(line))
    return found


def check(outputs: list[Output], least: int) -> None:
    done = mlir_opt(
        SEPARATOR.join(output.text for output in outputs),
        "--split-input-file",
        "--allow-unregistered-dialect",
        "--mlir-print-op-generic",
        "--canonicalize",
        "--cse",
    )
    assert done.returncode == 0, done.stderr
    total, removed = 0, Counter[str]()
    places: dict[str, list[str]] = {}
    for output, cleaned in zip(outputs, done.stdout.split("// -----"), strict=True):
        after = counts(cleaned)
        for function, before in counts(output.text).items():
            if function in output.known:
                continue
            total += before.total()
            for name, number in (before - after[function]).items():
                removed[name] += number
                places.setdefault(name, []).append(f"{output.name} @{function}")
    assert total >= least
    table = "\n".join(
        f"{number:5} {name}{'' if name in ALLOWED else ' (not allowed)'}: "
        + ", ".join(places[name][:5])
        for name, number in removed.most_common()
    )
    if removed.keys() - ALLOWED or removed.total() > AIM * total:
        pytest.fail(f"of {total} operations mlir-opt removes\n{table}", pytrace=False)


def test_nothing_is_left_to_clean_up() -> None:
    check(list(written_outputs()), least=4000)


def test_next_to_nothing_is_left_of_random_programs() -> None:
    check(list(random_outputs()), least=4000)

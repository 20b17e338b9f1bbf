"""Random loop programs: every scheme, region that runs again and policy equals store-all bit for
bit, store-all equals differences.

CKPTOPT_FUZZ_PROGRAMS sets how many programs, CKPTOPT_FUZZ_SEED the first seed.
"""

from __future__ import annotations

import os
import re

import pytest
from fuzz.agreement import check
from support.grammar import FEATURES
from support.programs import generate

CHUNK = 64
JOBS = os.cpu_count() or 1
PROGRAMS = int(os.environ.get("CKPTOPT_FUZZ_PROGRAMS", "500"))
FIRST = int(os.environ.get("CKPTOPT_FUZZ_SEED", "20260101"))

CONSTRUCTS = {
    " to min affine_map": "affine",
    "affine.apply": "affine",
    "affine.for": "affine",
    "affine.if": "affine",
    "affine.load": "affine",
    "affine.max": "affine",
    "affine.min": "affine",
    "affine.store": "affine",
    "affine_map<()[s0]": "affine",
    "max affine_map": "affine",
    "memref.alloc": "alloc",
    "binomial_checkpointing": "binomial",
    "func.call": "call",
    "iter_args(%m": "carried_memory",
    "memref.copy": "copy",
    "scf.execute_region": "execute_region",
    "ckptopt.checkpoint_name": "names",
    "ckptopt.policy": "policies",
    "ckptopt.remat": "remat",
    "scf.if": "if",
    "memref.load %q0": "integer_memory",
    "extf": "mixed_precision",
    "scf.parallel": "parallel",
    "memref<2x3x": "rank2",
    "memref.collapse_shape": "reshapes",
    "memref.expand_shape": "reshapes",
    "scf.index_switch": "switch",
    "unsigned": "unsigned",
    "memref.cast": "views",
    "memref.reinterpret_cast": "views",
    "memref.subview %m": "views",
    "memref.subview %part": "views",
    "scf.while": "while",
    "} attributes {enzyme.enable_checkpointing": "online",
}
"""What only a feature puts into a program."""


@pytest.mark.parametrize(
    ("first", "count"),
    [
        (first, min(CHUNK, FIRST + PROGRAMS - first))
        for first in range(FIRST, FIRST + PROGRAMS, CHUNK)
    ],
)
def test_schemes_agree_with_store_all_and_with_differences(first: int, count: int):
    report = check([generate(seed) for seed in range(first, first + count)], JOBS)
    if report.findings:
        smallest = min(report.findings, key=lambda f: len(f.program.text))
        names = "\n".join(f"{f.program.name}: {f.kind}" for f in report.findings)
        pytest.fail(f"{names}\n\nthe smallest of them:\n{smallest}", pytrace=False)
    assert report.inconclusive <= 0.1 * (report.compared + report.inconclusive)
    assert report.refused <= max(2, 0.05 * count)


def test_a_seed_always_gives_the_same_program():
    assert generate(FIRST) == generate(FIRST)
    assert generate(FIRST) != generate(FIRST + 1)


def test_the_programs_use_the_whole_grammar():
    texts = [generate(seed).text for seed in range(FIRST, FIRST + 1000)]
    assert set(CONSTRUCTS.values()) <= FEATURES
    for construct in CONSTRUCTS:
        assert sum(construct in text for text in texts) >= 5, construct


def test_stripping_leaves_no_directive_and_nothing_else_out():
    for seed in range(FIRST, FIRST + 50):
        program = generate(seed)
        marks = re.compile(r" (attributes )?\{(enzyme|ckptopt)\.[^{}]*\}")
        kept = [marks.sub("", line) for line in program.text.splitlines()]
        assert program.stripped.splitlines() == kept

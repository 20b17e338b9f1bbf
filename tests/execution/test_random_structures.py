"""Random programs with affine loops, parallel loops and switches, as in `test_random_programs`.

CKPTOPT_FUZZ_STRUCTURES sets how many programs, CKPTOPT_FUZZ_SEED the first seed.
"""

from __future__ import annotations

import os

import pytest
from fuzz.agreement import check
from support.grammar import FEATURES, STRUCTURES, Knobs
from support.programs import generate

CHUNK = 50
PROGRAMS = int(os.environ.get("CKPTOPT_FUZZ_STRUCTURES", "100"))
FIRST = int(os.environ.get("CKPTOPT_FUZZ_SEED", "20260701"))
KNOBS = Knobs(features=FEATURES | STRUCTURES)
CONSTRUCTS = ("affine.for", "affine.if", "affine.load", "scf.parallel", "scf.index_switch")


@pytest.mark.parametrize("first", range(FIRST, FIRST + PROGRAMS, CHUNK))
def test_schemes_agree_with_store_all_and_with_differences(first: int):
    count = min(CHUNK, FIRST + PROGRAMS - first)
    report = check([generate(seed, KNOBS) for seed in range(first, first + count)])
    if report.findings:
        smallest = min(report.findings, key=lambda f: len(f.program.text))
        names = "\n".join(f"{f.program.name}: {f.kind}" for f in report.findings)
        pytest.fail(f"{names}\n\nthe smallest of them:\n{smallest}", pytrace=False)
    assert report.inconclusive <= 0.1 * (report.compared + report.inconclusive)


def test_the_programs_use_all_structures():
    texts = [generate(seed, KNOBS).text for seed in range(FIRST, FIRST + 100)]
    for construct in CONSTRUCTS:
        assert sum(construct in text for text in texts) >= 5, construct

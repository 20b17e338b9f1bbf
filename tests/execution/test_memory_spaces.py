"""Gradients whose snapshots are kept in another memory space equal store-all bit for bit.

They are executed on a CPU, where all spaces are one: what is in which is read off the text.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace

import pytest
from fuzz.agreement import Gradients, check, differentiate
from support.programs import LoopProgram, generate

ENABLED = "enzyme.enable_checkpointing = true"
SPACE = "enzyme.checkpoint_space = 1 : i64"
SCHEMES = {
    "periodic": "enzyme.checkpoint_period = 3 : i64",
    "binomial": "enzyme.binomial_checkpointing, enzyme.checkpoint_period = 3 : i64",
    "leaf": (
        'enzyme.checkpoint_scheme = "leaf", enzyme.checkpoint_period = 2 : i64, '
        "enzyme.checkpoint_leaf = 2 : i64"
    ),
}
OTHERS = re.compile(
    r", enzyme\.(?:binomial_checkpointing|checkpoint_\w+|cache_use_tensor)(?: = [^,}]+)?"
)

ALLOWED = re.compile(r"memref\.(?:alloc|dealloc|copy|dim|subview)\b|xmemref<")
"""What may be done with memory in the other space: nothing reads or writes its elements. Buffers of
handles are in the default one."""


def moved(program: LoopProgram, directives: str) -> LoopProgram:
    """The program with these directives, which say where snapshots are, for its loops."""
    text = OTHERS.sub("", program.text)
    return replace(program, text=text.replace(ENABLED, directives))


def check_random_programs(directives: str, first: int, count: int) -> None:
    """Random programs with these directives agree with store-all, and only copy what is moved."""
    found = (generate(seed) for seed in range(first, first + 6 * count))
    programs = [
        moved(program, directives)
        for program in found
        if "enable_checkpointing = true" in program.text
        and "scf.while" not in program.text
        and re.search(r"memref\.store|affine\.store|memref\.copy", program.text)
    ][:count]
    report = check(programs)
    assert not report.findings, "\n".join(str(finding) for finding in report.findings[:3])
    assert report.refused < count // 3
    made = [done for p in programs if isinstance(done := differentiate(p), Gradients)]
    used = [line for g in made for line in g.checkpointed.splitlines() if ", 1 : i64>" in line]
    assert len(used) > count
    assert [line for line in used if not ALLOWED.search(line)] == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_random_programs_agree_with_store_all(scheme: str):
    count = int(os.environ.get("CKPTOPT_FUZZ_PROGRAMS", "500")) // 12
    first = 7000 * (1 + list(SCHEMES).index(scheme))
    check_random_programs(f"{ENABLED}, {SPACE}, {SCHEMES[scheme]}", first, count)

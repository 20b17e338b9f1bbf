"""What mlir-opt prints reads and writes unchanged: mlir-opt, then us, then mlir-opt, byte for byte.

The snippets are the parts of `roundtrip/*.mlir`. Each is tried as mlir-opt prints it and in the
generic form, and each of the four trips through mlir-opt is one process for all snippets.
"""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pytest
from support.toolchain import mlir_opt

from ckptopt.dialects.reader import ReadError, parse_module
from ckptopt.dialects.registry import new_context
from ckptopt.dialects.verifier import VerificationError, verify
from ckptopt.dialects.writer import print_module

SEPARATOR = "// -----\n"
GENERIC = "--mlir-print-op-generic"
FORMS = {"pretty": (), "generic": (GENERIC,)}


def _snippets() -> dict[str, str]:
    return {
        f"{path.stem}-{index}-{_name(text)}": text
        for path in sorted((Path(__file__).parent / "roundtrip").glob("*.mlir"))
        for index, text in enumerate(path.read_text(encoding="utf-8").split(SEPARATOR))
    }


def _name(text: str) -> str:
    found = re.search(r"@(\w+)", text)
    return "empty" if found is None else found[1]


SNIPPETS = _snippets()


def _through_mlir_opt(texts: list[str], *arguments: str) -> list[str]:
    result = mlir_opt(SEPARATOR.join(texts), "--split-input-file", *arguments)
    assert result.returncode == 0, result.stderr
    outputs = result.stdout.split(SEPARATOR)
    assert len(outputs) == len(texts)
    return [text.strip() for text in outputs]


def through_us(text: str) -> str:
    """Read, verify and print `text`; what is wrong with it takes the place of the output."""
    stream = io.StringIO()
    try:
        module = parse_module(new_context(), text, "snippet.mlir")
        verify(module)
    except (ReadError, VerificationError) as error:
        return f"// {error}"
    print_module(module, stream)
    return stream.getvalue()


@cache
def _trips(form: str) -> dict[str, tuple[str, str, str]]:
    """For each snippet: what mlir-opt prints, what we print of it, what mlir-opt makes of that."""
    before = _through_mlir_opt(list(SNIPPETS.values()))
    given = before if form == "pretty" else _through_mlir_opt(list(SNIPPETS.values()), GENERIC)
    ours = [through_us(text) for text in given]
    failed = [text for text in ours if text.startswith("//")]
    accepted = [text if text not in failed else "" for text in ours]
    after = _through_mlir_opt(accepted)
    return dict(zip(SNIPPETS, zip(before, ours, after, strict=True), strict=True))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", SNIPPETS)
def test_mlir_opt_reads_back_what_it_printed(name: str, form: str) -> None:
    before, ours, after = _trips(form)[name]
    assert not ours.startswith("//"), ours
    assert after == before


@pytest.mark.parametrize("name", SNIPPETS)
def test_our_own_output_is_a_fixed_point(name: str) -> None:
    ours = _trips("pretty")[name][1]
    assert through_us(ours) == ours


def test_the_generic_form_that_we_print_reads_back_the_same() -> None:
    printed: list[str] = []
    for text in SNIPPETS.values():
        stream = io.StringIO()
        print_module(parse_module(new_context(), text, "snippet.mlir"), stream, generic=True)
        printed.append(stream.getvalue())
    assert _through_mlir_opt(printed) == [before for before, _, _ in _trips("pretty").values()]

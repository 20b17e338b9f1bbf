"""What mlir-opt prints reads and writes unchanged: mlir-opt, then us, then mlir-opt, byte for byte.

The snippets are the parts of `roundtrip/*.mlir`; those in `unregistered.mlir` are for
`--allow-unregistered-dialect`. Each is tried as mlir-opt prints it, in the generic form, and with
locations, and each trip through mlir-opt is one process for all snippets.
"""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from support.toolchain import mlir_opt

from ckptopt.dialects.reader import ReadError, parse_module
from ckptopt.dialects.registry import new_context
from ckptopt.dialects.verifier import VerificationError, verify
from ckptopt.dialects.writer import print_module

SEPARATOR = "// -----\n"
UNREGISTERED = "unregistered"
GENERIC = "--mlir-print-op-generic"
LOCATIONS = "--mlir-print-debuginfo"
FORMS = {
    "pretty": (),
    "generic": (GENERIC,),
    "located": (LOCATIONS,),
    "in place": (LOCATIONS, "--mlir-print-local-scope"),
}
"""Options for the forms that mlir-opt prints; located: with aliases for the locations."""

LOST_BY_MLIR_OPT = "yield_attributes"
"""What mlir-opt's own pretty form leaves out."""

UNREADABLE_LOCATED = "nvvm_barriers"
"""Where mlir-opt takes the location that it printed for an attribute that may stand there."""


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
LOCATED = [name for name in SNIPPETS if not name.endswith(UNREADABLE_LOCATED)]


@cache
def _mlir_opt(text: str, *arguments: str) -> CompletedProcess[str]:
    return mlir_opt(text, "--split-input-file", "--allow-unregistered-dialect", *arguments)


def _through_mlir_opt(texts: list[str], *arguments: str) -> list[str]:
    result = _mlir_opt(SEPARATOR.join(f"{text}\n" for text in texts), *arguments)
    assert result.returncode == 0, result.stderr
    outputs = result.stdout.split(SEPARATOR)
    assert len(outputs) == len(texts)
    return [text.strip() for text in outputs]


def _through_us(name: str, text: str, *, generic: bool = False, debuginfo: bool = False) -> str:
    """Read, verify and print `text`; what is wrong with it takes the place of the output."""
    context = new_context(allow_unregistered=name.startswith(UNREGISTERED))
    stream = io.StringIO()
    try:
        module = parse_module(context, text, "<stdin>")
        verify(module)
    except (ReadError, VerificationError) as error:
        return f"// {error}"
    print_module(module, stream, generic=generic, debuginfo=debuginfo)
    return stream.getvalue()


@cache
def _printed(form: str) -> dict[str, str]:
    outputs = _through_mlir_opt(list(SNIPPETS.values()), *FORMS[form])
    return dict(zip(SNIPPETS, outputs, strict=True))


@cache
def _ours(form: str) -> dict[str, str]:
    located = form == "located"
    names = LOCATED if located else SNIPPETS
    return {name: _through_us(name, _printed(form)[name], debuginfo=located) for name in names}


@cache
def _read_back(form: str, *arguments: str) -> dict[str, str]:
    """What mlir-opt makes of our output; nothing of what is wrong."""
    ours = _ours(form)
    texts = ["" if text.startswith("//") else text for text in ours.values()]
    return dict(zip(ours, _through_mlir_opt(texts, *arguments), strict=True))


@pytest.mark.parametrize("form", ["pretty", "generic"])
@pytest.mark.parametrize("name", SNIPPETS)
def test_mlir_opt_reads_back_what_it_printed(name: str, form: str) -> None:
    ours = _ours(form)[name]
    assert not ours.startswith("//"), ours
    assert _read_back(form)[name] == _printed("pretty")[name]


@pytest.mark.parametrize("name", LOCATED)
def test_locations_survive(name: str) -> None:
    ours = _ours("located")[name]
    assert not ours.startswith("//"), ours
    assert _read_back("located", *FORMS["in place"])[name] == _printed("in place")[name]


@pytest.mark.parametrize("name", SNIPPETS)
def test_our_own_output_is_a_fixed_point(name: str) -> None:
    ours = _ours("pretty")[name]
    assert _through_us(name, ours) == ours


def test_the_generic_form_that_we_print_reads_back_the_same() -> None:
    """With the regions that the pretty form leaves out, which we have to know."""
    names = [name for name in SNIPPETS if not name.endswith(LOST_BY_MLIR_OPT)]
    printed = [_through_us(name, _printed("pretty")[name], generic=True) for name in names]
    read_back = dict(zip(names, _through_mlir_opt(printed, GENERIC), strict=True))
    assert read_back == {name: _printed("generic")[name] for name in names}

"""The documents are right: commands print what is shown, links lead somewhere, tables hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.documents import DOCUMENTS, ROOT, blocks, refresh

import ckptopt

PAGES = (ROOT / "README.md", *DOCUMENTS)
LINK = re.compile(r"\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)")
MENTIONED = re.compile(r"`((?:docs|examples|tests|ckptopt|benchmarks)/[\w./-]+)`")


def test_there_is_something_to_check() -> None:
    commands = [b for path in DOCUMENTS for b in blocks(path.read_text()) if b.language == "sh"]
    assert len(commands) >= 10


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_print_what_is_shown(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    done = refresh(text, tmp_path)
    assert done.text == text, f"python tests/update_documents.py docs/{path.name} takes it over"
    if done.missing:
        pytest.skip(f"some commands not run: {', '.join(done.missing)} not installed")


def anchors(text: str) -> set[str]:
    """The anchors that a page has for its headings."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target, anchor in LINK.findall(text):
        page = path.parent / target if target else path
        assert page.exists(), target
        assert not anchor or anchor in anchors(page.read_text(encoding="utf-8")), anchor
    for target in MENTIONED.findall(text):
        assert (ROOT / target).exists(), target


def test_the_index_names_every_page_and_example() -> None:
    index = DOCUMENTS[0].parent / "index.md"
    linked = {
        (index.parent / target).resolve() for target, _ in LINK.findall(index.read_text("utf-8"))
    }
    expected = {*DOCUMENTS, *(ROOT / "examples").glob("*.mlir")} - {index}
    assert expected - linked == set()


RESIDUALS = (ROOT / "docs" / "residuals.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| `(\w+(?:\(.*\))?)` \| (\w.*) \|$", RESIDUALS.partition("## Names")[0], re.MULTILINE
)


def test_there_are_policies() -> None:
    assert len(ROWS) >= 10


@pytest.mark.parametrize(("policy", "kept"), ROWS)
def test_the_table_of_policies_holds(policy: str, kept: str) -> None:
    module = ckptopt.parse(next(blocks(RESIDUALS)).body, "f.mlir")
    found = ckptopt.saved_residuals(module, "f", policy=policy)
    assert sorted(r.name for r in found) == sorted(kept.split(", "))

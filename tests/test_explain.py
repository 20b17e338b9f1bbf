"""`--explain`: the page, the terminal version, and what they are made from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest
from support.inprocess import run_cli
from xdsl.dialects.builtin import (
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)

from ckptopt import roles, sources
from ckptopt.checkpointing.actions import Advance, Restore, Reverse, Save, Tape
from ckptopt.checkpointing.schemes import SCHEMES
from ckptopt.roles import Role
from ckptopt.settings import Settings
from ckptopt.tools import explain
from ckptopt.tools.explain.listings import Change, Line, compare, folded
from ckptopt.tools.explain.loops import FEWER_STEPS, LoopStory, example_note
from ckptopt.tools.explain.sentences import MEANINGS
from ckptopt.tools.explain.story import Story, comparisons

ROOT = Path(__file__).parent.parent
EXAMPLES = ["heat", "pendulum", "recurrence"]

LOOP = """
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 6 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %e = math.sin %a : f64
    scf.yield %e : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
  return %r : f64
}
"""
DYNAMIC = LOOP.replace("%x: f64)", "%x: f64, %n: index)").replace(
    "  %n = arith.constant 6 : index\n", ""
)
BINOMIAL = "enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing"


def story_of(text: str, pipeline: str = "loop-checkpoint") -> Story:
    """What is collected of a run that goes well."""
    settings = Settings(pipeline=pipeline, explain="page.html")
    with explain.collected(sources.Source("<stdin>", text), settings) as story:
        done = run_cli(["-p", pipeline], text)
    assert done.exit_code == 0, done.stderr
    return story


def loops_of(text: str, pipeline: str = "loop-checkpoint") -> list[LoopStory]:
    return [loop for part in story_of(text, pipeline).parts for loop in part.loops]


def page_of(text: str, *arguments: str, tmp_path: Path) -> str:
    """The page of a run of the command line that goes well."""
    path = tmp_path / "page.html"
    done = run_cli(["-p", "loop-checkpoint", f"--explain={path}", *arguments], text)
    assert done.exit_code == 0, done.stderr
    return path.read_text(encoding="utf-8")


class Element(NamedTuple):
    tag: str
    attributes: dict[str, str | None]


class Page(HTMLParser):
    """The elements of a page, its text, and whether tags are closed in order."""

    VOID = frozenset({"meta", "input", "path", "rect", "circle"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))
        if tag not in self.VOID or tag in ("path", "rect", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text.append(data)

    def ids(self) -> list[str]:
        return [e.attributes["id"] or "" for e in self.elements if "id" in e.attributes]

    def targets(self) -> Iterator[str]:
        for element in self.elements:
            target = element.attributes.get("href")
            if target is not None:
                yield target


# The command line


def test_the_module_still_goes_to_standard_output(tmp_path: Path) -> None:
    plain = run_cli(["-p", "loop-checkpoint"], LOOP)
    page = tmp_path / "report.html"
    for spelling in ([f"--explain={page}"], ["--explain", str(page)], ["-explain", str(page)]):
        page.unlink(missing_ok=True)
        done = run_cli([*spelling, "-p", "loop-checkpoint"], LOOP)
        assert (done.exit_code, done.stdout, done.stderr) == (0, plain.stdout, "")
        assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_without_a_file_the_explanation_takes_the_place_of_the_module(tmp_path: Path) -> None:
    source, output = tmp_path / "f.mlir", tmp_path / "out.mlir"
    source.write_text(LOOP, encoding="utf-8")
    plain = run_cli([str(source), "-p", "loop-checkpoint"])
    for arguments in (["--explain", str(source)], [str(source), "--explain"]):
        done = run_cli([*arguments, "-p", "loop-checkpoint", "-o", str(output)])
        assert done.exit_code == 0, done.stderr
        assert "scheme periodic in one sweep with a budget of 3" in done.stdout
        assert output.read_text(encoding="utf-8") == plain.stdout


def test_nothing_is_explained_when_something_fails(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    wrong = LOOP.replace("math.sin", "math.floor")
    bad = wrong.replace("checkpoint_period = 3 : i64", f"x = 0 : i64, {BINOMIAL.split(', ')[1]}")
    assert run_cli(["-p", "loop-checkpoint", f"--explain={page}"], bad).exit_code == 1
    assert not page.exists()
    done = run_cli(["-p", "loop-checkpoint", "--explain"], bad)
    assert (done.exit_code, done.stdout) == (1, "")


@pytest.mark.parametrize("other", ["--check", "--residuals"])
def test_one_report_at_a_time(other: str) -> None:
    done = run_cli(["-p", "loop-checkpoint", "--explain", other], LOOP)
    assert done.exit_code == 2
    assert "Only one of --check, --explain, --plan and --residuals" in done.stderr


def test_a_page_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    page = tmp_path / "missing" / "page.html"
    done = run_cli(["-p", "loop-checkpoint", f"--explain={page}"], LOOP)
    assert done.exit_code == 1
    assert "error: cannot write" in done.stderr


# Roles


def test_locations_tell_roles_only_where_they_are_wanted() -> None:
    done = run_cli(["-p", "loop-checkpoint", "--print-debuginfo"], LOOP)
    assert "ckptopt." not in done.stdout


def test_a_role_is_found_through_other_locations() -> None:
    place = FileLineColLoc(StringAttr("f.mlir"), IntAttr(3), IntAttr(4))
    tagged = roles.with_role(place, Role.PUSH)
    assert roles.role_of(tagged) is Role.PUSH
    assert roles.role_of(roles.with_role(tagged, Role.SAVE)) is Role.SAVE
    assert roles.role_of(FusedLoc([place, tagged], NoneAttr())) is Role.PUSH
    assert roles.role_of(place) is None
    assert roles.role_of(UnknownLoc()) is None
    named = roles.NameLoc(StringAttr("ckptopt.nothing"), tagged)
    assert roles.role_of(named) is Role.PUSH


def test_every_role_has_a_sentence() -> None:
    assert set(MEANINGS) == set(Role)
    for meaning in MEANINGS.values():
        assert re.fullmatch(r"[A-Z].*\.", meaning.sentence)


@pytest.mark.parametrize("mode", ["combined", "split", "ForwardMode"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_operation_of_a_derivative_has_a_role_and_a_source_line(
    example: str, mode: str
) -> None:
    text = (ROOT / "examples" / f"{example}.mlir").read_text(encoding="utf-8")
    story = story_of(text, f"loop-checkpoint{{mode={mode}}}")
    (part,) = story.parts
    known = {one.name for one in part.stages[0].listings}
    made = [one for stage in part.stages for one in stage.listings if one.name not in known]
    assert made
    for one in made:
        for line in one.lines[1:]:
            if not re.match(r"\s*(\}|\^)", line.text):
                assert line.role is not None, line.text
                assert line.source is not None, line.text


def test_roles_are_those_of_the_scaffold() -> None:
    text = LOOP.replace("math.sin %a", "arith.mulf %a, %x")
    (part,) = story_of(text).parts
    last = part.stages[-1].listings[-1]
    named = re.compile(r"\s*(?:%[^=]*= )?([\w.]+)")
    heads = [(line.role, named.match(line.text)) for line in last.lines if line.role]
    found = [(role, head[1]) for role, head in heads if head]
    assert (Role.SAVE, "memref.store") in found
    assert (Role.RESTORE, "memref.load") in found
    assert (Role.PUSH, "memref.store") in found
    assert (Role.POP, "memref.load") in found
    assert (Role.ADVANCE, "arith.mulf") in found
    assert (Role.TAPE, "arith.mulf") in found
    assert (Role.REVERSE, "arith.mulf") in found
    assert (Role.ACCUMULATE, "arith.addf") in found
    assert (Role.FORWARD, "scf.for") in found
    assert (Role.REVERSE_SCAFFOLD, "scf.for") in found


def test_factors_and_copies_have_roles() -> None:
    text = """
func.func @f(%a: memref<2x3xf64>, %b: memref<3x4xf64>, %c: memref<2x4xf64>, %x: f64) -> f64 {
  linalg.matmul ins(%a, %b : memref<2x3xf64>, memref<3x4xf64>) outs(%c : memref<2x4xf64>)
  linalg.exp ins(%a : memref<2x3xf64>) outs(%a : memref<2x3xf64>)
  %y = math.sin %x : f64
  return %y : f64
}
"""
    (part,) = story_of(text, "loop-checkpoint{fn=f policy=everything_saveable}").parts
    lines = part.stages[-1].listings[-1].lines
    found = {role: [line.text for line in lines if line.role is role] for role in Role}
    assert any("memref.copy" in text for text in found[Role.COPY])
    assert any("math.cos" in text for text in found[Role.FACTOR])


def test_simplified_code_keeps_its_locations() -> None:
    source = str(ROOT / "examples" / "heat.mlir")
    done = run_cli([source, "-p", "loop-checkpoint", "--print-debuginfo"])
    assert "loc(unknown)" not in done.stdout
    split = run_cli([source, "-p", "loop-checkpoint{mode=split}", "--print-debuginfo"])
    assert "loc(unknown)" not in split.stdout


# Stages


def test_stages_are_those_of_the_pass() -> None:
    (part,) = story_of(LOOP, "loop-checkpoint,cse").parts
    assert [stage.name for stage in part.stages] == [
        "as it is read",
        "differentiate",
        "simplify",
        "remove-unnecessary-enzyme-ops",
        "lower-enzyme-binomial-progress",
        "simplify",
        "cse",
    ]
    first, second = part.stages[:2]
    same, made = comparisons(first, second)
    assert (same.name, same.is_new, same.is_changed) == ("@f", False, False)
    assert (made.name, made.origin, made.is_new) == ("@f_grad", "@f", True)


def test_parts_of_a_file_are_told_apart(tmp_path: Path) -> None:
    text = f"{LOOP}// -----\n{LOOP.replace('@f', '@g')}"
    page = page_of(text, "--split-input-file", tmp_path=tmp_path)
    assert "Part 1, from line 2" in page
    assert "Part 2, from line 14" in page
    assert 'href="#line-18"' in page
    ids = Page(page).ids()
    assert len(ids) == len(set(ids))


def test_lines_that_differ_in_numbers_correspond() -> None:
    before = [Line("%a_1 = math.sin %0 : f64"), Line("%b = math.cos %a_1 : f64"), Line("}")]
    after = [Line("%a = math.sin %x_3 : f64"), Line("%b = math.cos %a : f64"), Line("}")]
    rows = list(compare(before, after))
    assert [row.change for row in rows] == [Change.CHANGED, Change.RENUMBERED, Change.SAME]
    numbers = [Line("%c4 = arith.constant 4 : index")], [Line("%c25 = arith.constant 25 : index")]
    assert [row.change for row in compare(*numbers)] == [Change.REMOVED, Change.ADDED]


def test_changed_lines_stand_beside_what_they_were() -> None:
    before = [Line("%p = enzyme.init"), Line("%i = arith.addi %a, %b"), Line("%r = scf.for %i {")]
    after = [Line("%r = scf.for %j {")]
    rows = list(compare(before, after))
    assert [row.change for row in rows] == [Change.REMOVED, Change.REMOVED, Change.CHANGED]


def test_unchanged_lines_are_folded_but_for_some_near_changes() -> None:
    before = [Line(f"line {letter}") for letter in "abcdefghijklmnop"]
    after = [*before[:8], Line("something"), *before[8:]]
    runs = [len(run) for run in folded(compare(before, after))]
    assert runs == [5, 7, 5]


# Schedules


def test_the_schedule_is_that_of_the_loop() -> None:
    (loop,) = loops_of(LOOP)
    assert (loop.function, loop.derivative, loop.op, loop.trips) == ("f", "f_grad", "scf.for", 6)
    assert loop.place is not None
    assert loop.place.line == 6
    assert [frame.action for frame in loop.frames[:6]] == [
        Save(0, 0),
        Advance(0, 2),
        Save(1, 2),
        Advance(2, 4),
        Tape(4, 6),
        Reverse(4, 6),
    ]
    assert loop.evaluations == 10
    assert (loop.snapshot, loop.tape, loop.peak) == (8, 8, 32)


def test_split_mode_runs_in_two_phases() -> None:
    (loop,) = loops_of(LOOP, "loop-checkpoint{mode=split}")
    assert loop.one_sweep is False
    assert loop.evaluations == 12
    assert loop.frames[6].action == Restore(2, 4)


def test_an_unknown_trip_count_is_shown_by_an_example() -> None:
    (loop,) = loops_of(DYNAMIC)
    assert loop.trips is None
    assert (loop.steps, loop.evaluations) == (24, None)
    note = example_note(loop)
    assert note is not None
    assert "24 steps, with a budget of 3" in note


@pytest.mark.parametrize(
    ("directives", "budget"),
    [
        ("enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 1000 : i64", 5),
        (f"{BINOMIAL}, enzyme.checkpoint_period = 10 : i64", 3),
        (f"{BINOMIAL}, enzyme.checkpoint_period = 2 : i64", 2),
    ],
)
def test_a_million_steps_are_shown_by_few(directives: str, budget: int) -> None:
    text = re.sub(r"\} \{enzyme.*?\}", f"}} {{{directives}}}", LOOP)
    (loop,) = loops_of(text.replace("constant 6 ", "constant 1000000 "))
    assert loop.trips == 10**6
    assert loop.steps <= FEWER_STEPS
    assert loop.drawn_terms == f"with a budget of {budget}"
    assert loop.evaluations is not None
    assert loop.evaluations > 10**6
    assert "too many steps to draw" in (example_note(loop) or "")


def test_no_steps_and_no_schedule_are_said(tmp_path: Path) -> None:
    page = page_of(LOOP.replace("constant 6 ", "constant 0 "), tmp_path=tmp_path)
    assert "Nothing is run." in page


def test_sizes_that_are_known_late_are_counted() -> None:
    text = """
func.func @f(%m: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %m[%c0] : memref<?xf64>
    %b = arith.mulf %a, %a : f64
    memref.store %b, %m[%c0] : memref<?xf64>
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}
  return
}
"""
    (loop,) = loops_of(text)
    assert (loop.snapshot, loop.tape, loop.in_bytes) == (None, None, False)
    assert loop.peak == 2 + 8


def test_the_tape_of_a_step_holds_what_inner_loops_keep() -> None:
    text = """
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 6 : index
  %k = arith.constant 5 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %s = scf.for %j = %c0 to %k step %c1 iter_args(%b = %a) -> (f64) {
      %e = math.sin %b : f64
      scf.yield %e : f64
    } INNER
    scf.yield %s : f64
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return %r : f64
}
"""
    outer, inner = loops_of(text.replace("INNER", ""))
    assert (outer.tape, inner.tape) == (5 * 8, 8)
    periodic = "{enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}"
    outer, inner = loops_of(text.replace("INNER", periodic))
    assert (outer.tape, inner.snapshot, inner.one_sweep) == (2 * 8, 8, False)
    text = text.replace(
        "checkpoint_period = 2", "binomial_checkpointing, enzyme.checkpoint_period = 2"
    )
    outer, inner = loops_of(text.replace("INNER", periodic))
    assert (outer.tape, inner.snapshot, inner.one_sweep) == ((3 + 1) * 8, 8, True)


def test_a_wrong_schedule_of_an_extension_is_a_located_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from dataclasses import replace

    from ckptopt.checkpointing import store_all
    from ckptopt.checkpointing.actions import Schedule

    wrong = replace(
        store_all.SCHEME,
        name="mine",
        schedule=Schedule(lambda n, o: iter([Tape(1, n)]), lambda n, o: n),
    )
    monkeypatch.setitem(SCHEMES, "mine", lambda op, adapter, directive: wrong)
    text = LOOP.replace("enzyme.checkpoint_period = 3 : i64", 'enzyme.checkpoint_scheme = "mine"')
    done = run_cli(["-p", "loop-checkpoint", f"--explain={tmp_path / 'p.html'}"], text)
    assert done.exit_code == 1
    assert "<stdin>:6:8: error: the schedule that the scheme 'mine' tells" in done.stderr
    silent = replace(wrong, schedule=None)
    monkeypatch.setitem(SCHEMES, "mine", lambda op, adapter, directive: silent)
    assert "This scheme tells no schedule." in page_of(text, tmp_path=tmp_path)
    assert run_cli(["-p", "loop-checkpoint", "--explain"], text).exit_code == 0


# The page


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_page_is_whole_and_needs_nothing_else(example: str, tmp_path: Path) -> None:
    text = (ROOT / "examples" / f"{example}.mlir").read_text(encoding="utf-8")
    first, second = (page_of(text, tmp_path=tmp_path) for _ in range(2))
    assert first == second
    page = Page(first)
    ids = page.ids()
    assert len(ids) == len(set(ids))
    for target in page.targets():
        assert target.startswith("#")
        assert target[1:] in ids, target
    assert not re.search(r"(?:src|href)=\"(?!#)|https?://|@import|url\(", first)
    assert {"input", "schedules", "kept", "result", "stages", "roles"} <= set(ids)
    headings = [e.tag for e in page.elements if re.fullmatch("h[1-6]", e.tag)]
    assert headings.count("h1") == 1
    for element in page.elements:
        if element.tag == "svg" and element.attributes.get("aria-hidden") != "true":
            assert element.attributes.get("role") == "img"
            assert element.attributes.get("aria-label")
        if element.tag == "input":
            label = Element("label", {"for": element.attributes["id"]})
            assert label in page.elements


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\" ' & $body"


def test_what_comes_from_the_input_is_escaped(tmp_path: Path) -> None:
    in_mlir = HOSTILE.replace('"', '\\"')
    text = LOOP.replace("@f(", f'@"{in_mlir}"(').replace(
        "math.sin %a", f'math.sin %a {{note = "{in_mlir}"}}'
    )
    text = f"// {HOSTILE}\n{text}"
    source, path = tmp_path / "<b>&.mlir", tmp_path / "page.html"
    source.write_text(text, encoding="utf-8")
    pipeline = f'loop-checkpoint{{fn="{in_mlir}" outfn="<i>g"}}'
    done = run_cli([str(source), "-p", pipeline, f"--explain={path}"])
    assert done.exit_code == 0, done.stderr
    page = path.read_text(encoding="utf-8")
    parsed = Page(page)
    assert {e.tag for e in parsed.elements}.isdisjoint({"img", "i", "b"} - {"i", "b"})
    assert [e.tag for e in parsed.elements].count("script") == 1
    assert not any(name.startswith("on") for e in parsed.elements for name in e.attributes)
    shown = "".join(parsed.text)
    assert f"// {HOSTILE}" in shown
    assert "<b>&.mlir, step by step" in shown
    assert "@<i>g" in shown


def test_the_page_tells_the_schedule_in_words_too(tmp_path: Path) -> None:
    page = page_of(LOOP, tmp_path=tmp_path)
    items = re.findall(r"<li (data-at=[^>]*)>([^<]*)</li>", page)
    assert [text for _, text in items[:5]] == [
        "save the state before step 0 in slot 0",
        "advance steps 0 to 1",
        "save the state before step 2 in slot 1",
        "advance steps 2 to 3",
        "tape steps 4 to 5",
    ]
    assert items[4][0] == (
        'data-at="before step 6" data-slots="0: step 0, 1: step 2" '
        'data-tape="2 steps, from 4" data-left="6 of 6" data-memory="32 bytes"'
    )


def test_the_page_shows_the_ladder_of_each_loop(tmp_path: Path) -> None:
    page = Page(page_of(LOOP, tmp_path=tmp_path))
    plans = json.loads(run_cli(["-p", "loop-checkpoint", "--plan=json"], LOOP).stdout)
    assert "loop-1-1-plan" in page.ids()
    rows = [e for e in page.elements if e.tag == "tr" and "aria-current" in e.attributes]
    assert [row.attributes["class"] for row in rows] == ["chosen"]
    words = " ".join(page.text)
    for row in plans[0]["rows"]:
        assert f"{row['scheme']} {row['slots']} {row['leaf']} {row['evaluations']:.3f}" in words
    (chosen,) = [row for row in plans[0]["rows"] if row["chosen"]]
    assert f"{chosen['evaluations']:.3f} {chosen['bytes']} this run" in words


def test_the_page_says_why_there_is_no_ladder(tmp_path: Path) -> None:
    page = Page(page_of(DYNAMIC, tmp_path=tmp_path))
    assert "loop-1-1-plan" not in page.ids()
    assert "no schedule is planned: the trip count is not constant." in " ".join(page.text)


def test_the_terminal_shows_the_table_of_plan() -> None:
    explained = run_cli(["-p", "loop-checkpoint", "--explain"], LOOP).stdout
    table = run_cli(["-p", "loop-checkpoint", "--plan"], LOOP).stdout
    lines = [line.rstrip() for line in explained.splitlines()]
    wanted = [line.rstrip() for line in table.splitlines()]
    start = lines.index(wanted[0])
    assert lines[start : start + len(wanted)] == wanted
    assert sum(line.startswith("│ >") for line in wanted) == 1


def test_a_run_without_derivatives_is_explained_too(tmp_path: Path) -> None:
    text = "func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n"
    path = tmp_path / "page.html"
    assert run_cli(["-p", "cse", f"--explain={path}"], text).exit_code == 0
    ids = Page(path.read_text(encoding="utf-8")).ids()
    assert "stages" in ids
    assert "roles" not in ids
    assert run_cli([f"--explain={path}"], text).exit_code == 0
    assert "stages" not in Page(path.read_text(encoding="utf-8")).ids()


# The terminal


def test_the_terminal_shows_schedules_stages_and_roles() -> None:
    done = run_cli(["-p", "loop-checkpoint", "--explain"], LOOP)
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    start = lines.index(next(line for line in lines if line.startswith("save the state")))
    assert [re.split("  +", line, maxsplit=1) for line in lines[start : start + 6]] == [
        ["save the state before step 0 in slot 0", "*·····   ██████ 8"],
        ["advance steps 0 to 1", ">>····   ██████ 8"],
        ["save the state before step 2 in slot 1", "|·*···   ████████████ 16"],
        ["advance steps 2 to 3", "|·>>··   ████████████ 16"],
        ["tape steps 4 to 5", "|·|·==   ████████████▒▒▒▒▒▒▒▒▒▒▒▒ 32"],
        ["reverse steps 4 to 5", "|·|·<<   ████████████ 16"],
    ]
    assert "1. differentiate" in lines
    assert "@f_grad, made from @f" in lines
    removed = next(line for line in lines if line.startswith("-") and "enzyme.push" in line)
    assert "%a_snapshots" in removed
    assert any(re.fullmatch(r"\+ .*memref\.store .* save 6", line) for line in lines)
    assert any(re.fullmatch(r"save +Copies the state .*", line) for line in lines)
    assert "\x1b" not in done.stdout


# The documentation

DOCUMENT = (ROOT / "docs" / "explaining.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", re.findall(r"```sh\nckptopt (.*?)\n```", DOCUMENT))
def test_commands_of_the_document_run(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("examples").symlink_to(ROOT / "examples")
    done = run_cli(command.split())
    assert done.exit_code == 0, done.stderr
    if command.endswith("--explain"):
        (shown,) = re.findall(r"```text\n(.*?)```", DOCUMENT, re.DOTALL)
        assert shown in done.stdout
    else:
        assert "step by step" in Path("report.html").read_text(encoding="utf-8")


def test_the_document_shows_the_location_of_a_save(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```mlir\n(.*?)```", DOCUMENT, re.DOTALL)
    output = tmp_path / "out.mlir"
    source = (ROOT / "examples" / "recurrence.mlir").read_text(encoding="utf-8")
    arguments = ["-p", "loop-checkpoint", "--print-debuginfo", "-o", str(output)]
    done = run_cli([*arguments, f"--explain={tmp_path / 'page.html'}"], source)
    assert done.exit_code == 0, done.stderr
    text = output.read_text(encoding="utf-8")
    assert shown.strip().replace("f.mlir", "<stdin>") in re.sub(" +", " ", text)

from __future__ import annotations

import pytest
from support import passes
from support.passes import OptionsPass
from xdsl.passes import ModulePass

from ckptopt.diagnostics import CompileError, render
from ckptopt.pipelines import PassSpec, build_pipeline, options_of, parse_pipeline, to_text


@pytest.fixture(autouse=True)
def _known_passes(monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    passes.register(monkeypatch)


def build(text: str) -> ModulePass:
    (only,) = build_pipeline(text)
    return only


def names(text: str) -> list[str]:
    return [spec.name for spec in parse_pipeline(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  ", []),
        ("a", ["a"]),
        ("a,b-c", ["a", "b-c"]),
        ("builtin.module(a,func.func(b{x=1},c),d)", ["a", "b", "c", "d"]),
        ("builtin.module()", []),
        (" builtin.module( a , func.func( b ) ) ", ["a", "b"]),
        ("any(a),b", ["a", "b"]),
    ],
)
def test_both_spellings(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_option_values_as_written() -> None:
    text = "a{flag x=1 list=foo,bar text=\"two words\" other='it''s' braces=\"a{b}\"}"
    with pytest.raises(CompileError, match="expected an option name"):
        parse_pipeline(text)
    (spec,) = parse_pipeline('a{flag x=1 list=foo,bar text="two \\"words\\"" z=\'a{b}\'}')
    assert spec == PassSpec(
        "a",
        {
            "flag": (),
            "x": ("1",),
            "list": ("foo", "bar"),
            "text": ('two "words"',),
            "z": ("a{b}",),
        },
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", OptionsPass()),
        ("{fn=f}", OptionsPass(fn="f")),
        ('{fn="f"}', OptionsPass(fn="f")),
        ("{argTys=enzyme_active,enzyme_const}", OptionsPass(("enzyme_active", "enzyme_const"))),
        ('{argTys="enzyme_active,enzyme_const"}', OptionsPass(("enzyme_active", "enzyme_const"))),
        ('{argTys="enzyme_active","enzyme_const"}', OptionsPass(("enzyme_active", "enzyme_const"))),
        ("{argTys=}", OptionsPass()),
        ("{fn= count=4}", OptionsPass(fn="", count=4)),
        ("{argTys=a,}", None),
        ('{argTys=""}', OptionsPass()),
        ("{return-primal}", OptionsPass(return_primal=True)),
        ("{return-primal=true}", OptionsPass(return_primal=True)),
        ("{return_primal=false count=-4}", OptionsPass(count=-4)),
        ("{mode=split}", OptionsPass(mode="split")),
    ],
)
def test_option_types(options: str, expected: OptionsPass | None) -> None:
    if expected is None:
        with pytest.raises(CompileError, match="expected a value"):
            build(f"options{options}")
    else:
        assert build(f"options{options}") == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("optons", "unknown pass 'optons', did you mean 'options'?"),
        ("qqqqqqq", "unknown pass 'qqqqqqq'"),
        ("options{cnt=1}", "pass 'options' has no option 'cnt', did you mean 'count'?"),
        ("options{argtys=a}", "pass 'options' has no option 'argtys', did you mean 'argTys'?"),
        ("refuse{x=1}", "pass 'refuse' has no option 'x'; it has none"),
        ("options{count=x}", "pass 'options': option 'count' takes an integer, not 'x'"),
        ("options{count}", "pass 'options': option 'count' takes an integer, not no value"),
        (
            "options{mode=spilt}",
            "pass 'options': option 'mode' takes combined | split | ForwardMode, not 'spilt', "
            "did you mean 'split'?",
        ),
        (
            "options{return-primal=maybe}",
            "pass 'options': option 'return-primal' takes true or false, not 'maybe'",
        ),
        (
            "options{return-primal return_primal=false}",
            "pass 'options': option 'return_primal' is given twice",
        ),
        ("a{x=1 x=2}", "option 'x' is given twice in the pipeline"),
        ("a,", "bad pass pipeline: expected a pass name at the end"),
        ("a b", "bad pass pipeline: expected ',' or the end at 'b'"),
        ("builtin.module(a", "bad pass pipeline: expected ')' at the end"),
        ("a{x=1", "bad pass pipeline: expected an option name or '}' at the end"),
        ("a{x='1}", "bad pass pipeline: expected a closing quote at ''1}'"),
        (
            "gpu.module(a)",
            "passes cannot be nested under 'gpu.module', only under any, builtin.module, func.func",
        ),
    ],
)
def test_errors_are_one_line(text: str, message: str) -> None:
    with pytest.raises(CompileError) as caught:
        build_pipeline(text)
    assert caught.value.diagnostic.message == message


@pytest.mark.parametrize(
    ("text", "place", "line"),
    [
        ("options,optons", "<pipeline>:1:9", 0),
        ("options{count=x}", "<pipeline>:1:9", 0),
        ("builtin.module(options,\n  options{cnt=1})", "<pipeline>:2:11", 1),
        ("options{fn=a fn=b}", "<pipeline>:1:14", 0),
        ("any(options,", "<pipeline>:1:13", 0),
        ("any(gpu.module(options))", "<pipeline>:1:5", 0),
    ],
)
def test_errors_show_the_place(text: str, place: str, line: int) -> None:
    with pytest.raises(CompileError) as caught:
        build_pipeline(text)
    location = caught.value.diagnostic.location
    assert str(location) == place
    assert text.split("\n")[line] in render(caught.value.diagnostic, {"<pipeline>": text})


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", "builtin.module()"),
        ("options", "builtin.module(options)"),
        ("options{count=3 mode=combined}", "builtin.module(options)"),
        ("any(options{return-primal argTys=a,'b c' count=-1},refuse)", None),
        ("options{fn='a \"b\\\\ {c}'}", None),
        ('options{fn=""}', None),
    ],
)
def test_pipelines_are_written_as_they_are_read(text: str, written: str | None) -> None:
    passes = build_pipeline(text)
    assert build_pipeline(to_text(passes)) == passes
    assert build_pipeline(to_text(passes, defaults=True)) == passes
    assert written in (None, to_text(passes))


def test_passes_of_xdsl_are_known() -> None:
    assert build("canonicalize").name == "canonicalize"
    assert build("scf-parallel-loop-tiling{parallel-loop-tile-sizes=4,8}").name


def test_options_are_described_as_they_are_written() -> None:
    described = {option.name: (option.type, option.default) for option in options_of(OptionsPass)}
    assert described == {
        "argTys": ("a list of text", ""),
        "fn": ("text", ""),
        "return-primal": ("true or false", "false"),
        "count": ("an integer", "3"),
        "mode": ("combined | split | ForwardMode", "combined"),
    }

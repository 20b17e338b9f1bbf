"""The enzyme dialect: both spellings of everything, what is refused, and effects."""

from __future__ import annotations

import io

import pytest
from xdsl.dialects import test as xdsl_test
from xdsl.dialects.builtin import IndexType, ModuleOp, f64
from xdsl.ir import Operation
from xdsl.traits import (
    MemoryAllocEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    OpTrait,
    is_side_effect_free,
)

from ckptopt.dialects import enzyme
from ckptopt.dialects.reader import ReadError, parse_module
from ckptopt.dialects.registry import new_context
from ckptopt.dialects.verifier import VerificationError, verify
from ckptopt.dialects.writer import print_module

FUNCTION = """\
func.func @g(%x: f64) -> f64 {
  return %x : f64
}
"""

ACTIVITIES = (
    "activity = [#enzyme.activity<enzyme_active>], "
    "ret_activity = [#enzyme.activity<enzyme_activenoneed>]"
)


def inside(*lines: str) -> str:
    body = "".join(f"  {line}\n" for line in lines)
    arguments = "%x: f64, %n: index, %m: memref<4x?xf64>, %c: !enzyme.Cache<f64>"
    return (
        f"{FUNCTION}func.func @f({arguments}, %d: !enzyme.Gradient<f64>) {{\n{body}  return\n}}\n"
    )


def checked(text: str) -> ModuleOp:
    module = parse_module(new_context(), text, "in.mlir")
    verify(module)
    return module


def written(module: ModuleOp, *, generic: bool = False) -> str:
    stream = io.StringIO()
    print_module(module, stream, generic=generic)
    return stream.getvalue()


LINES = [
    "%0 = enzyme.init : !enzyme.Cache<f64>",
    "%0 = enzyme.init {foo.a} : !enzyme.Gradient<f64>",
    "%0 = enzyme.init : !enzyme.Cache<memref<?xf64>>",
    "enzyme.push %c, %x : !enzyme.Cache<f64>, f64",
    "%0 = enzyme.pop %c : !enzyme.Cache<f64> -> f64",
    "enzyme.set %d, %x : !enzyme.Gradient<f64>, f64",
    "%0 = enzyme.get %d {foo.a} : !enzyme.Gradient<f64> -> f64",
    "%0 = enzyme.binomial_progress %n, %n : index",
    "%0 = enzyme.ignore_derivatives %x : f64 -> f64",
    "%0 = enzyme.placeholder : f64",
    "%0 = enzyme.load %m[%n, %n] ([4, %n]) : memref<4x?xf64>",
    "enzyme.store %x, %m[%n, %n] ([4, %n]) : memref<4x?xf64>",
    "enzyme.fill_zero %m : memref<4x?xf64>",
    f"%0, %1 = enzyme.autodiff @g(%x, %x) <{{{ACTIVITIES}}}> : (f64, f64) -> (f64, f64)",
    f"%0 = enzyme.autodiff @g(%x, %x) <{{{ACTIVITIES}, width = 2 : i64}}> {{foo.a}}"
    " : (f64, f64) -> f64",
    f"%0 = enzyme.fwddiff @g(%x, %x) <{{{ACTIVITIES}, strong_zero = true}}> : (f64, f64) -> f64",
]


@pytest.mark.parametrize("line", LINES)
def test_our_syntax_is_a_fixed_point(line: str) -> None:
    text = written(checked(inside(line)))
    assert f"    {line}\n" in text
    assert written(checked(text)) == text


@pytest.mark.parametrize("line", LINES)
def test_the_generic_form_reads_back_the_same(line: str) -> None:
    module = checked(inside(line))
    generic = written(module, generic=True)
    assert '"enzyme.' in generic
    assert written(checked(generic)) == written(module)


@pytest.mark.parametrize(
    "spelling",
    [
        "#enzyme.activity<enzyme_dup>",
        "#enzyme<activity enzyme_dup>",
        "#enzyme<activity<enzyme_dup>>",
    ],
)
def test_spellings_of_an_activity(spelling: str) -> None:
    text = f"func.func private @h() attributes {{a.b = {spelling}}}"
    assert "a.b = #enzyme.activity<enzyme_dup>" in written(checked(text))


@pytest.mark.parametrize("opening", ["<{", "<", "{"])
def test_spellings_of_the_properties_of_autodiff(opening: str) -> None:
    closing = {"<{": "}>", "<": ">", "{": "}"}[opening]
    given = inside(
        f"%0 = enzyme.autodiff @g(%x, %x) {opening}{ACTIVITIES}{closing} : (f64, f64) -> f64"
    )
    assert f"enzyme.autodiff @g(%x, %x) <{{{ACTIVITIES}}}> : (f64, f64) -> f64" in written(
        checked(given)
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "enzyme.push %c, %n : !enzyme.Cache<f64>, index",
            "type of 'value' matches element type of 'cache'",
        ),
        (
            "%0 = enzyme.pop %c : !enzyme.Cache<f64> -> f32",
            "type of 'output' matches element type of 'cache'",
        ),
        (
            "enzyme.set %d, %n : !enzyme.Gradient<f64>, index",
            "type of 'value' matches element type of 'gradient'",
        ),
        (
            "%0 = enzyme.get %d : !enzyme.Gradient<f64> -> f32",
            "type of 'result' matches element type of 'gradient'",
        ),
        ("%0 = enzyme.binomial_progress %x, %x : f64", "must be signless integer, index"),
        ("%0 = enzyme.load %m[%n, %n] ([4]) : memref<4x?xf64>", "as many sizes as indices"),
        (
            f"%0 = enzyme.autodiff @zz(%x, %x) <{{{ACTIVITIES}}}> : (f64, f64) -> f64",
            "'zz' does not reference a valid global funcOp",
        ),
        (
            "%0 = enzyme.autodiff @g(%x, %x) <{activity = [], "
            "ret_activity = [#enzyme.activity<enzyme_active>]}> : (f64, f64) -> f64",
            "incorrect number of argument activities, expected 1 found 0",
        ),
    ],
)
def test_what_is_refused(line: str, message: str) -> None:
    with pytest.raises(VerificationError, match=message):
        checked(inside(line))


def test_an_unknown_activity_is_a_syntax_error() -> None:
    with pytest.raises(ReadError):
        checked("func.func private @h() attributes {a.b = #enzyme.activity<enzyme_out>}")


def test_effects() -> None:
    """A push or a pop is never dead and never moves across another; an init makes a new cache."""
    expected: dict[type[Operation], list[type[OpTrait]]] = {
        enzyme.InitOp: [MemoryAllocEffect],
        enzyme.PushOp: [MemoryWriteEffect],
        enzyme.PopOp: [MemoryReadEffect, MemoryWriteEffect],
        enzyme.SetOp: [MemoryWriteEffect],
        enzyme.GetOp: [MemoryReadEffect],
    }
    for operation, effects in expected.items():
        for effect in effects:
            assert any(type(trait) is effect for trait in operation.traits)
    count = xdsl_test.TestOp(result_types=[IndexType()])
    progress = enzyme.BinomialProgressOp(count.results[0], count.results[0])
    assert is_side_effect_free(progress)
    assert not is_side_effect_free(enzyme.PopOp(enzyme.InitOp(enzyme.CacheType(f64))))

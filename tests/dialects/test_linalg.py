"""The named ops of linalg mean what `mlir-opt --linalg-generalize-named-ops` says that they do."""

from __future__ import annotations

import io

import pytest
from support.toolchain import mlir_opt
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from ckptopt.dialects.linalg import GenericOp
from ckptopt.dialects.linalg_named import (
    CONTRACTIONS,
    ELEMENTWISE,
    POOLED,
    POOLINGS,
)
from ckptopt.dialects.reader import parse_module
from ckptopt.dialects.registry import new_context, refined_class
from ckptopt.dialects.writer import print_module

SEPARATOR = "// -----\n"
BINARY = {"add", "div", "max", "min", "mul", "powf", "sub"}


def _function(name: str, types: list[str], attributes: str = "") -> str:
    arguments = ", ".join(f"%{index}: {type}" for index, type in enumerate(types))
    inputs = ", ".join(f"%{index}" for index in range(len(types) - 1))
    return (
        f"func.func @f({arguments}) {{\n"
        f"  linalg.{name} {attributes} ins({inputs} : {', '.join(types[:-1])}) "
        f"outs(%{len(types) - 1} : {types[-1]})\n"
        "  return\n"
        "}\n"
    )


def _memref(subscripts: str, element: str) -> str:
    return f"memref<{'?x' * len(subscripts)}{element}>"


def _cases() -> dict[str, str]:
    cases: dict[str, str] = {}
    for name in ELEMENTWISE:
        type = "memref<?x?xi32>" if name == "div_unsigned" else "memref<?x?xf32>"
        count = 2 if name in BINARY or name == "div_unsigned" else 1
        inputs = [type] * count
        if name == "select":
            inputs = ["memref<?x?xi1>", type, type]
        cases[name] = _function(name, [*inputs, type])
    for name, text in CONTRACTIONS.items():
        shapes, output = text.rpartition(": ")[2].split("->")
        inputs = [_memref(each, "i8") if each else "i32" for each in shapes.split(",")]
        windows = sum(letter in "XYZ" for letter in shapes)
        plain = name in ("conv_1d", "conv_2d", "conv_3d") or not windows
        attributes = "" if plain else _windowed(windows)
        cases[name] = _function(name, [*inputs, _memref(output, "i32")], attributes)
    for layout, text in POOLINGS.items():
        shapes, output = text.split("->")
        windows = sum(letter in "XYZ" for letter in shapes)
        for kind in POOLED[layout]:
            name = f"pooling_{layout}_{kind}"
            types = [_memref(each, "i8") for each in shapes.split(",")]
            cases[name] = _function(name, [*types, _memref(output, "i32")], _windowed(windows))
    cases["copy"] = _function("copy", ["memref<?x?xf32>", "memref<?x?xf64>"])
    cases["fill"] = _function("fill", ["f32", "memref<?x?xf32>"])
    return cases


def _windowed(count: int) -> str:
    type = f"vector<{count}xi64>"
    return f"{{dilations = dense<3> : {type}, strides = dense<2> : {type}}}"


CASES = _cases()


@pytest.fixture(scope="module")
def generalized() -> dict[str, str]:
    return _batch(CASES)


@pytest.fixture(scope="module")
def ours() -> dict[str, str]:
    return _batch({name: _as_generic(text) for name, text in CASES.items()})


def _batch(texts: dict[str, str]) -> dict[str, str]:
    """Generalized by mlir-opt, which hoists constants on the way."""
    arguments = ("--split-input-file", "--linalg-generalize-named-ops")
    result = mlir_opt(SEPARATOR.join(texts.values()), *arguments)
    assert result.returncode == 0, result.stderr
    return dict(zip(texts, result.stdout.split(SEPARATOR), strict=True))


def _as_generic(text: str) -> str:
    """`text` with each named op in terms of the maps, iterators and region that we give it."""
    module = parse_module(new_context(), text, "linalg.mlir")
    named = [op for op in module.walk() if isinstance(op, LinalgStructuredOperation)]
    for op in named:
        Rewriter.replace_op(op, _generic(op))
    stream = io.StringIO()
    print_module(module, stream)
    return stream.getvalue()


def _generic(op: LinalgStructuredOperation) -> Operation:
    return refined_class(GenericOp)(
        op.inputs,
        op.outputs,
        op.detach_region(op.body),
        op.get_indexing_maps(),
        op.get_iterator_types(),
    )


@pytest.mark.parametrize("name", CASES)
def test_a_named_op_is_the_generic_op_that_mlir_opt_makes_of_it(
    name: str, ours: dict[str, str], generalized: dict[str, str]
) -> None:
    assert ours[name].strip() == generalized[name].strip()

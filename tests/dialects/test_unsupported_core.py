"""What mlir-opt 22 reads and we do not: one located error each, never silence.

The rows are of the dialects that the round-trip test covers. Ops of theirs that we do not know pass
through in generic form with `--allow-unregistered-dialect`.
"""

from __future__ import annotations

import io

import pytest
from support.toolchain import mlir_opt

from ckptopt.dialects.reader import ReadError, parse_module
from ckptopt.dialects.registry import new_context
from ckptopt.dialects.verifier import VerificationError, verify
from ckptopt.dialects.writer import print_module

UNKNOWN_OPS = {
    "affine.dma_start": (
        "superseded by memref.dma_start, itself a relic of the Polyhedral dialect",
        """func.func @f(%a: memref<8xf32>, %b: memref<8xf32, 1>, %t: memref<1xi32>, %n: index) {
  affine.dma_start %a[0], %b[0], %t[0], %n : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>
  return
}""",
    ),
    "affine.dma_wait": (
        "as affine.dma_start",
        """func.func @f(%t: memref<1xi32>, %n: index) {
  affine.dma_wait %t[0], %n : memref<1xi32>
  return
}""",
    ),
    "memref.dma_start": (
        "operands are told apart by the ranks of types only; no pass of MLIR makes it",
        """func.func @f(%a: memref<8xf32>, %b: memref<8xf32, 1>, %t: memref<1xi32>, %i: index) {
  memref.dma_start %a[%i], %b[%i], %i, %t[%i]
    : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>
  return
}""",
    ),
    "memref.dma_wait": (
        "as memref.dma_start",
        """func.func @f(%t: memref<1xi32>, %i: index) {
  memref.dma_wait %t[%i], %i : memref<1xi32>
  return
}""",
    ),
    "linalg.fill_rng_2d": (
        "a random generator for tests of linalg itself",
        """func.func @f(%x: f64, %s: i32, %m: memref<4x4xf32>) {
  linalg.fill_rng_2d ins(%x, %x, %s : f64, f64, i32) outs(%m : memref<4x4xf32>)
  return
}""",
    ),
    "linalg.winograd_filter_transform": (
        "made by one pass, which decomposes it again",
        """func.func @f(%a: tensor<2x3x3x5xf32>, %o: tensor<6x6x5x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5xf32>)
    outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}""",
    ),
}
"""Op to the reason and an example in its pretty form."""

UNKNOWN_ATTRIBUTES = {
    "f80 constant": ("%0 = arith.constant 1.0 : f80", "constants of type f80 are unsupported"),
    "f128 constant": ("%0 = arith.constant 1.0 : f128", "constants of type f128 are unsupported"),
    "f128 literal": ("%0 = arith.constant dense<1.5> : tensor<4xf128>", "dense literals of this"),
    "i128 literal": ("%0 = arith.constant dense<1> : tensor<2xi128>", "dense literals of this"),
    "signalling NaN": ("%0 = arith.constant 0x7F800001 : f32", "cannot represent this NaN"),
    "signalling NaN in a literal": (
        "%0 = arith.constant dense<[0x7F800001, 0x0]> : tensor<2xf32>",
        "cannot represent this NaN",
    ),
    "sparse literal": (
        "%0 = arith.constant sparse<[[0], [2]], [1.0, 2.0]> : tensor<3xf32>",
        "sparse literals are not supported",
    ),
    "literal of strings": (
        '%0 = arith.constant {foo.a = dense<["x", "y"]> : tensor<2x!llvm.ptr>} 1 : i32',
        "Expected either a float, integer, or complex literal",
    ),
    "literal of one string for all elements": (
        '%0 = arith.constant {foo.a = dense<"x"> : tensor<2x!async.token>} 1 : i32',
        "Expected memref, vector or tensor type of integer, index, float, or complex type",
    ),
    "quoted opaque attribute": (
        '%0 = arith.constant {foo.a = #foo<"bar">} 1 : i32',
        "Expected attribute name",
    ),
    "typed string": ('%0 = arith.constant {foo.a = "x" : i32} 1 : i32', "expected"),
    "unranked arithmetic": (
        "%u = tensor.cast %t : tensor<4xf32> to tensor<*xf32>\n"
        "  %0 = arith.mulf %u, %u : tensor<*xf32>",
        "Unexpected attribute tensor<*xf32>",
    ),
}
"""Python has no such floats, xDSL no such attributes; the text and what the error says."""


def _in_function(text: str) -> str:
    return f"func.func @f(%t: tensor<4xf32>) {{\n  {text}\n  return\n}}\n"


def _error(text: str) -> tuple[int, str]:
    """Line and message of what is wrong with `text`."""
    try:
        module = parse_module(new_context(), text, "unsupported.mlir")
        verify(module)
    except ReadError as error:
        return error.line, error.msg
    except VerificationError as error:
        return error.op.location.line.data, error.message  # pyright: ignore
    pytest.fail("it is supported")


@pytest.mark.parametrize("name", UNKNOWN_OPS)
def test_an_unknown_op_is_an_error_where_it_stands(name: str) -> None:
    line, message = _error(UNKNOWN_OPS[name][1])
    assert line == 2
    assert message.startswith(f"unregistered operation '{name}':")


def test_unknown_ops_pass_through_in_generic_form() -> None:
    texts = [text for _, text in UNKNOWN_OPS.values()]
    arguments = ("--split-input-file", "--mlir-print-op-generic")
    generic = mlir_opt("\n// -----\n".join(texts), *arguments).stdout.split("// -----\n")
    assert len(generic) == len(texts)
    printed: list[str] = []
    for text in generic:
        stream = io.StringIO()
        module = parse_module(new_context(allow_unregistered=True), text, "unsupported.mlir")
        print_module(module, stream)
        printed.append(stream.getvalue())
    read_back = mlir_opt("// -----\n".join(printed), *arguments).stdout.split("// -----\n")
    assert read_back == generic


@pytest.mark.parametrize("name", UNKNOWN_ATTRIBUTES)
def test_an_unknown_attribute_is_an_error_where_it_stands(name: str) -> None:
    text, expected = UNKNOWN_ATTRIBUTES[name]
    line, message = _error(_in_function(text))
    assert line == text.count("\n") + 2
    assert expected in message


def test_mlir_opt_reads_all_of_them() -> None:
    texts = [
        *(text for _, text in UNKNOWN_OPS.values()),
        *(_in_function(text) for text, _ in UNKNOWN_ATTRIBUTES.values()),
    ]
    result = mlir_opt(
        "\n// -----\n".join(texts), "--split-input-file", "--allow-unregistered-dialect"
    )
    assert result.returncode == 0, result.stderr

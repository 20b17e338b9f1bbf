"""Reading text: locations, aliases, what is an error and where it is reported."""

from __future__ import annotations

import contextlib
import io
import random
import subprocess
import sys
from pathlib import Path

import pytest
from support.toolchain import mlir_opt
from xdsl.dialects import affine, arith, memref, scf
from xdsl.dialects import test as xdsl_test
from xdsl.dialects.builtin import DYNAMIC_INDEX, FileLineColLoc, ModuleOp, UnknownLoc, f64, i1
from xdsl.ir import Attribute, Operation
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, RecursiveMemoryEffect

from ckptopt.dialects.reader import ReadError, parse_module
from ckptopt.dialects.registry import new_context
from ckptopt.dialects.verifier import VerificationError, verify
from ckptopt.dialects.writer import print_module


def read(text: str, *, line_offset: int = 0, allow_unregistered: bool = False) -> ModuleOp:
    return parse_module(new_context(allow_unregistered), text, "in.mlir", line_offset)


def written(module: ModuleOp, *, generic: bool = False, debuginfo: bool = False) -> str:
    stream = io.StringIO()
    print_module(module, stream, generic=generic, debuginfo=debuginfo)
    return stream.getvalue()


def place(location: Attribute) -> str:
    assert isinstance(location, FileLineColLoc)
    return f"{location.filename.data}:{location.line.data}:{location.column.data}"


def op_named(module: ModuleOp, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


LOOP = """\
func.func @f(%a: index,
             %x: f64) -> f64 {
  %r = scf.for %i = %a to %a step %a iter_args(%y = %x) -> f64 {
    %z = arith.addf %y, %y : f64
    scf.yield %z : f64
  }
  "func.return"(%r) : (f64) -> ()
}
"""


def test_every_op_and_argument_has_the_place_where_it_was_read() -> None:
    module = read(LOOP)
    assert place(op_named(module, "func.func").location) == "in.mlir:1:1"
    assert place(op_named(module, "scf.for").location) == "in.mlir:3:8"
    assert place(op_named(module, "arith.addf").location) == "in.mlir:4:10"
    assert place(op_named(module, "func.return").location) == "in.mlir:7:3"
    function, loop = op_named(module, "func.func"), op_named(module, "scf.for")
    arguments = [region.block.args for region in (function.regions[0], loop.regions[0])]
    places = [place(argument.location) for group in arguments for argument in group]
    assert places == ["in.mlir:1:14", "in.mlir:2:14", "in.mlir:3:16", "in.mlir:3:48"]


def test_places_count_from_the_line_offset() -> None:
    module = read(LOOP, line_offset=10)
    assert place(op_named(module, "arith.addf").location) == "in.mlir:14:10"
    assert place(module.location) == "in.mlir:11:1"


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [
        ('loc("other.py":3:4)', '"other.py":3:4'),
        ("loc(unknown)", "unknown"),
        ('loc("name")', '"name"'),
        ('loc(callsite("a" at "b"))', 'callsite("a" at "b")'),
        ('loc(fused<"m">["a", "b"])', 'fused<"m">["a", "b"]'),
        ('loc("other.py":3:4 to :9)', '"other.py":3:4'),
        ('loc("other.py":3:4 to 5:9)', '"other.py":3:4'),
    ],
)
def test_explicit_locations_stay(suffix: str, expected: str) -> None:
    for op in ("arith.constant 1 : i32", '"arith.constant"() <{value = 1 : i32}> : () -> i32'):
        location = op_named(read(f"%0 = {op} {suffix}"), "arith.constant").location
        assert str(location) == f"loc({expected})"


def test_location_aliases_may_follow_their_uses() -> None:
    module = read(
        """
        #first = loc("a.py":1:2)
        %0 = arith.constant 1 : i32 loc(#first)
        %1 = arith.constant 2 : i32 loc(#loc2)
        #loc1 = loc("b.py":3:4)
        #loc2 = loc(callsite(#loc1 at #first))
        """
    )
    locations = [str(op.location) for op in module.body.block.ops]
    assert locations == ['loc("a.py":1:2)', 'loc(callsite("b.py":3:4 at "a.py":1:2))']


def test_debuginfo_of_mlir_opt_reads_and_ours_is_read_by_mlir_opt() -> None:
    printed = mlir_opt(LOOP, "--mlir-print-debuginfo")
    assert printed.returncode == 0, printed.stderr
    module = read(printed.stdout)
    assert place(op_named(module, "arith.addf").location) == "<stdin>:4:10"
    again = mlir_opt(written(module, debuginfo=True), "--mlir-print-debuginfo")
    assert again.returncode == 0, again.stderr
    assert '"<stdin>":4:10' in again.stdout


@pytest.mark.parametrize("text", ["", "\n\n", "// nothing\n// here"])
def test_a_file_without_ops_is_an_empty_module(text: str) -> None:
    module = read(text)
    assert not module.body.block.ops
    assert mlir_opt(written(module)).stdout == mlir_opt("").stdout


def test_a_lone_module_is_not_wrapped() -> None:
    assert read("module @m {}").sym_name is not None
    assert len(read("module @m {} module @n {}").body.block.ops) == 2


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("func.func @f() {\n  return %x : f32\n}", 2, 10, "use of undeclared SSA value name"),
        # the definition in another function does not count
        (
            "func.func @f() {\n  return %x : f32\n}\nfunc.func @g(%x: f32) {\n  return\n}",
            2,
            10,
            "use of undeclared SSA value name",
        ),
        ("%0 = arith.addf %a %b : f32", 1, 20, "Expected ','"),
        ('%0 = "no.such"() : () -> i32', 1, 6, "unregistered operation 'no.such'"),
        ("%0:2 = arith.constant 1 : i32", 1, 8, "operation defines 1 results but was provided 2"),
        ("%0 = arith.constant 0x7F800001 : f32", 1, 21, "cannot represent this NaN"),
        ("%0 = arith.constant dense<0x7F800001> : tensor<2xf32>", 1, 27, "cannot represent"),
        ("%0 = arith.constant dense<0x7F8000000> : tensor<2xf32>", 1, 27, "out of range"),
        ("%0 = arith.constant 1.0 : f80", 1, 21, "unsupported"),
        ("%0 = arith.constant 1 : i32 loc(#nowhere)", 1, 41, "undefined symbol alias"),
        ("memref.atomic_rmw nope %a, %b[] : (i32, memref<i32>) -> i32", 1, 19, "expected one of"),
        ("func.func @f() {\n}", 1, 16, "expected non-empty function body"),
        ("}", 1, 1, "custom op or alias definition expected"),
    ],
)
def test_errors_have_a_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(text, line_offset=100)
    assert message in caught.value.msg
    assert (caught.value.line, caught.value.column) == (line + 100, column)


def test_what_is_wrong_inside_xdsl_is_an_error_of_the_text() -> None:
    for text in ("scf.for %i = 3 to", "func.func @f(%a: memref<4x", "#a = loc(", "%0 = !"):
        with pytest.raises(ReadError):
            read(text)


def test_an_unterminated_string_is_an_error_at_once() -> None:
    with pytest.raises(ReadError, match="closing string literal"):
        read('"' + "a" * 10_000 + "\nfunc.func @f()")


ROUNDTRIP = sorted((Path(__file__).parent / "roundtrip").glob("*.mlir"))


@pytest.mark.parametrize("path", ROUNDTRIP, ids=lambda path: path.stem)
def test_text_that_ends_early_is_an_error_and_no_crash(path: Path) -> None:
    choose = random.Random(path.stem)
    for snippet in path.read_text(encoding="utf-8").split("// -----\n"):
        for _ in range(6):
            with contextlib.suppress(ReadError, VerificationError):
                verify(read(snippet[: choose.randrange(len(snippet) + 1)]))


def test_deep_nesting_is_an_error_and_no_crash() -> None:
    depth = 2000
    text = "func.func @f(%c: i1) {" + "scf.if %c {" * depth + "}" * depth + "return }"
    with pytest.raises(ReadError, match="nested too deeply"):
        read(text)


INVALID = [
    (
        "func.func @f(%a: f32) {\n  %1 = arith.addf %0, %a : f32\n"
        "  %0 = arith.addf %a, %a : f32\n  return\n}",
        "2:8",
        "operand #0 does not dominate this use",
    ),
    (
        "func.func @f(%c: i1, %a: f32) -> f32 {\n  scf.if %c {\n    %0 = arith.negf %a : f32\n  }\n"
        '  %1 = "arith.negf"(%a) : (f32) -> f32\n  return %1 : f32\n}',
        None,
        "",
    ),
    (
        "func.func @f(%c: i1, %a: f32) -> f32 {\n  cf.cond_br %c, ^bb1, ^bb2\n^bb1:\n"
        "  %0 = arith.negf %a : f32\n  cf.br ^bb2\n^bb2:\n  return %0 : f32\n}",
        "7:3",
        "operand #0 does not dominate this use",
    ),
    (
        "func.func @f(%a: f32) -> f32 {\n  cf.br ^bb1\n^bb1:\n  %0 = arith.negf %a : f32\n"
        "  cf.br ^bb2\n^bb2:\n  return %0 : f32\n}",
        None,
        "",
    ),
    (
        "func.func @f(%a: f32) {\n  cf.br ^bb1\n^bb1:\n  %0 = arith.addf %1, %a : f32\n"
        "  %1 = arith.negf %a : f32\n  cf.br ^bb1\n}",
        "4:8",
        "operand #0 does not dominate this use",
    ),
    (
        "func.func @f(%c: i1, %m: memref<2xf32>) {\n  scf.if %c {\n"
        "    %i = arith.constant 0 : index\n"
        "    memref.store %v, %m[%i] : memref<2xf32>\n"
        "    %v = memref.load %m[%i] : memref<2xf32>\n  }\n  return\n}",
        "4:5",
        "operand #0 does not dominate this use",
    ),
    (
        "func.func @f(%a: f32) {\n}",
        "1:1",
        "empty block: expect at least a terminator",
    ),
    ("func.func @f() -> f32 {\n  return\n}", "2:3", "Expected arguments to have the same types"),
    ("func.func @f() {\n  call @g() : () -> ()\n  return\n}", "2:3", "could not be found"),
    (
        "func.func @f(%a: memref<4xf32>, %b: memref<5xf32>) {\n"
        "  memref.copy %a, %b : memref<4xf32> to memref<5xf32>\n  return\n}",
        "2:3",
        "requires the same shape for all operands",
    ),
    (
        "func.func @f(%a: i32) {\n  %0 = arith.extsi %a : i32 to i16\n  return\n}",
        "2:8",
        "are cast incompatible",
    ),
    (
        "func.func @f(%a: memref<4xf32>) {\n  %0 = memref.load %a[] : memref<4xf32>\n  return\n}",
        "2:8",
        "incorrect number of indices, expected 1 but got 0",
    ),
]


@pytest.mark.parametrize(("text", "where", "message"), INVALID)
def test_verification(text: str, where: str | None, message: str) -> None:
    """Each verdict is mlir-opt's too."""
    module = read(text)
    accepted = mlir_opt(text).returncode == 0
    assert accepted == (where is None)
    if where is None:
        verify(module)
        return
    with pytest.raises(VerificationError) as caught:
        verify(module)
    assert place(caught.value.op.location) == f"in.mlir:{where}"
    assert message in caught.value.message
    assert "\n" not in caught.value.message


def test_unregistered_ops_pass_through() -> None:
    text = '%0 = "my.op"() <{p = 1 : i64}> ({\n}) {a} : () -> i32'
    with pytest.raises(ReadError):
        read(text)
    module = read(text, allow_unregistered=True)
    verify(module)
    assert '"my.op"() <{p = 1 : i64}> ({' in written(module)


def test_ops_that_passes_build_with_xdsl_print_with_our_syntax() -> None:
    """They are of xDSL's own classes, some of which print a form that mlir-opt refuses."""
    static = memref.MemRefType(f64, [4])
    buffers = xdsl_test.TestOp(result_types=[static, memref.MemRefType(f64, [DYNAMIC_INDEX])])
    condition = xdsl_test.TestOp(result_types=[i1])
    copy = memref.CopyOp(*buffers.results)
    select = arith.SelectOp(condition.results[0], buffers.results[0], buffers.results[0])
    module = ModuleOp([buffers, condition, copy, select])
    verify(module)
    text = written(module)
    assert "memref.copy %0, %1 : memref<4xf64> to memref<?xf64>" in text
    assert "arith.select %2, %0, %0 : memref<4xf64>" in text


LOSSY = [
    '"llvm.mlir.global"() <{addr_space = 0 : i32, constant, global_type = i32, '
    'linkage = #llvm.linkage<internal>, sym_name = "g", unnamed_addr = 0 : i64, '
    "value = 5 : i32, visibility_ = 0 : i64}> ({\n}) {foo.a} : () -> ()",
    '%0 = "llvm.mlir.constant"() <{value = 1 : i32}> {foo.a} : () -> i32',
    "func.func @f(%a: memref<4x8xf32>, %b: memref<8x4xf32>) {\n"
    '  "linalg.transpose"(%a, %b) <{permutation = array<i64: 1, 0>}> ({\n'
    '  ^bb0(%x: f32, %y: f32):\n    "linalg.yield"(%x) : (f32) -> ()\n'
    "  }) {foo.a} : (memref<4x8xf32>, memref<8x4xf32>) -> ()\n  return\n}",
]


@pytest.mark.parametrize("text", LOSSY)
def test_what_the_short_form_would_lose_prints_in_the_generic_form(text: str) -> None:
    expected, actual = mlir_opt(text), mlir_opt(written(read(text)))
    assert expected.returncode == 0, expected.stderr
    assert actual.stdout == expected.stdout, actual.stderr


def test_subclasses_survive_cloning_and_match_xdsl_classes() -> None:
    module = read(LOOP)
    loop = op_named(module, "scf.for")
    assert isinstance(loop, scf.ForOp)
    assert type(loop.clone()) is type(loop)
    assert written(module.clone()) == written(module)


def test_effects_that_xdsl_leaves_out() -> None:
    for operation, effect in (
        (affine.LoadOp, MemoryReadEffect),
        (affine.StoreOp, MemoryWriteEffect),
        (affine.ForOp, RecursiveMemoryEffect),
        (scf.ExecuteRegionOp, RecursiveMemoryEffect),
    ):
        name = operation.name
        ours = new_context().get_op(name)
        assert any(isinstance(trait, effect) for trait in operation.traits)
        assert any(isinstance(trait, effect) for trait in ours.traits)


def test_symbol_and_dimension_operands_are_told_apart() -> None:
    text = (
        "func.func @f(%m: memref<8xf64>, %i: index, %n: index) {\n"
        "  %0 = affine.load %m[%i + symbol(%n) * 2] : memref<8xf64>\n  return\n}"
    )
    load = op_named(read(text), "affine.load")
    assert isinstance(load, affine.LoadOp)
    assert (load.map.data.num_dims, load.map.data.num_symbols) == (1, 1)


def test_a_resource_survives_two_readings() -> None:
    text = (
        "%0 = arith.constant dense_resource<blob> : tensor<1xi32>\n"
        '{-# dialect_resources: { builtin: { blob: "0x0400000001000000" } } #-}'
    )
    first, second = written(read(text)), written(read(text))
    assert first == second
    assert '"0x0400000001000000"' in second


def test_output_does_not_depend_on_the_hash_seed() -> None:
    program = (
        "import sys; from ckptopt.dialects.reader import parse_module;"
        "from ckptopt.dialects.registry import new_context;"
        "from ckptopt.dialects.writer import print_module;"
        f"print_module(parse_module(new_context(), {FLAGS!r}, 'x'), sys.stdout)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


FLAGS = """
func.func @f(%a: f32, %b: i32) {
  %0 = arith.addf %a, %a fastmath<nnan,ninf,nsz,arcp> {z, y, x} : f32
  %1 = arith.addi %b, %b overflow<nuw,nsw> : i32
  return
}
"""


def test_unknown_locations_are_kept_unknown() -> None:
    operation = op_named(read("%0 = arith.constant 1 : i32 loc(unknown)"), "arith.constant")
    assert isinstance(operation.location, UnknownLoc)


@pytest.mark.parametrize(
    "body",
    [
        "%r = scf.execute_region -> f64 {\n    scf.yield\n  }",
        "scf.execute_region {\n    scf.yield %x : f64\n  }",
        "%r = scf.if %c -> (f64) {\n    scf.yield %x, %x : f64, f64\n  } else {\n"
        "    scf.yield %x, %x : f64, f64\n  }",
        "%r = scf.while (%a = %x) : (f64) -> f64 {\n    scf.condition(%c) %a, %a : f64, f64\n"
        "  } do {\n  ^bb0(%b: f64):\n    scf.yield %b : f64\n  }",
        "%r = scf.while (%a = %x) : (f64) -> f64 {\n    scf.condition(%c) %a : f64\n"
        "  } do {\n  ^bb0(%b: f64):\n    scf.yield\n  }",
    ],
)
def test_regions_yield_what_their_operation_has_results_for(body: str) -> None:
    text = f"func.func @f(%x: f64, %c: i1) {{\n  {body}\n  return\n}}\n"
    with pytest.raises((VerificationError, ReadError)):
        verify(parse_module(new_context(), text, "f.mlir"))

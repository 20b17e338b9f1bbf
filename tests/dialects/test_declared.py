"""Dialects that consist of tables: what is to hold for all ops in them."""

from __future__ import annotations

import contextlib
import io
import re

import pytest
from support.inprocess import run_cli
from support.toolchain import mlir_opt
from xdsl.dialects import func, gpu, llvm
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, MemRefType, ModuleOp, f64
from xdsl.ir import Block, Operation, Region
from xdsl.irdl import IRDLOperation, OpDef

from ckptopt.dialects.declared import declare
from ckptopt.dialects.formats import compile_format
from ckptopt.dialects.reader import ReadError, parse_module
from ckptopt.dialects.registry import OURS, load_dialect, new_context
from ckptopt.dialects.writer import print_module


def _operations() -> dict[str, type[IRDLOperation]]:
    return {
        operation.name: operation
        for name in OURS
        for operation in load_dialect(name).operations
        if issubclass(operation, IRDLOperation)
    }


OPERATIONS = _operations()


@pytest.mark.parametrize("name", OURS)
def test_formats_compile(name: str) -> None:
    """They are compiled when they are first used, which is late for a mistake in one."""
    for operation in load_dialect(name).operations:
        if not issubclass(operation, IRDLOperation):
            continue
        definition = operation.get_irdl_definition()
        if definition.assembly_format is not None:
            compile_format(definition.assembly_format, definition)


def _names(definition: OpDef) -> list[list[str]]:
    parts = (definition.operands, definition.results, definition.regions, definition.successors)
    return [[name for name, _ in part] for part in parts]


def test_an_op_that_xdsl_builds_prints_with_our_syntax() -> None:
    """Our format is run on xDSL's instance, so it may name nothing that the instance lacks."""
    compared = 0
    for name, operation in OPERATIONS.items():
        for base in operation.__mro__[1:]:
            if base.__module__.startswith("xdsl.dialects") and base.__dict__.get("name") == name:
                assert issubclass(base, IRDLOperation)
                ours, theirs = operation.get_irdl_definition(), base.get_irdl_definition()
                assert _names(ours) == _names(theirs), name
                compared += 1
    assert compared > 100


def test_the_notation_of_declare() -> None:
    operation = declare(
        "my.op",
        "$a (`,` $b^)? `[` $c `]` attr-dict `:` type($a)",
        operands="a: T, b?: index, c*: i32",
        results="r: T",
    )
    definition = operation.get_irdl_definition()
    kinds = [(name, type(entry).__name__) for name, entry in definition.operands]
    assert kinds == [("a", "OperandDef"), ("b", "OptOperandDef"), ("c", "VarOperandDef")]
    assert "operandSegmentSizes" in definition.properties
    compile_format(definition.assembly_format or "", definition)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("%0 = index.cmp most(%x, %x)", "eq"),
        ("gpu.launch blocks(%a, %b) in (%c = %x, %d = %x, %e = %x)", "x, y and z"),
        ("gpu.launch_func %x blocks in (%x, %x, %x) threads in (%x, %x, %x)", ""),
        ("llvm.fence sometimes", "expected one of: not_atomic"),
        ("%0 = llvm.call often @f() : () -> i32", "unknown keyword 'often'"),
        ("%0 = llvm.call internal @f() : () -> i32", "unexpected keyword 'internal'"),
        ("%0 = llvm.extractvalue %x[0] : index", "no position 0 in index"),
        ("%0 = llvm.shufflevector %x, %x [0] : index", "expected a vector type"),
        ("%0 = llvm.add %x, %x overflow<sometimes> : index", ""),
        ("%0 = async.runtime.load %x : i32", "expected an async value"),
        ("llvm.switch %x : index, ^a [ 1: ^a ]\n^a:", "expected an integer to choose by"),
        ("llvm.intr.ubsantrap <{wrong = 1 : i8}>", "expected the property 'failureKind'"),
        ("%0 = gpu.subgroup_mma_constant_matrix %x : i32", "expected a matrix type"),
    ],
)
def test_wrong_text_is_a_located_error(text: str, message: str) -> None:
    with pytest.raises(ReadError) as raised:
        parse_module(new_context(), f"func.func @f(%x: index) {{\n{text}\n}}", "in.mlir")
    assert message in raised.value.msg
    assert raised.value.line == 2


@pytest.mark.parametrize(
    "op",
    [
        '%1 = "llvm.icmp"(%a, %a) <{predicate = 99 : i64}> : (i32, i32) -> i1',
        '%1 = "llvm.icmp"(%a, %a) <{predicate = "eq"}> : (i32, i32) -> i1',
        '%1 = "llvm.atomicrmw"(%p, %a) <{bin_op = -1 : i64, ordering = 4 : i64}> '
        ": (!llvm.ptr, i32) -> i32",
    ],
)
def test_a_number_that_stands_for_no_word_is_a_located_error(op: str) -> None:
    text = f"func.func @f(%a: i32, %p: !llvm.ptr) {{\n  {op}\n  return\n}}\n"
    done = run_cli(["-"], text)
    assert done.exit_code == 1
    assert re.match(r"<stdin>:2:\d+: error: 'llvm\.\w+' op has .* is meant", done.stderr), (
        done.stderr
    )


@pytest.mark.parametrize("rest", ["", " (", " %x", " @", " <", " {", ' "', " 1"])
def test_cut_text_is_an_error_and_no_crash(rest: str) -> None:
    context = new_context()
    for name in OPERATIONS:
        with contextlib.suppress(ReadError):
            parse_module(context, f"{name}{rest}", "in.mlir")


def test_every_operation_has_a_syntax_or_says_that_it_has_none() -> None:
    generic = [
        name for name, each in OPERATIONS.items() if each.parse.__func__ is Operation.parse.__func__
    ]
    prefixes = ("llvm.intr.", "llvm.inline_asm", "affine.", "memref.", "vector.", "tensor.")
    assert [name for name in generic if not name.startswith(prefixes)] == []


def test_ops_built_by_xdsl_are_printed_as_mlir_has_them() -> None:
    pointer = llvm.LLVMPointerType()
    block = Block(arg_types=[pointer, f64, IndexType()])
    where, value, size = block.args
    body: list[Operation] = [
        llvm.GEPOp(where, [1], f64, inbounds=True),
        load := llvm.LoadOp(where, f64, alignment=8, ordering=4),
        llvm.StoreOp(load, where, alignment=8, volatile=True),
        llvm.CallOp("g", value, return_type=f64),
        llvm.FAddOp(value, value),
        gpu.AllocOp(MemRefType(f64, [DYNAMIC_INDEX]), [size], is_async=True),
        gpu.ThreadIdOp(gpu.DimensionAttr(gpu.DimensionEnum.Y)),
        gpu.WaitOp(),
        func.ReturnOp(),
    ]
    block.add_ops(body)
    function = func.FuncOp("f", ([pointer, f64, IndexType()], []), Region(block))
    callee = llvm.FuncOp("g", llvm.LLVMFunctionType([f64], f64), llvm.LinkageAttr("external"))
    stream = io.StringIO()
    print_module(ModuleOp([callee, function]), stream)
    printed = mlir_opt(stream.getvalue())
    assert printed.returncode == 0, printed.stderr
    for line in (
        "llvm.getelementptr inbounds %arg0[1] : (!llvm.ptr) -> !llvm.ptr, f64",
        "llvm.load %arg0 atomic acquire {alignment = 8 : i64} : !llvm.ptr -> f64",
        "llvm.store volatile %1, %arg0 {alignment = 8 : i64} : f64, !llvm.ptr",
        "llvm.call @g(%arg1) : (f64) -> f64",
        "gpu.alloc async (%arg2) : memref<?xf64>",
        "gpu.thread_id  y",
    ):
        assert line in printed.stdout

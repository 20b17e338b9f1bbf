"""The gpu dialect: xDSL's attributes, and ops with the syntax that xDSL has for none of them."""

from __future__ import annotations

from typing import Any

from xdsl.dialects import gpu
from xdsl.dialects.builtin import ArrayAttr, IndexType, IntAttr, StringAttr, i32
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import BaseAttr, IRDLOperation, OptPropertyDef, irdl_attr_definition
from xdsl.irdl.declarative_assembly_format import ParsingState
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from .declared import (
    ANY,
    UNIT,
    OptionalWord,
    declare,
    enumeration,
    fail,
    inferred,
    integer,
    one_of,
)
from .gpu_kernels import BinaryOp, FuncOp, ModuleOp, SelectObjectAttr
from .gpu_launch import TOKEN, Async, LaunchFuncOp, LaunchOp
from .gpu_warp import WarpExecuteOnLane0Op
from .opaque import opaque


@irdl_attr_definition
class MatrixType(ParametrizedAttribute, TypeAttribute):
    """A part of a matrix product, spread over a subgroup: `!gpu.mma_matrix<16x16xf16, "AOp">`"""

    name = "gpu.mma_matrix"
    shape: ArrayAttr[IntAttr]
    element_type: Attribute
    operand: StringAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        with parser.in_angle_brackets():
            shape, element_type = parser.parse_ranked_shape()
            parser.parse_punctuation(",")
            operand = parser.parse_str_literal()
        return [ArrayAttr(map(IntAttr, shape)), element_type, StringAttr(operand)]

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            for size in self.shape:
                printer.print_string(f"{size.data}x")
            printer.print_attribute(self.element_type)
            printer.print_string(", ")
            printer.print_attribute(self.operand)


def _element_type(parser: Parser, state: ParsingState) -> list[Attribute]:
    match state.result_types[0]:
        case [MatrixType() as matrix]:
            return [matrix.element_type]
        case _:
            fail(parser, "expected a matrix type")


Element = inferred(_element_type)


REDUCTIONS = (
    *("add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf"),
    *("and", "or", "xor", "minimumf", "maximumf"),
)

ReductionAttr = enumeration("gpu.all_reduce_op", REDUCTIONS)
ShuffleModeAttr = enumeration("gpu.shuffle_mode", ("xor", "up", "down", "idx"))
BroadcastAttr = enumeration("gpu.broadcast", ("first_active_lane", "specific_lane", "any_lane"))
ElementwiseAttr = enumeration(
    "gpu.mma_element_wise",
    (
        *("addf", "mulf", "subf", "maxf", "minf", "divf", "addi", "muli", "subi", "divs", "divu"),
        *("negatef", "negates", "extf"),
    ),
)

OPAQUE = (
    *("address_space", "block", "kernel_metadata", "kernel_table", "lane", "loop_dim_map", "mask"),
    *("object", "thread", "warp", "warpgroup"),
)
"""Attributes that are kept as text."""

DIMENSIONED = (
    *("block_dim", "block_id", "cluster_block_id", "cluster_dim", "cluster_dim_blocks"),
    *("cluster_id", "global_id", "grid_dim", "thread_id"),
)

IDENTIFIERS = {
    "lane_id": "",
    "num_subgroups": " `:` type($result)",
    "subgroup_id": " `:` type($result)",
    "subgroup_size": " `:` type($result)",
}
"""Indices and counts without a dimension, with what is printed of their result."""

UPPER_BOUND = "(`upper_bound` $upper_bound^)? attr-dict"

FUNCTIONAL = "attr-dict `:` functional-type(operands, results)"

ASYNC = "custom<Async>(type($asyncToken), $asyncDependencies)"

DEPENDENCIES = "asyncDependencies*: token"

THEIRS = {operation.name: operation for operation in gpu.GPU.operations}


def _declare(name: str, assembly_format: str | None = None, **parts: Any) -> type[IRDLOperation]:
    return declare(
        f"gpu.{name}",
        assembly_format,
        base=THEIRS.get(f"gpu.{name}"),
        types={"token": TOKEN},
        directives={"Async": Async, "Element": Element, "Word": OptionalWord},
        **parts,
    )


POSITIONS = [
    *(
        _declare(
            name,
            f"$dimension {UPPER_BOUND}",
            results="result: index",
            properties={
                "dimension": one_of(gpu.DimensionAttr),
                "upper_bound": integer(IndexType()),
            },
            traits=[Pure()],
        )
        for name in DIMENSIONED
    ),
    *(
        _declare(
            name,
            UPPER_BOUND + printed,
            results="result: index",
            properties={"upper_bound": integer(IndexType())},
            traits=[Pure()],
        )
        for name, printed in IDENTIFIERS.items()
    ),
]

MEMORY = [
    _declare(
        "alloc",
        f"{ASYNC} (`host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` "
        "(`` `[` $symbolOperands^ `]`)? attr-dict `:` type($result)",
        operands=f"{DEPENDENCIES}, dynamicSizes*: index, symbolOperands*: index",
        results="result, asyncToken?: token",
        properties={"hostShared": UNIT},
    ),
    _declare(
        "dealloc",
        f"{ASYNC} $buffer attr-dict `:` type($buffer)",
        operands=f"{DEPENDENCIES}, buffer",
        results="asyncToken?: token",
    ),
    _declare(
        "memcpy",
        f"{ASYNC} $dst `,` $src `:` type($dst) `,` type($src) attr-dict",
        operands=f"{DEPENDENCIES}, dst, src",
        results="asyncToken?: token",
    ),
    _declare(
        "memset",
        f"{ASYNC} $dst `,` $value `:` type($dst) `,` type($value) attr-dict",
        operands=f"{DEPENDENCIES}, dst, value",
        results="asyncToken?: token",
    ),
    _declare(
        "wait",
        f"{ASYNC} attr-dict",
        operands=DEPENDENCIES,
        results="asyncToken?: token",
    ),
    _declare("host_register", "$value attr-dict `:` type($value)", operands="value"),
    _declare("host_unregister", "$value attr-dict `:` type($value)", operands="value"),
    _declare("set_default_device", "attr-dict $devIndex", operands="devIndex: i32"),
    _declare(
        "dynamic_shared_memory",
        "attr-dict `:` type($resultMemref)",
        results="resultMemref",
        traits=[Pure()],
    ),
]

COMMUNICATION = [
    _declare("barrier", "attr-dict"),
    _declare(
        "all_reduce",
        f"custom<Word>($op) $operand (`uniform` $uniform^)? $body {FUNCTIONAL}",
        operands="operand",
        results="result",
        properties={"op": OptPropertyDef(BaseAttr(ReductionAttr)), "uniform": UNIT},
        regions="body",
    ),
    _declare(
        "subgroup_reduce",
        "$op $value (`uniform` $uniform^)? "
        "(`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? "
        + FUNCTIONAL,
        operands="value",
        results="result",
        properties={
            "op": one_of(ReductionAttr),
            "uniform": UNIT,
            "cluster_size": integer(i32),
            "cluster_stride": integer(i32, 1),
        },
    ),
    _declare(
        "shuffle",
        "$mode $value `,` $offset `,` $width attr-dict `:` type($value)",
        operands="value: T, offset: i32, width: i32",
        results="shuffleResult: T, valid: i1",
        properties={"mode": one_of(ShuffleModeAttr)},
    ),
    _declare(
        "rotate",
        "$value `,` $offset `,` $width attr-dict `:` type($value)",
        operands="value: T",
        results="rotateResult: T, valid: i1",
        properties={"offset": integer(i32), "width": integer(i32)},
    ),
    _declare(
        "subgroup_broadcast",
        "$src `,` $broadcast_type ($lane^)? attr-dict `:` type($src)",
        operands="src: T, lane?: i32",
        results="result: T",
        properties={"broadcast_type": one_of(BroadcastAttr)},
    ),
    _declare(
        "printf",
        "$format attr-dict (`,` $args^ `:` type($args))?",
        operands="args*",
        properties={"format": ANY},
    ),
]

MATRICES = [
    _declare(
        "subgroup_mma_load_matrix",
        "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)",
        operands="srcMemref, indices*: index",
        results="res",
    ),
    _declare(
        "subgroup_mma_store_matrix",
        "$src `,` $dstMemref `[` $indices `]` attr-dict `:` type($src) `,` type($dstMemref)",
        operands="src, dstMemref, indices*: index",
    ),
    _declare(
        "subgroup_mma_compute",
        "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)",
        operands="opA, opB, opC: T",
        results="res: T",
    ),
    _declare(
        "subgroup_mma_constant_matrix",
        "$value attr-dict `:` type($res) custom<Element>(type($value))",
        operands="value",
        results="res",
    ),
    _declare(
        "subgroup_mma_elementwise",
        f"$opType $args {FUNCTIONAL}",
        operands="args*",
        results="res",
        properties={"opType": one_of(ElementwiseAttr)},
    ),
]

TERMINATORS = [
    _declare("return", "attr-dict ($args^ `:` type($args))?", operands="args*"),
    _declare("terminator", "attr-dict"),
    _declare("yield", "attr-dict ($values^ `:` type($values))?", operands="values*"),
]

GPU = Dialect(
    "gpu",
    [
        *(ModuleOp, BinaryOp, FuncOp, LaunchOp, LaunchFuncOp, WarpExecuteOnLane0Op),
        *(*POSITIONS, *MEMORY, *COMMUNICATION, *MATRICES, *TERMINATORS),
    ],
    [
        *(gpu.AsyncTokenType, gpu.DimensionAttr),
        *(ReductionAttr, ShuffleModeAttr, BroadcastAttr, ElementwiseAttr, SelectObjectAttr),
        *(opaque(f"gpu.{name}") for name in OPAQUE),
        MatrixType,
    ],
)

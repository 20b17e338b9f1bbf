"""Arithmetic, casts, memory and control flow of the llvm dialect, in tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    SymbolRefAttr,
    i32,
    i64,
)
from xdsl.irdl import BaseAttr, IRDLOperation, OptPropertyDef, PropertyDef
from xdsl.irdl.declarative_assembly_format import CustomDirective
from xdsl.traits import IsTerminator, NoMemoryEffect, NoTerminator, SymbolOpInterface, SymbolTable

from .declared import ANY, OPTIONAL, SYMBOL, UNIT, declare, default
from .llvm_directives import DIRECTIVES
from .opaque import opaque

THEIRS = {operation.name: operation for operation in llvm.LLVM.operations}

FASTMATH = {"fastmathFlags": default(llvm.FastMathAttr(None))}

DereferenceableAttr = opaque("llvm.dereferenceable")
ConstantRangeAttr = opaque("llvm.constant_range")
BlockTagAttr = opaque("llvm.blocktag")
BlockAddressAttr = opaque("llvm.blockaddress")


def define(
    name: str,
    assembly_format: str | None = None,
    *,
    directives: Mapping[str, type[CustomDirective]] = DIRECTIVES,
    **parts: Any,
) -> type[IRDLOperation]:
    """`declare` for this dialect."""
    return declare(
        f"llvm.{name}",
        assembly_format,
        base=THEIRS.get(f"llvm.{name}"),
        directives=directives,
        **parts,
    )


def array_of(type: IntegerType) -> PropertyDef:
    return PropertyDef(DenseArrayBase.constr(type))


SCOPE = "(`syncscope` `(` $syncscope^ `)`)?"

CAST = "attr-dict `:` type($arg) `to` type($res)"

ARITHMETIC = [
    define(
        "icmp",
        "custom<IntegerPredicate>($predicate) $lhs `,` $rhs attr-dict `:` type($lhs) "
        "custom<BoolLike>(type($res))",
        operands="lhs: T, rhs: T",
        results="res",
        properties={"predicate": ANY},
    ),
    define(
        "fcmp",
        "custom<FloatPredicate>($predicate) $lhs `,` $rhs attr-dict `:` type($lhs) "
        "custom<BoolLike>(type($res))",
        operands="lhs: T, rhs: T",
        results="res",
        properties={"predicate": ANY, **FASTMATH},
    ),
    define(
        "select",
        "$cond `,` $lhs `,` $rhs attr-dict `:` type($cond) `,` type($res)",
        operands="cond, lhs: T, rhs: T",
        results="res: T",
        properties=FASTMATH,
    ),
    define("freeze", "$val attr-dict `:` type($val)", operands="val: T", results="res: T"),
]

CASTS = [
    *(
        define(
            name,
            f"$arg {CAST}".replace("$res", f"${result}"),
            operands="arg",
            results=result,
        )
        for name, result in {
            **dict.fromkeys(("bitcast", "fpext", "fptrunc", "sitofp"), "result"),
            **dict.fromkeys(("addrspacecast", "fptosi", "fptoui", "sext"), "res"),
        }.items()
    ),
    *(
        define(
            name,
            f"(`nneg` $nonNeg^)? $arg {CAST}",
            operands="arg",
            results="res",
            properties={"nonNeg": UNIT},
        )
        for name in ("uitofp", "zext")
    ),
    *(
        define(
            name,
            "$input attr-dict `:` type($input) `to` type($output)",
            operands="input",
            results="output",
        )
        for name in ("inttoptr", "ptrtoint")
    ),
    define(
        "trunc",
        f"$arg custom<Overflow>($overflowFlags) {CAST}",
        operands="arg",
        results="res",
        properties={"overflowFlags": default(IntegerAttr(0, i32))},
    ),
]

CONSTANTS = [
    *(
        define(f"mlir.{name}", "attr-dict `:` type($res)", results="res", traits=[NoMemoryEffect()])
        for name in ("none", "poison", "undef", "zero")
    ),
    define(
        "mlir.constant",
        "`(` $value `)` attr-dict `:` type($result)",
        results="result",
        properties={"value": ANY},
    ),
    define(
        "mlir.addressof",
        "$global_name attr-dict `:` type($result)",
        results="result",
        properties={"global_name": PropertyDef(BaseAttr(SymbolRefAttr))},
    ),
    define(
        "dso_local_equivalent",
        "$function_name attr-dict `:` type($res)",
        results="res",
        properties={"function_name": PropertyDef(BaseAttr(SymbolRefAttr))},
    ),
    define(
        "blockaddress",
        "$block_addr attr-dict `:` type($res)",
        results="res",
        properties={"block_addr": PropertyDef(BaseAttr(BlockAddressAttr))},
    ),
]

MEMORY = [
    define(
        "alloca",
        "(`inalloca` $inalloca^)? $size `x` $elem_type attr-dict `:` "
        "functional-type(operands, results)",
        operands="size",
        results="res",
        properties={"elem_type": ANY, "inalloca": UNIT},
    ),
    define(
        "load",
        "(`volatile` $volatile_^)? $ptr custom<Atomic>($ordering, $syncscope) "
        "(`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? "
        "(`dereferenceable` `` $dereferenceable^)? "
        "attr-dict `:` type($ptr) `->` type($dereferenced_value)",
        operands="ptr",
        results="dereferenced_value",
        properties={
            **dict.fromkeys(("volatile_", "invariant", "invariantGroup"), UNIT),
            "dereferenceable": OptPropertyDef(BaseAttr(DereferenceableAttr)),
            "ordering": default(IntegerAttr(0, i64)),
            "syncscope": OPTIONAL,
        },
    ),
    define(
        "store",
        "(`volatile` $volatile_^)? $value `,` $ptr custom<Atomic>($ordering, $syncscope) "
        "(`invariant_group` $invariantGroup^)? attr-dict `:` type($value) `,` type($ptr)",
        operands="value, ptr",
        properties={
            **dict.fromkeys(("volatile_", "invariantGroup"), UNIT),
            "ordering": default(IntegerAttr(0, i64)),
            "syncscope": OPTIONAL,
        },
    ),
    define(
        "getelementptr",
        "custom<NoWrap>($noWrapFlags, $inbounds) $ptr "
        "custom<Indices>($ssa_indices, $rawConstantIndices) attr-dict `:` "
        "functional-type(operands, results) `,` $elem_type",
        operands="ptr, ssa_indices*",
        results="result",
        properties={
            "noWrapFlags": default(IntegerAttr(0, i32)),
            "rawConstantIndices": array_of(i32),
            "elem_type": ANY,
        },
    ),
    define(
        "atomicrmw",
        f"(`volatile` $volatile_^)? custom<Kind>($bin_op) $ptr `,` $val {SCOPE} "
        "custom<Ordering>($ordering) attr-dict `:` type($ptr) `,` type($val)",
        operands="ptr, val: T",
        results="res: T",
        properties={"volatile_": UNIT, "bin_op": ANY, "syncscope": OPTIONAL, "ordering": ANY},
    ),
    define(
        "cmpxchg",
        f"(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val {SCOPE} "
        "custom<Ordering>($success_ordering) custom<Ordering>($failure_ordering) "
        "attr-dict `:` type($ptr) `,` type($val) custom<ValueAndSuccess>(type($res))",
        operands="ptr, cmp: T, val: T",
        results="res",
        properties={
            **dict.fromkeys(("weak", "volatile_"), UNIT),
            "syncscope": OPTIONAL,
            **dict.fromkeys(("success_ordering", "failure_ordering"), ANY),
        },
    ),
    define(
        "fence",
        f"{SCOPE} custom<Ordering>($ordering) attr-dict",
        properties={"syncscope": OPTIONAL, "ordering": ANY},
    ),
    define(
        "va_arg",
        "$arg attr-dict `:` functional-type($arg, $res)",
        operands="arg",
        results="res",
    ),
]

AGGREGATES = [
    define(
        "extractvalue",
        "$container `` $position attr-dict `:` type($container) custom<Nested>(type($res))",
        operands="container",
        results="res",
        properties={"position": array_of(i64)},
    ),
    define(
        "insertvalue",
        "$value `,` $container `` $position attr-dict `:` type($container) "
        "custom<Nested>(type($value))",
        operands="container: T, value",
        results="res: T",
        properties={"position": array_of(i64)},
    ),
    define(
        "extractelement",
        "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector) "
        "custom<VectorElement>(type($res))",
        operands="vector, position",
        results="res",
    ),
    define(
        "insertelement",
        "$value `,` $vector `[` $index `:` type($index) `]` attr-dict `:` type($vector) "
        "custom<VectorElement>(type($value))",
        operands="vector: T, value, index",
        results="res: T",
    ),
    define(
        "shufflevector",
        "$v1 `,` $v2 $mask attr-dict `:` type($v1) custom<Shuffled>(type($res))",
        operands="v1: T, v2: T",
        results="res",
        properties={"mask": array_of(i32)},
    ),
]

CONTROL = [
    define(
        "br",
        "$successor (`(` $arguments^ `:` type($arguments) `)`)? attr-dict",
        operands="arguments*",
        successors="successor",
    ),
    define(
        "cond_br",
        "$cond (`weights` `(` $branch_weights^ `)`)? `,` "
        "$then_block (`(` $then_arguments^ `:` type($then_arguments) `)`)? `,` "
        "$else_block (`(` $else_arguments^ `:` type($else_arguments) `)`)? attr-dict",
        operands="cond: i1, then_arguments*, else_arguments*",
        successors="then_block, else_block",
        properties={"branch_weights": OptPropertyDef(DenseArrayBase.constr(i32))},
    ),
    define("return", "attr-dict ($arg^ `:` type($arg))?", operands="arg?"),
    define("unreachable", "attr-dict"),
    define(
        "resume",
        "$value attr-dict `:` type($value)",
        operands="value",
        traits=[IsTerminator()],
    ),
    define(
        "inline_asm",
        "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? "
        "(`tail_call_kind` `=` $tail_call_kind^)? "
        "(`asm_dialect` `=` custom<Dialect>($asm_dialect)^)? "
        "attr-dict $asm_string `,` $constraints operands `:` functional-type(operands, results)",
        operands="operands_*",
        results="res?",
        properties={
            "has_side_effects": UNIT,
            "is_align_stack": UNIT,
            "tail_call_kind": default(llvm.TailCallKindAttr(llvm.TailCallKind.NONE)),
            "asm_dialect": OPTIONAL,
            "asm_string": ANY,
            "constraints": ANY,
        },
    ),
    define("blocktag", "$tag attr-dict", properties={"tag": PropertyDef(BaseAttr(BlockTagAttr))}),
]

MODULE_LEVEL = [
    define(
        "comdat",
        "$sym_name $body attr-dict",
        properties={"sym_name": SYMBOL},
        regions="body",
        traits=[NoTerminator(), SymbolTable(), SymbolOpInterface()],
    ),
    define(
        "comdat_selector",
        "$sym_name custom<Comdat>($comdat) attr-dict",
        properties={"sym_name": SYMBOL, "comdat": ANY},
        traits=[SymbolOpInterface()],
    ),
    define("module_flags", "attr-dict $flags", properties={"flags": ANY}),
    define("linker_options", "$options attr-dict", properties={"options": ANY}),
    *(
        define(
            f"mlir.global_{kind}",
            f"`{kind}` `=` ${kind} `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict",
            properties=dict.fromkeys((kind, "priorities", "data"), ANY),
        )
        for kind in ("ctors", "dtors")
    ),
]

OPERATIONS = [
    *(*ARITHMETIC, *CASTS, *CONSTANTS, *MEMORY, *AGGREGATES, *CONTROL, *MODULE_LEVEL),
]

ATTRIBUTES = [ConstantRangeAttr, DereferenceableAttr, BlockTagAttr, BlockAddressAttr]

"""Intrinsics of the llvm dialect, in tables."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import FloatAttr, StringAttr, f64, i64
from xdsl.irdl import AnyAttr, EqAttrConstraint, IRDLOperation, OptPropertyDef, PropertyDef
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import NoMemoryEffect

from .declared import ANY, integer, keywords
from .llvm_operations import FASTMATH, define
from .opaque import opaque

CALL = "`(` operands `)` attr-dict `:` functional-type(operands, results)"

FUNCTIONS = {
    "arg": (
        *("acos", "asin", "atan", "bitreverse", "bswap", "ceil", "cos", "cosh", "ctpop", "exp"),
        *("exp10", "exp2", "floor", "frexp", "llrint", "llround", "log", "log10", "log2", "lrint"),
        *("lround", "nearbyint", "rint", "round", "roundeven", "sin", "sincos", "sinh", "sqrt"),
        *("tan", "tanh", "trunc", "vector.reduce.fmax", "vector.reduce.fmaximum"),
        *("vector.reduce.fmin", "vector.reduce.fminimum"),
    ),
    "input": ("fabs",),
    "lhs, rhs": (
        *("atan2", "copysign", "ldexp", "maximum", "maxnum", "minimum", "minnum", "pow", "powi"),
        *("sadd.sat", "scmp", "smax", "smin", "sshl.sat", "ssub.sat", "uadd.sat", "ucmp", "umax"),
        *("umin", "ushl.sat", "usub.sat"),
    ),
    "a, b, c": ("fma", "fmuladd", "fshl", "fshr"),
}
"""Functions without side effects, by their operands: `llvm.intr.pow(%x, %y) : (f32, f32) -> f32`"""

GENERIC = (
    *("abs", "annotation", "ctlz", "cttz", "eh.typeid.for", "is.constant"),
    *("is.fpclass", "masked.compressstore", "masked.expandload", "memcpy", "memcpy.inline"),
    *("memmove", "memset", "memset.inline", "prefetch", "ptr.annotation", "sadd.with.overflow"),
    *("smul.with.overflow", "ssub.with.overflow", "threadlocal.address", "uadd.with.overflow"),
    *("umul.with.overflow", "usub.with.overflow", "var.annotation", "vector.deinterleave2"),
    *("vector.interleave2", "vector.reduce.add", "vector.reduce.and", "vector.reduce.mul"),
    *("vector.reduce.or", "vector.reduce.smax", "vector.reduce.smin", "vector.reduce.umax"),
    *("vector.reduce.umin", "vector.reduce.xor", "vscale"),
    *(
        f"coro.{name}"
        for name in (
            *("align", "begin", "end", "free", "id", "promise", "resume", "save", "size"),
            "suspend",
        )
    ),
    *(
        f"vp.{name}"
        for name in (
            *("add", "and", "ashr", "fadd", "fdiv", "fma", "fmul", "fmuladd", "fneg", "fpext"),
            *("fptosi", "fptoui", "fptrunc", "frem", "fsub", "inttoptr", "load", "lshr", "merge"),
            *("mul", "or", "ptrtoint", "reduce.add", "reduce.and", "reduce.fadd", "reduce.fmax"),
            *("reduce.fmin", "reduce.fmul", "reduce.mul", "reduce.or", "reduce.smax"),
            *("reduce.smin", "reduce.umax", "reduce.umin", "reduce.xor", "sdiv", "select", "sext"),
            *("shl", "sitofp", "smax", "smin", "srem", "store", "sub", "trunc", "udiv", "uitofp"),
            *("umax", "umin", "urem", "xor", "zext"),
        )
    ),
    *("experimental.vp.strided.load", "experimental.vp.strided.store"),
)
"""Intrinsics that have no form but the generic one, where operands and results are as they come."""

ROUNDINGS = ("towardzero", "tonearest", "upward", "downward", "tonearestaway")

EXCEPTIONS = ("ignore", "maytrap", "strict")

CONSTRAINED = {
    "fpext": "$arg custom<Exceptions>($fpExceptionBehavior)",
    **dict.fromkeys(
        ("fptrunc", "sitofp", "uitofp"),
        "$arg custom<Rounding>($roundingmode) custom<Exceptions>($fpExceptionBehavior)",
    ),
}

POINTERS = ("lifetime.end", "lifetime.start", "stackrestore", "vaend", "vastart")
"""Intrinsics that take a pointer and give nothing."""

GROUPS = ("launder.invariant.group", "strip.invariant.group")


@irdl_custom_directive
class PropertyDictionary(CustomDirective):
    """`<{failureKind = 1 : i8}>`, of one property"""

    attribute: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        position = parser.pos
        with parser.in_angle_brackets():
            given = parser.parse_optional_attr_dict()
        if [*given] != [self.attribute.name]:
            parser.raise_error(f"expected the property '{self.attribute.name}'", position)
        self.attribute.set(state, given[self.attribute.name])

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        printer.print_string(" ")
        with printer.in_angle_brackets():
            printer.print_attr_dict(op.properties)


ExpressionAttr = opaque("llvm.di_expression")

WHOLE = ExpressionAttr(StringAttr("<>"))
"""The expression of a variable that is a value as it is."""


@irdl_custom_directive
class Expression(CustomDirective):
    """`#llvm.di_expression<[..]>`, or nothing for an empty one"""

    attribute: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        self.attribute.set(state, parser.parse_optional_attribute() or WHOLE)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        self.attribute.print(printer, state, op)


AliasScopeAttr = opaque("llvm.alias_scope")


@irdl_custom_directive
class Scope(CustomDirective):
    """`<id = distinct[0]<>, domain = ..>`, or the whole attribute or an alias of it"""

    attribute: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        scope = parser.parse_optional_attribute()
        if scope is None:
            scope = AliasScopeAttr.new(AliasScopeAttr.parse_parameters(parser))
        self.attribute.set(state, scope)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        self.attribute.print(printer, state, op)


DIRECTIVES = {
    "Exceptions": keywords(dict(enumerate(EXCEPTIONS))),
    "Expression": Expression,
    "PropertyDictionary": PropertyDictionary,
    "Scope": Scope,
    "Rounding": keywords(dict(enumerate(ROUNDINGS))),
}


def _intrinsic(name: str, assembly_format: str | None = None, **parts: Any) -> type[IRDLOperation]:
    return define(f"intr.{name}", assembly_format, directives=DIRECTIVES, **parts)


OPERATIONS = [
    *(
        _intrinsic(
            name,
            CALL,
            operands=operands,
            results="result" if operands == "input" else "res",
            properties=FASTMATH,
            traits=[NoMemoryEffect()],
        )
        for operands, names in FUNCTIONS.items()
        for name in names
    ),
    *(_intrinsic(name, operands="arguments*", results="results_*") for name in GENERIC),
    *(
        _intrinsic(f"vector.reduce.{name}", operands="start_value, vector", results="res")
        for name in ("fadd", "fmul")
    ),
    *(_intrinsic(name, "$ptr attr-dict `:` type($ptr)", operands="ptr") for name in POINTERS),
    *(
        _intrinsic(name, "$ptr attr-dict `:` type($ptr)", operands="ptr: T", results="res: T")
        for name in GROUPS
    ),
    *(
        _intrinsic(
            f"experimental.constrained.{name}",
            f"{text} attr-dict `:` type($arg) `to` type($res)",
            operands="arg",
            results="res",
            properties={
                "fpExceptionBehavior": ANY,
                **({"roundingmode": ANY} if "Rounding" in text else {}),
            },
        )
        for name, text in CONSTRAINED.items()
    ),
    _intrinsic("stacksave", "attr-dict `:` type($res)", results="res"),
    _intrinsic("stepvector", "attr-dict `:` type($res)", results="res"),
    _intrinsic(
        "vacopy",
        "$src `to` $dest attr-dict `:` type($src) `,` type($dest)",
        operands="dest, src",
    ),
    _intrinsic(
        "invariant.start",
        "$size `,` $ptr attr-dict `:` type($ptr)",
        operands="ptr: T",
        results="res: T",
        properties={"size": integer(i64)},
    ),
    _intrinsic(
        "invariant.end",
        "$start `,` $size `,` $ptr attr-dict `:` type($ptr)",
        operands="start: T, ptr: T",
        properties={"size": integer(i64)},
    ),
    _intrinsic(
        "expect",
        "$val `,` $expected attr-dict `:` type($val)",
        operands="val: T, expected: T",
        results="res: T",
    ),
    _intrinsic(
        "expect.with.probability",
        "$val `,` $expected `,` $prob attr-dict `:` type($val)",
        operands="val: T, expected: T",
        results="res: T",
        properties={"prob": PropertyDef(FloatAttr.constr(EqAttrConstraint(f64)))},
    ),
    _intrinsic(
        "ptrmask",
        "$ptr `,` $mask attr-dict `:` functional-type(operands, results)",
        operands="ptr, mask",
        results="res",
    ),
    _intrinsic(
        "ssa.copy", "$operand attr-dict `:` type($operand)", operands="operand: T", results="res: T"
    ),
    _intrinsic("trap", "attr-dict"),
    _intrinsic("debugtrap", "attr-dict"),
    _intrinsic(
        "ubsantrap",
        "custom<PropertyDictionary>($failureKind) attr-dict",
        properties={"failureKind": ANY},
    ),
    _intrinsic(
        "vector.insert",
        "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)",
        operands="dstvec: T, srcvec",
        results="res: T",
        properties={"pos": integer(i64)},
    ),
    _intrinsic(
        "vector.extract",
        "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)",
        operands="srcvec",
        results="res",
        properties={"pos": integer(i64)},
    ),
    _intrinsic(
        "masked.load",
        "operands attr-dict `:` functional-type(operands, results)",
        operands="data, mask, pass_thru*",
        results="res",
    ),
    _intrinsic(
        "masked.store",
        "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($data)",
        operands="value, data, mask",
    ),
    _intrinsic(
        "masked.gather",
        "operands attr-dict `:` functional-type(operands, results)",
        operands="ptrs, mask, pass_thru*",
        results="res",
    ),
    _intrinsic(
        "masked.scatter",
        "$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)",
        operands="value, ptrs, mask",
    ),
    _intrinsic(
        "get.active.lane.mask",
        "$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)",
        operands="base, n",
        results="res",
    ),
    _intrinsic(
        "matrix.multiply",
        "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)",
        operands="lhs, rhs",
        results="res",
    ),
    _intrinsic(
        "matrix.transpose",
        "$matrix attr-dict `:` type($matrix) `into` type($res)",
        operands="matrix",
        results="res",
    ),
    _intrinsic(
        "matrix.column.major.load",
        "$data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($res) `from` type($data) "
        "`stride` type($stride)",
        operands="data, stride",
        results="res",
    ),
    _intrinsic(
        "matrix.column.major.store",
        "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($matrix) `to` "
        "type($data) `stride` type($stride)",
        operands="matrix, data, stride",
    ),
    _intrinsic(
        "experimental.noalias.scope.decl",
        "custom<Scope>($scope) attr-dict",
        properties={"scope": ANY},
    ),
    *(
        _intrinsic(
            f"dbg.{name}",
            "$varInfo custom<Expression>($locationExpr) `=` $value `:` type($value) attr-dict",
            operands="value",
            properties={"varInfo": ANY, "locationExpr": OptPropertyDef(AnyAttr(), WHOLE)},
        )
        for name in ("declare", "value")
    ),
    _intrinsic("dbg.label", "$label attr-dict", properties={"label": ANY}),
]

ATTRIBUTES = [AliasScopeAttr, ExpressionAttr]

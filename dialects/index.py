"""The index dialect, which xDSL lacks."""

from __future__ import annotations

from xdsl.dialects.builtin import IndexType, i1
from xdsl.ir import Dialect, Operation
from xdsl.traits import NoMemoryEffect, Pure

from .declared import declare, enumeration, integer, one_of

BINARY = (
    *("add", "and", "maxs", "maxu", "mins", "minu", "mul", "or", "shl", "shrs", "shru", "sub"),
    "xor",
)

DIVISIONS = ("ceildivs", "ceildivu", "divs", "divu", "floordivs", "rems", "remu")
"""Undefined where the divisor is zero, so not to be done where the program does not."""

CASTS = ("casts", "castu")

PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")

PredicateAttr = enumeration("index.cmp_predicate", PREDICATES)

OPERATIONS: list[type[Operation]] = [
    *(
        declare(
            f"index.{name}",
            "$lhs `,` $rhs attr-dict",
            operands="lhs: index, rhs: index",
            results="result: index",
            traits=[NoMemoryEffect() if name in DIVISIONS else Pure()],
        )
        for name in BINARY + DIVISIONS
    ),
    *(
        declare(
            f"index.{name}",
            "$input attr-dict `:` type($input) `to` type($output)",
            operands="input",
            results="output",
            traits=[Pure()],
        )
        for name in CASTS
    ),
    declare(
        "index.cmp",
        "$pred `(` $lhs `,` $rhs `)` attr-dict",
        operands="lhs: index, rhs: index",
        results="result: i1",
        properties={"pred": one_of(PredicateAttr)},
        traits=[Pure()],
    ),
    declare(
        "index.constant",
        "attr-dict $value",
        results="result: index",
        properties={"value": integer(IndexType())},
        traits=[Pure()],
    ),
    declare(
        "index.bool.constant",
        "attr-dict $value",
        results="result: i1",
        properties={"value": integer(i1)},
        traits=[Pure()],
    ),
    declare("index.sizeof", "attr-dict", results="result: index", traits=[Pure()]),
]

Index = Dialect("index", OPERATIONS, [PredicateAttr])

"""What to execute, in literal data, and what came out of it, bit for bit."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = "int | float | list[Value]"


@dataclass(frozen=True)
class Argument:
    """A literal argument: a number, or nested lists for a memref.

    `changes` are elements of a memref that differ from `value`, by their position in row-major
    order. Arguments that share one list as their value share its copy in the executed module.
    """

    type: str
    value: Value
    changes: tuple[tuple[int, int | float], ...] = ()


@dataclass(frozen=True)
class Call:
    """One call of a function of the program."""

    function: str
    arguments: tuple[Argument, ...]
    results: tuple[str, ...] = ()


@dataclass(frozen=True)
class Program:
    """Module text with the calls to make, in order, and the op names to count while they run."""

    name: str
    text: str
    calls: tuple[Call, ...]
    counted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Memory:
    """Heap use of one call; live bytes are those that it left allocated."""

    allocations: int
    deallocations: int
    live_bytes: int
    peak_bytes: int


@dataclass(frozen=True)
class CallOutcome:
    """Results of a call, the final contents of its memref arguments (empty for a scalar), how often
    each counted op ran, and heap use."""

    results: tuple[int, ...]
    contents: tuple[tuple[int, ...], ...]
    counts: Mapping[str, int]
    memory: Memory


@dataclass(frozen=True)
class Outcome:
    """What a program did: one outcome per call, or the reason why it has none."""

    name: str
    calls: tuple[CallOutcome, ...] = ()
    failure: str = ""


def as_float(bits: int) -> float:
    """The float with an f64 bit pattern."""
    return struct.unpack("<d", struct.pack("<q", bits))[0]


def as_floats(bits: Sequence[int]) -> list[float]:
    return [as_float(b) for b in bits]


_MEMREF = re.compile(r"memref<((?:(?:\d+|\?)x)*)([a-z]\w*)(?:,.*)?>$")
_FLOAT_CODES = {"f64": "<d", "f32": "<f", "f16": "<e"}


def memref_parts(type_: str) -> tuple[list[int | None], str] | None:
    """Dimensions (None where dynamic) and element type of a memref type; None for another type."""
    match = _MEMREF.match(type_)
    if match is None:
        return None
    return [None if d == "?" else int(d) for d in match[1].split("x")[:-1]], match[2]


def is_float_type(type_: str) -> bool:
    """True for the float types that can be executed."""
    return type_ in _FLOAT_CODES or type_ == "bf16"


def literal(value: int | float, type_: str) -> str:
    """An MLIR literal that denotes the value exactly, or its nearest neighbour in the type."""
    if type_ == "bf16":
        return f"0x{_bf16_bits(value):04X}"
    if type_ not in _FLOAT_CODES:
        return str(value)
    return "0x" + struct.pack(_FLOAT_CODES[type_], value)[::-1].hex().upper()


def rounded(value: int | float, type_: str) -> float:
    """The float of a type that is next to `value`; beyond its range, an infinity."""
    if type_ == "bf16":
        return struct.unpack("<f", struct.pack("<I", _bf16_bits(value) << 16))[0]
    try:
        return struct.unpack(_FLOAT_CODES[type_], struct.pack(_FLOAT_CODES[type_], value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def _bf16_bits(value: int | float) -> int:
    (bits,) = struct.unpack("<I", struct.pack("<f", value))
    if math.isnan(value):
        return bits >> 16 | 0x40
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def shape_of(value: Value) -> tuple[int, ...]:
    if not isinstance(value, list):
        return ()
    return (len(value), *(shape_of(value[0]) if value else ()))


def unravelled(position: int, shape: Sequence[int]) -> tuple[int, ...]:
    """The indices of an element from its position in row-major order."""
    indices: list[int] = []
    for extent in reversed(shape):
        position, index = divmod(position, extent)
        indices.insert(0, index)
    return tuple(indices)


def flatten(value: Value) -> list[int | float]:
    """The numbers of nested lists in row-major order."""
    return [x for item in value for x in flatten(item)] if isinstance(value, list) else [value]

"""What to execute, in literal data, and what came out of it, bit for bit."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias, cast

Value: TypeAlias = "int | float | list[Value]"


@dataclass(frozen=True)
class Argument:
    """A literal argument: a number, or nested lists for a memref, tensor or vector.

    `changes` are elements that differ from those of a list, by their position in row-major order.
    Arguments that share one list as their value share its copy in the executed module.
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
    """What a call did.

    Attributes:
        results: the numbers of all results in order, row-major.
        contents: the final contents of its arguments, empty but for a memref.
        counts: how often each counted op ran.
        memory: its heap use.
        shapes: the extents of each result, none for a scalar.
    """

    results: tuple[int, ...]
    contents: tuple[tuple[int, ...], ...]
    counts: Mapping[str, int]
    memory: Memory
    shapes: tuple[tuple[int, ...], ...]

    def by_result(self) -> list[tuple[int, ...]]:
        """The numbers of each result."""
        numbers = iter(self.results)
        return [tuple(islice(numbers, math.prod(shape))) for shape in self.shapes]


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


_SHAPED = re.compile(r"(memref|tensor|vector)<((?:(?:\d+|\?)x)*)([a-z]\w*)(?:,.*)?>$")
_STRIDED = re.compile(r", strided<\[([^]]*)\](?:, offset: (\d+|\?))?>")
_FLOAT_CODES = {"f64": "<d", "f32": "<f", "f16": "<e"}


class Shaped(NamedTuple):
    """A type of many numbers; `dimensions` are None where they are dynamic."""

    container: Literal["memref", "tensor", "vector"]
    dimensions: tuple[int | None, ...]
    element: str


def shaped_type(type_: str) -> Shaped | None:
    """The parts of a memref, tensor or vector type; None for a type of another form."""
    if (match := _SHAPED.match(type_)) is None:
        return None
    container = cast(Literal["memref", "tensor", "vector"], match[1])
    extents = match[2].split("x")[:-1]
    return Shaped(container, tuple(None if d == "?" else int(d) for d in extents), match[3])


def memref_parts(type_: str) -> tuple[list[int | None], str] | None:
    """Dimensions (None where dynamic) and element type of a memref type; None for another type."""
    parts = shaped_type(type_)
    if parts is None or parts.container != "memref":
        return None
    return list(parts.dimensions), parts.element


def layout_for(type_: str, shape: Sequence[int]) -> tuple[list[int], int]:
    """Strides and offset of a memref of a type and shape: row-major where the type leaves it open.

    Layouts other than `strided` count as open.
    """
    match = _STRIDED.search(type_)
    stated = re.findall(r"\d+|\?", match[1]) if match else ["?"] * len(shape)
    strides: list[int] = []
    following = 1
    for extent, stride in zip(reversed(shape), reversed(stated), strict=True):
        strides.insert(0, following if stride == "?" else int(stride))
        following = strides[0] * extent
    offset = match[2] if match else None
    return strides, int(offset) if offset not in (None, "?") else 0


def span(shape: Sequence[int], strides: Sequence[int], offset: int) -> int:
    """How many elements the memory of a strided memref has, up to its last one."""
    last = sum((extent - 1) * stride for extent, stride in zip(shape, strides, strict=True))
    return 0 if 0 in shape else offset + last + 1


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


def filled(shape: Sequence[int], numbers: Iterator[int | float]) -> Value:
    """Nested lists of a shape that hold the next numbers in row-major order, or one number."""
    return [filled(shape[1:], numbers) for _ in range(shape[0])] if shape else next(numbers)

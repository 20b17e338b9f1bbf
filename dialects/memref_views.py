"""The types that views of memory must have: offsets, sizes and strides, where they are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    MemRefType,
    NoneAttr,
    UnrankedMemRefType,
)
from xdsl.ir import Attribute, Operation

_MemRef: TypeAlias = MemRefType[Attribute]
_Number: TypeAlias = int | None
"""None if it is known only when the program runs."""


def subview_fault(op: Operation) -> str | None:
    """What is wrong with the bounds or the result type of a `memref.subview`."""
    source, result = _memref(op.operands[0].type), _memref(op.results[0].type)
    if source is None or result is None:
        return None
    offsets, sizes, strides = _static_parts(op)
    if not len(offsets) == len(sizes) == len(strides) == source.get_num_dims():
        return f"needs {source.get_num_dims()} offsets, sizes and strides, one for each dimension"
    for name, numbers in (("offsets", offsets), ("sizes", sizes)):
        if any(number is not None and number < 0 for number in numbers):
            return f"expected {name} to be non-negative"
    for index, whole in enumerate(_known(source.get_shape())):
        offset, size, stride = offsets[index], sizes[index], strides[index]
        if offset is None or size is None or stride is None or whole is None or size == 0:
            continue
        last = offset + (size - 1) * stride
        if not 0 <= last < whole:
            return f"slice along dimension {index} runs out-of-bounds: {last} >= {whole}"
    layout, given = _layout(source), _layout(result)
    if layout is not None and given is not None:
        offset = _sum([layout[0], *map(_product, offsets, layout[1])])
        rows = list(zip(sizes, map(_product, strides, layout[1]), strict=True))
        rows_given = list(zip(_known(result.get_shape()), given[1], strict=True))
        if given[0] != offset or not _is_rank_reduced(rows, rows_given):
            return "expected a result type with other sizes or another layout"
    return _kept_fault(source, result)


def reinterpret_fault(op: Operation) -> str | None:
    """What is wrong with the result type of a `memref.reinterpret_cast`."""
    source, result = op.operands[0].type, _memref(op.results[0].type)
    if result is None:
        return None
    offsets, sizes, strides = _static_parts(op)
    rank = result.get_num_dims()
    if not len(sizes) == len(strides) == rank:
        return f"needs {rank} sizes and strides, one for each dimension of the result"
    if (given := _layout(result)) is None:
        return "needs a result type with strides"
    wanted = (*offsets, *sizes, *strides)
    found = (given[0], *_known(result.get_shape()), *given[1])
    if any(one is not None and one != other for one, other in zip(found, wanted, strict=True)):
        return "expected a result type with the given offset, sizes and strides"
    return _kept_fault(source, result)


def cast_fault(op: Operation) -> str | None:
    """Of a `memref.cast`: types that cannot be of one buffer."""
    source, result = _memref(op.operands[0].type), _memref(op.results[0].type)
    if source is not None and result is not None:
        if source.get_num_dims() != result.get_num_dims():
            return f"operand type '{source}' and result type '{result}' are cast incompatible"
        layouts = _layout(source), _layout(result)
        pairs = list(zip(_known(source.get_shape()), _known(result.get_shape()), strict=True))
        if layouts[0] is not None and layouts[1] is not None:
            (start, steps), (other_start, other_steps) = layouts[0], layouts[1]
            pairs += [(start, other_start), *zip(steps, other_steps, strict=True)]
        if any(None not in pair and pair[0] != pair[1] for pair in pairs):
            return f"operand type '{source}' and result type '{result}' are cast incompatible"
    return _kept_fault(op.operands[0].type, op.results[0].type)


def collapse_fault(op: Operation) -> str | None:
    """What is wrong with the types of a `memref.collapse_shape`."""
    return _reshape_fault(op, op.operands[0].type, op.results[0].type)


def expand_fault(op: Operation) -> str | None:
    """What is wrong with the types of a `memref.expand_shape`."""
    return _reshape_fault(op, op.results[0].type, op.operands[0].type)


def _reshape_fault(op: Operation, large_type: Attribute, small_type: Attribute) -> str | None:
    large, small = _memref(large_type), _memref(small_type)
    if large is None or small is None:
        return None
    groups = _groups(op)
    if len(groups) != small.get_num_dims() and small.get_num_dims() > 0:
        return (
            f"invalid number of reassociation groups: found {len(groups)}, "
            f"expected {small.get_num_dims()}"
        )
    if groups and [index for group in groups for index in group] != list(
        range(large.get_num_dims())
    ):
        return "reassociation indices must be contiguous"
    sizes = _known(large.get_shape())
    for index, (group, size) in enumerate(zip(groups, _known(small.get_shape()), strict=False)):
        parts = [sizes[part] for part in group]
        if (size is None) != (None in parts):
            return (
                f"collapsed dim ({index}) must be dynamic if and only if reassociation group is "
                "dynamic"
            )
        if size is not None and (whole := prod(cast(list[int], parts))) != size:
            return f"collapsed dim size ({size}) must equal reassociation group size ({whole})"
    source = large if large_type is op.operands[0].type else small
    if isinstance(source.layout, NoneAttr) and large.layout != small.layout:
        return "expected a result type with the layout of the source"
    return _kept_fault(large, small)


def metadata_fault(op: Operation) -> str | None:
    """What is wrong with the result types of a `memref.extract_strided_metadata`."""
    source = _memref(op.operands[0].type)
    if source is None:
        return None
    base: _MemRef = MemRefType(source.element_type, [], memory_space=source.memory_space)
    wanted: list[Attribute] = [base, *[IndexType()] * (1 + 2 * source.get_num_dims())]
    if list(op.result_types) == wanted:
        return None
    return f"expected result types {', '.join(map(str, wanted))}"


def _kept_fault(source_type: Attribute, result_type: Attribute) -> str | None:
    """What a view cannot change."""
    source, result = _buffer(source_type), _buffer(result_type)
    if source is None or result is None:
        return None
    if source.element_type != result.element_type:
        return f"different element types specified for '{source}' and '{result}'"
    if source.memory_space != result.memory_space:
        return f"different memory spaces specified for '{source}' and '{result}'"
    return None


def _memref(type: Attribute) -> _MemRef | None:
    return cast(_MemRef, type) if isinstance(type, MemRefType) else None


def _buffer(type: Attribute) -> _MemRef | UnrankedMemRefType[Attribute] | None:
    if isinstance(type, UnrankedMemRefType):
        return cast(UnrankedMemRefType[Attribute], type)
    return _memref(type)


def _static_parts(op: Operation) -> Iterator[list[_Number]]:
    """The static offsets, sizes and strides."""
    for name in ("static_offsets", "static_sizes", "static_strides"):
        numbers = op.properties[name]
        assert isinstance(numbers, DenseArrayBase)
        yield _known(cast(Sequence[int], numbers.get_values()))


def _groups(op: Operation) -> list[list[int]]:
    groups = cast(ArrayAttr[ArrayAttr[IntegerAttr]], op.properties["reassociation"])
    return [[index.value.data for index in group] for group in groups]


def _known(numbers: Sequence[int]) -> list[_Number]:
    return [None if number == DYNAMIC_INDEX else number for number in numbers]


def _layout(type: _MemRef) -> tuple[_Number, list[_Number]] | None:
    """Offset and strides; None where an affine map takes their place."""
    if (strides := type.get_strides()) is None:
        return None
    return type.get_offset(), list(strides)


def _product(a: _Number, b: _Number) -> _Number:
    if a == 0 or b == 0:
        return 0
    return None if a is None or b is None else a * b


def _sum(numbers: Sequence[_Number]) -> _Number:
    return None if None in numbers else sum(cast(Sequence[int], numbers))


def _is_rank_reduced(
    rows: list[tuple[_Number, _Number]], given: list[tuple[_Number, _Number]]
) -> bool:
    """True if `given` are `rows` without some of those of size 1."""
    if not rows:
        return not given
    first, *rest = rows
    if given and given[0] == first and _is_rank_reduced(rest, given[1:]):
        return True
    return first[0] == 1 and _is_rank_reduced(rest, given)

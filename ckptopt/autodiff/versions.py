"""Versions of memory: what a buffer holds between two writes, as one residual for many loads.

A load whose memory is overwritten before its reverse runs cannot be done again from there. Instead
of the value of each such load the tape may keep one copy of the buffer, from which the reverse
sweep loads again:

    for %t {                                    for %t {
      for %i { for %j {                           %h_kept = copy of %h
        %s = load %h[%j]                   ->     for %i { for %j { %s = load %h[%j] ... } }
        ... } }                                   store ..., %h
      store ..., %h                               push %h_kept
    }                                           }

The copy is made in the outermost block in which one version serves all that the load reads there.
So it is made at most as often as the load is run, and has at most as many elements as the loops in
between have iterations, also where these numbers are not constant.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from math import prod
from typing import NamedTuple

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, ShapedType
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue

from ckptopt.autodiff.contents import Contents, copy_type
from ckptopt.autodiff.parallel import ParallelLoop, is_parallel
from ckptopt.checkpointing.effects import ALLOCATIONS, VIEWS, Memory, is_memory
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.schedules import trip_count
from ckptopt.emitter import constant_value, element_type, memref_type
from ckptopt.regions import BRANCHES, is_visible


class Version(NamedTuple):
    """What `buffer` holds in `block` from after its operation number `since` to the next write."""

    block: Block
    buffer: SSAValue
    since: int


class Source(NamedTuple):
    """What a load that is done again reads: a version of a buffer, through views, in order."""

    version: Version
    views: tuple[Operation, ...] = ()

    def numbers(self, load: Operation) -> list[SSAValue]:
        """The indices and sizes that the load depends on."""
        return _numbers(load, self.views)


class Reread(NamedTuple):
    """Where the reverse sweep does a load again: in a copy that was made before an operation."""

    copy: tuple[Operation, Contents]
    views: tuple[Operation, ...] = ()

    def numbers(self, load: Operation) -> list[SSAValue]:
        """The indices and sizes that the load depends on."""
        return _numbers(load, self.views)


def _numbers(load: Operation, views: Sequence[Operation]) -> list[SSAValue]:
    return [value for op in (load, *views) for value in op.operands if not is_memory(value)]


def source_of(load: Operation, memory: Memory, blocks: Container[Block]) -> Source | None:
    """The version that `load` reads, in the outermost of `blocks` that has one for it.

    None where the memory is not at hand in front of the load or may be larger than what is read.
    """
    found: Source | None = None
    alias = memory.alias(load.operands[0])
    trips: list[SSAValue | None] = []
    op = load
    while alias not in memory.effects(op).writes:
        block = op.parent
        if block is None or block not in blocks:
            break
        path = _path_from(load.operands[0], op, memory)
        if path is None:
            break
        buffer, views = path
        if _fits(buffer, trips):
            since = memory.last_write_before(op, alias)
            found = Source(Version(block, buffer, since), tuple(views))
        around = block.parent_op()
        assert around is not None
        op = around
        if op.name not in BRANCHES:
            trips.extend(_unknown_trips(op))
    return found


def _path_from(
    buffer: SSAValue, op: Operation, memory: Memory
) -> tuple[SSAValue, list[Operation]] | None:
    """The buffer visible before `op` that `buffer` is a view of, and the views in between."""
    views: list[Operation] = []
    while memory.global_name(buffer) is None and not is_visible(buffer, op):
        if not isinstance(buffer, OpResult) or buffer.op.name not in VIEWS:
            return None
        views.insert(0, buffer.op)
        buffer = buffer.op.operands[0]
    buffer = memory.representative(buffer)
    if not isinstance(buffer.type, MemRefType):
        return None
    return None if views and memref_type(buffer) != copy_type(buffer) else (buffer, views)


# Sizes

WORD = 8
"""Bytes of an index and of a handle."""
MANY = 1024
"""What an extent or a trip count that is not constant is taken for."""


def bytes_of(type: Attribute) -> int:
    """The size of a number, a vector, a tensor, or the contents of a buffer, in bytes."""
    if isinstance(type, ShapedType):
        extents = (MANY if extent == DYNAMIC_INDEX else extent for extent in type.get_shape())
        return prod(extents) * bytes_of(element_type(type))
    bits = getattr(type, "bitwidth", None)
    return WORD if not isinstance(bits, int) else max(1, bits // 8)


def bytes_of_copy(buffer: SSAValue, *, apart: bool) -> int:
    """The size of a copy of a buffer, in bytes; with its handle if it is `apart` from the others.

    Copies of constant size that are only loaded from are the rows of one rectangle.
    """
    type = memref_type(buffer)
    alone = apart or not type.has_static_shape()
    return bytes_of(type) + (WORD * (3 + 2 * type.get_num_dims()) if alone else 0)


Bounds = tuple[SSAValue, SSAValue, SSAValue]


def trips_of(op: Operation) -> list[int | None]:
    """The trip count of a loop, per dimension; None where it is not constant."""
    return [_constant_trips(bounds) for bounds in _bounds_of(op)]


def _bounds_of(op: Operation) -> Sequence[Bounds | None]:
    """Lower bound, upper bound and step per dimension of a loop; None for one that only tests."""
    if is_parallel(op):
        return ParallelLoop(op).bounds
    adapter = adapter_of(op)
    bounds = adapter.bounds(op) if adapter is not None else ()
    return [(bounds[0], bounds[1], bounds[2])] if len(bounds) == 3 else [None]


def _constant_trips(bounds: Bounds | None) -> int | None:
    known = [constant_value(bound) for bound in bounds or ()]
    match known:
        case [int(lower), int(upper), int(step)] if step > 0:
            return trip_count(lower, upper, step)
        case _:
            return None


def _fits(buffer: SSAValue, unknown: Sequence[SSAValue | None]) -> bool:
    """True if the extents of `buffer` that are not constant are the unknown trip counts.

    Else a copy might be larger than all that loops with these trip counts read.
    """
    axes = [
        axis for axis, size in enumerate(memref_type(buffer).get_shape()) if size == DYNAMIC_INDEX
    ]
    for trips in unknown:
        axis = next((a for a in axes if trips is not None and _is_extent(trips, buffer, a)), None)
        if axis is None:
            return False
        axes.remove(axis)
    return not axes


def _unknown_trips(op: Operation) -> Iterator[SSAValue | None]:
    """Per dimension without constant trip count a value that exceeds it by a constant, or None."""
    for bounds in _bounds_of(op):
        if _constant_trips(bounds) is None:
            yield None if bounds is None else _near(*bounds)


def _near(lower: SSAValue, upper: SSAValue, step: SSAValue) -> SSAValue | None:
    first = constant_value(lower)
    if not isinstance(first, int) or first < 0 or constant_value(step) != 1:
        return None
    while isinstance(upper.owner, arith.SubiOp) and _is_positive(upper.owner.rhs):
        upper = upper.owner.lhs
    return upper


def _is_positive(value: SSAValue) -> bool:
    known = constant_value(value)
    return isinstance(known, int) and known >= 0


def _is_extent(value: SSAValue, buffer: SSAValue, axis: int) -> bool:
    """True if `value` is known to be the extent of `buffer` along `axis`."""
    owner = value.owner
    if isinstance(owner, memref.DimOp):
        return owner.source is buffer and constant_value(owner.index) == axis
    if not isinstance(buffer, OpResult) or buffer.op.name not in ALLOCATIONS:
        return False
    shape = memref_type(buffer).get_shape()
    number = sum(size == DYNAMIC_INDEX for size in shape[:axis])
    return buffer.op.operands[number] is value

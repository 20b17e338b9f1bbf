"""The bytes that a planned loop keeps where sizes of buffers are known when it begins.

They are a sum: what does not depend on those sizes, and for each buffer a multiple of its bytes.
The multiples are read off by giving one buffer a large size at a time, in the same reckoning as for
constant sizes. Where that takes the larger of two sums, this is no less than that.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from xdsl.ir import BlockArgument, Operation, SSAValue

from ckptopt.autodiff.sizes import Unknown, Walk, kept_of_step, number_bytes, own_sizes
from ckptopt.checkpointing.at_run_time import Measure, Needs
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.planner import PLACE, Schedule, peak_at_run_time
from ckptopt.checkpointing.shared_budget import with_body
from ckptopt.emitter import Emitter, element_type
from ckptopt.regions import is_visible

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.reverse import Sweeps

LARGE = 1 << 48
"""More bytes than any other part of a sum."""


class _Needs(NamedTuple):
    each: int
    tape: int
    fixed: int


def measure_of(op: Operation, sweeps: Sweeps) -> Measure:
    """Emits what the loop `op` keeps. Raises `Unknown` if that is not known when it begins."""
    sized: dict[SSAValue, None] = {}

    def note(buffer: SSAValue) -> int:
        sized[_before(op, buffer)] = None
        return 0

    constant = _needs(op, Walk(sweeps, measure=note, rows=False))
    multiples = {buffer: _multiple(op, sweeps, buffer, constant) for buffer in sized}
    return partial(_emit, constant, multiples)


def _before(op: Operation, buffer: SSAValue) -> SSAValue:
    """The buffer outside of the loop `op` that has the size of one that it uses or carries.

    The carried ones only change places, so that all of them together have the sizes of all inits.
    """
    adapter = adapter_of(op)
    assert adapter is not None
    if isinstance(buffer, BlockArgument) and buffer.block is adapter.body(op):
        return adapter.inits(op)[list(adapter.carried(op)).index(buffer)]
    if not is_visible(buffer, op):
        raise Unknown
    return buffer


def _multiple(op: Operation, sweeps: Sweeps, buffer: SSAValue, constant: _Needs) -> _Needs:
    def measure(other: SSAValue) -> int:
        return LARGE if _before(op, other) is buffer else 0

    found = _needs(op, Walk(sweeps, measure=measure, rows=False))
    more = [large - base for large, base in zip(found, constant, strict=True)]
    return _Needs(*(-(-number // LARGE) for number in more))


def _needs(op: Operation, walk: Walk) -> _Needs:
    sizes = with_body(own_sizes(op, walk), kept_of_step(op, walk, single=False))
    taped_once = Schedule(1, 1, 0)
    return _Needs(
        sizes.snapshot + PLACE, sizes.tape, peak_at_run_time(taped_once, sizes) - sizes.tape
    )


def _emit(
    constant: _Needs, multiples: dict[SSAValue, _Needs], e: Emitter, loop: LoopSweeps
) -> Needs:
    totals = [e.index(number) for number in constant]
    for buffer, factors in multiples.items():
        size = e.index(number_bytes(element_type(buffer.type)))
        for extent in e.extents(loop.scope[buffer]):
            size = e.mul(size, extent, "bytes")
        totals = [
            e.add(total, e.mul(size, e.index(factor), name), name)
            for total, factor, name in zip(totals, factors, _Needs._fields, strict=True)
        ]
    return Needs(*totals)

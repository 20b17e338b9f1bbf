"""Buffers that grow by doubling, for the tapes of loops whose trip count is not known."""

from __future__ import annotations

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, StridedLayoutAttr
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.dialects import enzyme
from ckptopt.emitter import Emitter, memref_type

FIRST_CAPACITY = 16
"""How many steps a growing tape has room for at first."""


def carry_growing(push: enzyme.PushOp, buffer: SSAValue, emitter: Emitter) -> SSAValue:
    """Let the `scf.while` around `push` carry `buffer`, and store there, with room made first.

    The loop's first carried value counts its steps. Returns the buffer when the loop has ended.
    """
    loop = push.parent_op()
    assert isinstance(loop, scf.WhileOp)
    test, body = loop.before_region.block, loop.after_region.block
    tested = test.insert_arg(buffer.type, len(test.args))
    carried = body.insert_arg(buffer.type, len(body.args))
    carried.name_hint = tested.name_hint = buffer.name_hint
    at = emitter.at(InsertPoint.before(push)).located(push)
    roomy = _with_room(at, carried, body.args[0])
    at.store_as(push.value, roomy, [body.args[0]])
    Rewriter.erase_op(push)
    for block, value in ((test, tested), (body, roomy)):
        last = block.last_op
        assert last is not None
        last.operands = [*last.operands, value]
    return _rebuild(loop, buffer)


def _with_room(e: Emitter, buffer: SSAValue, place: SSAValue) -> SSAValue:
    """`buffer` if it has element `place`, else one of twice the size with its contents."""
    (capacity,) = e.extents(buffer)
    full = e.value(arith.CmpiOp(place, capacity, "eq"), "full")

    def grow(inner: Emitter) -> list[SSAValue]:
        doubled = inner.add(capacity, capacity, "doubled")
        larger = inner.alloc(memref_type(buffer), [doubled], buffer.name_hint)
        type = MemRefType(memref_type(buffer).element_type, [DYNAMIC_INDEX], StridedLayoutAttr([1]))
        start = inner.value(memref.SubviewOp.get(larger, [0], [capacity], [1], type), "start")
        inner.copy(buffer, start)
        inner.dealloc(buffer)
        return [larger]

    return e.if_else(full, grow, lambda _: [buffer], [buffer.name_hint])[0]


def _rebuild(loop: scf.WhileOp, buffer: SSAValue) -> SSAValue:
    regions: list[Region] = [loop.detach_region(region) for region in list(loop.regions)]
    types: list[Attribute] = [*(result.type for result in loop.results), buffer.type]
    new = scf.WhileOp.create(
        operands=[*loop.operands, buffer],
        result_types=types,
        properties=loop.properties,
        attributes=loop.attributes,
        regions=regions,
        location=loop.location,
    )
    Rewriter.insert_op(new, InsertPoint.before(loop))
    for old, result in zip(loop.results, new.results, strict=False):
        result.name_hint = old.name_hint
        old.replace_all_uses_with(result)
    loop.detach()
    loop.erase()
    grown = new.results[-1]
    grown.name_hint = buffer.name_hint
    buffer.replace_uses_with_if(grown, lambda use: use.operation is not new)
    return grown

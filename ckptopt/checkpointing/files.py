"""Snapshots in a file, or wherever a C library keeps them: `storage=file`.

`ckptopt/runtime/checkpoint_store.h` describes the library. A loop has a store with a slot per
snapshot, in which these parts follow each other:

    | numbers of one type | numbers of another | ... | contents of a buffer | of another | ... |

The numbers are those that the loop carries, tensors among them, and the sizes of buffers, where
those are known at run time only. What memory holds of a snapshot is the handles of shadows that the
loop carries. A replay works on copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, MemRefType, NoneAttr, i64
from xdsl.dialects.memref import ExtractAlignedPointerAsIndexOp
from xdsl.ir import Attribute, SSAValue

from ckptopt.checkpointing.directives import STORE_OPEN
from ckptopt.checkpointing.effects import is_memory
from ckptopt.checkpointing.layout import bytes_of
from ckptopt.checkpointing.slots import Piece, numbers_of, pieces_of, slot_type
from ckptopt.checkpointing.stores import Replay
from ckptopt.diagnostics import error
from ckptopt.emitter import INDEX, Emitter, constant_value, emits, memref_type, part_name
from ckptopt.roles import Role

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved

WRITE, READ, CLOSE = (f"ckptopt_store_{what}" for what in ("write", "read", "close"))
"""The functions of the library, beside `STORE_OPEN`."""

_STORE = "store"


@emits(Role.SLOTS)
def open_store(
    e: Emitter, loop: LoopSweeps, state: Sequence[SSAValue], count: SSAValue, saved: Saved
) -> None:
    """Open a store for `count` snapshots of the loop.

    Raises a located error for what the library cannot copy.
    """
    size = e.index(0)
    for type, members in _rooms(loop):
        size = e.add(size, e.index(_require_bytes(loop, slot_type(type, len(members)))))
    for piece in pieces_of(loop):
        size = e.add(size, _size(e, loop, piece.now(e, loop, state, None)), "snapshot_bytes")
    (saved[_STORE],) = e.call(STORE_OPEN, [count, size], [INDEX], "store")
    known = constant_value(count)
    for index in _shadows(loop):
        rows = known if isinstance(known, int) else DYNAMIC_INDEX
        dynamic = () if isinstance(known, int) else (count,)
        table = MemRefType(state[index].type, [rows])
        name = part_name(loop.carried_names()[index], "slots")
        saved["state", index] = e.alloc(table, dynamic, name)


@emits(Role.SAVE)
def write(
    e: Emitter,
    loop: LoopSweeps,
    saved: Saved,
    slot: SSAValue,
    state: Sequence[SSAValue],
    replay: Replay | None = None,
) -> None:
    """Write the state of the loop or of a replay to a slot."""
    for index in _shadows(loop):
        e.store(state[index], saved["state", index], [slot])
    buffers = [piece.now(e, loop, state, replay) for piece in pieces_of(loop)]
    numbers = [state[index] for index in _carried_numbers(loop)]
    for buffer in buffers:
        shape = zip(e.extents(buffer), memref_type(buffer).get_shape(), strict=True)
        numbers += [extent for extent, size in shape if size == DYNAMIC_INDEX]
    offset = e.index(0)
    for type, members in _rooms(loop):
        room = e.alloc(slot_type(type, len(members)), (), "numbers")
        for place, member in enumerate(members):
            e.store_as(numbers[member], room, [e.index(place)])
        offset = _move(e, WRITE, loop, saved, slot, offset, room)
        e.dealloc(room)
    for buffer in buffers:
        offset = _move(e, WRITE, loop, saved, slot, offset, buffer)


@emits(Role.RESTORE)
def read(
    e: Emitter, loop: LoopSweeps, saved: Saved, slot: SSAValue, common: Replay
) -> tuple[list[SSAValue], Replay]:
    """The state that a slot holds, and fresh memory with its contents for a replay, which owns
    it."""
    carried, pieces, offset = _carried_numbers(loop), pieces_of(loop), e.index(0)
    types, names = _number_types(loop), loop.carried_names()
    state = {i: e.load(saved["state", i], [slot], names[i]) for i in _shadows(loop)}
    numbers: dict[int, SSAValue] = {}
    for type, members in _rooms(loop):
        room = e.alloc(slot_type(type, len(members)), (), "numbers")
        offset = _move(e, READ, loop, saved, slot, offset, room)
        for place, member in enumerate(members):
            name = names[carried[member]] if member < len(carried) else "dim"
            numbers[member] = e.load_as(types[member], room, [e.index(place)], name)
        e.dealloc(room)
    state |= {index: numbers[place] for place, index in enumerate(carried)}
    extents = (numbers[member] for member in range(len(carried), len(numbers)))
    buffers, owned = dict(common.buffers), list[SSAValue]()
    for piece in pieces:
        type = memref_type(piece.like)
        dynamic = [next(extents) for size in type.get_shape() if size == DYNAMIC_INDEX]
        owned.append(e.alloc(type, dynamic, piece.name("work")))
        offset = _move(e, READ, loop, saved, slot, offset, owned[-1])
        if piece.captured is None:
            state[piece.index] = owned[-1]
        else:
            buffers[piece.captured.handle] = owned[-1]
    return [state[index] for index in range(len(names))], Replay(buffers, tuple(owned))


@emits(Role.SLOTS)
def close_store(e: Emitter, loop: LoopSweeps, saved: Saved) -> None:
    """Close the store of the loop."""
    for index in _shadows(loop):
        e.dealloc(saved["state", index])
    e.call(CLOSE, [saved[_STORE]])


# What is in a snapshot


def _shadows(loop: LoopSweeps) -> list[int]:
    """Which carried values are handles of shadows."""
    return [index for index in numbers_of(loop) if is_memory(loop.carried_values[index])]


def _carried_numbers(loop: LoopSweeps) -> list[int]:
    return [index for index in numbers_of(loop) if not is_memory(loop.carried_values[index])]


def _number_types(loop: LoopSweeps) -> list[Attribute]:
    """The types of all numbers of a snapshot: carried ones, then sizes of buffers."""
    carried: list[Attribute] = [loop.carried_values[i].type for i in _carried_numbers(loop)]
    return carried + [INDEX] * sum(_dynamic_sizes(piece) for piece in pieces_of(loop))


def _dynamic_sizes(piece: Piece) -> int:
    return list(memref_type(piece.like).get_shape()).count(DYNAMIC_INDEX)


def _rooms(loop: LoopSweeps) -> list[tuple[Attribute, list[int]]]:
    """Types of numbers, and which numbers of a snapshot are stored as this one."""
    rooms: dict[Attribute, tuple[Attribute, list[int]]] = {}
    for member, type in enumerate(_number_types(loop)):
        rooms.setdefault(slot_type(type, 1), (type, []))[1].append(member)
    return list(rooms.values())


# Parts of slots


def _move(
    e: Emitter,
    function: str,
    loop: LoopSweeps,
    saved: Saved,
    slot: SSAValue,
    offset: SSAValue,
    buffer: SSAValue,
) -> SSAValue:
    """Write or read a buffer at an offset in a slot; returns that of what follows."""
    size = _size(e, loop, buffer)
    address = e.value(ExtractAlignedPointerAsIndexOp.get(buffer), "address")
    e.call(function, [saved[_STORE], slot, offset, address, size])
    return e.add(offset, size, "offset")


def _size(e: Emitter, loop: LoopSweeps, buffer: SSAValue) -> SSAValue:
    """The bytes of a buffer."""
    type = memref_type(buffer)
    size = e.index(
        _require_bytes(loop, MemRefType(type.element_type, [1], NoneAttr(), type.memory_space))
    )
    for extent in e.extents(buffer):
        size = e.mul(size, extent, "size")
    return size


def _require_bytes(loop: LoopSweeps, type: MemRefType) -> int:
    """The bytes of a buffer of a static type, if the library can copy it."""
    size = bytes_of(type)
    if type.memory_space not in (NoneAttr(), IntegerAttr(0, i64)):
        raise error(
            loop.op,
            f"a snapshot of memory in space {type.memory_space} cannot be kept in a file",
        )
    if size is None or isinstance(type.element_type, MemRefType):
        raise error(loop.op, f"a snapshot of type {type} cannot be kept in a file")
    return size

"""Snapshots in a fixed number of slots, each of which can be written and read again and again.

A slot holds the number of a place in the loop, the carried values there, and a copy of the memory
that a replay from there needs: captured buffers that are snapshotted, and carried ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, UnitAttr
from xdsl.ir import Attribute, OpResult, SSAValue

from ckptopt.checkpointing.memory_plan import Captured, Role
from ckptopt.checkpointing.rectangles import ROWS
from ckptopt.checkpointing.stores import Replay, handle_of, is_static, room_type, transfer
from ckptopt.emitter import (
    INDEX,
    Emitter,
    element_type,
    emits,
    memref_type,
    part_name,
    storage_type,
    tensor_shape,
)
from ckptopt.roles import Role as For

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


@dataclass(frozen=True)
class Piece:
    """A buffer whose contents are in each slot: a captured one, or carried value number `index`."""

    like: SSAValue
    captured: Captured | None = None
    index: int = -1

    @property
    def key(self) -> object:
        return ("memory", self.index if self.captured is None else self.captured.handle)

    @property
    def varies(self) -> bool:
        """True if its size may differ from step to step: buffers of other sizes take its place."""
        return self.captured is None and not is_static(self.like)

    def name(self, what: str) -> str:
        return part_name(self.like.name_hint, what)

    def now(
        self, e: Emitter, loop: LoopSweeps, state: Sequence[SSAValue], replay: Replay | None
    ) -> SSAValue:
        """The buffer that holds the contents, in the state of the loop or of a replay."""
        if self.captured is None:
            return state[self.index]
        if replay is not None:
            return replay.buffers[self.captured.handle]
        return handle_of(e, loop, self.captured)


def pieces_of(loop: LoopSweeps) -> list[Piece]:
    """The buffers of a snapshot."""
    captured = [Piece(memory.handle, memory) for memory in loop.memory.of(Role.SNAPSHOT)]
    args = loop.carried_values
    return [*captured, *(Piece(args[index], None, index) for index in loop.carried_memory)]


def numbers_of(loop: LoopSweeps) -> list[int]:
    """Which carried values are kept as they are: numbers, and handles of shadows."""
    count = len(loop.carried_values)
    return [index for index in range(count) if index not in loop.carried_memory]


def _pieces(loop: LoopSweeps) -> list[Piece]:
    """The buffers that slots in memory hold."""
    return [] if loop.is_in_file else pieces_of(loop)


def _numbers(loop: LoopSweeps) -> list[int]:
    """The carried values that slots in memory hold as they are."""
    return [] if loop.is_in_file else numbers_of(loop)


@emits(For.SLOTS)
def make_slots(
    e: Emitter,
    loop: LoopSweeps,
    state: list[SSAValue],
    capacity: int | SSAValue,
    saved: Saved,
    place: str,
    *,
    work: bool = True,
) -> None:
    """Make `capacity` slots for snapshots; room for their memory is added by `open_slot`.

    The place of a snapshot in the loop, a number called `place`, is in its slot too. With `work`
    there is also room for replays, where only the state tells how large it is.
    """
    names = loop.carried_names()
    rows = capacity if isinstance(capacity, int) else DYNAMIC_INDEX
    sizes = () if isinstance(capacity, int) else (capacity,)
    saved["place"] = e.alloc(MemRefType(INDEX, [rows]), sizes, f"slot_{place}s")
    for index in _numbers(loop):
        type = slot_type(state[index].type, rows)
        saved["state", index] = e.alloc(type, sizes, part_name(names[index], "slots"))
    for piece in _pieces(loop):
        type = MemRefType(room_type(loop.slot_space, piece.like), [rows])
        handles = e.alloc(type, sizes, part_name(piece.like.name_hint, "slots"))
        assert isinstance(handles, OpResult)
        handles.op.attributes[ROWS] = UnitAttr()
        saved[piece.key] = handles
        if work and not piece.varies and not is_static(piece.like):
            source = piece.now(e, loop, state, None)
            saved["work", piece.key] = e.alloc_like(source, piece.name("work"))
    if loop.is_in_file:
        from ckptopt.checkpointing import files

        count = e.index(capacity) if isinstance(capacity, int) else capacity
        files.open_store(e, loop, state, count, saved)


@emits(For.SLOTS)
def open_slot(
    e: Emitter, loop: LoopSweeps, state: list[SSAValue], saved: Saved, slot: SSAValue
) -> None:
    """Make room in a slot for the memory of a snapshot."""
    for piece in _pieces(loop):
        now = piece.now(e, loop, state, None)
        room = e.alloc_like(now, piece.name("snapshot"), room_type(loop.slot_space, piece.like))
        e.store(room, saved[piece.key], [slot])


def open_slots(
    e: Emitter, loop: LoopSweeps, state: list[SSAValue], saved: Saved, count: SSAValue
) -> None:
    """Make room in the first `count` slots, before there is a snapshot for them."""

    def open_one(inner: Emitter, slot: SSAValue, _: list[SSAValue]) -> list[SSAValue]:
        open_slot(inner, loop, state, saved, slot)
        return []

    if _pieces(loop):
        e.for_loop(count, (), open_one, name="slot")


def open_early(
    e: Emitter,
    loop: LoopSweeps,
    state: list[SSAValue],
    saved: Saved,
    step: SSAValue,
    capacity: int,
) -> None:
    """Make room in the slot with the number of `step`, if there is one.

    So a loop that does not tell how often it runs opens a slot per step, `capacity` at most.
    """

    def open_one(inner: Emitter) -> list[SSAValue]:
        open_slot(inner, loop, state, saved, step)
        return []

    if _pieces(loop):
        e.if_else(e.less(step, e.index(capacity), "early"), open_one, lambda _: [])


@emits(For.SAVE)
def write_slot(
    e: Emitter,
    loop: LoopSweeps,
    saved: Saved,
    slot: SSAValue,
    place: SSAValue,
    state: list[SSAValue],
    replay: Replay | None = None,
    *,
    fresh: bool = False,
) -> None:
    """Save the state at `place`: carried values, and the memory of the loop or of a replay.

    A slot that is not `fresh`, opened for this state, gets new room for buffers that may have
    another size.
    """
    e.store(place, saved["place"], [slot])
    for index in _numbers(loop):
        e.store_as(state[index], saved["state", index], [slot])
    for piece in _pieces(loop):
        source = piece.now(e, loop, state, replay)
        if fresh or not piece.varies:
            transfer(e, source, e.load(saved[piece.key], [slot], piece.name("snapshot")))
        else:
            _replace_room(e, loop, saved, piece, slot, source)
    if loop.is_in_file:
        from ckptopt.checkpointing import files

        files.write(e, loop, saved, slot, state, replay)


def _replace_room(
    e: Emitter, loop: LoopSweeps, saved: Saved, piece: Piece, slot: SSAValue, source: SSAValue
) -> None:
    """Give a slot new room for a piece, as large as `source`, with its contents."""
    e.dealloc(e.load(saved[piece.key], [slot], piece.name("snapshot")))
    room = e.alloc_like(source, piece.name("snapshot"), room_type(loop.slot_space, piece.like))
    e.store(room, saved[piece.key], [slot])
    transfer(e, source, room)


@emits(For.REPLAY_MEMORY)
def begin_work(e: Emitter, loop: LoopSweeps, saved: Saved) -> list[SSAValue | None]:
    """Room for replays to work in that must leave their slot as it is; None where sizes vary."""
    work: list[SSAValue | None] = []
    for piece in _pieces(loop):
        if piece.varies:
            work.append(None)
            continue
        buffer = saved.get(("work", piece.key))
        if buffer is None:
            buffer = e.alloc(memref_type(piece.like), (), piece.name("work"))
        work.append(buffer)
    return work


@emits(For.RESTORE)
def read_place(e: Emitter, saved: Saved, slot: SSAValue, name: str) -> SSAValue:
    """The place that a slot holds the state at."""
    return e.load(saved["place"], [slot], name)


@emits(For.RESTORE)
def read_slot(
    e: Emitter,
    loop: LoopSweeps,
    saved: Saved,
    slot: SSAValue,
    keep: SSAValue,
    work: list[SSAValue | None],
    common: Replay,
) -> tuple[list[SSAValue], Replay]:
    """The state that a slot holds, for a replay to work on.

    Its memory is copied to `work` if `keep`, an `i1`, says that the slot is needed again, or if it
    is in another memory space or in a file; else the replay works in the slot. `end_turn` frees
    what was made for the copies.
    """
    if loop.is_in_file:
        from ckptopt.checkpointing import files

        return files.read(e, loop, saved, slot, common)
    names, values = loop.carried_names(), loop.carried_values
    types: list[Attribute] = [value.type for value in values]
    state = {
        index: e.load_as(types[index], saved["state", index], [slot], names[index])
        for index in _numbers(loop)
    }
    pieces = _pieces(loop)
    rooms = [e.load(saved[piece.key], [slot], piece.name("snapshot")) for piece in pieces]

    def copies(inner: Emitter) -> list[SSAValue]:
        made: list[SSAValue] = []
        for piece, room, buffer in zip(pieces, rooms, work, strict=True):
            type = memref_type(piece.like)
            made.append(buffer or inner.alloc_like(room, piece.name("work"), type))
            transfer(inner, room, made[-1])
        return made

    chosen: list[SSAValue] = []
    if pieces and loop.slot_space is not None:
        chosen = copies(e)
    elif pieces:
        hints = [piece.like.name_hint for piece in pieces]
        chosen = e.if_else(keep, copies, lambda _: rooms, hints)
    buffers = dict(common.buffers)
    for piece, buffer in zip(pieces, chosen, strict=True):
        if piece.captured is None:
            state[piece.index] = buffer
        else:
            buffers[piece.captured.handle] = buffer
    owned = [buffer for piece, buffer in zip(pieces, chosen, strict=True) if piece.varies]
    return [state[index] for index in range(len(values))], Replay(buffers, tuple(owned))


def copy_slot(
    e: Emitter, loop: LoopSweeps, saved: Saved, source: SSAValue, target: SSAValue
) -> None:
    """Let one slot hold what another one holds."""
    tables = [saved["place"], *(saved["state", index] for index in _numbers(loop))]
    types = [INDEX, *(loop.carried_values[index].type for index in _numbers(loop))]
    for table, type in zip(tables, types, strict=True):
        e.store_as(e.load_as(type, table, [source]), table, [target])
    for piece in _pieces(loop):
        room = e.load(saved[piece.key], [source], piece.name("snapshot"))
        if piece.varies:
            _replace_room(e, loop, saved, piece, target, room)
        else:
            e.copy(room, e.load(saved[piece.key], [target], piece.name("snapshot")))


def work_in(
    e: Emitter, loop: LoopSweeps, saved: Saved, slot: SSAValue, common: Replay
) -> tuple[list[SSAValue], Replay]:
    """The state that a slot holds, for a replay to work on in the slot itself."""
    names, buffers = loop.carried_names(), dict(common.buffers)
    state = {
        index: e.load_as(value.type, saved["state", index], [slot], names[index])
        for index, value in enumerate(loop.carried_values)
        if index not in loop.carried_memory
    }
    for piece in _pieces(loop):
        room = e.load(saved[piece.key], [slot], piece.name("work"))
        if piece.captured is None:
            state[piece.index] = room
        else:
            buffers[piece.captured.handle] = room
    return [state[index] for index in range(len(names))], Replay(buffers)


def leave_in(
    e: Emitter,
    loop: LoopSweeps,
    saved: Saved,
    slot: SSAValue,
    place: SSAValue,
    state: list[SSAValue],
) -> None:
    """Let the slot that a replay has worked in hold the state at `place`, where it is by now."""
    e.store(place, saved["place"], [slot])
    for index in _numbers(loop):
        e.store_as(state[index], saved["state", index], [slot])
    for index in loop.carried_memory:
        e.store(state[index], saved["memory", index], [slot])


@emits(For.DISCARD)
def end_turn(e: Emitter, loop: LoopSweeps, keep: SSAValue, replay: Replay) -> None:
    """Free the buffers that `read_slot` made: if `keep`, for another space, or from a file."""

    def free(inner: Emitter) -> list[SSAValue]:
        for buffer in replay.owned:
            inner.dealloc(buffer)
        return []

    if loop.slot_space is not None or loop.is_in_file:
        free(e)
    elif replay.owned:
        e.if_else(keep, free, lambda _: [])


@emits(For.SLOTS)
def free_slots(
    e: Emitter, loop: LoopSweeps, saved: Saved, slots: SSAValue, work: list[SSAValue | None]
) -> None:
    """Free `slots` slots, and the room that replays worked in."""
    pieces = _pieces(loop)

    def free(inner: Emitter, slot: SSAValue, _: list[SSAValue]) -> list[SSAValue]:
        for piece in pieces:
            inner.dealloc(inner.load(saved[piece.key], [slot], piece.name("snapshot")))
        return []

    if pieces:
        e.for_loop(slots, (), free, name="slot")
    for buffer in work:
        if buffer is not None:
            e.dealloc(buffer)
    for index in _numbers(loop):
        e.dealloc(saved["state", index])
    for piece in pieces:
        e.dealloc(saved[piece.key])
    if loop.is_in_file:
        from ckptopt.checkpointing import files

        files.close_store(e, loop, saved)
    e.dealloc(saved["place"])


def slot_type(type: Attribute, capacity: int) -> MemRefType:
    """The buffer for `capacity` values of `type`; a tensor takes further dimensions."""
    shape = tensor_shape(type)
    element = element_type(type) if shape else type
    return MemRefType(storage_type(element), [capacity, *shape])

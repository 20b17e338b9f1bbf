"""Snapshots: what a replay of a loop's steps needs, saved and restored.

A snapshot holds the carried values, and a copy of each class of memory that `memory_plan` says it
must. Here snapshots are a stack, in caches; `slots` has them in a fixed number of places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects.builtin import MemRefType, UnitAttr
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from ckptopt.checkpointing.effects import is_memory
from ckptopt.checkpointing.memory_plan import Captured, Role
from ckptopt.checkpointing.offload import AHEAD, DESTINATION, MOVED
from ckptopt.emitter import Emitter, emits, memref_type, part_name
from ckptopt.roles import Role as For

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


class Replay(NamedTuple):
    """The memory that a replay works on: which buffer stands for which captured one.

    `owned` are the buffers that belong to this replay alone.
    """

    buffers: dict[SSAValue, SSAValue]
    owned: tuple[SSAValue, ...] = ()


@emits(For.REPLAY_MEMORY)
def prepare(e: Emitter, loop: LoopSweeps, saved: Saved) -> None:
    """Set aside, before the loop runs, what its replays need of memory once.

    That is a copy of what it reads and somebody overwrites later, and room for the replay to work
    in where only the original tells how large it is.
    """
    for memory in loop.memory.of(Role.KEPT):
        buffer = handle_of(e, loop, memory)
        saved["memory", memory.handle] = copy_of(e, buffer, memory.handle.name_hint)
    for memory in loop.memory.of(Role.SCRATCH):
        if not is_static(memory.handle):
            buffer = handle_of(e, loop, memory)
            saved["memory", memory.handle] = e.alloc_like(
                buffer, part_name(memory.handle.name_hint, "scratch")
            )


@emits(For.REPLAY_MEMORY)
def begin_replays(e: Emitter, loop: LoopSweeps, saved: Saved) -> Replay:
    """The memory that all replays of the loop share."""
    buffers: dict[SSAValue, SSAValue] = {}
    for memory in loop.memory.of(Role.KEPT, Role.SCRATCH):
        buffer = saved.get(("memory", memory.handle))
        if buffer is None:
            buffer = e.alloc(
                memref_type(memory.handle), (), part_name(memory.handle.name_hint, "scratch")
            )
        buffers[memory.handle] = buffer
    return Replay(buffers)


@emits(For.REPLAY_MEMORY)
def finish(e: Emitter, loop: LoopSweeps, common: Replay) -> None:
    """Free what all replays of the loop shared."""
    for memory in loop.memory.of(Role.KEPT, Role.SCRATCH):
        e.dealloc(common.buffers[memory.handle])


# One snapshot


@emits(For.SAVE)
def save_memory(e: Emitter, loop: LoopSweeps, saved: Saved) -> None:
    """Copy the memory that the loop overwrites, once."""
    for memory in loop.memory.of(Role.SNAPSHOT):
        buffer = handle_of(e, loop, memory)
        saved["memory", memory.handle] = copy_of(e, buffer, memory.handle.name_hint)


def restore_memory(loop: LoopSweeps, saved: Saved, common: Replay) -> Replay:
    """The memory of the one replay, which works on those copies."""
    copies = {
        memory.handle: saved["memory", memory.handle] for memory in loop.memory.of(Role.SNAPSHOT)
    }
    return Replay({**common.buffers, **copies}, tuple(copies.values()))


# Snapshots on a stack


@emits(For.SAVE)
def save(e: Emitter, loop: LoopSweeps, state: list[SSAValue], saved: Saved, home: Emitter) -> None:
    """Push a snapshot of the loop's state on caches made at `home`."""
    for index, (value, name) in enumerate(zip(state, loop.carried_names(), strict=True)):
        if index in loop.carried_memory:
            value = _put_away(e, loop, value, name)
        _push(e, loop, saved, ("state", index), value, home, name)
    for memory in loop.memory.of(Role.SNAPSHOT):
        name = memory.handle.name_hint
        copy = _put_away(e, loop, handle_of(e, loop, memory), name)
        _push(e, loop, saved, ("memory", memory.handle), copy, home, name)


@emits(For.RESTORE)
def restore(
    e: Emitter, loop: LoopSweeps, saved: Saved, common: Replay, *, ahead: bool = False
) -> tuple[list[SSAValue], Replay]:
    """Pop the youngest snapshot: the carried values, and the memory of a replay from there.

    `ahead` of the replay: copies from another memory space may run until it begins.
    """
    owned: list[SSAValue] = []
    state = [e.pop(saved["state", index], name) for index, name in enumerate(loop.carried_names())]
    for index in loop.carried_memory:
        state[index] = _fetch(e, loop, state[index], loop.carried_values[index], owned, ahead)
    popped: dict[SSAValue, SSAValue] = {}
    for memory in loop.memory.of(Role.SNAPSHOT):
        room = e.pop(saved["memory", memory.handle], memory.handle.name_hint)
        popped[memory.handle] = _fetch(e, loop, room, memory.handle, owned, ahead)
    return state, Replay({**common.buffers, **popped}, tuple(owned))


@emits(For.DISCARD)
def discard(e: Emitter, replay: Replay) -> None:
    """Free the memory of a popped snapshot, on which a replay has worked."""
    for buffer in replay.owned:
        e.dealloc(buffer)


def _push(
    e: Emitter,
    loop: LoopSweeps,
    saved: Saved,
    key: object,
    value: SSAValue,
    home: Emitter,
    name: str | None,
) -> None:
    if key not in saved:
        hint = part_name(name, "snapshots")
        saved[key] = home.init_cache(value.type, hint, as_tensor=loop.uses_tensors)
        op = saved[key].owner
        if loop.snapshot_space is not None and isinstance(op, Operation) and not is_memory(value):
            op.attributes[DESTINATION] = loop.snapshot_space
    e.push(saved[key], value)


# Snapshots in another memory space


def room_type(space: Attribute | None, buffer: SSAValue) -> MemRefType:
    """The type of a buffer for a snapshot of `buffer`, in a memory space if one is given."""
    type = memref_type(buffer)
    if space is None:
        return type
    return MemRefType(type.element_type, type.get_shape(), type.layout, space)


def transfer(e: Emitter, source: SSAValue, target: SSAValue, *, ahead: bool = False) -> None:
    """Copy a buffer to one of the same sizes, which may be in another memory space.

    `ahead` of the next use of the target: the copy may run until then.
    """
    copy = e.copy(source, target)
    if source.type != target.type:
        copy.attributes[MOVED] = AHEAD if ahead else UnitAttr()


def _put_away(e: Emitter, loop: LoopSweeps, buffer: SSAValue, name: str | None) -> SSAValue:
    type = room_type(loop.snapshot_space, buffer)
    room = e.alloc_like(buffer, part_name(name, "snapshot"), type)
    transfer(e, buffer, room)
    return room


def _fetch(
    e: Emitter,
    loop: LoopSweeps,
    room: SSAValue,
    like: SSAValue,
    owned: list[SSAValue],
    ahead: bool,
) -> SSAValue:
    """A snapshot where a replay can work on it: a copy if it is in another memory space.

    `owned` gets what is to be freed after the replay.
    """
    if loop.snapshot_space is None:
        owned.append(room)
        return room
    back = e.alloc_like(room, part_name(like.name_hint, "work"), memref_type(like))
    transfer(e, room, back, ahead=ahead)
    owned.append(back)
    if ahead:
        owned.append(room)
    else:
        e.dealloc(room)
    return back


def copy_of(e: Emitter, buffer: SSAValue, name: str | None) -> SSAValue:
    """A fresh copy of a buffer called `name`, as it is now."""
    copy = e.alloc_like(buffer, part_name(name, "snapshot"))
    e.copy(buffer, copy)
    return copy


def handle_of(e: Emitter, loop: LoopSweeps, memory: Captured) -> SSAValue:
    """The emitted buffer behind captured memory, in the place of the loop."""
    value = memory.handle
    if memory.is_global:
        known = loop.scope.globals.get(memory.alias)
        if known is not None:
            return known
        assert isinstance(value, OpResult)
        return e.insert(value.op.clone_without_regions()).results[0]
    return loop.scope[value]


def is_static(value: SSAValue) -> bool:
    """True if the type of a buffer tells its size."""
    return isinstance(value.type, MemRefType) and memref_type(value).has_static_shape()

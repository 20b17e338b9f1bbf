"""Snapshots: what a replay of a loop's steps needs, saved and restored.

A snapshot holds the carried values, and a copy of each class of memory that the body both writes
and may read before it wrote it. Memory that the body only reads is shared with the replay if
nobody writes it before the replay, and copied once per loop otherwise. Memory that it only writes
is neither saved nor written by a replay.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Block, Operation, OpResult, SSAValue

from ckptopt.checkpointing.effects import Alias, Memory, is_memory, is_view
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.diagnostics import error, note
from ckptopt.emitter import Emitter, memref_type
from ckptopt.regions import captured

if TYPE_CHECKING:
    from ckptopt.autodiff.loops import LoopSweeps
    from ckptopt.autodiff.scope import Saved


class Role(Enum):
    """What happens to a class of memory that a replayed loop captures."""

    SHARED = auto()
    """Only read, and as it was when the replay runs: the replay reads the original."""
    KEPT = auto()
    """Only read, but overwritten or freed later: one copy per loop."""
    SNAPSHOT = auto()
    """Read and written: one copy per snapshot."""
    SCRATCH = auto()
    """Overwritten by each step before it is read: the replay gets a buffer of its own."""
    DROPPED = auto()
    """Only written: a replay does not write it."""


@dataclass(frozen=True)
class Captured:
    """A class of memory that a loop captures: its handles in the loop, and its role."""

    alias: Alias
    handles: tuple[SSAValue, ...]
    role: Role
    is_global: bool


@dataclass(frozen=True)
class MemoryPlan:
    """The classes of memory that a loop captures."""

    classes: tuple[Captured, ...]

    @property
    def dropped(self) -> frozenset[Alias]:
        """The classes that a replay does not write."""
        return frozenset(c.alias for c in self.classes if c.role is Role.DROPPED)

    def of(self, *roles: Role) -> list[Captured]:
        """The classes with one of `roles`."""
        return [c for c in self.classes if c.role in roles]


@dataclass
class Replay:
    """The memory of one replay.

    `buffers` and `globals` say which buffer stands for which; `owned` are freed at its end.
    """

    buffers: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    globals: dict[Alias, SSAValue] = field(default_factory=dict[Alias, SSAValue])
    owned: list[SSAValue] = field(default_factory=list[SSAValue])

    def use(self, memory: Captured, buffer: SSAValue) -> None:
        """Let `buffer` stand for the captured memory."""
        self.buffers.update((handle, buffer) for handle in memory.handles)
        if memory.is_global:
            self.globals[memory.alias] = buffer

    def free(self, e: Emitter) -> None:
        """Free the buffers that this replay owns."""
        for buffer in self.owned:
            e.dealloc(buffer)


def plan_memory(op: Operation, memory: Memory, horizon: Block) -> MemoryPlan:
    """Give each class of memory that the loop `op` captures its role.

    Raises a located error for what a replay cannot do: repeat an effect on the world, free memory
    from outside, or clone memory that the loop sees through several handles.
    """
    effects = memory.effects(op)
    if effects.opaque is not None:
        raise error(
            effects.opaque,
            f"'{effects.opaque.name}' has effects that a replay would repeat",
            note(op, "in this checkpointed loop"),
        )
    handles: dict[Alias, list[SSAValue]] = {}
    for value in _handles(op):
        handles.setdefault(memory.alias(value), []).append(value)
    classes: list[Captured] = []
    for alias, found in handles.items():
        if alias in effects.frees:
            raise error(op, "a loop that frees memory from outside cannot be replayed")
        role = _role(op, memory, alias, found, horizon)
        is_global = all(memory.global_name(value) is not None for value in found)
        if role in (Role.KEPT, Role.SNAPSHOT, Role.SCRATCH):
            _check_clonable(op, found, is_global)
        classes.append(Captured(alias, tuple(found), role, is_global))
    return MemoryPlan(tuple(classes))


def _handles(op: Operation) -> list[SSAValue]:
    """The memrefs that the loop gets from outside: captured, or taken from a global inside."""
    found = [value for value in captured(op) if is_memory(value)]
    taken = [inner.results[0] for inner in op.walk() if inner.name == "memref.get_global"]
    return [*found, *taken]


def _role(
    op: Operation, memory: Memory, alias: Alias, handles: list[SSAValue], horizon: Block
) -> Role:
    effects = memory.effects(op)
    if alias not in effects.writes:
        persists = all(memory.persists(value, horizon) for value in handles)
        if persists and not memory.written_after(op, alias, horizon):
            return Role.SHARED
        return Role.KEPT
    if alias not in effects.reads and _only_written(op, memory, alias):
        return Role.DROPPED
    if _overwritten_first(op, memory, alias, handles):
        static = all(_is_static(value) for value in handles)
        if static or all(memory.persists(value, horizon) for value in handles):
            return Role.SCRATCH
    return Role.SNAPSHOT


def _only_written(op: Operation, memory: Memory, alias: Alias) -> bool:
    """True if every use of the memory in the loop goes when the writes go."""
    for inner in op.walk():
        if inner is op or inner.name == "memref.get_global":
            continue
        values = [value for value in (*inner.operands, *inner.results) if is_memory(value)]
        if any(memory.alias(value) == alias for value in values) and not (
            is_view(inner) or (alias in memory.effects(inner).writes and not inner.regions)
        ):
            return False
    return True


def _overwritten_first(
    op: Operation, memory: Memory, alias: Alias, handles: list[SSAValue]
) -> bool:
    """True if each step overwrites all of the memory before it may read any of it."""
    adapter = adapter_of(op)
    assert adapter is not None
    for inner in adapter.body(op).ops:
        effects = memory.effects(inner)
        if alias in effects.reads:
            return False
        if inner.name == "memref.copy" and inner.operands[1] in handles:
            return True
    return False


def _is_static(value: SSAValue) -> bool:
    return isinstance(value.type, MemRefType) and memref_type(value).has_static_shape()


def _check_clonable(op: Operation, handles: list[SSAValue], is_global: bool) -> None:
    first = handles[0]
    if len(handles) > 1 and not is_global:
        raise error(
            op,
            "the checkpointed loop sees one piece of memory through several memrefs",
            *(note(value, "this is one of them") for value in handles),
        )
    plain = isinstance(first.type, MemRefType) and memref_type(first).layout == NoneAttr()
    if not plain:
        raise error(op, f"memory of type {handles[0].type} cannot be copied for a replay yet")
    if isinstance(first, OpResult) and is_view(first.op):
        raise error(op, "the checkpointed loop captures a view; run sink-checkpoint-views first")


# The state of a loop: carried values and memory


def keep(e: Emitter, loop: LoopSweeps, saved: Saved) -> None:
    """Copy, once before the loop, the memory that it reads and somebody overwrites later."""
    for memory in loop.memory.of(Role.KEPT):
        saved["kept", memory.alias] = _copy_of(e, loop, memory)


def save(e: Emitter, loop: LoopSweeps, state: list[SSAValue], saved: Saved, home: Emitter) -> None:
    """Push a snapshot of the loop's state on caches made at `home`."""
    for index, value in enumerate(state):
        _push(e, saved, ("state", index), value, home, loop.carried_names()[index])
    for memory in loop.memory.of(Role.SNAPSHOT):
        copy = _copy_of(e, loop, memory)
        _push(e, saved, ("memory", memory.alias), copy, home, memory.handles[0].name_hint)


def restore(e: Emitter, loop: LoopSweeps, saved: Saved) -> tuple[list[SSAValue], Replay]:
    """Pop the youngest snapshot: the carried values, and the memory of a replay from there."""
    replay = Replay()
    names = loop.carried_names()
    state = [e.pop(saved["state", index], names[index]) for index in range(len(names))]
    for memory in loop.memory.classes:
        match memory.role:
            case Role.KEPT:
                replay.use(memory, saved["kept", memory.alias])
            case Role.SNAPSHOT:
                buffer = e.pop(saved["memory", memory.alias], memory.handles[0].name_hint)
                replay.use(memory, buffer)
                replay.owned.append(buffer)
            case Role.SCRATCH:
                buffer = _like(e, loop, memory)
                replay.use(memory, buffer)
                replay.owned.append(buffer)
            case _:
                pass
    return state, replay


def drop(e: Emitter, saved: Saved) -> None:
    """Free what `keep` copied."""
    for key, buffer in saved.items():
        if isinstance(key, tuple) and key[0] == "kept":
            e.dealloc(buffer)


def _push(
    e: Emitter, saved: Saved, key: object, value: SSAValue, home: Emitter, name: str | None
) -> None:
    if key not in saved:
        saved[key] = home.init_cache(value.type, f"{name}_snapshots" if name else "snapshots")
    e.push(saved[key], value)


def _copy_of(e: Emitter, loop: LoopSweeps, memory: Captured) -> SSAValue:
    buffer = _handle(e, loop, memory)
    name = memory.handles[0].name_hint
    copy = e.alloc_like(buffer, f"{name}_snapshot" if name else "snapshot")
    e.copy(buffer, copy)
    return copy


def _like(e: Emitter, loop: LoopSweeps, memory: Captured) -> SSAValue:
    handle = memory.handles[0]
    name = f"{handle.name_hint}_scratch" if handle.name_hint else "scratch"
    if _is_static(handle):
        return e.alloc(memref_type(handle), (), name)
    return e.alloc_like(_handle(e, loop, memory), name)


def _handle(e: Emitter, loop: LoopSweeps, memory: Captured) -> SSAValue:
    """The emitted buffer behind captured memory, in the place of the loop."""
    value = memory.handles[0]
    if memory.is_global:
        known = loop.scope.globals.get(memory.alias)
        if known is not None:
            return known
        assert isinstance(value, OpResult)
        return e.insert(value.op.clone_without_regions()).results[0]
    return loop.scope[value]

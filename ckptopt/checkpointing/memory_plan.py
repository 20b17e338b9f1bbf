"""What a replay of a loop does with each class of memory that the loop captures."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Block, Operation, OpResult, SSAValue

from ckptopt.checkpointing.directives import REMAT
from ckptopt.checkpointing.effects import Alias, Memory, is_memory, is_view
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.diagnostics import error, note
from ckptopt.emitter import memref_type
from ckptopt.regions import captured
from ckptopt.structured import is_leaf, overwritten


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


class Captured(NamedTuple):
    """A piece of memory that a loop captures: its handles in the loop, and its role.

    There is one handle, or, for a global, each place where it is taken.
    """

    alias: Alias
    handles: tuple[SSAValue, ...]
    role: Role
    is_global: bool

    @property
    def handle(self) -> SSAValue:
        """The first handle, which names this piece of memory."""
        return self.handles[0]


class MemoryPlan(NamedTuple):
    """The memory that a loop captures."""

    classes: tuple[Captured, ...]

    @property
    def dropped(self) -> frozenset[Alias]:
        """The classes that a replay does not write."""
        return frozenset(c.alias for c in self.classes if c.role is Role.DROPPED)

    def of(self, *roles: Role) -> list[Captured]:
        """The pieces with one of `roles`."""
        return [c for c in self.classes if c.role in roles]


def plan_memory(op: Operation, memory: Memory, horizon: Block) -> MemoryPlan:
    """Give each piece of memory that the loop `op` captures its role.

    Raises a located error for what a replay cannot do: repeat an effect on the world, free memory
    from outside, or clone memory that the loop sees through handles that may overlap.
    """
    effects = memory.effects(op)
    if effects.opaque is not None:
        raise error(
            effects.opaque,
            f"'{effects.opaque.name}' has effects that a replay would repeat",
            note(op, f"in this {_kind(op)}"),
        )
    handles: dict[Alias, list[SSAValue]] = {}
    for value in _handles(op):
        if not memory.is_shadow(value):
            handles.setdefault(memory.alias(value), []).append(value)
    carried = _check_carried(op, memory)
    classes: list[Captured] = []
    for alias, found in handles.items():
        if alias in effects.frees:
            raise error(op, f"a {_kind(op)} that frees memory from outside cannot be replayed")
        role = _role(op, memory, alias, found, horizon)
        is_global = all(memory.global_name(value) is not None for value in found)
        if role in (Role.KEPT, Role.SNAPSHOT, Role.SCRATCH):
            _check_clonable(op, found, is_global)
            if alias in carried:
                raise error(
                    op,
                    f"the {_kind(op)} carries memory and uses it from outside as well",
                    note(found[0], "this is the memory"),
                )
        groups = [tuple(found)] if is_global else [(value,) for value in found]
        classes += [Captured(alias, group, role, is_global) for group in groups]
    return MemoryPlan(tuple(classes))


def _kind(op: Operation) -> str:
    return "rematerialised region" if REMAT in op.attributes else "checkpointed loop"


def _check_carried(op: Operation, memory: Memory) -> set[Alias]:
    """The classes of memory that the loop `op` carries.

    A replay gives each carried buffer a copy of its own, so they must be distinct, and each step
    may only change their places. Raises a located error otherwise.
    """
    adapter = adapter_of(op)
    assert adapter is not None
    args = adapter.carried(op)
    places = [i for i, a in enumerate(args) if is_memory(a) and not memory.is_shadow(a)]
    for i in places:
        _check_plain(op, args[i])
    inits = [adapter.inits(op)[i] for i in places]
    distinct = len({_origin(init) for init in inits}) == len(inits)
    if not distinct or not _permutes(op, places, frozenset()):
        raise error(
            op, "a replay can only follow carried memrefs that are distinct and change places"
        )
    return {memory.alias(args[i]) for i in places}


def _permutes(op: Operation, places: list[int], assumed: frozenset[Operation]) -> bool:
    """True if each step of `op` yields its carried values `places`, in some order.

    `assumed` are the loops around, for which the same is being shown.
    """
    adapter = adapter_of(op)
    if adapter is None:
        return False
    args = {adapter.carried(op)[i] for i in places}
    yielded = (adapter.yielded(op)[i] for i in places)
    return {_origin(value, assumed | {op}) for value in yielded} == args


def _origin(value: SSAValue, assumed: frozenset[Operation] = frozenset()) -> SSAValue:
    """A value that stands for the memory of `value`; different ones never overlap.

    The results of a loop that only lets its carried buffers change places stand, together, for its
    inits; those of any other loop or branch all stand for the same.
    """
    owner = value.owner
    op = owner.parent_op() if isinstance(owner, Block) else owner
    if op is None or not op.regions or isinstance(op, func.FuncOp):
        return value
    if op in assumed and not isinstance(value, OpResult):
        return value
    adapter = adapter_of(op)
    if adapter is None:
        return op.results[0]
    values = list(op.results if isinstance(value, OpResult) else adapter.carried(op))
    places = [i for i, other in enumerate(values) if other.type == value.type]
    inits = [_origin(adapter.inits(op)[i], assumed) for i in places]
    if len(set(inits)) < len(inits) or not _permutes(op, places, assumed):
        return inits[0]
    place = places.index(values.index(value))
    return inits[place] if isinstance(value, OpResult) else value


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
    if len(handles) == 1 and _overwritten_first(op, memory, alias, handles[0]):
        return Role.SCRATCH
    return Role.SNAPSHOT


def _only_written(op: Operation, memory: Memory, alias: Alias) -> bool:
    """True if every use of the memory in the loop goes when the writes go."""
    for inner in op.walk():
        if inner is op or inner.name == "memref.get_global":
            continue
        values = [value for value in (*inner.operands, *inner.results) if is_memory(value)]
        if any(memory.alias(value) == alias for value in values) and not (
            is_view(inner)
            or (memory.effects(inner).writes == frozenset((alias,)) and is_leaf(inner))
        ):
            return False
    return True


def _overwritten_first(op: Operation, memory: Memory, alias: Alias, handle: SSAValue) -> bool:
    """True if each step overwrites all of the memory before it may read any of it."""
    adapter = adapter_of(op)
    assert adapter is not None
    for inner in adapter.body(op).ops:
        effects = memory.effects(inner)
        if alias in effects.reads:
            return False
        if overwritten(inner) is handle:
            return True
    return False


def _check_clonable(op: Operation, handles: list[SSAValue], is_global: bool) -> None:
    if not is_global and len({_origin(value) for value in handles}) < len(handles):
        raise error(
            op,
            f"the {_kind(op)} sees one piece of memory through several memrefs",
            *(note(value, "this is one of them") for value in handles),
        )
    for value in handles:
        _check_plain(op, value)
        if isinstance(value, OpResult) and is_view(value.op):
            raise error(op, f"the {_kind(op)} captures a view; run sink-checkpoint-views first")


def _check_plain(op: Operation, value: SSAValue) -> None:
    plain = isinstance(value.type, MemRefType) and memref_type(value).layout == NoneAttr()
    if not plain:
        raise error(op, f"memory of type {_text(value)} cannot be copied for a replay yet")


def _text(value: SSAValue) -> str:
    return str(value.type)

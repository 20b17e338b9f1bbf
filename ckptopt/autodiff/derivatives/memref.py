"""Derivative rules of operations on memory.

The shadow of a buffer holds the adjoint of its contents. Reading accumulates into the shadow;
writing reads the adjoint of what was written and clears the cell, also when what was written is
inactive. A row names what the adjoint reads and emits it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, cast

from xdsl.dialects.builtin import AnyFloat, IntegerAttr
from xdsl.ir import Operation, SSAValue

from ckptopt.autodiff.activity import Activity
from ckptopt.autodiff.contents import Contents
from ckptopt.autodiff.scope import adjoint_name
from ckptopt.checkpointing.effects import Alias, is_memory
from ckptopt.diagnostics import error
from ckptopt.dialects.memref_elements import ATOMIC_KINDS
from ckptopt.emitter import Emitter
from ckptopt.roles import Role


class ReverseContext(Protocol):
    """What the reverse of one operation can ask for."""

    @property
    def emitter(self) -> Emitter:
        """Where the adjoint goes."""
        ...

    @property
    def activity(self) -> Activity:
        """What carries derivatives."""
        ...

    def primal(self, value: SSAValue) -> SSAValue:
        """The emitted value of an operand or result that the rule declared to read."""
        ...

    def contents(self, op: Operation, contents: Contents) -> SSAValue:
        """A buffer with contents of memory that the rule of `op` declared to read."""
        ...

    def alias(self, buffer: SSAValue) -> Alias:
        """The alias class of a buffer."""
        ...

    def shadow(self, buffer: SSAValue) -> SSAValue:
        """The shadow of a buffer of active memory."""
        ...

    def is_shared(self, buffer: SSAValue) -> bool:
        """True if several iterations of a parallel loop may add to the shadow of `buffer`."""
        ...

    def is_active(self, value: SSAValue) -> bool:
        """True for active numbers and for buffers of active memory."""
        ...

    def take(self, value: SSAValue) -> SSAValue | None:
        """The adjoint of `value`, None if it is zero; it is zero afterwards."""
        ...

    def accumulate(self, value: SSAValue, adjoint: SSAValue) -> None:
        """Add to the adjoint of `value`, if that is active."""
        ...


def no_contents(op: Operation, activity: Activity) -> Iterable[Contents]:
    """For adjoints that read no memory."""
    return ()


@dataclass(frozen=True)
class MemoryRule:
    """The adjoint of an operation that is not elementwise.

    `reads` lists the primal values that `reverse` asks for, `contents` the memory whose contents
    it reads.
    """

    reads: Callable[[Operation, Activity], Iterable[SSAValue]]
    reverse: Callable[[Operation, ReverseContext], None]
    contents: Callable[[Operation, Activity], Iterable[Contents]] = no_contents


def indices(op: Operation, activity: Activity) -> Iterable[SSAValue]:
    """Indices and dynamic sizes, if the memory is active."""
    if not any(value in activity for value in (*op.operands, *op.results) if is_memory(value)):
        return ()
    return _indices(op)


def nothing(op: Operation, activity: Activity) -> Iterable[SSAValue]:
    """For adjoints that read no primal values."""
    return ()


def reverse_load(op: Operation, context: ReverseContext) -> None:
    """`%x = load %m[%i]`: `%m_shadow[%i] += %x_adj`."""
    (buffer, *_), e = op.operands, context.emitter.tagged(Role.SHADOW)
    adjoint = context.take(op.results[0])
    if adjoint is None or not context.is_active(buffer):
        return
    shadow, at = context.shadow(buffer), [context.primal(i) for i in _indices(op)]
    name = adjoint_name(buffer)
    _accumulate(e, shadow, at, adjoint, name, shared=context.is_shared(buffer))


def reverse_store(op: Operation, context: ReverseContext) -> None:
    """`store %x, %m[%i]`: `%x_adj += %m_shadow[%i]; %m_shadow[%i] = 0`."""
    (value, buffer, *_), e = op.operands, context.emitter.tagged(Role.SHADOW)
    if not context.is_active(buffer):
        return
    shadow, at = context.shadow(buffer), [context.primal(i) for i in _indices(op)]
    if context.is_active(value):
        context.accumulate(value, e.load(shadow, at, adjoint_name(value)))
    e.store(e.zero(value.type), shadow, at)


def atomic_indices(op: Operation, activity: Activity) -> Iterable[SSAValue]:
    """Indices of an active sum; raises a located error for other kinds and a used result."""
    if op.operands[1] in activity:
        kind = ATOMIC_KINDS[cast(IntegerAttr, op.properties["kind"]).value.data]
        if kind != "addf":
            raise error(op, f"no derivative is known for '{op.name} {kind}'")
        if op.results[0].first_use is not None:
            raise error(op, f"the result of '{op.name}' cannot be differentiated")
    return indices(op, activity)


def reverse_atomic(op: Operation, context: ReverseContext) -> None:
    """`atomic_rmw addf %x, %m[%i]`: `%x_adj += %m_shadow[%i]`."""
    (value, buffer, *_), e = op.operands, context.emitter.tagged(Role.SHADOW)
    if context.is_active(buffer) and context.is_active(value):
        at = [context.primal(i) for i in _indices(op)]
        context.accumulate(value, e.load(context.shadow(buffer), at, adjoint_name(value)))


def reverse_copy(op: Operation, context: ReverseContext) -> None:
    """`copy %a, %b`: `%a_shadow += %b_shadow; %b_shadow = 0`, element by element."""
    source, target = op.operands
    if not context.is_active(target):
        return
    shadow, e = context.shadow(target), context.emitter.tagged(Role.SHADOW)
    if not context.is_active(source):
        e.fill_zero(shadow)
        return
    source_shadow, shared = context.shadow(source), context.is_shared(source)

    def move(inner: Emitter, at: list[SSAValue]) -> None:
        adjoint = inner.load(shadow, at, adjoint_name(target))
        inner.store(inner.zero(adjoint.type), shadow, at)
        _accumulate(inner, source_shadow, at, adjoint, adjoint_name(source), shared=shared)

    e.for_each_element(shadow, move)


def reverse_alloc(op: Operation, context: ReverseContext) -> None:
    """`%m = alloc`: the shadow, made where the reverse of this block began, is freed."""
    if context.is_active(op.results[0]):
        context.emitter.tagged(Role.SHADOW).dealloc(context.shadow(op.results[0]))


def reverse_nothing(op: Operation, context: ReverseContext) -> None:
    """For operations that move no values."""


MEMORY_RULES: dict[str, MemoryRule] = {
    "memref.load": MemoryRule(indices, reverse_load),
    "memref.store": MemoryRule(indices, reverse_store),
    "memref.atomic_rmw": MemoryRule(atomic_indices, reverse_atomic),
    "memref.copy": MemoryRule(nothing, reverse_copy),
    "memref.alloc": MemoryRule(indices, reverse_alloc),
    "memref.alloca": MemoryRule(indices, reverse_alloc),
    "memref.dealloc": MemoryRule(nothing, reverse_nothing),
    "memref.dim": MemoryRule(nothing, reverse_nothing),
    "memref.get_global": MemoryRule(nothing, reverse_nothing),
}


def _indices(op: Operation) -> list[SSAValue]:
    first = next((i + 1 for i, v in enumerate(op.operands) if is_memory(v)), 0)
    return list(op.operands[first:])


def _accumulate(
    e: Emitter,
    shadow: SSAValue,
    at: list[SSAValue],
    adjoint: SSAValue,
    name: str | None,
    *,
    shared: bool,
) -> None:
    if shared:
        if not isinstance(adjoint.type, AnyFloat):
            raise error(
                e.location, f"no atomic sum of {adjoint.type} for a parallel loop's reverse"
            )
        e.add_atomically(adjoint, shadow, at)
        return
    before = e.load(shadow, at, name)
    e.store(e.add_floats(before, adjoint, name), shadow, at)

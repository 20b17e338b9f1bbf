"""Environments: which emitted value stands for an original one, in the block being emitted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import is_side_effect_free

from ckptopt.autodiff.contents import Contents
from ckptopt.checkpointing.directives import drop_marks
from ckptopt.checkpointing.effects import Alias
from ckptopt.emitter import Emitter, constant_value, tensor_shape
from ckptopt.regions import inputs
from ckptopt.roles import Role

if TYPE_CHECKING:
    from ckptopt.autodiff.versions import Reread

Key = SSAValue | tuple[Operation, object]
"""A residual: a value of the original function, or something that a scheme saved for a loop."""

Saved = dict[object, SSAValue]
"""What a scheme hands from the forward to the reverse of its loop, under names of its own."""

Hide = Callable[[Emitter, Sequence[SSAValue]], Sequence[SSAValue]]
"""Emits values equal to the given ones of which later passes do not know that."""


@dataclass
class Scope:
    """Emitted values by original value or residual, and shadows by original buffer.

    A child sees what its parent sees, and shadows it. `block` is the original block that is being
    emitted. In a replay, `dropped` are classes of memory that must not be written, and `globals`
    the clones that stand for globals, by class; `saved_values` are those of the block that its
    forward sweep saved, and `hide` hides what is read from memory again. `parallel` marks the body
    of a parallel loop. `rereads` says which loads are done again from copies.
    """

    parent: Scope | None = None
    block: Block | None = None
    values: dict[Key, SSAValue] = field(default_factory=dict[Key, SSAValue])
    shadows: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    dropped: frozenset[Alias] = frozenset()
    globals: dict[Alias, SSAValue] = field(default_factory=dict[Alias, SSAValue])
    parallel: bool = False
    saved_values: frozenset[SSAValue] = frozenset()
    hide: Hide | None = None
    rereads: Mapping[SSAValue, Reread] = field(default_factory=dict[SSAValue, "Reread"])

    def child(self, block: Block | None = None) -> Scope:
        """A scope for a nested block."""
        return Scope(self, block, {}, {}, self.dropped, self.globals, rereads=self.rereads)

    def define(self, op: Operation, clone: Operation, emitter: Emitter) -> None:
        """Let the results of `clone`, just emitted, stand for those of `op`."""
        results: Sequence[SSAValue] = clone.results
        if self.hide is not None and not is_side_effect_free(op):
            results = self.hide(emitter, results)
        self.values.update(zip(op.results, results, strict=True))

    def find(self, key: Key) -> SSAValue | None:
        """The emitted value for `key`, None if there is none here or further out."""
        scope: Scope | None = self
        while scope is not None:
            if (value := scope.values.get(key)) is not None:
                return value
            scope = scope.parent
        return None

    def __getitem__(self, key: Key) -> SSAValue:
        found = self.find(key)
        assert found is not None, f"no value here for {key}"
        return found

    def shadow(self, buffer: SSAValue) -> SSAValue:
        """The shadow of an original buffer."""
        scope: Scope | None = self
        while scope is not None:
            if (value := scope.shadows.get(buffer)) is not None:
                return value
            scope = scope.parent
        raise AssertionError(f"no shadow here for {buffer}")

    def is_shared(self, buffer: SSAValue) -> bool:
        """True if iterations of a parallel loop around this place share the shadow of `buffer`."""
        scope: Scope | None = self
        inside = False
        while scope is not None and buffer not in scope.shadows:
            inside |= scope.parallel
            scope = scope.parent
        return inside

    def saved(self, op: Operation) -> Saved:
        """What a scheme saved for the loop `op`."""
        scope: Scope | None = self
        found: Saved = {}
        while scope is not None:
            for key, value in scope.values.items():
                if isinstance(key, tuple) and key[0] is op and not isinstance(key[1], Contents):
                    found.setdefault(key[1], value)
            scope = scope.parent
        return found

    def primal(self, value: SSAValue, emitter: Emitter) -> SSAValue:
        """The emitted value for `value` in a reverse sweep, recomputed here if need be.

        Recomputation clones the operations of this block that lead to `value`, in order; the plan
        made sure that they are pure and end in values that are visible or kept.
        """
        pending = [value]
        while pending:
            current = pending[-1]
            if self.find(current) is not None:
                pending.pop()
                continue
            op = current.owner
            assert isinstance(op, Operation), f"{current} was not kept"
            assert op.parent is self.block, f"{current} is not at hand in this block"
            reread = self.rereads.get(current)
            needed = inputs(op) if reread is None else reread.numbers(op)
            missing = [value for value in needed if self.find(value) is None]
            if missing:
                pending.extend(missing)
                continue
            known = {v: self[v] for v in needed}
            if reread is not None:
                known[op.operands[0]] = self._view_of_copy(reread, known, emitter)
            clone = op.clone(known)
            drop_marks(clone)
            emitter.located(op).tagged(Role.RECOMPUTE).insert(clone)
            self.define(op, clone, emitter.located(op))
        return self[value]

    def _view_of_copy(
        self, reread: Reread, known: dict[SSAValue, SSAValue], emitter: Emitter
    ) -> SSAValue:
        """What a load is done again from: a copy, or a view of it."""
        buffer = self[reread.copy]
        for view in reread.views:
            clone = view.clone({**known, view.operands[0]: buffer})
            buffer = emitter.located(view).insert(clone).results[0]
        return buffer


def adjoint_name(value: SSAValue) -> str | None:
    """What the adjoint of `value` is called."""
    return f"{value.name_hint}_adj" if value.name_hint else None


@dataclass
class Adjoints:
    """The adjoints of original values, as far as they have arrived; what is absent is zero.

    Where the step of a loop is reversed, `sums` are the adjoints of values from around the loop, as
    other steps left them. What this step contributes is summed apart and added to them last: steps
    wait for each other in that one addition only. `entered` are the values whose adjoints are those
    of the step's results: a zero among these is a number like others, as it is in another step.
    """

    values: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    sums: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    entered: set[SSAValue] = field(default_factory=set[SSAValue])

    @staticmethod
    def of_step(sums: Mapping[SSAValue, SSAValue]) -> Adjoints:
        """Where a step begins. Tensors are updated in place instead of being summed apart."""
        tensors = {value: sum for value, sum in sums.items() if tensor_shape(value.type)}
        apart = {value: sum for value, sum in sums.items() if value not in tensors}
        return Adjoints(tensors, apart, set(tensors))

    def enter(self, value: SSAValue, adjoint: SSAValue, emitter: Emitter) -> None:
        """Add the adjoint of a result of the step to that of `value`, which the step yields."""
        self.add(value, adjoint, emitter)
        self.entered.add(value)

    def add(self, value: SSAValue, adjoint: SSAValue, emitter: Emitter) -> None:
        """Add a contribution to the adjoint of `value`."""
        before = self.values.get(value)
        name = adjoint_name(value)
        known_zero = before is not None and constant_value(before) == 0.0
        if before is None or (known_zero and value not in self.entered):
            if adjoint.name_hint is None:
                adjoint.name_hint = name
            self.values[value] = adjoint
        else:
            at = emitter.tagged(Role.ACCUMULATE)
            self.values[value] = at.add_floats(before, adjoint, name)

    def take(self, value: SSAValue) -> SSAValue | None:
        """The adjoint of `value`, which is zero from here on; None if it was zero already."""
        self.entered.discard(value)
        return self.values.pop(value, None)

    def total(self, value: SSAValue, emitter: Emitter, scope: Scope) -> SSAValue:
        """The adjoint of a value from around the loop, where a step ends."""
        before = self.sums.pop(value, None)
        if before is None:
            return self.take_or_zero(value, emitter, scope)
        contributed = self.take(value)
        if contributed is None:
            return before
        return emitter.add_floats(before, contributed, adjoint_name(value))

    def take_or_zero(
        self, value: SSAValue, emitter: Emitter, scope: Scope | None = None
    ) -> SSAValue:
        """The adjoint of `value` as an emitted value, also where it is zero.

        The zero of a tensor of unknown size takes that from what `scope` has for `value`.
        """
        if (adjoint := self.take(value)) is not None:
            return adjoint
        like = scope.find(value) if scope is not None else None
        if like is None:
            return emitter.zero(value.type)
        return emitter.zero_like(like, adjoint_name(value))

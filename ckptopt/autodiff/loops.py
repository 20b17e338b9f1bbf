"""The sweeps of one loop, as a checkpointing scheme sees them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ckptopt.autodiff import tapes
from ckptopt.autodiff.scope import Adjoints, Key, Saved, Scope, adjoint_name
from ckptopt.checkpointing.directives import (
    PREVENT_CSE,
    REMAT,
    has_levels,
    is_in_file,
    other_attributes,
    snapshot_space,
    uses_tensors,
)
from ckptopt.checkpointing.effects import is_memory
from ckptopt.checkpointing.loops import LoopAdapter, adapter_of
from ckptopt.checkpointing.memory_plan import MemoryPlan, plan_memory
from ckptopt.checkpointing.stores import Replay
from ckptopt.emitter import Emitter
from ckptopt.regions import BRANCHES, captured
from ckptopt.roles import Role

if TYPE_CHECKING:
    from ckptopt.autodiff.reverse import Sweeps

StepBuilder = Callable[[Emitter, SSAValue, list[SSAValue]], Sequence[SSAValue]]


@dataclass
class LoopSweeps:
    """The three ways of running one step of a loop, in the place where `scope` is visible.

    `home` emitters are where caches that outlive the emitted loop are made: before it.
    """

    sweeps: Sweeps
    op: Operation
    scope: Scope

    @cached_property
    def _adapter(self) -> LoopAdapter:
        adapter = adapter_of(self.op)
        assert adapter is not None
        return adapter

    @cached_property
    def attributes(self) -> Mapping[str, Attribute]:
        """What each loop made for this one inherits: its attributes that are no directives."""
        return other_attributes(self.op, self.sweeps.prefix)

    @cached_property
    def memory(self) -> MemoryPlan:
        """What a replay does with each class of memory that the loop captures."""
        return plan_memory(self.op, self.sweeps.memory, self.sweeps.horizon(self.op))

    @property
    def uses_tensors(self) -> bool:
        """True if the caches of this loop are to be tensors that loops carry."""
        return uses_tensors(self.op, self.sweeps.prefix)

    @property
    def snapshot_space(self) -> Attribute | None:
        """The memory space for the snapshots of this loop, if it asks for one."""
        return snapshot_space(self.op, self.sweeps.prefix)

    @property
    def is_in_file(self) -> bool:
        """True if the snapshots of this loop are to be in a file."""
        return is_in_file(self.op, self.sweeps.prefix)

    @property
    def slot_space(self) -> Attribute | None:
        """The memory space for its snapshots in slots; those of two levels are in the fast one."""
        return None if has_levels(self.op, self.sweeps.prefix) else self.snapshot_space

    @property
    def constant_trips(self) -> int | None:
        """The trip count, if it is known."""
        return self._adapter.constant_trip_count(self.op)

    @property
    def is_reversed_next(self) -> bool:
        """True if what the forward sweep leaves is reversed in the same run of the code around it,
        so that it may leave a tape: otherwise each run around would put that on a tape itself."""
        return self.sweeps.is_reversed_next(self.op)

    def trips(self, e: Emitter) -> SSAValue:
        """The trip count, an `index` >= 0."""
        at = e.tagged(Role.TRIPS)
        return self._adapter.trip_count(at, self.op, lambda value: self.scope.primal(value, at))

    def inits(self) -> list[SSAValue]:
        """The initial carried values, in the forward sweep."""
        return [self.scope[value] for value in self._adapter.inits(self.op)]

    @property
    def step_name(self) -> str:
        """What the number of a step is called: as the induction variable, where they agree."""
        induction = self._adapter.induction(self.op)
        return (induction.name_hint if induction is not None else None) or "step"

    @property
    def captured_numbers(self) -> list[SSAValue]:
        """The values from around the loop that its body computes from, memory aside."""
        return [value for value in captured(self.op) if not is_memory(value)]

    @property
    def carried_values(self) -> list[SSAValue]:
        """The arguments of the body that stand for the carried values."""
        return list(self._adapter.carried(self.op))

    def carried_names(self) -> list[str | None]:
        """The names of the carried values."""
        return [value.name_hint for value in self._adapter.carried(self.op)]

    def run(
        self, e: Emitter, count: SSAValue, state: Sequence[SSAValue], body: StepBuilder, name: str
    ) -> list[SSAValue]:
        """Emit a loop over 0 .. count - 1 that carries the loop's state."""
        return e.for_loop(
            count,
            state,
            body,
            name=name,
            carried_names=self.carried_names(),
            attributes=self.attributes,
        )

    @property
    def adjoint_names(self) -> list[str | None]:
        """The names of the adjoints that the reverse of the loop carries."""
        return [adjoint_name(value) for value in self._with_adjoint]

    def run_back(
        self,
        e: Emitter,
        count: SSAValue,
        adjoints: Sequence[SSAValue],
        body: StepBuilder,
        name: str,
    ) -> list[SSAValue]:
        """Emit a loop over 0 .. count - 1 that carries the adjoints."""
        return e.for_loop(
            count,
            adjoints,
            body,
            name=name,
            carried_names=self.adjoint_names,
            attributes=self.attributes,
        )

    # The sweeps of one step

    def advance(
        self, e: Emitter, step: SSAValue, state: Sequence[SSAValue], replay: Replay | None = None
    ) -> list[SSAValue]:
        """Run step number `step` and keep nothing; returns the next state."""
        e = e.tagged(Role.ADVANCE)
        scope = self._step_scope(e, step, state, replay)
        self.sweeps.advance(self._adapter.body(self.op), scope, e)
        return self._yielded(scope)

    def tape(
        self, e: Emitter, step: SSAValue, state: Sequence[SSAValue], replay: Replay | None = None
    ) -> tuple[list[SSAValue], Saved]:
        """Run step number `step`; returns the next state and the residuals of the step."""
        e = e.tagged(Role.TAPE)
        scope = self._step_scope(e, step, state, replay)
        residuals = self.sweeps.tape(self._adapter.body(self.op), scope, e)
        return self._yielded(scope), dict[object, SSAValue](residuals.items())

    def keep(
        self, e: Emitter, step: SSAValue, state: Sequence[SSAValue]
    ) -> tuple[list[SSAValue], Saved]:
        """Run step number `step`; returns the next state and what the loop's policy saves of it."""
        e = e.tagged(Role.ADVANCE)
        scope = self._step_scope(e, step, state, None)
        body = self._adapter.body(self.op)
        self.sweeps.advance(body, scope, e)
        saved = self.sweeps.plan.saved.get(body, ())
        return self._yielded(scope), {
            value: tapes.put_away(self.sweeps, e, value, scope[value]) for value in saved
        }

    def replay(
        self,
        e: Emitter,
        step: SSAValue,
        state: Sequence[SSAValue],
        replay: Replay,
        saved: Saved,
    ) -> tuple[list[SSAValue], Saved]:
        """Run step number `step` again, but for what was saved of it; as `tape` otherwise.

        What it computes from is hidden from later passes, which would merge it with the first run;
        so it is for what reverses the step.
        """
        e = e.tagged(Role.TAPE)
        scope = self._step_scope(e, step, state, replay)
        body = self._adapter.body(self.op)
        known = {
            value: tapes.fetch(self.sweeps, e, value, saved[value])
            for value in self.sweeps.plan.saved.get(body, ())
        }
        scope.saved_values = frozenset(known)
        inputs = {value: scope.primal(value, e) for value in self.captured_numbers}
        form = self._prevent_cse()
        hidden = self.sweeps.hide(e, [*inputs.values(), *known.values()], form)
        scope.values.update(zip([*inputs, *known], hidden, strict=True))
        scope.hide = lambda at, values: self.sweeps.hide(at, values, form)
        residuals = self.sweeps.tape(body, scope, e)
        seen: Saved = dict(zip(inputs, hidden[: len(inputs)], strict=True))
        return self._yielded(scope), {**seen, **dict[object, SSAValue](residuals.items())}

    def _prevent_cse(self) -> str | None:
        """How the replay is kept apart; by default only if both runs are in one block.

        They are in the function itself, and in a region that is replayed at once, perhaps in a
        branch there. Otherwise there is a loop for the one and a loop for the other.
        """
        form = self.op.attributes.get(PREVENT_CSE)
        if isinstance(form, StringAttr):
            return form.data
        around = self.op.parent_op()
        while around is not None and around.name in BRANCHES:
            around = around.parent_op()
        together = isinstance(around, func.FuncOp) or (around and REMAT in around.attributes)
        return None if together else "none"

    def tape_and_push(
        self,
        e: Emitter,
        step: SSAValue,
        state: Sequence[SSAValue],
        tape: Saved,
        home: Emitter,
        replay: Replay | None = None,
    ) -> list[SSAValue]:
        """Run step number `step` and push its residuals; returns the next state.

        `tape` receives a cache per residual, made at `home`.
        """
        state, residuals = self.tape(e, step, state, replay)
        for key, value in residuals.items():
            tape[key] = tapes.push(
                self.sweeps, e, cast(Key, key), value, home, as_tensor=self.uses_tensors
            )
        return state

    def pop(self, e: Emitter, tape: Saved) -> Saved:
        """The residuals of the youngest step on the tape."""
        return {
            key: tapes.pop(self.sweeps, e, cast(Key, key), cache)
            for key, cache in reversed(tape.items())
        }

    def reverse(
        self,
        e: Emitter,
        step: SSAValue,
        residuals: Saved,
        adjoints: Sequence[SSAValue],
        replay: Replay | None = None,
    ) -> list[SSAValue]:
        """Run the adjoint of step number `step` from its residuals; returns the adjoints."""
        e = e.tagged(Role.REVERSE)
        body = self._adapter.body(self.op)
        scope = self._replay_scope(replay).child(body)
        scope.values.update((cast(Key, key), value) for key, value in residuals.items())
        self._bind_induction(scope, e, step)
        carried, captured = self._split(adjoints)
        around = dict(zip(self._captured, captured, strict=True))
        once = REMAT in self.op.attributes
        local = Adjoints(around) if once else Adjoints.of_step(around)
        yielded = self._adapter.yielded(self.op)
        for index, adjoint in carried.items():
            if yielded[index] in self.sweeps.activity:
                (local.add if once else local.enter)(yielded[index], adjoint, e)
        self.sweeps.reverse(body, scope, local, e)
        args = self._adapter.carried(self.op)
        return [
            *(local.take_or_zero(args[index], e, scope) for index in carried),
            *(local.total(value, e, scope) for value in self._captured),
        ]

    # Adjoints

    @cached_property
    def _active_carried(self) -> list[int]:
        active = self.sweeps.activity
        ends = zip(self._adapter.carried(self.op), self.op.results, strict=True)
        return [
            i
            for i, (arg, result) in enumerate(ends)
            if not is_memory(arg) and (arg in active or result in active)
        ]

    @cached_property
    def carried_memory(self) -> list[int]:
        """Which of the carried values are buffers, whose contents belong to the loop's state."""
        args = self._adapter.carried(self.op)
        memory = self.sweeps.memory
        return [i for i, arg in enumerate(args) if is_memory(arg) and not memory.is_shadow(arg)]

    @cached_property
    def _captured(self) -> list[SSAValue]:
        return self.sweeps.active_captured(self.op)

    @property
    def _with_adjoint(self) -> list[SSAValue]:
        args = self._adapter.carried(self.op)
        return [*(args[index] for index in self._active_carried), *self._captured]

    def adjoints_in(self, adjoints: Adjoints, e: Emitter) -> list[SSAValue]:
        """The adjoints that enter the reverse of the loop: of its results and captured values."""
        carried = [self.op.results[i] for i in self._active_carried]
        return [adjoints.take_or_zero(v, e, self.scope) for v in (*carried, *self._captured)]

    def adjoints_out(self, results: Sequence[SSAValue], adjoints: Adjoints, e: Emitter) -> None:
        """Book what leaves the reverse of the loop: adjoints of inits and captured values."""
        carried, captured = self._split(results)
        for value, adjoint in zip(self._captured, captured, strict=True):
            adjoints.add(value, adjoint, e)
        inits = self._adapter.inits(self.op)
        for index, adjoint in carried.items():
            if inits[index] in self.sweeps.activity:
                adjoints.add(inits[index], adjoint, e)

    def _split(self, adjoints: Sequence[SSAValue]) -> tuple[dict[int, SSAValue], list[SSAValue]]:
        count = len(self._active_carried)
        carried = dict(zip(self._active_carried, adjoints[:count], strict=True))
        return carried, list(adjoints[count:])

    # Scopes

    def _replay_scope(self, replay: Replay | None) -> Scope:
        """The scope around the body: that of the loop, with the memory of a replay if given."""
        if replay is None:
            return self.scope
        scope = self.scope.child()
        scope.globals = dict(self.scope.globals)
        for memory in self.memory.classes:
            buffer = replay.buffers.get(memory.handle)
            if buffer is not None:
                scope.values.update((handle, buffer) for handle in memory.handles)
                if memory.is_global:
                    scope.globals[memory.alias] = buffer
        scope.dropped = self.scope.dropped | self.memory.dropped
        return scope

    def _step_scope(
        self, e: Emitter, step: SSAValue, state: Sequence[SSAValue], replay: Replay | None
    ) -> Scope:
        scope = self._replay_scope(replay).child(self._adapter.body(self.op))
        scope.values.update(zip(self._adapter.carried(self.op), state, strict=True))
        self._bind_induction(scope, e, step)
        return scope

    def _bind_induction(self, scope: Scope, e: Emitter, step: SSAValue) -> None:
        induction = self._adapter.induction(self.op)
        if induction is None:
            return
        at, lookup = e.tagged(Role.INDUCTION), self.scope.__getitem__
        scope.values[induction] = self._adapter.induction_at(at, self.op, step, lookup)

    def _yielded(self, scope: Scope) -> list[SSAValue]:
        return [scope[value] for value in self._adapter.yielded(self.op)]

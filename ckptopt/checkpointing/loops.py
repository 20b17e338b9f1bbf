"""Loop adapters: what schemes and the engine ask of a loop operation.

A loop operation plugs in with one small class that names its parts. Schemes see loops as
*steps* 0, 1, ..., trip count - 1; an adapter rebuilds the induction variable from a step.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, Operation, OpResult, SSAValue

from ckptopt.checkpointing.schedules import trip_count
from ckptopt.diagnostics import error
from ckptopt.dialects.arith import IndexCastUIOp
from ckptopt.emitter import INDEX, Emitter, constant_value, integer_width
from ckptopt.rewriting.rotate_while import is_rotated

Lookup = Callable[[SSAValue], SSAValue]
"""Gives the emitted value of a value of the original function."""


class LoopAdapter(Protocol):
    """How to read one kind of loop operation.

    An adapter is a subclass that says what is known of the trip count. The rest has a default: a
    loop of one region, without induction variable, whose last operands are the initial values of
    what it carries, and whose last block arguments, terminator and results follow them one to one.
    """

    def check(self, op: Operation) -> None:
        """Raise a located error for a loop that cannot be stepped (a step <= 0, say)."""

    def body(self, op: Operation) -> Block:
        """What runs once per step."""
        return op.regions[0].blocks[0]

    @abstractmethod
    def bounds(self, op: Operation) -> Sequence[SSAValue]:
        """The operands that the trip count and the induction variable depend on."""
        ...

    def inits(self, op: Operation) -> Sequence[SSAValue]:
        """The initial carried values."""
        return op.operands[len(op.operands) - len(op.results) :]

    def carried(self, op: Operation) -> Sequence[SSAValue]:
        """The arguments of the body that stand for the carried values."""
        args = self.body(op).args
        return args[len(args) - len(op.results) :]

    def yielded(self, op: Operation) -> Sequence[SSAValue]:
        """The next carried values, at the end of the body."""
        last = self.body(op).last_op
        assert last is not None
        return last.operands

    def induction(self, op: Operation) -> SSAValue | None:
        """The induction variable, a value of the body; None if the loop has none."""
        return None

    def is_counted(self, op: Operation) -> bool:
        """True if the trip count is known when the loop begins."""
        return True

    @abstractmethod
    def constant_trip_count(self, op: Operation) -> int | None:
        """The number of iterations if it is known."""
        ...

    @abstractmethod
    def trip_count(self, emitter: Emitter, op: Operation, lookup: Lookup) -> SSAValue:
        """Emit the number of iterations, an `index` >= 0."""
        ...

    def induction_at(
        self, emitter: Emitter, op: Operation, step: SSAValue, lookup: Lookup
    ) -> SSAValue:
        """Emit the value of the induction variable in iteration `step` (an `index`)."""
        raise error(op, f"'{op.name}' has no induction variable")


class ScfFor(LoopAdapter):
    """`scf.for` over index or integers of at most 64 bits, signed or unsigned."""

    def check(self, op: Operation) -> None:
        step = constant_value(op.operands[2])
        if step is not None and step <= 0 and not self._unsigned(op):
            raise error(op, f"loop step must be positive, got {step}")
        if step == 0:
            raise error(op, "loop step must not be zero")
        type = op.operands[0].type
        if integer_width(type) > 64:
            raise error(op, f"induction variable of type {type}: at most 64 bits are supported")

    def bounds(self, op: Operation) -> Sequence[SSAValue]:
        return op.operands[:3]

    def induction(self, op: Operation) -> SSAValue:
        return self.body(op).args[0]

    def constant_trip_count(self, op: Operation) -> int | None:
        numbers = [known_integer(bound) for bound in op.operands[:3]]
        if None in numbers:
            return None
        lower, upper, step = (number for number in numbers if number is not None)
        if self._unsigned(op):
            width = integer_width(op.operands[0].type)
            lower, upper, step = (n % (1 << width) for n in (lower, upper, step))
        return trip_count(lower, upper, step)

    def trip_count(self, emitter: Emitter, op: Operation, lookup: Lookup) -> SSAValue:
        known = self.constant_trip_count(op)
        if known is not None:
            return emitter.index(known)
        unsigned = self._unsigned(op)
        bounds = (_to_index(emitter, lookup(bound), unsigned) for bound in op.operands[:3])
        return emit_trip_count(emitter, *bounds, unsigned=unsigned)

    def induction_at(
        self, emitter: Emitter, op: Operation, step: SSAValue, lookup: Lookup
    ) -> SSAValue:
        lower, _, stride = (lookup(bound) for bound in op.operands[:3])
        name = self.induction(op).name_hint
        counter = step
        if lower.type != INDEX:
            counter = emitter.value(arith.IndexCastOp(step, lower.type), name)
        return emitter.add(lower, emitter.mul(counter, stride, name), name)

    def _unsigned(self, op: Operation) -> bool:
        return "unsignedCmp" in op.properties


def emit_trip_count(
    emitter: Emitter, lower: SSAValue, upper: SSAValue, step: SSAValue, *, unsigned: bool = False
) -> SSAValue:
    """Emit `max(0, ceildiv(upper - lower, step))` of `index` values, so that it cannot overflow.

    The distance of two signed 64-bit numbers fits in 64 unsigned bits.
    """
    zero, one = emitter.index(0), emitter.index(1)
    if constant_value(lower) == 0 and constant_value(step) == 1 and not unsigned:
        return emitter.maximum(upper, zero, "trips")
    first, end, stride = (constant_value(value) for value in (lower, upper, step))
    if isinstance(first, int) and isinstance(end, int) and isinstance(stride, int):
        return emitter.index(trip_count(first, end, stride))
    runs = emitter.value(arith.CmpiOp(lower, upper, "ult" if unsigned else "slt"), "runs")
    distance = emitter.sub(upper, lower, "distance")
    if constant_value(step) != 1:
        last = emitter.sub(distance, one, "distance")
        distance = emitter.add(emitter.divide(last, step, "trips"), one, "trips")
    return emitter.value(arith.SelectOp(runs, distance, zero), "trips")


def _to_index(emitter: Emitter, value: SSAValue, unsigned: bool) -> SSAValue:
    if isinstance(value.type, IndexType):
        return value
    number = constant_value(value)
    if isinstance(number, int):
        return emitter.index(number % (1 << integer_width(value.type)) if unsigned else number)
    convert = IndexCastUIOp if unsigned else arith.IndexCastOp
    return emitter.value(convert.create(operands=[value], result_types=[INDEX]), value.name_hint)


class ScfWhile(LoopAdapter):
    """`scf.while` after rotation: each iteration is the second block, the first only tests."""

    def check(self, op: Operation) -> None:
        if not is_rotated(op):
            raise error(op, "this 'scf.while' cannot be differentiated")

    def body(self, op: Operation) -> Block:
        return op.regions[1].blocks[0]

    def bounds(self, op: Operation) -> Sequence[SSAValue]:
        return ()

    def inits(self, op: Operation) -> Sequence[SSAValue]:
        return op.operands

    def carried(self, op: Operation) -> Sequence[SSAValue]:
        return self.body(op).args

    def is_counted(self, op: Operation) -> bool:
        return False

    def constant_trip_count(self, op: Operation) -> None:
        return None

    def trip_count(self, emitter: Emitter, op: Operation, lookup: Lookup) -> SSAValue:
        raise error(op, "the trip count of 'scf.while' is not known before it ends")


_FOLDED: dict[str, Callable[[int, int], int]] = {
    "arith.addi": operator.add,
    "arith.subi": operator.sub,
    "arith.muli": operator.mul,
}


def known_integer(value: SSAValue, depth: int = 4) -> int | None:
    """The integer that `value` is: a constant, or sums and products of some, such as n - 1.

    `depth` bounds how many operations lie between them.
    """
    found = constant_value(value)
    if isinstance(found, int):
        return found
    if not isinstance(value, OpResult) or value.op.name not in _FOLDED or depth == 0:
        return None
    left, right = (known_integer(operand, depth - 1) for operand in value.op.operands)
    if left is None or right is None:
        return None
    half = 1 << (integer_width(value.type) - 1)
    return (_FOLDED[value.op.name](left, right) + half) % (2 * half) - half


ADAPTERS: dict[str, LoopAdapter] = {"scf.for": ScfFor(), "scf.while": ScfWhile()}
"""The loops that can be differentiated, by operation name; downstream projects add theirs."""


def adapter_of(op: Operation) -> LoopAdapter | None:
    """The adapter of `op`, None if it is no loop that we know."""
    return ADAPTERS.get(op.name)

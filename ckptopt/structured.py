"""Structured operations (those of linalg) seen alike: operands, indexing maps and a scalar body.

For each point of an iteration space, the body gets one element of each operand, at the place that
its map gives, and yields one for each output:

    for i, j, k:  C[i, j] = body(A[i, k], B[k, j], C[i, j])

Nothing here imports the dialect, unless such an operation is met.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects.builtin import MemRefType, ShapedType
from xdsl.ir import Block, Operation, SSAValue

if TYPE_CHECKING:
    from xdsl.ir.affine import AffineMap


class Structure(NamedTuple):
    """The parts of a structured operation. `maps` has one map per input and output, in order."""

    inputs: list[SSAValue]
    outputs: list[SSAValue]
    maps: list[AffineMap]
    body: Block

    @property
    def operands(self) -> list[SSAValue]:
        return [*self.inputs, *self.outputs]

    @property
    def dimensions(self) -> int:
        """How many loops the iteration space has."""
        return self.maps[0].num_dims

    def output_map(self, index: int) -> AffineMap:
        """The map of an output."""
        return self.maps[len(self.inputs) + index]

    def accumulator(self, index: int) -> SSAValue:
        """The body's argument for what an output held before."""
        return self.body.args[len(self.inputs) + index]

    def yielded(self, index: int) -> SSAValue:
        """What the body makes of an output."""
        assert self.body.last_op is not None
        return self.body.last_op.operands[index]


class Combination(Enum):
    """What becomes of the elements of an output."""

    MAP = auto()
    """Each is written once, as a function of inputs and what it was."""
    SUM = auto()
    """The terms of a sum are added to what it was."""
    EXTREMUM = auto()
    """The maximum or minimum of terms and what it was."""
    OTHER = auto()


ADDENDS = {"arith.addf": (0, 1), "arith.subf": (0,), "math.fma": (2,)}
"""Which operands of an operation are added to the rest of its result."""

EXTREMA = frozenset({"arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"})


def is_structured(op: Operation) -> bool:
    """True for linalg operations with a body."""
    return op.name.startswith("linalg.") and bool(op.regions)


def is_leaf(op: Operation) -> bool:
    """True if `op` runs as a whole: it has no regions that sweeps go into."""
    return not op.regions or is_structured(op)


def structure(op: Operation) -> Structure:
    """The parts of a structured operation."""
    from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
    from xdsl.dialects.linalg.ops import BroadcastOp, ReduceOp
    from xdsl.ir.affine import AffineDimExpr, AffineMap

    body = op.regions[0].blocks[0]
    if isinstance(op, LinalgStructuredOperation):
        maps = [attribute.data for attribute in op.get_indexing_maps()]
        return Structure(list(op.inputs), list(op.outputs), maps, body)
    assert isinstance(op, BroadcastOp | ReduceOp)
    wide, narrow = (op.init, op.input) if isinstance(op, BroadcastOp) else (op.input, op.init)
    rank = len(_shape(wide))
    apart = op.dimensions.get_values()
    shared = tuple(AffineDimExpr(axis) for axis in range(rank) if axis not in apart)
    map_of = {wide: AffineMap.identity(rank), narrow: AffineMap(rank, 0, shared)}
    return Structure([op.input], [op.init], [map_of[op.input], map_of[op.init]], body)


def _shape(value: SSAValue) -> tuple[int, ...]:
    return value.type.get_shape() if isinstance(value.type, ShapedType) else ()


def plain_dimensions(map: AffineMap) -> list[int]:
    """The loops that are, alone, a coordinate of the map, in the order of the coordinates."""
    from xdsl.ir.affine import AffineDimExpr

    return [expr.position for expr in map.results if isinstance(expr, AffineDimExpr)]


def is_permutation(map: AffineMap) -> bool:
    """True if the map reaches a different element at each point of the iteration space."""
    return len(map.results) == map.num_dims and set(plain_dimensions(map)) == set(
        range(map.num_dims)
    )


def combination(parts: Structure, index: int) -> Combination:
    """What becomes of the elements of output `index`."""
    before, after = parts.accumulator(index), parts.yielded(index)
    if _is_sum(before, after, parts.body):
        return Combination.SUM
    if is_permutation(parts.output_map(index)):
        return Combination.MAP
    if _is_extremum(before, after):
        return Combination.EXTREMUM
    return Combination.OTHER


def overwrites(parts: Structure, index: int) -> bool:
    """True if output `index` is written as a whole, and what it was is not read."""
    unread = parts.accumulator(index).first_use is None
    return unread and is_permutation(parts.output_map(index))


def overwritten(op: Operation) -> SSAValue | None:
    """The buffer that `op` overwrites as a whole, without reading it, if there is one."""
    if op.name == "memref.copy":
        return op.operands[1]
    if not is_structured(op):
        return None
    parts = structure(op)
    for index, output in enumerate(parts.outputs):
        if isinstance(output.type, MemRefType) and overwrites(parts, index):
            return output
    return None


def _is_sum(before: SSAValue, after: SSAValue, body: Block) -> bool:
    while before is not after:
        uses = list(before.uses)
        if len(uses) != 1:
            return False
        user = uses[0].operation
        if user.parent is not body or uses[0].index not in ADDENDS.get(user.name, ()):
            return False
        before = user.results[0]
    return len(list(after.uses)) == 1


def _is_extremum(before: SSAValue, after: SSAValue) -> bool:
    op = after.owner
    return (
        isinstance(op, Operation)
        and op.name in EXTREMA
        and len(list(after.uses)) == 1
        and [use.operation for use in before.uses] == [op]
    )

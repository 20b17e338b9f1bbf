"""Which values may be dimensions and symbols of affine maps, by MLIR's rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    AffineSetAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr
from xdsl.traits import ConstantLike, is_side_effect_free

from .wellformed import fits_int64

_SCOPES = frozenset({"builtin.module", "func.func", "gpu.func", "gpu.launch"})
"""Ops in whose regions the values at the top are symbols."""

_LOOPS = frozenset({"affine.for", "affine.parallel"})

_Space = tuple[int, Sequence[SSAValue]]
"""The number of dimensions of a map or set, and its operands."""


def access_fault(op: Operation) -> str | None:
    """Of an access to memory: an index for each dimension, by valid operands."""
    at = 0 if op.results or op.name == "affine.prefetch" else 1
    buffer, map = op.operands[at].type, op.properties["map"]
    assert isinstance(map, AffineMapAttr)
    if isinstance(buffer, MemRefType) and len(map.data.results) != buffer.get_num_dims():
        return "affine map num results must equal memref rank"
    indices = op.operands[at + 1 :]
    read_by_xdsl = type(op).__module__ == "xdsl.dialects.affine"  # and there all are symbols
    return _operands_fault(op, [(len(indices) if read_by_xdsl else map.data.num_dims, indices)])


def bounds_fault(op: Operation) -> str | None:
    """Of a loop: bounds by valid operands."""
    from xdsl.dialects.affine import ForOp

    if _has_huge_number(op):
        return "constant too large for index"
    if isinstance(op, ForOp):
        spaces = [
            (op.lowerBoundMap.data.num_dims, op.lowerBoundOperands),
            (op.upperBoundMap.data.num_dims, op.upperBoundOperands),
        ]
    else:
        lower, upper = op.properties["lowerBoundsMap"], op.properties["upperBoundsMap"]
        assert isinstance(lower, AffineMapAttr)
        assert isinstance(upper, AffineMapAttr)
        split = lower.data.num_dims + lower.data.num_symbols
        spaces = [
            (lower.data.num_dims, op.operands[:split]),
            (upper.data.num_dims, op.operands[split:]),
        ]
    return _operands_fault(op, spaces)


def _has_huge_number(op: Operation) -> bool:
    """True if a map, set or step holds a number of more than 64 bits, or negates one to that."""
    numbers: list[int] = []
    for part in op.properties.values():
        if isinstance(part, IntegerAttr):
            numbers.append(part.value.data)
        elif isinstance(part, AffineMapAttr):
            numbers += _constants(part.data.results)
        elif isinstance(part, AffineSetAttr):
            numbers += _constants(constraint.lhs for constraint in part.data.constraints)
    return not all(fits_int64(abs(number)) for number in numbers)


def _constants(expressions: Iterable[AffineExpr]) -> Iterator[int]:
    """The numbers in affine expressions, as xDSL adds them up: in any number of bits."""
    for expression in expressions:
        for part in expression.dfs():
            if isinstance(part, AffineConstantExpr):
                yield part.value


def condition_fault(op: Operation) -> str | None:
    """Of a branch: a condition by valid operands."""
    if _has_huge_number(op):
        return "constant too large for index"
    condition = op.properties["condition"]
    assert isinstance(condition, AffineSetAttr)
    return _operands_fault(op, [(condition.data.num_dims, op.operands)])


def symbols_fault(op: Operation) -> str | None:
    """Of `affine.apply`, which takes any index as a dimension: no loop's as a symbol."""
    if _has_huge_number(op):
        return "constant too large for index"
    map = op.properties["map"]
    assert isinstance(map, AffineMapAttr)
    scope = _scope(op)
    for value in op.operands[map.data.num_dims :]:
        if _is_dimension(value, scope) and not _is_symbol(value, scope):
            return "dimensional operand cannot be used as a symbol"
    return None


def _operands_fault(op: Operation, spaces: Sequence[_Space]) -> str | None:
    scope = _scope(op)
    for dims, operands in spaces:
        if not all(_is_dimension(value, scope) for value in operands[:dims]):
            return "operand cannot be used as a dimension id"
        if not all(_is_symbol(value, scope) for value in operands[dims:]):
            return "operand cannot be used as a symbol"
    return None


def _scope(op: Operation) -> Region | None:
    region = op.parent_region()
    while region is not None:
        parent = region.parent
        if parent is None or parent.name in _SCOPES:
            return region
        region = parent.parent_region()
    return None


def _is_symbol(value: SSAValue, scope: Region | None) -> bool:
    """True for values at the top of the scope, constants, and what is computed from such."""
    pending, seen = [value], set[SSAValue]()
    while pending:
        one = pending.pop()
        if one in seen:
            continue
        seen.add(one)
        if not isinstance(one.type, IndexType):
            return False
        if _region(one) is scope:
            continue
        op = one.owner
        if isinstance(op, Block):
            return False
        if constant(one) is not None:
            continue
        if op.name == "memref.dim":
            pending.extend(_sizes(op))
        elif is_side_effect_free(op) and not op.regions:
            pending.extend(op.operands)
        else:
            return False
    return True


def _sizes(dim: Operation) -> Iterator[SSAValue]:
    """What the size that a `memref.dim` gives was made from, as far as that is known."""
    made, index = dim.operands[0].owner, constant(dim.operands[1])
    type = dim.operands[0].type
    if isinstance(made, Block) or index is None or not isinstance(type, MemRefType):
        return
    shape = cast(MemRefType[Attribute], type).get_shape()
    dynamic = [at for at, size in enumerate(shape) if size == DYNAMIC_INDEX]
    if made.name in ("memref.alloc", "memref.alloca") and index in dynamic:
        yield made.operands[dynamic.index(index)]


def _is_dimension(value: SSAValue, scope: Region | None) -> bool:
    """True for symbols, arguments of affine loops, and what `affine.apply` computes from such."""
    pending = [value]
    while pending:
        one = pending.pop()
        if _is_symbol(one, scope):
            continue
        if isinstance(one, BlockArgument):
            loop = one.block.parent_op()
            if loop is None or loop.name not in _LOOPS:
                return False
            if loop.name == "affine.for" and one.index > 0:
                return False
        elif isinstance(op := one.owner, Operation) and op.name == "affine.apply":
            pending.extend(op.operands)
        else:
            return False
    return True


def _region(value: SSAValue) -> Region | None:
    owner = value.owner
    return owner.parent if isinstance(owner, Block) else owner.parent_region()


def constant(value: SSAValue) -> int | None:
    """The integer that `value` is by definition, None if it is not known."""
    op = value.owner
    if isinstance(op, Operation) and op.has_trait(ConstantLike, value_if_unregistered=False):
        found = op.properties.get("value")
        return found.value.data if isinstance(found, IntegerAttr) else None
    return None

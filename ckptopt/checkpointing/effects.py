"""Which memory a function has, and which operations read and write it.

Memory is divided into *alias classes*: two memref values of different classes never overlap.
Arguments are disjoint (as under `llvm.noalias`), allocations are their own, a global is one class
however often it is taken; views share the class of their base, and values that flow through
carried values, yields and selects join classes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Flag, auto
from typing import NamedTuple

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType, SymbolRefAttr, UnrankedMemRefType
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue
from xdsl.traits import IsTerminator, is_side_effect_free

from ckptopt.checkpointing.loops import adapter_of
from ckptopt.dialects import enzyme
from ckptopt.regions import defining_block, is_inside
from ckptopt.structured import is_structured, overwrites, structure

VIEWS = frozenset(
    f"memref.{name}"
    for name in (
        "cast",
        "subview",
        "reinterpret_cast",
        "collapse_shape",
        "expand_shape",
        "memory_space_cast",
        "view",
        "transpose",
        "assume_alignment",
    )
)
"""Operations whose first result shows the memory of their first operand."""

JOINS = frozenset({"arith.select"})
"""Effect-free operations whose result is one of several memref operands."""

ALLOCATIONS = frozenset({"memref.alloc", "memref.alloca"})


class Access(Flag):
    """What an operation does to a memref that it is handed."""

    NONE = 0
    READ = auto()
    WRITE = auto()
    _FREE = auto()
    UPDATE = READ | WRITE
    FREE = WRITE | _FREE
    """Frees it, which counts as writing."""


ACCESSES: dict[str, tuple[Access, ...]] = {
    **dict.fromkeys(("memref.load", "affine.load"), (Access.READ,)),
    **dict.fromkeys(("vector.load", "affine.vector_load"), (Access.READ,)),
    **dict.fromkeys(("memref.store", "affine.store"), (Access.WRITE,)),
    **dict.fromkeys(("vector.store", "affine.vector_store"), (Access.WRITE,)),
    **dict.fromkeys((*VIEWS, *ALLOCATIONS, "memref.get_global", "memref.dim"), ()),
    "ckptopt.hide": (),
    "memref.copy": (Access.READ, Access.WRITE),
    "memref.dealloc": (Access.FREE,),
    "memref.atomic_rmw": (Access.UPDATE,),
}
"""What operations do to the memrefs among their operands, in order; none further is touched.

An operation that is not here and has a side effect may read and write all that it is handed, and
more; structured operations are seen through by their bodies. Downstream projects add theirs.
"""

Alias = int


def accesses(op: Operation) -> tuple[Access, ...] | None:
    """What `op` does to the memrefs among its operands, in order; None if it is not known."""
    if not is_structured(op):
        return ACCESSES.get(op.name)
    parts = structure(op)
    return (
        *(Access.READ for value in parts.inputs if is_memory(value)),
        *(
            Access.WRITE if overwrites(parts, index) else Access.UPDATE
            for index, value in enumerate(parts.outputs)
            if is_memory(value)
        ),
    )


def is_memory(value: SSAValue) -> bool:
    """True for memref values."""
    return isinstance(value.type, MemRefType | UnrankedMemRefType)


def is_view(op: Operation) -> bool:
    """True if `op` only gives another shape or type to memory that it is handed."""
    return op.name in VIEWS or (op.name in JOINS and is_memory(op.results[0]))


class Effects(NamedTuple):
    """What an operation, with all that it contains, does to memory.

    `reads` and `writes` hold alias classes; freeing counts as writing. `opaque` is the first
    contained operation whose effects go beyond the memory that it is handed (a call to an external
    function, a print): it must not be repeated by a replay.
    """

    reads: frozenset[Alias] = frozenset()
    writes: frozenset[Alias] = frozenset()
    frees: frozenset[Alias] = frozenset()
    opaque: Operation | None = None


def union(parts: Iterable[Effects]) -> Effects:
    """The effects of several operations together."""
    parts = list(parts)
    return Effects(
        frozenset[Alias]().union(*(part.reads for part in parts)),
        frozenset[Alias]().union(*(part.writes for part in parts)),
        frozenset[Alias]().union(*(part.frees for part in parts)),
        next((part.opaque for part in parts if part.opaque), None),
    )


@dataclass
class Memory:
    """The alias classes and effects of one function whose calls have been inlined.

    A class is named by a small integer in the order in which its first value is defined. `shadows`
    are the values that are shadows of others; their memory is no business of snapshots. With
    `split` the caller may write memory between the forward and the reverse sweep.
    """

    function: func.FuncOp
    shadows: frozenset[SSAValue] = frozenset()
    split: bool = False
    _parents: list[Alias] = field(default_factory=list[Alias])
    _classes: dict[SSAValue, Alias] = field(default_factory=dict[SSAValue, Alias])
    _globals: dict[str, Alias] = field(default_factory=dict[str, Alias])
    _effects: dict[Operation, Effects] = field(default_factory=dict[Operation, Effects])
    _first_values: dict[Alias, SSAValue] = field(default_factory=dict[Alias, SSAValue])
    _writers: dict[Block, dict[Alias, list[int]]] = field(
        default_factory=dict[Block, "dict[Alias, list[int]]"]
    )
    _positions: dict[Operation, int] = field(default_factory=dict[Operation, int])

    def __post_init__(self) -> None:
        self._name_region(self.function.body)

    # Alias classes

    def alias(self, value: SSAValue) -> Alias:
        """The alias class of a memref value of the function."""
        return self._find(self._classes[value])

    def rename(self, old: SSAValue, new: SSAValue) -> None:
        """`new` takes the place of `old` in the function."""
        self._classes[new] = self._classes.pop(old)

    def is_shadow(self, value: SSAValue) -> bool:
        """True if `value` is a shadow that the function itself passes on."""
        return value in self.shadows

    def global_name(self, value: SSAValue) -> str | None:
        """The symbol that `value` was taken from by `memref.get_global`, if it was."""
        if isinstance(value, OpResult) and value.op.name == "memref.get_global":
            return _symbol(value.op)
        return None

    def representative(self, value: SSAValue) -> SSAValue:
        """`value`, or the first value that was taken from the same global."""
        if self.global_name(value) is None:
            return value
        return self._first_values[self._classes[value]]

    def _find(self, alias: Alias) -> Alias:
        while self._parents[alias] != alias:
            self._parents[alias] = self._parents[self._parents[alias]]
            alias = self._parents[alias]
        return alias

    def _name(self, value: SSAValue, alias: Alias | None = None) -> None:
        if not is_memory(value):
            return
        if alias is None:
            alias = len(self._parents)
            self._parents.append(alias)
        self._classes[value] = alias

    def _join(self, first: SSAValue, second: SSAValue) -> None:
        if is_memory(first) and is_memory(second):
            a, b = sorted((self.alias(first), self.alias(second)))
            self._parents[b] = a

    def _name_region(self, region: Region) -> None:
        for block in region.blocks:
            for arg in block.args:
                self._name(arg)
        for block in region.blocks:
            self._name_block(block)

    def _name_block(self, block: Block) -> None:
        for op in block.ops:
            handed = [operand for operand in op.operands if is_memory(operand)]
            for region in op.regions:
                self._name_region(region)
            for result in op.results:
                if (symbol := self.global_name(result)) is not None:
                    self._name(result, self._globals.get(symbol))
                    alias = self._globals.setdefault(symbol, self._classes[result])
                    self._first_values.setdefault(alias, result)
                    continue
                self._name(result)
                if op.name not in ALLOCATIONS and not op.regions:
                    for operand in handed:
                        self._join(operand, result)
            for first, second in flows(op):
                self._join(first, second)

    def persists(self, buffer: SSAValue, horizon: Block) -> bool:
        """True if `buffer` itself, not only its contents, can be had in the reverse sweep.

        That is so for memory from outside `horizon`, from the function's top block, and globals.
        """
        while isinstance(buffer, OpResult) and is_view(buffer.op) and buffer.op.operands:
            buffer = buffer.op.operands[0]
        if self.global_name(buffer) is not None:
            return True
        top = self.function.body.blocks[0]
        return defining_block(buffer) is top or not is_inside(buffer, horizon)

    # Effects

    def effects(self, op: Operation) -> Effects:
        """What `op` does, the operations in its regions included."""
        if op not in self._effects:
            self._effects[op] = self._own_effects(op)
        return self._effects[op]

    def region_effects(self, region: Region) -> Effects:
        """What the operations of `region` do."""
        return union(self.effects(op) for block in region.blocks for op in block.ops)

    def _own_effects(self, op: Operation) -> Effects:
        structured = op.name.startswith(("scf.", "affine.", "memref.alloca_scope"))
        if op.regions and (structured or adapter_of(op) is not None):
            return union(self.region_effects(region) for region in op.regions)
        handed = [self.alias(operand) for operand in op.operands if is_memory(operand)]
        if (known := accesses(op)) is not None:
            inner = [self.region_effects(region) for region in op.regions]
            return union([self._accessed(handed, known), *inner])
        if is_side_effect_free(op) or op.has_trait(IsTerminator, value_if_unregistered=False):
            return Effects()
        if isinstance(op, enzyme.IgnoreDerivativesOp):
            return Effects()
        touched = frozenset(handed)
        return Effects(reads=touched, writes=touched, opaque=op)

    @staticmethod
    def _accessed(handed: list[Alias], accesses: tuple[Access, ...]) -> Effects:
        pairs = list(zip(handed, accesses, strict=False))
        return Effects(
            reads=frozenset(alias for alias, access in pairs if Access.READ in access),
            writes=frozenset(alias for alias, access in pairs if Access.WRITE in access),
            frees=frozenset(alias for alias, access in pairs if access is Access.FREE),
        )

    # Order

    def position(self, op: Operation) -> int:
        """The place of `op` in its block."""
        if op not in self._positions:
            assert op.parent is not None
            for index, other in enumerate(op.parent.ops):
                self._positions[other] = index
        return self._positions[op]

    def written_after(self, op: Operation, alias: Alias, horizon: Block) -> bool:
        """True if memory of class `alias` may be written between `op` and its reverse.

        `horizon` is the outermost block whose operations run in between: the body of the
        checkpointed loop that `op` is replayed in, or the function's top block. What runs in a
        loop around `op`, up to and including the horizon, runs after it too.
        """
        block = op.parent
        while block is not None:
            if self._writes(block, alias)[-1:] > [self.position(op)]:
                return True
            parent = block.parent_op()
            if parent is None or isinstance(parent, func.FuncOp):
                return self.split
            if runs_repeatedly(parent) and alias in self.effects(parent).writes:
                return True
            if block is horizon:
                return False
            op, block = parent, parent.parent
        return False

    def last_write_before(self, op: Operation, alias: Alias) -> int:
        """The place of the last operation before `op` in its block that may write; -1 if none."""
        assert op.parent is not None
        writes = self._writes(op.parent, alias)
        earlier = bisect_left(writes, self.position(op))
        return writes[earlier - 1] if earlier else -1

    def _writes(self, block: Block, alias: Alias) -> list[int]:
        """The places of the operations of `block` that may write memory of a class, in order."""
        if block not in self._writers:
            places: dict[Alias, list[int]] = {}
            for op in block.ops:
                for written in self.effects(op).writes:
                    places.setdefault(written, []).append(self.position(op))
            self._writers[block] = places
        return self._writers[block].get(alias, [])


def runs_repeatedly(op: Operation) -> bool:
    """True if the regions of `op` may run more than once."""
    return op.name not in ("scf.if", "affine.if", "scf.index_switch", "scf.execute_region")


def flows(op: Operation) -> Iterator[tuple[SSAValue, SSAValue]]:
    """Pairs (from, to) of values between which `op` passes control-flow values.

    Covers loops with carried values (inits, body arguments, yields, results), branches (yields,
    results) and reductions (inits, terms, results). `scf.while` passes inits to the condition
    block, and the operands of its condition on to the body and the results. Of a branch to blocks
    each operand may become each argument of its type.
    """
    for successor in op.successors:
        for operand in op.operands:
            yield from ((operand, arg) for arg in successor.args if arg.type == operand.type)
    if not op.regions:
        return
    if op.name == "scf.while":
        before, after = (region.blocks[0] for region in op.regions)
        condition, again = before.last_op, after.last_op
        assert condition is not None
        assert again is not None
        yield from zip(op.operands, before.args, strict=True)
        yield from zip(condition.operands[1:], after.args, strict=True)
        yield from zip(condition.operands[1:], op.results, strict=True)
        yield from zip(again.operands, before.args, strict=True)
        return
    if (adapter := adapter_of(op)) is not None:
        inits, carried, yielded = adapter.inits(op), adapter.carried(op), adapter.yielded(op)
        yield from zip(inits, carried, strict=True)
        yield from zip(yielded, carried, strict=True)
        yield from zip(yielded, op.results, strict=True)
        yield from zip(inits, op.results, strict=True)
        return
    if op.name == "scf.parallel":
        last = op.regions[0].blocks[0].last_op
        assert last is not None
        yield from zip(op.operands[len(op.operands) - len(op.results) :], op.results, strict=True)
        yield from zip(last.operands, op.results, strict=True)
        return
    for region in op.regions:
        for block in region.blocks:
            last = block.last_op
            if last is not None and last.name in ("scf.yield", "affine.yield"):
                yield from zip(last.operands, op.results, strict=True)


def _symbol(op: Operation) -> str:
    symbol = op.properties["name"]
    assert isinstance(symbol, SymbolRefAttr)
    return symbol.string_value()

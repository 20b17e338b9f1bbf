"""Emits IR: typed constants, folded index arithmetic, loops, branches, buffers and caches.

An `Emitter` is an insertion point with three habits: constants are shared at the entry of the
function, integer arithmetic on constants is folded as it is emitted, and every operation gets the
location of the source operation that it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from math import prod
from typing import Concatenate, ParamSpec, TypeVar, cast

from xdsl.dialects import arith, func, memref, scf, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    Float80Type,
    Float128Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    MemRefType,
    ShapedType,
    TensorType,
    UnitAttr,
    UnrankedMemRefType,
    VectorType,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.diagnostics import error
from ckptopt.dialects import enzyme
from ckptopt.dialects.memref_elements import ATOMIC_KINDS
from ckptopt.dialects.wellformed import MOST_ELEMENTS
from ckptopt.roles import Role, are_recorded, with_role

OpT = TypeVar("OpT", bound=Operation)
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

ConstantAttribute = IntegerAttr | FloatAttr | DenseIntOrFPElementsAttr

TENSOR_MARK = "ckptopt.tensor"
"""The attribute of an `enzyme.init` whose cache is to be a tensor that the loop carries."""

NO_FLAGS = arith.FastMathFlagsAttr("none")

INDEX = IndexType()
BOOL = IntegerType(1)

BodyBuilder = Callable[["Emitter", SSAValue, list[SSAValue]], Sequence[SSAValue]]
BranchBuilder = Callable[["Emitter"], Sequence[SSAValue]]


def element_type(type: Attribute) -> Attribute:
    """The scalar type of a scalar, vector, tensor or memref type."""
    return cast(MemRefType, type).element_type if _is_shaped(type) else type


def _is_shaped(type: object) -> bool:
    return isinstance(type, VectorType | TensorType | MemRefType | UnrankedMemRefType)


def tensor_shape(type: Attribute) -> tuple[int, ...]:
    """The shape of a tensor type; that of a scalar is empty."""
    return cast(TensorType[Attribute], type).get_shape() if _is_tensor(type) else ()


def _is_tensor(type: object) -> bool:
    return isinstance(type, TensorType)


def storage_type(type: Attribute) -> Attribute:
    """The type that a value is stored as: memory has no integers narrower than a byte."""
    return IntegerType(8) if is_integer(type) and integer_width(type) < 8 else type


def memref_type(value: SSAValue) -> MemRefType:
    """The type of a ranked memref value."""
    assert _is_shaped(value.type)
    return cast(MemRefType, value.type)


def is_float(type: Attribute) -> bool:
    """True for float scalars, and vectors and tensors of them: the types that carry a gradient."""
    memory = isinstance(type, MemRefType | UnrankedMemRefType)
    return not memory and isinstance(element_type(type), AnyFloat)


def constant_value(value: SSAValue) -> int | float | None:
    """The number that a scalar or splat `arith.constant` holds, or None for any other value."""
    op = value.owner
    if not isinstance(op, arith.ConstantOp):
        return None
    match op.value:
        case IntegerAttr() as number:
            return number.value.data
        case FloatAttr() as number:
            return number.value.data
        case DenseIntOrFPElementsAttr() as dense if dense.is_splat():
            return cast(int | float, dense.get_values()[0])
        case _:
            return None


def part_name(name: str | None, part: str) -> str:
    """What a part of something called `name` is called: `x_tape`, or `tape` if it has no name."""
    return f"{name}_{part}" if name else part


def integer_width(type: Attribute) -> int:
    """Bits of an integer type; index counts as 64."""
    if isinstance(type, IntegerType):
        return cast(IntegerType, type).width.data
    return 64


def is_integer(type: Attribute) -> bool:
    """True for index and integer scalars."""
    return isinstance(type, IntegerType | IndexType)


def integer_attribute(number: int, type: Attribute) -> IntegerAttr:
    """`number` modulo 2^width as an attribute of an integer or index type."""
    scalar = cast(IntegerType | IndexType, type)
    return IntegerAttr(wrap_signed(number, type), scalar, truncate_bits=True)


def wrap_signed(number: int, type: Attribute) -> int:
    """`number` modulo 2^width as a signed integer of `type` (index counts as 64 bits)."""
    width = integer_width(type)
    if width <= 1:
        return number & width
    half = 1 << (width - 1)
    return (number + half) % (1 << width) - half


@dataclass(frozen=True)
class Emitter:
    """An insertion point in a function under construction.

    `entry` is the function's first block, where the constants in `constants` live; both are shared
    by all emitters of one function. `location` is given to each new operation, with `role` if that
    is wanted, and `fastmath` to sums, and to what else derivatives are computed with.
    """

    entry: Block
    point: InsertPoint
    location: LocationAttr | None = None
    role: Role | None = None
    constants: dict[tuple[Attribute, str], SSAValue] = field(
        default_factory=dict[tuple[Attribute, str], SSAValue]
    )
    fastmath: arith.FastMathFlagsAttr = NO_FLAGS

    @staticmethod
    def at_end_of(block: Block) -> Emitter:
        """An emitter for a new function whose entry block is `block`."""
        return Emitter(block, InsertPoint.at_end(block))

    def at(self, point: InsertPoint) -> Emitter:
        """The same function, another place."""
        return replace(self, point=point)

    def located(self, op: Operation) -> Emitter:
        """The same place; new operations stand for `op`."""
        return replace(self, location=op.location)

    def with_fastmath(self, flags: arith.FastMathFlagsAttr) -> Emitter:
        """The same place, with other fast-math flags."""
        return replace(self, fastmath=flags)

    def tagged(self, role: Role) -> Emitter:
        """The same place; new operations are there for `role`."""
        return replace(self, role=role) if are_recorded() else self

    def insert(self, op: OpT, name: str | None = None) -> OpT:
        """Insert `op`; its results without a name are called `name`."""
        Rewriter.insert_op(op, self.point)
        if self.role is not None:
            op.location = with_role(self.location, self.role)
        elif self.location is not None:
            op.location = self.location
        if name is not None:
            for result in op.results:
                if result.name_hint is None:
                    result.name_hint = name
        return op

    def value(self, op: Operation, name: str | None = None) -> SSAValue:
        """Insert `op` and return its only result."""
        return self.insert(op, name).results[0]

    # Constants

    def constant(self, number: int | float, type: Attribute = INDEX) -> SSAValue:
        """`number` as a scalar of `type`, or as a splat for a vector or tensor type."""
        key = (type, repr(number))
        if key not in self.constants:
            if not _has_constants(type):
                raise error(self.location, f"a constant of type {type} cannot be made")
            op = constant_op(number, type)
            first = self.entry.first_op
            while isinstance(first, arith.ConstantOp):
                first = first.next_op
            point = InsertPoint.before(first) if first else InsertPoint.at_end(self.entry)
            Rewriter.insert_op(op, point)
            if are_recorded():
                op.location = with_role(self.location, Role.CONSTANT)
            elif self.location is not None:
                op.location = self.location
            self.constants[key] = op.result
        return self.constants[key]

    def index(self, number: int) -> SSAValue:
        """The `index` constant `number`."""
        return self.constant(number, INDEX)

    def zero(self, type: Attribute) -> SSAValue:
        """The zero of a number type."""
        return self.constant(0.0 if is_float(type) else 0, type)

    def placeholder(self, type: Attribute) -> SSAValue:
        """A number of any size that nobody reads."""
        if not _is_tensor(type) or _has_constants(type):
            return self.zero(type)
        extents = [self.index(0) for extent in tensor_shape(type) if extent == DYNAMIC_INDEX]
        return self.value(tensor.EmptyOp.create(operands=extents, result_types=[type]))

    def zero_like(self, value: SSAValue, name: str | None = None) -> SSAValue:
        """The zero of a number type; for a tensor type, as large as `value`."""
        shape = tensor_shape(value.type)
        if DYNAMIC_INDEX not in shape:
            return self.zero(value.type)
        from ckptopt.dialects.linalg_build import fill

        sizes = [
            self.value(tensor.DimOp(value, self.index(axis)), "dim")
            for axis, size in enumerate(shape)
            if size == DYNAMIC_INDEX
        ]
        empty = self.value(tensor.EmptyOp(sizes, value.type), name)
        return self.value(fill(self.zero(element_type(value.type)), empty), name)

    # Integer arithmetic, folded where operands are constants

    def add(self, lhs: SSAValue, rhs: SSAValue, name: str | None = None) -> SSAValue:
        a, b = constant_value(lhs), constant_value(rhs)
        if a == 0:
            return rhs
        if b == 0:
            return lhs
        if isinstance(a, int) and isinstance(b, int):
            return self.constant(wrap_signed(a + b, lhs.type), lhs.type)
        return self.value(arith.AddiOp(lhs, rhs), name)

    def sub(self, lhs: SSAValue, rhs: SSAValue, name: str | None = None) -> SSAValue:
        a, b = constant_value(lhs), constant_value(rhs)
        if b == 0:
            return lhs
        if isinstance(a, int) and isinstance(b, int):
            return self.constant(wrap_signed(a - b, lhs.type), lhs.type)
        return self.value(arith.SubiOp(lhs, rhs), name)

    def mul(self, lhs: SSAValue, rhs: SSAValue, name: str | None = None) -> SSAValue:
        a, b = constant_value(lhs), constant_value(rhs)
        if a == 1:
            return rhs
        if b == 1:
            return lhs
        if isinstance(a, int) and isinstance(b, int):
            return self.constant(wrap_signed(a * b, lhs.type), lhs.type)
        return self.value(arith.MuliOp(lhs, rhs), name)

    def minimum(self, lhs: SSAValue, rhs: SSAValue, name: str | None = None) -> SSAValue:
        """The smaller of two signed integers."""
        a, b = constant_value(lhs), constant_value(rhs)
        if isinstance(a, int) and isinstance(b, int):
            return self.constant(min(a, b), lhs.type)
        return self.value(arith.MinSIOp(lhs, rhs), name)

    def maximum(self, lhs: SSAValue, rhs: SSAValue, name: str | None = None) -> SSAValue:
        """The larger of two signed integers."""
        a, b = constant_value(lhs), constant_value(rhs)
        if isinstance(a, int) and isinstance(b, int):
            return self.constant(max(a, b), lhs.type)
        return self.value(arith.MaxSIOp(lhs, rhs), name)

    def divide(self, lhs: SSAValue, rhs: SSAValue, name: str | None = None) -> SSAValue:
        """`floor(lhs / rhs)` of unsigned integers, `rhs` > 0."""
        a, b = constant_value(lhs), constant_value(rhs)
        if b == 1:
            return lhs
        if isinstance(a, int) and isinstance(b, int) and a >= 0:
            return self.constant(a // b, lhs.type)
        return self.value(arith.DivUIOp(lhs, rhs), name)

    def ceildiv(self, lhs: SSAValue, rhs: SSAValue, name: str | None = None) -> SSAValue:
        """`ceil(lhs / rhs)` of integers far from overflow, `lhs` >= 0 and `rhs` > 0."""
        last = self.sub(rhs, self.constant(1, rhs.type))
        return self.divide(self.add(lhs, last), rhs, name)

    def add_floats(self, lhs: SSAValue, rhs: SSAValue, name: str | None = None) -> SSAValue:
        """The sum of two floats."""
        return self.value(arith.AddfOp(lhs, rhs, self.fastmath), name)

    # Control flow

    def for_loop(
        self,
        count: SSAValue,
        inits: Sequence[SSAValue],
        body: BodyBuilder,
        *,
        name: str,
        carried_names: Sequence[str | None] = (),
        attributes: Mapping[str, Attribute] | None = None,
    ) -> list[SSAValue]:
        """`scf.for %name = 0 to count step 1`; `body` gets the counter and the carried values.

        Returns the loop's results, one per init. A loop that would run its body exactly once is
        still a loop: schemes count on what they asked for.
        """
        block = Block(arg_types=[INDEX, *(init.type for init in inits)])
        counter, *carried = block.args
        counter.name_hint = name
        names = [*carried_names, *([None] * (len(inits) - len(carried_names)))]
        for arg, init, hint in zip(carried, inits, names, strict=True):
            arg.name_hint = hint or init.name_hint
        inner = self.at(InsertPoint.at_end(block))
        yielded = body(inner, counter, list(carried))
        inner.insert(scf.YieldOp(*yielded))
        loop = scf.ForOp(self.index(0), count, self.index(1), inits, Region(block))
        loop.attributes.update(attributes or {})
        for result, hint, init in zip(loop.res, names, inits, strict=True):
            result.name_hint = hint or init.name_hint
        return list(self.insert(loop).res)

    def while_loop(
        self,
        inits: Sequence[SSAValue],
        condition: Callable[[Emitter, list[SSAValue]], SSAValue],
        body: Callable[[Emitter, list[SSAValue]], Sequence[SSAValue]],
        names: Sequence[str | None],
        attributes: Mapping[str, Attribute] | None = None,
    ) -> list[SSAValue]:
        """`scf.while` that carries `inits`; returns what they are when `condition` fails."""
        types = [init.type for init in inits]
        blocks = Block(arg_types=types), Block(arg_types=types)
        for block in blocks:
            for arg, name in zip(block.args, names, strict=True):
                arg.name_hint = name
        before, after = (self.at(InsertPoint.at_end(block)) for block in blocks)
        goes_on = condition(before, list(blocks[0].args))
        before.insert(scf.ConditionOp(goes_on, *blocks[0].args))
        after.insert(scf.YieldOp(*body(after, list(blocks[1].args))))
        loop = scf.WhileOp(inits, types, [blocks[0]], [blocks[1]])
        loop.attributes.update(attributes or {})
        for result, name in zip(loop.res, names, strict=True):
            result.name_hint = name
        return list(self.insert(loop).res)

    def less(self, lhs: SSAValue, rhs: SSAValue, name: str | None = None) -> SSAValue:
        """`lhs < rhs` of signed integers, an `i1`."""
        return self.value(arith.CmpiOp(lhs, rhs, "slt"), name)

    def equal(self, lhs: SSAValue, rhs: SSAValue, name: str | None = None) -> SSAValue:
        """`lhs == rhs` of integers, an `i1`."""
        return self.value(arith.CmpiOp(lhs, rhs, "eq"), name)

    def cast_integer(self, value: SSAValue, type: Attribute, name: str | None = None) -> SSAValue:
        """An index as an integer of `type`, or the other way round."""
        number = constant_value(value)
        if isinstance(number, int):
            return self.constant(wrap_signed(number, type), type)
        return self.value(arith.IndexCastOp(value, type), name)

    def select(
        self, condition: SSAValue, lhs: SSAValue, rhs: SSAValue, name: str | None = None
    ) -> SSAValue:
        """`lhs` if `condition`, else `rhs`."""
        return self.value(arith.SelectOp(condition, lhs, rhs), name)

    def if_else(
        self,
        condition: SSAValue,
        then: BranchBuilder,
        otherwise: BranchBuilder,
        names: Sequence[str | None] = (),
        attributes: Mapping[str, Attribute] | None = None,
    ) -> list[SSAValue]:
        """`scf.if`; both branches yield values of the same types. Returns the results."""
        blocks = Block(), Block()
        types: list[Attribute] = []
        for block, build in zip(blocks, (then, otherwise), strict=True):
            inner = self.at(InsertPoint.at_end(block))
            yielded = list(build(inner))
            types = [value.type for value in yielded]
            inner.insert(scf.YieldOp(*yielded))
        has_else = bool(types) or len(blocks[1].ops) > 1
        regions = Region(blocks[0]), Region(blocks[1] if has_else else ())
        op = scf.IfOp(condition, types, *regions, attr_dict=dict(attributes or {}))
        for result, hint in zip(op.output, names, strict=False):
            result.name_hint = hint
        return list(self.insert(op).output)

    def switch(
        self,
        index: SSAValue,
        cases: Mapping[int, BranchBuilder],
        default: BranchBuilder,
        names: Sequence[str | None] = (),
    ) -> list[SSAValue]:
        """`scf.index_switch`; all branches yield values of the same types. Returns the results."""
        regions: list[Region] = []
        types: list[Attribute] = []
        for build in (*cases.values(), default):
            block = Block()
            inner = self.at(InsertPoint.at_end(block))
            yielded = list(build(inner))
            types = [value.type for value in yielded]
            inner.insert(scf.YieldOp(*yielded))
            regions.append(Region(block))
        labels = DenseArrayBase.from_list(i64, list(cases))
        op = scf.IndexSwitchOp(index, labels, regions[-1], regions[:-1], types)
        for result, hint in zip(op.results, names, strict=False):
            result.name_hint = hint
        return list(self.insert(op).results)

    def require(self, holds: SSAValue, message: str) -> None:
        """Abort the run with `message` unless `holds`, an `i1`."""
        from xdsl.dialects.cf import AssertOp

        self.insert(AssertOp(holds, message))

    def call(
        self,
        callee: str,
        arguments: Sequence[SSAValue],
        types: Sequence[Attribute] = (),
        name: str | None = None,
    ) -> list[SSAValue]:
        """Call a function, which is declared once the derivative is complete if nobody has it."""
        return list(self.insert(func.CallOp(callee, arguments, types), name).results)

    # Caches

    def init_cache(self, type: Attribute, name: str | None, *, as_tensor: bool = False) -> SSAValue:
        """A fresh `!enzyme.Cache<type>`; for numbers, to be a tensor if `as_tensor`."""
        op = enzyme.InitOp(enzyme.CacheType(type))
        if as_tensor and (is_float(type) or is_integer(type)):
            op.attributes[TENSOR_MARK] = UnitAttr()
        return self.tagged(Role.CACHE).value(op, name)

    def push(self, cache: SSAValue, value: SSAValue) -> None:
        """Push `value` on `cache`."""
        self.insert(enzyme.PushOp(cache, value))

    def pop(self, cache: SSAValue, name: str | None = None) -> SSAValue:
        """Pop the youngest value of `cache`."""
        return self.value(enzyme.PopOp(cache), name)

    # Buffers

    def extents(self, buffer: SSAValue) -> list[SSAValue]:
        """The sizes of `buffer`, one `index` value per dimension."""
        shape = memref_type(buffer).get_shape()
        return [
            self.value(memref.DimOp(buffer, self.index(axis)), "dim")
            if size == DYNAMIC_INDEX
            else self.index(size)
            for axis, size in enumerate(shape)
        ]

    def alloc_like(
        self, buffer: SSAValue, name: str | None = None, like: MemRefType | None = None
    ) -> SSAValue:
        """A fresh heap buffer of `buffer`'s sizes, contents undefined; of its type, or of `like`,
        which has the same shape."""
        type = memref_type(buffer) if like is None else like
        dynamic = [
            extent
            for extent, size in zip(self.extents(buffer), type.get_shape(), strict=True)
            if size == DYNAMIC_INDEX
        ]
        return self.alloc(type, dynamic, name)

    def alloc(
        self, type: MemRefType, dynamic_sizes: Sequence[SSAValue] = (), name: str | None = None
    ) -> SSAValue:
        """A fresh heap buffer; `dynamic_sizes` holds one `index` per dynamic dimension."""
        return self.value(memref.AllocOp(dynamic_sizes, [], type), name)

    def dealloc(self, buffer: SSAValue) -> None:
        """Free `buffer`."""
        self.insert(memref.DeallocOp(operands=[buffer]))

    def copy(self, source: SSAValue, target: SSAValue) -> memref.CopyOp:
        """Copy the contents of one buffer to another of the same sizes."""
        return self.insert(memref.CopyOp(source, target))

    def load(
        self, buffer: SSAValue, indices: Sequence[SSAValue], name: str | None = None
    ) -> SSAValue:
        """One element of `buffer`."""
        return self.value(memref.LoadOp.get(buffer, indices), name)

    def store(self, value: SSAValue, buffer: SSAValue, indices: Sequence[SSAValue]) -> None:
        """Write one element of `buffer`."""
        self.insert(memref.StoreOp.get(value, buffer, indices))

    def add_atomically(
        self, value: SSAValue, buffer: SSAValue, indices: Sequence[SSAValue]
    ) -> None:
        """Add a float to one element of `buffer`, which others may be doing at the same time."""
        kind = IntegerAttr(ATOMIC_KINDS.index("addf"), 64)
        self.insert(
            memref.AtomicRMWOp.create(
                operands=[value, buffer, *indices],
                result_types=[value.type],
                properties={"kind": kind},
            )
        )

    def load_as(
        self,
        type: Attribute,
        buffer: SSAValue,
        indices: Sequence[SSAValue],
        name: str | None = None,
    ) -> SSAValue:
        """A value of `type` that `store_as` wrote."""
        if _is_tensor(type):
            return self._load_tensor(type, buffer, indices, name)
        value = self.load(buffer, indices, name)
        if value.type == type:
            return value
        return self.value(arith.TruncIOp.create(operands=[value], result_types=[type]), name)

    def store_as(self, value: SSAValue, buffer: SSAValue, indices: Sequence[SSAValue]) -> None:
        """Write `value` to a buffer whose elements are of its storage type.

        A tensor goes to the innermost dimensions of the buffer, element by element.
        """
        if _is_tensor(value.type):
            self._store_tensor(value, buffer, indices)
            return
        stored = storage_type(value.type)
        if stored != value.type:
            wide = arith.ExtUIOp.create(operands=[value], result_types=[stored])
            value = self.value(wide, value.name_hint)
        self.store(value, buffer, indices)

    def _store_tensor(self, value: SSAValue, buffer: SSAValue, indices: Sequence[SSAValue]) -> None:
        def move(e: Emitter, at: list[SSAValue], _: list[SSAValue]) -> Sequence[SSAValue]:
            element = e.value(tensor.ExtractOp(value, at, element_type(value.type)))
            e.store_as(element, buffer, [*indices, *at])
            return ()

        self._nest([self.index(size) for size in tensor_shape(value.type)], (), move)

    def _load_tensor(
        self,
        type: Attribute,
        buffer: SSAValue,
        indices: Sequence[SSAValue],
        name: str | None,
    ) -> SSAValue:
        def move(e: Emitter, at: list[SSAValue], now: list[SSAValue]) -> Sequence[SSAValue]:
            element = e.load_as(element_type(type), buffer, [*indices, *at])
            return [e.value(tensor.InsertOp(element, now[0], at), name)]

        empty = self.value(tensor.EmptyOp((), type), name)
        return self._nest([self.index(size) for size in tensor_shape(type)], [empty], move)[0]

    def _nest(
        self,
        extents: Sequence[SSAValue],
        inits: Sequence[SSAValue],
        body: Callable[[Emitter, list[SSAValue], list[SSAValue]], Sequence[SSAValue]],
        indices: Sequence[SSAValue] = (),
    ) -> list[SSAValue]:
        """Loops over all indices below `extents`; `body` gets them and the carried values."""
        if not extents:
            return list(body(self, list(indices), list(inits)))
        return self.for_loop(
            extents[0],
            inits,
            lambda e, index, now: e._nest(extents[1:], now, body, [*indices, index]),
            name="i",
        )

    def for_each_element(
        self, buffer: SSAValue, body: Callable[[Emitter, list[SSAValue]], None]
    ) -> None:
        """Loop over all elements of `buffer`; `body` gets the indices."""

        def visit(e: Emitter, at: list[SSAValue], _: list[SSAValue]) -> Sequence[SSAValue]:
            body(e, at)
            return ()

        self._nest(self.extents(buffer), (), visit)

    def fill_zero(self, buffer: SSAValue) -> None:
        """Set all elements of `buffer` to zero."""
        zero = self.zero(element_type(buffer.type))
        self.for_each_element(buffer, lambda e, indices: e.store(zero, buffer, indices))


def emits(
    role: Role,
) -> Callable[
    [Callable[Concatenate[Emitter, Parameters], Result]],
    Callable[Concatenate[Emitter, Parameters], Result],
]:
    """Mark a function that emits operations for `role`, on its first argument."""

    def mark(
        function: Callable[Concatenate[Emitter, Parameters], Result],
    ) -> Callable[Concatenate[Emitter, Parameters], Result]:
        @wraps(function)
        def marked(e: Emitter, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
            return function(e.tagged(role), *args, **kwargs)

        return marked

    return mark


def constant_op(number: int | float, type: Attribute) -> arith.ConstantOp:
    """An `arith.constant`, not yet inserted, that is called by its number."""
    op = arith.ConstantOp(_constant_attribute(number, type))
    op.result.name_hint = _constant_name(number, type)
    return op


def _constant_attribute(number: int | float, type: Attribute) -> ConstantAttribute:
    if isinstance(type, VectorType | TensorType):
        shaped = cast(VectorType[AnyFloat] | TensorType[AnyFloat], type)
        return DenseIntOrFPElementsAttr.from_list(shaped, [number])
    if isinstance(type, AnyFloat):
        return FloatAttr(float(number), type)
    return integer_attribute(int(number), type)


def _has_constants(type: Attribute) -> bool:
    """False for shaped types without a size or of a huge one, and floats that Python has not."""
    if element_type(type) in (Float80Type(), Float128Type()):
        return False
    shape: Sequence[int] = type.get_shape() if isinstance(type, ShapedType) else ()
    return all(size != DYNAMIC_INDEX for size in shape) and prod(shape) <= MOST_ELEMENTS


def _constant_name(number: int | float, type: Attribute) -> str:
    if is_float(type):
        return "zero" if number == 0 else "cst"
    if type == BOOL:
        return "true" if number else "false"
    scalar = element_type(type)
    suffix = "" if isinstance(scalar, IndexType) else f"_{scalar}"
    return (f"c{number}" if number >= 0 else f"cm{-int(number)}") + suffix

"""Random accesses to memory, and views of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from support.grammar import CARRIED_BOUND, INTEGERS, Buf, StraightLine, Val


def memref_type(
    shape: Sequence[int | None],
    element: str,
    strides: Sequence[int | None] = (),
    offset: int | None = 0,
) -> str:
    """The text of a memref type; None is dynamic, no strides are the identity layout."""
    sizes = "".join(f"{_number(size)}x" for size in shape)
    if not strides:
        return f"memref<{sizes}{element}>"
    layout = f"strided<[{', '.join(map(_number, strides))}], offset: {_number(offset)}>"
    return f"memref<{sizes}{element}, {layout}>"


def _number(number: int | None) -> str:
    return "?" if number is None else str(number)


@dataclass
class MemoryCode(StraightLine):
    """Writes loads, stores, copies and views."""

    def usable(
        self, *, read: bool = False, write: bool = False, integer: bool = False
    ) -> list[Buf]:
        return [
            b
            for b in self.buffers
            if (b.readable or not read)
            and (b.writable or not write)
            and (b.element in INTEGERS) == integer
        ]

    def indices(self, buffer: Buf) -> str:
        return ", ".join(self.index_below(buffer, d).name for d in range(len(buffer.sizes)))

    def index_below(self, buffer: Buf, dimension: int) -> Val:
        size = buffer.sizes[dimension]
        safe = [
            v
            for v in self.values
            if v.type == "index" and v.span and 0 <= v.span[0] and v.span[1] < size
        ]
        if safe and self.chance(0.5):
            return self.pick(safe)
        if self.chance(0.25):
            return self.integer(self.rng.randrange(size))
        index = self.integer_value("index")
        if buffer.shape[dimension] is None and self.chance(0.3):
            position = self.integer(dimension)
            length = self.emit(
                f"memref.dim {buffer.name}, {position.name} : {buffer.type}", "index"
            )
            return self.emit(f"arith.remui {index.name}, {length.name} : index", "index")
        return self.remainder(index, size)

    def load(self, buffer: Buf) -> Val:
        indices = self.indices(buffer)
        bound = 0.0 if buffer.element in INTEGERS else CARRIED_BOUND
        return self.emit(
            f"memref.load {buffer.name}[{indices}] : {buffer.type}", buffer.element, bound
        )

    def store(self, buffer: Buf, value: Val) -> None:
        indices = self.indices(buffer)
        self.write(f"memref.store {value.name}, {buffer.name}[{indices}] : {buffer.type}")

    def load_statement(self) -> None:
        if candidates := self.usable(read=True):
            self.load(self.rng.choice(candidates))

    def store_statement(self) -> None:
        if candidates := self.usable(write=True):
            self.store(self.rng.choice(candidates), self.squashed(self.float_value()))

    def update_statement(self) -> None:
        """Read a cell, change it, write a cell of the same buffer: accumulators and stencils."""
        if candidates := self.usable(read=True, write=True):
            buffer = self.rng.choice(candidates)
            old = self.load(buffer)
            kind = self.rng.choice((self.sum_, self.product))
            self.store(buffer, self.squashed(kind(old, self.float_value())))

    def integer_memory_statement(self) -> None:
        if readable := self.usable(read=True, integer=True):
            value = self.load(self.rng.choice(readable))
            writable = self.usable(write=True, integer=True)
            if writable and self.chance(0.6):
                buffer = self.rng.choice(writable)
                self.store(buffer, self.stepped(self.convert(value, buffer.element)))

    def copy_statement(self) -> None:
        pairs = [
            (source, target)
            for target in self.usable(write=True)
            for source in self.usable(read=True)
            if source.exact
            and target.exact
            and source.sizes == target.sizes
            and not source.may_overlap(target)
        ]
        if pairs:
            source, target = self.rng.choice(pairs)
            self.write(f"memref.copy {source.name}, {target.name} : {source.type} to {target.type}")

    def sweep_statement(self) -> None:
        """Sum over loops that read cells again and again, and write none."""
        readable = [b for b in self.usable(read=True) if b.element == self.float_type]
        if readable:
            trips = [self.rng.randint(2, 4) for _ in range(self.rng.randint(1, 2))]
            self.sweep(trips, self.squashed(self.float_value(), 1.0), readable)

    def sweep(self, trips: list[int], start: Val, readable: list[Buf]) -> Val:
        """One of these loops for each trip count, in each other; returns the sum."""
        lower, upper, step = map(self.integer, (0, trips[0], 1))
        total = Val(self.fresh("sum"), start.type, 1.0)
        induction = Val(self.fresh("i"), "index", 0.0, (0, trips[0] - 1))
        carried = Val(self.fresh("s"), start.type, 1.0)
        self.write(
            f"{total.name} = scf.for {induction.name} = {lower.name} to {upper.name} "
            f"step {step.name} iter_args({carried.name} = {start.name}) -> ({start.type}) {{"
        )
        with self.block():
            self.values += [induction, carried]
            if trips[1:]:
                after = self.sweep(trips[1:], carried, readable)
            else:
                a, b = (self.load(self.rng.choice(readable)) for _ in range(2))
                after = self.squashed(self.sum_(carried, self.product(a, b)), 1.0)
            self.write(f"scf.yield {after.name} : {after.type}")
        self.write("}")
        self.values.append(total)
        return total

    # Views

    def view_statement(self) -> None:
        if candidates := [b for b in self.usable() if b.sizes]:
            # The recent ones more often, so that there are views of views.
            buffer = self.rng.choice(candidates[-3:] if self.chance(0.5) else candidates)
            kinds = [self.cast, self.subview]
            if buffer.identity and len(buffer.sizes) == 1:
                kinds.append(self.reinterpret)
            if buffer.identity and self.on("reshapes"):
                kinds += [self.reshaped] * 2
            self.buffers.append(self.rng.choice(kinds)(buffer))

    def cast(self, buffer: Buf) -> Buf:
        """The same memory with more or fewer static sizes, or with a dynamic layout."""
        dynamic = (None,) * len(buffer.sizes)
        if buffer.strides:
            return self.cast_to(buffer, replace(buffer, strides=dynamic, offset=None), dynamic)
        if None in buffer.shape and buffer.exact:
            return self.cast_to(buffer, buffer, buffer.sizes)
        return self.cast_to(buffer, buffer, dynamic)

    def erased(self, buffer: Buf) -> Buf:
        """The same memory with dynamic sizes."""
        return self.cast_to(buffer, buffer, (None,) * len(buffer.sizes))

    def cast_to(self, buffer: Buf, layout: Buf, shape: Sequence[int | None]) -> Buf:
        type_ = memref_type(shape, buffer.element, layout.strides, layout.offset)
        if buffer.type == type_:
            return buffer
        name = self.fresh("cast")
        self.write(f"{name} = memref.cast {buffer.name} : {buffer.type} to {type_}")
        return replace(layout, name=name, type=type_)

    def slice_of(self, total: int) -> tuple[int, int, int]:
        """Offset, size and stride of a part of a dimension."""
        stride = 2 if total >= 3 and self.on("strides", 0.3) else 1
        size = self.rng.randint(1, (total - 1) // stride + 1)
        return self.rng.randint(0, total - 1 - (size - 1) * stride), size, stride

    def subview(self, buffer: Buf) -> Buf:
        """A part of a buffer; of one of rank 2 also a row or a column, as rank 1."""
        slices = [self.slice_of(size) for size in buffer.sizes]
        dropped = -1
        if len(slices) > 1 and self.chance(0.6):
            dropped = self.rng.randrange(len(slices))
            slices[dropped] = slices[dropped][0], 1, 1
            if slices[1 - dropped][1] == 1:  # mlir-opt would not know which one is dropped
                dropped = -1
        strides = buffer.strides or row_major(buffer)
        offset = buffer.offset
        places: list[str] = []
        for (start, size, stride), total, unit in zip(slices, buffer.sizes, strides, strict=True):
            static = unit is not None and not self.chance(0.3)
            room = total - (size - 1) * stride
            at = str(start) if static else self.remainder(self.integer_value("index"), room).name
            places.append(at)
            if static and unit is not None and offset is not None:
                offset += start * unit
            else:
                offset = None
        kept = [i for i in range(len(slices)) if i != dropped]
        sizes = tuple(slices[i][1] for i in kept)
        scaled = tuple(None if (s := strides[i]) is None else s * slices[i][2] for i in kept)
        type_ = memref_type(sizes, buffer.element, scaled, offset)
        name = self.fresh("part")
        shape = ", ".join(str(size) for _, size, _ in slices)
        steps = ", ".join(str(step) for _, _, step in slices)
        self.write(
            f"{name} = memref.subview {buffer.name}[{', '.join(places)}] [{shape}] [{steps}] : "
            f"{buffer.type} to {type_}"
        )
        made = replace(buffer, name=name, type=type_, sizes=sizes, exact=True)
        return replace(made, strides=scaled, offset=offset)

    def reinterpret(self, buffer: Buf) -> Buf:
        offset, size, stride = self.slice_of(buffer.sizes[0])
        type_ = memref_type((size,), buffer.element, (stride,), offset)
        name = self.fresh("view")
        self.write(
            f"{name} = memref.reinterpret_cast {buffer.name} to offset: [{offset}], "
            f"sizes: [{size}], strides: [{stride}] : {buffer.type} to {type_}"
        )
        made = replace(buffer, name=name, type=type_, sizes=(size,), exact=True)
        return replace(made, strides=(stride,), offset=offset)

    def reshaped(self, buffer: Buf) -> Buf:
        """Rank 1 as rank 2, or rank 2 as rank 1."""
        name = self.fresh("shaped")
        if len(buffer.sizes) == 2:
            total = None if None in buffer.shape else buffer.sizes[0] * buffer.sizes[1]
            type_, sizes = memref_type((total,), buffer.element), buffer.sizes
            operation = f"memref.collapse_shape {buffer.name} [[0, 1]]"
            made = replace(buffer, sizes=(sizes[0] * sizes[1],))
        elif len(buffer.shape) == 1 and (size := buffer.shape[0]) and size % 2 == 0:
            type_ = memref_type((2, size // 2), buffer.element)
            shape = f"[[0, 1]] output_shape [2, {size // 2}]"
            operation = f"memref.expand_shape {buffer.name} {shape}"
            made = replace(buffer, sizes=(2, size // 2))
        else:
            return self.subview(buffer)
        self.write(f"{name} = {operation} : {buffer.type} into {type_}")
        return replace(made, name=name, type=type_)


def row_major(buffer: Buf) -> tuple[int | None, ...]:
    """The strides of a buffer of rank 1 or 2 with the identity layout."""
    return (1,) if len(buffer.shape) == 1 else (buffer.shape[1], 1)

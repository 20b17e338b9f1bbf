"""Random local buffers, calls, parallel loops, and loops that carry memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from support.control import Control
from support.grammar import CARRIED_BOUND, FLOATS, Buf, Val
from support.memory import memref_type


@dataclass
class BufferCode(Control):
    """Writes regions that make, pass on or share out memory."""

    # Local buffers and calls

    def buffer_statement(self) -> None:
        """A local buffer: made, filled, used by a few statements, freed."""
        buffer, operands = self.new_buffer()
        name = buffer.name
        self.write(f"{name} = memref.alloc({operands}) : {buffer.type}")
        self.fill(buffer)
        self.buffers.append(buffer)
        if self.depth == 0 and self.on("carried_memory", 0.3):
            self.carried_memory_statement()
        self.statements(self.rng.randint(1, 3))
        self.update_statement()
        self.load(buffer)
        self.buffers = [b for b in self.buffers if name not in b.stands_for]
        self.write(f"memref.dealloc {name} : {buffer.type}")

    def new_buffer(self) -> tuple[Buf, str]:
        """A buffer to allocate, sometimes like one in scope, and the operands of the allocation."""
        sizes: tuple[int, ...] = (self.rng.randint(2, 4),)
        dynamic = self.chance(0.3)
        likes = [b for b in self.usable() if b.identity and b.exact and b.sizes]
        if likes and self.chance(0.5):
            like = self.rng.choice(likes)
            sizes, dynamic = like.sizes, None in like.shape
        shape = [size if at or not dynamic else None for at, size in enumerate(sizes)]
        operands = self.integer(sizes[0]).name if dynamic else ""
        name, type_ = self.fresh("local"), memref_type(shape, self.float_type)
        return Buf(name, type_, self.float_type, sizes, name, top=self.depth == 0), operands

    def fill(self, buffer: Buf) -> None:
        """Define every cell, so that no read of the buffer is undefined."""
        sources = [b for b in self.usable(read=True) if b.exact and b.sizes == buffer.sizes]
        if sources and self.on("copy", 0.4):
            source = self.rng.choice(sources)
            types = f"{source.type} to {buffer.type}"
            self.write(f"memref.copy {source.name}, {buffer.name} : {types}")
            return
        for cell in product(*map(range, buffer.sizes)):
            value = self.squashed(self.float_value())
            at = ", ".join(self.integer(number).name for number in cell)
            self.write(f"memref.store {value.name}, {buffer.name}[{at}] : {buffer.type}")

    def call_statement(self) -> None:
        if not self.helpers:
            return
        helper = self.rng.choice(self.helpers)
        operands: list[str] = []
        for type_ in helper.parameters:
            if type_ in FLOATS:
                operands.append(self.squashed(self.float_value()).name)
                continue
            fitting = [
                b
                for b in self.usable(read=True, write=True)
                if b.identity and len(b.sizes) == 1 and b.sizes[0] >= 2
            ]
            if not fitting:
                return
            operands.append(self.erased(self.rng.choice(fitting)).name)
        results, left = self.result_names(helper.results)
        arrow = ", ".join(helper.results)
        signature = f"({', '.join(helper.parameters)}) -> ({arrow})"
        self.write(f"{left}func.call @{helper.name}({', '.join(operands)}) : {signature}")
        self.values += results

    # Carried memory

    def carried_memory_statement(self) -> None:
        """A loop whose iterations pass on two or three buffers, mostly in other places."""
        buffers = self.alike()
        if len(buffers) < 2 or self.loop_depth >= self.knobs.depth:
            self.update_statement()
            return
        bounds, scalars = self.bounds(), self.inits() if self.chance(0.6) else []
        self.loops += 1
        induction = Val(self.fresh("i"), bounds.type, 0.0, bounds.span)
        args = self.handles(buffers, [self.fresh("m") for _ in buffers])
        carried = [Val(self.fresh("a"), v.type, CARRIED_BOUND) for v in scalars]
        inits = [*as_values(buffers), *scalars]
        results = self.open_loop(bounds, inits, induction, [*as_values(args), *carried])
        captured = list(self.values)
        with self.block():
            self.loop_depth += 1
            self.values += [induction, *carried]
            self.exchange(buffers, args, 0.03)
            self.statements(self.rng.randint(1, self.knobs.statements))
            self.stencil(args)
            yields = [*as_values(self.passed_on(args)), *self.yields(carried, captured)]
            self.write_yield(yields)
            self.loop_depth -= 1
        self.write("}" + self.directives(bounds.trips))
        self.values += results[len(buffers) :]
        names = [v.name for v in results[: len(buffers)]]
        self.exchange(buffers, self.handles(buffers, names), 0.1)

    def alike(self) -> list[Buf]:
        """Two or three buffers of one type that never overlap, or fewer where there are none."""
        fitting = [b for b in self.usable(read=True, write=True) if b.top and b.identity]
        if not fitting:
            return []
        self.rng.shuffle(fitting)
        chosen: list[Buf] = []
        for buffer in fitting:
            same = not chosen or chosen[0].type == buffer.type
            if same and not any(b.may_overlap(buffer) for b in chosen):
                chosen.append(buffer)
        return chosen[: self.rng.choice((2, 2, 3))]

    def handles(self, buffers: Sequence[Buf], names: Sequence[str]) -> list[Buf]:
        """Other names for the same memory, each for any of the buffers."""
        origins = frozenset[str]().union(*(b.stands_for for b in buffers))
        sizes = tuple(min(at) for at in zip(*(b.sizes for b in buffers), strict=True))
        exact = all(b.exact and b.sizes == sizes for b in buffers)
        family = names[0]
        return [
            Buf(name, b.type, b.element, sizes, name, exact=exact, origins=origins, family=family)
            for name, b in zip(names, buffers, strict=True)
        ]

    def exchange(self, old: Sequence[Buf], new: Sequence[Buf], keeping: float) -> None:
        """Go on with other handles of some memory, seldom with both."""
        if not self.chance(keeping):
            gone = frozenset[str]().union(*(b.stands_for for b in old))
            self.buffers = [b for b in self.buffers if gone.isdisjoint(b.stands_for)]
        self.buffers = [*self.buffers, *new]

    def stencil(self, args: Sequence[Buf]) -> None:
        """Compute a cell of one carried buffer from one of another."""
        source, target = self.rng.sample([b for b in self.buffers if b.origins] or list(args), 2)
        if len(source.sizes) == len(target.sizes):
            value = self.product(self.load(source), self.float_value())
            self.store(target, self.squashed(self.sum_(value, self.float_value())))

    def passed_on(self, args: Sequence[Buf]) -> list[Buf]:
        """The handles of the carried memory at the end of an iteration, in their next places."""
        known = [b for b in self.buffers if b.origins == args[0].origins and b.type == args[0].type]
        latest = [b for b in known if b.family == known[-1].family and b.identity]
        handles = latest if len(latest) == len(args) else list(args)
        turn = self.rng.choice((0, 1, 1, 1, 2)) % len(handles)
        return [*handles[turn:], *handles[:turn]]

    # Parallel loops

    def parallel_statement(self) -> None:
        """Iterations that write a cell each, read what none of them writes, and add up floats."""
        if self.loop_depth >= self.knobs.depth:
            self.float_statement()
            return
        targets = [b for b in self.usable(write=True) if b.sizes]
        target = self.rng.choice(targets) if targets and self.chance(0.7) else None
        sizes = target.sizes if target else (self.rng.randint(0, 4),)
        inits = [self.float_value() for _ in range(self.rng.randint(0 if target else 1, 2))]
        cells, trips = self.open_parallel(sizes, inits)
        results, left = self.result_names([v.type for v in inits])
        at = len(self.lines) - 1
        self.lines[at] = self.lines[at].replace("scf.parallel", f"{left}scf.parallel")
        with self.block():
            self.loop_depth += 1
            self.buffers = [
                replace(b, writable=False)
                for b in self.buffers
                if target is None or not b.may_overlap(target)
            ]
            self.values += cells
            self.statements(self.rng.randint(1, self.knobs.statements))
            if target:
                value, indices = self.squashed(self.float_value()), [v.name for v in cells]
                cell = f"{target.name}[{', '.join(indices)}]"
                self.write(f"memref.store {value.name}, {cell} : {target.type}")
            terms = [self.squashed(self.float_value(), 1.0) for _ in inits]
            self.write_sums(terms)
            self.loop_depth -= 1
        self.write("}")
        self.values += [
            replace(result, bound=init.bound + trips * term.bound)
            for result, init, term in zip(results, inits, terms, strict=True)
        ]

    def open_parallel(self, sizes: Sequence[int], inits: Sequence[Val]) -> tuple[list[Val], int]:
        """Write the head of a loop over some of the cells; returns its indices and trip count."""
        lower = [self.rng.choice((0, 0, 1)) for _ in sizes]
        steps = [self.rng.choice((1, 1, 2)) for _ in sizes]
        trips = 1
        for size, low, step in zip(sizes, lower, steps, strict=True):
            trips *= max(0, -((low - size) // step))
        cells = [
            Val(self.fresh("i"), "index", 0.0, (low, max(low, size - 1)))
            for size, low in zip(sizes, lower, strict=True)
        ]
        starts = ", ".join(self.integer(number).name for number in lower)
        ends = ", ".join(self.bound(number, "index").name for number in sizes)
        strides = ", ".join(self.integer(number).name for number in steps)
        names, types = (", ".join(v.name for v in inits), ", ".join(v.type for v in inits))
        arrow = f" -> {types}" if len(inits) == 1 else f" -> ({types})"
        reductions = f" init ({names}){arrow}" if inits else ""
        self.write(
            f"scf.parallel ({', '.join(v.name for v in cells)}) = ({starts}) to ({ends}) "
            f"step ({strides}){reductions} {{"
        )
        return cells, trips

    def write_sums(self, terms: Sequence[Val]) -> None:
        if not terms:
            self.write("scf.reduce")
            return
        names, types = ", ".join(v.name for v in terms), ", ".join(v.type for v in terms)
        self.write(f"scf.reduce({names} : {types}) {{")
        for number, term in enumerate(terms):
            left, right, total = (self.fresh("s") for _ in range(3))
            if number:
                self.write("}, {")
            self.write(f"^bb0({left}: {term.type}, {right}: {term.type}):")
            self.write(f"  {total} = arith.addf {left}, {right} : {term.type}")
            self.write(f"  scf.reduce.return {total} : {term.type}")
        self.write("}")


def as_values(buffers: Sequence[Buf]) -> list[Val]:
    """The buffers as what a loop carries."""
    return [Val(b.name, b.type) for b in buffers]

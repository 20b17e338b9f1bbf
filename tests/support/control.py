"""Random control flow around straight-line code: loops, branches, local buffers and calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from support.grammar import CARRIED_BOUND, FLOATS, INTEGERS, Buf, StraightLine, Val


@dataclass(frozen=True)
class Helper:
    """A function of the module that bodies may call."""

    name: str
    parameters: tuple[str, ...]
    result: str


@dataclass(frozen=True)
class Bounds:
    """Lower bound, upper bound and step of a loop, and what is known of its iterations."""

    operands: tuple[Val, Val, Val]
    trips: int
    span: tuple[int, int]
    keyword: str = ""

    @property
    def type(self) -> str:
        return self.operands[0].type


@dataclass
class Body(StraightLine):
    """Writes a function body; the caller puts the signature around it.

    `dimensions` are the induction variables around that affine expressions may use.
    """

    new_parameter: Callable[[str, int], Val] | None = None
    helpers: tuple[Helper, ...] = ()
    loops: int = 0
    loop_depth: int = 0
    directed: bool = False
    budget: int = 24
    dimensions: list[Val] = field(default_factory=list[Val])

    def statements(self, count: int) -> None:
        for _ in range(count):
            self.budget -= 1
            self.statement()

    def statement(self) -> None:
        table: list[tuple[float, str, Callable[[], None]]] = [
            (6, "", self.float_statement),
            (1.2, "", self.integer_statement),
            (2, "memory", self.load_statement),
            (2, "memory", self.store_statement),
            (3, "memory", self.update_statement),
            (1.5, "integer_memory", self.integer_memory_statement),
            (1, "copy", self.copy_statement),
            (1.2, "views", self.view_statement),
            (1.5, "call", self.call_statement),
        ]
        if self.budget > 0:
            table += [
                (4, "nested" if self.loop_depth else "", self.loop_statement),
                (1.8, "if", self.if_statement),
                (1, "alloc", self.buffer_statement),
                (4, "affine", self.affine_loop_statement),
                (2, "parallel", self.parallel_statement),
                (1.5, "switch", self.switch_statement),
            ]
        if self.dimensions:
            table += [
                (2, "affine", self.affine_load_statement),
                (2, "affine", self.affine_store_statement),
                (1.5, "affine", self.affine_if_statement),
            ]
        enabled = [row for row in table if not row[1] or self.on(row[1])]
        (chosen,) = self.rng.choices(enabled, [row[0] for row in enabled])
        before = len(self.lines)
        chosen[2]()
        if len(self.lines) == before:  # nothing in scope that it could work on
            self.float_statement()

    # Loops

    def loop_statement(self) -> None:
        if self.loop_depth >= self.knobs.depth:
            self.float_statement()
            return
        bounds, inits = self.bounds(), self.inits()
        self.loops += 1
        induction = Val(self.fresh("i"), bounds.type, 0.0, bounds.span)
        carried = [Val(self.fresh("a"), v.type, CARRIED_BOUND) for v in inits]
        results = self.open_loop(bounds, inits, induction, carried)
        self.loop_body(induction, carried, "scf")
        self.write("}" + self.directives(bounds.trips))
        self.values += results

    def loop_body(self, induction: Val, carried: Sequence[Val], dialect: str) -> None:
        captured = list(self.values)
        with self.block():
            self.loop_depth += 1
            self.values += [induction, *carried]
            self.statements(self.rng.randint(1, self.knobs.statements))
            if not carried:
                self.update_statement()
            self.write_yield(self.yields(carried, captured), dialect)
            self.loop_depth -= 1

    def open_loop(
        self, bounds: Bounds, inits: Sequence[Val], induction: Val, carried: Sequence[Val]
    ) -> list[Val]:
        lower, upper, step = bounds.operands
        results, left = self.result_names([v.type for v in inits])
        head = (
            f"{left}scf.for {bounds.keyword}{induction.name} = {lower.name} to {upper.name} "
            f"step {step.name}{self.assignments(inits, carried)}"
        )
        self.write(head + (" {" if bounds.type == "index" else f" : {bounds.type} {{"))
        return results

    def assignments(self, inits: Sequence[Val], carried: Sequence[Val]) -> str:
        if not inits:
            return ""
        pairs = ", ".join(f"{a.name} = {v.name}" for a, v in zip(carried, inits, strict=True))
        return f" iter_args({pairs}) -> ({', '.join(v.type for v in inits)})"

    def result_names(self, types: Sequence[str]) -> tuple[list[Val], str]:
        """Values for the results of an op, and the text to the left of the op."""
        if not types:
            return [], ""
        name = self.fresh("r")
        if len(types) == 1:
            return [Val(name, types[0], CARRIED_BOUND)], f"{name} = "
        values = [Val(f"{name}#{i}", t, CARRIED_BOUND) for i, t in enumerate(types)]
        return values, f"{name}:{len(types)} = "

    def bounds(self) -> Bounds:
        type_ = self.rng.choice(INTEGERS) if self.on("integer_types", 0.4) else "index"
        if any(v.type in INTEGERS for v in self.values) and self.chance(0.3):
            return self.computed_bounds(type_)
        lower, step, trips, last, upper = self.literal_bounds(type_)
        operands = tuple(self.bound(number, type_) for number in (lower, upper, step))
        keyword = ""
        if lower >= 0 and upper >= 0 and self.on("unsigned", 0.08):
            keyword = "unsigned "
        return Bounds((operands[0], operands[1], operands[2]), trips, (lower, last), keyword)

    def literal_bounds(self, type_: str) -> tuple[int, int, int, int, int]:
        """Lower bound, step, trip count, last value and upper bound."""
        most = max(2, self.knobs.trips >> self.loop_depth)
        trips = self.rng.choice((0, 1, *range(2, most + 1), *range(2, most + 1)))
        if type_ == "i8" and self.chance(0.3):
            return -100, 50, 4, 50, 100
        lower, step = 0, 1
        if self.chance(0.5):
            lower, step = self.rng.randint(-4, 5), self.rng.choice((1, 1, 2, 3, 4))
        last = lower + max(0, trips - 1) * step
        upper = last + self.rng.randint(1, step) if trips else lower - self.rng.randint(0, 3)
        return lower, step, trips, last, upper

    def computed_bounds(self, type_: str) -> Bounds:
        """An upper bound that depends on an outer induction variable, memory or carried integer."""
        lower = self.rng.choice((0, 0, 1))
        upper = self.remainder(self.integer_value(type_), self.rng.randint(2, 4))
        operands = (self.integer(lower, type_), upper, self.integer(1, type_))
        return Bounds(operands, 3, (lower, 3))

    def bound(self, number: int, type_: str) -> Val:
        if self.new_parameter and self.on("dynamic_bounds", 0.25):
            return self.new_parameter(type_, number)
        return self.integer(number, type_)

    def inits(self) -> list[Val]:
        least = 0 if self.usable(read=True, write=True) else 1
        inits: list[Val] = []
        for _ in range(self.rng.randint(least, 3)):
            if self.on("carried_integers", 0.2):
                inits.append(self.integer_value(self.rng.choice(INTEGERS[:3])))
            else:
                inits.append(self.squashed(self.float_value()))
        return inits

    def yields(self, carried: Sequence[Val], captured: Sequence[Val]) -> list[Val]:
        """What each carried value becomes: mostly something new, else an odd choice."""
        yields: list[Val] = []
        for own in carried:
            odd = [
                v
                for v in (*carried, *yields, *captured)
                if v.type == own.type and v.bound <= CARRIED_BOUND
            ]
            if self.on("odd_yields", 0.3):
                yields.append(self.rng.choice(odd))
            elif own.is_float:
                yields.append(self.next_float(own))
            else:
                yields.append(self.stepped(own))
        return yields

    def next_float(self, own: Val) -> Val:
        """A function of the carried value and of another one."""
        kind = self.rng.choice((self.product, self.sum_, self.sum_, self.quotient))
        other = self.float_value()
        if other == own:
            other = self.float_value()
        return self.squashed(kind(own, other), 1.5)

    def write_yield(self, values: Sequence[Val], dialect: str = "scf") -> None:
        if values:
            names, types = ", ".join(v.name for v in values), ", ".join(v.type for v in values)
            self.write(f"{dialect}.yield {names} : {types}")

    # Affine loops and accesses

    def affine_loop_statement(self) -> None:
        if self.loop_depth >= self.knobs.depth:
            self.float_statement()
            return
        lower, step, trips, last, upper = self.literal_bounds("index")
        inits, end = self.inits(), str(upper)
        if self.dimensions and self.chance(0.4):
            outer, shift = self.rng.choice(self.dimensions), self.rng.randint(-1, 3)
            end = f"min affine_map<(d0) -> (d0 + {shift}, {upper})>({outer.name})"
        self.loops += 1
        induction = Val(self.fresh("i"), "index", 0.0, (lower, last))
        carried = [Val(self.fresh("a"), v.type, CARRIED_BOUND) for v in inits]
        results, left = self.result_names([v.type for v in inits])
        stride = f" step {step}" if step > 1 else ""
        head = f"{left}affine.for {induction.name} = {lower} to {end}{stride}"
        self.write(f"{head}{self.assignments(inits, carried)} {{")
        self.dimensions.append(induction)
        self.loop_body(induction, carried, "affine")
        self.dimensions.pop()
        self.write("}" + self.directives(trips))
        self.values += results

    def affine_indices(self, buffer: Buf) -> str:
        """An expression per dimension that stays below its size, for negative operands too."""
        found: list[str] = []
        for size in buffer.sizes:
            sign = self.rng.choice(("", "-1 * ", "3 * "))
            inner = f"{sign}{self.rng.choice(self.dimensions).name} + {self.rng.randint(0, 4)}"
            if self.chance(0.3):
                inner = f"({inner}) {self.rng.choice(('floordiv', 'ceildiv'))} 2"
            found.append(f"({inner}) mod {size}")
        return ", ".join(found)

    def affine_load_statement(self) -> None:
        if candidates := self.usable(read=True):
            self.affine_load(self.rng.choice(candidates))

    def affine_load(self, buffer: Buf) -> None:
        indices = self.affine_indices(buffer)
        bound = CARRIED_BOUND
        self.emit(f"affine.load {buffer.name}[{indices}] : {buffer.type}", buffer.element, bound)

    def affine_store_statement(self) -> None:
        if candidates := self.usable(write=True):
            buffer, value = self.rng.choice(candidates), self.squashed(self.float_value())
            indices = self.affine_indices(buffer)
            self.write(f"affine.store {value.name}, {buffer.name}[{indices}] : {buffer.type}")

    def affine_if_statement(self) -> None:
        types = [self.float_type] * self.rng.randint(0, 2)
        results, left = self.result_names(types)
        arrow = f" -> ({', '.join(types)})" if types else ""
        dimension = self.rng.choice(self.dimensions).name
        parts = self.rng.sample(("d0 - 1 >= 0", "-d0 + 4 >= 0", "d0 mod 2 == 0"), 2)
        self.write(
            f"{left}affine.if affine_set<(d0) : ({', '.join(parts)})>({dimension}){arrow} {{"
        )
        self.branch(types, "affine")
        if types or self.chance(0.4):
            self.write("} else {")
            self.branch(types, "affine")
        self.write("}")
        self.values += results

    def directives(self, trips: int) -> str:
        """The attributes of a loop whose trip count is about `trips`, or nothing."""
        if self.directed and self.chance(0.15):
            return ""
        if self.chance(0.04):
            return " {enzyme.enable_checkpointing = false}"
        self.directed = True
        found = ["enzyme.enable_checkpointing = true"]
        width = self.rng.choice(("i64", "i32"))
        if self.on("binomial", 0.35):
            found.append("enzyme.binomial_checkpointing")
            found.append(f"enzyme.checkpoint_period = {self.rng.randint(2, trips + 2)} : {width}")
        elif not self.on("default_period", 0.2):
            found.append(f"enzyme.checkpoint_period = {self.rng.randint(1, trips + 3)} : {width}")
        return f" {{{', '.join(found)}}}"

    # Other regions, buffers and calls

    def if_statement(self) -> None:
        condition = self.condition()
        kinds = (self.float_type, self.float_type, "i64", "i32")
        types = [self.rng.choice(kinds) for _ in range(self.rng.randint(0, 2))]
        results, left = self.result_names(types)
        arrow = f" -> ({', '.join(types)})" if types else ""
        self.write(f"{left}scf.if {condition}{arrow} {{")
        self.branch(types)
        if types or self.chance(0.4):
            self.write("} else {")
            self.branch(types)
        self.write("}")
        self.values += results

    def switch_statement(self) -> None:
        index = self.remainder(self.integer_value("index"), 4)
        types = [self.float_type] * self.rng.randint(0, 2)
        results, left = self.result_names(types)
        arrow = f" -> {', '.join(types)}" if types else ""
        self.write(f"{left}scf.index_switch {index.name}{arrow}")
        for case in self.rng.sample(range(4), self.rng.randint(1, 3)):
            self.write(f"case {case} {{")
            self.case(types)
        self.write("default {")
        if types or self.chance(0.5):
            self.case(types)
        else:
            self.write("}")
        self.values += results

    def case(self, types: Sequence[str]) -> None:
        self.branch(types)
        if not types:
            self.write("  scf.yield")
        self.write("}")

    def parallel_statement(self) -> None:
        """Iterations that write a cell each, read what none of them writes, and add up a float."""
        if self.loop_depth >= self.knobs.depth:
            self.float_statement()
            return
        targets = [b for b in self.usable(write=True) if len(b.sizes) == 1]
        target = self.rng.choice(targets) if targets and self.chance(0.7) else None
        trips = target.sizes[0] if target else self.rng.randint(0, 4)
        init, zero, one = self.float_value(), self.integer(0), self.integer(1)
        induction = Val(self.fresh("i"), "index", 0.0, (0, max(0, trips - 1)))
        result = self.fresh("r")
        self.write(
            f"{result} = scf.parallel ({induction.name}) = ({zero.name}) to "
            f"({self.bound(trips, 'index').name}) step ({one.name}) init ({init.name}) "
            f"-> {init.type} {{"
        )
        buffers = self.buffers
        self.buffers = [
            replace(b, writable=False) for b in buffers if target is None or b.base != target.base
        ]
        with self.block():
            self.loop_depth += 1
            self.values.append(induction)
            self.statements(self.rng.randint(1, self.knobs.statements))
            if target:
                value = self.squashed(self.float_value()).name
                self.write(f"memref.store {value}, {target.name}[{induction.name}] : {target.type}")
            term = self.squashed(self.float_value(), 1.0)
            self.write_sum(term)
            self.loop_depth -= 1
        self.buffers = buffers
        self.write("}")
        self.values.append(Val(result, init.type, init.bound + trips * term.bound))

    def write_sum(self, term: Val) -> None:
        left, right, total = (self.fresh("s") for _ in range(3))
        self.write(f"scf.reduce({term.name} : {term.type}) {{")
        self.write(f"^bb0({left}: {term.type}, {right}: {term.type}):")
        self.write(f"  {total} = arith.addf {left}, {right} : {term.type}")
        self.write(f"  scf.reduce.return {total} : {term.type}")
        self.write("}")

    def branch(self, types: Sequence[str], dialect: str = "scf") -> None:
        with self.block():
            self.statements(self.rng.randint(0 if types else 1, 2))
            if not types:
                self.store_statement()
            self.write_yield(
                [
                    self.stepped(self.integer_value(t))
                    if t in INTEGERS
                    else self.squashed(self.float_value())
                    for t in types
                ],
                dialect,
            )

    def buffer_statement(self) -> None:
        """A local buffer: made, filled, used by a few statements, freed."""
        size, name = self.rng.randint(2, 4), self.fresh("local")
        element = self.float_type
        type_, operand = f"memref<{size}x{element}>", ""
        if self.chance(0.3):
            type_, operand = f"memref<?x{element}>", self.integer(size).name
        buffer = Buf(name, type_, element, (size,), name)
        self.write(f"{name} = memref.alloc({operand}) : {type_}")
        self.fill(buffer)
        self.buffers.append(buffer)
        self.statements(self.rng.randint(1, 3))
        self.update_statement()
        self.load(buffer)
        self.buffers = [b for b in self.buffers if b.base != name]
        self.write(f"memref.dealloc {name} : {type_}")

    def fill(self, buffer: Buf) -> None:
        """Define every cell, so that no read of the buffer is undefined."""
        sources = [b for b in self.usable(read=True) if b.exact and b.sizes == buffer.sizes]
        if sources and self.on("copy", 0.4):
            source = self.rng.choice(sources)
            types = f"{source.type} to {buffer.type}"
            self.write(f"memref.copy {source.name}, {buffer.name} : {types}")
            return
        for cell in range(buffer.sizes[0]):
            value, at = self.squashed(self.float_value()), self.integer(cell)
            self.write(f"memref.store {value.name}, {buffer.name}[{at.name}] : {buffer.type}")

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
            operands.append(self.cast(self.rng.choice(fitting)).name)
        signature = f"({', '.join(helper.parameters)}) -> {helper.result}"
        self.emit(
            f"func.call @{helper.name}({', '.join(operands)}) : {signature}",
            helper.result,
            CARRIED_BOUND,
        )

"""Random control flow around straight-line code: loops and branches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from support.grammar import CARRIED_BOUND, INTEGERS, Val
from support.memory import MemoryCode


@dataclass(frozen=True)
class Helper:
    """A function of the module that bodies may call."""

    name: str
    parameters: tuple[str, ...]
    results: tuple[str, ...]


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
class Control(MemoryCode):
    """Writes loops and branches, with statements that subclasses choose in them."""

    new_parameter: Callable[[str, int], Val] | None = None
    helpers: tuple[Helper, ...] = ()
    loops: int = 0
    loop_depth: int = 0
    directed: bool = False
    budget: int = 14

    def statements(self, count: int) -> None:
        for _ in range(count):
            self.budget -= 1
            self.statement()

    def statement(self) -> None:
        raise NotImplementedError

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

    def while_statement(self) -> None:
        """A counter and a few values; the condition block computes, and passes on what it likes."""
        if self.loop_depth >= self.knobs.depth:
            self.float_statement()
            return
        type_, most = self.rng.choice(INTEGERS), self.rng.randint(0, 4)
        if not self.loop_depth and self.chance(0.2):
            most = self.rng.randint(8, 40)
        limit = self.integer(most, type_)
        if self.chance(0.4):
            most = max(most, 1)
            limit = self.remainder(self.integer_value(type_), most + 1)
        inits = [self.integer(0, type_), *self.inits()]
        before = self.renamed(inits, "w")
        before[0] = replace(before[0], span=(0, most))
        position = len(self.lines)
        with self.block():
            self.loop_depth += 1
            self.values += before
            passed = [before[0], *self.tested(before, limit)]
            self.loop_depth -= 1
        results, left = self.result_names([v.type for v in passed])
        pairs = ", ".join(f"{w.name} = {v.name}" for w, v in zip(before, inits, strict=True))
        types = ", ".join(v.type for v in inits), ", ".join(v.type for v in passed)
        head = f"{left}scf.while ({pairs}) : ({types[0]}) -> ({types[1]}) {{"
        self.lines.insert(position, "  " * (self.depth + 1) + head)
        self.write("} do {")
        self.while_body(self.renamed(passed, "a"), before, max(0, most - 1))
        self.write("}" + self.online_directives(most))
        self.values += results

    def renamed(self, values: Sequence[Val], prefix: str) -> list[Val]:
        """Block arguments for values."""
        return [Val(self.fresh(prefix), v.type, CARRIED_BOUND) for v in values]

    def tested(self, before: Sequence[Val], limit: Val) -> list[Val]:
        """The condition block; returns what it passes on beside the counter."""
        self.statements(self.rng.randint(0, 2))
        passed: list[Val] = []
        for value in before[1:]:
            if value.is_float and self.chance(0.4):
                passed.append(self.next_float(value))
            elif not self.on("odd_yields", 0.1):
                passed.append(value)
        if self.chance(0.3):
            passed.append(self.squashed(self.float_value()))
        goes_on = self.fresh("b")
        counter, names = before[0], ", ".join(v.name for v in (before[0], *passed))
        self.write(f"{goes_on} = arith.cmpi slt, {counter.name}, {limit.name} : {counter.type}")
        if self.chance(0.3):
            other, both = self.condition(), self.fresh("b")
            self.write(f"{both} = arith.andi {goes_on}, {other} : i1")
            goes_on = both
        types = ", ".join(v.type for v in (counter, *passed))
        self.write(f"scf.condition({goes_on}) {names} : {types}")
        return passed

    def while_body(self, args: list[Val], before: Sequence[Val], last: int) -> None:
        with self.block():
            self.loop_depth += 1
            args[0] = replace(args[0], span=(0, last))
            self.write(f"^bb0({', '.join(f'{v.name}: {v.type}' for v in args)}):")
            self.values += args
            self.statements(self.rng.randint(1, self.knobs.statements))
            one = self.integer(1, args[0].type)
            next_ = self.fresh("next")
            self.write(f"{next_} = arith.addi {args[0].name}, {one.name} : {args[0].type}")
            yields = [
                self.next_float(self.float_value())
                if v.is_float
                else self.stepped(self.integer_value(v.type))
                for v in before[1:]
            ]
            self.write_yield([replace(args[0], name=next_), *yields])
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
            if self.chance(0.4):
                leaf = self.rng.randint(1, trips + 1)
                found.append(f'enzyme.checkpoint_scheme = "leaf", enzyme.checkpoint_leaf = {leaf}')
            else:
                found.append("enzyme.binomial_checkpointing")
            found.append(f"enzyme.checkpoint_period = {self.rng.randint(2, trips + 3)} : {width}")
        elif not self.on("default_period", 0.2):
            found.append(f"enzyme.checkpoint_period = {self.rng.randint(1, trips + 3)} : {width}")
        return f" {{{', '.join(found)}}}"

    def online_directives(self, trips: int) -> str:
        """The attributes of a while loop of at most `trips` steps, or nothing."""
        if not self.on("online", 0.6):
            return ""
        self.directed = True
        found = ["enzyme.enable_checkpointing = true"]
        if self.on("binomial", 0.35):
            found.append("enzyme.binomial_checkpointing")
        most = trips + 3 if self.chance(0.5) else 4
        found.append(f"enzyme.checkpoint_period = {self.rng.randint(2, most)} : i64")
        return f" attributes {{{', '.join(found)}}}"

    # Branches

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

    def region_statement(self) -> None:
        kinds = (self.float_type, self.float_type, self.float_type, "i64", "index")
        types = [self.rng.choice(kinds) for _ in range(self.rng.randint(0, 2))]
        results, left = self.result_names(types)
        listed = ", ".join(types)
        arrow = f" -> ({listed})" if len(types) > 1 else f" -> {listed}" if types else ""
        self.write(f"{left}scf.execute_region{arrow} {{")
        self.case(types)
        self.values += results

    def case(self, types: Sequence[str]) -> None:
        self.branch(types)
        if not types:
            self.write("  scf.yield")
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

"""Random affine loops, accesses, branches and index computations."""

from __future__ import annotations

from dataclasses import dataclass

from support.control import Control
from support.grammar import CARRIED_BOUND, Buf, Val


@dataclass
class AffineCode(Control):
    """Writes affine operations on dimensions that are valid for them."""

    def affine_loop_statement(self) -> None:
        if self.loop_depth >= self.knobs.depth:
            self.float_statement()
            return
        lower, step, trips, last, upper = self.literal_bounds("index")
        inits, start, end = self.inits(), str(lower), self.affine_end(upper)
        if self.dimensions and self.chance(0.6):
            outer, shift = self.rng.choice(self.dimensions), self.rng.randint(-1, 3)
            if self.chance(0.4):
                start = f"max affine_map<(d0) -> (d0 - {shift + 2}, {lower})>({outer.name})"
                last = max(lower, upper - 1)
            if "(" not in end:
                end = f"min affine_map<(d0) -> (d0 + {shift}, {upper})>({outer.name})"
        self.loops += 1
        induction = Val(self.fresh("i"), "index", 0.0, (lower, last))
        carried = [Val(self.fresh("a"), v.type, CARRIED_BOUND) for v in inits]
        results, left = self.result_names([v.type for v in inits])
        stride = f" step {step}" if step > 1 else ""
        head = f"{left}affine.for {induction.name} = {start} to {end}{stride}"
        self.write(f"{head}{self.assignments(inits, carried)} {{")
        outside = self.dimensions
        self.dimensions = [*outside, induction]
        self.loop_body(induction, carried, "affine")
        self.dimensions = outside
        self.write("}" + self.directives(trips))
        self.values += results

    def affine_end(self, upper: int) -> str:
        """An upper bound: a number, a symbol, or an expression of one."""
        if not self.new_parameter or not self.on("dynamic_bounds", 0.2):
            return str(upper)
        if self.chance(0.5):
            return self.new_parameter("index", upper).name
        symbol = self.new_parameter("index", upper - 1).name
        return f"affine_map<()[s0] -> (s0 + 1)>()[{symbol}]"

    def affine_apply_statement(self) -> None:
        """A computed index: a dimension if it is an `affine.apply`."""
        if not self.dimensions:
            return
        outer = self.rng.choice(self.dimensions)
        low, high = outer.span or (0, 0)
        shift = self.rng.randint(-1, 4)
        kind = self.rng.choice(("apply", "apply", "min", "max"))
        expressions, span = f"d0 + {shift}", (low + shift, high + shift)
        if kind == "min":
            expressions, span = f"d0 + {shift}, 3", (min(span[0], 3), min(span[1], 3))
        elif kind == "max":
            expressions, span = f"d0 - {shift}, 0", (0, max(0, high - shift))
        elif self.chance(0.5):
            expressions, span = f"(d0 + {shift}) mod 3", (0, 2)
        made = self.emit(
            f"affine.{kind} affine_map<(d0) -> ({expressions})>({outer.name})", "index", 0.0, span
        )
        if kind == "apply":
            self.dimensions.append(made)

    def affine_indices(self, buffer: Buf) -> str:
        """An expression per dimension that stays below its size, for negative operands too."""
        found: list[str] = []
        for size in buffer.sizes:
            if not self.dimensions:
                found.append(str(self.rng.randrange(size)))
                continue
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
        if not self.dimensions:
            return
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

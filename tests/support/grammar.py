"""Random straight-line MLIR: values. `memory` adds accesses and views, `control` regions.

Every construct is one method. Three invariants make each program usable as a test:

* it is memory-safe: an index is a constant below the size, an induction variable that is known to
  stay below it, or a remainder; a buffer is initialised where it is made;
* its floats stay O(1): each carries a bound, and one that would grow too large is squashed before
  it is carried, stored or returned;
* integers decide control flow, so a small step of the float arguments seldom changes the path.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from ckptopt.execution import memref_parts

FEATURES = frozenset(
    {
        "affine",
        "alloc",
        "binomial",
        "call",
        "carried_integers",
        "carried_memory",
        "copy",
        "default_period",
        "dynamic_bounds",
        "execute_region",
        "if",
        "integer_memory",
        "integer_types",
        "memory",
        "mixed_precision",
        "names",
        "nested",
        "odd_yields",
        "online",
        "parallel",
        "policies",
        "prevent_cse",
        "rank2",
        "remat",
        "reshapes",
        "several_results",
        "strides",
        "sweep",
        "switch",
        "unsigned",
        "views",
        "while",
    }
)
FLOATS = ("f64", "f32", "f16", "bf16")
INTEGERS = ("index", "i64", "i32", "i16", "i8")
CARRIED_BOUND = 2.0


@dataclass(frozen=True)
class Knobs:
    """What a program may hold; smaller knobs make simpler programs."""

    depth: int = 3
    statements: int = 5
    trips: int = 9
    features: frozenset[str] = FEATURES


@dataclass(frozen=True)
class Val:
    """An SSA value: a float with a bound on its magnitude, or an integer with its known range."""

    name: str
    type: str
    bound: float = 0.0
    span: tuple[int, int] | None = None

    @property
    def is_float(self) -> bool:
        return self.type.startswith("f")


@dataclass(frozen=True)
class Buf:
    """A memref value. `sizes` are lower bounds unless `exact`; views share the `base`.

    `strides` and `offset` say what its type says, None where that is dynamic; no strides are the
    identity layout. `origins` are the buffers that it may stand for at run time, where several of a
    `family` always stand for different ones. `top`: all are arguments or made in the top block.
    """

    name: str
    type: str
    element: str
    sizes: tuple[int, ...]
    base: str
    readable: bool = True
    writable: bool = True
    exact: bool = True
    strides: tuple[int | None, ...] = ()
    offset: int | None = 0
    origins: frozenset[str] = frozenset()
    family: str = ""
    top: bool = True

    @property
    def identity(self) -> bool:
        return not self.strides

    @property
    def stands_for(self) -> frozenset[str]:
        return self.origins or frozenset({self.base})

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The sizes in the type, None where one is dynamic."""
        parts = memref_parts(self.type)
        return tuple(parts[0]) if parts else ()

    def may_overlap(self, other: Buf) -> bool:
        if self.base == other.base:
            return True
        distinct = self.family != "" and self.family == other.family
        return not distinct and not self.stands_for.isdisjoint(other.stands_for)


@dataclass
class StraightLine:
    """Writes straight-line code into a function body.

    `dimensions` are the values in scope that affine expressions may use.
    """

    rng: random.Random
    knobs: Knobs
    float_type: str
    depth: int = 0
    lines: list[str] = field(default_factory=list)
    constants: dict[tuple[str, str], Val] = field(default_factory=dict)
    values: list[Val] = field(default_factory=list)
    buffers: list[Buf] = field(default_factory=list)
    dimensions: list[Val] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    names: int = 0

    # Writing

    def write(self, line: str) -> None:
        self.lines.append("  " * (self.depth + 1) + line)

    def fresh(self, prefix: str = "v") -> str:
        self.names += 1
        return f"%{prefix}{self.names}"

    def emit(
        self,
        operation: str,
        type_: str,
        bound: float = 0.0,
        span: tuple[int, int] | None = None,
    ) -> Val:
        value = Val(self.fresh(), type_, bound, span)
        self.write(f"{value.name} = {operation}")
        self.values.append(value)
        return value

    def integer(self, number: int, type_: str = "index") -> Val:
        return self.constant(str(number), type_, Val("", type_, 0.0, (number, number)))

    def real(self, number: float) -> Val:
        value = Val("", self.float_type, abs(number))
        return self.constant(repr(number), self.float_type, value)

    def constant(self, literal: str, type_: str, value: Val) -> Val:
        """A constant of the prologue, or now and then one in place."""
        if self.chance(0.1):
            made = replace(value, name=self.fresh("c"))
            self.write(f"{made.name} = arith.constant {literal} : {type_}")
            return made
        key = (literal, type_)
        if key not in self.constants:
            self.constants[key] = replace(value, name=self.fresh("k"))
        return self.constants[key]

    def prologue(self) -> list[str]:
        return [
            f"  {value.name} = arith.constant {literal} : {type_}"
            for (literal, type_), value in self.constants.items()
        ]

    @contextmanager
    def block(self) -> Iterator[None]:
        """A nested block: what is defined or hidden in it is as before after it."""
        before = list(self.values), list(self.buffers), list(self.dimensions)
        self.depth += 1
        yield
        self.depth -= 1
        self.values, self.buffers, self.dimensions = before

    # Choosing

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def on(self, feature: str, probability: float = 1.0) -> bool:
        return feature in self.knobs.features and self.chance(probability)

    def pick(self, candidates: Sequence[Val]) -> Val:
        """A value, the recent ones more often, so that computations form chains."""
        position = max(self.rng.random(), self.rng.random())
        return candidates[int(position * len(candidates))]

    def float_value(self) -> Val:
        candidates = [v for v in self.values if v.type == self.float_type]
        if not candidates or self.chance(0.06):
            return self.real(round(self.rng.uniform(-1.5, 1.5), 2))
        unused = [v for v in candidates if v.name not in self.used]
        if unused and self.chance(0.6):
            value = self.rng.choice(unused)
        else:
            value = self.pick(candidates)
        self.used.add(value.name)
        return value

    def integer_value(self, type_: str | None = None) -> Val:
        """An integer in scope, converted to `type_` if that is given."""
        candidates = [v for v in self.values if v.type in INTEGERS]
        value = self.pick(candidates) if candidates else self.integer(self.rng.randrange(5))
        return value if type_ is None else self.convert(value, type_)

    def convert(self, value: Val, type_: str) -> Val:
        if value.type == type_:
            return value
        if "index" in (value.type, type_):
            operation = "index_cast"
        else:
            operation = "trunci" if int(value.type[1:]) > int(type_[1:]) else "extsi"
        return self.emit(
            f"arith.{operation} {value.name} : {value.type} to {type_}", type_, 0.0, value.span
        )

    def remainder(self, value: Val, size: int) -> Val:
        modulus = self.integer(size, value.type)
        return self.emit(
            f"arith.remui {value.name}, {modulus.name} : {value.type}",
            value.type,
            0.0,
            (0, size - 1),
        )

    def squashed(self, value: Val, limit: float = CARRIED_BOUND) -> Val:
        """The value itself if it is small enough, else a bounded function of it."""
        if value.bound <= limit:
            return value
        return self.unary(self.rng.choice(("math.sin", "math.tanh", "math.cos")), value, 1.0)

    # Floats

    def unary(self, operation: str, value: Val, bound: float) -> Val:
        return self.emit(f"{operation} {value.name} : {value.type}", value.type, bound)

    def binary(self, operation: str, a: Val, b: Val, bound: float) -> Val:
        return self.emit(f"{operation} {a.name}, {b.name} : {a.type}", a.type, bound)

    def float_statement(self) -> None:
        a, b = self.float_value(), self.float_value()
        choice = self.rng.choice(
            (self.product, self.sum_, self.function, self.quotient, self.from_integer, self.choice)
            if not self.on("mixed_precision", 0.06)
            else (self.rounded,)
        )
        self.squashed(choice(a, b), 3.0)

    def product(self, a: Val, b: Val) -> Val:
        return self.binary("arith.mulf", a, b, a.bound * b.bound)

    def sum_(self, a: Val, b: Val) -> Val:
        operation = "arith.subf" if a != b and self.chance(0.5) else "arith.addf"
        return self.binary(operation, a, b, a.bound + b.bound)

    def function(self, a: Val, _: Val) -> Val:
        if self.chance(0.2):
            return self.unary("math.exp", self.squashed(a, 1.0), 2.8)
        if self.chance(0.1):
            return self.unary("arith.negf", a, a.bound)
        return self.unary(self.rng.choice(("math.sin", "math.cos", "math.tanh")), a, 1.0)

    def quotient(self, a: Val, b: Val) -> Val:
        divisor = self.binary("arith.addf", self.real(2.0), self.unary("math.sin", b, 1.0), 3.0)
        return self.binary("arith.divf", a, divisor, a.bound)

    def from_integer(self, a: Val, _: Val) -> Val:
        """A float that depends on an integer, most often an induction variable."""
        integer = self.remainder(self.integer_value("i64"), 7)
        number = self.emit(f"arith.sitofp {integer.name} : i64 to {self.float_type}", a.type, 6.0)
        scaled = self.binary("arith.mulf", number, self.real(0.1), 0.6)
        return self.binary("arith.mulf", scaled, a, 0.6 * a.bound)

    def choice(self, a: Val, b: Val) -> Val:
        condition = self.condition()
        return self.emit(
            f"arith.select {condition}, {a.name}, {b.name} : {a.type}",
            a.type,
            max(a.bound, b.bound),
        )

    def rounded(self, a: Val, _: Val) -> Val:
        """A detour through the other float type."""
        there, back = ("truncf", "extf") if a.type == "f64" else ("extf", "truncf")
        other = "f32" if a.type == "f64" else "f64"
        moved = self.emit(f"arith.{there} {a.name} : {a.type} to {other}", other, a.bound)
        inner = self.unary("math.sin", moved, 1.0)
        return self.emit(f"arith.{back} {inner.name} : {other} to {a.type}", a.type, 1.0)

    def condition(self) -> str:
        """An i1: nearly always from integers, else a comparison of floats."""
        name = self.fresh("b")
        if self.chance(0.1):
            a, b = self.float_value(), self.real(round(self.rng.uniform(-0.9, 0.9), 3))
            self.write(f"{name} = arith.cmpf olt, {a.name}, {b.name} : {a.type}")
            return name
        small = self.remainder(self.integer_value(), self.rng.choice((2, 3)))
        one = self.integer(1, small.type)
        predicate = self.rng.choice(("eq", "slt", "ne"))
        self.write(f"{name} = arith.cmpi {predicate}, {small.name}, {one.name} : {small.type}")
        return name

    # Integers

    def integer_statement(self) -> None:
        self.stepped(self.integer_value())

    def stepped(self, value: Val) -> Val:
        """A small integer computed from another one."""
        operation = self.rng.choice(("arith.addi", "arith.muli", "arith.subi"))
        other = self.integer(self.rng.randrange(1, 4), value.type)
        moved = self.emit(f"{operation} {value.name}, {other.name} : {value.type}", value.type)
        return self.remainder(moved, self.rng.randrange(2, 7))

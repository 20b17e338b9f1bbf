"""Random programs around loops, each with its arguments, in a form that can be differentiated."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ckptopt.execution import Value, memref_parts
from support.body import Body
from support.control import Helper
from support.grammar import CARRIED_BOUND, FLOATS, INTEGERS, Buf, Knobs, Val
from support.marks import Marker, without_directives
from support.memory import memref_type


@dataclass(frozen=True)
class Parameter:
    """A parameter of the function and the argument that it gets."""

    name: str
    type: str
    value: Value

    @property
    def element(self) -> str:
        """The type itself, or the element type of a memref."""
        parts = memref_parts(self.type)
        return parts[1] if parts else self.type

    @property
    def is_memref(self) -> bool:
        return memref_parts(self.type) is not None

    @property
    def is_active(self) -> bool:
        return self.element in FLOATS


@dataclass(frozen=True)
class LoopProgram:
    """A module with a function, its arguments, one seed per float result and the shadows of its
    float memrefs (cotangents of their final contents). `options` are those of the pass, beside
    the function."""

    name: str
    text: str
    parameters: tuple[Parameter, ...]
    results: tuple[str, ...]
    seeds: tuple[float, ...]
    shadows: Mapping[str, Value] = field(default_factory=dict)
    function: str = "f"
    options: str = ""

    @property
    def stripped(self) -> str:
        """The text without any directive or mark: what store-all differentiates."""
        return without_directives(self.text)

    @property
    def widened(self) -> LoopProgram:
        """The same program in f64 throughout: finite differences of f32 would say nothing."""
        text = self.text.replace("f32", "f64")
        text = re.sub(r"arith\.(?:extf|truncf)\b", "arith.bitcast", text)
        parameters = [replace(p, type=p.type.replace("f32", "f64")) for p in self.parameters]
        results = tuple(t.replace("f32", "f64") for t in self.results)
        return replace(self, text=text, parameters=tuple(parameters), results=results)


HELPER_FEATURES = frozenset(
    {
        "affine",
        "alloc",
        "binomial",
        "default_period",
        "if",
        "integer_types",
        "memory",
        "odd_yields",
        "online",
        "several_results",
        "views",
        "while",
    }
)


def function_text(
    head: str, parameters: Sequence[tuple[str, str]], body: Body, returned: Sequence[Val]
) -> str:
    listed = ", ".join(f"{name}: {type_}" for name, type_ in parameters)
    types = ", ".join(v.type for v in returned)
    arrow = "" if not returned else f" -> {types}" if len(returned) == 1 else f" -> ({types})"
    names = ", ".join(v.name for v in returned)
    end = f"  return {names} : {types}" if returned else "  return"
    lines = [f"func.func {head}({listed}){arrow} {{", *body.prologue(), *body.lines, end, "}"]
    return "\n".join(lines) + "\n"


def helper_function(
    rng: random.Random, knobs: Knobs, index: int, float_type: str
) -> tuple[Helper, str]:
    """A private function of two scalars, sometimes with a memref that it reads and writes."""
    small = replace(
        knobs, depth=1, statements=2, trips=4, features=knobs.features & HELPER_FEATURES
    )
    body = Body(rng, small, float_type, budget=6)
    parameters = [("%x0", float_type), ("%x1", float_type)]
    body.values += [Val(name, type_, CARRIED_BOUND) for name, type_ in parameters]
    if body.on("memory", 0.5):
        type_ = f"memref<?x{float_type}>"
        parameters.append(("%m0", type_))
        body.buffers.append(Buf("%m0", type_, float_type, (2,), "%m0", exact=False))
    body.statements(rng.randint(1, 3))
    results = [body.squashed(body.product(*body.values[:1], body.float_value()))]
    if body.on("several_results", 0.4):
        results.append(body.squashed(body.float_value()))
    helper = Helper(f"g{index}", tuple(t for _, t in parameters), (float_type,) * len(results))
    return helper, function_text(f"private @{helper.name}", parameters, body, results)


class ProgramWriter:
    """Makes one program: parameters, helpers, the body of `@f`, seeds and shadows."""

    def __init__(self, seed: int, knobs: Knobs):
        self.rng = random.Random(seed)
        self.seed, self.knobs = seed, knobs
        single = "mixed_precision" in knobs.features and self.rng.random() < 0.12
        self.float_type = "f32" if single else "f64"
        self.parameters: list[Parameter] = []
        self.body = Body(self.rng, knobs, self.float_type, new_parameter=self.integer_parameter)

    def program(self) -> LoopProgram:
        helpers = self.helpers()
        self.scalars()
        self.memory()
        body = self.body
        body.statements(self.rng.randint(1, self.knobs.statements))
        if not body.loops:
            body.loop_statement()
        body.statements(self.rng.randint(0, 2))
        if body.chance(0.3):
            body.store_statement()
        returned = self.returned()
        self.rng.shuffle(self.parameters)
        signature = [(f"%{p.name}", p.type) for p in self.parameters]
        main = function_text("@f", signature, body, returned)
        results = tuple(v.type for v in returned)
        marker = Marker(self.seed, self.knobs)
        return LoopProgram(
            f"seed {self.seed}",
            marker.marked("\n".join([*helpers, main])),
            tuple(self.parameters),
            results,
            tuple(self.number(t) for t in results if t in FLOATS),
            {p.name: self.like(p) for p in self.parameters if p.is_memref and p.is_active},
            options=marker.options(),
        )

    def number(self, type_: str) -> float:
        number = round(self.rng.choice((-1, 1)) * self.rng.uniform(0.2, 1.2), 3)
        return struct.unpack("<f", struct.pack("<f", number))[0] if type_ == "f32" else number

    def like(self, parameter: Parameter) -> Value:
        """Random data of the shape of a memref argument."""

        def fill(value: Value) -> Value:
            if isinstance(value, list):
                return [fill(item) for item in value]
            return self.number(parameter.element)

        return fill(parameter.value)

    def helpers(self) -> list[str]:
        if not self.body.on("call", 0.35):
            return []
        made = [
            helper_function(self.rng, self.knobs, i, self.float_type)
            for i in range(self.rng.randint(1, 2))
        ]
        self.body.helpers = tuple(helper for helper, _ in made)
        return [text for _, text in made]

    def integer_parameter(self, type_: str, number: int) -> Val:
        parameter = Parameter(f"n{len(self.parameters)}", type_, number)
        self.parameters.append(parameter)
        return Val(f"%{parameter.name}", type_, 0.0, (number, number))

    def scalars(self) -> None:
        for i in range(self.rng.randint(1, 3)):
            self.parameters.append(
                Parameter(f"x{i}", self.float_type, self.number(self.float_type))
            )
            self.body.values.append(Val(f"%x{i}", self.float_type, 1.2))

    def memory(self) -> None:
        if self.body.on("memory", 0.8):
            for i in range(self.rng.randint(1, 2)):
                self.float_memory(f"m{i}")
        if self.body.on("carried_memory", 0.3):
            self.alike_memory()
        if self.body.on("integer_memory", 0.25):
            type_ = self.rng.choice(INTEGERS[:3])
            data: list[Value] = [self.rng.randrange(6) for _ in range(3)]
            self.parameters.append(Parameter("q0", f"memref<3x{type_}>", data))
            buffer = Buf("%q0", f"memref<3x{type_}>", type_, (3,), "%q0")
            self.body.buffers.append(replace(buffer, writable=self.body.chance(0.6)))

    def float_memory(self, name: str) -> None:
        sizes: tuple[int, ...] = (self.rng.randint(2, 5),)
        if self.body.on("rank2", 0.2):
            sizes = self.rng.choice(((), (2, 3), (2, 3), (3, 2)))
        buffer = self.memory_parameter(name, sizes, dynamic=self.body.chance(0.4))
        readable, writable = self.rng.choice(
            ((True, True), (True, True), (True, True), (True, False), (False, True))
        )
        self.body.buffers.append(replace(buffer, readable=readable, writable=writable))

    def alike_memory(self) -> None:
        """Two or three buffers of one type; of dynamic ones not even the sizes are the same."""
        size, dynamic = self.rng.randint(2, 4), self.body.chance(0.5)
        for i in range(self.rng.choice((2, 2, 3))):
            sizes = (size + (self.rng.randint(0, 1) if dynamic else 0),)
            self.body.buffers.append(self.memory_parameter(f"p{i}", sizes, dynamic))

    def memory_parameter(self, name: str, sizes: tuple[int, ...], dynamic: bool) -> Buf:
        shape = [None if dynamic and at == 0 else size for at, size in enumerate(sizes)]
        type_ = memref_type(shape, self.float_type)
        parameter = Parameter(name, type_, _zeros(sizes))
        self.parameters.append(replace(parameter, value=self.like(parameter)))
        return Buf(f"%{name}", type_, self.float_type, sizes, f"%{name}")

    def returned(self) -> list[Val]:
        body = self.body
        for buffer in body.usable(read=True, write=True):
            body.load(buffer)
        least = 0 if body.usable(write=True) else 1
        most = 3 if body.on("several_results", 0.4) else 2
        returned = [self.mixture() for _ in range(self.rng.randint(least, most))]
        if body.chance(0.08):
            returned.append(body.integer_value(self.rng.choice(("i64", "index"))))
        return returned

    def mixture(self) -> Val:
        """A float that depends on several values, those that nothing uses yet more often."""
        body = self.body
        first, second, *others = [body.float_value() for _ in range(5)]
        total = body.product(first, second)
        for other in others:
            total = body.sum_(total, other)
        return total


def _zeros(sizes: Sequence[int]) -> Value:
    return [_zeros(sizes[1:]) for _ in range(sizes[0])] if sizes else 0.0


def generate(seed: int, knobs: Knobs | None = None) -> LoopProgram:
    """The random program of a seed: the same on every machine."""
    return ProgramWriter(seed, knobs or Knobs()).program()

"""Programs from MLIR text that somebody wrote: a function with arguments made for its signature."""

from __future__ import annotations

import random
from collections.abc import Mapping

from xdsl.dialects.func import FuncOp

from ckptopt.dialects.reader import parse_module
from ckptopt.dialects.registry import new_context
from ckptopt.execution import Value, memref_parts
from support.programs import FLOATS, LoopProgram, Parameter

DYNAMIC_SIZE = 5
SMALL_INTEGER = 7


def program_of(text: str, name: str, values: Mapping[str, Value] | None = None) -> LoopProgram:
    """The first public function of `text`, with the arguments in `values` by name.

    Arguments not given are small random numbers, integers and dynamic sizes small constants; `name`
    is the seed.
    """
    rng = random.Random(name)
    given = values or {}
    module = parse_module(new_context(), text, name)
    function = next(
        op for op in module.walk() if isinstance(op, FuncOp) and op.sym_visibility is None
    )
    parameters = tuple(
        Parameter(name, type_, given.get(name, default(rng, type_)))
        for name, type_ in (
            (argument.name_hint or "", str(argument.type)) for argument in function.args
        )
    )
    results = tuple(str(type_) for type_ in function.function_type.outputs)
    return LoopProgram(
        name,
        text,
        parameters,
        results,
        tuple(rng.uniform(-1, 1) for type_ in results if type_ in FLOATS),
        {p.name: alike(rng, p.value) for p in parameters if p.is_memref and p.is_active},
        function.sym_name.data,
    )


def programs_of(texts: Mapping[str, str], directive: str) -> list[LoopProgram]:
    """The programs in `texts`, by name, with `directive` where they say DIRECTIVE."""
    return [program_of(text.replace("DIRECTIVE", directive), name) for name, text in texts.items()]


def default(rng: random.Random, type_: str) -> Value:
    """Random data for an argument of a type."""
    parts = memref_parts(type_)
    if parts is None:
        return scalar(rng, type_)

    def fill(dimensions: list[int | None]) -> Value:
        if not dimensions:
            return scalar(rng, parts[1])
        size = DYNAMIC_SIZE if dimensions[0] is None else dimensions[0]
        return [fill(dimensions[1:]) for _ in range(size)]

    return fill(parts[0])


def alike(rng: random.Random, value: Value) -> Value:
    """Random floats in the shape of `value`."""
    if isinstance(value, list):
        return [alike(rng, item) for item in value]
    return rng.uniform(0.1, 0.9)


def scalar(rng: random.Random, type_: str) -> float:
    """A random float, or the integer that all integers are."""
    return rng.uniform(0.1, 0.9) if type_ in FLOATS else SMALL_INTEGER

"""Many programs in one module, with a `@main` that makes their calls and prints what they do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path
from typing import NamedTuple

from ckptopt.execution.module_text import (
    count_ops,
    extract_declarations,
    rename_symbols,
    strip_module,
)
from ckptopt.execution.values import (
    Argument,
    Call,
    Program,
    Value,
    filled,
    flatten,
    is_float_type,
    layout_for,
    literal,
    shape_of,
    shaped_type,
    span,
    unravelled,
)

MARK = "// program "
"""Starts the line before each program, with its number."""

_HELD = 1 << 28
"""How many freed bytes are held back from reuse."""

_PLAIN = 'attributes {passthrough = ["noinline", "optnone"]}'
"""The many calls are not worth optimising, and must not have the functions inlined into them."""

_ALLOCATOR = Path(__file__).with_name("allocator.mlir").read_text(encoding="utf-8")


def link(programs: Sequence[Program], fill: int = 0) -> str:
    """One module that holds every program and an `@main` that makes all calls and prints."""
    declarations: dict[str, None] = {}
    parts: list[str] = []
    shown = {("memref", 1, "i64")}
    for index, program in enumerate(programs):
        text, external = extract_declarations(strip_module(program.text))
        declarations.update(dict.fromkeys(external.values()))
        text = count_ops(text, program.counted, "harness_tick")
        parts.append(f"{MARK}{index}")
        parts.append(rename_symbols(text, f"__p{index}", set(external)))
        parts.append(_Harness(index, program, shown).text())
    parts += [_show_function(*kind) for kind in sorted(shown)]
    calls = "".join(f"  func.call @harness_run__p{i}() : () -> ()\n" for i in range(len(programs)))
    main = f"func.func @main() {{\n{calls}  return\n}}\n"
    values = {"FRESH": fill, "FREED": fill ^ 0xFF, "HELD": _HELD}
    allocator = re.sub("|".join(values), lambda word: str(values[word[0]]), _ALLOCATOR)
    return "\n".join([allocator, *declarations, *parts, main])


# The harness of one program: data, counters, calls and printing.


def _dense(value: Value, element: str) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_dense(item, element) for item in value)}]"
    return literal(value, element)


def _type_of(shape: Sequence[int | str], element: str, container: str = "memref") -> str:
    return f"{container}<{''.join(f'{d}x' for d in shape)}{element}>"


class _Made(NamedTuple):
    """An argument of a call: its operand, the memref to print, and the buffer to free."""

    operand: str
    shown: tuple[str, str] | None = None
    owned: tuple[str, str] | None = None


class _Harness:
    """Emits `@harness_run__p<index>`: every call of a program, with its data and its printing."""

    def __init__(self, index: int, program: Program, shown: set[tuple[str, int, str]]):
        self.suffix = f"__p{index}"
        self.program = program
        self.shown = shown
        self.globals: list[str] = []
        self.data: dict[tuple[int, str], str] = {}
        self.lines: list[str] = []
        self.names = 0

    def text(self) -> str:
        for call in self.program.calls:
            self._call(call)
        body = "\n".join(f"  {line}" for line in self.lines)
        run = f"func.func @harness_run{self.suffix}() {_PLAIN} {{\n{body}\n  return\n}}\n"
        return "\n".join([*self.globals, self._counters(), run])

    def _fresh(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def _emit(self, operation: str) -> str:
        name = self._fresh()
        self.lines.append(f"{name} = {operation}")
        return name

    def _counters(self) -> str:
        return "".join(
            f'memref.global "private" @harness_count_{i}{self.suffix} : memref<i64> = dense<0>\n'
            f"func.func @harness_tick_{i}{self.suffix}() {{\n"
            f"  %m = memref.get_global @harness_count_{i}{self.suffix} : memref<i64>\n"
            f"  %n = memref.load %m[] : memref<i64>\n"
            f"  %one = arith.constant 1 : i64\n"
            f"  %next = arith.addi %n, %one : i64\n"
            f"  memref.store %next, %m[] : memref<i64>\n"
            f"  return\n}}\n"
            for i in range(len(self.program.counted))
        )

    def _call(self, call: Call) -> None:
        made = [self._argument(argument) for argument in call.arguments]
        counters = [
            self._emit(f"memref.get_global @harness_count_{i}{self.suffix} : memref<i64>")
            for i in range(len(self.program.counted))
        ]
        zero = self._constant(0, "i64")
        self.lines += [f"memref.store {zero}, {counter}[] : memref<i64>" for counter in counters]
        memory = self._emit("memref.get_global @harness_memory : memref<4xi64>")
        for i in range(4):
            cell = self._constant(i, "index")
            self.lines.append(f"memref.store {zero}, {memory}[{cell}] : memref<4xi64>")
        results = self._invoke(call, [argument.operand for argument in made])
        self._show_elements(memory, "memref<4xi64>")
        for result, type_ in zip(results, call.results, strict=True):
            self._show_result(result, type_)
        for argument in made:
            if argument.shown:
                self._show_elements(*argument.shown)
        for counter in counters:
            self._show_elements(counter, "memref<i64>")
        for argument in made:
            if argument.owned:
                buffer, type_ = argument.owned
                self.lines.append(f"memref.dealloc {buffer} : {type_}")

    def _argument(self, argument: Argument) -> _Made:
        parts = shaped_type(argument.type)
        if parts is None:
            return _Made(self._constant(argument.value, argument.type))
        if parts.container == "vector":
            dense = _dense(_changed(argument), parts.element)
            return _Made(self._emit(f"arith.constant dense<{dense}> : {argument.type}"))
        view, type_, owned = self._buffer(argument, parts.element)
        if parts.container == "memref":
            operand = self._cast("memref", view, type_, argument.type)
            return _Made(operand, (view, type_), owned)
        static = _type_of(shape_of(argument.value), parts.element, "tensor")
        tensor = self._emit(
            f"bufferization.to_tensor {view} restrict writable : {type_} to {static}"
        )
        return _Made(self._cast("tensor", tensor, static, argument.type), None, owned)

    def _constant(self, value: Value, type_: str) -> str:
        assert not isinstance(value, list), f"a list for an argument of type {type_}"
        return self._emit(f"arith.constant {literal(value, type_)} : {type_}")

    def _buffer(self, argument: Argument, element: str) -> tuple[str, str, tuple[str, str]]:
        """Fresh heap memory with the argument's data, in the layout of its type.

        Returns the memref with its type, and what is to be freed with its type.
        """
        shape = shape_of(argument.value)
        type_ = plain = _type_of(shape, element)
        strides, offset = layout_for(argument.type, shape)
        if (strides, offset) == layout_for(plain, shape):
            buffer = self._emit(f"memref.alloc() : {plain}")
            owned = buffer, plain
        else:
            whole = _type_of([span(shape, strides, offset)], element)
            owned = self._emit(f"memref.alloc() : {whole}"), whole
            type_ = f"{plain[:-1]}, strided<{strides}, offset: {offset}>>"
            buffer = self._emit(
                f"memref.reinterpret_cast {owned[0]} to offset: [{offset}], "
                f"sizes: {list(shape)}, strides: {strides} : {whole} to {type_}"
            )
        if flatten(argument.value):
            name = self._data(argument.value, element)
            source = self._emit(f"memref.get_global {name} : {plain}")
            self.lines.append(f"memref.copy {source}, {buffer} : {plain} to {type_}")
        for position, value in argument.changes:
            new = self._constant(value, element)
            place = unravelled(position, shape)
            indices = ", ".join(self._constant(index, "index") for index in place)
            self.lines.append(f"memref.store {new}, {buffer}[{indices}] : {type_}")
        return buffer, type_, owned

    def _cast(self, container: str, value: str, given: str, wanted: str) -> str:
        if given == wanted:
            return value
        return self._emit(f"{container}.cast {value} : {given} to {wanted}")

    def _data(self, value: Value, element: str) -> str:
        """The global that holds `value`; a list that several arguments share is written once."""
        key = id(value), element
        if key not in self.data:
            self.data[key] = name = f"@harness_data_{len(self.globals)}{self.suffix}"
            type_, dense = _type_of(shape_of(value), element), _dense(value, element)
            self.globals.append(
                f'memref.global "private" constant {name} : {type_} = dense<{dense}>'
            )
        return self.data[key]

    def _invoke(self, call: Call, operands: Sequence[str]) -> list[str]:
        results = [self._fresh() for _ in call.results]
        left = f"{', '.join(results)} = " if results else ""
        types = ", ".join(argument.type for argument in call.arguments)
        self.lines.append(
            f"{left}func.call @{call.function}{self.suffix}({', '.join(operands)}) : "
            f"({types}) -> ({', '.join(call.results)})"
        )
        return results

    def _show_result(self, result: str, type_: str) -> None:
        """Print a result, after its extents unless the type says them as that of a vector does."""
        parts = shaped_type(type_)
        if parts is None:
            self.lines += _print_lines(result, type_, self._fresh())
        elif parts.container == "vector":
            shape = [extent or 0 for extent in parts.dimensions]
            for position in range(prod(shape)):
                place = list(unravelled(position, shape))
                element = self._emit(
                    f"vector.extract {result}{place} : {parts.element} from {type_}"
                )
                self.lines += _print_lines(element, parts.element, self._fresh())
        else:
            for axis in range(len(parts.dimensions)):
                number = self._constant(axis, "index")
                extent = self._emit(f"{parts.container}.dim {result}, {number} : {type_}")
                self.lines += _print_lines(extent, "index", self._fresh())
            self._show_elements(result, type_)

    def _show_elements(self, value: str, type_: str) -> None:
        """Call the shared printing function for this container, rank and element type."""
        parts = shaped_type(type_)
        assert parts is not None
        kind = parts.container, len(parts.dimensions), parts.element
        self.shown.add(kind)
        name, dynamic = _show_name(*kind)
        value = self._cast(parts.container, value, type_, dynamic)
        self.lines.append(f"func.call {name}({value}) : ({dynamic}) -> ()")


def _changed(argument: Argument) -> Value:
    """The value of an argument with its changes."""
    numbers = flatten(argument.value)
    for position, value in argument.changes:
        numbers[position] = value
    return filled(shape_of(argument.value), iter(numbers))


def _print_lines(value: str, type_: str, fresh: str) -> Iterator[str]:
    """Print a scalar as one i64; `fresh` is a name to derive new ones from."""
    if is_float_type(type_):
        if type_ != "f64":
            yield f"{fresh}w = arith.extf {value} : {type_} to f64"
            value = f"{fresh}w"
        yield f"{fresh}b = arith.bitcast {value} : f64 to i64"
        value = f"{fresh}b"
    elif type_ != "i64":
        cast = "index_cast" if type_ == "index" else "extsi"
        yield f"{fresh}b = arith.{cast} {value} : {type_} to i64"
        value = f"{fresh}b"
    yield f"vector.print {value} : i64"


def _show_name(container: str, rank: int, element: str) -> tuple[str, str]:
    """The function that prints the elements of such values, and the type that it takes."""
    type_ = _type_of("?" * rank, element, container)
    if container == "memref":
        type_ = f"{type_[:-1]}, strided<[{', '.join('?' * rank)}], offset: ?>>"
    return f"@harness_show_{container}_{rank}_{element}", type_


def _show_function(container: str, rank: int, element: str) -> str:
    """A function that prints every element of a memref or tensor in row-major order."""
    name, type_ = _show_name(container, rank, element)
    read = "memref.load" if container == "memref" else "tensor.extract"
    lines = [f"func.func {name}(%m: {type_}) {{"]
    lines += [f"  %c{v} = arith.constant {v} : index" for v in range(max(rank, 2))]
    for d in range(rank):
        lines.append(f"  %d{d} = {container}.dim %m, %c{d} : {type_}")
        lines.append(f"  scf.for %i{d} = %c0 to %d{d} step %c1 {{")
    indices = ", ".join(f"%i{d}" for d in range(rank))
    lines.append(f"  %x = {read} %m[{indices}] : {type_}")
    lines += _print_lines("%x", element, "%p")
    return "\n".join([*lines, *["}"] * rank, "return", "}", ""])

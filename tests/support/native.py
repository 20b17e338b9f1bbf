"""Execute many MLIR functions natively in few processes, with bit-exact results.

A `Program` is module text plus calls with literal arguments. `run_batch` renames the symbols of
every program, puts many of them beside one `@main` into one module, lowers it with `mlir-opt` and
runs it with `mlir-runner`: starting two processes for each program would cost far more than running
it. Of a batch that fails to lower, crashes or hangs, only the guilty programs fail: an error names
a line, and for the rest the batch is bisected.

Every number comes back as an integer: the f64 bit pattern of a float (narrower floats widen
exactly), the value of an integer.
"""

from __future__ import annotations

import os
import re
import struct
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from ckptopt.toolchain import require_tool, runner_libraries
from support.mlir_text import count_ops, extract_declarations, rename_symbols, strip_module

Value: TypeAlias = "int | float | list[Value]"

LOWERING = (
    "builtin.module(func.func(convert-linalg-to-loops,lower-affine),convert-scf-to-cf,expand-strided-metadata,"
    "func.func(lower-affine),arith-expand,convert-math-to-llvm,convert-math-to-libm,"
    "convert-vector-to-llvm,finalize-memref-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,"
    "convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)"
)

_ALLOCATOR = Path(__file__).with_name("allocator.mlir").read_text()
MEMORY_FAULTS = {
    97: "a buffer is freed twice or was not allocated",
    98: "a write beyond the end of a buffer",
}
"""Exit codes of the checking allocator."""


@dataclass(frozen=True)
class Argument:
    """A literal argument: a number, or nested lists for a memref."""

    type: str
    value: Value


@dataclass(frozen=True)
class Call:
    """One call of a function of the program."""

    function: str
    arguments: tuple[Argument, ...]
    results: tuple[str, ...] = ()


@dataclass(frozen=True)
class Program:
    """Module text with the calls to make, in order, and the op names to count while they run."""

    name: str
    text: str
    calls: tuple[Call, ...]
    counted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Memory:
    """Heap use of one call; live bytes are those that it left allocated."""

    allocations: int
    deallocations: int
    live_bytes: int
    peak_bytes: int


@dataclass(frozen=True)
class CallOutcome:
    """Results of a call, the final contents of its memref arguments (empty for a scalar), how often
    each counted op ran, and heap use."""

    results: tuple[int, ...]
    contents: tuple[tuple[int, ...], ...]
    counts: Mapping[str, int]
    memory: Memory


@dataclass(frozen=True)
class Outcome:
    """What a program did: one outcome per call, or the reason why it has none."""

    name: str
    calls: tuple[CallOutcome, ...] = ()
    failure: str = ""


def as_float(bits: int) -> float:
    """The float with an f64 bit pattern."""
    return struct.unpack("<d", struct.pack("<q", bits))[0]


def as_floats(bits: Sequence[int]) -> list[float]:
    return [as_float(b) for b in bits]


def run_batch(
    programs: Sequence[Program],
    *,
    batch_size: int = 32,
    timeout: float = 60,
    fill: int = 0,
) -> list[Outcome]:
    """Run every program; outcomes come in the order of the programs.

    Fresh heap memory holds the byte `fill` and freed memory its complement: a function whose
    numbers depend on `fill` reads memory that it must not read.
    """
    batches = [programs[i : i + batch_size] for i in range(0, len(programs), batch_size)]

    def run(batch: Sequence[Program]) -> list[Outcome]:
        return _run_bisecting(batch, timeout, fill)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return [outcome for outcomes in pool.map(run, batches) for outcome in outcomes]


_MARK = "// program "
_ERROR_PLACE = re.compile(r"batch\.mlir:(\d+):\d+: error")


class _Failed(Exception):
    """A batch did not deliver: lowering error, crash or timeout."""


def _run_bisecting(programs: Sequence[Program], timeout: float, fill: int) -> list[Outcome]:
    module = link(programs, fill)
    try:
        return _decode(programs, _execute(module, timeout))
    except _Failed as failure:
        guilty = 0 if len(programs) == 1 else _blamed(module, str(failure))
        if guilty is not None:
            rest = [*programs[:guilty], *programs[guilty + 1 :]]
            outcomes = _run_bisecting(rest, timeout, fill) if rest else []
            outcomes.insert(guilty, Outcome(programs[guilty].name, failure=str(failure)))
            return outcomes
    middle = len(programs) // 2
    return [
        outcome
        for half in (programs[:middle], programs[middle:])
        for outcome in _run_bisecting(half, timeout, fill)
    ]


def _blamed(module: str, message: str) -> int | None:
    """The number of the program in which the line lies that an error of mlir-opt names."""
    if (place := _ERROR_PLACE.search(message)) is None:
        return None
    above = module.splitlines()[: int(place[1])]
    numbers = [int(line.removeprefix(_MARK)) for line in above if line.startswith(_MARK)]
    return numbers[-1] if numbers else None


def _execute(module: str, timeout: float) -> list[int]:
    """Lower and run a module with an `@main` that prints integers."""
    with tempfile.TemporaryDirectory() as directory:
        source, lowered = Path(directory, "batch.mlir"), Path(directory, "lowered.mlir")
        source.write_text(module)
        lower = [require_tool("mlir-opt"), source, f"--pass-pipeline={LOWERING}", "-o", lowered]
        _process("mlir-opt", lower, timeout)
        lowered.write_text(_use_checking_allocator(lowered.read_text()))
        run = [
            require_tool("mlir-runner"),
            lowered,
            "-e",
            "main",
            "--entry-point-result=void",
            "-O0",
        ]
        libraries = [f"--shared-libs={library}" for library in runner_libraries()]
        output = _process("mlir-runner", [*run, *libraries], timeout)
    return [int(word) for word in output.split()]


def _process(stage: str, command: Sequence[str | Path], timeout: float) -> str:
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=timeout,
            env={**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"},
        )
    except subprocess.TimeoutExpired:
        raise _Failed(f"{stage}: no end within {timeout} s") from None
    if done.returncode in MEMORY_FAULTS:
        raise _Failed(f"{stage}: {MEMORY_FAULTS[done.returncode]}")
    if done.returncode:
        message = " | ".join(done.stderr.splitlines()[:4])[:600]
        reason = f"signal {-done.returncode}" if done.returncode < 0 else "failed"
        raise _Failed(f"{stage}: {reason}: {message}")
    return done.stdout


def _use_checking_allocator(lowered: str) -> str:
    """Send the calls that memref.alloc and memref.dealloc were lowered to through the harness."""
    return re.sub(r"llvm\.call @(malloc|free)\(", r"llvm.call @harness_\1(", lowered)


# Linking: many programs into one module.


def link(programs: Sequence[Program], fill: int = 0) -> str:
    """One module that holds every program and an `@main` that makes all calls and prints."""
    declarations: dict[str, None] = {}
    parts: list[str] = []
    shown = {(1, "i64")}
    for index, program in enumerate(programs):
        text, external = extract_declarations(strip_module(program.text))
        declarations.update(dict.fromkeys(external.values()))
        text = count_ops(text, program.counted, "harness_tick")
        parts.append(f"{_MARK}{index}")
        parts.append(rename_symbols(text, f"__p{index}", set(external)))
        parts.append(_Harness(index, program, shown).text())
    parts += [_show_function(rank, element) for rank, element in sorted(shown)]
    calls = "".join(f"  func.call @harness_run__p{i}() : () -> ()\n" for i in range(len(programs)))
    main = f"func.func @main() {{\n{calls}  return\n}}\n"
    allocator = _ALLOCATOR.replace("FRESH", str(fill)).replace("FREED", str(fill ^ 0xFF))
    return "\n".join([allocator, *declarations, *parts, main])


# The harness of one program: data, counters, calls and printing.

_MEMREF = re.compile(r"memref<((?:(?:\d+|\?)x)*)([a-z]\w*)(?:,.*)?>$")
_FLOAT_CODES = {"f64": "<d", "f32": "<f", "f16": "<e"}


def memref_parts(type_: str) -> tuple[list[int | None], str] | None:
    """Dimensions (None where dynamic) and element type of a memref type; None for another type."""
    match = _MEMREF.match(type_)
    if match is None:
        return None
    return [None if d == "?" else int(d) for d in match[1].split("x")[:-1]], match[2]


def literal(value: int | float, type_: str) -> str:
    """An MLIR literal that denotes the value exactly."""
    if type_ not in _FLOAT_CODES:
        return str(value)
    return "0x" + struct.pack(_FLOAT_CODES[type_], value)[::-1].hex().upper()


def shape_of(value: Value) -> tuple[int, ...]:
    if not isinstance(value, list):
        return ()
    return (len(value), *(shape_of(value[0]) if value else ()))


def flatten(value: Value) -> list[int | float]:
    """The numbers of nested lists in row-major order."""
    return [x for item in value for x in flatten(item)] if isinstance(value, list) else [value]


def _dense(value: Value, element: str) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_dense(item, element) for item in value)}]"
    return literal(value, element)


def _type_of(shape: Sequence[int | str], element: str) -> str:
    return f"memref<{''.join(f'{d}x' for d in shape)}{element}>"


class _Harness:
    """Emits `@harness_run__p<index>`: every call of a program, with its data and its printing."""

    def __init__(self, index: int, program: Program, shown: set[tuple[int, str]]):
        self.suffix = f"__p{index}"
        self.program = program
        self.shown = shown
        self.globals: list[str] = []
        self.lines: list[str] = []
        self.names = 0

    def text(self) -> str:
        for call in self.program.calls:
            self._call(call)
        body = "\n".join(f"  {line}" for line in self.lines)
        run = f"func.func @harness_run{self.suffix}() {{\n{body}\n  return\n}}\n"
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
        operands: list[str] = []
        buffers: list[tuple[str, tuple[int, ...], str]] = []
        for argument in call.arguments:
            parts = memref_parts(argument.type)
            if parts is None:
                operands.append(self._constant(argument.value, argument.type))
            else:
                operand, buffer = self._buffer(argument, parts[1])
                operands.append(operand)
                buffers.append((buffer, shape_of(argument.value), parts[1]))
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
        results = self._invoke(call, operands)
        self._show(memory, (4,), "i64")
        for result, type_ in zip(results, call.results, strict=True):
            self.lines += _print_lines(result, type_, self._fresh())
        for buffer, shape, element in buffers:
            self._show(buffer, shape, element)
        for counter in counters:
            self._show(counter, (), "i64")

    def _constant(self, value: Value, type_: str) -> str:
        assert not isinstance(value, list), f"a list for an argument of type {type_}"
        return self._emit(f"arith.constant {literal(value, type_)} : {type_}")

    def _buffer(self, argument: Argument, element: str) -> tuple[str, str]:
        """Fresh heap memory with the argument's data: the operand, and the buffer to print."""
        type_ = _type_of(shape_of(argument.value), element)
        buffer = self._emit(f"memref.alloc() : {type_}")
        if flatten(argument.value):
            name = f"@harness_data_{len(self.globals)}{self.suffix}"
            data = _dense(argument.value, element)
            self.globals.append(
                f'memref.global "private" constant {name} : {type_} = dense<{data}>'
            )
            source = self._emit(f"memref.get_global {name} : {type_}")
            self.lines.append(f"memref.copy {source}, {buffer} : {type_} to {type_}")
        if type_ == argument.type:
            return buffer, buffer
        return self._emit(f"memref.cast {buffer} : {type_} to {argument.type}"), buffer

    def _invoke(self, call: Call, operands: Sequence[str]) -> list[str]:
        results = [self._fresh() for _ in call.results]
        left = f"{', '.join(results)} = " if results else ""
        types = ", ".join(argument.type for argument in call.arguments)
        self.lines.append(
            f"{left}func.call @{call.function}{self.suffix}({', '.join(operands)}) : "
            f"({types}) -> ({', '.join(call.results)})"
        )
        return results

    def _show(self, buffer: str, shape: tuple[int, ...], element: str) -> None:
        """Call the shared printing function for this rank and element type."""
        self.shown.add((len(shape), element))
        given, dynamic = _type_of(shape, element), _type_of("?" * len(shape), element)
        if shape:
            buffer = self._emit(f"memref.cast {buffer} : {given} to {dynamic}")
        name = f"@harness_show_{len(shape)}_{element}"
        self.lines.append(f"func.call {name}({buffer}) : ({dynamic}) -> ()")


def _print_lines(value: str, type_: str, fresh: str) -> Iterator[str]:
    """Print a scalar as one i64; `fresh` is a name to derive new ones from."""
    if type_ in _FLOAT_CODES or type_ == "bf16":
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


def _show_function(rank: int, element: str) -> str:
    """A function that prints every element of a memref in row-major order."""
    type_ = _type_of("?" * rank, element)
    lines = [f"func.func @harness_show_{rank}_{element}(%m: {type_}) {{"]
    lines += [f"  %c{v} = arith.constant {v} : index" for v in range(max(rank, 2))]
    for d in range(rank):
        lines.append(f"  %d{d} = memref.dim %m, %c{d} : {type_}")
        lines.append(f"  scf.for %i{d} = %c0 to %d{d} step %c1 {{")
    indices = ", ".join(f"%i{d}" for d in range(rank))
    lines.append(f"  %x = memref.load %m[{indices}] : {type_}")
    lines += _print_lines("%x", element, "%p")
    return "\n".join([*lines, *["}"] * rank, "return", "}", ""])


def _decode(programs: Sequence[Program], numbers: Sequence[int]) -> list[Outcome]:
    """Cut the printed numbers into outcomes; the calls say how many there are of what."""
    position = 0

    def take(count: int) -> tuple[int, ...]:
        nonlocal position
        position += count
        return tuple(numbers[position - count : position])

    outcomes = [
        Outcome(
            program.name,
            tuple(
                CallOutcome(
                    memory=Memory(*take(4)),
                    results=take(len(call.results)),
                    contents=tuple(
                        take(len(flatten(a.value)) if memref_parts(a.type) else 0)
                        for a in call.arguments
                    ),
                    counts=dict(zip(program.counted, take(len(program.counted)), strict=True)),
                )
                for call in program.calls
            ),
        )
        for program in programs
    ]
    if position != len(numbers):
        raise _Failed(f"mlir-runner: {len(numbers)} numbers printed, {position} expected")
    return outcomes

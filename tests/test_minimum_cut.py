"""The tape of a loop body is the cheapest possible: no subset of its values has fewer bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

import ckptopt
from ckptopt.autodiff.flow import minimum_cut

BITS = {"f16": 2, "f32": 4, "f64": 8}


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[int], list[list[int]], set[int], set[int]]:
    """Capacities, inputs by earlier nodes, nodes that cannot be recomputed, and wanted ones."""
    count = draw(st.integers(1, 12))
    capacities = draw(st.lists(st.integers(1, 9), min_size=count, max_size=count))
    inputs = [
        draw(st.lists(st.integers(0, i - 1), max_size=3, unique=True)) if i else []
        for i in range(count)
    ]
    nodes = st.sets(st.integers(0, count - 1), max_size=4)
    return capacities, inputs, draw(nodes), draw(nodes)


def suffices(
    kept: set[int], inputs: Sequence[Sequence[int]], forced: set[int], wanted: set[int]
) -> bool:
    """True if all wanted nodes can be had from the kept ones."""
    pending, seen = list(wanted), set[int]()
    while pending:
        node = pending.pop()
        if node in kept or node in seen:
            continue
        if node in forced:
            return False
        seen.add(node)
        pending.extend(inputs[node])
    return True


def cheapest(
    capacities: Sequence[int], inputs: Sequence[Sequence[int]], forced: set[int], wanted: set[int]
) -> int:
    """The price of the cheapest subset, found by trying all."""
    nodes = range(len(capacities))
    return min(
        sum(capacities[node] for node in kept)
        for size in range(len(nodes) + 1)
        for kept in combinations(nodes, size)
        if suffices({*kept}, inputs, forced, wanted)
    )


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_no_subset_is_cheaper_than_the_cut(
    graph: tuple[list[int], list[list[int]], set[int], set[int]],
) -> None:
    capacities, inputs, forced, wanted = graph
    cut = minimum_cut(dict(enumerate(capacities)), dict(enumerate(inputs)), forced, wanted)
    assert suffices(cut, inputs, forced, wanted)
    assert sum(capacities[node] for node in cut) == cheapest(capacities, inputs, forced, wanted)


# The same of what the tool keeps of a loop body

OPERATIONS = ("math.sin", "math.exp", "arith.negf", "arith.mulf", "arith.addf")


@st.composite
def bodies(draw: st.DrawFn) -> list[tuple[str, str, list[int]]]:
    """Straight-line code over earlier values: operation, type, operands; conversions where types
    differ. Value 0 is carried from step to step."""
    values: list[tuple[str, str, list[int]]] = [("carried", "f64", [])]
    for _ in range(draw(st.integers(1, 11))):
        a = draw(st.integers(0, len(values) - 1))
        type_ = values[a][1]
        alike = [i for i, value in enumerate(values) if value[1] == type_]
        operation = draw(st.sampled_from((*OPERATIONS, "convert")))
        if operation == "convert":
            other = draw(st.sampled_from([t for t in BITS if t != type_]))
            values.append((f"convert {type_}", other, [a]))
        elif operation.startswith("math") or operation == "arith.negf":
            values.append((operation, type_, [a]))
        else:
            values.append((operation, type_, [a, draw(st.sampled_from(alike))]))
    return values


def text_of(values: Sequence[tuple[str, str, list[int]]]) -> str:
    lines: list[str] = []
    for i, (operation, type_, operands) in enumerate(values[1:], 1):
        names = ", ".join(f"%v{operand}" for operand in operands)
        types = type_
        if operation.startswith("convert "):
            source = operation.split()[1]
            operation = "arith.extf" if BITS[type_] > BITS[source] else "arith.truncf"
            types = f"{source} to {type_}"
        lines.append(f"    %v{i} = {operation} {names} : {types}")
    last, type_ = len(values) - 1, values[-1][1]
    if type_ != "f64":
        lines.append(f"    %out = arith.extf %v{last} : {type_} to f64")
    result = "%out" if type_ != "f64" else f"%v{last}"
    body = "\n".join(lines)
    return f"""
func.func @f(%x: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%v0 = %x) -> f64 {{
{body}
    scf.yield {result} : f64
  }}
  return %y : f64
}}
"""


def wanted_by(values: Sequence[tuple[str, str, list[int]]]) -> set[int]:
    """What the adjoints of those values read that the last value and the argument depend on."""
    on: set[int] = {0}
    for i, (_, _, operands) in enumerate(values):
        if on & {*operands}:
            on.add(i)
    used, pending = set[int](), [len(values) - 1]
    while pending:
        node = pending.pop()
        if node not in used:
            used.add(node)
            pending.extend(values[node][2])
    wanted: set[int] = set()
    for i in on & used:
        operation, _, operands = values[i]
        if operation == "math.sin":
            wanted.add(operands[0])
        elif operation == "math.exp":
            wanted.add(i)
        elif operation == "arith.mulf":
            wanted |= {*operands}
    return wanted


@settings(max_examples=40, deadline=None)
@given(bodies())
def test_no_subset_of_a_loop_body_is_cheaper_than_its_tape(
    values: list[tuple[str, str, list[int]]],
) -> None:
    found = ckptopt.saved_residuals(ckptopt.parse(text_of(values), "f.mlir"), "f")
    sizes = {r.name: r.bytes_each for r in found if r.where == "tape"}
    capacities = [BITS[type_] for _, type_, _ in values]
    inputs = [operands for _, _, operands in values]
    kept = {int(name.removeprefix("v")) for name in sizes}
    wanted = wanted_by(values)
    assert suffices(kept, inputs, {0}, wanted)
    assert _total(sizes) == cheapest(capacities, inputs, {0}, wanted)


def _total(sizes: Mapping[str, object]) -> int:
    return sum(size for size in sizes.values() if isinstance(size, int))


# The same with memory that is overwritten after the loads, of which a copy can be kept

TRIPS = 3
ELEMENTWISE = {"math.sin": 1, "math.exp": 1, "arith.mulf": 2, "arith.addf": 2}


@st.composite
def loads_and_uses(
    draw: st.DrawFn,
) -> tuple[list[int], int, list[int], list[tuple[str, list[int]]]]:
    """Sizes of buffers, a trip count, the buffer of each load, and code over what is loaded."""
    sizes = draw(st.lists(st.integers(1, 9), min_size=2, max_size=2))
    loads = draw(st.lists(st.integers(0, 1), min_size=1, max_size=4))
    code: list[tuple[str, list[int]]] = []
    for i in range(draw(st.integers(1, 6))):
        operation = draw(st.sampled_from(sorted(ELEMENTWISE)))
        earlier = st.integers(0, len(loads) + i - 1)
        count = ELEMENTWISE[operation]
        code.append((operation, draw(st.lists(earlier, min_size=count, max_size=count))))
    return sizes, draw(st.integers(1, 5)), loads, code


def nest_of(
    sizes: list[int], trips: int, loads: list[int], code: list[tuple[str, list[int]]]
) -> str:
    types = [f"memref<{size}xf64>" for size in sizes]
    lines = [
        f"      %v{i} = memref.load %b{buffer}[%c0] : {types[buffer]}"
        for i, buffer in enumerate(loads)
    ]
    for i, (operation, operands) in enumerate(code, len(loads)):
        names = ", ".join(f"%v{operand}" for operand in operands)
        lines.append(f"      %v{i} = {operation} {names} : f64")
    last, body = len(loads) + len(code) - 1, "\n".join(lines)
    return f"""
func.func @f(%b0: {types[0]}, %b1: {types[1]}, %o: memref<9xf64>, %x: f64) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {TRIPS} : index
  %m = arith.constant {trips} : index
  scf.for %t = %c0 to %n step %c1 {{
    scf.for %i = %c0 to %m step %c1 {{
{body}
      memref.store %v{last}, %o[%i] : memref<9xf64>
    }}
    memref.store %x, %b0[%c0] : {types[0]}
    memref.store %x, %b1[%c0] : {types[1]}
  }}
  return
}}
"""


def read_by_adjoints(loads: list[int], code: list[tuple[str, list[int]]]) -> set[int]:
    used, wanted, pending = set[int](), set[int](), [len(loads) + len(code) - 1]
    while pending:
        node = pending.pop()
        if node in used or node < len(loads):
            continue
        used.add(node)
        operation, operands = code[node - len(loads)]
        wanted |= {"math.exp": {node}, "arith.addf": set[int]()}.get(operation, {*operands})
        pending.extend(operands)
    return wanted


@settings(max_examples=60, deadline=None)
@given(loads_and_uses())
def test_no_subset_of_values_and_copies_is_cheaper(
    program: tuple[list[int], int, list[int], list[tuple[str, list[int]]]],
) -> None:
    sizes, trips, loads, code = program
    found = ckptopt.saved_residuals(ckptopt.parse(nest_of(*program), "f.mlir"), "f")
    total = _total({str(i): r.bytes for i, r in enumerate(found) if r.where in ("tape", "copy")})
    copies = len(loads) + len(code)
    inputs = [[copies + buffer] for buffer in loads] + [operands for _, operands in code] + [[], []]
    prices = [8 * TRIPS * trips] * copies + [8 * TRIPS * size for size in sizes]
    forced = {copies, copies + 1}
    assert total == cheapest(prices, inputs, forced, read_by_adjoints(loads, code))

"""Structured operations on tensors, and those that move elements of tensors, executed.

Each function returns a number. Its gradient agrees with differences of the primal along random
directions, and with its tangent along the same. mlir-opt puts the tensors into buffers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from support.directives import DIRECTIVES
from support.inprocess import run_cli
from support.written import alike, default

from ckptopt.execution import (
    Argument,
    Call,
    Outcome,
    Program,
    Value,
    as_float,
    as_floats,
    run_batch,
)

EXAMPLES = [
    path
    for path in sorted((Path(__file__).parents[2] / "examples").glob("*.mlir"))
    if "tensor<" in path.read_text()
]
STEP = 1e-6
N = 5
"""What `?` is."""

A, B, C, V, W = (f"tensor<{shape}xf64>" for shape in ("?x4", "4x3", "?x3", "4", "?"))
S = "tensor<f64>"


@dataclass(frozen=True)
class Case:
    """A function `@f` with arguments of these types, which returns an f64."""

    types: tuple[str, ...]
    text: str
    policy: str = "min_bytes"


def case(arguments: Mapping[str, str], body: str) -> Case:
    """`@f` of `arguments` (types by name) with a body that defines the number `%r`."""
    given = ", ".join(f"%{name}: {type_}" for name, type_ in arguments.items())
    lines = "\n".join(f"  {line.strip()}" for line in body.strip().splitlines())
    text = f"func.func @f({given}) -> f64 {{\n{lines}\n  return %r : f64\n}}\n"
    return Case(tuple(arguments.values()), text)


def case_of_example(path: Path) -> Case:
    """The public function of an example, as `@f`."""
    text = path.read_text()
    signature = re.search(r"func.func @(\w+)\((.*?)\) -> f64 {", text, re.DOTALL)
    assert signature is not None
    types = re.findall(r"%\w+: (tensor<\w+>)", signature[2])
    return Case(tuple(types), text.replace(f"func.func @{signature[1]}(", "func.func @f("))


def summed(value: str, type_: str, rank: int, weight: str = "math.sin") -> str:
    """Lines that add up a function of the elements of a tensor into `%r`."""
    dims = ", ".join(str(axis) for axis in range(rank))
    return (
        f"%sq = {weight} {value} : {type_}\n"
        f"%zero = arith.constant dense<0.0> : {S}\n"
        f"%sum = linalg.reduce {{ arith.addf }} ins(%sq : {type_}) outs(%zero : {S})"
        f" dimensions = [{dims}]\n"
        f"%r = tensor.extract %sum[] : {S}"
    )


ZEROS = f"""%c0 = arith.constant 0 : index
%n = tensor.dim %a, %c0 : {A}
%e = tensor.empty(%n) : {C}
%z = arith.constant 0.0 : f64
%c = linalg.fill ins(%z : f64) outs(%e : {C}) -> {C}"""

CASES: dict[str, Case] = {
    "matmul": case(
        {"a": A, "b": B, "c": C},
        f"%m = linalg.matmul ins(%a, %b : {A}, {B}) outs(%c : {C}) -> {C}\n" + summed("%m", C, 2),
    ),
    "layers": case(
        {"a": A, "b": B, "w": "tensor<3x4xf64>", "v": "tensor<3xf64>"},
        f"""{ZEROS}
        %v0 = linalg.broadcast ins(%v : tensor<3xf64>) outs(%e : {C}) dimensions = [0]
        %h = linalg.matmul ins(%a, %b : {A}, {B}) outs(%v0 : {C}) -> {C}
        %t = linalg.tanh ins(%h : {C}) outs(%e : {C}) -> {C}
        %e2 = tensor.empty(%n) : {A}
        %f2 = linalg.fill ins(%z : f64) outs(%e2 : {A}) -> {A}
        %y = linalg.matmul ins(%t, %w : {C}, tensor<3x4xf64>) outs(%f2 : {A}) -> {A}
        %d = linalg.sub ins(%y, %a : {A}, {A}) outs(%e2 : {A}) -> {A}
        """
        + summed("%d", A, 2),
    ),
    "softmax": case(
        {"a": A, "b": A},
        f"""%c0 = arith.constant 0 : index
        %n = tensor.dim %a, %c0 : {A}
        %low = arith.constant -1.0e30 : f64
        %z = arith.constant 0.0 : f64
        %ew = tensor.empty(%n) : {W}
        %m0 = linalg.fill ins(%low : f64) outs(%ew : {W}) -> {W}
        %m = linalg.reduce {{ arith.maximumf }} ins(%a : {A}) outs(%m0 : {W}) dimensions = [1]
        %ea = tensor.empty(%n) : {A}
        %mb = linalg.broadcast ins(%m : {W}) outs(%ea : {A}) dimensions = [1]
        %s = linalg.sub ins(%a, %mb : {A}, {A}) outs(%ea : {A}) -> {A}
        %x = linalg.exp ins(%s : {A}) outs(%ea : {A}) -> {A}
        %t0 = linalg.fill ins(%z : f64) outs(%ew : {W}) -> {W}
        %t = linalg.reduce {{ arith.addf }} ins(%x : {A}) outs(%t0 : {W}) dimensions = [1]
        %tb = linalg.broadcast ins(%t : {W}) outs(%ea : {A}) dimensions = [1]
        %p = linalg.div ins(%x, %tb : {A}, {A}) outs(%ea : {A}) -> {A}
        %q = linalg.mul ins(%p, %b : {A}, {A}) outs(%ea : {A}) -> {A}
        """
        + summed("%q", A, 2),
    ),
    "same_operand_twice": case(
        {"a": A},
        f"%m = linalg.mul ins(%a, %a : {A}, {A}) outs(%a : {A}) -> {A}\n" + summed("%m", A, 2),
    ),
    "sum_keeps_its_size": case(
        {"a": A},
        f"""%zero = arith.constant dense<0.0> : {V}
        %m = linalg.reduce {{ arith.addf }} ins(%a : {A}) outs(%zero : {V}) dimensions = [0]
        """
        + summed("%m", V, 1, "math.exp").replace("%zero", "%zero0"),
    ),
    "dot_and_scalars": case(
        {"x": V, "y": V, "q": "f64"},
        f"""%one = arith.constant dense<1.0> : {S}
        %e = tensor.empty() : {V}
        %f = linalg.fill ins(%q : f64) outs(%e : {V}) -> {V}
        %g = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>,
            affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}
            ins(%x, %f : {V}, {V}) outs(%e : {V}) {{
        ^bb0(%u: f64, %v: f64, %o: f64):
          %1 = arith.mulf %u, %q : f64
          %2 = math.sin %1 : f64
          %3 = arith.mulf %2, %v : f64
          linalg.yield %3 : f64
        }} -> {V}
        %d = linalg.dot ins(%g, %y : {V}, {V}) outs(%one : {S}) -> {S}
        %r = tensor.extract %d[] : {S}""",
    ),
    "matvec_vecmat_transpose": case(
        {"b": B, "x": "tensor<3xf64>"},
        f"""%z = arith.constant dense<0.5> : {V}
        %u = linalg.matvec ins(%b, %x : {B}, tensor<3xf64>) outs(%z : {V}) -> {V}
        %e = tensor.empty() : tensor<3x4xf64>
        %t = linalg.transpose ins(%b : {B}) outs(%e : tensor<3x4xf64>) permutation = [1, 0]
        %w = linalg.vecmat ins(%x, %t : tensor<3xf64>, tensor<3x4xf64>) outs(%u : {V}) -> {V}
        """
        + summed("%w", V, 1),
    ),
    "batch_matmul": case(
        {"a": "tensor<2x3x4xf64>", "b": "tensor<2x4x2xf64>", "c": "tensor<2x3x2xf64>"},
        "%m = linalg.batch_matmul ins(%a, %b : tensor<2x3x4xf64>, tensor<2x4x2xf64>)"
        " outs(%c : tensor<2x3x2xf64>) -> tensor<2x3x2xf64>\n"
        + summed("%m", "tensor<2x3x2xf64>", 3),
    ),
    "elements": case(
        {"x": V, "y": V, "q": "f64"},
        f"""%c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %s = tensor.extract %x[%c1] : {V}
        %t = tensor.extract %x[%c2] : {V}
        %p = arith.mulf %s, %t : f64
        %a = tensor.insert %p into %y[%c1] : {V}
        %b = tensor.insert %q into %a[%c2] : {V}
        %c = arith.mulf %b, %x : {V}
        """
        + summed("%c", V, 1),
    ),
    "shapes": case(
        {"x": "tensor<2x6xf64>", "w": W},
        f"""%c = tensor.collapse_shape %x [[0, 1]] : tensor<2x6xf64> into tensor<12xf64>
        %d = tensor.expand_shape %c [[0, 1]] output_shape [3, 4]
            : tensor<12xf64> into tensor<3x4xf64>
        %e = tensor.cast %d : tensor<3x4xf64> to {A}
        %f = tensor.cast %e : {A} to tensor<3x4xf64>
        %s = tensor.extract_slice %f[1, 0] [2, 3] [1, 1]
            : tensor<3x4xf64> to tensor<2x3xf64>
        %q = math.sin %s : tensor<2x3xf64>
        %i = tensor.insert_slice %q into %f[0, 1] [2, 3] [1, 1]
            : tensor<2x3xf64> into tensor<3x4xf64>
        %v = tensor.extract_slice %w[1] [4] [1] : {W} to {V}
        %b0 = tensor.empty() : tensor<3x4xf64>
        %b = linalg.broadcast ins(%v : {V}) outs(%b0 : tensor<3x4xf64>) dimensions = [0]
        %m = linalg.mul ins(%i, %b : tensor<3x4xf64>, tensor<3x4xf64>)
            outs(%b0 : tensor<3x4xf64>) -> tensor<3x4xf64>
        """
        + summed("%m", "tensor<3x4xf64>", 2),
    ),
    "several_outputs": case(
        {"x": V, "y": V},
        f"""%e = tensor.empty() : {V}
        %zero0 = arith.constant dense<0.5> : {S}
        %g:2 = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>,
            affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
            iterator_types = ["reduction"]}} ins(%x, %y : {V}, {V}) outs(%e, %zero0 : {V}, {S}) {{
        ^bb0(%u: f64, %v: f64, %o: f64, %t: f64):
          %1 = arith.mulf %u, %v : f64
          %2 = math.sin %1 : f64
          %3 = arith.addf %t, %2 : f64
          linalg.yield %1, %3 : f64, f64
        }} -> ({V}, {S})
        %k = tensor.extract %g#1[] : {S}
        %f = linalg.fill ins(%k : f64) outs(%e : {V}) -> {V}
        %m = linalg.mul ins(%g#0, %f : {V}, {V}) outs(%e : {V}) -> {V}
        """
        + summed("%m", V, 1),
    ),
}


def in_loop(scheme: str) -> Case:
    """A loop that carries a tensor."""
    return case(
        {"w": "tensor<3x3xf64>", "h": "tensor<3xf64>"},
        f"""%c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c5 = arith.constant 5 : index
        %zv = arith.constant dense<0.1> : tensor<3xf64>
        %e = tensor.empty() : tensor<3xf64>
        %l = scf.for %i = %c0 to %c5 step %c1 iter_args(%g = %h) -> (tensor<3xf64>) {{
          %m = linalg.matvec ins(%w, %g : tensor<3x3xf64>, tensor<3xf64>)
              outs(%zv : tensor<3xf64>) -> tensor<3xf64>
          %t = linalg.tanh ins(%m : tensor<3xf64>) outs(%e : tensor<3xf64>) -> tensor<3xf64>
          scf.yield %t : tensor<3xf64>
        }} {DIRECTIVES[scheme]}
        """
        + summed("%l", "tensor<3xf64>", 1),
    )


# Execution


def buffer(type_: str) -> str:
    return type_.replace("tensor", "memref")


def wrapper(name: str, function: str, given: Sequence[str], results: Sequence[str]) -> str:
    """`@name` on buffers, which calls `@function` on tensors; its results are buffers at the end.

    Numbers stay numbers, and so does a result that is one.
    """
    lines: list[str] = []
    parameters: list[str] = []
    passed: list[str] = []
    for index, type_ in enumerate(given):
        parameters.append(f"%p{index}: {buffer(type_)}")
        passed.append(f"%p{index}")
        if type_.startswith("tensor"):
            passed[-1] = f"%t{index}"
            lines.append(
                f"  %t{index} = bufferization.to_tensor %p{index} restrict : "
                f"{buffer(type_)} to {type_}"
            )
    call = f"call @{function}({', '.join(passed)}) : ({', '.join(given)}) -> "
    call += f"({', '.join(results)})"
    lines.append(f"  %r:{len(results)} = {call}")
    numbers: list[tuple[str, str]] = []
    for index, type_ in enumerate(results):
        if type_.startswith("tensor"):
            parameters.append(f"%o{index}: {buffer(type_)}")
            lines.append(
                f"  bufferization.materialize_in_destination %r#{index} in restrict writable "
                f"%o{index} : ({type_}, {buffer(type_)}) -> ()"
            )
        else:
            numbers.append((f"%r#{index}", type_))
    returned = ", ".join(value for value, _ in numbers)
    types = ", ".join(type_ for _, type_ in numbers)
    lines.append(f"  return {returned} : {types}" if numbers else "  return")
    arrow = f" -> ({types})" if numbers else ""
    return f"func.func @{name}({', '.join(parameters)}){arrow} {{\n" + "\n".join(lines) + "\n}\n"


def flat(value: Value) -> list[float]:
    if isinstance(value, list):
        return [number for item in value for number in flat(item)]
    return [float(value)]


def moved(value: Value, along: Value, step: float) -> Value:
    if isinstance(value, list):
        assert isinstance(along, list)
        return [moved(v, d, step) for v, d in zip(value, along, strict=True)]
    assert not isinstance(along, list)
    return value + step * along


def program_of(name: str, case: Case) -> tuple[Program, list[Value]]:
    """Calls of the gradient, of the tangent, and of the primal on both sides."""
    rng = random.Random(case.text.partition("{")[0])
    types = case.types
    values = [default(rng, buffer(type_)) for type_ in types]
    along = [alike(rng, value) for value in values]
    options = (f" policy={case.policy}", " mode=ForwardMode outfn=f_fwd")
    texts: list[str] = []
    for option in options:
        done = run_cli(["-p", f"loop-checkpoint{{fn=f{option}}}"], case.text)
        assert done.exit_code == 0, done.stderr
        texts.append(done.stdout)
    start = texts[1].index("func.func @f_fwd")
    tangent = texts[1][start : texts[1].rindex("}")]
    module = texts[0][: texts[0].rindex("}")] + tangent
    pairs = [type_ for type_ in types for _ in range(2)]
    module += wrapper("primal", "f", types, ["f64"])
    module += wrapper("gradient", "f_grad", [*types, "f64"], types)
    module += wrapper("tangent", "f_fwd", pairs, ["f64", "f64"]) + "}\n"
    given = [Argument(buffer(t), v) for t, v in zip(types, values, strict=True)]
    moving = [Argument(buffer(t), v) for t, v in zip(types, along, strict=True)]
    outputs = [a for a in given if a.type != "f64"]
    numbers = tuple("f64" for a in given if a.type == "f64")
    both = tuple(argument for pair in zip(given, moving, strict=True) for argument in pair)
    calls = [
        Call("gradient", (*given, Argument("f64", 1.0), *outputs), numbers),
        Call("tangent", both, ("f64", "f64")),
    ]
    for step in (STEP, -STEP):
        arguments = tuple(
            Argument(a.type, moved(a.value, d, step)) for a, d in zip(given, along, strict=True)
        )
        calls.append(Call("primal", arguments, ("f64",)))
    return Program(name, module, tuple(calls)), along


def check(case: Case, along: Sequence[Value], outcome: Outcome) -> list[float]:
    """Compare what a program computed; returns the gradient."""
    assert not outcome.failure, outcome.failure
    gradient, tangent, above, below = outcome.calls
    slope = (as_float(above.results[0]) - as_float(below.results[0])) / (2 * STEP)
    outputs = iter(gradient.contents[len(case.types) + 1 :])
    numbers = iter(gradient.results)
    found = [
        [as_float(next(numbers))] if type_ == "f64" else as_floats(next(outputs))
        for type_ in case.types
    ]
    product = sum(
        g * d
        for part, direction in zip(found, along, strict=True)
        for g, d in zip(part, flat(direction), strict=True)
    )
    assert product == pytest.approx(slope, rel=1e-6, abs=1e-8)
    assert as_float(tangent.results[1]) == pytest.approx(product, rel=1e-10)
    return [number for part in found for number in part]


def check_all(cases: Mapping[str, Case]) -> list[list[float]]:
    """Make and check programs, and return their gradients."""
    made = [program_of(name, case) for name, case in cases.items()]
    outcomes = run_batch([program for program, _ in made])
    return [
        check(case, along, outcome)
        for case, (_, along), outcome in zip(cases.values(), made, outcomes, strict=True)
    ]


def test_each_operation() -> None:
    check_all(CASES)


def test_the_gradient_of_an_example_is_right() -> None:
    assert EXAMPLES
    check_all({path.stem: case_of_example(path) for path in EXAMPLES})


POLICIES = ("min_bytes", "everything_saveable", "nothing_saveable", "dots_saveable")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_policy_gives_the_same_bits(path: Path) -> None:
    example = case_of_example(path)
    cases = {policy: replace(example, policy=policy) for policy in POLICIES}
    first, *others = check_all(cases)
    assert all(other == first for other in others)


def test_every_scheme_gives_the_same_bits() -> None:
    gradients = check_all({scheme: in_loop(scheme) for scheme in DIRECTIVES})
    assert gradients[0] == gradients[1] == gradients[2]

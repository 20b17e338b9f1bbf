"""What another project can register, and the examples of `docs/extending.md`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from support.directives import DIRECTIVES
from support.inprocess import run_cli
from xdsl.dialects.builtin import MemRefType, f64
from xdsl.ir import Dialect, Operation
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def

import ckptopt
from ckptopt import extensions
from ckptopt.autodiff.derivatives import RULES
from ckptopt.autodiff.derivatives.memref import MEMORY_RULES, ReverseContext, nothing
from ckptopt.autodiff.policies import POLICIES
from ckptopt.checkpointing.effects import ACCESSES
from ckptopt.checkpointing.loops import ADAPTERS
from ckptopt.checkpointing.schemes import SCHEMES
from ckptopt.dialects.registry import DOWNSTREAM
from ckptopt.execution import Argument, Call, Program, as_floats, run_batch
from ckptopt.extensions import Access, MemoryRule, register_dialect, register_memory

DOCUMENT = Path(__file__).parent.parent / "docs" / "extending.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


TABLES: tuple[dict[str, Any], ...] = (
    RULES,
    MEMORY_RULES,
    ACCESSES,
    ADAPTERS,
    SCHEMES,
    POLICIES,
    DOWNSTREAM,
)


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """What a test registers is gone afterwards."""
    before = [dict(table) for table in TABLES]
    yield
    for table, known in zip(TABLES, before, strict=True):
        table.clear()
        table.update(known)


def run_examples() -> dict[str, object]:
    """Run the blocks of the document; what they define."""
    text = DOCUMENT.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "extending"}
    for block in BLOCK.finditer(text):
        lines = "\n" * text.count("\n", 0, block.start(1))
        exec(compile(lines + block[1], str(DOCUMENT), "exec"), names)
    return names


def gradients(calls: Sequence[tuple[str, Sequence[Argument], int]]) -> list[list[float]]:
    """Execute `@f_grad` of each module, which returns so many numbers; its results and memory."""
    programs = [
        Program(
            f"example{index}",
            "module {\n" + text[text.index("  func.func @f_grad(") :],
            (Call("f_grad", tuple(arguments), ("f64",) * count),),
        )
        for index, (text, arguments, count) in enumerate(calls)
    ]
    found: list[list[float]] = []
    for outcome in run_batch(programs):
        assert not outcome.failure, outcome.failure
        (call,) = outcome.calls
        assert call.memory.live_bytes == 0
        found.append(as_floats([*call.results, *(n for part in call.contents for n in part)]))
    return found


def iterated_sine_slope(x: float, steps: int) -> float:
    slope = 1.0
    for _ in range(steps):
        x, slope = math.sin(x), slope * math.cos(x)
    return slope


def test_the_examples_of_the_document_run_and_their_gradients_are_right() -> None:
    names = run_examples()
    a, b, seed = 0.7, -1.3, 1.5
    calls: list[tuple[str, Sequence[Argument], int]] = []
    expected: list[list[float]] = []
    calls.append((str(names["sines"]), [Argument("f64", a), Argument("f64", seed)], 1))
    expected.append([seed * iterated_sine_slope(a, 10)])
    calls.append((str(names["softplus"]), [Argument("f64", one) for one in (a, b, seed)], 2))
    slope = seed / (1.0 + math.exp(-a * b))
    expected.append([slope * b, slope * a])
    calls.append((str(names["policy"]), [Argument("f64", one) for one in (a, b, seed)], 2))
    product = 2.0 * seed * math.sin(a) * b
    expected.append([product * b * math.cos(a), product * math.sin(a)])
    for name in ("repeated", "whole"):
        for steps in (-2, 0, 1, 7):
            arguments = [Argument("f64", a), Argument("index", steps), Argument("f64", seed)]
            calls.append((str(names[name]), arguments, 1))
            expected.append([seed * iterated_sine_slope(a, steps)])
    for found, wanted in zip(gradients(calls), expected, strict=True):
        assert found == pytest.approx(wanted, rel=1e-13)


# The examples' dialect in other places

NEST = """
func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %x) -> (f64) {
    %z = scf.for %k = %c0 to %c4 step %c1 iter_args(%t = %s) -> (f64) {
      %v = memref.load %m[%k] : memref<4xf64>
      %p = arith.mulf %v, %t : f64
      %q = math.sin %p : f64
      memref.store %q, %m[%k] : memref<4xf64>
      %r = arith.addf %q, %t : f64
      scf.yield %r : f64
    } {INNER}
    scf.yield %z : f64
  } {OUTER}
  return %y : f64
}
"""


def test_the_scheme_of_another_project_agrees_with_store_all_in_nests() -> None:
    run_examples()
    whole = 'enzyme.enable_checkpointing = true, enzyme.checkpoint_scheme = "whole"'
    directives = [("", ""), ("", whole), (whole, ""), (whole, whole)]
    for one in DIRECTIVES.values():
        written = one.strip().removeprefix("{").removesuffix("}")
        directives += [(whole, written), (written, whole)]
    memory = [
        Argument("memref<4xf64>", [0.5, -0.3, 0.9, 1.1]),
        Argument("memref<4xf64>", [1.0] * 4),
    ]
    calls: list[tuple[str, Sequence[Argument], int]] = []
    for outer, inner in directives:
        module = ckptopt.parse(NEST.replace("OUTER", outer).replace("INNER", inner))
        ckptopt.differentiate(module, fn="f")
        arguments = [Argument("f64", 0.7), *memory, Argument("f64", 1.5)]
        calls.append((ckptopt.to_text(module), arguments, 1))
    stored, *others = gradients(calls)
    assert others == [stored] * len(others)


def test_forward_mode_follows_the_loop_of_another_project() -> None:
    names = run_examples()
    module = ckptopt.parse(str(names["REPEAT"]).replace(", OPTIONS", ""))
    (made,) = ckptopt.differentiate(module, fn="f", mode="ForwardMode")
    (loop,) = (op for op in made.walk() if op.name == "demo.repeat")
    assert list(loop.result_types) == [f64, f64]
    (cosine,) = (op for op in made.walk() if op.name == "math.cos")
    assert cosine.parent_op() is loop


def test_a_loop_that_carries_memory_with_derivatives_is_a_located_error() -> None:
    run_examples()
    text = """
func.func @f(%m: memref<f64>, %n: index) {
  %r = "demo.repeat"(%n, %m) ({
  ^body(%b: memref<f64>):
    %v = memref.load %b[] : memref<f64>
    %t = math.sin %v : f64
    memref.store %t, %b[] : memref<f64>
    "demo.yield"(%b) : (memref<f64>) -> ()
  }) : (index, memref<f64>) -> memref<f64>
  return
}
"""
    with pytest.raises(ckptopt.CompileError, match=r"3:8: error: 'demo\.repeat' passes on"):
        ckptopt.differentiate(ckptopt.parse(text), fn="f")


# Memory


@irdl_op_definition
class AddOp(IRDLOperation):
    """Adds a number to a cell."""

    name = "demo.add"
    number = operand_def(f64)
    cell = operand_def(MemRefType)


def reverse_add(op: Operation, context: ReverseContext) -> None:
    number, cell = op.operands
    if context.is_active(cell) and context.is_active(number):
        context.accumulate(number, context.emitter.load(context.shadow(cell), [], "number_adj"))


ADDITIONS = {
    "ours": '"demo.add"(%p, %m) : (f64, memref<f64>) -> ()',
    "upstream": """
    %before = memref.load %m[] : memref<f64>
    %after = arith.addf %before, %p : f64
    memref.store %after, %m[] : memref<f64>""",
}
ACCUMULATION = """
func.func @f(%x: f64, %m: memref<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %v = memref.load %m[] : memref<f64>
    %s = math.sin %v : f64
    %p = arith.mulf %s, %x : f64
    ADDITION
  } {enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 2 : i64}
  return
}
"""
HELPER = """
func.func private @add(%p: f64, %m: memref<f64>) {
  %before = memref.load %m[] : memref<f64>
  %after = arith.addf %before, %p : f64
  memref.store %after, %m[] : memref<f64>
  return
}
"""


def test_the_memory_operation_of_another_project_is_replayed_and_reversed() -> None:
    register_dialect(Dialect("demo", [AddOp]))
    register_memory("demo.add", Access.UPDATE, rule=MemoryRule(nothing, reverse_add))
    cell = [Argument("memref<f64>", 0.4), Argument("memref<f64>", 1.0)]
    calls: list[tuple[str, Sequence[Argument], int]] = []
    for addition in ADDITIONS.values():
        module = ckptopt.parse(ACCUMULATION.replace("ADDITION", addition))
        ckptopt.differentiate(module, fn="f")
        text = ckptopt.to_text(module).replace('"demo.add"(', "func.call @add(")
        text = f"{text.rstrip().removesuffix('}')}{HELPER}}}\n"
        calls.append((text, [Argument("f64", 0.8), *cell], 1))
    assert "func.call @add(" in calls[0][0].partition("@f_grad")[2]
    ours, upstream = gradients(calls)
    assert ours == pytest.approx(upstream, rel=1e-14)


def test_a_memory_operation_that_nobody_knows_is_not_replayed() -> None:
    register_dialect(Dialect("demo", [AddOp]))
    module = ckptopt.parse(ACCUMULATION.replace("ADDITION", ADDITIONS["ours"]))
    with pytest.raises(ckptopt.CompileError, match=r"error: .*'demo\.add'"):
        ckptopt.differentiate(module, fn="f")


# The command line


@pytest.fixture
def extension(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of another project, with what the document registers."""
    blocks = [block[1] for block in BLOCK.finditer(DOCUMENT.read_text(encoding="utf-8"))]
    (tmp_path / "demo_extension.py").write_text("\n".join(blocks))
    monkeypatch.syspath_prepend(str(tmp_path))
    return "demo_extension"


def test_the_command_line_imports_an_extension(extension: str) -> None:
    names = run_examples()
    source = str(names["REPEAT"]).replace("OPTIONS", 'enzyme.checkpoint_scheme = "whole"')
    done = run_cli(["--extension", extension, "-", "-p", "loop-checkpoint"], source)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == names["whole"]


def test_an_extension_that_cannot_be_imported_is_a_usage_error() -> None:
    done = run_cli(["--extension", "no.such.module", "-"], "")
    assert done.exit_code == 2
    assert "cannot import 'no.such.module': ModuleNotFoundError" in done.stderr


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        (
            'enzyme.checkpoint_scheme = "periodik"',
            "error: unknown scheme 'periodik', did you mean 'periodic'?",
        ),
        (
            'enzyme.checkpoint_scheme = "xyz"',
            "error: unknown scheme 'xyz'; known are auto, store_all, periodic, binomial, leaf, "
            "online",
        ),
        (
            "enzyme.checkpoint_scheme = 3",
            "warning: 'enzyme.checkpoint_scheme' must be a string; it is ignored",
        ),
        (
            'enzyme.checkpoint_shceme = "periodic"',
            "warning: unknown attribute 'enzyme.checkpoint_shceme' on a loop has no effect; "
            "did you mean 'enzyme.checkpoint_scheme'?",
        ),
        (
            'enzyme.checkpoint_scheme = "periodic", enzyme.binomial_checkpointing',
            "warning: scheme 'periodic' is asked for: the binomial directive has no effect",
        ),
        (
            'enzyme.checkpoint_scheme = "store_all", enzyme.checkpoint_period = 2 : i64',
            "warning: store-all keeps no snapshots: the checkpoint period has no effect",
        ),
        (
            'enzyme.enable_checkpointing = "yes", enzyme.checkpoint_scheme = "periodic"',
            "warning: 'enzyme.checkpoint_scheme' has no effect without "
            "'enzyme.enable_checkpointing = true'",
        ),
    ],
)
def test_a_scheme_that_is_not_followed_is_reported(attributes: str, said: str) -> None:
    if "enable" not in attributes:
        attributes = f"enzyme.enable_checkpointing = true, {attributes}"
    text = NEST.replace("OUTER", attributes).replace("INNER", "")
    done = run_cli(["-", "-p", "loop-checkpoint{fn=f}"], text)
    assert f"<stdin>:7:8: {said}\n" in done.stderr


@pytest.mark.parametrize(
    ("name", "directive"),
    [
        ("periodic", "enzyme.checkpoint_period = 2 : i64"),
        ("binomial", "enzyme.checkpoint_period = 2 : i64, enzyme.binomial_checkpointing"),
    ],
)
def test_our_schemes_can_be_named(name: str, directive: str) -> None:
    texts = [directive, f'enzyme.checkpoint_period = 2 : i64, enzyme.checkpoint_scheme = "{name}"']
    made: list[str] = []
    for attributes in texts:
        outer = f"enzyme.enable_checkpointing = true, {attributes}"
        module = ckptopt.parse(NEST.replace("OUTER", outer).replace("INNER", ""))
        (gradient,) = ckptopt.differentiate(module, fn="f")
        made.append(str(gradient))
    assert made[0] == made[1]


def test_everything_that_extensions_offers_is_documented() -> None:
    for name in extensions.__all__:
        assert getattr(extensions, name)
    text = DOCUMENT.read_text(encoding="utf-8")
    registering = [name for name in extensions.__all__ if name.startswith("register")]
    assert [name for name in registering if name not in text] == []

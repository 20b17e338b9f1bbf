"""With `storage=stack` a derivative allocates nothing, and gives the bits that it gives on a heap:
written programs under each scheme, and random ones as far as their sizes are constants."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from fuzz.agreement import gradient_program
from support.inprocess import run_cli
from support.programs import generate

from ckptopt.execution import Argument, Call, Program, run_batch

SCHEMES = {
    "store-all": "{}",
    "periodic": "{enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64}",
    "square-root": "{enzyme.enable_checkpointing = true}",
    "leaf": '{enzyme.enable_checkpointing = true, enzyme.checkpoint_scheme = "leaf", '
    "enzyme.checkpoint_period = 3 : i64, enzyme.checkpoint_leaf = 2 : i64}",
    "binomial": "{enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing, "
    "enzyme.checkpoint_period = 3 : i64}",
}

ENTER = """
func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %half = arith.constant 0.5 : f64
"""

LOOP = "  %y = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %x) -> (f64) {\n"
STEP = """
    %at = arith.remui %i, %c3 : index
    %a = memref.load %m[%at] : memref<4xf64>
    %p = arith.mulf %s, %a : f64
    %t = math.sin %p : f64
    memref.store %t, %m[%at] : memref<4xf64>
"""
LEAVE = "    scf.yield %t : f64\n  } OUTER\n  return %y : f64\n}\n"

BODIES = {
    "number": LOOP + "    %t = math.sin %s : f64\n" + LEAVE,
    "memory": LOOP + STEP + LEAVE,
    "branch": LOOP
    + """
    %even = arith.remui %i, %c2 : index
    %is = arith.cmpi eq, %even, %c0 : index
    %t = scf.if %is -> (f64) {
      %b = memref.load %m[%c1] : memref<4xf64>
      %u = arith.mulf %s, %b : f64
      memref.store %u, %m[%c1] : memref<4xf64>
      %v = scf.for %j = %c0 to %c3 step %c1 iter_args(%r = %u) -> (f64) {
        %w = math.sin %r : f64
        scf.yield %w : f64
      } INNER
      scf.yield %v : f64
    } else {
      %u = math.cos %s : f64
      scf.yield %u : f64
    }
"""
    + LEAVE,
    "nest": LOOP
    + """
    %t = scf.for %j = %c0 to %c3 step %c1 iter_args(%r = %s) -> (f64) {
      %b = memref.load %m[%j] : memref<4xf64>
      %u = arith.mulf %r, %b : f64
      %v = math.sin %u : f64
      memref.store %v, %m[%j] : memref<4xf64>
      scf.yield %v : f64
    } INNER
"""
    + LEAVE,
    "local": LOOP
    + """
    %l = memref.alloc() : memref<2xf64>
    memref.store %s, %l[%c0] : memref<2xf64>
    %b = memref.load %l[%c0] : memref<2xf64>
    %u = arith.mulf %b, %b : f64
    memref.store %u, %l[%c1] : memref<2xf64>
    %v = memref.load %l[%c1] : memref<2xf64>
    %t = math.sin %v : f64
    memref.dealloc %l : memref<2xf64>
"""
    + LEAVE,
    "local on the stack": LOOP
    + """
    %l = memref.alloca() : memref<1xf64>
    memref.store %s, %l[%c0] : memref<1xf64>
    %b = memref.load %l[%c0] : memref<1xf64>
    %t = arith.mulf %b, %half : f64
"""
    + LEAVE,
    "two buffers": """
  %q = memref.alloc() : memref<4xf64>
  memref.copy %m, %q : memref<4xf64> to memref<4xf64>
  %e:3 = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %m, %b = %q, %s = %x)
      -> (memref<4xf64>, memref<4xf64>, f64) {
    scf.for %j = %c0 to %c3 step %c1 {
      %u = memref.load %a[%j] : memref<4xf64>
      %v = arith.mulf %u, %s : f64
      %w = math.sin %v : f64
      memref.store %w, %b[%j] : memref<4xf64>
    }
    %r = arith.mulf %s, %half : f64
    %t = math.cos %r : f64
    scf.yield %b, %a, %t : memref<4xf64>, memref<4xf64>, f64
  } OUTER
  %u = memref.load %e#0[%c1] : memref<4xf64>
  %y = arith.mulf %u, %e#2 : f64
  memref.dealloc %q : memref<4xf64>
  return %y : f64
}
""",
}

REFUSALS = (
    "its size is not known when compiling",
    "each iteration of the '",
    "a loop makes several that are in use at the same time",
)
"""Why a buffer of a random program cannot be on the stack."""


def gradient(text: str, storage: str) -> str:
    done = run_cli(["-p", f"loop-checkpoint{{fn=f storage={storage}}}"], text)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def test_written_programs_give_the_same_bits_without_allocations() -> None:
    arguments = (
        Argument("f64", 0.7),
        Argument("memref<4xf64>", [1.1, 0.9, 1.3, 0.8]),
        Argument("memref<4xf64>", [0.3, -0.2, 0.5, 0.1]),
        Argument("f64", 1.0),
    )
    call = Call("f_grad", arguments, ("f64",))
    heap: list[Program] = []
    stack: list[Program] = []
    for body, outer, inner in itertools.product(BODIES, SCHEMES, ("store-all", "binomial")):
        if "INNER" not in BODIES[body] and inner != "store-all":
            continue
        text = ENTER + BODIES[body]
        text = text.replace("OUTER", SCHEMES[outer]).replace("INNER", SCHEMES[inner])
        name = f"{body}, {outer}, {inner}"
        heap.append(Program(name, gradient(text, "heap"), (call,)))
        stack.append(Program(name, gradient(text, "stack"), (call,)))
    _assert_same(heap, stack)


def test_random_programs_give_the_same_bits_without_allocations() -> None:
    heap: list[Program] = []
    stack: list[Program] = []
    for seed in range(500, 532):
        program = generate(seed)
        made = run_cli(
            ["-p", f"loop-checkpoint{{fn=f {program.options} storage=stack}}"], program.text
        )
        if made.exit_code:
            assert any(reason in made.stderr for reason in REFUSALS), (seed, made.stderr)
            continue
        stack.append(gradient_program(program, made.stdout))
        made = run_cli(["-p", f"loop-checkpoint{{fn=f {program.options}}}"], program.text)
        heap.append(gradient_program(program, made.stdout))
    assert len(stack) >= 8
    _assert_same(heap, stack)


def _assert_same(heap: list[Program], stack: list[Program]) -> None:
    # Other contents of fresh memory: what reads it gives other bits.
    expected, found = run_batch(heap), run_batch(stack, fill=0x5A)
    for one, other in zip(expected, found, strict=True):
        assert not one.failure, (one.name, one.failure)
        assert not other.failure, (other.name, other.failure)
        assert other.calls[0].results == one.calls[0].results, one.name
        assert other.calls[0].contents == one.calls[0].contents, one.name
        assert other.calls[0].memory.allocations == 0, one.name
    assert any(outcome.calls[0].memory.allocations for outcome in expected)


def test_nothing_grows_in_a_loop() -> None:
    """Every `memref.alloca` is at the top of the gradient, before the first loop."""
    text = ENTER + BODIES["local on the stack"].replace("OUTER", SCHEMES["binomial"])
    made = gradient(text, "stack").partition("@f_grad")[2]
    assert "memref.alloca" in made.partition("scf.for")[0]
    assert "memref.alloca" not in made.partition("scf.for")[2]


def test_a_frame_that_no_gpu_has_is_a_warning() -> None:
    steps = 70_000
    text = (ENTER + BODIES["number"]).replace("OUTER", "{}").replace(" 10 :", f" {steps} :")
    done = run_cli(["-p", "loop-checkpoint{fn=f storage=stack}"], text)
    assert done.exit_code == 0
    assert re.search(rf"warning: '@f_grad' keeps {8 * steps} bytes on the stack", done.stderr)


def test_the_document_shows_what_is_printed() -> None:
    text = (Path(__file__).parents[2] / "docs" / "gpu.md").read_text(encoding="utf-8")
    loop, heap, stack = re.findall(r"```mlir\n(.*?)```", text, re.DOTALL)[:3]
    program = ENTER.replace("-> f64", "").replace("4xf64", "3xf64") + loop + "  return\n}\n"
    for shown, storage in ((heap, "heap"), (stack, "stack")):
        printed = {line.strip() for line in gradient(program, storage).splitlines()}
        assert {line.strip() for line in shown.splitlines()} <= printed

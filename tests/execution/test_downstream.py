"""Passes that run after ckptopt do not undo what a scheme does.

All gradients go through each pass of other compilers as one module. Afterwards they give the same
bits, run the body as often, and need no more memory than before: no pass merges a replay with the
first run, keeps a tape longer, or allocates for all segments at once.
"""

from __future__ import annotations

import pytest
from support.inprocess import run_cli
from support.toolchain import mlir_opt

from ckptopt.execution import Argument, Call, CallOutcome, Program, Value, run_batch
from ckptopt.execution.module_text import rename_symbols, strip_module

SCALARS = """
func.func @f(%x: f64, %m: memref<6xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %r = scf.for %i = %c0 to %c13 step %c1 iter_args(%a = %x) -> (f64) {
    %b = arith.negf %a : f64
    %e = math.exp %b : f64
    %s = arith.mulf %e, %x : f64
    scf.yield %s : f64
  } {LOOP}
  return %r : f64
}
"""
MEMORY = """
func.func @f(%x: f64, %m: memref<6xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    scf.for %i = %c1 to %c5 step %c1 {
      %before = arith.subi %i, %c1 : index
      %l = memref.load %m[%before] : memref<6xf64>
      %h = memref.load %m[%i] : memref<6xf64>
      %p = arith.mulf %l, %h : f64
      %q = arith.mulf %p, %x : f64
      %e = math.exp %q : f64
      memref.store %e, %m[%i] : memref<6xf64>
    }
    %k = arith.remui %t, %c6 : index
    %seen = memref.load %m[%k] : memref<6xf64>
    %s = arith.mulf %a, %seen : f64
    scf.yield %s : f64
  } {LOOP}
  return %r : f64
}
"""
NEST = """
func.func @f(%x: f64, %m: memref<6xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %t = %c0 to %c7 step %c1 iter_args(%a = %x) -> (f64) {
    %swept = scf.for %i = %c0 to %c6 step %c1 iter_args(%b = %a) -> (f64) {
      %h = memref.load %m[%i] : memref<6xf64>
      %p = arith.mulf %b, %h : f64
      %q = arith.negf %p : f64
      %e = math.exp %q : f64
      memref.store %e, %m[%i] : memref<6xf64>
      %s = arith.mulf %b, %e : f64
      scf.yield %s : f64
    } {LOOP}
    scf.yield %swept : f64
  } {LOOP}
  return %r : f64
}
"""
AFFINE = """
func.func @f(%x: f64, %m: memref<6xf64>, %n: index) -> f64 {
  %r = affine.for %t = 0 to 9 iter_args(%a = %x) -> (f64) {
    affine.for %i = 1 to 6 {
      %l = affine.load %m[%i - 1] : memref<6xf64>
      %h = affine.load %m[%i] : memref<6xf64>
      %p = arith.mulf %l, %h : f64
      %e = math.exp %p : f64
      %g = arith.mulf %e, %x : f64
      affine.store %g, %m[%i] : memref<6xf64>
    }
    %seen = affine.load %m[5] : memref<6xf64>
    %s = arith.addf %a, %seen : f64
    affine.yield %s : f64
  } {LOOP}
  return %r : f64
}
"""
SOURCES = {"scalars": SCALARS, "memory": MEMORY, "nest": NEST, "affine": AFFINE}

ENABLED = "enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64"
SCHEMES = {
    "store_all": "",
    "periodic": ENABLED,
    "binomial": f"enzyme.binomial_checkpointing, {ENABLED}",
}

PIPELINES = {
    "clean-up": "canonicalize,cse",
    "hoisting": "loop-invariant-code-motion,canonicalize,cse,loop-invariant-code-motion",
    "subsets": "loop-invariant-subset-hoisting,canonicalize",
    "registers": "func.func(sroa,mem2reg),canonicalize",
    "sinking": "func.func(control-flow-sink),canonicalize",
    "peeling": "func.func(scf-for-loop-peeling),canonicalize,cse",
    "specialising": "func.func(scf-for-loop-specialization,scf-for-loop-range-folding)",
    "scf loops": "func.func(scf-for-loop-canonicalization),scf-for-to-while,canonicalize,cse",
    "raising": "func.func(affine-raise-from-memref),canonicalize,cse",
    "fusing": "func.func(affine-raise-from-memref,affine-loop-fusion{mode=greedy maximal}),cse",
    "unrolling": "func.func(affine-loop-unroll{unroll-factor=4},affine-loop-invariant-code-motion)",
    "unrolling fully": "func.func(affine-loop-unroll{unroll-full-threshold=16}),canonicalize,cse",
    "forwarding": "func.func(affine-raise-from-memref,affine-scalrep),canonicalize,cse",
    "buffers": "func.func(buffer-hoisting)",
    "all": "canonicalize,cse,loop-invariant-code-motion,func.func(affine-raise-from-memref,"
    "affine-scalrep,affine-loop-fusion{mode=greedy},affine-loop-unroll{unroll-factor=4}),"
    "func.func(control-flow-sink),canonicalize,cse,symbol-dce",
}
"""Not `buffer-loop-hoisting`: whoever wrote them, it moves an allocation out of a loop and leaves
its `dealloc` in there, so it has to run where nothing is freed yet."""

NUMBERS: list[Value] = [0.9, 0.7, 0.8, 1.1, 0.6, 1.2]
ARGUMENTS = (
    Argument("f64", 0.6),
    Argument("memref<6xf64>", NUMBERS),
    Argument("memref<6xf64>", [0.5, -0.25, 1.0, 0.125, -0.5, 0.75]),
    Argument("index", 11),
    Argument("f64", 1.0),
)


@pytest.fixture(scope="module")
def gradients() -> str:
    """The gradients of all programs under all schemes, in one module."""
    parts: list[str] = []
    for name, source in SOURCES.items():
        for scheme, directive in SCHEMES.items():
            loop = f"{{{directive}}}" if directive else ""
            done = run_cli(["-p", "loop-checkpoint{fn=f}"], source.replace("{LOOP}", loop))
            assert (done.exit_code, done.stderr) == (0, "")
            parts.append(rename_symbols(strip_module(done.stdout), f"_{name}_{scheme}", set()))
    return "\n".join(parts)


NAMES = [f"f_grad_{name}_{scheme}" for name in SOURCES for scheme in SCHEMES]


def executed(module: str, *, level: int = 0) -> dict[str, CallOutcome]:
    """What a call of each gradient in `module` does."""
    calls = tuple(Call(name, ARGUMENTS, ("f64",)) for name in NAMES)
    (outcome,) = run_batch([Program("all", module, calls, ("math.exp",))], level=level)
    assert not outcome.failure, outcome.failure
    return dict(zip(NAMES, outcome.calls, strict=True))


@pytest.fixture(scope="module")
def reference(gradients: str) -> dict[str, CallOutcome]:
    """What the gradients do as they are."""
    return executed(gradients)


def test_every_scheme_gives_the_bits_of_store_all(reference: dict[str, CallOutcome]) -> None:
    for name in SOURCES:
        one, *others = (reference[f"f_grad_{name}_{scheme}"] for scheme in SCHEMES)
        for other in others:
            assert (other.results, other.contents) == (one.results, one.contents), name
            assert other.counts["math.exp"] > one.counts["math.exp"], name


@pytest.mark.parametrize("pipeline", PIPELINES.values(), ids=list(PIPELINES))
def test_other_passes_keep_the_scheme(
    pipeline: str, gradients: str, reference: dict[str, CallOutcome]
) -> None:
    done = mlir_opt(gradients, f"--pass-pipeline=builtin.module({pipeline})")
    assert done.returncode == 0, done.stderr
    found = executed(done.stdout)
    assert {n: bits(o) for n, o in found.items()} == {n: bits(o) for n, o in reference.items()}
    for name, outcome in found.items():
        before = reference[name]
        assert outcome.counts == before.counts, name
        assert outcome.memory.allocations == outcome.memory.deallocations, name
        assert outcome.memory.peak_bytes <= before.memory.peak_bytes, name


def test_optimised_code_keeps_bits_and_memory(
    gradients: str, reference: dict[str, CallOutcome]
) -> None:
    found = executed(gradients, level=3)
    assert {n: bits(o) for n, o in found.items()} == {n: bits(o) for n, o in reference.items()}
    for name, outcome in found.items():
        assert outcome.memory.peak_bytes <= reference[name].memory.peak_bytes, name


def bits(outcome: CallOutcome) -> object:
    """The numbers of a gradient: what it returns, and the memory that it leaves."""
    return outcome.results, outcome.contents

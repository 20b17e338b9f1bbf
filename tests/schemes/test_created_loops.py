"""The loops that each scheme creates, and what they inherit from the loop that they stand for.

A loop is shown by its operation, the name of its counter, its nesting (one `.` per loop around it)
and its marks: the last words of the names of its attributes.
"""

from __future__ import annotations

import pytest
from support.inprocess import run_cli
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from ckptopt.dialects.reader import parse_module
from ckptopt.dialects.registry import new_context

LOOP_OPS = ("scf.for", "scf.while", "affine.for")
ENABLE = "enzyme.enable_checkpointing = true"
BUDGET = "enzyme.checkpoint_period = 3 : i64"
SCHEMES = {
    "store-all": "",
    "periodic": f"{ENABLE}, {BUDGET}, ",
    "binomial": f"{ENABLE}, enzyme.binomial_checkpointing, {BUDGET}, ",
}
MARKS = 'my.tag = 3 : i64, test.unit, test.list = [1 : i32, "a, b"], llvm.hint = {width = 4 : i64}'
ALL = "tag unit list hint"

INDEX = """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %y = scf.for %i = %c0 to BOUND step %c1 iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {DIRECTIVEMARKS}
  return %y : f64
}
"""
I32 = """
func.func @f(%x: f64, %n: i32) -> f64 {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c30 = arith.constant 30 : i32
  %y = scf.for %i = %c2 to BOUND step %c3 iter_args(%s = %x) -> (f64) : i32 {
    %t = math.sin %s : f64
    scf.yield %t : f64
  } {DIRECTIVEMARKS}
  return %y : f64
}
"""
AFFINE = """
func.func @f(%x: f64, %n: index) -> f64 {
  %y = affine.for %i = 0 to BOUND iter_args(%s = %x) -> (f64) {
    %t = math.sin %s : f64
    affine.yield %t : f64
  } {DIRECTIVEMARKS}
  return %y : f64
}
"""
WHILE = """
func.func @f(%x: f64, %e: f64) -> f64 {
  %y = scf.while (%s = %x) : (f64) -> f64 {
    %p = arith.cmpf ogt, %s, %e : f64
    scf.condition(%p) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = math.sin %s : f64
    scf.yield %t : f64
  } attributes {MARKS}
  return %y : f64
}
"""
NEST = """
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %y = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %x) -> (f64) {
    %z = scf.for %j = %c0 to %c10 step %c1 iter_args(%u = %s) -> (f64) {
      %t = math.sin %u : f64
      scf.yield %t : f64
    } {INNERtest.inner}
    scf.yield %z : f64
  } {OUTERtest.outer}
  return %y : f64
}
"""
MEMORY = """
func.func @f(%m: memref<3xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %l = memref.alloc() : memref<3xf64>
    memref.copy %m, %l : memref<3xf64> to memref<3xf64>
    %a = memref.load %l[%c0] : memref<3xf64>
    %b = math.sin %a : f64
    memref.store %b, %m[%c0] : memref<3xf64>
    memref.dealloc %l : memref<3xf64>
  } {DIRECTIVEMARKS}
  return
}
"""

STORE_ALL = f"""
scf.for i: {ALL}
scf.for back: {ALL}
"""
# The loops over the last stretch, which is taped on the way, stand between those of the others.
LAST = f"""scf.for offset: {ALL}
scf.for back: {ALL}
"""
PERIODIC = f"""
scf.for segment: {ALL}
.scf.for offset: {ALL}
{LAST}scf.for back: {ALL}
.scf.for offset: {ALL}
.scf.for back: {ALL}
"""
# Where `binomial_progress` was lowered, a loop finds the repetition number; it carries no mark.
FILL = f"""
scf.for slot: {ALL}
.scf.while repetitions:
.scf.for offset: {ALL}
"""
DRAIN = f"""scf.for back: {ALL}
.scf.while slot: {ALL}
..scf.while repetitions:
..scf.for offset: {ALL}
"""
# The last step of a static loop is there, of a dynamic one perhaps not.
BINOMIAL = {"static": FILL + DRAIN, "dynamic": FILL + LAST + DRAIN}
UNBOUNDED = f"""
scf.while step: {ALL}
scf.for back: {ALL}
"""
EXPECTED = {
    "store-all": dict.fromkeys(("static", "dynamic"), STORE_ALL),
    "periodic": dict.fromkeys(("static", "dynamic"), PERIODIC),
    "binomial": BINOMIAL,
}
LOOPS = {
    "index, static": INDEX.replace("BOUND", "%c10"),
    "index, dynamic": INDEX.replace("BOUND", "%n"),
    "i32, static": I32.replace("BOUND", "%c30"),
    "i32, dynamic": I32.replace("BOUND", "%n"),
    "affine, static": AFFINE.replace("BOUND", "10"),
    "affine, dynamic": AFFINE.replace("BOUND", "%n"),
}

NESTS = {
    ("store-all", "periodic"): """
scf.for i: outer
.scf.for segment: inner
..scf.for offset: inner
scf.for back: outer
.scf.for back: inner
..scf.for offset: inner
..scf.for back: inner
""",
    ("periodic", "store-all"): """
scf.for segment: outer
.scf.for offset: outer
..scf.for j: inner
scf.for offset: outer
.scf.for j: inner
scf.for back: outer
.scf.for back: inner
scf.for back: outer
.scf.for offset: outer
..scf.for j: inner
.scf.for back: outer
..scf.for back: inner
""",
    ("periodic", "periodic"): """
scf.for segment: outer
.scf.for offset: outer
..scf.for j: inner
scf.for offset: outer
.scf.for segment: inner
..scf.for offset: inner
scf.for back: outer
.scf.for back: inner
..scf.for offset: inner
..scf.for back: inner
scf.for back: outer
.scf.for offset: outer
..scf.for segment: inner
...scf.for offset: inner
.scf.for back: outer
..scf.for back: inner
...scf.for offset: inner
...scf.for back: inner
""",
    ("binomial", "periodic"): """
scf.for slot: outer
.scf.while repetitions:
.scf.for offset: outer
..scf.for j: inner
scf.for segment: inner
.scf.for offset: inner
scf.for offset: inner
scf.for back: inner
scf.for back: inner
.scf.for offset: inner
.scf.for back: inner
scf.for back: outer
.scf.while slot: outer
..scf.while repetitions:
..scf.for offset: outer
...scf.for j: inner
.scf.for segment: inner
..scf.for offset: inner
.scf.for offset: inner
.scf.for back: inner
.scf.for back: inner
..scf.for offset: inner
..scf.for back: inner
""",
}
"""Outer and inner scheme, and the loops."""

WITH_MEMORY = {
    "store-all": f"""
scf.for i: {ALL}
scf.for back: {ALL}
.scf.for i:
.scf.for i:
""",
    "periodic": f"""
scf.for segment: {ALL}
.scf.for offset: {ALL}
{LAST}.scf.for i:
.scf.for i:
scf.for back: {ALL}
.scf.for offset: {ALL}
.scf.for back: {ALL}
..scf.for i:
..scf.for i:
""",
    "binomial": f"""
scf.for slot: {ALL}
.scf.while repetitions:
.scf.for offset: {ALL}
scf.for i:
scf.for i:
scf.for back: {ALL}
.scf.while slot: {ALL}
..scf.while repetitions:
..scf.for offset: {ALL}
.scf.for i:
.scf.for i:
""",
}
"""Loops that clear a shadow stand for no loop of the source."""


def gradient_of(text: str) -> FuncOp:
    """`@f_grad`, as our reader reads what was printed."""
    done = run_cli(["-p", "loop-checkpoint{fn=f}"], text)
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    return function_named(done.stdout, "f_grad")


def function_named(text: str, name: str) -> FuncOp:
    module = parse_module(new_context(), text, "input")
    return next(op for op in module.walk() if isinstance(op, FuncOp) and op.sym_name.data == name)


def loops_of(function: FuncOp) -> list[Operation]:
    return [op for op in function.walk() if op.name in LOOP_OPS]


def listed(function: FuncOp) -> str:
    """One line per loop."""
    return "\n" + "".join(f"{shown(loop)}\n" for loop in loops_of(function))


def shown(loop: Operation) -> str:
    """Nesting, operation, counter, marks."""
    counter = loop.regions[-1].block.args[0].name_hint
    marks = " ".join(name.rpartition(".")[2] for name in loop.attributes)
    return f"{'.' * depth(loop)}{loop.name} {counter}: {marks}".rstrip()


def depth(loop: Operation) -> int:
    """How many loops are around a loop."""
    parent = loop.parent_op()
    return 0 if parent is None else depth(parent) + (parent.name in LOOP_OPS)


def marked(text: str, scheme: str) -> str:
    return text.replace("DIRECTIVE", SCHEMES[scheme]).replace("MARKS", MARKS)


def attributes_of(loop: Operation) -> dict[str, Attribute]:
    """The discardable attributes of a loop that are no directives."""
    return {name: value for name, value in loop.attributes.items() if "enzyme." not in name}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("loop", LOOPS)
def test_each_created_loop_has_every_attribute(loop: str, scheme: str):
    trips = loop.split(", ")[1]
    assert listed(gradient_of(marked(LOOPS[loop], scheme))) == EXPECTED[scheme][trips]


def test_the_loops_of_a_while():
    assert listed(gradient_of(marked(WHILE, "store-all"))) == UNBOUNDED


@pytest.mark.parametrize("scheme", SCHEMES)
def test_helper_loops_have_none(scheme: str):
    assert listed(gradient_of(marked(MEMORY, scheme))) == WITH_MEMORY[scheme]


@pytest.mark.parametrize(("outer", "inner"), NESTS)
def test_the_attributes_of_a_nest_are_not_mixed(outer: str, inner: str):
    text = NEST.replace("OUTER", SCHEMES[outer]).replace("INNER", SCHEMES[inner])
    assert listed(gradient_of(text)) == NESTS[outer, inner]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("loop", LOOPS)
def test_the_values_are_those_of_the_source(loop: str, scheme: str):
    text = marked(LOOPS[loop], scheme)
    (source,) = (attributes_of(one) for one in loops_of(function_named(text, "f")))
    assert len(source) == len(ALL.split())
    for created in loops_of(gradient_of(text)):
        assert attributes_of(created) in (source, {})

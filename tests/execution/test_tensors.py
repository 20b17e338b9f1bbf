"""Tensors: a loop operation of another project, and caches in tensors.

The toy loop is as stablehlo's while: its state is tensors and a counter, which is carried like the
rest. Its gradients are compared with numbers computed in Python.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from io import StringIO

import pytest
from support.directives import DIRECTIVES
from support.inprocess import run_cli
from xdsl.context import Context
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, Dialect, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import IsTerminator, Pure

from ckptopt.checkpointing.loops import ADAPTERS, Lookup, emit_trip_count
from ckptopt.checkpointing.schedules import trip_count
from ckptopt.dialects.reader import parse_module
from ckptopt.dialects.registry import new_context
from ckptopt.dialects.writer import print_module
from ckptopt.emitter import Emitter, constant_value
from ckptopt.execution import Argument, Call, Program, as_floats, run_batch
from ckptopt.transforms.loop_checkpoint import LoopCheckpointPass


@irdl_op_definition
class ToyLoop(IRDLOperation):
    """Runs its body while its first carried value, which the body counts up, is below a limit."""

    name = "toy.loop"
    limit = operand_def(IndexType())
    inits = var_operand_def()
    res = var_result_def()
    body = region_def("single_block")


@irdl_op_definition
class ToyYield(IRDLOperation):
    name = "toy.yield"
    values = var_operand_def()
    traits = traits_def(IsTerminator(), Pure())


class ToyAdapter:
    """All that ckptopt has to know of the toy loop."""

    def check(self, op: Operation) -> None: ...

    def body(self, op: Operation) -> Block:
        return op.regions[0].blocks[0]

    def bounds(self, op: Operation) -> Sequence[SSAValue]:
        return op.operands[:2]

    def inits(self, op: Operation) -> Sequence[SSAValue]:
        return op.operands[1:]

    def carried(self, op: Operation) -> Sequence[SSAValue]:
        return self.body(op).args

    def yielded(self, op: Operation) -> Sequence[SSAValue]:
        last = self.body(op).last_op
        assert last is not None
        return last.operands

    def induction(self, op: Operation) -> None:
        return None

    def is_counted(self, op: Operation) -> bool:
        return True

    def constant_trip_count(self, op: Operation) -> int | None:
        limit, first = (constant_value(value) for value in op.operands[:2])
        known = isinstance(limit, int) and isinstance(first, int)
        return trip_count(first, limit, 1) if known else None

    def trip_count(self, emitter: Emitter, op: Operation, lookup: Lookup) -> SSAValue:
        limit, first = (lookup(value) for value in op.operands[:2])
        return emit_trip_count(emitter, first, limit, emitter.index(1))

    def induction_at(
        self, emitter: Emitter, op: Operation, step: SSAValue, lookup: Lookup
    ) -> SSAValue:
        raise AssertionError("the counter is a carried value")


@pytest.fixture
def toy() -> Iterator[Context]:
    """A context that knows the toy loop, while its adapter is registered."""
    context = new_context()
    context.load_dialect(Dialect("toy", [ToyLoop, ToyYield]))
    ADAPTERS["toy.loop"] = ToyAdapter()
    yield context
    del ADAPTERS["toy.loop"]


PRIMAL = """
func.func @f(%t: tensor<4xf64>, %w: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  LIMIT
  %k, %r = "toy.loop"(%limit, %c0, %t) ({
  ^bb0(%i: index, %a: tensor<4xf64>):
    %p = arith.remui %i, %c2 : index
    %odd = arith.cmpi eq, %p, %c1 : index
    %s = math.sin %a : tensor<4xf64>
    %m = arith.mulf %s, %w : tensor<4xf64>
    %c = math.cos %a : tensor<4xf64>
    %d = arith.addf %c, %w : tensor<4xf64>
    %b = arith.select %odd, %m, %d : tensor<4xf64>
    %j = arith.addi %i, %c1 : index
    "toy.yield"(%j, %b) : (index, tensor<4xf64>) -> ()
  }) DIRECTIVE : (index, index, tensor<4xf64>) -> (index, tensor<4xf64>)
  return %r : tensor<4xf64>
}
"""

WRAPPER = """
func.func @run(%t: memref<4xf64>, %w: memref<4xf64>, %n: index, %s: memref<4xf64>,
               %dt: memref<4xf64>, %dw: memref<4xf64>) {
  %a = bufferization.to_tensor %t restrict : memref<4xf64> to tensor<4xf64>
  %b = bufferization.to_tensor %w restrict : memref<4xf64> to tensor<4xf64>
  %c = bufferization.to_tensor %s restrict : memref<4xf64> to tensor<4xf64>
  %g:2 = call @f_grad(%a, %b, %n, %c)
      : (tensor<4xf64>, tensor<4xf64>, index, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  bufferization.materialize_in_destination %g#0 in restrict writable %dt
      : (tensor<4xf64>, memref<4xf64>) -> ()
  bufferization.materialize_in_destination %g#1 in restrict writable %dw
      : (tensor<4xf64>, memref<4xf64>) -> ()
  return
}
"""


def expected(t: float, w: float, seed: float, steps: int) -> tuple[float, float]:
    """The gradients of one element."""
    states = [t]
    for i in range(steps):
        a = states[-1]
        states.append(math.sin(a) * w if i % 2 else math.cos(a) + w)
    d, dw = seed, 0.0
    for i in reversed(range(steps)):
        a = states[i]
        dw += d * math.sin(a) if i % 2 else d
        d = d * w * math.cos(a) if i % 2 else -d * math.sin(a)
    return d, dw


@pytest.mark.parametrize("steps", [None, 7])
@pytest.mark.parametrize("scheme", DIRECTIVES)
def test_the_loop_of_another_project(toy: Context, scheme: str, steps: int | None) -> None:
    limit = "%limit = arith.addi %n, %c0 : index"
    if steps is not None:
        limit = f"%limit = arith.constant {steps} : index"
    text = PRIMAL.replace("LIMIT", limit).replace("DIRECTIVE", DIRECTIVES[scheme])
    module = parse_module(toy, text, "toy.mlir")
    LoopCheckpointPass(fn="f").apply(toy, module)
    primal = module.body.block.first_op
    assert primal is not None
    primal.detach()
    out = StringIO()
    print_module(module, out)
    body = out.getvalue().strip().removeprefix("module {").removesuffix("}")
    t, w, seed = [0.3, 0.7, -0.4, 1.1], [0.9, 1.2, 0.8, -0.6], [1.0, -0.5, 0.25, 2.0]
    calls = tuple(
        Call(
            "run",
            (
                Argument("memref<4xf64>", t),
                Argument("memref<4xf64>", w),
                Argument("index", n),
                *(Argument("memref<4xf64>", value) for value in (seed, [0.0] * 4, [0.0] * 4)),
            ),
        )
        for n in ((0, 1, 2, 7) if steps is None else (steps,))
    )
    (outcome,) = run_batch([Program(scheme, body + WRAPPER, calls)])
    assert not outcome.failure, outcome.failure
    for call, done in zip(calls, outcome.calls, strict=True):
        count = call.arguments[2].value
        assert isinstance(count, int)
        wanted = [expected(*row, count) for row in zip(t, w, seed, strict=True)]
        assert as_floats(done.contents[4]) == pytest.approx([d for d, _ in wanted], rel=1e-12)
        assert as_floats(done.contents[5]) == pytest.approx([dw for _, dw in wanted], rel=1e-12)


SCALARS = """
func.func @f(%x: f64, %c: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to BOUND step %c1 iter_args(%a = %x) -> (f64) {
    %q = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %a) -> (f64) {
      %p = arith.mulf %b, %c : f64
      %s = math.sin %p : f64
      scf.yield %s : f64
    } {enzyme.cache_use_tensor}
    scf.yield %q : f64
  } {enzyme.cache_use_tensor ALSO}
  return %r : f64
}
"""

SCALAR_SCHEMES = {
    "store_all": "",
    "periodic": ", enzyme.enable_checkpointing = true, enzyme.checkpoint_period = 3 : i64",
}


@pytest.mark.parametrize("bound", ["%c3", "%n"])
@pytest.mark.parametrize("scheme", SCALAR_SCHEMES)
def test_caches_in_tensors_hold_the_same(scheme: str, bound: str) -> None:
    text = SCALARS.replace("BOUND", bound).replace("ALSO", SCALAR_SCHEMES[scheme])
    number = Argument("f64", 0.7)
    arguments = (number, Argument("f64", 1.3), Argument("index", 5), Argument("f64", 1.0))
    call = Call("f_grad", arguments, ("f64", "f64"))
    programs: list[Program] = []
    for name, source in (
        ("tensors", text),
        ("memrefs", text.replace("enzyme.cache_use_tensor", "my.x")),
    ):
        result = run_cli(["-p", "loop-checkpoint{fn=f}"], source)
        assert result.exit_code == 0, result.stderr
        assert ("tensor.insert" in result.stdout) == (name == "tensors")
        programs.append(Program(name, result.stdout, (call,)))
    tensors, memrefs = run_batch(programs)
    assert not tensors.failure, tensors.failure
    assert tensors.calls[0].results == memrefs.calls[0].results

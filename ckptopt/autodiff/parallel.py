"""The sweeps of parallel loops.

Iterations are independent, so the reverse runs over the same space in parallel: it pops what its
own iteration pushed, reduces the adjoints of captured numbers by addition, and accumulates into
the shadows of memory from around the loop atomically. The adjoint of a sum is that of each term.

    %s = scf.parallel (%i) = ...  init (%z) {      scf.parallel (%i) = ... {
      %x = memref.load %m[%i]                ->      memref.atomic_rmw addf %s_adj, %m_shadow[%i]
      scf.reduce(%x) { ... arith.addf ... }          scf.reduce
    }                                              }
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from xdsl.dialects import arith, scf
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from ckptopt.autodiff import tapes
from ckptopt.autodiff.scope import Adjoints, Key, Saved, Scope, adjoint_name
from ckptopt.checkpointing.directives import other_attributes
from ckptopt.checkpointing.loops import emit_trip_count
from ckptopt.diagnostics import error, note
from ckptopt.emitter import INDEX, Emitter, constant_value
from ckptopt.regions import operations

if TYPE_CHECKING:
    from ckptopt.autodiff.activity import Activity
    from ckptopt.autodiff.reverse import Residuals, Sweeps


class ParallelLoop(NamedTuple):
    """The parts of an `scf.parallel`, by name."""

    op: Operation

    @property
    def body(self) -> Block:
        return self.op.regions[0].blocks[0]

    @property
    def bounds(self) -> list[tuple[SSAValue, SSAValue, SSAValue]]:
        """Lower bound, upper bound and step of each dimension."""
        count = len(self.body.args)
        lower, upper, step = (self.op.operands[i * count : (i + 1) * count] for i in range(3))
        return list(zip(lower, upper, step, strict=True))

    @property
    def inits(self) -> list[SSAValue]:
        return list(self.op.operands[3 * len(self.body.args) :])

    @property
    def reduced(self) -> list[SSAValue]:
        """What an iteration adds to each result."""
        return list(self.end.operands)

    @property
    def end(self) -> Operation:
        last = self.body.last_op
        assert last is not None
        return last


def is_parallel(op: Operation) -> bool:
    """True for the parallel loops that can be differentiated."""
    return op.name == "scf.parallel"


def check_parallel(op: Operation, activity: Activity) -> None:
    """Raise a located error for a step <= 0 and for an active reduction that is no sum."""
    loop = ParallelLoop(op)
    for _, _, step in loop.bounds:
        if isinstance(number := constant_value(step), int) and number <= 0:
            raise error(op, f"loop step must be positive, got {number}")
    for region, result in zip(loop.end.regions, op.results, strict=True):
        if result in activity and not _is_sum(region):
            combine = next(iter(operations(region.block)), loop.end)
            raise error(
                combine,
                f"a reduction by '{combine.name}' cannot be differentiated; a sum can",
                note(op, "of this parallel loop"),
            )


def _is_sum(region: Region) -> bool:
    block = region.block
    combine, last = block.first_op, block.last_op
    return (
        isinstance(combine, arith.AddfOp)
        and isinstance(last, scf.ReduceReturnOp)
        and last.result is combine.result
        and set(combine.operands) == set(block.args)
    )


def tape_parallel(sweeps: Sweeps, op: Operation, scope: Scope, e: Emitter) -> Residuals:
    """Emit `op` over 0 .. trips - 1; each iteration pushes its residuals. Returns the caches."""
    loop = ParallelLoop(op)
    trips = _trips(loop, scope, e)
    inner = scope.child(loop.body)
    block, at_end = _begin_body(loop, inner, e)
    caches: Residuals = {}
    for key, value in sweeps.tape(loop.body, inner, at_end).items():
        caches[op, key] = tapes.push(sweeps, at_end, key, value, e)
    sweeps.clone(loop.end, inner, at_end)
    inits = [scope[value] for value in loop.inits]
    results = _emit(sweeps, loop, trips, block, inits, e)
    for result, value in zip(op.results, results, strict=True):
        value.name_hint = result.name_hint
        scope.values[result] = value
    return caches


def reverse_parallel(
    sweeps: Sweeps, op: Operation, scope: Scope, adjoints: Adjoints, e: Emitter
) -> None:
    """Emit the adjoint of `op`: a parallel loop over the same space."""
    loop = ParallelLoop(op)
    saved: Saved = scope.saved(op)
    trips = _trips(loop, scope, e)
    local = Adjoints()
    inner = scope.child(loop.body)
    inner.parallel = True
    block, at_end = _begin_body(loop, inner, e)
    for key, cache in reversed(saved.items()):
        inner.values[cast(Key, key)] = tapes.pop(sweeps, at_end, cast(Key, key), cache)
    for result, init, term in zip(op.results, loop.inits, loop.reduced, strict=True):
        adjoint = adjoints.take(result)
        if adjoint is None:
            continue
        if term in sweeps.activity:
            local.add(term, adjoint, at_end)
        if init in sweeps.activity:
            adjoints.add(init, adjoint, e)
    sweeps.reverse(loop.body, inner, local, at_end)
    captured = [value for value in sweeps.active_captured(op) if value in local.values]
    terms = [local.values[value] for value in captured]
    at_end.insert(scf.ReduceOp(terms, [_sum(value, at_end) for value in captured]))
    inits = [adjoints.take_or_zero(value, e) for value in captured]
    for value, sum in zip(captured, _emit(sweeps, loop, trips, block, inits, e), strict=True):
        sum.name_hint = adjoint_name(value)
        adjoints.add(value, sum, e)


def _trips(loop: ParallelLoop, scope: Scope, e: Emitter) -> list[SSAValue]:
    return [
        emit_trip_count(e, *(scope.primal(value, e) for value in bounds)) for bounds in loop.bounds
    ]


def _begin_body(loop: ParallelLoop, scope: Scope, e: Emitter) -> tuple[Block, Emitter]:
    """A body for steps from 0, with the induction variables at its start, and its emitter."""
    block = Block(arg_types=[INDEX] * len(loop.body.args))
    at_end = e.at(InsertPoint.at_end(block))
    for step, arg, bounds in zip(block.args, loop.body.args, loop.bounds, strict=True):
        lower, _, stride = (scope.primal(value, e) for value in bounds)
        step.name_hint = arg.name_hint
        offset = at_end.mul(step, stride, arg.name_hint)
        scope.values[arg] = at_end.add(lower, offset, arg.name_hint)
    return block, at_end


def _emit(
    sweeps: Sweeps,
    loop: ParallelLoop,
    trips: list[SSAValue],
    block: Block,
    inits: list[SSAValue],
    e: Emitter,
) -> list[SSAValue]:
    zeros, ones = [e.index(0)] * len(trips), [e.index(1)] * len(trips)
    emitted = scf.ParallelOp(zeros, trips, ones, Region(block), inits)
    emitted.attributes.update(other_attributes(loop.op, sweeps.prefix))
    return list(e.insert(emitted).results)


def _sum(captured: SSAValue, e: Emitter) -> Region:
    block = Block(arg_types=[captured.type, captured.type])
    total = arith.AddfOp(block.args[0], block.args[1], e.fastmath)
    total.result.name_hint = adjoint_name(captured)
    block.add_ops([total, scf.ReduceReturnOp(total)])
    return Region(block)

"""Builds the reverse-mode gradient of a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import replace

from xdsl.dialects import func, scf
from xdsl.ir import Block, Operation, OpResult, SSAValue

from ckptopt.autodiff.activity import Activity
from ckptopt.autodiff.parallel import is_parallel
from ckptopt.autodiff.plan import Plan
from ckptopt.autodiff.rematerialise import (
    is_rematerialised,
    make_steps,
    policies_of,
    policy_from,
)
from ckptopt.autodiff.residuals import make_plan, reversed_operations
from ckptopt.autodiff.reverse import Residuals, Sweeps
from ckptopt.autodiff.scope import Adjoints, Scope
from ckptopt.autodiff.shadows import Shadows, carry_shadows
from ckptopt.autodiff.signature import (
    DUPLICATED,
    NEEDED,
    Mode,
    Request,
    Signature,
    add_argument,
    analyse_uses,
    function_of,
    suffixed,
)
from ckptopt.autodiff.tapes import fetch, kept_type, put_away
from ckptopt.checkpointing import rematerialise
from ckptopt.checkpointing.directives import (
    Directive,
    enable,
    is_enabled,
    prefer_file,
    read_directive,
    uses_tensors,
    warn_if_directed,
)
from ckptopt.checkpointing.effects import Memory, is_memory
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.scheme import Scheme
from ckptopt.checkpointing.schemes import PLANNED, choose, warn_if_nothing_is_moved
from ckptopt.checkpointing.views import sink_captured_views
from ckptopt.diagnostics import error, warn
from ckptopt.dialects.ckptopt import SplitOp
from ckptopt.dialects.enzyme import Activity as Use
from ckptopt.emitter import Emitter, memref_type
from ckptopt.rewriting.affine_use import expand_affine_in, holds_floats
from ckptopt.rewriting.rotate_while import rotate
from ckptopt.roles import Role

Observer = Callable[[Request, func.FuncOp, Sweeps], None]

OBSERVER: ContextVar[Observer | None] = ContextVar("observer", default=None)
"""Gets to see each plan before it is carried out: what was asked for, the primal, its sweeps."""


def make_gradient(primal: func.FuncOp, request: Request, signature: Signature) -> func.FuncOp:
    """The reverse-mode derivative of `primal`, a copy of `request.function` without calls.

    Caches are left as `enzyme.init`, `push` and `pop`; in split mode a `ckptopt.split` is where the
    reverse sweep begins. Raises a located error for what cannot be
    differentiated.
    """
    _prepare(primal, request)
    if request.storage == "file":
        for op in primal.walk():
            if is_enabled(op, request.prefix):
                prefer_file(op, request.prefix)
    split = request.mode is Mode.SPLIT
    memory = Memory(primal, split=split)
    activity = analyse_uses(primal, memory, signature)
    shadows = carry_shadows(primal, memory, activity)
    if shadows:
        memory = Memory(primal, frozenset(shadows.values()), split)
        activity = analyse_uses(primal, memory, signature)
    sweeps = _plan(primal, memory, activity, shadows, request, signature)
    if (observe := OBSERVER.get()) is not None:
        observe(request, primal, sweeps)
    return _emit(request, primal, sweeps, signature)


def _prepare(primal: func.FuncOp, request: Request) -> None:
    """Expand affine operations where floats or directives are near, and sink views into loops."""
    prefix = request.prefix
    expand_affine_in(primal, lambda op: not holds_floats(op) and not _is_directed(op, prefix))
    for op in reversed(list(primal.walk())):
        if isinstance(op, scf.WhileOp) and holds_floats(op):
            rotate(op)
    make_steps(primal)
    for op in list(primal.walk()):
        if op.regions and (
            is_enabled(op, prefix)
            or is_rematerialised(op)
            or (request.auto == "outermost" and adapter_of(op) is not None)
        ):
            sink_captured_views(op)


def _is_directed(op: Operation, prefix: str) -> bool:
    return any(inner.regions and is_enabled(inner, prefix) for inner in op.walk())


def _plan(
    primal: func.FuncOp,
    memory: Memory,
    activity: Activity,
    shadows: Shadows,
    request: Request,
    signature: Signature,
) -> Sweeps:
    block, prefix = primal.body.block, request.prefix
    active = reversed_operations(block, activity)
    schemes: dict[Operation, Scheme] = {}
    directives: dict[Operation, Directive | None] = {}
    if request.auto == "outermost":
        _enable_outermost(primal, active, request)
    for op in primal.walk():
        adapter = adapter_of(op)
        if adapter is None:
            if is_parallel(op) and read_directive(op, prefix) is not None:
                warn(op, "the iterations of a parallel loop are independent: none is replayed")
            elif op.regions and is_enabled(op, prefix) and op is not primal:
                raise error(op, f"'{op.name}' cannot be checkpointed")
            else:
                warn_if_directed(op, prefix)
            continue
        if is_rematerialised(op):
            if op in active:
                schemes[op] = rematerialise.SCHEME
            else:
                warn(op, "no derivative flows through this region: it is not replayed")
            continue
        directive = read_directive(op, prefix)
        if op in active:
            adapter.check(op)
            shares = request.memory is not None
            schemes[op] = choose(op, adapter, directive, shares=shares)
            directives[op] = directive
        elif directive is not None:
            warn(op, "no derivative flows through this loop: it is not checkpointed")
    plan = _residuals(primal, memory, activity, shadows, request, schemes)
    form = request.prevent_cse or "barrier"
    last = block.last_op
    ends = last.operands if isinstance(last, func.ReturnOp) else ()
    returned = frozenset(
        value for value, use in zip(ends, signature.results, strict=False) if use in NEEDED
    )
    sweeps = Sweeps(
        memory, activity, plan, schemes, shadows, prefix, form, request.residual_type, returned
    )
    if PLANNED in schemes.values():
        from ckptopt.autodiff.budgets import plan_schemes

        plan_schemes(primal, sweeps, directives, request.memory)
    elif request.memory is not None:
        warn(primal, "no loop is checkpointed within the budget of the function: it has no effect")
    for op, directive in directives.items():
        if directive is not None and (adapter := adapter_of(op)) is not None:
            steps, one_sweep = adapter.constant_trip_count(op), sweeps.is_reversed_next(op)
            warn_if_nothing_is_moved(op, directive, schemes[op], steps, one_sweep)
    return sweeps


def _residuals(
    primal: func.FuncOp,
    memory: Memory,
    activity: Activity,
    shadows: Shadows,
    request: Request,
    schemes: Mapping[Operation, Scheme],
) -> Plan:
    block = primal.body.block
    return make_plan(
        block,
        memory,
        activity,
        reversed_operations(block, activity),
        shadows,
        lambda op: schemes[op].replays,
        policies_of(primal, policy_from(primal, request.policy)),
        lambda type: kept_type(type, request.residual_type),
        lambda op: uses_tensors(op, request.prefix),
    )


def as_if_planned(request: Request, primal: func.FuncOp, sweeps: Sweeps, loop: Operation) -> Sweeps:
    """The sweeps of a gradient as they would be if `loop` were to be replayed."""
    schemes = {**sweeps.schemes, loop: PLANNED}
    plan = _residuals(primal, sweeps.memory, sweeps.activity, sweeps.shadows, request, schemes)
    return replace(sweeps, plan=plan, schemes=schemes, handed_out={})


def _enable_outermost(primal: func.FuncOp, active: set[Operation], request: Request) -> None:
    """Ask for the outermost loops with an adjoint to be checkpointed, unless they say."""
    outermost = [op for op in primal.walk() if op in active and _is_outermost(op)]
    if not outermost:
        warn(primal, "no derivative flows through a loop: none is checkpointed")
    for op in outermost:
        enable(op, request.prefix)
        if request.storage == "file":
            prefer_file(op, request.prefix)


def _is_outermost(op: Operation) -> bool:
    """True for a loop that is in no other one; regions that run again are no loops here."""
    if adapter_of(op) is None or is_rematerialised(op):
        return False
    around = op.parent_op()
    while around is not None:
        if adapter_of(around) is not None and not is_rematerialised(around):
            return False
        around = around.parent_op()
    return True


def _reverse_scope(sweeps: Sweeps, scope: Scope, residuals: Residuals, e: Emitter) -> Scope:
    """What the reverse of the function itself sees: all of it, unless it has a policy."""
    if not sweeps.plan.recomputes:
        scope.values.update(residuals)
        return scope
    seen = {
        key: value
        for key, value in scope.values.items()
        if not isinstance(key, OpResult) or is_memory(key)
    }
    kept = {
        key: fetch(sweeps, e, key, value) if isinstance(key, SSAValue) else value
        for key, value in residuals.items()
    }
    back = Scope(
        block=scope.block,
        values={**seen, **kept},
        shadows=scope.shadows,
        rereads=scope.rereads,
    )
    back.hide = sweeps.hide
    origins = sweeps.plan.recomputed_from
    back.values.update(zip(origins, sweeps.hide(e, [back[v] for v in origins]), strict=True))
    return back


def _emit(
    request: Request, primal: func.FuncOp, sweeps: Sweeps, signature: Signature
) -> func.FuncOp:
    source, block = primal.body.block, Block()
    scope = Scope(block=source, rereads=sweeps.plan.rereads)
    args = source.args[: len(signature.arguments)]
    for arg, use in zip(args, signature.arguments, strict=True):
        scope.values[arg] = add_argument(block, arg, arg.name_hint)
        if use in DUPLICATED:
            shadow = add_argument(block, arg, suffixed(arg, "shadow"))
            scope.shadows[arg] = shadow
            if arg in sweeps.shadows:
                scope.values[sweeps.shadows[arg]] = shadow
    last = source.last_op
    if not isinstance(last, func.ReturnOp):
        raise error(last or primal, "a function that does not return cannot be differentiated")
    adjoints = Adjoints()
    ends = list(zip(last.operands, signature.results, strict=True))
    seeded = [value for value, use in ends if use in (Use.ACTIVE, Use.ACTIVENONEED)]
    e = Emitter.at_end_of(block).located(primal).tagged(Role.PRIMAL)
    seeds = [
        add_argument(block, value, "seed" if len(seeded) == 1 else f"seed{index}")
        for index, value in enumerate(seeded)
    ]
    residuals = {
        key: put_away(sweeps, e, key, value) if isinstance(key, SSAValue) else value
        for key, value in sweeps.tape(source, scope, e).items()
    }
    returned = [scope[value] for value, use in ends if use in NEEDED]
    if request.mode is Mode.SPLIT:
        e.located(last).tagged(Role.CUT).insert(SplitOp(returned))
        returned = []
    e = e.tagged(Role.REVERSE)
    for value, seed in zip(seeded, seeds, strict=True):
        if value in sweeps.activity:
            adjoints.add(value, seed, e)
    e = e.with_fastmath(request.fastmath)
    scope = _reverse_scope(sweeps, scope, residuals, e)
    shadows = _shadow_globals(primal, sweeps, scope, e)
    sweeps.reverse(source, scope, adjoints, e)
    for shadow in shadows:
        e.tagged(Role.SHADOW).dealloc(shadow)
    for arg, use in zip(args, signature.arguments, strict=True):
        if use is Use.ACTIVE:
            returned.append(adjoints.take_or_zero(arg, e, scope))
    e.located(last).tagged(Role.RETURN).insert(func.ReturnOp(*returned))
    return function_of(block, request, signature)


def _shadow_globals(
    primal: func.FuncOp, sweeps: Sweeps, scope: Scope, e: Emitter
) -> list[SSAValue]:
    """Make a shadow for each global that derivatives flow through, zero at first."""
    made: dict[str, SSAValue] = {}
    for op in primal.walk():
        name = sweeps.memory.global_name(op.results[0]) if op.results else None
        if name is None or op.results[0] not in sweeps.activity:
            continue
        if name not in made:
            at = e.located(op).tagged(Role.SHADOW)
            made[name] = at.alloc(memref_type(op.results[0]), (), f"{name}_shadow")
            at.fill_zero(made[name])
        scope.shadows[op.results[0]] = made[name]
    return list(made.values())

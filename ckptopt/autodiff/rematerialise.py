"""Marks for rematerialisation: regions to run again in the reverse sweep, names and policies.

| attribute | on | meaning |
|---|---|---|
| `ckptopt.remat` | function, call, `scf.execute_region` | save its inputs and replay it |
| `ckptopt.policy = "..."` | those, and loops | what its tape keeps (see `policies`) |
| `ckptopt.prevent_cse = "..."` | those regions | how its replay is kept apart (see `barriers`) |
| `ckptopt.checkpoint_name = "h"` | operation | what policies call its results |

A region to be replayed becomes a loop of one step, which the scheme `rematerialise` runs; so it is
a loop for the engine, and nests compose.

    %y = scf.execute_region -> f64 {        %y = scf.for %once = 0 to 1 iter_args(%_ = 0.0) {
      %t = math.sin %x : f64                  %t = math.sin %x : f64
      scf.yield %t : f64              ->      scf.yield %t : f64
    } {ckptopt.remat}                       } {ckptopt.remat}
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import StringAttr, UnitAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.autodiff.parallel import is_parallel
from ckptopt.autodiff.policies import (
    MIN_BYTES,
    Policy,
    PolicyError,
    named_operations,
    parse_policy,
)
from ckptopt.checkpointing.directives import NAME, POLICY, PREVENT_CSE, REMAT, drop_marks
from ckptopt.checkpointing.effects import is_memory
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.diagnostics import error, warn
from ckptopt.emitter import Emitter
from ckptopt.regions import function_block, is_inside

REGION_MARKS = (REMAT, POLICY, PREVENT_CSE)

Policies = Mapping[Operation, Policy | None]
"""The policy of each function and loop, None for the minimum cut."""


def is_rematerialised(op: Operation) -> bool:
    """True if `op` is to be replayed in the reverse sweep."""
    return REMAT in op.attributes


def marks_of(op: Operation) -> dict[str, Attribute]:
    """The attributes of `op` that say how it is rematerialised."""
    return {name: op.attributes[name] for name in REGION_MARKS if name in op.attributes}


# Regions


def enclose(block: Block, at: InsertPoint, marks: Mapping[str, Attribute]) -> scf.ExecuteRegionOp:
    """Insert a region with `marks` that runs `block`, whose terminator becomes a yield.

    `block` has no arguments and is detached.
    """
    last = block.last_op
    assert last is not None
    Rewriter.replace_op(last, scf.YieldOp(*last.operands))
    types = [value.type for value in last.operands]
    region = scf.ExecuteRegionOp.create(
        result_types=types, regions=[Region(block)], attributes=dict(marks)
    )
    Rewriter.insert_op(region, at)
    return region


def make_steps(primal: func.FuncOp) -> None:
    """Turn the regions of `primal` that are to be replayed, perhaps all of it, into loops.

    Raises a located error for a region that a replay cannot run.
    """
    if is_rematerialised(primal):
        _enclose_body(primal)
    for op in list(primal.walk()):
        if isinstance(op, scf.ExecuteRegionOp) and len(op.region.blocks) == 1:
            _share_results(op)
        if is_rematerialised(op) and op is not primal:
            if not isinstance(op, scf.ExecuteRegionOp):
                warn(op, f"'{REMAT}' has no effect on '{op.name}'")
                op.attributes.pop(REMAT)
                continue
            _make_step(op)


def _share_results(op: scf.ExecuteRegionOp) -> None:
    """Let one result stand for a value, none for a value from outside.

    So adjoints are added up in the order in which they are without the region.
    """
    block = op.region.block
    last = block.last_op
    assert last is not None
    known: dict[SSAValue, SSAValue] = {}
    for result, value in zip(op.results, last.operands, strict=True):
        if not is_inside(value, block):
            result.replace_all_uses_with(value)
        elif (same := known.setdefault(value, result)) is not result:
            result.replace_all_uses_with(same)


def _enclose_body(primal: func.FuncOp) -> None:
    """Put all of a function into a region."""
    block = primal.body.block
    last = block.last_op
    if not isinstance(last, func.ReturnOp):
        raise error(primal, "a function that does not return cannot be rematerialised")
    inner = Block()
    for op in list(block.ops):
        op.detach()
        inner.add_op(op)
    region = enclose(inner, InsertPoint.at_end(block), marks_of(primal))
    region.location = primal.location
    for result, value in zip(region.results, last.operands, strict=True):
        result.name_hint = value.name_hint
    end = func.ReturnOp(*region.results)
    end.location = last.location
    block.add_op(end)
    for mark in REGION_MARKS:
        primal.attributes.pop(mark, None)


def _make_step(op: scf.ExecuteRegionOp) -> None:
    if len(op.regions[0].blocks) > 1:
        raise error(op, "a region of several blocks cannot be rematerialised")
    if any(is_memory(result) for result in op.results):
        raise error(op, "a region that returns memory cannot be rematerialised")
    parent = op.parent
    assert parent is not None
    e = Emitter.at_end_of(function_block(parent)).at(InsertPoint.before(op)).located(op)
    zero, one = e.index(0), e.index(1)
    inits = [e.placeholder(result.type) for result in op.results]
    block = op.regions[0].block
    block.insert_arg(zero.type, 0)
    for result in op.results:
        block.insert_arg(result.type, len(block.args))
    step = scf.ForOp.create(
        operands=[zero, one, one, *inits],
        result_types=op.result_types,
        attributes=dict(op.attributes),
        regions=[op.detach_region(op.regions[0])],
    )
    e.insert(step)
    for old, new in zip(op.results, step.results, strict=True):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    Rewriter.erase_op(op)


# Policies


def policies_of(primal: func.FuncOp, default: Policy | None) -> Policies:
    """The policy of each scope: its own, else that of the scope around it, else `default`.

    A rematerialised region without one keeps nothing but its inputs, as `jax.checkpoint` does.
    Raises a located error for a policy that cannot be read, and warns of marks without effect.
    """
    found: dict[Operation, Policy | None] = {primal: _own_policy(primal, default)}
    for op in primal.walk():
        _check_name(op)
        _check_region(op)
        if op is primal:
            continue
        if adapter_of(op) is None and not is_parallel(op):
            if POLICY in op.attributes:
                warn(op, f"'{POLICY}' has no effect on '{op.name}'")
            continue
        inherited = _NOTHING if is_rematerialised(op) else found[_scope_around(op, found)]
        found[op] = _own_policy(op, inherited)
    _warn_of_unknown_names(primal, found)
    return found


def _scope_around(op: Operation, known: Policies) -> Operation:
    around = op.parent_op()
    assert around is not None
    return around if around in known else _scope_around(around, known)


_NOTHING = parse_policy("nothing_saveable")


def _own_policy(op: Operation, otherwise: Policy | None) -> Policy | None:
    text = op.attributes.get(POLICY)
    if text is None:
        return otherwise
    if not isinstance(text, StringAttr):
        warn(op, f"'{POLICY}' must be a string; it is ignored")
        return otherwise
    return policy_from(op, text.data)


def policy_from(where: Operation, text: str | None) -> Policy | None:
    """The policy that a user wrote; raises a located error for one that cannot be read."""
    try:
        return parse_policy(MIN_BYTES if text is None else text)
    except PolicyError as reason:
        raise error(where, str(reason)) from None


CSE_FORMS = ("barrier", "while", "cond", "none")


def _check_region(op: Operation) -> None:
    form = op.attributes.get(PREVENT_CSE)
    if form is None:
        return
    if not is_rematerialised(op):
        warn(op, f"'{PREVENT_CSE}' has no effect on what is not rematerialised")
    elif not isinstance(form, StringAttr) or form.data not in CSE_FORMS:
        raise error(op, f"'{PREVENT_CSE}' must be one of {', '.join(CSE_FORMS)}")


def _check_name(op: Operation) -> None:
    name = op.attributes.get(NAME)
    if name is not None and not isinstance(name, StringAttr):
        warn(op, f"'{NAME}' must be a string; it is ignored")
    elif name is not None and not op.results:
        warn(op, f"'{NAME}' has no effect on an operation without results")


def _warn_of_unknown_names(primal: func.FuncOp, policies: Policies) -> None:
    known = {name for _, name in named_operations(primal)}
    said: set[tuple[str, str]] = set()
    for op, policy in policies.items():
        if policy is None:
            continue
        for name in policy.names:
            if name not in known and (name, policy.text) not in said:
                said.add((name, policy.text))
                warn(op, f"no operation has the name '{name}' that the policy mentions")


def warn_of_marks(primal: func.FuncOp) -> None:
    """Drop all marks where nothing is kept, in forward mode, and warn of those that ask for more
    than a name."""
    for op in primal.walk():
        for name in REGION_MARKS:
            if name in op.attributes:
                warn(op, f"'{name}' has no effect in forward mode: nothing is kept")
        drop_marks(op)


def region_marks(call: func.CallOp, callee: func.FuncOp) -> dict[str, Attribute]:
    """How the body of `callee` is rematerialised at `call`: what the call says comes first."""
    marks = {**marks_of(callee), **marks_of(call)}
    if REMAT not in marks:
        return {}
    return {**marks, REMAT: UnitAttr()}

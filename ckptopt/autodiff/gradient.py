"""Builds the gradient of a function.

Signature (Enzyme's combined convention):

    inputs   each primal argument, directly followed by its shadow if duplicated;
             then one seed per active result
    results  primal results where asked for; then one gradient per active argument
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from xdsl.dialects import func
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ckptopt.autodiff.activity import Activity, analyse
from ckptopt.autodiff.inline import functions, inline_calls
from ckptopt.autodiff.residuals import make_plan, reversed_operations
from ckptopt.autodiff.reverse import Sweeps
from ckptopt.autodiff.scope import Adjoints, Scope
from ckptopt.checkpointing.directives import is_enabled, read_directive
from ckptopt.checkpointing.effects import Memory
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.checkpointing.scheme import Scheme
from ckptopt.checkpointing.schemes import choose
from ckptopt.checkpointing.views import sink_captured_views
from ckptopt.diagnostics import error, warn
from ckptopt.emitter import Emitter, element_type, is_float


class Use(StrEnum):
    """How an argument or result takes part in a derivative, in Enzyme's words."""

    ACTIVE = "enzyme_active"
    DUP = "enzyme_dup"
    DUP_NO_NEED = "enzyme_dupnoneed"
    CONST = "enzyme_const"


@dataclass(frozen=True)
class Request:
    """What is to be differentiated, and how.

    `arguments` and `results` give the use of each, None for the defaults: floats active, memrefs
    of floats duplicated, everything else constant. `return_primal` puts the primal's results
    before the gradients.
    """

    function: func.FuncOp
    name: str
    arguments: tuple[Use, ...] | None = None
    results: tuple[Use, ...] | None = None
    return_primal: bool = False
    prefix: str = "enzyme"


def make_gradient(module: ModuleOp, request: Request) -> func.FuncOp:
    """Add the gradient of `request.function` to `module`, directly after it, and return it.

    Caches are left as `enzyme.init`, `push` and `pop`. Raises a located error for what cannot be
    differentiated.
    """
    function = request.function
    known = functions(module)
    if request.name in known:
        raise error(known[request.name], f"the name '@{request.name}' is taken")
    if len(function.body.blocks) != 1:
        what = "several blocks" if function.body.blocks else "no body"
        raise error(
            function, f"'@{function.sym_name.data}' has {what} and cannot be differentiated"
        )
    arguments = _uses(function, request.arguments, function.function_type.inputs.data, "argument")
    results = _uses(function, request.results, function.function_type.outputs.data, "result")
    primal = _prepare(function, known, request.prefix)
    block = primal.body.block
    inputs = [arg for arg, use in zip(block.args, arguments, strict=True) if use is not Use.CONST]
    memory = Memory(primal)
    activity = analyse(primal, memory, inputs, [use is not Use.CONST for use in results])
    sweeps = _plan(primal, memory, activity, request.prefix)
    gradient = _emit(request, primal, sweeps, arguments, results)
    module.body.block.insert_op_after(gradient, function)
    return gradient


def _uses(
    function: func.FuncOp, stated: tuple[Use, ...] | None, types: Sequence[Attribute], kind: str
) -> list[Use]:
    if stated is None:
        return [default_use(type) if kind == "argument" else default_result(type) for type in types]
    if len(stated) != len(types):
        raise error(
            function,
            f"'@{function.sym_name.data}' has {len(types)} {kind}s, "
            f"but {len(stated)} activities are given",
        )
    for index, (use, type) in enumerate(zip(stated, types, strict=True)):
        allowed = {Use.CONST, default_use(type)}
        if kind == "argument" and Use.DUP in allowed:
            allowed.add(Use.DUP_NO_NEED)
        if use not in allowed:
            raise error(function, f"{kind} {index} of type {type} cannot be '{use}'")
    return list(stated)


def default_use(type: Attribute) -> Use:
    """The use of an argument of `type` when nothing is said."""
    if is_float(type):
        return Use.ACTIVE
    if is_float(element_type(type)):
        return Use.DUP
    return Use.CONST


def default_result(type: Attribute) -> Use:
    """The use of a result of `type` when nothing is said."""
    return Use.ACTIVE if is_float(type) else Use.CONST


def _prepare(function: func.FuncOp, known: dict[str, func.FuncOp], prefix: str) -> func.FuncOp:
    """A copy of the primal without calls, with views derived inside checkpointed loops."""
    primal = function.clone()
    inline_calls(primal, known)
    for op in list(primal.walk()):
        if op.regions and is_enabled(op, prefix):
            sink_captured_views(op)
    return primal


def _plan(primal: func.FuncOp, memory: Memory, activity: Activity, prefix: str) -> Sweeps:
    block = primal.body.block
    active = reversed_operations(block, activity)
    schemes: dict[Operation, Scheme] = {}
    for op in primal.walk():
        adapter = adapter_of(op)
        if adapter is None:
            if op.regions and is_enabled(op, prefix) and op is not primal:
                raise error(op, f"'{op.name}' cannot be checkpointed")
            continue
        adapter.check(op)
        directive = read_directive(op, prefix)
        if op in active:
            schemes[op] = choose(op, adapter, directive)
        elif directive is not None:
            warn(op, "no derivative flows through this loop: it is not checkpointed")
    plan = make_plan(block, memory, activity, active, lambda op: schemes[op].replays)
    return Sweeps(memory, activity, plan, schemes, prefix)


def _emit(
    request: Request,
    primal: func.FuncOp,
    sweeps: Sweeps,
    arguments: list[Use],
    results: list[Use],
) -> func.FuncOp:
    source, block = primal.body.block, Block()
    scope = Scope(block=source)
    for arg, use in zip(source.args, arguments, strict=True):
        scope.values[arg] = _add_argument(block, arg, arg.name_hint)
        if use in (Use.DUP, Use.DUP_NO_NEED):
            name = f"{arg.name_hint}_shadow" if arg.name_hint else None
            scope.shadows[arg] = _add_argument(block, arg, name)
    last = source.last_op
    assert isinstance(last, func.ReturnOp)
    adjoints = Adjoints()
    seeded = [v for v, use in zip(last.operands, results, strict=True) if use is Use.ACTIVE]
    e = Emitter.at_end_of(block).located(primal)
    seeds = [
        _add_argument(block, value, "seed" if len(seeded) == 1 else f"seed{index}")
        for index, value in enumerate(seeded)
    ]
    scope.values.update(sweeps.tape(source, scope, e))
    for value, seed in zip(seeded, seeds, strict=True):
        if value in sweeps.activity:
            adjoints.add(value, seed, e)
    sweeps.reverse(source, scope, adjoints, e)
    returned = [scope[value] for value in last.operands] if request.return_primal else []
    for arg, use in zip(source.args, arguments, strict=True):
        if use is Use.ACTIVE:
            returned.append(adjoints.take_or_zero(arg, e))
    e.located(last).insert(func.ReturnOp(*returned))
    type = FunctionType.from_lists(
        [arg.type for arg in block.args], [value.type for value in returned]
    )
    gradient = func.FuncOp(request.name, type, Region(block))
    gradient.location = primal.location
    gradient.attributes.update({k: v for k, v in primal.attributes.items() if "." in k})
    return gradient


def _add_argument(block: Block, like: SSAValue, name: str | None) -> SSAValue:
    arg = block.insert_arg(like.type, len(block.args))
    arg.name_hint = name
    return arg

"""What is to be differentiated, how, and the signature that follows (Enzyme's convention).

Reverse mode (`combined`):

    inputs   each primal argument, directly followed by its shadow if duplicated;
             then one seed per active result
    results  primal results where needed; then one gradient per active argument

Forward mode:

    inputs   each primal argument, directly followed by its tangent or shadow if duplicated
    results  per result the primal where needed, directly followed by the tangent if duplicated
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from xdsl.dialects import func
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    UnrankedMemRefType,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

from ckptopt.autodiff.activity import Activity, analyse
from ckptopt.checkpointing.directives import drop_marks
from ckptopt.checkpointing.effects import Memory, is_memory
from ckptopt.diagnostics import error
from ckptopt.dialects.enzyme import Activity as Use
from ckptopt.emitter import NO_FLAGS, element_type, is_float

DUPLICATED = (Use.DUP, Use.DUPNONEED)
"""The uses of what has a tangent or shadow beside it."""

NEEDED = (Use.ACTIVE, Use.DUP, Use.CONST)
"""The uses of results whose primal value is returned."""

WITHOUT_PRIMAL = {
    Use.ACTIVE: Use.ACTIVENONEED,
    Use.DUP: Use.DUPNONEED,
    Use.CONST: Use.CONSTNONEED,
}


class Mode(StrEnum):
    """How derivatives are carried, in the words of the `mode` option."""

    COMBINED = "combined"
    SPLIT = "split"
    FORWARD = "ForwardMode"


class Request(NamedTuple):
    """What is to be differentiated, and how.

    `arguments` and `results` give the use of each, None for the defaults; `prefix` is that of the
    checkpointing attributes. `asker` is the operation that asks, if it is not the function itself:
    what is wrong with the uses is reported there. `policy` is what tapes keep where no attribute
    says it, None for the default, and `prevent_cse` how a recomputation is kept apart, None for
    a barrier where it is needed. `residual_type` is the float type of tapes, None for that of the
    values, and `fastmath` the flags that operations of the derivative get beside those of the
    primal. `storage` is where snapshots of loops are that do not say it, `memory` the budget in
    bytes of the loops that have none of their own, None for no limit, and `auto` says which loops
    are checkpointed that do not say so themselves.
    """

    function: func.FuncOp
    name: str
    mode: Mode = Mode.COMBINED
    arguments: tuple[Use, ...] | None = None
    results: tuple[Use, ...] | None = None
    prefix: str = "enzyme"
    asker: Operation | None = None
    policy: str | None = None
    prevent_cse: Literal["none", "barrier", "while", "cond"] | None = None
    residual_type: Literal["bf16", "f16", "f32"] | None = None
    fastmath: FastMathFlagsAttr = NO_FLAGS
    storage: Literal["heap", "file"] = "heap"
    memory: int | None = None
    auto: Literal["none", "outermost"] = "none"


class Signature(NamedTuple):
    """The use of each argument and result."""

    arguments: tuple[Use, ...]
    results: tuple[Use, ...]


def argument_uses(type: Attribute, mode: Mode) -> tuple[Use, ...]:
    """How an argument of `type` can take part; the default first."""
    if is_float(type) and mode is not Mode.FORWARD:
        return Use.ACTIVE, Use.CONST
    if is_float(element_type(type)):
        return Use.DUP, Use.DUPNONEED, Use.CONST
    return (Use.CONST,)


def result_uses(type: Attribute, mode: Mode) -> tuple[Use, ...]:
    """How a result of `type` can take part; the default first."""
    constant = Use.CONST, Use.CONSTNONEED
    if mode is not Mode.FORWARD:
        return (Use.ACTIVE, Use.ACTIVENONEED, *constant) if is_float(type) else constant
    if is_float(type):
        return (Use.DUP, Use.DUPNONEED, *constant)
    return (*constant, Use.DUP, Use.DUPNONEED) if is_float(element_type(type)) else constant


def signature_of(request: Request) -> Signature:
    """The uses that a request states, completed by the defaults.

    Raises a located error for a wrong number of them, and for one that its type cannot have.
    """
    type = request.function.function_type
    inputs = [argument_uses(input, request.mode) for input in type.inputs]
    outputs = [result_uses(output, request.mode) for output in type.outputs]
    return Signature(
        _checked(request, "argument", request.arguments, type.inputs.data, inputs),
        _checked(request, "result", request.results, type.outputs.data, outputs),
    )


def _checked(
    request: Request,
    kind: str,
    stated: tuple[Use, ...] | None,
    types: Sequence[Attribute],
    possible: Sequence[tuple[Use, ...]],
) -> tuple[Use, ...]:
    if stated is None:
        _refuse_unsaid(request, kind, types)
        return tuple(uses[0] for uses in possible)
    function, where = request.function, request.asker or request.function
    if len(stated) != len(types):
        raise error(
            where,
            f"'@{function.sym_name.data}' has {_count(len(types), kind)}, "
            f"but the number of {kind} activities given is {len(stated)}",
        )
    for index, (use, type, uses) in enumerate(zip(stated, types, possible, strict=True)):
        if use not in uses:
            mode = "forward" if request.mode is Mode.FORWARD else "reverse"
            raise error(
                where,
                f"{kind} {index} of type {type} cannot be '{use}' in {mode} mode, "
                f"only {', '.join(uses)}",
            )
    return stated


def _refuse_unsaid(request: Request, kind: str, types: Sequence[Attribute]) -> None:
    """Raise a located error for memory of floats that has no shadow unless the user says so."""
    option = "argTys" if kind == "argument" else "retTys"
    for index, type in enumerate(types):
        refused = _is_unranked(type) if kind == "argument" else not is_float(type)
        if refused and is_float(element_type(type)) and request.mode is not Mode.FORWARD:
            raise error(
                request.asker or request.function,
                f"{kind} {index} of type {type} cannot carry derivatives; "
                f"say so with {option}=...,enzyme_const,...",
            )


def _is_unranked(type: object) -> bool:
    return isinstance(type, UnrankedMemRefType)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def analyse_uses(primal: func.FuncOp, memory: Memory, signature: Signature) -> Activity:
    """The activity of `primal` under `signature`.

    Raises a located error where derivatives flow through the memory of an argument without shadow.
    """
    arguments = list(zip(primal.body.block.args, signature.arguments, strict=False))
    inputs = [arg for arg, use in arguments if use is not Use.CONST]
    outputs = [use not in (Use.CONST, Use.CONSTNONEED) for use in signature.results]
    activity = analyse(primal, memory, inputs, outputs)
    for index, (arg, use) in enumerate(arguments):
        if use is Use.CONST and is_memory(arg) and arg in activity:
            raise error(
                arg,
                f"argument {index} is '{Use.CONST}', but derivatives flow through its memory: "
                f"it needs a shadow ('{Use.DUP}')",
            )
    return activity


def add_argument(block: Block, like: SSAValue, name: str | None) -> SSAValue:
    """Append an argument of the type of `like` to `block`."""
    arg = block.insert_arg(like.type, len(block.args))
    arg.name_hint = name
    if isinstance(like, BlockArgument):
        arg.location = like.location
    return arg


def suffixed(value: SSAValue, suffix: str) -> str | None:
    """What belongs to `value` is called after it, if it has a name."""
    return f"{value.name_hint}_{suffix}" if value.name_hint else None


def function_of(block: Block, request: Request, signature: Signature) -> func.FuncOp:
    """The function `request.name` with entry block `block`, which returns already.

    It has the discardable attributes of the primal but for marks of rematerialisation; so have its
    arguments, and their shadows those of what they are shadows of.
    """
    last = block.last_op
    assert isinstance(last, func.ReturnOp)
    type = FunctionType.from_lists(
        [arg.type for arg in block.args], [value.type for value in last.operands]
    )
    made = func.FuncOp(
        request.name, type, Region(block), arg_attrs=_arg_attrs(request, signature, len(block.args))
    )
    made.location = request.function.location
    kept = {key: value for key, value in request.function.attributes.items() if "." in key}
    made.attributes.update(kept)
    drop_marks(made)
    return made


def _arg_attrs(
    request: Request, signature: Signature, count: int
) -> ArrayAttr[DictionaryAttr] | None:
    stated = request.function.arg_attrs
    if stated is None:
        return None
    attributes: list[DictionaryAttr] = []
    for own, use in zip(stated, signature.arguments, strict=True):
        attributes += [own] * (2 if use in DUPLICATED else 1)
    return ArrayAttr([*attributes, *([DictionaryAttr({})] * (count - len(attributes)))])

"""Builds the derivative of a function, in the mode that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from types import ModuleType

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType
from xdsl.rewriter import Rewriter

from ckptopt.autodiff.gradient import make_gradient
from ckptopt.autodiff.inline import inline_calls
from ckptopt.autodiff.signature import Mode, Request, signature_of
from ckptopt.checkpointing.effects import is_memory
from ckptopt.diagnostics import error
from ckptopt.dialects.enzyme import IgnoreDerivativesOp
from ckptopt.emitter import element_type
from ckptopt.regions import is_barrier

REQUESTED: ContextVar[Callable[[Request], None] | None] = ContextVar("requested", default=None)
"""Gets to see each request before anything is made for it."""


def make_derivative(request: Request, known: Mapping[str, func.FuncOp]) -> func.FuncOp:
    """The function that a request asks for, not yet in a module.

    `known` holds the functions that calls may name. Raises a located error for what cannot be
    differentiated.
    """
    function = request.function
    name = function.sym_name.data
    if len(function.body.blocks) != 1:
        what = "several blocks" if function.body.blocks else "no body"
        raise error(function, f"'@{name}' has {what} and cannot be differentiated")
    signature = signature_of(request)
    if (observe := REQUESTED.get()) is not None:
        observe(request)
    primal = function.clone()
    inline_calls(primal, known)
    _refuse_nested_memory(primal)
    holds_barriers = any(is_barrier(op) for op in primal.walk())
    if holds_barriers:
        _barriers().raise_hidden(primal)
    match request.mode:
        case Mode.COMBINED | Mode.SPLIT:
            made = make_gradient(primal, request, signature)
        case Mode.FORWARD:
            from ckptopt.autodiff.forward import make_tangent

            made = make_tangent(primal, request, signature)
    _drop_ignored(made)
    if holds_barriers:
        _barriers().lower_hidden(made)
    return made


def _refuse_nested_memory(primal: func.FuncOp) -> None:
    """Raise a located error for memory that holds memrefs: who shares what is not analysed."""
    for op in primal.walk():
        for value in (*op.operands, *op.results):
            if is_memory(value) and isinstance(element_type(value.type), MemRefType):
                raise error(op, f"memory of type {value.type} cannot be differentiated")


def _barriers() -> ModuleType:
    """Loaded where it is needed: it imports the llvm dialect."""
    from ckptopt.autodiff import barriers

    return barriers


def _drop_ignored(function: func.FuncOp) -> None:
    """Outside differentiation `enzyme.ignore_derivatives` is the identity."""
    for op in list(function.walk()):
        if isinstance(op, IgnoreDerivativesOp):
            op.output.replace_all_uses_with(op.input)
            Rewriter.erase_op(op)

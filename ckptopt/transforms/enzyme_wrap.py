"""`enzyme-wrap`: differentiate one function, with Enzyme's options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ckptopt.autodiff.derivative import make_derivative
from ckptopt.autodiff.fastmath import flags_from
from ckptopt.autodiff.signature import Mode, Request
from ckptopt.diagnostics import error
from ckptopt.dialects.enzyme import Activity as Use
from ckptopt.symbols import functions, table_of, users_of
from ckptopt.transforms.differentiate import (
    add_function,
    named_function,
    parse_uses,
    require_free,
    without_primal,
)
from ckptopt.transforms.enzyme import refuse, warn_of_idle_options

_RESULTS_IN_REVERSE = {
    Use.ACTIVE: Use.ACTIVENONEED,
    Use.DUP: Use.CONST,
    Use.DUPNONEED: Use.CONSTNONEED,
    Use.CONST: Use.CONSTNONEED,
}
"""What Enzyme's words for results mean in reverse mode: `enzyme_dup` is the primal, unseeded."""


@dataclass(frozen=True)
class EnzymeWrapPass(ModulePass):
    """Differentiate one function, as Enzyme's pass of this name does.

    With `outfn` the derivative is added as a private function; without, it takes the place and the
    name of `infn`, and is public. `argTys` and `retTys` give the activities, by default those of
    `differentiate`. The three reverse modes are one: they give the combined function, which
    returns gradients, and a primal result only where `retTys` says `enzyme_dup`.

    `enzyme-wrap{infn=f argTys=enzyme_active retTys=enzyme_active mode=ReverseModeCombined}`:

        func.func @f(%x: f64) -> f64 {         func.func @f(%x: f64, %seed: f64) -> f64 {
          %y = math.sin %x : f64          ->     %c = math.cos %x : f64
          return %y : f64                        %x_adj = arith.mulf %seed, %c : f64
        }                                        return %x_adj : f64
                                               }
    """

    name = "enzyme-wrap"

    infn: str
    outfn: str = ""
    mode: Literal[
        "ForwardMode", "ReverseModeCombined", "ReverseModePrimal", "ReverseModeGradient"
    ] = "ForwardMode"
    argTys: tuple[str, ...] | None = None
    retTys: tuple[str, ...] | None = None
    dataflow: bool = False
    strongZero: bool = False
    atomicAdd: bool = False
    markReadonly: bool = False
    attr_prefix: str = "enzyme"
    fastmath: tuple[str, ...] | None = None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = named_function(op, self.infn)
        table = table_of(function)
        warn_of_idle_options(function, dataflow=self.dataflow, markReadonly=self.markReadonly)
        refuse(function, strongZero=self.strongZero, atomicAdd=self.atomicAdd)
        request = self._request(function)
        if self.outfn:
            require_free(table, {self.outfn})
        else:
            _require_unused(table, function)
        derivative = make_derivative(request, functions(table))
        add_function(derivative, function)
        if self.outfn:
            derivative.sym_visibility = StringAttr("private")
        else:
            Rewriter.erase_op(function)

    def _request(self, function: func.FuncOp) -> Request:
        mode = Mode.FORWARD if self.mode == "ForwardMode" else Mode.COMBINED
        arguments, results = parse_uses(function, self.argTys), parse_uses(function, self.retTys)
        if results is not None and mode is Mode.COMBINED:
            results = tuple(_RESULTS_IN_REVERSE[use] for use in results)
        request = Request(
            function,
            self.outfn or function.sym_name.data,
            mode,
            arguments,
            results,
            self.attr_prefix,
            fastmath=flags_from(self.fastmath, function),
        )
        return without_primal(request) if results is None else request


def _require_unused(table: Operation, function: func.FuncOp) -> None:
    """Raise a located error if something refers to a function that its derivative replaces."""
    name = function.sym_name.data
    for user in users_of(table, name):
        raise error(
            user,
            f"'@{name}' is used, so its derivative cannot take its place: "
            "give the derivative a name with outfn=",
        )

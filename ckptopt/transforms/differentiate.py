"""`differentiate`: add the derivative of functions, in reverse or forward mode."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.passes import ModulePass

from ckptopt.autodiff.derivative import make_derivative
from ckptopt.autodiff.inline import functions, reachable
from ckptopt.autodiff.rematerialise import is_rematerialised
from ckptopt.autodiff.signature import WITHOUT_PRIMAL, Mode, Request, signature_of
from ckptopt.checkpointing.directives import is_directed, is_enabled
from ckptopt.diagnostics import error, warn
from ckptopt.dialects.enzyme import Activity as Use


@dataclass(frozen=True)
class DifferentiatePass(ModulePass):
    """Add `@f_grad`, the reverse-mode gradient of `@f`, with caches for what it stores.

    Without `fn`, every public function is differentiated that holds a loop with
    `enzyme.enable_checkpointing = true` or something with `ckptopt.remat`, itself or through calls.
    `policy`, `prevent-cse` and `residual-type` say what tapes keep, and how (docs/residuals.md).

        func.func @f(%x: f64) -> f64 {         func.func @f_grad(%x: f64, %seed: f64) -> f64 {
          %y = math.sin %x : f64          ->     %c = math.cos %x : f64
          return %y : f64                        %x_adj = arith.mulf %seed, %c : f64
        }                                        return %x_adj : f64
                                               }

    With `mode=split`, a `ckptopt.split` in it is where the reverse sweep begins, for
    `split-derivative` to cut. With `mode=ForwardMode` it adds `@f_fwd` instead, which carries
    tangents and stores nothing:

        func.func @f_fwd(%x: f64, %x_tan: f64) -> (f64, f64) {
          %y = math.sin %x : f64
          %c = math.cos %x : f64
          %y_tan = arith.mulf %x_tan, %c : f64
          return %y, %y_tan : f64, f64
        }
    """

    name = "differentiate"

    fn: str | None = None
    outfn: str | None = None
    argTys: tuple[str, ...] | None = None
    retTys: tuple[str, ...] | None = None
    mode: Literal["combined", "split", "ForwardMode"] = "combined"
    return_primal: bool = False
    attr_prefix: str = "enzyme"
    policy: str | None = None
    prevent_cse: Literal["none", "barrier", "while", "cond"] | None = None
    residual_type: Literal["bf16", "f16", "f32"] | None = None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        self.run(op)

    def run(self, module: ModuleOp) -> list[str]:
        """Add the derivatives and return their names."""
        known = functions(module)
        requests = [self._request(function) for function in self._targets(module, known)]
        require_free(module, {request.name for request in requests})
        for request in requests:
            module.body.block.insert_op_after(make_derivative(request, known), request.function)
        return [request.name for request in requests]

    def _request(self, function: func.FuncOp) -> Request:
        mode = Mode(self.mode)
        suffix = "fwd" if mode is Mode.FORWARD else "grad"
        stated = Request(
            function,
            self.outfn or f"{function.sym_name.data}_{suffix}",
            mode,
            parse_uses(function, self.argTys),
            parse_uses(function, self.retTys),
            self.attr_prefix,
            policy=self.policy,
            prevent_cse=self.prevent_cse,
            residual_type=self.residual_type,
        )
        with_primal = self.return_primal or mode is Mode.SPLIT
        return stated if with_primal else without_primal(stated)

    def _targets(self, module: ModuleOp, known: Mapping[str, func.FuncOp]) -> list[func.FuncOp]:
        if self.fn is not None:
            if self.fn not in known:
                raise error(module, f"there is no function '@{self.fn}'")
            return [known[self.fn]]
        found = [
            function
            for function in known.values()
            if function.body.blocks
            and (function.sym_visibility is None or function.sym_visibility.data == "public")
            and self._holds_enabled_loop(reachable(function, known).values())
        ]
        if not found:
            warn(
                module,
                f"no public function holds a loop with '{self.attr_prefix}.enable_checkpointing "
                "= true': nothing is differentiated (name a function with fn=)",
            )
        if len(found) > 1 and self.outfn is not None:
            raise error(module, "outfn= needs fn=: there are several functions to differentiate")
        if found:
            used = {name for function in found for name in reachable(function, known)}
            self._warn_of_unused(function for name, function in known.items() if name not in used)
        return found

    def _holds_enabled_loop(self, called: Iterable[func.FuncOp]) -> bool:
        return any(
            is_rematerialised(op)
            or (op.regions and op is not function and is_enabled(op, self.attr_prefix))
            for function in called
            for op in function.walk()
        )

    def _warn_of_unused(self, functions: Iterable[func.FuncOp]) -> None:
        """Warn of directives in functions that are neither differentiated nor called by those."""
        for function in functions:
            for op in function.walk():
                if is_directed(op, self.attr_prefix):
                    name = function.sym_name.data
                    warn(
                        op,
                        f"checkpointing attributes have no effect here: '@{name}' is not "
                        "differentiated (name it with fn=)",
                    )


STATED = (Use.ACTIVE, Use.DUP, Use.DUPNONEED, Use.CONST)
"""The activities that an option can name; the others are for `enzyme.autodiff`."""


def parse_uses(function: func.FuncOp, words: Collection[str] | None) -> tuple[Use, ...] | None:
    """Activities from their names; raises a located error for an unknown one."""
    if words is None:
        return None
    for word in words:
        if word not in STATED:
            raise error(function, f"unknown activity '{word}'; known are {', '.join(STATED)}")
    return tuple(Use(word) for word in words)


def without_primal(request: Request) -> Request:
    """The same request for gradients alone, without the primal's results."""
    if request.mode is Mode.FORWARD:
        return request
    results = signature_of(request).results
    return request._replace(results=tuple(WITHOUT_PRIMAL.get(use, use) for use in results))


def require_free(module: ModuleOp, names: Collection[str]) -> None:
    """Raise a located error if a symbol of `module` has one of `names`."""
    for op in module.body.block.ops:
        symbol = op.get_attr_or_prop("sym_name")
        if isinstance(symbol, StringAttr) and symbol.data in names:
            raise error(op, f"the name '@{symbol.data}' is taken")

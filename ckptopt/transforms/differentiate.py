"""`differentiate`: add the reverse-mode gradient of functions."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ckptopt.autodiff.gradient import Request, Use, make_gradient
from ckptopt.autodiff.inline import functions
from ckptopt.checkpointing.directives import is_enabled
from ckptopt.diagnostics import error, warn


@dataclass(frozen=True)
class DifferentiatePass(ModulePass):
    """Add `@f_grad`, the reverse-mode gradient of `@f`, with caches for what it stores.

    Without `fn`, every public function is differentiated that holds a loop with
    `enzyme.enable_checkpointing = true`, itself or through calls.

        func.func @f(%x: f64) -> f64 {         func.func @f_grad(%x: f64, %seed: f64) -> f64 {
          %y = math.sin %x : f64          ->     %c = math.cos %x : f64
          return %y : f64                        %x_adj = arith.mulf %seed, %c : f64
        }                                        return %x_adj : f64
                                               }
    """

    name = "differentiate"

    fn: str | None = None
    outfn: str | None = None
    argTys: tuple[str, ...] | None = None
    retTys: tuple[str, ...] | None = None
    return_primal: bool = False
    attr_prefix: str = "enzyme"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        self.run(op)

    def run(self, module: ModuleOp) -> list[str]:
        """Add the gradients and return their names."""
        made = [
            make_gradient(module, self._request(function)) for function in self._targets(module)
        ]
        return [gradient.sym_name.data for gradient in made]

    def _request(self, function: func.FuncOp) -> Request:
        return Request(
            function,
            self.outfn or f"{function.sym_name.data}_grad",
            parse_uses(function, self.argTys),
            parse_uses(function, self.retTys),
            self.return_primal,
            self.attr_prefix,
        )

    def _targets(self, module: ModuleOp) -> list[func.FuncOp]:
        known = functions(module)
        if self.fn is not None:
            if self.fn not in known:
                raise error(module, f"there is no function '@{self.fn}'")
            return [known[self.fn]]
        found = [
            function
            for function in known.values()
            if function.body.blocks
            and (function.sym_visibility is None or function.sym_visibility.data == "public")
            and self._holds_enabled_loop(function, known, set())
        ]
        if not found:
            warn(
                module,
                f"no public function holds a loop with '{self.attr_prefix}.enable_checkpointing "
                "= true': nothing is differentiated (name a function with fn=)",
            )
        if len(found) > 1 and self.outfn is not None:
            raise error(module, "outfn= needs fn=: there are several functions to differentiate")
        return found

    def _holds_enabled_loop(
        self, function: Operation, known: dict[str, func.FuncOp], seen: set[str]
    ) -> bool:
        for op in function.walk():
            if op.regions and op is not function and is_enabled(op, self.attr_prefix):
                return True
            if isinstance(op, func.CallOp) and (name := op.callee.string_value()) not in seen:
                seen.add(name)
                if name in known and self._holds_enabled_loop(known[name], known, seen):
                    return True
        return False


def parse_uses(function: func.FuncOp, words: tuple[str, ...] | None) -> tuple[Use, ...] | None:
    """Activities from their names; raises a located error for an unknown one."""
    if words is None:
        return None
    for word in words:
        if word not in set(Use):
            raise error(function, f"unknown activity '{word}'; known are {', '.join(Use)}")
    return tuple(Use(word) for word in words)

"""`differentiate`: add the derivative of functions, in reverse or forward mode."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ckptopt.autodiff.derivative import make_derivative
from ckptopt.autodiff.fastmath import flags_from
from ckptopt.autodiff.inline import reachable
from ckptopt.autodiff.rematerialise import is_rematerialised
from ckptopt.autodiff.signature import WITHOUT_PRIMAL, Mode, Request, argument_uses, signature_of
from ckptopt.checkpointing.directives import STORE_OPEN, is_directed, is_enabled, parse_bytes
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.diagnostics import error, note, warn
from ckptopt.dialects.enzyme import Activity as Use
from ckptopt.symbols import find, functions, holders, name_of, path_of, table_of, tables


@dataclass(frozen=True)
class DifferentiatePass(ModulePass):
    """Add `@f_grad`, the reverse-mode gradient of `@f`, with caches for what it stores.

    Without `fn`, every public function is differentiated that holds a loop with
    `enzyme.enable_checkpointing = true` or something with `ckptopt.remat`, itself or through calls.
    `policy`, `prevent-cse` and `residual-type` say what tapes keep, and how (docs/residuals.md);
    `fastmath` gives the operations of the derivative flags (docs/derivatives.md). With
    `storage=file` snapshots of loops are in a file (docs/memory-levels.md). `memory=64MiB` is one
    budget in bytes for the checkpointed loops of a function, and `auto=outermost` checkpoints its
    outermost loops without directives (docs/planning.md).

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
    fastmath: tuple[str, ...] | None = None
    storage: Literal["heap", "stack", "file"] = "heap"
    memory: str | None = None
    auto: Literal["none", "outermost"] = "none"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.storage == "stack":
            raise error(op, "storage=stack is for what is lowered: give it to loop-checkpoint")
        self.run(op)

    def run(self, module: ModuleOp) -> list[str]:
        """Add the derivatives and return their names."""
        requests = [self._request(function) for function in self._targets(module)]
        for table in tables(module):
            require_free(table, {r.name for r in requests if table_of(r.function) is table})
        for request in requests:
            known = functions(table_of(request.function))
            made = make_derivative(request, known)
            add_function(made, request.function)
            if request.storage == "file" and not _uses_store(made):
                warn(request.function, "no loop keeps snapshots: storage=file has no effect")
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
            fastmath=flags_from(self.fastmath, function),
            storage="file" if self.storage == "file" else "heap",
            memory=self._bytes(function),
            auto=self.auto,
        )
        with_primal = self.return_primal or mode is Mode.SPLIT
        return stated if with_primal else without_primal(stated)

    def _bytes(self, function: func.FuncOp) -> int | None:
        if self.memory is None:
            return None
        budget = parse_bytes(self.memory)
        if budget is None:
            raise error(function, f'memory= must be a size such as 64MiB, got "{self.memory}"')
        return budget

    def _targets(self, module: ModuleOp) -> list[func.FuncOp]:
        if self.fn is not None:
            return [named_function(module, self.fn)]
        found: list[func.FuncOp] = []
        used: set[Operation] = set()
        for table in tables(module):
            known = functions(table)
            chosen = [f for f in known.values() if self._is_chosen(f, known)]
            found += chosen
            used.update(*(reachable(function, known).values() for function in chosen))
        for table in tables(module):
            self._warn_of_unused(op for op in holders(table) if found and op not in used)
        if not found:
            on = f" with '{self.attr_prefix}.enable_checkpointing = true'"
            warn(
                module,
                f"no public function holds a loop{on if self.auto == 'none' else ''}: "
                "nothing is differentiated (name a function with fn=)",
            )
        if len(found) > 1 and self.outfn is not None:
            raise error(module, "outfn= needs fn=: there are several functions to differentiate")
        return found

    def _is_chosen(self, function: func.FuncOp, known: Mapping[str, func.FuncOp]) -> bool:
        return (
            bool(function.body.blocks)
            and (function.sym_visibility is None or function.sym_visibility.data == "public")
            and self._holds_enabled_loop(reachable(function, known).values())
            and (self.auto == "none" or _has_derivative(function))
        )

    def _holds_enabled_loop(self, called: Iterable[func.FuncOp]) -> bool:
        return any(
            is_rematerialised(op) or (op.regions and op is not function and self._is_enabled(op))
            for function in called
            for op in function.walk()
        )

    def _is_enabled(self, op: Operation) -> bool:
        return is_enabled(op, self.attr_prefix) or (
            self.auto == "outermost" and (adapter_of(op) is not None or op.name == "affine.for")
        )

    def _warn_of_unused(self, holders: Iterable[Operation]) -> None:
        """Warn of directives in functions that are neither differentiated nor called by those."""
        for holder in holders:
            for op in holder.walk():
                if is_directed(op, self.attr_prefix):
                    what = f"'@{name_of(holder)}'"
                    hint = "name it with fn=" if isinstance(holder, func.FuncOp) else _ADVICE
                    warn(
                        op,
                        f"checkpointing attributes have no effect here: {what} is not "
                        f"differentiated ({hint})",
                    )


def _has_derivative(function: func.FuncOp) -> bool:
    """True if derivatives can be taken with respect to an argument."""
    inputs = function.function_type.inputs
    return any(argument_uses(type, Mode.COMBINED)[0] is not Use.CONST for type in inputs)


_ADVICE = "move what is to be differentiated to a func.func and call that"
"""What to do about a function of another dialect."""


def named_function(module: ModuleOp, name: str) -> func.FuncOp:
    """The function with this name or path, in whichever symbol table.

    Raises a located error if there is none, or several.
    """
    found = find(module, name)
    if len(found) > 1:
        paths = ", ".join(path_of(function) for function in found)
        raise error(module, f"there are several functions '@{name}': name one of {paths}")
    if found:
        return found[0]
    for table in tables(module):
        for other in holders(table):
            if name in (name_of(other), path_of(other)):
                raise error(
                    other, f"'@{name}' is a '{other.name}' and cannot be differentiated: {_ADVICE}"
                )
    raise error(module, f"there is no function '@{name}'")


def _uses_store(made: func.FuncOp) -> bool:
    return any(
        isinstance(op, func.CallOp) and op.callee.string_value() == STORE_OPEN for op in made.walk()
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


def require_free(table: Operation, names: Collection[str]) -> None:
    """Raise a located error if a symbol of `table` has one of `names` and is not just declared."""
    for op in (op for block in table.regions[0].blocks for op in block.ops):
        name = name_of(op)
        if name in names and not _is_declaration(op):
            raise error(op, f"the name '@{name}' is taken")


def _is_declaration(op: Operation | None) -> bool:
    return isinstance(op, func.FuncOp) and not op.body.blocks


def declare_callees(
    made: func.FuncOp, after: func.FuncOp, known: Mapping[str, func.FuncOp]
) -> None:
    """Declare the functions that `made` calls, once each, where nobody has: behind `after`.

    Raises a located error for a declaration of another type.
    """
    calls = {op.callee.string_value(): op for op in made.walk() if isinstance(op, func.CallOp)}
    for name, call in reversed(calls.items()):
        wanted = FunctionType.from_lists(call.operand_types, call.result_types)
        declared = known.get(name)
        if declared is None:
            declared = func.FuncOp.external(name, wanted.inputs.data, wanted.outputs.data)
            declared.location = after.location
            Rewriter.insert_op(declared, InsertPoint.after(after))
        elif declared.function_type != wanted:
            raise error(
                declared,
                f"'@{name}' is declared as {declared.function_type}, "
                f"but the derivative calls it as {wanted}",
            )


def add_function(made: func.FuncOp, after: func.FuncOp) -> None:
    """Put a derivative behind the function that it is of, in place of its declaration if any.

    What it calls of a library is declared behind it. Raises a located error for a declaration of
    another type.
    """
    known = functions(table_of(after))
    declare_callees(made, after, known)
    declared = known.get(made.sym_name.data)
    if declared is not None and _is_declaration(declared):
        if declared.function_type != made.function_type:
            raise error(
                declared,
                f"'@{made.sym_name.data}' is declared as {declared.function_type}, "
                f"but the derivative is {made.function_type}",
                note(after, f"it is the derivative of '@{after.sym_name.data}'"),
            )
        declared.detach()
    block = after.parent
    assert block is not None
    block.insert_op_after(made, after)

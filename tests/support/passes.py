"""Passes that misbehave, and one with every kind of option, for tests of the driver and pipelines.

`register` puts them into `ckptopt.pipelines.PASSES` for one test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pytest
from xdsl.context import Context
from xdsl.dialects.arith import AddfOp
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass

from ckptopt import diagnostics, pipelines


@dataclass(frozen=True)
class OptionsPass(ModulePass):
    """Take every kind of option.

    More text.
    """

    name = "options"

    argTys: tuple[str, ...] = ()
    fn: str | None = None
    return_primal: bool = False
    count: int = 3
    mode: Literal["combined", "split", "ForwardMode"] = "combined"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        del ctx, op


@dataclass(frozen=True)
class RemarkPass(ModulePass):
    """Remark on each function."""

    name = "remark"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in _functions(op):
            diagnostics.warn(function, "a function", diagnostics.note(function, "which is here"))


@dataclass(frozen=True)
class RefusePass(ModulePass):
    """Report an error at the first function."""

    name = "refuse"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        raise diagnostics.error(_functions(op)[0], "no functions, please")


@dataclass(frozen=True)
class ExplodePass(ModulePass):
    """Fail in an unforeseen way."""

    name = "explode"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in _functions(op):
            raise KeyError(f"nothing known about {function.sym_name.data}")


@dataclass(frozen=True)
class RecursePass(ModulePass):
    """Recurse without end."""

    name = "recurse"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        def visit(function: Operation) -> None:
            visit(function)

        visit(_functions(op)[0])


@dataclass(frozen=True)
class BreakPass(ModulePass):
    """Leave a function that uses a value before its definition."""

    name = "break"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        function = _functions(op)[0]
        block: Block = function.body.block
        late = AddfOp(block.args[0], block.args[0])
        early = AddfOp(late, late)
        last = block.last_op
        assert isinstance(last, ReturnOp)
        block.insert_ops_before([early, late], last)


def _functions(module: ModuleOp) -> list[FuncOp]:
    return [op for op in module.body.block.ops if isinstance(op, FuncOp)]


def register(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the passes of this module known for one test."""
    passes = (OptionsPass, RemarkPass, RefusePass, ExplodePass, RecursePass, BreakPass)
    for cls in passes:
        monkeypatch.setitem(pipelines.PASSES, cls.name, f"{__name__}:{cls.__name__}")

"""Memory of every space as ordinary memory, which is what a CPU has."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, ModuleOp, NoneAttr, UnrankedMemRefType
from xdsl.ir import Attribute
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    TypeConversionPattern,
    op_type_rewrite_pattern,
)


def without_space(type: Attribute) -> Attribute:
    """A memref type in the default memory space; another type as it is."""
    if isinstance(type, MemRefType):
        type = cast(MemRefType[Attribute], type)
        return MemRefType(type.element_type, type.shape, type.layout, NoneAttr())
    if isinstance(type, UnrankedMemRefType):
        return UnrankedMemRefType.from_type(cast(UnrankedMemRefType, type).element_type)
    return type


class _Erase(TypeConversionPattern):
    def convert_type(self, typ: Attribute, /) -> Attribute:
        return without_space(typ)


class _DropCast(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: memref.MemorySpaceCastOp, rewriter: PatternRewriter) -> None:
        if op.source.type == op.dest.type:
            rewriter.replace(op, [], [op.source])


def erase_spaces(module: ModuleOp) -> None:
    """Put all memory of a module into the default space."""
    patterns = GreedyRewritePatternApplier([_Erase(recursive=True), _DropCast()])
    PatternRewriteWalker(patterns).rewrite_module(module)

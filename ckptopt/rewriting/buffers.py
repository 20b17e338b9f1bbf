"""Folds of memref operations: casts before accesses, and sizes that are known."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, NoneAttr
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ckptopt.emitter import constant_op, constant_value


class FoldCastIntoAccess(RewritePattern):
    """An access through a cast between ranked types is one to what was cast."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        for index, operand in enumerate(op.operands):
            cast = operand.owner
            if not isinstance(cast, memref.CastOp) or not isinstance(cast.source.type, MemRefType):
                continue
            if op.name == "memref.store" and index == 0:
                continue
            op.operands[index] = cast.source
            rewriter.notify_op_modified(op)


class FoldDim(RewritePattern):
    """The size of a dimension is in the type, or was given when the buffer was made."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, memref.DimOp)
        type, axis = op.source.type, constant_value(op.index)
        if not isinstance(type, MemRefType) or not isinstance(axis, int):
            return
        shape = type.get_shape()
        if not 0 <= axis < len(shape):
            return
        if shape[axis] != DYNAMIC_INDEX:
            rewriter.replace(op, constant_op(shape[axis], op.result.type))
        elif isinstance(op.source, OpResult) and isinstance(
            made := op.source.op, memref.AllocOp | memref.AllocaOp
        ):
            number = sum(size == DYNAMIC_INDEX for size in shape[:axis])
            rewriter.replace(op, (), [made.dynamic_sizes[number]])


class FoldConstantSize(RewritePattern):
    """`alloc(%c3) : memref<?xf64>` that is only accessed -> `alloc() : memref<3xf64>`."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        assert isinstance(op, memref.AllocOp | memref.AllocaOp)
        old = op.memref.type
        assert isinstance(old, MemRefType)
        if not isinstance(old.layout, NoneAttr):
            return
        numbers = [constant_value(size) for size in op.dynamic_sizes]
        known = [n if isinstance(n, int) and n >= 0 else DYNAMIC_INDEX for n in numbers]
        if all(n == DYNAMIC_INDEX for n in known) or not _is_only_accessed(op.memref):
            return
        sizes = iter(known)
        shape = [next(sizes) if size == DYNAMIC_INDEX else size for size in old.get_shape()]
        rows = zip(op.dynamic_sizes, known, strict=True)
        new = type(op).build(
            operands=[[size for size, n in rows if n == DYNAMIC_INDEX], op.symbol_operands],
            result_types=[MemRefType(old.element_type, shape, old.layout, old.memory_space)],
            properties={"alignment": op.alignment},
            attributes=op.attributes,
        )
        rewriter.replace(op, new)


def _is_only_accessed(buffer: SSAValue) -> bool:
    return all(
        use.operation.name in (*_ACCESSES, "memref.dim")
        and not (use.operation.name == "memref.store" and use.index == 0)
        for use in buffer.uses
    )


_ACCESSES = ("memref.copy", "memref.dealloc", "memref.load", "memref.store")

PATTERNS: dict[str, tuple[RewritePattern, ...]] = {
    **dict.fromkeys(_ACCESSES, (FoldCastIntoAccess(),)),
    **dict.fromkeys(("memref.alloc", "memref.alloca"), (FoldConstantSize(),)),
    "memref.dim": (FoldCastIntoAccess(), FoldDim()),
}

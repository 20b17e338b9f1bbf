"""The Python API: what `import ckptopt` offers, for programs that hold xDSL modules."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import ParseError

from ckptopt import failures
from ckptopt.diagnostics import CompileError, error
from ckptopt.dialects import reader, registry, writer
from ckptopt.dialects.verifier import VerificationError, verify
from ckptopt.symbols import tables
from ckptopt.transforms.loop_checkpoint import LoopCheckpointPass


def parse(
    text: str, filename: str = "<string>", *, allow_unregistered_dialect: bool = False
) -> ModuleOp:
    """Read MLIR text, in any form that the command line reads.

    Arguments:
        text: operations, or one module.
        filename: what locations and errors call it.
        allow_unregistered_dialect: whether operations of unknown dialects are accepted.

    Returns:
        the module, whose operations have the locations of their text.

    Raises:
        CompileError: a syntax error, or an operation that is not valid.
    """
    context = registry.new_context(allow_unregistered=allow_unregistered_dialect)
    try:
        module = reader.parse_module(context, text, filename)
    except ParseError as reason:
        raise CompileError(failures.parse_diagnostic(reason)) from reason
    return checked(module)


def to_text(module: ModuleOp, *, generic: bool = False, debuginfo: bool = False) -> str:
    """MLIR text that `mlir-opt` reads.

    Arguments:
        module: also one that xDSL's parser or a program made.
        generic: whether to print the generic form of operations.
        debuginfo: whether to print locations.
    """
    stream = StringIO()
    writer.print_module(module, stream, generic=generic, debuginfo=debuginfo)
    return stream.getvalue()


def differentiate(
    module: ModuleOp,
    *,
    fn: str | None = None,
    outfn: str | None = None,
    argTys: Sequence[str] | None = None,
    retTys: Sequence[str] | None = None,
    mode: Literal["combined", "split", "ForwardMode"] = "combined",
    return_primal: bool = False,
    attr_prefix: str = "enzyme",
    policy: str | None = None,
    prevent_cse: Literal["none", "barrier", "while", "cond"] | None = None,
    residual_type: Literal["bf16", "f16", "f32"] | None = None,
    fastmath: Sequence[str] | None = None,
    memory: str | None = None,
    auto: Literal["none", "outermost"] = "none",
    offload_copy: Literal["memref.copy", "gpu.memcpy"] = "memref.copy",
    storage: Literal["heap", "stack", "file"] = "heap",
) -> list[FuncOp]:
    """Add the derivative of functions to a module, in place.

    This is the pass `loop-checkpoint`, and takes its options.

    Arguments:
        module: stays as it was but for the new functions, which follow what they are made from. It
            may come from `parse`, from xDSL's parser, or from a program.
        fn: the function to differentiate; by default every public function that holds a loop with
            `enzyme.enable_checkpointing = true`, itself or through calls.
        outfn: what the derivative is called; by default `@f_grad`, or `@f_fwd` in forward mode.
        argTys: how each argument takes part: `enzyme_active`, `enzyme_dup`, `enzyme_dupnoneed` or
            `enzyme_const`. By default float numbers are active, memrefs of floats have a shadow
            (`enzyme_dup`), and the rest is constant.
        retTys: the same of each result; by default float numbers are active.
        mode: `combined` for a reverse-mode gradient, `split` for a forward and a reverse function
            (`@f_fwd`, `@f_rev`) with a tape between them, `ForwardMode` for tangents.
        return_primal: whether a gradient returns the results of the function before the gradients.
        attr_prefix: what the checkpointing attributes of loops start with.
        policy: what tapes keep where no attribute says it, such as `nothing_saveable` or
            `save_only_these_names(a, b)`; by default the fewest bytes.
        prevent_cse: how a recomputation in straight-line code is kept apart from what it
            recomputes; by default with a barrier where it is needed.
        residual_type: a narrower float type for tapes; by default the type of the values.
        fastmath: MLIR's fast-math flags for the operations of the derivative, such as `reassoc` or
            `fast`; by default they have those of the operations that they come from.
        memory: a budget in bytes, such as `64MiB`, for the checkpointed loops of each function that
            have none of their own; by default there is no limit.
        auto: `outermost` checkpoints the outermost loops with a derivative that do not say whether
            they are; by default a loop has to say.
        offload_copy: the operation that moves an offloaded tape.
        storage: where the derivative makes its buffers; with `stack` it allocates nothing, with
            `file` snapshots of loops are in a file.

    Returns:
        the new functions, in the order in which they are in the module.

    Raises:
        CompileError: the module is not valid, or something in it cannot be differentiated. The
            module is as it was then.
    """
    checked(module)
    blocks = [table.regions[0].block for table in tables(module)]
    before = {block: dict.fromkeys(block.ops) for block in blocks}
    options = LoopCheckpointPass(
        fn=fn,
        outfn=outfn,
        argTys=None if argTys is None else tuple(argTys),
        retTys=None if retTys is None else tuple(retTys),
        mode=mode,
        return_primal=return_primal,
        attr_prefix=attr_prefix,
        policy=policy,
        prevent_cse=prevent_cse,
        residual_type=residual_type,
        fastmath=None if fastmath is None else tuple(fastmath),
        memory=memory,
        auto=auto,
        offload_copy=offload_copy,
        storage=storage,
    )
    try:
        options.apply(Context(), module)
    except BaseException:
        for block, ops in before.items():
            _restore(block, ops)
        raise
    return [
        op
        for block, ops in before.items()
        for op in block.ops
        if isinstance(op, FuncOp) and op not in ops
    ]


def _restore(block: Block, ops: dict[Operation, None]) -> None:
    """Let a block hold these operations again, declarations that were replaced too."""
    for op in list(block.ops):
        if op not in ops:
            Rewriter.erase_op(op)
    for op in ops:
        if op.parent is not None:
            op.detach()
        block.add_op(op)


def checked(module: ModuleOp) -> ModuleOp:
    """`module`, which is valid.

    Raises:
        CompileError: it is not.
    """
    try:
        verify(module)
    except VerificationError as reason:
        raise error(reason.op, reason.message) from reason
    return module

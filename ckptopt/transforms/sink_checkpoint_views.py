"""`sink-checkpoint-views`: derive views inside the checkpointed loops that use them."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ckptopt.checkpointing.directives import is_enabled
from ckptopt.checkpointing.views import sink_captured_views


@dataclass(frozen=True)
class SinkCheckpointViewsPass(ModulePass):
    """Derive views inside the checkpointed loops that use them.

    A checkpointed loop then captures memory only through its base, of which there is one snapshot.
    Applies to every operation with regions that carries `enzyme.enable_checkpointing = true`.
    """

    name = "sink-checkpoint-views"

    attr_prefix: str = "enzyme"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for loop in list(op.walk()):
            if loop.regions and is_enabled(loop, self.attr_prefix):
                sink_captured_views(loop)

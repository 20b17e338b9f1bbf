"""What ckptopt adds to xDSL: found through the entry point `xdsl.universe`.

It has our passes, and the dialects that xDSL lacks. Of a dialect that both have, such as arith, an
xDSL program keeps xDSL's: our passes match on xDSL's classes, of which ours are subclasses. Nothing
is imported before a pass or a dialect is asked for.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects import get_all_dialects
from xdsl.universe import Universe

from ckptopt.dialects.registry import OURS, load_dialect
from ckptopt.pipelines import PASSES, pass_class

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.passes import ModulePass


@cache
def xdsl_pass(name: str) -> type[ModulePass]:
    """Our pass called `name`, such that it fails as xDSL's passes do.

    The pass verifies its input first, since xDSL's own verifier checks less (no dominance, say).
    Applying it raises `PassFailedException` with the text of the error that the command line would
    print.
    """
    from xdsl.utils.exceptions import PassFailedException

    from ckptopt.api import checked
    from ckptopt.diagnostics import CompileError

    cls = pass_class(name)

    def apply(self: ModulePass, ctx: Context, op: ModuleOp) -> None:
        try:
            checked(op)
            cls.apply(self, ctx, op)
        except CompileError as reason:
            raise PassFailedException(str(reason)) from reason

    members: dict[str, Any] = {"apply": apply, "__doc__": cls.__doc__, "__module__": cls.__module__}
    return cast("type[ModulePass]", type(cls.__name__, (cls,), members))


UNIVERSE = Universe(
    all_dialects={
        name: partial(load_dialect, name) for name in OURS if name not in get_all_dialects()
    },
    all_passes={name: partial(xdsl_pass, name) for name in PASSES},
)

"""Which functions a pass works on."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp


def chosen_functions(module: ModuleOp, names: Collection[str]) -> list[func.FuncOp]:
    """The functions of `module` called one of `names`, or all of them if there are no names."""
    wanted = frozenset(names)
    return [
        op
        for op in module.walk()
        if isinstance(op, func.FuncOp) and (not wanted or op.sym_name.data in wanted)
    ]

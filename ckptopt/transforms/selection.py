"""Which functions a pass works on."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from ckptopt.symbols import find, functions, tables


def chosen_functions(module: ModuleOp, names: Collection[str]) -> list[func.FuncOp]:
    """The functions of `module` with one of `names`, or all of them if there are no names.

    A name may be a path, as `kernels::f` for `@f` in `gpu.module @kernels`.
    """
    known = [function for table in tables(module) for function in functions(table).values()]
    if not names:
        return known
    wanted = {function for name in names for function in find(module, name)}
    return [function for function in known if function in wanted]

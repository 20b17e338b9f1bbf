"""`xdsl-opt` with the universe of ckptopt, without a process for each call.

Unlike the installed command it does not look for entry points, so it tests the tree as it is;
`test_packaging` tests that they are found.
"""

from __future__ import annotations

import contextlib
import io

from xdsl.universe import XDSL_UNIVERSE
from xdsl.xdsl_opt_main import xDSLOptMain

from ckptopt.universe import UNIVERSE


class _Main(xDSLOptMain):
    def register_all_dialects(self) -> None:
        for universe in (XDSL_UNIVERSE, UNIVERSE):
            for name, factory in universe.all_dialects.items():
                self.ctx.register_dialect(name, factory)

    def register_all_passes(self) -> None:
        for universe in (XDSL_UNIVERSE, UNIVERSE):
            for name, factory in universe.all_passes.items():
                self.register_pass(name, factory)


def run_xdsl_opt(*args: str) -> str:
    """What `xdsl-opt ARGS` prints to standard output; what it raises is passed on."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        _Main(args=args).run()
    return out.getvalue()

"""Reverse-mode differentiation and checkpointing of MLIR, on xDSL.

    module = ckptopt.parse(text)
    (gradient,) = ckptopt.differentiate(module, fn="f")
    print(ckptopt.to_text(module))

`docs/extending.md` has more. Nothing but this file is imported before a name is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ckptopt.api import differentiate, parse, to_text
    from ckptopt.diagnostics import CompileError
    from ckptopt.tools.residuals import saved_residuals

__version__ = "0.1.0"
__all__ = [
    "CompileError",
    "__version__",
    "differentiate",
    "parse",
    "saved_residuals",
    "to_text",
]

_HOMES = {
    "CompileError": "ckptopt.diagnostics",
    "differentiate": "ckptopt.api",
    "parse": "ckptopt.api",
    "saved_residuals": "ckptopt.tools.residuals",
    "to_text": "ckptopt.api",
}
"""Where the names of the API are defined."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})

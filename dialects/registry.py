"""Which dialects there are, without importing any of them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from xdsl.context import Context
    from xdsl.ir import Dialect, Operation

OURS = {
    "affine": "Affine",
    "arith": "Arith",
    "async": "Async",
    "bufferization": "Bufferization",
    "builtin": "Builtin",
    "cf": "Cf",
    "ckptopt": "Ckptopt",
    "complex": "Complex",
    "enzyme": "Enzyme",
    "func": "Func",
    "gpu": "GPU",
    "index": "Index",
    "llvm": "LLVM",
    "linalg": "Linalg",
    "math": "Math",
    "memref": "MemRef",
    "nvvm": "NVVM",
    "rocdl": "ROCDL",
    "scf": "Scf",
    "tensor": "Tensor",
    "vector": "Vector",
}
"""Dialects of this package: module name, which is the dialect's, to the name of its object."""

DOWNSTREAM: dict[str, Callable[[], Dialect]] = {}
"""Dialects of other projects, by name, which come before those of xDSL."""


def new_context(allow_unregistered: bool = False) -> Context:
    """A context that knows every dialect and loads each when its first op or type is met."""
    from xdsl.dialects import get_all_dialects

    from .context import LateContext

    context = LateContext(allow_unregistered)
    theirs = {name: _lazily(factory) for name, factory in get_all_dialects().items()}
    ours = {name: lambda name=name: load_dialect(name) for name in OURS}
    for name, factory in {**theirs, **ours, **DOWNSTREAM}.items():
        context.register_dialect(name, factory)
    return context


@cache
def load_dialect(name: str) -> Dialect:
    """The dialect object of one of `OURS`."""
    return _lazily(lambda: getattr(import_module(f"ckptopt.dialects.{name}"), OURS[name]))()


def _lazily(factory: Callable[[], Dialect]) -> Callable[[], Dialect]:
    """`factory`, such that what it imports defines ops with lazy formats."""

    def load() -> Dialect:
        from .formats import lazy_formats

        with lazy_formats():
            return factory()

    return load


@cache
def refined_class(operation: type[Operation]) -> type[Operation]:
    """The subclass of this package that refines an xDSL op class, or that class itself.

    Passes build ops with xDSL's constructors. Such an op has the right operands and properties but
    not our syntax and checks, so printing and verifying look them up here.
    """
    dialect = operation.name.partition(".")[0]
    if dialect in OURS:
        for candidate in load_dialect(dialect).operations:
            if candidate.name == operation.name and issubclass(candidate, operation):
                return candidate
    return operation

"""The rocdl dialect: no more of it than gpu modules refer to."""

from __future__ import annotations

from xdsl.ir import Dialect

from .opaque import opaque

ROCDL = Dialect("rocdl", [], [opaque("rocdl.target")])

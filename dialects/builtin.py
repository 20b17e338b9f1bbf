"""The builtin dialect, which is xDSL's; here for the registry to find with the others."""

from __future__ import annotations

from xdsl.dialects import builtin

Builtin = builtin.Builtin

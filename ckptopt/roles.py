"""Roles: what each operation of a derivative is there for.

The code that emits an operation knows why. Where roles are asked for, it says so in the location:
`loc("ckptopt.push"("f.mlir":5:3))` is a push on the tape that stands for line 5. Locations go
through every later pass, so the role does.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum

from xdsl.dialects.builtin import ArrayAttr, FusedLoc, LocationAttr, NameLoc, StringAttr, UnknownLoc
from xdsl.ir import Attribute

_PREFIX = "ckptopt."


class Role(StrEnum):
    """What an operation is there for; `ckptopt.tools.explain.sentences` explains each."""

    PRIMAL = "primal"
    CONSTANT = "constant"
    FORWARD = "forward scaffold"
    REVERSE_SCAFFOLD = "reverse scaffold"
    TRIPS = "trip count"
    SEGMENTS = "segments"
    SPLIT = "split"
    INDUCTION = "induction"
    ADVANCE = "advance"
    TAPE = "tape"
    FACTOR = "factor"
    CACHE = "cache"
    PUSH = "push"
    POP = "pop"
    SLOTS = "slots"
    SAVE = "save"
    RESTORE = "restore"
    DISCARD = "discard"
    COPY = "copy"
    REPLAY_MEMORY = "replay memory"
    RECOMPUTE = "recompute"
    REVERSE = "reverse"
    ACCUMULATE = "accumulate"
    SHADOW = "shadow"
    HIDE = "hide"
    CUT = "cut"
    RETURN = "return"
    TANGENT = "tangent"


_WANTED: ContextVar[bool] = ContextVar("roles wanted", default=False)


@contextmanager
def recorded() -> Generator[None]:
    """Operations that are emitted in the ``with`` block have their role in the location."""
    token = _WANTED.set(True)
    try:
        yield
    finally:
        _WANTED.reset(token)


def are_recorded() -> bool:
    """True if roles are asked for."""
    return _WANTED.get()


def with_role(location: LocationAttr | None, role: Role) -> LocationAttr:
    """`location`, of something that is there for `role`."""
    return NameLoc(StringAttr(_PREFIX + role.name.lower()), location or UnknownLoc())


def role_of(location: Attribute) -> Role | None:
    """The role that a location tells, None if it tells none."""
    match location:
        case NameLoc():
            name = location.desc.data.removeprefix(_PREFIX)
            known = name != location.desc.data and name.upper() in Role.__members__
            return Role[name.upper()] if known else role_of(location.location)
        case FusedLoc(locations=ArrayAttr(data=parts)):
            return next(filter(None, map(role_of, parts)), None)
        case _:
            return None

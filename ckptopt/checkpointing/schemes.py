"""Which checkpointing scheme a directive asks for."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from xdsl.dialects.builtin import DYNAMIC_INDEX, DictionaryAttr, IntegerAttr, UnitAttr
from xdsl.ir import Attribute, Operation

from ckptopt.checkpointing import binomial, online, periodic, store_all, unbounded
from ckptopt.checkpointing.directives import (
    BINOMIAL,
    LEAF,
    LEVELS,
    MEMORY,
    PERIOD,
    RUNTIME,
    SCHEME,
    SLOW_SPACE,
    SPACE,
    STORAGE,
    USE_TENSOR,
    Directive,
    snapshot_space,
)
from ckptopt.checkpointing.loops import LoopAdapter
from ckptopt.checkpointing.planner import Schedule
from ckptopt.checkpointing.scheme import Scheme
from ckptopt.diagnostics import error, warn
from ckptopt.emitter import tensor_shape

SchemeMaker = Callable[[Operation, LoopAdapter, Directive], Scheme]
"""Makes the scheme of one loop. Warns of what it cannot follow in the directive, or raises a
located error."""


def choose(
    op: Operation, adapter: LoopAdapter, directive: Directive | None, *, shares: bool = False
) -> Scheme:
    """The scheme for a loop with an adjoint; one to be planned if it shares in a budget in bytes,
    unless it has a number of snapshots of its own.

    Raises a located error for a loop that cannot be checkpointed and an unknown scheme, and what
    the scheme raises.
    """
    if directive is None:
        return _store_all_of(op, adapter)
    name = directive.name
    if directive.storage not in (None, *STORAGES):
        known = ", ".join(STORAGES)
        raise error(op, f"'{STORAGE}' must be one of {known}, got '{directive.storage}'")
    if directive.levels is not None:
        return _in_levels(op, adapter, directive, directive.levels)
    if directive.runtime:
        return _at_run_time(op, name, directive)
    if name not in SCHEMES:
        close = difflib.get_close_matches(name, SCHEMES, n=1)
        hint = f", did you mean '{close[0]}'?" if close else f"; known are {', '.join(SCHEMES)}"
        raise error(op, f"unknown scheme '{name}'{hint}")
    if directive.binomial and name not in ("binomial", "online"):
        warn(op, f"scheme '{name}' is asked for: the binomial directive has no effect")
    if directive.leaf is not None and name != "leaf":
        warn(op, f"scheme '{name}' has leaves of its own: '{LEAF}' has no effect")
    if directive.space is not None:
        _check_space(op, name, adapter, directive)
    if directive.storage == "file":
        _check_storage(op, name, adapter, directive)
    if directive.memory is not None or (shares and _can_share(directive)):
        return _to_be_planned(op, adapter, name, directive)
    return SCHEMES[name](op, adapter, directive)


def _can_share(directive: Directive) -> bool:
    """True if a loop without a number of snapshots of its own may share in a budget in bytes: with
    snapshots elsewhere it keeps to its own scheme."""
    return directive.period is None and directive.space is None and directive.storage != "file"


def _at_run_time(op: Operation, name: str, directive: Directive) -> Scheme:
    from ckptopt.checkpointing import runtime

    if name not in runtime.MODES:
        known = ", ".join(runtime.MODES)
        raise error(op, f"there is no runtime schedule '{name}'; known are {known}")
    if directive.memory is not None:
        raise error(op, f"'{MEMORY}' plans a schedule, '{RUNTIME}' asks a library for one")
    if directive.binomial and name != "binomial":
        warn(op, f"scheme '{name}' is asked for: the binomial directive has no effect")
    if directive.space is not None:
        raise error(op, f"runtime schedules work in their slots: '{SPACE}' cannot move them")
    if directive.storage == "file":
        raise error(op, "runtime schedules work in their slots, which cannot be in a file")
    for key, stated in ((LEAF, directive.leaf is not None), (USE_TENSOR, directive.use_tensor)):
        if stated:
            warn(op, f"'{key}' has no effect beside '{RUNTIME}'")
    return runtime.scheme(name, directive.period or 0)


def _in_levels(
    op: Operation, adapter: LoopAdapter, directive: Directive, entries: DictionaryAttr
) -> Scheme:
    from ckptopt.checkpointing import levels

    for key, stated in (
        (SCHEME, directive.scheme not in (None, "auto")),
        (MEMORY, directive.memory is not None),
        (RUNTIME, directive.runtime),
        (STORAGE, directive.storage == "file"),
        (USE_TENSOR, directive.use_tensor),
    ):
        if stated:
            raise error(op, f"'{LEVELS}' has a schedule and slots of its own: '{key}' contradicts")
    if directive.space is not None:
        raise error(
            op, f"'{SPACE}' cannot stand beside '{LEVELS}', whose '{SLOW_SPACE}' names the space"
        )
    for key, stated in (
        (BINOMIAL, directive.binomial),
        (PERIOD, directive.period is not None),
        (LEAF, directive.leaf is not None),
    ):
        if stated:
            warn(op, f"'{key}' has no effect beside '{LEVELS}'")
    _check_counted(op, "levels", adapter)
    asked, steps = levels.read(op, entries), adapter.constant_trip_count(op)
    space = snapshot_space(op, directive.prefix)
    _check_is_space(op, f"{SLOW_SPACE}' of '{LEVELS}", space)
    if space is not None and _carries_tensors(op, adapter):
        warn(op, f"tensors in snapshots stay in the default memory space, not in '{SLOW_SPACE}'")
    if steps is not None and not any(levels.slow_snapshots(steps, asked)):
        warn(op, f"the fast slots alone are best for {steps} steps: the slow level has no effect")
    return levels.scheme(asked, constant=steps is not None)


def _check_is_space(op: Operation, name: str, space: Attribute | None) -> None:
    if isinstance(space, UnitAttr) or (isinstance(space, IntegerAttr) and space.value.data < 0):
        raise error(op, f"'{name}' must be a memory space, got {space}")


def _check_space(op: Operation, name: str, adapter: LoopAdapter, directive: Directive) -> None:
    """Warn of tensors, which stay; raise a located error for what cannot be moved."""
    _check_is_space(op, SPACE, directive.space)
    if directive.memory is not None:
        raise error(op, f"'{MEMORY}' plans for one memory space: '{SPACE}' cannot stand beside it")
    if directive.use_tensor:
        raise error(op, f"tensors have no memory space: '{SPACE}' and '{USE_TENSOR}' contradict")
    if _carries_tensors(op, adapter):
        where = "slots" if name in ("binomial", "leaf", "online") else "snapshots"
        warn(op, f"tensors in {where} stay in the default memory space")


def _carries_tensors(op: Operation, adapter: LoopAdapter) -> bool:
    return any(tensor_shape(value.type) for value in adapter.carried(op))


def _check_storage(op: Operation, name: str, adapter: LoopAdapter, directive: Directive) -> None:
    """Raise a located error for what cannot be kept in a file."""
    if name not in FILED:
        raise error(op, f"scheme '{name}' cannot keep its snapshots in a file")
    if directive.memory is not None:
        raise error(op, f"'{MEMORY}' plans for snapshots in memory: they cannot be in a file")
    if directive.space is not None:
        raise error(op, f"snapshots are in a file or in a memory space: '{SPACE}' contradicts")
    if directive.use_tensor:
        raise error(op, f"snapshots are in a file or in tensors: '{USE_TENSOR}' contradicts")
    for value in adapter.carried(op):
        if DYNAMIC_INDEX in tensor_shape(value.type):
            raise error(op, f"a snapshot of type {value.type} cannot be kept in a file")


def warn_if_nothing_is_moved(
    op: Operation, directive: Directive, scheme: Scheme, steps: int | None, one_sweep: bool
) -> None:
    """Warn of a place for snapshots where it is known that there are none."""
    extent = "steps" if steps is None else steps
    if directive.name in FILED and scheme.footprint(extent, one_sweep).snapshots == 0:
        for key, stated in ((SPACE, directive.space), (STORAGE, directive.storage)):
            if stated not in (None, "heap"):
                warn(op, f"this loop keeps no snapshots: '{key}' has no effect")


PLANNED = Scheme("planned", store_all.forward, store_all.reverse, replays=True)
"""Stands for the scheme of a loop with a budget in bytes, until it is known what there is to keep:
`autodiff.budgets` then puts the one in its place."""


def _to_be_planned(op: Operation, adapter: LoopAdapter, name: str, directive: Directive) -> Scheme:
    counted = adapter.is_counted(op)
    if name not in (PLANNABLE if counted else PLANNABLE_ONLINE):
        why = "" if counted else f": '{op.name}' does not tell its trip count before it ends"
        raise error(op, f"no schedule can be planned for scheme '{name}'{why}")
    for key, value in ((PERIOD, directive.period), (LEAF, directive.leaf)):
        if value is not None:
            warn(op, f"'{key}' has no effect beside '{MEMORY}', from which it is planned")
    return PLANNED


def follow(schedule: Schedule, *, counted: bool = True) -> Scheme:
    """The scheme that follows a schedule; if the loop is not `counted`, with its slots."""
    if not counted:
        return online.scheme(schedule.slots)
    if schedule.scheme in ("store_all", "periodic"):
        return periodic.scheme(-(-schedule.steps // schedule.leaf) if schedule.steps else 1)
    return binomial.scheme(schedule.slots, schedule.leaf)


def _store_all(op: Operation, adapter: LoopAdapter, directive: Directive) -> Scheme:
    if directive.period is not None:
        warn(op, "store-all keeps no snapshots: the checkpoint period has no effect")
    return _store_all_of(op, adapter)


def _store_all_of(op: Operation, adapter: LoopAdapter) -> Scheme:
    return store_all.SCHEME if adapter.is_counted(op) else unbounded.SCHEME


def _auto(op: Operation, adapter: LoopAdapter, directive: Directive) -> Scheme:
    return (_periodic if adapter.is_counted(op) else _online)(op, adapter, directive)


def _binomial(op: Operation, adapter: LoopAdapter, directive: Directive) -> Scheme:
    slots = _slots(op, "binomial", directive)
    return binomial.scheme(slots) if adapter.is_counted(op) else online.scheme(slots)


def _online(op: Operation, adapter: LoopAdapter, directive: Directive) -> Scheme:
    if adapter.is_counted(op):
        warn(op, f"'{op.name}' tells its trip count: 'binomial' takes the place of 'online'")
        return _binomial(op, adapter, directive)
    if not directive.binomial and _period(op, directive) is None:
        return _without_checkpointing(op, adapter, "known")
    return online.scheme(_slots(op, "online", directive))


def _slots(op: Operation, name: str, directive: Directive) -> int:
    """The stated number of slots of a scheme that keeps snapshots in slots."""
    period = directive.period
    if period is None or period < 2:
        stated = "none is stated" if period is None else f"it is {period}"
        raise error(op, f"{name} checkpointing needs a checkpoint period of 2 or more; {stated}")
    _warn_of_tensors(op, name, directive)
    return period


def _leaf(op: Operation, adapter: LoopAdapter, directive: Directive) -> Scheme:
    _check_counted(op, "leaf", adapter)
    period, leaf = directive.period, directive.leaf
    if period is None or leaf is None or min(period, leaf) < 1:
        raise error(
            op,
            f"scheme 'leaf' needs a checkpoint period, which is the number of slots, and '{LEAF}', "
            f"the number of steps in a leaf, of 1 or more",
        )
    _warn_of_tensors(op, "leaf", directive)
    return binomial.scheme(period, leaf)


def _warn_of_tensors(op: Operation, name: str, directive: Directive) -> None:
    if directive.use_tensor:
        article = "an" if name == "online" else "a"
        warn(op, f"the slots of {article} {name} schedule are memrefs: tensors are not used")


def _periodic(op: Operation, adapter: LoopAdapter, directive: Directive) -> Scheme:
    _check_counted(op, "periodic", adapter)
    period = _period(op, directive)
    if adapter.constant_trip_count(op) is None and period is None:
        return _without_checkpointing(op, adapter, "constant")
    return periodic.scheme(period)


def _check_counted(op: Operation, name: str, adapter: LoopAdapter) -> None:
    if not adapter.is_counted(op):
        raise error(
            op,
            f"scheme '{name}' needs the trip count, which '{op.name}' does not tell before it "
            "ends; use 'online'",
        )


def _period(op: Operation, directive: Directive) -> int | None:
    """The stated period, if it is a positive one."""
    period = directive.period
    if period is not None and period <= 0:
        warn(op, f"a checkpoint period of {period} counts as none")
        return None
    return period


def _without_checkpointing(op: Operation, adapter: LoopAdapter, missing: str) -> Scheme:
    warn(
        op,
        f"the trip count is not {missing} and no checkpoint period is stated: "
        "the loop is differentiated without checkpointing",
    )
    return _store_all_of(op, adapter)


SCHEMES: dict[str, SchemeMaker] = {
    "auto": _auto,
    "store_all": _store_all,
    "periodic": _periodic,
    "binomial": _binomial,
    "leaf": _leaf,
    "online": _online,
}
"""The schemes that a directive can name; downstream projects add theirs."""

STORAGES = ("heap", "file")
"""Where snapshots can be."""

FILED = frozenset(SCHEMES)
"""The schemes that can keep their snapshots in a file."""

PLANNABLE = frozenset(SCHEMES) - {"online"}
PLANNABLE_ONLINE = frozenset(("auto", "binomial", "online"))
"""The schemes whose schedule can be planned from a budget in bytes, for loops that tell their trip
count and for others."""

"""The attributes by which a user asks for a loop to be checkpointed.

| attribute (prefix `enzyme` by default) | meaning |
|---|---|
| `enable_checkpointing = true` | switch; a unit attribute counts as true, with a warning |
| `binomial_checkpointing` | binomial schedule; `= false` is off |
| `checkpoint_period = N : iM` | budget of live checkpoints: segments, or slots |
| `checkpoint_memory = "64MiB"` | budget in bytes, from which a schedule is planned |
| `checkpoint_scheme = "name"` | a scheme by name |
| `checkpoint_leaf = N : iM` | how many steps are taped together in scheme `leaf` |
| `checkpoint_runtime` | the schedule comes from a library at run time; `= false` is off |
| `checkpoint_space = 1 : i64` | the memory space that snapshots are kept in, any attribute |
| `checkpoint_storage = "file"` | snapshots go through a C library, to a file; `"heap"` is memory |
| `checkpoint_levels = {fast = N, ...}` | a few fast slots, and a slow level, see `levels` |
| `cache_use_tensor` | caches are tensors carried by the loops |

A directive without effect is reported with a located warning.
"""

from __future__ import annotations

import difflib
import re
from typing import NamedTuple, cast

from xdsl.dialects.builtin import DictionaryAttr, IntegerAttr, IntegerType, StringAttr, UnitAttr
from xdsl.ir import Attribute, Operation

from ckptopt.diagnostics import error, warn

ENABLE = "enable_checkpointing"
BINOMIAL = "binomial_checkpointing"
PERIOD = "checkpoint_period"
MEMORY = "checkpoint_memory"
SCHEME = "checkpoint_scheme"
LEAF = "checkpoint_leaf"
RUNTIME = "checkpoint_runtime"
SPACE = "checkpoint_space"
STORAGE = "checkpoint_storage"
LEVELS = "checkpoint_levels"
SLOW_SPACE = "slow_space"
"""The entry of `checkpoint_levels` that names the memory space of the slow level."""
USE_TENSOR = "cache_use_tensor"
KNOWN = (
    *(ENABLE, BINOMIAL, PERIOD, MEMORY, SCHEME, LEAF),
    *(RUNTIME, SPACE, STORAGE, LEVELS, USE_TENSOR),
)
REMAT = "ckptopt.remat"
POLICY = "ckptopt.policy"
NAME = "ckptopt.checkpoint_name"
PREVENT_CSE = "ckptopt.prevent_cse"
MARKS = (REMAT, POLICY, NAME, PREVENT_CSE)
"""What to keep and what to run again: read by `ckptopt.autodiff.rematerialise`."""
NO_EFFECT = ("disable_mincut", "disable_licm")
"""Directives of other tools that steer what we do not do."""

STORE_OPEN = "ckptopt_store_open"
"""The function of a C library that is called for snapshots in a file."""

PREFIXES = ("enzyme", "enzymexla", "ckptopt")


class Directive(NamedTuple):
    """What the attributes of one loop ask for.

    `period` is the budget of live checkpoints, `memory` that in bytes, `scheme` the name of a
    scheme and `leaf` a number of steps; None where nothing is stated. `prefix` is that of the
    attributes.
    """

    binomial: bool = False
    period: int | None = None
    use_tensor: bool = False
    scheme: str | None = None
    memory: int | None = None
    leaf: int | None = None
    runtime: bool = False
    space: Attribute | None = None
    storage: str | None = None
    levels: DictionaryAttr | None = None
    prefix: str = "enzyme"

    @property
    def name(self) -> str:
        """The name of the scheme that is asked for."""
        return self.scheme or ("binomial" if self.binomial else "auto")


def directive_names(prefix: str) -> tuple[str, ...]:
    """The names of the attributes that are directives."""
    return tuple(f"{prefix}.{key}" for key in KNOWN)


def is_enabled(op: Operation, prefix: str) -> bool:
    """True if `op` carries the switch, turned on."""
    switch = op.attributes.get(f"{prefix}.{ENABLE}")
    return isinstance(switch, UnitAttr) or _as_bool(switch) is True


def enable(op: Operation, prefix: str) -> None:
    """Turn the switch of `op` on, unless it has one."""
    op.attributes.setdefault(f"{prefix}.{ENABLE}", IntegerAttr(1, IntegerType(1)))


def read_directive(op: Operation, prefix: str) -> Directive | None:
    """What `op` asks for, None when it is not to be checkpointed; warns of what has no effect."""
    _warn_unknown(op, prefix)
    found = {key: op.attributes.get(f"{prefix}.{key}") for key in KNOWN}
    switch = found[ENABLE]
    if isinstance(switch, UnitAttr):
        warn(op, f"'{prefix}.{ENABLE}' without a value counts as true; write '= true'")
    elif switch is not None and _as_bool(switch) is None:
        warn(op, f"'{prefix}.{ENABLE}' must be a boolean; it is ignored")
    if not is_enabled(op, prefix):
        _warn_idle(op, prefix, found)
        return None
    return Directive(
        binomial=_flag(op, prefix, BINOMIAL),
        period=_integer(op, f"{prefix}.{PERIOD}", found[PERIOD]),
        use_tensor=uses_tensors(op, prefix),
        scheme=_string(op, f"{prefix}.{SCHEME}", found[SCHEME]),
        memory=_bytes(op, f"{prefix}.{MEMORY}", found[MEMORY]),
        leaf=_integer(op, f"{prefix}.{LEAF}", found[LEAF]),
        runtime=_flag(op, prefix, RUNTIME),
        space=_space(found[SPACE]),
        storage=_string(op, f"{prefix}.{STORAGE}", found[STORAGE]),
        levels=_levels(op, prefix),
        prefix=prefix,
    )


def is_directed(op: Operation, prefix: str) -> bool:
    """True if `op` carries any directive, and does not say `enable_checkpointing = false`."""
    switch = op.attributes.get(f"{prefix}.{ENABLE}")
    named = any(name in op.attributes for name in directive_names(prefix))
    return named and _as_bool(switch) is not False


def warn_if_directed(op: Operation, prefix: str) -> None:
    """Warn of directives on an operation that is no loop."""
    if is_directed(op, prefix):
        warn(op, f"checkpointing attributes have no effect on '{op.name}'")


def uses_tensors(op: Operation, prefix: str) -> bool:
    """True if `op` asks for caches in tensors."""
    return _flag(op, prefix, USE_TENSOR)


def snapshot_space(op: Operation, prefix: str) -> Attribute | None:
    """The memory space that `op` asks for its snapshots to be kept in; None for the default one.

    A number stands for itself in whichever type. With two levels it is that of the slow one.
    """
    levels = op.attributes.get(f"{prefix}.{LEVELS}")
    if isinstance(levels, DictionaryAttr):
        return _space(levels.data.get(SLOW_SPACE))
    return _space(op.attributes.get(f"{prefix}.{SPACE}"))


def has_levels(op: Operation, prefix: str) -> bool:
    """True if `op` asks for snapshots in two levels."""
    return f"{prefix}.{LEVELS}" in op.attributes


def _levels(op: Operation, prefix: str) -> DictionaryAttr | None:
    levels = op.attributes.get(name := f"{prefix}.{LEVELS}")
    if levels is None or isinstance(levels, DictionaryAttr):
        return levels
    raise error(op, f"'{name}' must be a dictionary such as {{fast = 5, write = 2.0, read = 2.0}}")


def _space(space: Attribute | None) -> Attribute | None:
    if isinstance(space, IntegerAttr):
        number = cast(IntegerAttr, space).value.data
        return IntegerAttr(number, 64) if number else None
    return space


def is_in_file(op: Operation, prefix: str) -> bool:
    """True if `op` asks for its snapshots to be kept in a file."""
    return op.attributes.get(f"{prefix}.{STORAGE}") == StringAttr("file")


def prefer_file(op: Operation, prefix: str) -> None:
    """Let `op` ask for a file unless it asks for one storage already."""
    op.attributes.setdefault(f"{prefix}.{STORAGE}", StringAttr("file"))


def other_attributes(op: Operation, prefix: str) -> dict[str, Attribute]:
    """The discardable attributes of `op` that are no directives, for the loops made from it."""
    consumed = (*directive_names(prefix), *MARKS)
    return {
        name: value for name, value in op.attributes.items() if name not in consumed and "." in name
    }


def consume(op: Operation, prefix: str) -> None:
    """Remove the directives from `op`."""
    for name in (*directive_names(prefix), *MARKS):
        op.attributes.pop(name, None)


def drop_marks(op: Operation) -> None:
    """Remove the marks for rematerialisation from `op`."""
    for name in MARKS:
        op.attributes.pop(name, None)


def _as_bool(attribute: Attribute | None) -> bool | None:
    if isinstance(attribute, IntegerAttr):
        number = cast(IntegerAttr, attribute)
        return number.value.data != 0 if number.type == IntegerType(1) else None
    return None


def _flag(op: Operation, prefix: str, key: str) -> bool:
    attribute = op.attributes.get(f"{prefix}.{key}")
    return attribute is not None and _as_bool(attribute) is not False


def _integer(op: Operation, name: str, attribute: Attribute | None) -> int | None:
    if attribute is None:
        return None
    if _as_bool(attribute) is None and isinstance(attribute, IntegerAttr):
        return cast(IntegerAttr, attribute).value.data
    warn(op, f"'{name}' must be an integer; it is ignored")
    return None


def _bytes(op: Operation, name: str, attribute: Attribute | None) -> int | None:
    text = _string(op, name, attribute)
    if text is None:
        return None
    number = parse_bytes(text)
    if number is None:
        raise error(op, f'\'{name}\' must be a size such as "64MiB", got "{text}"')
    return number


UNITS = {"": 1, "B": 1} | {
    f"{letter}{suffix}": base**power
    for power, letter in enumerate("KMGT", 1)
    for suffix, base in (("iB", 1024), ("B", 1000))
}
"""Bytes in a unit of a size."""


def parse_bytes(text: str) -> int | None:
    """The bytes of a size such as `64MiB`, `1.5 GB` or `4096`; None if it is none."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*", text)
    if found is None:
        return None
    units = {unit.lower(): size for unit, size in UNITS.items()}
    size = units.get(found[2].lower())
    return None if size is None else int(float(found[1]) * size)


def _string(op: Operation, name: str, attribute: Attribute | None) -> str | None:
    if isinstance(attribute, StringAttr):
        return attribute.data
    if attribute is not None:
        warn(op, f"'{name}' must be a string; it is ignored")
    return None


def _warn_idle(op: Operation, prefix: str, found: dict[str, Attribute | None]) -> None:
    switch = found[ENABLE]
    if switch is not None and _as_bool(switch) is False:
        return
    for key in (BINOMIAL, PERIOD, MEMORY, SCHEME, LEAF, RUNTIME, SPACE, STORAGE, LEVELS):
        if (name := f"{prefix}.{key}") in op.attributes:
            warn(op, f"'{name}' has no effect without '{prefix}.{ENABLE} = true'")


def _warn_unknown(op: Operation, prefix: str) -> None:
    known = {name.partition(".")[2]: name for name in directive_names(prefix)}
    for name in op.attributes:
        space, _, key = name.partition(".")
        if space not in {*PREFIXES, prefix} or name in (*known.values(), *MARKS):
            continue
        if key in known:
            warn(op, f"'{name}' has no effect; did you mean '{known[key]}'?")
        elif key in NO_EFFECT:
            warn(op, f"'{name}' has no effect")
        else:
            close = difflib.get_close_matches(key, known, n=1, cutoff=0.4)
            hint = f"; did you mean '{known[close[0]]}'?" if close else ""
            warn(op, f"unknown attribute '{name}' on a loop has no effect{hint}")

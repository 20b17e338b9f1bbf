"""Putting residuals on tapes and taking them off: a cache per residual.

A residual may be kept in a narrower float type, and in another memory space. Both directions
convert explicitly, so that the reverse sees one value however often it reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects import arith
from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type, StringAttr
from xdsl.ir import Attribute, OpResult, SSAValue

from ckptopt.autodiff.expressions import Expression, bit_width, with_element
from ckptopt.autodiff.scope import Key
from ckptopt.checkpointing.offload import DESTINATION
from ckptopt.emitter import Emitter, is_float, part_name
from ckptopt.roles import Role

if TYPE_CHECKING:
    from ckptopt.autodiff.reverse import Sweeps

NARROW_TYPES: dict[str, Attribute] = {
    "bf16": BFloat16Type(),
    "f16": Float16Type(),
    "f32": Float32Type(),
}
"""The types that residuals can be kept in, by the value of the option `residual-type`."""


def push(
    sweeps: Sweeps, e: Emitter, key: Key, value: SSAValue, home: Emitter, *, as_tensor: bool = False
) -> SSAValue:
    """Push a residual on a new cache, which is made at `home`; returns the cache."""
    e = e.tagged(Role.PUSH)
    type = kept_type(value.type, sweeps.residual_type)
    kept = value if type == value.type else e.value(arith.TruncFOp(value, type), value.name_hint)
    cache = home.init_cache(type, part_name(value.name_hint, "tape"), as_tensor=as_tensor)
    offload = sweeps.plan.offloaded.get(key) if isinstance(key, SSAValue) else None
    if offload is not None and isinstance(cache, OpResult):
        cache.op.attributes[DESTINATION] = StringAttr(offload.destination)
    e.push(cache, kept)
    return cache


def pop(sweeps: Sweeps, e: Emitter, key: Key, cache: SSAValue) -> SSAValue:
    """Take the youngest value of a residual off its tape."""
    e = e.tagged(Role.POP)
    name = (cache.name_hint or "").removesuffix("_tape") or None
    value = e.pop(cache, name)
    type = _type_of(sweeps, key)
    if type is None or not is_float(value.type) or bit_width(value.type) >= bit_width(type):
        return value
    return e.value(arith.ExtFOp(value, type), name)


def kept_type(type: Attribute, wanted: str | None) -> Attribute:
    """The type that a value of a type is kept in; the same unless that is a wider float type."""
    narrow = NARROW_TYPES[wanted] if wanted is not None else None
    if narrow is None or not is_float(type) or bit_width(type) <= bit_width(narrow):
        return type
    return with_element(type, narrow)


def _type_of(sweeps: Sweeps, key: Key) -> Attribute | None:
    """The type of a float residual; None for what is not narrowed."""
    if isinstance(key, SSAValue):
        return key.type if is_float(key.type) else None
    op, name = key
    return sweeps.plan.factors.get(op, {}).get(name) if isinstance(name, Expression) else None


# Values of straight-line code, which need a tape only to be elsewhere


def put_away(sweeps: Sweeps, e: Emitter, key: SSAValue, value: SSAValue) -> SSAValue:
    """`value`, or, if it is to be kept in another memory space, a cache that holds it."""
    return push(sweeps, e, key, value, e) if key in sweeps.plan.offloaded else value


def fetch(sweeps: Sweeps, e: Emitter, key: SSAValue, kept: SSAValue) -> SSAValue:
    """The value that was put away."""
    return pop(sweeps, e, key, kept) if key in sweeps.plan.offloaded else kept

"""Policies: which values of a scope its tape keeps, and which the reverse computes again.

The names and meanings are those of `jax.checkpoint_policies`. A policy is written as a call is in
Python, in the attribute `ckptopt.policy` and in the option `policy=`:

    nothing_saveable
    save_only_these_names(a, c)
    save_from_both_policies(dots_saveable, save_only_these_names(h))

Values get names by `ckptopt.checkpoint_name = "h"` on the operation that defines them.
"""

from __future__ import annotations

import ast
import difflib
import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, NamedTuple, TypeAlias, cast

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation, SSAValue

from ckptopt.checkpointing.directives import NAME

MIN_BYTES = "min_bytes"
"""The default, which is no policy: the exact minimum cut in bytes."""


class Decision(Enum):
    """What a policy wants of a value that the reverse needs."""

    SAVE = "save"
    RECOMPUTE = "recompute"


class Offload(NamedTuple):
    """Save the value in another memory space: `source` is where it is used, `destination` where it
    is kept meanwhile."""

    source: str
    destination: str


DEFAULT_SPACES = ("0", "device")
"""What the space can be called in which tapes are used; the second is JAX's word."""

Verdict: TypeAlias = Decision | Offload
Decide = Callable[[Operation, SSAValue, frozenset[str]], Verdict]
"""Decides about a value that an operation defines, given the names that this operation has."""


class Policy(NamedTuple):
    """What to keep.

    `text` is how it was written and `names` are those that it mentions. With `factors` the forward
    sweep also computes and saves the factors of derivatives, so that the reverse computes nothing
    again.
    """

    text: str
    decide: Decide
    names: tuple[str, ...] = ()
    factors: bool = False


class PolicyError(Exception):
    """A policy that cannot be read, or contradicts itself; the message says why."""


DOTS = frozenset(
    {
        *(f"linalg.{name}" for name in ("matmul", "quantized_matmul", "matvec", "vecmat", "dot")),
        *(f"linalg.{name}" for name in ("batch_matmul", "batch_matvec", "batch_vecmat")),
        *(f"linalg.{name}" for name in ("batch_reduce_matmul", "contract", "mmt4d")),
        "vector.contract",
    }
)
"""Products of matrices and vectors: the dots of `dots_saveable`."""


def names_of(op: Operation) -> frozenset[str]:
    """The checkpoint names on an operation."""
    name = op.attributes.get(NAME)
    return frozenset({name.data}) if isinstance(name, StringAttr) and op.results else frozenset()


def is_dot(op: Operation) -> bool:
    """True for a product of matrices or vectors."""
    return op.name in DOTS


def has_batch_dimensions(op: Operation) -> bool:
    """True for a dot that multiplies many pairs at a time."""
    return "batch" in op.name or op.name == "linalg.mmt4d"


def _saving(test: Callable[[Operation, frozenset[str]], bool]) -> Decide:
    """Save the values of operations that pass a test of the operation and its names."""

    def decide(op: Operation, value: SSAValue, names: frozenset[str]) -> Decision:
        return Decision.SAVE if test(op, names) else Decision.RECOMPUTE

    return decide


def _everything() -> Policy:
    return Policy("", _saving(lambda op, names: True), factors=True)


def _nothing() -> Policy:
    return Policy("", _saving(lambda op, names: False))


def _dots() -> Policy:
    return Policy("", _saving(lambda op, names: is_dot(op)))


def _plain_dots() -> Policy:
    return Policy("", _saving(lambda op, names: is_dot(op) and not has_batch_dimensions(op)))


def _only(*names: str) -> Policy:
    return Policy("", _saving(lambda op, own: bool(own & {*names})), names)


def _any_but(*names: str) -> Policy:
    return Policy("", _saving(lambda op, own: bool(own - {*names})), names)


def _all_but(*names: str) -> Policy:
    return Policy("", _saving(lambda op, own: not own & {*names}), names, factors=True)


def _either(first: Policy, second: Policy) -> Policy:
    """Save what one of two policies saves; offload what one of them offloads and none saves."""

    def decide(op: Operation, value: SSAValue, names: frozenset[str]) -> Verdict:
        verdicts = (first.decide(op, value, names), second.decide(op, value, names))
        if Decision.SAVE in verdicts:
            return Decision.SAVE
        return next((v for v in verdicts if isinstance(v, Offload)), Decision.RECOMPUTE)

    return Policy("", decide, (*first.names, *second.names), first.factors or second.factors)


def _save_and_offload(
    *,
    names_which_can_be_saved: list[str],
    names_which_can_be_offloaded: list[str],
    offload_src: str,
    offload_dst: str,
) -> Policy:
    saved, offloaded = {*names_which_can_be_saved}, {*names_which_can_be_offloaded}
    if both := sorted(saved & offloaded):
        raise PolicyError(f"the name '{both[0]}' is both saved and offloaded")

    def decide(op: Operation, value: SSAValue, names: frozenset[str]) -> Verdict:
        if names & saved:
            return Decision.SAVE
        return Offload(offload_src, offload_dst) if names & offloaded else Decision.RECOMPUTE

    return Policy("", decide, (*names_which_can_be_saved, *names_which_can_be_offloaded))


def _offload_dots(offload_src: str, offload_dst: str) -> Policy:
    def decide(op: Operation, value: SSAValue, names: frozenset[str]) -> Verdict:
        if is_dot(op) and not has_batch_dimensions(op):
            return Offload(offload_src, offload_dst)
        return Decision.RECOMPUTE

    return Policy("", decide)


POLICIES: dict[str, Callable[..., Policy]] = {
    "everything_saveable": _everything,
    "nothing_saveable": _nothing,
    "dots_saveable": _dots,
    "checkpoint_dots": _dots,
    "dots_with_no_batch_dims_saveable": _plain_dots,
    "checkpoint_dots_with_no_batch_dims": _plain_dots,
    "save_only_these_names": _only,
    "save_any_names_but_these": _any_but,
    "save_anything_except_these_names": _all_but,
    "save_from_both_policies": _either,
    "save_and_offload_only_these_names": _save_and_offload,
    "offload_dot_with_no_batch_dims": _offload_dots,
}
"""Makers of policies, by name; downstream projects add theirs."""


def parse_policy(text: str) -> Policy | None:
    """The policy that `text` asks for, None for the default.

    Raises:
        PolicyError: the text is no call of a known policy with arguments that fit it.
    """
    if text == MIN_BYTES:
        return None
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise PolicyError(f"'{text}' is not a policy") from None
    return _policy(tree)


def _policy(tree: ast.expr) -> Policy:
    match tree:
        case ast.Name(name):
            arguments, keywords = list[Any](), dict[str, Any]()
        case ast.Call(ast.Name(name)):
            arguments = [_argument(argument) for argument in tree.args]
            keywords = {word.arg or "**": _argument(word.value) for word in tree.keywords}
        case _:
            raise PolicyError(f"'{ast.unparse(tree)}' is not a policy")
    if name == MIN_BYTES:
        raise PolicyError(f"'{MIN_BYTES}' takes no arguments and cannot be combined with policies")
    if name not in POLICIES:
        close = difflib.get_close_matches(name, [*POLICIES, MIN_BYTES], n=1)
        hint = f", did you mean '{close[0]}'?" if close else f"; known are {', '.join(POLICIES)}"
        raise PolicyError(f"unknown policy '{name}'{hint}")
    signature = inspect.signature(POLICIES[name], eval_str=True)
    try:
        bound = signature.bind(*arguments, **keywords)
    except TypeError as reason:
        raise PolicyError(f"policy '{name}': {reason}") from None
    for parameter, value in bound.arguments.items():
        _check_argument(f"policy '{name}'", signature.parameters[parameter], value)
    return POLICIES[name](*bound.args, **bound.kwargs)._replace(text=ast.unparse(tree))


_KINDS: dict[object, tuple[str, Callable[[object], bool]]] = {
    Policy: ("a policy", lambda value: isinstance(value, Policy)),
    str: ("a name", lambda value: isinstance(value, str)),
    list[str]: (
        "a list of names",
        lambda value: (
            isinstance(value, list)
            and all(isinstance(item, str) for item in cast(list[object], value))
        ),
    ),
}
"""What each kind of argument is called, and its test."""


def _check_argument(where: str, parameter: inspect.Parameter, value: Any) -> None:
    kind, test = _KINDS[parameter.annotation]
    values = value if parameter.kind is inspect.Parameter.VAR_POSITIONAL else (value,)
    if not all(test(one) for one in values):
        raise PolicyError(f"{where}: '{parameter.name}' takes {kind}")


def _argument(tree: ast.expr) -> object:
    """A name or string as text, a list of these, or a policy."""
    match tree:
        case ast.Name(name) if name in POLICIES or name == MIN_BYTES:
            return _policy(tree)
        case ast.Name(name):
            return name
        case ast.Constant(str() | int() as value):
            return str(value)
        case ast.List(items) | ast.Tuple(items):
            return [_argument(item) for item in items]
        case ast.Call():
            return _policy(tree)
        case _:
            raise PolicyError(f"'{ast.unparse(tree)}' cannot be an argument of a policy")


def named_operations(top: Operation) -> Iterator[tuple[Operation, str]]:
    """The operations in `top` that have a checkpoint name, with it."""
    for op in top.walk():
        for name in names_of(op):
            yield op, name

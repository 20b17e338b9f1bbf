"""How another project plugs in: it registers dialects, loops, rules and schemes by name.

A project does that in a module of its own, at import:

    from ckptopt.extensions import register_dialect, register_loop

    register_dialect(MY_DIALECT)
    register_loop("my.loop", MyLoop())

`ckptopt --extension my_project.extension` imports that module, and so may any Python program. With
xDSL's tools, import it where the project's own universe is defined: those load every universe. The
command line does not look for entry points, which would cost every run some 50 ms.

What has been registered holds for the whole process. A name that is registered again, or that
ckptopt knows already, gets the new meaning.

`docs/extending.md` has an example of each.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Dialect

from ckptopt.autodiff.derivatives import RULES, Rule
from ckptopt.autodiff.derivatives.memref import MEMORY_RULES, MemoryRule
from ckptopt.autodiff.policies import POLICIES, Decide, Decision, Offload, Policy
from ckptopt.checkpointing.effects import ACCESSES, Access
from ckptopt.checkpointing.loops import ADAPTERS, LoopAdapter
from ckptopt.checkpointing.schemes import SCHEMES, SchemeMaker
from ckptopt.dialects.registry import DOWNSTREAM

__all__ = [
    "Access",
    "Decide",
    "Decision",
    "LoopAdapter",
    "MemoryRule",
    "Offload",
    "Rule",
    "SchemeMaker",
    "register_dialect",
    "register_loop",
    "register_memory",
    "register_policy",
    "register_rules",
    "register_scheme",
]


def register_dialect(dialect: Dialect) -> None:
    """Let the command line and `ckptopt.parse` read a dialect.

    In a program with a `Context` of its own, such as `xdsl-opt`, that decides instead.
    """
    DOWNSTREAM[dialect.name] = lambda: dialect


def register_loop(name: str, adapter: LoopAdapter) -> None:
    """Let the operation `name` be differentiated, and checkpointed, as a loop."""
    ADAPTERS[name] = adapter


def register_rules(rules: Mapping[str, Rule]) -> None:
    """Give operations a derivative.

    Arguments:
        rules: by name of an operation without side effects whose operands and results are numbers:
            for each operand what it contributes to the adjoint of that operand, an expression in
            the symbols of `ckptopt.autodiff.expressions`, or None. The same rule gives tangents.
    """
    RULES.update(rules)


def register_memory(name: str, *accesses: Access, rule: MemoryRule | None = None) -> None:
    """Say what the operation `name` does to memory, so that a loop with it can be replayed.

    Arguments:
        name: of an operation with no other effect.
        accesses: what it does to each memref that it is handed, in order.
        rule: its adjoint, for reverse mode; without, no derivative can flow through it.
    """
    ACCESSES[name] = accesses
    if rule is not None:
        MEMORY_RULES[name] = rule


def register_scheme(name: str, make: SchemeMaker) -> None:
    """Let `enzyme.checkpoint_scheme = "name"` on a loop ask for a checkpointing scheme.

    Arguments:
        name: what the attribute says.
        make: gets the loop, its adapter, and what its attributes ask for; returns the scheme.
    """
    SCHEMES[name] = make


def register_policy(name: str, decide: Decide) -> None:
    """Let `ckptopt.policy = "name"` and the option `policy=name` ask for a policy.

    Arguments:
        name: what the attribute or the option says.
        decide: gets an operation without side effects, one of its results that the reverse sweep
            needs, and the checkpoint names on the operation; returns whether to save the value,
            to compute it again, or to save it in another memory space.
    """
    POLICIES[name] = lambda: Policy(name, decide)

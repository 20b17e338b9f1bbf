"""The plan of what a gradient keeps, as `residuals` makes it and the sweeps carry it out."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Attribute, Block, Operation, SSAValue

from ckptopt.autodiff.contents import Contents
from ckptopt.autodiff.expressions import Expression
from ckptopt.autodiff.policies import Offload
from ckptopt.autodiff.versions import Reread


@dataclass
class Plan:
    """The residuals of one function.

    `reversed` holds the operations with an adjoint, `kept` the residuals per block, `contents` the
    copies of memory to keep per operation, and `outside`, per operation with regions, the values
    from around it that its reverse reads; `buffers` are the memory among these for loops that are
    cut by themselves. `factors` are derivatives that the forward sweep
    evaluates, with the type of the operand that they are for; `saved` is what the forward sweep
    keeps of a region that is replayed; `offloaded` says which residuals are kept in another memory
    space; `rereads` which loads the reverse does again from a copy. `recomputes` says whether the
    function itself is recomputed in its reverse, and `recomputed_from` the values that it computes
    from; `readers` who reads a residual.
    """

    reversed: set[Operation] = field(default_factory=set[Operation])
    kept: dict[Block, list[SSAValue]] = field(default_factory=dict[Block, list[SSAValue]])
    contents: dict[Operation, list[Contents]] = field(
        default_factory=dict[Operation, "list[Contents]"]
    )
    outside: dict[Operation, list[SSAValue]] = field(
        default_factory=dict[Operation, list[SSAValue]]
    )
    buffers: dict[Operation, list[SSAValue]] = field(
        default_factory=dict[Operation, list[SSAValue]]
    )
    factors: dict[Operation, dict[Expression, Attribute]] = field(
        default_factory=dict[Operation, dict[Expression, Attribute]]
    )
    saved: dict[Block, list[SSAValue]] = field(default_factory=dict[Block, list[SSAValue]])
    offloaded: dict[SSAValue, Offload] = field(default_factory=dict[SSAValue, Offload])
    rereads: dict[SSAValue, Reread] = field(default_factory=dict[SSAValue, Reread])
    recomputes: bool = False
    recomputed_from: list[SSAValue] = field(default_factory=list[SSAValue])
    readers: dict[SSAValue, list[Operation]] = field(
        default_factory=dict[SSAValue, list[Operation]]
    )

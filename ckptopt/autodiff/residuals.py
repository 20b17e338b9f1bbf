"""What the tape of each block keeps for the reverse sweep, and what is recomputed there.

The adjoint of an operation declares which primal values it reads. In the reverse of a block such a
value is *visible* (defined outside), *kept* (a residual, pushed on the tape), or *recomputed* from
those by pure operations. The default is the minimum cut in bytes between what cannot be recomputed
and what is read; among minimal cuts the one that recomputes least.

A *scope* is a block whose operations run once per visit, with the branches in it: a loop body or
the function. Each scope is cut on its own; what it reads from outside becomes a demand there. A
scope with a policy keeps what that says in place of the cut.

The values of some scopes are *at hand* in their reverse for nothing: those of the function, and of
a region that is replayed right before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.traits import IsTerminator, is_side_effect_free

from ckptopt.autodiff.activity import Activity
from ckptopt.autodiff.contents import Contents, plan_contents
from ckptopt.autodiff.derivatives import RULES
from ckptopt.autodiff.derivatives.lookup import rule_of
from ckptopt.autodiff.expressions import Expression, bit_width, factors, reads
from ckptopt.autodiff.flow import INFINITE, minimum_cut
from ckptopt.autodiff.parallel import ParallelLoop, check_parallel, is_parallel
from ckptopt.autodiff.policies import DEFAULT_SPACES, Decision, Offload, Policy, names_of
from ckptopt.autodiff.rematerialise import Policies, is_rematerialised
from ckptopt.autodiff.shadows import Shadows
from ckptopt.checkpointing.effects import Memory, is_memory, is_view
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.diagnostics import error, warn
from ckptopt.emitter import is_float
from ckptopt.regions import BRANCHES, captured, defined_values, defining_block, inputs
from ckptopt.structured import is_leaf

Values = dict[SSAValue, None]
"""An ordered set of values."""


@dataclass
class Plan:
    """The residuals of one function.

    `reversed` holds the operations with an adjoint, `kept` the residuals per block, `contents` the
    copies of memory to keep per operation, and `outside`, per operation with regions, the values
    from around it that its reverse reads. `factors` are derivatives that the forward sweep
    evaluates, with the type of the operand that they are for; `saved` is what the forward sweep
    keeps of a region that is replayed; `offloaded` says which residuals are kept in another memory
    space. `recomputes` says whether the function itself is recomputed in its reverse, and
    `recomputed_from` the values that it computes from; `readers` who reads a residual.
    """

    reversed: set[Operation] = field(default_factory=set[Operation])
    kept: dict[Block, list[SSAValue]] = field(default_factory=dict[Block, list[SSAValue]])
    contents: dict[Operation, list[Contents]] = field(
        default_factory=dict[Operation, "list[Contents]"]
    )
    outside: dict[Operation, list[SSAValue]] = field(
        default_factory=dict[Operation, list[SSAValue]]
    )
    factors: dict[Operation, dict[Expression, Attribute]] = field(
        default_factory=dict[Operation, dict[Expression, Attribute]]
    )
    saved: dict[Block, list[SSAValue]] = field(default_factory=dict[Block, list[SSAValue]])
    offloaded: dict[SSAValue, Offload] = field(default_factory=dict[SSAValue, Offload])
    recomputes: bool = False
    recomputed_from: list[SSAValue] = field(default_factory=list[SSAValue])
    readers: dict[SSAValue, list[Operation]] = field(
        default_factory=dict[SSAValue, list[Operation]]
    )


def make_plan(
    top: Block,
    memory: Memory,
    activity: Activity,
    active: set[Operation],
    shadows: Shadows,
    replayed: Callable[[Operation], bool],
    policies: Policies,
) -> Plan:
    """Plan the tapes of the function with entry block `top`.

    `active` are the operations with an adjoint, `shadows` the shadows that the function itself
    passes on; `replayed` tells which loops have their body run again in the reverse sweep, and
    `policies` what the scope of each operation keeps. Raises a located error for an active
    operation without a derivative.
    """
    plan = Plan(active, recomputes=policies[_function_of(top)] is not None)
    _Planner(top, memory, activity, shadows, replayed, policies, plan).scope(top, top)
    return plan


def _function_of(top: Block) -> Operation:
    function = top.parent_op()
    assert function is not None
    return function


def reversed_operations(block: Block, activity: Activity) -> set[Operation]:
    """The operations in `block`, nested ones included, that have an adjoint."""
    found: set[Operation] = set()
    for op in block.ops:
        inner = [
            nested
            for region in op.regions
            for branch in region.blocks
            for nested in reversed_operations(branch, activity)
        ]
        returns_all = not is_leaf(op) or op.name in RULES
        values = op.results if returns_all else (*op.operands, *op.results)
        if inner or any(value in activity for value in values):
            found.update((op, *inner))
    return found


def bytes_of(value: SSAValue) -> int:
    """The size of a kept number or handle, in bytes."""
    if isinstance(value.type, IndexType) or is_memory(value):
        return 8
    if is_float(value.type):
        bits = bit_width(value.type)
    else:
        width = getattr(value.type, "width", None)
        bits = width.data if width is not None else 64
    shape = getattr(value.type, "get_shape", tuple[int, ...])()
    count = 1
    for extent in shape:
        count *= extent if extent > 0 else 1024
    return max(1, bits // 8) * count


@dataclass(frozen=True)
class _Planner:
    top: Block
    memory: Memory
    activity: Activity
    shadows: Shadows
    replayed: Callable[[Operation], bool]
    policies: Policies
    plan: Plan

    def scope(self, root: Block, horizon: Block) -> list[SSAValue]:
        """Plan the scope of `root`; returns what its reverse reads from outside."""
        blocks: dict[Block, None] = {}
        self._collect_blocks(root, blocks)
        owner = root.parent_op()
        assert owner is not None
        replayed_at_once = is_rematerialised(owner)
        policy = None if replayed_at_once else self.policies[owner]
        demands = {block: self._demands(block, horizon, policy) for block in blocks}
        wanted = dict.fromkeys(value for found in demands.values() for value in found)
        if replayed_at_once:
            self.plan.saved[root] = self._saved(root, wanted, self.policies[owner])
        if policy is None:
            cut = self._cut(wanted, blocks, horizon)
        else:
            cut = self._chosen(wanted, blocks, horizon, policy)
        for block in blocks:
            kept = [value for value in defined_values(block) if value in cut]
            if kept:
                self.plan.kept[block] = kept
        return list(self._close(root, demands, cut))

    def _collect_blocks(self, block: Block, blocks: dict[Block, None]) -> None:
        blocks[block] = None
        for op in block.ops:
            if op in self.plan.reversed and op.name in BRANCHES:
                for region in op.regions:
                    if len(region.blocks) > 1:
                        raise error(op, "a region of several blocks cannot be differentiated")
                    for inner in region.blocks:
                        self._collect_blocks(inner, blocks)

    # Demands

    def _demands(self, block: Block, horizon: Block, policy: Policy | None) -> Values:
        found: Values = {}
        for op in block.ops:
            if op in self.plan.reversed:
                for value in self._reads(op, horizon, policy):
                    found[value] = None
                    self.plan.readers.setdefault(value, []).append(op)
        return found

    def _reads(self, op: Operation, horizon: Block, policy: Policy | None) -> Iterable[SSAValue]:
        """The primal values that the adjoint of `op` reads, its branches' not included."""
        if (adapter := adapter_of(op)) is not None:
            body = adapter.body(op)
            replayed = self.replayed(op)
            outside = self.scope(body, body if replayed else horizon)
            if replayed:
                outside = [v for v in (*outside, *captured(op)) if not self._is_buffer(v)]
            self.plan.outside[op] = list(dict.fromkeys((*adapter.bounds(op), *outside)))
            return self.plan.outside[op]
        if is_parallel(op):
            check_parallel(op, self.activity)
            loop = ParallelLoop(op)
            bounds = [value for bound in loop.bounds for value in bound]
            self.plan.outside[op] = list(dict.fromkeys((*bounds, *self.scope(loop.body, horizon))))
            return self.plan.outside[op]
        if op.name in BRANCHES:
            return op.operands
        if op.name in RULES:
            with_factors = policy is not None and policy.factors
            return self._reads_beside_factors(op) if with_factors else self._rule_reads(op)
        if (rule := rule_of(op)) is not None:
            kept, in_place = plan_contents(op, rule, self.memory, self.activity, horizon)
            if kept:
                self.plan.contents[op] = kept
            reads = rule.reads(op, self.activity)
            return [*reads, *in_place, *self._shadow_reads(op)]
        if is_view(op):
            numbers = [operand for operand in op.operands if not is_memory(operand)]
            return [*numbers, *self._shadow_reads(op)]
        if op.has_trait(IsTerminator, value_if_unregistered=False):
            return ()
        if not self._differentiates(op):
            return ()
        raise error(op, f"no derivative is known for '{op.name}'")

    def _shadow_reads(self, op: Operation) -> list[SSAValue]:
        """The shadows of the buffers of `op` that the function itself passes on."""
        return [self.shadows[value] for value in op.operands if value in self.shadows]

    def _is_buffer(self, value: SSAValue) -> bool:
        """True for primal memory, which a tape does not keep."""
        return is_memory(value) and not self.memory.is_shadow(value)

    def _differentiates(self, op: Operation) -> bool:
        """True if a derivative would have to flow through `op`."""
        if any(value in self.activity for value in op.results):
            return True
        effects = self.memory.effects(op)
        return bool((effects.reads | effects.writes) & self.activity.classes)

    def _rule_reads(self, op: Operation) -> Iterator[SSAValue]:
        for operand, expression in zip(op.operands, RULES[op.name], strict=True):
            if expression is not None and operand in self.activity:
                yield from reads(expression, op)

    def _reads_beside_factors(self, op: Operation) -> Iterator[SSAValue]:
        """What the adjoint of `op` reads beside the factors that the forward sweep evaluates."""
        for operand, expression in zip(op.operands, RULES[op.name], strict=True):
            if expression is None or operand not in self.activity:
                continue
            for factor in factors(expression):
                if factor.arguments:
                    self.plan.factors.setdefault(op, {})[factor] = operand.type
                else:
                    yield from reads(factor, op)

    # Policies

    def _chosen(
        self, wanted: Values, blocks: dict[Block, None], horizon: Block, policy: Policy
    ) -> set[SSAValue]:
        """The values of the scope that `policy` keeps, and those that cannot be recomputed."""
        kept: set[SSAValue] = set()
        seen: set[SSAValue] = set()
        pending = [value for value in wanted if self._is_node(value, blocks)]
        while pending:
            value = pending.pop()
            if value in seen:
                continue
            seen.add(value)
            if not self._recomputable(value, horizon) or self._keeps(policy, value):
                kept.add(value)
                continue
            pending.extend(v for v in inputs(_owner(value)) if self._is_node(v, blocks))
        return kept

    def _keeps(self, policy: Policy, value: SSAValue) -> bool:
        """True if `policy` keeps `value`, where being recomputed is the other choice."""
        op = _owner(value)
        if self._is_buffer(value) or isinstance(op, arith.ConstantOp):
            return False
        verdict = policy.decide(op, value, names_of(op))
        if isinstance(verdict, Offload):
            if verdict.source not in DEFAULT_SPACES:
                warn(op, f"'offload_src={verdict.source}' has no effect: tapes are used in space 0")
            self.plan.offloaded[value] = verdict
        return verdict is not Decision.RECOMPUTE

    def _saved(self, root: Block, wanted: Values, policy: Policy | None) -> list[SSAValue]:
        """The values of a region that its forward sweep saves, so that the replay need not run
        what leads to them."""
        if policy is None:
            return []
        saved: Values = {}
        seen: set[SSAValue] = set()
        pending = [*wanted]
        for op in root.ops:
            if not is_leaf(op) or not is_side_effect_free(op):
                pending.extend(inputs(op))
        while pending:
            value = pending.pop()
            if value in seen or not isinstance(value, OpResult) or value.op.parent is not root:
                continue
            seen.add(value)
            if not is_memory(value) and self._keeps(policy, value):
                saved[value] = None
            else:
                pending.extend(inputs(value.op))
        self._warn_of_names_inside(root, policy)
        return [value for value in defined_values(root) if value in saved]

    def _warn_of_names_inside(self, root: Block, policy: Policy) -> None:
        """Warn of values in loops and branches of a region, which the forward sweep cannot save."""
        for op in (inner for outer in root.ops if outer.regions for inner in outer.walk()):
            if names := names_of(op):
                verdict = policy.decide(op, op.results[0], names)
                if verdict is not Decision.RECOMPUTE:
                    warn(op, "this value is saved while its region is replayed, not before")

    # The cut

    def _cut(self, wanted: Values, blocks: dict[Block, None], horizon: Block) -> set[SSAValue]:
        """The values of the scope to keep so that all of `wanted` can be had in the reverse."""
        sinks = [value for value in wanted if self._is_node(value, blocks)]
        edges: dict[SSAValue, list[SSAValue]] = {}
        sources: list[SSAValue] = []
        pending = list(sinks)
        while pending:
            value = pending.pop()
            if value in edges:
                continue
            edges[value] = []
            if not self._recomputable(value, horizon):
                sources.append(value)
                continue
            edges[value] = [v for v in inputs(_owner(value)) if self._is_node(v, blocks)]
            pending.extend(edges[value])
        capacities = {v: INFINITE if self._is_buffer(v) else bytes_of(v) for v in edges}
        return minimum_cut(capacities, edges, sources, sinks)

    def _is_node(self, value: SSAValue, blocks: dict[Block, None]) -> bool:
        """True if `value` is defined in the scope and not visible in its reverse anyway."""
        block = defining_block(value)
        if block not in blocks or self._at_hand(block):
            return False
        if block is self.top:
            return isinstance(value, OpResult) and not is_memory(value)
        loop = block.parent_op()
        if loop is not None and is_parallel(loop):
            return value not in block.args
        adapter = adapter_of(loop) if loop is not None else None
        return adapter is None or loop is None or value is not adapter.induction(loop)

    def _at_hand(self, block: Block) -> bool:
        """True if the reverse of `block` sees all its values."""
        owner = block.parent_op()
        assert owner is not None
        if block is self.top:
            return self.policies[owner] is None
        return is_rematerialised(owner)

    def _saves_factors(self, block: Block) -> bool:
        """True if the reverse of `block` computes nothing but what its policy does not save."""
        owner = block.parent_op()
        assert owner is not None
        policy = self.policies[owner]
        return policy is not None and policy.factors

    def _recomputable(self, value: SSAValue, horizon: Block) -> bool:
        if not isinstance(value, OpResult) or not is_leaf(value.op):
            return False
        op = value.op
        if is_view(op):
            return True
        buffers = [operand for operand in op.operands if is_memory(operand)]
        if not all(self.memory.persists(buffer, horizon) for buffer in buffers):
            return False
        if op.name == "memref.load":
            return not self.memory.written_after(op, self.memory.alias(buffers[0]), horizon)
        return is_side_effect_free(op)

    def _close(
        self, block: Block, demands: dict[Block, Values], kept: set[SSAValue]
    ) -> Iterable[SSAValue]:
        """What the reverse of `block` reads from around it, directly or to recompute."""
        pending = list(demands[block])
        for op in block.ops:
            if op in self.plan.reversed and op.name in BRANCHES:
                inner = [
                    value
                    for region in op.regions
                    for branch in region.blocks
                    for value in self._close(branch, demands, kept)
                ]
                self.plan.outside[op] = list(dict.fromkeys(inner))
                pending.extend(inner)
        outside: Values = {}
        seen: Values = {}
        at_hand = self._at_hand(block)
        recomputed_from: Values = {}
        pending.reverse()
        while pending:
            value = pending.pop()
            if value in seen:
                continue
            seen[value] = None
            if defining_block(value) is not block:
                outside[value] = None
            elif value not in kept and isinstance(value, OpResult) and not at_hand:
                needed = inputs(value.op)
                pending.extend(needed)
                recomputed_from.update((operand, None) for operand in needed)
        if block is self.top:
            read = recomputed_from if self._saves_factors(block) else seen
            visible = (v for v in read if v in kept or not isinstance(v, OpResult))
            self.plan.recomputed_from[:] = visible
        elif at_hand:
            values = defined_values(block)
            self.plan.kept[block] = [v for v in values if v in seen and not self._is_buffer(v)]
        return outside


def _owner(value: SSAValue) -> Operation:
    assert isinstance(value, OpResult)
    return value.op

"""What the tape of each block keeps for the reverse sweep, and what is recomputed there.

The adjoint of an operation declares which primal values it reads. In the reverse of a block such a
value is *visible* (defined outside), *kept* (a residual, pushed on the tape), or *recomputed* from
those by pure operations. The default is the minimum cut in bytes between what cannot be recomputed
and what is read; among minimal cuts the one that recomputes least.

A *scope* is a block whose operations run once per visit, with the branches in it: a loop body or
the function. The cut is that of a *nest*: a scope with the loops in it that are not replayed, each
value weighed with the trip counts of the loops around it. A scope with a policy keeps what that
says in place of the cut. What a nest reads from outside becomes a demand there. Loads from memory
that is overwritten may be done again from a copy of it, a residual like others (`versions`).

The values of some scopes are *at hand* in their reverse for nothing: those of the function, and of
a region that is replayed right before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

from xdsl.dialects import arith
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.traits import IsTerminator, is_side_effect_free

from ckptopt.autodiff.activity import Activity
from ckptopt.autodiff.contents import Contents, plan_contents
from ckptopt.autodiff.derivatives import RULES
from ckptopt.autodiff.derivatives.lookup import rule_of
from ckptopt.autodiff.expressions import factors, reads
from ckptopt.autodiff.flow import INFINITE, minimum_cut
from ckptopt.autodiff.parallel import ParallelLoop, check_parallel, is_parallel
from ckptopt.autodiff.plan import Plan
from ckptopt.autodiff.policies import DEFAULT_SPACES, Decision, Offload, Policy, names_of
from ckptopt.autodiff.rematerialise import Policies, is_rematerialised
from ckptopt.autodiff.shadows import Shadows
from ckptopt.autodiff.versions import (
    MANY,
    WORD,
    Reread,
    Source,
    Version,
    bytes_of,
    bytes_of_copy,
    source_of,
    trips_of,
)
from ckptopt.checkpointing.effects import Memory, is_memory, is_view
from ckptopt.checkpointing.loops import adapter_of
from ckptopt.diagnostics import error, warn
from ckptopt.regions import BRANCHES, ancestor_in, captured, defined_values, defining_block, inputs
from ckptopt.structured import is_leaf

Values = dict[SSAValue, None]
"""An ordered set of values."""

_Node = SSAValue | Version


def make_plan(
    top: Block,
    memory: Memory,
    activity: Activity,
    active: set[Operation],
    shadows: Shadows,
    replayed: Callable[[Operation], bool],
    policies: Policies,
    kept_type: Callable[[Attribute], Attribute],
    uses_tensors: Callable[[Operation], bool],
) -> Plan:
    """Plan the tapes of the function with entry block `top`.

    `active` are the operations with an adjoint, `shadows` the shadows that the function itself
    passes on; `replayed` tells which loops have their body run again in the reverse sweep, and
    `policies` what the scope of each operation keeps. `kept_type` is the type that tapes keep a
    type in, and `uses_tensors` tells which loops keep what they tape in tensors. Raises a located
    error for an active operation without a derivative.
    """
    plan = Plan(active, recomputes=policies[_function_of(top)] is not None)
    planner = _Planner(
        top, memory, activity, shadows, replayed, policies, kept_type, uses_tensors, plan
    )
    planner.nest(top, top)
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


@dataclass
class _Nest:
    """What is cut together: blocks that `root` holds, with how often they run for one run of it.

    `horizon` is the block whose operations may run before the reverse of the nest does. `reads`
    holds what the adjoint of each operation reads; of a loop of the nest, only its bounds.
    """

    root: Block
    horizon: Block
    policy: Policy | None
    runs: dict[Block, int] = field(default_factory=dict[Block, int])
    reads: dict[Operation, list[SSAValue]] = field(
        default_factory=dict[Operation, "list[SSAValue]"]
    )


@dataclass(frozen=True)
class _Planner:
    top: Block
    memory: Memory
    activity: Activity
    shadows: Shadows
    replayed: Callable[[Operation], bool]
    policies: Policies
    kept_type: Callable[[Attribute], Attribute]
    uses_tensors: Callable[[Operation], bool]
    plan: Plan

    def nest(self, root: Block, horizon: Block) -> list[SSAValue]:
        """Plan the nest of `root`; returns what its reverse reads from outside."""
        owner = root.parent_op()
        assert owner is not None
        replayed_at_once = is_rematerialised(owner)
        nest = _Nest(root, horizon, None if replayed_at_once else self.policies[owner])
        self._collect(root, 1, nest)
        wanted = dict.fromkeys(value for found in nest.reads.values() for value in found)
        if replayed_at_once:
            self.plan.saved[root] = self._saved(root, wanted, self.policies[owner])
        cut = self._cut(wanted, nest) if nest.policy is None else self._chosen(wanted, nest)
        for block in nest.runs:
            kept = [value for value in defined_values(block) if value in cut]
            if kept:
                self.plan.kept[block] = kept
        return list(self._close(root, nest, cut))

    def _collect(self, block: Block, runs: int, nest: _Nest) -> None:
        """Add `block` to a nest, with its branches and the loops in it that belong there."""
        nest.runs[block] = runs
        for op in block.ops:
            if op not in self.plan.reversed:
                continue
            if op.name in BRANCHES:
                nest.reads[op] = list(op.operands)
                for region in op.regions:
                    if len(region.blocks) > 1:
                        raise error(op, "a region of several blocks cannot be differentiated")
                    for inner in region.blocks:
                        self._collect(inner, runs, nest)
            elif self._belongs(op, nest):
                nest.reads[op] = self._bounds(op)
                each = prod(MANY if trips is None else max(1, trips) for trips in trips_of(op))
                self._collect(_body(op), runs * each, nest)
            else:
                nest.reads[op] = list(self._reads(op, nest))

    def _belongs(self, op: Operation, nest: _Nest) -> bool:
        """True for a loop that is cut together with what is around it."""
        if adapter_of(op) is None and not is_parallel(op):
            return False
        alone = adapter_of(op) is not None and self.replayed(op)
        return not alone and nest.policy is None and self.policies[op] is None

    # Demands

    def _bounds(self, op: Operation) -> list[SSAValue]:
        if is_parallel(op):
            check_parallel(op, self.activity)
            return [value for bound in ParallelLoop(op).bounds for value in bound]
        adapter = adapter_of(op)
        assert adapter is not None
        return list(adapter.bounds(op))

    def _reads(self, op: Operation, nest: _Nest) -> Iterable[SSAValue]:
        """The primal values that the adjoint of `op` reads."""
        horizon, policy = nest.horizon, nest.policy
        if (adapter := adapter_of(op)) is not None:
            body = adapter.body(op)
            replayed = self.replayed(op)
            outside = self.nest(body, body if replayed else horizon)
            self.plan.buffers[op] = [value for value in outside if is_memory(value)]
            if replayed:
                outside = [v for v in (*outside, *captured(op)) if not self._is_buffer(v)]
            self.plan.outside[op] = list(dict.fromkeys((*self._bounds(op), *outside)))
            return self.plan.outside[op]
        if is_parallel(op):
            bounds = self._bounds(op)
            self.plan.outside[op] = list(dict.fromkeys((*bounds, *self.nest(_body(op), horizon))))
            return self.plan.outside[op]
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

    def _chosen(self, wanted: Values, nest: _Nest) -> set[SSAValue]:
        """The values of the scope that its policy keeps, and those that cannot be recomputed."""
        assert nest.policy is not None
        kept: set[SSAValue] = set()
        seen: set[SSAValue] = set()
        pending = [value for value in wanted if self._is_node(value, nest)]
        while pending:
            value = pending.pop()
            if value in seen:
                continue
            seen.add(value)
            if not self._recomputable(value, nest.horizon) or self._keeps(nest.policy, value):
                kept.add(value)
                continue
            pending.extend(v for v in inputs(_owner(value)) if self._is_node(v, nest))
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

    def _cut(self, wanted: Values, nest: _Nest) -> set[SSAValue]:
        """The values of the nest to keep so that all of `wanted` can be had in the reverse.

        What it keeps of memory goes to the plan.
        """
        sinks = [value for value in wanted if self._is_node(value, nest)]
        edges: dict[_Node, list[_Node]] = {}
        sources: list[_Node] = []
        read: dict[SSAValue, Source] = {}
        pending: list[_Node] = list(sinks)
        while pending:
            node = pending.pop()
            if node in edges:
                continue
            edges[node] = []
            if isinstance(node, Version):
                sources.append(node)
                continue
            if self._recomputable(node, nest.horizon):
                needed = inputs(_owner(node))
            elif (source := self._source(node, nest)) is not None:
                read[node] = source
                needed = source.numbers(_owner(node))
                edges[node].append(source.version)
            else:
                sources.append(node)
                continue
            edges[node].extend(v for v in needed if self._is_node(v, nest))
            pending.extend(edges[node])
        viewed = {source.version for source in read.values() if source.views}
        prices = {node: self._price(node, nest, apart=node in viewed) for node in edges}
        cut = minimum_cut(prices, edges, sources, sinks)
        if any(isinstance(node, Version) for node in cut):
            self._keep_versions(sinks, edges, cut, read)
        return {node for node in cut if not isinstance(node, Version)}

    def _source(self, value: SSAValue, nest: _Nest) -> Source | None:
        """What the reverse can load `value` from, where memory itself is overwritten by then."""
        if not isinstance(value, OpResult) or value.op.name != "memref.load":
            return None
        return source_of(value.op, self.memory, nest.runs)

    def _price(self, node: _Node, nest: _Nest, *, apart: bool) -> int:
        """What it costs to keep a node, in bytes; of a copy `apart` from others, its handle too."""
        if isinstance(node, Version):
            loop = node.block.parent_op()
            if loop is not None and self.uses_tensors(loop):
                return INFINITE
            return bytes_of_copy(node.buffer, apart=apart) * nest.runs[node.block]
        if self._is_buffer(node):
            return INFINITE
        each = WORD if is_memory(node) else bytes_of(self.kept_type(node.type))
        return each * nest.runs[defining_block(node)]

    def _keep_versions(
        self,
        sinks: Iterable[_Node],
        edges: Mapping[_Node, Sequence[_Node]],
        cut: set[_Node],
        read: Mapping[SSAValue, Source],
    ) -> None:
        """Plan a copy for each version in `cut`, in front of the first load that is done again."""
        served: dict[Version, list[SSAValue]] = {}
        seen: set[_Node] = set()
        pending: list[_Node] = list(sinks)
        while pending:
            node = pending.pop()
            if node in seen or node in cut:
                continue
            seen.add(node)
            pending.extend(edges[node])
            if not isinstance(node, Version) and node in read:
                served.setdefault(read[node].version, []).append(node)
        for version, loads in served.items():
            users = [ancestor_in(version.block, _owner(load)) for load in loads]
            copy = min(users, key=self.memory.position), Contents(version.buffer)
            self.plan.contents.setdefault(copy[0], []).append(copy[1])
            self.plan.rereads.update((v, Reread(copy, read[v].views)) for v in loads)

    def _is_node(self, value: SSAValue, nest: _Nest) -> bool:
        """True if `value` is defined in the nest and not visible in its reverse anyway."""
        block = defining_block(value)
        if block not in nest.runs or self._at_hand(block):
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
        if any(map(self._is_handed_out, buffers)):
            return False
        if op.name == "memref.load":
            return not self.memory.written_after(op, self.memory.alias(buffers[0]), horizon)
        return is_side_effect_free(op)

    def _is_handed_out(self, buffer: SSAValue) -> bool:
        """True if a loop or branch in a step hands `buffer` out: no tape keeps its handle."""
        while isinstance(buffer, OpResult) and is_view(buffer.op) and not buffer.op.regions:
            buffer = buffer.op.operands[0]
        return (
            isinstance(buffer, OpResult)
            and bool(buffer.op.regions)
            and (buffer.op.parent is not self.top)
        )

    def _close(self, block: Block, nest: _Nest, kept: set[SSAValue]) -> Iterable[SSAValue]:
        """What the reverse of `block` reads from around it, directly or to recompute."""
        pending: list[SSAValue] = []
        for op in block.ops:
            found = nest.reads.get(op, ())
            if op.regions and op.name not in BRANCHES and _body(op) in nest.runs:
                found = list(dict.fromkeys((*found, *self._close(_body(op), nest, kept))))
                self.plan.outside[op] = found
            for value in found:
                self.plan.readers.setdefault(value, []).append(op)
            pending.extend(found)
        for op in block.ops:
            if op in self.plan.reversed and op.name in BRANCHES:
                inner = [
                    value
                    for region in op.regions
                    for branch in region.blocks
                    for value in self._close(branch, nest, kept)
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
                reread = self.plan.rereads.get(value)
                needed = inputs(value.op) if reread is None else reread.numbers(value.op)
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


def _body(op: Operation) -> Block:
    """The body of a loop."""
    adapter = adapter_of(op)
    return op.regions[0].blocks[0] if adapter is None else adapter.body(op)

"""Minimum vertex cuts, by maximum flow."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Node = TypeVar("Node")

INFINITE = 1 << 200
"""The capacity of a vertex that cannot be cut."""


@dataclass
class _Network:
    """Arcs come in pairs: arc `i` and its residual `i ^ 1`."""

    heads: list[int] = field(default_factory=list[int])
    capacities: list[int] = field(default_factory=list[int])
    arcs: list[list[int]] = field(default_factory=list[list[int]])

    def vertex(self) -> int:
        self.arcs.append([])
        return len(self.arcs) - 1

    def connect(self, tail: int, head: int, capacity: int) -> None:
        for end, other, amount in ((tail, head, capacity), (head, tail, 0)):
            self.arcs[end].append(len(self.heads))
            self.heads.append(other)
            self.capacities.append(amount)


def minimum_cut(
    capacities: Mapping[Node, int],
    inputs: Mapping[Node, Sequence[Node]],
    sources: Iterable[Node],
    sinks: Iterable[Node],
) -> set[Node]:
    """The cheapest set of nodes that meets every path from a source to a sink.

    `capacities` gives the price of each node and `inputs` its predecessors. Sources and sinks may
    be in the cut themselves. Of several cheapest sets it is the one nearest to the sinks. Dinic's
    algorithm (1970), on a network in which every node is an arc of its own capacity.
    """
    network = _Network()
    source, sink = network.vertex(), network.vertex()
    entries = {node: network.vertex() for node in capacities}
    exits = {node: network.vertex() for node in capacities}
    for node, capacity in capacities.items():
        network.connect(entries[node], exits[node], capacity)
        for before in inputs[node]:
            network.connect(exits[before], entries[node], INFINITE)
    for node in sources:
        network.connect(source, entries[node], INFINITE)
    for node in sinks:
        network.connect(exits[node], sink, INFINITE)
    while (levels := _levels(network, source, sink)) is not None:
        _saturate(network, levels, source, sink)
    near_sink = _reaches(network, sink)
    return {
        node for node in capacities if exits[node] in near_sink and entries[node] not in near_sink
    }


def _levels(network: _Network, source: int, sink: int) -> list[int] | None:
    """Distances from the source in the residual network; None when the sink is cut off."""
    levels = [-1] * len(network.arcs)
    levels[source] = 0
    pending = deque([source])
    while pending:
        tail = pending.popleft()
        for arc in network.arcs[tail]:
            head = network.heads[arc]
            if network.capacities[arc] > 0 and levels[head] < 0:
                levels[head] = levels[tail] + 1
                pending.append(head)
    return levels if levels[sink] >= 0 else None


def _saturate(network: _Network, levels: list[int], source: int, sink: int) -> None:
    """Push flow along shortest paths until each has a full arc."""
    untried = [0] * len(network.arcs)
    path: list[int] = []
    vertex = source
    while True:
        if vertex == sink:
            amount = min(network.capacities[arc] for arc in path)
            for arc in path:
                network.capacities[arc] -= amount
                network.capacities[arc ^ 1] += amount
            full = next(i for i, arc in enumerate(path) if network.capacities[arc] == 0)
            vertex = network.heads[path[full] ^ 1]
            del path[full:]
            continue
        arcs = network.arcs[vertex]
        while untried[vertex] < len(arcs):
            arc = arcs[untried[vertex]]
            head = network.heads[arc]
            if network.capacities[arc] > 0 and levels[head] == levels[vertex] + 1:
                path.append(arc)
                vertex = head
                break
            untried[vertex] += 1
        else:
            if not path:
                return
            arc = path.pop()
            vertex = network.heads[arc ^ 1]
            untried[vertex] += 1


def _reaches(network: _Network, sink: int) -> set[int]:
    """The vertices from which the sink can be reached in the residual network."""
    found = {sink}
    pending = [sink]
    while pending:
        head = pending.pop()
        for arc in network.arcs[head]:
            tail = network.heads[arc]
            if network.capacities[arc ^ 1] > 0 and tail not in found:
                found.add(tail)
                pending.append(tail)
    return found

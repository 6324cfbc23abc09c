"""Where the nodes of AOTAutograd's graphs come from, as the nodes themselves remember it (``explorer.aot_nodes``).

A forward node knows the node of Dynamo's graph that it was traced from. A backward node shares autograd's number with
the forward nodes that it is the gradient of, and knows what the forward call was named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from explorer.parse.recorded import Recorded
from explorer.report import Graph, Node

ORIGIN_LABEL = "explorer.aot_nodes"


class Origins:
    """The origins of every compile, from the events with :data:`ORIGIN_LABEL`."""

    def __init__(self, events: Iterable[Recorded]) -> None:
        self._found: dict[str, list[Mapping[str, Mapping[str, Any]]]] = defaultdict(list)
        for event in events:
            if event.key is not None:
                self._found[event.key].append(event.data["nodes"])

    def of(self, key: str) -> OriginsOfCompile:
        """Those of one compile."""
        return OriginsOfCompile(self._found.get(key, []))


class OriginsOfCompile:
    """The origins of one compile: a mapping for each of its graphs, in the order in which they were made."""

    def __init__(self, graphs: list[Mapping[str, Mapping[str, Any]]]) -> None:
        self._graphs = graphs
        self._forward: dict[tuple[int, str | None], dict[str, None]] = defaultdict(dict)
        for facts in (facts for nodes in graphs for facts in nodes.values()):
            if facts.get("origin") and facts.get("seq") is not None:
                self._forward[facts["seq"], facts.get("function")][facts["origin"]] = None
                self._forward[facts["seq"], None][facts["origin"]] = None

    @property
    def asked(self) -> dict[str, str]:
        """What activation checkpointing was told to make again, by node name."""
        told = ((name, facts.get("recompute")) for nodes in self._graphs for name, facts in nodes.items())
        return {name: str(what) for name, what in told if what and "RECOMPUTE" in str(what)}

    def explained(self, graph: Graph, index: int) -> Graph:
        """The graph whose nodes say where they come from; ``index`` counts the graphs of its direction.

        Attributes: ``aten``, the ATen operator before it was decomposed; ``origin``, the names of the nodes of Dynamo's
        graph behind it, separated by commas; ``gradient``, it belongs to the backward of those.
        """
        known = self._graphs[index] if index < len(self._graphs) else {}
        if not known:
            return graph
        prefix = graph.name.removesuffix("graph")
        nodes = (self._node(node, known.get(node.name.removeprefix(prefix))) for node in graph.nodes)
        return replace(graph, nodes=tuple(nodes))

    def lowered(self, index: int) -> dict[str, list[str]]:
        """What each node of Dynamo's graph became in the graph at ``index``, forward and backward, by name."""
        found: dict[str, list[str]] = defaultdict(list)
        for name, facts in (self._graphs[index] if index < len(self._graphs) else {}).items():
            for origin in self._origins(facts):
                found[origin].append(name)
        return dict(found)

    def behind(self, node: Node) -> list[str]:
        """The nodes of Dynamo's graph that ``node``, one of :meth:`explained`, comes from."""
        origin = node.attributes.get("origin")
        return origin.split(", ") if isinstance(origin, str) else []

    def _node(self, node: Node, facts: Mapping[str, Any] | None) -> Node:
        if facts is None or node.op in ("placeholder", "output"):
            return node
        told = {
            "aten": facts.get("aten"),
            "origin": ", ".join(self._origins(facts)) or None,
            "gradient": facts.get("backward"),
        }
        return replace(node, attributes={**node.attributes, **{k: v for k, v in told.items() if v is not None}})

    def _origins(self, facts: Mapping[str, Any]) -> list[str]:
        if facts.get("origin"):
            return [str(facts["origin"])]
        seq, function = facts.get("seq"), facts.get("function")
        if seq is None:
            return []
        return list(self._forward.get((seq, function)) or self._forward.get((seq, None)) or ())

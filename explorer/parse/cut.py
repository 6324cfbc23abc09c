"""Where AOTAutograd cut the joint graph: what the forward keeps for the backward, and what the backward makes again.

torch notes what is kept beside the forward's outputs (``SavedForBackwardsAOTOutput``). A node that both graphs have is
computed twice: the partitioner found that cheaper than to keep its result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from explorer.parse.graph_inputs import graph_input
from explorer.parse.tensor_bytes import bytes_of
from explorer.report import Graph, Node

_SAVED = re.compile(r"^(\w+): SavedForBackwardsAOTOutput\(", re.MULTILINE)
_NOTED = re.compile(r"^(\w+): (\w+)\(", re.MULTILINE)

Attributes = dict[str, str | int | float | bool | None]


def saved_names(graph: Graph) -> list[str]:
    """The nodes that a forward keeps for its backward, in the order of its outputs, by their name in the graph."""
    prefix = _prefix(graph)
    return [prefix + name for node in graph.nodes if node.op == "output" for name in _SAVED.findall(node.note or "")]


def with_saved(graph: Graph, arguments: Sequence[str], sizes: Mapping[str, int]) -> Graph:
    """A forward graph whose kept nodes say so.

    Their attributes: ``saved``, ``kept_as`` (``activation``, ``input``, ``parameter``, ``buffer`` or ``size``),
    ``bytes``, ``value`` (the name of an input for people) and ``output`` (the program returns it too). ``arguments``
    are those of Dynamo's graph, ``sizes`` the values of symbolic sizes.
    """
    kept = dict.fromkeys(saved_names(graph))
    if not kept:
        return graph
    returned = set(_returned(graph))
    nodes = (
        _with(node, _saved(node, arguments, sizes, node.name in returned)) if node.name in kept else node
        for node in graph.nodes
    )
    return replace(graph, nodes=tuple(nodes))


def with_recomputed(backward: Graph, forward: Graph, asked: Mapping[str, str]) -> Graph:
    """A backward graph whose nodes that run again say so.

    Their attributes: ``recomputed``, and ``why``: activation checkpointing asked for it (``asked``: what it said, by
    node name) or the partitioner chose it, from which kept values.
    """
    made = {node.name: node.target for node in forward.nodes if node.op == "call_function"}
    again = {
        node.name: node for node in backward.nodes if node.op == "call_function" and made.get(node.name) == node.target
    }
    kept = {node.ref: node.name for node in backward.nodes if node.op == "placeholder"}
    sources: dict[str, dict[str, None]] = {}
    nodes: list[Node] = []
    for node in backward.nodes:
        if node.name in again:
            sources[node.ref] = dict.fromkeys(
                name for ref in node.inputs for name in ([kept[ref]] if ref in kept else sources.get(ref, ()))
            )
            nodes.append(_with(node, {"recomputed": True, "why": _why(list(sources[node.ref]), asked.get(node.name))}))
        else:
            nodes.append(node)
    return replace(backward, nodes=tuple(nodes))


def _why(sources: list[str], asked: str | None) -> str:
    made = f"from {', '.join(sources[:4])}{' …' if len(sources) > 4 else ''}" if sources else "from constants"
    if asked:
        return f"activation checkpointing asked for it ({asked}); made again {made}"
    return f"cheaper to make again {made} than to keep"


def _saved(node: Node, arguments: Sequence[str], sizes: Mapping[str, int], returned: bool) -> Attributes:
    found = graph_input(node, list(arguments)) if node.op == "placeholder" else None
    is_size = bool(node.specs) and node.specs[0].shape is None
    facts: Attributes = {
        "saved": True,
        "kept_as": found.kind if found else "size" if is_size else "activation",
        "bytes": bytes_of(node.specs[0], sizes) if node.specs else None,
        "value": found.name if found else None,
        "output": returned or None,
    }
    return {name: value for name, value in facts.items() if value is not None}


def _returned(graph: Graph) -> Iterator[str]:
    """The nodes that the program itself gets back."""
    for node in graph.nodes:
        if node.op == "output":
            found = _NOTED.findall(node.note or "")
            yield from (_prefix(graph) + name for name, note in found if note != "SavedForBackwardsAOTOutput")


def _with(node: Node, facts: Attributes) -> Node:
    return replace(node, attributes={**node.attributes, **facts})


def _prefix(graph: Graph) -> str:
    return graph.name.removesuffix("graph")

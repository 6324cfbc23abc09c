"""The inputs of AOTAutograd's graphs that are the tensors inside a tensor subclass, as torch notes beside them.

``SubclassGetAttrAOTInput(base=PlainAOTInput(idx=0), attr='low')`` is the tensor ``low`` of argument 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from explorer.parse.graph_inputs import graph_input
from explorer.report import Graph, Node

_INSIDE = re.compile(r"\bSubclassGetAttrAOTInput\(.*?((?:, attr='\w+'\))+)")
_ATTRIBUTE = re.compile(r"attr='(\w+)'")


def with_inner(graph: Graph, arguments: Sequence[str]) -> Graph:
    """A graph whose inputs from inside a subclass say so: ``inner_of`` (the argument) and ``inner`` (its attribute).

    ``arguments`` are those of Dynamo's graph. A subclass in a subclass gives ``outer.inner``.
    """
    return replace(graph, nodes=tuple(_with(node, list(arguments)) for node in graph.nodes))


def _with(node: Node, arguments: list[str]) -> Node:
    found = _INSIDE.search(node.note or "") if node.op == "placeholder" else None
    if found is None:
        return node
    inner = ".".join(_ATTRIBUTE.findall(found[1]))
    name = graph_input(node, arguments).name
    tangent = "Tangent" in (node.note or "")
    facts = {"inner_of": "a gradient" if tangent else name, "inner": inner}
    return replace(node, attributes={**node.attributes, **{key: value for key, value in facts.items() if value}})

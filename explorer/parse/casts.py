"""The casts that autocast put in: copies to another dtype that no line of the program asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from explorer.parse.attention import short_name
from explorer.parse.modes import Autocast
from explorer.parse.tensor_bytes import bytes_of
from explorer.report import Graph, Node

_CASTS = ("_to_copy", "convert_element_type")
_ASKED = frozenset(("to", "type", "type_as", "float", "double", "half", "bfloat16", "int", "long", "bool", "_to_copy"))
"""Operations of the program that are casts themselves."""


class Cast(NamedTuple):
    """A cast in AOTAutograd's graph: ``node`` makes it for the operation ``origin`` of Dynamo's graph, of ``value``.

    ``bytes`` are those that it writes, None when a size is not known; ``gradient``: it belongs to the backward.
    """

    node: Node
    origin: Node
    value: Node
    before: str
    after: str
    bytes: int | None
    gradient: bool


def casts(
    graph: Graph, operations: Iterable[Node], autocast: Mapping[str, Autocast], sizes: Mapping[str, int]
) -> Iterator[Cast]:
    """The casts of an AOTAutograd ``graph`` whose nodes know their origin.

    ``operations`` are the nodes of Dynamo's graph, ``autocast`` what is on at each of them, by name.
    """
    made, known = {node.ref: node for node in graph.nodes}, {node.name: node for node in operations}
    for node in graph.nodes:
        origin = known.get(str(node.attributes.get("origin")))
        if short_name(node.target) not in _CASTS or origin is None or short_name(origin.target) in _ASKED:
            continue
        value = made.get(node.inputs[0]) if node.inputs else None
        if value is None or not any(autocast.get(origin.name, {}).values()):
            continue
        before, after = _dtype(value), _dtype(node)
        if before and after and before != after:
            size = bytes_of(node.specs[0], sizes)
            yield Cast(node, origin, value, before, after, size, bool(node.attributes.get("gradient")))


def _dtype(node: Node) -> str | None:
    return node.specs[0].dtype if node.specs else None

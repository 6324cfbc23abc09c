"""A graph before and after a compiler pass, as two graphs of a stage, and whether the pass changed anything."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from explorer.parse.fx_graph import PlaceOf, read_graphs
from explorer.report import Graph, Texts
from explorer.report.ref import Direction

_IDENTITY = " # graph id: "


class Change(NamedTuple):
    """``before`` and ``after`` with the graphs of their submodules; ``changed`` is None when one of them is unknown."""

    before: tuple[Graph, ...]
    after: tuple[Graph, ...]
    changed: bool | None

    @property
    def graphs(self) -> tuple[Graph, ...]:
        """Both."""
        return self.before + self.after


def without_identity(text: str) -> str:
    """The text without the memory address that torch writes below a pre-grad graph."""
    at = text.rfind(_IDENTITY)
    return text[:at].rstrip() + "\n" if at >= 0 and text[at + len(_IDENTITY) :].strip().isdigit() else text


def read_change(
    before: str | None,
    after: str | None,
    *,
    key: str,
    direction: Direction,
    stage: str,
    texts: Texts,
    place: PlaceOf,
    prefix: str = "",
) -> Change:
    """Read both texts (None: torch did not print it).

    Nodes of the graph after the pass have refs of kind ``node``, those before it ``before_node``. ``prefix`` goes
    before every name.
    """
    before, after = (None if text is None else without_identity(text) for text in (before, after))

    def read(text: str, name: str, kind: str) -> tuple[Graph, ...]:
        found = read_graphs(
            text, key=key, direction=direction, stage=stage, texts=texts, place=place, name=name, node_kind=kind
        ).graphs
        return tuple(prefixed(graph, prefix, kind) for graph in found) if prefix else found

    made = read(after, "after", "node") if after is not None else ()
    if before is None:
        return Change((), made, None)
    if before == after:
        return Change(tuple(_as_before(graph, stage) for graph in made), made, False)
    return Change(read(before, "before", "before_node"), made, None if after is None else True)


def prefixed(graph: Graph, prefix: str, kind: str = "node") -> Graph:
    """``graph`` with ``prefix`` before its name and the names of its nodes, in their refs too."""
    if not prefix:
        return graph
    at = f"/{kind}."
    nodes = tuple(
        msgspec.structs.replace(
            node,
            name=prefix + node.name,
            ref=node.ref.replace(at, at + prefix, 1),
            inputs=tuple(ref.replace(at, at + prefix, 1) for ref in node.inputs),
        )
        for node in graph.nodes
    )
    ref = graph.ref.replace("/graph.", f"/graph.{prefix}", 1)
    return msgspec.structs.replace(graph, name=prefix + graph.name, ref=ref, nodes=nodes)


def _as_before(graph: Graph, stage: str) -> Graph:
    """The same graph under the refs that it has before the pass."""
    nodes = tuple(
        msgspec.structs.replace(
            node, ref=_before(node.ref, stage), inputs=tuple(_before(ref, stage) for ref in node.inputs)
        )
        for node in graph.nodes
    )
    name = graph.name.replace("after", "before", 1)
    return msgspec.structs.replace(graph, name=name, ref=graph.ref.removesuffix(graph.name) + name, nodes=nodes)


def _before(ref: str, stage: str) -> str:
    return ref.replace(f"/{stage}/node.", f"/{stage}/before_node.", 1)

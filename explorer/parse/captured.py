"""The graphs that Dynamo captured, with what a live capture tells beside their text: the user's lines, module paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from explorer.parse.fx_graph import PlaceOf, read_graphs
from explorer.parse.recorded import Recorded
from explorer.report import Graph, Node, Texts, is_library

CAPTURED_LABELS = ("dynamo_output_graph", "explorer.graph")

Facts = Mapping[str, Mapping[str, Any]]


def node_facts(events: Iterable[Recorded]) -> dict[str, Facts]:
    """What the newest ``explorer.graph`` event of each compile tells of its nodes, by compile key and node name."""
    found: dict[str, Facts] = {}
    for event in events:
        nodes = event.data.get("nodes") if event.label == "explorer.graph" and isinstance(event.data, dict) else {}
        if event.key is not None and isinstance(nodes, dict) and nodes:
            found[event.key] = {str(name): facts for name, facts in nodes.items() if isinstance(facts, dict)}
    return found


def with_user_lines(graph: Graph, facts: Facts, place: PlaceOf) -> Graph:
    """torch prints one line a node, that of a library where one called the op: the user's line takes its place."""

    def with_line(node: Node) -> Node:
        user = facts.get(node.name, {}).get("user")
        if not isinstance(user, dict) or node.place is None or not is_library(node.place.file):
            return node
        line = user.get("line")
        known = place(str(user["filename"]), line, function=user.get("name")) if isinstance(line, int) else node.place
        return replace(node, place=known)

    return replace(graph, nodes=tuple(with_line(node) for node in graph.nodes))


def captured(events: Iterable[Recorded], marks: Iterable[str], place: PlaceOf) -> Iterator[tuple[str, Graph]]:
    """The last graph of each compile whose text holds one of ``marks``, with its compile key.

    ``events`` are those with a label of :data:`CAPTURED_LABELS`. Its refs are those of the stage ``dynamo``.
    """
    told = list(events)
    facts, marks = node_facts(told), tuple(marks)
    last = {each.key: each.payload for each in told if each.label == "dynamo_output_graph" and each.key is not None}
    for key, text in last.items():
        if key is None or not text or not any(mark in text for mark in marks):
            continue
        modules = {name: str(about["module"]) for name, about in facts.get(key, {}).items() if about.get("module")}
        where = {"key": key, "direction": "dynamo", "stage": "dynamo"}
        read = read_graphs(text, **where, texts=Texts(), place=place, modules=modules)  # type: ignore[arg-type]
        for graph in read.graphs[:1]:
            yield key, with_user_lines(graph, facts.get(key, {}), place)

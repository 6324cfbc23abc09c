"""Operators and values that are no plain ones: higher-order, custom, collective, Triton kernels, tensor subclasses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.report import Compilation, Graph, Node, Place, show_place
from explorer.report.query import call_nodes
from explorer.views.clean import one_line
from explorer.views.format import many
from explorer.views.outline.index import Index

SUBCLASS = "subclass"
MOST_FACTS = 240


@dataclass(frozen=True, slots=True)
class OperatorRow:
    """One node. ``what`` says in words what is known of it; ``stage`` is ``dynamo``, or ``aot`` where Dynamo has none.

    ``graphs`` are the graphs that a higher-order operator is given, by name. ``direction`` is that of the stage.
    """

    graph: int | None
    kind: str
    operator: str
    what: str
    place: str
    stage: str
    direction: str
    graphs: tuple[str, ...]
    node: Node


def operator_rows(index: Index) -> list[OperatorRow]:
    """Those of Dynamo's graphs and their bodies, in order, then what AOTAutograd put in."""
    return [row for compilation in index.report.compilations for row in _of(index, compilation)]


def _of(index: Index, compilation: Compilation) -> Iterator[OperatorRow]:
    captured = [graph for graph in _graphs(index, compilation, "dynamo") if not graph.name.startswith("attempt_")]
    seen = set()
    for row in _rows(index, compilation, captured, "dynamo", "dynamo"):
        seen.add((row.kind, row.operator.rpartition("::")[2]))
        yield row
    for stage in index.stages(compilation.key, "aot"):
        if stage.direction == "joint":  # its nodes are in the forward or in the backward
            continue
        for row in _rows(index, compilation, stage.graphs, "aot", stage.direction):
            added = row.kind == "collective" or (row.kind == "higher order" and not row.graphs)
            if added and (row.kind, row.operator) not in seen:
                yield row


def _graphs(index: Index, compilation: Compilation, name: str) -> list[Graph]:
    return [graph for stage in index.stages(compilation.key, name) for graph in stage.graphs]


def _rows(
    index: Index, compilation: Compilation, graphs: list[Graph] | tuple[Graph, ...], stage: str, direction: str
) -> Iterator[OperatorRow]:
    sizes = {graph.name: len(call_nodes(graph)) for graph in graphs}
    for graph in graphs:
        for node in graph.nodes:
            kind = _kind(node)
            if kind is None:
                continue
            bodies = _bodies(graph, node)
            yield OperatorRow(
                graph=index.numbers.get(compilation.key),
                kind=kind,
                operator=one_line(str(node.attributes.get("operator") or node.attributes.get(SUBCLASS)), 80),
                what=one_line(_what(index, node, kind, {name: sizes.get(name) for name in bodies}), MOST_FACTS),
                place=index.place(node.place),
                stage=stage,
                direction=direction,
                graphs=tuple(bodies),
                node=node,
            )


def _kind(node: Node) -> str | None:
    """The kind of a node; a subclass is told where it comes in."""
    if node.attributes.get("kind"):
        return one_line(str(node.attributes["kind"]), 20)
    return SUBCLASS if node.op == "placeholder" and node.attributes.get(SUBCLASS) else None


def _bodies(graph: Graph, node: Node) -> list[str]:
    given = node.attributes.get("bodies")
    return [f"{graph.name}.{name}" for name in given.split(", ")] if isinstance(given, str) else []


def _what(index: Index, node: Node, kind: str, bodies: dict[str, int | None]) -> str:
    facts = node.attributes
    if kind == "custom":
        return "; ".join(filter(None, ("opaque: nothing is fused into it", *_custom(index, node))))
    if kind == "triton kernel":
        grid = f", grid {facts['grid']}" if facts.get("grid") else ""
        return f"{facts.get('kernel') or 'a kernel of the program'}{grid}{_defined(index, node)}"
    if kind == "collective":
        reduces = f"{facts['reduces']} " if facts.get("reduces") else ""
        return f"{reduces}over group {facts['group']}" if facts.get("group") else "waits for another one"
    if kind == SUBCLASS:
        placed = f"; placed {facts['placements']} on {facts['mesh']}" if facts.get("placements") else ""
        return f"wraps {facts.get('inner')}{placed}"
    if facts.get("wraps"):
        return f"around {facts['wraps']}"
    return ", ".join(f"{name.partition('.')[2]} ({many(count or 0, 'op')})" for name, count in bodies.items())


def _custom(index: Index, node: Node) -> Iterator[str]:
    facts = node.attributes
    for name in ("fake", "autograd"):
        if isinstance(facts.get(name), bool):
            yield f"{name}: {'yes' if facts[name] else 'no'}"
    if facts.get("mutates"):
        yield f"writes to {facts['mutates']}"
    yield _defined(index, node).removeprefix(", ")


def _defined(index: Index, node: Node) -> str:
    at = node.attributes.get("defined_at")
    file, _, line = str(at).rpartition(":")
    if not at or not line.isdigit():
        return ""
    return f", defined at {show_place(Place(file=file, line=int(line)), index.report.program.cwd)}"

"""What Inductor made of each graph: the groups that it fused, why others stayed apart, its rewrites, its buffers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from explorer.report import Node, StageRecord, Step
from explorer.views.clean import one_line
from explorer.views.format import lines as line_range
from explorer.views.format import many, size
from explorer.views.outline.code import DIRECTIONS
from explorer.views.outline.index import Index

STAGE = "inductor"

_PIECE = re.compile(r"(.*?op\d+)(?:_|$)")


@dataclass(frozen=True, slots=True)
class GroupRow:
    """Nodes that share their loops, or one library call. ``lines`` are the user's, ``moved`` bytes read and written."""

    name: str
    kind: str
    fuses: int
    moved: int | None
    lines: str
    kernel: str


@dataclass(frozen=True, slots=True)
class ApartRow:
    """A reason that kept pairs in different kernels: how often, and one of them."""

    reason: str
    pairs: int
    example: str


@dataclass(frozen=True, slots=True)
class Fusion:
    """One direction of one graph; ``title`` counts."""

    graph: int | None
    direction: str
    title: str
    groups: tuple[GroupRow, ...]
    apart: tuple[ApartRow, ...]


def fusions(index: Index) -> list[Fusion]:
    """What was fused in every graph that a live capture saw scheduled, forward and backward."""
    kernels = {link.source: link.target for link in index.report.links if link.kind == "fused"}
    found = []
    for compilation, stage in index.all_stages(STAGE):
        groups = tuple(_groups(stage, kernels))
        if groups:
            graph = index.numbers.get(compilation.key)
            found.append(
                Fusion(graph, DIRECTIONS[stage.direction], _title(graph, stage), groups, tuple(_apart(stage.steps)))
            )
    return found


def rewrite_rows(index: Index) -> list[tuple[str, str, str, str]]:
    """Graph, pass, what happened, and the user's lines: each rewrite of Inductor's passes."""
    places = _places(index)
    rows = []
    for compilation, stage in index.all_stages("passes"):
        graph = index.numbers.get(compilation.key)
        where = f"{graph or compilation.key} {DIRECTIONS[stage.direction]}".strip()
        for step in (each for each in stage.steps if "pattern" in each.attributes):
            told = {places[ref] for ref in step.refs if ref in places}
            words = one_line(step.detail or step.name, 200)
            rows.append((where, one_line(str(step.attributes.get("pass", "")), 40), words, line_range(told)))
    return rows


def fusion_steps(index: Index) -> Iterator[tuple[int | None, str, Step]]:
    """Every decision, with its graph's number and direction."""
    for compilation, stage in index.all_stages(STAGE):
        for step in stage.steps:
            if step.name in ("fused", "not fused"):
                yield index.numbers.get(compilation.key), stage.direction, step


def buffer_nodes(index: Index) -> Iterator[tuple[int | None, str, Node]]:
    """Every buffer of the generated code, with its graph's number and direction."""
    for compilation, stage in index.all_stages(STAGE):
        for graph in stage.graphs:
            if graph.name.rpartition(".")[2] == "buffers":
                yield from ((index.numbers.get(compilation.key), stage.direction, node) for node in graph.nodes)


def _title(graph: int | None, stage: StageRecord) -> str:
    counts = {metric.name: metric.value for metric in stage.metrics}
    words = [f"{counts.get('nodes_before_fusion')} nodes became {counts.get('nodes_after_fusion')}"]
    buffers = counts.get("buffers")
    if isinstance(buffers, int):
        peak = counts.get("peak_buffer_bytes")
        reused = counts.get("buffers_reused")
        words.append(f"{many(buffers, 'buffer')}, {reused} in memory of another")
        words.append(f"{size(peak if isinstance(peak, int) else None)} at most at once")
    return f"graph {graph or '?'} {DIRECTIONS[stage.direction]}: {'; '.join(words)}"


def _groups(stage: StageRecord, kernels: dict[str, str]) -> Iterator[GroupRow]:
    inside: dict[str, list[int]] = defaultdict(list)
    before = [node for graph in stage.graphs if graph.name.endswith("before_fusion") for node in graph.nodes]
    after = [node for graph in stage.graphs if graph.name.endswith("after_fusion") for node in graph.nodes]
    owner = {piece: node.name for node in after for piece in _pieces(node.name)}
    for node in before:
        if node.place and node.place.line is not None:
            inside[owner.get(node.name, node.name)].append(node.place.line)
    for node in after:
        moved = node.attributes.get("bytes_moved")
        call = kernels.get(node.ref, "")
        yield GroupRow(
            name=one_line(node.name, 60),
            kind=one_line(node.target, 60),
            fuses=int(node.attributes.get("fuses") or 1),
            moved=moved if isinstance(moved, int) else None,
            lines=line_range(inside[node.name]),
            kernel=one_line(call.partition("/codegen/call.")[2], 80),
        )


def _pieces(group: str) -> list[str]:
    """The nodes of a group, by its name: ``1.op1_op2`` is ``1.op1`` and ``1.op2``."""
    prefix, dot, names = group.rpartition(".")
    return [f"{prefix}{dot}{name}" for name in _PIECE.findall(names)]


def _apart(steps: tuple[Step, ...]) -> Iterator[ApartRow]:
    """The reasons of pairs that ended in different groups, the most frequent first."""
    pairs: dict[str, list[Step]] = defaultdict(list)
    for step in steps:
        if step.attributes.get("apart"):
            pairs[str(step.attributes["reason"])].append(step)
    for reason, found in sorted(pairs.items(), key=lambda item: -len(item[1])):
        first, second = found[0].attributes.get("first"), found[0].attributes.get("second")
        yield ApartRow(one_line(reason, 120), len(found), one_line(f"{first} with {second}", 80))


def _places(index: Index) -> dict[str, int]:
    return {
        node.ref: node.place.line
        for compilation in index.report.compilations
        for name in ("pre_grad", "aot", "post_grad")
        for stage in index.stages(compilation.key, name)
        for graph in stage.graphs
        for node in graph.nodes
        if node.place and node.place.line is not None
    }

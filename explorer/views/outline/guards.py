"""Guards: what must hold for each graph to be used again; what a normal program never fails is counted apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from explorer.report import Guard
from explorer.views.clean import one_line
from explorer.views.outline.graphs import GraphRow
from explorer.views.outline.index import Index


@dataclass(frozen=True, slots=True)
class GuardRow:
    """A guard: its kind, what must hold, the user's line that asked for it, and whether it failed in this report."""

    kind: str
    expression: str
    place: str
    failed: bool


@dataclass(frozen=True, slots=True)
class GuardTable:
    """The guards of one graph: those that failed first. ``noise`` counts by kind the guards of global state."""

    graph: GraphRow
    total: int
    rows: tuple[GuardRow, ...]
    left_out: int
    noise: tuple[tuple[str, int], ...]


def guard_tables(index: Index, graphs: list[GraphRow], *, limit: int = 60) -> list[GuardTable]:
    """A table for each graph that has guards, at most ``limit`` rows each."""
    tables = []
    for graph in graphs:
        guards = [guard for stage in index.stages(graph.key, "guards") for guard in stage.guards]
        if guards:
            tables.append(_table(index, graph, guards, limit))
    return tables


def _table(index: Index, graph: GraphRow, guards: list[Guard], limit: int) -> GuardTable:
    told = sorted((guard for guard in guards if not guard.noise or guard.failed), key=lambda each: not each.failed)
    noise = Counter(one_line(guard.kind, 60) for guard in guards if guard.noise and not guard.failed)
    return GuardTable(
        graph=graph,
        total=len(guards),
        rows=tuple(_row(index, guard) for guard in told[:limit]),
        left_out=max(0, len(told) - limit),
        noise=tuple(noise.most_common(20)),
    )


def _row(index: Index, guard: Guard) -> GuardRow:
    return GuardRow(
        kind=one_line(guard.kind, 60),
        expression=one_line(guard.expression, 200),
        place=index.place(guard.place),
        failed=bool(guard.failed),
    )
